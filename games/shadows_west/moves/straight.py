"""As far as possible in one direction: the plainest of the ready-made moves (shadows.ui.move)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt
from typing import Final

from shadows_west.content import CONTACT, STEP
from shadows_west.geometry.exact import SIXTEEN, Point, ceil_sqrt
from shadows_west.geometry.polygons import Shape
from shadows_west.geometry.segments import nearer
from shadows_west.moves.keep_away import screens
from shadows_west.moves.land import NEAR, SHORTEST, Keep, Land, last_k
from shadows_west.moves.places import Stretch
from shadows_west.terrain.footing import Line, Spot, first_solid, slowed
from shadows_west.terrain.pieces import LINE_HALF, Solid
from shadows_west.terrain.standing import (
    Hindrance,
    clear_of_figures,
    hindered,
    hindrances,
    in_block,
    to_go,
)

LENGTHS: Final = {(vx, vy): ceil_sqrt(vx * vx + vy * vy) for vx, vy in SIXTEEN}
"""Of the directions themselves."""
ROUNDING: Final = 4
"""More than the points of a way on the grid are off the straight line to its end."""
SLANT: Final = 5
"""Who goes a fifth of a way or more towards somebody comes nearer, however it is rounded."""
BACK: Final = 6
"""In such steps a blocked move looks back for a place to stand."""


def farthest(land: Land, vx: int, vy: int) -> Spot | None:
    """The last place in a direction where one may end, looked for from what is in the way back."""
    limit = min([land.allowance, *(_before(land, one, vx, vy) for one in land.enemies)])
    if limit <= SHORTEST:
        return None
    if land.double or limit < land.allowance:
        return _past_enemies(land, vx, vy, limit)
    stretch = land.place.stretches.get((vx, vy))
    if stretch is None:
        stretch = land.place.stretches[vx, vy] = _stretch(land, vx, vy)
    if land.enemies and _enemies_beside(land.enemies, land.start, stretch.end):
        return _past_enemies(land, vx, vy, limit)
    spot = stretch.spot
    if spot is None or not _taken(land, spot):
        return spot
    way = Way(land, vx, vy, limit, [])
    return way.last_place(stretch.limit, stretch.k - BACK)[1]


def _past_enemies(land: Land, vx: int, vy: int, limit: int) -> Spot | None:
    way = Way(land, vx, vy, limit, land.enemies)
    limit = last_k(limit, way.good, within=NEAR)
    return way.last_place(limit, limit)[1]


def _stretch(land: Land, vx: int, vy: int) -> Stretch:
    """What the terrain alone leaves of a way."""
    way = Way(land, vx, vy, land.allowance, [])
    limit = last_k(land.allowance, way.good, within=NEAR)
    k, spot = way.last_place(limit, limit, alone=True)
    return Stretch(way.end, limit, k, spot)


def _enemies_beside(enemies: Sequence[Keep], start: Spot, end: Point) -> list[Keep]:
    """Those to whom a way may come too near.

    No point of it that is on the grid, nor a way to one, is off the line by more than ``ROUNDING``.
    """
    x, y, _ = start
    ex, ey = end
    return [
        (enemy, limit, close)
        for enemy, limit, close in enemies
        if close or nearer(enemy.x, enemy.y, x, y, ex, ey, limit + ROUNDING)
    ]


def _taken(land: Land, spot: Spot) -> bool:
    """Whether somebody stands there."""
    x, y, z = spot
    others, height = land.close_by, land.base.height
    return clear_of_figures(others, x, y, z, land.radius, height) is not None


def _before(land: Land, enemy: Keep, vx: int, vy: int) -> int:
    """How far one gets in a direction before coming too near to an enemy in the open.

    Who starts too near gets nowhere towards him, at least not far enough for a ready-made move.
    """
    other, limit, close = enemy
    x, y, z = land.start
    qx, qy = other.x - x, other.y - y
    forward = (qx * vx + qy * vy) // 1000
    if close:
        slight = forward <= 0 or SLANT * SLANT * forward * forward < qx * qx + qy * qy
        return land.allowance if slight else 0
    near2 = limit * limit - (qx * qx + qy * qy - forward * forward)
    if forward <= 0 or near2 <= 0 or abs(other.z - z) >= STEP:
        return land.allowance
    if screens(land.around, other.x, other.y, min(z, other.z), max(z, other.z), limit):
        return land.allowance
    return max(0, forward - isqrt(near2) - CONTACT)


class Way:
    """A straight way in one direction, so many u long at most.

    What lies beside it is gathered once, and its points are judged by that alone; mostly there is
    nothing, and then they are all the same.
    """

    def __init__(self, land: Land, vx: int, vy: int, most: int, enemies: Sequence[Keep]) -> None:
        x, y, _ = land.start
        self.land = land
        self.vx, self.vy, self.length = vx, vy, LENGTHS[vx, vy]
        size = land.ground.size
        self.border = min(self._until(x, vx, size), self._until(y, vy, size))
        """The last k that is on the table."""
        ex, ey = self.end = self.at(min(most, self.border))
        x0, x1 = (x, ex) if x < ex else (ex, x)
        y0, y1 = (y, ey) if y < ey else (ey, y)
        self.box = (x0, y0, x1, y1)
        r, place = land.radius, land.place
        self.lines: Sequence[Line] = place.lines and [
            line
            for line in place.lines
            if line[0] < x1 + r and line[2] > x0 - r and line[1] < y1 + r and line[3] > y0 - r
        ]
        self.blocks: Sequence[Solid] = place.blocks and [
            one
            for one in place.blocks
            if one.box[0] <= x1 and one.box[2] >= x0 and one.box[1] <= y1 and one.box[3] >= y0
        ]
        self.enemies = enemies and _enemies_beside(enemies, land.start, self.end)
        self.difficult: Sequence[Shape] = place.difficult and [
            one for one in place.difficult if one.meets(x0, y0, x1, y1)
        ]
        self._hindrances: Sequence[Hindrance] | None = None if place.hindrances else []
        self.good = self._predicate()
        """Whether one gets as far as k."""

    def _predicate(self) -> Callable[[int], bool]:
        """The plainest test there is: mostly nothing is in the way, or walls alone are."""
        land = self.land
        if land.start[2] or land.double or self.blocks or self.enemies or self.difficult:
            return self._walkable
        return self._past_lines if self.lines else self.border.__ge__

    def _past_lines(self, k: int) -> bool:
        if k > self.border:
            return False
        return self._unwalled(*self.at(k), 0)

    def _until(self, x: int, vx: int, size: int) -> int:
        """The last k before a coordinate leaves the table."""
        if vx > 0:
            return ((size - x + 1) * self.length - 1) // vx
        return ((x + 1) * self.length - 1) // -vx if vx else self.land.allowance

    def at(self, k: int) -> Point:
        """The point k u away: ``along``, with a length that is known."""
        x, y, _ = self.land.start
        kx, ky, length = k * self.vx, k * self.vy, self.length
        return (
            x + (kx // length if kx >= 0 else -(-kx // length)),
            y + (ky // length if ky >= 0 else -(-ky // length)),
        )

    def last_place(self, limit: int, most: int, *, alone: bool = False) -> tuple[int, Spot | None]:
        """The last place where one may end, at most so far away, of those that can be walked to.

        ``alone``, as if there were nobody else.
        """
        flat = not self.land.start[2] and not self.blocks
        k = most
        while k > SHORTEST:
            x, y = self.at(k)
            back = BACK
            if self.inside(x, y):
                z = self.level(x, y)
                if z is not None:
                    beside = hindered(self._beside(z), x, y, self.land.radius)
                    if beside is not None:
                        if flat:  # so near to the same thing is all that is nearer than that
                            far = to_go(beside, x, y, self.land.radius) - ROUNDING
                            back = BACK * max(1, -(-far // BACK))
                    elif (alone or self._free((x, y, z))) and (k == limit or self.clear(x, y, z)):
                        return k, (x, y, z)
            k -= back
        return 0, None

    def _walkable(self, k: int) -> bool:
        if k > self.border:
            return False
        x, y = self.at(k)
        z = self._terrain(x, y)
        if z is None:
            return False
        land = self.land
        return not self.enemies or land.passable((), self.enemies, land.start, (x, y, z))

    def _terrain(self, x: int, y: int) -> int | None:
        """The height at which one arrives at a point, as far as terrain goes; None if it stops one.

        Where there are enemies it is likely to be asked again, so the answer is kept.
        """
        kept = self.land.place.walked if self.enemies and not self.land.double else None
        if kept is None:
            return self._arrival(x, y)
        key = (x, y)
        if key not in kept:
            kept[key] = self._arrival(x, y)
        return kept[key]

    def _arrival(self, x: int, y: int) -> int | None:
        z = self.level(x, y)
        return (
            z if z is not None and self._affordable(x, y, z) and self._unwalled(x, y, z) else None
        )

    def level(self, x: int, y: int) -> int | None:
        """The height at which one arrives at a point of the way."""
        if not self.land.start[2] and not in_block(self.blocks, x, y):
            return 0
        return self.land.level(self.land.start, x, y)

    def _affordable(self, x: int, y: int, z: int) -> bool:
        land = self.land
        sx, sy, sz = land.start
        if sz or land.double:
            return land.cost(land.start, (x, y, z)) <= land.allowance
        if not self.difficult:
            return True  # no way is longer than its k
        length = ceil_sqrt((x - sx) * (x - sx) + (y - sy) * (y - sy))
        if 2 * length <= land.allowance:
            return True
        slow = slowed(self.difficult, land.around.bridges, sx, sy, x, y, length)
        return length + slow <= land.allowance

    def clear(self, x: int, y: int, z: int) -> bool:
        """Whether nothing solid and no enemy is in the way to a point of it."""
        land = self.land
        return self._unwalled(x, y, z) and (
            not self.enemies or land.passable((), self.enemies, land.start, (x, y, z))
        )

    def _unwalled(self, x: int, y: int, z: int) -> bool:
        land = self.land
        sx, sy, sz = land.start
        lines = self.lines if z == sz else land.lines(min(z, sz), max(z, sz))
        return not lines or first_solid(lines, sx, sy, x, y, land.radius - 1) is None

    def inside(self, x: int, y: int) -> bool:
        """Whether the whole base is on the table."""
        r, size = self.land.radius, self.land.ground.size
        return r <= x <= size - r and r <= y <= size - r

    def _free(self, spot: Spot) -> bool:
        """Whether nobody is too near to end at a point of the way."""
        return not (_taken(self.land, spot) or self.land.still_close(spot))

    def _beside(self, z: int) -> Sequence[Hindrance]:
        """What one cannot end on at a height."""
        land = self.land
        if z != land.start[2]:
            return hindrances(land.around, z, not land.march.mounted)
        if self._hindrances is None:
            x0, y0, x1, y1 = self.box
            r = land.radius + LINE_HALF
            self._hindrances = [
                one
                for one in land.place.hindrances
                if one.box[0] < x1 + r
                and one.box[2] > x0 - r
                and one.box[1] < y1 + r
                and one.box[3] > y0 - r
            ]
        return self._hindrances
