"""Moves: what an order means step by step, what it costs, and which rule forbids it (3.8, 4.6).

``trace`` follows an order and tells everything that a preview shows and that the action carries
out; ``judge`` is its verdict. Nothing is changed here: the table stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct, structs

from boomtown.core import Refusal
from shadows_west.content import (
    CONTACT,
    FOOT_MOVE,
    HORSE,
    KEEP_AWAY,
    LOOT_RADIUS,
    MOUNTED,
    MOUNTED_MOVE,
    ON_FOOT,
    STEP,
    WIDEST_JUMP,
    Base,
)
from shadows_west.footing import (
    Near,
    Obstacle,
    Port,
    Spot,
    along,
    clear_of_terrain,
    entries,
    first_solid,
    heights_at,
    loses_footing,
    may_stand,
    near,
    obstacle,
    outside,
    ports,
    rests_against,
    solid_lines,
    spots,
    touches,
    walk_cost,
)
from shadows_west.forced import (
    away_from,
    call_horse,
    contact_at,
    contact_spot,
    fall_save,
    settle,
)
from shadows_west.geometry import (
    ceil_sqrt,
    fraction_inside,
    inside,
    isqrt,
    nearer,
    point_segment_d2,
    trunc_div,
)
from shadows_west.orders import MODES as MODES
from shadows_west.orders import MoveOrder as MoveOrder
from shadows_west.orders import plain_order as plain_order
from shadows_west.orders import read_order as read_order
from shadows_west.orders import write_order as write_order
from shadows_west.sight import sees, sees_point
from shadows_west.spacing import Disc, contact, engaged, marker_disc, walled_off
from shadows_west.state import Figure, Kind, Table
from shadows_west.terrain import ground, surface_z

NOT_RIDING = frozenset({"climb", "stairs", "drop", "jump", "leap", "mount"})
"""What a rider cannot do (shadows.mount.base)."""
NOT_BURDENED = frozenset({"climb", "drop", "jump", "leap"})
"""What nobody does with a captive or a dragged friend (shadows.folk.limits)."""
FALLING_ROOM = 200
"""How far beyond its allowance a Move can still meet terrain."""
LAST_DEEDS = frozenset({"attack", "call", "hold", "exit"})
"""What can only be done when all steps are done."""


class Leg(Struct):
    """One step of a Move, as it will come out."""

    mode: str
    start: Spot
    end: Spot
    cost: int
    total: int
    """The cost of all steps so far."""
    mounted: bool = False
    """Whether the model rides when the step is over."""
    fall: int = 0
    """The height of the drop."""
    save: int | None = None
    """What the faller has to throw (shadows.move.fall)."""
    hit: str | None = None
    """Whom it falls on (shadows.move.fall_on_model)."""
    ends: bool = False
    """Whether the Move is over after this step: a tall climb, or a jump that falls short."""
    cactus: list[tuple[str, int, int]] = []
    """The patches that are entered, and where (shadows.terrain.cactus)."""
    bolts: list[str] = []
    """The riderless horses that gallop off at the touch (shadows.mount.waiting)."""


class Deed(Struct):
    """Something that is done at the end of a step, with its place."""

    step: int
    verb: str
    what: str = ""
    """The figure, marker or weapon that it is done with."""
    x: int = 0
    y: int = 0
    z: int = 0
    free: bool = False
    """Of ``hold``: no place was free in contact, so the captive or friend is let go."""


class Trip(Struct):
    """What an order comes to."""

    legs: list[Leg]
    cost: int
    allowance: int
    end: Spot
    face: tuple[int, int]
    mounted: bool
    charged: list[str]
    fight: str | None
    """Whom the charger fights at once; an attacked townsperson as well."""
    left: list[str]
    """The standing enemies whose contact is left: a disengage test (shadows.move.disengage)."""
    deeds: list[Deed]
    """In the order in which they are done. ``hold`` stands there whenever somebody is held."""
    exits: bool = False
    refusal: Refusal | None = None
    failed: int | None = None
    """The index of the step that cannot be done; None if it is the order as a whole."""
    at: Spot | None = None
    """Where it fails."""


def judge(
    table: Table,
    figure: Figure,
    order: MoveOrder,
    *,
    allowance: int | None = None,
    reaction_to: str | None = None,
) -> Refusal | None:
    """The rule that forbids a Move, or None."""
    return trace(table, figure, order, allowance=allowance, reaction_to=reaction_to).refusal


def trace(
    table: Table,
    figure: Figure,
    order: MoveOrder,
    *,
    allowance: int | None = None,
    reaction_to: str | None = None,
) -> Trip:
    """Follow an order; the first fault refuses it as a whole (shadows.geo.path_check)."""
    march = March(table, figure, order, allowance, reaction_to)
    for check in (_modes, _geometry, _enemies, _charges, _cost, _end, _last_deeds):
        refusal = check(march)
        if refusal is not None:
            march.trip.refusal = refusal
            break
    trip = march.trip
    if trip.legs:
        trip.cost, trip.end = trip.legs[-1].total, trip.legs[-1].end
        trip.mounted = trip.legs[-1].mounted
    return trip


class March:
    """A Move while it is being followed."""

    def __init__(
        self,
        table: Table,
        figure: Figure,
        order: MoveOrder,
        allowance: int | None = None,
        reaction_to: str | None = None,
    ) -> None:
        self.table = table
        self.figure = figure
        self.order = order
        self.given = allowance
        self.reaction_to = reaction_to
        self.ground = ground(table)
        reach = (MOUNTED_MOVE if figure.horse else FOOT_MOVE) + FALLING_ROOM
        if any(step[0] == "jump" for step in order.steps):
            reach += WIDEST_JUMP
        self.around: Near = near(self.ground, figure.x, figure.y, reach)
        self.x, self.y, self.z = figure.x, figure.y, figure.z
        self.mounted = figure.mounted
        self.holds = figure.holds
        self.loot = figure.loot
        self.sticks = figure.sticks
        self.spent = 0
        self.horse: Spot | None = None
        """Where the horse stands that has been left on the way."""
        self.released: list[Obstacle] = []
        self.taken: set[str] = set()
        """Markers that have been picked up on the way."""
        self.trip = Trip(
            legs=[],
            cost=0,
            allowance=self.allowance(),
            end=(figure.x, figure.y, figure.z),
            face=order.face or (figure.fx, figure.fy),
            mounted=figure.mounted,
            charged=list(order.charge),
            fight=order.fight,
            left=[],
            deeds=[],
        )

    @property
    def base(self) -> Base:
        """The base it moves on now."""
        return MOUNTED if self.mounted else ON_FOOT

    def allowance(self) -> int:
        """That of the state after mounting or dismounting (shadows.mount.allowance)."""
        if self.mounted == self.figure.mounted:
            return self.figure.allowance if self.given is None else self.given
        return MOUNTED_MOVE if self.mounted else FOOT_MOVE

    def disc(self) -> Disc:
        """Where it is now."""
        return Disc(self.x, self.y, self.z, self.base.radius)

    def others(self) -> list[Obstacle]:
        """Everybody it could stand in: not itself, its captive, nor a horse it rides."""
        gone = {self.figure.id, self.holds}
        if self.mounted or self.horse is not None:
            gone.add(self.figure.horse)
        found = [obstacle(one) for one in self.table.present() if one.id not in gone]
        if self.horse is not None:
            found.append(Obstacle(self.figure.horse or "", *self.horse, HORSE.radius, HORSE.height))
        released = {one.id for one in self.released}
        return [one for one in found if one.id not in released] + self.released

    def fail(self, step: int | None, at: Spot | None, refusal: Refusal) -> Refusal:
        """Note where an order goes wrong."""
        self.trip.failed, self.trip.at = step, at
        return refusal

    def advance(self, mode: str, end: Spot, cost: int) -> Leg:
        """Take a step."""
        start = (self.x, self.y, self.z)
        self.x, self.y, self.z = end
        self.spent += cost
        leg = Leg(mode, start, end, cost, self.spent, self.mounted)
        self.trip.legs.append(leg)
        return leg


# --- modes that the model's state allows ----------------------------------------------------------


def _modes(march: March) -> Refusal | None:
    """Which steps and deeds a model can take at all, in the state in which it then is."""
    figure, order = march.figure, march.order
    last = len(order.steps)
    deeds = sorted(order.do, key=lambda deed: deed[0])
    for deed in deeds:
        refusal = _deed_in_place(march, deed, last)
        if refusal is not None:
            return refusal
    mounted, burden = figure.mounted, figure.holds is not None
    for n in range(last + 1):
        for deed in deeds:
            if deed[0] == n and deed[1] in ("seize", "drag", "release"):
                burden = deed[1] != "release"
        if n == last:
            break
        mode = order.steps[n][0]
        refusal = _mode_refusal(march, n, mounted=mounted, burden=burden)
        if refusal is not None:
            return march.fail(n, order.steps[n][1:], refusal)
        if mode in ("mount", "leap", "dismount"):
            mounted = mode != "dismount"
    return None


def _deed_in_place(march: March, deed: list[int | str], last: int) -> Refusal | None:
    step, verb = deed[0], str(deed[1])
    if not isinstance(step, int) or not 0 <= step <= last or (verb in LAST_DEEDS and step != last):
        return Refusal("shadows.geo.path_check", "deed", verb=verb)
    if verb == "unjam":
        # shadows.move.unjam: the model does nothing else with that action.
        order = march.order
        if order.steps or order.charge or order.face or len(order.do) > 1:
            return Refusal("shadows.move.unjam", "alone")
    if march.figure.downed and verb != "exit":
        return Refusal("shadows.damage.downed", "crawl", verb=verb)
    return None


def _mode_refusal(march: March, n: int, *, mounted: bool, burden: bool) -> Refusal | None:
    mode = march.order.steps[n][0]
    if march.figure.downed and mode != "walk":
        return Refusal("shadows.damage.downed", "crawl", verb=mode)
    if mounted and mode in NOT_RIDING:
        return Refusal("shadows.mount.base", verb=mode)
    if burden and mode in NOT_BURDENED:
        return Refusal("shadows.folk.limits", verb=mode)
    if mode in ("mount", "dismount") and n > 0:
        return Refusal("shadows.mount.up_down", "first")
    if mode == "dismount" and not mounted:
        return Refusal("shadows.mount.up_down", "on_foot")
    if mode == "leap" and march.figure.mounted:
        return Refusal("shadows.mount.up_down", "both")
    return None


# --- the geometry of each step --------------------------------------------------------------------


def _geometry(march: March) -> Refusal | None:
    if march.order.steps and not march.figure.downed:
        march.trip.left = [enemy.id for enemy in engaged(march.table, march.figure)]
    refusal = _deeds_at(march, 0)
    if refusal is not None:
        return march.fail(None, (march.x, march.y, march.z), refusal)
    for n, (mode, x, y, z) in enumerate(march.order.steps):
        if n and march.trip.legs[-1].ends:
            rule = "shadows.move.tall_climb" if march.trip.legs[-1].mode == "climb" else None
            refusal = Refusal(rule or "shadows.move.jump", "over")
            return march.fail(n, (x, y, z), refusal)
        size = march.ground.size
        if not (0 <= x <= size and 0 <= y <= size):
            return march.fail(n, (x, y, z), Refusal("shadows.geo.path_end", "table"))
        refusal = STEPS[mode](march, n, x, y, z)
        if refusal is not None:
            return refusal
        refusal = _deeds_at(march, n + 1)
        if refusal is not None:
            return march.fail(n, (x, y, z), refusal)
    return None


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
    cost = walk_cost(march.around, ax, ay, x, y, double=double)
    leg = march.advance("walk", (x, y, z), cost)
    leg.cactus = entries(march.around, ax, ay, x, y)
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
    at = _last_good(
        ax, ay, x, y, lambda px, py: first_solid(lines, ax, ay, px, py, clearance) is None
    )
    refusal = Refusal("shadows.geo.path_solid", what=solid[-1], piece=solid[-2])
    return march.fail(n, (*at, march.z), refusal)


def _last_good(
    ax: int, ay: int, bx: int, by: int, good: Callable[[int, int], bool]
) -> tuple[int, int]:
    """The last point of a line up to which all is well, to the nearest u."""
    dx, dy = bx - ax, by - ay
    least, most = 0, max(1, isqrt(dx * dx + dy * dy))
    while most - least > 1:
        middle = (least + most) // 2
        if good(*along(ax, ay, dx, dy, middle)):
            least = middle
        else:
            most = middle
    return along(ax, ay, dx, dy, least)


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
    for horse in march.table.present():
        if horse.kind is not Kind.HORSE or horse.id == march.figure.horse or horse.id in gone:
            continue
        if min(abs(horse.z - az), abs(horse.z - bz)) < HORSE.height:
            reach = march.base.radius + horse.radius + CONTACT + 1
            if nearer(horse.x, horse.y, ax, ay, bx, by, reach):
                found.append(horse.id)
    return found


def _landed(march: March, leg: Leg) -> None:
    """What a step other than a walk does where it ends."""
    x, y, _ = leg.end
    leg.bolts = _frightened(march, Leg("walk", leg.end, leg.end, 0, 0))
    leg.cactus = [
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
    if z not in heights_at(march.around, x, y) or abs(z - az) > STEP:
        return march.fail(n, (x, y, z), Refusal("shadows.geo.jump_gap", "landing", z=z))
    refusal = _solid(march, n, x, y, z)
    if refusal is not None:
        return refusal
    level = [one.poly for one in march.around.surfaces if abs(one.z - az) <= STEP]
    num, den = fraction_inside(level, (), ax, ay, x, y)
    dx, dy = x - ax, y - ay
    length2, gap = dx * dx + dy * dy, den - num
    if gap == 0 or az <= STEP:
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


def _own_horse(march: March) -> Figure | None:
    horse = march.table.figures.get(march.figure.horse or "")
    return horse if horse is not None and horse.on_table else None


def _mount(march: March, n: int, x: int, y: int, z: int) -> Refusal | None:
    """Into the saddle of one's own horse in contact (shadows.mount.up_down)."""
    horse = _own_horse(march)
    here = (march.x, march.y, march.z)
    if horse is None or not contact(march.table, march.disc(), horse):
        return march.fail(n, here, Refusal("shadows.mount.up_down", "horse"))
    if (x, y, z) != (horse.x, horse.y, horse.z):
        refusal = Refusal("shadows.mount.up_down", "place", x=horse.x, y=horse.y, z=horse.z)
        return march.fail(n, (x, y, z), refusal)
    march.mounted = True
    march.advance("mount", (x, y, z), 0)
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
    horse = _own_horse(march)
    here = (march.x, march.y, march.z)
    if horse is None or (x, y, z) != (horse.x, horse.y, horse.z):
        return march.fail(n, (x, y, z), Refusal("shadows.mount.leap", "horse"))
    if not may_leap(march.around, here, horse, march.base.radius):
        return march.fail(n, here, Refusal("shadows.mount.leap", "edge"))
    height = march.z - z
    march.mounted = True
    leg = march.advance("leap", (x, y, z), 0)
    leg.fall, leg.save = height, fall_save(height)
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


