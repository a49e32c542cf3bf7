"""A bot that knows its trade: it keeps to cover, shoots well, charges when it pays, and carries.

Every answer comes from what its seat can see. Values are points, as gangs are built with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from boomtown.core import PASS, Answer, Chance, Imagine, Question, View
from shadows_west.bot.attacks import best_throw, fight_value, firepower, worth
from shadows_west.bot.errands import ENEMY_PULL, remaining
from shadows_west.bot.errands import goals as goals_of
from shadows_west.bot.tactics import LATER, SECOND, danger, next_charge, outlook, weigh
from shadows_west.bot.thoughts import Thoughts, moves_of, shot_of, thoughts
from shadows_west.content import card_key
from shadows_west.measuring.spacing import engaged, gap
from shadows_west.moves.forced import fall_save, push
from shadows_west.moves.orders import plain_order
from shadows_west.moves.routes import to_figure
from shadows_west.rules.activation import (
    DOUBLE,
    DROP,
    FIGHT,
    KEEP,
    LOOKOUT,
    MOVE,
    SHOOT,
    SINGLE,
    STOP,
    THROW,
    unspent,
)
from shadows_west.rules.events import ACCEPT
from shadows_west.rules.fighting import SHOVE, STRIKE, opponents
from shadows_west.rules.reactions import ONCE, SHARP
from shadows_west.rules.weapons import usable
from shadows_west.state import Figure, Kind, Token, West
from shadows_west.terrain.ground import ground

WATCHING = 0.8
"""What a model on Lookout is worth more than one that does nothing."""
NERVE = 0.5
"""Of two equals in a fight, the one who strikes first has at least done something."""
GOOD_SHOT = 2.0
"""An attack worth so much is worth an early card."""
FAIR_SHOT = 1.0
"""An attack worth so much is worth a reaction."""
GOOD_THROW = 3.0
HIGH = 2
"""How many inches of the way a model gives for one of height where it begins."""
INCHES = 4
"""How far a Move takes a model, about."""


class GunhandBot:
    """Plays the scenario, one decision at a time."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[West], ask: Question, imagine: Imagine) -> Answer:
        decide = DECISIONS.get(ask.rule)
        if decide is None:
            return ask.choice.default()
        return decide(view.state, ask, self.chance)


# --- plans ---------------------------------------------------------------------------------------


def plans(west: West, figure: Figure, left: int) -> dict[str, float]:
    """What each kind of action would be worth to a model now, with what may follow it."""
    table, known = west.table, thoughts(west)
    if figure.downed:
        return {MOVE: 0.2, STOP: 0.0}
    second = SECOND if left > 1 else LATER
    option = weigh(known, west, figure, moves_of(known, west, figure), second=second)
    then_move = SECOND * max(0.0, option.gain) if left > 1 else 0.0
    shot = shot_of(known, west, figure, west.fired).value
    found = {STOP: 0.0, MOVE: option.value if left > 1 else option.value - second * shot}
    enemies = [one for one in opponents(table, figure) if one.kind is Kind.MODEL]
    if enemies:
        found[FIGHT] = NERVE + max(fight_value(table, figure, enemy) for enemy in enemies)
    else:
        found[LOOKOUT] = WATCHING if usable(figure, []) else 0.1
    if shot:
        found[SHOOT] = shot + then_move
    throw = best_throw(table, figure).value
    if throw > GOOD_THROW:
        found[THROW] = throw + then_move
    return found


def own(west: West, ask: Question) -> Figure:
    """The model that the question is about."""
    return west.table.figures[str(ask.args["who"])]


# --- cards and activations -----------------------------------------------------------------------


def play_card(west: West, ask: Question, chance: Chance) -> Answer:
    """A good attack wants an early card; otherwise the last one will do."""
    cards = sorted((card for card in ask.choice.offers() if card != PASS), key=card_key)
    known = thoughts(west)
    good = any(best_attack(known, west, model) > GOOD_SHOT for model in unspent(west, ask.seat))
    return cards[0] if good else cards[-1]


def best_attack(known: Thoughts, west: West, figure: Figure) -> float:
    """What a model could do to the enemy at once, at a glance."""
    table = west.table
    if figure.downed:
        return 0.0
    attacks = [shot_of(known, west, figure, []).value, best_throw(table, figure).value]
    attacks += [fight_value(table, figure, enemy) for enemy in opponents(table, figure)]
    return max(*attacks, next_charge(west, table, figure))


def promise(known: Thoughts, west: West, figure: Figure) -> tuple[float, float]:
    """At a glance, what a model could do at once, and how much it has to do elsewhere."""
    if figure.downed:
        return 0.0, 0.0
    land = ground(west.table)
    urges = [
        goal.pull * min(INCHES, remaining(land, goal, figure.x, figure.y, figure.z))
        for goal in goals_of(west, figure)
    ]
    return best_attack(known, west, figure), max(urges, default=0.0)


def choose_mode(west: West, ask: Question, chance: Chance) -> Answer:
    """Two models that can both attack, or more models than cards: one action each."""
    models = unspent(west, ask.seat)
    fresh = [model for model in models if model.token is not Token.LOOKOUT] or models
    known = thoughts(west)
    seen = {model.id: promise(known, west, model) for model in fresh}
    ranked = sorted(fresh, key=lambda model: (-sum(seen[model.id]), model.id))
    first = ranked[0].id
    if len(ranked) > 1:
        second = ranked[1].id
        both_attack = seen[first][0] > GOOD_SHOT and seen[second][0] > GOOD_SHOT
        if both_attack or len(ranked) > len(west.gangs[ask.seat].hand) + 1:
            return {DOUBLE: [first, second]}
    return {SINGLE: first}


