"""What a position is worth, and which move leads to the best one.

Danger, charges and the moves of a model, in the points that a gang is built with. Everything is
seen from the public table.
"""

from __future__ import annotations

from collections.abc import Set

from msgspec import Struct, structs
from msgspec.msgpack import encode

from shadows_west.bot.attacks import (
    CAPTIVE_WORTH,
    LOOT_WORTH,
    best_shot,
    exchange,
    fight_value,
    firepower,
    worth,
)
from shadows_west.bot.chances import passes, toll
from shadows_west.bot.errands import goals, remaining
from shadows_west.bot.opinions import THREATS
from shadows_west.bot.thoughts import Prospect, Thoughts
from shadows_west.content import ELEVATED, STEP, TEST_DICE
from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring import sight, spacing
from shadows_west.moves.march import Trip
from shadows_west.moves.orders import MoveOrder
from shadows_west.moves.paths import outcome
from shadows_west.moves.ready import ReadyMove
from shadows_west.rules.damage import PLAIN_SAVE
from shadows_west.rules.victory import in_zone
from shadows_west.state import Figure, Kind, Table, Token, West
from shadows_west.terrain.ground import ground
from shadows_west.terrain.zones import zone_of

SECOND = 0.7
"""The share of a second action's worth that a plan counts on."""
LATER = 0.3
"""The share that is left of what can only be done in another turn."""

# --- danger --------------------------------------------------------------------------------------

CAUTION = 0.4
"""How much a danger counts that may not come: everybody has only so many shots."""
MOST_RISK = 1.5
LOOKOUT_SHARE = 1.6
"""Whoever is on Lookout is the more dangerous, as far as he sees."""
MELEE_RISK = 0.5
"""How often a shot into a fight finds the model it was not meant for."""
FINISH_RISK, FINISH_LATER = 0.8, 0.3
"""How often a Downed model is finished by somebody within one Move, or within two."""


def busy_enemies(table: Table, figure: Figure) -> Set[str]:
    """The enemies who are in a fight with somebody else."""
    return {
        enemy.id
        for enemy in table.enemies(figure.seat)
        if any(one.id != figure.id for one in spacing.engaged(table, enemy))
    }


def danger(table: Table, figure: Figure, busy: Set[str] | None = None) -> float:
    """What being here may cost before the next activation; ``busy`` is ``busy_enemies``."""
    if busy is None:
        busy = busy_enemies(table, figure)
    if figure.downed:
        return CAUTION * worth(figure) * finished(table, figure)
    fighting = {enemy.id for enemy in spacing.engaged(table, figure)}
    risk = 0.0
    for enemy in table.enemies(figure.seat):
        if enemy.id in fighting:
            risk += exchange(table, enemy, figure)[0]
        elif enemy.id not in busy:  # who is in a fight can neither shoot nor charge
            far = spacing.gap(enemy, figure)
            shot = _shot_at(table, enemy, figure, far)
            if fighting:
                risk += shot * MELEE_RISK
            else:
                risk += max(shot, _charged(table, enemy, figure, far))
    return CAUTION * worth(figure) * min(risk, MOST_RISK)


def finished(table: Table, figure: Figure) -> float:
    """How likely it is that an enemy comes to finish a Downed model."""
    risk = 0.0
    for enemy in table.enemies(figure.seat):
        far = spacing.gap(enemy, figure)
        if far <= table.allowance(enemy):
            risk += FINISH_RISK
        elif far <= 2 * table.allowance(enemy):
            risk += FINISH_LATER
    return min(risk, 1.0)


def _charged(table: Table, enemy: Figure, figure: Figure, far: int) -> float:
    """The share that a charge would take from a model."""
    if far > table.allowance(enemy) or abs(enemy.z - figure.z) >= STEP:
        return 0.0
    return exchange(table, enemy, figure, charging=True)[0]


def _shot_at(table: Table, enemy: Figure, figure: Figure, far: int) -> float:
    """The share that the best shot of an enemy would take from a model."""
    arms = [WEAPONS[weapon.kind] for weapon in enemy.weapons if not weapon.jammed]
    arms = [arm for arm in arms if far <= arm.long]
    if not arms or not sight.view_open(table, enemy, figure):
        return 0.0
    dice = TEST_DICE - bool(sight.cover(table, enemy, figure))
    dice += enemy.z - figure.z >= ELEVATED
    dice += not sight.in_front(figure, enemy.x, enemy.y)
    share = max(THREATS[arm.id](arm, dice, enemy, figure) for arm in arms)
    watching = enemy.token is Token.LOOKOUT and sight.in_front(enemy, figure.x, figure.y)
    return share * (LOOKOUT_SHARE if watching else 1.0)


# --- charges -------------------------------------------------------------------------------------

PINNED = 0.6
"""How much of its firepower a model loses that is charged; the charger loses as much of his."""


def charge_value(west: West, after: Table, figure: Figure, enemy: Figure, again: float) -> float:
    """What a charge is worth: the fight, perhaps a second one, and an enemy who cannot shoot.

    ``after`` is the table with the charger in contact; ``again`` says how much another fight
    counts.
    """
    if enemy.downed:
        return worth(enemy)
    value = fight_value(after, figure, enemy, charging=True)
    value += again * max(0.0, fight_value(after, figure, enemy))
    value += PINNED * (firepower(enemy) - firepower(figure))
    captive = after.figures.get(enemy.holds or "")
    if captive is not None and captive.kind is Kind.FOLK and west.scenario == "innocents":
        value += CAPTIVE_WORTH  # shadows.folk.freed
    return value


# --- moves ---------------------------------------------------------------------------------------

