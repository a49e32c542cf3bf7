"""The bot that every game has: it takes any answer that is offered."""

from __future__ import annotations

from typing import Any

from boomtown.core.bot import Imagine
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer, Choice
from boomtown.core.view import Question, View


class RandomBot:
    """Answers at random. It needs no view, so simulations ask it for a ``pick`` directly."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def pick(self, choice: Choice) -> Answer:
        """Any of the answers that are offered."""
        return choice.pick(self.chance)

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        return self.pick(ask.choice)
