"""Where a base can stand: heights, what hinders it, and free spots round a thing (section 4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import isqrt

from msgspec import Struct

from boomtown.core import Refusal
from shadows_west.content import CONTACT, ON_FOOT, STEP
from shadows_west.geometry.exact import SIXTEEN, Point, Polygon, rotate, trunc_div
from shadows_west.geometry.polygons import (
    inside,
    poly_distance2,
)
from shadows_west.geometry.segments import point_segment_d2
from shadows_west.terrain.footing import Near, Obstacle, along
from shadows_west.terrain.pieces import LINE_HALF, Solid, Surface


def heights_at(around: Near, x: int, y: int) -> list[int]:
    """The heights at which one can stand on a point near by; no ground inside a block."""
    found = [one.z for one in around.surfaces if covers(one, x, y)]
    if not in_block(around.blocks, x, y):
        found.append(0)
    return found


def stands_at(around: Near, x: int, y: int, z: int) -> bool:
    """Whether there is something to stand on at a height; no ground inside a block."""
    return not in_block(around.blocks, x, y) if z == 0 else z in heights_at(around, x, y)


def covers(surface: Surface, x: int, y: int) -> bool:
    """Whether a surface is at, or above, a point."""
    x0, y0, x1, y1 = surface.box
    return x0 <= x <= x1 and y0 <= y <= y1 and inside(surface.poly, x, y)


def in_block(blocks: Iterable[Solid], x: int, y: int) -> bool:
    """Whether a point is inside one of some blocks."""
    for block in blocks:
        x0, y0, x1, y1 = block.box
        if x0 <= x <= x1 and y0 <= y <= y1 and inside(block.poly, x, y):
            return True
    return False


class Hindrance(Struct, frozen=True):
    """Something on which nobody ends a move, with the clearance that it needs."""

    what: str
    piece: str
    box: tuple[int, int, int, int]
    lines: tuple[tuple[int, int, int, int], ...]
    """Lines to keep away from, or none if it has an outline."""
    poly: Polygon
    more: int
    """What is added to the radius of a base: fences are thick, solid blocks forgive 1 u."""


@lru_cache(maxsize=4096)
def _hindrance(
    what: str,
    piece: str,
    box: tuple[int, int, int, int],
    lines: tuple[tuple[int, int, int, int], ...],
    poly: Polygon,
    more: int,
) -> Hindrance:
    """Each is there once, however many places it is near."""
    return Hindrance(what, piece, box, lines, poly, more)


@lru_cache(maxsize=1024)
def hindrances(around: Near, z: int, on_foot: bool) -> tuple[Hindrance, ...]:
    """What is in the way of somebody who stands at a height (shadows.geo.path_end)."""
    found: list[Hindrance] = []
    for wall in around.walls:
        if wall.z0 < z + STEP and wall.z1 > z:
            whole = (wall.ax, wall.ay, wall.bx, wall.by)
            lines = wall.solid if on_foot else (whole,)
            found.append(_hindrance("wall", wall.building, whole, lines, (), 0))
    for block in around.blocks:
        solid = block.h >= z + STEP
        if z < block.h and (solid or not block.top):
            found.append(
                _hindrance("block", block.id, block.box, (), block.poly, -1 if solid else 0)
            )
    for one in around.linears:
        if z < one.h:
            found.append(_hindrance("fence", one.id, one.box, one.segments, (), LINE_HALF))
    for piece in around.explosives:
        if z < piece.h:
            found.append(_hindrance("explosive", piece.id, piece.box, (), piece.poly, 0))
    return tuple(found)


def clear_of_terrain(
    around: Near, x: int, y: int, z: int, r: int, *, on_foot: bool = True
) -> Refusal | None:
    """Whether a base fits between the terrain at a place (shadows.geo.path_end)."""
    size = around.ground.size
    if not (r <= x <= size - r and r <= y <= size - r):
        return Refusal("shadows.geo.path_end", "table")
    one = hindered(hindrances(around, z, on_foot), x, y, r)
    return None if one is None else _in_the_way(one.what, one.piece)


def hindered(among: Iterable[Hindrance], x: int, y: int, r: int) -> Hindrance | None:
    """The first of some hindrances that a base comes too near to."""
    for one in among:
        clearance = r + one.more
        x0, y0, x1, y1 = one.box
        if x <= x0 - clearance or x >= x1 + clearance:
            continue
        if y <= y0 - clearance or y >= y1 + clearance:
            continue
        if _lacking(one, x, y, clearance):
            return one
    return None


def to_go(one: Hindrance, x: int, y: int, r: int) -> int:
    """How far a base that one comes too near to has to go at least, wherever it goes."""
    return _lacking(one, x, y, r + one.more)


def _lacking(one: Hindrance, x: int, y: int, clearance: int) -> int:
    """At least so much is missing of the clearance, in whole u and 1 or more; 0 if nothing is."""
    if one.poly:
        num, den = poly_distance2(one.poly, x, y)
        if num < clearance * clearance * den:
            return max(1, clearance - 1 - isqrt(num // den))
    for ax, ay, bx, by in one.lines:
        num, den = point_segment_d2(x, y, ax, ay, bx, by)
        if num < clearance * clearance * den:
            return max(1, clearance - 1 - isqrt(num // den))
    return 0


def _in_the_way(what: str, piece: str) -> Refusal:
    return Refusal("shadows.geo.path_end", "terrain", what=what, piece=piece)


def clear_of_figures(
    others: Iterable[Obstacle], x: int, y: int, z: int, r: int, height: int
) -> Refusal | None:
    """Whether a base overlaps nobody at a place (shadows.move.friends, shadows.geo.eps)."""
    for other in others:
        dx, dy, both = x - other.x, y - other.y, r + other.radius
        if dx * dx + dy * dy < both * both and z < other.z + other.height and other.z < z + height:
            return Refusal("shadows.geo.path_end", "figure", who=other.id)
    return None


def may_stand(
    around: Near,
    others: Iterable[Obstacle],
    x: int,
    y: int,
    z: int,
    r: int,
    height: int = ON_FOOT.height,
    *,
    on_foot: bool = True,
) -> Refusal | None:
    """What keeps a figure from ending there, on a surface and alone (shadows.geo.path_end)."""
    if not 0 <= x <= around.ground.size or not 0 <= y <= around.ground.size:
        return Refusal("shadows.geo.path_end", "table")
    if not stands_at(around, x, y, z):
        block = next((one for one in around.blocks if z < one.h and inside(one.poly, x, y)), None)
        if block is not None and z == 0:
            return _in_the_way("block", block.id)
        return Refusal("shadows.geo.path_end", "surface", z=z)
    refusal = clear_of_terrain(around, x, y, z, r, on_foot=on_foot)
    return refusal or clear_of_figures(others, x, y, z, r, height)


# --- spots round a thing --------------------------------------------------------------------------


def turned(dx: int, dy: int) -> Iterator[Point]:
    """A direction, then 22.5 degrees to its left and right, and so on round (shadows.geo.flee)."""
    for turn in (0, 1, 15, 2, 14, 3, 13, 4, 12, 5, 11, 6, 10, 7, 9, 8):
        yield rotate((dx, dy), SIXTEEN[turn])


def scaled(dx: int, dy: int) -> Point:
    """A direction with parts of about 1000, so that it can be turned without losing itself."""
    most = max(abs(dx), abs(dy))
    return (trunc_div(dx * 1000, most), trunc_div(dy * 1000, most)) if most else (0, 1000)


def ring(x: int, y: int, both: int, dx: int, dy: int) -> Iterator[Point]:
    """Sixteen places round a centre, ``both`` to ``both + 2`` away from it (shadows.geo.eps)."""
    for vx, vy in turned(*scaled(dx, dy)):
        spot = at_distance(x, y, both, vx, vy)
        if spot is not None:
            yield spot


def at_distance(x: int, y: int, both: int, vx: int, vy: int) -> Point | None:
    """The grid point in a direction that is ``both`` to ``both + 2`` away from a centre."""
    for k in range(both, both + 5):
        px, py = along(x, y, vx, vy, k)
        far2 = (px - x) * (px - x) + (py - y) * (py - y)
        if both * both <= far2 <= (both + CONTACT) * (both + CONTACT):
            return px, py
    return None
