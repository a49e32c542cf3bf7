"""Tournaments in the database (boomtown.tournament.*): who plays, the rounds, what they came to.

Whatever happens is one transaction that holds the tournament's row: the house and a visitor, or two
processes, cannot begin the same round twice. A restart finds everything as it was.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import Struct
from sqlmodel import Session, col, desc, func, or_, select

from boomtown.core.chance import Chance, fresh_seed
from boomtown.core.errors import Refusal, Refused
from boomtown.store.bus import Bus, table_topic
from boomtown.store.codes import table_code
from boomtown.store.contest_models import BoutRow, EntrantRow, TournamentRow
from boomtown.store.database import Database, now
from boomtown.store.ids import fresh_id
from boomtown.store.models import GuestRow, Phase, PlayerRow, SeatRow, TableRow
from boomtown.store.schedules import Seating, mixed_round, round_robin
from boomtown.store.standings import WIN, Played, Standing, standings

OPEN, PLAYING, DONE, CANCELLED = "open", "playing", "done", "cancelled"
BOT, LOSS = "bot", "loss"
PAIR = 2
"""At tables of two everybody plays everybody."""
MOST_PEOPLE = 24
MOST_RUNNING = 3
"""Tournaments of one organiser that are not over."""
BREAK = 60_000
"""Milliseconds between two rounds."""
BOT_KIND = "deputy"


class Setup(Struct, frozen=True, kw_only=True):
    """A tournament as somebody asks for it."""

    name: str
    organiser: str
    game: str
    options: dict[str, Any]  # plain JSON, as the game's options encode
    seats: int
    clock: str
    rounds: int
    missing: str
    wait: int
    language: str
    origin: str = ""


class Entrant(Struct, frozen=True):
    """Somebody who plays."""

    player: str
    name: str
    number: int | None
    withdrawn: int | None


class Result(Struct, frozen=True):
    """How a table counts."""

    halves: tuple[int, ...]
    won: tuple[bool, ...]
    kind: str
    """``played``, ``absent`` (somebody did not come), ``walkover``, or ``none``."""


class Bout(Struct, frozen=True):
    """A table of the tournament."""

    round: int
    number: int
    table: str | None
    players: tuple[str | None, ...]
    due: int
    looked: bool
    absent: tuple[int, ...]
    result: Result | None


class Tournament(Struct, frozen=True, kw_only=True):
    """A tournament as it stands."""

    id: str
    setup: Setup
    state: str
    round: int
    next_at: int | None
    begun: int | None
    ended: int | None
    entrants: tuple[Entrant, ...]
    bouts: tuple[Bout, ...]

    @property
    def active(self) -> list[Entrant]:
        """Those who have not withdrawn."""
        return [one for one in self.entrants if one.withdrawn is None]

    @property
    def current(self) -> list[Bout]:
        """The tables of the round that is played."""
        return [bout for bout in self.bouts if bout.round == self.round]

    def entrant(self, player: str | None) -> Entrant | None:
        """Somebody who plays, or has withdrawn."""
        return next((one for one in self.entrants if one.player == player), None)

    def standings(self) -> list[Standing]:
        """Everybody who has not withdrawn, the best first."""
        played = [
            Played(bout.players, bout.result.halves, bout.result.won)
            for bout in self.bouts
            if bout.result is not None
        ]
        return standings([one.player for one in self.active], played)


class Tournaments:
    """The tournaments in the database."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self._database = database
        self._bus = bus

    # --- reading --------------------------------------------------------------------------------

    def get(self, id: str) -> Tournament | None:
        """A tournament by its link."""
        with self._database.reading() as session:
            row = session.get(TournamentRow, id)
            return None if row is None else _read(session, row)

    def running(self) -> list[str]:
        """Those that are being played."""
        with self._database.reading() as session:
            return list(
                session.exec(select(TournamentRow.id).where(TournamentRow.state == PLAYING))
            )

    def count_open(self, origin: str) -> int:
        """How many of one origin are not over."""
        with self._database.reading() as session:
            return session.exec(
                select(func.count())
                .select_from(TournamentRow)
                .where(
                    TournamentRow.origin == origin,
                    col(TournamentRow.state).in_((OPEN, PLAYING)),
                )
            ).one()

    def of(self, player: str, most: int) -> list[Tournament]:
        """Those that somebody plays in or organises, the newest first."""
        mine = select(EntrantRow.tournament).where(EntrantRow.player == player)
        with self._database.reading() as session:
            rows = session.exec(
                select(TournamentRow)
                .where(
                    or_(TournamentRow.organiser == player, col(TournamentRow.id).in_(mine)),
                )
                .order_by(desc(col(TournamentRow.created)))
                .limit(most)
            ).all()
            return [_read(session, row) for row in rows]

    # --- before the start -----------------------------------------------------------------------

    def make(self, setup: Setup) -> str:
        """A new tournament, which its organiser has joined (boomtown.tournament.many)."""
        with self._database.writing() as session:
            host = select(PlayerRow.id).where(PlayerRow.id == setup.organiser)
            session.exec(host.with_for_update()).one()  # who presses twice is counted once
            _refuse_another(session, setup.organiser)
            values = {**msgspec.structs.asdict(setup), "options": _json(setup.options)}
            row = TournamentRow(id=fresh_id(12), state=OPEN, created=now(), **values)
            session.add(row)
            session.flush()
            session.add(EntrantRow(tournament=row.id, player=setup.organiser, joined=now()))
            return row.id

    def refuse_another(self, organiser: str) -> None:
        """Refuses whoever organises too many already (boomtown.tournament.many)."""
        with self._database.reading() as session:
            _refuse_another(session, organiser)

    def join(self, id: str, player: str) -> None:
        """Somebody who has the link joins (boomtown.tournament.join)."""
        with self._database.writing() as session:
            row = _locked(session, id)
            known = session.get(EntrantRow, (id, player))
            if known is not None and known.withdrawn is None:
                return
            refuse_entry(row.state, len(_entrants(session, id)))
            session.merge(EntrantRow(tournament=id, player=player, joined=now()))

    def withdraw(self, id: str, player: str, by: str | None = None) -> list[str]:
        """Somebody plays no more, or the organiser takes them out; at which tables they sit.

        Before the start it is as if they had never joined (boomtown.tournament.withdraw).
        """
        with self._database.writing() as session:
            row = _locked(session, id)
            if by is not None and by not in (player, row.organiser):
                raise Refused(Refusal("boomtown.tournament.organiser"))
            known = session.get(EntrantRow, (id, player))
            if known is None or known.withdrawn is not None:
                raise Refused(Refusal("boomtown.tournament.withdraw"))
            if row.state == OPEN:
                session.delete(known)
                return []
            if row.state != PLAYING:
                raise Refused(Refusal("boomtown.tournament.over"))
            known.withdrawn = now()
            session.add(known)
            return [
                bout.table
                for bout in _bouts(session, id)
                if bout.table and bout.result is None and player in bout.players
            ]

    def start(self, id: str, organiser: str) -> None:
        """The organiser begins; people are drawn, and the first round is due at once."""
        with self._database.writing() as session:
            row = _organised(session, id, organiser)
            if row.state != OPEN:
                raise Refused(Refusal("boomtown.tournament.start", "begun"))
            entrants = _entrants(session, id)
            if len(entrants) < PAIR:
                raise Refused(Refusal("boomtown.tournament.start", least=PAIR))
            drawn = sorted(entrants, key=lambda one: one.player)
            Chance(fresh_seed()).shuffle(drawn)
            for number, entrant in enumerate(drawn):
                entrant.number = number
                session.add(entrant)
            if row.seats == PAIR:
                row.rounds = len(round_robin(len(drawn)))
            row.state, row.begun, row.next_at = PLAYING, now(), now()
            session.add(row)

    def cancel(self, id: str, organiser: str) -> list[str]:
        """The organiser calls it off; which tables were still played at (they may go on)."""
        with self._database.writing() as session:
            row = _organised(session, id, organiser)
            if row.state not in (OPEN, PLAYING):
                raise Refused(Refusal("boomtown.tournament.over"))
            row.state, row.ended, row.next_at = CANCELLED, now(), None
            session.add(row)
            return [
                bout.table for bout in _bouts(session, id) if bout.table and bout.result is None
            ]

    # --- rounds ---------------------------------------------------------------------------------

    def note(self, id: str, bout: Bout, result: Result | None, absent: tuple[int, ...]) -> None:
        """What a table came to, and who did not come; what counts already stays."""
        with self._database.writing() as session:
            _locked(session, id)
            row = session.get_one(BoutRow, (id, bout.round, bout.number))
            if row.result is not None:
                return
            row.looked = row.looked or bout.looked
            row.absent = _json(sorted({*msgspec.json.decode(row.absent), *absent}))
            row.result = None if result is None else _json(result)
            session.add(row)

    def call_off(self, id: str, table: str, organiser: str) -> Bout:
        """The organiser ends a table that cannot go on: it counts for nobody."""
        with self._database.writing() as session:
            _organised(session, id, organiser)
            bouts = [bout for bout in _bouts(session, id) if bout.table == table]
            if not bouts or bouts[0].result is not None:
                raise Refused(Refusal("boomtown.tournament.over"))
            row = session.get_one(BoutRow, (id, bouts[0].round, bouts[0].number))
            row.result = _json(without_result(len(bouts[0].players)))
            session.add(row)
            return bouts[0]

    def go_on(self, id: str) -> bool:
        """Begins the next round when its time has come, or ends the tournament; whether it did."""
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            row = _locked(session, id)
            if row.state != PLAYING:
                return False
            tournament = _read(session, row)
            if any(bout.result is None for bout in tournament.current):
                return False
            last = row.round >= row.rounds or len(tournament.active) < PAIR
            if last and row.round > 0:
                row.state, row.ended, row.next_at = DONE, now(), None
            elif row.next_at is None:
                row.next_at = now() + BREAK
            elif row.next_at > now():
                return False
            else:
                row.round, row.next_at = row.round + 1, None
                topics += map(table_topic, _begin_round(session, row, tournament))
            session.add(row)
            return True


