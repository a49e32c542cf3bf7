"""What a bot is: something that answers from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from boomtown.core.choice import Answer

if TYPE_CHECKING:
    from boomtown.core.match import Match
    from boomtown.core.view import Question, View

Imagine = Callable[[], "Match[Any]"]
"""Gives a table as it could be: what the seat does not know is drawn anew at every call."""


class Bot(Protocol):
    """A player made of code. It sees its seat's view and may imagine the rest."""

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        """The answer to what the seat is asked."""
