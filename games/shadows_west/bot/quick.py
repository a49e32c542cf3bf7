"""Quick answers for searches: shoot who can be seen, strike who is near, else go where it counts.

The gunhand weighs every ready-made move with what may follow it; here a model looks along the few
directions that bring it nearer to its errand. Everything is seen from the public table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import structs

from boomtown.core import PASS, Answer, Chance, Question
from shadows_west.bot.attacks import fight_value, hurt, worth
from shadows_west.bot.errands import CELL, Goal, distances, goals
from shadows_west.bot.gunhand import place_model
from shadows_west.content import card_key
from shadows_west.content.gangs import WEAPONS
from shadows_west.geometry.exact import SIXTEEN, ceil_sqrt
from shadows_west.measuring import sight, spacing
from shadows_west.moves.land import Land, walks
from shadows_west.moves.orders import MoveOrder, plain_order
from shadows_west.moves.paths import judge
from shadows_west.moves.ready import ready_moves
from shadows_west.moves.routes import to_figure
from shadows_west.moves.straight import farthest
from shadows_west.rules.activation import (
    DOUBLE,
    DROP,
    FIGHT,
    KEEP,
    LOOKOUT,
    MOVE,
    SHOOT,
    SINGLE,
    unspent,
)
from shadows_west.rules.events import ACCEPT
from shadows_west.rules.moving import MoveChoice
from shadows_west.rules.reactions import ONCE, SHARP
from shadows_west.rules.shots import ShotChoice
from shadows_west.rules.weapons import usable
from shadows_west.state import Figure, Kind, Table, Token, West
from shadows_west.terrain.ground import ground
from shadows_west.terrain.pieces import Ground

TRIED = 3
"""How many directions are tried, those first that seem to bring one nearest."""
FIGHT_NERVE = -0.5
"""A charge may cost so much more than it promises: who is charged shoots no more."""
Aim = tuple[Goal, Sequence[int]]
"""A goal, and the way to it from every square of the coarse map."""
DOUBTS = 3
CLOSE = 100
"""So near to all goals nobody looks for a way round."""
DETOURS: Final = frozenset(
    {
        "move.attack",
        "move.beside",
        "move.charge",
        "move.dismount",
        "move.drag",
        "move.drop",
        "move.exit",
        "move.horse",
        "move.jump",
        "move.leap",
        "move.loot",
        "move.mount",
        "move.own_horse",
        "move.ride",
        "move.seize",
    }
)
"""Ready-made moves that are no way out: they do something else, or end in a fall."""


def own(west: West, ask: Question) -> Figure:
    """The model that the question is about."""
    return west.table.figures[str(ask.args["who"])]


def reach(figure: Figure, fired: list[str]) -> int:
    """How far the weapons carry that a model may use now."""
    return max([WEAPONS[weapon.kind].long for weapon in usable(figure, fired)], default=0)


def sees_enemy(table: Table, figure: Figure, far: int) -> bool:
    """Whether there is an enemy to shoot at."""
    return any(
        spacing.within(figure, enemy, far) and sight.sees(table, figure, enemy)
        for enemy in table.enemies(figure.seat)
    )


def nearest(table: Table, figure: Figure) -> int:
    """The square of the distance to the nearest enemy."""
    x, y = figure.x, figure.y
    return min(
        [(one.x - x) ** 2 + (one.y - y) ** 2 for one in table.enemies(figure.seat)], default=10**12
    )


# --- cards and activations -----------------------------------------------------------------------


def play_card(west: West, ask: Question, chance: Chance) -> Answer:
    """An early card if an enemy is in range of somebody, else a late one."""
    cards = sorted([card for card in ask.choice.offers() if card != PASS], key=card_key)
    models = [model for model in unspent(west, ask.seat) if not model.downed]
    hot = any(nearest(west.table, model) <= reach(model, []) ** 2 for model in models)
    return cards[0] if hot else cards[-1]


def choose_mode(west: West, ask: Question, chance: Chance) -> Answer:
    """Those nearest to the enemy first; two at once where there are more models than cards."""
    models = unspent(west, ask.seat)
    fresh = [model for model in models if model.token is not Token.LOOKOUT] or models
    ranked = sorted(
        fresh, key=lambda one: (one.downed, one.loot is None, nearest(west.table, one), one.id)
    )
    if len(ranked) > 1 and len(ranked) > len(west.gangs[ask.seat].hand) + 1:
        return {DOUBLE: [ranked[0].id, ranked[1].id]}
    return {SINGLE: ranked[0].id}


def keep_lookout(west: West, ask: Question, chance: Chance) -> Answer:
    """It is dropped where somebody can be shot, or where nobody comes near."""
    figure = own(west, ask)
    far = reach(figure, [])
    if sees_enemy(west.table, figure, far):
        return DROP
    return KEEP if nearest(west.table, figure) < (far * 2 // 3) ** 2 else DROP


def declare(west: West, ask: Question, chance: Chance) -> Answer:
    """A fight or a shot, if there is one; otherwise a move, and at last a look round."""
    table, figure = west.table, own(west, ask)
    allowed = ask.choice.offers()
    if FIGHT in allowed:
        enemies = [one for one in spacing.engaged(table, figure) if one.kind is Kind.MODEL]
        if any(fight_value(table, figure, enemy) > FIGHT_NERVE for enemy in enemies):
            return FIGHT
        return MOVE if enemies else FIGHT
    errand = figure.loot is not None or figure.holds is not None
    far = reach(figure, west.fired)
    if SHOOT in allowed and sees_enemy(table, figure, far):
        return SHOOT
    last = int(str(ask.args["left"])) == 1
    if last and not errand and LOOKOUT in allowed and far:
        return LOOKOUT if nearest(table, figure) < (far * 2 // 3) ** 2 else MOVE
    return MOVE


# --- moves ---------------------------------------------------------------------------------------


def move(west: West, ask: Question, chance: Chance) -> Answer:
    """A charge that pays, an errand at hand, or the direction that brings one nearest."""
    choice = ask.choice
    assert isinstance(choice, MoveChoice)
    table, figure = west.table, choice.figure
    if not figure.downed:
        charge = best_charge(table, figure, choice.reaction_to)
        if charge is not None:
            return plain_order(charge)
        if choice.reaction_to is not None:
            return choice.default()
        errand = unjam(table, figure) or errand_at_hand(west, figure)
        if errand is not None:
            return plain_order(errand)
    return plain_order(nearer(west, figure, chance))


def best_charge(table: Table, figure: Figure, at: str | None) -> MoveOrder | None:
    """Into contact with the enemy that it pays most to fight."""
    if spacing.engaged(table, figure):
        return None
    best, most = None, FIGHT_NERVE
    for enemy in table.models():
        if enemy.seat == figure.seat or (at is not None and enemy.id != at):
            continue
        if spacing.within(figure, enemy, table.allowance(figure)):
            value = fight_value(table, figure, enemy, charging=True)
            if value > most:
                order = to_figure(table, figure, enemy, straight=True)
                if order is not None and judge(table, figure, order, reaction_to=at) is None:
                    best, most = order, value
    return best


def unjam(table: Table, figure: Figure) -> MoveOrder | None:
    """A weapon is cleared where no other one works."""
    if not figure.weapons or not all(weapon.jammed for weapon in figure.weapons):
        return None
    found = [one.order for one in ready_moves(table, figure) if one.key == "move.unjam"]
    return found[0] if found else None


def errand_at_hand(west: West, figure: Figure) -> MoveOrder | None:
    """Loot to pick up, a captive to take, the table's edge to leave by: if one Move is enough."""
    table = west.table
    if west.scenario == "bank_job":
        wanted = "exit" if figure.loot is not None else "loot"
        places = [(one.x, one.y) for one in table.markers.values() if one.kind == "loot"]
    elif west.scenario == "innocents":
        wanted = "exit" if figure.holds is not None else "seize"
        places = [(one.x, one.y) for one in table.present() if one.kind is Kind.FOLK]
    else:
        return None
    far = table.allowance(figure) + CELL
    if wanted == "exit":
        size = ground(table).size
        at_hand = min(figure.x, figure.y, size - figure.x, size - figure.y) <= far
    else:
        at_hand = any(abs(x - figure.x) <= far and abs(y - figure.y) <= far for x, y in places)
    if not at_hand:
        return None
    for one in ready_moves(table, figure):
        if one.key == f"move.{wanted}":
            return one.order
    return None


