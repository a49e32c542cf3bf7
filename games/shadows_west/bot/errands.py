"""Where a model would like to be: loot, captives, ground to hold, friends, and how far it is.

What an inch of the way is worth is counted in the points that a gang is built with.
"""

from __future__ import annotations

import heapq
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from shadows_west.content.gangs import WEAPONS
from shadows_west.geometry.exact import ceil_sqrt
from shadows_west.measuring import spacing
from shadows_west.rules.victory import HOLD_RADIUS, in_zone
from shadows_west.state import Figure, Kind, Marker, Table, West
from shadows_west.terrain.footing import first_solid, near, solid_lines
from shadows_west.terrain.ground import ground
from shadows_west.terrain.pieces import Ground
from shadows_west.terrain.zones import zone_of

HOME_PULL, LOOT_PULL, FOLK_PULL, HOLD_PULL = 4.0, 2.5, 2.0, 1.6
DOWNED_PULL, ENEMY_PULL, FRIEND_PULL = 1.2, 0.7, 0.5
"""What an inch is worth on the way home with something, to loot, townsfolk and ground to be held,
to a Downed enemy, a standing one, or for a Downed model to a friend."""
CELL = 150
"""The width of a square of the coarse map on which ways are found."""
OBSTRUCTED = 5 * CELL
"""What it costs more to get over a wall or up a rock."""
PISTOL_RANGE = WEAPONS["pistol"].medium
STRONG = 8
"""Who throws such dice looks for a fight, unless he has a long gun."""
INSIDE = 100
"""How far inside the ground to be held is inside enough."""


class Goal(Struct, frozen=True):
    """A place to get to, and what an inch towards it is worth."""

    x: int
    y: int
    z: int | None
    """None is any height."""
    pull: float
    near: int = 0
    """So near is near enough."""


def goals(west: West, figure: Figure) -> Iterator[Goal]:
    """Where a model would like to be, for the scenario and for its weapons."""
    table = west.table
    seat = figure.seat
    land = ground(table)
    held = table.figures.get(figure.holds or "")
    if figure.downed:
        friend = min(table.standing(seat), key=lambda one: spacing.gap(figure, one), default=None)
        if friend is not None:
            yield Goal(friend.x, friend.y, friend.z, FRIEND_PULL)
        return
    if figure.loot is not None and west.scenario == "bank_job":
        yield Goal(*_nearest_edge(land.size, figure, ""), 0, HOME_PULL)
        return
    if held is not None and held.kind is Kind.FOLK and west.scenario == "innocents":
        edge = _nearest_edge(land.size, figure, west.gangs[figure.seat or 0].zone)
        yield Goal(*edge, 0, HOME_PULL)
        return
    for places, pull in _sought(west, figure):
        place = _next(table, figure, places)
        if place is not None:
            yield Goal(place.x, place.y, place.z, pull)
    if west.scenario == "hold":
        yield _ground_to_hold(west, land, figure)
    nearest = min(table.enemies(seat), key=lambda one: spacing.gap(figure, one), default=None)
    if nearest is not None:
        yield Goal(nearest.x, nearest.y, None, ENEMY_PULL, good_range(figure))


def good_range(figure: Figure) -> int:
    """How near a model wants to be to an enemy."""
    arms = [WEAPONS[weapon.kind] for weapon in figure.weapons if not weapon.jammed]
    reach = max((arm.medium or arm.long for arm in arms), default=0)
    if reach <= PISTOL_RANGE and figure.die >= STRONG:
        reach = max((arm.short or arm.long for arm in arms), default=0)
    return reach * 3 // 4


def _sought(west: West, figure: Figure) -> Iterator[tuple[list[Figure | Marker], float]]:
    """What there is to be had on the table, and how much it pulls: one of each kind at a time."""
    table = west.table
    if west.scenario == "bank_job":
        markers = table.markers.values()
        yield [one for one in markers if one.kind == "loot" and not one.gone], LOOT_PULL
    if west.scenario == "innocents":
        folk = (one for one in table.present() if one.kind is Kind.FOLK)
        yield [one for one in folk if one.held_by is None], FOLK_PULL
    yield [one for one in table.models() if one.downed and one.seat != figure.seat], DOWNED_PULL


