"""People who know each other: friends by link, public pages, invitations to a table.

Nobody is found by searching: a friend comes by a link, and only friends and those who have played
together lately may ask each other to a table (boomtown.people.*).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from msgspec import Struct
from sqlmodel import Session, col, delete, or_, select

from boomtown.core.errors import Refusal, Refused
from boomtown.store.database import Database, now
from boomtown.store.models import (
    FriendRow,
    GuestRow,
    InvitationRow,
    MatchRow,
    Phase,
    PlayerRow,
    SeatRow,
    TableRow,
)

MOST_FRIENDS = 200
DAY = 24 * 60 * 60 * 1000
LATELY = 30 * DAY
"""For so long those who have played together may ask each other."""
QUIET = DAY
"""For so long somebody who said no is not asked again."""
ASK, FRIEND = "boomtown.people.ask", "boomtown.people.friend"


class Friend(Struct, frozen=True):
    """Somebody who is known."""

    id: str
    name: str
    page: str | None


class Invitation(Struct, frozen=True):
    """A table that somebody is asked to."""

    table: str
    game: str
    asker: str
    """Their name."""
    at: int


class Friends:
    """Who knows whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- public pages ---------------------------------------------------------------------------

    def show(self, player: str, *, public: bool) -> str | None:
        """Gives somebody a public page, or takes it away; a new one has a new address."""
        with self._database.writing() as session:
            row = session.get_one(PlayerRow, player)
            if public != (row.page is not None):
                row.page = secrets.token_urlsafe(9) if public else None
                session.add(row)
            return row.page

    def shown(self, page: str) -> Friend | None:
        """Whose public page this is."""
        with self._database.reading() as session:
            row = session.exec(select(PlayerRow).where(PlayerRow.page == page)).first()
            return None if row is None else _friend(row)

    def public(self, players: Iterable[str]) -> dict[str, Friend]:
        """Those of some people who have a public page, by id."""
        with self._database.reading() as session:
            rows = session.exec(
                select(PlayerRow).where(
                    col(PlayerRow.id).in_(list(players)), col(PlayerRow.page).is_not(None)
                )
            )
            return {row.id: _friend(row) for row in rows}

    # --- friends --------------------------------------------------------------------------------

    def link(self, player: str) -> str | None:
        """The link by which others become friends, if there is one."""
        with self._database.reading() as session:
            return session.get_one(PlayerRow, player).friend_link

    def new_link(self, player: str) -> str:
        """Another one; the old one leads nowhere from now on."""
        link = secrets.token_urlsafe(12)
        with self._database.writing() as session:
            row = session.get_one(PlayerRow, player)
            row.friend_link = link
            session.add(row)
        return link

    def by_link(self, link: str) -> Friend | None:
        """Whose link this is."""
        with self._database.reading() as session:
            row = session.exec(select(PlayerRow).where(PlayerRow.friend_link == link)).first()
            return None if row is None else _friend(row)

    def befriend(self, player: str, other: str) -> None:
        """Two become friends; twice is once (boomtown.people.friend)."""
        with self._database.writing() as session:
            both = select(PlayerRow.id).where(col(PlayerRow.id).in_((player, other)))
            session.exec(both.order_by(PlayerRow.id).with_for_update()).all()  # twice is once
            _refuse_friend(session, player, other)
            for one, two in ((player, other), (other, player)):
                if session.get(FriendRow, (one, two)) is None:
                    session.add(FriendRow(player=one, friend=two, at=now()))

    def refuse(self, player: str | None, other: str) -> None:
        """Refuses two who cannot be friends; nobody is a newcomer (boomtown.people.friend)."""
        with self._database.reading() as session:
            _refuse_friend(session, player, other)

    def part(self, player: str, other: str) -> None:
        """Two are friends no longer."""
        with self._database.writing() as session:
            for one, two in ((player, other), (other, player)):
                session.execute(
                    delete(FriendRow).where(
                        col(FriendRow.player) == one, col(FriendRow.friend) == two
                    )
                )

    def of(self, player: str) -> list[Friend]:
        """Somebody's friends, by name."""
        with self._database.reading() as session:
            rows = session.exec(
                select(PlayerRow)
                .join(FriendRow, col(FriendRow.friend) == col(PlayerRow.id))
                .where(FriendRow.player == player)
                .order_by(PlayerRow.name, PlayerRow.id)
            )
            return [_friend(row) for row in rows]

    # --- invitations ----------------------------------------------------------------------------

    def ask(self, code: str, asker: str, players: Sequence[str]) -> None:
        """Asks people to a table, and lets them in there (boomtown.people.ask).

        Who may not be asked is left out; it is refused where nobody is left.
        """
        refused: Refused | None = None
        asked = 0
        with self._database.writing() as session:
            for player in players:
                try:
                    self._check(session, asker, player)
                except Refused as error:
                    refused = error
                    continue
                session.merge(GuestRow(table_code=code, player=player))
                session.merge(InvitationRow(table_code=code, player=player, asker=asker, at=now()))
                asked += 1
        if refused is not None and not asked:
            raise refused

    def _check(self, session: Session, asker: str, player: str) -> None:
        if session.get(FriendRow, (player, asker)) is not None:
            return
        if not _played_lately(session, asker, player):
            raise Refused(Refusal(ASK, "stranger"))
        no = select(InvitationRow).where(
            InvitationRow.player == player,
            InvitationRow.asker == asker,
            col(InvitationRow.declined),
            InvitationRow.at > now() - QUIET,
        )
        if session.exec(no).first() is not None:
            raise Refused(Refusal(ASK, "declined"))

    def invitations(self, player: str) -> list[Invitation]:
        """The open tables to which somebody is asked, the last one first."""
        sits = select(SeatRow.table_code).where(SeatRow.player == player)
        with self._database.reading() as session:
            rows = session.exec(
                select(InvitationRow, TableRow.game, PlayerRow.name)
                .join(TableRow, col(TableRow.code) == col(InvitationRow.table_code))
                .join(PlayerRow, col(PlayerRow.id) == col(InvitationRow.asker))
                .where(
                    InvitationRow.player == player,
                    col(InvitationRow.declined).is_(False),
                    TableRow.phase == Phase.OPEN,
                    col(TableRow.code).not_in(sits),
                )
                .order_by(col(InvitationRow.at).desc())
            ).all()
        return [Invitation(row.table_code, game, name, row.at) for row, game, name in rows]

    def decline(self, code: str, player: str) -> None:
        """Says no to an invitation."""
        with self._database.writing() as session:
            row = session.get(InvitationRow, (code, player))
            if row is not None:
                row.declined = True
                session.add(row)


