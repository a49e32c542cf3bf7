"""Whether a database is fit to serve: its schema is the latest, and somebody keeps house."""

from __future__ import annotations

from functools import cache

from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlmodel import func, select

from boomtown.store.database import MIGRATIONS, Database
from boomtown.store.models import HeartbeatRow


@cache
def latest_schema() -> str:
    """The schema that this version of Boomtown works with."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    head = ScriptDirectory.from_config(config).get_current_head()
    assert head is not None, "there are migrations"
    return head


def schema_of(database: Database) -> str | None:
    """The schema that a database has; None if it is empty."""
    with database.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def last_heartbeat(database: Database) -> int | None:
    """When a house last said that it is open."""
    with database.reading() as session:
        return session.exec(select(func.max(HeartbeatRow.at))).one()