# --- what is done at the end of a step ------------------------------------------------------------


def _deeds_at(march: March, step: int) -> Refusal | None:
    for deed in march.order.do:
        if deed[0] == step and deed[1] in DEEDS:
            refusal = DEEDS[str(deed[1])](march, step, deed[2:])
            if refusal is not None:
                return refusal
    return None


def _note(march: March, step: int, verb: str, what: str = "", at: Spot | None = None) -> None:
    x, y, z = at or (march.x, march.y, march.z)
    march.trip.deeds.append(Deed(step, verb, what, x, y, z))


def _folk(march: March, rule: str, id: str) -> Refusal | None:
    """Whether there is a townsperson in contact, and whether a reaction may touch him."""
    other = march.table.figures.get(id)
    if other is None or not other.on_table or other.kind is not Kind.FOLK:
        return Refusal(rule, "nobody", who=id)
    if march.reaction_to not in (None, id):
        return Refusal("shadows.react.contact", who=id)
    if not contact(march.table, march.disc(), other):
        return Refusal(rule, "short", who=id)
    return None


def _seize(march: March, step: int, args: list[int | str]) -> Refusal | None:
    id = str(args[0])
    refusal = _folk(march, "shadows.folk.capture", id)
    if refusal is not None:
        return refusal
    if march.holds is not None or march.table.figures[id].held_by is not None:
        return Refusal("shadows.folk.capture", "held", who=id)
    march.holds = id
    _note(march, step, "seize", id)
    return None


