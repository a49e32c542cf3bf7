"""How much of the process one address may have, whatever it asks for.

A web process does one thing at a time, so what one visitor's page costs, all others wait for.
Whatever is done for an address is timed, and paid for out of its lane's purses afterwards. While
those are empty its next request or order waits, asleep, before anything is done for it. Nobody is
refused for that, unless the wait would be a long one (boomtown.site.pace). An address that has had
much lately gets what it may have while nobody else has anything to do (``leisure``).
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import greenlet  # type: ignore[import-untyped]  # it has no types

from boomtown import tally
from boomtown.core.errors import Refusal
from boomtown.web.guard.budget import GLANCES, Limit, Purse, TooMany
from boomtown.web.guard.leisure import rest

SUSTAINED = Limit(2_000, 12_000)
"""Milliseconds of the processor: so much at once, then so much a minute, a fifth of it.

A family shares an address: a table of theirs with bots takes less than that."""
PEAK = Limit(50, 24_000)
"""The same from one moment to the next, so that others have their turn in between."""
AT_ONCE = 300
"""Milliseconds of those at once for which nobody else goes first: a page with all it needs."""
LONGEST_WAIT = 10.0
FIRST_GUESS = 3.0
"""Milliseconds that the first request of an address is taken for."""
LEARNING = 0.2
"""How much the last request counts for the guess at the next one."""
MOST_LANES = 20_000


# --- how long it takes --------------------------------------------------------------------------


class Spell:
    """What something has taken of the processor, without the time in which others ran.

    Time on the wall's clock would charge a visitor for a machine that is busy with other things.
    """

    __slots__ = ("_since", "_spent")

    def __init__(self) -> None:
        self._spent = 0.0
        self._since = time.thread_time()

    def pause(self, at: float) -> None:
        """Somebody else runs."""
        self._spent += at - self._since

    def go_on(self, at: float) -> None:
        """It runs again."""
        self._since = at

    def milliseconds(self) -> float:
        """How long it has run until now, for the one who runs."""
        return (self._spent + time.thread_time() - self._since) * 1000


_running: dict[Any, Spell] = {}  # greenlets have no types
"""By greenlet, what it does for somebody."""


def watch_switches() -> None:
    """Notes from now on when greenlets of this thread take turns. Without, all of it counts."""
    greenlet.settrace(_switched)


def _switched(_event: str, greenlets: tuple[Any, Any]) -> None:
    origin, target = greenlets
    leaves, comes = _running.get(origin), _running.get(target)
    if leaves is not None or comes is not None:
        at = time.thread_time()
        if leaves is not None:
            leaves.pause(at)
        if comes is not None:
            comes.go_on(at)


# --- who waits ----------------------------------------------------------------------------------


class Lane:
    """What is done for one address, and how much of it there was."""

    __slots__ = ("guess", "purses")

    def __init__(self, at: float) -> None:
        self.purses = Purse(SUSTAINED, at), Purse(PEAK, at)
        self.guess = FIRST_GUESS

    def wait(self, at: float) -> float:
        """Seconds until something may be done for the address."""
        return max(purse.wait(0, at) for purse in self.purses)

    def had_much(self) -> bool:
        """Whether others go first, as of the last look."""
        return self.purses[0].left < SUSTAINED.burst - AT_ONCE

    def take(self, milliseconds: float) -> None:
        """Pays, also with what is not there yet."""
        for purse in self.purses:
            purse.left -= milliseconds

    def learn(self, milliseconds: float) -> None:
        """The next one is likely to take as long as the last ones."""
        self.guess += LEARNING * (milliseconds - self.guess)

    def is_free(self, at: float) -> bool:
        """Whether it is like a new one."""
        return all(purse.is_full(at) for purse in self.purses)


class Turn:
    """Something that is being done for an address."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._guess = lane.guess
        self._who = greenlet.getcurrent()
        lane.take(self._guess)

    def begin(self) -> None:
        """From now on time counts."""
        _running[self._who] = Spell()

    def end(self) -> None:
        """Pays for the time it has really taken; once is enough."""
        spell = _running.pop(self._who, None)
        if spell is not None:
            taken = spell.milliseconds()
            self._lane.take(taken - self._guess)
            self._lane.learn(taken)


class Pacing:
    """The lanes of all addresses."""

    def __init__(
        self,
        *,
        limited: bool,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = lambda seconds: time.sleep(seconds),
        rest: Callable[[], None] = rest,
    ) -> None:
        self._limited = limited
        self._clock = clock
        self._sleep = sleep
        self._rest = rest
        self._lanes: OrderedDict[str, Lane] = OrderedDict()

    def __len__(self) -> int:
        return len(self._lanes)

    def enter(self, address: str) -> Turn | None:
        """Waits until something may be done for an address; whoever does it ends the turn."""
        if not self._limited:
            return None
        at = self._clock()
        lane = self._lane(address, at)
        wait = lane.wait(at)
        if wait > LONGEST_WAIT:
            tally.REFUSALS.add("time")
            seconds = int(wait) + 1
            raise TooMany(Refusal("boomtown.site.pace", seconds=seconds), seconds)
        turn = Turn(lane)  # whoever comes next waits longer: they do not all begin at once
        if wait:
            tally.WAITS.add()
            self._sleep(wait)
        if lane.had_much():
            self._rest()
        turn.begin()
        return turn

    @contextmanager
    def turn(self, address: str) -> Iterator[None]:
        """The same around a block."""
        turn = self.enter(address)
        try:
            yield
        finally:
            if turn is not None:
                turn.end()

    def wait(self, address: str) -> float:
        """Seconds until something may be done for an address, for somebody who comes again then."""
        at = self._clock()
        lane = self._lanes.get(address)
        return 0.0 if lane is None else lane.wait(at)

    @contextmanager
    def charged(self, address: str) -> Iterator[None]:
        """A block that cannot wait; it is paid for all the same."""
        turn = Turn(self._lane(address, self._clock())) if self._limited else None
        if turn is not None:
            turn.begin()
        try:
            yield
        finally:
            if turn is not None:
                turn.end()

    def _lane(self, address: str, at: float) -> Lane:
        lane = self._lanes.get(address)
        if lane is None:
            for _ in range(GLANCES):
                self._forget_one(at)
            lane = self._lanes[address] = Lane(at)
        else:
            self._lanes.move_to_end(address)
        return lane

    def _forget_one(self, at: float) -> None:
        for oldest, lane in self._lanes.items():
            if len(self._lanes) >= MOST_LANES or lane.is_free(at):
                del self._lanes[oldest]
            return
