"""The steps of a path: walk, climb, stairs, drop, jump, mount, dismount, leap (section 4.6)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

from boomtown.core import Refusal
from shadows_west.content import CONTACT, HORSE, KEEP_AWAY, MOUNTED, ON_FOOT, STEP, WIDEST_JUMP
from shadows_west.geometry.exact import ceil_sqrt, trunc_div
from shadows_west.geometry.polygons import fraction_inside, inside, shape
from shadows_west.geometry.segments import point_segment_d2
from shadows_west.measuring.spacing import contact
from shadows_west.moves.forced import contact_at, fall_save, settle
from shadows_west.moves.march import Leg, March, last_good, own_horse
from shadows_west.state import HORSE as HORSE_KIND
from shadows_west.state import Figure, Kind
from shadows_west.terrain.edges import Port, outside, ports, rests_against, spots, touches
from shadows_west.terrain.footing import (
    Near,
    Obstacle,
    Spot,
    along,
    entries,
    first_solid,
    loses_footing,
    solid_lines,
    walk_cost,
)
from shadows_west.terrain.ground import surface_z
from shadows_west.terrain.standing import clear_of_terrain, heights_at, may_stand


def _walk(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """A straight line on one surface, or over steps lower than 2"."""
    ax, ay, az = march.x, march.y, march.z
    if (x, y, z) == (ax, ay, az):
        return march.fail(n, (x, y, z), Refusal("shadows.geo.path_check", "nowhere"))
    refusal = _solid(march, n, x, y, z)
    if refusal is not None:
        return refusal
    given_way = loses_footing(march.around, ax, ay, az, x, y, z)
    if given_way is not None:
        at = (*_between(ax, ay, x, y, given_way), az)
        return march.fail(n, at, Refusal("shadows.move.climb", "walk", z=z))
    double = march.holds is not None and march.table.figures[march.holds].kind is Kind.MODEL
    aloft = az > 0 and z > 0
    cost = walk_cost(march.around, ax, ay, x, y, double=double, aloft=aloft)
    leg = march.advance("walk", (x, y, z), cost)
    leg.cactus = [] if aloft else entries(march.around, ax, ay, x, y)
    leg.bolts = _frightened(march, leg)
    return None


