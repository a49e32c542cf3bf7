"""Tables that look for players, and when bots fill them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("seeking", sa.Text(), nullable=True))
        tables.add_column(sa.Column("fill_at", sa.BigInteger(), nullable=True))
