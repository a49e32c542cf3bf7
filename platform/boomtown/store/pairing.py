"""Quick pairing: whoever wants to play is seated at the next table that suits everybody there.

A table that looks for players remembers what all who sit there would agree to; a newcomer who fits
narrows it down. Each looks and sits in one step, so that two who come at once meet.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import text
from sqlmodel import Session, col, or_, select

from boomtown.core.chance import fresh_seed
from boomtown.core.errors import Refusal, Refused
from boomtown.store.bus import Bus, table_topic
from boomtown.store.codes import table_code
from boomtown.store.database import Database, now
from boomtown.store.models import GuestRow, Phase, SeatRow, TableRow
from boomtown.store.tableinfo import TableInfo, Wish, read_tables
from boomtown.store.tables import locked_table

PAIRING = 0x6011
"""Of PostgreSQL's advisory locks: those who look for a table do so one after the other."""


class Seek(Struct, frozen=True, kw_only=True):
    """What somebody is looking for."""

    player: str
    game: str
    options: dict[str, Any]
    """As the game's options encode; only the very same fit."""
    wish: Wish
    usual: int
    """How many seats the game usually has."""
    wait: int
    """Milliseconds after which bots may take what is free."""
    language: str
    origin: str = ""
    contribution: str = ""


class Pairing:
    """Tables that look for players."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    def seek(self, seek: Seek) -> str:
        """Seats somebody at the next table that fits, or at a new one; its code.

        Whoever is waiting at such a table already stays there.
        """
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            self._take_turns(session)
            options = msgspec.json.encode(seek.options).decode()
            tables = session.exec(
                select(TableRow)
                .where(
                    TableRow.phase == Phase.OPEN,
                    col(TableRow.listed),
                    col(TableRow.seeking).is_not(None),
                    TableRow.game == seek.game,
                    TableRow.options == options,
                )
                .order_by(col(TableRow.created), TableRow.code)
            ).all()
            infos = read_tables(session, tables)
            for info in infos:
                if info.seat_of(seek.player) is not None:
                    return info.code
            fitting = [info for info in infos if _fits(info, seek) is not None]
            if not fitting:
                table = _laid(session, seek, options)
            else:  # where most are waiting; the first of them has waited longest
                best = max(fitting, key=lambda info: sum(not seat.free for seat in info.seats))
                table = locked_table(session, best.code, Phase.OPEN)
                wish = _fits(best, seek)
                assert wish is not None
                _narrow(session, table, wish, seek)
            _sit(session, table.code, seek)
            topics.append(table_topic(table.code))
            return table.code

    def announce(self, code: str, host: str, wait: int | None) -> None:
        """An open table looks for players as it is; without a time it waits until it is full.

        Everybody sees it from now on.
        """
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code, Phase.OPEN)
            if table.host != host:
                raise Refused(Refusal("boomtown.table.host"))
            seats = len(session.exec(select(SeatRow).where(SeatRow.table_code == code)).all())
            wish = Wish(seats, seats, (table.clock,))
            table.listed = True
            table.seeking = msgspec.json.encode(wish).decode()
            table.fill_at = None if wait is None else now() + wait
            session.add(table)

    def stop(self, code: str, host: str | None = None) -> None:
        """A table no longer looks for players."""
        with self._bus.writing([table_topic(code)]) as session:
            table = locked_table(session, code)
            if host not in (None, table.host):
                raise Refused(Refusal("boomtown.table.host"))
            table.seeking = table.fill_at = None
            session.add(table)

    def due(self) -> list[TableInfo]:
        """Tables that can begin: nobody is missing, or the time has come to let bots in."""
        with self._database.reading() as session:
            taken = or_(col(SeatRow.player).is_not(None), col(SeatRow.bot).is_not(None))
            full = select(SeatRow.table_code).where(SeatRow.table_code == TableRow.code, ~taken)
            rows = session.exec(
                select(TableRow).where(
                    TableRow.phase == Phase.OPEN,
                    col(TableRow.seeking).is_not(None),
                    or_(col(TableRow.fill_at) <= now(), ~full.exists()),
                )
            ).all()
            found = read_tables(session, rows)
        return [info for info in found if any(seat.player is not None for seat in info.seats)]

    def _take_turns(self, session: Session) -> None:
        """One process alone has SQLite's lock."""
        if not self._database.embedded:
            session.execute(text("SELECT pg_advisory_xact_lock(:what)"), {"what": PAIRING})


