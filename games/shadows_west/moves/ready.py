"""The ready-made moves that are listed beside the table (shadows.ui.move)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isqrt
from typing import Final

from msgspec import Struct

from boomtown.core import Arg, Chance
from shadows_west.content import CONTACT, HORSE, KEEP_AWAY, LOOT_RADIUS, ON_FOOT, STEP
from shadows_west.geometry.exact import SIXTEEN, Point, Polygon
from shadows_west.geometry.polygons import inside
from shadows_west.measuring.sight import view_open
from shadows_west.measuring.spacing import FARTHEST_TOUCH, contact
from shadows_west.moves.forced import contact_spot
from shadows_west.moves.land import SHORTEST, Land, walk_way, walks
from shadows_west.moves.orders import MoveOrder, Step
from shadows_west.moves.paths import judge, trace
from shadows_west.moves.places import Passage, apart
from shadows_west.moves.routes import charge_order, contact_order, near_end, steps_to, towards
from shadows_west.moves.steps import may_leap
from shadows_west.moves.straight import farthest
from shadows_west.state import Figure, Kind, Marker, Table
from shadows_west.terrain.footing import Spot, along, sides

WAYS: Final = (
    "e", "ene", "ne", "nne", "n", "nnw", "nw", "wnw",
    "w", "wsw", "sw", "ssw", "s", "sse", "se", "ese",
)  # fmt: skip
"""The names of the sixteen directions, as ``SIXTEEN`` has them."""
MOST_TURNS: Final = 6


class ReadyMove(Struct, frozen=True):
    """A move with the sentence (``say``) that labels it."""

    key: str
    args: dict[str, Arg]
    order: MoveOrder


Lead = tuple[int, Iterator[ReadyMove], bool]
"""Where ready-made moves may come from: how many at most, the moves, made when they are asked for,
and whether they are legal as they come."""


def ready_moves(table: Table, figure: Figure, reaction_to: str | None = None) -> list[ReadyMove]:
    """The moves that are listed beside the table; every one of them is legal (shadows.ui.move)."""
    land = Land(table, figure)
    return _made(land, _leads(land, reaction_to), reaction_to)


def ready_deeds(table: Table, figure: Figure, reaction_to: str | None = None) -> list[ReadyMove]:
    """What can be let go of, or laid down, before a Move begins; each of them is legal."""
    land = Land(table, figure)
    return _made(land, _deeds(land), reaction_to)


def any_ready(
    table: Table, figure: Figure, chance: Chance, reaction_to: str | None = None
) -> ReadyMove:
    """One of all these, each as likely as any other; most of the others are never made.

    Every lead has a lot for each move that it may give. Lots are drawn until one has a move.
    """
    land = Land(table, figure)
    leads = [*_leads(land, reaction_to), *_deeds(land)]
    lots = [(number, n) for number, lead in enumerate(leads) for n in range(lead[0])]
    made: dict[int, list[ReadyMove]] = {}
    while True:  # to stay is always among them
        place = chance.below(len(lots))
        number, n = lots[place]
        lots[place] = lots[-1]
        lots.pop()
        if number not in made:
            made[number] = _made(land, [leads[number]], reaction_to)
        if n < len(made[number]):
            return made[number][n]


def _made(land: Land, leads: Iterable[Lead], reaction_to: str | None) -> list[ReadyMove]:
    """All the moves of some leads that are legal."""
    found: list[ReadyMove] = []
    for _, moves, judged in leads:
        if judged:
            found += moves
        else:
            found += [
                move
                for move in moves
                if _known(land, move.order, reaction_to)
                or judge(land.table, land.figure, move.order, reaction_to=reaction_to) is None
            ]
    return found


def _leads(land: Land, reaction_to: str | None) -> Iterator[Lead]:
    """Everything that there may be to list, in this order."""
    yield from _to_figures(land, reaction_to)
    yield from _things(land)
    if land.figure.horse is not None and not land.figure.downed:
        yield (1 + len(SIXTEEN) // 2, _riding(land), False)
    yield from _edges(land)
    yield from _jumps(land)
    yield from _openings(land)
    yield (1, _borders(land), False)
    near_by = _near_by(land, reaction_to)
    for way, (vx, vy) in zip(WAYS, SIXTEEN, strict=True):
        yield (1, _direction(land, way, vx, vy, near_by, reaction_to), True)
    yield (1, iter((ReadyMove("move.stay", {}, MoveOrder()),)), True)
    for number in range(min(MOST_TURNS, len(land.foes))):
        yield (1, _turn(land, number), True)


def _known(land: Land, order: MoveOrder, reaction_to: str | None) -> bool:
    """Whether an order has been judged on the way; a reaction is judged by more."""
    return reaction_to is None and any(order is one for one in land.legal)


def _near_by(land: Land, reaction_to: str | None) -> list[Figure]:
    """Whom a walk must not touch at its end: strangers in a reaction, enemies behind a fence."""
    if reaction_to is not None:
        return [one for one in land.table.present() if one is not land.figure]
    return [enemy for enemy, _, _ in land.enemies] if land.around.linears else []


def _may_touch(figures: list[Figure], end: Step) -> bool:
    """Whether one of some figures is not clearly too far from where a walk ends."""
    _, x, y, _ = end
    return any(
        -FARTHEST_TOUCH <= one.x - x <= FARTHEST_TOUCH
        and -FARTHEST_TOUCH <= one.y - y <= FARTHEST_TOUCH
        for one in figures
    )


def _deeds(land: Land) -> Iterator[Lead]:
    """A captive, loot, a stick at one's feet: to stay with it, or to be gone at once."""
    figure = land.figure
    deeds: list[ReadyMove] = []
    if figure.holds is not None:
        release = MoveOrder(do=[[0, "release"]])
        deeds.append(ReadyMove("move.release", {"who": figure.holds}, release))
    if figure.loot is not None:
        deeds.append(ReadyMove("move.drop_loot", {}, MoveOrder(do=[[0, "drop"]])))
    lay: list[int | str] = [0, "place", *land.start]
    if figure.sticks:
        deeds.append(ReadyMove("move.lay", {}, MoveOrder(do=[lay])))
    if deeds:
        yield (len(deeds), iter(deeds), False)
    if figure.sticks:
        for way, (vx, vy) in zip(WAYS, SIXTEEN, strict=True):
            yield (1, _lay_and_go(land, lay, way, vx, vy), False)


