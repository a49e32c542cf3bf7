"""Which of several processes leads: the one that holds a lock of the database."""

from __future__ import annotations

import time
from contextlib import suppress
from threading import RLock

from sqlalchemy import Connection, text

from boomtown.store.database import Database
from boomtown.store.patience import Patience

LOCK = 0x600D
"""A number that only Boomtown uses, for PostgreSQL's advisory locks."""
SURE_SECONDS = 1.0
"""How long a look at the lock is good for."""


class Lead:
    """Held by one process at a time. The embedded database has one process anyway.

    Several threads of a process ask. They do so one after the other: two that tried at once
    would shut each other out, and the lock would be held by a connection that nobody knows.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asking = RLock()
        self._connection: Connection | None = None
        self._looked = 0.0
        self._trouble = Patience("asking who leads")

    def held(self) -> bool:
        """Whether this process leads; it tries to, if nobody else does."""
        if self._database.embedded:
            return True
        with self._asking:
            if self._connection is not None and time.monotonic() - self._looked < SURE_SECONDS:
                return True
            self._looked = time.monotonic()
            return self._look()

    def _look(self) -> bool:
        try:
            if self._connection is not None:
                self._connection.execute(text("SELECT 1"))
                return True
            return self._try()
        except Exception:  # without the database nobody leads
            self._trouble.failed()
            self.close()
            return False

    def _try(self) -> bool:
        connection = self._database.engine.connect()
        taken = False
        try:
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            locking = text("SELECT pg_try_advisory_lock(:lock)")
            taken = bool(connection.execute(locking, {"lock": LOCK}).scalar_one())
        finally:
            if not taken:
                connection.close()
        self._trouble.fine()
        self._connection = connection if taken else None
        return taken

    def close(self) -> None:
        """Lets somebody else lead."""
        with self._asking:
            connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it may be broken already
                connection.invalidate()
            with suppress(Exception):
                connection.close()
