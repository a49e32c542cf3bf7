"""Who wants to be asked even if there is only one answer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("asks", sa.Boolean(), nullable=False, server_default=sa.false()))
