"""Tables: who sits where, what is played, and what is said (boomtown.table.*)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, desc, select

from boomtown.core.chance import SEED_BYTES, commitment_to, fresh_seed
from boomtown.core.errors import Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.store.bus import Bus, table_topic
from boomtown.store.codes import table_code
from boomtown.store.database import Database, now
from boomtown.store.models import ChatRow, GuestRow, PlayerRow, SeatRow, StudyRow, TableRow
from boomtown.store.people import hashed, one_line

LONGEST_MESSAGE = 300
CHAT_SHOWN = 100
MOST_SEATS = 100
"""More than any game has; a larger number is no seat, and no database need look for it."""


class Phase(StrEnum):
    """How far a table has come."""

    OPEN = "open"
    PLAYING = "playing"
    ENDED = "ended"


class SeatInfo(Struct, frozen=True):
    """One place at a table."""

    number: Seat
    player: str | None
    name: str
    """The player's name; empty for a bot or a free seat."""
    bot: str | None
    away: bool
    contribution: str
    standing: tuple[str, ...]
    token: str | None
    """The hash of the token with which an outside client plays this seat."""

    @property
    def free(self) -> bool:
        """Whether nobody sits here, not even a bot."""
        return self.player is None and self.bot is None

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot answers for this seat now."""
        return self.bot is not None and (self.player is None or self.away)


class Study(Struct, frozen=True):
    """Where a table's match branched off from another one."""

    match: str
    number: int
    seat: Seat


class TableInfo(Struct, frozen=True):
    """A table as it stands in the database."""

    code: str
    game: str
    options: dict[str, Any]  # plain JSON, as the game's options encode
    host: str
    clock: str
    listed: bool
    language: str
    phase: Phase
    invite: str
    seed: str
    match: str | None
    successor: str | None
    paused: int | None
    held: int
    held_moment: int
    consents: tuple[str, ...]
    """The players who want the clock to stand still."""
    origin: str
    """A keyed hash of the address that it was made from; empty where nobody counts."""
    created: int
    touched: int
    seats: tuple[SeatInfo, ...]
    study: Study | None
    token: str | None
    """The hash of the token with which an outside client is the host."""

    @property
    def commitment(self) -> str:
        """The promise that the server's part of the chance was fixed when the table was made."""
        return commitment_to(bytes.fromhex(self.seed))

    def stood_still(self, moment: int, since: int, at: int) -> int:
        """Milliseconds for which the clock stood still since a question was asked."""
        held = self.held if self.held_moment == moment else 0
        return held if self.paused is None else held + at - max(self.paused, since)

    def seat_of(self, player: str | None) -> SeatInfo | None:
        """Where a player sits."""
        if player is None:
            return None
        return next((seat for seat in self.seats if seat.player == player), None)

    def seat_of_token(self, token: str) -> Seat | None:
        """The seat that a token is for."""
        known = hashed(token)
        return next((seat.number for seat in self.seats if seat.token == known), None)

    def is_host_token(self, token: str) -> bool:
        """Whether a token is the host's."""
        return self.token == hashed(token)


class Message(Struct, frozen=True):
    """Something that was said."""

    id: int
    player: str
    name: str
    kind: str
    """``said``, or what the table notes by itself: ``left``, ``back``, ``late``, ``paused``."""
    text: str
    at: int


