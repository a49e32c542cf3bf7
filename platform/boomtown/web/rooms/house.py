"""The house: what happens at a table without a player's hand.

It seats the bots, keeps the clocks, opens the envelopes of questions that must not tell by their
time (``Match.hushed``), and lets a bot stand in for whoever has gone away. Of all processes on one
database a single one is the house at a time; answers are numbered, so two would do no harm.
"""

from __future__ import annotations

import heapq
import logging
import secrets
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Condition, Thread

from boomtown import tally
from boomtown.bots.deal import thought_seed
from boomtown.bots.kinds import DEPUTY, RANDOM, can_play
from boomtown.bots.workers import BotWorkers
from boomtown.core.choice import Answer
from boomtown.core.errors import InvalidAnswer, Refused
from boomtown.core.record import By
from boomtown.core.seats import Seat, letter_of
from boomtown.core.snapshot import save
from boomtown.store.database import now
from boomtown.store.lead import Lead
from boomtown.store.outages import BEAT
from boomtown.store.patience import Patience
from boomtown.store.tables import SeatInfo, TableInfo
from boomtown.web.guard.pacing import Pacing
from boomtown.web.rooms.clock import OFF, thinking_time, window_time
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.rooms import Rooms
from boomtown.web.rooms.silences import SILENT_ROUNDS
from boomtown.web.rooms.sparing import hides, spared
from boomtown.web.rooms.standing import MatchStopped
from boomtown.workers import Numbers, PoolClosed, QueueFull, WorkFailed

RETRY = 2_000
LONGEST_RETRY = 15_000
"""Milliseconds after which a table that made trouble is looked at again."""
MOVED_ON = {
    "boomtown.answer.number",
    "boomtown.answer.overtaken",
    "boomtown.answer.over",
    "boomtown.answer.sealed",
    "boomtown.answer.turn",
    "boomtown.table.playing",
}
"""The rules that refuse an answer because of its time, not because of the bot."""
NOBODY: dict[Seat, Answer] = {}
"""Nobody need not be asked."""
log = logging.getLogger(__name__)


