"""Ways for the asking: to a tapped point or figure (shadows.ui.move).

Every way found here is legal by ``paths``; what is not found here may be legal all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from shadows_west.content import CONTACT, KEEP_AWAY, STEP
from shadows_west.geometry.exact import SIXTEEN
from shadows_west.measuring.sight import in_front
from shadows_west.measuring.spacing import Disc, contact, touches_linear
from shadows_west.moves.land import Land, walk_way, walks
from shadows_west.moves.orders import MoveOrder, Step
from shadows_west.moves.paths import judge
from shadows_west.moves.places import across, apart
from shadows_west.state import Figure, Kind, Table
from shadows_west.terrain.edges import ports
from shadows_west.terrain.footing import Near, Spot, along
from shadows_west.terrain.ground import surface_z
from shadows_west.terrain.standing import at_distance, heights_at, ring, scaled

SNAP: Final = 60
"""How far from a tapped point one may end if nobody can stand on the point itself."""
MOST_LINKS: Final = 6
STRAIGHT: Final = 7
"""Of the sixteen places round a figure, those that one can walk to past it."""

# --- finding a way --------------------------------------------------------------------------------


def route(table: Table, figure: Figure, x: int, y: int, z: int | None = None) -> MoveOrder | None:
    """The cheapest legal way to a tapped point, or near it; None if none was found.

    A tap on a figure asks for contact with it: an enemy that is seen is charged.
    """
    tapped = _tapped(table, figure, x, y, z)
    if tapped is not None:
        return to_figure(table, figure, tapped)
    land = Land(table, figure)
    heights = heights_at(land.around, x, y) if z is None else [z]
    for goal in _goals(land, x, y, heights):
        steps = steps_to(land, goal)
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


def steps_to(land: Land, goal: Spot) -> list[Step] | None:
    """Steps to a place: on foot over the level one is on, or over one stair, climb or drop."""
    found = walk_way(land, land.start, goal, land.allowance)
    if found is not None:
        return walks(found[1])
    if land.march.mounted or land.figure.downed:
        return None
    best: tuple[int, list[Step]] | None = None
    for cost, steps, over in _linked_ways(land, goal):
        if (cost <= land.allowance or over) and (best is None or cost < best[0]):
            best = cost, steps
    return None if best is None else best[1]


# --- stairs, climbs and drops ---------------------------------------------------------------------


def _linked_ways(land: Land, goal: Spot) -> Iterator[tuple[int, list[Step], bool]]:
    """Ways over one link; drops only where nothing safer was found."""
    safe = False
    for mode, foot, head, price in links(land, goal):
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
            steps = [*walks(first[1]), (mode, *head), *walks(last[1])]
            yield first[0] + price + last[0], steps, tall


def links(land: Land, goal: Spot) -> list[tuple[str, Spot, Spot, int]]:
    """Stairs, climbs and drops between the two levels, the promising ones first; drops last."""
    low, high = land.start[2], goal[2]
    found: list[tuple[int, int, str, Spot, Spot, int]] = []
    for flight in land.around.stairs:
        for foot, head in ((flight.a, flight.b), (flight.b, flight.a)):
            if foot[2] == low and head[2] == high:
                start = land.start if near_end(land, foot) else foot
                far = apart(land.start, start) + abs(high - low) + apart(head, goal)
                found.append((0, far, "stairs", start, head, abs(high - low)))
    if abs(high - low) >= STEP and land.figure.holds is None:  # shadows.folk.limits
        for mode, foot, head in _climbs(land.around, land.start, goal, land.radius):
            price = 0 if mode == "drop" else abs(high - low)
            far = apart(land.start, foot) + price + apart(head, goal)
            found.append((mode == "drop", far, mode, foot, head, price))
    found.sort()
    best = [one[2:] for one in found if one[1] <= land.allowance + STEP or one[5] > land.allowance]
    return best[:MOST_LINKS]


def near_end(land: Land, end: Spot) -> bool:
    return land.start[2] == end[2] and apart(land.start, end) <= land.radius


def _climbs(around: Near, start: Spot, goal: Spot, r: int) -> Iterator[tuple[str, Spot, Spot]]:
    """Over each edge or opening between two levels, opposite the start and opposite the goal."""
    for port in ports(around):
        for up in (True, False):
            if port.z != (goal[2] if up else start[2]):
                continue
            for x, y in {start[:2], goal[:2]}:
                pair = across(around, port, x, y, r)
                if pair is None:
                    continue
                inner, outer = pair
                foot, head = (outer, inner) if up else (inner, outer)
                yield "climb", (*foot, start[2]), (*head, goal[2])
                below = surface_z(around.ground, *outer, start[2])
                if not up and port.kind in ("open", "rail") and below == goal[2]:
                    yield "drop", (*foot, start[2]), (*head, goal[2])


# --- contact --------------------------------------------------------------------------------------


def _straight(land: Land, goal: Spot) -> tuple[int, list[Spot]] | None:
    cost = land.cost(land.start, goal)
    return (cost, [goal]) if cost <= land.allowance and land.open(land.start, goal) else None


def to_figure(
    table: Table, figure: Figure, other: Figure, *, straight: bool = False
) -> MoveOrder | None:
    """A way into contact: a charge if it is an enemy that is seen."""
    if other.kind is not Kind.MODEL or other.seat == figure.seat:
        return contact_order(Land(table, figure), other, charge=False, straight=straight)
    if figure.downed or contact(table, figure, other):
        return None
    return charge_order(Land(table, figure), other, straight=straight)


def charge_order(land: Land, other: Figure, *, straight: bool = False) -> MoveOrder | None:
    """A way into contact with an enemy, of whom one need not keep clear then."""
    if not in_front(land.figure, other.x, other.y):
        return None
    every = land.enemies
    land.enemies = [one for one in every if one[0] is not other]
    order = contact_order(land, other, charge=True, straight=straight)
    land.enemies = every
    return order


def contact_order(
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
        order = MoveOrder(walks(found[1]), face=towards(goal, other))
        if charge:
            order.charge, order.fight = [other.id], other.id
        if judge(land.table, land.figure, order) is None:
            land.legal.append(order)
            return order
    return None


def towards(spot: Spot, other: Figure) -> tuple[int, int]:
    return scaled(other.x - spot[0], other.y - spot[1])


def _contact_spots(land: Land, other: Figure, most: int) -> Iterator[Spot]:
    """Free places in contact with a figure, the nearest first; across a fence as well."""
    x, y, z = land.start
    both = land.radius + other.radius
    if apart(land.start, (other.x, other.y, z)) > land.allowance + both + KEEP_AWAY:
        return
    dx, dy = x - other.x, y - other.y
    for px, py in islice(ring(other.x, other.y, both, dx, dy), most):
        pz = land.level(land.start, px, py)
        spot = (px, py, other.z if pz is None else pz)
        if (
            apart(land.start, spot) <= land.allowance
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
