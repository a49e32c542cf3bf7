"""A person's data, taken out of everything that is kept.

The matches stay and can be replayed: what was answered belongs to all who played. Only whose
answers they were is not known any more.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import update
from sqlmodel import Session, col, delete, select

from boomtown.store.codes import GUESTS
from boomtown.store.contest_models import EntrantRow, TournamentRow, VacationRow
from boomtown.store.friends import unknown_to_all
from boomtown.store.models import (
    ChatRow,
    DeviceLinkRow,
    ExperimentRow,
    GuestRow,
    KickedRow,
    MatchRow,
    Phase,
    PlayerRow,
    ReportRow,
    SeatRow,
    TableRow,
)
from boomtown.store.notices import forget_notices
from boomtown.store.reviews import forget_reviews
from boomtown.store.siteclock import now

STAND_IN = "random"
"""The bot that plays a seat on which somebody sat who is forgotten: every game has it."""


def forget_player(session: Session, id: str) -> set[str]:
    """Makes somebody nobody: no name, no words, no way back. Says which tables have changed."""
    player = session.get_one(PlayerRow, id)
    player.name, player.theme, player.sounds, player.hints = "", "auto", False, "{}"
    player.epoch += 1
    session.add(player)
    unknown_to_all(session, id)
    forget_notices(session, [id])
    _leave_tournaments(session, id)
    for kind in (DeviceLinkRow, GuestRow, KickedRow, ReportRow, VacationRow):
        session.execute(delete(kind).where(col(kind.player) == id))
    asked = col(ExperimentRow.player) == id
    session.execute(update(ExperimentRow).where(asked).values(player=None, origin=""))
    forget_reviews(session, [id])
    spoke = session.exec(select(ChatRow.table_code).where(ChatRow.player == id).distinct()).all()
    session.execute(delete(ChatRow).where(col(ChatRow.player) == id))
    changed = set(spoke)
    for place in session.exec(select(SeatRow).where(SeatRow.player == id)).all():
        _leave(session, place)
        changed.add(place.table_code)
    hosted = select(TableRow).where(TableRow.host == id, TableRow.phase == Phase.OPEN)
    for table in session.exec(hosted).all():
        _hand_over(session, table)
        changed.add(table.code)
    return changed


def _leave_tournaments(session: Session, id: str) -> None:
    """Those that have not begun forget them; from the others they have withdrawn.

    One that waits for a sign of theirs will not get any: it is called off.
    """
    waits = col(TournamentRow.organiser) == id, col(TournamentRow.begun).is_(None)
    called_off = update(TournamentRow).where(*waits, col(TournamentRow.ended).is_(None))
    session.execute(called_off.values(state="cancelled", ended=now()))
    for entrant in session.exec(select(EntrantRow).where(EntrantRow.player == id)).all():
        if session.get_one(TournamentRow, entrant.tournament).begun is None:
            session.delete(entrant)
        else:
            entrant.withdrawn = entrant.withdrawn or now()
            session.add(entrant)


def _leave(session: Session, place: SeatRow) -> None:
    """An open seat is free; in a match a bot plays on, under a name of the house."""
    table = session.get_one(TableRow, place.table_code)
    place.token = None
    place.standing = "[]"
    place.asks = False
    if table.phase == Phase.OPEN:
        place.player, place.contribution = None, ""
    elif table.phase == Phase.PLAYING:
        place.bot, place.away = place.bot or STAND_IN, True
    session.add(place)
    if table.match is not None:
        match = session.get_one(MatchRow, table.match)
        names: list[str] = msgspec.json.decode(match.names)
        names[place.number] = next(name for name in GUESTS if name not in names)
        match.names = msgspec.json.encode(names).decode()
        session.add(match)


def _hand_over(session: Session, table: TableRow) -> None:
    """Somebody else who sits there becomes the host; without anybody the table soon goes."""
    table.token = None
    sits = select(SeatRow.player).where(
        SeatRow.table_code == table.code, col(SeatRow.player).is_not(None)
    )
    heir = session.exec(sits.order_by(col(SeatRow.number))).first()
    if heir is not None:
        table.host = heir
    session.add(table)
