"""Decides who is called: somebody whom a table waits for, and who is not there.

The house asks at every move. Nobody is called while the time of answers must tell nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core.seats import Seat
from boomtown.store.database import now
from boomtown.store.notices import HOUR, Kind, Notices
from boomtown.store.tables import TableInfo
from boomtown.web.rooms.clock import CLOCKS
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.presence import GRACE, Presence

REMIND_BEFORE = 2 * HOUR
"""Before the time is up, where there is a day for an answer."""
LISTENERS_KEPT = 5_000
"""Milliseconds for which it is remembered who wants to be called at all."""
MOST_KEPT = 10_000
"""How many tables are remembered at which everybody was called already."""


class Crier:
    """Notes whom to call."""

    def __init__(self, notices: Notices, presence: Presence) -> None:
        self._notices = notices
        self._presence = presence
        self._listeners: frozenset[str] = frozenset()
        self._looked = 0
        self._called: dict[str, tuple[str, set[tuple[Seat, Kind]]]] = {}
        """By table, for what moment of which match whom it has called."""

    def tend(self, room: Room, live: LiveMatch, waited: Sequence[Seat]) -> int | None:
        """Calls those whom a table waits for. Says when to look again. Hold the lock."""
        table, later = room.table, []
        if live.match.hushed:
            return None
        for seat in waited:
            place = table.seats[seat]
            if place.player is None or place.away or not self._listens(place.player):
                continue
            gone = self._presence.gone_since(table.code, place.player)
            if gone is None:
                later.append(now() + GRACE)
                continue
            for kind, due in self._calls(table, live, seat, gone).items():
                if now() < due:
                    later.append(due)
                else:
                    self._call(table, live, seat, kind)
        return min(later, default=None)

    def _calls(self, table: TableInfo, live: LiveMatch, seat: Seat, gone: int) -> dict[Kind, int]:
        """What somebody is told, and when."""
        asked = live.since + live.lead
        back = table.seats[seat].back_at or 0  # on vacation nobody is called
        calls = {Kind.TURN: max(asked, gone, back) + GRACE}
        clock, deadline = CLOCKS[table.clock], live.deadline(table, seat)
        if clock is not None and clock.fixed is not None and deadline is not None:
            calls[Kind.REMINDER] = deadline - REMIND_BEFORE
        return calls

    def _call(self, table: TableInfo, live: LiveMatch, seat: Seat, kind: Kind) -> None:
        about = moment_of(live)
        if self._called.get(table.code, ("",))[0] != about:
            self._called.pop(table.code, None)
            self._called[table.code] = (about, set())
            while len(self._called) > MOST_KEPT:
                del self._called[next(iter(self._called))]
        called, player = self._called[table.code][1], table.seats[seat].player
        if (seat, kind) not in called and player is not None:
            self._notices.put([player], table.code, table.game, kind, about, now())
            called.add((seat, kind))

    def starts(self, table: TableInfo, match: str) -> None:
        """A match begins: those who sit there and look elsewhere are called."""
        self._put_soon(_people(table), table, Kind.START, match)

    def rematch(self, old: TableInfo, again: TableInfo) -> None:
        """Somebody wants to play again: those of the others who do not see it are called."""
        others = [
            player
            for player in _people(old)
            if again.seat_of(player) is None and not self._presence.is_open(old.code, player)
        ]
        self._put_soon(others, again, Kind.REMATCH, again.code)

    def _put_soon(self, players: Sequence[str], table: TableInfo, kind: Kind, about: str) -> None:
        wanted = [player for player in players if self._listens(player)]
        if wanted:
            self._notices.put(wanted, table.code, table.game, kind, about, now() + GRACE)

    def _listens(self, player: str) -> bool:
        if now() - self._looked >= LISTENERS_KEPT:
            self._listeners, self._looked = self._notices.listeners(), now()
        return player in self._listeners


def moment_of(live: LiveMatch) -> str:
    """Which question of which match."""
    return f"{live.id}/{live.match.moment}"


def _people(table: TableInfo) -> list[str]:
    return [seat.player for seat in table.seats if seat.player is not None and not seat.away]