class House:
    """Watches over all tables."""

    def __init__(
        self, rooms: Rooms, workers: BotWorkers, lead: Lead, pace: int, pacing: Pacing
    ) -> None:
        self._rooms = rooms
        self._workers = workers
        self._lead = lead
        self._pace = pace
        self._pacing = pacing
        self._due: list[tuple[int, str]] = []
        self._next: dict[str, int] = {}
        """By table, the entry that counts; others of the same table are out of date."""
        self._thinking: set[tuple[str, int, Seat]] = set()
        self._troubled: dict[str, int] = {}
        """By table, how often in a row it could not be served."""
        self._failures: dict[str, int] = {}
        """By table, how often in a row a bot's answer could not be written down."""
        self._trouble = Patience("the house")
        self._opening = True
        """Whether nobody was the house before, or somebody else."""
        self._beaten = 0
        self._all_again = False
        self._closed = False
        self._bell = Condition()
        self._thread: Thread | None = None
        self.beats = 0
        """How often it has said that it lives."""
        self.table_failures = 0
        self.tend_pauses: Callable[[Room, LiveMatch], int | None] = lambda room, live: None
        """Begins and ends pauses at a table, and says when to look again."""
        self.is_lost: Callable[[Room, SeatInfo], bool] = lambda room, place: False
        """Whether somebody has lost the connection, and is not about to come back."""
        self.call: Callable[[Room, LiveMatch, list[Seat]], int | None] = lambda *_: None
        """Calls those whom a table waits for, and says when to look again."""
        self.chores: list[Callable[[], None]] = []
        """Short things that are done between two tables, and never fail."""
        self.rounds: Callable[[], None] = lambda: None
        """Something like it for every process, whether it leads or not."""
        rooms.on_move = self.look
        rooms.on_everything = self.look_everywhere

    @property
    def failures(self) -> int:
        """How often the house itself has failed."""
        return self._trouble.failures

    def start(self) -> None:
        """Opens the house."""
        self._thread = Thread(target=self._run, name="house", daemon=True)
        self._thread.start()

    def start_bots(self) -> None:
        """Starts the processes of the bots before there is work: whoever leads has it soon."""
        self._workers.start_early()

    def rest(self) -> None:
        """Takes up no more work; what is under way goes on."""
        with self._bell:
            self._closed = True
            self._bell.notify()

    def close(self) -> None:
        """Closes it; tables stay as they are."""
        self.rest()
        if self._thread is not None:
            self._thread.join(RETRY / 1000)
        self._workers.close()
        self._lead.close()

    @property
    def bots(self) -> Numbers:
        """How the workers are doing that think for bots."""
        return self._workers.numbers()

    def look(self, code: str, at: int = 0) -> None:
        """Notes that a table needs a look, now or at some time."""
        with self._bell:
            if self._next.get(code, at + 1) > at:
                self._next[code] = at
                heapq.heappush(self._due, (at, code))
                self._bell.notify()

    def look_everywhere(self) -> None:
        """Notes that every table needs a look: something may have been missed."""
        with self._bell:
            self._all_again = True
            self._bell.notify()

    def _run(self) -> None:
        while not self._closed:
            try:
                self.rounds()
                if self._lead.held():
                    self._keep_open()
                else:
                    self._opening = True
                    self._rest(RETRY / 1000)
            except Exception:  # the disk is full, the database is gone: it may come back
                tally.HOUSE_FAILURES.add()
                self._rest(self._trouble.failed())

    def _rest(self, seconds: float) -> None:
        with self._bell:
            if not self._closed:
                self._bell.wait(seconds)

    def _keep_open(self) -> None:
        """Takes up every match that goes on, and serves the tables while this process leads."""
        self._beat()
        self._all_again = True
        while not self._closed and self._lead.held():
            if now() - self._beaten >= BEAT:
                self._beat()
            if self._all_again:
                self._all_again = False
                for table in self._rooms.tables.playing():
                    if not table.deserted:
                        self.look(table.code)
            self._trouble.fine()
            self.rounds()
            for chore in self.chores:
                chore()
            self._serve_next()

    def _beat(self) -> None:
        """Says that the house lives. Where it did not, the clocks have stood still."""
        at = now()
        self._rooms.outages.beat(opening=self._opening)
        self._opening, self._beaten = False, at
        self.beats += 1
        tally.HOUSE_BEATS.add()

    def _serve_next(self) -> None:
        with self._bell:
            wait = (self._due[0][0] - now()) / 1000 if self._due else RETRY / 1000
            if wait > 0:
                if not self._all_again:
                    self._bell.wait(min(wait, RETRY / 1000))
                return
            due, code = heapq.heappop(self._due)
            if self._next.get(code) != due:
                return
            del self._next[code]
        try:
            room = self._rooms.get(code)
            if room is not None:
                self._serve(room)
            self._troubled.pop(code, None)
        except MatchStopped:
            pass  # it is parked, and everybody there has been told
        except Exception:  # one broken table must not stop the others
            self._failed(code, self._troubled)

    def _failed(self, code: str, counts: dict[str, int]) -> None:
        """A table is looked at again, later each time."""
        tally.HOUSE_FAILURES.add()
        self.table_failures += 1
        times = counts[code] = counts.get(code, 0) + 1
        if times & (times - 1) == 0:  # the first, second, fourth, eighth time...
            log.exception("table %s (%d in a row)", code, times)
        self.look(code, now() + min(LONGEST_RETRY, RETRY * 2 ** min(times - 1, 10)))

    def _serve(self, room: Room) -> None:
        with room.lock:
            live = room.live
            if live is None:
                return
            if live.match.outcome is not None:
                if room.table.phase != "ended":
                    room.finish()
                return
            free = room.shown(live, partial(work_out, room.table, live))
            pause = self.tend_pauses(room, live)
            call = None
            if room.table.paused is not None or room.table.deserted:
                again = None  # what bots have thought meanwhile is thought anew
            elif live.match.hushed:
                again = self._keep_window(room, live, free)
            else:
                waited = [seat for seat in live.match.asked() if seat not in free]
                call = self.call(room, live, waited)
                again = self._keep_question(room, live, free)
        for at in (pause, call, again):
            if at is not None:
                self.look(room.code, at)

    # --- questions that everybody sees ----------------------------------------------------------

    def _keep_question(
        self, room: Room, live: LiveMatch, free: dict[Seat, Answer] = NOBODY
    ) -> int | None:
        """Bots answer, clocks run out. Says when to look again.

        ``free`` has the answers of those who need not be asked.
        """
        table, later, late = room.table, [], []
        for seat in live.match.asked():
            place = table.seats[seat]
            if seat in free:
                due = live.since + self._showing(room, live)
                if now() >= due:
                    room.spare(seat, free[seat])
                    return now()
                later.append(due)
            elif place.played_by_bot:
                due = max(self._shown(room, live), now() + self._held_back(table))
                if now() >= due:
                    self._think(room, live, place)
                else:
                    later.append(due)
            elif (deadline := live.deadline(table, seat)) is not None:
                if now() < deadline:
                    later.append(deadline)
                else:
                    late.append(place)
        if late:
            with room.together():  # the match moves on for everybody at once, and rings again
                for place in late:
                    self._too_late(room, live, place)
        return min(later, default=None)

    def _shown(self, room: Room, live: LiveMatch) -> int:
        """When a bot may answer: the table has been shown what happened, and a moment has passed.

        Where bots take no time, they do not wait for pictures either.
        """
        hurried = room.showing.is_hurried(room.table, live)
        return live.since + self._showing(room, live) + (0 if hurried else self._pace)

    def _showing(self, room: Room, live: LiveMatch) -> int:
        """Milliseconds for which the table is shown what led to the present question."""
        if not self._pace or room.showing.is_hurried(room.table, live):
            return 0
        looking = any(watcher.sits for watcher in room.watchers)
        return room.showing.wait(room.table, live, looking=looking)

    def _held_back(self, table: TableInfo) -> int:
        """Milliseconds for which bots must wait: theirs is the lane of whoever made the table."""
        return int(1000 * self._pacing.wait(owner_of(table)))

    def _too_late(self, room: Room, live: LiveMatch, place: SeatInfo) -> None:
        """The default is the answer; a bot stands in for whoever is gone (boomtown.table.away)."""
        lost = self.is_lost(room, place)
        rounds = room.silences.note(live, place.number, now())
        room.time_out(place.number)
        if place.player is None or live.match.outcome is not None:
            return
        if lost or rounds >= SILENT_ROUNDS:
            note = "lost" if lost else "late"
            self._rooms.tables.note(room.code, place.player, place.name, note)
            self._rooms.tables.leave(room.code, place.player, DEPUTY)

    # --- questions whose time must tell nothing --------------------------------------------------

    def _keep_window(
        self, room: Room, live: LiveMatch, free: dict[Seat, Answer] = NOBODY
    ) -> int | None:
        """Collects sealed answers, and opens them all at once. Says when to look again.

        Among people a window lasts its whole time, whoever could act; with one person it closes
        as soon as everybody has answered and what led to it is shown.
        """
        table, match = room.table, live.match
        timed = hides(table, match) or match.lasting
        sealed = self._rooms.matches.envelopes(live.id, match.moment)
        missing = [seat for seat in match.asked() if seat not in sealed]
        for seat in missing.copy():
            place = table.seats[seat]
            if place.played_by_bot:
                self._think(room, live, place)
            elif seat in free:
                missing.remove(seat)
        prompt = match.prompt()
        seconds = prompt.seconds or 0 if prompt is not None else 0
        whole = live.time_up(table, window_time(table.clock, seconds))
        closing = whole if timed else live.since + self._showing(room, live)
        if now() < closing:
            return closing
        runs_out = timed or table.clock != OFF
        if missing and not (runs_out and now() >= whole):
            return whole if runs_out and now() < whole else None
        with self._rooms.matches.closing(live.id), room.together():
            sealed = self._rooms.matches.envelopes(live.id, match.moment)  # all there will be
            for seat in match.asked():
                if seat in sealed:
                    by = By.BOT if table.seats[seat].played_by_bot else By.PLAYER
                    room.open_envelope(seat, sealed[seat], by)
                elif seat in free:
                    room.spare(seat, free[seat])
                else:
                    room.time_out(seat)
        return None

    # --- bots -----------------------------------------------------------------------------------

    def _think(self, room: Room, live: LiveMatch, place: SeatInfo) -> None:
        """Hands the table to a bot, once a question."""
        key = (live.id, live.match.moment, place.number)
        if key in self._thinking:
            return
        if written := _written(room, live, place.number):
            self._thinking.add(key)
            thought: Future[Answer] = Future()
            thought.add_done_callback(partial(self._take_aside, room, key))
            thought.set_result(written[0])
            return
        kind = place.bot if place.bot and can_play(room.game, place.bot) else RANDOM
        owner = owner_of(room.table)
        try:
            with self._pacing.charged(owner):
                thought = self._workers.think(
                    room.game.id,
                    save(live.match, lines=False),
                    place.number,
                    kind,
                    _thoughts(room.table, live, place.number),
                    owner=owner,
                    thinking=thinking_time(room.table.thinking, room.table.clock),
                    mind=f"{live.id} {place.number}",
                )
        except QueueFull:
            self.look(room.code, now() + RETRY)
            return
        self._thinking.add(key)
        thought.add_done_callback(partial(self._take_aside, room, key))

    def _take_aside(self, room: Room, key: tuple[str, int, Seat], thought: Future[Answer]) -> None:
        """A slow database must not hold up the worker: it has other bots to think for."""
        Thread(target=self._thought, args=(room, key, thought), name="thought", daemon=True).start()

    def _thought(self, room: Room, key: tuple[str, int, Seat], thought: Future[Answer]) -> None:
        """A bot's answer is here, or none will come: then the rule's default is the answer."""
        _, moment, seat = key
        self._thinking.discard(key)
        if thought.cancelled() or isinstance(thought.exception(), PoolClosed):
            return
        try:
            with room.lock, self._pacing.charged(owner_of(room.table)):
                self._answer(room, moment, seat, thought)
            self._failures.pop(room.code, None)
        except MatchStopped:
            pass  # its table has been told
        except Refused:
            self.look(room.code)  # meanwhile the match has moved on: taken back, or elsewhere
        except Exception:  # the disk is full, the database is gone: the table must not stand still
            self._failed(room.code, self._failures)

    def _answer(self, room: Room, moment: int, seat: Seat, thought: Future[Answer]) -> None:
        error: Exception | None = None
        try:
            room.answer(seat, thought.result(), number=moment, by=By.BOT)
        except WorkFailed as failure:  # too slow, or broken
            error = failure
        except InvalidAnswer as failure:
            error = failure
        except Refused as failure:
            if isinstance(failure, MatchStopped) or failure.refusal.rule in MOVED_ON:
                raise
            error = failure
        if error is not None:
            log.error("bot at %s, seat %s: %s", room.code, letter_of(seat), error)
            room.default(seat, number=moment)


def _thoughts(table: TableInfo, live: LiveMatch, seat: Seat) -> bytes:
    """With what chance a bot thinks: in the deal of the day with the same for everybody."""
    if table.deal is None:
        return secrets.token_bytes(32)
    return thought_seed(table.seed, live.match.moment, seat)


def _written(room: Room, live: LiveMatch, seat: Seat) -> list[Answer]:
    """What a lesson has the seat answer, alone in a list; nothing where it does not say."""
    script = live.script
    return [] if script is None else room.shown(live, lambda: script.answer(live.match, seat))


def owner_of(table: TableInfo) -> str:
    """On whose account the bots of a table think."""
    return table.origin or table.host


def work_out(table: TableInfo, live: LiveMatch) -> dict[Seat, Answer]:
    """What the game asks of whom: worked out once behind the wall, it is remembered.

    The answers of those who need not be asked.
    """
    live.match.prompt()
    found = {seat: spared(table, live.match, seat) for seat in live.match.asked()}
    return {seat: answers[0] for seat, answers in found.items() if answers}
