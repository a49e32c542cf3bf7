"""Reviews of finished matches, with what has come of them so far."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("part", sa.String(length=10), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=True),
        sa.Column("origin", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("spent", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_reviews_match_matches")),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_reviews_player_players")),
        sa.PrimaryKeyConstraint("match", "part", name=op.f("pk_reviews")),
    )
    op.create_index("ix_reviews_player", "reviews", ["player"], unique=False)
    op.create_index("ix_reviews_origin", "reviews", ["origin"], unique=False)
    op.create_index("ix_reviews_state", "reviews", ["state"], unique=False)
    op.create_index("ix_reviews_created", "reviews", ["created"], unique=False)
