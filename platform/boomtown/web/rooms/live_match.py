"""A match in memory: how it is brought there, and what its clock says."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import UNSET, structs

from boomtown.core.errors import BoomtownError, VersionMismatch
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.core.snapshot import save
from boomtown.lessons.script import Script, script_of
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.chain import Damaged
from boomtown.store.database import now
from boomtown.store.journal import Journal, Overtaken
from boomtown.store.matches import KeptMatch, Matches, StoredMatch, TimedLine
from boomtown.store.outages import Outages, Span, merged
from boomtown.store.parked import Cause, Parked
from boomtown.store.tables import TableInfo
from boomtown.web.rooms.clock import OFF, allowance, bank_of, window_time
from boomtown.web.rooms.pages import lead_of
from boomtown.web.rooms.standing import Standing, Stopped
from boomtown.web.rooms.wall import GameBroke, Wall

log = logging.getLogger(__name__)


class LiveMatch:
    """A match in memory, and the times that its clock needs."""

    def __init__(
        self, stored: StoredMatch, match: Match[Any], lines: list[TimedLine], outages: Outages
    ) -> None:
        self._outages = outages
        self.id = stored.id
        self.match = match
        self.chain = stored.chain
        """What the next answer is linked to."""
        self._since = stored.begun
        self.moment = 0
        self.banked: dict[Seat, int] = {}
        """Milliseconds of the bank that each seat has used up."""
        self.answered: dict[Seat, int] = {}
        """When each seat's player has last answered."""
        self.undone = 0
        """How many answers have been taken back so far: the log may have become shorter."""
        self.unsaved = 0.0
        """Seconds of the processor that were spent on answers since the last snapshot."""
        self.aside: int | None = None
        """After how many answers the match was last put aside."""
        self.script: Script | None = None
        """What the match teaches, if it is a lesson."""
        self._lead = (-1, 0, 0)
        """The lead of a question, with its moment and the length of the log then."""
        for line in lines:
            self.note(line)

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Something that loading would do again, if there is no new snapshot."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self.unsaved += time.thread_time() - begun

    def note(self, timed: TimedLine) -> None:
        """Takes the time of a line into account."""
        seat, by = timed.line.seat, timed.line.by
        self.chain = timed.chain
        if timed.moment != self.moment:  # a sealed answer taken back gives nobody more time
            self._since, self.moment = timed.at, timed.moment
        if by is By.UNDO:
            self.undone += 1
        self.banked[seat] = self.banked.get(seat, 0) + timed.bank
        if by is By.PLAYER:
            self.answered[seat] = timed.at

    @property
    def since(self) -> int:
        """When the present question was asked.

        Never later than now: a process whose clock was ahead may have written it down.
        """
        self._since = min(self._since, now())
        return self._since

    @property
    def lead(self) -> int:
        """Milliseconds before the clock of the present question runs: what led to it is shown."""
        moment, length = self.match.moment, len(self.match.log)
        if self._lead[:2] != (moment, length):
            self._lead = (moment, length, lead_of(self.match))
        return self._lead[2]

    def deadline(self, table: TableInfo, seat: Seat) -> int | None:
        """When the seat's time is up."""
        time = self.time(table)
        if time is None:
            return None
        away = table.seats[seat].vacation
        return self.time_up(table, time + self.bank_now(table.clock, seat), away)

    def time_up(self, table: TableInfo, length: int, away: Sequence[Span] = ()) -> int:
        """When the clock has run for so long since the present question was shown.

        It stands still while no house is open, and while whoever is asked is on vacation.
        """
        spans = merged([*self._outages.spans, *away]) if away else self._outages.spans
        return table.time_up(self.match.moment, self.since, self.lead + length, spans)

    def time(self, table: TableInfo) -> int | None:
        """Milliseconds for the present question; None where nobody is late."""
        prompt = self.match.prompt()
        if prompt is None or (prompt.seconds is None and self.match.strict):
            return None
        time = allowance(table.clock, prompt.seconds)
        if time is not None and self.match.hushed and prompt.seconds is not None:
            return window_time(table.clock, prompt.seconds)
        return time

    def _stood_still(self, table: TableInfo, at: int) -> int:
        return table.stood_still(self.match.moment, self.since, at, self._outages.spans)

    def bank_left(self, clock: str, seat: Seat) -> int:
        """What the seat may still take beyond the time of its questions."""
        return max(0, bank_of(clock) - self.banked.get(seat, 0))

    def bank_now(self, clock: str, seat: Seat) -> int:
        """What the seat may take beyond the time of the present question.

        Nothing, if the time of an answer must not tell, or if it is the game's own.
        """
        return 0 if self.match.hushed or self.match.strict else self.bank_left(clock, seat)

    def bank_used_now(self, table: TableInfo, seat: Seat, at: int) -> int:
        """What an answer at this time takes from the bank."""
        time = None if table.clock == OFF else self.time(table)
        if time is None:
            return 0
        beyond = at - self.since - self._stood_still(table, at) - self.lead - time
        return min(max(0, beyond), self.bank_now(table.clock, seat))


