"""Rays, and what is near them (specification, section 4.4).

A ray is a start and a vector in space. Terrain that can stop one is in ``obstacles``; here are the
figures, which stand now here, now there, and the rays from an eye to a body.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from shadows_west.content import LARGE_RADIUS, Base
from shadows_west.geometry.exact import Point, Ratio, ceil_sqrt, trunc_div
from shadows_west.measuring.obstacles import (
    HIDES,
    WallData,
    obstacles_of,
    walls_hide,
)
from shadows_west.measuring.rasters import Obstacle
from shadows_west.measuring.spacing import Body, Round
from shadows_west.state import ON_TABLE, Figure, Table
from shadows_west.terrain.maps import Place
from shadows_west.terrain.pieces import Ground

WIDEST: Final = 2 * LARGE_RADIUS
"""No ray between two, nor a body in its way, is farther out than this from their centres."""

MOST_LINES: Final = 3
"""In the plan, rays go to the middle of a body and to both its sides."""

Ray = tuple[int, int, int, int, int, int]
"""A start and a vector."""

# --- figures -------------------------------------------------------------------------------------


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


def bodies_between(table: Table, a: Round, *others: Round) -> list[Obstacle]:
    """The standing figures that may be between one and others; the Downed hide nothing.

    shadows.los.blockers
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
            r = base.body
            top = z + base.height
            found.append(
                Obstacle(
                    *(x - r, y - r, x + r, y + r, z, top),
                    *("figure", figure.id, _body_at, (x, y, r, z, top)),
                )
            )
    return found


def bodies_at(
    table: Table,
    ray: Ray,
    mine: str,
    theirs: str,
    *,
    whole_base: bool = False,
    any_will_do: bool = False,
) -> list[Figure]:
    """The standing figures other than those two in the way of a ray, or any of them.

    shadows.los.blockers: for sight they are as wide as their bodies, for cover as their bases.
    Nearly all of them are too far from it, which is seen before anything else is asked of them.
    """
    px, py, pz, dx, dy, dz = ray
    west, east = (px, px + dx) if dx > 0 else (px + dx, px)
    south, north = (py, py + dy) if dy > 0 else (py + dy, py)
    west, east, south, north = (
        *(west - LARGE_RADIUS, east + LARGE_RADIUS),
        *(south - LARGE_RADIUS, north + LARGE_RADIUS),
    )
    found: list[Figure] = []
    for figure in table.figures.values():
        x, y = figure.x, figure.y
        if west < x < east and south < y < north:
            if figure.gone is not ON_TABLE or figure.downed or figure.id in (mine, theirs):
                continue
            base, z = figure.base, figure.z
            wide = base.radius if whole_base else base.body
            if _body_at((x, y, wide, z, z + base.height), px, py, pz, dx, dy, dz) is not None:
                found.append(figure)
                if any_will_do:
                    break
    return found


# --- rays from an eye ----------------------------------------------------------------------------


def _fan(dx: int, dy: int, wide: int) -> list[Point]:
    """The vectors in the plan from an eye to the middle of a body and to both its sides."""
    length = ceil_sqrt(dx * dx + dy * dy)
    if not length:
        return [(dx, dy)]
    ox, oy = trunc_div(-dy * wide, length), trunc_div(dx * wide, length)
    return [(dx, dy), (dx + ox, dy + oy), (dx - ox, dy - oy)]


def _rises(eye: int, bz: int, base: Base) -> list[int]:
    """How far rays rise from an eye to the samples of a body, from the top."""
    return [bz + sample - eye for sample in reversed(base.samples)]


def rays_between(x: int, y: int, eye: int, bx: int, by: int, bz: int, base: Base) -> list[Ray]:
    """The rays from an eye to the samples of a body, the middle ones first."""
    rises = _rises(eye, bz, base)
    return [(x, y, eye, dx, dy, dz) for dx, dy in _fan(bx - x, by - y, base.body) for dz in rises]


