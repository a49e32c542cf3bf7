"""A bot that knows its trade: it keeps to cover, shoots well, charges when it pays, and carries.

Every answer comes from what its seat can see. Values are points, as gangs are built with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from boomtown.core import PASS, Answer, Chance, Imagine, Question, View
from shadows_west.content import card_key
from shadows_west.paths import plain_order
from shadows_west.ready import ready_moves
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
from shadows_west.rules.reactions import MOVE as CHARGE
from shadows_west.rules.reactions import ONCE, SHARP
from shadows_west.rules.weapons import usable
from shadows_west.state import Figure, Kind, West
from shadows_west.tactics import (
    best_shot,
    best_throw,
    danger,
    fight_value,
    remaining,
    weigh,
    worth,
)
from shadows_west.tactics import goals as goals_of
from shadows_west.terrain import ground

WATCHING = 0.8
"""What a model on Lookout is worth more than one that does nothing."""
SECOND = 0.7
"""The share of a second action's worth that a plan counts on."""
GOOD_SHOT = 2.0
"""A shot worth so much is worth an early card, and a reaction."""
GOOD_THROW = 5.0
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
    """What each kind of action would be worth to a model now."""
    table = west.table
    if figure.downed:
        return {MOVE: 0.2, STOP: 0.0}
    found = {STOP: 0.0, LOOKOUT: WATCHING if usable(figure, []) else 0.1}
    enemies = opponents(table, figure)
    if enemies:
        found[FIGHT] = max(fight_value(table, figure, enemy) for enemy in enemies)
    here = danger(table, figure)
    shot = best_shot(table, figure, west.fired).value
    if shot:
        found[SHOOT] = shot
    throw = best_throw(table, figure).value
    if throw > GOOD_THROW:
        found[THROW] = throw
    option = weigh(west, figure, ready_moves(table, figure), shots=SECOND if left > 1 else 0.3)
    stay = SECOND * shot if left > 1 else 0.3 * shot
    found[MOVE] = option.value + here - stay
    return found


def best_plan(west: West, figure: Figure, left: int) -> float:
    """What the best action is worth."""
    return max(plans(west, figure, left).values())


def own(west: West, ask: Question) -> Figure:
    """The model that the question is about."""
    return west.table.figures[str(ask.args["who"])]


# --- cards and activations -----------------------------------------------------------------------


def play_card(west: West, ask: Question, chance: Chance) -> Answer:
    """A good shot or a threatened model wants an early card; otherwise the last one will do."""
    cards = sorted((card for card in ask.choice.offers() if card != PASS), key=card_key)
    models = unspent(west, ask.seat)
    shots = [best_shot(west.table, model, []).value for model in models]
    return cards[0] if max(shots, default=0.0) > GOOD_SHOT else cards[-1]


def promise(west: West, figure: Figure) -> tuple[float, float]:
    """At a glance, what a model could do at once, and how much it has to do elsewhere."""
    table = west.table
    if figure.downed:
        return 0.0, 0.0
    attacks = [best_shot(table, figure, []).value, best_throw(table, figure).value]
    attacks += [fight_value(table, figure, enemy) for enemy in opponents(table, figure)]
    land = ground(table)
    urges = [
        goal.pull * min(INCHES, remaining(land, goal, figure.x, figure.y))
        for goal in goals_of(west, figure)
    ]
    return max(attacks), max(urges, default=0.0)


def choose_mode(west: West, ask: Question, chance: Chance) -> Answer:
    """Two models that can both attack, or more models than cards: one action each."""
    models = unspent(west, ask.seat)
    fresh = [model for model in models if model.token != LOOKOUT] or models
    seen = {model.id: promise(west, model) for model in fresh}
    ranked = sorted(fresh, key=lambda model: (-sum(seen[model.id]), model.id))
    first = ranked[0].id
    if len(ranked) > 1:
        second = ranked[1].id
        both_attack = seen[first][0] > GOOD_SHOT and seen[second][0] > GOOD_SHOT
        if both_attack or len(ranked) > len(west.gangs[ask.seat].hand) + 1:
            return {DOUBLE: [first, second]}
    return {SINGLE: first}


def keep_lookout(west: West, ask: Question, chance: Chance) -> Answer:
    return DROP if best_plan(west, own(west, ask), 2) > 2 * WATCHING else KEEP


def declare(west: West, ask: Question, chance: Chance) -> Answer:
    """The kind of action that is worth most, of those that are allowed."""
    left = int(str(ask.args["left"]))
    found = plans(west, own(west, ask), left)
    allowed = set(ask.choice.offers())
    return max((kind for kind in found if kind in allowed), key=lambda kind: found[kind])


# --- actions -------------------------------------------------------------------------------------


def move(west: West, ask: Question, chance: Chance) -> Answer:
    """The best of the ready-made moves."""
    figure = own(west, ask)
    reaction = getattr(ask.choice, "reaction_to", None)
    found = ready_moves(west.table, figure, reaction)
    option = weigh(west, figure, found, shots=SECOND)
    return plain_order(option.order)


def shoot(west: West, ask: Question, chance: Chance) -> Answer:
    """The best of the shots on offer; none, if all of them do more harm than good."""
    figure = own(west, ask)
    offers = list(ask.choice.offers())
    shot = best_shot(west.table, figure, west.fired)
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
    """A model on a ledge is shoved over it; anybody else is struck."""
    loser = west.table.figures[str(ask.args["other"])]
    return SHOVE if loser.z > 200 and not loser.mounted else STRIKE


# --- reactions -----------------------------------------------------------------------------------


def react(west: West, ask: Question, chance: Chance) -> Answer:
    """Shoots what is worth it, first of all whoever is about to throw dynamite."""
    trigger = west.table.figures[str(ask.args["who"])]
    best: tuple[float, Answer] = (GOOD_SHOT / 2, {PASS: ONCE})
    for offer in ask.choice.offers():
        [(model, how)] = offer.items()
        if model == PASS or how == CHARGE or trigger.kind is not Kind.MODEL:
            continue
        if how == SHARP:
            value = worth(trigger)
        else:
            figure = west.table.figures[model]
            value = best_shot(west.table, figure, [], at=trigger.id).value
        if value > best[0]:
            best = (value, offer)
    return best[1]


# --- the set-up ----------------------------------------------------------------------------------


def choose_gang(west: West, ask: Question, chance: Chance) -> Answer:
    return chance.pick(list(ask.choice.offers()))


def place_model(west: West, ask: Question, chance: Chance) -> Answer:
    """In cover if there is any, and on the way to where the fight will be."""
    land = ground(west.table)
    spots = [offer for offer in ask.choice.offers() if "model" in offer]
    if not spots:
        return ask.choice.default()
    chance.shuffle(spots)
    figure = west.table.figures[spots[0]["model"]]
    spots = [spot for spot in spots if spot["model"] == figure.id]

    def value(spot: dict[str, Answer]) -> float:
        x, y, z = (int(number) for number in spot["at"])
        aims = [goal for goal in goals_of(west, figure) if goal.pull > 1]
        if not aims:
            return z / 100
        return z / 100 - min(remaining(land, goal, x, y) for goal in aims)

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
