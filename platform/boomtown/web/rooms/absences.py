"""What happens about somebody who is away: others see it, nudge them, and vote a stand-in in.

At tables where nobody is late the others may do something (boomtown.table.nudge,
boomtown.table.vote); at others the house does, when the time is up (boomtown.table.away).
"""

from __future__ import annotations

from msgspec import Struct

from boomtown.bots.kinds import DEPUTY
from boomtown.core.errors import Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.store.calls import NUDGE_EVERY, CallBook
from boomtown.store.database import now
from boomtown.store.tableinfo import Calls, TableInfo
from boomtown.store.tables import SeatInfo, Tables
from boomtown.web.rooms.clock import CLOCKS
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.presence import GRACE, Presence

LOST = 60_000
"""Milliseconds without an open page after which a connection is lost."""
NUDGE_AFTER = 60_000
"""Milliseconds for which somebody may think about a question in peace."""
VOTE_AFTER = 5 * 60 * 1000
"""Milliseconds for which somebody must have been away before others may vote a bot in."""
NUDGE, VOTE = "boomtown.table.nudge", "boomtown.table.vote"


class Awaited(Struct, frozen=True):
    """Somebody whom the table waits for without a clock, and what may be done about it."""

    seat: Seat
    since: int | None
    """When they were last here; None if they are."""
    nudge_at: int
    """From when on they may be nudged."""
    vote_at: int | None
    """From when on others may vote; None while they are here."""
    voters: frozenset[str]
    """Who wants a bot to stand in."""
    missing: frozenset[str]
    """Whose vote is still needed."""


class Absences:
    """Who is away from which table, and what others may do about it."""

    def __init__(self, presence: Presence, tables: Tables, calls: CallBook) -> None:
        self._presence = presence
        self._tables = tables
        self._calls = calls

    def saw(self, room: Room, player: str) -> None:
        """Somebody has asked for a page, or a program for a view.

        Not while the time of answers must tell nothing: who has one to give asks more often.
        """
        with room.lock:
            live = room.live
            hushed = live is not None and live.match.hushed
        if not hushed:
            self._presence.saw(room.code, player)

    def since(self, table: TableInfo) -> dict[Seat, int]:
        """By seat, when each player was last here who is away."""
        found = {}
        for place in table.seats:
            if place.player is not None:
                since = self._presence.gone_since(table.code, place.player)
                if since is not None:
                    found[place.number] = since
        return found

    def is_lost(self, room: Room, place: SeatInfo) -> bool:
        """Whether somebody has lost the connection; with days for an answer nobody has one."""
        since = self.since(room.table).get(place.number)
        clock = CLOCKS[room.table.clock]
        fixed = clock is not None and clock.fixed is not None
        return since is not None and not fixed and now() - since >= LOST

    def at(self, table: TableInfo, live: LiveMatch) -> tuple[dict[Seat, int], list[Awaited]]:
        """Who is away (``since``), and whom the table waits for, as everybody can see, where no
        clock does anything about it."""
        gone = self.since(table)
        return gone, self._awaited(table, live, gone)

    def _awaited(self, table: TableInfo, live: LiveMatch, gone: dict[Seat, int]) -> list[Awaited]:
        prompt, found = live.match.prompt(), []
        if prompt is None or table.paused is not None or not is_patient(table, live):
            return []
        for seat in prompt.seats:
            place = table.seats[seat]
            if place.player is None or place.away:
                continue
            since, calls = gone.get(seat), table.calls.get(seat, Calls())
            voters = {who for who, at in calls.votes.items() if since is not None and at >= since}
            found.append(
                Awaited(
                    seat,
                    None if since is None or now() - since < GRACE else since,
                    max(live.since + live.lead + NUDGE_AFTER, calls.nudged + NUDGE_EVERY),
                    None if since is None else since + VOTE_AFTER,
                    frozenset(voters),
                    frozenset(self._needed(table, seat, gone) - voters),
                )
            )
        return found

    def nudge(self, room: Room, place: SeatInfo, seat: int) -> None:
        """Asks somebody to come back to the table."""
        with room.lock:
            one = self._one(room, place, seat, NUDGE)
            after = room.playing().since + room.playing().lead + NUDGE_AFTER
            if now() < after:
                raise Refused(Refusal(NUDGE, "soon", seconds=(after - now()) // 1000 + 1))
            self._calls.nudge(room.code, one.seat)
        assert place.player is not None, "only a player gets so far"
        self._tables.note(room.code, place.player, place.name, "nudge", str(one.seat))

    def vote(self, room: Room, place: SeatInfo, seat: int) -> None:
        """Wants a bot to stand in for somebody; it does when all others want it who are here."""
        with room.lock:
            one = self._one(room, place, seat, VOTE)
            if one.vote_at is None:
                raise Refused(Refusal(VOTE, "here"))
            if now() < one.vote_at:
                raise Refused(Refusal(VOTE, "soon", seconds=(one.vote_at - now()) // 1000 + 1))
            since = one.vote_at - VOTE_AFTER
            assert place.player is not None, "only a player gets so far"
            needed = one.missing | one.voters
            stands = self._calls.vote(room.code, one.seat, place.player, since, needed)
        self._tables.note(room.code, place.player, place.name, "vote", str(one.seat))
        away = room.table.seats[one.seat]
        if stands and away.player is not None:
            self._tables.note(room.code, away.player, away.name, "voted")
            self._tables.leave(room.code, away.player, DEPUTY)

    def _one(self, room: Room, place: SeatInfo, seat: int, rule: str) -> Awaited:
        """Whom the table waits for on a seat; refused where it does not, or where a clock runs."""
        live = room.playing()
        if place.player is None or place.away:
            raise Refused(Refusal("boomtown.table.seated"))
        if not 0 <= seat < len(room.table.seats):
            raise Refused(Refusal("boomtown.table.seat", number=seat + 1))
        if not is_patient(room.table, live):
            raise Refused(Refusal(rule, "timed"))
        found = [one for one in self.at(room.table, live)[1] if one.seat == seat]
        if not found or seat == place.number:
            raise Refused(Refusal(rule, "turn"))
        return found[0]

    def _needed(self, table: TableInfo, seat: Seat, gone: dict[Seat, int]) -> set[str]:
        """Who must agree: everybody else who is here."""
        return {
            place.player
            for place in table.seats
            if place.player is not None
            and not place.away
            and place.number != seat
            and (place.number not in gone or now() - gone[place.number] < GRACE)
        }


def is_patient(table: TableInfo, live: LiveMatch) -> bool:
    """Whether a table waits for an answer without end, or for a day."""
    clock = CLOCKS[table.clock]
    return clock is None or clock.fixed is not None or live.time(table) is None
