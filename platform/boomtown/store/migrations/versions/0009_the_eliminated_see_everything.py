"""Whether those who are out of a match see everything."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(
            sa.Column("all_seeing", sa.Boolean(), nullable=False, server_default=sa.false())
        )
