"""The lie of the land for one model: where it can walk, and what that costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from math import isqrt
from typing import Final

from shadows_west.content import HORSE, KEEP_AWAY, LARGE_RADIUS, MOST_STEPS
from shadows_west.geometry.exact import SIXTEEN, Point
from shadows_west.geometry.segments import nearer
from shadows_west.measuring.spacing import by_nearness
from shadows_west.moves.keep_away import comes_nearer, enemy_fault, screens, too_close
from shadows_west.moves.march import Leg, March
from shadows_west.moves.orders import MoveOrder, Step
from shadows_west.moves.places import apart, place
from shadows_west.state import Figure, Kind, Table
from shadows_west.terrain.edges import ports
from shadows_west.terrain.footing import (
    Line,
    Spot,
    along,
    first_solid,
    keeps_footing,
    solid_lines,
    walk_cost,
)
from shadows_west.terrain.pieces import Surface
from shadows_west.terrain.standing import (
    covers,
    heights_at,
    in_block,
    may_stand,
    scaled,
)

SHORTEST: Final = 30
"""A ready-made move that is blocked sooner is not worth a button."""
NEAR: Final = 2
"""Hundredths of an inch by which a ready-made move may end before it must."""
MOST_NODES: Final = 60
Keep = tuple[Figure, int, bool]
"""An enemy, how near one may come, and whether one starts nearer."""


class Land:
    """The lie of the land for one model that is about to move."""

    def __init__(
        self,
        table: Table,
        figure: Figure,
        *,
        saddle: Spot | None = None,
        allowance: int | None = None,
    ) -> None:
        self.march = March(table, figure, MoveOrder(), allowance)
        self.start: Spot = saddle or (figure.x, figure.y, figure.z)
        self.march.mounted = figure.mounted or saddle is not None
        self.table, self.figure = table, figure
        self.foes = table.enemies(figure.seat)
        self.ground, self.around = self.march.ground, self.march.around
        self.base = self.march.base
        self.radius = self.base.radius
        self.allowance = self.march.allowance()
        held = table.figures.get(figure.holds or "")
        self.double = held is not None and held.kind is Kind.MODEL
        self._lines: dict[tuple[int, int], list[Line]] = {}
        self._corners: dict[int, set[Point]] = {}
        self.place = place(self.around, self.start, self.radius, self.march.mounted, self.allowance)
        self.floors = self._floors()
        reach = self.allowance + self.radius + LARGE_RADIUS
        self.close_by = self.march.others(self.start, reach)
        """Everybody whom one could bump into at the end of a Move."""
        self.enemies = self._enemies()
        """Those who matter; whoever is charged is taken out meanwhile."""
        self._by_distance: list[tuple[int, int, Figure]] = []
        self._in_turn: list[Figure] = []
        self.legal: list[MoveOrder] = []
        """Orders that have been judged already, and may be given."""

    def by_distance(self) -> list[tuple[int, int, Figure]]:
        """The enemies from the nearest centre on, each with its number."""
        if not self._by_distance:
            self._by_distance = sorted(
                (apart(self.start, (enemy.x, enemy.y, 0)), number, enemy)
                for number, enemy in enumerate(self.foes)
            )
        return self._by_distance

    def foes_in_turn(self) -> list[Figure]:
        """The enemies from the nearest on."""
        if not self._in_turn:
            self._in_turn = by_nearness(self.figure, self.foes)
        return self._in_turn

    def _floors(self) -> list[Surface]:
        """The convex surfaces that one starts on: nobody leaves them who ends on them."""
        x, y, z = self.start
        return [one for one in self.around.simple if z and one.z == z and covers(one, x, y)]

    def _enemies(self) -> list[Keep]:
        """The enemies that matter, how near one may come, and whether one starts nearer."""
        found = []
        reach = self.allowance + KEEP_AWAY + self.radius + HORSE.radius
        x, y, _ = self.start
        for enemy in self.foes:
            dx, dy = enemy.x - x, enemy.y - y
            if dx * dx + dy * dy <= reach * reach:
                limit = self.radius + enemy.radius + KEEP_AWAY
                close = too_close(self.around, self.start, self.radius, enemy)
                found.append((enemy, limit, close))
        return found

    def lines(self, low: int, high: int) -> list[Line]:
        """What is solid between two heights, as far as one gets."""
        if low == high == self.start[2]:
            return self.place.lines
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

    def corners(self, z: int) -> set[Point]:
        """Places to turn at on a level: round what is solid, and before and behind openings."""
        found = self._corners.get(z)
        if found is None:
            r = self.radius
            found = {
                (x + dx, y + dy)
                for line in self.lines(z, z)
                for x, y in (line[4:6], line[6:8])
                for dx in (-r, 0, r)
                for dy in (-r, 0, r)
            }
            for port in () if self.march.mounted else ports(self.around):
                if port.kind in ("door", "window") and port.z == z:
                    x, y = (port.span[0] + port.span[2]) // 2, (port.span[1] + port.span[3]) // 2
                    found.add((x + port.nx * r, y + port.ny * r))
                    found.add((x - port.nx * r, y - port.ny * r))
            self._corners[z] = found
        return found

    def open(self, a: Spot, b: Spot) -> bool:
        """Whether one may walk from a place to another, cost apart."""
        (ax, ay, az), (bx, by, bz) = a, b
        low, high = (az, bz) if az < bz else (bz, az)
        return self.passable(self.lines(low, high), self.enemies, a, b) and (
            low == high == 0 or keeps_footing(self.around, ax, ay, az, bx, by, bz)
        )

    def passable(self, lines: Sequence[Line], enemies: Sequence[Keep], a: Spot, b: Spot) -> bool:
        """Whether neither solid lines nor enemies are in the way from a place to another."""
        (ax, ay, az), (bx, by, bz) = a, b
        if lines and first_solid(lines, ax, ay, bx, by, self.radius - 1) is not None:
            return False
        for enemy, limit, close in enemies:
            if close and a == self.start:
                if comes_nearer(enemy, ax, ay, bx, by):
                    return False
            elif close or nearer(enemy.x, enemy.y, ax, ay, bx, by, limit):
                low, high = min(az, bz, enemy.z), max(az, bz, enemy.z)
                if not close and not screens(self.around, enemy.x, enemy.y, low, high, limit):
                    return False
                leg = Leg("walk", a, b, 0, 0, self.march.mounted)
                if enemy_fault(self.around, leg, enemy, close=close) is not None:
                    return False
        return True

    def free(self, spot: Spot) -> bool:
        """Whether one may end there, on foot or mounted as one is."""
        near_by = apart(self.start, spot) <= self.allowance
        return may_stand(
            self.around,
            self.close_by if near_by else self.march.others(),
            *spot,
            self.radius,
            self.base.height,
            on_foot=not self.march.mounted,
        ) is None and not self.still_close(spot)

    def still_close(self, spot: Spot) -> bool:
        """Whether one who started too near to an enemy would end so as well."""
        return any(
            close and too_close(self.around, spot, self.radius, enemy)
            for enemy, _, close in self.enemies
        )

    def cost(self, a: Spot, b: Spot) -> int:
        """What a walk costs."""
        aloft = a[2] > 0 and b[2] > 0
        return walk_cost(self.around, a[0], a[1], b[0], b[1], double=self.double, aloft=aloft)

    def level(self, start: Spot, x: int, y: int) -> int | None:
        """The height at which one arrives who walks from a place to a point."""
        if start[2] == 0 and not in_block(self.around.blocks, x, y):
            return 0
        if start == self.start:
            for floor in self.floors:
                if covers(floor, x, y):
                    return floor.z
        heights = heights_at(self.around, x, y)
        for z in sorted(heights, key=lambda z: (abs(z - start[2]), z)):
            if keeps_footing(self.around, *start, x, y, z):
                return z
        return None

    def facing(self, x: int, y: int) -> tuple[int, int] | None:
        """Towards the nearest standing enemy, as seen from a place; None if there is none."""
        gone = apart(self.start, (x, y, 0)) + 1
        best: tuple[int, int, int, int] | None = None
        for far, number, enemy in self.by_distance():
            if best is not None and far > gone and (far - gone) * (far - gone) > best[0]:
                break  # nobody farther from the start is nearer to the place
            dx, dy = enemy.x - x, enemy.y - y
            if dx or dy:
                one = dx * dx + dy * dy, number, dx, dy
                if best is None or one < best:
                    best = one
        return None if best is None else scaled(best[2], best[3])


# --- walking ------------------------------------------------------------------------------------


def walks(spots_: Iterable[Spot]) -> list[Step]:
    return [("walk", *spot) for spot in spots_]


def walk_way(land: Land, start: Spot, goal: Spot, allowance: int) -> tuple[int, list[Spot]] | None:
    """The cheapest walk round corners, with its cost; None if there is none so cheap."""
    if start == goal:
        return 0, []
    if land.open(start, goal):
        cost = land.cost(start, goal)
        return (cost, [goal]) if cost <= allowance else None
    if apart(start, goal) > allowance:
        return None
    nodes = _nodes(land, start, goal, allowance)
    return _cheapest(land, start, goal, nodes, allowance)


def _cheapest(
    land: Land, start: Spot, goal: Spot, nodes: list[Spot], allowance: int
) -> tuple[int, list[Spot]] | None:
    """A* over corners; a connection is only looked at when its turn comes."""
    queue: list[tuple[int, int, Spot, tuple[Spot, ...]]] = [(apart(start, goal), 0, start, ())]
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
            if node in done or cost + apart(here, node) + apart(node, goal) > allowance:
                continue
            if land.open(here, node):
                total = cost + land.cost(here, node)
                if total + apart(node, goal) <= allowance:
                    heappush(queue, (total + apart(node, goal), total, node, (*way, node)))
    return None


def _nodes(land: Land, start: Spot, goal: Spot, allowance: int) -> list[Spot]:
    """Corners to turn at: round solid pieces, through openings and past enemies."""
    z, r = start[2], land.radius
    lines = land.lines(z, z)
    points = set(land.corners(z))
    for enemy, limit, _ in land.enemies:
        wide = limit * 1083 // 1000 + 2  # the corners of an octagon whose sides keep the distance
        points |= {along(enemy.x, enemy.y, *SIXTEEN[turn], wide) for turn in range(0, 16, 2)}
    ax, ay, _ = start
    bx, by, _ = goal
    found = []
    for x, y in points:
        far = isqrt((ax - x) * (ax - x) + (ay - y) * (ay - y))
        if far <= allowance:
            far += isqrt((bx - x) * (bx - x) + (by - y) * (by - y))
            if far <= allowance:
                found.append((far, x, y))
    return [
        (x, y, z)
        for _, x, y in sorted(found)[:MOST_NODES]
        if first_solid(lines, x, y, x, y, r - 1) is None
    ]


# --- the lit area ---------------------------------------------------------------------------------


def reach(table: Table, figure: Figure) -> list[list[Point]]:
    """Where a Move on foot or horse can get to: outlines that are painted over each other."""
    return [outline for _, outline in fans(Land(table, figure))]


def fans(land: Land) -> Iterator[tuple[list[Spot], list[Point]]]:
    """Ways round corners, and how far one gets straight on from the end of each."""
    yield [], _fan(land, land.start, land.allowance)
    for node in _nodes(land, land.start, land.start, 2 * land.allowance):
        found = walk_way(land, land.start, node, land.allowance - SHORTEST)
        if found is not None:
            yield found[1], _fan(land, node, land.allowance - found[0])


def _fan(land: Land, centre: Spot, length: int) -> list[Point]:
    points: list[Point] = []
    for vx, vy in SIXTEEN:
        k = last_k(length, partial(_fan_open, land, centre, vx, vy, length), within=NEAR)
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


def last_k(most: int, good: Callable[[int], bool], *, within: int, beyond: int = -1) -> int:
    """The last k that is good where all before it are, or one so near before it; 0 is good.

    Whoever wants to know of one ``beyond`` a k alone gets any that is not if there is none.
    """
    if good(most):
        return most
    least = 0
    while most - least > within:
        middle = (least + most) // 2
        if good(middle):
            least = middle
        else:
            most = middle
            if middle - 1 <= beyond:
                break
    return least
