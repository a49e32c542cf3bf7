"""The deputy: plays the scenario and the clock, and uses everything that lies or stands about.

It weighs both actions of an activation together, knows what Lookout brings and what it costs to act
in sight of one, shoots kegs and sticks, throws and lays dynamite, drags, rides and hides behind
captives. Every answer comes from what its seat can see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from boomtown.core import PASS, Answer, Chance, Imagine, Question, View
from shadows_west.bot.aims import best_shot, look_round, shot_here, value_of
from shadows_west.bot.gunhand import choose_gang, place_model, strike_or_shove
from shadows_west.bot.powder import best_throw
from shadows_west.bot.stakes import STEADY, Judgement, Mind
from shadows_west.bot.ventures import (
    best_venture,
    fight_value,
    next_charge,
    ventures,
    watched,
)
from shadows_west.content import card_key
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.measuring.spacing import engaged
from shadows_west.moves.orders import plain_order
from shadows_west.rules.activation import (
    DOUBLE,
    DROP,
    FIGHT,
    KEEP,
    LOOKOUT,
    MOVE,
    PASSED,
    SHOOT,
    SINGLE,
    STOP,
    THROW,
    unspent,
)
from shadows_west.rules.events import ACCEPT, DECLINE
from shadows_west.rules.fighting import opponents
from shadows_west.rules.moving import GO, STAY, MoveChoice
from shadows_west.rules.reactions import ONCE, SHARP
from shadows_west.rules.shots import ShotChoice
from shadows_west.rules.weapons import usable, weapon_of
from shadows_west.shooting.targets import targets
from shadows_west.state import Figure, Kind, Token, West

GOOD_SHOT = 2.0
"""An attack worth so much is worth an early card."""
READY = 0.3
"""What Lookout is worth where nobody is in sight yet."""
STICK_WORTH = 2.0
"""What a throw must be worth more than a shot: the stick is gone."""
CROWDED, EVEN = 0.8, 1.3
"""How much better two models with one action each must do than one with two: where there are more
models than cards, and where there are not."""
IDLE = 0.2
"""What is worth less is not worth an activation."""

# --- plans ---------------------------------------------------------------------------------------


def plans(mind: Mind, figure: Figure, left: int) -> dict[str, float]:
    """What each kind of action would be worth to a model now, with what may follow it."""
    west, weights = mind.west, mind.judgement
    if figure.downed:
        return {MOVE: 0.2, STOP: 0.0}
    venture = best_venture(mind, figure, left)
    shot = shot_here(mind, figure, west.fired).value
    found = {STOP: 0.0, MOVE: venture.value(weights, left)}
    enemies = [one for one in opponents(mind.table, figure) if one.kind is Kind.MODEL]
    watching = 0.0
    if enemies:
        found[FIGHT] = max(fight_value(mind, mind.table, figure, enemy) for enemy in enemies)
        found[FIGHT] += weights.nerve
        if left > 1:
            found[FIGHT] += weights.second * max(0.0, found[FIGHT])
    else:
        watching = found[LOOKOUT] = lookout_value(mind, figure)
    if left == 1:
        found[MOVE] -= weights.later * max(shot_here(mind, figure, []).value, watching)
        follow = 0.0
    else:
        follow = max(watching, weights.second * max(0.0, venture.gain))
    if shot > 0:
        found[SHOOT] = shot + follow
    throw = best_throw(mind, figure)[0]
    if throw > STICK_WORTH:
        found[THROW] = throw - STICK_WORTH + follow
    cost = watched(mind, figure)
    return {kind: value - cost * (kind != STOP) for kind, value in found.items()}


def lookout_value(mind: Mind, figure: Figure) -> float:
    """What it is worth to be on Lookout where a model stands."""
    if not usable(figure, []):
        return READY / 3
    _, hoped = look_round(mind, mind.table, figure, [], mind.busy(figure), {})
    return READY + mind.judgement.watch * hoped


def own(west: West, ask: Question) -> Figure:
    """The model that the question is about."""
    return west.table.figures[str(ask.args["who"])]


# --- cards and activations -----------------------------------------------------------------------


def play_card(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """A good attack wants an early card; otherwise the last one will do."""
    cards = sorted((card for card in ask.choice.offers() if card != PASS), key=card_key)
    models = unspent(mind.west, ask.seat)
    good = any(best_attack(mind, model) > GOOD_SHOT for model in models)
    return cards[0] if good else cards[-1]


def best_attack(mind: Mind, figure: Figure) -> float:
    """What a model could do to the enemy at once, at a glance."""
    if figure.downed:
        return 0.0
    table = mind.table
    attacks = [shot_here(mind, figure, []).value, best_throw(mind, figure)[0]]
    attacks += [fight_value(mind, table, figure, enemy) for enemy in opponents(table, figure)]
    return max(*attacks, next_charge(mind, table, figure))


def choose_mode(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """Whoever gains most by acting now: one with two actions, or two with one each."""
    models = unspent(mind.west, ask.seat)
    kept = {
        one.id: lookout_value(mind, one) if one.token is Token.LOOKOUT else 0.0 for one in models
    }
    both = {one.id: max(plans(mind, one, 2).values()) - kept[one.id] for one in models}
    single = {one.id: max(plans(mind, one, 1).values()) - kept[one.id] for one in models}
    first = max(both, key=lambda id: both[id])
    cards = len(mind.west.gangs[ask.seat].hand) + 1
    if len(models) > 1:
        one, other = sorted(single, key=lambda id: -single[id])[:2]
        wanted = sum(value > IDLE for value in single.values())
        enough = CROWDED if wanted > cards else EVEN
        if single[other] > IDLE and single[one] + single[other] > enough * both[first]:
            return {DOUBLE: [one, other]}
    if both[first] <= 0 and {PASSED: PASSED} in ask.choice.offers():
        return {PASSED: PASSED}
    return {SINGLE: first}


def keep_lookout(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """It is dropped for something better; going on Lookout again afterwards counts."""
    figure = own(mind.west, ask)
    left = 2 if len(mind.west.acting) == 1 else 1
    found = max(plans(mind, figure, left).values())
    return DROP if found > lookout_value(mind, figure) + IDLE else KEEP


def declare(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """The kind of action that is worth most, of those that are allowed."""
    found = plans(mind, own(mind.west, ask), int(str(ask.args["left"])))
    allowed = set(ask.choice.offers())
    return max((kind for kind in found if kind in allowed), key=lambda kind: found[kind])


def hero(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """Two actions for nothing, unless the model does better on Lookout."""
    figure = own(mind.west, ask)
    kept = lookout_value(mind, figure) if figure.token is Token.LOOKOUT else 0.0
    return ACCEPT if max(plans(mind, figure, 2).values()) > kept else DECLINE


# --- actions -------------------------------------------------------------------------------------


def move(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """The best of the moves; in a reaction first of all a charge."""
    choice = ask.choice
    assert isinstance(choice, MoveChoice)
    figure, reaction = own(mind.west, ask), choice.reaction_to
    if reaction is None:
        left = 2 if len(mind.west.acting) == 1 and not mind.west.fired else 1
        return plain_order(best_venture(mind, figure, left).order)
    moves = mind.moves(figure, reaction)
    charges = [one for one in moves if one.order.charge] or moves
    best = max(ventures(mind, figure, charges), key=lambda one: one.value(mind.judgement, 1))
    return plain_order(best.order)


def shoot(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """The best of the shots on offer; none, if all of them do more harm than good."""
    choice, shooter = ask.choice, own(mind.west, ask)
    assert isinstance(choice, ShotChoice)
    best: Answer = choice.default()
    most = 0.0
    for name in choice.found:
        id, mode = name.split()
        arm = weapon_of(shooter, id).kind
        kind = fired_as(WEAPONS[arm], mode)
        for target in targets(mind.table, shooter, arm, way=mode):
            value = value_of(mind, mind.table, shooter, target, mode, kind)
            if value > most:
                answer = {"weapon": id, "target": target.id, "mode": mode}
                if choice.refusal(answer) is None:
                    best, most = answer, value
    return best


def throw(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """Where it does most harm."""
    answer = best_throw(mind, own(mind.west, ask))[1]
    return ask.choice.default() if answer is None else answer


def pick_defender(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """The one whom it pays most to strike."""
    figure, figures = own(mind.west, ask), mind.table.figures
    return max(
        ask.choice.offers(), key=lambda id: fight_value(mind, mind.table, figure, figures[id])
    )


def risk_blows(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """Whoever has something to carry off gets away whatever it costs."""
    figure = own(mind.west, ask)
    return GO if figure.loot is not None or figure.holds is not None else STAY


def swap_weapon(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """The cheapest weapon for a better one."""
    found = WEAPONS[str(ask.args["found"])].points
    figure = own(mind.west, ask)
    worst = min(figure.weapons, key=lambda weapon: WEAPONS[weapon.kind].points)
    return worst.id if WEAPONS[worst.kind].points < found else DECLINE


# --- reactions -----------------------------------------------------------------------------------


def react(mind: Mind, ask: Question, chance: Chance) -> Answer:
    """The reaction that is worth most, if it is worth what it costs."""
    table = mind.table
    trigger = table.figures[str(ask.args["who"])]
    best: tuple[float, Answer] = (0.0, {PASS: ONCE})
    if trigger.kind is not Kind.MODEL:
        return best[1]
    for offer in ask.choice.offers():
        [(model, how)] = offer.items()
        if model == PASS:
            continue
        figure = table.figures[model]
        if how == SHARP:
            value = sharp_value(mind, figure, trigger)
        elif how == MOVE:
            value = counter_charge(mind, figure, trigger, str(ask.args["kind"]))
        elif how == THROW:
            value = best_throw(mind, figure)[0] - STICK_WORTH
        else:
            value = best_shot(mind, table, figure, [], at=trigger.id).value
        value -= mind.judgement.react
        if value > best[0]:
            best = (value, offer)
    return best[1]


def sharp_value(mind: Mind, figure: Figure, thrower: Figure) -> float:
    """What it is worth to shoot the stick in a hand: whoever is there is hit, and nobody here."""
    shot = best_shot(mind, mind.table, figure, [], at=thrower.id).value
    return max(2 * shot, mind.worth(thrower) * 0.5)


def counter_charge(mind: Mind, figure: Figure, trigger: Figure, declared: str) -> float:
    """What it is worth to charge a model that has declared an action: it may lose its shot."""
    if engaged(mind.table, figure):
        return 0.0
    moves = [one for one in mind.moves(figure, trigger.id) if one.order.charge]
    if not moves:
        return 0.0
    value = max(one.gain for one in ventures(mind, figure, moves))
    if declared in (SHOOT, THROW):
        value += mind.caution * mind.worth(figure) / 2
    return value


Decide = Callable[[Mind, Question, Chance], Answer]
DECISIONS: Final[Mapping[str, Decide]] = MappingProxyType(
    {
        "shadows.gang.lists": lambda mind, ask, chance: choose_gang(mind.west, ask, chance),
        "shadows.setup.deploy": lambda mind, ask, chance: place_model(mind.west, ask, chance),
        "shadows.cards.play": play_card,
        "shadows.act.turn": choose_mode,
        "shadows.lookout.carry": keep_lookout,
        "shadows.act.declare": declare,
        "shadows.event.hero": hero,
        "shadows.event.lucky": swap_weapon,
        "shadows.move.distance": move,
        "shadows.move.disengage_fail": risk_blows,
        "shadows.shoot.sequence": shoot,
        "shadows.tnt.throw": throw,
        "shadows.fight.defender": pick_defender,
        "shadows.fight.shove": lambda mind, ask, chance: strike_or_shove(mind.west, ask, chance),
        "shadows.react.declare_all": react,
    }
)
"""By the rule of the question; everything else is answered as for an absent player."""


class DeputyBot:
    """Plays the scenario, one activation at a time."""

    def __init__(self, chance: Chance, judgement: Judgement = STEADY) -> None:
        self.chance = chance
        self.judgement = judgement

    def answer(self, view: View[West], ask: Question, imagine: Imagine) -> Answer:
        decide = DECISIONS.get(ask.rule)
        if decide is None:
            return ask.choice.default()
        return decide(Mind(view.state, ask.seat, self.judgement), ask, self.chance)
