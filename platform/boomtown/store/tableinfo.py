"""A table as it stands in the database: its seats, its people, what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import BindParameter, Row, bindparam, inspect, select
from sqlmodel import Session, col

from boomtown.core.chance import commitment_to
from boomtown.core.seats import Seat
from boomtown.store.contest_models import VacationRow
from boomtown.store.days import DAY, is_open
from boomtown.store.models import KickedRow, Phase, PlayerRow, SeatRow, StudyRow, TableRow
from boomtown.store.outages import Span, overlap, running_for
from boomtown.store.people import hashed
from boomtown.store.siteclock import now

SLOW = "day"
"""The clock that waits for those who are on vacation."""
VACATIONS_KEPT = 62 * DAY
"""Longer than any vacation and any answer after it."""
PAUSE_ASK_TIME = 60_000
"""Milliseconds for which a question for a pause stands."""


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
    bot_name: str = ""
    """What its bot was called at the table before."""
    asks: bool = False
    """Whether the player wants to be asked even if there is only one answer."""
    vacation: tuple[Span, ...] = ()
    """When the player is away, at a table with a day for an answer (boomtown.people.vacation)."""

    @property
    def back_at(self) -> int | None:
        """When a player comes back who is on vacation now."""
        at = now()
        return next((until for begun, until in self.vacation if begun <= at < until), None)

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


class PauseRequest(Struct, frozen=True):
    """Somebody's question for a pause."""

    asker: str
    at: int
    agreed: tuple[str, ...]
    """Who wants it, the asker first."""


class PausesUsed(Struct, frozen=True):
    """What a player has had of pauses in a match."""

    count: int = 0
    time: int = 0
    """Milliseconds."""
    again: int = 0
    """When they may ask again."""


class Calls(Struct, frozen=True):
    """What others have done about somebody whom they wait for."""

    nudged: int = 0
    """When they last were."""
    votes: dict[str, int] = {}
    """By player, when they have asked for a bot to stand in."""


class Wish(Struct, frozen=True):
    """What somebody who looks for a table would agree to."""

    fewest: int
    most: int
    """Seats."""
    clocks: tuple[str, ...]

    def met(self, other: Wish) -> Wish | None:
        """What both would agree to.

        >>> Wish(3, 8, ("quick", "day")).met(Wish(5, 5, ("day", "standard")))
        Wish(fewest=5, most=5, clocks=('day',))
        """
        fewest, most = max(self.fewest, other.fewest), min(self.most, other.most)
        clocks = tuple(clock for clock in self.clocks if clock in other.clocks)
        return Wish(fewest, most, clocks) if fewest <= most and clocks else None

    def seats(self, usual: int, taken: int) -> int:
        """How many seats a table should have: the usual number, as far as it is wished for."""
        return max(min(max(usual, self.fewest), self.most), taken)


OFF, ALONE, ON = "off", "alone", "on"
ADVICE = (ALONE, ON, OFF)
"""Who may be advised at a table, as its form offers it."""


def is_advised(advice: str, players: Sequence[str | None]) -> bool:
    """Whether a table's players may ask a bot: everybody has agreed, or there is only one.

    Whoever goes away in the middle of a match keeps the seat, so it never changes in one.

    >>> is_advised("alone", ["ann", None]), is_advised("alone", ["ann", "bob"])
    (True, False)
    """
    return advice == ON or (advice == ALONE and sum(one is not None for one in players) == 1)


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
    consents: PauseRequest | None
    """Who has asked for a pause, and who has agreed."""
    origin: str
    """A keyed hash of the address that it was made from; empty where nobody counts."""
    created: int
    touched: int
    seats: tuple[SeatInfo, ...]
    study: Study | None
    token: str | None
    """The hash of the token with which an outside client is the host."""
    kicked: tuple[str, ...] = ()
    """The players who were asked to leave."""
    pauses: dict[str, PausesUsed] = {}
    """By player, the pauses that they have had."""
    thinking: str = "usual"
    """How long its marshals may think."""
    calls: dict[int, Calls] = {}
    """By seat, what others have done about somebody whom they wait for."""
    seeking: Wish | None = None
    """What all who sit here would agree to, while the table looks for players."""
    fill_at: int | None = None
    """When bots take the seats that are still free."""
    all_seeing: bool = False
    """Whether those who are out see everything (boomtown.table.out)."""
    deal: str | None = None
    """The day whose deal is played here."""
    tournament: str | None = None
    """The tournament that this match belongs to."""
    advice: str = "off"
    """Who may ask a bot what it would do: ``off``, ``alone`` with bots, or ``on`` for all."""

    @property
    def advised(self) -> bool:
        """Whether players may ask a bot what it would do (boomtown.table.advice)."""
        return is_advised(self.advice, [seat.player for seat in self.seats])

    @property
    def sealed(self) -> bool:
        """Whether nobody else may look in yet, and nothing is told of it (boomtown.deal.sealed)."""
        return self.deal is not None and not is_open(self.deal)

    @property
    def commitment(self) -> str:
        """The promise that the server's part of the chance was fixed when the table was made."""
        return commitment_to(bytes.fromhex(self.seed))

    def stood_still(self, moment: int, since: int, at: int, outages: Sequence[Span]) -> int:
        """Milliseconds for which the clock stood still since a question was asked.

        By a pause, or because no house was open.
        """
        held = self.held if self.held_moment == moment else 0
        running = at if self.paused is None else min(at, max(self.paused, since))
        return held + overlap(outages, since, running) + at - running

    def time_up(self, moment: int, since: int, length: int, outages: Sequence[Span]) -> int:
        """When the clock has run for so long since a question was asked."""
        if self.paused is not None:
            return since + self.stood_still(moment, since, now(), outages) + length
        held = self.held if self.held_moment == moment else 0
        return running_for(outages, since, held + length)

    @property
    def deserted(self) -> bool:
        """Whether bots stand in for everybody: the table waits until somebody is back."""
        people = [seat for seat in self.seats if seat.player is not None]
        return bool(people) and all(seat.away for seat in people)

    def pause_asked(self) -> bool:
        """Whether a question for a pause waits for answers."""
        asked = self.consents is not None and now() < self.consents.at + PAUSE_ASK_TIME
        return asked and self.paused is None

    def pauses_of(self, player: str) -> PausesUsed:
        """What a player has had of pauses."""
        return self.pauses.get(player, PausesUsed())

    def is_closed_to(self, player: str | None) -> bool:
        """Whether a player may not even look in (boomtown.table.kicked)."""
        return not self.listed and player in self.kicked

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


