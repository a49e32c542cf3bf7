"""Rays, and everything that can stop one (specification, section 4.4).

A ray is a start and a vector in space. Everything that can stop one is an ``Obstacle``: a box to
dismiss it by quickly, and a test that says where along the ray it stands in the way, as an exact
ratio. What the ray touches stops it: only figures have an open border (shadows.geo.los_model).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from shadows_west.content import COVER_HEIGHT, LARGE_RADIUS, Base
from shadows_west.geometry.exact import Polygon, Ratio, ceil_sqrt, trunc_div
from shadows_west.geometry.polygons import clip_convex, convex, intervals
from shadows_west.geometry.segments import segment_segment_d2
from shadows_west.measuring.spacing import Round
from shadows_west.state import ON_TABLE, Table
from shadows_west.terrain.maps import Place
from shadows_west.terrain.pieces import LINE_HALF, Gap, Ground

WIDEST = 2 * LARGE_RADIUS
"""No ray between two, nor a body in its way, is farther out than this from their centres."""

Ray = tuple[int, int, int, int, int, int]
"""A start and a vector."""
Test = Callable[[Any, int, int, int, int, int, int], Ratio | None]  # Any: each test its own data
"""Where a ray, given by its start and its vector, is stopped; None if it is not."""


class Obstacle(NamedTuple):
    """Something that may stop a ray; it lies in a box and between two heights."""

    x0: int
    y0: int
    x1: int
    y1: int
    low: int
    high: int
    kind: str
    id: str
    test: Test
    data: Any  # what the test needs, as plain numbers
    owner: str = ""
    """The building of a wall."""


WallData = tuple[int, int, int, int, int, int, int, tuple[Gap, ...]]
"""Where a wall begins, its vector and length, between which heights it stands, and its openings."""

# --- what stops a ray ----------------------------------------------------------------------------


def _wall_at(data: WallData, px: int, py: int, pz: int, dx: int, dy: int, dz: int) -> Ratio | None:
    """A wall or low obstacle stops a ray in its height, outside openings (shadows.geo.los_wall)."""
    ax, ay, wx, wy, length, z0, z1, openings = data
    qx, qy = ax - px, ay - py
    side = dx * qy - dy * qx
    den = dx * wy - dy * wx
    other = side + den
    if (side > 0 and other > 0) or (side < 0 and other < 0):
        return None
    if den == 0:
        return _along(data, px, py, pz, dx, dy, dz)
    num = qx * wy - qy * wx
    if den < 0:
        num, den, side = -num, -den, -side
    if num < 0 or num > den:
        return None
    height = pz * den + dz * num
    if height < z0 * den or height >= z1 * den:
        return None
    if openings:
        offset = -side * length
        for low, high, bottom, top, _ in openings:
            if low * den <= offset <= high * den and bottom * den <= height <= top * den:
                return None
    return num, den


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
    data: tuple[Polygon, int, bool], px: int, py: int, pz: int, dx: int, dy: int, dz: int
) -> Ratio | None:
    """A solid piece stops a ray that is lower than its top over it (shadows.geo.los_solid)."""
    poly, h, is_convex = data
    if is_convex:
        part = clip_convex(poly, px, py, px + dx, py + dy)
        parts = [] if part is None else [part]
    else:
        parts = intervals(poly, px, py, px + dx, py + dy)
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


def _body_at(
    data: tuple[int, int, int, int, int], px: int, py: int, pz: int, dx: int, dy: int, dz: int
) -> Ratio | None:
    """A figure stops a ray closer to its centre than its radius (shadows.geo.los_model)."""
    cx, cy, radius, z, top = data
    qx, qy = cx - px, cy - py
    length2 = dx * dx + dy * dy
    across = dx * qy - dy * qx
    if length2 and across * across >= radius * radius * length2:
        return None
    end = pz + dz
    if (pz < z and end < z) or (pz >= top and end >= top):
        return None
    # Between low/den and high/den the ray is as high as the figure.
    if dz > 0:
        low, high, den = max(0, z - pz), min(dz, top - pz), dz
    elif dz < 0:
        low, high, den = max(0, pz - top), min(-dz, pz - z), -dz
    else:
        low, high, den = 0, 1, 1
    along = qx * dx + qy * dy
    if along * den <= low * length2:
        nearest = low
    elif along * den >= high * length2:
        nearest = high
    else:
        return along, length2
    vx, vy = qx * den - dx * nearest, qy * den - dy * nearest
    if vx * vx + vy * vy < radius * radius * den * den:
        return nearest, den
    return None


class Obstacles(NamedTuple):
    """The terrain that stops rays of sight, lines of fire and corridors."""

    sight: tuple[Obstacle, ...]
    cover: tuple[Obstacle, ...]
    corridor: tuple[Obstacle, ...]


@lru_cache(maxsize=128)
def obstacles_of(ground: Ground) -> Obstacles:
    solid = list(_solid_obstacles(ground))
    return Obstacles(
        sight=(
            *_wall_obstacles(ground, lambda hole, z0, z1: hole),
            *_linear_obstacles(ground),
            *solid,
            *(
                Obstacle(
                    *slab.rect, slab.z, slab.z, "slab", slab.id, _slab_at, (*slab.rect, slab.z)
                )
                for slab in ground.slabs
            ),
        ),
        # shadows.shoot.cover_openings: a window is part of the wall, a doorway is not.
        cover=(
            *(
                wall
                for wall in _wall_obstacles(
                    ground, lambda hole, z0, z1: hole if hole[4] == "door" else None
                )
                if wall.high - wall.low >= COVER_HEIGHT
            ),
            *(
                obstacle
                for obstacle in (*_thick_obstacles(ground), *solid)
                if obstacle.high >= COVER_HEIGHT
            ),
        ),
        # The corridor is a line on the floor, which doors and windows let through.
        corridor=tuple(
            _wall_obstacles(ground, lambda hole, z0, z1: (hole[0], hole[1], z0, z1, hole[4]))
        ),
    )


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
        )


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
        yield Obstacle(*block.box, 0, block.h, "block", block.id, _solid_at, data)
    for piece in ground.explosives:
        data = (piece.poly, piece.h, convex(piece.poly))
        yield Obstacle(*piece.box, 0, piece.h, "explosive", piece.id, _solid_at, data)


def bodies_between(
    table: Table, a: Round, *others: Round, whole_base: bool = False
) -> list[Obstacle]:
    """The standing figures that may be between one and others; the Downed hide nothing.

    shadows.los.blockers

    For sight they are as wide as their bodies, for cover as their bases.
    """
    xs = [a.x, *(other.x for other in others)]
    ys = [a.y, *(other.y for other in others)]
    west, east = min(xs) - WIDEST, max(xs) + WIDEST
    south, north = min(ys) - WIDEST, max(ys) + WIDEST
    found = []
    for figure in table.figures.values():
        x, y, z = figure.x, figure.y, figure.z
        if west < x < east and south < y < north and figure.standing:
            base = figure.base
            r = base.radius if whole_base else base.body
            top = z + base.height
            found.append(
                Obstacle(
                    *(x - r, y - r, x + r, y + r, z, top),
                    *("figure", figure.id, _body_at, (x, y, r, z, top)),
                )
            )
    return found


def body_stops(table: Table, ray: Ray, mine: str, theirs: str) -> bool:
    """Whether a standing figure other than those two is in the way of a ray (shadows.los.blockers).

    Nearly all figures are too far from it, which is seen before anything else is asked of them.
    """
    px, py, pz, dx, dy, dz = ray
    west, east = (px, px + dx) if dx > 0 else (px + dx, px)
    south, north = (py, py + dy) if dy > 0 else (py + dy, py)
    west, east, south, north = (
        *(west - LARGE_RADIUS, east + LARGE_RADIUS),
        *(south - LARGE_RADIUS, north + LARGE_RADIUS),
    )
    for figure in table.figures.values():
        x, y = figure.x, figure.y
        if west < x < east and south < y < north:
            if figure.gone is not ON_TABLE or figure.downed or figure.id in (mine, theirs):
                continue
            base, z = figure.base, figure.z
            if _body_at((x, y, base.body, z, z + base.height), px, py, pz, dx, dy, dz) is not None:
                return True
    return False


# --- rays from an eye ----------------------------------------------------------------------------


def rays_between(x: int, y: int, eye: int, bx: int, by: int, bz: int, base: Base) -> Iterator[Ray]:
    """The rays from an eye to the samples of a body, the middle ones first."""
    dx, dy = bx - x, by - y
    heights = [bz + sample - eye for sample in reversed(base.samples)]
    for dz in heights:
        yield x, y, eye, dx, dy, dz
    length = ceil_sqrt(dx * dx + dy * dy)
    if length:
        ox, oy = trunc_div(-dy * base.body, length), trunc_div(dx * base.body, length)
        for dz in heights:
            yield x, y, eye, dx + ox, dy + oy, dz
        for dz in heights:
            yield x, y, eye, dx - ox, dy - oy, dz


@lru_cache(maxsize=1 << 16)
def first_open(
    ground: Ground,
    x: int,
    y: int,
    eye: int,
    bx: int,
    by: int,
    bz: int,
    base: Base,
    piece: str,
    least: int,
) -> tuple[int, Ray] | None:
    """The first ray from an eye to a body that no terrain stops, from a number on; None if none is.

    ``piece`` is the piece of terrain that is looked at, if it is one. Figures stay where they are
    for many questions, so what has been found between two places is kept.
    """
    in_the_way = near_rays(obstacles_of(ground).sight, x, y, eye, bx, by, bz, base)
    if piece:
        in_the_way = [obstacle for obstacle in in_the_way if obstacle.id != piece]
    for number, ray in enumerate(rays_between(x, y, eye, bx, by, bz, base)):
        if number >= least and not _stopped(in_the_way, ray):
            return number, ray
    return None


def _stopped(obstacles: list[Obstacle], ray: Ray) -> bool:
    """Whether one of some obstacles stops a ray; it is then the first of them."""
    px, py, pz, dx, dy, dz = ray
    for i, obstacle in enumerate(obstacles):
        if obstacle.test(obstacle.data, px, py, pz, dx, dy, dz) is not None:
            if i:  # What stops one ray is likely to stop the next.
                obstacles.insert(0, obstacles.pop(i))
            return True
    return False


# --- what is near a ray --------------------------------------------------------------------------


def in_box(
    obstacles: Iterable[Obstacle],
    west: int,
    south: int,
    east: int,
    north: int,
    bottom: int,
    top: int,
) -> list[Obstacle]:
    """The obstacles that are at least partly in a box; a slab in the top of it is not."""
    return [
        obstacle
        for obstacle in obstacles
        if obstacle[0] <= east
        and obstacle[2] >= west
        and obstacle[1] <= north
        and obstacle[3] >= south
        and obstacle[4] <= top
        and obstacle[5] > bottom
    ]


def near_ray(obstacles: Iterable[Obstacle], ray: Ray) -> list[Obstacle]:
    """The obstacles in whose boxes a ray may be."""
    px, py, pz, dx, dy, dz = ray
    west, east = (px, px + dx) if dx > 0 else (px + dx, px)
    south, north = (py, py + dy) if dy > 0 else (py + dy, py)
    bottom, top = (pz, pz + dz) if dz > 0 else (pz + dz, pz)
    return in_box(obstacles, west, south, east, north, bottom, top)


def near_rays(
    obstacles: Iterable[Obstacle],
    x: int,
    y: int,
    eye: int,
    bx: int,
    by: int,
    bz: int,
    base: Base,
) -> list[Obstacle]:
    """The obstacles in whose boxes a ray from an eye to a body may be."""
    wide, samples = base.body, base.samples
    low, high = bz + samples[0], bz + samples[-1]
    return in_box(
        obstacles,
        x if x < bx - wide else bx - wide,
        y if y < by - wide else by - wide,
        x if x > bx + wide else bx + wide,
        y if y > by + wide else by + wide,
        eye if eye < low else low,
        eye if eye > high else high,
    )


def point_at(ray: Ray, at: Ratio) -> Place:
    px, py, pz, dx, dy, dz = ray
    num, den = at
    return (
        px + trunc_div(dx * num, den),
        py + trunc_div(dy * num, den),
        pz + trunc_div(dz * num, den),
    )