def refuse_entry(state: str, people: int) -> None:
    """Refuses somebody else where it has begun or is full (boomtown.tournament.join)."""
    if state != OPEN:
        raise Refused(Refusal("boomtown.tournament.join", "begun"))
    if people >= MOST_PEOPLE:
        raise Refused(Refusal("boomtown.tournament.join", "full", most=MOST_PEOPLE))


def _refuse_another(session: Session, organiser: str) -> None:
    running = session.exec(
        select(func.count())
        .select_from(TournamentRow)
        .where(
            TournamentRow.organiser == organiser,
            col(TournamentRow.state).in_((OPEN, PLAYING)),
        )
    ).one()
    if running >= MOST_RUNNING:
        raise Refused(Refusal("boomtown.tournament.many", most=MOST_RUNNING))


def without_result(seats: int) -> Result:
    """A table that counts for nobody."""
    return Result((0,) * seats, (False,) * seats, "none")


def _begin_round(session: Session, row: TournamentRow, tournament: Tournament) -> list[str]:
    """Makes the tables of a round; their codes."""
    by_number = {one.number: one for one in tournament.entrants if one.number is not None}
    codes: list[str] = []
    for number, seating in enumerate(_seatings(row, tournament)):
        sitting = [None if who is None else by_number[who] for who in seating]
        players = [one.player if one and one.withdrawn is None else None for one in sitting]
        here = [player for player in players if player is not None]
        if not here:
            continue
        bout = BoutRow(
            tournament=row.id,
            round=row.round,
            number=number,
            players=_json([None if one is None else one.player for one in sitting]),
            due=now() + row.wait,
        )
        if row.seats == PAIR and len(here) < PAIR:
            won = tuple(player is not None for player in players)
            bout.result = _json(Result(tuple(WIN * one for one in won), won, "walkover"))
        else:
            bout.table_code = _lay(session, row, players, tournament)
            codes.append(bout.table_code)
        session.add(bout)
    return codes


