"""The keeper: removes what nobody comes back for, a little at a time.

The house calls ``turn`` whenever it has a moment. A turn is one short transaction of one kind, so
that no answer waits for it; while there is more to do, the next turn follows soon.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from boomtown.store.database import now
from boomtown.store.keeping import Keeping
from boomtown.web.rooms.rooms import Rooms
from boomtown.web.settings import DAY, HOUR, Keep
from boomtown.web.sockets.open_sockets import OpenSockets

SOON = 1.0
"""Seconds until the next turn where there is more to do."""
LATER = 20.0
"""Seconds until the next turn where there is not."""
QUIET = 60_000
"""Milliseconds without an answer after which a match is put aside as it stands."""
log = logging.getLogger(__name__)


class Keeper:
    """Keeps the database and the memory small."""

    def __init__(self, keep: Keep, keeping: Keeping, rooms: Rooms, sockets: OpenSockets) -> None:
        self._keep = keep
        self._keeping = keeping
        self._rooms = rooms
        self._sockets = sockets
        self._next = 0.0
        self._turns = 0
        self.removed = 0
        """How many rows of all kinds it has taken out of the database."""

    def turn(self) -> None:
        """One piece of work, if it is time for one. Never fails."""
        if time.monotonic() < self._next:
            return
        chores = self.chores()
        chore = chores[self._turns % len(chores)]
        self._turns += 1
        try:
            found = chore()
        except Exception:  # the disk is full, the database is away: another time
            log.exception("keeping the database small")
            found = 0
        self.removed += found
        self._next = time.monotonic() + (SOON if found else LATER)

    def round(self) -> int:
        """Every kind of work once; how much was removed."""
        return sum(chore() for chore in self.chores())

    def chores(self) -> list[Callable[[], int]]:
        """What there is to do, as the settings want it."""
        keep, keeping = self._keep, self._keeping
        chores: list[Callable[[], int]] = [
            self._forget_rooms,
            keeping.remove_links,
            keeping.remove_bans,
        ]
        if keep.tables:
            chores.append(self._remove_tables)
        if keep.chat:
            chores.append(lambda: keeping.remove_chat(now() - keep.chat * DAY))
        if keep.matches:
            chores.append(lambda: keeping.remove_matches(now() - keep.matches * DAY))
        if keep.studies:
            chores.append(lambda: keeping.remove_studies(now() - keep.studies * DAY))
        if keep.tournaments or keep.matches:
            chores.append(self._remove_tournaments)
        if keep.guests:
            chores.append(lambda: keeping.remove_guests(now() - keep.guests * DAY))
        return chores

    def _forget_rooms(self) -> int:
        self._rooms.put_aside(QUIET)
        self._rooms.forget_idle()
        return 0

    def _remove_tournaments(self) -> int:
        waiting, ended = self._keep.tournaments, self._keep.matches
        return self._keeping.remove_tournaments(
            now() - waiting * DAY if waiting else 0, now() - ended * DAY if ended else 0
        )

    def _remove_tables(self) -> int:
        keep = self._keep
        empty = now() - keep.tables * HOUR
        waiting = now() - max(keep.tables, keep.waiting) * HOUR if keep.waiting else 0
        looked_at = {one.code for one in self._sockets.all()}
        return self._keeping.remove_tables(empty, waiting, looked_at)
