"""Answers, appended for good. Whoever comes while another commit is under way shares the next one.

An answer is acknowledged only when it is on the disk; many tables that answer at the same time
cost one commit, not one each.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from boomtown import tally
from boomtown.core.errors import BoomtownError
from boomtown.store.bus import Bus, match_topic
from boomtown.store.database import WRITES, Database
from boomtown.store.matches import TimedLine
from boomtown.store.models import AnswerRow, SnapshotRow
from boomtown.store.native import aside, natively
from boomtown.store.patience import Patience
from boomtown.store.witness import Witness

_encode = msgspec.json.Encoder().encode
NAMED = sqlite.dialect(paramstyle="named")
TIDY_EVERY = 2000
"""Answers after which SQLite tidies up."""
TAKEN = (IntegrityError, sqlite3.IntegrityError)
"""How a database says that a number is taken already."""


class Overtaken(BoomtownError):
    """Somebody else has written this answer's number already: the match has moved on."""


class CutOff(BoomtownError):
    """The writer was stopped in mid-commit: only the database knows whether the answer is there."""


class _Waiting:
    """A row on its way to the disk."""

    __slots__ = ("done", "error", "row", "snapshot")

    def __init__(self, row: dict[str, Any], snapshot: bytes | None) -> None:
        self.row = row
        self.snapshot = snapshot
        self.done = False
        self.error: Exception | None = None


class Journal:
    """Appends answers to the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._waiting: list[_Waiting] = []
        self._turn = Lock()
        self._untidy = 0
        self._tidying = False
        self._trouble = Patience("tidying up the journal")
        self._witness = None if database.file is None else Witness(database.file)
        answers, snapshots = AnswerRow.__table__, SnapshotRow.__table__  # type: ignore[attr-defined]  # set by SQLModel
        self._insert = insert(answers)
        self._forget = delete(snapshots).where(snapshots.c.match == bindparam("match"))
        self._keep = insert(snapshots)
        self._plain = [
            str(one.compile(dialect=NAMED)) for one in (self._insert, self._forget, self._keep)
        ]

    def append(
        self, match: str, number: int, timed: TimedLine, snapshot: bytes | None = None
    ) -> None:
        """Writes an answer. When this returns, it survives anything that happens to the server.

        A snapshot of the match after it, for the next one who loads it, goes the same way.
        """
        line = timed.line
        row = {
            "match": match,
            "number": number,
            "seat": line.seat,
            "by": line.by.value,
            "answer": _encode(line.answer).decode(),
            "hash": line.hash,
            "at": timed.at,
            "moment": timed.moment,
            "bank": timed.bank,
            "chain": timed.chain,
        }
        mine = _Waiting(row, snapshot)
        self._waiting.append(mine)
        with self._turn:
            if not mine.done:
                batch, self._waiting = self._waiting, []
                try:
                    if self._database.embedded:
                        with self._database.turns.taken(answers=True):
                            natively(lambda: self._write(batch))
                        self._tidy(len(batch))
                    else:
                        self._write(batch)
                except BaseException:  # stopped in mid-commit: nobody may think it is done
                    for one in batch:
                        if not one.done:
                            one.done, one.error = True, CutOff("ask the database")
                    raise
                tally.JOURNAL_COMMITS.add()
                tally.JOURNAL_ANSWERS.add(by=len(batch))
        if mine.error is not None:
            if not isinstance(mine.error, Overtaken):
                tally.JOURNAL_FAILURES.add()
            raise mine.error

    def close(self) -> None:
        """Lets go of the witness."""
        if self._witness is not None:
            self._witness.close()

    def _tidy(self, rows: int) -> None:
        """Every so often SQLite moves what was written to its place. No answer waits for that."""
        self._untidy += rows
        if self._untidy >= TIDY_EVERY and not self._tidying:
            self._untidy, self._tidying = 0, True
            if self._witness is not None:
                self._witness.turn()
            aside(self._checkpoint)

    def _checkpoint(self) -> None:
        try:
            if self._database.checkpoint() and self._witness is not None:
                self._witness.forget_before()
            self._trouble.fine()
        except Exception:  # nothing is lost: what was written stays where it is
            self._trouble.failed()
        finally:
            self._tidying = False

    def _write(self, batch: Sequence[_Waiting]) -> None:
        """One commit for all of them; if one is in the way of another, one commit each."""
        try:
            self._commit(batch)
        except TAKEN:
            for one in batch:
                self._write_alone(one)
        except Exception as error:  # the disk is full, the server is gone: everybody is told
            for one in batch:
                one.error = error
        for one in batch:
            one.done = True

    def _write_alone(self, one: _Waiting) -> None:
        try:
            self._commit([one])
        except TAKEN:
            one.error = Overtaken(f"answer {one.row['number']} of {one.row['match']} is taken")
        except Exception as error:  # as above
            one.error = error

    def _commit(self, batch: Sequence[_Waiting]) -> None:
        rows = [one.row for one in batch]
        kept = {
            one.row["match"]: {
                "match": one.row["match"],
                "number": one.row["number"] + 1,
                "data": one.snapshot,
            }
            for one in batch
            if one.snapshot is not None
        }
        if self._database.embedded:
            self._commit_plainly(rows, list(kept.values()))
            return
        with self._database.engine.connect() as connection:
            connection = connection.execution_options(**{WRITES: True})
            with connection.begin():
                connection.execute(self._insert, rows)
                if kept:
                    connection.execute(self._forget, [{"match": match} for match in kept])
                    connection.execute(self._keep, list(kept.values()))
                topics = {match_topic(row["match"]) for row in rows}
                self._bus.announce(connection, topics)

    def _commit_plainly(self, rows: list[dict[str, Any]], kept: list[dict[str, Any]]) -> None:
        """The same without SQLAlchemy, which here takes as long as the disk."""
        connection = self._database.engine.raw_connection()
        try:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                insert, forget, keep = self._plain
                cursor.executemany(insert, rows)
                if kept:
                    cursor.executemany(forget, kept)
                    cursor.executemany(keep, kept)
                cursor.execute("COMMIT")
                if self._witness is not None:
                    self._witness.note((row["match"], row["number"], row["chain"]) for row in rows)
            except TAKEN:
                cursor.execute("ROLLBACK")
                raise
            except BaseException:
                # The error keeps the cursor alive, and that the lock, even when it is closed.
                with suppress(sqlite3.Error):
                    cursor.execute("ROLLBACK")
                cursor.close()
                connection.invalidate()  # after an error of the disk nobody knows its state
                raise
        finally:
            connection.close()
