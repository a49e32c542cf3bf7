"""What it is worth to be somewhere, and which move leads to the best place.

Danger, fights, errands and everything that is done on the way, in the worth of ``Mind``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from msgspec import structs
from msgspec.msgpack import encode

from shadows_west.bot.aims import look_round
from shadows_west.bot.attacks import firepower
from shadows_west.bot.chances import passes
from shadows_west.bot.errands import ENEMY_PULL, Goal, goals, remaining
from shadows_west.bot.losses import exchange, toll
from shadows_west.bot.opinions import THREATS
from shadows_west.bot.powder import LAY, beside_powder, lay_moves, powder_about, worthwhile
from shadows_west.bot.stakes import Mind, Prospect, Venture, held_folk
from shadows_west.bot.tactics import finished
from shadows_west.content import ELEVATED, STEP, TEST_DICE, TURNS
from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring import sight, spacing
from shadows_west.moves.march import Trip
from shadows_west.moves.orders import MoveOrder
from shadows_west.moves.paths import outcome
from shadows_west.moves.ready import ReadyMove
from shadows_west.rules.damage import PLAIN_SAVE
from shadows_west.rules.victory import HOLD_FROM, HOLD_POINTS, HOLD_POINTS_LAST, in_zone
from shadows_west.state import Figure, Kind, Marker, Table, Token
from shadows_west.terrain.zones import zone_of

# --- danger --------------------------------------------------------------------------------------

MOST_RISK = 1.5
WATCHES, HAS_ACTED = 1.5, 0.8
"""Whoever is on Lookout is more dangerous, as far as he sees; whoever has acted, less."""
MELEE_RISK = 0.5
"""How often a shot into a fight finds the model it was not meant for."""
SHIELDED = 0.3
"""What is left of a shot for whoever hides behind a captive."""


def danger(mind: Mind, table: Table, figure: Figure, busy: Set[str]) -> float:
    """What being here may cost before the next activation."""
    if figure.downed:
        return mind.caution * mind.worth(figure) * finished(table, figure)
    fighting = {enemy.id for enemy in spacing.engaged(table, figure)}
    shield = SHIELDED if mind.shielded and held_folk(table, figure) is not None else 1.0
    risk = beside_powder(mind, table, figure)
    for enemy in table.enemies(figure.seat):
        if enemy.id in fighting:
            risk += exchange(table, enemy, figure)[0]
        elif enemy.id not in busy:  # who is in a fight can neither shoot nor charge
            far = spacing.gap(enemy, figure)
            shot = shot_at(table, enemy, figure, far) * shield
            if fighting:
                risk += shot * MELEE_RISK
            else:
                risk += max(shot, _charged(table, enemy, figure, far))
    return mind.caution * mind.worth(figure) * min(risk, MOST_RISK)


def _charged(table: Table, enemy: Figure, figure: Figure, far: int) -> float:
    """The share that a charge would take from a model."""
    if far > table.allowance(enemy) or abs(enemy.z - figure.z) >= STEP:
        return 0.0
    return exchange(table, enemy, figure, charging=True)[0]


def shot_at(table: Table, enemy: Figure, figure: Figure, far: int) -> float:
    """The share that the best shot of an enemy would take from a model."""
    arms = [WEAPONS[weapon.kind] for weapon in enemy.weapons if not weapon.jammed]
    arms = [arm for arm in arms if far <= arm.long]
    if not arms or not sight.view_open(table, enemy, figure):
        return 0.0
    dice = TEST_DICE - bool(sight.cover(table, enemy, figure))
    dice += enemy.z - figure.z >= ELEVATED
    dice += not sight.in_front(figure, enemy.x, enemy.y)
    share = max(THREATS[arm.id](arm, dice, enemy, figure) for arm in arms)
    if enemy.token is Token.LOOKOUT and sight.in_front(enemy, figure.x, figure.y):
        return share * WATCHES
    return share * HAS_ACTED if enemy.spent else share


def watched(mind: Mind, figure: Figure) -> float:
    """What it costs to do anything at all in sight of enemies on Lookout: the best of them shoots.

    shadows.react.one_per_gang
    """
    table, worst = mind.table, 0.0
    for enemy in table.enemies(figure.seat):
        if enemy.token is Token.LOOKOUT and sight.sees(table, enemy, figure):
            far = spacing.gap(enemy, figure)
            worst = max(worst, shot_at(table, enemy, figure, far) / WATCHES)
    return mind.worth(figure) * worst


# --- fights --------------------------------------------------------------------------------------

PINNED = 0.6
"""How much of its firepower a model loses that is charged; the charger loses as much of his."""
FREED = 0.7
"""Of the points for a captive, what it is worth to set it free."""


def fight_value(
    mind: Mind, table: Table, fighter: Figure, other: Figure, *, charging: bool = False
) -> float:
    """What a fight takes from the enemy, less what it may cost."""
    if other.kind is not Kind.MODEL:
        return -1.0
    if other.downed:
        return mind.worth(other)
    dealt, taken = exchange(table, fighter, other, charging=charging)
    return mind.worth(other) * dealt - mind.worth(fighter) * taken


def charge_value(mind: Mind, after: Table, figure: Figure, enemy: Figure, again: float) -> float:
    """What a charge is worth: the fight, perhaps a second one, and an enemy who cannot shoot."""
    if enemy.downed:
        return mind.worth(enemy)
    value = fight_value(mind, after, figure, enemy, charging=True)
    value += again * max(0.0, fight_value(mind, after, figure, enemy))
    value += PINNED * (firepower(enemy) - firepower(figure)) * mind.time
    if held_folk(after, enemy) is not None and mind.west.scenario == "innocents":
        value += 2 * FREED * mind.judgement.point  # shadows.folk.freed
    return value


def next_charge(mind: Mind, table: Table, figure: Figure) -> float:
    """What the best charge from here is worth, as far as that can be told from afar."""
    if figure.downed or spacing.engaged(table, figure):
        return 0.0
    best = 0.0
    for enemy in table.models():
        if enemy.seat != figure.seat and _in_reach(table, figure, enemy):
            best = max(best, charge_value(mind, table, figure, enemy, mind.judgement.later))
    return best


def _in_reach(table: Table, figure: Figure, enemy: Figure) -> bool:
    return (
        spacing.within(figure, enemy, table.allowance(figure))
        and abs(figure.z - enemy.z) < STEP
        and sight.sees(table, figure, enemy)
    )


# --- places --------------------------------------------------------------------------------------

LAID = "laid"
"""The stick of a move that is only thought of."""
RASH = 1.5
"""How much more a loss counts that one brings upon oneself."""
NURSED = 0.1
"""The share of a Downed friend's worth that somebody beside it saves (shadows.recovery.test)."""
DECIDES, MAY_DECIDE, SPARE = 1.0, 0.6, 0.25
"""What a model in the zone counts: where it tips the balance, could, or is one of many."""


