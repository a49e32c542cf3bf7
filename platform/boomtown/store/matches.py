"""Matches in the database: begun, loaded at their last moment, replayed at any other, ended."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, text
from sqlalchemy import select as select_columns
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, desc, func, or_, select

from boomtown.core.chance import Chance
from boomtown.core.errors import InvalidRecord, VersionMismatch
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.outcome import Outcome, Part
from boomtown.core.record import By, Heading, Line, Record
from boomtown.core.seats import Seat
from boomtown.core.snapshot import carry_over, load, read_snapshot, save
from boomtown.store.bus import Bus, match_topic, table_topic
from boomtown.store.chain import Damaged, chain_link, chain_start, follow_chain
from boomtown.store.database import Database, now
from boomtown.store.days import last_open
from boomtown.store.ids import fresh_id
from boomtown.store.models import (
    AnswerRow,
    EnvelopeRow,
    MatchRow,
    Rating,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from boomtown.store.tableinfo import is_advised
from boomtown.store.tables import Phase

EVERY = 40
"""How many answers may follow a snapshot before there is a new one."""
COST = 0.006
"""Seconds of the processor that playing them again may take."""
ENVELOPES = 0x600F
"""Of PostgreSQL's advisory locks: those of matches whose envelopes are filled or opened."""
ENDING = 0x6010
"""Likewise: matches end one after the other."""
log = logging.getLogger(__name__)


_answers = AnswerRow.__table__.c  # type: ignore[attr-defined]  # set by SQLModel
LINES = (  # rows as they are: objects of SQLModel would take longer than the match itself
    select_columns(
        _answers.number,
        _answers.seat,
        _answers.by,
        _answers.answer,
        _answers.hash,
        _answers.at,
        _answers.moment,
        _answers.bank,
        _answers.chain,
    )
    .where(_answers.match == bindparam("match"), _answers.number >= bindparam("since"))
    .order_by(_answers.number)
)
BY = {by.value: by for by in By}
_decode = msgspec.json.Decoder().decode


class _Begun(Struct):
    """Of the line that begins a chapter only what is asked for most."""

    version: str


def version_of(session: Session, match: MatchRow) -> str:
    """The version of its game that a match is played with now."""
    last = session.exec(
        select(AnswerRow.answer)
        .where(AnswerRow.match == match.id, AnswerRow.by == By.CHAPTER.value)
        .order_by(desc(col(AnswerRow.number)))
        .limit(1)
    ).first()
    if last is None:
        return msgspec.json.decode(match.heading, type=Heading).version
    return msgspec.json.decode(last, type=_Begun).version


class TimedLine(Struct, frozen=True):
    """A line of a record, when it was written, and the chain up to it."""

    line: Line
    at: int
    moment: int
    bank: int
    chain: str

    @classmethod
    def after(
        cls, before: str, number: int, line: Line, *, at: int, moment: int, bank: int
    ) -> TimedLine:
        """The line with this number, linked to the chain before it."""
        answer = msgspec.json.encode(line.answer).decode()
        chain = chain_link(
            before, number, line.seat, line.by.value, answer, line.hash, at, moment, bank
        )
        return cls(line, at, moment, bank, chain)


class StoredMatch(Struct, frozen=True):
    """A match as it stands in the database, without its answers."""

    id: str
    table: str
    game: str
    heading: Heading
    seed: str
    chain: str
    """What its first answer is linked to."""
    names: tuple[str, ...]
    base: bytes | None
    begun: int
    ended: int | None
    outcome: Outcome | None
    parts: tuple[Part, ...] = ()
    """What everybody was, once it is over; nothing where that is not known."""


