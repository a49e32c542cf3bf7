"""The rooms that this process has in memory, and what it hears of the tables elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from weakref import WeakValueDictionary

from boomtown.store.bus import Bus
from boomtown.store.journal import Journal
from boomtown.store.matches import Matches
from boomtown.store.outages import Outages
from boomtown.store.parked import Parked
from boomtown.store.tables import Tables
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.live_match import Loader
from boomtown.web.rooms.memory import Memory
from boomtown.web.rooms.wall import Wall

AT_ONCE = 50
"""Matches that are put aside in one piece: everybody else waits so long, and answers wait for each
commit."""
IDLE_ROOMS = 1000
"""How many rooms stay in memory when nobody looks on."""
IDLE_SECONDS = 15 * 60
"""How long they do."""


class Rooms:
    """The rooms of this process."""

    def __init__(
        self,
        tables: Tables,
        matches: Matches,
        journal: Journal,
        parked: Parked,
        outages: Outages,
        bus: Bus,
        wall: Wall,
        most: int = IDLE_ROOMS,
    ) -> None:
        self.tables = tables
        self.matches = matches
        self.journal = journal
        self.parked = parked
        self.outages = outages
        self.wall = wall
        self.loader = Loader(matches, journal, parked, outages, wall)
        self.matches_here: WeakValueDictionary[str, Room] = WeakValueDictionary()
        """By match, the room where it is played, as far as it is in memory."""
        self.on_move: Callable[[str], None] = lambda code: None
        """Who else must look when something has happened at a table."""
        self.on_everything: Callable[[], None] = lambda: None
        """Who else must look when something may have been missed."""
        self._rooms: Memory[Room] = Memory(most, IDLE_SECONDS)
        self._news = 0
        """How often this process has heard of a table."""
        self._lock = RLock()
        bus.listen(self._heard)

    def __len__(self) -> int:
        return len(self._rooms)

    def get(self, code: str) -> Room | None:
        """The room of a table; None if there is no such table."""
        with self._lock:
            room = self._rooms.get(code)
            if room is None:
                news = self._news
                table = self.tables.get(code)
                if table is None:
                    return None
                room = Room(self, table)
                self._rooms.put(code, room)
                if self._news != news:  # it may have changed while it was read
                    room.table_changed()
            return room

    def all(self) -> list[Room]:
        """Those that are in memory."""
        return self._rooms.all()

    def people_changed(self, code: str) -> None:
        """Somebody has come to a table or has gone; only those who look on care."""
        room = self._rooms.peek(code)
        if room is not None:
            room.people_changed()

    def put_aside(self, quiet: int = 0) -> None:
        """Keeps every match in memory as it stands, once nothing has happened for so long."""
        rooms = self._rooms.all()
        for first in range(0, len(rooms), AT_ONCE):
            some = rooms[first : first + AT_ONCE]
            found = [(room, aside) for room in some if (aside := room.put_aside(quiet))]
            if self.matches.put_aside([aside for _, aside in found]):
                for room, (match, number, _) in found:
                    room.is_aside(match, number)

    def forget_idle(self) -> None:
        """Rooms that nobody has used for a while leave memory; they are loaded again when needed.

        A room with watchers stays, and so does one in which something is going on: they hold it.
        """
        self._rooms.forget_old()

    def _heard(self, topic: str) -> None:
        kind, _, name = topic.partition(":")
        self._news += kind in ("everything", "table")
        if kind == "everything":
            for room in self._rooms.all():
                room.table_changed()
                room.match_changed()
            self.on_everything()
        elif kind == "table":
            here = self._rooms.peek(name)
            if here is not None:
                here.table_changed()
            else:
                self.on_move(name)
        elif kind == "gone":
            self._rooms.drop(name)
        elif kind == "match":
            here = self.matches_here.get(name)
            if here is not None:
                here.match_changed()
            else:
                self._heard_of_stranger(name)

    def _heard_of_stranger(self, match: str) -> None:
        """A match that is not in memory here moved elsewhere: the house may have to look."""
        stored = self.matches.get(match)
        if stored is not None:
            self.on_move(stored.table)