def has_others(table: TableInfo, player: str | None) -> bool:
    """Whether somebody else plays at a table: not a bot, and not away."""
    return any(seat.player not in (None, player) and not seat.away for seat in table.seats)


class Message(Struct, frozen=True):
    """Something that was said."""

    id: int
    player: str
    name: str
    kind: str
    """``said``, or what the table notes by itself: ``left``, ``back``, ``late``, ``paused``."""
    text: str
    """What was said; in a note about somebody else, the number of their seat."""
    at: int


# Every request reads its table: these are put together once, and make no objects of the rows.
WANTED: BindParameter[list[str]] = bindparam("codes", expanding=True)
TABLE = select(*inspect(TableRow).columns).where(col(TableRow.code) == bindparam("code"))
PLACES = (
    select(*inspect(SeatRow).columns, col(PlayerRow.name))
    .outerjoin(PlayerRow, col(PlayerRow.id) == col(SeatRow.player))
    .where(col(SeatRow.table_code).in_(WANTED))
    .order_by(col(SeatRow.number))
)
STUDIES = select(*inspect(StudyRow).columns).where(col(StudyRow.table_code).in_(WANTED))
KICKED = select(*inspect(KickedRow).columns).where(col(KickedRow.table_code).in_(WANTED))


def read_table(session: Session, code: str) -> TableInfo | None:
    """The table with this code."""
    row = session.connection().execute(TABLE, {"code": code}).one_or_none()
    return None if row is None else read_tables(session, [row])[0]


def read_tables(session: Session, rows: Sequence[TableRow | Row[Any]]) -> list[TableInfo]:
    """Tables with their seats, in a few queries however many there are."""
    codes = [row.code for row in rows]
    connection, wanted = session.connection(), {"codes": codes}
    places = connection.execute(PLACES, wanted).all()
    slow = {row.code for row in rows if row.clock == SLOW}
    away = _vacations(session, {p.player for p in places if p.player and p.table_code in slow})
    seats: dict[str, list[SeatInfo]] = {code: [] for code in codes}
    for place in places:
        seats[place.table_code].append(
            SeatInfo(
                Seat(place.number),
                place.player,
                place.name or "",
                place.bot,
                place.away,
                place.contribution,
                tuple(msgspec.json.decode(place.standing)),
                place.token,
                place.bot_name,
                place.asks,
                away.get(place.player or "", ()) if place.table_code in slow else (),
            )
        )
    studies = connection.execute(STUDIES, wanted)
    origins = {row.table_code: Study(row.match, row.number, Seat(row.seat)) for row in studies}
    kicked: dict[str, list[str]] = {code: [] for code in codes}
    for out in connection.execute(KICKED, wanted):
        kicked[out.table_code].append(out.player)
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
            msgspec.json.decode(row.consents, type=PauseRequest | None),
            row.origin,
            row.created,
            row.touched,
            tuple(seats[row.code]),
            origins.get(row.code),
            row.token,
            tuple(kicked[row.code]),
            msgspec.json.decode(row.pauses, type=dict[str, PausesUsed]),
            row.thinking,
            msgspec.json.decode(row.calls, type=dict[int, Calls]),
            None if row.seeking is None else msgspec.json.decode(row.seeking, type=Wish),
            row.fill_at,
            row.all_seeing,
            row.deal,
            row.tournament,
            row.advice,
        )
        for row in rows
    ]


def _vacations(session: Session, players: set[str]) -> dict[str, tuple[Span, ...]]:
    """By player, when they are or were away lately."""
    if not players:
        return {}
    found: dict[str, tuple[Span, ...]] = {}
    rows = select(*inspect(VacationRow).columns).where(
        col(VacationRow.player).in_(players), col(VacationRow.until) > now() - VACATIONS_KEPT
    )
    for row in session.connection().execute(rows.order_by(col(VacationRow.begun))):
        found[row.player] = (*found.get(row.player, ()), (row.begun, row.until))
    return found
