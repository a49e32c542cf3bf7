"""Edges: where one climbs, drops and goes through, and the spots beside them (section 4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt

from msgspec import Struct

from shadows_west.content import CONTACT, ON_FOOT
from shadows_west.geometry.exact import Point
from shadows_west.geometry.segments import point_segment_d2
from shadows_west.terrain.footing import Near, along
from shadows_west.terrain.pieces import (
    Wall,
)


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