def _attack(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """An attack on a townsperson is a charge with its free fight (shadows.folk.contact_choice)."""
    id = str(args[0])
    refusal = _folk(march, "shadows.folk.contact_choice", id)
    if refusal is not None:
        return refusal
    other = march.table.figures[id]
    if not step or contact(march.table, march.figure, other) or march.order.fight not in (None, id):
        return Refusal("shadows.folk.contact_choice", "already", who=id)
    if not sees(march.table, march.figure, other):
        return Refusal("shadows.move.charge_unseen", who=id)
    march.trip.fight = id
    _note(march, step, "attack", id)
    return None


def _release(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """The captive is put 1" away, beginning on its own side (shadows.folk.release)."""
    if march.holds is None:
        return Refusal("shadows.folk.release")
    captive = march.table.figures[march.holds]
    centre = Obstacle(
        march.figure.id, march.x, march.y, march.z, march.base.radius, march.base.height
    )
    dx, dy = captive.x - march.figure.x, captive.y - march.figure.y
    spot = away_from(march.around, [*march.others(), centre], centre, dx, dy)
    march.released.append(Obstacle(captive.id, *spot, captive.radius, captive.base.height))
    march.holds = None
    _note(march, step, "release", captive.id, spot)
    return None


def _drag(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """A Downed friend in contact is dragged along (shadows.damage.drag)."""
    id = str(args[0])
    friend = march.table.figures.get(id)
    if friend is None or not friend.on_table or friend.seat != march.figure.seat:
        return Refusal("shadows.damage.drag", "nobody", who=id)
    if friend.kind is not Kind.MODEL or not friend.downed or friend.held_by is not None:
        return Refusal("shadows.damage.drag", "nobody", who=id)
    if march.mounted or march.holds is not None:
        return Refusal("shadows.damage.drag", "hands", who=id)
    if step and march.reaction_to is not None:
        return Refusal("shadows.react.contact", who=id)
    if not contact(march.table, march.disc(), friend):
        return Refusal("shadows.damage.drag", "short", who=id)
    march.holds = id
    _note(march, step, "drag", id)
    return None


def _loot(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """Pick up the nearest marker that the base touches (shadows.loot.take)."""
    if march.loot is not None:
        return Refusal("shadows.loot.take", "full")
    here = march.disc()
    found = [
        ((marker.x - here.x) ** 2 + (marker.y - here.y) ** 2, marker.id)
        for marker in march.table.markers.values()
        if marker.kind == "loot"
        and not marker.gone
        and marker.id not in march.taken
        and touches_marker(march, here, marker_disc(marker))
    ]
    if not found:
        return Refusal("shadows.loot.take", "short")
    march.loot = min(found)[1]
    march.taken.add(march.loot)
    _note(march, step, "loot", march.loot)
    return None


def touches_marker(march: March, here: Disc, marker: Disc) -> bool:
    """Whether a base touches, or is on, a loot marker, with no wall between."""
    reach = here.radius + LOOT_RADIUS + CONTACT
    return (
        here.z == marker.z
        and (here.x - marker.x) ** 2 + (here.y - marker.y) ** 2 <= reach * reach
        and not walled_off(march.ground, here, marker)
    )


def _drop_loot(march: March, step: int, args: list[int | str]) -> Refusal | None:
    if march.loot is None:
        return Refusal("shadows.loot.drop")
    _note(march, step, "drop", march.loot)
    march.loot = None
    return None


def _place(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """A stick on a point within 1" of the step, seen from its start or end (shadows.tnt.place)."""
    x, y, z = (int(value) for value in args)
    if march.mounted or march.sticks < 1:
        return Refusal("shadows.tnt.place", "none")
    size = march.ground.size
    if not (0 <= x <= size and 0 <= y <= size) or z not in heights_at(march.around, x, y):
        return Refusal("shadows.tnt.place", "surface")
    end = (march.x, march.y, march.z)
    start = march.trip.legs[-1].start if step else end
    if not _beside_way(start, end, (x, y, z)):
        return Refusal("shadows.tnt.place", "far")
    if not any(_sees_round(march, place, (x, y, z)) for place in {start, end}):
        return Refusal("shadows.tnt.place", "unseen")
    march.sticks -= 1
    _note(march, step, "place", "", (x, y, z))
    return None


def _beside_way(start: Spot, end: Spot, point: Spot) -> bool:
    """Whether a point is within 1" of the base somewhere on a step, height included."""
    dz = min(abs(point[2] - start[2]), abs(point[2] - end[2]))
    if dz > KEEP_AWAY:
        return False
    reach = ON_FOOT.radius + isqrt(KEEP_AWAY * KEEP_AWAY - dz * dz)
    num, den = point_segment_d2(point[0], point[1], *start[:2], *end[:2])
    return num <= reach * reach * den


def _sees_round(march: March, place: Spot, point: Spot) -> bool:
    """Placing dynamite looks all round (shadows.geo.los_point)."""
    on_foot = structs.replace(march.figure, mounted=False)
    return sees_point(march.table, on_foot, *point, around=True, at=place)


def _unjam(march: March, step: int, args: list[int | str]) -> Refusal | None:
    """A whole Move clears the jam of one weapon (shadows.move.unjam)."""
    weapon = next((one for one in march.figure.weapons if one.id == args[0]), None)
    if weapon is None or not weapon.jammed:
        return Refusal("shadows.move.unjam", weapon=str(args[0]))
    _note(march, step, "unjam", weapon.id)
    return None


DEEDS: dict[str, Callable[[March, int, list[int | str]], Refusal | None]] = {
    "seize": _seize,
    "attack": _attack,
    "release": _release,
    "drag": _drag,
    "loot": _loot,
    "drop": _drop_loot,
    "place": _place,
    "unjam": _unjam,
}


# --- enemies --------------------------------------------------------------------------------------


def _enemies(march: March) -> Refusal | None:
    """1" from standing enemies all the way, but for those charged (shadows.geo.path_enemy)."""
    legs = march.trip.legs
    if not legs:
        return None
    exits = any(deed[1] == "exit" for deed in march.order.do)
    charged = set(march.order.charge)
    for enemy in march.table.enemies(march.figure.seat):
        close = _starts_close(march, enemy)
        for n, leg in enumerate(legs):
            if enemy.id in charged:
                refusal = _through(leg, enemy)
            else:
                refusal = enemy_fault(march.around, leg, enemy, close=close)
            if refusal is not None:
                return march.fail(n, _enemy_point(leg, enemy), refusal)
        if close and enemy.id not in charged and not exits:
            radius = _radius(legs[-1])
            if too_close(march.around, legs[-1].end, radius, enemy):
                refusal = Refusal("shadows.move.keep_away", "end", who=enemy.id)
                return march.fail(len(legs) - 1, legs[-1].end, refusal)
    return None


def _radius(leg: Leg) -> int:
    return MOUNTED.radius if leg.mounted else ON_FOOT.radius


def _starts_close(march: March, enemy: Figure) -> bool:
    """Whether the model starts within 1" of an enemy, before or after mounting."""
    figure = march.figure
    if too_close(march.around, (figure.x, figure.y, figure.z), figure.radius, enemy):
        return True
    first = march.trip.legs[0]
    return first.mode in ("mount", "dismount") and too_close(
        march.around, first.end, _radius(first), enemy
    )


def too_close(around: Near, at: Spot, radius: int, enemy: Figure) -> bool:
    """Whether a place is within 1" of an enemy, with no wall or 2" of height between."""
    limit = radius + enemy.radius + KEEP_AWAY
    return (
        abs(enemy.z - at[2]) < STEP
        and (at[0] - enemy.x) ** 2 + (at[1] - enemy.y) ** 2 < limit * limit
        and not behind_walls(around, at, at, enemy, limit)
    )


def enemy_fault(around: Near, leg: Leg, enemy: Figure, *, close: bool = False) -> Refusal | None:
    """Why a step comes too near to an enemy that is not charged."""
    (ax, ay, az), (bx, by, bz) = leg.start, leg.end
    straight = leg.mode in ("walk", "jump")
    if abs(enemy.z - bz) >= STEP and not (straight and abs(enemy.z - az) < STEP):
        return None  # shadows.move.keep_away_walls: 2" higher or lower
    if leg.mode in ("mount", "dismount") and close:
        return None
    limit = _radius(leg) + enemy.radius + KEEP_AWAY
    start = leg.start if straight else leg.end
    if not nearer(enemy.x, enemy.y, *start[:2], bx, by, limit):
        return None
    if behind_walls(around, start, leg.end, enemy, limit):
        return None
    if close:
        away = (ax - enemy.x) * (bx - ax) + (ay - enemy.y) * (by - ay)
        before = (ax - enemy.x) ** 2 + (ay - enemy.y) ** 2
        after = (bx - enemy.x) ** 2 + (by - enemy.y) ** 2
        if after >= before and (away >= 0 or not straight):
            return None
        return Refusal("shadows.move.keep_away", "away", who=enemy.id)
    return Refusal("shadows.move.keep_away", who=enemy.id)


def _through(leg: Leg, enemy: Figure) -> Refusal | None:
    """Nobody walks through the enemy he charges."""
    (ax, ay, az), (bx, by, bz) = leg.start, leg.end
    if leg.mode not in ("walk", "jump") or min(abs(enemy.z - az), abs(enemy.z - bz)) >= STEP:
        return None
    if nearer(enemy.x, enemy.y, ax, ay, bx, by, _radius(leg) + enemy.radius):
        return Refusal("shadows.geo.path_enemy", who=enemy.id)
    return None


def _enemy_point(leg: Leg, enemy: Figure) -> Spot:
    """Where a step first comes too near, to the nearest u."""
    (ax, ay, az), (bx, by, _) = leg.start, leg.end
    if leg.mode not in ("walk", "jump"):
        return leg.end
    limit = _radius(leg) + enemy.radius + KEEP_AWAY
    at = _last_good(
        ax, ay, bx, by, lambda px, py: not nearer(enemy.x, enemy.y, ax, ay, px, py, limit)
    )
    return (*at, az)


def behind_walls(around: Near, start: Spot, end: Spot, enemy: Figure, limit: int) -> bool:
    """Whether a solid wall is between an enemy and every point of a line within the limit.

    Each wall throws a shadow, seen from the enemy; whatever of the line lies in no shadow has to
    keep its distance (shadows.move.keep_away_walls).
    """
    (ax, ay, az), (bx, by, bz) = start, end
    low, high = min(az, bz, enemy.z), max(az, bz, enemy.z)
    shadows: list[tuple[Fraction, Fraction]] = []
    for part in screens(around, enemy.x, enemy.y, low, high, limit):
        shadow = _shadow(enemy.x, enemy.y, part, ax, ay, bx, by)
        if shadow is not None:
            shadows.append(shadow)
    if not shadows:
        return False
    lit = Fraction(0)
    for low_end, high_end in sorted(shadows):
        if low_end > lit and _part_nearer(ax, ay, bx, by, lit, low_end, enemy, limit):
            return False
        lit = max(lit, high_end)
    return lit >= 1 or not _part_nearer(ax, ay, bx, by, lit, Fraction(1), enemy, limit)


@lru_cache(maxsize=4096)
def screens(
    around: Near, x: int, y: int, low: int, high: int, limit: int
) -> tuple[tuple[int, int, int, int], ...]:
    """The solid parts of walls near a point that rise past both of two heights."""
    return tuple(
        part
        for wall in around.walls
        if wall.z0 <= low and wall.z1 > high
        for part in wall.solid
        if nearer(x, y, *part, limit)
    )


def _shadow(
    ex: int, ey: int, part: tuple[int, int, int, int], ax: int, ay: int, bx: int, by: int
) -> tuple[Fraction, Fraction] | None:
    """The part of the line ab that is hidden from a point behind a piece of wall."""
    cx, cy, dx, dy = part
    turn = (cx - ex) * (dy - ey) - (cy - ey) * (dx - ex)
    if turn == 0:
        return None
    if turn < 0:
        cx, cy, dx, dy = dx, dy, cx, cy
    low, high = Fraction(0), Fraction(1)
    for ox, oy, vx, vy in (
        (ex, ey, cx - ex, cy - ey),  # to the left of the line to one end
        (ex, ey, ex - dx, ey - dy),  # to the right of the line to the other
        (cx, cy, cx - dx, cy - dy),  # beyond the wall
    ):
        first = vx * (ay - oy) - vy * (ax - ox)
        last = vx * (by - oy) - vy * (bx - ox)
        if first < 0 and last < 0:
            return None
        if first < 0:
            low = max(low, Fraction(-first, last - first))
        elif last < 0:
            high = min(high, Fraction(first, first - last))
    return (low, high) if low <= high else None


def _part_nearer(
    ax: int,
    ay: int,
    bx: int,
    by: int,
    low: Fraction,
    high: Fraction,
    enemy: Figure,
    limit: int,
) -> bool:
    dx, dy = bx - ax, by - ay
    qx, qy = enemy.x - ax, enemy.y - ay
    length2 = dx * dx + dy * dy
    at = min(max(Fraction(qx * dx + qy * dy, length2), low), high) if length2 else low
    far2 = (at * dx - qx) ** 2 + (at * dy - qy) ** 2
    return far2 < limit * limit


# --- charging -------------------------------------------------------------------------------------


def _charges(march: March) -> Refusal | None:
    """Whom the Move charges, and whether he was seen at its start (shadows.move.charge)."""
    last = len(march.trip.legs) - 1
    for id in march.order.charge:
        refusal = _charge_fault(march, id)
        if refusal is not None:
            return march.fail(last if last >= 0 else None, (march.x, march.y, march.z), refusal)
    fight = march.trip.fight
    if fight is not None and fight not in march.order.charge and not _attacks(march, fight):
        return Refusal("shadows.move.charge", "fight", who=fight)
    return None


def _attacks(march: March, id: str) -> bool:
    return any(deed.verb == "attack" and deed.what == id for deed in march.trip.deeds)


def _charge_fault(march: March, id: str) -> Refusal | None:
    figure, enemy = march.figure, march.table.figures.get(id)
    if (
        enemy is None
        or not enemy.on_table
        or enemy.kind is not Kind.MODEL
        or enemy.seat == figure.seat
    ):
        return Refusal("shadows.move.charge", "nobody", who=id)
    if figure.downed:
        return Refusal("shadows.damage.downed", "crawl", verb="charge")
    if march.reaction_to not in (None, id):
        return Refusal("shadows.react.contact", who=id)
    if contact(march.table, figure, enemy):
        return Refusal("shadows.move.charge", "already", who=id)
    if not contact(march.table, march.disc(), enemy):
        return Refusal("shadows.move.charge", "short", who=id)
    if not sees(march.table, figure, enemy):
        return Refusal("shadows.move.charge_unseen", who=id)
    return None


# --- cost and end ---------------------------------------------------------------------------------


def _cost(march: March) -> Refusal | None:
    """All steps together cost at most the allowance (shadows.geo.cost)."""
    riding = march.figure.mounted
    for n, leg in enumerate(march.trip.legs):
        allowance = march.trip.allowance
        if leg.mounted != riding:
            allowance = MOUNTED_MOVE if leg.mounted else FOOT_MOVE
        if leg.total > allowance:
            refusal = Refusal("shadows.geo.cost", cost=leg.total, allowance=allowance)
            return march.fail(n, _affordable(march, leg, allowance), refusal)
    if march.trip.legs:
        march.trip.allowance = march.allowance()
    return None


def _affordable(march: March, leg: Leg, allowance: int) -> Spot:
    """How far the movement that is left goes."""
    if leg.mode not in ("walk", "jump"):
        return leg.start
    (ax, ay, az), (bx, by, _) = leg.start, leg.end
    left = allowance - (leg.total - leg.cost)
    double = leg.cost == 2 * ceil_sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    at = _last_good(
        ax,
        ay,
        bx,
        by,
        lambda px, py: walk_cost(march.around, ax, ay, px, py, double=double) <= left,
    )
    return (*at, az)


def _end(march: March) -> Refusal | None:
    """Where the Move ends: at the border to leave it, or where one may stand."""
    last = len(march.order.steps)
    here = (march.x, march.y, march.z)
    if any(deed[1] == "exit" for deed in march.order.do):
        size = march.ground.size
        if not last or not (march.x in (0, size) or march.y in (0, size)):
            return march.fail(last - 1 if last else None, here, Refusal("shadows.geo.exit"))
        if march.order.charge or march.trip.fight:
            return march.fail(last - 1, here, Refusal("shadows.geo.exit", "charge"))
        march.trip.exits = True
        _note(march, last, "exit")
        return None
    if not last:
        return None
    base = march.base
    refusal = may_stand(
        march.around, march.others(), *here, base.radius, base.height, on_foot=not march.mounted
    )
    return None if refusal is None else march.fail(last - 1, here, refusal)


def _last_deeds(march: March) -> Refusal | None:
    """Where a captive or dragged friend is put, and the call for the horse."""
    last = len(march.order.steps)
    hold = next((deed for deed in march.order.do if deed[1] == "hold"), None)
    if hold is not None and march.holds is None:
        return Refusal("shadows.folk.held", "nobody")
    if march.holds is not None and not march.trip.exits and (last or hold is not None):
        refusal = _put_beside(march, last, hold)
        if refusal is not None:
            return refusal
    if any(deed[1] == "call" for deed in march.order.do):
        if march.mounted or march.trip.exits or not (_own_horse(march) or march.horse):
            return Refusal("shadows.mount.call")
        here = (march.x, march.y, march.z)
        spot = call_horse(march.table, march.figure, here, march.horse)
        _note(march, last, "call", march.figure.horse or "", spot)
    return None


def _put_beside(march: March, last: int, hold: list[int | str] | None) -> Refusal | None:
    """In contact, where the owner likes, else straight behind and round (decision folk.held)."""
    captive = march.table.figures[march.holds or ""]
    others, here = march.others(), (march.x, march.y, march.z)
    me = Obstacle(march.figure.id, *here, march.base.radius, march.base.height)
    spot: Spot | None
    if hold is not None:
        x, y = int(hold[2]), int(hold[3])
        spot = contact_at(march.around, [*others, me], *here, x, y, captive.radius)
        reach = march.base.radius + captive.radius + CONTACT
        if spot is None or (x - here[0]) ** 2 + (y - here[1]) ** 2 > reach * reach:
            return march.fail(None, (x, y, march.z), Refusal("shadows.folk.held", who=captive.id))
        _note(march, last, "hold", captive.id, spot)
        return None
    fx, fy = march.trip.face
    spot = contact_spot(march.around, others, *here, march.base.radius, captive.radius, -fx, -fy)
    if spot is None:
        spot = away_from(march.around, [*others, me], me, -fx, -fy)
        march.trip.deeds.append(Deed(last, "hold", captive.id, *spot, free=True))
        return None
    _note(march, last, "hold", captive.id, spot)
    return None
