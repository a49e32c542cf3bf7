"""What a fire corridor and a blast reach (specification, sections 4.4 and 4.5)."""

from __future__ import annotations

from math import isqrt
from typing import Final, NamedTuple

from msgspec import Struct

from shadows_west.geometry.exact import ONE, Ratio, ceil_sqrt, less, trunc_div
from shadows_west.geometry.polygons import intervals
from shadows_west.measuring.obstacles import obstacles_of
from shadows_west.measuring.rays import Ray, near_ray, point_at
from shadows_west.measuring.sight import sees_point, visible
from shadows_west.measuring.spacing import Disc, Round, by_nearness, gap, marker_disc
from shadows_west.state import Figure, Marker, Table
from shadows_west.terrain.ground import ground, surface_ids
from shadows_west.terrain.maps import Place
from shadows_west.terrain.pieces import Explosive, Ground, Solid

CORRIDOR_SIDE: Final = 100
"""How far beside the line a fire corridor still threatens (shadows.geo.corridor)."""
CORRIDOR_CUT: Final = 200
"""A block that rises so much above the line cuts a fire corridor."""


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
        end=point_at(ray, cut),
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
    for wall in near_ray(obstacles_of(here).corridor, ray):
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
