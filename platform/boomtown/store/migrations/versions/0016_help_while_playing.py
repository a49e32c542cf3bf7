"""Help while playing: tables at which a bot advises, and the hints that a player has seen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.add_column(
            sa.Column("advice", sa.String(length=10), nullable=False, server_default="off")
        )
    with op.batch_alter_table("players") as batch:
        batch.add_column(sa.Column("hints", sa.Text(), nullable=False, server_default="{}"))
