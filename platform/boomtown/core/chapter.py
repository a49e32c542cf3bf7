"""Chapters: what a match is when its game gets a new version in the middle of it.

A record is a row of chapters. The first one begins with the seed; every other one begins with a
line that holds how the version before left the match and how the new one goes on with it.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from boomtown.core.errors import InvalidRecord
from boomtown.core.log import Entry

BEGUN = "boomtown.chapter.begun"
"""The rule by which a match goes on under a new version."""


class Position(Struct, frozen=True):
    """A match between two answers as plain JSON: what a game's ``upgrade`` is given and gives."""

    options: dict[str, Any]
    state: Any
    agenda: list[Any]
    """The steps to come, each with its class name as ``step``; the last one is next."""

    def plain(self) -> Position:
        """The same, as it is when it comes back from a file."""
        return msgspec.json.decode(msgspec.json.encode(self), type=Position)


def unchanged(version: str, old: Position) -> Position:
    """The ``upgrade`` of a game whose state has had the same shape in every version."""
    return old


class Opening(Struct, frozen=True, kw_only=True):
    """How a chapter begins that is not the first one. It holds every secret of the match."""

    version: str
    """The version that plays this chapter."""
    before: str
    """The version that left the match as ``closing``."""
    closing: Position
    opening: Position
    """What the new version's ``upgrade`` has made of it."""
    drawn: int
    """How much of the stream of chance was used up."""
    moment: int
    page: int
    log: list[Entry]

    @classmethod
    def read(cls, answer: object, place: str) -> Opening:
        """From the line of a record."""
        try:
            return msgspec.convert(answer, cls)
        except msgspec.ValidationError as error:
            raise InvalidRecord(place, str(error)) from None


class Chapter(Struct, frozen=True):
    """Some lines of a record that one version has played."""

    version: str
    first: int
    """How many lines come before its first answer."""
    last: int
    """How many lines there are after its last one."""
    opening: Opening | None = None
    """None for the first chapter: that begins with the seed."""

    @property
    def answers(self) -> int:
        """How many lines it has, without the one that opens it."""
        return self.last - self.first
