"""Line of sight, cover, fire corridors and blasts (specification, sections 4.4 and 4.5).

A ray is a start and a vector in space. Everything that can stop one is an ``Obstacle``: a box to
dismiss it by quickly, and a test that says where along the ray it stands in the way, as an exact
ratio. What the ray touches stops it: only figures have an open border (shadows.geo.los_model).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from shadows_west.content import (
    AREA_DEPTH,
    CONTACT,
    COVER_HEIGHT,
    DUST_SIGHT,
    LARGE_RADIUS,
    TNT_SAMPLE,
)
from shadows_west.geometry import (
    ONE,
    Polygon,
    Ratio,
    ceil_sqrt,
    clip_convex,
    convex,
    fraction_inside,
    inside,
    intervals,
    less,
    trunc_div,
)
from shadows_west.spacing import (
    Body,
    Disc,
    Round,
    by_nearness,
    gap,
    marker_disc,
    within,
    within_piece,
)
from shadows_west.state import Figure, Kind, Marker, Table
from shadows_west.terrain import Explosive, Gap, Ground, Place, Solid, ground, surface_ids

CORRIDOR_SIDE = 100
"""How far beside the line a fire corridor still threatens (shadows.geo.corridor)."""
CORRIDOR_CUT = 200
"""A block that rises so much above the line cuts a fire corridor."""

WIDEST = 2 * LARGE_RADIUS
"""No ray between two, nor a body in its way, is farther out than this from their centres."""

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


class Target(Body, Protocol):
    """What one can look at: a figure or an explosive piece."""

    @property
    def id(self) -> str:
        """Its name."""


class Blocker(Struct, frozen=True):
    """What stops a ray, and where: to explain why somebody is not seen."""

    kind: str
    """``wall``, ``linear``, ``block``, ``explosive``, ``slab`` or ``figure``."""
    id: str
    x: int
    y: int
    z: int


class Cover(Struct, frozen=True):
    """Something that gives cover: a wall's side, an obstacle, an area or a figure."""

    kind: str
    id: str


class Corridor(Struct, frozen=True):
    """Where a fire corridor ends and what it reaches, each list nearest first."""

    end: Place
    under: list[str]
    threatened: list[str]
    markers: list[str]
    explosives: list[str]
    order: list[str]
    """All figures reached, nearest first (shadows.shoot.corridor_hits)."""


class Blast(NamedTuple):
    """What an explosion reaches, each list nearest first."""

    full: list[str]
    partly: list[str]
    markers: list[str]
    explosives: list[str]


TargetT = TypeVar("TargetT", bound=Target)

# --- what stops a ray ----------------------------------------------------------------------------


def _wall_at(
    data: tuple[int, int, int, int, int, int, int, tuple[Gap, ...]],
    px: int,
    py: int,
    pz: int,
    dx: int,
    dy: int,
    dz: int,
) -> Ratio | None:
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


def _along(
    data: tuple[int, int, int, int, int, int, int, tuple[Gap, ...]],
    px: int,
    py: int,
    pz: int,
    dx: int,
    dy: int,
    dz: int,
) -> Ratio | None:
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


class _Obstacles(NamedTuple):
    """The terrain that stops rays of sight, lines of fire and corridors."""

    sight: tuple[Obstacle, ...]
    cover: tuple[Obstacle, ...]
    corridor: tuple[Obstacle, ...]


