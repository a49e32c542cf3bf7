"""Vacations: for how long somebody's time stands still at slow tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "vacations",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("begun", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_vacations_player_players")
        ),
        sa.PrimaryKeyConstraint("player", "begun", name=op.f("pk_vacations")),
    )
