"""Where a base can go: what is near, solid terrain, the cost of walking (section 4.6).

``near`` gathers what lies around a place, once for each stretch of the map, so that many paths from
one place are judged quickly. Everything here is about terrain and bases; who is whose enemy is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeVar

from msgspec import Struct

from shadows_west.content import STEP
from shadows_west.geometry.exact import Point, Polygon, ceil_sqrt, trunc_div
from shadows_west.geometry.polygons import (
    Shape,
    convex,
    fraction_inside,
    inside,
    intervals,
)
from shadows_west.geometry.segments import segments_nearer
from shadows_west.state import Figure
from shadows_west.terrain.pieces import (
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
PieceT = TypeVar("PieceT")


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
    difficult: tuple[Shape, ...]
    bridges: tuple[Shape, ...]


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


class Squares:
    """Which boxes meet a square of the table, or some squares: a bit for each box."""

    def __init__(self, boxes: Sequence[tuple[int, int, int, int]], size: int) -> None:
        lines = range(0, size + 2 * CELL, CELL)
        self._last = len(lines) - 1
        # A box meets an area if it begins before the area ends, and ends after it begins.
        self._west = [_bits(box[0] <= line for box in boxes) for line in lines]
        self._south = [_bits(box[1] <= line for box in boxes) for line in lines]
        self._east = [_bits(box[2] >= line for box in boxes) for line in lines]
        self._north = [_bits(box[3] >= line for box in boxes) for line in lines]

    def around(self, column: int, row: int, cells: int) -> int:
        """The boxes that meet a square and so many squares on each side of it."""
        last = self._last
        return (
            self._west[min(column + cells + 1, last)]
            & self._south[min(row + cells + 1, last)]
            & self._east[max(column - cells, 0)]
            & self._north[max(row - cells, 0)]
        )


def _bits(flags: Iterable[bool]) -> int:
    return sum(1 << n for n, flag in enumerate(flags) if flag)


def near(ground: Ground, x: int, y: int, reach: int) -> Near:
    """The terrain within reach of a place, and some more."""
    return _near(ground, x // CELL, y // CELL, (reach + CELL - 1) // CELL)


@lru_cache(maxsize=2048)
def _near(ground: Ground, column: int, row: int, cells: int) -> Near:
    return _gathered(ground, _squares(ground).around(column, row, cells))


@lru_cache(maxsize=128)
def _squares(ground: Ground) -> Squares:
    half = LINE_HALF
    boxes = [
        *((w.ax, w.ay, w.bx, w.by) for w in ground.walls),
        *(block.box for block in ground.blocks),
        *(
            (x0 - half, y0 - half, x1 + half, y1 + half)
            for x0, y0, x1, y1 in (one.box for one in ground.linears)
        ),
        *(piece.box for piece in ground.explosives),
        *(surface.box for surface in ground.surfaces),
        *(boxed(e.ax, e.ay, e.bx, e.by) for e in ground.edges),
        *(boxed(*s.a[:2], *s.b[:2]) for s in ground.stairs),
        *(zone.box for zone in ground.cacti),
        *(one[1:5] for one in ground.difficult),
        *(one[1:5] for one in ground.bridges),
    ]
    return Squares(boxes, ground.size)


@lru_cache(maxsize=1024)
def _gathered(ground: Ground, bits: int) -> Near:
    """The pieces of some bits. Many squares have the same around them, and share it."""
    first = 0

    def of(pieces: tuple[PieceT, ...]) -> tuple[PieceT, ...]:
        nonlocal first
        mine = bits >> first
        first += len(pieces)
        return tuple(piece for n, piece in enumerate(pieces) if mine >> n & 1)

    walls, blocks, linears = of(ground.walls), of(ground.blocks), of(ground.linears)
    explosives, surfaces = of(ground.explosives), of(ground.surfaces)
    return Near(
        ground,
        walls,
        blocks,
        linears,
        explosives,
        surfaces,
        simple=tuple(surface for surface in surfaces if convex(surface.poly)),
        edges=of(ground.edges),
        stairs=of(ground.stairs),
        cacti=of(ground.cacti),
        difficult=of(ground.difficult),
        bridges=of(ground.bridges),
    )


def boxed(ax: int, ay: int, bx: int, by: int) -> tuple[int, int, int, int]:
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


@lru_cache(maxsize=4096)
def _line(ax: int, ay: int, bx: int, by: int, id: str, kind: str) -> Line:
    return (*boxed(ax, ay, bx, by), ax, ay, bx, by, id, kind)


@lru_cache(maxsize=1024)
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
        if (
            lx0 < x1
            and lx1 > x0
            and ly0 < y1
            and ly1 > y0
            and segments_nearer(ax, ay, bx, by, cx, cy, dx, dy, clearance)
        ):
            return line
    return None


# --- walking --------------------------------------------------------------------------------------


def along(x: int, y: int, dx: int, dy: int, k: int) -> Point:
    """The point k u further in a direction; displacements truncate (shadows.geo.push)."""
    length = ceil_sqrt(dx * dx + dy * dy)
    kx, ky = k * dx, k * dy
    return (
        x + (kx // length if kx >= 0 else -(-kx // length)),
        y + (ky // length if ky >= 0 else -(-ky // length)),
    )


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
    return length + slowed(around.difficult, around.bridges, ax, ay, bx, by, length)


def slowed(
    difficult: Sequence[Shape],
    bridges: Sequence[Shape],
    ax: int,
    ay: int,
    bx: int,
    by: int,
    length: int,
) -> int:
    """The part of a length that lies in difficult ground and on no bridge, rounded up."""
    num, den = fraction_inside(difficult, bridges, ax, ay, bx, by)
    return -(-length * num // den)


def keeps_footing(around: Near, ax: int, ay: int, az: int, bx: int, by: int, bz: int) -> bool:
    """Whether a walk can go on to its end; ``loses_footing`` says where it cannot.

    Where no surface near the way makes a step of the difference in height, nothing is measured.
    """
    if az == bz:
        if az == 0 or _on_one(around, ax, ay, bx, by, az):
            return True
    elif not _steps_lead(around, ax, ay, az, bx, by, bz):
        return False
    return loses_footing(around, ax, ay, az, bx, by, bz) is None


def _steps_lead(around: Near, ax: int, ay: int, az: int, bx: int, by: int, bz: int) -> bool:
    """Whether the heights that there are near a way lead from one to another, less than 2" each."""
    x0, y0, x1, y1 = boxed(ax, ay, bx, by)
    low, high = (az, bz) if az < bz else (bz, az)
    for one in reversed(around.surfaces):  # from the lowest up
        if low < one.z < low + STEP and one.z < high:
            left, bottom, right, top = one.box
            if left <= x1 and right >= x0 and bottom <= y1 and top >= y0:
                low = one.z
    return high - low < STEP


def loses_footing(
    around: Near, ax: int, ay: int, az: int, bx: int, by: int, bz: int
) -> Fraction | None:
    """Where a walk cannot go on because the next surface is 2" higher or lower; None if it can.

    Heights change only at the borders of surfaces, and by less than 2" (section 4.6, ``walk``).
    """
    if az == bz and (az == 0 or _on_one(around, ax, ay, bx, by, az)):
        return None
    parts = [(Fraction(0), Fraction(1), 0)]
    x0, y0, x1, y1 = boxed(ax, ay, bx, by)
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
    x0, y0, x1, y1 = boxed(ax, ay, bx, by)
    for zone in around.cacti:
        if not zone.shape.meets(x0, y0, x1, y1):
            continue
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
