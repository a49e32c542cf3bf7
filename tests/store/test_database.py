"""The database itself: made, migrated, backed up."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from boomtown.store.contest_models import METADATA
from boomtown.store.database import MIGRATING, Database, sqlite_url
from boomtown.store.people import People
from databases import new_database
from sites import eventually


def test_the_migrations_make_exactly_the_models(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_migrating_twice_changes_nothing(database: Database) -> None:
    ann = People(database).add("Ann", "en")
    database.migrate()
    assert People(database).get(ann.id) == ann


def test_processes_that_start_together_migrate_one_after_the_other(postgres_server: str) -> None:
    database = Database(new_database(postgres_server))
    with database.engine.connect() as other, ThreadPoolExecutor() as threads:
        other.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATING})")
        with database.engine.connect() as third:
            third = third.execution_options(isolation_level="AUTOCOMMIT")
            migrated = threads.submit(database.migrate)
            waiting = f"SELECT count(*) FROM pg_locks WHERE objid = {MIGRATING} AND NOT granted"
            eventually(lambda: third.exec_driver_sql(waiting).scalar_one() == 1)
            assert not inspect(third).get_table_names()
        other.rollback()
        migrated.result()
    assert People(database).get("nobody") is None
    database.close()


def test_a_connection_in_use_is_closed_when_it_comes_back_after_the_end(database: Database) -> None:
    with database.engine.connect() as connection:
        in_use = connection.connection.dbapi_connection
        database.close()
        connection.exec_driver_sql("SELECT 1")
    assert in_use is not None
    with pytest.raises(Exception, match="closed"):
        in_use.cursor().execute("SELECT 1")


def test_what_fails_in_the_middle_leaves_nothing_behind(database: Database) -> None:
    def fail_in_the_middle() -> None:
        with database.writing() as session:
            session.connection().exec_driver_sql(
                "INSERT INTO players (id, name, language, theme, sounds, epoch, created) "
                "VALUES ('x', 'X', 'en', 'auto', FALSE, 0, 0)"
            )
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_in_the_middle()
    assert People(database).get("x") is None


def test_the_embedded_database_syncs_every_commit(tmp_path: Path) -> None:
    database = Database(sqlite_url(tmp_path))
    with database.engine.connect() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    database.close()
    assert settings == ["wal", 2, 1]
