"""The greenhorn: plays like another bot, but follows a whim now and then, so that beginners win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from boomtown.core.bot import Bot, Imagine, Listener
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.log import Entry
from boomtown.core.view import Question, View

WHIMS = 40
"""Of a hundred answers, so many are any answer."""


class Greenhorn(Listener):
    """Knows how it is done, and often does something else."""

    def __init__(self, chance: Chance, like: Callable[[Chance], Bot]) -> None:
        self.chance = chance
        self._like = like(chance.another())

    def hear(self, told: Sequence[Entry]) -> None:
        if isinstance(self._like, Listener):
            self._like.hear(told)

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        # By lot alone: whether it follows a whim tells nothing of what it knows.
        if self.chance.below(100) < WHIMS:
            return ask.choice.pick(self.chance)
        return self._like.answer(view, ask, imagine)
