"""What a seat gets to see: the only thing that pages, bots and API clients are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic

from msgspec import Struct

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
    """Writes down the views of one moment, without a copy of the state for each.

    While a view is written, the state itself shows only what the seat may know; so whoever writes
    must only write, and nobody else may look at the match meanwhile.
    """

    __slots__ = ("_secrets", "_view")

    def __init__(self, view: View[S], secrets: Sequence[Secret[Any]]) -> None:
        self._view = view
        self._secrets = secrets

    def written(self, seat: Seat | None, write: Callable[[View[S]], bytes]) -> bytes:
        """What the seat may know, as it is written."""
        now = self._view
        view = View(now.game, seat, now.seats, now.number, now.state, now.prompt, now.outcome)
        before = [(secret, secret.held, secret.seats) for secret in self._secrets]
        try:
            for secret in self._secrets:
                secret.mask_for(seat)
            return write(view)
        finally:
            for secret, held, seats in before:
                secret.held, secret.seats = held, seats


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
