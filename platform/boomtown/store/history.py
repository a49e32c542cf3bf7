"""Every match that somebody has played to its end, and with whom: a few queries, however many."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import func
from sqlalchemy import select as select_columns

from boomtown.core.outcome import Outcome, Part
from boomtown.store.database import Database
from boomtown.store.days import is_open
from boomtown.store.models import (
    ChatRow,
    MatchRow,
    Phase,
    PlayerRow,
    ReportRow,
    SeatRow,
    TableRow,
)

WON, LOST, DRAWN, NONE = "won", "lost", "drawn", "none"
"""How a match ended for somebody; ``none`` where its table was closed without a result."""
NOTHING = Part()

_matches: Any = MatchRow.__table__.c  # type: ignore[attr-defined]  # set by SQLModel
_tables: Any = TableRow.__table__.c  # type: ignore[attr-defined]
_seats: Any = SeatRow.__table__.c  # type: ignore[attr-defined]
_players: Any = PlayerRow.__table__.c  # type: ignore[attr-defined]
_chat: Any = ChatRow.__table__.c  # type: ignore[attr-defined]
_reports: Any = ReportRow.__table__.c  # type: ignore[attr-defined]
_outcome = msgspec.json.Decoder(Outcome).decode
_parts = msgspec.json.Decoder(list[Part]).decode
_names = msgspec.json.Decoder(list[str]).decode


class Other(Struct, frozen=True, gc=False):
    """Somebody else at the table."""

    seat: int
    name: str
    """What they were called in the match."""
    player: str | None
    """None for a bot, and for whoever is forgotten."""
    bot: str | None
    part: Part
    won: bool


class Played(Struct, frozen=True, gc=False):
    """A match from the side of somebody who played it."""

    match: str
    table: str
    game: str
    listed: bool
    study: bool
    """Whether it was played on from a moment of another match."""
    begun: int
    ended: int | None
    seats: int
    seat: int
    part: Part
    result: str
    place: int | None
    score: int | None
    others: tuple[Other, ...]
    """In the order of their seats."""
    deal: str | None = None
    """The day of the deal that it belongs to."""

    @property
    def sealed(self) -> bool:
        """Whether nothing may be told of it yet (boomtown.deal.sealed)."""
        return self.deal is not None and not is_open(self.deal)

    @property
    def with_people(self) -> bool:
        """Whether anybody else sat there who is no bot."""
        return any(other.bot is None for other in self.others)


class Ended(Struct, frozen=True):
    """A public match that is over, for everybody to read."""

    match: str
    table: str
    game: str
    ended: int
    names: tuple[str, ...]
    outcome: Outcome


class Said(Struct, frozen=True):
    """Something that somebody wrote."""

    table: str
    text: str
    at: int


class History:
    """Past matches in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, player: str, *, listed: bool = False, last: int | None = None) -> list[Played]:
        """All matches of somebody that are over, the last one first; perhaps only public ones.

        Or only so many of the last ones.
        """
        mine = (
            select_columns(
                _matches.id,
                _matches.table_code,
                _matches.game,
                _tables.listed,
                _matches.base.is_not(None),
                _matches.begun,
                _matches.ended,
                _matches.names,
                _matches.outcome,
                _matches.parts,
                _seats.number,
                _tables.deal,
            )
            .join_from(SeatRow, TableRow, _tables.code == _seats.table_code)
            .join(MatchRow, _matches.id == _tables.match)
            .where(_seats.player == player, _tables.phase == Phase.ENDED)
        )
        if listed:
            mine = mine.where(_tables.listed)
        if last is not None:
            mine = mine.order_by(func.coalesce(_matches.ended, _matches.begun).desc()).limit(last)
        codes = mine.with_only_columns(_matches.table_code)
        around = (
            select_columns(
                _seats.table_code, _seats.number, _seats.player, _seats.bot, _players.name
            )
            .join_from(SeatRow, PlayerRow, _players.id == _seats.player, isouter=True)
            .where(_seats.table_code.in_(codes))
            .order_by(_seats.table_code, _seats.number)
        )
        with self._database.reading() as session:
            connection = session.connection()
            rows = connection.execute(mine).all()
            sat: dict[str, list[Any]] = {}
            for place in connection.execute(around).all():
                sat.setdefault(place[0], []).append(place)
        found = [_played(row, sat[row[1]]) for row in rows]
        return sorted(found, key=lambda one: (one.ended or one.begun, one.match), reverse=True)

    def latest(self, most: int) -> list[Ended]:
        """The public matches that ended last."""
        rows = (
            select_columns(
                _matches.id,
                _matches.table_code,
                _matches.game,
                _matches.ended,
                _matches.names,
                _matches.outcome,
            )
            .join_from(MatchRow, TableRow, _tables.code == _matches.table_code)
            .where(_matches.ended.is_not(None), _matches.outcome.is_not(None), _tables.listed)
            .order_by(_matches.ended.desc())
            .limit(most)
        )
        with self._database.reading() as session:
            found = session.connection().execute(rows).all()
        return [
            Ended(id, table, game, ended, tuple(_names(names)), _outcome(outcome))
            for id, table, game, ended, names, outcome in found
        ]

    def sits_at(self, player: str) -> list[str]:
        """The tables of somebody that are not at their end."""
        codes = (
            select_columns(_seats.table_code)
            .join_from(SeatRow, TableRow, _tables.code == _seats.table_code)
            .where(_seats.player == player, _tables.phase != Phase.ENDED)
            .order_by(_seats.table_code)
        )
        with self._database.reading() as session:
            return [code for (code,) in session.connection().execute(codes)]

    def said(self, player: str) -> list[Said]:
        """Whatever somebody has said at tables, as long as it is kept."""
        words = select_columns(_chat.table_code, _chat.text, _chat.at)
        return self._written(words.where(_chat.player == player, _chat.kind == "said"))

    def reported(self, player: str) -> list[Said]:
        """What somebody has told the operator."""
        words = select_columns(_reports.table_code, _reports.text, _reports.at)
        return self._written(words.where(_reports.player == player))

    def _written(self, words: Any) -> list[Said]:  # a select of three columns
        with self._database.reading() as session:
            rows = session.connection().execute(words).all()
        return sorted((Said(*row) for row in rows), key=lambda one: one.at)


def _played(row: Any, sat: list[Any]) -> Played:
    match, table, game, listed, study, begun, ended, names, outcome, parts, mine, deal = row
    known = None if outcome is None else _outcome(outcome)
    winners = () if known is None else known.winners
    called = _names(names)
    were = _parts(parts) if parts else [NOTHING] * len(called)
    others = tuple(
        Other(
            number,
            called[number],
            player if name else None,
            None if player is not None else bot,
            were[number],
            number in winners,
        )
        for _, number, player, bot, name in sat
        if number != mine
    )
    if known is None:
        result = NONE
    elif known.draw:
        result = DRAWN
    else:
        result = WON if mine in winners else LOST
    return Played(
        match,
        table,
        game,
        bool(listed),
        bool(study),
        begun,
        ended,
        len(called),
        mine,
        were[mine],
        result,
        known.ranks[mine] if known is not None and known.ranks else None,
        known.scores[mine] if known is not None and known.scores else None,
        others,
        deal,
    )
