"""Moves before they happen: cost, saves, charges, and what could be shot from their end."""

from __future__ import annotations

from boomtown.core.data import replaced
from shadows_west.content import INCH, LARGE_RADIUS, LOOT_RADIUS, MOUNTED
from shadows_west.geometry.exact import ceil_sqrt
from shadows_west.moves.land import reach
from shadows_west.moves.march import Leg, Trip
from shadows_west.moves.orders import MoveOrder, plain_order, read_order, write_order
from shadows_west.moves.paths import LAST_DEEDS, judge, trace
from shadows_west.moves.routes import route
from shadows_west.page.previews.parts import (
    Doing,
    Draft,
    Fight,
    Preview,
    Step,
    Way,
    figure_of,
    height_of,
    mark_of,
    outline_of,
    place_of,
    whole,
    why,
)
from shadows_west.page.previews.shots import aim_from, best_line, fight_ahead
from shadows_west.rules.moving import MoveChoice
from shadows_west.state import Figure, Table, West
from shadows_west.terrain.ground import ground, surfaces_at


def moving(west: West, choice: MoveChoice, draft: Draft) -> Preview:
    """A way: what was drawn so far, and what a tap adds to it."""
    table, figure = choice.table, choice.figure
    order = _ordered(choice, draft)
    if "answer" not in draft:
        order = _onwards(choice, order, draft)
        if isinstance(draft.get("face"), list):
            order.face = read_order({"face": draft["face"]}).face
        order = _with_stick(choice, order, draft)
    trip = trace(table, figure, order, reaction_to=choice.reaction_to)
    drawn = bool(order.steps or order.do or order.face)
    moved = _after(table, figure, trip)
    aim = aim_from(replaced(west, {"table": moved}), moved.figures[figure.id]) if drawn else None
    refused = why(trip.refusal)
    return Preview(
        do="move",
        draft={"order": write_order(order)} if drawn and "answer" not in draft else None,
        answer=plain_order(order),
        text=write_order(order),
        legal=trip.refusal is None,
        risk=any(leg.save is not None or leg.cactus or leg.hit for leg in trip.legs),
        refusal=refused,
        end=trip.end,
        face=trip.face,
        mark=mark_of(table, figure, trip.end, trip.face, bad=refused is not None)
        if drawn
        else None,
        way=_way(table, figure, trip),
        deeds=_possible_deeds(choice, order, trip),
        aim=aim if refused is None else None,
        fight=_charge_ahead(moved, figure.id, trip) if refused is None else None,
        lines=best_line(moved, aim) if refused is None else [],
    )


def ahead(west: West, model: str, draft: Draft) -> Preview:
    """A way that is drawn before the Move is declared, to be sent with it (shadows.ui.combined)."""
    found = moving(west, MoveChoice(table=west.table, model=model), draft)
    found.ahead = True
    return found


def _charge_ahead(moved: Table, model: str, trip: Trip) -> Fight | None:
    """The free fight against a standing enemy; a Downed one is finished without any dice."""
    other = moved.figures.get(trip.fight or "")
    if other is None or other.downed:
        return None
    return fight_ahead(moved, moved.figures[model], other, charging=True)


def _ordered(choice: MoveChoice, draft: Draft) -> MoveOrder:
    """The order as it stands in the draft; nothing at first."""
    raw = draft.get("answer", draft.get("order"))
    return choice.order(raw) if raw else MoveOrder()


def _onwards(choice: MoveChoice, order: MoveOrder, draft: Draft) -> MoveOrder:
    """The order with the cheapest way to what was tapped; else with a straight walk."""
    table, figure = choice.table, choice.figure
    tapped = figure_of(table, draft.get("on"))
    place = (tapped.x, tapped.y) if tapped is not None else place_of(draft.get("to"))
    if place is None:
        return order
    order = _legal_part(choice, order)
    trip = trace(table, figure, order, reaction_to=choice.reaction_to)
    there = _after(table, figure, trip)
    here = there.figures[figure.id]
    level = whole(draft.get("level"))
    z = None if level is None else height_of(table, *place, level)
    if tapped is not None:
        z = tapped.z
    more = route(there, here, *place, z)
    if more is None:
        flat = (
            here.z
            if here.z in surfaces_at(ground(table), *place)
            else height_of(table, *place, level)
        )
        more = MoveOrder([("walk", *place, flat if z is None else z)])
    found = MoveOrder(
        [*order.steps, *more.steps],
        more.face or order.face,
        [deed for deed in order.do if deed[1] not in LAST_DEEDS],
        [*order.charge, *(id for id in more.charge if id not in order.charge)],
        more.fight or (order.fight if order.fight in order.charge else None),
    )
    return _picking_up(choice, found, *place)


