"""Tables full of players: as fast as the server can, or at a steady pace.

Every seat of every table has its own socket. At each table that plays, the seat that is asked
answers: in ``saturate`` as soon as it sees the question, in ``pace`` when chance says so. When a
match ends, a waiting table takes its place, so that the same number of tables plays all the time.
"""

from __future__ import annotations

import gc
import random  # noqa: TID251 - when people answer is no part of a match
import select
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from msgspec import Struct

from .wire import WebSocket

STUCK_SECONDS = 10.0
"""A server that tells nobody anything for so long has lost an answer."""
MOST_EVENTS = 1024


class Stuck(Exception):
    """The load cannot go on."""


class Update(Struct):
    """What a seat learns from a message."""

    number: int
    """The state's number: how many answers went before it."""
    answer: bytes | None
    """What the seat sends now if it is asked."""
    over: bool


class Seat:
    """One player, with a socket."""

    __slots__ = ("key", "number", "seen", "socket", "table")

    def __init__(self, table: Table, number: int, key: str, socket: WebSocket) -> None:
        self.table = table
        self.number = number
        self.key = key
        """What proves to the server that the seat is theirs."""
        self.socket = socket
        self.seen = 0
        """The number of the last state that it knows."""


class Table:
    """One match, and who is asked in it."""

    __slots__ = ("answered", "asked", "code", "over", "playing", "seats")

    def __init__(self, code: str) -> None:
        self.code = code
        self.seats: list[Seat] = []
        self.asked: tuple[Seat, Update] | None = None
        self.answered: dict[int, tuple[Seat, float]] = {}
        """Who answered the question of a number, and when."""
        self.playing = False
        self.over = False


class Target(ABC):
    """A server under load."""

    name: str

    @abstractmethod
    def cpu_seconds(self) -> float:
        """The processor time that the server has used so far."""

    @abstractmethod
    def table(self) -> Table:
        """A new table whose match has begun, every seat with its socket."""

    @abstractmethod
    def read(self, seat: Seat, message: bytes) -> Update | None:
        """What a message means to a seat; None if it is not about the match."""


class Figures(Struct):
    """What was measured in one window."""

    seconds: float
    moves_per_second: float
    p50_ms: float
    """From an answer on its way to the news at another seat of the table."""
    p99_ms: float
    updates_per_move: float
    """How many seats hear of a move: all of them, unless a server leaves some out."""
    server_busy: float
    """Share of a core."""
    driver_busy: float
    """Share of a core; a driver near 1 would measure itself."""
    lag_ms: float = 0.0
    """How late the driver itself was with an answer, 99 of 100 times at most; only when paced."""


class Counts:
    """What happens in a window."""

    def __init__(self, target: Target) -> None:
        self.moves = 0
        self.updates = 0
        self.latencies: list[float] = []
        self.lags: list[float] = []
        self._target = target
        self._began = time.perf_counter()
        self._driver = time.process_time()
        self._server = target.cpu_seconds()

    def figures(self) -> Figures:
        spent = time.perf_counter() - self._began
        driver = time.process_time() - self._driver
        server = self._target.cpu_seconds() - self._server
        if not self.latencies:
            raise Stuck(f"{self._target.name}: nothing happened in {spent:.1f} s")
        return Figures(
            seconds=spent,
            moves_per_second=self.moves / spent,
            p50_ms=percentile(self.latencies, 50) * 1000,
            p99_ms=percentile(self.latencies, 99) * 1000,
            updates_per_move=self.updates / self.moves,
            server_busy=server / spent,
            driver_busy=driver / spent,
            lag_ms=percentile(self.lags, 99) * 1000,
        )


