"""Distances between figures, points and pieces (specification, section 4.3).

Whatever has ``x, y, z`` and ``radius`` can be measured: figures, explosive pieces, and the ``Disc``
of a marker, of a bare point or of a place where a figure is not yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import Final, TypeAlias, TypeVar

from msgspec import Struct

from shadows_west.content import CONTACT, LARGE_RADIUS, LOOT_RADIUS, STICK, TNT_RADIUS, Base
from shadows_west.content.weapons import Band, WeaponType
from shadows_west.geometry.polygons import outline_distance2
from shadows_west.geometry.segments import segments_meet
from shadows_west.state import MODEL, Figure, Marker, Table
from shadows_west.terrain.ground import ground, piece_distance2
from shadows_west.terrain.pieces import LINE_HALF, Explosive, Ground, Linear

SAME_LEVEL: Final = 50
"""From this difference on two bases are not on one level (shadows.geo.contact)."""
FIGHT_REACH: Final = 100
"""How far apart a fence or a step may keep two that still count as in contact."""
FARTHEST_TOUCH: Final = 2 * LARGE_RADIUS + FIGHT_REACH
"""Whose centres are farther apart than this are not in contact, whatever they are."""


class Disc(Struct, frozen=True):
    """A round place on the table; a bare point has radius 0."""

    x: int
    y: int
    z: int = 0
    radius: int = 0


class Mark(Struct, frozen=True):
    """A TNT marker as something to shoot at."""

    id: str
    x: int
    y: int
    z: int
    radius: int = TNT_RADIUS

    @property
    def base(self) -> Base:
        """It lies flat."""
        return STICK


# Named one by one: of a class that it knows, compiled code finds every value where it is.
Body: TypeAlias = Figure | Mark | Explosive
"""Whatever can be looked and shot at: it has an id, a place, and a base with a height."""
Round: TypeAlias = Figure | Mark | Explosive | Disc
"""Anything with a place and the radius of a round base."""

RoundT = TypeVar("RoundT", bound=Round)


def marker_disc(marker: Marker) -> Disc:
    """The base of a marker."""
    radius = TNT_RADIUS if marker.kind == "tnt" else LOOT_RADIUS
    return Disc(marker.x, marker.y, marker.z, radius)


def gap(a: Round, b: Round) -> int:
    """The gap between two bases in whole u, rounded down: what "nearest" compares.

    It runs between base edges, with the difference of height (shadows.measure.closest): the real
    gap is ``sqrt(max(0, sqrt(d2) - R)^2 + dz^2)`` (shadows.geo.nearest).
    """
    dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
    far2 = dx * dx + dy * dy
    both = a.radius + b.radius
    if far2 <= both * both:
        return abs(dz)
    flat = isqrt(far2) - both
    if dz == 0:
        return flat
    least = isqrt(flat * flat + dz * dz)
    while _at_least(least + 1, far2, both, dz):
        least += 1
    return least


def _at_least(length: int, far2: int, both: int, dz: int) -> bool:
    """Whether the real gap is at least ``length``; bases that overlap are not asked about."""
    flat2 = length * length - dz * dz
    rest = far2 - both * both - flat2
    return flat2 <= 0 or (rest >= 0 and rest * rest >= 4 * both * both * flat2)


def within(a: Round, b: Round, distance: int) -> bool:
    """Whether two bases are at most so far apart, height included (shadows.geo.within)."""
    dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
    if abs(dz) > distance:
        return False
    reach = a.radius + b.radius + isqrt(distance * distance - dz * dz)
    return dx * dx + dy * dy <= reach * reach


def closer(a: Round, b: Round, distance: int) -> bool:
    """Whether two bases are less than so far apart: a border belongs to the longer band."""
    dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
    if abs(dz) >= distance:
        return False
    reach = a.radius + b.radius + isqrt(distance * distance - dz * dz)
    return dx * dx + dy * dy < reach * reach


def within_point(a: Round, x: int, y: int, z: int, distance: int) -> bool:
    """Whether a base is at most so far from a point."""
    return within(a, Disc(x, y, z), distance)


def within_piece(ground: Ground, id: str, a: Round, distance: int) -> bool:
    """Whether a base is in plan at most so far from a piece of terrain (shadows.geo.within)."""
    num, den = piece_distance2(ground, id, a.x, a.y)
    reach = a.radius + distance
    if any(linear.id == id for linear in ground.linears):
        reach += LINE_HALF
    return num <= reach * reach * den


def band(a: Round, b: Round, weapon: WeaponType) -> Band:
    """The range band of a shot (shadows.geo.band, shadows.shoot.range)."""
    if closer(a, b, weapon.short):
        return "short"
    if closer(a, b, weapon.medium):
        return "medium"
    return "long" if within(a, b, weapon.long) else "out"


def by_nearness(origin: Round, others: Iterable[RoundT]) -> list[RoundT]:
    """Nearest first; equally near ones stay in the order of their ids (shadows.geo.order)."""
    return sorted(others, key=lambda other: gap(origin, other))


def overlaps(a: Body, b: Body) -> bool:
    """Whether two figures stand in each other: bases overlap and heights do (shadows.geo.eps)."""
    dx, dy = a.x - b.x, a.y - b.y
    both = a.radius + b.radius
    return (
        dx * dx + dy * dy < both * both and a.z < b.z + b.base.height and b.z < a.z + a.base.height
    )


# --- contact -------------------------------------------------------------------------------------


def contact(table: Table, a: Round, b: Round) -> bool:
    """Whether two bases are in contact (shadows.geo.contact)."""
    dx, dy, dz = a.x - b.x, a.y - b.y, abs(a.z - b.z)
    far2 = dx * dx + dy * dy
    if far2 > FARTHEST_TOUCH * FARTHEST_TOUCH:
        return False  # no bases are so wide
    both = a.radius + b.radius
    if dz > FIGHT_REACH or far2 > (both + FIGHT_REACH) * (both + FIGHT_REACH):
        return False
    if dz >= SAME_LEVEL:
        touching = within(a, b, FIGHT_REACH)  # shadows.fight.height
    else:
        touching = (
            far2 <= (both + CONTACT) * (both + CONTACT)
            or linear_between(ground(table), a, b) is not None
        )
    return touching and not walled_off(ground(table), a, b)


def linear_between(ground: Ground, a: Round, b: Round) -> Linear | None:
    """The low obstacle across which two bases are in contact (shadows.move.obstacle_contact)."""
    if not within(a, b, FIGHT_REACH):
        return None
    for linear in ground.linears:
        if touches_linear(linear, a) and touches_linear(linear, b) and crosses_linear(linear, a, b):
            return linear
    return None


def touches_linear(linear: Linear, a: Round) -> bool:
    """Whether a base touches a low obstacle, which is 20 u thick."""
    if a.z >= linear.h:
        return False
    reach = a.radius + LINE_HALF + CONTACT
    x0, y0, x1, y1 = linear.box
    if not (x0 - reach <= a.x <= x1 + reach and y0 - reach <= a.y <= y1 + reach):
        return False
    num, den = outline_distance2(linear.line, a.x, a.y)
    return num <= reach * reach * den


def crosses_linear(linear: Linear, a: Round, b: Round) -> bool:
    """Whether the line between two centres crosses a low obstacle: they are on its two sides."""
    return any(
        segments_meet(a.x, a.y, b.x, b.y, ax, ay, bx, by) for ax, ay, bx, by in linear.segments
    )


def walled_off(ground: Ground, a: Round, b: Round) -> bool:
    """Whether a solid part of a wall crosses the line between two centres."""
    x0, x1 = (a.x, b.x) if a.x < b.x else (b.x, a.x)
    y0, y1 = (a.y, b.y) if a.y < b.y else (b.y, a.y)
    dx, dy, dz = b.x - a.x, b.y - a.y, b.z - a.z
    for wall in ground.walls:
        if wall.ax > x1 or wall.bx < x0 or wall.ay > y1 or wall.by < y0:
            continue
        # A wall runs along an axis: num/den is where the line meets it, at an offset from its end.
        if wall.ay == wall.by:
            num, den, offset = wall.ay - a.y, dy, (a.x - wall.ax) * dy + dx * (wall.ay - a.y)
        else:
            num, den, offset = wall.ax - a.x, dx, (a.y - wall.ay) * dx + dy * (wall.ax - a.x)
        if den == 0:
            continue
        if den < 0:
            num, den, offset = -num, -den, -offset
        length = wall.bx - wall.ax + wall.by - wall.ay
        height = a.z * den + dz * num
        if (
            0 <= num <= den
            and 0 <= offset <= length * den
            and wall.z0 * den <= height < wall.z1 * den
            and not any(low * den <= offset <= high * den for low, high, *_ in wall.openings)
        ):
            return True
    return False


def engaged(table: Table, a: Figure) -> list[Figure]:
    """Standing enemies in contact with a standing model (shadows.concept.engaged)."""
    if a.kind is not MODEL or not a.standing:
        return []
    x, y, seat = a.x, a.y, a.seat
    return [
        other
        for other in table.figures.values()
        if -FARTHEST_TOUCH <= other.x - x <= FARTHEST_TOUCH
        and -FARTHEST_TOUCH <= other.y - y <= FARTHEST_TOUCH
        and other.seat != seat
        and other.kind is MODEL
        and other.standing
        and contact(table, a, other)
    ]