@lru_cache(maxsize=128)
def _obstacles(ground: Ground) -> _Obstacles:
    solid = [*_linear_obstacles(ground), *_solid_obstacles(ground)]
    return _Obstacles(
        sight=(
            *_wall_obstacles(ground, lambda hole, z0, z1: hole),
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
            *(obstacle for obstacle in solid if obstacle.high >= COVER_HEIGHT),
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


def _solid_obstacles(ground: Ground) -> Iterator[Obstacle]:
    for block in ground.blocks:
        data = (block.poly, block.h, block.convex)
        yield Obstacle(*block.box, 0, block.h, "block", block.id, _solid_at, data)
    for piece in ground.explosives:
        data = (piece.poly, piece.h, convex(piece.poly))
        yield Obstacle(*piece.box, 0, piece.h, "explosive", piece.id, _solid_at, data)


def _bodies(table: Table, a: Round, *others: Round, whole_base: bool = False) -> list[Obstacle]:
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


# --- line of sight -------------------------------------------------------------------------------


def in_front(a: Figure, x: int, y: int) -> bool:
    """Whether a point is in a figure's front half (shadows.geo.facing).

    Townsfolk and horses look all round (shadows.los.allround).
    """
    if a.kind is not Kind.MODEL:
        return True
    return a.fx * (x - a.x) + a.fy * (y - a.y) >= 0


def view_open(table: Table, a: Target, b: Target) -> bool:
    """Whether a view is open between two, for one as for the other.

    shadows.los.mutual, shadows.geo.los_symmetric
    """
    return _view_open(_obstacles(ground(table)).sight, _bodies(table, a, b), a, b)


def sees(table: Table, a: Figure, b: Target) -> bool:
    """Whether a figure sees another, or an explosive piece (shadows.geo.los_result)."""
    return bool(visible(table, a, (b,)))


def visible(table: Table, a: Figure, others: Iterable[TargetT]) -> list[TargetT]:
    """Which of some figures or explosive pieces a figure sees."""
    terrain = _obstacles(ground(table)).sight
    near = [
        b
        for b in others
        if in_front(a, b.x, b.y)
        and (not table.dust or within(a, b, DUST_SIGHT))  # shadows.event.dust
    ]
    bodies = _bodies(table, a, *near)
    return [b for b in near if _view_open(terrain, bodies, a, b)]


def sees_point(
    table: Table,
    a: Figure,
    x: int,
    y: int,
    z: int,
    *,
    around: bool = False,
    at: Place | None = None,
) -> bool:
    """Whether a figure sees a point on a surface, by a single ray (shadows.geo.los_point).

    It may look ``around``, whatever it faces, and from another place than its own, ``at``.
    """
    fx, fy, fz = at or (a.x, a.y, a.z)
    eye = a.base.eye
    if eye is None or not (around or in_front(a, x, y)):
        return False
    here, there = Disc(fx, fy, fz, a.radius), Disc(x, y, z)
    if table.dust and not within(here, there, DUST_SIGHT):
        return False
    ray = (fx, fy, fz + eye, x - fx, y - fy, z + TNT_SAMPLE - fz - eye)
    in_the_way = _near_ray(_obstacles(ground(table)).sight, ray)
    in_the_way += _near_ray(_bodies(table, here, there), ray)
    return all(
        obstacle.id == a.id or obstacle.test(obstacle.data, *ray) is None for obstacle in in_the_way
    )


def what_blocks(table: Table, a: Target, b: Target) -> list[Blocker]:
    """What is first in the way of each ray from one to the other; nothing if the view is open."""
    if view_open(table, a, b):
        return []
    if a.base.eye is None:
        a, b = b, a
    in_the_way = _between(_obstacles(ground(table)).sight, _bodies(table, a, b), a, b)
    found: dict[tuple[str, str], Blocker] = {}
    for ray in _rays(a, b):
        first: Ratio | None = None
        for obstacle in in_the_way:
            at = obstacle.test(obstacle.data, *ray)
            if at is not None and (first is None or less(at, first)):
                first, blocker = at, obstacle
        if first is not None:
            x, y, z = _point(ray, first)
            found.setdefault((blocker.kind, blocker.id), Blocker(blocker.kind, blocker.id, x, y, z))
    return list(found.values())


Ray = tuple[int, int, int, int, int, int]


def _point(ray: Ray, at: Ratio) -> Place:
    px, py, pz, dx, dy, dz = ray
    num, den = at
    return (
        px + trunc_div(dx * num, den),
        py + trunc_div(dy * num, den),
        pz + trunc_div(dz * num, den),
    )


def _view_open(terrain: tuple[Obstacle, ...], bodies: list[Obstacle], a: Target, b: Target) -> bool:
    return _one_way_open(terrain, bodies, a, b) or _one_way_open(terrain, bodies, b, a)


def _one_way_open(
    terrain: tuple[Obstacle, ...], bodies: list[Obstacle], a: Target, b: Target
) -> bool:
    """Whether a ray from one's eye to the other's body is clear (shadows.geo.los_rays)."""
    if a.base.eye is None:
        return False
    in_the_way = _between(terrain, bodies, a, b)
    if not in_the_way:
        return True
    for px, py, pz, dx, dy, dz in _rays(a, b):
        for i, obstacle in enumerate(in_the_way):
            if obstacle.test(obstacle.data, px, py, pz, dx, dy, dz) is not None:
                if i:  # What stops one ray is likely to stop the next.
                    in_the_way.insert(0, in_the_way.pop(i))
                break
        else:
            return True
    return False


def _rays(a: Target, b: Target) -> Iterator[Ray]:
    """The rays from one's eye to the other's samples, the middle ones first."""
    base = b.base
    eye = a.z + (a.base.eye or 0)
    dx, dy = b.x - a.x, b.y - a.y
    heights = [b.z + sample - eye for sample in reversed(base.samples)]
    for height in heights:
        yield a.x, a.y, eye, dx, dy, height
    length = ceil_sqrt(dx * dx + dy * dy)
    if length:
        ox, oy = trunc_div(-dy * base.body, length), trunc_div(dx * base.body, length)
        for sx, sy in ((ox, oy), (-ox, -oy)):
            for height in heights:
                yield a.x, a.y, eye, dx + sx, dy + sy, height


def _between(
    terrain: tuple[Obstacle, ...], bodies: list[Obstacle], a: Target, b: Target
) -> list[Obstacle]:
    """The obstacles whose boxes the rays from one to the other may pass through."""
    base = b.base
    eye = a.z + (a.base.eye or 0)
    wide = base.body
    ax, ay, bx, by = a.x, a.y, b.x, b.y
    west, east = min(ax, bx - wide), max(ax, bx + wide)
    south, north = min(ay, by - wide), max(ay, by + wide)
    bottom = min(eye, b.z + base.samples[0])
    top = max(eye, b.z + base.samples[-1])
    mine, theirs = a.id, b.id
    near = _near(terrain, west, south, east, north, bottom, top)
    near += _near(bodies, west, south, east, north, bottom, top)
    return [obstacle for obstacle in near if obstacle.id != mine and obstacle.id != theirs]


def _near(
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


def _near_ray(obstacles: Iterable[Obstacle], ray: Ray) -> list[Obstacle]:
    """The obstacles in whose boxes a ray may be."""
    px, py, pz, dx, dy, dz = ray
    west, east = (px, px + dx) if dx > 0 else (px + dx, px)
    south, north = (py, py + dy) if dy > 0 else (py + dy, py)
    bottom, top = (pz, pz + dz) if dz > 0 else (pz + dz, pz)
    return _near(obstacles, west, south, east, north, bottom, top)


# --- cover ---------------------------------------------------------------------------------------


def cover(table: Table, shooter: Target, target: Target) -> list[Cover]:
    """Everything that gives the target cover from the shooter.

    shadows.shoot.cover, shadows.geo.cover_line
    """
    here = ground(table)
    ray = (
        *(shooter.x, shooter.y, shooter.z),
        *(target.x - shooter.x, target.y - shooter.y, target.z - shooter.z),
    )
    found: list[Cover] = []
    in_the_way = _near_ray(_obstacles(here).cover, ray)
    in_the_way += _near_ray(_bodies(table, shooter, target, whole_base=True), ray)
    for obstacle in in_the_way:
        if (
            obstacle.id not in (shooter.id, target.id)
            and obstacle.test(obstacle.data, *ray) is not None
            and not _beside(table, here, obstacle, shooter)
        ):
            one = Cover(obstacle.kind, obstacle.id)
            if one not in found:
                found.append(one)
    found += [Cover("area", area.id) for area in here.areas if _deep(area.poly, shooter, target)]
    return found


def _beside(table: Table, here: Ground, obstacle: Obstacle, shooter: Target) -> bool:
    """Whether an obstacle touches the shooter or is under him.

    shadows.shoot.cover_contact, shadows.geo.cover_skip
    """
    if obstacle.kind == "figure":
        return within(shooter, table.figures[obstacle.id], CONTACT)
    if obstacle.owner in surface_ids(here, shooter.x, shooter.y, shooter.z):
        return True
    return within_piece(here, obstacle.id, shooter, CONTACT)


def _deep(area: Polygon, shooter: Round, target: Round) -> bool:
    """Whether the line of fire runs at least 1 inch in an area (shadows.geo.cover_area)."""
    num, den = fraction_inside((area,), (), shooter.x, shooter.y, target.x, target.y)
    dx, dy = target.x - shooter.x, target.y - shooter.y
    if num * num * (dx * dx + dy * dy) < AREA_DEPTH * AREA_DEPTH * den * den:
        return False
    # shadows.shoot.cover_area: an area that holds only the shooter is none.
    return not inside(area, shooter.x, shooter.y) or inside(area, target.x, target.y)


# --- fire corridor -------------------------------------------------------------------------------


def corridor(table: Table, shooter: Figure, target: Round, range: int) -> Corridor:
    """The line of a fire-corridor weapon and what it reaches (shadows.geo.corridor)."""
    here = ground(table)
    ray = _corridor_ray(shooter, target, range)
    cut = _cut(here, ray, surface_ids(here, shooter.x, shooter.y, shooter.z))
    figures = [other for other in table.present() if other.id != shooter.id]
    reached = by_nearness(
        shooter,
        visible(table, shooter, [one for one in figures if _reaches(ray, cut, one, CORRIDOR_SIDE)]),
    )
    under = [one.id for one in reached if _reaches(ray, cut, one, 0)]
    return Corridor(
        end=_point(ray, cut),
        under=under,
        threatened=[one.id for one in reached if one.id not in under],
        markers=[
            marker.id
            for marker in _sticks(table, shooter)
            if _reaches(ray, cut, marker_disc(marker), CORRIDOR_SIDE)
            and sees_point(table, shooter, marker.x, marker.y, marker.z)
        ],
        explosives=[
            piece.id
            for piece in by_nearness(shooter, visible(table, shooter, here.explosives))
            if _reaches(ray, cut, piece, CORRIDOR_SIDE)
        ],
        order=[one.id for one in reached],
    )


def _corridor_ray(shooter: Round, target: Round, range: int) -> Ray:
    dx, dy, dz = target.x - shooter.x, target.y - shooter.y, target.z - shooter.z
    length = ceil_sqrt(dx * dx + dy * dy)
    reach = range + shooter.radius
    vector = [trunc_div(reach * part, length) if length else 0 for part in (dx, dy, dz)]
    return shooter.x, shooter.y, shooter.z, vector[0], vector[1], vector[2]


def _cut(here: Ground, ray: Ray, stood_on: set[str]) -> Ratio:
    """Where along its line a corridor ends (shadows.shoot.corridor_block)."""
    first = ONE
    for wall in _near_ray(_obstacles(here).corridor, ray):
        if wall.owner not in stood_on:
            at = wall.test(wall.data, *ray)
            if at is not None and less(at, first):
                first = at
    for block in here.blocks:
        at = _high_block_at(block, ray)
        if at is not None and less(at, first):
            first = at
    return first


def _high_block_at(block: Solid, ray: Ray) -> Ratio | None:
    """Where a line first meets a block that rises 2 inches or more above it."""
    px, py, pz, dx, dy, dz = ray
    limit = block.h - CORRIDOR_CUT
    if pz > limit and pz + dz > limit:
        return None
    for start, end in intervals(block.poly, px, py, px + dx, py + dy):
        if pz * start[1] + dz * start[0] <= limit * start[1]:
            return start
        if pz * end[1] + dz * end[0] <= limit * end[1]:
            return pz - limit, -dz
    return None


def _reaches(ray: Ray, cut: Ratio, one: Round, side: int) -> bool:
    """Whether a base is within ``side`` of the line in plan and near its height there."""
    px, py, pz, dx, dy, dz = ray
    qx, qy = one.x - px, one.y - py
    num, den = qx * dx + qy * dy, dx * dx + dy * dy
    if num <= 0:
        num, den = 0, 1
    elif num * cut[1] >= cut[0] * den:
        num, den = cut
    vx, vy = qx * den - dx * num, qy * den - dy * num
    reach = (one.radius + side) * den
    above = (one.z - pz) * den - dz * num
    return vx * vx + vy * vy <= reach * reach and abs(above) <= CORRIDOR_SIDE * den


def _sticks(table: Table, origin: Round) -> list[Marker]:
    """The sticks of dynamite that lie on the table, nearest first."""
    sticks = [one for one in table.markers.values() if one.kind == "tnt" and not one.gone]
    return sorted(sticks, key=lambda stick: gap(origin, marker_disc(stick)))


# --- blasts --------------------------------------------------------------------------------------


def blast(table: Table, x: int, y: int, z: int, radius: int) -> Blast:
    """What an explosion at a point reaches, friend or foe (shadows.geo.blast)."""
    here = ground(table)
    point = Disc(x, y, z)
    full: list[str] = []
    partly: list[str] = []
    for figure in by_nearness(point, table.present()):
        dx, dy, dz = figure.x - x, figure.y - y, figure.z - z
        if dx * dx + dy * dy + dz * dz <= radius * radius:
            full.append(figure.id)
        elif _touched(point, figure, radius):
            partly.append(figure.id)
    explosives: list[Explosive] = by_nearness(point, here.explosives)
    return Blast(
        full,
        partly,
        [
            stick.id
            for stick in _sticks(table, point)
            if _touched(point, marker_disc(stick), radius)
        ],
        [piece.id for piece in explosives if _touched(point, piece, radius)],
    )


def _touched(point: Disc, one: Round, radius: int) -> bool:
    dx, dy, dz = one.x - point.x, one.y - point.y, one.z - point.z
    if abs(dz) >= radius:
        return False
    reach = one.radius + isqrt(radius * radius - dz * dz)
    return dx * dx + dy * dy < reach * reach
