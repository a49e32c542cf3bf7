"""What gunicorn serves under chaos: the site itself, on a disk and a clock that can go wrong.

The faults sit below SQLAlchemy, in the connections of the drivers, so that the journal and
everything else meets them where a real disk would make them. ``CHAOS_BUG`` plants a mistake into
the site, to see whether the checker finds it.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import psycopg
from gevent import monkey
from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.pool import ConnectionPoolEntry

from chaos.control import WHERE, Control, real_time, real_time_ns

control = Control(Path(os.environ[WHERE]))
native_sleep = monkey.get_original("time", "sleep")
WRITING = ("INSERT", "UPDATE", "DELETE")


class Disk:
    """Fails each so-manieth operation, as the orders say."""

    def __init__(self) -> None:
        self._count = 0

    def fails(self, operation: str) -> bool:
        """Whether this one fails."""
        orders = control.orders()
        if orders.fail != operation:
            return False
        self._count += 1
        return self._count % orders.every == 0

    def commit(self, really: Callable[[], object], error: Exception, wait: Any) -> None:
        """A commit that may be late, may not happen, or may happen and say that it did not."""
        slow = control.orders().slow
        if slow:
            wait(slow / 1000)
        if self.fails("commit"):
            raise error
        really()
        if self.fails("sync"):
            raise error


disk = Disk()


class FaultyCursor(sqlite3.Cursor):
    """A cursor of the embedded database."""

    def execute(self, sql: str, parameters: Any = (), /) -> FaultyCursor:  # as sqlite3 has it
        if sql == "COMMIT":
            error = sqlite3.OperationalError("disk I/O error")
            disk.commit(lambda: super(FaultyCursor, self).execute(sql), error, native_sleep)
            return self
        self._fail_if_told(sql)
        super().execute(sql, parameters)
        return self

    def executemany(self, sql: str, parameters: Iterable[Any], /) -> FaultyCursor:
        self._fail_if_told(sql)
        super().executemany(sql, parameters)
        return self

    def _fail_if_told(self, sql: str) -> None:
        if sql.startswith(WRITING) and disk.fails("write"):
            raise sqlite3.OperationalError("database or disk is full")


class FaultyFile(sqlite3.Connection):
    """A connection to the embedded database."""

    def cursor(self, factory: Any = FaultyCursor) -> Any:  # as sqlite3 has it
        return super().cursor(factory)

    def commit(self) -> None:
        if self.in_transaction:
            error = sqlite3.OperationalError("disk I/O error")
            disk.commit(super().commit, error, native_sleep)


class FaultyServerCursor(psycopg.Cursor[Any]):
    """A cursor of PostgreSQL."""

    def execute(self, query: Any, *args: Any, **more: Any) -> Any:  # as psycopg has it
        self._fail_if_told(query)
        return super().execute(query, *args, **more)

    def executemany(self, query: Any, *args: Any, **more: Any) -> None:
        self._fail_if_told(query)
        super().executemany(query, *args, **more)

    def _fail_if_told(self, query: object) -> None:
        if str(query).startswith(WRITING) and disk.fails("write"):
            raise psycopg.errors.DiskFull("could not extend file")


class FaultyServer(psycopg.Connection[Any]):
    """A connection to PostgreSQL."""

    def commit(self) -> None:
        busy = self.info.transaction_status == psycopg.pq.TransactionStatus.INTRANS
        if not busy:
            super().commit()
            return
        try:
            disk.commit(super().commit, psycopg.OperationalError("disk I/O error"), time.sleep)
        except psycopg.OperationalError:
            super().rollback()  # as the server does where it cannot commit
            raise


@event.listens_for(Engine, "do_connect")
def connect(
    dialect: Dialect, _entry: ConnectionPoolEntry, args: list[Any], wanted: dict[str, Any]
) -> DBAPIConnection | None:
    """Every connection of the site goes through the layer."""
    if dialect.name == "sqlite":
        wanted["factory"] = FaultyFile
        return None
    name = f"boomtown-{os.getpid()}"  # whoever holds a lock can be found
    faulty: Any = FaultyServer.connect(
        *args, **wanted, application_name=name, cursor_factory=FaultyServerCursor
    )
    return faulty  # type: ignore[no-any-return]  # a connection as its driver makes it


time.time_ns = lambda: real_time_ns() + control.orders().shift * 1_000_000
time.time = lambda: real_time() + control.orders().shift / 1000

if bug := os.environ.get("CHAOS_BUG"):
    from chaos import bugs

    bugs.plant(bug)

from boomtown.web.server.wsgi import app  # noqa: E402 - only now is everything in its place

__all__ = ["app"]
print(f"chaos: worker {os.getpid()}", file=sys.stderr)