def nearer(west: West, figure: Figure, chance: Chance) -> MoveOrder:
    """The best of a few directions, by what is left of the way to all goals."""
    table = west.table
    land = ground(table)
    wanted = list(goals(west, figure))
    if not wanted:
        return MoveOrder()
    if wanted[-1].near and not sees_enemy(table, figure, reach(figure, [])):
        wanted[-1] = structs.replace(wanted[-1], near=0)  # to be near is no use behind a wall
    aims: list[Aim] = [(goal, distances(land, goal.x // CELL, goal.y // CELL)) for goal in wanted]
    here = urge(land, aims, figure.x, figure.y)
    allowance = table.allowance(figure)
    ways = sorted(
        [
            (
                urge(
                    land, aims, figure.x + vx * allowance // 1000, figure.y + vy * allowance // 1000
                ),
                k,
            )
            for k, (vx, vy) in enumerate(SIXTEEN)
        ]
    )
    walk = Land(table, figure)
    best, least = MoveOrder(), here
    for hoped, k in ways[:TRIED]:
        if hoped >= least:
            break
        spot = farthest(walk, *SIXTEEN[k])
        if spot is None:
            continue
        left = urge(land, aims, spot[0], spot[1])
        if left < least:
            order = MoveOrder(walks([spot]), face=walk.facing(spot[0], spot[1]))
            if judge(table, figure, order) is None:
                best, least = order, left
    if not best.steps and here > CLOSE:
        best = way_out(west, figure, aims, chance)
    return best


def way_out(west: West, figure: Figure, aims: list[Aim], chance: Chance) -> MoveOrder:
    """Where no straight way helps: a door, a ladder, a way round; any of the best few."""
    land = ground(west.table)
    found = [
        (urge(land, aims, *one.order.steps[-1][1:3]), number, one.order)
        for number, one in enumerate(ready_moves(west.table, figure))
        if one.key not in DETOURS and one.order.steps
    ]
    return chance.pick(sorted(found)[:DOUBTS])[2] if found else MoveOrder()


def urge(land: Ground, aims: list[Aim], x: int, y: int) -> float:
    """How far it is to all goals, each as much as it pulls."""
    side = land.size // CELL
    if not (0 <= x < land.size and 0 <= y < land.size):
        return float("inf")
    place = min(y // CELL, side - 1) * side + min(x // CELL, side - 1)
    total = 0.0
    for goal, field in aims:
        straight = ceil_sqrt((x - goal.x) ** 2 + (y - goal.y) ** 2)
        far = max(straight, field[place]) if straight > 2 * CELL else straight
        total += goal.pull * max(0, far - goal.near)
    return total


# --- attacks and reactions -----------------------------------------------------------------------


def shoot(west: West, ask: Question, chance: Chance) -> Answer:
    """The shot that takes most from the enemy."""
    choice, shooter = ask.choice, own(west, ask)
    assert isinstance(choice, ShotChoice)
    best, most = None, 0.0
    for name, listed in choice.found.items():
        for target in listed:
            if target.refusal is None:
                value = hurt(west.table, target, shooter)
                if value > most:
                    weapon, mode = name.split()
                    best, most = {"weapon": weapon, "target": target.id, "mode": mode}, value
    return choice.default() if best is None else best


def pick_defender(west: West, ask: Question, chance: Chance) -> Answer:
    """The one whom it pays most to strike."""
    figure, figures = own(west, ask), west.table.figures
    return max(ask.choice.offers(), key=lambda id: fight_value(west.table, figure, figures[id]))


def react(west: West, ask: Question, chance: Chance) -> Answer:
    """A shot at an enemy in sight; dynamite is shot in the hand."""
    trigger = west.table.figures[str(ask.args["who"])]
    best: Answer = {PASS: ONCE}
    if trigger.kind is not Kind.MODEL:
        return best
    most = 0.0
    for offer in ask.choice.offers():
        [(model, how)] = offer.items()
        if model == PASS or how not in (SHOOT, SHARP):
            continue
        value = worth(west.table.figures[model]) + (100.0 if how == SHARP else 0.0)
        if value > most:
            best, most = offer, value
    return best


Decide = Callable[[West, Question, Chance], Answer]
DECISIONS: Final[Mapping[str, Decide]] = MappingProxyType(
    {
        "shadows.gang.lists": lambda west, ask, chance: ask.choice.pick(chance),
        "shadows.setup.deploy": place_model,
        "shadows.cards.play": play_card,
        "shadows.act.turn": choose_mode,
        "shadows.lookout.carry": keep_lookout,
        "shadows.act.declare": declare,
        "shadows.event.hero": lambda west, ask, chance: ACCEPT,
        "shadows.move.distance": move,
        "shadows.shoot.sequence": shoot,
        "shadows.fight.defender": pick_defender,
        "shadows.react.declare_all": react,
    }
)
"""By question; everything else is answered as for an absent player."""


class QuickPolicy:
    """Answers for every seat, most of them in well under a millisecond."""

    def answer(self, state: West, ask: Question, chance: Chance) -> Answer:
        decide = DECISIONS.get(ask.key)
        return ask.choice.default() if decide is None else decide(state, ask, chance)
