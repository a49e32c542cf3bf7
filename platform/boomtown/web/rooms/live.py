"""A room: one table in memory, with the match that is played there and everybody who looks on.

A room is the one place in this process where a match moves. An answer is judged by the match,
written to the journal, and only then shown to anybody. If another process was quicker, the room
catches up from the database.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

from boomtown import tally
from boomtown.core.errors import BoomtownError, GameFault, InvalidAnswer, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.outcome import Outcome, Part
from boomtown.core.parts import parts_of
from boomtown.core.record import By, Line, plain
from boomtown.core.seats import Seat
from boomtown.core.snapshot import save
from boomtown.plugins import find_game
from boomtown.store.database import now
from boomtown.store.journal import Overtaken
from boomtown.store.matches import COST, EVERY, TimedLine, play
from boomtown.store.parked import Cause
from boomtown.store.tables import Phase, TableInfo
from boomtown.web.rooms.clock import OFF
from boomtown.web.rooms.gallery import FEW, Gallery, Watcher
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.showing import Showing
from boomtown.web.rooms.silences import Silences
from boomtown.web.rooms.sparing import spared
from boomtown.web.rooms.standing import MatchStopped, Standing, Stopped
from boomtown.web.rooms.wall import GameBroke

if TYPE_CHECKING:  # they make the rooms
    from boomtown.web.rooms.rooms import Rooms

T = TypeVar("T")
LARGEST_MATCH = 16 << 20
"""Bytes that a match may grow to."""
MOST_SLOW = 3
"""How many answers may be too much to judge before it is the game's fault."""
_SIGHTS = count()
log = logging.getLogger(__name__)


