"""Ways for the asking: to a tapped point, and the ready-made moves (shadows.ui.move).

Everything offered here is legal by ``paths``; what is not found here may be legal all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from heapq import heappop, heappush
from itertools import islice
from typing import Final

from msgspec import Struct

from boomtown.core import Arg
from shadows_west.content import CONTACT, HORSE, KEEP_AWAY, LOOT_RADIUS, MOST_STEPS, ON_FOOT, STEP
from shadows_west.footing import (
    Line,
    Near,
    Obstacle,
    Port,
    Spot,
    along,
    at_distance,
    first_solid,
    heights_at,
    loses_footing,
    may_stand,
    outside,
    ports,
    ring,
    scaled,
    sides,
    solid_lines,
    spots,
    stands_at,
    walk_cost,
)
from shadows_west.forced import contact_spot
from shadows_west.geometry import SIXTEEN, Point, Polygon, inside, isqrt, nearer
from shadows_west.keep_away import enemy_fault, screens, too_close
from shadows_west.march import Leg, March
from shadows_west.orders import MoveOrder, Step
from shadows_west.paths import judge, trace
from shadows_west.sight import in_front, view_open
from shadows_west.spacing import Disc, by_nearness, contact, touches_linear
from shadows_west.state import Figure, Kind, Table
from shadows_west.steps import may_leap
from shadows_west.terrain import surface_z

WAYS: Final = (
    "e", "ene", "ne", "nne", "n", "nnw", "nw", "wnw",
    "w", "wsw", "sw", "ssw", "s", "sse", "se", "ese",
)  # fmt: skip
"""The names of the sixteen directions, as ``SIXTEEN`` has them."""
SHORTEST: Final = 30
"""A ready-made move that is blocked sooner is not worth a button."""
BACK: Final = 6
"""In such steps a blocked move looks back for a place to stand."""
SNAP: Final = 60
"""How far from a tapped point one may end if nobody can stand on the point itself."""
MOST_NODES: Final = 60
MOST_LINKS: Final = 6
MOST_TURNS: Final = 6
STRAIGHT: Final = 7
"""Of the sixteen places round a figure, those that one can walk to past it."""


class ReadyMove(Struct, frozen=True):
    """A move with the sentence (``say``) that labels it."""

    key: str
    args: dict[str, Arg]
    order: MoveOrder


class Land:
    """The lie of the land for one model that is about to move."""

    def __init__(
        self, table: Table, figure: Figure, *, saddle: Spot | None = None, charge: str = ""
    ) -> None:
        self.march = March(table, figure, MoveOrder())
        self.start: Spot = saddle or (figure.x, figure.y, figure.z)
        self.march.mounted = figure.mounted or saddle is not None
        self._lines: dict[tuple[int, int], list[Line]] = {}
        self.table, self.figure = table, figure
        self.ground, self.around = self.march.ground, self.march.around
        self.base = self.march.base
        self.radius = self.base.radius
        self.allowance = self.march.allowance()
        self.others: list[Obstacle] = self.march.others()
        held = table.figures.get(figure.holds or "")
        self.double = held is not None and held.kind is Kind.MODEL
        self.enemies = self._enemies(charge)

    def _enemies(self, charge: str) -> list[tuple[Figure, int, bool]]:
        """The enemies that matter, how near one may come, and whether one starts nearer."""
        found = []
        reach = self.allowance + KEEP_AWAY + self.radius + HORSE.radius
        x, y, _ = self.start
        for enemy in self.table.enemies(self.figure.seat):
            far2 = (enemy.x - x) ** 2 + (enemy.y - y) ** 2
            if far2 <= reach * reach and enemy.id != charge:
                limit = self.radius + enemy.radius + KEEP_AWAY
                close = too_close(self.around, self.start, self.radius, enemy)
                found.append((enemy, limit, close))
        return found

    def lines(self, low: int, high: int) -> list[Line]:
        """What is solid between two heights, as far as one gets."""
        found = self._lines.get((low, high))
        if found is None:
            x, y, _ = self.start
            reach = self.allowance + self.radius
            found = [
                line
                for line in solid_lines(self.around, low, high, not self.march.mounted)
                if line[0] <= x + reach
                and line[2] >= x - reach
                and line[1] <= y + reach
                and line[3] >= y - reach
            ]
            self._lines[low, high] = found
        return found

    def open(self, a: Spot, b: Spot) -> bool:
        """Whether one may walk from a place to another, cost apart."""
        (ax, ay, az), (bx, by, bz) = a, b
        low, high = (az, bz) if az < bz else (bz, az)
        if first_solid(self.lines(low, high), ax, ay, bx, by, self.radius - 1) is not None:
            return False
        if (az or bz) and loses_footing(self.around, ax, ay, az, bx, by, bz) is not None:
            return False
        for enemy, limit, close in self.enemies:
            if nearer(enemy.x, enemy.y, ax, ay, bx, by, limit):
                if not close and not screens(
                    self.around, enemy.x, enemy.y, min(low, enemy.z), max(high, enemy.z), limit
                ):
                    return False
                leg = Leg("walk", a, b, 0, 0, self.march.mounted)
                if enemy_fault(self.around, leg, enemy, close=close) is not None:
                    return False
        return True

    def free(self, spot: Spot) -> bool:
        """Whether one may end there, on foot or mounted as one is."""
        return may_stand(
            self.around,
            self.others,
            *spot,
            self.radius,
            self.base.height,
            on_foot=not self.march.mounted,
        ) is None and not self._still_close(spot)

    def _still_close(self, spot: Spot) -> bool:
        return any(
            close and too_close(self.around, spot, self.radius, enemy)
            for enemy, _, close in self.enemies
        )

    def cost(self, a: Spot, b: Spot) -> int:
        """What a walk costs."""
        return walk_cost(self.around, a[0], a[1], b[0], b[1], double=self.double)

    def level(self, start: Spot, x: int, y: int) -> int | None:
        """The height at which one arrives who walks from a place to a point."""
        if start[2] == 0 and stands_at(self.around, x, y, 0):
            return 0
        heights = heights_at(self.around, x, y)
        for z in sorted(heights, key=lambda z: (abs(z - start[2]), z)):
            if loses_footing(self.around, *start, x, y, z) is None:
                return z
        return None

    def facing(self, x: int, y: int) -> tuple[int, int] | None:
        """Towards the nearest standing enemy, as seen from a place; None if there is none."""
        best: tuple[int, int, int] | None = None
        for enemy in self.table.enemies(self.figure.seat):
            dx, dy = enemy.x - x, enemy.y - y
            if (dx or dy) and (best is None or dx * dx + dy * dy < best[0]):
                best = dx * dx + dy * dy, dx, dy
        return None if best is None else scaled(best[1], best[2])


# --- finding a way --------------------------------------------------------------------------------


def route(table: Table, figure: Figure, x: int, y: int, z: int | None = None) -> MoveOrder | None:
    """The cheapest legal way to a tapped point, or near it; None if none was found.

    A tap on a figure asks for contact with it: an enemy that is seen is charged.
    """
    tapped = _tapped(table, figure, x, y, z)
    if tapped is not None:
        return _to_figure(table, figure, tapped)
    land = Land(table, figure)
    heights = heights_at(land.around, x, y) if z is None else [z]
    for goal in _goals(land, x, y, heights):
        steps = _way(land, goal)
        if steps is None:
            continue
        order = MoveOrder(steps, face=land.facing(goal[0], goal[1]))
        if judge(table, figure, order) is None:
            return order
    return None


def _tapped(table: Table, figure: Figure, x: int, y: int, z: int | None) -> Figure | None:
    for other in table.present():
        if other.id in (figure.id, figure.holds) or (z is not None and abs(other.z - z) >= STEP):
            continue
        if (other.x - x) ** 2 + (other.y - y) ** 2 < other.radius * other.radius:
            return other
    return None


def _goals(land: Land, x: int, y: int, heights: list[int]) -> Iterator[Spot]:
    """The point itself on every level, the model's own first, and a free point close by."""
    levels = sorted(heights or [0], key=lambda z: (abs(z - land.start[2]), z))
    for z in levels:
        spot = _nearest_free(land, x, y, z)
        if spot is not None:
            yield spot