class KeptMatch:
    """All that the database knows of a match that goes on. From here on no database is needed."""

    def __init__(self, stored: StoredMatch, lines: list[TimedLine], snapshot: bytes | None) -> None:
        self.stored = stored
        self.lines = lines
        self._snapshot = snapshot
        self._record = Record(stored.heading, stored.seed, [timed.line for timed in lines])
        self.chapter = self._record.chapters()[-1]
        """The chapter that is being played."""
        self.good = 0
        """How many answers have been played again and are as they were."""
        self.aside: int | None = None
        """After how many answers the match was last put aside."""

    @property
    def chain(self) -> str:
        """What the next line is linked to."""
        return self.lines[-1].chain if self.lines else self.stored.chain

    def resumed(self, game: Game[Any, Any]) -> Match[Any]:
        """The match at its last moment, from the nearest snapshot on."""
        self._record.check_version(game, self.chapter)
        match = None if self._snapshot is None else self._saved(game, self._snapshot)
        if match is None:
            match = self._begun(game)
        else:
            self.aside = match.number
        self.good = match.number
        for line in self.lines[match.number :]:
            play(match, line.line)
            self.good = match.number
        return match

    def _begun(self, game: Game[Any, Any]) -> Match[Any]:
        """The match as its chapter begins."""
        base, chapter = self.stored.base, self.chapter
        if base is None:
            return Match.replayed(game, self._record, chapter.first)
        if chapter.opening is None:
            return load(game, base)
        chance = Chance(read_snapshot(game, base).key)
        seats = self.stored.heading.seats
        return Match.reopened(game, seats, chapter.opening, chance, chapter.first - 1)

    def _saved(self, game: Game[Any, Any], snapshot: bytes) -> Match[Any] | None:
        """The match as it was saved; None if that is not how it stood: the answers know better."""
        try:
            match = load(game, snapshot, self._record.lines)
        except InvalidRecord as error:
            log.warning("match %s: %s", self.stored.id, error)
            return None
        number = match.number
        if number < self.chapter.first or (
            number and match.hash() != self._record.lines[number - 1].hash
        ):
            log.warning("match %s: the snapshot is not of this match", self.stored.id)
            return None
        return match

    def carried_over(self, game: Game[Any, Any]) -> tuple[Match[Any], TimedLine]:
        """The match as a new version goes on with it, and the line that begins the chapter.

        Only the version before can play its answers: it must have put the match aside after the
        last one.
        """
        saved = self._snapshot or self.stored.base
        before, after = self.chapter.version, "it was not put aside"
        if saved is not None:
            snapshot = read_snapshot(game, saved)
            if snapshot.record is not None and snapshot.record.heading != self.stored.heading:
                raise InvalidRecord("snapshot", "it is not of this match")
            if snapshot.number == len(self.lines):
                match, line = carry_over(game, saved, self._record.lines)
                timed = TimedLine.after(
                    self.chain, len(self.lines), line, at=now(), moment=match.moment, bank=0
                )
                return match, timed
            after = f"{len(self.lines) - snapshot.number} answers came after it was put aside"
        raise VersionMismatch("snapshot", f"{after}: start and stop {game.id} {before} once more")