def zone_worth(mind: Mind, figure: Figure) -> float:
    """What it is worth that this model stands on the ground that is to be held."""
    west = mind.west
    others = [0] * len(west.gangs)
    for model in mind.table.standing():
        if model.id != figure.id and model.seat is not None:
            others[model.seat] += in_zone(west, model)
    margin = others.pop(mind.seat) - max(others)
    part = DECIDES if margin in (-1, 0) else MAY_DECIDE if margin in (-2, 1) else SPARE
    points = HOLD_POINTS_LAST if west.turn == TURNS else HOLD_POINTS
    soon = 1.0 if west.turn >= HOLD_FROM - 1 else 0.5
    return mind.judgement.point * part * points * soon


def prospect(
    mind: Mind,
    figure: Figure,
    move: ReadyMove,
    busy: Set[str],
    powder: Mapping[str, float],
) -> Prospect:
    """What the end of a move is worth: danger, fights, shots, and ground that is held."""
    west, table, order = mind.west, mind.table, move.order
    key = figure.id, tuple(west.fired), encode(order)
    found = mind.notes.prospects.get(key)
    if found is not None:
        return found
    trip = outcome(table, figure, order)
    after, there = arrived(table, figure, order, trip)
    lost, sure = _risks(trip, figure)
    gain = -danger(mind, after, there, busy) - RASH * mind.worth(figure) * lost
    if west.scenario == "hold" and not figure.downed:
        gain += zone_worth(mind, figure) * (in_zone(west, there) - in_zone(west, figure))
    for friend in table.models(mind.seat):
        if friend.downed and friend.id != figure.id and spacing.contact(after, there, friend):
            gain += NURSED * mind.worth(friend)
    if order.charge:
        enemy = table.figures[order.charge[0]]
        gain += charge_value(mind, after, there, enemy, mind.judgement.second)
        found = Prospect(gain, sure=sure)
    else:
        if move.key == LAY:
            powder = worthwhile(mind, after)
        shot, watch = look_round(mind, after, there, west.fired, busy, powder)
        found = Prospect(gain, max(shot, next_charge(mind, after, there)), watch, sure)
    mind.notes.prospects[key] = found
    return found


