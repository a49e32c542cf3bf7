"""Dynamite before it is thrown, over all results of the die, the bounces, dodges and saves."""

from __future__ import annotations

from typing import Final

from shadows_west.content import BLAST, SUCCESS
from shadows_west.page.previews.parts import Toss
from shadows_west.rules.blasts import BLAST_SAVE, scatter
from shadows_west.shooting import fire
from shadows_west.state import Figure, Table
from shadows_west.terrain.footing import Spot
from shadows_west.terrain.ground import ground

BOUNCE: Final = 6
"""A stick bounces D6 inches."""


def tossed(table: Table, thrower: Figure, point: Spot) -> Toss:
    """The odds of a throw at a point (shadows.tnt.test, shadows.tnt.blast)."""
    sides = thrower.die
    feet = (thrower.x, thrower.y, thrower.z)
    bounced = [
        scatter(table, thrower, point, inches, away=away)
        for away in (False, True)
        for inches in range(1, BOUNCE + 1)
    ]
    whole = sides * BOUNCE
    ends = [(point, (sides - SUCCESS + 1) * BOUNCE), (feet, BOUNCE), *((one, 1) for one in bounced)]
    chances: dict[str, float] = {}
    for spot, weight in ends:
        reached = fire.blast(table, *spot, BLAST)
        for id in reached.full:
            chances[id] = chances.get(id, 0) + weight
        for id in reached.partly:
            chances[id] = chances.get(id, 0) + weight * _not_dodged(table.figures[id])
    hurt = [
        (id, round(1000 * weight * _fails(table.figures[id]) / whole))
        for id, weight in chances.items()
    ]
    size = ground(table).size
    return Toss(
        on=1000 * (sides - SUCCESS + 1) // sides,
        feet=1000 // sides,
        bounces=2000 // sides,
        dud=1000 // sides,
        hurt=sorted(hurt, key=lambda one: (-one[1], one[0])),
        scatter=list(dict.fromkeys((x, size - y) for x, y, _ in bounced)),
    )


def _not_dodged(figure: Figure) -> float:
    """One die, as a test: how often it fails."""
    return (SUCCESS - 1) / figure.die


def _fails(figure: Figure) -> float:
    """How often a save from a blast fails, a bad omen included."""
    needed = BLAST_SAVE + int(figure.omen)
    return min(1.0, (needed - 1) / figure.die)
