"""Moves before they happen: cost, saves, charges, and what could be shot from their end."""

from __future__ import annotations

from boomtown.core import Refusal
from boomtown.core.data import replaced
from shadows_west.content import INCH, LARGE_RADIUS, LOOT_RADIUS, MOUNTED
from shadows_west.geometry.exact import ceil_sqrt
from shadows_west.moves.land import SHORTEST, reach
from shadows_west.moves.march import Leg, Trip
from shadows_west.moves.orders import MoveOrder, plain_order, read_order, write_order
from shadows_west.moves.paths import LAST_DEEDS, judge, trace
from shadows_west.moves.taps import Tap, Tapping
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

NEAR_BORDER = 110
"""Whoever ends so near to the border is offered to leave the table."""


def moving(west: West, choice: MoveChoice, draft: Draft) -> Preview:
    """A way: what was drawn so far, and what a tap adds to it."""
    table, figure = choice.table, choice.figure
    order = _ordered(choice, draft)
    short: Refusal | None = None
    if "answer" not in draft:
        tap = _onwards(choice, order, draft)
        order, short = tap.order, tap.refusal
        if isinstance(draft.get("face"), list):
            order.face = read_order({"face": draft["face"]}).face
        order = _with_stick(choice, order, draft)
    trip = trace(table, figure, order, reaction_to=choice.reaction_to)
    drawn = bool(order.steps or order.do or order.face)
    nowhere = short is not None and not drawn
    moved = _after(table, figure, trip)
    aim = aim_from(replaced(west, {"table": moved}), moved.figures[figure.id]) if drawn else None
    refused = why(short) if nowhere else why(trip.refusal)
    return Preview(
        do="move",
        draft={"order": write_order(order)}
        if (drawn or nowhere) and "answer" not in draft
        else None,
        answer=plain_order(order),
        text=write_order(order),
        legal=refused is None,
        risk=any(leg.save is not None or leg.cactus or leg.hit for leg in trip.legs),
        refusal=refused,
        end=trip.end,
        face=trip.face,
        mark=mark_of(table, figure, trip.end, trip.face, bad=refused is not None)
        if drawn or nowhere
        else None,
        short=None if nowhere else why(short),
        wish=_wish(table, draft) if short is not None else None,
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


def _onwards(choice: MoveChoice, order: MoveOrder, draft: Draft) -> Tap:
    """The order with the way to what was tapped, or as near to it as one gets.

    What cannot be reached from the end of the way may be in reach from its beginning: then the
    tap takes the place of the earlier ones.
    """
    other = figure_of(choice.table, draft.get("on"))
    place = (other.x, other.y) if other is not None else place_of(draft.get("to"))
    if place is None:
        return Tap(order)
    level = whole(draft.get("level"))
    z = None if level is None else height_of(choice.table, *place, level)
    begun = _legal_part(choice, order)
    further, left = _tapped(choice, begun, other, place, z)
    if further.refusal is not None and begun.steps:
        anew, _ = _tapped(choice, _saddled(begun), other, place, z)
        if anew.refusal is None or left < SHORTEST:
            further = anew
    if other is None:
        further.order = _picking_up(choice, further.order, *place)
    return further


def _tapped(
    choice: MoveChoice,
    begun: MoveOrder,
    other: Figure | None,
    place: tuple[int, int],
    z: int | None,
) -> tuple[Tap, int]:
    """What a tap makes of an order, and how much movement that order had left."""
    table, figure = choice.table, choice.figure
    trip = trace(table, figure, begun, reaction_to=choice.reaction_to)
    tapping = Tapping(table, figure, begun, _after(table, figure, trip), trip)
    tapping.reaction_to = choice.reaction_to
    tap = tapping.on(other) if other is not None else tapping.at(*place, z)
    return tap, tapping.left


def _saddled(order: MoveOrder) -> MoveOrder:
    """Only the first step of an order that gets on or off the horse."""
    steps = [step for step in order.steps[:1] if step[0] in ("mount", "dismount")]
    return MoveOrder(steps, do=[deed for deed in order.do if int(deed[0]) <= len(steps)])


def _wish(table: Table, draft: Draft) -> tuple[int, int] | None:
    """The tapped place that was not reached, as it is drawn."""
    other = figure_of(table, draft.get("on"))
    place = (other.x, other.y) if other is not None else place_of(draft.get("to"))
    return None if place is None else (place[0], ground(table).size - place[1])


def _legal_part(choice: MoveChoice, order: MoveOrder) -> MoveOrder:
    """The order up to the step that is not allowed: the next tap takes the place of that one."""
    while order.steps and _refused(choice, order):
        steps = order.steps[:-1]
        order = MoveOrder(steps, do=[deed for deed in order.do if int(deed[0]) <= len(steps)])
    order.do = [deed for deed in order.do if deed[1] not in LAST_DEEDS]
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
        if verb == "exit":
            more = _over_the_border(table, order, trip)
        if not _refused(choice, more):
            found.append(Doing(verb, what, write_order(more)))
    here = _doing(order, "place", x, y, z)
    if figure.sticks and not _refused(choice, here):
        found.append(Doing("place", "", write_order(here)))
    return found


def _over_the_border(table: Table, order: MoveOrder, trip: Trip) -> MoveOrder:
    """The way, and off the table where its end is nearest to the border (shadows.geo.exit)."""
    x, y, z = trip.end
    size = ground(table).size
    spots = [(0, y), (size, y), (x, 0), (x, size)]
    ex, ey = min(spots, key=lambda spot: abs(spot[0] - x) + abs(spot[1] - y))
    far = abs(ex - x) + abs(ey - y)
    if not far or far > NEAR_BORDER or not order.steps:
        return _doing(order, "exit")
    steps = [*order.steps, ("walk", ex, ey, z)]
    return _doing(MoveOrder(steps, order.face, order.do, order.charge, order.fight), "exit")


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
