"""The clock of a table: how long a question may take, and the bank for slow moments.

The rules know no time; they only hint how long a person should need.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from boomtown.core.match import Match
from boomtown.core.step import SealedAsk

OFF = "off"
USUAL_SECONDS = 45
"""For a question that gives no hint."""


LONGEST_WINDOW = 200
"""Per cent: everybody waits for a window to close, however slow the clock of the table is."""


class Clock(Struct, frozen=True):
    """One of the clocks that a table may choose."""

    percent: int
    """How much of the hinted time there is."""
    bank: int
    """Milliseconds that a player may take beyond it, in a whole match."""
    fixed: int | None = None
    """The same time for every question, whatever the hint."""


CLOCKS: dict[str, Clock | None] = {
    OFF: None,
    "quick": Clock(60, 60_000),
    "standard": Clock(100, 180_000),
    "relaxed": Clock(200, 300_000),
    "slow": Clock(500, 600_000),
    "day": Clock(100, 0, fixed=24 * 60 * 60 * 1000),
}


THINKING: dict[str, float] = {"brief": 0.3, "usual": 1.0, "long": 3.0}
"""The times that marshals may be given for an answer, in seconds."""
HURRY = 3
"""At tables with the quick clock they have so many times less."""


def thinking_time(name: str, clock: str) -> float:
    """For how many seconds a marshal looks ahead."""
    seconds = THINKING.get(name, THINKING["usual"])
    return seconds / HURRY if clock == "quick" else seconds


def allowance(name: str, seconds: int | None) -> int | None:
    """Milliseconds for a question; None where nobody is late."""
    clock = CLOCKS[name]
    if clock is None:
        return None
    if clock.fixed is not None:
        return clock.fixed
    return (USUAL_SECONDS if seconds is None else seconds) * 10 * clock.percent


def window_time(name: str, seconds: int) -> int:
    """Milliseconds for a window that lasts as long as its game says; longer with a long clock."""
    clock = CLOCKS[name]
    percent = 100 if clock is None or clock.fixed is not None else clock.percent
    return 10 * seconds * min(LONGEST_WINDOW, max(100, percent))


def bank_of(name: str) -> int:
    """The whole bank of a player at the start."""
    clock = CLOCKS[name]
    return 0 if clock is None else clock.bank


def is_window(match: Match[Any]) -> bool:
    """Whether several answer at once, in a time that is the game's own or must tell nothing."""
    if match.outcome is not None:
        return False
    return match.hushed or (match.strict and isinstance(match.agenda[-1], SealedAsk))
