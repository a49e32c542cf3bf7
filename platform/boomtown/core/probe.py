"""Probes: small watchers that tell what a match shows about a question of the comparison.

A game names its own (``Game.probes``); each is made anew for a match, sees what every answer has
brought, and tells what that says. Whether the game's rulebook agrees is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from boomtown.core.log import Entry

if TYPE_CHECKING:
    from boomtown.core.match import Match

ARISES = "*"
"""That something happens at all, whatever its value."""


class Seen(Struct, frozen=True):
    """What a match shows: a value that the answer to a question must allow.

    ``yes`` means that it happened, ``no`` that it was tried and is impossible. A number is what
    was reached. The rest are the conditions under which it was seen.
    """

    question: str
    value: str | int
    character: str = ""
    phase: str = ""
    scenario: str = ""


class Probe:
    """Watches one match."""

    questions: ClassVar[tuple[str, ...]] = ()
    """What it can tell something about."""

    def begins(self, match: Match[Any]) -> Iterable[Seen]:
        """What the match shows at its first question."""
        return ()

    def sees(self, match: Match[Any], told: Sequence[Entry]) -> Iterable[Seen]:
        """What it shows after an answer, with what the log has told since the one before."""
        return ()

    def ends(self, match: Match[Any]) -> Iterable[Seen]:
        """What it shows when it is over."""
        return ()
