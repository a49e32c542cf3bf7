"""Vacation: for some days a year somebody's time stands still where answers have a day.

Nobody takes it backwards: it begins now. Whoever comes back early has the rest for another time.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlmodel import Session, col, select

from boomtown.core.errors import Refusal, Refused
from boomtown.store.bus import Bus, table_topic
from boomtown.store.contest_models import VacationRow
from boomtown.store.database import Database, now
from boomtown.store.days import DAY
from boomtown.store.models import Phase, PlayerRow, SeatRow, TableRow

RULE = "boomtown.people.vacation"
YEARLY = 30
"""Days that somebody may be away in a calendar year."""


class Vacations:
    """Who is away, and until when."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    def until(self, player: str) -> int | None:
        """When somebody comes back who is away now."""
        with self._database.reading() as session:
            row = _under_way(session, player)
        return None if row is None else row.until

    def left(self, player: str) -> int:
        """How many days somebody has left this year."""
        with self._database.reading() as session:
            return _left(session, player)

    def take(self, player: str, days: int) -> None:
        """Somebody is away from now on (boomtown.people.vacation)."""
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            session.exec(select(PlayerRow.id).where(PlayerRow.id == player).with_for_update()).one()
            if _under_way(session, player) is not None:
                raise Refused(Refusal(RULE, "away"))
            left = _left(session, player)
            if not 1 <= days <= left:
                raise Refused(Refusal(RULE, "days", left=left))
            session.add(VacationRow(player=player, begun=now(), until=now() + days * DAY))
            topics += _tables(session, player)

    def come_back(self, player: str) -> None:
        """Somebody is back before the time; the clocks of their tables run again."""
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            row = _under_way(session, player)
            if row is not None:
                row.until = now()
                session.add(row)
                topics += _tables(session, player)


def _under_way(session: Session, player: str) -> VacationRow | None:
    return session.exec(
        select(VacationRow).where(VacationRow.player == player, VacationRow.until > now())
    ).first()


def _left(session: Session, player: str) -> int:
    """Every day that was begun counts, in the year in which the vacation began."""
    year = datetime.fromtimestamp(now() / 1000, UTC).year
    begins = int(datetime(year, 1, 1, tzinfo=UTC).timestamp() * 1000)
    rows = session.exec(
        select(VacationRow).where(VacationRow.player == player, VacationRow.begun >= begins)
    ).all()
    return max(0, YEARLY - sum(max(1, -(-(row.until - row.begun) // DAY)) for row in rows))


def _tables(session: Session, player: str) -> list[str]:
    """The tables whose clocks change."""
    codes = session.exec(
        select(SeatRow.table_code)
        .join(TableRow, col(TableRow.code) == col(SeatRow.table_code))
        .where(SeatRow.player == player, TableRow.phase == Phase.PLAYING)
    ).all()
    return [table_topic(code) for code in codes]