def _legal_part(choice: MoveChoice, order: MoveOrder) -> MoveOrder:
    """The order up to the step that is not allowed: the next tap takes the place of that one."""
    while order.steps and _refused(choice, order):
        steps = order.steps[:-1]
        order = MoveOrder(steps, do=[deed for deed in order.do if int(deed[0]) <= len(steps)])
    return order


def _refused(choice: MoveChoice, order: MoveOrder) -> bool:
    return judge(choice.table, choice.figure, order, reaction_to=choice.reaction_to) is not None


# --- what is done at the end of it ----------------------------------------------------------------


def _picking_up(choice: MoveChoice, order: MoveOrder, x: int, y: int) -> MoveOrder:
    """Whoever is sent to a loot marker picks it up, if that is possible (shadows.loot.take)."""
    for marker in choice.table.markers.values():
        far2 = (marker.x - x) ** 2 + (marker.y - y) ** 2
        if marker.kind == "loot" and not marker.gone and far2 <= LOOT_RADIUS * LOOT_RADIUS:
            taking = _doing(order, "loot")
            return order if _refused(choice, taking) else taking
    return order


def _with_stick(choice: MoveChoice, order: MoveOrder, draft: Draft) -> MoveOrder:
    """The order with a stick of dynamite laid on a tapped point (shadows.tnt.place)."""
    point = place_of(draft.get("stick"))
    if point is None:
        return order
    z = order.steps[-1][3] if order.steps else choice.figure.z
    if z not in surfaces_at(ground(choice.table), *point):
        z = height_of(choice.table, *point, draft.get("level"))
    return _doing(order, "place", *point, z)


def _doing(order: MoveOrder, verb: str, *args: int | str) -> MoveOrder:
    """The order with one thing more at its end."""
    deeds: list[list[int | str]] = [*order.do, [len(order.steps), verb, *args]]
    fight = str(args[0]) if verb == "attack" else order.fight
    return MoveOrder(order.steps, order.face, deeds, order.charge, fight)


def _possible_deeds(choice: MoveChoice, order: MoveOrder, trip: Trip) -> list[Doing]:
    """What could be done where the way ends, each with the whole order that does it."""
    table, figure = choice.table, choice.figure
    x, y, z = trip.end
    near = [
        other.id
        for other in table.present()
        if (other.x - x) ** 2 + (other.y - y) ** 2 <= (MOUNTED.radius + LARGE_RADIUS + INCH) ** 2
    ]
    wishes = [("release", figure.holds or ""), ("loot", ""), ("drop", ""), ("call", "")]
    wishes += [("exit", ""), *((verb, id) for verb in ("seize", "attack", "drag") for id in near)]
    found: list[Doing] = []
    for verb, what in wishes:
        more = _doing(order, verb, *([what] if what and verb != "release" else []))
        if not _refused(choice, more):
            found.append(Doing(verb, what, write_order(more)))
    here = _doing(order, "place", x, y, z)
    if figure.sticks and not _refused(choice, here):
        found.append(Doing("place", "", write_order(here)))
    return found


def _after(table: Table, figure: Figure, trip: Trip) -> Table:
    """The table with the mover at the end of its way."""
    x, y, z = trip.end
    fx, fy = trip.face
    there = {"x": x, "y": y, "z": z, "fx": fx, "fy": fy, "mounted": trip.mounted}
    moved = replaced(figure, there)
    return replaced(table, {"figures": {**table.figures, figure.id: moved}})


def _way(table: Table, figure: Figure, trip: Trip) -> Way:
    size = ground(table).size
    steps = [_step(leg, size, bad=trip.failed == n) for n, leg in enumerate(trip.legs)]
    outlines = reach(table, figure) if not trip.legs else []
    return Way(
        steps=steps,
        cost=trip.cost,
        allowance=trip.allowance,
        length=sum(step.length for step in steps),
        slow=sum(step.slow for step in steps),
        deeds=[(deed.verb, deed.what) for deed in trip.deeds if deed.verb != "hold"],
        charged=trip.charged,
        fight=trip.fight,
        left=trip.left,
        exits=trip.exits,
        reach=[outline_of(table, outline) for outline in outlines],
        sticks=[(deed.x, size - deed.y) for deed in trip.deeds if deed.verb == "place"],
    )


def _step(leg: Leg, size: int, *, bad: bool) -> Step:
    (ax, ay, _), (bx, by, _) = leg.start, leg.end
    flat = ceil_sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    slow = leg.cost - flat if leg.mode == "walk" else 0  # shadows.geo.cost
    return Step(
        mode=leg.mode,
        path=f"M{ax} {size - ay}L{bx} {size - by}",
        x=bx,
        y=size - by,
        length=leg.cost - slow,
        slow=slow,
        total=leg.total,
        bad=bad,
        save=leg.save,
        fall=leg.fall,
        cacti=[patch for patch, _, _ in leg.cactus],
    )