def _lay_and_go(
    land: Land, lay: list[int | str], way: str, vx: int, vy: int
) -> Iterator[ReadyMove]:
    for move in _direction(land, way, vx, vy, [], None):
        yield ReadyMove("move.lay_go", move.args, _with(move.order, lay))


def _direction(
    land: Land, way: str, vx: int, vy: int, near_by: list[Figure], reaction_to: str | None
) -> Iterator[ReadyMove]:
    """As far as possible in one of sixteen directions.

    Where a walk ends matters as well: whom of those near by it touches, perhaps over a fence.
    """
    spot = farthest(land, vx, vy)
    if spot is None:
        return
    args: dict[str, Arg] = {"way": way, "length": apart(land.start, spot)}
    order = MoveOrder(walks([spot]), face=land.facing(spot[0], spot[1]))
    if (
        not near_by
        or not _may_touch(near_by, order.steps[-1])
        or judge(land.table, land.figure, order, reaction_to=reaction_to) is None
    ):
        yield ReadyMove("move.direction", args, order)


def _to_figures(land: Land, reaction_to: str | None) -> Iterator[Lead]:
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
        yield (2, _at_figure(land, other), False)


def _at_figure(land: Land, other: Figure) -> Iterator[ReadyMove]:
    figure = land.figure
    args: dict[str, Arg] = {"who": other.id}
    touching = contact(land.table, figure, other)
    if other.kind is Kind.MODEL and other.seat != figure.seat:
        charge = None
        if not touching and not figure.downed:
            charge = charge_order(land, other, straight=True)
        if charge is not None:
            yield ReadyMove("move.charge", args, charge)
        return
    order: MoveOrder | None = MoveOrder()
    if not touching:
        order = contact_order(land, other, charge=False, straight=True)
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


def _things(land: Land) -> Iterator[Lead]:
    """Loot in reach, and jammed weapons (shadows.move.unjam)."""
    figure = land.figure
    if figure.downed:
        return
    for weapon in figure.weapons:
        if weapon.jammed:
            clear = MoveOrder(do=[[0, "unjam", weapon.id]])
            yield (1, iter((ReadyMove("move.unjam", {"weapon": weapon.kind}, clear),)), False)
    if figure.loot is not None:
        return
    for marker in land.table.markers.values():
        if marker.kind != "loot" or marker.gone:
            continue
        if apart(land.start, (marker.x, marker.y, 0)) <= land.allowance + LOOT_RADIUS + land.radius:
            yield (1, _to_loot(land, marker), False)


def _to_loot(land: Land, marker: Marker) -> Iterator[ReadyMove]:
    order = _to_point(land, marker.x, marker.y, marker.z, land.radius + LOOT_RADIUS)
    if order is not None:
        order.do.append([len(order.steps), "loot"])
        yield ReadyMove("move.loot", {}, order)


def _to_point(land: Land, x: int, y: int, z: int, reach: int) -> MoveOrder | None:
    """A way to a place at most so far from a point."""
    sx, sy, sz = land.start
    far = apart(land.start, (x, y, z))
    if sz == z and far <= reach:
        return MoveOrder()
    goals = [(*along(sx, sy, x - sx, y - sy, far - reach + 2), z), (x, y, z)]
    for goal in goals:
        if land.free(goal):
            steps = steps_to(land, goal)
            if steps is not None:
                return MoveOrder(steps, face=land.facing(goal[0], goal[1]))
    return None