class Tables:
    """The tables in the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    # --- making and finding -------------------------------------------------------------------

    def make(
        self,
        *,
        game: str,
        options: dict[str, Any],
        seats: int,
        host: str,
        clock: str,
        listed: bool,
        language: str,
        seed: bytes | None = None,
        origin: str = "",
    ) -> TableInfo:
        """A new table with free seats."""
        while True:
            code = table_code()
            at = now()
            row = TableRow(
                code=code,
                game=game,
                options=msgspec.json.encode(options).decode(),
                host=host,
                clock=clock,
                listed=listed,
                language=language,
                phase=Phase.OPEN,
                invite=secrets.token_urlsafe(9),
                seed=(seed or fresh_seed()).hex(),
                origin=origin,
                created=at,
                touched=at,
            )
            places = [SeatRow(table_code=code, number=number) for number in range(seats)]
            try:
                with self._database.writing() as session:
                    session.add(row)
                    session.flush()
                    session.add_all(places)
                break
            except IntegrityError:
                continue  # a table of that name exists: take another
        assert len(bytes.fromhex(row.seed)) == SEED_BYTES
        return self.get_one(code)

    def get(self, code: str) -> TableInfo | None:
        """The table with this code."""
        with self._database.reading() as session:
            row = session.get(TableRow, code)
            return None if row is None else _info(session, [row])[0]

    def get_one(self, code: str) -> TableInfo:
        """The table with this code, which is known to be there."""
        table = self.get(code)
        assert table is not None, f"no table {code}"
        return table

    def by_invite(self, invite: str) -> TableInfo | None:
        """The table that an invitation leads to."""
        with self._database.reading() as session:
            row = session.exec(select(TableRow).where(TableRow.invite == invite)).first()
            return None if row is None else _info(session, [row])[0]

    def listed(self, phase: Phase, limit: int) -> list[TableInfo]:
        """Public tables, the newest first."""
        with self._database.reading() as session:
            found = session.exec(
                select(TableRow)
                .where(TableRow.phase == phase, col(TableRow.listed))
                .order_by(desc(col(TableRow.touched)))
                .limit(limit)
            ).all()
            return _info(session, found)

    def of_player(self, player: str, limit: int) -> list[TableInfo]:
        """The tables where a player sits, the liveliest first; ended ones come last."""
        with self._database.reading() as session:
            found = session.exec(
                select(TableRow)
                .join(SeatRow)
                .where(SeatRow.player == player)
                .order_by(col(TableRow.phase) == Phase.ENDED, desc(col(TableRow.touched)))
                .limit(limit)
            ).all()
            return _info(session, found)

    def playing(self) -> list[TableInfo]:
        """All tables with a match that goes on."""
        with self._database.reading() as session:
            found = session.exec(select(TableRow).where(TableRow.phase == Phase.PLAYING)).all()
            return _info(session, found)

    # --- sitting ------------------------------------------------------------------------------

    def sit(self, code: str, number: int, player: str, contribution: str = "") -> TableInfo:
        """A player sits down on a free seat, or moves there (boomtown.table.taken)."""
        with self._database.writing() as session:
            _locked(session, code, Phase.OPEN)
            place = _place(session, code, number)
            if place.player not in (None, player) or place.bot is not None:
                raise Refused(Refusal("boomtown.table.taken", seat=number))
            for other in _places(session, code):
                if other.player == player:
                    _empty(other)
                    session.add(other)
            place.player, place.contribution = player, one_line(contribution)[:64]
            session.add(place)
        return self._changed(code)

    def stand(self, code: str, player: str) -> TableInfo:
        """A player leaves a seat before the start."""
        with self._database.writing() as session:
            _locked(session, code, Phase.OPEN)
            for place in _places(session, code):
                if place.player == player:
                    _empty(place)
                    session.add(place)
        return self._changed(code)

    def clear_seat(self, code: str, number: int, host: str) -> TableInfo:
        """The host asks somebody to leave, or takes a bot away (boomtown.table.host)."""
        with self._database.writing() as session:
            _hosted(_locked(session, code, Phase.OPEN), host)
            place = _place(session, code, number)
            _empty(place)
            session.add(place)
        return self._changed(code)

    def put_bot(self, code: str, number: int, kind: str, host: str) -> TableInfo:
        """The host puts a bot on a free seat."""
        with self._database.writing() as session:
            _hosted(_locked(session, code, Phase.OPEN), host)
            place = _place(session, code, number)
            if place.player is not None:
                raise Refused(Refusal("boomtown.table.taken", seat=number))
            place.bot = kind
            session.add(place)
        return self._changed(code)

    def leave(self, code: str, player: str, bot: str) -> TableInfo:
        """A player goes away in the middle of a match; a bot stands in (boomtown.table.away)."""
        return self._stand_in(code, player, bot)

    def come_back(self, code: str, player: str) -> TableInfo:
        """A player takes the seat back from the bot."""
        return self._stand_in(code, player, None)

    def _stand_in(self, code: str, player: str, bot: str | None) -> TableInfo:
        with self._database.writing() as session:
            _locked(session, code, Phase.PLAYING)
            for place in _places(session, code):
                if place.player == player:
                    place.bot, place.away = bot, bot is not None
                    session.add(place)
        return self._changed(code)

    def pause(self, code: str) -> TableInfo:
        """The clock stands still, and bots wait, until somebody goes on."""
        with self._database.writing() as session:
            table = _locked(session, code, Phase.PLAYING)
            if table.paused is None:
                table.paused = now()
                session.add(table)
        return self._changed(code)

    def go_on(self, code: str, moment: int, since: int) -> TableInfo:
        """The clock runs again; the pause is not taken from anybody's time."""
        with self._database.writing() as session:
            table = _locked(session, code, Phase.PLAYING)
            if table.paused is not None:
                before = table.held if table.held_moment == moment else 0
                table.held = before + now() - max(table.paused, since)
                table.held_moment, table.paused = moment, None
                session.add(table)
        return self._changed(code)

    def file_standing(self, code: str, player: str, keys: Sequence[str]) -> TableInfo:
        """The questions that a player passes until further notice; nobody else hears of it."""
        with self._database.writing() as session:
            for place in _places(session, code):
                if place.player == player:
                    place.standing = msgspec.json.encode(list(keys)).decode()
                    session.add(place)
        return self._changed(code)

    # --- the table itself ---------------------------------------------------------------------

    def new_invite(self, code: str, host: str) -> TableInfo:
        """Another invitation; the old link leads nowhere from now on."""
        with self._database.writing() as session:
            table = _locked(session, code)
            _hosted(table, host)
            table.invite = secrets.token_urlsafe(9)
            session.add(table)
        return self._changed(code)

    def admit(self, code: str, player: str) -> None:
        """Lets somebody in who came by the invitation."""
        with self._database.writing() as session:
            session.merge(GuestRow(table_code=code, player=player))

    def is_guest(self, code: str, player: str) -> bool:
        """Whether somebody was let in."""
        with self._database.reading() as session:
            return session.get(GuestRow, (code, player)) is not None

    def follow(self, code: str, successor: str) -> str:
        """The table of the rematch: this one, or the one that somebody else made first.

        Whoever may look in here may look in there.
        """
        with self._database.writing() as session:
            table = _locked(session, code)
            if table.successor is None:
                table.successor = successor
                session.add(table)
                guests = select(GuestRow.player).where(GuestRow.table_code == code)
                here = {place.player for place in _places(session, code)} - {None}
                for player in {table.host, *here, *session.exec(guests)}:
                    session.merge(GuestRow(table_code=successor, player=player))
            settled = table.successor
        self._changed(code)
        return settled

    def remove(self, code: str) -> None:
        """Takes an empty table away that nobody will use."""
        with self._database.writing() as session:
            session.execute(delete(SeatRow).where(col(SeatRow.table_code) == code))
            session.execute(delete(GuestRow).where(col(GuestRow.table_code) == code))
            session.execute(delete(TableRow).where(col(TableRow.code) == code))

    def branched(self, code: str, match: str, number: int, seat: int) -> None:
        """Notes where the match of a table comes from."""
        with self._database.writing() as session:
            session.add(StudyRow(table_code=code, match=match, number=number, seat=seat))

    # --- outside clients ----------------------------------------------------------------------

    def new_token(self, code: str, number: int) -> str:
        """A token with which an outside client plays a seat; an earlier one no longer works."""
        token = secrets.token_urlsafe(24)
        with self._database.writing() as session:
            place = _place(session, code, number)
            place.token = hashed(token)
            session.add(place)
        self._changed(code)
        return token

    def new_host_token(self, code: str) -> str:
        """A token with which an outside client is the host; an earlier one no longer works."""
        token = secrets.token_urlsafe(24)
        with self._database.writing() as session:
            table = _locked(session, code)
            table.token = hashed(token)
            session.add(table)
        self._changed(code)
        return token

    # --- talking ------------------------------------------------------------------------------

    def say(self, code: str, player: str, name: str, text: str) -> None:
        """Somebody says something."""
        words = one_line(text)[:LONGEST_MESSAGE]
        if words:
            self._write_down(code, player, name, "said", words)

    def note(self, code: str, player: str, name: str, kind: str) -> None:
        """The table notes what happened to somebody: ``left``, ``back``, ``late``."""
        self._write_down(code, player, name, kind, "")

    def _write_down(self, code: str, player: str, name: str, kind: str, text: str) -> None:
        with self._database.writing() as session:
            session.add(
                ChatRow(table_code=code, player=player, name=name, kind=kind, text=text, at=now())
            )
        self._bus.tell(table_topic(code))

    def chat(self, code: str, after: int = 0) -> list[Message]:
        """What was said since, the last part of it."""
        with self._database.reading() as session:
            rows = session.exec(
                select(ChatRow)
                .where(ChatRow.table_code == code, col(ChatRow.id) > after)
                .order_by(desc(col(ChatRow.id)))
                .limit(CHAT_SHOWN)
            ).all()
        return [
            Message(row.id or 0, row.player, row.name, row.kind, row.text, row.at)
            for row in reversed(rows)
        ]

    def _changed(self, code: str) -> TableInfo:
        self._bus.tell(table_topic(code))
        return self.get_one(code)