def arrived(table: Table, figure: Figure, order: MoveOrder, trip: Trip) -> tuple[Table, Figure]:
    """The table after a move, and the model at its end; whatever could stop it does not."""
    x, y, z = trip.end
    there = structs.replace(
        figure, x=x, y=y, z=z, fx=trip.face[0], fy=trip.face[1], mounted=trip.mounted
    )
    figures = {**table.figures, figure.id: there}
    markers = table.markers
    for deed in order.do:
        if deed[1] == "seize":
            there.holds = str(deed[2])
        elif deed[1] == "release":
            there.holds = None
        elif deed[1] == "place":
            px, py, pz = (int(number) for number in deed[2:])
            markers = {**markers, LAID: Marker(LAID, "tnt", px, py, pz)}
            there.sticks -= 1
    return structs.replace(table, figures=figures, markers=markers), there


def _risks(trip: Trip, figure: Figure) -> tuple[float, float]:
    """The share of its worth that a model loses on the way by falls and cacti, and how likely not.

    shadows.move.fall_after: whoever lands badly does nothing more.
    """
    saves = [leg.save for leg in trip.legs if leg.save is not None]
    saves += [PLAIN_SAVE for leg in trip.legs for _ in leg.cactus]
    lost, sure = 0.0, 1.0
    for target in saves:
        lost += toll(figure.die, target, figure.shaken)
        sure *= passes(figure.die, target)
    return lost, sure


# --- moves ---------------------------------------------------------------------------------------

CLOSER = 3.0
"""How much more whoever has a stick wants to be near the enemy."""
PROMISING = 10
"""How many moves are looked at closely, besides those that do more than lead somewhere."""
LEAVING = 1000.0
RIDES = 0.12
"""What an inch of the way is worth the less that one can ride."""
FAR = 12.0
ONWARD = 0.8
"""How much of another Move counts that could follow."""


def wants(mind: Mind, figure: Figure) -> list[Goal]:
    """Where a model would like to be, as the clock has it."""
    found = []
    for goal in goals(mind.west, figure):
        pull = mind.judgement.errand * goal.pull
        if goal.pull == ENEMY_PULL:
            pull = mind.advance * (CLOSER if figure.sticks else 1.0)
        found.append(Goal(goal.x, goal.y, goal.z, pull, goal.near))
    return found


