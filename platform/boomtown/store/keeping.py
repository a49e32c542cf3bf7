"""What the database need not keep for ever, removed in small pieces.

Nothing goes that somebody could miss: a table with a match stays, and so does whoever sits at a
table that stays. Each method is one short transaction and says how much it has removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_, exists, not_, update
from sqlmodel import Session, col, delete, or_, select

from boomtown.store.bus import Bus, gone_topic
from boomtown.store.contest_models import (
    BoutRow,
    DealTryRow,
    EntrantRow,
    TournamentRow,
    VacationRow,
)
from boomtown.store.database import Database, now
from boomtown.store.friends import forget_acquaintances
from boomtown.store.models import (
    AnswerRow,
    BanRow,
    ChatRow,
    DeviceLinkRow,
    EnvelopeRow,
    ExperimentRow,
    GuestRow,
    InvitationRow,
    KickedRow,
    MatchRow,
    ParkedRow,
    Phase,
    PlayerRow,
    ReviewRow,
    SeatRow,
    SnapshotRow,
    StudyRow,
    TableRow,
    Trial,
)
from boomtown.store.notices import forget_notices
from boomtown.store.reviews import forget_reviews
from boomtown.store.witness import Witness

FEW = 20
"""Tables and matches in one transaction."""
MANY = 200
"""Rows of one kind in one transaction."""


class Keeping:
    """Takes out of the database what has had its time."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus
        self._looked_at = ""
        """The last player who was looked at; the next look goes on from there."""

    # --- tables ---------------------------------------------------------------------------------

    def remove_tables(self, empty_before: int, waiting_before: int, busy: set[str]) -> int:
        """Open tables at which nobody sits, or nothing has happened for long.

        Those that somebody is looking at right now stay.
        """
        seated = exists().where(
            col(SeatRow.table_code) == col(TableRow.code), col(SeatRow.player).is_not(None)
        )
        played = exists().where(col(MatchRow.table_code) == col(TableRow.code))
        stale = or_(
            and_(col(TableRow.touched) < empty_before, not_(seated)),
            col(TableRow.touched) < waiting_before,
        )
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            found = session.exec(
                select(TableRow.code)
                .where(TableRow.phase == Phase.OPEN, stale, not_(played))
                .where(col(TableRow.code).not_in(busy))
                .order_by(col(TableRow.touched))
                .limit(FEW)
                .with_for_update()
            ).all()
            _remove_tables(session, found)
            topics += map(gone_topic, found)
        return len(found)

    def remove_matches(self, before: int) -> int:
        """Matches that ended long ago, with their tables; not those that others branched from."""
        branched = exists().where(col(StudyRow.match) == col(MatchRow.id))
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            found = session.exec(
                select(MatchRow.id, MatchRow.table_code)
                .where(col(MatchRow.ended) < before, not_(branched))
                .order_by(col(MatchRow.ended))
                .limit(FEW)
            ).all()
            matches, codes = [id for id, _ in found], [code for _, code in found]
            for kind in (AnswerRow, SnapshotRow, EnvelopeRow, ParkedRow, ReviewRow):
                session.execute(delete(kind).where(col(kind.match).in_(matches)))
            session.execute(delete(MatchRow).where(col(MatchRow.id).in_(matches)))
            _remove_tables(session, codes)
            if self._database.file is not None and matches:
                Witness(self._database.file).remove(matches)
            topics += map(gone_topic, codes)
        return len(found)

    def remove_tournaments(self, waiting_before: int, ended_before: int) -> int:
        """Those that nobody has begun for long, and those that ended long ago."""
        stale = or_(
            and_(col(TournamentRow.begun).is_(None), col(TournamentRow.created) < waiting_before),
            col(TournamentRow.ended) < ended_before,
        )
        with self._database.writing() as session:
            found = session.exec(
                select(TournamentRow.id)
                .where(stale)
                .order_by(col(TournamentRow.created))
                .limit(FEW)
                .with_for_update()
            ).all()
            for kind in (BoutRow, EntrantRow):
                session.execute(delete(kind).where(col(kind.tournament).in_(found)))
            session.execute(delete(TournamentRow).where(col(TournamentRow.id).in_(found)))
        return len(found)

    def remove_studies(self, before: int) -> int:
        """Studies of the laboratory that are over; whoever has the seed can play them again."""
        with self._database.writing() as session:
            old = session.exec(
                select(ExperimentRow.id)
                .where(ExperimentRow.state != Trial.OPEN, ExperimentRow.created < before)
                .order_by(col(ExperimentRow.created))
                .limit(FEW)
            ).all()
            session.execute(delete(ExperimentRow).where(col(ExperimentRow.id).in_(old)))
        return len(old)

    # --- people ---------------------------------------------------------------------------------

    def remove_guests(self, before: int) -> int:
        """Guests who were not here for long and hold no seat, among the next few players."""
        with self._database.writing() as session:
            window = session.exec(
                select(PlayerRow.id)
                .where(col(PlayerRow.id) > self._looked_at)
                .order_by(PlayerRow.id)
                .limit(MANY)
            ).all()
            self._looked_at = window[-1] if len(window) == MANY else ""
            found = session.exec(
                select(PlayerRow.id).where(
                    col(PlayerRow.id).in_(window),
                    col(PlayerRow.seen) < before,
                    col(PlayerRow.created) < before,
                    *(not_(_mentions(where)) for where in (SeatRow.player, TableRow.host)),
                    not_(_mentions(ChatRow.player)),
                    not_(_mentions(EntrantRow.player)),
                    not_(_mentions(TournamentRow.organiser)),
                )
            ).all()
            forget_acquaintances(session, found)
            forget_notices(session, found)
            for kind in (DeviceLinkRow, GuestRow, KickedRow, DealTryRow, VacationRow):
                session.execute(delete(kind).where(col(kind.player).in_(found)))
            asked = col(ExperimentRow.player).in_(found)
            session.execute(update(ExperimentRow).where(asked).values(player=None, origin=""))
            forget_reviews(session, found)
            session.execute(delete(PlayerRow).where(col(PlayerRow.id).in_(found)))
        return len(found)

    def remove_chat(self, before: int) -> int:
        """What was said long ago. Messages are numbered as they are said: the first are oldest."""
        with self._database.writing() as session:
            first = session.exec(
                select(ChatRow.id, ChatRow.at).order_by(col(ChatRow.id)).limit(MANY)
            ).all()
            old = [id for id, at in first if at < before]
            session.execute(delete(ChatRow).where(col(ChatRow.id).in_(old)))
        return len(old)

    def remove_links(self) -> int:
        """Private links whose time is over."""
        with self._database.writing() as session:
            old = session.exec(
                select(DeviceLinkRow.hash).where(DeviceLinkRow.until < now()).limit(MANY)
            ).all()
            session.execute(delete(DeviceLinkRow).where(col(DeviceLinkRow.hash).in_(old)))
        return len(old)

    def remove_bans(self) -> int:
        """Bans whose time is over."""
        with self._database.writing() as session:
            over = session.exec(select(BanRow).where(col(BanRow.until) < now()).limit(MANY)).all()
            for ban in over:
                session.delete(ban)
        return len(over)


def _mentions(column: Any) -> ColumnElement[bool]:
    """Whether some row names the player."""
    return exists().where(col(column) == col(PlayerRow.id))


def _remove_tables(session: Session, codes: Sequence[str]) -> None:
    for kind in (SeatRow, GuestRow, InvitationRow, KickedRow, ChatRow, StudyRow):
        session.execute(delete(kind).where(col(kind.table_code).in_(codes)))
    rematch = col(TableRow.successor).in_(codes)
    session.execute(update(TableRow).where(rematch).values(successor=None))
    session.execute(delete(TableRow).where(col(TableRow.code).in_(codes)))