def _locked(session: Session, code: str, phase: Phase | None = None) -> TableRow:
    """The table's row, held until the end of the transaction."""
    row = session.exec(select(TableRow).where(TableRow.code == code).with_for_update()).one()
    if phase is not None and row.phase != phase:
        rule = "boomtown.table.begun" if phase is Phase.OPEN else "boomtown.table.playing"
        raise Refused(Refusal(rule))
    row.touched = now()
    return row


def _hosted(table: TableRow, host: str) -> None:
    if table.host != host:
        raise Refused(Refusal("boomtown.table.host"))


def _place(session: Session, code: str, number: int) -> SeatRow:
    place = session.get(SeatRow, (code, number)) if 0 <= number < MOST_SEATS else None
    if place is None:
        raise Refused(Refusal("boomtown.table.seat", number=number + 1))
    return place


def _places(session: Session, code: str) -> Sequence[SeatRow]:
    return session.exec(select(SeatRow).where(SeatRow.table_code == code)).all()


def _empty(place: SeatRow) -> None:
    place.player = place.bot = place.token = None
    place.away = False
    place.contribution = ""
    place.standing = "[]"


def _info(session: Session, rows: Sequence[TableRow]) -> list[TableInfo]:
    """Tables with their seats, in two queries however many there are."""
    codes = [row.code for row in rows]
    places = session.exec(
        select(SeatRow, PlayerRow.name)
        .outerjoin(PlayerRow, col(PlayerRow.id) == col(SeatRow.player))
        .where(col(SeatRow.table_code).in_(codes))
        .order_by(col(SeatRow.number))
    ).all()
    seats: dict[str, list[SeatInfo]] = {code: [] for code in codes}
    for place, name in places:
        seats[place.table_code].append(
            SeatInfo(
                Seat(place.number),
                place.player,
                name or "",
                place.bot,
                place.away,
                place.contribution,
                tuple(msgspec.json.decode(place.standing)),
                place.token,
            )
        )
    studies = session.exec(select(StudyRow).where(col(StudyRow.table_code).in_(codes))).all()
    origins = {row.table_code: Study(row.match, row.number, Seat(row.seat)) for row in studies}
    return [
        TableInfo(
            row.code,
            row.game,
            msgspec.json.decode(row.options),
            row.host,
            row.clock,
            row.listed,
            row.language,
            Phase(row.phase),
            row.invite,
            row.seed,
            row.match,
            row.successor,
            row.paused,
            row.held,
            row.held_moment,
            tuple(msgspec.json.decode(row.consents)),
            row.origin,
            row.created,
            row.touched,
            tuple(seats[row.code]),
            origins.get(row.code),
            row.token,
        )
        for row in rows
    ]
