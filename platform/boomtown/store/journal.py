"""Answers, appended for good. Whoever comes while another commit is under way shares the next one.

An answer is acknowledged only when it is on the disk; many tables that answer at the same time
cost one commit, not one each.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import IntegrityError

from boomtown.core.errors import BoomtownError
from boomtown.store.bus import CHANNEL, Bus, match_topic
from boomtown.store.database import WRITES, Database
from boomtown.store.matches import TimedLine
from boomtown.store.models import AnswerRow
from boomtown.store.native import natively


class Overtaken(BoomtownError):
    """Somebody else has written this answer's number already: the match has moved on."""


class _Waiting:
    """A row on its way to the disk."""

    __slots__ = ("done", "error", "row")

    def __init__(self, row: dict[str, Any]) -> None:
        self.row = row
        self.done = False
        self.error: Exception | None = None


class Journal:
    """Appends answers to the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._waiting: list[_Waiting] = []
        self._turn = Lock()
        self._insert = insert(AnswerRow.__table__)  # type: ignore[attr-defined]  # set by SQLModel

    def append(self, match: str, number: int, timed: TimedLine) -> None:
        """Writes an answer. When this returns, it survives anything that happens to the server."""
        line = timed.line
        row = {
            "match": match,
            "number": number,
            "seat": line.seat,
            "by": line.by.value,
            "answer": msgspec.json.encode(line.answer).decode(),
            "hash": line.hash,
            "at": timed.at,
            "moment": timed.moment,
            "bank": timed.bank,
        }
        mine = _Waiting(row)
        self._waiting.append(mine)
        with self._turn:
            if not mine.done:
                batch, self._waiting = self._waiting, []
                if self._database.embedded:
                    natively(lambda: self._write(batch))
                else:
                    self._write(batch)
        if mine.error is not None:
            raise mine.error

    def _write(self, batch: Sequence[_Waiting]) -> None:
        """One commit for all of them; if one is in the way of another, one commit each."""
        try:
            self._commit([one.row for one in batch])
        except IntegrityError:
            for one in batch:
                self._write_alone(one)
        except Exception as error:  # the disk is full, the server is gone: everybody is told
            for one in batch:
                one.error = error
        for one in batch:
            one.done = True

    def _write_alone(self, one: _Waiting) -> None:
        try:
            self._commit([one.row])
        except IntegrityError:
            one.error = Overtaken(f"answer {one.row['number']} of {one.row['match']} is taken")
        except Exception as error:  # as above
            one.error = error

    def _commit(self, rows: list[dict[str, Any]]) -> None:
        with self._database.engine.connect() as connection:
            connection = connection.execution_options(**{WRITES: True})
            with connection.begin():
                connection.execute(self._insert, rows)
                if not self._database.embedded:
                    self._announce(connection, rows)

    def _announce(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        """Other processes hear of it in the same moment in which it is committed."""
        payloads = {self._bus.payload(match_topic(row["match"])) for row in rows}
        connection.execute(
            text("SELECT pg_notify(:channel, :payload)"),
            [{"channel": CHANNEL, "payload": payload} for payload in payloads],
        )
