"""Players: guests with a name, and the private links that move them to another device."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, update
from sqlalchemy.exc import OperationalError
from sqlmodel import col, delete, select

from boomtown.store.bus import Bus, player_topic, table_topic
from boomtown.store.database import Database, now
from boomtown.store.forgetting import forget_player
from boomtown.store.ids import fresh_id
from boomtown.store.models import DeviceLinkRow, PlayerRow

DAY = 24 * 60 * 60 * 1000
LINK_MILLISECONDS = 15 * 60 * 1000
THEMES = ("auto", "light", "dark")
MOST_HINTS = 500
"""How many hints are remembered: more than all games have."""
EPOCH = select(PlayerRow.epoch).where(col(PlayerRow.id) == bindparam("id"))
"""Made once, because every frame of every page asks it: making it took as long as asking."""


class SeenHints(Struct, frozen=True):
    """Which hints somebody has seen, and whether there are to be any."""

    off: bool = False
    seen: tuple[str, ...] = ()
    """As ``game key``, in order."""


class Player(Struct, frozen=True):
    """Somebody at the site."""

    id: str
    name: str
    language: str
    theme: str
    sounds: bool
    epoch: int
    seen: int
    """When the player was last here, to the day."""
    hints: SeenHints = SeenHints()


def hashed(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """The players in the database."""

    def __init__(self, database: Database, bus: Bus | None = None) -> None:
        self._database = database
        self._bus = bus or Bus(database)  # whoever has none still tells other processes

    def add(self, name: str, language: str, theme: str = "auto") -> Player:
        """A new player."""
        row = PlayerRow(
            id=fresh_id(12),
            name=name,
            language=language,
            theme=theme,
            created=now(),
            seen=now() // DAY * DAY,
        )
        with self._database.writing() as session:
            session.add(row)
            session.flush()
            return _player(row)

    def get(self, id: str) -> Player | None:
        """The player with this id."""
        with self._database.reading() as session:
            row = session.get(PlayerRow, id)
            return None if row is None else _player(row)

    def note_seen(self, player: Player) -> None:
        """Remembers that a player is here, once a day."""
        today = now() // DAY * DAY
        if player.seen < today:
            here = update(PlayerRow).where(col(PlayerRow.id) == player.id).values(seen=today)
            with suppress(OperationalError), self._database.writing() as session:
                session.execute(here)  # on a full disk, another time

    def epoch(self, id: str) -> int | None:
        """Which sessions of a player count; None if there is no such player."""
        with self._database.engine.connect() as connection:
            found: int | None = connection.execute(EPOCH, {"id": id}).scalar()
        return found

    def change(
        self,
        id: str,
        *,
        name: str | None = None,
        language: str | None = None,
        theme: str | None = None,
        sounds: bool | None = None,
    ) -> Player:
        """The player with some things changed."""
        with self._database.writing() as session:
            row = session.get_one(PlayerRow, id)
            row.name = row.name if name is None else name
            row.language = row.language if language is None else language
            row.theme = row.theme if theme is None else theme
            row.sounds = row.sounds if sounds is None else sounds
            session.add(row)
            return _player(row)

    def saw_hint(self, id: str, game: str, key: str) -> Player:
        """A player has read a hint of a game: it is not shown again."""
        return self._change_hints(id, lambda old: SeenHints(old.off, _with(old, f"{game} {key}")))

    def want_hints(self, id: str, *, wanted: bool) -> Player:
        """No more hints; or hints again, from the first on."""
        return self._change_hints(id, lambda old: SeenHints(not wanted, () if wanted else old.seen))

    def _change_hints(self, id: str, change: Callable[[SeenHints], SeenHints]) -> Player:
        with self._database.writing() as session:
            row = session.get_one(PlayerRow, id)
            row.hints = msgspec.json.encode(change(_hints(row))).decode()
            session.add(row)
            return _player(row)

    def sign_out_others(self, id: str) -> Player:
        """Makes every cookie and device link worthless that was given out before.

        Sockets that were opened with such a cookie are closed, in every process.
        """
        with self._bus.writing([player_topic(id)]) as session:
            row = session.get_one(PlayerRow, id)
            row.epoch += 1
            session.add(row)
            session.execute(delete(DeviceLinkRow).where(col(DeviceLinkRow.player) == id))
            return _player(row)

    def forget(self, id: str) -> None:
        """Forgets a person: name, words, devices. Matches stay as they were played.

        Whoever has a cookie of this player is a stranger from now on.
        """
        topics = [player_topic(id)]
        with self._bus.writing(topics) as session:
            topics += [table_topic(code) for code in forget_player(session, id)]

    def device_link(self, id: str) -> str:
        """The token of a private link; an earlier one no longer works."""
        token = secrets.token_urlsafe(24)
        with self._database.writing() as session:
            session.execute(delete(DeviceLinkRow).where(col(DeviceLinkRow.player) == id))
            session.add(
                DeviceLinkRow(hash=hashed(token), player=id, until=now() + LINK_MILLISECONDS)
            )
        return token

    def by_device_link(self, token: str) -> Player | None:
        """Whose link this is, as long as it works."""
        with self._database.reading() as session:
            found = session.exec(
                select(PlayerRow)
                .join(DeviceLinkRow)
                .where(DeviceLinkRow.hash == hashed(token), DeviceLinkRow.until > now())
            ).first()
            return None if found is None else _player(found)

    def use_device_link(self, token: str) -> Player | None:
        """Whose link this is; it works once."""
        player = self.by_device_link(token)
        with self._database.writing() as session:
            used = delete(DeviceLinkRow).where(col(DeviceLinkRow.hash) == hashed(token))
            if session.execute(used).rowcount != 1:  # type: ignore[attr-defined]  # a cursor result
                return None
        return player


def _player(row: PlayerRow) -> Player:
    return Player(
        row.id,
        row.name,
        row.language,
        row.theme,
        row.sounds,
        row.epoch,
        row.seen,
        _hints(row),
    )


def _hints(row: PlayerRow) -> SeenHints:
    return msgspec.json.decode(row.hints, type=SeenHints)


def _with(hints: SeenHints, name: str) -> tuple[str, ...]:
    """What was seen, and this one; the oldest go."""
    return (*(one for one in hints.seen if one != name), name)[-MOST_HINTS:]
