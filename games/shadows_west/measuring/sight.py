"""Line of sight and cover (specification, section 4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from msgspec import Struct

from shadows_west.content import AREA_DEPTH, CONTACT, DUST_SIGHT, TNT_SAMPLE
from shadows_west.geometry.exact import Polygon, Ratio, ceil_sqrt, less, trunc_div
from shadows_west.geometry.polygons import fraction_inside, inside
from shadows_west.measuring.rays import (
    Obstacle,
    Ray,
    bodies_between,
    in_box,
    near_ray,
    obstacles_of,
    point_at,
)
from shadows_west.measuring.spacing import Body, Disc, Round, within, within_piece
from shadows_west.state import Figure, Kind, Table
from shadows_west.terrain.ground import ground, surface_ids
from shadows_west.terrain.maps import Place
from shadows_west.terrain.pieces import Ground


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


TargetT = TypeVar("TargetT", bound=Target)

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
    return _view_open(obstacles_of(ground(table)).sight, bodies_between(table, a, b), a, b)


def sees(table: Table, a: Figure, b: Target) -> bool:
    """Whether a figure sees another, or an explosive piece (shadows.geo.los_result)."""
    return bool(visible(table, a, (b,)))


def visible(table: Table, a: Figure, others: Iterable[TargetT]) -> list[TargetT]:
    """Which of some figures or explosive pieces a figure sees."""
    terrain = obstacles_of(ground(table)).sight
    near = [
        b
        for b in others
        if in_front(a, b.x, b.y)
        and (not table.dust or within(a, b, DUST_SIGHT))  # shadows.event.dust
    ]
    bodies = bodies_between(table, a, *near)
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
    in_the_way = near_ray(obstacles_of(ground(table)).sight, ray)
    in_the_way += near_ray(bodies_between(table, here, there), ray)
    return all(
        obstacle.id == a.id or obstacle.test(obstacle.data, *ray) is None for obstacle in in_the_way
    )


def what_blocks(table: Table, a: Target, b: Target) -> list[Blocker]:
    """What is first in the way of each ray from one to the other; nothing if the view is open."""
    if view_open(table, a, b):
        return []
    if a.base.eye is None:
        a, b = b, a
    in_the_way = _between(obstacles_of(ground(table)).sight, bodies_between(table, a, b), a, b)
    found: dict[tuple[str, str], Blocker] = {}
    for ray in _rays(a, b):
        first: Ratio | None = None
        for obstacle in in_the_way:
            at = obstacle.test(obstacle.data, *ray)
            if at is not None and (first is None or less(at, first)):
                first, blocker = at, obstacle
        if first is not None:
            x, y, z = point_at(ray, first)
            found.setdefault((blocker.kind, blocker.id), Blocker(blocker.kind, blocker.id, x, y, z))
    return list(found.values())


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
    near = in_box(terrain, west, south, east, north, bottom, top)
    near += in_box(bodies, west, south, east, north, bottom, top)
    return [obstacle for obstacle in near if obstacle.id != mine and obstacle.id != theirs]


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
    in_the_way = near_ray(obstacles_of(here).cover, ray)
    in_the_way += near_ray(bodies_between(table, shooter, target, whole_base=True), ray)
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
