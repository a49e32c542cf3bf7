"""What the others at a table do about somebody who is away: nudges and votes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("calls", sa.Text(), nullable=False, server_default="{}"))
