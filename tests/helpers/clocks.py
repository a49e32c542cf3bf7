"""A clock that tests turn."""

from __future__ import annotations

import time

import pytest

from boomtown.store import siteclock
from boomtown.store.outages import BEAT
from boomtown.store.siteclock import SiteClock
from boomtown.web.site import Site
from sites import eventually


class Time:
    """The wall's clock and the steady one, both turned by hand; the site uses them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self.wall = 0
        """Milliseconds by which the wall's clock is ahead of the true one."""
        self.ahead = 0
        """The same of the steady one."""
        self.start()

    def start(self) -> SiteClock:
        """The clock of a process that starts now."""
        clock = SiteClock(
            lambda: time.time_ns() + (self.wall + self.ahead) * 1_000_000,
            lambda: time.monotonic_ns() + self.ahead * 1_000_000,
        )
        self._monkeypatch.setattr(siteclock, "CLOCK", clock)
        return clock

    def run(self, site: Site, milliseconds: int) -> None:
        """Lets time go by for an open house, so slowly that it does not think it was away."""
        while milliseconds > 0:
            self.ahead += BEAT
            milliseconds -= BEAT
            beats = site.house.beats
            site.house.look_everywhere()
            eventually(lambda beats=beats: site.house.beats > beats)  # type: ignore[misc]
