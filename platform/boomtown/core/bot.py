"""What a bot is: something that answers from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from boomtown.core.choice import Answer

if TYPE_CHECKING:
    from boomtown.core.chance import Chance
    from boomtown.core.log import Entry
    from boomtown.core.match import Match
    from boomtown.core.view import Question, View

Imagine = Callable[[], "Match[Any]"]
"""Gives a table as it could be: what the seat does not know is drawn anew at every call."""


class Bot(Protocol):
    """A player made of code. It sees its seat's view and may imagine the rest."""

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        """The answer to what the seat is asked."""


class Listener:
    """A bot that wants to know what everybody has seen, beside its view: it derives from this."""

    def hear(self, told: Sequence[Entry]) -> None:
        """Before each answer: every line of the log that was ever told to all, in order."""


class Policy(Protocol):
    """Quick answers for every seat of an imagined table, for searches that play it on.

    ``state`` is the imagined table itself, not a view: to make one for every answer takes longer
    than to answer. A policy must use only what the seat may know (``secret.known_to(seat)``); the
    check "quick policy" asks it about two worlds. What it remembers must not change its answers.
    """

    def answer(self, state: Any, ask: Question, chance: Chance) -> Answer:
        """The answer to what the seat (``ask.seat``) is asked."""
