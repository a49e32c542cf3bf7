"""Moves: what an order means step by step, what it costs, and which rule forbids it (3.8, 4.6).

``trace`` follows an order and tells everything that a preview shows and that the action carries
out; ``judge`` is its verdict. Nothing is changed here: the table stays as it is.
"""

from __future__ import annotations

from typing import Final

from boomtown.core import Refusal
from shadows_west.content import CONTACT, LARGE_RADIUS
from shadows_west.geometry.exact import ceil_sqrt
from shadows_west.measuring.sight import sees
from shadows_west.measuring.spacing import FARTHEST_TOUCH, contact, engaged
from shadows_west.moves.deeds import deeds_at
from shadows_west.moves.forced import away_from, contact_at, contact_spot
from shadows_west.moves.keep_away import enemies_fault
from shadows_west.moves.march import Deed as Deed
from shadows_west.moves.march import Leg as Leg
from shadows_west.moves.march import March, last_good, note, own_horse
from shadows_west.moves.march import Trip as Trip
from shadows_west.moves.orders import MODES as MODES
from shadows_west.moves.orders import MoveOrder as MoveOrder
from shadows_west.moves.orders import plain_order as plain_order
from shadows_west.moves.orders import read_order as read_order
from shadows_west.moves.orders import write_order as write_order
from shadows_west.moves.runs import call_horse
from shadows_west.moves.steps import STEPS
from shadows_west.state import Figure, Kind, Table
from shadows_west.terrain.footing import Obstacle, Spot, obstacle, walk_cost
from shadows_west.terrain.standing import may_stand

NOT_RIDING: Final = frozenset({"climb", "stairs", "drop", "jump", "leap", "mount"})
"""What a rider cannot do (shadows.mount.base)."""
NOT_BURDENED: Final = frozenset({"climb", "drop", "jump", "leap"})
"""What nobody does with a captive or a dragged friend (shadows.folk.limits)."""
LAST_DEEDS: Final = frozenset({"attack", "call", "hold", "exit"})
"""What can only be done when all steps are done."""


def judge(
    table: Table,
    figure: Figure,
    order: MoveOrder,
    *,
    allowance: int | None = None,
    reaction_to: str | None = None,
) -> Refusal | None:
    """The rule that forbids a Move, or None."""
    march = March(table, figure, order, allowance, reaction_to)
    return _modes(march) or _fault(march)


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
    trip = march.trip
    trip.refusal = _modes(march)
    if trip.refusal is None:
        trip.left = enemies_left(table, figure, order)
        trip.refusal = _fault(march)
    return _arrived(trip)


def outcome(table: Table, figure: Figure, order: MoveOrder) -> Trip:
    """What a legal order comes to: its legs, its end and who rides there; nothing is judged."""
    march = March(table, figure, order)
    _geometry(march)
    return _arrived(march.trip)


def _arrived(trip: Trip) -> Trip:
    if trip.legs:
        trip.cost, trip.end = trip.legs[-1].total, trip.legs[-1].end
        trip.mounted = trip.legs[-1].mounted
    return trip


def _fault(march: March) -> Refusal | None:
    for check in (_geometry, enemies_fault, _charges, _cost, _end, _last_deeds):
        refusal = check(march)
        if refusal is not None:
            return refusal
    return None


def enemies_left(table: Table, figure: Figure, order: MoveOrder) -> list[str]:
    """The standing enemies whose contact a Move leaves; a crawl needs no test for that."""
    if not order.steps or figure.downed:
        return []
    return [enemy.id for enemy in engaged(table, figure)]


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
    refusal = deeds_at(march, 0)
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
        refusal = deeds_at(march, n + 1)
        if refusal is not None:
            return march.fail(n, (x, y, z), refusal)
    return None


# --- charging -------------------------------------------------------------------------------------


def _charges(march: March) -> Refusal | None:
    """Whom the Move charges, and whether he was seen at its start (shadows.move.charge)."""
    last = len(march.trip.legs) - 1
    faults = [_charge_fault(march, id) for id in march.order.charge]
    if march.trip.legs and not _exits(march):
        faults += [_touch_fault(march, other) for other in _touchable(march)]
    for refusal in faults:
        if refusal is not None:
            return march.fail(last if last >= 0 else None, (march.x, march.y, march.z), refusal)
    fight = march.trip.fight
    if fight is not None and fight not in march.order.charge and not _attacks(march, fight):
        return Refusal("shadows.move.charge", "fight", who=fight)
    return _finish_fault(march)