def _solid(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """The base stays clear of walls and of blocks that rise 2" (shadows.geo.path_solid)."""
    ax, ay = march.x, march.y
    low, high = min(march.z, z), max(march.z, z)
    lines = solid_lines(march.around, low, high, not march.mounted)
    clearance = march.base.radius - 1
    solid = first_solid(lines, ax, ay, x, y, clearance)
    if solid is None:
        return None
    at = last_good(
        ax, ay, x, y, lambda px, py: first_solid(lines, ax, ay, px, py, clearance) is None
    )
    refusal = Refusal("shadows.geo.path_solid", what=solid[-1], piece=solid[-2])
    return march.fail(n, (*at, march.z), refusal)


def _between(ax: int, ay: int, bx: int, by: int, at: Fraction) -> tuple[int, int]:
    return (
        ax + trunc_div((bx - ax) * at.numerator, at.denominator),
        ay + trunc_div((by - ay) * at.numerator, at.denominator),
    )


def _frightened(march: March, leg: Leg) -> list[str]:
    """The riderless horses of others that a step touches (shadows.mount.waiting)."""
    found = []
    (ax, ay, az), (bx, by, bz) = leg.start, leg.end
    gone = {id for earlier in march.trip.legs[:-1] for id in earlier.bolts}
    for horse in march.table.figures.values():
        if horse.kind is not HORSE_KIND or not horse.on_table:
            continue
        if horse.id == march.figure.horse or horse.id in gone:
            continue
        if min(abs(horse.z - az), abs(horse.z - bz)) < HORSE.height:
            reach = march.base.radius + horse.radius + CONTACT
            num, den = point_segment_d2(horse.x, horse.y, ax, ay, bx, by)
            if num <= reach * reach * den:
                found.append(horse.id)
    return found


def _landed(march: March, leg: Leg) -> None:
    """What a step other than a walk does where it ends."""
    leg.bolts = _frightened(march, Leg("walk", leg.end, leg.end, 0, 0))
    leg.cactus = _thorns(march, leg)


def _thorns(march: March, leg: Leg) -> list[tuple[str, int, int]]:
    """The cactus patches that a step ends in, if it did not begin there."""
    x, y, _ = leg.end
    return [
        (zone.id, x, y)
        for zone in march.around.cacti
        if leg.end[2] == 0
        and inside(zone.poly, x, y)
        and not (leg.start[2] == 0 and inside(zone.poly, *leg.start[:2]))
    ]


def _climb(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """Up or down a structure that the base touches (shadows.move.climb)."""
    height = abs(z - march.z)
    others = march.others()
    refusal = climb_fault(
        march.around, others, (march.x, march.y, march.z), (x, y, z), march.base.radius
    )
    if refusal is not None:
        return march.fail(n, (x, y, z), refusal)
    allowance = march.allowance()
    tall = height > allowance
    # shadows.move.tall_climb: a structure higher than the whole move takes what is left of it.
    leg = march.advance("climb", (x, y, z), max(0, allowance - march.spent) if tall else height)
    leg.ends = tall
    _landed(march, leg)
    return None


def climb_fault(
    around: Near, others: list[Obstacle], start: Spot, end: Spot, r: int
) -> Refusal | None:
    """Why one cannot climb from a place to another (shadows.geo.climb_end)."""
    height = abs(end[2] - start[2])
    if height < STEP:
        return Refusal("shadows.move.climb", "low", height=height)
    if end[2] not in heights_at(around, end[0], end[1]):
        return Refusal("shadows.geo.path_end", "surface", z=end[2])
    found = Refusal("shadows.move.climb", "touch")
    for port, inner in climb_links(around, start, end[2], r):
        column = start if inner and outside(port, *start[:2]) >= 0 else end
        low, high = sorted((start[2], end[2]))
        if outside(port, *column[:2]) >= 0 and any(
            low < z <= high for z in heights_at(around, *column[:2])
        ):
            found = Refusal("shadows.move.climb", "blocked")
            continue
        refusal = _climb_end_fault(around, others, port, start, end, r, inner=inner)
        if refusal is None:
            return None
        found = refusal
    return found


def climb_links(around: Near, start: Spot, z: int, r: int) -> list[tuple[Port, bool]]:
    """The edges and openings over which one gets to a height, and whether one ends inside them."""
    found: list[tuple[Port, bool]] = []
    x, y, from_z = start
    for port in ports(around):
        if not touches(port, x, y, r):
            continue
        side = outside(port, x, y)
        if side >= 0 and port.z == z:
            found.append((port, True))
        elif side <= 0 and port.z == from_z:
            found.append((port, False))
            found += [
                (other, True)
                for other in ports(around)
                if other.z == z
                and touches(other, x, y, r)
                and outside(other, *port.touch[:2]) == 0 == outside(other, *port.touch[2:])
                and (other.nx * port.nx > 0 or other.ny * port.ny > 0)
            ]
    return found


def _climb_end_fault(
    around: Near,
    others: list[Obstacle],
    port: Port,
    start: Spot,
    end: Spot,
    r: int,
    *,
    inner: bool,
) -> Refusal | None:
    x, y, z = end
    if (outside(port, x, y) < 0) != inner or not rests_against(port, x, y, r):
        return _should_end(port, start, r, z, inner=inner)
    ax, ay, bx, by = port.span
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    place = (x - ax) * dx + (y - ay) * dy
    foot = min(max((start[0] - ax) * dx + (start[1] - ay) * dy, 0), length2)
    length = max(1, isqrt(length2))
    if not -CONTACT * length <= place <= length2 + CONTACT * length:
        return _should_end(port, start, r, z, inner=inner)
    shift = abs(place - foot) // length
    if shift > CONTACT:
        most = shift - CONTACT
        for _, (px, py) in spots(port, start[0], start[1], r, inner=inner, most=most):
            if may_stand(around, others, px, py, z, r) is None:
                return Refusal("shadows.geo.climb_end", x=px, y=py, z=z)
    return may_stand(around, others, x, y, z, r)


def _should_end(port: Port, start: Spot, r: int, z: int, *, inner: bool) -> Refusal:
    for _, (x, y) in spots(port, start[0], start[1], r, inner=inner, most=0):
        return Refusal("shadows.geo.climb_end", x=x, y=y, z=z)
    return Refusal("shadows.move.climb", "touch")


def _stairs(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """From one end of a flight of stairs, or a ladder, to the other."""
    r = march.base.radius
    for flight in march.around.stairs:
        for foot, head in ((flight.a, flight.b), (flight.b, flight.a)):
            if _touches_end(march.x, march.y, march.z, r, foot) and _touches_end(x, y, z, r, head):
                refusal = clear_of_terrain(march.around, x, y, z, r - 1)
                if refusal is not None:
                    return march.fail(n, (x, y, z), refusal)
                leg = march.advance("stairs", (x, y, z), abs(head[2] - foot[2]))
                _landed(march, leg)
                return None
    return march.fail(n, (march.x, march.y, march.z), Refusal("shadows.geo.path_check", "stairs"))


def _touches_end(x: int, y: int, z: int, r: int, end: Spot) -> bool:
    reach = r + CONTACT
    return z == end[2] and (x - end[0]) ** 2 + (y - end[1]) ** 2 <= reach * reach


def _drop(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """Off an edge, at no cost; more than 2" is a fall (shadows.move.drop)."""
    here = (march.x, march.y, march.z)
    port = drop_port(march.around, here, (x, y), march.base.radius)
    if port is None:
        return march.fail(n, here, Refusal("shadows.move.drop", "edge"))
    below = surface_z(march.ground, x, y, march.z)
    if z != below or march.z - below < STEP:
        return march.fail(n, (x, y, below), Refusal("shadows.move.drop", "low", z=below))
    _fall(march, "drop", (x, y, z), (port.nx, port.ny), 0)
    return None


def drop_port(around: Near, start: Spot, to: tuple[int, int], r: int) -> Port | None:
    """The edge over which one drops straight from a place to another, touching it in both."""
    x, y, z = start
    for port in ports(around):
        if port.kind not in ("open", "rail") or port.z != z or not touches(port, x, y, r):
            continue
        if outside(port, x, y) > 0 or outside(port, *to) <= 0 or not rests_against(port, *to, r):
            continue
        for _, (px, py) in spots(port, x, y, r, inner=False, most=0):
            if max(abs(px - to[0]), abs(py - to[1])) <= CONTACT:
                return port
    return None


def _fall(march: March, mode: str, to: Spot, way: tuple[int, int], cost: int) -> Leg:
    """Come down at a place, or beside what is there (shadows.geo.fall_place)."""
    height = march.z - to[2]
    spot, hit = settle(march.around, march.others(), *to, *way)
    leg = march.advance(mode, spot, cost)
    leg.fall, leg.save, leg.hit = height, fall_save(height), hit
    _landed(march, leg)
    return leg


def _jump(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """Over a gap of at most 4", or into it (shadows.move.jump, shadows.geo.jump_gap)."""
    ax, ay, az = march.x, march.y, march.z
    landed = z in heights_at(march.around, x, y) and abs(z - az) <= STEP
    if not landed or (z == 0 and az >= STEP):  # down to the ground it is a drop
        return march.fail(n, (x, y, z), Refusal("shadows.geo.jump_gap", "landing", z=z))
    refusal = _solid(march, n, x, y, z)
    if refusal is not None:
        return refusal
    # 2" lower nobody walks on any more, so that it is a gap; but one may land there.
    level = [one.poly for one in march.around.surfaces if abs(one.z - az) < STEP or one.z == z]
    num, den = fraction_inside([shape(poly) for poly in level], (), ax, ay, x, y)
    dx, dy = x - ax, y - ay
    length2, gap = dx * dx + dy * dy, den - num
    if gap == 0 or az < STEP:
        return march.fail(n, (ax, ay, az), Refusal("shadows.geo.jump_gap", "none"))
    if gap * gap * length2 > WIDEST_JUMP * WIDEST_JUMP * den * den:
        wide = ceil_sqrt(gap * gap * length2 // (den * den))
        refusal = Refusal("shadows.geo.jump_gap", gap=wide, most=WIDEST_JUMP)
        return march.fail(n, (ax, ay, az), refusal)
    cost = ceil_sqrt(length2)
    left = march.allowance() - march.spent
    if cost > left >= 0:
        px, py = along(ax, ay, dx, dy, left)
        if not any(inside(poly, px, py) for poly in level):
            below = surface_z(march.ground, px, py, az)
            _fall(march, "jump", (px, py, below), (dx, dy), left).ends = True
            return None
    _landed(march, march.advance("jump", (x, y, z), cost))
    return None


def _mount(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """Into the saddle of one's own horse in contact (shadows.mount.up_down)."""
    if march.holds is not None and march.table.figures[march.holds].kind is Kind.MODEL:
        return march.fail(n, (x, y, z), Refusal("shadows.damage.drag", "hands", who=march.holds))
    horse = own_horse(march)
    here = (march.x, march.y, march.z)
    if horse is None or not contact(march.table, march.disc(), horse):
        return march.fail(n, here, Refusal("shadows.mount.up_down", "horse"))
    if (x, y, z) != (horse.x, horse.y, horse.z):
        refusal = Refusal("shadows.mount.up_down", "place", x=horse.x, y=horse.y, z=horse.z)
        return march.fail(n, (x, y, z), refusal)
    march.mounted = True
    leg = march.advance("mount", (x, y, z), 0)
    leg.cactus = _thorns(march, leg)
    return None


def _dismount(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """Out of the saddle, into contact with the horse, which stays."""
    hx, hy, hz = march.x, march.y, march.z
    both = MOUNTED.radius + ON_FOOT.radius
    far2 = (x - hx) ** 2 + (y - hy) ** 2
    if not both * both <= far2 <= (both + CONTACT) * (both + CONTACT):
        return march.fail(n, (x, y, z), Refusal("shadows.mount.up_down", "beside"))
    if contact_at(march.around, (), hx, hy, hz, x, y, ON_FOOT.radius) != (x, y, z):
        refusal = may_stand(march.around, (), x, y, z, ON_FOOT.radius)
        return march.fail(n, (x, y, z), refusal or Refusal("shadows.mount.up_down", "beside"))
    march.horse = (hx, hy, hz)
    march.mounted = False
    _landed(march, march.advance("dismount", (x, y, z), 0))
    return None


def _leap(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """From a height into the saddle of one's own horse, a drop like any other."""
    horse = own_horse(march)
    here = (march.x, march.y, march.z)
    if horse is None or (x, y, z) != (horse.x, horse.y, horse.z):
        return march.fail(n, (x, y, z), Refusal("shadows.mount.leap", "horse"))
    if not may_leap(march.around, here, horse, march.base.radius):
        return march.fail(n, here, Refusal("shadows.mount.leap", "edge"))
    height = march.z - z
    march.mounted = True
    leg = march.advance("leap", (x, y, z), 0)
    leg.fall, leg.save = height, fall_save(height)
    leg.cactus = _thorns(march, leg)
    return None


def may_leap(around: Near, start: Spot, horse: Figure, r: int) -> bool:
    """Whether an edge at one's feet has the horse within 1" below it (shadows.mount.leap)."""
    x, y, z = start
    if z <= horse.z or surface_z(around.ground, horse.x, horse.y, z) != horse.z:
        return False
    reach = HORSE.radius + KEEP_AWAY
    for port in ports(around):
        if port.kind in ("open", "rail") and port.z == z and touches(port, x, y, r):
            num, den = point_segment_d2(horse.x, horse.y, *port.touch)
            if outside(port, horse.x, horse.y) > 0 and num <= reach * reach * den:
                return True
    return False


STEPS: dict[str, Callable[[March, int, int, int, int], Refusal | None]] = {
    "walk": _walk,
    "climb": _climb,
    "stairs": _stairs,
    "drop": _drop,
    "jump": _jump,
    "mount": _mount,
    "dismount": _dismount,
    "leap": _leap,
}