class Room:
    """One table."""

    def __init__(self, rooms: Rooms, table: TableInfo) -> None:
        self._rooms = rooms
        self.lock = RLock()
        self.watchers: set[Watcher] = set()
        self._gallery = Gallery(self.lock, self.watchers)
        self._shared: dict[Hashable, Any] = {}  # whatever somebody wants to share
        self.sight = next(_SIGHTS)
        """A number of its own for what is to be seen here now: another one after every change."""
        self._table = table
        self._live: LiveMatch | None = None
        self._stopped: Stopped | None = None
        self._slow = 0
        """How often judging an answer has broken the budget."""
        self._together = False
        self._doubted = False
        """Whether nobody knows what has become of the last answer."""
        self.showing = Showing()
        self.silences = Silences()
        self.changes = self._read = 0
        """How often the table has changed, or somebody has spoken; and when it was last read."""
        self._moves = self._followed = 0
        """How often the match was moved elsewhere; and how much of that is known here."""

    @property
    def code(self) -> str:
        """The code of the table, which never changes."""
        return self._table.code

    @property
    def game(self) -> Game[Any, Any]:
        """The game that is played here."""
        return find_game(self._table.game)

    @property
    def table(self) -> TableInfo:
        """The table as it is now."""
        if self._read != self.changes:
            with self.lock:
                self._read_table()
        return self._table

    def _read_table(self) -> None:
        changes = self.changes  # it may change again meanwhile, or not be read at all
        if self._read != changes:
            self._table = self._rooms.tables.get(self.code) or self._table  # or it was removed
            self._read = changes
            self.forget_shared()

    @property
    def live(self) -> LiveMatch | None:
        """The match as it is now; None before the start, and where it cannot go on.

        Hold the lock while looking at it.
        """
        known = self._live
        if (
            known is not None
            and known.id == self._table.match
            and self._followed == self._moves
            and self._read == self.changes
        ):
            return known
        with self.lock:
            table = self.table
            if table.match is None:
                return None
            moves = self._moves  # as above
            if self._live is not None and self._live.id == table.match:
                if self._followed != moves:
                    self._catch_up(self._live)
                if self._live is not None and self._is_closed(self._live):
                    self._load(table.match)
            elif self._stopped is None or self._followed != moves:
                self._load(table.match)
            self._followed = moves
            return self._live

    @property
    def stopped(self) -> Stopped | None:
        """Why the match here cannot go on, or cannot even begin; None where it can."""
        if self.live is None and self._table.match is None:
            return self._rooms.loader.unplayable(self._table.game)
        return self._stopped

    def playing(self) -> LiveMatch:
        """The match, or a refusal where there is none that goes on."""
        live = self.live
        if live is not None:
            return live
        if self._stopped is not None:
            raise MatchStopped(self._stopped)
        raise Refused(Refusal("boomtown.table.playing"))

    def _load(self, id: str) -> None:
        self.forget_shared()
        self._rooms.matches_here[id] = self
        playing = self._table.phase is Phase.PLAYING
        found = self._rooms.loader.load(id, playing=playing)
        if isinstance(found, Stopped):
            self._live, self._stopped = None, found
        elif self._is_closed(found):
            self._live, self._stopped = None, Stopped(Standing.CLOSED, self._table.game)
        else:
            self._live, self._stopped = found, None
        if self._doubted:
            self._doubted = False
            self.show()

    def _is_closed(self, live: LiveMatch) -> bool:
        return self._table.phase is Phase.ENDED and live.match.outcome is None

    def _catch_up(self, live: LiveMatch) -> None:
        self.forget_shared()

        def play_on() -> None:
            for timed in timed_lines:
                play(live.match, timed.line)
                live.note(timed)

        if self._rooms.parked.get(live.id) is not None:
            self._load(live.id)
            return
        try:
            timed_lines = self._rooms.matches.lines(live.id, live.match.number)
            with live.counted():
                self._rooms.wall.run(live.id, play_on)
        except BoomtownError:
            self._load(live.id)  # which finds out what is wrong

    def shown(self, live: LiveMatch, work: Callable[[], T]) -> T:
        """Runs code of the game that shows the match; a match that cannot be shown is parked."""
        try:
            return self._rooms.wall.run(live.id, work)
        except GameFault as error:
            raise self._park(live, error, live.match.number) from error

    def _park(self, live: LiveMatch, error: GameFault, number: int) -> MatchStopped:
        """Takes a match out of play; the error for whoever wanted something of it."""
        cause = error.cause if isinstance(error, GameBroke) else Cause.FAULT
        told = "%s: match %s is parked (%s): %s"
        log.error(told, self.code, live.id, cause, error, exc_info=error)
        self._live = None
        self._rooms.parked.park(
            live.id, cause, str(error), number=number, version=live.match.game.version
        )
        self._moves += 1
        stopped = self.stopped
        assert stopped is not None, "it was parked just now"
        return MatchStopped(stopped)

    # --- playing ------------------------------------------------------------------------------

    def answer(
        self, seat: Seat, raw: object, *, number: int | None = None, by: By = By.PLAYER
    ) -> None:
        """Takes a seat's answer; what nobody may know of is put aside until the question closes."""
        with self.lock:
            live = self.playing()
            if live.script is not None and by is By.PLAYER:
                taught = live.script  # boomtown.lesson.other
                self._move(live, by, lambda match: taught.check(match, seat, raw, number))
            if live.match.hushed:
                judged: list[Any] = []  # whatever the choice wants
                self._move(
                    live, by, lambda match: judged.append(match.judged(seat, raw, number=number))
                )
                self._seal(live, seat, plain(judged[0]))
            else:
                self._write(
                    live, seat, by, raw, lambda m: m.answer(seat, raw, number=number, by=by)
                )

    def _seal(self, live: LiveMatch, seat: Seat, answer: object) -> None:
        """Puts an answer aside, unless the envelopes are being opened: the seat's may be by now."""
        match, seal = live.match, self._rooms.matches.seal
        opened = seat not in match.asked()
        if opened or not seal(live.id, match.number, match.moment, seat, answer):
            raise Refused(Refusal("boomtown.answer.overtaken"))

    def open_envelope(self, seat: Seat, answer: object, by: By) -> None:
        """Gives the match an answer that was put aside."""
        with self.lock:
            live = self.playing()
            self._write(live, seat, by, answer, lambda match: match.answer(seat, answer, by=by))

    def time_out(self, seat: Seat, *, number: int | None = None) -> None:
        """The seat's time is up: the choice's default is its answer (boomtown.table.time)."""
        with self.lock:
            live = self.playing()
            self._write(
                live, seat, By.CLOCK, None, lambda match: match.time_out(seat, number=number)
            )

    def default(self, seat: Seat, *, number: int | None = None) -> None:
        """The rule's default for a bot without an answer; put aside where nobody may know of it."""
        with self.lock:
            live = self.playing()
            if live.match.hushed:
                given: list[Any] = []  # whatever the choice wants
                self._move(live, By.BOT, lambda m: given.append(m.default(seat, number=number)))
                self.answer(seat, given[0], number=number, by=By.BOT)
            else:
                self.time_out(seat, number=number)

    def spare(self, seat: Seat, answer: object) -> None:
        """Gives an answer that nobody need be asked for (boomtown.table.spared)."""
        with self.lock:
            live, by = self.playing(), By.RULE
            self._write(live, seat, by, answer, lambda match: match.answer(seat, answer, by=by))

    def undo(self, seat: Seat) -> None:
        """Takes the seat's last answer back, where the rules allow it.

        What was answered since without asking anybody goes with it: it would be given again.
        """
        with self.together():
            record = self.playing().match.record
            while True:
                given = None if record is None else record.last_by
                self._write(self.playing(), seat, By.UNDO, None, lambda match: match.undo(seat))
                if given is not By.RULE:
                    return

    def _write(
        self,
        live: LiveMatch,
        seat: Seat,
        by: By,
        raw: object,
        move: Callable[[Match[Any]], None],
    ) -> None:
        """Moves the match and writes it down; nobody sees it before it is on the disk."""
        match, at, begun = live.match, now(), time.perf_counter()
        number = match.number
        self.forget_shared()
        bank = live.bank_used_now(self.table, seat, at) if by is By.PLAYER else 0
        self._move(live, by, move)
        if match.record is not None:
            line = match.record.lines[-1]
        else:  # a match that branched off keeps no record of its own
            line = Line(seat, by, plain(raw), match.hash())
        timed = TimedLine.after(live.chain, number, line, at=at, moment=match.moment, bank=bank)
        try:
            self._rooms.journal.append(live.id, number, timed, self._snapshot(live))
        except Overtaken:
            self._live = None
            raise Refused(Refusal("boomtown.answer.overtaken")) from None
        except BaseException:
            self._live = None  # whatever happened, the database knows better
            self._doubted = True  # it may be written all the same: whoever is next must hear of it
            self._rooms.on_move(self.code)
            raise
        live.note(timed)
        if match.outcome is not None:
            self._note_end(live, match.outcome)
        self.show()
        if not self._left_to_players(live):
            self._rooms.on_move(self.code)
        tally.ANSWERS.add(self._table.game, by.value)
        tally.ANSWER_SECONDS.observe(time.perf_counter() - begun)

    def _move(self, live: LiveMatch, by: By, move: Callable[[Match[Any]], None]) -> None:
        """Moves the match, behind the wall.

        What a player sent may be more than the game can judge: that is the player's fault, and the
        match goes on. Anything else that breaks is the game's.
        """
        number = live.match.number
        try:
            with live.counted():
                self._rooms.wall.run(live.id, lambda: move(live.match))
        except GameBroke as error:
            judging = by is By.PLAYER and live.match.number == number
            self._slow += error.cause is not Cause.FAULT
            if judging and self._slow < MOST_SLOW:
                log.error("%s: an answer could not be judged: %s", self.code, error)
                raise InvalidAnswer("answer", "the game could not read this") from None
            raise self._park(live, error, number) from error
        except GameFault as error:
            raise self._park(live, error, number) from error

    def _note_end(self, live: LiveMatch, outcome: Outcome) -> None:
        """Ends the table, too. The last answer is written, whatever happens here."""
        try:
            self._rooms.matches.end(live.id, outcome, self._parts(live))
        except Exception:  # the house notes the end when it can
            log.exception("the end of %s is noted later", live.id)
            self._rooms.on_move(self.code)

    def _snapshot(self, live: LiveMatch) -> bytes | None:
        """The match as bytes, before loading it again would take long; and once more at its end."""
        match = live.match
        if live.unsaved < COST and match.number % EVERY and match.outcome is None:
            return None
        live.unsaved, live.aside = 0.0, match.number
        saved = save(match, lines=False)
        if len(saved) > LARGEST_MATCH:
            size = f"the match has grown to {len(saved) >> 20} MB"
            raise self._park(live, GameBroke(Cause.LARGE, size), match.number - 1)
        return saved

    def put_aside(self, quiet: int) -> tuple[str, int, bytes] | None:
        """The match as it stands, if nothing has happened here for so many milliseconds.

        None if it was put aside already. Only from there can a new version of its game go on.
        """
        with self.lock:
            live = self._live
            if live is None or live.match.outcome is not None or now() - live.since < quiet:
                return None
            number = live.match.number
            return (
                None if live.aside == number else (live.id, number, save(live.match, lines=False))
            )

    def is_aside(self, match: str, number: int) -> None:
        """Notes that the match was put aside after so many answers."""
        with self.lock:
            if self._live is not None and self._live.id == match:
                self._live.aside = number

    def _left_to_players(self, live: LiveMatch) -> bool:
        """Whether the match goes on by players' answers alone: no bot, no clock, no envelopes."""
        table, match = self._table, live.match
        return (
            table.clock == OFF
            and match.outcome is None
            and not match.hushed
            and not any(table.seats[seat].played_by_bot for seat in match.asked())
            and not self._spares(live)
        )

    def _spares(self, live: LiveMatch) -> bool:
        """Whether somebody need not be asked the present question: the house answers."""
        match, table = live.match, self._table
        try:
            return self._rooms.wall.run(
                live.id, lambda: any(spared(table, match, seat) for seat in match.asked())
            )
        except GameFault:  # the house finds out
            return True

    def finish(self) -> None:
        """Notes the end of a match that was cut off between its last answer and that note."""
        with self.lock:
            live = self.live
            if live is not None and live.match.outcome is not None:
                self._rooms.matches.end(live.id, live.match.outcome, self._parts(live))

    def _parts(self, live: LiveMatch) -> tuple[Part, ...]:
        """What everybody was; a game that cannot say so has ended all the same."""
        try:
            return self._rooms.wall.run(live.id, lambda: parts_of(live.match))
        except GameFault as error:
            log.error("%s: who was what is not known: %s", self.code, error)
            return ()

    def share(self, key: Hashable, make: Callable[[], T]) -> T:
        """What several watchers need of this very moment, made once. Hold the lock.

        It is forgotten as soon as the table or the match changes.
        """
        if key in self._shared:
            known: T = self._shared[key]
            return known
        made = self._shared[key] = make()
        return made

    def forget_shared(self) -> None:
        """Another moment has come."""
        self._shared.clear()
        self.sight = next(_SIGHTS)

    # --- being watched ------------------------------------------------------------------------

    def show(self) -> None:
        """Shows everybody who looks on what has changed for them; a crowd has to wait a little."""
        with self.lock:
            if self._together:
                return
            watchers = list(self.watchers)
            if len(watchers) > FEW:
                self._gallery.show(one for one in watchers if not one.sits)
                watchers = [one for one in watchers if one.sits]
            for watcher in watchers:
                watcher.look()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Several answers that belong together: nobody sees anything before the last of them."""
        with self.lock:
            self._together = True
            try:
                yield
            finally:
                self._together = False
                self.show()

    def moved(self) -> None:
        """Something has happened: everybody looks, and the house too."""
        self.show()
        self._rooms.on_move(self.code)

    def table_changed(self) -> None:
        """Somebody sat down, stood up or spoke, here or in another process."""
        self.changes += 1
        self.moved()

    def people_changed(self) -> None:
        """Somebody has opened the table, or has gone: everybody sees that."""
        with self.lock:
            self.forget_shared()
            self.show()

    def saw(self, seat: Seat, moment: int) -> None:
        """A player's page has shown everything before a question: bots may go on."""
        with self.lock:
            self.showing.saw(seat, moment)
            self._rooms.on_move(self.code)

    def skip(self, seat: Seat) -> None:
        """A player who is out does not want to wait for the end (boomtown.table.out)."""
        with self.lock:
            live = self.playing()
            out = self.game.out
            if out is None or seat not in self.shown(live, lambda: out(live.match.state)):
                raise Refused(Refusal("boomtown.table.out", seat=seat))
            self.showing.skip(seat, live.id)
            self._rooms.on_move(self.code)

    def reload(self) -> None:
        """Loads the match again, whatever stopped it: its author has changed the rules."""
        with self.lock:
            self._live = self._stopped = None
            self._slow = 0
            self.match_changed()

    def match_changed(self) -> None:
        """Another process has moved the match."""
        self._moves += 1
        self.moved()