def _riding(land: Land) -> Iterator[ReadyMove]:
    """Mount, dismount, leap into the saddle, or walk to one's horse; call it."""
    figure, table = land.figure, land.table
    if figure.mounted:
        for vx, vy in ((-figure.fx, -figure.fy), (figure.fx, figure.fy)):
            spot = contact_spot(
                land.around, land.close_by, *land.start, HORSE.radius, ON_FOOT.radius, vx, vy
            )
            if spot is not None:
                order = MoveOrder([("dismount", *spot)], face=land.facing(spot[0], spot[1]))
                yield ReadyMove("move.dismount", {}, order)
                return
        return
    horse = table.figures[figure.horse or ""]
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
    there = contact_order(land, horse, charge=False, straight=True)
    if there is not None:
        yield ReadyMove("move.own_horse", {}, there)
    yield ReadyMove("move.call", {}, MoveOrder(do=[[0, "call"]]))


def _ride_on(rider: Land, first: Step) -> Iterator[ReadyMove]:
    """After mounting, as far as possible in the eight main directions."""
    for way, (vx, vy) in list(zip(WAYS, SIXTEEN, strict=True))[::2]:
        spot = farthest(rider, vx, vy)
        if spot is not None:
            args: dict[str, Arg] = {"way": way, "length": apart(rider.start, spot)}
            order = MoveOrder([first, *walks([spot])], face=rider.facing(spot[0], spot[1]))
            yield ReadyMove("move.ride", args, order)


def _edges(land: Land) -> Iterator[Lead]:
    """Stairs, and up or down at each edge in reach."""
    if land.march.mounted or land.figure.downed:
        return
    for flight in land.around.stairs:
        for foot, head in ((flight.a, flight.b), (flight.b, flight.a)):
            if foot[2] == land.start[2] and apart(land.start, foot) <= land.allowance:
                start = land.start if near_end(land, foot) else foot
                yield (1, _link_move(land, "stairs", start, head, flight.id), False)
    if land.figure.holds is not None:
        return  # shadows.folk.limits
    for mode, piece, foot, head in land.place.edges():
        yield (1, _link_move(land, mode, foot, head, piece), False)


def _jumps(land: Land) -> Iterator[Lead]:
    """Over a gap, straight to the nearest point of each surface across it (shadows.move.jump)."""
    x, y, z = land.start
    if z <= STEP or land.march.mounted or land.figure.downed or land.figure.holds is not None:
        return
    for surface in land.around.surfaces:
        if abs(surface.z - z) > STEP or inside(surface.poly, x, y):
            continue
        px, py = _nearest_point(surface.poly, x, y)
        if apart(land.start, (px, py, z)) <= land.allowance:
            order = MoveOrder([("jump", px, py, surface.z)], face=land.facing(px, py))
            yield (1, iter((ReadyMove("move.jump", {"piece": surface.id}, order),)), False)


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


def _link_move(land: Land, mode: str, foot: Spot, head: Spot, piece: str) -> Iterator[ReadyMove]:
    height = abs(head[2] - foot[2])
    first = walk_way(land, land.start, foot, land.allowance)
    if first is None:
        return
    if mode != "drop" and first[0] + height > land.allowance >= height:
        return
    order = MoveOrder([*walks(first[1]), (mode, *head)], face=land.facing(head[0], head[1]))
    up = "up" if head[2] > foot[2] else "down"
    key = f"move.{mode}" if mode == "drop" else f"move.{mode}_{up}"
    yield ReadyMove(key, {"piece": piece, "height": height}, order)


def _openings(land: Land) -> Iterator[Lead]:
    """Through each door and window in reach, to just behind it."""
    if not land.march.mounted:
        for passage in land.place.openings():
            yield (1, _through(land, passage), False)


def _through(land: Land, passage: Passage) -> Iterator[ReadyMove]:
    kind, piece, front, goal = passage
    if not land.free(goal):
        return
    steps = [goal] if land.open(land.start, goal) else [front, goal]
    if len(steps) == 1 or (land.open(land.start, front) and land.open(front, goal)):
        order = MoveOrder(walks(steps), face=land.facing(goal[0], goal[1]))
        yield ReadyMove(f"move.{kind}", {"piece": piece}, order)


def _borders(land: Land) -> Iterator[ReadyMove]:
    """Off the table at the nearest border (shadows.move.leave_table)."""
    x, y, z = land.start
    size = land.ground.size
    ends = ((x, 0, z), (x, size, z), (0, y, z), (size, y, z))
    end = min(ends, key=lambda end: apart(land.start, end))
    if apart(land.start, end) <= land.allowance and land.open(land.start, end):
        yield ReadyMove("move.exit", {}, MoveOrder(walks([end]), do=[[1, "exit"]]))


def _turn(land: Land, number: int) -> Iterator[ReadyMove]:
    """Turn towards one of the nearest enemies, if the view is open (shadows.move.facing)."""
    figure = land.figure
    enemy = land.foes_in_turn()[number]
    face = towards(land.start, enemy)
    if face != (figure.fx, figure.fy) and view_open(land.table, figure, enemy):
        yield ReadyMove("move.turn", {"who": enemy.id}, MoveOrder(face=face))
