"""Public pages, friends, and invitations to people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("page", sa.String(32), nullable=True))
        players.add_column(sa.Column("friend_link", sa.String(32), nullable=True))
        players.create_unique_constraint("uq_players_page", ["page"])
        players.create_unique_constraint("uq_players_friend_link", ["friend_link"])
    op.create_table(
        "friends",
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("friend", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_friends_player_players")),
        sa.ForeignKeyConstraint(["friend"], ["players.id"], name=op.f("fk_friends_friend_players")),
        sa.PrimaryKeyConstraint("player", "friend", name=op.f("pk_friends")),
    )
    op.create_index("ix_friends_friend", "friends", ["friend"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("asker", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("declined", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_invitations_table_code_tables")
        ),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_invitations_player_players")
        ),
        sa.ForeignKeyConstraint(
            ["asker"], ["players.id"], name=op.f("fk_invitations_asker_players")
        ),
        sa.PrimaryKeyConstraint("table_code", "player", name=op.f("pk_invitations")),
    )
    op.create_index("ix_invitations_player", "invitations", ["player"], unique=False)
    op.create_index("ix_invitations_asker", "invitations", ["asker"], unique=False)
