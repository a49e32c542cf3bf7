"""Chains of answers, parked matches, heartbeat and outages, kicks, bans and reports."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

from boomtown.store.chain import chain_link, chain_start

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("seen", sa.BigInteger(), nullable=False, server_default="0"))
    # Nobody knows when they were last here: their time begins now.
    seen = sa.text("UPDATE players SET seen = :at").bindparams(at=time.time_ns() // 1_000_000)
    op.execute(seen)
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("consents", sa.Text(), nullable=False, server_default="null"))
        tables.add_column(sa.Column("pauses", sa.Text(), nullable=False, server_default="{}"))
        tables.add_column(sa.Column("origin", sa.String(32), nullable=False, server_default=""))
        tables.create_index("ix_tables_origin", ["origin"], unique=False)
        tables.create_index("ix_tables_successor", ["successor"], unique=False)
    op.create_index("ix_matches_ended", "matches", ["ended"], unique=False)
    with op.batch_alter_table("answers") as answers:
        answers.add_column(sa.Column("chain", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "kicked",
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name=op.f("fk_kicked_player_players")),
        sa.ForeignKeyConstraint(
            ["table_code"], ["tables.code"], name=op.f("fk_kicked_table_code_tables")
        ),
        sa.PrimaryKeyConstraint("table_code", "player", name=op.f("pk_kicked")),
    )
    op.create_table(
        "parked",
        sa.Column("match", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_parked_match_matches")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_parked")),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_heartbeat")),
    )
    op.create_table(
        "outages",
        sa.Column("begun", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("begun", name=op.f("pk_outages")),
    )
    op.create_table(
        "bans",
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("mute", sa.Boolean(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", name=op.f("pk_bans")),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_code", sa.String(length=40), nullable=False),
        sa.Column("player", sa.String(length=32), nullable=False),
        sa.Column("about", sa.String(length=32), nullable=True),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("settled", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    _chain_what_is_stored()


def _chain_what_is_stored() -> None:
    """Answers from before the chain are linked as they stand now."""
    connection = op.get_bind()
    matches = connection.execute(sa.text("SELECT id, heading, seed FROM matches")).all()
    for match, heading, seed in matches:
        chain = chain_start(match, heading, seed)
        lines = connection.execute(
            sa.text(
                "SELECT number, seat, by, answer, hash, at, moment, bank FROM answers "
                'WHERE "match" = :match ORDER BY number'
            ),
            {"match": match},
        ).all()
        links = []
        for line in lines:
            chain = chain_link(chain, *line)
            links.append({"chain": chain, "match": match, "number": line[0]})
        if links:
            connection.execute(
                sa.text(
                    'UPDATE answers SET chain = :chain WHERE "match" = :match AND number = :number'
                ),
                links,
            )
