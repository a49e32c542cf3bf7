"""How long people think: read from the times of their answers, a figure for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median

from sqlmodel import col, select

from boomtown.core.record import By
from boomtown.store.database import Database
from boomtown.store.models import AnswerRow, MatchRow

AWAY = 120_000
"""Milliseconds. Whoever takes longer was not thinking."""
AT_ONCE = 2_000
"""Rows that are fetched together."""


def thinking_time(database: Database, game: str) -> tuple[float, int]:
    """The median time of a person's answer in seconds, and of how many; 0 of none.

    A question is put when the one before it is settled; what the table shows in between counts.
    """
    with database.reading() as session:
        rows = session.exec(
            select(AnswerRow.match, AnswerRow.by, AnswerRow.at, AnswerRow.moment)
            .join(MatchRow, col(MatchRow.id) == col(AnswerRow.match))
            .where(MatchRow.game == game)
            .order_by(col(AnswerRow.match), col(AnswerRow.number))
            .execution_options(yield_per=AT_ONCE)
        )
        times = sorted(_times(rows))
    return (round(median(times) / 1000, 1), len(times)) if times else (0.0, 0)


def _times(rows: Iterable[tuple[str, str, int, int]]) -> Iterator[int]:
    """Of each answer of a person, the time since its question was put."""
    match, moment, put = "", 0, 0
    for id, by, at, settled in rows:
        if id != match:
            match, moment, put = id, settled, at  # nobody knows when the first one was put
            continue
        took = at - put
        if by == By.PLAYER and 0 <= took <= AWAY:
            yield took
        if settled != moment:
            moment, put = settled, at
