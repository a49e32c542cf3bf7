"""What a table has been shown: bots wait for it, so that nobody plays on unseen."""

from __future__ import annotations

from boomtown.core.seats import Seat
from boomtown.store.tables import TableInfo
from boomtown.web.rooms.live_match import LiveMatch

ALONE = 30_000
"""Milliseconds for which bots wait for the only person at a table who takes their time."""


class Showing:
    """Up to which question each page of a player has shown what happened."""

    def __init__(self) -> None:
        self._seen: dict[Seat, int] = {}
        self._skipping: dict[Seat, str] = {}
        """By seat, the match whose rest its player does not want to wait for."""

    def saw(self, seat: Seat, moment: int) -> None:
        """A page has shown everything before a question."""
        self._seen[seat] = moment

    def skip(self, seat: Seat, match: str) -> None:
        """Somebody who is out does not want to wait for the end of a match."""
        self._skipping[seat] = match

    def is_hurried(self, table: TableInfo, live: LiveMatch) -> bool:
        """Whether everybody who plays is out and wants to see the end (boomtown.table.out)."""
        people = [place.number for place in table.seats if place.player and not place.away]
        return bool(people) and all(self._skipping.get(seat) == live.id for seat in people)

    def wait(self, table: TableInfo, live: LiveMatch, *, looking: bool) -> int:
        """Milliseconds after the present question for which bots wait; nothing, once all have seen.

        Somebody alone with bots may look as slowly as they like, while a page is open that tells
        what it has shown: a program does not.
        """
        if not live.lead:
            return 0
        people = [place.number for place in table.seats if place.player and not place.away]
        if people and all(self._seen.get(seat) == live.match.moment for seat in people):
            return 0
        slow = len(people) == 1 and looking and people[0] in self._seen
        return max(live.lead, ALONE) if slow else live.lead
