"""Line of sight and cover (specification, section 4.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct

from shadows_west.content import AREA_DEPTH, CONTACT, DUST_SIGHT, TNT_SAMPLE
from shadows_west.geometry.exact import Ratio, less
from shadows_west.geometry.polygons import Shape, fraction_inside, inside
from shadows_west.measuring.obstacles import obstacles_of
from shadows_west.measuring.rasters import Obstacle
from shadows_west.measuring.rays import (
    bodies_at,
    bodies_between,
    box_of_rays,
    first_open,
    in_box,
    near_ray,
    point_at,
    ray_between,
    rays_between,
)
from shadows_west.measuring.spacing import Body, Disc, Round, within, within_piece
from shadows_west.state import MODEL, Figure, Table
from shadows_west.terrain.ground import ground, surface_ids
from shadows_west.terrain.maps import Place
from shadows_west.terrain.pieces import Ground


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


TargetT = TypeVar("TargetT", bound=Body)

# --- line of sight -------------------------------------------------------------------------------


def in_front(a: Figure, x: int, y: int) -> bool:
    """Whether a point is in a figure's front half (shadows.geo.facing).

    Townsfolk and horses look all round (shadows.los.allround).
    """
    if a.kind is not MODEL:
        return True
    return a.fx * (x - a.x) + a.fy * (y - a.y) >= 0


def view_open(table: Table, a: Body, b: Body) -> bool:
    """Whether a view is open between two, for one as for the other: a ray either way is clear.

    shadows.los.mutual, shadows.geo.los_symmetric, shadows.geo.los_rays

    Terrain is asked first: what it leaves open is known from the last time. Figures are only looked
    at along a ray that it does leave open.
    """
    if b.x < a.x:
        a, b = b, a  # the same answer, and it is kept once
    here = ground(table)
    shapes = here.shapes
    piece = b.id if b.id in shapes else a.id if a.id in shapes else ""
    mine, theirs = a.base, b.base
    number = first_open(here, a.x, a.y, a.z, mine, b.x, b.y, b.z, theirs, piece, 0)
    while number is not None:
        ray = ray_between(a, b, number)
        if not bodies_at(table, ray, a.id, b.id, any_will_do=True):
            return True
        least = number + 1
        number = first_open(here, a.x, a.y, a.z, mine, b.x, b.y, b.z, theirs, piece, least)
    return False


def sees(table: Table, a: Figure, b: Body) -> bool:
    """Whether a figure sees another, or an explosive piece (shadows.geo.los_result)."""
    return (
        in_front(a, b.x, b.y)
        and (not table.dust or within(a, b, DUST_SIGHT))  # shadows.event.dust
        and view_open(table, a, b)
    )


def visible(table: Table, a: Figure, others: Iterable[TargetT]) -> list[TargetT]:
    """Which of some figures or explosive pieces a figure sees."""
    return [b for b in others if sees(table, a, b)]


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


def what_blocks(table: Table, a: Body, b: Body) -> list[Blocker]:
    """What is first in the way of each ray from one to the other; nothing if the view is open."""
    if view_open(table, a, b):
        return []
    if a.base.eye is None:
        a, b = b, a
    eye, base = a.z + (a.base.eye or 0), b.base
    ends = (a.x, a.y, eye, b.x, b.y, b.z, base)
    in_the_way = [
        obstacle
        for obstacles in (obstacles_of(ground(table)).sight, bodies_between(table, a, b))
        for obstacle in in_box(obstacles, *box_of_rays(*ends))
        if obstacle.id not in (a.id, b.id)
    ]
    found: dict[tuple[str, str], Blocker] = {}
    for ray in rays_between(*ends):
        first: Ratio | None = None
        for obstacle in in_the_way:
            at = obstacle.test(obstacle.data, *ray)
            if at is not None and (first is None or less(at, first)):
                first, blocker = at, obstacle
        if first is not None:
            x, y, z = point_at(ray, first)
            found.setdefault((blocker.kind, blocker.id), Blocker(blocker.kind, blocker.id, x, y, z))
    return list(found.values())


# --- cover ---------------------------------------------------------------------------------------


def cover(table: Table, shooter: Body, target: Body) -> list[Cover]:
    """Everything that gives the target cover from the shooter.

    shadows.shoot.cover, shadows.geo.cover_line
    """
    here = ground(table)
    x, y, dx, dy = shooter.x, shooter.y, target.x - shooter.x, target.y - shooter.y
    ray = (x, y, shooter.z, dx, dy, target.z - shooter.z)
    x0, x1 = (x, x + dx) if dx > 0 else (x + dx, x)
    y0, y1 = (y, y + dy) if dy > 0 else (y + dy, y)
    found: list[Cover] = []
    for obstacle in near_ray(obstacles_of(here).cover.near(x0, y0, x1, y1), ray):
        if (
            obstacle.id not in (shooter.id, target.id)
            and obstacle.test(obstacle.data, *ray) is not None
            and not _beside(here, obstacle, shooter)
        ):
            one = Cover(obstacle.kind, obstacle.id)
            if one not in found:
                found.append(one)
    found += [
        Cover("figure", figure.id)
        for figure in bodies_at(table, ray, shooter.id, target.id, whole_base=True)
        if not within(shooter, figure, CONTACT)  # shadows.shoot.cover_contact
    ]
    found += [
        Cover("area", area.id)
        for area in here.areas
        if area.shape.meets(x0, y0, x1, y1) and _deep(area.shape, shooter, target)
    ]
    return found


def _beside(here: Ground, obstacle: Obstacle, shooter: Body) -> bool:
    """Whether an obstacle touches the shooter or is under him.

    shadows.shoot.cover_contact, shadows.geo.cover_skip
    """
    if obstacle.owner in surface_ids(here, shooter.x, shooter.y, shooter.z):
        return True
    return within_piece(here, obstacle.id, shooter, CONTACT)


def _deep(area: Shape, shooter: Round, target: Round) -> bool:
    """Whether the line of fire runs at least 1 inch in an area (shadows.geo.cover_area)."""
    num, den = fraction_inside((area,), (), shooter.x, shooter.y, target.x, target.y)
    dx, dy = target.x - shooter.x, target.y - shooter.y
    if num * num * (dx * dx + dy * dy) < AREA_DEPTH * AREA_DEPTH * den * den:
        return False
    # shadows.shoot.cover_area: an area that holds only the shooter is none.
    return not inside(area.poly, shooter.x, shooter.y) or inside(area.poly, target.x, target.y)
