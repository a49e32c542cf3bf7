"""Layers over the map: where a model can get to, and what its enemies see."""

from __future__ import annotations

from math import atan2, cos, pi, sin
from typing import Final

from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring import sight
from shadows_west.moves.land import reach
from shadows_west.page.previews.parts import Draft, Preview, Way, figure_of, outline_of
from shadows_west.state import Figure, Kind, Table, West
from shadows_west.terrain.ground import ground

RAYS: Final = 36
"""Into how many slices what is in front of an enemy is divided."""
LOOKS: Final = 5
"""How often each slice is halved to find out how far he sees."""
CHEST: Final = 90
"""The height at which he would see somebody on the ground."""


def laying(west: West, draft: Draft) -> Preview:
    """Where a model can get to, and what its enemies look at."""
    table = west.table
    figure = figure_of(table, draft.get("figure"))
    lays = draft.get("lays")
    wanted = lays if isinstance(lays, list) else []
    found = Preview(do="lays")
    if "reach" in wanted and figure is not None and figure.kind is Kind.MODEL:
        outlines = [outline_of(table, outline) for outline in reach(table, figure)]
        found.way = Way(
            steps=[],
            cost=0,
            allowance=table.allowance(figure),
            length=0,
            slow=0,
            deeds=[],
            charged=[],
            fight=None,
            left=[],
            exits=False,
            reach=outlines,
        )
    if "danger" in wanted:
        seat = figure.seat if figure is not None else None
        found.danger = [
            (sector(table, enemy), enemy.token.value)
            for enemy in table.enemies(seat)
            if any(not weapon.jammed for weapon in enemy.weapons)
        ]
    return found


def sector(table: Table, enemy: Figure) -> str:
    """What an enemy sees in front of it, as far as its best weapon shoots."""
    working = [WEAPONS[weapon.kind].long for weapon in enemy.weapons if not weapon.jammed]
    return in_view(table, enemy, max(working), CHEST)


def in_view(table: Table, figure: Figure, far: int, height: int) -> str:
    """What a figure sees in front of it at a height, as far as that."""
    reach = far + figure.radius
    angle = atan2(figure.fy, figure.fx)
    turns = [angle + pi * n / RAYS - pi / 2 for n in range(RAYS + 1)]
    rim = [_seen_end(table, figure, reach, height, turn) for turn in turns]
    return outline_of(table, [(figure.x, figure.y), *rim])


def _seen_end(table: Table, enemy: Figure, far: int, height: int, angle: float) -> tuple[int, int]:
    """Where its view ends in a direction; behind a gap it may go on, which is not drawn."""
    size = ground(table).size

    def point(length: int) -> tuple[int, int]:
        x, y = round(enemy.x + length * cos(angle)), round(enemy.y + length * sin(angle))
        return max(0, min(size, x)), max(0, min(size, y))

    if sight.sees_point(table, enemy, *point(far), height):
        return point(far)
    near = 0
    for _ in range(LOOKS):
        middle = (near + far) // 2
        if sight.sees_point(table, enemy, *point(middle), height):
            near = middle
        else:
            far = middle
    return point(near)
