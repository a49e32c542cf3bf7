"""How long the marshals of a table think, and what a bot is called."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("thinking", sa.String(10), nullable=False, server_default="usual")
        )
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("bot_name", sa.String(40), nullable=False, server_default=""))
