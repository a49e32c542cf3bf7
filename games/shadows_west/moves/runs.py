"""Runs in a straight line that nobody orders: fleeing townsfolk, called horses (section 4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from math import isqrt
from typing import Final

from msgspec import Struct, structs

from shadows_west.content import CONTACT, FOLK_MOVE, HORSE, KEEP_AWAY, LARGE_RADIUS, ON_FOOT, STEP
from shadows_west.geometry.exact import Point, ceil_sqrt, trunc_div
from shadows_west.geometry.segments import nearer, segments_nearer
from shadows_west.moves.forced import REACH
from shadows_west.moves.land import last_k
from shadows_west.state import Figure, Table
from shadows_west.terrain.footing import (
    Line,
    Near,
    Obstacle,
    Spot,
    along,
    first_solid,
    keeps_footing,
    near,
    obstacle,
    solid_lines,
    walk_cost,
)
from shadows_west.terrain.ground import ground
from shadows_west.terrain.standing import (
    Hindrance,
    at_distance,
    heights_at,
    hindered,
    hindrances,
    in_block,
    may_stand,
    scaled,
    to_go,
    turned,
)

HEADINGS: Final = 9
"""Straight on, and 22.5, 45, 67.5 and 90 degrees to either side (shadows.geo.flee)."""
ROUNDING: Final = 2
"""How far off a straight line its points on the grid are at most."""


class Flight(Struct, frozen=True):
    """Where a townsperson gets to."""

    x: int
    y: int
    z: int
    left: bool = False
    """Whether it reached the border and left the table for good."""


# --- townsfolk ------------------------------------------------------------------------------------


def flee(table: Table, folk: Figure, dx: int, dy: int) -> Flight | None:
    """Where a townsperson runs to in a direction; None if every way is blocked at once.

    It goes round solid terrain by turning up to 90 degrees, stops 1" from figures it would run
    into, and leaves the table at its border (shadows.geo.flee, shadows.folk.terrain, .stop).
    """
    around = near(ground(table), folk.x, folk.y, FOLK_MOVE + KEEP_AWAY + HORSE.radius)
    direction = scaled(dx, dy)
    level = solid_lines(around, folk.z, folk.z, True)
    longest, best = -1, direction
    for heading in islice(turned(*direction), HEADINGS):
        whole = FOLK_MOVE
        if around.difficult and folk.z <= 0:
            whole = last_k(FOLK_MOVE, partial(_folk_cost, around, folk, heading), within=1)
        length = _open_length(around, folk, heading, level, whole, longest)
        if length > longest:
            longest, best = length, heading
        if length == whole:
            longest, best = length, heading
            break
    if along(folk.x, folk.y, *best, longest) == (folk.x, folk.y):
        return None
    return _run(table, around, folk, best, longest)


def _folk_cost(around: Near, folk: Figure, heading: Point, k: int) -> bool:
    px, py = along(folk.x, folk.y, *heading, k)
    return walk_cost(around, folk.x, folk.y, px, py) <= FOLK_MOVE


def _on_table(around: Near, x: int, y: int) -> Point:
    """The point itself, or where it would be on the border."""
    size = around.ground.size
    return min(max(x, 0), size), min(max(y, 0), size)


def _open_length(
    around: Near, folk: Figure, heading: Point, level: Sequence[Line], whole: int, beyond: int
) -> int:
    """How far a way is open; where that is not beyond a length, any that is not."""
    lines = _beside(level, folk, heading, whole)
    if not _flat(around, folk, heading, whole):
        way = partial(_open_way, around, folk, heading, lines)
        return last_k(whole, way, within=1, beyond=beyond)
    if not lines:
        return whole
    step = ceil_sqrt(heading[0] * heading[0] + heading[1] * heading[1])
    flat_way = partial(_flat_way, folk, heading, step, lines)
    return last_k(whole, flat_way, within=1, beyond=beyond)


def _beside(lines: Iterable[Line], folk: Figure, heading: Point, length: int) -> list[Line]:
    """The solid lines that a run may pass too near to."""
    x, y, r = folk.x, folk.y, folk.radius
    px, py = along(x, y, *heading, length)
    x0, x1 = (x - r, px + r) if x < px else (px - r, x + r)
    y0, y1 = (y - r, py + r) if y < py else (py - r, y + r)
    r += 2 * ROUNDING  # any part of the run is so near to the whole of it
    return [
        line
        for line in lines
        if line[0] < x1
        and line[2] > x0
        and line[1] < y1
        and line[3] > y0
        and segments_nearer(x, y, px, py, line[4], line[5], line[6], line[7], r)
    ]


def _flat_way(folk: Figure, heading: Point, step: int, lines: Sequence[Line], k: int) -> bool:
    """Whether the way so far meets no solid terrain, where it stays on the ground."""
    x, y = folk.x, folk.y
    px, py = x + trunc_div(k * heading[0], step), y + trunc_div(k * heading[1], step)
    return first_solid(lines, x, y, px, py, folk.radius - 1) is None


def _open_way(around: Near, folk: Figure, heading: Point, level: Sequence[Line], k: int) -> bool:
    """Whether the way so far meets no solid terrain and no drop of 2"."""
    px, py = along(folk.x, folk.y, *heading, k)
    cx, cy = _on_table(around, px, py)
    z = _walked_z(around, folk, cx, cy)
    if z is None:
        return False
    lines = level
    if z != folk.z:
        lines = solid_lines(around, min(folk.z, z), max(folk.z, z), True)
    return first_solid(lines, folk.x, folk.y, px, py, folk.radius - 1) is None


