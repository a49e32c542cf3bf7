"""Parked matches: what cannot go on stays as it is until the operator releases it.

A match is parked when its game breaks a budget or fails in a step, or when its stored answers are
damaged. Nothing of it is thrown away, and no restart tries again by itself.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, desc, func, select

from boomtown.store.bus import Bus, match_topic
from boomtown.store.database import Database, now
from boomtown.store.models import MatchRow, ParkedRow


class Cause(StrEnum):
    """Why a match was parked."""

    FAULT = "fault"
    """A step of the game failed."""
    SLOW = "slow"
    """The game took longer than its budget."""
    LARGE = "large"
    """The match grew larger than its budget."""
    DAMAGE = "damage"
    """Its stored answers are not what was written."""
    CLOSED = "closed"
    """The operator has closed it."""


class ParkedMatch(Struct, frozen=True):
    """A match that waits for the operator."""

    match: str
    table: str
    game: str
    cause: Cause
    problem: str
    """What went wrong, for the operator and the author of the game."""
    number: int
    """How many of its answers are good."""
    version: str
    """The version of the game that was installed then."""
    at: int


class Parked:
    """The parked matches in the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    def park(self, match: str, cause: Cause, problem: str, *, number: int, version: str) -> None:
        """Parks a match. Of several causes the first one stays."""
        row = ParkedRow(
            match=match,
            kind=cause.value,
            problem=problem,
            number=number,
            version=version,
            at=now(),
        )
        topics: list[str] = []
        try:
            with self._bus.writing(topics) as session:
                if session.get(ParkedRow, match) is None:
                    session.add(row)
                    topics.append(match_topic(match))
        except IntegrityError:
            return  # another process found it in the same moment

    def get(self, match: str) -> ParkedMatch | None:
        """What is known of a parked match; None if it is not parked."""
        return next(iter(self._found(match)), None)

    def all(self) -> list[ParkedMatch]:
        """Every parked match, the latest first."""
        return self._found(None)

    def failures(self, game: str, since: int) -> int:
        """How many matches of a game were parked for its own faults since a time."""
        with self._database.reading() as session:
            counted = session.exec(
                select(func.count())
                .select_from(ParkedRow)
                .join(MatchRow, col(MatchRow.id) == col(ParkedRow.match))
                .where(
                    MatchRow.game == game,
                    ParkedRow.kind != Cause.DAMAGE.value,
                    ParkedRow.at >= since,
                )
            )
            return counted.one()

    def release(self, match: str) -> bool:
        """Lets a match be tried again; whether it was parked."""
        with self._bus.writing([match_topic(match)]) as session:
            gone = session.execute(delete(ParkedRow).where(col(ParkedRow.match) == match))
            return bool(gone.rowcount == 1)  # type: ignore[attr-defined]  # a cursor result

    def _found(self, match: str | None) -> list[ParkedMatch]:
        wanted = select(ParkedRow, MatchRow.table_code, MatchRow.game).join(
            MatchRow, col(MatchRow.id) == col(ParkedRow.match)
        )
        if match is not None:
            wanted = wanted.where(ParkedRow.match == match)
        with self._database.reading() as session:
            rows = session.exec(wanted.order_by(desc(col(ParkedRow.at)))).all()
        return [
            ParkedMatch(
                row.match,
                table,
                game,
                Cause(row.kind),
                row.problem,
                row.number,
                row.version,
                row.at,
            )
            for row, table, game in rows
        ]
