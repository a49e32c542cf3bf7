"""Notices: whom to call, by which ways, when, and what is still to be sent.

A notice says a game, a table and what kind it is, and nothing else: it passes through the hands of
others. Each stands once for every channel of the person, and is sent at most once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from msgspec import Struct
from sqlalchemy import func, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, delete, select

from boomtown.core.errors import Refusal, Refused
from boomtown.store.database import Database, now
from boomtown.store.models import (
    AskedRow,
    CallingRow,
    ChannelRow,
    NoticeRow,
    PlayerRow,
    PushKeyRow,
)

RULE = "boomtown.people.notice"
MOST_CHANNELS = 8
"""Browsers and addresses of one person."""
HOUR = 60 * 60 * 1000
A_DAY = 24 * 60
"""Minutes."""
HOURLY = 6
"""Notices that one channel is sent in an hour; what is more waits."""
LEASE = 5 * 60 * 1000
"""Milliseconds for which whoever has taken a notice may try to send it."""
BACK_OFF = 30_000
"""Milliseconds after the first failure; each later one waits four times as long."""
MOST_TRIES = 6
ASKED_AGAIN = 24 * HOUR
"""Milliseconds for which an address is not asked again, whoever names it."""
ASKED_HOURLY = 30
"""Addresses that are asked in an hour, by everybody together."""
ASKED_KEPT, REFUSED_KEPT = 30 * 24 * HOUR, 365 * 24 * HOUR
"""Milliseconds for which it is remembered that an address was asked, and that it said no."""
KEPT = 7 * 24 * HOUR
"""Milliseconds for which it is remembered that something was told."""
FEW, MANY = 20, 200


class Kind(StrEnum):
    """What somebody is told."""

    TURN = "turn"
    START = "start"
    REMATCH = "rematch"
    REMINDER = "reminder"
    CONFIRM = "confirm"
    """Whether they want to be called at an address at all."""


CHOSEN = (Kind.TURN, Kind.START, Kind.REMATCH, Kind.REMINDER)
"""What somebody may want to hear of."""


class Way(StrEnum):
    """How."""

    PUSH = "push"
    MAIL = "mail"
    WEBHOOK = "webhook"


class State(StrEnum):
    """How far a notice has come."""

    WAITING = "waiting"
    SENT = "sent"
    DROPPED = "dropped"


class Channel(Struct, frozen=True):
    """A way by which somebody wants to be called."""

    id: str
    player: str
    way: Way
    address: str
    keys: str
    confirmed: bool


class Calling(Struct, frozen=True):
    """When somebody wants to be called, and about what."""

    quiet_from: int = 22 * 60
    quiet_until: int = 8 * 60
    """Minutes of the day; no quiet hours where both are the same."""
    zone: str = "UTC"
    kinds: tuple[Kind, ...] = CHOSEN

    def quiet_until_when(self, at: int) -> int | None:
        """When the quiet hours end that a moment lies in; None if it lies in none.

        >>> calling = Calling(22 * 60, 8 * 60, "Europe/Madrid")
        >>> calling.quiet_until_when(0) == 7 * HOUR, calling.quiet_until_when(8 * HOUR)
        (True, None)
        """
        here = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone_of(self.zone))
        minute = here.hour * 60 + here.minute
        into, length = (
            (minute - self.quiet_from) % A_DAY,
            (self.quiet_until - self.quiet_from) % A_DAY,
        )
        if into >= length:
            return None
        end = here.replace(
            hour=self.quiet_until // 60, minute=self.quiet_until % 60, second=0, microsecond=0
        )
        end += timedelta(days=1 if self.quiet_until <= minute else 0)
        return int(end.timestamp() * 1000)


class Notice(Struct, frozen=True):
    """Something that is to be told by one channel."""

    id: int
    channel: Channel
    table: str
    game: str
    kind: Kind
    about: str
    tries: int


def zone_of(name: str) -> ZoneInfo:
    """The time zone of a name; UTC where this machine does not know it."""
    return ZoneInfo(name if name in available_timezones() else "UTC")


def address_hash(address: str) -> str:
    """What is kept of an address that was asked: the same for one mailbox, whatever is added to it.

    >>> address_hash("Ann+1@example.org") == address_hash("ann@example.org")
    True
    """
    name, _, host = address.casefold().partition("@")
    return hashlib.sha256(f"{name.partition('+')[0]}@{host}".encode()).hexdigest()


class Notices:
    """The notices in the database, and who wants them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- who wants to be called -----------------------------------------------------------------

    def add_channel(
        self, player: str, way: Way, address: str, keys: str = "", *, confirmed: bool
    ) -> Channel:
        """A way to call somebody; the same one twice is one."""
        id = hashlib.sha256(f"{player} {way} {address}".encode()).hexdigest()[:32]
        with self._database.writing() as session:
            whose = select(PlayerRow.id).where(PlayerRow.id == player)
            session.exec(whose.with_for_update()).one()  # who presses twice is counted once
            row = session.get(ChannelRow, id)
            if row is None:
                known = select(func.count()).where(col(ChannelRow.player) == player)
                if session.scalar(known) >= MOST_CHANNELS:  # type: ignore[operator]  # a count is a number
                    raise Refused(Refusal(RULE, "many", most=MOST_CHANNELS))
                row = ChannelRow(
                    id=id, player=player, kind=way, address=address, keys=keys, created=now()
                )
            row.keys, row.confirmed = keys, row.confirmed or confirmed
            session.add(row)
            return _channel(row)

    def confirm(self, id: str) -> Channel | None:
        """Whoever reads the mail there wants it."""
        with self._database.writing() as session:
            row = session.get(ChannelRow, id)
            if row is None:
                return None
            row.confirmed = True
            session.add(row)
            return _channel(row)

    def remove_channel(self, id: str, player: str | None = None) -> None:
        """Nobody is called by it any more; where a player is named, only by one of theirs."""
        with self._database.writing() as session:
            row = session.get(ChannelRow, id)
            if row is not None and player in (None, row.player):
                session.execute(delete(NoticeRow).where(col(NoticeRow.channel) == id))
                session.delete(row)

    def stop(self, player: str) -> None:
        """Somebody is not called any more, by no way."""
        with self._database.writing() as session:
            forget_notices(session, [player])

    def channels(self, player: str) -> list[Channel]:
        """The ways by which somebody wants to be called, the oldest first."""
        with self._database.reading() as session:
            rows = session.exec(
                select(ChannelRow)
                .where(ChannelRow.player == player)
                .order_by(col(ChannelRow.created), ChannelRow.id)
            )
            return [_channel(row) for row in rows]

    def listeners(self) -> frozenset[str]:
        """Everybody who wants to be called at all."""
        with self._database.reading() as session:
            confirmed = select(ChannelRow.player).where(col(ChannelRow.confirmed)).distinct()
            return frozenset(session.exec(confirmed).all())

    def calling(self, player: str) -> Calling:
        """When somebody wants to be called, and about what."""
        with self._database.reading() as session:
            return _calling(session.get(CallingRow, player))

    def change(self, player: str, calling: Calling) -> None:
        """Keeps when somebody wants to be called, and about what."""
        with self._database.writing() as session:
            session.merge(
                CallingRow(
                    player=player,
                    quiet_from=calling.quiet_from,
                    quiet_until=calling.quiet_until,
                    zone=calling.zone,
                    kinds=msgspec.json.encode(calling.kinds).decode(),
                )
            )

    def push_key(self, new: Callable[[], str]) -> str:
        """The key by which push services know this site: the first one that was ever made.

        It stands in the database, since all processes must use the same.
        """
        with self._database.reading() as session:
            row = session.get(PushKeyRow, 1)
        if row is None:
            with suppress(IntegrityError), self._database.writing() as session:
                session.add(PushKeyRow(id=1, private=new()))
            return self.push_key(new)
        return row.private

    # --- what they are told ---------------------------------------------------------------------

    def put(
        self, players: Sequence[str], table: str, game: str, kind: Kind, about: str, due: int
    ) -> int:
        """Notes that people are to be told something, by each of their ways, once."""
        made = 0
        with self._database.writing() as session:
            ways = select(ChannelRow).where(
                col(ChannelRow.player).in_(players), col(ChannelRow.confirmed)
            )
            for way in session.exec(ways).all():
                if kind not in _calling(session.get(CallingRow, way.player)).kinds:
                    continue
                told = select(NoticeRow.id).where(
                    NoticeRow.channel == way.id,
                    NoticeRow.table_code == table,
                    NoticeRow.kind == kind,
                    NoticeRow.about == about,
                )
                if session.exec(told).first() is None:
                    session.add(
                        NoticeRow(
                            player=way.player,
                            channel=way.id,
                            table_code=table,
                            game=game,
                            kind=kind,
                            about=about,
                            state=State.WAITING,
                            due=due,
                            at=now(),
                        )
                    )
                    made += 1
        return made

    def may_ask(self) -> bool:
        """Whether another address may be asked now: the site is nobody's way to send mail."""
        with self._database.reading() as session:
            lately = select(func.count()).where(col(AskedRow.at) > now() - HOUR)
            return (session.scalar(lately) or 0) < ASKED_HOURLY

    def ask(self, channel: Channel) -> bool:
        """Asks at an address whether they want to be called there.

        Not again for a day, whoever names it, and not at all where they have said no. Whoever
        names it is not told: it is nobody's business who has an address here.
        """
        hash = address_hash(channel.address)
        with self._database.writing() as session:
            known = session.get(AskedRow, hash)
            if known is not None and (known.refused or known.at > now() - ASKED_AGAIN):
                return False
            session.merge(AskedRow(hash=hash, at=now(), refused=False))
            session.add(
                NoticeRow(
                    player=channel.player,
                    channel=channel.id,
                    table_code="",
                    game="",
                    kind=Kind.CONFIRM,
                    about=channel.id,
                    state=State.WAITING,
                    due=now(),
                    at=now(),
                )
            )
        return True

    def refuse(self, hash: str) -> None:
        """Whoever reads mail at an address is not asked again."""
        with self._database.writing() as session:
            session.merge(AskedRow(hash=hash, at=now(), refused=True))

    def take(self) -> list[Notice]:
        """What is to be sent now; for a while nobody else takes it.

        What would come in quiet hours, or too often, waits.
        """
        taken = []
        with self._database.writing() as session:
            rows = session.exec(
                select(NoticeRow, ChannelRow)
                .join(ChannelRow, col(ChannelRow.id) == col(NoticeRow.channel))
                .where(NoticeRow.state == State.WAITING, NoticeRow.due <= now())
                .order_by(col(NoticeRow.due), col(NoticeRow.id))
                .limit(FEW)
                .with_for_update()
            ).all()
            counts: dict[str, int] = {}
            for row, way in rows:
                later = _calling(session.get(CallingRow, row.player)).quiet_until_when(now())
                if row.kind == Kind.CONFIRM:  # they have asked for it just now
                    later = None
                if later is None:
                    if way.id not in counts:
                        counts[way.id] = _sent_lately(session, way.id)
                    counts[way.id] += 1
                    later = now() + HOUR // HOURLY if counts[way.id] > HOURLY else None
                row.due = now() + LEASE if later is None else later
                session.add(row)
                if later is None:
                    taken.append(_notice(row, way))
        return taken

    def settle(self, id: int, state: State) -> None:
        """A notice was sent, or is of no use any more."""
        with self._database.writing() as session:
            done = update(NoticeRow).where(col(NoticeRow.id) == id)
            session.execute(done.values(state=state, at=now()))

    def later(self, id: int, wait: int | None = None) -> None:
        """It could not be sent: it is tried again, later each time, and given up in the end."""
        with self._database.writing() as session:
            row = session.get(NoticeRow, id)
            if row is not None:
                row.due = now() + max(wait or 0, BACK_OFF * 4**row.tries)
                row.tries += 1
                row.state = State.DROPPED if row.tries >= MOST_TRIES else State.WAITING
                session.add(row)

    def postpone(self, id: int, until: int) -> None:
        """It waits, through no fault of its own."""
        with self._database.writing() as session:
            session.execute(update(NoticeRow).where(col(NoticeRow.id) == id).values(due=until))

    def told(self, player: str) -> list[tuple[Kind, str, State]]:
        """What somebody was to be told lately: kind, table and what came of it."""
        with self._database.reading() as session:
            rows = session.exec(
                select(NoticeRow).where(NoticeRow.player == player).order_by(col(NoticeRow.id))
            )
            return [(Kind(row.kind), row.table_code, State(row.state)) for row in rows]

    def remove_old(self) -> int:
        """What was told long ago."""
        with self._database.writing() as session:
            old = session.exec(
                select(NoticeRow.id).where(NoticeRow.at < now() - KEPT).limit(MANY)
            ).all()
            session.execute(delete(NoticeRow).where(col(NoticeRow.id).in_(old)))
            asked = col(AskedRow.at) < now() - ASKED_KEPT, col(AskedRow.refused).is_(False)
            session.execute(delete(AskedRow).where(*asked))
            session.execute(delete(AskedRow).where(col(AskedRow.at) < now() - REFUSED_KEPT))
        return len(old)


def forget_notices(session: Session, players: Sequence[str]) -> None:
    """Removes by which ways people want to be called, and everything that waits for them."""
    for kind in (NoticeRow, ChannelRow, CallingRow):
        session.execute(delete(kind).where(col(kind.player).in_(players)))


def _sent_lately(session: Session, channel: str) -> int:
    lately = select(func.count()).where(
        col(NoticeRow.channel) == channel,
        col(NoticeRow.state) == State.SENT,
        col(NoticeRow.at) > now() - HOUR,
    )
    return session.scalar(lately) or 0


def _calling(row: CallingRow | None) -> Calling:
    if row is None:
        return Calling()
    kinds = msgspec.json.decode(row.kinds, type=tuple[Kind, ...])
    return Calling(row.quiet_from, row.quiet_until, row.zone, kinds)


def _channel(row: ChannelRow) -> Channel:
    return Channel(row.id, row.player, Way(row.kind), row.address, row.keys, row.confirmed)


def _notice(row: NoticeRow, way: ChannelRow) -> Notice:
    assert row.id is not None, "it is stored"
    kind = Kind(row.kind)
    return Notice(row.id, _channel(way), row.table_code, row.game, kind, row.about, row.tries)