def _walked_z(around: Near, folk: Figure, x: int, y: int) -> int | None:
    """The height at which a walk arrives: the nearest one, without a step of 2" on the way."""
    if folk.z == 0 and not in_block(around.blocks, x, y):
        return 0
    heights = heights_at(around, x, y) or [0]
    for z in sorted(heights, key=lambda z: (abs(z - folk.z), z)):
        if keeps_footing(around, folk.x, folk.y, folk.z, x, y, z):
            return z
    return None


def _run(table: Table, around: Near, folk: Figure, heading: Point, length: int) -> Flight:
    # Nobody farther away is touched, wherever the run goes and ends.
    reach = length + 2 * LARGE_RADIUS + KEEP_AWAY
    others = [
        obstacle(one)
        for one in table.present()
        if -reach < one.x - folk.x < reach and -reach < one.y - folk.y < reach and one.id != folk.id
    ]
    for other in others:
        length = _cut(folk, other, heading, length)
    off = _first_off(around, folk, heading, length)
    if off is not None:
        return Flight(*off, folk.z, left=True)
    hindering = _hindering(around, folk, heading, length)
    k = length
    while k > 0:
        px, py = along(folk.x, folk.y, *heading, k)
        beside = hindered(hindering, px, py, folk.radius)
        if beside is not None:  # so near to the same thing is all that is nearer than that
            k -= max(1, to_go(beside, px, py, folk.radius) - ROUNDING)
            continue
        z = _walked_z(around, folk, px, py)
        if z is not None and may_stand(around, others, px, py, z, folk.radius) is None:
            return Flight(px, py, z)
        k -= 1
    return Flight(folk.x, folk.y, folk.z)


def _box(folk: Figure, heading: Point, length: int) -> tuple[int, int, int, int]:
    """The box that a run is in."""
    x, y = folk.x, folk.y
    px, py = along(x, y, *heading, length)
    west, east = (x, px) if x < px else (px, x)
    south, north = (y, py) if y < py else (py, y)
    return west, south, east, north


def _flat(around: Near, folk: Figure, heading: Point, length: int) -> bool:
    """Whether a run surely stays on the ground, wherever it ends."""
    if folk.z:
        return False
    x0, y0, x1, y1 = _box(folk, heading, length)
    for block in around.blocks:
        west, south, east, north = block.box
        if west <= x1 and east >= x0 and south <= y1 and north >= y0:
            return False
    return True


def _hindering(around: Near, folk: Figure, heading: Point, length: int) -> Sequence[Hindrance]:
    """What hinders a run wherever on it one ends: on the ground, and at each height there is."""
    x0, y0, x1, y1 = _box(folk, heading, length)
    found: Sequence[Hindrance] = hindrances(around, 0, True)
    for surface in around.surfaces:
        west, south, east, north = surface.box
        if west <= x1 and east >= x0 and south <= y1 and north >= y0:
            above = hindrances(around, surface.z, True)
            found = [one for one in found if one in above]
    return found


def _first_off(around: Near, folk: Figure, heading: Point, length: int) -> Point | None:
    """Where a run first reaches the border of the table; None if it does not."""
    size = around.ground.size
    px, py = along(folk.x, folk.y, *heading, length)
    if all(0 < value < size for value in (folk.x, folk.y, px, py)):
        return None  # nor does anything between the two ends
    for k in range(1, length + 1):
        cx, cy = _on_table(around, *along(folk.x, folk.y, *heading, k))
        if cx in (0, size) or cy in (0, size):
            return cx, cy
    return None


