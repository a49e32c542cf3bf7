"""Who may not play here or not speak, and what players want the operator to look at.

Bans are few and asked for at every act, so they are kept in memory and read again every few
seconds: a command in another process counts here a moment later.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct
from sqlalchemy.orm import aliased
from sqlmodel import col, delete, desc, func, select

from boomtown.store.database import Database, now
from boomtown.store.models import BanRow, PlayerRow, ReportRow
from boomtown.store.texts import one_line

FRESH_SECONDS = 2.0
LONGEST_REPORT = 500
LONGEST_REASON = 200
HOUR = 60 * 60 * 1000


class Who(StrEnum):
    """What a ban is about."""

    PERSON = "person"
    ADDRESS = "address"


class Ban(Struct, frozen=True):
    """Somebody, or an address, that may not play here or not speak."""

    who: Who
    key: str
    """The player's id, or the keyed hash of the address."""
    mute: bool
    """Whether only speaking is forbidden."""
    until: int | None
    reason: str
    at: int

    def counts(self, at: int) -> bool:
        """Whether it is not over yet."""
        return self.until is None or at < self.until


class Report(Struct, frozen=True):
    """What a player wants the operator to look at."""

    id: int
    table: str
    player: str
    player_name: str
    about: str | None
    about_name: str
    text: str
    settled: bool
    at: int


class Moderation:
    """Bans and reports in the database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._read = float("-inf")
        self._known: dict[tuple[Who, str], Ban] = {}

    # --- bans ---------------------------------------------------------------------------------

    def ban(
        self, who: Who, key: str, *, mute: bool = False, hours: int | None = None, reason: str = ""
    ) -> None:
        """Shuts somebody out, or only up, for good or for some hours."""
        at = now()
        row = BanRow(
            kind=who.value,
            key=key,
            mute=mute,
            until=None if hours is None else at + hours * HOUR,
            reason=one_line(reason)[:LONGEST_REASON],
            at=at,
        )
        with self._database.writing() as session:
            session.merge(row)
        self._read = float("-inf")

    def lift(self, who: Who, key: str) -> bool:
        """Lets somebody play and speak again; whether there was anything to lift."""
        gone = delete(BanRow).where(col(BanRow.kind) == who.value, col(BanRow.key) == key)
        with self._database.writing() as session:
            lifted = session.execute(gone).rowcount == 1  # type: ignore[attr-defined]  # a cursor result
        self._read = float("-inf")
        return bool(lifted)

    def bans(self) -> list[Ban]:
        """All that count, the latest first."""
        at = now()
        with self._database.reading() as session:
            rows = session.exec(select(BanRow).order_by(desc(col(BanRow.at)))).all()
        found = (
            Ban(Who(row.kind), row.key, row.mute, row.until, row.reason, row.at) for row in rows
        )
        return [ban for ban in found if ban.counts(at)]

    def is_banned(self, person: str | None, origin: str) -> bool:
        """Whether somebody may not act."""
        return any(not ban.mute for ban in self._about(person, origin))

    def is_muted(self, person: str | None, origin: str) -> bool:
        """Whether somebody may not speak."""
        return any(True for _ in self._about(person, origin))

    def _about(self, person: str | None, origin: str) -> list[Ban]:
        if self._clock() - self._read >= FRESH_SECONDS:
            self._known = {(ban.who, ban.key): ban for ban in self.bans()}
            self._read = self._clock()
        if not self._known:
            return []
        keys = [(Who.ADDRESS, origin)] + ([] if person is None else [(Who.PERSON, person)])
        at = now()
        found = (self._known.get(key) for key in keys)
        return [ban for ban in found if ban is not None and ban.counts(at)]

    # --- reports ------------------------------------------------------------------------------

    def report(self, table: str, player: str, about: str | None, text: str) -> int:
        """Puts something before the operator."""
        row = ReportRow(
            table_code=table,
            player=player,
            about=about,
            text=one_line(text)[:LONGEST_REPORT],
            at=now(),
        )
        with self._database.writing() as session:
            session.add(row)
            session.flush()
            assert row.id is not None, "the database numbers reports"
            return row.id

    def waiting(self, player: str) -> int:
        """How many reports of a player nobody has settled."""
        wanted = select(func.count()).where(
            ReportRow.player == player, col(ReportRow.settled).is_(False)
        )
        with self._database.reading() as session:
            return session.exec(wanted).one()

    def reports(self, *, settled: bool = False, limit: int = 100) -> list[Report]:
        """Those that wait, or those that are settled; the latest first."""
        teller, told_of = aliased(PlayerRow), aliased(PlayerRow)
        wanted = (
            select(ReportRow, teller.name, told_of.name)
            .outerjoin(teller, col(ReportRow.player) == teller.id)
            .outerjoin(told_of, col(ReportRow.about) == told_of.id)
            .where(col(ReportRow.settled).is_(settled))
            .order_by(desc(col(ReportRow.id)))
            .limit(limit)
        )
        with self._database.reading() as session:
            rows = session.exec(wanted).all()
        return [
            Report(
                row.id or 0,
                row.table_code,
                row.player,
                name or "",
                row.about,
                other or "",
                row.text,
                row.settled,
                row.at,
            )
            for row, name, other in rows
        ]

    def settle(self, id: int) -> bool:
        """Notes that somebody has looked at a report; whether there is such a one."""
        with self._database.writing() as session:
            row = session.get(ReportRow, id)
            if row is None:
                return False
            row.settled = True
            session.add(row)
            return True
