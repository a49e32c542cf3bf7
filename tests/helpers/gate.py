"""How many matches a trick is given to show that it wins too often, and what is too often."""

from __future__ import annotations

import os

from boomtown.testing import Standing

MOST = 1.2
"""So many times its fair share a trick may win."""
ENOUGH = 1_000
"""Matches after which the share itself is judged; after fewer, only what is sure of it."""
MATCHES = int(os.environ.get("BOOMTOWN_MATCHES", "100"))
"""Of each trick in the long runs; ``BOOMTOWN_MATCHES=1000 make soak`` takes some hours."""


def pass_gate(standing: Standing, who: str = "") -> None:
    """Fails if a trick wins too often."""
    share = standing.times if standing.matches >= ENOUGH else standing.interval[0]
    assert share <= MOST, f"{who}: {standing}"


def pass_comparison(mended: Standing, before: Standing, who: str = "") -> None:
    """Fails if bots are worse than those of before: the intervals do not even touch.

    After enough matches they must have won more often.
    """
    told = f"{who}: {mended}; before: {before}"
    assert mended.interval[1] >= before.interval[0], told
    assert mended.matches < ENOUGH or mended.times > before.times, told
