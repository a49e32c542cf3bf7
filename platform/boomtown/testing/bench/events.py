"""What a bench is made of, as plain data: where it begins, and what was done there, in order."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from boomtown.core.choice import Answer
from boomtown.core.errors import InvalidRecord
from boomtown.core.log import Entry
from boomtown.core.outcome import Outcome
from boomtown.core.record import By
from boomtown.core.seats import Seat

FORMAT = 1


class Answered(Struct, frozen=True, tag="answer", tag_field="event"):
    """A seat has answered."""

    seat: Seat
    answer: Answer
    by: By = By.PLAYER


class Edited(Struct, frozen=True, tag="edit", tag_field="event"):
    """A value of the state was written by hand."""

    path: str
    value: Any  # plain JSON


class Exchanged(Struct, frozen=True, tag="exchange", tag_field="event"):
    """Two values of the state have changed places."""

    path: str
    other: str


class Loaded(Struct, frozen=True, tag="load", tag_field="event"):
    """What chance does next was set by hand; each list replaces what was loaded before."""

    dice: list[Any] = []
    picks: list[Any] = []
    shuffles: list[list[Any]] = []


Event: TypeAlias = Answered | Edited | Exchanged | Loaded


class Standing(Struct, frozen=True, kw_only=True):
    """A table in the middle of a match, with all that is secret."""

    state: Any
    agenda: list[Any]
    log: list[Entry] = []
    page: int = 0
    moment: int = 0
    outcome: Outcome | None = None


class Origin(Struct, frozen=True, kw_only=True):
    """How a bench begins: a game is set up, or a table stands already."""

    game: str
    version: str
    seats: int
    options: dict[str, Any]
    key: bytes
    """Of the chance that does whatever is not loaded."""
    drawn: int = 0
    standing: Standing | None = None
    loaded: Loaded = Loaded()


class BenchFile(Struct, frozen=True, kw_only=True):
    """A bench as a file. It holds every secret of its match."""

    bench: int = FORMAT
    title: str = ""
    note: list[str] = []
    """What somebody has found here, a line each."""
    at: int = 0
    """The frame to look at first."""
    seat: Seat | None = None
    """Whose chair to look from."""
    origin: Origin
    events: list[Event] = []

    def text(self) -> str:
        """The file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"


def is_bench_file(text: str) -> bool:
    """Whether a text looks like a bench, rather than like a match file."""
    return text.lstrip()[:200].replace(" ", "").replace("\n", "").startswith('{"bench":')


def read_file(text: str) -> BenchFile:
    """A bench from its file."""
    try:
        found = msgspec.json.decode(text, type=BenchFile)
    except msgspec.DecodeError as error:
        raise InvalidRecord("bench", str(error)) from None
    if found.bench != FORMAT:
        raise InvalidRecord("bench", f"format {found.bench}; this reads format {FORMAT}")
    return found
