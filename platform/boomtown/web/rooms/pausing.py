"""Who must agree to a pause, and when one ends by itself (boomtown.table.pause)."""

from __future__ import annotations

from boomtown.core.errors import Refusal, Refused
from boomtown.store.database import now
from boomtown.store.outages import Outages, running_for
from boomtown.store.pauses import LONGEST_PAUSES, RULE, Pauses
from boomtown.store.tableinfo import PAUSE_ASK_TIME, has_others
from boomtown.store.tables import SeatInfo, Tables
from boomtown.web.rooms.clock import is_window
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.rooms.presence import Presence

RECENT = 5 * 60 * 1000
"""Milliseconds after an answer for which somebody counts as present without an open page."""
ELSEWHERE = 20_000
"""Milliseconds for which somebody may still object whose page another process may have open."""


class Pausing:
    """Stops matches for those who play them, and lets them go on."""

    def __init__(
        self,
        pauses: Pauses,
        tables: Tables,
        presence: Presence,
        outages: Outages,
        *,
        alone: bool,
    ) -> None:
        self._pauses = pauses
        self._tables = tables
        self._presence = presence
        self._outages = outages
        self._alone = alone
        """Whether no other process can have pages of the same tables open."""

    def want(self, room: Room, place: SeatInfo) -> None:
        """Somebody asks for a pause, or agrees to one."""
        player = _player(place)
        with room.lock:
            live = room.playing()
            if is_window(live.match):
                raise Refused(Refusal(RULE, "window"))
            if room.table.paused is not None:
                return
            asks = not room.table.pause_asked()
            needed = self._needed(room, live, waited=0) | {player}
            stands = self._pauses.want(room.code, player, needed)
        if asks and not stands:
            self._tables.note(room.code, player, place.name, "asks")
        elif stands:
            self._tables.note(room.code, player, place.name, "paused")

    def refuse(self, room: Room, place: SeatInfo) -> None:
        """Somebody wants no pause, or no longer: the table goes on."""
        player = _player(place)
        with room.lock:
            live = room.playing()
            asked = room.table.pause_asked()
            if self._pauses.go_on(room.code, live.match.moment, live.since):
                self._tables.note(room.code, player, place.name, "resumed")
            elif asked and self._pauses.refuse(room.code, player):
                self._tables.note(room.code, player, place.name, "declined")

    def tend(self, room: Room, live: LiveMatch) -> int | None:
        """What the house does about pauses. Says when to look again. Hold the lock."""
        table = room.table
        if table.consents is None:
            return None
        if table.paused is not None:
            return self._tend_pause(room, live)
        if not table.pause_asked():
            self._pauses.lapse(room.code)
            return None
        waited = now() - table.consents.at
        if not is_window(live.match):
            needed = self._needed(room, live, waited=waited) | {table.consents.asker}
            if needed <= set(table.consents.agreed) and self._pauses.settle(room.code, needed):
                self._note(room, "paused")
                return now()
        elsewhere = table.consents.at + ELSEWHERE
        return elsewhere if now() < elsewhere else table.consents.at + PAUSE_ASK_TIME

    def _tend_pause(self, room: Room, live: LiveMatch) -> int | None:
        """A pause ends when its time is spent, or where the time of answers must tell nothing."""
        until = self.ends(room)
        spent = until is not None and now() >= until
        if spent or is_window(live.match):
            self._note(room, "spent" if spent else "resumed")
            self._pauses.go_on(room.code, live.match.moment, live.since)
            return None
        return until

    def ends(self, room: Room) -> int | None:
        """When the present pause ends by itself; never, where nobody else plays."""
        table = room.table
        if table.paused is None or table.consents is None:
            return None
        asker = table.consents.asker
        if not has_others(table, asker):
            return None
        left = max(0, LONGEST_PAUSES - table.pauses_of(asker).time)
        return running_for(self._outages.spans, table.paused, left)

    def _note(self, room: Room, kind: str) -> None:
        asker = room.table.consents.asker if room.table.consents is not None else None
        place = room.table.seat_of(asker)
        if place is not None:
            self._tables.note(room.code, _player(place), place.name, kind)

    def _needed(self, room: Room, live: LiveMatch, *, waited: int) -> set[str]:
        """Everybody who is at the table: a page is open, or they have answered lately.

        Where pages may be open in other processes, everybody is given some time to object.
        """
        sure = self._alone or waited >= ELSEWHERE
        return {
            place.player
            for place in room.table.seats
            if place.player is not None
            and not place.away
            and (
                not sure
                or self._presence.is_open(room.code, place.player)
                or now() - live.answered.get(place.number, 0) < RECENT
            )
        }


def _player(place: SeatInfo) -> str:
    if place.player is None or place.away:
        raise Refused(Refusal("boomtown.table.seated"))
    return place.player
