"""Tables: who sits where, what is played, and what is said (boomtown.table.*)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import msgspec
from sqlalchemy import Exists, exists, not_, or_
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, desc, func, select

from boomtown.core.chance import SEED_BYTES, fresh_seed
from boomtown.core.errors import Refusal, Refused
from boomtown.store.bus import Bus, table_topic
from boomtown.store.codes import table_code
from boomtown.store.database import Database, now
from boomtown.store.models import (
    ChatRow,
    GuestRow,
    InvitationRow,
    KickedRow,
    Phase,
    PlayerRow,
    SeatRow,
    StudyRow,
    TableRow,
)
from boomtown.store.people import DAY, hashed
from boomtown.store.tableinfo import Message, SeatInfo, Study, TableInfo, read_table, read_tables
from boomtown.store.texts import one_line

__all__ = ["Message", "Phase", "SeatInfo", "Study", "TableInfo", "Tables"]
LONGEST_MESSAGE = 300
CHAT_SHOWN = 100
MOST_STANDING = 24
"""How many questions a seat may pass until further notice."""
MOST_SEATS = 100
"""More than any game has; a larger number is no seat, and no database need look for it."""


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
        thinking: str = "usual",
        all_seeing: bool = False,
        advice: str = "off",
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
                thinking=thinking,
                all_seeing=all_seeing,
                advice=advice,
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
            return read_table(session, code)

    def get_one(self, code: str) -> TableInfo:
        """The table with this code, which is known to be there."""
        table = self.get(code)
        assert table is not None, f"no table {code}"
        return table

    def by_invite(self, invite: str) -> TableInfo | None:
        """The table that an invitation leads to."""
        with self._database.reading() as session:
            row = session.exec(select(TableRow).where(TableRow.invite == invite)).first()
            return None if row is None else read_tables(session, [row])[0]

    def listed(self, phase: Phase, limit: int) -> list[TableInfo]:
        """Public tables, the newest first."""
        with self._database.reading() as session:
            found = session.exec(
                select(TableRow)
                .where(TableRow.phase == phase, col(TableRow.listed))
                .order_by(desc(col(TableRow.touched)))
                .limit(limit)
            ).all()
            return read_tables(session, found)

    def of_player(self, player: str, limit: int, *, phase: Phase | None = None) -> list[TableInfo]:
        """The tables where a player sits, the liveliest first; ended ones come last."""
        mine = select(TableRow).join(SeatRow).where(SeatRow.player == player)
        if phase is not None:
            mine = mine.where(TableRow.phase == phase)
        with self._database.reading() as session:
            found = session.exec(
                mine.order_by(
                    col(TableRow.phase) == Phase.ENDED, desc(col(TableRow.touched))
                ).limit(limit)
            ).all()
            return read_tables(session, found)

    def count_open(self, origin: str) -> int:
        """How many tables of one origin are not at their end, and were used in the last day.

        Those that everybody has left cost nothing: nobody plays there.
        """
        with self._database.reading() as session:
            return session.exec(
                select(func.count())
                .select_from(TableRow)
                .where(
                    TableRow.origin == origin,
                    TableRow.phase != Phase.ENDED,
                    TableRow.touched > now() - DAY,
                    or_(_people(away=False), not_(_people(away=True))),
                )
            ).one()

    def playing(self) -> list[TableInfo]:
        """All tables with a match that goes on."""
        with self._database.reading() as session:
            found = session.exec(select(TableRow).where(TableRow.phase == Phase.PLAYING)).all()
            return read_tables(session, found)

    # --- sitting ------------------------------------------------------------------------------

    def sit(self, code: str, number: int | None, player: str, contribution: str = "") -> TableInfo:
        """A player sits down on a free seat, or moves there (boomtown.table.taken).

        Without a number it is the first free one, chosen here: two who come at once both sit.
        """
        with self._changing(code) as session:
            locked_table(session, code, Phase.OPEN)
            _welcome(session, code, player)
            place = _free(session, code) if number is None else _place(session, code, number)
            if place.player not in (None, player) or place.bot is not None:
                raise Refused(Refusal("boomtown.table.taken", seat=place.number))
            for other in _places(session, code):
                if other.player == player:
                    _empty(other)
                    session.add(other)
            place.player, place.contribution = player, one_line(contribution)[:64]
            session.add(place)
        return self.get_one(code)

    def stand(self, code: str, player: str) -> TableInfo:
        """A player leaves a seat before the start.

        A table that looks for players belongs to whoever waits there.
        """
        with self._changing(code) as session:
            table = locked_table(session, code, Phase.OPEN)
            for place in _places(session, code):
                if place.player == player:
                    _empty(place)
                    session.add(place)
            left = [place.player for place in _places(session, code) if place.player is not None]
            if table.seeking is not None and table.host == player and left:
                table.host = left[0]
                session.add(table)
        return self.get_one(code)

    def clear_seat(self, code: str, number: int, host: str) -> TableInfo:
        """The host asks somebody to leave, or takes a bot away (boomtown.table.host)."""
        with self._changing(code) as session:
            table = locked_table(session, code, Phase.OPEN)
            _hosted(table, host)
            place = _place(session, code, number)
            if place.player not in (None, host):
                _kick(session, table, place.player)
            _empty(place)
            session.add(place)
        return self.get_one(code)

    def forgive(self, code: str, player: str, host: str) -> TableInfo:
        """Whoever was asked to leave may come back; at an unlisted table, by the new link."""
        with self._changing(code) as session:
            _hosted(locked_table(session, code), host)
            out = session.get(KickedRow, (code, player))
            if out is not None:
                session.delete(out)
        return self.get_one(code)

    def kicked(self, code: str) -> list[tuple[str, str]]:
        """Who was asked to leave, with their names."""
        with self._database.reading() as session:
            return list(
                session.exec(
                    select(PlayerRow.id, PlayerRow.name)
                    .join(KickedRow, col(KickedRow.player) == col(PlayerRow.id))
                    .where(KickedRow.table_code == code)
                    .order_by(PlayerRow.name, PlayerRow.id)
                )
            )

    def put_bot(self, code: str, number: int, kind: str, host: str, name: str = "") -> TableInfo:
        """The host puts a bot on a free seat, perhaps one that has a name already."""
        with self._changing(code) as session:
            _hosted(locked_table(session, code, Phase.OPEN), host)
            place = _place(session, code, number)
            if place.player is not None:
                raise Refused(Refusal("boomtown.table.taken", seat=number))
            place.bot, place.bot_name = kind, name
            session.add(place)
        return self.get_one(code)

    def leave(self, code: str, player: str, bot: str) -> TableInfo:
        """A player goes away in the middle of a match; a bot stands in (boomtown.table.away)."""
        return self._stand_in(code, player, bot)

    def come_back(self, code: str, player: str) -> TableInfo:
        """A player takes the seat back from the bot."""
        return self._stand_in(code, player, None)

    def _stand_in(self, code: str, player: str, bot: str | None) -> TableInfo:
        with self._changing(code) as session:
            locked_table(session, code, Phase.PLAYING)
            for place in _places(session, code):
                if place.player == player:
                    place.bot, place.away = bot, bot is not None
                    session.add(place)
        return self.get_one(code)

    def file_standing(self, code: str, player: str, key: str, *, on: bool) -> TableInfo:
        """A question that a player passes until further notice, or no longer.

        Nobody else hears of it. Only so many are kept (boomtown.table.standing).
        """
        with self._changing(code) as session:
            for place in _places(session, code):
                if place.player == player:
                    keys = [other for other in msgspec.json.decode(place.standing) if other != key]
                    if on and len(keys) >= MOST_STANDING:
                        raise Refused(Refusal("boomtown.table.standing", "many", most=len(keys)))
                    place.standing = msgspec.json.encode([*keys, key] if on else keys).decode()
                    session.add(place)
        return self.get_one(code)

    def ask_always(self, code: str, player: str, *, on: bool) -> TableInfo:
        """Whether a player wants to be asked even if there is only one answer.

        Then what they have let go by until further notice is asked again, too.
        """
        with self._changing(code) as session:
            for place in _places(session, code):
                if place.player == player:
                    place.asks = on
                    place.standing = "[]" if on else place.standing
                    session.add(place)
        return self.get_one(code)

    # --- the table itself ---------------------------------------------------------------------

    def new_invite(self, code: str, host: str) -> TableInfo:
        """Another invitation; the old link leads nowhere from now on."""
        with self._changing(code) as session:
            table = locked_table(session, code)
            _hosted(table, host)
            table.invite = secrets.token_urlsafe(9)
            session.add(table)
        return self.get_one(code)

    def admit(self, code: str, player: str) -> None:
        """Lets somebody in who came by the invitation."""
        with self._database.writing() as session:
            _welcome(session, code, player)
            session.merge(GuestRow(table_code=code, player=player))

    def is_guest(self, code: str, player: str) -> bool:
        """Whether somebody was let in."""
        with self._database.reading() as session:
            return session.get(GuestRow, (code, player)) is not None

    def follow(self, code: str, successor: str) -> str:
        """The table of the rematch: this one, or the one that somebody else made first.

        Whoever may look in here may look in there; whoever was asked to leave here, is there, too.
        """
        with self._changing(code) as session:
            table = locked_table(session, code)
            if table.successor is None:
                table.successor = successor
                session.add(table)
                guests = select(GuestRow.player).where(GuestRow.table_code == code)
                here = {place.player for place in _places(session, code)} - {None}
                kicked = select(KickedRow.player).where(KickedRow.table_code == code)
                out = set(session.exec(kicked))
                for player in {table.host, *here, *session.exec(guests)} - out:
                    session.merge(GuestRow(table_code=successor, player=player))
                for player in out:
                    session.merge(KickedRow(table_code=successor, player=player))
            settled = table.successor
        return settled

    def close(self, code: str, host: str | None = None) -> TableInfo:
        """Ends a table without a result, as its host or as the operator; nothing is thrown away."""
        with self._changing(code) as session:
            table = locked_table(session, code)
            if host is not None:
                _hosted(table, host)
            table.phase = Phase.ENDED
            session.add(table)
        return self.get_one(code)

    def remove(self, code: str) -> None:
        """Takes an empty table away that nobody will use."""
        with self._database.writing() as session:
            session.execute(delete(SeatRow).where(col(SeatRow.table_code) == code))
            session.execute(delete(GuestRow).where(col(GuestRow.table_code) == code))
            session.execute(delete(InvitationRow).where(col(InvitationRow.table_code) == code))
            session.execute(delete(KickedRow).where(col(KickedRow.table_code) == code))
            session.execute(delete(TableRow).where(col(TableRow.code) == code))

    def branched(self, code: str, match: str, number: int, seat: int) -> None:
        """Notes where the match of a table comes from."""
        with self._database.writing() as session:
            session.add(StudyRow(table_code=code, match=match, number=number, seat=seat))

    # --- outside clients ----------------------------------------------------------------------

    def new_token(self, code: str, number: int) -> str:
        """A token with which an outside client plays a seat; an earlier one no longer works."""
        token = secrets.token_urlsafe(24)
        with self._changing(code) as session:
            place = _place(session, code, number)
            place.token = hashed(token)
            session.add(place)
        return token

    def new_host_token(self, code: str) -> str:
        """A token with which an outside client is the host; an earlier one no longer works."""
        token = secrets.token_urlsafe(24)
        with self._changing(code) as session:
            table = locked_table(session, code)
            table.token = hashed(token)
            session.add(table)
        return token

    # --- talking ------------------------------------------------------------------------------

    def say(self, code: str, player: str, name: str, text: str) -> None:
        """Somebody says something."""
        words = one_line(text)[:LONGEST_MESSAGE]
        if words:
            self._write_down(code, player, name, "said", words)

    def note(self, code: str, player: str, name: str, kind: str, about: str = "") -> None:
        """The table notes what happened to somebody: ``left``, ``back``, ``late``."""
        self._write_down(code, player, name, kind, about)

    def _write_down(self, code: str, player: str, name: str, kind: str, text: str) -> None:
        with self._changing(code) as session:
            if kind == "said":
                _welcome(session, code, player)
            session.add(
                ChatRow(table_code=code, player=player, name=name, kind=kind, text=text, at=now())
            )

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

    def _changing(self, code: str) -> AbstractContextManager[Session]:
        """Whatever is written here, everybody at the table hears of it."""
        return self._bus.writing([table_topic(code)])


def _people(*, away: bool) -> Exists:
    """Whether a table has people of a kind."""
    return exists().where(
        col(SeatRow.table_code) == col(TableRow.code),
        col(SeatRow.player).is_not(None),
        col(SeatRow.away) == away,
    )


def locked_table(session: Session, code: str, phase: Phase | None = None) -> TableRow:
    """The table's row, held until the end of the transaction."""
    row = session.exec(select(TableRow).where(TableRow.code == code).with_for_update()).first()
    if row is None:  # it was removed a moment ago
        raise Refused(Refusal("boomtown.table.gone"))
    if phase is not None and row.phase != phase:
        rule = "boomtown.table.begun" if phase is Phase.OPEN else "boomtown.table.playing"
        raise Refused(Refusal(rule))
    if phase is Phase.OPEN and row.deal is not None:
        raise Refused(Refusal("boomtown.deal.same", "fixed"))
    if phase is Phase.OPEN and row.tournament is not None:
        raise Refused(Refusal("boomtown.tournament.rounds"))
    row.touched = now()
    return row