def _cut(folk: Figure, other: Obstacle, heading: Point, length: int) -> int:
    """A run that would touch somebody ends at its last point 1" from him (shadows.folk.stop)."""
    if abs(folk.z - other.z) >= other.height:
        return length
    both = folk.radius + other.radius
    dx, dy = folk.x - other.x, folk.y - other.y
    touch = both + CONTACT + 1
    if dx * dx + dy * dy >= (length + touch) ** 2 or dx * dx + dy * dy < touch * touch:
        return length  # too far away to be touched, wherever the run goes; or touched already

    def nearer_than(k: int, reach: int) -> bool:
        px, py = along(folk.x, folk.y, *heading, k)
        return (px - other.x) ** 2 + (py - other.y) ** 2 < reach * reach

    near_by = _passage(-dx, -dy, heading, touch + ROUNDING)
    if near_by is None:
        return length
    first, last = max(1, near_by[0]), min(length, near_by[1])
    touched = next((k for k in range(first, last + 1) if nearer_than(k, touch)), None)
    if touched is None:
        return length
    inside = _passage(-dx, -dy, heading, both + KEEP_AWAY - ROUNDING)
    if inside is not None:  # all that lies between is too near as well
        touched = max(0, min(touched, inside[0] + 2 * ROUNDING))
    return next((k for k in range(touched, 0, -1) if not nearer_than(k, both + KEEP_AWAY)), 0)


def _passage(qx: int, qy: int, heading: Point, reach: int) -> tuple[int, int] | None:
    """From where to where a straight run is within reach of a point; None if it never is.

    Both ends are rounded outwards by up to ``ROUNDING``. The places that ``along`` gives are off
    the straight line by less than that.
    """
    hx, hy = heading
    length2 = hx * hx + hy * hy
    length = ceil_sqrt(length2)
    forward = qx * hx + qy * hy
    half2 = forward * forward - length2 * (qx * qx + qy * qy - reach * reach)
    if half2 < 0:
        return None
    half = isqrt(half2) + 1
    return length * (forward - half) // length2 - 1, length * (forward + half) // length2 + 2


# --- horses ---------------------------------------------------------------------------------------


def call_horse(
    table: Table,
    rider: Figure,
    others: Sequence[Obstacle],
    place: Spot | None = None,
    left_at: Spot | None = None,
) -> Spot:
    """Where a called horse stops: in contact with its rider, or before what is in its way.

    It comes in a straight line, through no opening, and keeps 1" from others (shadows.mount.call).
    The rider may have gone to a ``place``, after he left the horse somewhere.
    """
    horse = table.figures[rider.horse or ""]
    if left_at is not None:
        horse = structs.replace(horse, x=left_at[0], y=left_at[1], z=left_at[2])
    x, y, z = place or (rider.x, rider.y, rider.z)
    dx, dy = x - horse.x, y - horse.y
    far = isqrt(dx * dx + dy * dy)
    around = near(ground(table), (x + horse.x) // 2, (y + horse.y) // 2, far // 2 + REACH)
    most = far - HORSE.radius - ON_FOOT.radius
    if most <= 0:
        return horse.x, horse.y, horse.z
    # shadows.damage.downed_ignored: who lies there does not stop it.
    upright = [other for other in others if not table.figures[other.id].downed]
    limit = last_k(most, lambda k: _horse_way(around, upright, horse, dx, dy, k), within=1)
    met = [*others, Obstacle(rider.id, x, y, z, ON_FOOT.radius, ON_FOOT.height)]
    way = [along(horse.x, horse.y, dx, dy, k) for k in range(limit, 0, -1)]
    if limit == most:
        touching = at_distance(x, y, HORSE.radius + ON_FOOT.radius, -dx, -dy)
        way = [touching, *way] if touching is not None else way
    for px, py in way:
        pz = _walked_z(around, horse, px, py)
        if (
            pz is not None
            and may_stand(around, met, px, py, pz, HORSE.radius, HORSE.height, on_foot=False)
            is None
        ):
            return px, py, pz
    return horse.x, horse.y, horse.z


def _horse_way(
    around: Near, others: Sequence[Obstacle], horse: Figure, dx: int, dy: int, k: int
) -> bool:
    px, py = along(horse.x, horse.y, dx, dy, k)
    z = _walked_z(around, horse, px, py)
    if z is None:
        return False
    lines = solid_lines(around, min(horse.z, z), max(horse.z, z), False)
    if first_solid(lines, horse.x, horse.y, px, py, HORSE.radius - 1) is not None:
        return False
    for other in others:
        if abs(other.z - horse.z) >= STEP:
            continue
        both = HORSE.radius + other.radius + KEEP_AWAY
        qx, qy = horse.x - other.x, horse.y - other.y
        if qx * qx + qy * qy < both * both:
            if qx * dx + qy * dy < 0:
                return False
        elif nearer(other.x, other.y, horse.x, horse.y, px, py, both):
            return False
    return True
