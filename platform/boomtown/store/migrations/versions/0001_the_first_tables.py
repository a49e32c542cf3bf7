"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("language", sa.String(length=5), nullable=False),
        sa.Column("theme", sa.String(length=5), nullable=False),
        sa.Column("sounds", sa.Boolean(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "device_links",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player"], ["players.id"], name=op.f("fk_device_links_player_players")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_device_links")),
    )
    with op.batch_alter_table("device_links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_device_links_player"), ["player"], unique=False)

    op.create_table(
        "tables",
        sa.Column("code", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=False),
        sa.Column("clock", sa.String(length=10), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(length=5), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("invite", sa.String(length=32), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=True),
        sa.Column("successor", sa.String(length=40), nullable=True),
        sa.Column("paused", sa.BigInteger(), nullable=True),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.Column("held_moment", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name=op.f("fk_tables_host_players")),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_tables")),
        sa.UniqueConstraint("invite", name=op.f("uq_tables_invite")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_tables_match"), ["match"], unique=False)
        batch_op.create_index(batch_op.f("ix_tables_phase"), ["phase"], unique=False)
        batch_op.create_index(batch_op.f("ix_tables_touched"), ["touched"], unique=False)

    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_chat_player_players")),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_chat_table_code_tables")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat")),
    )
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chat_table_code"), ["table_code"], unique=False)

    op.create_table(
        "guests",
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_guests_player_players")),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_guests_table_code_tables")
        ),
        sa.PrimaryKeyConstraint("table_code", "player", name=op.f("pk_guests")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("heading", sa.Text(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("base", sa.LargeBinary(), nullable=True),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_matches_table_code_tables")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_matches_table_code"), ["table_code"], unique=False)

    op.create_table(
        "seats",
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=True),
        sa.Column("bot", sa.String(length=40), nullable=True),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("contribution", sa.String(length=64), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_seats_player_players")),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_seats_table_code_tables")
        ),
        sa.PrimaryKeyConstraint("table_code", "number", name=op.f("pk_seats")),
        sa.UniqueConstraint("token", name=op.f("uq_seats_token")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_player"), ["player"], unique=False)

    op.create_table(
        "answers",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=10), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("moment", sa.Integer(), nullable=False),
        sa.Column("bank", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_answers_match_matches")),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_answers")),
    )
    op.create_table(
        "envelopes",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("moment", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_envelopes_match_matches")),
        sa.PrimaryKeyConstraint("match", "moment", "seat", name=op.f("pk_envelopes")),
    )
    op.create_table(
        "snapshots",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_snapshots_match_matches")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_snapshots")),
    )
    op.create_table(
        "studies",
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_studies_match_matches")),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_studies_table_code_tables")
        ),
        sa.PrimaryKeyConstraint("table_code", name=op.f("pk_studies")),
    )
    with op.batch_alter_table("studies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_studies_match"), ["match"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("studies", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_studies_match"))

    op.drop_table("studies")
    op.drop_table("snapshots")
    op.drop_table("envelopes")
    op.drop_table("answers")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_player"))

    op.drop_table("seats")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_matches_table_code"))

    op.drop_table("matches")
    op.drop_table("guests")
    with op.batch_alter_table("chat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_chat_table_code"))

    op.drop_table("chat")
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_tables_touched"))
        batch_op.drop_index(batch_op.f("ix_tables_phase"))
        batch_op.drop_index(batch_op.f("ix_tables_match"))

    op.drop_table("tables")
    with op.batch_alter_table("device_links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_device_links_player"))

    op.drop_table("device_links")
    op.drop_table("players")