def _finish_fault(march: March) -> Refusal | None:
    """A Downed enemy is not finished while a standing one is charged as well."""
    figures, fight = march.table.figures, march.trip.fight
    if fight is None or not figures[fight].downed:
        return None
    standing = next((id for id in march.order.charge if figures[id].standing), None)
    return None if standing is None else Refusal("shadows.fight.downed", who=fight, other=standing)


def _touchable(march: March) -> list[Figure]:
    """Everybody on the table who is not clearly too far away to be touched where one is now."""
    x, y = march.x, march.y
    return [
        other
        for other in march.table.figures.values()
        if -FARTHEST_TOUCH <= other.x - x <= FARTHEST_TOUCH
        and -FARTHEST_TOUCH <= other.y - y <= FARTHEST_TOUCH
        and other.on_table
    ]


def _touch_fault(march: March, other: Figure) -> Refusal | None:
    """Contact with a standing enemy is a charge; a reaction touches nobody but its trigger.

    Over a fence one is in contact at exactly 1", which is far enough away everywhere else.
    """
    figure = march.figure
    enemy = other.kind is Kind.MODEL and other.seat != figure.seat and other.standing
    strange = march.reaction_to not in (None, other.id) and other.id != figure.horse
    if other.id in (figure.id, figure.holds, *march.order.charge) or not (enemy or strange):
        return None
    if not contact(march.table, march.disc(), other) or contact(march.table, figure, other):
        return None
    if strange:
        return Refusal("shadows.react.contact", who=other.id)
    return Refusal("shadows.move.keep_away", who=other.id)


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
            allowance = march.table.move(mounted=leg.mounted)
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
    (ax, ay, az), (bx, by, bz) = leg.start, leg.end
    left = allowance - (leg.total - leg.cost)
    double = leg.cost == 2 * ceil_sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    aloft = az > 0 and bz > 0
    at = last_good(
        ax,
        ay,
        bx,
        by,
        lambda px, py: walk_cost(march.around, ax, ay, px, py, double=double, aloft=aloft) <= left,
    )
    return (*at, az)


def _exits(march: March) -> bool:
    return any(deed[1] == "exit" for deed in march.order.do)


def _end(march: March) -> Refusal | None:
    """Where the Move ends: at the border to leave it, or where one may stand."""
    last = len(march.order.steps)
    here = (march.x, march.y, march.z)
    if _exits(march):
        size = march.ground.size
        if not last or not (march.x in (0, size) or march.y in (0, size)):
            return march.fail(last - 1 if last else None, here, Refusal("shadows.geo.exit"))
        if march.order.charge or march.trip.fight:
            return march.fail(last - 1, here, Refusal("shadows.geo.exit", "charge"))
        march.trip.exits = True
        note(march, last, "exit")
        return None
    if not last:
        return None
    base = march.base
    others = march.others(here, 2 * LARGE_RADIUS)
    refusal = may_stand(
        march.around, others, *here, base.radius, base.height, on_foot=not march.mounted
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
        if march.mounted or march.trip.exits or not (own_horse(march) or march.horse):
            return Refusal("shadows.mount.call")
        here = (march.x, march.y, march.z)
        others = _all_others(march)
        spot = call_horse(march.table, march.figure, others, here, march.horse)
        note(march, last, "call", march.figure.horse or "", spot)
    return None


def _all_others(march: March) -> list[Obstacle]:
    """Everybody but the model and its horse, where they are when it has arrived."""
    others = [one for one in march.others() if one.id != march.figure.horse]
    held = march.table.figures.get(march.holds or "")
    if held is not None and held.id not in {one.id for one in others}:
        others.append(obstacle(held))
    return others


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
        put_down(march, last, captive, spot)
        return None
    fx, fy = march.trip.face
    spot = contact_spot(march.around, others, *here, march.base.radius, captive.radius, -fx, -fy)
    if spot is None:
        spot = away_from(march.around, [*others, me], me, -fx, -fy)
        put_down(march, last, captive, spot, free=True)
        return None
    put_down(march, last, captive, spot)
    return None


def put_down(march: March, last: int, captive: Figure, spot: Spot, *, free: bool = False) -> None:
    """Whoever is held is put somewhere at the end of the Move, and perhaps let go."""
    march.placed.append(Obstacle(captive.id, *spot, captive.radius, captive.base.height))
    march.trip.deeds.append(Deed(last, "hold", captive.id, *spot, free=free))
