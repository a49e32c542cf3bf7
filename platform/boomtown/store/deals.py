"""The deals of the days in the database: what was dealt, who has begun, and what came of it.

A deal is written down when its day begins, so that neither another secret, nor another version of
a game, nor a restart changes it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, desc, func, select

from boomtown.bots.deal import Deal
from boomtown.core.errors import Refusal, Refused
from boomtown.core.outcome import Outcome
from boomtown.store.bus import Bus, table_topic
from boomtown.store.codes import table_code
from boomtown.store.contest_models import DealRow, DealTryRow
from boomtown.store.database import Database, now
from boomtown.store.days import day_of, opens, today
from boomtown.store.models import MatchRow, Phase, PlayerRow, SeatRow, TableRow

UNTIMED = "off"


class Try(Struct, frozen=True):
    """Somebody's match of the deal."""

    player: str
    name: str
    table: str
    match: str | None
    begun: int
    ended: int | None
    outcome: Outcome | None
    newcomer: bool
    """Whether they were first seen here on the day itself."""

    def counts(self, day: str) -> bool:
        """Whether it was finished in time."""
        return self.outcome is not None and self.ended is not None and self.ended < opens(day)


class Deals:
    """The deals in the database."""

    def __init__(self, database: Database, bus: Bus, draw: Callable[[str], Deal | None]) -> None:
        self._database = database
        self._bus = bus
        self._draw = draw
        self._kept: dict[str, Deal] = {}

    def today(self) -> Deal | None:
        """What is dealt today; nothing where there are no games. The first who asks deals."""
        day = today()
        deal = self.of(day) or self._draw(day)
        if deal is None or day in self._kept:
            return deal
        row = DealRow(day=day, deal=msgspec.json.encode(deal).decode(), made=now())
        with suppress(IntegrityError), self._database.writing() as session:  # another was quicker
            session.add(row)
        return self.of(day)

    def of(self, day: str) -> Deal | None:
        """What was dealt on a day."""
        if day not in self._kept:
            with self._database.reading() as session:
                row = session.get(DealRow, day)
            if row is None:
                return None
            self._kept[day] = msgspec.json.decode(row.deal, type=Deal)
        return self._kept[day]

    def before(self, day: str, most: int) -> list[Deal]:
        """The deals before a day, the last one first."""
        with self._database.reading() as session:
            rows = session.exec(
                select(DealRow.deal)
                .where(col(DealRow.day) < day)
                .order_by(desc(col(DealRow.day)))
                .limit(most)
            ).all()
        return [msgspec.json.decode(row, type=Deal) for row in rows]

    def begin(self, deal: Deal, player: str, language: str, origin: str = "") -> str:
        """The table of somebody's one match of the deal (boomtown.deal.once); its code."""
        try:
            return self._begun(deal, player, language, origin)
        except IntegrityError:  # the same person at the same time, or a table of that name
            return self._begun(deal, player, language, origin)

    def _begun(self, deal: Deal, player: str, language: str, origin: str) -> str:
        topics: list[str] = []
        with self._bus.writing(topics) as session:
            known = _under_way(session, deal.day, player)
            if known is not None:
                return known
            if deal.day != today():
                raise Refused(Refusal("boomtown.deal.day"))
            code = _laid(session, deal, player, language, origin)
            topics.append(table_topic(code))
            return code

    def refuse_again(self, day: str, player: str) -> None:
        """Refuses whoever has had their match of the day (boomtown.deal.once)."""
        with self._database.reading() as session:
            _under_way(session, day, player)

    def table_of(self, day: str, player: str) -> str | None:
        """Where somebody has begun the deal of a day."""
        with self._database.reading() as session:
            known = session.get(DealTryRow, (day, player))
            return None if known is None else known.table_code

    def begun(self, day: str) -> int:
        """How many have begun the deal of a day."""
        with self._database.reading() as session:
            count = select(func.count()).select_from(DealTryRow).where(DealTryRow.day == day)
            return session.exec(count).one()

    def is_over(self, code: str) -> bool:
        """Whether the match at somebody's table of a deal has come to its end."""
        with self._database.reading() as session:
            ended = select(MatchRow.ended).where(
                MatchRow.table_code == code, col(MatchRow.ended).is_not(None)
            )
            return session.exec(ended).first() is not None

    def days_of(self, player: str) -> list[str]:
        """The days whose deals somebody has begun."""
        with self._database.reading() as session:
            mine = select(DealTryRow.day).where(DealTryRow.player == player)
            return list(session.exec(mine.order_by(DealTryRow.day)))

    def tries(self, deal: Deal) -> list[Try]:
        """Everybody who has begun a deal, in the order in which they did."""
        with self._database.reading() as session:
            rows = session.exec(
                select(DealTryRow, PlayerRow, TableRow.match)
                .join(PlayerRow, col(PlayerRow.id) == col(DealTryRow.player))
                .join(TableRow, col(TableRow.code) == col(DealTryRow.table_code))
                .where(DealTryRow.day == deal.day)
                .order_by(col(DealTryRow.at), DealTryRow.player)
            ).all()
            ids = [match for _, _, match in rows if match is not None]
            found = session.exec(select(MatchRow).where(col(MatchRow.id).in_(ids))).all()
        matches = {match.id: match for match in found}
        return [
            _try(deal, begun, player, matches.get(match) if match else None)
            for begun, player, match in rows
        ]


def _under_way(session: Session, day: str, player: str) -> str | None:
    """Where somebody's match of a day goes on, if it has begun; refused if it is over."""
    known = session.get(DealTryRow, (day, player))
    if known is None:
        return None
    table = session.get(TableRow, known.table_code)
    if table is None or table.phase == Phase.ENDED:
        raise Refused(Refusal("boomtown.deal.once"))
    return known.table_code


def _try(deal: Deal, begun: DealTryRow, player: PlayerRow, match: MatchRow | None) -> Try:
    names = [] if match is None else msgspec.json.decode(match.names, type=list[str])
    outcome = None if match is None else match.outcome
    return Try(
        player=player.id,
        name=names[deal.seat] if names else player.name,
        table=begun.table_code,
        match=None if match is None else match.id,
        begun=begun.at,
        ended=None if match is None else match.ended,
        outcome=None if outcome is None else msgspec.json.decode(outcome, type=Outcome),
        newcomer=day_of(player.created) >= deal.day,
    )


def _laid(session: Session, deal: Deal, player: str, language: str, origin: str) -> str:
    """The table of somebody's match: the same seats, bots and names for all."""
    at, code = now(), table_code()
    while session.get(TableRow, code) is not None:
        code = table_code()
    session.add(DealTryRow(day=deal.day, player=player, table_code=code, at=at))
    session.add(
        TableRow(
            code=code,
            game=deal.game,
            options=msgspec.json.encode(deal.options).decode(),
            host=player,
            clock=UNTIMED,
            listed=False,
            language=language,
            phase=Phase.OPEN,
            invite=secrets.token_urlsafe(9),
            seed=deal.seed,
            origin=origin,
            deal=deal.day,
            created=at,
            touched=at,
        )
    )
    session.flush()
    for number, (bot, name) in enumerate(zip(deal.bots, deal.names, strict=True)):
        sits = player if number == deal.seat else None
        session.add(
            SeatRow(table_code=code, number=number, player=sits, bot=bot or None, bot_name=name)
        )
    return code
