"""Lines of words about figures and markers, and the letters of seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from boomtown.core import (
    Seat,
)
from boomtown.testing.examples import ExampleFailed
from shadows_west.state import (
    Figure,
    Table,
)

LETTERS: Final = "ABCD"
FACINGS: Final = {"N": (0, 1000), "E": (1000, 0), "S": (0, -1000), "W": (-1000, 0)}


LINE = re.compile(r"(?P<id>\S+)(?P<before>[^()]*)(?:\((?P<place>[-\d, ]+)\))?(?P<after>[^()]*)")
VECTOR = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")


# --- lines ---------------------------------------------------------------------------------------


class Line(Struct, frozen=True):
    """``b1 downed (1800,100) done``: an id, words, and a place if one is given."""

    id: str
    words: list[str]
    place: tuple[int, int, int] | None


def read_line(text: str) -> Line:
    """A figure or a marker; a place without a height is on the ground."""
    found = LINE.fullmatch(text)
    if found is None:
        raise ExampleFailed(f"this is no figure or marker: {text}")
    words = [*found["before"].split(), *found["after"].split()]
    if found["place"] is None:
        return Line(found["id"], words, None)
    values = [int(value) for value in found["place"].split(",")]
    if len(values) not in (2, 3):
        raise ExampleFailed(f"a place has two or three numbers: {text}")
    x, y, z = [*values, 0][:3]
    return Line(found["id"], words, (x, y, z))


def seats_of(letters: str) -> list[Seat]:
    """Seats by their letters."""
    for letter in letters:
        if letter not in LETTERS:
            raise ExampleFailed(f"no seat is called {letter!r}")
    return [Seat(LETTERS.index(letter)) for letter in letters]


def letters(seats: Sequence[Seat]) -> str:
    """Seats as a word."""
    return "".join(LETTERS[seat] for seat in seats)


def following(words: Iterator[str], word: str, line: Line) -> str:
    """The word after one that needs it."""
    value = next(words, None)
    if value is None:
        raise ExampleFailed(f"{line.id}: {word} what?")
    return value


def read_facing(word: str) -> tuple[int, int]:
    """A letter of the compass, or a vector: ``707,-707``."""
    if word in FACINGS:
        return FACINGS[word]
    found = VECTOR.fullmatch(word)
    if found is None:
        raise ExampleFailed(f"nobody faces {word!r}; it is N, E, S, W or two numbers")
    return int(found[1]), int(found[2])


def known(table: Table, id: str) -> Figure:
    """A figure by its id."""
    if id not in table.figures:
        raise ExampleFailed(f"no figure is called {id}")
    return table.figures[id]