def _refuse_friend(session: Session, player: str | None, other: str) -> None:
    if player == other:
        raise Refused(Refusal(FRIEND, "self"))
    for one, two in ((player, other), (other, player)):
        known = session.exec(select(FriendRow.friend).where(FriendRow.player == one)).all()
        if two not in known and len(known) >= MOST_FRIENDS:
            raise Refused(Refusal(FRIEND, "many", most=MOST_FRIENDS))


def unknown_to_all(session: Session, player: str) -> None:
    """Takes somebody out of everybody's friends and invitations, and off the public pages."""
    row = session.get_one(PlayerRow, player)
    row.page = row.friend_link = None
    session.add(row)
    forget_acquaintances(session, [player])


def forget_acquaintances(session: Session, players: Sequence[str]) -> None:
    """Removes friendships and invitations of some people."""
    knows = or_(col(FriendRow.player).in_(players), col(FriendRow.friend).in_(players))
    session.execute(delete(FriendRow).where(knows))
    asked = or_(col(InvitationRow.player).in_(players), col(InvitationRow.asker).in_(players))
    session.execute(delete(InvitationRow).where(asked))


def _played_lately(session: Session, one: str, two: str) -> bool:
    """Whether two have sat at one table whose match ended not long ago."""
    mine = select(SeatRow.table_code).where(SeatRow.player == one)
    together = (
        select(MatchRow.id)
        .join(SeatRow, col(SeatRow.table_code) == col(MatchRow.table_code))
        .where(
            SeatRow.player == two,
            col(SeatRow.table_code).in_(mine),
            col(MatchRow.ended) > now() - LATELY,
        )
        .limit(1)
    )
    return session.exec(together).first() is not None


def _friend(row: PlayerRow) -> Friend:
    return Friend(row.id, row.name, row.page)