def _hosted(table: TableRow, host: str) -> None:
    if table.host != host:
        raise Refused(Refusal("boomtown.table.host"))


def _welcome(session: Session, code: str, player: str) -> None:
    """Refuses whoever was asked to leave (boomtown.table.kicked)."""
    if session.get(KickedRow, (code, player)) is not None:
        raise Refused(Refusal("boomtown.table.kicked"))


def _kick(session: Session, table: TableRow, player: str) -> None:
    """Out, and not back in by another link or under another name: the link changes, too."""
    session.merge(KickedRow(table_code=table.code, player=player))
    guest = session.get(GuestRow, (table.code, player))
    if guest is not None:
        session.delete(guest)
    if not table.listed:
        table.invite = secrets.token_urlsafe(9)
        session.add(table)


def _place(session: Session, code: str, number: int) -> SeatRow:
    place = session.get(SeatRow, (code, number)) if 0 <= number < MOST_SEATS else None
    if place is None:
        raise Refused(Refusal("boomtown.table.seat", number=number + 1))
    return place


def _places(session: Session, code: str) -> Sequence[SeatRow]:
    return session.exec(select(SeatRow).where(SeatRow.table_code == code)).all()


def _free(session: Session, code: str) -> SeatRow:
    """The first seat that nobody has (boomtown.table.taken)."""
    free = [place for place in _places(session, code) if place.player is None is place.bot]
    if not free:
        raise Refused(Refusal("boomtown.table.taken"))
    return min(free, key=lambda place: place.number)


def _empty(place: SeatRow) -> None:
    place.player = place.bot = place.token = None
    place.bot_name = ""
    place.away = False
    place.contribution = ""
    place.standing = "[]"
    place.asks = False
