"""What everybody was in a match, and ratings. Matches that are over and public are rated, too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

COUNTS = """
    UPDATE matches SET rating = 'due'
    WHERE ended IS NOT NULL AND base IS NULL
      AND EXISTS (SELECT 1 FROM tables WHERE tables.code = matches.table_code AND tables.listed)
      AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.table_code = matches.table_code
                      AND seats.token IS NOT NULL)
"""


def upgrade() -> None:
    with op.batch_alter_table("matches") as matches:
        matches.add_column(sa.Column("parts", sa.Text(), nullable=True))
        matches.add_column(sa.Column("rating", sa.String(10), nullable=False, server_default="no"))
        matches.create_index("ix_matches_rating", ["rating"], unique=False)
    op.execute(COUNTS)
    op.create_table(
        "ratings",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("mu", sa.BigInteger(), nullable=False),
        sa.Column("sigma", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_at", "ratings", ["at"], unique=False)
    op.create_index("ix_ratings_who_game_at", "ratings", ["who", "game", "at"], unique=False)