def ventures(mind: Mind, figure: Figure, moves: list[ReadyMove]) -> Iterator[Venture]:
    """The promising ones of some moves, each weighed against staying where one is."""
    start = (figure.x, figure.y, figure.z)
    aims = [(goal, remaining(mind.land, goal, *start)) for goal in wants(mind, figure)]
    ride = RIDES * sum(goal.pull * min(FAR, far) for goal, far in aims)
    deliberate: list[tuple[float, float, ReadyMove]] = []
    rough: list[tuple[float, float, ReadyMove]] = []
    for move in moves:
        end = move.order.steps[-1][1:] if move.order.steps else start
        onward = value = 0.0
        for goal, far in aims:
            rest = remaining(mind.land, goal, *end)
            value += goal.pull * (far - rest)
            onward += goal.pull * min(rest, mind.table.allowance(figure) / 100)
        value += deeds(mind, figure, move, ride)
        special = move.order.charge or move.order.do
        (deliberate if special else rough).append((value, onward, move))
    rough.sort(key=lambda one: -one[0])
    busy, powder = mind.busy(figure), powder_about(mind)
    here = danger(mind, mind.table, figure, busy)
    parted = passes(figure.die) if mind.met(figure) else 1.0  # shadows.move.disengage
    for value, onward, move in deliberate + rough[:PROMISING]:
        seen = prospect(mind, figure, move, busy, powder)
        sure = seen.sure * (parted if move.order.steps else 1.0)
        gain = seen.gain + here + value
        yield Venture(
            move.order,
            move.key,
            gain=gain * sure if gain > 0 else gain,
            shot=seen.shot * sure,
            watch=seen.watch * sure,
            onward=ONWARD * onward * sure,
        )


def deeds(mind: Mind, figure: Figure, move: ReadyMove, ride: float) -> float:
    """What is done on the way."""
    west, point = mind.west, mind.judgement.point
    kind = move.key.removeprefix("move.")
    if kind == "exit":
        return LEAVING if _scores(mind, figure, move) else -LEAVING
    if kind == "loot":
        return 3 * point if west.scenario == "bank_job" else 0.0
    if kind == "seize":
        return 2 * point if west.scenario == "innocents" else -1.5
    if kind == "attack":
        return -5.0
    if kind == "unjam":
        working = [weapon for weapon in figure.weapons if not weapon.jammed]
        return 1.0 if working else 6.0
    if kind == "drag":
        return _dragged(mind, figure, move)
    if kind in ("mount", "leap", "ride"):
        return ride
    if kind == "dismount":
        return -ride
    if kind in ("own_horse", "call"):
        return ride / 3
    return 0.0


def _scores(mind: Mind, figure: Figure, move: ReadyMove) -> bool:
    """Whether leaving here brings points (shadows.loot.escape, shadows.scen.innocents)."""
    if mind.west.scenario == "bank_job":
        return figure.loot is not None
    if mind.west.scenario != "innocents" or held_folk(mind.table, figure) is None:
        return False
    x, y = move.order.steps[-1][1:3]
    x0, y0, x1, y1 = zone_of(mind.land.size, mind.west.gangs[mind.seat].zone)
    return x0 <= x <= x1 and y0 <= y <= y1


def _dragged(mind: Mind, figure: Figure, move: ReadyMove) -> float:
    """What it is worth to drag a Downed friend out of reach (shadows.damage.drag)."""
    friend = mind.table.figures[str(move.order.do[-1][2])]
    x, y, z = move.order.steps[-1][1:]
    there = structs.replace(friend, x=x, y=y, z=z)
    saved = finished(mind.table, friend) - finished(mind.table, there)
    return mind.worth(friend) * (saved + NURSED)


def best_venture(mind: Mind, figure: Figure, left: int) -> Venture:
    """The best move of a model, with so many actions left, this one included."""
    key = figure.id, tuple(mind.west.fired)
    found = mind.notes.ventures.get(key)
    if found is None:
        moves = mind.moves(figure) + lay_moves(mind, figure)
        found = mind.notes.ventures[key] = list(ventures(mind, figure, moves))
    return max(found, key=lambda one: one.value(mind.judgement, left))
