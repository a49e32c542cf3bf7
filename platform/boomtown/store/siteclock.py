"""The time of the site: the wall's when the process starts, and from there on a steady one.

A wall clock that is put forward or back while the site runs therefore changes nothing. Of several
processes, the one that leads sets the time; the others follow what they hear of it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

HEARD = 8
"""How many of the leader's times count: the one that was on its way for the least time is right."""
FAR_AHEAD = 10_000
"""Milliseconds that are too long to stand still for: the clock is put back instead."""


class SiteClock:
    """Counts milliseconds of the Unix epoch.

    It runs back only where it was far ahead of the leader's when the process started.
    """

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._steady = steady
        self._begun = (wall() - steady()) // 1_000_000
        """What the steady clock must be put forward by."""
        self._last = 0
        self._heard: deque[int] = deque(maxlen=HEARD)

    def now(self) -> int:
        """The time; while it is ahead of the leader's it stands still."""
        self._last = at = max(self._last, self._ticks() + self._begun)
        return at

    def not_before(self, at: int) -> int:
        """Puts the clock forward to a time, if it is behind; by how much it was."""
        behind = max(0, at - self.now())
        self._begun += behind
        return behind

    def follow(self, at: int) -> None:
        """Hears what time it is where the house is."""
        self._heard.append(at - self._ticks())
        self._begun = max(self._heard)
        if self._last - self._ticks() - self._begun > FAR_AHEAD:
            self._last = 0

    def _ticks(self) -> int:
        return self._steady() // 1_000_000


CLOCK = SiteClock()


def now() -> int:
    """The time in milliseconds of the Unix epoch."""
    return CLOCK.now()
