"""The figures of a review, as plain data: they are stored, drawn and read out from this."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from boomtown.core.choice import Answer
from boomtown.core.game import WHOLE
from boomtown.core.log import Entry
from boomtown.core.seats import Seat

MOST_TURNINGS = 5
"""Turning points that are told."""
SURE = 2.0
"""Standard errors from which on a difference is more than noise."""
LEAST_SWING = WHOLE // 20
"""A turning point moves somebody's chance at least so far."""


class Effort(Struct, frozen=True, kw_only=True):
    """How much is played for each figure. All of it are numbers of tables, so that the same match
    always has the same review."""

    far: int = 96
    """Tables for a point of the curve that are played to their end."""
    near: int = 40
    """The same, where they are only played to the next calm point."""
    luck: int = 120
    """Tables before and after a roll, to the next calm point."""
    deals: int = 60
    """Other set-ups, to which the deal is compared."""
    first: int = 120
    """Tables for all answers to one question."""
    second: int = 320
    """Tables for the given answer and the best one, of the largest decisions."""
    longest: int = 250
    """Answers after which a match is called long: it is not played to its end."""


class Luck(Struct, frozen=True):
    """What chance did to everybody, against what was to be expected just before."""

    change: list[int]
    """By seat, of ``WHOLE``."""
    error: list[int]
    """The standard errors of that."""


class Point(Struct, frozen=True):
    """How likely everybody wins after so many lines of the record."""

    line: int
    worth: list[int]
    """By seat, of ``WHOLE``."""
    error: list[int]
    luck: Luck | None = None
    """What the dice of the last answer did, where any were cast."""


class Turning(Struct, frozen=True):
    """An answer that moved the chances far."""

    line: int
    """After how many lines of the record it had happened."""
    seat: Seat
    """Who answered."""
    before: list[int]
    after: list[int]
    told: list[Entry]
    """What everybody could read of it."""
    dice: bool


class Curve(Struct):
    """The part of a review that is the same for everybody: it knows everything."""

    seats: int
    far: bool = False
    """Whether tables are played to their end."""
    deal: Luck | None = None
    points: list[Point] = []
    turnings: list[Turning] = []
    """The largest ones, in the order of the match; found at the end."""

    def luck(self) -> list[tuple[int, int]]:
        """By seat, the luck of all dice together, and its standard error."""
        cast = [point.luck for point in self.points if point.luck is not None]
        return [
            (
                sum(luck.change[seat] for luck in cast),
                round(math.sqrt(sum(luck.error[seat] ** 2 for luck in cast))),
            )
            for seat in range(self.seats)
        ]

    @property
    def rolls(self) -> int:
        """After how many answers dice were cast."""
        return sum(point.luck is not None for point in self.points)

    def together(self) -> list[list[Seat]]:
        """The seats whose chances are the same all the time: they win and lose together."""
        found: dict[tuple[int, ...], list[Seat]] = {}
        for seat in range(self.seats):
            row = tuple(point.worth[seat] for point in self.points)
            found.setdefault(row, []).append(Seat(seat))
        return list(found.values())


class Saying(Struct, frozen=True):
    """A decision in one language."""

    question: str
    given: str
    best: str


class Decision(Struct, frozen=True):
    """An answer of a seat beside the best one that the search found, from what it could know."""

    line: int
    """How many lines the record had when it was asked."""
    given: Answer
    best: Answer
    value: int
    """How likely the seat wins with the answer that it gave, of ``WHOLE``."""
    gain: int
    """By how much the best one looked better."""
    error: int
    """The standard error of that."""
    again: bool = False
    """Whether both were tried once more, with other dice: whatever looks best among many by luck
    does not twice."""
    words: dict[str, Saying] = {}

    @property
    def sure(self) -> bool:
        """Whether the difference is more than noise."""
        return self.again and self.gain > SURE * self.error


class Choices(Struct):
    """The part of a review that is about one seat's own decisions."""

    seat: Seat
    decisions: list[Decision] = []
    """In the order of the match."""

    def largest(self) -> list[Decision]:
        """Those that were tried twice come first, then by what was lost."""
        return sorted(self.decisions, key=lambda one: (not one.again, -one.gain, one.line))


def turnings_of(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The largest steps of a curve, each with the point before it, in the order of the match."""
    steps = list(pairwise(points))
    large = [step for step in steps if _is_large(*step)]
    largest = sorted(large, key=lambda step: -_swing(*step))[:MOST_TURNINGS]
    return sorted(largest, key=lambda step: step[1].line)


def _swing(before: Point, after: Point) -> int:
    return max(abs(a - b) for a, b in zip(after.worth, before.worth, strict=True))


def _is_large(before: Point, after: Point) -> bool:
    noise = max(math.hypot(a, b) for a, b in zip(after.error, before.error, strict=True))
    return _swing(before, after) >= max(LEAST_SWING, SURE * noise)