class Matches:
    """The matches in the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    def begin(
        self, code: str, match: Match[Any], names: Sequence[str], heading: Heading, seed: str
    ) -> str:
        """Puts a match on a table. One that branched off keeps where it began."""
        id = fresh_id(9)
        row = MatchRow(
            id=id,
            table_code=code,
            game=match.game.id,
            heading=msgspec.json.encode(heading).decode(),
            seed=seed,
            names=msgspec.json.encode(list(names)).decode(),
            base=None if match.record is not None else save(match),
            begun=now(),
        )
        with self._bus.writing([table_topic(code)]) as session:
            table = session.exec(
                select(TableRow).where(TableRow.code == code).with_for_update()
            ).one()
            if table.match is not None:
                return table.match  # somebody else was quicker
            session.add(row)
            session.flush()
            table.match, table.phase, table.touched = id, Phase.PLAYING, now()
            session.add(table)
        return id

    def get(self, id: str) -> StoredMatch | None:
        """What is known of a match beside its answers."""
        with self._database.reading() as session:
            row = session.get(MatchRow, id)
        if row is None:
            return None
        return StoredMatch(
            row.id,
            row.table_code,
            row.game,
            msgspec.json.decode(row.heading, type=Heading),
            row.seed,
            chain_start(row.id, row.heading, row.seed),
            tuple(msgspec.json.decode(row.names)),
            row.base,
            row.begun,
            row.ended,
            None if row.outcome is None else msgspec.json.decode(row.outcome, type=Outcome),
            () if row.parts is None else msgspec.json.decode(row.parts, type=tuple[Part, ...]),
        )

    def version(self, id: str) -> str:
        """The version of its game that a match is played with now."""
        with self._database.reading() as session:
            return version_of(session, session.get_one(MatchRow, id))

    def last_of(self, player: str, game: str) -> tuple[str, Seat] | None:
        """The last match of a game that a player has played to its end, and on which seat.

        Nothing is told of a deal before its time (boomtown.deal.sealed).
        """
        with self._database.reading() as session:
            row = session.exec(
                select(MatchRow.id, SeatRow.number)
                .join(SeatRow, col(SeatRow.table_code) == col(MatchRow.table_code))
                .join(TableRow, col(TableRow.code) == col(MatchRow.table_code))
                .where(
                    SeatRow.player == player,
                    MatchRow.game == game,
                    col(MatchRow.ended).is_not(None),
                    or_(col(TableRow.deal).is_(None), col(TableRow.deal) <= last_open()),
                )
                .order_by(desc(col(MatchRow.ended)))
                .limit(1)
            ).first()
        return None if row is None else (row[0], Seat(row[1]))

    def lines(self, id: str, since: int = 0) -> list[TimedLine]:
        """The answers from a number on, found to be what was written."""
        first = max(0, since - 1)  # the chain of the one before
        with self._database.reading() as session:
            match = session.get(MatchRow, id)
            rows = session.connection().execute(LINES, {"match": id, "since": first}).all()
        if match is None:
            return []
        before = chain_start(match.id, match.heading, match.seed)
        if since > 0:
            if not rows or rows[0].number != first:
                raise Damaged(first, "the next one is missing")
            before, rows = rows[0].chain, rows[1:]
        follow_chain(rows, before, since)
        return [_timed(row) for row in rows]

    def unchecked(self, id: str, since: int = 0) -> list[Line]:
        """The answers as they lie there, for replays and proofs, which show where they break."""
        with self._database.reading() as session:
            rows = session.connection().execute(LINES, {"match": id, "since": since}).all()
        return [_timed(row).line for row in rows]

    def good(self, id: str) -> int:
        """How many answers of a match are there and are what was written."""
        try:
            return len(self.lines(id))
        except Damaged as damage:
            return damage.good

    def load(self, game: Game[Any, Any], stored: StoredMatch) -> tuple[Match[Any], list[TimedLine]]:
        """The match at its last moment, and how it got there."""
        kept = self.kept(stored)
        return kept.resumed(game), kept.lines

    def kept(self, stored: StoredMatch) -> KeptMatch:
        """All that it takes to go on with a match."""
        with self._database.reading() as session:  # first: answers may be added meanwhile
            snapshot = session.get(SnapshotRow, stored.id)
        lines = self.lines(stored.id)
        if snapshot is not None and snapshot.number > len(lines):
            lost = f"there is a snapshot after {snapshot.number}: the last ones are lost"
            raise Damaged(len(lines), lost)
        return KeptMatch(stored, lines, None if snapshot is None else snapshot.data)

    def change_options(self, code: str, options: dict[str, Any]) -> None:
        """Notes what the options of a table are called in the version that plays there now."""
        with self._bus.writing([table_topic(code)]) as session:
            table = session.get_one(TableRow, code)
            table.options = msgspec.json.encode(options).decode()
            session.add(table)

    def put_aside(self, matches: Sequence[tuple[str, int, bytes]]) -> bool:
        """Keeps matches as they stand after so many answers, unless somebody has kept later ones.

        Whoever loads them next begins there; and only there can another version of a game begin.
        Processes that wait for that hear of it. False if somebody wrote one of them meanwhile.
        """
        if not matches:
            return True
        with suppress(IntegrityError), self._database.writing() as session:
            for id, number, data in matches:
                row = session.get(SnapshotRow, id)
                if row is None:
                    session.add(SnapshotRow(match=id, number=number, data=data))
                elif row.number < number:
                    row.number, row.data = number, data
                    session.add(row)
            session.flush()
            topics = [match_topic(id) for id, _, _ in matches]
            self._bus.announce(session.connection(), topics)
            return True
        return False

    def end(self, id: str, outcome: Outcome, parts: Sequence[Part] = ()) -> None:
        """Notes how a match ended; what was only needed to go on is thrown away.

        No two matches end at the same time: they are rated in that order, now and ever after.
        """
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            if not self._database.embedded:  # there one writes at a time anyway
                session.execute(text("SELECT pg_advisory_xact_lock(:what)"), {"what": ENDING})
            row = session.get_one(MatchRow, id)
            topics.append(table_topic(row.table_code))
            table = session.get_one(TableRow, row.table_code)
            if row.ended is None:
                last = session.exec(select(func.max(MatchRow.ended))).one() or 0
                row.ended = max(now(), last + 1)
                row.outcome = msgspec.json.encode(outcome).decode()
                row.parts = msgspec.json.encode(parts).decode() if parts else None
                row.rating = Rating.DUE if _counts(session, row, table) else Rating.NO
                session.add(row)
            table.phase, table.touched = Phase.ENDED, now()
            session.add(table)
            session.execute(delete(EnvelopeRow).where(col(EnvelopeRow.match) == id))

    # --- sealed answers that nobody may know of -------------------------------------------------

    def seal(self, id: str, number: int, moment: int, seat: Seat, answer: object) -> bool:
        """Puts an answer aside until its question closes; a later one takes its place.

        Whether the question was still open: as long as the match has this number of answers.
        The process that is the house may be another one: it waits for this.
        """
        row = EnvelopeRow(
            match=id, moment=moment, seat=seat, answer=msgspec.json.encode(answer).decode()
        )
        with self._bus.writing([match_topic(id)]) as session:
            self._take_turns(session, id)
            if session.get(AnswerRow, (id, number)) is not None:
                return False
            session.merge(row)
            return True

    @contextmanager
    def closing(self, id: str) -> Iterator[None]:
        """While the envelopes of a question are opened, no other process puts anything aside."""
        with self._database.reading() as session:
            self._take_turns(session, id)
            yield

    def _take_turns(self, session: Session, id: str) -> None:
        """Until the end of the transaction. One process alone has the lock of its room."""
        if not self._database.embedded:
            match = int.from_bytes(hashlib.sha256(id.encode()).digest()[:4], signed=True)
            keys = {"what": ENVELOPES, "match": match}
            session.execute(text("SELECT pg_advisory_xact_lock(:what, :match)"), keys)

    def envelopes(self, id: str, moment: int) -> dict[Seat, Any]:
        """The answers that were put aside for a question."""
        with self._database.reading() as session:
            rows = session.exec(
                select(EnvelopeRow).where(EnvelopeRow.match == id, EnvelopeRow.moment == moment)
            ).all()
        return {Seat(row.seat): msgspec.json.decode(row.answer) for row in rows}


def _counts(session: Session, match: MatchRow, table: TableRow) -> bool:
    """Whether a match is rated: not a private one, not a study, not one that programs played, and
    none in which players could be advised."""
    if not table.listed or match.base is not None:
        return False
    players = session.exec(select(SeatRow.player).where(SeatRow.table_code == table.code)).all()
    if is_advised(table.advice, players):
        return False
    programs = select(SeatRow).where(
        SeatRow.table_code == table.code, col(SeatRow.token).is_not(None)
    )
    return session.exec(programs).first() is None


def _timed(row: Sequence[Any]) -> TimedLine:
    _, seat, by, answer, hash, at, moment, bank, chain = row
    return TimedLine(Line(seat, BY[by], _decode(answer), hash), at, moment, bank, chain)


def play(match: Match[Any], line: Line) -> None:
    """Plays one line of a record on."""
    if line.by is By.CHAPTER:
        raise VersionMismatch(f"answer {match.number + 1}", "another version of the game goes on")
    if line.by is By.UNDO:
        match.undo(line.seat)
    elif line.by is By.CLOCK:
        match.time_out(line.seat)
    else:
        match.answer(line.seat, line.answer, by=line.by)
    again = match.record.lines[-1].hash if match.record is not None else match.hash()
    if again != line.hash:
        raise InvalidRecord(f"answer {match.number}", "the state is not the one that was stored")
