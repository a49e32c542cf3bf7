"""Pauses: the clock stands still when all who are at the table want it (boomtown.table.pause).

Whoever asks pays for it: a seat has so many pauses in a match, and so much time for all of them.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from msgspec import structs
from sqlalchemy import not_
from sqlmodel import Session, col, select

from boomtown.core.errors import Refusal, Refused
from boomtown.store.bus import Bus, table_topic
from boomtown.store.database import Database, now
from boomtown.store.models import Phase, SeatRow, TableRow
from boomtown.store.outages import outages_in, overlap
from boomtown.store.tableinfo import PAUSE_ASK_TIME, PauseRequest, PausesUsed
from boomtown.store.tables import locked_table

RULE = "boomtown.table.pause"
MOST_PAUSES = 3
"""How often a seat may stop a match."""
LONGEST_PAUSES = 10 * 60 * 1000
"""Milliseconds for all its pauses together; then the table goes on by itself."""
ASK_AGAIN = 2 * 60 * 1000
"""Milliseconds before somebody may ask again whom the others have turned down."""


class Pauses:
    """The pauses of all tables."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    def want(self, code: str, player: str, needed: Collection[str]) -> bool:
        """Asks for a pause, or agrees to one; whether the clock stands still now.

        It does when everybody who is needed agrees. Where others play, a seat has only so much.
        """
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.PLAYING)
            if table.paused is not None:
                return True
            request = _open_request(table)
            if request is None:
                if _others_play(session, code, player):
                    _check_budget(_used(table, player))
                request = PauseRequest(player, now(), (player,))
            elif player not in request.agreed:
                request = structs.replace(request, agreed=(*request.agreed, player))
            stands = _settle(session, table, request, needed)
            session.add(table)
        return stands

    def refuse(self, code: str, player: str) -> bool:
        """Turns a question for a pause down, or takes it back; whether there was one."""
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.PLAYING)
            request = _open_request(table)
            if request is None or table.paused is not None:
                return False
            if player != request.asker:
                used = _used(table, request.asker)
                _keep(table, request.asker, structs.replace(used, again=now() + ASK_AGAIN))
            table.consents = "null"
            session.add(table)
        return True

    def settle(self, code: str, needed: Collection[str]) -> bool:
        """Who is needed may have changed: whether the clock stands still because of that."""
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.PLAYING)
            request = _open_request(table)
            if request is None or table.paused is not None:
                return False
            stands = _settle(session, table, request, needed)
            session.add(table)
        return stands

    def lapse(self, code: str) -> None:
        """A question for a pause that not everybody has answered is forgotten."""
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.PLAYING)
            if table.paused is None and _open_request(table) is None:
                table.consents = "null"
                session.add(table)

    def go_on(self, code: str, moment: int, since: int) -> bool:
        """The clock runs again; the pause is not taken from anybody's time. Whether it stood."""
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.PLAYING)
            if table.paused is None:
                return False
            self._charge(session, table)
            before = table.held if table.held_moment == moment else 0
            table.held = before + _length(session, max(table.paused, since))
            table.held_moment, table.paused = moment, None
            session.add(table)
        return True

    def _charge(self, session: Session, table: TableRow) -> None:
        """The time of the pause is taken from whoever asked for it."""
        request = _request(table)
        if request is not None and table.paused is not None:
            used = _used(table, request.asker)
            spent = used.time + _length(session, table.paused)
            _keep(table, request.asker, structs.replace(used, time=spent))
        table.consents = "null"


def _length(session: Session, begun: int) -> int:
    """How long a pause has been; time without a house is nobody's."""
    at = now()
    return max(0, at - begun - overlap(outages_in(session), begun, at))


def _check_budget(used: PausesUsed) -> None:
    if used.count >= MOST_PAUSES or used.time >= LONGEST_PAUSES:
        minutes = LONGEST_PAUSES // 60_000
        raise Refused(Refusal(RULE, "spent", most=MOST_PAUSES, minutes=minutes))
    if now() < used.again:
        raise Refused(Refusal(RULE, "again", seconds=(used.again - now()) // 1000 + 1))


def _others_play(session: Session, code: str, player: str) -> bool:
    """Whether somebody else sits there: alone with bots one is nobody's nuisance."""
    others = select(SeatRow.number).where(
        SeatRow.table_code == code,
        col(SeatRow.player).is_not(None),
        SeatRow.player != player,
        not_(col(SeatRow.away)),
    )
    return session.exec(others).first() is not None


def _settle(
    session: Session, table: TableRow, request: PauseRequest, needed: Collection[str]
) -> bool:
    table.consents = msgspec.json.encode(request).decode()
    if not set(needed) <= set(request.agreed):
        return False
    table.paused = now()
    used = _used(table, request.asker)
    if _others_play(session, table.code, request.asker):
        _keep(table, request.asker, structs.replace(used, count=used.count + 1))
    return True


def _request(table: TableRow) -> PauseRequest | None:
    return msgspec.json.decode(table.consents, type=PauseRequest | None)


def _open_request(table: TableRow) -> PauseRequest | None:
    """The question that still stands."""
    request = _request(table)
    return None if request is None or now() >= request.at + PAUSE_ASK_TIME else request


def _used(table: TableRow, player: str) -> PausesUsed:
    used = msgspec.json.decode(table.pauses, type=dict[str, PausesUsed])
    return used.get(player, PausesUsed())


def _keep(table: TableRow, player: str, used: PausesUsed) -> None:
    kept = msgspec.json.decode(table.pauses, type=dict[str, PausesUsed])
    table.pauses = msgspec.json.encode(kept | {player: used}).decode()