def _next(
    table: Table, figure: Figure, places: Sequence[Figure | Marker]
) -> Figure | Marker | None:
    """The nearest of some places that no two others of the gang are nearer to."""
    own = [place for place in places if _chosen(table, figure, place.x, place.y)]
    return min(own, key=lambda one: (one.x - figure.x) ** 2 + (one.y - figure.y) ** 2, default=None)


def _ground_to_hold(west: West, land: Ground, figure: Figure) -> Goal:
    """The ground that scores: its nearest point, or the middle of the table; on any level."""
    z = figure.z if in_zone(west, figure) else 0
    if len(west.gangs) > 2:
        return Goal(*land.centre, z, HOLD_PULL, HOLD_RADIUS - INSIDE)
    x0, y0, x1, y1 = land.hold
    x = min(max(figure.x, x0 + INSIDE), x1 - INSIDE)
    y = min(max(figure.y, y0 + INSIDE), y1 - INSIDE)
    return Goal(x, y, z, HOLD_PULL)


def _chosen(table: Table, figure: Figure, x: int, y: int) -> bool:
    """Whether this model is one of the two of its gang that are nearest to a place."""

    def far(one: Figure) -> int:
        return (one.x - x) ** 2 + (one.y - y) ** 2

    free = [one for one in table.standing(figure.seat) if one.loot is None and one.holds is None]
    return figure in sorted(free, key=far)[:2]


def _nearest_edge(size: int, figure: Figure, zone: str) -> tuple[int, int]:
    """The nearest point of the border, or of a gang's own part of it."""
    ends = [(figure.x, 0), (figure.x, size), (0, figure.y), (size, figure.y)]
    if zone:
        x0, y0, x1, y1 = zone_of(size, zone)
        x, y = min(max(figure.x, x0), x1), min(max(figure.y, y0), y1)
        sides = {"s": (x, 0), "n": (x, size), "w": (0, y), "e": (size, y)}
        ends = [sides[letter] for letter in zone]
    return min(ends, key=lambda end: (end[0] - figure.x) ** 2 + (end[1] - figure.y) ** 2)


def remaining(land: Ground, goal: Goal, x: int, y: int, z: int) -> float:
    """How far it is to a goal in inches, round walls and rocks, up and down."""
    field = distances(land, goal.x // CELL, goal.y // CELL)
    side = land.size // CELL
    column, row = min(x // CELL, side - 1), min(y // CELL, side - 1)
    straight = ceil_sqrt((x - goal.x) ** 2 + (y - goal.y) ** 2)
    far = max(straight, field[row * side + column]) if straight > 2 * CELL else straight
    climb = 0 if goal.z is None else abs(z - goal.z)
    return max(0, far + climb - goal.near) / 100


@lru_cache(maxsize=2048)
def distances(land: Ground, column: int, row: int) -> array[int]:
    """The way from every square of the table to one of them, on foot."""
    side = land.size // CELL
    column, row = min(column, side - 1), min(row, side - 1)
    far = [10**9] * (side * side)
    far[row * side + column] = 0
    queue = [(0, row * side + column)]
    steps = _steps(land)
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > far[here]:
            continue
        for there, more in steps[here]:
            if cost + more < far[there]:
                far[there] = cost + more
                heapq.heappush(queue, (cost + more, there))
    return array("i", far)


@lru_cache(maxsize=16)
def _steps(land: Ground) -> tuple[tuple[tuple[int, int], ...], ...]:
    """From each square to its neighbours, with what that costs; walls are dear."""
    side = land.size // CELL
    found: list[tuple[tuple[int, int], ...]] = []
    for here in range(side * side):
        row, column = divmod(here, side)
        x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
        lines = solid_lines(near(land, x, y, 2 * CELL), 0, 0, True)
        near_by: list[tuple[int, int]] = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and 0 <= column + dx < side and 0 <= row + dy < side:
                    length = CELL * 14 // 10 if dx and dy else CELL
                    end = (x + dx * CELL, y + dy * CELL)
                    blocked = first_solid(lines, x, y, *end, 20) is not None
                    there = (row + dy) * side + column + dx
                    near_by.append((there, length + (OBSTRUCTED if blocked else 0)))
        found.append(tuple(near_by))
    return tuple(found)
