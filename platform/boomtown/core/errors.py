"""What can go wrong, each with the rule, the field or the place that says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Arg: TypeAlias = int | str | bool | Sequence[int | str] | None
"""A value that a sentence may mention: plain data, never a reference into the state."""


class Refusal:
    """A rule that forbids something, and the values that show why.

    ``reason`` picks one of several sentences that belong to the same rule; without it the
    rule's own sentence is used. The sentences stand in the rulebook's language files.
    """

    __slots__ = ("args", "reason", "rule")

    def __init__(self, rule: str, reason: str | None = None, /, **args: Arg) -> None:
        self.rule = rule
        self.reason = reason
        self.args: Mapping[str, Arg] = args

    @property
    def key(self) -> str:
        """The name of the sentence in the language files."""
        return self.rule if self.reason is None else f"{self.rule}.{self.reason}"

    def describe(self) -> dict[str, object]:
        """The refusal as JSON."""
        return {"rule": self.rule, "key": self.key, "args": dict(self.args)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.describe() == other.describe()

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.args.items())
        return f"Refusal({self.key!r}{values})"


class BoomtownError(Exception):
    """Everything that Boomtown raises on purpose."""


class Refused(BoomtownError):
    """An answer that can be read, but that a rule forbids now. The match is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(repr(refusal))
        self.refusal = refusal


class InvalidAnswer(BoomtownError):
    """An answer that cannot be read. ``field`` is where, as a path: ``steps.2.x``."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}" if field else problem)
        self.field = field
        self.problem = problem

    def inside(self, field: str) -> InvalidAnswer:
        """The same fault, told from one level further out."""
        return InvalidAnswer(f"{field}.{self.field}" if self.field else field, self.problem)


class InvalidOption(BoomtownError):
    """A game option that is unknown, unreadable or out of range; ``option`` is its name."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(f"option {option}: {problem}")
        self.option = option
        self.problem = problem


class InvalidSeats(InvalidOption):
    """A number of players that a game is not made for."""

    def __init__(self, problem: str) -> None:
        super().__init__("seats", problem)
        self.args = (problem,)


class InvalidRecord(BoomtownError):
    """A match file that is damaged, cut short or edited; ``place`` says where."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem


class VersionMismatch(InvalidRecord):
    """A match that was played with rules that this installation no longer plays."""


class GameFault(BoomtownError):
    """A mistake in a game, not of a player: the match cannot go on and says which step failed."""

    def __init__(self, problem: str, *, circling: type[Any] | None = None) -> None:
        super().__init__(problem)
        self.circling = circling
        """The step that comes next in a match that goes round and round: none of them failed."""


class HiddenValue(BoomtownError):
    """Somebody looked into a secret that this view does not show."""
