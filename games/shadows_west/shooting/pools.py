"""Pools of dice: a pool is a sum, and every modifier says by which rule it adds or takes dice.

So the log and the preview can say why somebody throws as many dice as that (shadows.test.pool).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from shadows_west.content import TEST_DICE


class Modifier(Struct, frozen=True):
    """Dice that a rule adds to a pool, or takes from it."""

    rule: str
    key: str
    """Its name in the language files: ``cover``, ``short`` …"""
    dice: int
    args: dict[str, int | str | list[str]] = {}

    @property
    def part(self) -> str:
        """The summand as the log tells it: ``cover-1``."""
        return f"{self.key}{self.dice:+d}"


Pool = list[Modifier]


def base(rule: str, dice: int = TEST_DICE) -> Modifier:
    """The dice that a test begins with (shadows.test.pool)."""
    return Modifier(rule, "base", dice)


def dice_of(pool: Sequence[Modifier]) -> int:
    """How many dice are thrown: the sum, but never less than one (shadows.test.minimum)."""
    return max(1, sum(modifier.dice for modifier in pool))


def parts_of(pool: Sequence[Modifier]) -> list[str]:
    """The summands of a pool, for the log and for labels."""
    return [modifier.part for modifier in pool]
