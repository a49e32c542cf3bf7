"""The deputy: plays for the end of the match, plans its throws, and knows whom to pick."""

from __future__ import annotations

from typing import Final

from bang_dice.bot.casting import choose_character
from bang_dice.bot.opinions import Decide
from bang_dice.bot.outlook import Outlook
from bang_dice.bot.planning import Plan, in_order
from bang_dice.bot.prospects import Prospect
from bang_dice.bot.sharp import DECISIONS, decided, reroll_curse
from bang_dice.bot.suspicion import Stance
from bang_dice.content import DICE, SALOON_FACES, Face
from bang_dice.rules.moments import thrower
from bang_dice.rules.throws import dynamite_is_locked
from bang_dice.rules.turn import NONE
from bang_dice.state import Town
from boomtown.core import Answer, Chance, Imagine, Question, View


def choose_saloon_die(stance: Stance, ask: Question) -> Answer:
    """The die that promises most instead of a base die (bang.saloon.choose)."""
    town, outlook = stance.town, Outlook(stance)
    locked, sixth = dynamite_is_locked(town), thrower(town).sixth_die
    hopes = {NONE: Plan(outlook, DICE, (), locked).from_scratch(town.throws_left)}
    for die, faces in SALOON_FACES.items():
        others = DICE if die is sixth else DICE - 1  # bang.jose.six, bang.tequila.six
        hopes[die] = Plan(outlook, others, faces, locked).from_scratch(town.throws_left)
    return max(hopes, key=lambda die: hopes[die])


def reroll(stance: Stance, ask: Question) -> Answer:
    """The dice whose rerolling promises most; none of them is stopping (bang.roll.reroll)."""
    town = stance.town
    if town.ghost_turn:
        return reroll_curse(stance)
    dice, last = town.dice, None
    saloon: tuple[Face, ...] = ()
    if town.saloon_die is not None:
        *dice, last = town.dice
        saloon = SALOON_FACES[town.saloon_die]
    plan = Plan(Outlook(stance), len(dice), saloon, dynamite_is_locked(town))
    base, last_kept = plan.best((in_order(dice), last), town.throws_left)
    left, again = list(base), []
    for number, face in enumerate(dice, start=1):
        if face in left:
            left.remove(face)
        else:
            again.append(number)
    return again if last is last_kept else [*again, len(town.dice)]


ANSWERS: Final[dict[str, Decide]] = {
    **DECISIONS,
    "bang.setup.choose": choose_character,
    "bang.saloon.choose": choose_saloon_die,
    "bang.roll.reroll": reroll,
}
"""What is done at each question: much as the sharp one does it, but by other worths."""


class DeputyBot:
    """Answers from what its seat can see, by how much likelier it wins."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Town], ask: Question, imagine: Imagine) -> Answer:
        return decided(ANSWERS, Prospect, view, ask)
