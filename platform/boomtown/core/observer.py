"""Looking on while a match is played: one way, for everybody who wants to know what happens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from boomtown.core.secret import Secret

if TYPE_CHECKING:
    from boomtown.core.match import Match
    from boomtown.core.seats import Seat
    from boomtown.core.step import Step


class Observer:
    """Somebody who looks on (``Match.observer``), and changes nothing.

    Each method is a moment of the match; whoever wants to know of it derives and overrides it.
    """

    def takes(self, match: Match[Any], seat: Seat) -> None:
        """An answer of the seat is taken."""

    def reaches(self, match: Match[Any], rule: str) -> None:
        """A rule is applied: that of a step which is next, or one that a step cites."""

    def plans(self, match: Match[Any], steps: Sequence[Step]) -> None:
        """Steps are put in front of the agenda, in the order in which they will happen."""

    def begins(self, match: Match[Any], step: Step) -> None:
        """A step has left the agenda: it runs, or takes an answer."""

    def discloses(self, match: Match[Any], secret: Secret[Any]) -> None:
        """A secret is about to be shown to somebody or to everybody."""


class RulesReached(Observer):
    """Collects the rules that are applied."""

    def __init__(self) -> None:
        self.rules: set[str] = set()

    def reaches(self, match: Match[Any], rule: str) -> None:
        self.rules.add(rule)
