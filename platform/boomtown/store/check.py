"""Whether what is stored is what was written: chains of answers, and the journal's witness."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from msgspec import Struct
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, col, select

from boomtown.store.chain import Damaged, chain_start, follow_chain
from boomtown.store.database import Database
from boomtown.store.matches import LINES, version_of
from boomtown.store.models import AnswerRow, MatchRow, Phase, SnapshotRow, TableRow
from boomtown.store.parked import Cause, Parked
from boomtown.store.witness import Witness

log = logging.getLogger(__name__)


class Finding(Struct, frozen=True):
    """A match whose stored answers are not what was written."""

    match: str
    table: str
    """Empty if the match itself is lost."""
    good: int
    """How many answers are good."""
    problem: str


def check_all(database: Database, *, running: bool = False) -> list[Finding]:
    """All matches that are damaged, or only of those that go on; changes nothing."""
    with database.reading() as session:
        wanted = select(MatchRow.id)
        if running:
            wanted = wanted.join(TableRow, col(TableRow.match) == col(MatchRow.id))
            wanted = wanted.where(TableRow.phase == Phase.PLAYING)
        ids = session.exec(wanted).all()
        found = {id: finding for id in ids if (finding := check_match(session, id)) is not None}
        if database.file is not None:
            for finding in _check_names(session, Witness(database.file)):
                found.setdefault(finding.match, finding)
    return list(found.values())


def check_match(session: Session, id: str) -> Finding | None:
    """What is wrong with a match; None if nothing is."""
    match = session.get(MatchRow, id)
    assert match is not None, f"there is no match {id}"
    start = chain_start(match.id, match.heading, match.seed)
    good = 0

    def rows() -> Iterator[tuple[object, ...]]:
        nonlocal good
        for row in session.connection().execute(LINES, {"match": id, "since": 0}):
            yield tuple(row)
            good += 1

    try:
        follow_chain(rows(), start)
        snapshot = session.exec(
            select(SnapshotRow.number).where(SnapshotRow.match == id)
        ).one_or_none()
        if snapshot is not None and snapshot > good:
            raise Damaged(good, f"there is a snapshot after {snapshot}: the last ones are lost")
    except Damaged as damage:
        return Finding(id, match.table_code, damage.good, damage.problem)
    except DatabaseError as error:
        return Finding(id, match.table_code, good, f"the next one cannot be read: {error.orig}")
    return None


def _check_names(session: Session, witness: Witness) -> Iterator[Finding]:
    """Everything that was acknowledged must be there."""
    for id, (number, chain) in witness.names().items():
        known = session.exec(
            select(AnswerRow.chain).where(AnswerRow.match == id, AnswerRow.number == number)
        ).one_or_none()
        if known == chain:
            continue
        match = session.get(MatchRow, id)
        good = len(session.exec(select(AnswerRow.number).where(AnswerRow.match == id)).all())
        problem = f"{number + 1} answers were acknowledged, the last ones are lost"
        if known is not None:
            good, problem = min(good, number), f"answer {number + 1} is not what was written"
        yield Finding(id, "" if match is None else match.table_code, good, problem)


def park_damaged(database: Database, parked: Parked) -> list[Finding]:
    """Takes running matches that are damaged out of play, before anybody plays on.

    Only for the one process that serves an embedded database: its witness begins anew.
    """
    findings = check_all(database, running=True)
    for finding in findings:
        log.error(
            "match %s at %s is damaged: %d good answers; %s",
            *(finding.match, finding.table or "an unknown table", finding.good, finding.problem),
        )
        if finding.table:
            version = _version(database, finding.match)
            parked.park(
                finding.match, Cause.DAMAGE, finding.problem, number=finding.good, version=version
            )
    if database.file is not None and database.checkpoint(wait=True):
        Witness(database.file).forget()
    return findings


def _version(database: Database, id: str) -> str:
    with database.reading() as session:
        return version_of(session, session.get_one(MatchRow, id))