def keep_lookout(west: West, ask: Question, chance: Chance) -> Answer:
    """It is dropped for something clearly better."""
    found = plans(west, own(west, ask), 2)
    return DROP if max(found.values()) > 2 * WATCHING else KEEP


def declare(west: West, ask: Question, chance: Chance) -> Answer:
    """The kind of action that is worth most, of those that are allowed."""
    left = int(str(ask.args["left"]))
    found = plans(west, own(west, ask), left)
    allowed = set(ask.choice.offers())
    return max((kind for kind in found if kind in allowed), key=lambda kind: found[kind])


# --- actions -------------------------------------------------------------------------------------


def move(west: West, ask: Question, chance: Chance) -> Answer:
    """The best of the ready-made moves; in a reaction first of all a charge."""
    figure = own(west, ask)
    reaction = getattr(ask.choice, "reaction_to", None)
    known = thoughts(west)
    found = moves_of(known, west, figure, reaction)
    if reaction is not None:
        found = [one for one in found if one.order.charge] or found
    second = SECOND if len(west.acting) == 1 and reaction is None else LATER
    return plain_order(weigh(known, west, figure, found, second=second).order)


def shoot(west: West, ask: Question, chance: Chance) -> Answer:
    """The best of the shots on offer; none, if all of them do more harm than good."""
    figure = own(west, ask)
    offers = list(ask.choice.offers())
    shot = shot_of(thoughts(west), west, figure, west.fired)
    if shot.value and shot.answer in offers:
        return shot.answer
    return ask.choice.default()


def throw(west: West, ask: Question, chance: Chance) -> Answer:
    best = best_throw(west.table, own(west, ask))
    return (
        best.target if best.value and best.target in ask.choice.offers() else ask.choice.default()
    )


def pick_defender(west: West, ask: Question, chance: Chance) -> Answer:
    figure = own(west, ask)
    figures = west.table.figures
    return max(ask.choice.offers(), key=lambda id: fight_value(west.table, figure, figures[id]))


def strike_or_shove(west: West, ask: Question, chance: Chance) -> Answer:
    """Over an edge with the loser, if the fall is worse than a blow."""
    figures = west.table.figures
    winner, loser = own(west, ask), figures[str(ask.args["other"])]
    dx, dy = loser.x - winner.x, loser.y - winner.y
    fall = push(west.table, loser, dx, dy, int(str(ask.args["push"]))).fall
    worse = (fall_save(fall) or 0) > int(str(ask.args["target"]))
    return SHOVE if worse else STRIKE


# --- reactions -----------------------------------------------------------------------------------


def react(west: West, ask: Question, chance: Chance) -> Answer:
    """Shoots or charges where that is worth it, first of all whoever is about to throw dynamite."""
    trigger = west.table.figures[str(ask.args["who"])]
    best: tuple[float, Answer] = (FAIR_SHOT, {PASS: ONCE})
    if trigger.kind is not Kind.MODEL:
        return best[1]
    known = thoughts(west)
    for offer in ask.choice.offers():
        [(model, how)] = offer.items()
        if model == PASS:
            continue
        figure = west.table.figures[model]
        if how == SHARP:
            value = worth(trigger)
        elif how == MOVE:
            value = counter_charge(known, west, figure, trigger, str(ask.args["kind"]))
        else:
            value = shot_of(known, west, figure, [], at=trigger.id).value
        if value > best[0]:
            best = (value, offer)
    return best[1]


def counter_charge(
    known: Thoughts, west: West, figure: Figure, trigger: Figure, declared: str
) -> float:
    """What it is worth to charge a model that has declared an action: it may lose its shot."""
    table = west.table
    if gap(figure, trigger) > table.allowance(figure) or engaged(table, figure):
        return 0.0
    order = to_figure(table, figure, trigger, straight=True)
    if order is None:
        return 0.0
    spoilt = firepower(trigger) if declared in (SHOOT, THROW) else 0.0
    return danger(table, figure) + outlook(known, west, figure, order, LATER).value + spoilt


# --- the set-up ----------------------------------------------------------------------------------


def choose_gang(west: West, ask: Question, chance: Chance) -> Answer:
    return chance.pick(list(ask.choice.offers()))


def place_model(west: West, ask: Question, chance: Chance) -> Answer:
    """High up, and on the way to where the fight will be."""
    land = ground(west.table)
    spots = [offer for offer in ask.choice.offers() if "model" in offer]
    if not spots:
        return ask.choice.default()
    chance.shuffle(spots)
    figure = west.table.figures[spots[0]["model"]]
    spots = [spot for spot in spots if spot["model"] == figure.id]
    aims = [goal for goal in goals_of(west, figure) if goal.pull > ENEMY_PULL]

    def value(spot: dict[str, Answer]) -> float:
        x, y, z = (int(number) for number in spot["at"])
        ways = [remaining(land, goal, x, y, z) for goal in aims]
        return HIGH * z / 100 - min(ways, default=0.0)

    return max(spots, key=value)


DECISIONS: Final[Mapping[str, Callable[[West, Question, Chance], Answer]]] = MappingProxyType(
    {
        "shadows.gang.lists": choose_gang,
        "shadows.setup.deploy": place_model,
        "shadows.cards.play": play_card,
        "shadows.act.turn": choose_mode,
        "shadows.lookout.carry": keep_lookout,
        "shadows.act.declare": declare,
        "shadows.event.hero": lambda west, ask, chance: ACCEPT,
        "shadows.move.distance": move,
        "shadows.shoot.sequence": shoot,
        "shadows.tnt.throw": throw,
        "shadows.fight.defender": pick_defender,
        "shadows.fight.shove": strike_or_shove,
        "shadows.react.declare_all": react,
    }
)
"""By the rule of the question; everything else is answered as for an absent player."""