class Loader:
    """Brings matches from the database into memory, as far as they can go on."""

    def __init__(
        self, matches: Matches, journal: Journal, parked: Parked, outages: Outages, wall: Wall
    ) -> None:
        self._matches = matches
        self._journal = journal
        self._parked = parked
        self._outages = outages
        self._wall = wall
        self.prepare: Callable[[str], None] = lambda id: None
        """Who looks at a stored match before it is loaded: where an author is at work, its rules
        may have changed."""

    def unplayable(self, game: str) -> Stopped | None:
        """Why no match of a game can be played here."""
        try:
            find_game(game)
        except UnknownGame as error:
            return Stopped(Standing.GONE, game, problem=str(error))
        return None

    def load(self, id: str, *, playing: bool = True) -> LiveMatch | Stopped:
        """The match at its last moment, or why there is none to go on with.

        A match that is being played goes on under a new version of its game as a new chapter.
        """
        self.prepare(id)
        stored = self._matches.get(id)
        assert stored is not None, f"there is no match {id}"
        if (parked := self._parked.get(id)) is not None:
            version = self._matches.version(id)
            by_hand = parked.cause is Cause.CLOSED
            standing = Standing.CLOSED if by_hand else Standing.FAULTY
            return Stopped(standing, stored.game, version, parked.problem, number=parked.number)
        if (gone := self.unplayable(stored.game)) is not None:
            return structs.replace(gone, version=self._matches.version(id))
        game = find_game(stored.game)
        try:
            kept = self._matches.kept(stored)
        except Damaged as damage:
            return self._parked_at(stored, Cause.DAMAGE, damage, damage.good, game)
        begun = time.thread_time()
        try:
            match = self._wall.run(id, lambda: kept.resumed(game))
        except VersionMismatch as error:
            stopped = Stopped(Standing.OTHER_VERSION, stored.game, kept.chapter.version, str(error))
            if not playing or stored.ended is not None or game.upgrade is None:
                return stopped
            return self._begin_chapter(kept, game, stopped)
        except BoomtownError as error:
            cause = error.cause if isinstance(error, GameBroke) else Cause.FAULT
            return self._parked_at(stored, cause, error, kept.good, game)
        live = LiveMatch(stored, match, kept.lines, self._outages)
        live.unsaved, live.aside = time.thread_time() - begun, kept.aside
        live.script = self._script(stored, game)
        return live

    def _script(self, stored: StoredMatch, game: Game[Any, Any]) -> Script | None:
        """The lesson of a match; None where it is none, or where the lesson is another one now."""
        name = stored.heading.lesson
        if name is UNSET:
            return None
        try:
            script = self._wall.run(stored.id, lambda: script_of(game, name))
        except BoomtownError as error:
            log.error("the lesson %s of %s: %s", name, game.id, error, exc_info=error)
            return None
        return script if script is not None and script.begins(stored.heading.start) else None

    def _begin_chapter(
        self, kept: KeptMatch, game: Game[Any, Any], stopped: Stopped
    ) -> LiveMatch | Stopped:
        """The match as a new version of its game goes on with it; if it cannot, nothing is lost."""
        stored = kept.stored
        try:
            match, timed = self._wall.run(stored.id, lambda: kept.carried_over(game))
        except BoomtownError as error:
            log.error("match %s cannot go on with %s: %s", stored.id, game.version, error)
            return structs.replace(stopped, problem=str(error))
        number = match.number
        try:
            self._journal.append(stored.id, number - 1, timed, save(match, lines=False))
        except Overtaken:
            return self.load(stored.id)  # another process was quicker, and has gone on with it
        options = msgspec.to_builtins(match.options)
        if options != stored.heading.options:
            self._matches.change_options(stored.table, options)
        log.info("match %s goes on with %s %s", stored.id, game.id, game.version)
        live = LiveMatch(stored, match, [*kept.lines, timed], self._outages)
        live.aside = number
        return live

    def _parked_at(
        self,
        stored: StoredMatch,
        cause: Cause,
        error: BoomtownError,
        good: int,
        game: Game[Any, Any],
    ) -> Stopped:
        """Parks a match that cannot be loaded."""
        log.error("match %s is parked (%s): %s", stored.id, cause, error, exc_info=error)
        self._parked.park(stored.id, cause, str(error), number=good, version=game.version)
        played = self._matches.version(stored.id)
        return Stopped(Standing.FAULTY, stored.game, played, str(error), number=good)
