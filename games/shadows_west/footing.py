"""Where a base can go and stand: solid terrain, heights, edges and free spots (section 4.6).

``near`` gathers what lies around a place, once for each stretch of the map, so that many paths from
one place are judged quickly. Everything here is about terrain and bases; who is whose enemy is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from boomtown.core import Refusal
from shadows_west.content import CONTACT, ON_FOOT, STEP
from shadows_west.geometry import (
    SIXTEEN,
    Point,
    Polygon,
    box,
    ceil_sqrt,
    convex,
    fraction_inside,
    inside,
    intervals,
    isqrt,
    point_segment_d2,
    poly_distance2,
    rotate,
    segment_segment_d2,
    trunc_div,
)
from shadows_west.state import Figure
from shadows_west.terrain import (
    LINE_HALF,
    Edge,
    Explosive,
    Ground,
    Linear,
    Solid,
    Stairs,
    Surface,
    Wall,
    Zone,
)

CELL: Final = 200
"""Surroundings are gathered for squares of this size."""
Line = tuple[int, int, int, int, int, int, int, int, str, str]
"""Something solid: its box, its two ends, the id and the kind of what it is part of."""
Spot = tuple[int, int, int]


class Near(Struct, frozen=True, eq=False):
    """The terrain around a place."""

    ground: Ground
    walls: tuple[Wall, ...]
    blocks: tuple[Solid, ...]
    linears: tuple[Linear, ...]
    explosives: tuple[Explosive, ...]
    surfaces: tuple[Surface, ...]
    simple: tuple[Surface, ...]
    """The surfaces with a convex outline: who starts and ends on one has not left it."""
    edges: tuple[Edge, ...]
    stairs: tuple[Stairs, ...]
    cacti: tuple[Zone, ...]
    difficult: tuple[Polygon, ...]
    bridges: tuple[Polygon, ...]


class Obstacle(Struct, frozen=True):
    """A figure that stands in the way."""

    id: str
    x: int
    y: int
    z: int
    radius: int
    height: int


def obstacle(figure: Figure) -> Obstacle:
    """A figure as something to bump into."""
    base = figure.base
    return Obstacle(figure.id, figure.x, figure.y, figure.z, base.radius, base.height)


# --- what is near ---------------------------------------------------------------------------------


def near(ground: Ground, x: int, y: int, reach: int) -> Near:
    """The terrain within reach of a place, and some more."""
    return _near(ground, x // CELL, y // CELL, (reach + CELL - 1) // CELL)


@lru_cache(maxsize=1024)
def _near(ground: Ground, column: int, row: int, cells: int) -> Near:
    x0, y0 = (column - cells) * CELL, (row - cells) * CELL
    x1, y1 = (column + cells + 1) * CELL, (row + cells + 1) * CELL

    def meets(other: tuple[int, int, int, int], more: int = 0) -> bool:
        return (
            other[0] - more <= x1
            and other[2] + more >= x0
            and other[1] - more <= y1
            and other[3] + more >= y0
        )

    surfaces = tuple(surface for surface in ground.surfaces if meets(surface.box))
    return Near(
        ground,
        walls=tuple(w for w in ground.walls if meets((w.ax, w.ay, w.bx, w.by))),
        blocks=tuple(block for block in ground.blocks if meets(block.box)),
        linears=tuple(one for one in ground.linears if meets(one.box, LINE_HALF)),
        explosives=tuple(piece for piece in ground.explosives if meets(piece.box)),
        surfaces=surfaces,
        simple=tuple(surface for surface in surfaces if convex(surface.poly)),
        edges=tuple(e for e in ground.edges if meets(_boxed(e.ax, e.ay, e.bx, e.by))),
        stairs=tuple(s for s in ground.stairs if meets(_boxed(*s.a[:2], *s.b[:2]))),
        cacti=tuple(zone for zone in ground.cacti if meets(zone.box)),
        difficult=tuple(poly for poly in ground.difficult if meets(box(poly))),
        bridges=tuple(poly for poly in ground.bridges if meets(box(poly))),
    )


def _boxed(ax: int, ay: int, bx: int, by: int) -> tuple[int, int, int, int]:
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _line(ax: int, ay: int, bx: int, by: int, id: str, kind: str) -> Line:
    return (*_boxed(ax, ay, bx, by), ax, ay, bx, by, id, kind)


@lru_cache(maxsize=4096)
def solid_lines(around: Near, low: int, high: int, on_foot: bool) -> tuple[Line, ...]:
    """What stops somebody who walks between two heights (shadows.geo.path_solid).

    A wall whose top he ends on, or comes from, is a step if it is lower than 2" (shadows.move.
    small_steps). Openings are gaps for those on foot (shadows.move.openings) and solid for riders.
    """
    lines: list[Line] = []
    for wall in around.walls:
        if wall.z0 >= high + STEP or (wall.z1 <= high and wall.z1 < low + STEP):
            continue
        parts = wall.solid if on_foot else ((wall.ax, wall.ay, wall.bx, wall.by),)
        lines += [_line(*part, wall.building, "wall") for part in parts]
    for block in around.blocks:
        if block.h >= low + STEP:
            lines += [_line(*side, block.id, "block") for side in sides(block.poly)]
    return tuple(lines)


def sides(poly: Polygon) -> Iterator[tuple[int, int, int, int]]:
    """The sides of a polygon."""
    ax, ay = poly[-1]
    for bx, by in poly:
        yield ax, ay, bx, by
        ax, ay = bx, by


def first_solid(
    lines: Iterable[Line], ax: int, ay: int, bx: int, by: int, clearance: int
) -> Line | None:
    """The first of some lines that a way passes closer than this."""
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    x0, y0, x1, y1 = x0 - clearance, y0 - clearance, x1 + clearance, y1 + clearance
    for line in lines:
        lx0, ly0, lx1, ly1, cx, cy, dx, dy, _, _ = line
        if lx0 < x1 and lx1 > x0 and ly0 < y1 and ly1 > y0:
            num, den = segment_segment_d2(ax, ay, bx, by, cx, cy, dx, dy)
            if num < clearance * clearance * den:
                return line
    return None


# --- walking --------------------------------------------------------------------------------------


def along(x: int, y: int, dx: int, dy: int, k: int) -> Point:
    """The point k u further in a direction; displacements truncate (shadows.geo.push)."""
    length = ceil_sqrt(dx * dx + dy * dy)
    return x + trunc_div(k * dx, length), y + trunc_div(k * dy, length)


def walk_cost(
    around: Near,
    ax: int,
    ay: int,
    bx: int,
    by: int,
    *,
    double: bool = False,
    aloft: bool = False,
) -> int:
    """Length, and the same again for the part in difficult ground (shadows.geo.cost).

    Who drags somebody pays double everywhere (shadows.move.difficult, shadows.damage.drag). Who
    walks on a roof or a balcony is not in what grows below it.
    """
    length = ceil_sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    if double:
        return 2 * length
    if aloft or not around.difficult:
        return length
    num, den = fraction_inside(around.difficult, around.bridges, ax, ay, bx, by)
    return length - (-length * num // den)


def loses_footing(
    around: Near, ax: int, ay: int, az: int, bx: int, by: int, bz: int
) -> Fraction | None:
    """Where a walk cannot go on because the next surface is 2" higher or lower; None if it can.

    Heights change only at the borders of surfaces, and by less than 2" (section 4.6, ``walk``).
    """
    if az == bz and (az == 0 or _on_one(around, ax, ay, bx, by, az)):
        return None
    parts = [(Fraction(0), Fraction(1), 0)]
    x0, y0, x1, y1 = _boxed(ax, ay, bx, by)
    for one in around.surfaces:
        if one.box[0] <= x1 and one.box[2] >= x0 and one.box[1] <= y1 and one.box[3] >= y0:
            parts += [
                (Fraction(*low), Fraction(*high), one.z)
                for low, high in intervals(one.poly, ax, ay, bx, by)
            ]
    cuts = sorted({cut for part in parts for cut in part[:2]})
    reached = {az}
    for low, high in pairwise(cuts):
        heights = {z for start, end, z in parts if start <= low and high <= end}
        if low == 0 and az in heights:
            continue
        reached = {z for z in heights if any(abs(z - other) < STEP for other in reached)}
        if not reached:
            return low
    tips = {z for start, end, z in parts if start == end == 1}
    reached |= {z for z in tips if any(abs(z - other) < STEP for other in reached)}
    return None if bz in reached else Fraction(1)


def _on_one(around: Near, ax: int, ay: int, bx: int, by: int, z: int) -> bool:
    for one in around.simple:
        x0, y0, x1, y1 = one.box
        if (
            one.z == z
            and x0 <= ax <= x1
            and x0 <= bx <= x1
            and y0 <= ay <= y1
            and y0 <= by <= y1
            and inside(one.poly, ax, ay)
            and inside(one.poly, bx, by)
        ):
            return True
    return False


def entries(around: Near, ax: int, ay: int, bx: int, by: int) -> list[tuple[str, int, int]]:
    """The cactus patches that a way enters, and where (shadows.terrain.cactus)."""
    found: list[tuple[Fraction, str]] = []
    for zone in around.cacti:
        for (num, den), _ in intervals(zone.poly, ax, ay, bx, by):
            if num:
                found.append((Fraction(num, den), zone.id))
    return [
        (
            id,
            ax + trunc_div((bx - ax) * at.numerator, at.denominator),
            ay + trunc_div((by - ay) * at.numerator, at.denominator),
        )
        for at, id in sorted(found)
    ]


# --- standing -------------------------------------------------------------------------------------


def heights_at(around: Near, x: int, y: int) -> list[int]:
    """The heights at which one can stand on a point near by; no ground inside a block."""
    found = [
        one.z
        for one in around.surfaces
        if one.box[0] <= x <= one.box[2]
        and one.box[1] <= y <= one.box[3]
        and inside(one.poly, x, y)
    ]
    for block in around.blocks:
        x0, y0, x1, y1 = block.box
        if x0 <= x <= x1 and y0 <= y <= y1 and inside(block.poly, x, y):
            return found
    found.append(0)
    return found


def stands_at(around: Near, x: int, y: int, z: int) -> bool:
    """Whether there is something to stand on at a height; no ground inside a block."""
    if z == 0:
        return not any(
            block.box[0] <= x <= block.box[2]
            and block.box[1] <= y <= block.box[3]
            and inside(block.poly, x, y)
            for block in around.blocks
        )
    return z in heights_at(around, x, y)


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
def hindrances(around: Near, z: int, on_foot: bool) -> tuple[Hindrance, ...]:
    """What is in the way of somebody who stands at a height (shadows.geo.path_end)."""
    found: list[Hindrance] = []
    for wall in around.walls:
        if wall.z0 < z + STEP and wall.z1 > z:
            whole = (wall.ax, wall.ay, wall.bx, wall.by)
            lines = wall.solid if on_foot else (whole,)
            found.append(Hindrance("wall", wall.building, whole, lines, (), 0))
    for block in around.blocks:
        solid = block.h >= z + STEP
        if z < block.h and (solid or not block.top):
            found.append(
                Hindrance("block", block.id, block.box, (), block.poly, -1 if solid else 0)
            )
    for one in around.linears:
        if z < one.h:
            found.append(Hindrance("fence", one.id, one.box, one.segments, (), LINE_HALF))
    for piece in around.explosives:
        if z < piece.h:
            found.append(Hindrance("explosive", piece.id, piece.box, (), piece.poly, 0))
    return tuple(found)


def clear_of_terrain(
    around: Near, x: int, y: int, z: int, r: int, *, on_foot: bool = True
) -> Refusal | None:
    """Whether a base fits between the terrain at a place (shadows.geo.path_end)."""
    size = around.ground.size
    if not (r <= x <= size - r and r <= y <= size - r):
        return Refusal("shadows.geo.path_end", "table")
    for one in hindrances(around, z, on_foot):
        clearance = r + one.more
        x0, y0, x1, y1 = one.box
        if x <= x0 - clearance or x >= x1 + clearance:
            continue
        if y <= y0 - clearance or y >= y1 + clearance:
            continue
        if one.poly:
            num, den = poly_distance2(one.poly, x, y)
            if num < clearance * clearance * den:
                return _in_the_way(one.what, one.piece)
        for ax, ay, bx, by in one.lines:
            if _closer(x, y, ax, ay, bx, by, clearance):
                return _in_the_way(one.what, one.piece)
    return None


def _in_the_way(what: str, piece: str) -> Refusal:
    return Refusal("shadows.geo.path_end", "terrain", what=what, piece=piece)


def _closer(x: int, y: int, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    num, den = point_segment_d2(x, y, ax, ay, bx, by)
    return num < r * r * den


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


# --- edges ----------------------------------------------------------------------------------------


class Port(Struct, frozen=True):
    """Where one can get from outside onto a level: a free edge, or an opening in a wall."""

    id: str
    kind: str
    """``open``, ``rail``, ``door`` or ``window``."""
    touch: tuple[int, int, int, int]
    """The stretch that a climber's base touches."""
    span: tuple[int, int, int, int]
    """The stretch over which its centre passes."""
    z: int
    nx: int
    ny: int
    """Outwards."""


