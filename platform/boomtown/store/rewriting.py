"""A stored match written anew, as changed rules play it: only where an author is at work.

On a site that others visit nothing of this is ever called: there a record is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlmodel import col, delete

from boomtown.core.record import Heading, Line
from boomtown.store.chain import chain_start
from boomtown.store.database import Database
from boomtown.store.matches import StoredMatch, TimedLine
from boomtown.store.models import AnswerRow, EnvelopeRow, MatchRow, ParkedRow, SnapshotRow


class Played(Struct, frozen=True):
    """A line as it is played now, and when it was given."""

    line: Line
    at: int
    moment: int
    bank: int


def rewrite(
    database: Database, stored: StoredMatch, heading: Heading, lines: Sequence[Played]
) -> None:
    """Puts these lines in the place of all that there were; what stopped the match is forgotten.

    Nobody is told: whoever calls it is just loading the match.
    """
    told = msgspec.json.encode(heading).decode()
    chain = chain_start(stored.id, told, stored.seed)
    with database.writing() as session:
        row = session.get_one(MatchRow, stored.id)
        row.heading = told
        session.add(row)
        for kind in (AnswerRow, SnapshotRow, EnvelopeRow, ParkedRow):
            session.execute(delete(kind).where(col(kind.match) == stored.id))
        session.flush()
        for number, one in enumerate(lines):
            timed = TimedLine.after(
                chain, number, one.line, at=one.at, moment=one.moment, bank=one.bank
            )
            chain = timed.chain
            session.add(
                AnswerRow(
                    match=stored.id,
                    number=number,
                    seat=one.line.seat,
                    by=one.line.by.value,
                    answer=msgspec.json.encode(one.line.answer).decode(),
                    hash=one.line.hash,
                    at=one.at,
                    moment=one.moment,
                    bank=one.bank,
                    chain=chain,
                )
            )
