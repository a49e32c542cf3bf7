"""How Alembic runs here: on a connection that is handed in (``Database.migrate``)."""

from __future__ import annotations

from alembic import context

from boomtown.store.contest_models import METADATA

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