def _seatings(row: TournamentRow, tournament: Tournament) -> list[Seating]:
    if row.seats == PAIR:
        return round_robin(len(tournament.entrants))[row.round - 1]
    numbers = {one.player: one.number for one in tournament.entrants}
    before = [
        tuple(None if player is None else numbers.get(player) for player in bout.players)
        for bout in tournament.bouts
    ]
    people = sorted(one.number for one in tournament.active if one.number is not None)
    chance = Chance.seeded("tournament", row.id, row.round)
    return mixed_round(people, row.seats, before, chance)


def _lay(
    session: Session, row: TournamentRow, players: list[str | None], tournament: Tournament
) -> str:
    """A table at which people sit already, and all others of the tournament may look on."""
    at, code = now(), table_code()
    while session.get(TableRow, code) is not None:
        code = table_code()
    session.add(
        TableRow(
            code=code,
            game=row.game,
            options=row.options,
            host=row.organiser,
            clock=row.clock,
            listed=False,
            language=row.language,
            phase=Phase.OPEN,
            invite=secrets.token_urlsafe(9),
            seed=fresh_seed().hex(),
            origin=row.origin,
            tournament=row.id,
            created=at,
            touched=at,
        )
    )
    session.flush()
    for number, player in enumerate(players):
        bot = BOT_KIND if player is None else None
        session.add(SeatRow(table_code=code, number=number, player=player, bot=bot))
    for entrant in tournament.active:
        session.add(GuestRow(table_code=code, player=entrant.player))
    return code


