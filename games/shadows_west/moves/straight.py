"""As far as possible in one direction: the plainest of the ready-made moves (shadows.ui.move)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Final

from shadows_west.content import CONTACT, STEP
from shadows_west.geometry.exact import Point, ceil_sqrt
from shadows_west.geometry.polygons import Shape
from shadows_west.moves.keep_away import screens
from shadows_west.moves.land import NEAR, SHORTEST, Keep, Land, last_k
from shadows_west.terrain.footing import Line, Spot, slowed
from shadows_west.terrain.pieces import LINE_HALF
from shadows_west.terrain.standing import (
    Hindrance,
    clear_of_figures,
    hindered,
    hindrances,
    in_block,
)

BACK: Final = 6
"""In such steps a blocked move looks back for a place to stand."""


def farthest(land: Land, vx: int, vy: int) -> Spot | None:
    """The last place in a direction where one may end, looked for from what is in the way back."""
    limit = min([land.allowance, *(_before(land, one, vx, vy) for one in land.enemies)])
    way = Way(land, vx, vy, limit)
    limit = last_k(limit, way.walkable, within=NEAR)
    for k in range(limit, SHORTEST, -BACK):
        x, y = way.at(k)
        if way.inside(x, y):
            z = way.level(x, y)
            if z is not None and way.room(x, y, z) and (k == limit or way.clear(x, y, z)):
                return x, y, z
    return None


def _before(land: Land, enemy: Keep, vx: int, vy: int) -> int:
    """How far one gets in a direction before coming too near to an enemy in the open."""
    other, limit, close = enemy
    x, y, z = land.start
    qx, qy = other.x - x, other.y - y
    forward = (qx * vx + qy * vy) // 1000
    near2 = limit * limit - (qx * qx + qy * qy - forward * forward)
    if forward <= 0 or near2 <= 0 or close or abs(other.z - z) >= STEP:
        return land.allowance
    if screens(land.around, other.x, other.y, min(z, other.z), max(z, other.z), limit):
        return land.allowance
    return max(0, forward - isqrt(near2) - CONTACT)


class Way:
    """A straight way in one direction, so many u long at most.

    What lies beside it is gathered once, and its points are judged by that alone; mostly there is
    nothing, and then they are all the same.
    """

    def __init__(self, land: Land, vx: int, vy: int, most: int) -> None:
        x, y, z = land.start
        self.land = land
        self.vx, self.vy, self.length = vx, vy, ceil_sqrt(vx * vx + vy * vy)
        size = land.ground.size
        self.border = min(self._until(x, vx, size), self._until(y, vy, size))
        """The last k that is on the table."""
        ex, ey = self.at(min(most, self.border))
        x0, x1 = (x, ex) if x < ex else (ex, x)
        y0, y1 = (y, ey) if y < ey else (ey, y)
        self.box = (x0, y0, x1, y1)
        r = land.radius
        self.lines = [
            line
            for line in land.lines(z, z)
            if line[0] < x1 + r and line[2] > x0 - r and line[1] < y1 + r and line[3] > y0 - r
        ]
        self.blocks = [
            one
            for one in land.around.blocks
            if one.box[0] <= x1 and one.box[2] >= x0 and one.box[1] <= y1 and one.box[3] >= y0
        ]
        self.enemies = [
            (enemy, limit, close)
            for enemy, limit, close in land.enemies
            if close or (x0 - limit < enemy.x < x1 + limit and y0 - limit < enemy.y < y1 + limit)
        ]
        self.difficult: Sequence[Shape] = [
            one for one in land.around.difficult if not z and one.meets(x0, y0, x1, y1)
        ]
        self.bare = not (
            z or land.double or self.lines or self.blocks or self.enemies or self.difficult
        )
        self._hindrances: list[Hindrance] | None = None

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

    def walkable(self, k: int) -> bool:
        """Whether one gets as far as that."""
        if k > self.border:
            return False
        if self.bare:
            return True
        x, y = self.at(k)
        z = self.level(x, y)
        return z is not None and self._affordable(x, y, z) and self.clear(x, y, z)

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
        sz = land.start[2]
        lines: Sequence[Line] = self.lines
        if z != sz:
            lines = land.lines(min(z, sz), max(z, sz))
        return not (lines or self.enemies) or land.passable(
            lines, self.enemies, land.start, (x, y, z)
        )

    def inside(self, x: int, y: int) -> bool:
        """Whether the whole base is on the table."""
        r, size = self.land.radius, self.land.ground.size
        return r <= x <= size - r and r <= y <= size - r

    def room(self, x: int, y: int, z: int) -> bool:
        """Whether one may end at a point of the way, on the table and on the level found."""
        land = self.land
        return (
            hindered(self._beside(z), x, y, land.radius) is None
            and clear_of_figures(land.close_by, x, y, z, land.radius, land.base.height) is None
            and not land.still_close((x, y, z))
        )

    def _beside(self, z: int) -> Sequence[Hindrance]:
        """What one cannot end on at a height."""
        land = self.land
        every = hindrances(land.around, z, not land.march.mounted)
        if z != land.start[2]:
            return every
        if self._hindrances is None:
            x0, y0, x1, y1 = self.box
            r = land.radius + LINE_HALF
            self._hindrances = [
                one
                for one in every
                if one.box[0] < x1 + r
                and one.box[2] > x0 - r
                and one.box[1] < y1 + r
                and one.box[3] > y0 - r
            ]
        return self._hindrances