@lru_cache(maxsize=1024)
def ports(around: Near) -> tuple[Port, ...]:
    """The edges and openings near a place (shadows.geo.edges, shadows.geo.walls)."""
    found = [
        Port(e.surface, e.kind, (e.ax, e.ay, e.bx, e.by), (e.ax, e.ay, e.bx, e.by), e.z, e.nx, e.ny)
        for e in around.edges
        if e.kind != "wall"
    ]
    for wall in around.walls:
        building = around.ground.building(wall.building)
        nx = 1 if wall.ax == wall.bx == building.rect[2] else -1 if wall.ax == wall.bx else 0
        ny = 0 if nx else 1 if wall.ay == building.rect[3] else -1
        for low, high, _, _, kind in wall.openings:
            half = ON_FOOT.radius - 1
            found.append(
                Port(
                    wall.building,
                    kind,
                    _stretch(wall, low, high),
                    _stretch(wall, low + half, high - half),
                    wall.z0,
                    nx,
                    ny,
                )
            )
    return tuple(found)


def _stretch(wall: Wall, low: int, high: int) -> tuple[int, int, int, int]:
    if wall.ay == wall.by:
        return wall.ax + low, wall.ay, wall.ax + high, wall.ay
    return wall.ax, wall.ay + low, wall.ax, wall.ay + high


