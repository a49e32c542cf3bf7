"""The ending of a match: what it came to for every seat, and its story. Pure data.

A game's page declares ``ending``, which tells from a view and the log what each seat was and what
it has counted, and ``story``, which watches the finished match once more, answer by answer, and
tells what decided it, the figures and the awards. A game without them gets what every match has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from boomtown.core.log import Entry
from boomtown.core.page import Say
from boomtown.core.record import Line
from boomtown.core.seats import Seat

if TYPE_CHECKING:
    from boomtown.core.match import Match


class Sum(Struct, frozen=True):
    """A part of what a seat has counted; all of them together are its score."""

    label: Say
    points: int
    icon: str = ""


class Result(Struct, frozen=True, kw_only=True):
    """What a match came to for one seat, as one viewer may know it."""

    seat: Seat
    icon: str = ""
    """Of what it was (``Game.parts``)."""
    turned: bool = False
    """Whether what it was had been a secret: the ceremony turns it over."""
    sums: tuple[Sum, ...] = ()
    fate: Say | None = None
    """What became of it, such as that it was out."""


class Figure(Struct, frozen=True):
    """A figure of the match: one number for every seat."""

    label: Say
    values: tuple[int, ...]
    signed: bool = False
    """Whether more than expected has a plus before it."""


class Award(Struct, frozen=True):
    """Something that a seat was best at."""

    seat: Seat
    title: Say
    why: Say
    icon: str = "trophy"


class Story(Struct, frozen=True):
    """What is told of a match when it is over. Everybody who may see its replay reads it."""

    decided: tuple[Say, ...] = ()
    figures: tuple[Figure, ...] = ()
    awards: tuple[Award, ...] = ()


class Chronicle(Protocol):
    """Watches a finished match being played again, and then tells its story.

    It sees the whole truth, as the replay of a finished match does: what the rules keep secret for
    good, it must not tell.
    """

    def sees(self, match: Match[Any], line: Line | None, told: Sequence[Entry]) -> None:
        """The table after an answer, and what the log has told since the one before; the first
        time there is no answer, but the set-up."""

    def tells(self, match: Match[Any]) -> Story:
        """The story, at the end."""


def whole(entry: Entry, name: str) -> int:
    """A value of a log line that is a whole number."""
    value = entry.args[name]
    if not isinstance(value, int):
        raise TypeError(f"{entry.key}: {name} is {value!r}")
    return value


def seats_in(entry: Entry, name: str) -> list[Seat]:
    """A value of a log line that is a list of seats."""
    value = entry.args[name]
    if not isinstance(value, list):
        raise TypeError(f"{entry.key}: {name} is {value!r}")
    return [Seat(one) for one in value if isinstance(one, int)]


def best(values: Sequence[int], least: int = 1) -> Seat | None:
    """The seat with the highest number, if it is alone with it and has at least so much."""
    most = max(values, default=0)
    if most < least or values.count(most) != 1:
        return None
    return Seat(values.index(most))
