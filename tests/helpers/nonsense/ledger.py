"""What a site writes, and what its matches are in memory: so that nothing changes unseen.

Watched are SQLite's own statements, on every connection: whoever writes, by whatever way, is seen,
the journal that goes past SQLAlchemy as well. What is rolled back was never written.
"""

from __future__ import annotations

import re
import sqlite3

from sqlalchemy import event
from sqlalchemy.pool import ConnectionPoolEntry

from boomtown.store.database import Database
from boomtown.store.matches import Matches
from boomtown.web.rooms.live import Room

READS = ("SELECT", "PRAGMA", "SAVEPOINT", "RELEASE", "EXPLAIN", "--")
HARMLESS = (
    # When somebody was last here, to the day: whoever asks was here, also if it was refused.
    re.compile(r"UPDATE players SET seen=\S+ WHERE players\.id = \S+"),
)
"""Bookkeeping that a refused input may cause."""
LONGEST = 300


class Ledger:
    """Every statement that has changed a row, of an embedded database."""

    def __init__(self, database: Database) -> None:
        assert database.embedded
        self._written: list[str] = []
        event.listen(database.engine, "connect", self._watch)
        database.engine.dispose()  # those that are open are not watched

    def take(self) -> list[str]:
        """What was written since the last time, without what is harmless."""
        if not self._written:
            return []
        found = [
            sql for sql in self._written if not any(known.fullmatch(sql) for known in HARMLESS)
        ]
        self._written.clear()
        return found

    def _watch(self, connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        connection.set_trace_callback(_Transaction(connection, self._written).note)


class _Transaction:
    """What is going on on one connection."""

    def __init__(self, connection: sqlite3.Connection, written: list[str]) -> None:
        self._connection = connection
        self._written = written
        self._pending: list[str] = []
        self._rows = 0
        """Changed on this connection before the transaction began."""

    def note(self, sql: str) -> None:
        """A statement is about to be run."""
        if sql.startswith(READS):
            return
        if sql.startswith("BEGIN"):
            self._pending, self._rows = [], self._connection.total_changes
        elif sql.startswith("COMMIT"):
            if self._connection.total_changes > self._rows:
                self._written += self._pending
            self._pending = []
        elif sql == "ROLLBACK":
            self._pending = []
        elif self._connection.in_transaction:
            self._pending.append(sql[:LONGEST])
        else:
            self._written.append(sql[:LONGEST])


def in_memory(rooms: list[Room]) -> list[object]:
    """Where the tables and matches of some rooms stand; every answer and every throw moves it."""
    found: list[object] = []
    for room in rooms:
        found.append(room.table)
        live = room.live
        if live is not None:
            match = live.match
            found.append((live.id, match.number, match.moment, match.chance.drawn, len(match.log)))
    return found


def out_of_step(matches: Matches, rooms: list[Room]) -> list[str]:
    """Matches in memory that are not what their last stored line says: something touched them."""
    wrong: list[str] = []
    for room in rooms:
        live = room.live
        lines = [] if live is None else matches.unchecked(live.id)
        if live is not None and lines and live.match.hash() != lines[-1].hash:
            wrong.append(f"{room.table.game} at {room.code} is not what its record says")
    return wrong