def percentile(figures: list[float], percent: int) -> float:
    """What so many of a hundred figures do not exceed."""
    return sorted(figures)[len(figures) * percent // 100] if figures else 0.0


class Load:
    """So many tables playing at a time, and some that wait for a match to end."""

    def __init__(self, target: Target, playing: int, waiting: int) -> None:
        gc.disable()  # a pause of the driver would look like one of the server
        self._target = target
        self._tables: list[Table] = []
        self._seats: dict[int, Seat] = {}
        self._epoll = select.epoll()
        self._eager = False
        self._missing = 0
        """How many tables fewer play than should."""
        self._ready: list[Table] = []
        """Playing tables where somebody is asked."""
        self._news = time.perf_counter()
        self._counts = Counts(target)
        for _ in range(playing + waiting):
            self._add(target.table())
        self._waiting = self._tables[playing:]
        while not all(table.asked for table in self._tables):
            self._poll()
        for table in self._tables[:playing]:
            self._play(table)

    def _add(self, table: Table) -> None:
        self._tables.append(table)
        for seat in table.seats:
            self._seats[seat.socket.fileno()] = seat
            self._epoll.register(seat.socket.fileno(), select.EPOLLIN)
        self._poll(0)  # a server may ask whether those who came first are still there

    def refill(self, waiting: int, *, abandoned: int = 0) -> list[Table]:
        """Leaves tables whose match is over, and lets new ones wait in their place.

        Also leaves so many whose match is not. Gives those that are over.
        """
        over = [table for table in self._tables if table.over]
        for table in over:
            self._leave(table)
        for _ in range(abandoned):
            self._leave(self._waiting.pop())
        while len(self._waiting) < waiting:
            table = self._target.table()
            self._add(table)
            self._waiting.append(table)
        while not all(table.asked for table in self._waiting):
            self._poll()
        self._news = time.perf_counter()
        while self._missing and self._waiting:
            self._seat_next()
        gc.collect()
        return over

    def _leave(self, table: Table) -> None:
        self._tables.remove(table)
        for seat in table.seats:
            self._epoll.unregister(seat.socket.fileno())
            del self._seats[seat.socket.fileno()]
            seat.socket.close()

    def _seat_next(self) -> None:
        """A table begins whose turn would have been before, had it been there."""
        self._play(self._waiting.pop())
        self._missing -= 1

    def close(self) -> None:
        self._epoll.close()
        for seat in self._seats.values():
            seat.socket.close()
        gc.enable()

    # --- the two ways ------------------------------------------------------------------------

    def saturate(self, warm_up: float, seconds: float) -> Figures:
        """Every table always has one answer on its way."""
        self._eager = True
        for table in self._ready:
            self._answer(table)
        return self._window(warm_up, seconds, self._poll)

    def pace(self, rate: float, warm_up: float, seconds: float) -> Figures:
        """So many answers a second from all tables together, at moments that chance picks."""
        chance = random.Random(rate)
        due = time.perf_counter()

        def step() -> None:
            nonlocal due
            while (early := due - time.perf_counter()) <= 0:
                self._counts.lags.append(-early)
                due += chance.expovariate(rate)
                if self._ready:
                    self._answer(self._ready.pop(chance.randrange(len(self._ready))))
            self._poll(early)

        return self._window(warm_up, seconds, step)

    def _window(self, warm_up: float, seconds: float, step: Callable[[], None]) -> Figures:
        """What happens after the warm-up, as long as enough tables are left to play."""
        for length in (warm_up, seconds):
            self._counts = Counts(self._target)
            end = time.perf_counter() + length
            while not self._missing and time.perf_counter() < end:
                step()
        return self._counts.figures()

    # --- what happens at the tables ------------------------------------------------------------

    def _poll(self, seconds: float = STUCK_SECONDS) -> None:
        events = self._epoll.poll(seconds, MOST_EVENTS)
        for place, _ in events:
            seat = self._seats[place]
            messages = seat.socket.receive()
            now = time.perf_counter()
            for message in messages:
                update = self._target.read(seat, message)
                if update is not None:
                    self._arrived(seat, update, now)
        if events:
            self._news = time.perf_counter()
        elif time.perf_counter() - self._news > STUCK_SECONDS:
            raise Stuck(f"{self._target.name}: no news for {STUCK_SECONDS:.0f} s")

    def _arrived(self, seat: Seat, update: Update, now: float) -> None:
        table = seat.table
        known = table.asked is not None and update.number <= seat.seen
        if update.number > seat.seen:
            self._counts.updates += 1
            for number in range(seat.seen, update.number):
                if number not in table.answered:
                    continue  # it was settled before anybody of ours was asked
                who, sent = table.answered[number]
                if who is seat:
                    self._counts.moves += 1
                else:
                    self._counts.latencies.append(now - sent)
            seat.seen = update.number
        if update.answer is not None and not known:
            table.asked = seat, update
            if table.playing:
                self._play(table)
        elif update.over and not table.over:
            table.over = True
            if self._waiting:
                self._play(self._waiting.pop())
            else:
                self._missing += 1

    def _play(self, table: Table) -> None:
        table.playing = True
        if self._eager:
            self._answer(table)
        else:
            self._ready.append(table)

    def _answer(self, table: Table) -> None:
        assert table.asked is not None, "only a table where somebody is asked comes here"
        seat, update = table.asked
        assert update.answer is not None, "only who is asked answers"
        table.answered[update.number] = seat, time.perf_counter()
        seat.socket.send(update.answer)
