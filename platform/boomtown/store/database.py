"""The database: where it is, how it is opened and migrated.

SQLite, embedded, unless ``BOOMTOWN_DATABASE`` names a PostgreSQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlmodel import Session

from boomtown.core.errors import BoomtownError
from boomtown.store.native import natively
from boomtown.store.siteclock import now as now
from boomtown.store.turns import Turns

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 10
WRITES = "boomtown_writes"
CHECKPOINT = "wal_autocheckpoint=20000"
"""The journal tidies up long before; this is for when it does not get to it."""
MIGRATING = 0x600E
"""Of PostgreSQL's advisory locks: processes that start together migrate one after the other."""


class NoDatabase(BoomtownError):
    """The database cannot be opened, or brought up to date: no room, no rights, no answer."""


def sqlite_url(folder: Path) -> str:
    """The embedded database in a data folder."""
    return f"sqlite:///{folder / 'boomtown.db'}"


class Database:
    """One database, by its address."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.embedded = make_url(url).get_backend_name() == "sqlite"
        self.engine = _embedded_engine(url) if self.embedded else _server_engine(url)
        self.turns = Turns()
        """Whoever writes to the embedded database has one: SQLite's own lock would be waited for
        with everybody else standing still."""

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that changes nothing."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all kept, or none of them.

        Under gevent others go on while somebody else writes, and while the disk syncs.
        """
        turn = self.turns.taken() if self.embedded else nullcontext()
        with turn, self.engine.connect() as connection:
            connection = connection.execution_options(**{WRITES: True})
            with Session(connection, expire_on_commit=False) as session:
                yield session
                session.flush()
                if self.embedded:
                    natively(session.commit)
                else:
                    session.commit()

    def migrate(self) -> None:
        """Brings the schema up to date, creating it where there is none."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        try:
            with self.engine.begin() as connection:
                if not self.embedded:
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
                if MigrationContext.configure(connection).get_current_heads() != (_newest(),):
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
        except (OperationalError, sqlite3.OperationalError) as error:
            where = make_url(self.url).render_as_string()  # without the password
            problem = str(getattr(error, "orig", error)).strip()
            raise NoDatabase(f"the database {where} cannot be opened: {problem}") from None

    @property
    def file(self) -> Path | None:
        """Where the embedded database lies."""
        path = make_url(self.url).database if self.embedded else None
        return Path(path) if path else None

    def checkpoint(self, *, wait: bool = False) -> bool:
        """Moves what SQLite wrote last to its place, and syncs it; whether all of it was moved."""
        connection = self.engine.raw_connection()
        try:
            how = "TRUNCATE" if wait else "PASSIVE"
            cursor = connection.cursor().execute(f"PRAGMA wal_checkpoint({how})")
            busy, written, moved = cursor.fetchone()
        finally:
            connection.close()
        return bool(busy == 0 and written == moved)

    def close(self) -> None:
        """Closes all connections; one that a thread still works with, when it is given back."""
        event.listen(self.engine, "checkin", _shut)
        self.engine.dispose()


@cache
def _newest() -> str | None:
    """The last of the migrations; to look for it takes longer than to open a database."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def _shut(_connection: object, entry: ConnectionPoolEntry) -> None:
    entry.invalidate()


def _server_engine(url: str) -> Engine:
    return create_engine(url, pool_size=8, max_overflow=16, pool_pre_ping=True)


def _embedded_engine(url: str) -> Engine:
    path = make_url(url).database
    if path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def opened(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # transactions begin where we say so, below
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", CHECKPOINT):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # A writer takes the lock at once: an upgrade in mid-transaction cannot be waited for.
        writes = connection.get_execution_options().get(WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
