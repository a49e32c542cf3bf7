"""A bot that keeps a cool head: it counts bullets, weighs threats, and knows what to take."""

from __future__ import annotations

from boomtown.core import Answer, Chance, Imagine, Question, View
from cash_n_guns.bot.decisions import DECISIONS, Decision
from cash_n_guns.bot.opinions import AS_WITHOUT, OPINIONS
from cash_n_guns.bot.outlook import Outlook
from cash_n_guns.rules.courage import DUCK, STAND
from cash_n_guns.state import Gang


def show_courage(outlook: Outlook, ask: Question, chance: Chance) -> Answer:
    """Standing pays if the share outweighs the wounds to expect."""
    own = outlook.own
    hits = outlook.hits(outlook.aimers(outlook.me))
    share = 0.0 if own.late else outlook.share()
    value = hits.get(0, 0.0) * share
    value -= sum(odds * outlook.wounded(outlook.me, count) for count, odds in hits.items() if count)
    opinion = AS_WITHOUT if own.power is None else OPINIONS[own.power]
    return STAND if value > opinion.shelter(outlook) else DUCK


ANSWERS: dict[str, Decision] = {
    **DECISIONS,
    "cash.courage.choose": show_courage,
    **{rule: do for opinion in OPINIONS.values() for rule, do in opinion.answers.items()},
}
"""What is done at each question, by the rule that asks."""


class CoolBot:
    """Answers from what its seat can see."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Gang], ask: Question, imagine: Imagine) -> Answer:
        return ANSWERS[ask.rule](Outlook(view.state, ask.seat), ask, self.chance)
