"""Ranks: each is declared once, with everything that rules ask of it (shadows.grit.rank)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct


class Rank(StrEnum):
    """Grit, the one characteristic of a model (shadows.grit.rank)."""

    NOVICE = "novice"
    VETERAN = "veteran"
    HERO = "hero"


class Grit(Struct, frozen=True):
    """What a rank is worth at each moment that asks for it."""

    rank: Rank
    order: int
    """Who stands in for the leader, and reacts first (shadows.bottle.leader)."""
    die: int
    """Thrown in every test and save (shadows.grit.rank)."""
    shaken: int
    """Thrown instead while Shaken (shadows.damage.shaken)."""
    points: int
    """What such a model costs (shadows.gang.points)."""


GRIT: Final[Mapping[Rank, Grit]] = MappingProxyType(
    {
        grit.rank: grit
        for grit in (
            Grit(Rank.NOVICE, order=0, die=6, shaken=6, points=6),
            Grit(Rank.VETERAN, order=1, die=8, shaken=6, points=11),
            Grit(Rank.HERO, order=2, die=10, shaken=8, points=16),
        )
    }
)
