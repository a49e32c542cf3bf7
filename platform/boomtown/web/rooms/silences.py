"""Who lets the time run out again and again: one quick question after another is one silence.

Silences are counted by rounds, as the headings of a game's log divide a match, and where a game
has none, by questions. They are not stored: after a restart everybody has said something lately.
"""

from __future__ import annotations

from msgspec import Struct

from boomtown.core.seats import Seat
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.pages import rounds_of

SILENT_ROUNDS = 3
"""So many in a row, and a bot stands in."""


class Silence(Struct, frozen=True):
    """The rounds for which a seat has been silent, and when the last of them was counted."""

    rounds: int
    at: int
    moment: int
    round: int | None


class Silences:
    """The silences of one table."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Seat], Silence] = {}

    def note(self, live: LiveMatch, seat: Seat, at: int) -> int:
        """Somebody's time has run out; for how many rounds in a row that is so."""
        last = self._kept.get((live.id, seat))
        if last is None or live.answered.get(seat, 0) > last.at:
            last = Silence(0, 0, -live.match.seats, -1)
        moment, round = live.match.moment, rounds_of(live.match)
        apart = live.match.seats if round is not None else 2 * live.match.seats
        another = moment >= last.moment + apart and (round is None or round != last.round)
        if another:
            last = Silence(last.rounds + 1, at, moment, round)
            self._kept[live.id, seat] = last
        return last.rounds
