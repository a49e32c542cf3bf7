"""A bot that plays its role: it suspects, weighs its dice and waits for its moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from math import inf

from bang_dice.bot.aiming import aim, hits_of, pour
from bang_dice.bot.opinions import OPINIONS, Decide, choose_arrow, opinion_of
from bang_dice.bot.outlook import Outlook
from bang_dice.bot.secret_powers import ROLE_OPINIONS, use_power
from bang_dice.bot.suspicion import Stance
from bang_dice.content import BASE_FACES, SALOON_FACES, Face
from bang_dice.rules.moments import thrower
from bang_dice.rules.throws import faces_of
from bang_dice.rules.tokens import count_symbols
from bang_dice.rules.turn import NONE
from bang_dice.state import Town
from boomtown.core import (
    Answer,
    Chance,
    Combination,
    Imagine,
    OneOf,
    Question,
    Seat,
    Several,
    View,
)

# What a face that the Ghost fixes costs its holder, in life points.
CURSE = {
    Face.ARROW: 0.6,
    Face.DYNAMITE: 0.5,
    Face.ONE: -0.3,
    Face.TWO: -0.3,
    Face.BEER: -0.5,
    Face.GATLING: -0.4,
}


class SharpBot:
    """Answers from what its seat can see, by what everything is worth to it."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Town], ask: Question, imagine: Imagine) -> Answer:
        return decided(DECISIONS, Stance, view, ask)


def decided(
    decisions: Mapping[str, Decide],
    stance: Callable[[Town, Seat], Stance],
    view: View[Town],
    ask: Question,
) -> Answer:
    """What is decided at a question by somebody who weighs things so."""
    decide = decisions.get(ask.key)
    if decide is None or (isinstance(ask.choice, OneOf) and len(ask.choice.offers()) == 1):
        return ask.choice.default()
    return decide(stance(view.state, ask.seat), ask)


# --- the turn --------------------------------------------------------------------------------


def choose_character(stance: Stance, ask: Question) -> Answer:
    """The first one that is still free (bang.setup.choose)."""
    return ask.choice.offers()[0]


def choose_saloon_die(stance: Stance, ask: Question) -> Answer:
    """The die that promises most instead of a base die (bang.saloon.choose)."""
    town = stance.town
    outlook = Outlook(stance)
    dice = [BASE_FACES] * 4
    value = {NONE: outlook.hoped([], [*dice, BASE_FACES], town.throws_left)}
    adds_to_the_others = thrower(town).sixth_die  # bang.jose.six, bang.tequila.six
    for die, faces in SALOON_FACES.items():
        sixth = [BASE_FACES] * (die is adds_to_the_others)
        value[die] = outlook.hoped([], [*dice, *sixth, faces], town.throws_left)
    return max(value, key=lambda die: value[die])


def reroll(stance: Stance, ask: Question) -> Answer:
    """The dice whose rerolling promises most; none of them is stopping (bang.roll.reroll)."""
    town = stance.town
    if town.ghost_turn:
        return reroll_curse(stance)
    outlook = Outlook(stance)
    assert isinstance(ask.choice, Several)
    free = [int(die) - 1 for die in ask.choice.of if die not in ask.choice.refused]
    best = -inf
    choice: tuple[int, ...] = ()
    seen: set[tuple[object, ...]] = set()
    for size in range(len(free) + 1):
        for chosen in combinations(free, size):
            kept = sorted(face for die, face in enumerate(town.dice) if die not in chosen)
            again = [faces_of(town, die) for die in chosen]
            if (situation := (*kept, *again[-1:])) in seen:
                continue
            seen.add(situation)
            value = outlook.hoped(kept, again, town.throws_left)
            if value > best:
                best, choice = value, chosen
    return [die + 1 for die in choice]


def break_arrow(stance: Stance, ask: Question) -> Answer:
    """The arrow that is best gone (bang.saloon.broken)."""
    return max(ask.choice.offers(), key=lambda seat: stance.arrow(seat, -1))


def shoot(stance: Stance, ask: Question) -> Answer:
    """All bull's eyes, and what the character decides with them (bang.shot.one)."""
    assert isinstance(ask.choice, Combination)
    parts = ask.choice.parts.items()
    of = {n: p.of for n, p in parts if isinstance(p, OneOf) and p.noun == "seat"}
    aims = aim(stance, [[Seat(int(target)) for target in targets] for targets in of.values()])
    answer = dict(zip(of, aims, strict=True))
    more_aims = opinion_of(stance.town.cowboys[stance.me]).more_aims
    if more_aims is None or len(of) == len(parts):
        return answer
    return answer | more_aims(stance, answer)


def drink(stance: Stance, ask: Question) -> Answer:
    """The beers go to whom they help most (bang.beer.use)."""
    town = stance.town
    beers = count_symbols(town.dice, Face.BEER) - town.spent_beers
    return hits_of([seat for seat, _ in pour(stance, beers)])


# --- the Ghost -------------------------------------------------------------------------------


def curse_worth(stance: Stance, face: Face, pair: bool, seat: Seat) -> float:
    """A token with a face, or two of them, lies before a player (bang.ghost.fix)."""
    return stance.loss(seat, 1) * CURSE[face] * (1 + pair)


def reroll_curse(stance: Stance) -> Answer:
    """The Ghost throws again what promises a better token (bang.ghost.dice)."""
    tokens = [(face, pair) for face in BASE_FACES for pair in (False, True)]
    value = {
        (face, pair): max(curse_worth(stance, face, pair, seat) for seat in stance.living)
        for face, pair in tokens
    }

    def worth(one: Face, two: Face) -> float:
        return max(value[one, one is two], value[two, one is two])

    one, two = stance.town.dice
    hoped: dict[tuple[int, ...], float] = {(): worth(one, two)}
    if one is not Face.DYNAMITE:
        hoped[1,] = sum(worth(face, two) for face in BASE_FACES) / 6
    if two is not Face.DYNAMITE:
        hoped[2,] = sum(worth(one, face) for face in BASE_FACES) / 6
    if Face.DYNAMITE not in (one, two):
        hoped[1, 2] = sum(worth(face, other) for face in BASE_FACES for other in BASE_FACES) / 36
    return list(max(hoped.items(), key=lambda item: item[1])[0])


def assign_token(stance: Stance, ask: Question) -> Answer:
    """The face and the player that do most for the Ghost's side (bang.ghost.assign)."""
    pair = stance.town.dice[0] is stance.town.dice[1]
    return max(
        ask.choice.offers(),
        key=lambda token: curse_worth(stance, token["face"], pair, token["to"]),
    )


DECISIONS: dict[str, Decide] = {
    "bang.setup.choose": choose_character,
    "bang.saloon.choose": choose_saloon_die,
    "bang.ask.own_turn": use_power,
    "bang.ask.own_turn.end": use_power,
    "bang.roll.reroll": reroll,
    "bang.chief.take": choose_arrow,
    "bang.saloon.broken": break_arrow,
    "bang.shot.one": shoot,
    "bang.beer.use": drink,
    "bang.ask.everyone.throw": use_power,
    "bang.ask.everyone.gain": use_power,
    "bang.ask.everyone.fall": use_power,
    "bang.role.judge": use_power,
    "bang.ghost.assign": assign_token,
}
for decide in [
    *(opinion.decide for opinion in OPINIONS.values()),
    *(opinion.decide for opinion in ROLE_OPINIONS.values()),
]:
    DECISIONS |= decide
