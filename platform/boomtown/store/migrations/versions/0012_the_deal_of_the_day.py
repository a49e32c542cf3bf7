"""The deal of the day: what was dealt, and who has begun it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("deal", sa.String(length=10), nullable=True))
    op.create_table(
        "deals",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_deals")),
    )
    op.create_table(
        "deal_tries",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["day"], ["deals.day"], name=op.f("fk_deal_tries_day_deals")),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_deal_tries_player_players")
        ),
        sa.PrimaryKeyConstraint("day", "player", name=op.f("pk_deal_tries")),
    )
    op.create_index("ix_deal_tries_player", "deal_tries", ["player"], unique=False)
