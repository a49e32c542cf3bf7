"""Everything that can stop a ray (specification, section 4.4).

Each is an ``Obstacle``: a box to dismiss it by quickly, and a test that says where along the ray it
stands in the way, as an exact ratio. ``HIDES`` says the same of several rays over one line of the
plan at once. What the ray touches stops it: only figures have an open border (shadows.geo.
los_model).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from shadows_west.content import COVER_HEIGHT
from shadows_west.geometry.exact import Interval, Polygon, Ratio, ceil_sqrt, d2
from shadows_west.geometry.polygons import clip_convex, convex, intervals
from shadows_west.geometry.segments import segment_segment_d2
from shadows_west.measuring.rasters import SQUARE, Obstacle, Raster, Screen, Views
from shadows_west.terrain.pieces import LINE_HALF, Gap, Ground, Solid, Wall

Hides = Callable[[Any, int, int, int, int, int, Sequence[int]], int]
"""Which of the rays are stopped that differ only in how far they rise: a bit for each of them."""
WallData = tuple[int, int, int, int, int, int, int, tuple[Gap, ...]]
"""Where a wall begins, its vector and length, between which heights it stands, and its openings."""
SolidData = tuple[Polygon, int, bool]
"""An outline, its height, and whether it is convex."""

NARROW: Final = 100
"""What is no longer than this hides hardly anybody alone."""
LOWEST_EYE: Final = 110
"""Of whoever looks: what is no higher lets the highest ray pass."""

# --- what stops a ray ----------------------------------------------------------------------------


def _wall_at(data: WallData, px: int, py: int, pz: int, dx: int, dy: int, dz: int) -> Ratio | None:
    """A wall or low obstacle stops a ray in its height, outside openings (shadows.geo.los_wall)."""
    met = _crossing(data, px, py, dx, dy)
    if met is None:
        return None
    num, den, offset = met
    if den == 0:
        return _along(data, px, py, pz, dx, dy, dz)
    return (num, den) if _solid_there(data, den, offset, pz * den + dz * num) else None


def walls_hide(
    walls: list[WallData], px: int, py: int, pz: int, dx: int, dy: int, rises: Sequence[int]
) -> int:
    """Which of the rays some walls and low obstacles stop: ``_wall_at`` in one go for all of them.

    The one that stops the last ray is put first: it is likely to stop those of the next line too.
    """
    hidden, every = 0, (1 << len(rises)) - 1
    for i, data in enumerate(walls):
        ax, ay, wx, wy, length, z0, z1, openings = data
        qx, qy = ax - px, ay - py
        side = dx * qy - dy * qx
        den = dx * wy - dy * wx
        other = side + den
        if (side > 0 and other > 0) or (side < 0 and other < 0):
            continue
        num = qx * wy - qy * wx
        if den < 0:
            num, den, side = -num, -den, -side
        if den and (num < 0 or num > den):
            continue
        low, high, bit = z0 * den, z1 * den, 1
        offset = -side * length
        gaps = openings and [hole for hole in openings if hole[0] * den <= offset <= hole[1] * den]
        for dz in rises:
            if den == 0:
                stopped = _along(data, px, py, pz, dx, dy, dz) is not None
            else:
                height = pz * den + dz * num
                stopped = low <= height < high
                for hole in gaps:
                    if hole[2] * den <= height <= hole[3] * den:
                        stopped = False
            if stopped:
                hidden |= bit
            bit += bit
        if hidden == every:
            if i:
                walls.insert(0, walls.pop(i))
            break
    return hidden


def _crossing(data: WallData, px: int, py: int, dx: int, dy: int) -> tuple[int, int, int] | None:
    """Where a ray meets the line of a wall in the plan: at num / den, and how far along the wall.

    None if it does not; a den of 0 if it runs along it.
    """
    ax, ay, wx, wy, length, _, _, _ = data
    qx, qy = ax - px, ay - py
    side = dx * qy - dy * qx
    den = dx * wy - dy * wx
    other = side + den
    if (side > 0 and other > 0) or (side < 0 and other < 0):
        return None
    num = qx * wy - qy * wx
    if den < 0:
        num, den, side = -num, -den, -side
    if den and (num < 0 or num > den):
        return None
    return num, den, -side * length


def _solid_there(data: WallData, den: int, offset: int, height: int) -> bool:
    """Whether a wall is as high as that, and has no opening there; all in parts of ``den``."""
    _, _, _, _, _, z0, z1, openings = data
    if height < z0 * den or height >= z1 * den:
        return False
    for low, high, bottom, top, _ in openings:
        if low * den <= offset <= high * den and bottom * den <= height <= top * den:
            return False
    return True


def _fence_at(
    data: tuple[int, int, int, int, int], px: int, py: int, pz: int, dx: int, dy: int, dz: int
) -> Ratio | None:
    """A line of fire meets a low obstacle in its thickness, below its top (shadows.geo.cover_line).

    The ratio is where the line is first as low as the obstacle, which may be before it.
    """
    ax, ay, bx, by, h = data
    if dz > 0:
        low, high, den = 0, min(dz, h - pz), dz
    elif dz < 0:
        low, high, den = max(0, pz - h), -dz, -dz
    else:
        low, high, den = 0, int(pz < h), 1
    if low >= high:
        return None
    num, by_den = segment_segment_d2(
        *(px * den + dx * low, py * den + dy * low, px * den + dx * high, py * den + dy * high),
        *(ax * den, ay * den, bx * den, by * den),
    )
    thick = LINE_HALF * den
    return (low, den) if num <= thick * thick * by_den else None


def _along(data: WallData, px: int, py: int, pz: int, dx: int, dy: int, dz: int) -> Ratio | None:
    """A ray that runs along a wall is free only if one opening holds all they share."""
    ax, ay, wx, wy, length, z0, z1, openings = data
    shared = _shared(ax - px, ay - py, wx, wy, dx, dy)
    if shared is None:
        return None
    start, end = shared
    if dz:
        low, high = sorted((Fraction(z0 - pz, dz), Fraction(z1 - pz, dz)))
        start, end = max(start, low), min(end, high)
    if start > end or not any(z0 <= pz + dz * t < z1 for t in (start, end)):
        return None
    for first, last, bottom, top, _ in openings:
        if all(
            first * length <= (px + dx * t - ax) * wx + (py + dy * t - ay) * wy <= last * length
            and bottom <= pz + dz * t <= top
            for t in (start, end)
        ):
            return None
    return start.numerator, start.denominator


def _shared(
    qx: int, qy: int, wx: int, wy: int, dx: int, dy: int
) -> tuple[Fraction, Fraction] | None:
    """From where to where a ray on the line of a wall is on the wall itself."""
    length2 = dx * dx + dy * dy
    if length2:
        low, high = sorted((qx * dx + qy * dy, (qx + wx) * dx + (qy + wy) * dy))
        if high < 0 or low > length2:
            return None
        return Fraction(max(low, 0), length2), Fraction(min(high, length2), length2)
    # A ray straight up or down shares all of itself or nothing.
    along = -(qx * wx + qy * wy)
    on_wall = qx * wy == qy * wx and 0 <= along <= wx * wx + wy * wy
    return (Fraction(0), Fraction(1)) if on_wall else None


def _solid_at(
    data: SolidData, px: int, py: int, pz: int, dx: int, dy: int, dz: int
) -> Ratio | None:
    """A solid piece stops a ray that is lower than its top over it (shadows.geo.los_solid)."""
    return _below_top(_parts_over(data, px, py, dx, dy), data[1], pz, dz)


def _solid_hides(
    data: SolidData, px: int, py: int, pz: int, dx: int, dy: int, rises: Sequence[int]
) -> int:
    parts = _parts_over(data, px, py, dx, dy)
    hidden, bit = 0, 1
    for dz in rises if parts else ():
        if _below_top(parts, data[1], pz, dz) is not None:
            hidden |= bit
        bit += bit
    return hidden


def _parts_over(data: SolidData, px: int, py: int, dx: int, dy: int) -> list[Interval]:
    poly, _, is_convex = data
    if not is_convex:
        return intervals(poly, px, py, px + dx, py + dy)
    part = clip_convex(poly, px, py, px + dx, py + dy)
    return [] if part is None else [part]


def _below_top(parts: list[Interval], h: int, pz: int, dz: int) -> Ratio | None:
    for start, end in parts:
        if pz * start[1] + dz * start[0] < h * start[1]:
            return start
        if pz * end[1] + dz * end[0] < h * end[1]:
            return pz - h, -dz
    return None


def _slab_at(
    data: tuple[int, int, int, int, int], px: int, py: int, pz: int, dx: int, dy: int, dz: int
) -> Ratio | None:
    """A slab stops a ray that crosses its height over its footprint (shadows.geo.los_solid)."""
    x0, y0, x1, y1, z = data
    num = pz - z
    if num * (num + dz) >= 0:
        return None
    den = -dz
    if den < 0:
        num, den = -num, -den
    x, y = px * den + dx * num, py * den + dy * num
    if x0 * den <= x <= x1 * den and y0 * den <= y <= y1 * den:
        return num, den
    return None


def _slab_hides(
    data: tuple[int, int, int, int, int],
    px: int,
    py: int,
    pz: int,
    dx: int,
    dy: int,
    rises: Sequence[int],
) -> int:
    hidden, bit = 0, 1
    for dz in rises:
        if _slab_at(data, px, py, pz, dx, dy, dz) is not None:
            hidden |= bit
        bit += bit
    return hidden


HIDES: Final[Mapping[str, Hides]] = MappingProxyType(
    {
        "block": _solid_hides,
        "explosive": _solid_hides,
        "slab": _slab_hides,
    }
)
"""By the kind of what stops sight; for walls and low obstacles see ``walls_hide``."""


class Obstacles(NamedTuple):
    """The terrain that stops rays of sight, lines of fire and corridors."""

    sight: tuple[Obstacle, ...]
    views: Views
    """Of the same; of the walls and low obstacles the largest are first."""
    cover: Raster
    corridor: tuple[Obstacle, ...]


@lru_cache(maxsize=128)
def obstacles_of(ground: Ground) -> Obstacles:
    """What stops rays on a table, worked out once."""
    solid = list(_solid_obstacles(ground))
    walls = (
        *_wall_obstacles(ground, lambda hole, z0, z1: hole),
        *_linear_obstacles(ground),
    )
    others = (
        *solid,
        *(
            Obstacle(*slab.rect, slab.z, slab.z, "slab", slab.id, _slab_at, (*slab.rect, slab.z))
            for slab in ground.slabs
        ),
    )
    return Obstacles(
        sight=(*walls, *others),
        views=Views((*sorted(walls, key=_area, reverse=True), *others), ground.size),
        cover=Raster(list(_cover_obstacles(ground, solid)), ground.size, SQUARE),
        # The corridor is a line on the floor, which doors and windows let through.
        corridor=tuple(
            _wall_obstacles(ground, lambda hole, z0, z1: (hole[0], hole[1], z0, z1, hole[4]))
        ),
    )


def _cover_obstacles(ground: Ground, solid: Iterable[Obstacle]) -> Iterator[Obstacle]:
    """shadows.shoot.cover_openings: a window is part of the wall, a doorway is not."""
    for wall in _wall_obstacles(ground, lambda hole, z0, z1: hole if hole[4] == "door" else None):
        if wall.high - wall.low >= COVER_HEIGHT:
            yield wall
    for obstacle in (*_thick_obstacles(ground), *solid):
        if obstacle.high >= COVER_HEIGHT:
            yield obstacle


def _area(wall: Obstacle) -> int:
    return (wall.x1 - wall.x0 + wall.y1 - wall.y0) * (wall.high - wall.low)


def _wall_obstacles(
    ground: Ground, opening: Callable[[Gap, int, int], Gap | None]
) -> Iterator[Obstacle]:
    for wall in ground.walls:
        holes = (opening(hole, wall.z0, wall.z1) for hole in wall.openings)
        wx, wy = wall.bx - wall.ax, wall.by - wall.ay
        yield Obstacle(
            *(wall.ax, wall.ay, wall.bx, wall.by, wall.z0, wall.z1),
            *("wall", wall.id, _wall_at),
            data=(
                *(wall.ax, wall.ay, wx, wy, wx + wy, wall.z0, wall.z1),
                tuple(hole for hole in holes if hole is not None),
            ),
            owner=wall.building,
            screens=tuple(_stretches(wall)),
        )


def _stretches(wall: Wall) -> Iterator[Screen]:
    """Where a wall is solid from its bottom to its top."""
    for ax, ay, bx, by in wall.solid:
        length = bx - ax + by - ay
        if length > NARROW:
            yield ax, ay, bx, by, length, wall.z0, wall.z1, ""


def _linear_obstacles(ground: Ground) -> Iterator[Obstacle]:
    for linear in ground.linears:
        for ax, ay, bx, by in linear.segments:
            yield Obstacle(
                *(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by), 0, linear.h),
                *("linear", linear.id, _wall_at),
                data=(ax, ay, bx - ax, by - ay, 0, 0, linear.h, ()),
            )


def _thick_obstacles(ground: Ground) -> Iterator[Obstacle]:
    """The same as they are on the plan, 20 u thick: a shot along a fence meets it too."""
    half = LINE_HALF
    for linear in ground.linears:
        for ax, ay, bx, by in linear.segments:
            west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
            yield Obstacle(
                *(west - half, south - half, east + half, north + half, 0, linear.h),
                *("linear", linear.id, _fence_at),
                data=(ax, ay, bx, by, linear.h),
            )


def _solid_obstacles(ground: Ground) -> Iterator[Obstacle]:
    for block in ground.blocks:
        data = (block.poly, block.h, block.convex)
        screens = tuple(_across(block))
        yield Obstacle(
            *(*block.box, 0, block.h, "block", block.id, _solid_at, data), screens=screens
        )
    for piece in ground.explosives:
        data = (piece.poly, piece.h, convex(piece.poly))
        yield Obstacle(*piece.box, 0, piece.h, "explosive", piece.id, _solid_at, data)


def _across(block: Solid) -> Iterator[Screen]:
    """Two lines across a block that is as high as eyes are."""
    poly = block.poly
    if block.convex and block.h > LOWEST_EYE:
        for n in (0, len(poly) // 4):
            (ax, ay), (bx, by) = poly[n], poly[n + len(poly) // 2]
            yield ax, ay, bx, by, ceil_sqrt(d2(ax, ay, bx, by)), 0, block.h, block.id