def touches(port: Port, x: int, y: int, r: int) -> bool:
    """Whether a base touches, or hangs over, the line of an edge or opening."""
    num, den = point_segment_d2(x, y, *port.touch)
    return num <= (r + CONTACT) * (r + CONTACT) * den


def outside(port: Port, x: int, y: int) -> int:
    """Positive on the outer side of an edge, negative on the inner, 0 on the line."""
    ax, ay, _, _ = port.touch
    return (x - ax) * port.nx + (y - ay) * port.ny


def rests_against(port: Port, x: int, y: int, r: int) -> bool:
    """Whether a place has its centre r from the line of an edge (shadows.geo.climb_end)."""
    across = outside(port, x, y)
    length2 = port.nx * port.nx + port.ny * port.ny
    far2 = across * across
    return (r - 1) * (r - 1) * length2 <= far2 <= (r + CONTACT) * (r + CONTACT) * length2


def spots(
    port: Port, x: int, y: int, r: int, *, inner: bool, most: int
) -> Iterator[tuple[int, Point]]:
    """Places against an edge, the nearest to straight across first, with the shift of each.

    The shift runs along the edge and ends with it; it is free (shadows.geo.climb_end).
    """
    ax, ay, bx, by = port.span
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    length = max(1, isqrt(length2))
    foot = min(max((x - ax) * dx + (y - ay) * dy, 0), length2)
    for shift in range(most + 1):
        for sign in (1, -1) if shift else (1,):
            at = foot + sign * shift * length
            if length2 and not 0 <= at <= length2:
                continue
            px = ax + _rounded(at * dx, length2 or 1)
            py = ay + _rounded(at * dy, length2 or 1)
            spot = _off_line(port, px, py, r, inner=inner)
            if spot is not None:
                yield shift, spot


def _rounded(num: int, den: int) -> int:
    return (2 * num + den) // (2 * den)


def _off_line(port: Port, px: int, py: int, r: int, *, inner: bool) -> Point | None:
    """The grid point r to r + 2 off the line of an edge, on one of its sides."""
    sign = -1 if inner else 1
    length2 = port.nx * port.nx + port.ny * port.ny
    for k in range(r, r + 5):
        x, y = along(px, py, sign * port.nx, sign * port.ny, k)
        far = sign * outside(port, x, y)
        if far > 0 and r * r * length2 <= far * far <= (r + CONTACT) * (r + CONTACT) * length2:
            return x, y
    return None
