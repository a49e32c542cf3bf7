"""Tournaments: what is played, who plays, and what came of each table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("tournament", sa.String(length=32), nullable=True))
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("organiser", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("clock", sa.String(length=10), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("missing", sa.String(length=10), nullable=False),
        sa.Column("wait", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=5), nullable=False),
        sa.Column("origin", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["organiser"], ["players.id"], name=op.f("fk_tournaments_organiser_players")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"], unique=False)
    op.create_index("ix_tournaments_state", "tournaments", ["state"], unique=False)
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_entrants_tournament_tournaments")
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_entrants_player_players")
        ),
        sa.PrimaryKeyConstraint("tournament", "player", name=op.f("pk_entrants")),
    )
    op.create_index("ix_entrants_player", "entrants", ["player"], unique=False)
    op.create_table(
        "bouts",
        sa.Column("tournament", sa.String(length=32), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_code", sa.String(length=40), nullable=True),
        sa.Column("players", sa.Text(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("looked", sa.Boolean(), nullable=False),
        sa.Column("absent", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=op.f("fk_bouts_tournament_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament", "round", "number", name=op.f("pk_bouts")),
    )
