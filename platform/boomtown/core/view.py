"""What a seat gets to see: the only thing that pages, bots and API clients are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from msgspec import UNSET, Struct

from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import Arg
from boomtown.core.game import S
from boomtown.core.outcome import Outcome
from boomtown.core.seats import Seat
from boomtown.core.secret import Secret


class Prompt(Struct, frozen=True):
    """What everybody sees of a question: which rule asks, and whom the table is waiting for."""

    rule: str
    key: str
    args: dict[str, Arg]
    seats: list[Seat]
    seconds: int | None = None


class View(Struct, Generic[S], frozen=True):
    """One seat's view of a match; ``seat`` None is a spectator.

    ``state`` has the type of the game's state, but a secret that the seat may not know holds no
    value: ``secret.known`` is False.
    """

    game: str
    seat: Seat | None
    seats: int
    number: int
    """How many questions have been settled: the number of the present one."""
    state: S
    prompt: Prompt | None
    outcome: Outcome | None


class Lens(Generic[S]):
    """The views of one moment, one after the other, on a single copy of the state.

    For whoever writes each view down at once: a view holds only until the next one is asked for.
    """

    __slots__ = ("_secrets", "_view")

    def __init__(self, view: View[S], secrets: Sequence[Secret[Any]]) -> None:
        self._view = view
        self._secrets = [(one, one.held, one.seats, one.public) for one in secrets]
        for secret in secrets:
            secret.seats = 0  # who else knows is nobody's business

    def view(self, seat: Seat | None) -> View[S]:
        """What the seat may know."""
        for secret, held, seats, public in self._secrets:
            known = public or (seat is not None and seats >> seat & 1)
            secret.held = held if known else UNSET
        now = self._view
        return View(now.game, seat, now.seats, now.number, now.state, now.prompt, now.outcome)


class Question(Struct, frozen=True):
    """What one seat is asked, with everything it may answer."""

    seat: Seat
    number: int
    rule: str
    key: str
    args: dict[str, Arg]
    choice: Choice
    given: Answer = None
    """The answer that the seat has sealed and may still replace."""
    seconds: int | None = None

    def describe(self) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "seat": self.seat,
            "number": self.number,
            "rule": self.rule,
            "key": self.key,
            "args": self.args,
            "choice": self.choice.describe(),
            "given": self.given,
            "seconds": self.seconds,
        }
