"""A bot that keeps a cool head."""

from __future__ import annotations

from boomtown.core import Answer, Chance, Imagine, Question, View
from cash_n_guns.state import Gang


class CoolBot:
    """Answers from what its seat can see."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def answer(self, view: View[Gang], ask: Question, imagine: Imagine) -> Answer:
        return self.chance.pick(ask.choice.offers())
