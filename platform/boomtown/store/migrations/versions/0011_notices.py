"""Notices: by which ways people want to be called, when, and what they are to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "channels",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("keys", sa.Text(), nullable=False),
        sa.Column("confirmed", sa.Boolean(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_channels_player_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channels")),
    )
    op.create_index("ix_channels_player", "channels", ["player"], unique=False)
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("channel", sa.String(length=32), nullable=False),
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("about", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_notices_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint(
            "channel",
            "table_code",
            "kind",
            "about",
            name=op.f("uq_notices_channel_table_code_kind_about"),
        ),
    )
    op.create_index("ix_notices_player", "notices", ["player"], unique=False)
    op.create_index("ix_notices_channel", "notices", ["channel"], unique=False)
    op.create_index("ix_notices_at", "notices", ["at"], unique=False)
    op.create_index("ix_notices_state_due", "notices", ["state", "due"], unique=False)
    op.create_table(
        "callings",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=False),
        sa.Column("quiet_until", sa.Integer(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_callings_player_players")
        ),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_callings")),
    )
    op.create_table(
        "push_key",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("private", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_key")),
    )
