"""What a seat gets to see: the only thing that pages, bots and API clients are given."""

from __future__ import annotations

from typing import Any, Generic

from msgspec import Struct

from boomtown.core.choice import Answer, Choice
from boomtown.core.errors import Arg
from boomtown.core.game import S
from boomtown.core.outcome import Outcome
from boomtown.core.seats import Seat
from boomtown.core.sight import Shown


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
    value: ``secret.known`` is False. It is for reading: views share what they have in common.
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
    """The views of one moment; what they have in common is made once."""

    __slots__ = ("_now", "_shown")

    def __init__(self, now: View[S], shown: Shown[S]) -> None:
        self._now = now
        """As a spectator sees it."""
        self._shown = shown

    def view(self, seat: Seat | None) -> View[S]:
        """What the seat may know; ``None`` is a spectator."""
        return self._for(seat, self._shown.seen_by(seat))

    def json(self, seat: Seat | None) -> View[Any]:
        """The same for a JSON encoder and nobody else: its state is written already."""
        return self._for(seat, self._shown.json(seat))

    def _for(self, seat: Seat | None, state: Any) -> View[Any]:
        now = self._now
        return View(now.game, seat, now.seats, now.number, state, now.prompt, now.outcome)


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
