"""Answers of many parts: a way over a table with what is done on it, a list of hired hands.

Too many to list and too rich for a form of fixed fields: some are ready-made and stand there with
a label, every other one is composed on the board or written down, and judged as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import Arg


class Ready(Struct, frozen=True):
    """A ready-made answer, and the sentence of the language files (``say``) that labels it."""

    answer: Answer
    key: str
    args: dict[str, Arg] = {}

    def describe(self) -> dict[str, object]:
        """The answer with its label, as JSON."""
        return {"answer": self.answer, "say": self.key, "args": self.args}


class Composed(Choice):
    """An answer that is judged whole. A game derives it: ``read`` and ``refusal`` are its own.

    ``read`` may take a line of text as well as the answer's own form, so that what is composed on
    a board can also be typed. ``written`` is what the text looks like.
    """

    kind = "composed"
    ready: Sequence[Ready] = []

    def listed(self) -> Sequence[Ready]:
        """The ready-made answers. Where they take time to find, they are found only when asked."""
        return self.ready

    def complete(self) -> bool:
        return False

    def offers(self) -> Sequence[Answer]:
        answers = [ready.answer for ready in self.listed()]
        return [answer for answer in answers if self.refusal(answer) is None]

    def written(self, answer: Answer) -> str:
        """The answer as a line of text that ``read`` takes."""
        return str(answer)

    def describe(self) -> dict[str, object]:
        return Choice.describe(self) | {"ready": [ready.describe() for ready in self.listed()]}