def _fits(info: TableInfo, seek: Seek) -> Wish | None:
    """What all would agree to if somebody sat down at a table; None where they do not."""
    assert info.seeking is not None
    taken = sum(not seat.free for seat in info.seats)
    if seek.player in info.kicked:
        return None
    wish = info.seeking.met(seek.wish)
    if wish is None or taken + 1 > wish.most:
        return None
    if info.fill_at is None and taken + 1 < len(info.seats):
        return None  # it waits until it is full, and somebody who seeks wants to play soon
    return wish


def _laid(session: Session, seek: Seek, options: str) -> TableRow:
    """A new table for somebody who found none."""
    at = now()
    code = table_code()
    while session.get(TableRow, code) is not None:
        code = table_code()
    table = TableRow(
        code=code,
        game=seek.game,
        options=options,
        host=seek.player,
        clock=seek.wish.clocks[0],
        listed=True,
        language=seek.language,
        phase=Phase.OPEN,
        invite=secrets.token_urlsafe(9),
        seed=fresh_seed().hex(),
        origin=seek.origin,
        seeking=msgspec.json.encode(seek.wish).decode(),
        fill_at=at + seek.wait,
        created=at,
        touched=at,
    )
    session.add(table)
    session.flush()
    seats = seek.wish.seats(seek.usual, 1)
    session.add_all([SeatRow(table_code=code, number=number) for number in range(seats)])
    session.flush()
    return table


def _narrow(session: Session, table: TableRow, wish: Wish, seek: Seek) -> None:
    """A table takes somebody in: its seats, clock and time are what all agree to."""
    table.seeking = msgspec.json.encode(wish).decode()
    if table.clock not in wish.clocks:
        table.clock = wish.clocks[0]
    if table.fill_at is not None:  # nobody waits longer than they wanted to
        table.fill_at = min(table.fill_at, now() + seek.wait)
    session.add(table)
    places = sorted(
        session.exec(select(SeatRow).where(SeatRow.table_code == table.code)).all(),
        key=lambda place: (place.player is None and place.bot is None, place.number),
    )
    taken = sum(place.player is not None or place.bot is not None for place in places)
    wanted = wish.seats(seek.usual, taken + 1)
    if wanted == len(places):
        return
    for place in places[wanted:]:
        session.delete(place)
    numbers = sorted(place.number for place in places[:wanted])
    if numbers and numbers[-1] >= wanted:  # those who sat at the far end move up
        _move_up(session, places[:wanted])
    session.add_all([SeatRow(table_code=table.code, number=n) for n in range(len(places), wanted)])
    session.flush()


def _move_up(session: Session, places: list[SeatRow]) -> None:
    """The same people on the first seats."""
    kept = [place.model_dump() for place in sorted(places, key=lambda place: place.number)]
    for place in places:
        session.delete(place)
    session.flush()
    session.add_all([SeatRow(**{**data, "number": n}) for n, data in enumerate(kept)])
    session.flush()


def _sit(session: Session, code: str, seek: Seek) -> None:
    free = session.exec(
        select(SeatRow)
        .where(
            SeatRow.table_code == code, col(SeatRow.player).is_(None), col(SeatRow.bot).is_(None)
        )
        .order_by(col(SeatRow.number))
    ).first()
    assert free is not None, "a table that fits has room"
    free.player, free.contribution = seek.player, seek.contribution
    session.add(free)
    session.merge(GuestRow(table_code=code, player=seek.player))
