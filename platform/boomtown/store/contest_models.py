"""The tables of the database for contests and slow play: deals, tournaments, vacations."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Text
from sqlmodel import Field

from boomtown.store.models import Row

METADATA = Row.metadata
"""Of all tables of the database: whoever wants all of them must have loaded these, too."""


class DealRow(Row, table=True):
    """The deal of a day, fixed when the day began."""

    __tablename__ = "deals"
    day: str = Field(primary_key=True, max_length=10)
    deal: str = Field(sa_type=Text)
    """All of it as JSON, with the seed."""
    made: int = Field(sa_type=BigInteger)


class DealTryRow(Row, table=True):
    """That somebody has begun the deal of a day. It stays when the table is gone."""

    __tablename__ = "deal_tries"
    day: str = Field(primary_key=True, foreign_key="deals.day", max_length=10)
    player: str = Field(primary_key=True, foreign_key="players.id", index=True, max_length=32)
    table_code: str = Field(max_length=40)
    at: int = Field(sa_type=BigInteger)


class TournamentRow(Row, table=True):
    """A series of matches for a group."""

    __tablename__ = "tournaments"
    id: str = Field(primary_key=True, max_length=32)
    """Whoever knows it may look, and join before the start: it is the link."""
    name: str = Field(max_length=60)
    organiser: str = Field(foreign_key="players.id", index=True, max_length=32)
    game: str = Field(max_length=60)
    options: str = Field(sa_type=Text)
    seats: int
    clock: str = Field(max_length=10)
    rounds: int
    missing: str = Field(max_length=10)
    """What happens to whoever does not come: ``bot`` or ``loss``."""
    wait: int = Field(sa_type=BigInteger)
    """Milliseconds for which a table waits for somebody who has not come."""
    language: str = Field(max_length=5)
    origin: str = Field(default="", max_length=32)
    state: str = Field(max_length=10, index=True)
    round: int = 0
    next_at: int | None = Field(default=None, sa_type=BigInteger)
    """When the next round begins, while nobody plays."""
    created: int = Field(sa_type=BigInteger)
    begun: int | None = Field(default=None, sa_type=BigInteger)
    ended: int | None = Field(default=None, sa_type=BigInteger)


class EntrantRow(Row, table=True):
    """Somebody who plays in a tournament."""

    __tablename__ = "entrants"
    tournament: str = Field(primary_key=True, foreign_key="tournaments.id", max_length=32)
    player: str = Field(primary_key=True, foreign_key="players.id", index=True, max_length=32)
    number: int | None = None
    """As they were drawn at the start."""
    joined: int = Field(sa_type=BigInteger)
    withdrawn: int | None = Field(default=None, sa_type=BigInteger)


class BoutRow(Row, table=True):
    """A table of a tournament, and what it came to. It outlives the table."""

    __tablename__ = "bouts"
    tournament: str = Field(primary_key=True, foreign_key="tournaments.id", max_length=32)
    round: int = Field(primary_key=True)
    number: int = Field(primary_key=True)
    table_code: str | None = Field(default=None, max_length=40)
    """None where nobody played: the other one had withdrawn."""
    players: str = Field(sa_type=Text)
    """Who sits where, as JSON; nobody is a bot."""
    due: int = Field(sa_type=BigInteger)
    """When it is looked who has not come."""
    looked: bool = False
    absent: str = Field(default="[]", sa_type=Text)
    """The seats whose players have lost because they did not come, as JSON."""
    result: str | None = Field(default=None, sa_type=Text)
    """How it counts, as JSON."""


class VacationRow(Row, table=True):
    """For how long somebody is away: at slow tables their time stands still."""

    __tablename__ = "vacations"
    player: str = Field(primary_key=True, foreign_key="players.id", max_length=32)
    begun: int = Field(sa_column=Column("begun", BigInteger, primary_key=True, autoincrement=False))
    until: int = Field(sa_type=BigInteger)