def _locked(session: Session, id: str) -> TournamentRow:
    query = select(TournamentRow).where(TournamentRow.id == id).with_for_update()
    row = session.exec(query).first()
    if row is None:
        raise Refused(Refusal("boomtown.tournament.over"))
    return row


def _organised(session: Session, id: str, organiser: str) -> TournamentRow:
    row = _locked(session, id)
    if row.organiser != organiser:
        raise Refused(Refusal("boomtown.tournament.organiser"))
    return row


def _entrants(session: Session, id: str) -> list[EntrantRow]:
    return list(session.exec(select(EntrantRow).where(EntrantRow.tournament == id)))


def _bouts(session: Session, id: str) -> list[Bout]:
    rows = session.exec(
        select(BoutRow)
        .where(BoutRow.tournament == id)
        .order_by(col(BoutRow.round), col(BoutRow.number))
    ).all()
    return [
        Bout(
            row.round,
            row.number,
            row.table_code,
            tuple(msgspec.json.decode(row.players, type=list[str | None])),
            row.due,
            row.looked,
            tuple(msgspec.json.decode(row.absent, type=list[int])),
            None if row.result is None else msgspec.json.decode(row.result, type=Result),
        )
        for row in rows
    ]


def _read(session: Session, row: TournamentRow) -> Tournament:
    people = session.exec(
        select(EntrantRow, PlayerRow.name)
        .join(PlayerRow, col(PlayerRow.id) == col(EntrantRow.player))
        .where(EntrantRow.tournament == row.id)
        .order_by(col(EntrantRow.joined), EntrantRow.player)
    ).all()
    return Tournament(
        id=row.id,
        setup=Setup(
            name=row.name,
            organiser=row.organiser,
            game=row.game,
            options=msgspec.json.decode(row.options),
            seats=row.seats,
            clock=row.clock,
            rounds=row.rounds,
            missing=row.missing,
            wait=row.wait,
            language=row.language,
            origin=row.origin,
        ),
        state=row.state,
        round=row.round,
        next_at=row.next_at,
        begun=row.begun,
        ended=row.ended,
        entrants=tuple(
            Entrant(one.player, name, one.number, one.withdrawn) for one, name in people
        ),
        bouts=tuple(_bouts(session, row.id)),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
