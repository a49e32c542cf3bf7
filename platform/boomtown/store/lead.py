"""Which of several processes leads: the one that holds a lock of the database."""

from __future__ import annotations

import time

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from boomtown.store.database import Database

LOCK = 0x600D
"""A number that only Boomtown uses, for PostgreSQL's advisory locks."""
SURE_SECONDS = 1.0
"""How long a look at the lock is good for."""


class Lead:
    """Held by one process at a time. The embedded database has one process anyway."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._looked = 0.0

    def held(self) -> bool:
        """Whether this process leads; it tries to, if nobody else does."""
        if self._database.embedded:
            return True
        if self._connection is not None and time.monotonic() - self._looked < SURE_SECONDS:
            return True
        self._looked = time.monotonic()
        return self._look()

    def _look(self) -> bool:
        try:
            if self._connection is not None:
                self._connection.execute(text("SELECT 1"))
                return True
            connection = self._database.engine.connect()
            connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            taken = connection.execute(
                text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}
            ).scalar_one()
        except SQLAlchemyError:
            self.close()
            return False
        if taken:
            self._connection = connection
            return True
        connection.close()
        return False

    def close(self) -> None:
        """Lets somebody else lead."""
        if self._connection is not None:
            self._connection.invalidate()
            self._connection.close()
            self._connection = None
