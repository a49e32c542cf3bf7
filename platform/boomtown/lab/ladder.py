"""The ladder of a game: how strong each kind of bot is, kept as ``ladder.json`` in its package.

Two kinds share a table, one at every second seat; then the same deal is played again with their
seats exchanged, so that no side, role or seat speaks for either. Whoever has won the larger part of
both matches wins the deal. Numbers of players and options change from deal to deal.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

FILE = "ladder.json"
TIME = "@"
"""What stands between a kind and the seconds that it thinks: ``marshal@0.3``."""


class Pair(Struct, frozen=True):
    """What came of all deals between two contestants."""

    one: str
    two: str
    won: int
    drawn: int
    lost: int


class Rung(Struct, frozen=True):
    """A contestant's place; low and high are a 95 % interval."""

    kind: str
    rating: float
    low: float
    high: float


class Ladder(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The strongest first, and how to climb it again."""

    game: str
    version: str
    build: str
    seed: str
    deals: int
    """Between each two; every one is two matches."""
    seats: list[int]
    options: list[dict[str, Any]]
    rungs: list[Rung]
    pairs: list[Pair]

    def part(self, kind: str) -> float:
        """How much of all its deals a contestant has won; half of those that nobody won."""
        won = total = 0.0
        for pair in self.pairs:
            if kind in (pair.one, pair.two):
                won += (pair.won if kind == pair.one else pair.lost) + pair.drawn / 2
                total += pair.won + pair.drawn + pair.lost
        return won / total


@cache
def ladder_of(package: str) -> Ladder | None:
    """The ladder that was kept of a game, if there is one."""
    path = files(package) / FILE
    return msgspec.json.decode(path.read_bytes(), type=Ladder) if path.is_file() else None
