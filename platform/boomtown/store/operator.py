"""What the operator does to tables, people and matches: by command, or on the admin page."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from sqlalchemy import or_
from sqlmodel import col, desc, func, select

from boomtown.core.errors import BoomtownError
from boomtown.core.matchfile import ended_file, record_rows
from boomtown.store.bus import Bus, table_topic
from boomtown.store.database import Database
from boomtown.store.matches import Matches, StoredMatch
from boomtown.store.models import Phase, PlayerRow, SeatRow, TableRow
from boomtown.store.moderation import Moderation
from boomtown.store.parked import Cause, Parked
from boomtown.store.people import People
from boomtown.store.tableinfo import TableInfo, read_tables
from boomtown.store.tables import Tables
from boomtown.store.texts import clean_name

LISTED = 100
BY_HAND = "by hand of the operator"


class NotFound(BoomtownError):
    """There is no such table, person, match or report."""


class Ambiguous(BoomtownError):
    """Several people have this name."""


class Known(Struct, frozen=True):
    """A person as the operator sees them."""

    id: str
    name: str
    created: int
    seen: int
    tables: int


class Operator:
    """The operator's hands."""

    def __init__(self, database: Database, bus: Bus, moderation: Moderation | None = None) -> None:
        self._database = database
        self._bus = bus
        self.tables = Tables(database, bus)
        self.matches = Matches(database, bus)
        self.parked = Parked(database, bus)
        self.people = People(database, bus)
        self.moderation = moderation or Moderation(database)

    # --- looking ------------------------------------------------------------------------------

    def all_tables(self, phase: Phase | None = None, limit: int = LISTED) -> list[TableInfo]:
        """Tables, the liveliest first."""
        wanted = select(TableRow).order_by(desc(col(TableRow.touched))).limit(limit)
        if phase is not None:
            wanted = wanted.where(TableRow.phase == phase)
        with self._database.reading() as session:
            return read_tables(session, session.exec(wanted).all())

    def table(self, code: str) -> TableInfo:
        """A table by its code."""
        table = self.tables.get(code)
        if table is None:
            raise NotFound(f"there is no table {code}")
        return table

    def known(self, search: str = "", limit: int = LISTED) -> list[Known]:
        """People by their id or a part of their name, the latest first."""
        seats = select(func.count()).where(SeatRow.player == PlayerRow.id).scalar_subquery()
        wanted = select(PlayerRow, seats)
        if search:
            like = f"%{_escaped(search)}%"
            named = col(PlayerRow.name).ilike(like, escape="\\")
            wanted = wanted.where(or_(col(PlayerRow.id) == search, named))
        wanted = wanted.where(PlayerRow.name != "")  # those were forgotten
        wanted = wanted.order_by(desc(col(PlayerRow.seen)), desc(col(PlayerRow.created)))
        with self._database.reading() as session:
            rows = session.exec(wanted.limit(limit)).all()
        return [Known(row.id, row.name, row.created, row.seen, count) for row, count in rows]

    def person(self, text: str) -> str:
        """Somebody's id, from the id or from a name that only one person has."""
        with self._database.reading() as session:
            if session.get(PlayerRow, text) is not None:
                return text
            wanted = select(PlayerRow.id).where(PlayerRow.name == text).limit(LISTED)
            found = session.exec(wanted).all()
        if not found:
            raise NotFound(f"nobody here is {text}")
        if len(found) > 1:
            raise Ambiguous(f"{len(found)} people are called {text}; name one by the id")
        return found[0]

    def match(self, id: str) -> StoredMatch:
        """A match by its id."""
        stored = self.matches.get(id)
        if stored is None:
            raise NotFound(f"there is no match {id}")
        return stored

    # --- acting -------------------------------------------------------------------------------

    def close(self, code: str) -> None:
        """Ends a table without a result; nothing is thrown away."""
        self.table(code)
        self.tables.close(code)

    def park(self, match: str, problem: str = BY_HAND) -> None:
        """Takes a match out of play until it is released."""
        stored = self.match(match)
        answers = len(self.matches.lines(match))
        version = self.matches.version(match)
        self.parked.park(match, Cause.CLOSED, problem, number=answers, version=version)
        self._bus.tell(table_topic(stored.table))

    def release(self, match: str) -> None:
        """Lets a parked match be tried again."""
        if not self.parked.release(match):
            raise NotFound(f"no match {match} is parked")
        self._bus.tell(table_topic(self.match(match).table))

    def rename(self, person: str, name: str) -> str:
        """Gives somebody another name; the name as it is shown."""
        shown = clean_name(name)
        if not shown:
            raise BoomtownError("a name needs at least one letter")
        self.people.change(person, name=shown)
        for table in self.tables.of_player(person, LISTED):
            self._bus.tell(table_topic(table.code))
        return shown

    def forget(self, person: str) -> None:
        """Forgets everything about somebody that no match needs."""
        self.people.forget(person)

    def settle(self, report: int) -> None:
        """Notes that a report was looked at."""
        if not self.moderation.settle(report):
            raise NotFound(f"there is no report {report}")

    def file(self, match: str) -> str:
        """A match for the author of its game, without playing it: perhaps it cannot be played.

        A finished one is the file that ``boomtown verify`` reads. Of another one it is the record
        so far, which ends with the seed: whoever has it knows every secret of the match.
        """
        stored = self.match(match)
        if self.tables.get_one(stored.table).sealed:
            raise BoomtownError("the seed of a deal is told to nobody before its time")
        lines = [timed.line for timed in self.matches.lines(match)]
        if stored.outcome is not None:
            return ended_file(stored.heading, lines, stored.seed, stored.outcome)
        parked = self.parked.get(match)
        so_far = {
            "so_far": len(lines),
            "seed": stored.seed,
            "parked": None if parked is None else msgspec.to_builtins(parked),
        }
        rows = [*record_rows(stored.heading, lines), msgspec.json.encode(so_far).decode()]
        return "\n".join(rows) + "\n"


def _escaped(text: str) -> str:
    """Text in which nothing is a wildcard."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