PROMISING = 10
"""How many moves are looked at closely, besides the charges."""
LEAVING = 1000.0
RASH = 2.5
"""How much more a loss counts that one brings upon oneself."""
ZONE_WORTH = 5.0
"""What a model is worth on the ground that is to be held."""


class Option(Struct):
    """A move, and what it is worth."""

    order: MoveOrder
    gain: float
    """What it is worth by itself."""
    follow: float = 0.0
    """What the next action is worth from there."""

    @property
    def value(self) -> float:
        """All in all."""
        return self.gain + self.follow


def weigh(
    known: Thoughts, west: West, figure: Figure, moves: list[ReadyMove], *, second: float
) -> Option:
    """The best of some moves, and what it is worth more than staying.

    ``second`` says how much of a shot or fight after the move counts.
    """
    land = ground(west.table)
    start = (figure.x, figure.y, figure.z)
    aims = [(goal, remaining(land, goal, *start)) for goal in goals(west, figure)]
    charges: list[tuple[float, int]] = []
    rough: list[tuple[float, int]] = []
    for index, move in enumerate(moves):
        end = move.order.steps[-1][1:] if move.order.steps else start
        value = sum(goal.pull * (far - remaining(land, goal, *end)) for goal, far in aims)
        value += _deeds(west, figure, move)
        (charges if move.order.charge else rough).append((value, index))
    rough.sort(key=lambda pair: (-pair[0], pair[1]))
    busy = busy_enemies(west.table, figure)
    here = danger(west.table, figure, busy)
    held = bool(spacing.engaged(west.table, figure))
    best = Option(MoveOrder(), float("-inf"))
    for value, index in charges + rough[:PROMISING]:
        option = _outlook(known, west, figure, moves[index].order, second, busy)
        option.gain += value + here
        if held and option.order.steps:  # shadows.move.disengage
            option.gain *= passes(figure.die)
            option.follow *= passes(figure.die)
        if option.value > best.value:
            best = option
    return best


def _deeds(west: West, figure: Figure, move: ReadyMove) -> float:
    """What is done on the way."""
    table = west.table
    kind = move.key.removeprefix("move.")
    if kind == "exit":
        carried = figure.loot if west.scenario == "bank_job" else None
        if west.scenario == "innocents" and figure.holds:
            size = ground(table).size
            x, y = move.order.steps[-1][1:3]
            x0, y0, x1, y1 = zone_of(size, west.gangs[figure.seat or 0].zone)
            carried = figure.holds if x0 <= x <= x1 and y0 <= y <= y1 else None
        return LEAVING if carried else -LEAVING
    if kind == "loot":
        return LOOT_WORTH if west.scenario == "bank_job" else 0.0
    if kind == "seize":
        return CAPTIVE_WORTH if west.scenario == "innocents" else -2.0
    if kind == "attack":
        return -5.0
    if kind == "unjam":
        working = [weapon for weapon in figure.weapons if not weapon.jammed]
        return 1.0 if working else 6.0
    if kind in ("drag", "beside", "horse", "dismount", "call"):
        return -3.0
    return 0.0


def outlook(known: Thoughts, west: West, figure: Figure, order: MoveOrder, second: float) -> Option:
    """What the end of a move is worth: danger, a charge or a shot, and ground that is held."""
    busy = busy_enemies(west.table, figure)
    return _outlook(known, west, figure, order, second, busy)


def _outlook(
    known: Thoughts, west: West, figure: Figure, order: MoveOrder, second: float, busy: Set[str]
) -> Option:
    key = (figure.id, tuple(west.fired), encode(order), second if order.charge else 0.0)
    found = known.prospects.get(key)
    if found is None:
        found = known.prospects[key] = _prospect(west, figure, order, second, busy)
    return Option(order, found.gain, second * found.follow)


def _prospect(
    west: West, figure: Figure, order: MoveOrder, second: float, busy: Set[str]
) -> Prospect:
    table = west.table
    trip = outcome(table, figure, order)
    x, y, z = trip.end
    there = structs.replace(
        figure, x=x, y=y, z=z, fx=trip.face[0], fy=trip.face[1], mounted=trip.mounted
    )
    after = structs.replace(table, figures={**table.figures, figure.id: there})
    gain = -danger(after, there, busy) - RASH * worth(figure) * _risks(trip, figure)
    if west.scenario == "hold":
        gain += ZONE_WORTH * (in_zone(west, there) - in_zone(west, figure))
    if order.charge:
        gain += charge_value(west, after, there, table.figures[order.charge[0]], second)
        return Prospect(gain, 0.0)
    shot = best_shot(after, there, west.fired, busy=busy).value
    return Prospect(gain, max(shot, next_charge(west, after, there)))


def next_charge(west: West, table: Table, figure: Figure) -> float:
    """What the best charge from here is worth, as far as that can be told from afar."""
    if figure.downed or spacing.engaged(table, figure):
        return 0.0
    best = 0.0
    for enemy in table.models():
        if enemy.seat == figure.seat or not _in_reach(table, figure, enemy):
            continue
        best = max(best, charge_value(west, table, figure, enemy, LATER))
    return best


def _in_reach(table: Table, figure: Figure, enemy: Figure) -> bool:
    return (
        spacing.within(figure, enemy, table.allowance(figure))
        and abs(figure.z - enemy.z) < STEP
        and sight.sees(table, figure, enemy)
    )


def _risks(trip: Trip, figure: Figure) -> float:
    """The share of its worth that a model loses on the way, by falls and cacti."""
    saves = [leg.save for leg in trip.legs if leg.save is not None]
    saves += [PLAIN_SAVE for leg in trip.legs for _ in leg.cactus]
    return sum(toll(figure.die, target, figure.shaken) for target in saves)