def _nearest_free(land: Land, x: int, y: int, z: int) -> Spot | None:
    if land.free((x, y, z)) and land.open((x, y, z), (x, y, z)):
        return x, y, z
    for far in range(SNAP // 4, SNAP + 1, SNAP // 4):
        for vx, vy in SIXTEEN:
            spot = (*along(x, y, vx, vy, far), z)
            if land.free(spot) and land.open(spot, spot):
                return spot
    return None


def _way(land: Land, goal: Spot) -> list[Step] | None:
    """Steps to a place: on foot over the level one is on, or over one stair, climb or drop."""
    found = walk_way(land, land.start, goal, land.allowance)
    if found is not None:
        return _walks(found[1])
    if land.march.mounted or land.figure.downed or land.figure.holds is not None:
        return None
    best: tuple[int, list[Step]] | None = None
    for cost, steps, over in _linked_ways(land, goal):
        if (cost <= land.allowance or over) and (best is None or cost < best[0]):
            best = cost, steps
    return None if best is None else best[1]


def _walks(spots_: Iterable[Spot]) -> list[Step]:
    return [("walk", *spot) for spot in spots_]


def walk_way(land: Land, start: Spot, goal: Spot, allowance: int) -> tuple[int, list[Spot]] | None:
    """The cheapest walk round corners, with its cost; None if there is none so cheap."""
    if start == goal:
        return 0, []
    if land.open(start, goal):
        cost = land.cost(start, goal)
        return (cost, [goal]) if cost <= allowance else None
    if _far(start, goal) > allowance:
        return None
    nodes = _nodes(land, start, goal, allowance)
    return _cheapest(land, start, goal, nodes, allowance)


def _straight(land: Land, goal: Spot) -> tuple[int, list[Spot]] | None:
    cost = land.cost(land.start, goal)
    return (cost, [goal]) if cost <= land.allowance and land.open(land.start, goal) else None


def _far(a: Spot, b: Spot) -> int:
    return isqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def _cheapest(
    land: Land, start: Spot, goal: Spot, nodes: list[Spot], allowance: int
) -> tuple[int, list[Spot]] | None:
    """A* over corners; a connection is only looked at when its turn comes."""
    queue: list[tuple[int, int, Spot, tuple[Spot, ...]]] = [(_far(start, goal), 0, start, ())]
    done: set[Spot] = set()
    while queue:
        _, cost, here, way = heappop(queue)
        if here in done:
            continue
        if here == goal:
            return cost, list(way)
        done.add(here)
        if len(way) >= MOST_STEPS - 2:
            continue
        for node in (goal, *nodes):
            if node in done or cost + _far(here, node) + _far(node, goal) > allowance:
                continue
            if land.open(here, node):
                total = cost + land.cost(here, node)
                if total + _far(node, goal) <= allowance:
                    heappush(queue, (total + _far(node, goal), total, node, (*way, node)))
    return None


def _nodes(land: Land, start: Spot, goal: Spot, allowance: int) -> list[Spot]:
    """Corners to turn at: round solid pieces, through openings and past enemies."""
    z, r = start[2], land.radius
    points: set[Point] = set()
    lines = land.lines(z, z)
    for line in lines:
        for x, y in (line[4:6], line[6:8]):
            points |= {(x + dx, y + dy) for dx in (-r, 0, r) for dy in (-r, 0, r)}
    if not land.march.mounted:
        for port in ports(land.around):
            if port.kind in ("door", "window") and port.z == z:
                x, y = (port.span[0] + port.span[2]) // 2, (port.span[1] + port.span[3]) // 2
                points |= {(x + port.nx * r, y + port.ny * r), (x - port.nx * r, y - port.ny * r)}
    for enemy, limit, _ in land.enemies:
        wide = limit * 1083 // 1000 + 2  # the corners of an octagon whose sides keep the distance
        points |= {along(enemy.x, enemy.y, *SIXTEEN[turn], wide) for turn in range(0, 16, 2)}
    found = [
        (_far(start, (x, y, z)) + _far((x, y, z), goal), x, y)
        for x, y in points
        if _far(start, (x, y, z)) + _far((x, y, z), goal) <= allowance
    ]
    return [
        (x, y, z)
        for _, x, y in sorted(found)[:MOST_NODES]
        if first_solid(lines, x, y, x, y, r - 1) is None
    ]


# --- stairs, climbs and drops ---------------------------------------------------------------------


def _linked_ways(land: Land, goal: Spot) -> Iterator[tuple[int, list[Step], bool]]:
    """Ways over one link; drops only where nothing safer was found."""
    safe = False
    for mode, foot, head, price in _links(land, goal):
        if mode == "drop" and safe:
            return
        first = walk_way(land, land.start, foot, land.allowance)
        if first is None:
            continue
        tall = mode == "climb" and price > land.allowance
        left = land.allowance - first[0] - (0 if tall else price)
        if left < 0 or (tall and head != goal):
            continue
        last = walk_way(land, head, goal, left)
        if last is not None:
            safe = True
            steps = [*_walks(first[1]), (mode, *head), *_walks(last[1])]
            yield first[0] + price + last[0], steps, tall


def _links(land: Land, goal: Spot) -> list[tuple[str, Spot, Spot, int]]:
    """Stairs, climbs and drops between the two levels, the promising ones first; drops last."""
    low, high = land.start[2], goal[2]
    found: list[tuple[int, int, str, Spot, Spot, int]] = []
    for flight in land.around.stairs:
        for foot, head in ((flight.a, flight.b), (flight.b, flight.a)):
            if foot[2] == low and head[2] == high:
                start = land.start if _near_end(land, foot) else foot
                far = _far(land.start, start) + abs(high - low) + _far(head, goal)
                found.append((0, far, "stairs", start, head, abs(high - low)))
    if abs(high - low) >= STEP:
        for mode, foot, head in _climbs(land.around, land.start, goal, land.radius):
            price = 0 if mode == "drop" else abs(high - low)
            far = _far(land.start, foot) + price + _far(head, goal)
            found.append((mode == "drop", far, mode, foot, head, price))
    found.sort()
    best = [one[2:] for one in found if one[1] <= land.allowance + STEP or one[5] > land.allowance]
    return best[:MOST_LINKS]


def _near_end(land: Land, end: Spot) -> bool:
    return land.start[2] == end[2] and _far(land.start, end) <= land.radius


def _climbs(around: Near, start: Spot, goal: Spot, r: int) -> Iterator[tuple[str, Spot, Spot]]:
    """Over each edge or opening between two levels, opposite the start and opposite the goal."""
    for port in ports(around):
        for up in (True, False):
            if port.z != (goal[2] if up else start[2]):
                continue
            for x, y in {start[:2], goal[:2]}:
                pair = _across(around, port, x, y, r)
                if pair is None:
                    continue
                inner, outer = pair
                foot, head = (outer, inner) if up else (inner, outer)
                yield "climb", (*foot, start[2]), (*head, goal[2])
                below = surface_z(around.ground, *outer, start[2])
                if not up and port.kind in ("open", "rail") and below == goal[2]:
                    yield "drop", (*foot, start[2]), (*head, goal[2])


def _across(around: Near, port: Port, x: int, y: int, r: int) -> tuple[Point, Point] | None:
    """The places on both sides of an edge that are opposite a point."""
    size = around.ground.size
    for _, inner in spots(port, x, y, r, inner=True, most=0):
        for _, outer in spots(port, *inner, r, inner=False, most=0):
            if all(0 <= value <= size for value in (*inner, *outer)):
                return inner, outer
    return None


# --- contact --------------------------------------------------------------------------------------


def _to_figure(
    table: Table, figure: Figure, other: Figure, *, straight: bool = False
) -> MoveOrder | None:
    """A way into contact: a charge if it is an enemy that is seen."""
    if other.kind is not Kind.MODEL or other.seat == figure.seat:
        return _contact_order(Land(table, figure), other, charge=False, straight=straight)
    if figure.downed or contact(table, figure, other) or not in_front(figure, other.x, other.y):
        return None
    land = Land(table, figure, charge=other.id)
    return _contact_order(land, other, charge=True, straight=straight)


def _contact_order(
    land: Land, other: Figure, *, charge: bool, straight: bool = False
) -> MoveOrder | None:
    """The nearest place in contact that can be reached, perhaps only in a straight line."""
    for goal in _contact_spots(land, other, STRAIGHT if straight else len(SIXTEEN)):
        if straight:
            found = _straight(land, goal)
        else:
            found = walk_way(land, land.start, goal, land.allowance)
        if found is None:
            continue
        order = MoveOrder(_walks(found[1]), face=_towards(goal, other))
        if charge:
            order.charge, order.fight = [other.id], other.id
        if judge(land.table, land.figure, order) is None:
            return order
    return None


def _towards(spot: Spot, other: Figure) -> tuple[int, int]:
    return scaled(other.x - spot[0], other.y - spot[1])


def _contact_spots(land: Land, other: Figure, most: int) -> Iterator[Spot]:
    """Free places in contact with a figure, the nearest first; across a fence as well."""
    x, y, z = land.start
    both = land.radius + other.radius
    if _far(land.start, (other.x, other.y, z)) > land.allowance + both + KEEP_AWAY:
        return
    dx, dy = x - other.x, y - other.y
    for px, py in islice(ring(other.x, other.y, both, dx, dy), most):
        pz = land.level(land.start, px, py)
        spot = (px, py, other.z if pz is None else pz)
        if (
            _far(land.start, spot) <= land.allowance
            and land.free(spot)
            and contact(land.table, Disc(*spot, land.radius), other)
        ):
            yield spot
    if any(touches_linear(linear, other) for linear in land.around.linears):
        for gap in range(CONTACT + 1, KEEP_AWAY):
            point = at_distance(other.x, other.y, both + gap, dx, dy)
            if point is not None:
                spot = (*point, z)
                if contact(land.table, Disc(*spot, land.radius), other) and land.free(spot):
                    yield spot
                    return


# --- ready-made moves -----------------------------------------------------------------------------


def ready_moves(table: Table, figure: Figure, reaction_to: str | None = None) -> list[ReadyMove]:
    """The moves that are listed beside the table; every one of them is legal (shadows.ui.move)."""
    land = Land(table, figure)
    found: list[ReadyMove] = []
    for kind in (_to_figures, _things, _riding, _edges, _jumps, _openings, _borders):
        found += [
            move
            for move in kind(land, reaction_to)
            if judge(table, figure, move.order, reaction_to=reaction_to) is None
        ]
    found += _directions(land)
    found += _turns(land)
    return found


def _directions(land: Land) -> Iterator[ReadyMove]:
    """As far as possible in sixteen directions."""
    for way, (vx, vy) in zip(WAYS, SIXTEEN, strict=True):
        spot = _farthest(land, vx, vy)
        if spot is not None:
            args: dict[str, Arg] = {"way": way, "length": _far(land.start, spot)}
            order = MoveOrder(_walks([spot]), face=land.facing(spot[0], spot[1]))
            yield ReadyMove("move.direction", args, order)


def _farthest(land: Land, vx: int, vy: int) -> Spot | None:
    """The last place in a direction where one may end, looked for from what is in the way back."""
    start = land.start
    limit = min([land.allowance, *(_before(land, one, vx, vy) for one in land.enemies)])
    limit = _last(limit, partial(_walkable, land, vx, vy))
    for k in range(limit, SHORTEST, -BACK):
        x, y = along(start[0], start[1], vx, vy, k)
        z = land.level(start, x, y)
        if z is not None and land.free((x, y, z)) and land.open(start, (x, y, z)):
            return x, y, z
    return None


def _before(land: Land, enemy: tuple[Figure, int, bool], vx: int, vy: int) -> int:
    """How far one gets in a direction before coming too near to an enemy in the open."""
    other, limit, close = enemy
    x, y, z = land.start
    qx, qy = other.x - x, other.y - y
    forward = (qx * vx + qy * vy) // 1000
    near2 = limit * limit - (qx * qx + qy * qy - forward * forward)
    if forward <= 0 or near2 <= 0 or close or abs(other.z - z) >= STEP:
        return land.allowance
    if screens(land.around, other.x, other.y, min(z, other.z), max(z, other.z), limit):
        return land.allowance
    return max(0, forward - isqrt(near2) - CONTACT)


def _walkable(land: Land, vx: int, vy: int, k: int) -> bool:
    x, y = along(land.start[0], land.start[1], vx, vy, k)
    if not (0 <= x <= land.ground.size and 0 <= y <= land.ground.size):
        return False
    z = land.level(land.start, x, y)
    if z is None:
        return False
    end = (x, y, z)
    return land.cost(land.start, end) <= land.allowance and land.open(land.start, end)


def _last(most: int, good: Callable[[int], bool]) -> int:
    """About the last k that is good: at most so many, and within a few u."""
    if good(most):
        return most
    least = 0
    while most - least > 2:
        middle = (least + most) // 2
        if good(middle):
            least = middle
        else:
            most = middle
    return least


def _to_figures(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Into contact with each figure in reach."""
    table, figure = land.table, land.figure
    reach = land.allowance + land.radius + HORSE.radius + KEEP_AWAY
    for other in table.present():
        if other.id in (figure.id, figure.holds, figure.horse):
            continue
        if (other.x - figure.x) ** 2 + (other.y - figure.y) ** 2 > reach * reach:
            continue
        if reaction_to is not None and other.id != reaction_to:
            continue
        yield from _at_figure(land, other)


def _at_figure(land: Land, other: Figure) -> Iterator[ReadyMove]:
    figure = land.figure
    args: dict[str, Arg] = {"who": other.id}
    touching = contact(land.table, figure, other)
    if other.kind is Kind.MODEL and other.seat != figure.seat:
        charge = None if touching else _to_figure(land.table, figure, other, straight=True)
        if charge is not None:
            yield ReadyMove("move.charge", args, charge)
        return
    order: MoveOrder | None = MoveOrder()
    if not touching:
        order = _contact_order(land, other, charge=False, straight=True)
    if order is None or figure.downed:
        return
    last = len(order.steps)
    if other.kind is Kind.FOLK:
        if other.held_by is None and figure.holds is None:
            yield ReadyMove("move.seize", args, _with(order, [last, "seize", other.id]))
        if not touching:
            attack = _with(order, [last, "attack", other.id])
            attack.fight = other.id
            yield ReadyMove("move.attack", args, attack)
    elif not touching:
        key = "move.horse" if other.kind is Kind.HORSE else "move.beside"
        yield ReadyMove(key, args, order)
    if other.kind is Kind.MODEL and other.downed and figure.holds is None:
        yield from _drag_back(land, other, order)


def _drag_back(land: Land, friend: Figure, order: MoveOrder) -> Iterator[ReadyMove]:
    """Drag a Downed friend straight back, away from the nearest enemy, as far as it goes."""
    if land.march.mounted:
        return
    here: Spot = order.steps[-1][1:] if order.steps else land.start
    spent = sum(trip.cost for trip in trace(land.table, land.figure, order).legs)
    away = land.facing(here[0], here[1]) or (friend.x - here[0], friend.y - here[1])
    length = (land.allowance - spent) // 2
    if length < SHORTEST:
        return
    x, y = along(here[0], here[1], -away[0], -away[1], length)
    steps = [*order.steps, ("walk", x, y, here[2])]
    do: list[list[int | str]] = [[len(order.steps), "drag", friend.id]]
    yield ReadyMove("move.drag", {"who": friend.id}, MoveOrder(steps, order.face, do))


def _with(order: MoveOrder, deed: list[int | str]) -> MoveOrder:
    return MoveOrder(list(order.steps), order.face, [*order.do, deed])


def _things(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Loot in reach, and jammed weapons (shadows.move.unjam)."""
    figure = land.figure
    if figure.downed:
        return
    for weapon in figure.weapons:
        if weapon.jammed:
            clear = MoveOrder(do=[[0, "unjam", weapon.id]])
            yield ReadyMove("move.unjam", {"weapon": weapon.kind}, clear)
    if figure.loot is not None:
        return
    for marker in land.table.markers.values():
        if marker.kind != "loot" or marker.gone:
            continue
        if _far(land.start, (marker.x, marker.y, 0)) > land.allowance + LOOT_RADIUS + land.radius:
            continue
        order = _to_point(land, marker.x, marker.y, marker.z, land.radius + LOOT_RADIUS)
        if order is not None:
            order.do.append([len(order.steps), "loot"])
            yield ReadyMove("move.loot", {}, order)


def _to_point(land: Land, x: int, y: int, z: int, reach: int) -> MoveOrder | None:
    """A way to a place at most so far from a point."""
    sx, sy, sz = land.start
    far = _far(land.start, (x, y, z))
    if sz == z and far <= reach:
        return MoveOrder()
    goals = [(*along(sx, sy, x - sx, y - sy, far - reach + 2), z), (x, y, z)]
    for goal in goals:
        if land.free(goal):
            steps = _way(land, goal)
            if steps is not None:
                return MoveOrder(steps, face=land.facing(goal[0], goal[1]))
    return None


def _riding(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Mount, dismount, leap into the saddle, or walk to one's horse; call it."""
    figure, table = land.figure, land.table
    if figure.downed or figure.horse is None:
        return
    if figure.mounted:
        for vx, vy in ((-figure.fx, -figure.fy), (figure.fx, figure.fy)):
            spot = contact_spot(
                land.around, land.others, *land.start, HORSE.radius, ON_FOOT.radius, vx, vy
            )
            if spot is not None:
                order = MoveOrder([("dismount", *spot)], face=land.facing(spot[0], spot[1]))
                yield ReadyMove("move.dismount", {}, order)
                return
        return
    horse = table.figures[figure.horse]
    if not horse.on_table:
        return
    saddle = (horse.x, horse.y, horse.z)
    if contact(table, figure, horse):
        yield ReadyMove("move.mount", {}, MoveOrder([("mount", *saddle)]))
        rider = Land(table, figure, saddle=saddle)
        yield from _ride_on(rider, ("mount", *saddle))
        return
    if may_leap(land.around, land.start, horse, land.radius):
        yield ReadyMove("move.leap", {}, MoveOrder([("leap", *saddle)]))
    there = _contact_order(land, horse, charge=False, straight=True)
    if there is not None:
        yield ReadyMove("move.own_horse", {}, there)
    yield ReadyMove("move.call", {}, MoveOrder(do=[[0, "call"]]))


def _ride_on(rider: Land, first: Step) -> Iterator[ReadyMove]:
    """After mounting, as far as possible in the eight main directions."""
    for way, (vx, vy) in list(zip(WAYS, SIXTEEN, strict=True))[::2]:
        spot = _farthest(rider, vx, vy)
        if spot is not None:
            args: dict[str, Arg] = {"way": way, "length": _far(rider.start, spot)}
            order = MoveOrder([first, *_walks([spot])], face=rider.facing(spot[0], spot[1]))
            yield ReadyMove("move.ride", args, order)


def _edges(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Stairs, and up or down at each edge in reach."""
    if land.march.mounted or land.figure.downed or land.figure.holds is not None:
        return
    for flight in land.around.stairs:
        for foot, head in ((flight.a, flight.b), (flight.b, flight.a)):
            if foot[2] == land.start[2] and _far(land.start, foot) <= land.allowance:
                start = land.start if _near_end(land, foot) else foot
                yield from _link_move(land, "stairs", start, head, {"piece": flight.id})
    best: dict[tuple[str, str, int], tuple[int, Spot, Spot]] = {}
    for port in ports(land.around):
        for mode, foot, head in _edge_moves(land, port):
            far = _far(land.start, foot)
            key = (mode, port.id, head[2])
            if far <= land.allowance and (key not in best or far < best[key][0]):
                best[key] = far, foot, head
    for (mode, piece, _), (_, foot, head) in best.items():
        yield from _link_move(land, mode, foot, head, {"piece": piece})


def _jumps(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Over a gap, straight to the nearest point of each surface across it (shadows.move.jump)."""
    x, y, z = land.start
    if z <= STEP or land.march.mounted or land.figure.downed or land.figure.holds is not None:
        return
    for surface in land.around.surfaces:
        if abs(surface.z - z) > STEP or inside(surface.poly, x, y):
            continue
        px, py = _nearest_point(surface.poly, x, y)
        if _far(land.start, (px, py, z)) <= land.allowance:
            order = MoveOrder([("jump", px, py, surface.z)], face=land.facing(px, py))
            yield ReadyMove("move.jump", {"piece": surface.id}, order)


def _nearest_point(poly: Polygon, x: int, y: int) -> Point:
    """About the nearest point of a polygon, just inside it."""
    best = (0, x, y)
    for ax, ay, bx, by in sides(poly):
        dx, dy = bx - ax, by - ay
        length2 = dx * dx + dy * dy
        at = min(max((x - ax) * dx + (y - ay) * dy, 0), length2)
        px, py = ax + at * dx // length2, ay + at * dy // length2
        far = (px - x) ** 2 + (py - y) ** 2
        if best[0] == 0 or far < best[0]:
            best = far, px, py
    length = isqrt(best[0])
    return along(x, y, best[1] - x, best[2] - y, length + CONTACT)


def _edge_moves(land: Land, port: Port) -> Iterator[tuple[str, Spot, Spot]]:
    """Over an edge or opening opposite the model: up to it from outside, or down from it."""
    x, y, z = land.start
    side = outside(port, x, y)
    if not (side >= 0 and abs(port.z - z) >= STEP) and not (side <= 0 and port.z == z):
        return
    pair = _across(land.around, port, x, y, land.radius)
    if pair is None:
        return
    inner, outer = pair
    if port.z == z:
        below = surface_z(land.ground, *outer, z)
        if z - below >= STEP:
            yield "climb", (*inner, z), (*outer, below)
            if port.kind in ("open", "rail"):
                yield "drop", (*inner, z), (*outer, below)
    else:
        yield "climb", (*outer, z), (*inner, port.z)


def _link_move(
    land: Land, mode: str, foot: Spot, head: Spot, args: dict[str, Arg]
) -> Iterator[ReadyMove]:
    height = abs(head[2] - foot[2])
    first = walk_way(land, land.start, foot, land.allowance)
    if first is None:
        return
    if mode != "drop" and first[0] + height > land.allowance >= height:
        return
    order = MoveOrder([*_walks(first[1]), (mode, *head)], face=land.facing(head[0], head[1]))
    up = "up" if head[2] > foot[2] else "down"
    key = f"move.{mode}" if mode == "drop" else f"move.{mode}_{up}"
    yield ReadyMove(key, {**args, "height": height}, order)


def _openings(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Through each door and window in reach, to just behind it."""
    if land.march.mounted:
        return
    x, y, z = land.start
    for port in ports(land.around):
        if port.kind not in ("door", "window") or port.z != z:
            continue
        pair = _across(land.around, port, x, y, land.radius)
        if pair is None:
            continue
        inner, outer = pair
        near_side, far_side = (outer, inner) if outside(port, x, y) > 0 else (inner, outer)
        goal = (*far_side, z)
        if _far(land.start, goal) > land.allowance or not land.free(goal):
            continue
        front = (*near_side, z)
        steps = [goal] if land.open(land.start, goal) else [front, goal]
        if len(steps) == 2 and not (land.open(land.start, front) and land.open(front, goal)):
            continue
        order = MoveOrder(_walks(steps), face=land.facing(goal[0], goal[1]))
        yield ReadyMove(f"move.{port.kind}", {"piece": port.id}, order)


def _borders(land: Land, reaction_to: str | None) -> Iterator[ReadyMove]:
    """Off the table at the nearest border (shadows.move.leave_table)."""
    x, y, z = land.start
    size = land.ground.size
    ends = ((x, 0, z), (x, size, z), (0, y, z), (size, y, z))
    end = min(ends, key=lambda end: _far(land.start, end))
    if _far(land.start, end) <= land.allowance and land.open(land.start, end):
        yield ReadyMove("move.exit", {}, MoveOrder(_walks([end]), do=[[1, "exit"]]))


def _turns(land: Land) -> Iterator[ReadyMove]:
    """Stay, or turn towards the nearest enemies in open view (shadows.move.facing)."""
    figure = land.figure
    yield ReadyMove("move.stay", {}, MoveOrder())
    for enemy in by_nearness(figure, land.table.enemies(figure.seat))[:MOST_TURNS]:
        face = _towards(land.start, enemy)
        if face != (figure.fx, figure.fy) and view_open(land.table, figure, enemy):
            yield ReadyMove("move.turn", {"who": enemy.id}, MoveOrder(face=face))


# --- the lit area ---------------------------------------------------------------------------------


def reach(table: Table, figure: Figure) -> list[list[Point]]:
    """Where a Move on foot or horse can get to: outlines that are painted over each other."""
    land = Land(table, figure)
    outlines = [_fan(land, land.start, land.allowance)]
    for node in _nodes(land, land.start, land.start, 2 * land.allowance):
        found = walk_way(land, land.start, node, land.allowance - SHORTEST)
        if found is not None:
            outlines.append(_fan(land, node, land.allowance - found[0]))
    return outlines


def _fan(land: Land, centre: Spot, length: int) -> list[Point]:
    points: list[Point] = []
    for vx, vy in SIXTEEN:
        k = _last(length, partial(_fan_open, land, centre, vx, vy, length))
        points.append(along(centre[0], centre[1], vx, vy, k))
    return points


def _fan_open(land: Land, centre: Spot, vx: int, vy: int, length: int, k: int) -> bool:
    x, y = along(centre[0], centre[1], vx, vy, k)
    if not (0 <= x <= land.ground.size and 0 <= y <= land.ground.size):
        return False
    z = land.level(centre, x, y)
    if z is None:
        return False
    return land.cost(centre, (x, y, z)) <= length and land.open(centre, (x, y, z))