def ray_between(a: Body, b: Body, number: int) -> Ray:
    """The ray of a number: first those from one's eye to the other's body, then those back."""
    there = 0 if a.base.eye is None else MOST_LINES * len(b.base.samples)
    if number >= there:
        a, b, number = b, a, number - there
    eye = a.z + (a.base.eye or 0)
    line, sample = divmod(number, len(b.base.samples))
    dx, dy = _fan(b.x - a.x, b.y - a.y, b.base.body)[line] if line else (b.x - a.x, b.y - a.y)
    return a.x, a.y, eye, dx, dy, _rises(eye, b.z, b.base)[sample]


@lru_cache(maxsize=1 << 14)
def first_open(
    ground: Ground,
    ax: int,
    ay: int,
    az: int,
    a: Base,
    bx: int,
    by: int,
    bz: int,
    b: Base,
    piece: str,
    least: int,
) -> int | None:
    """The first ray between two bodies that no terrain stops, from a number on; None if none is.

    ``piece`` is the piece of terrain that is looked at, if it is one. Figures stay where they are
    for many questions, so what has been found between two places is kept: about 400 bytes each.
    """
    wide = a.body if a.body > b.body else b.body
    west, east = (ax - wide, bx + wide) if ax < bx else (bx - wide, ax + wide)
    south, north = (ay - wide, by + wide) if ay < by else (by - wide, ay + wide)
    bottom, top = (az, bz) if az < bz else (bz, az)
    top += a.samples[-1] if a.samples[-1] > b.samples[-1] else b.samples[-1]
    around = obstacles_of(ground).views.near(west, south, east, north)
    lowest = az + a.samples[0] if az + a.samples[0] < bz + b.samples[0] else bz + b.samples[0]
    if around.hide(ax, ay, bx, by, wide, lowest, top, piece):
        return None
    walls: list[WallData] = [
        one[9]
        for one in around.walls
        if one[0] <= east
        and one[2] >= west
        and one[1] <= north
        and one[3] >= south
        and one[4] <= top
        and one[5] > bottom
    ]
    others = in_box(around.others, west, south, east, north, bottom, top)
    if piece:
        others = [obstacle for obstacle in others if obstacle.id != piece]
    there = 0
    if a.eye is not None:
        there = MOST_LINES * len(b.samples)
        if least < there:
            found = _one_way(walls, others, ax, ay, az + a.eye, bx, by, bz, b, least)
            if found is not None:
                return found
    if b.eye is not None:
        found = _one_way(walls, others, bx, by, bz + b.eye, ax, ay, az, a, least - there)
        if found is not None:
            return there + found
    return None


def _one_way(
    walls: list[WallData],
    others: list[Obstacle],
    x: int,
    y: int,
    eye: int,
    bx: int,
    by: int,
    bz: int,
    base: Base,
    least: int,
) -> int | None:
    """The first ray from an eye to a body that none of some obstacles stops."""
    rises = _rises(eye, bz, base)
    first, every = 0, (1 << len(rises)) - 1
    for dx, dy in _fan(bx - x, by - y, base.body):
        if first + len(rises) > least:
            hidden = walls_hide(walls, x, y, eye, dx, dy, rises)
            for obstacle in others:
                if hidden == every:
                    break
                hidden |= HIDES[obstacle.kind](obstacle.data, x, y, eye, dx, dy, rises)
            if hidden != every:
                for n in range(len(rises)):
                    if first + n >= least and not hidden >> n & 1:
                        return first + n
        first += len(rises)
    return None


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


def box_of_rays(
    x: int, y: int, eye: int, bx: int, by: int, bz: int, base: Base
) -> tuple[int, int, int, int, int, int]:
    """The box that all rays from an eye to a body are in: west, south, east, north, bottom, top."""
    wide, samples = base.body, base.samples
    low, high = bz + samples[0], bz + samples[-1]
    return (
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
