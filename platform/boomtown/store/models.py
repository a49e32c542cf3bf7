"""The tables of the database.

Answers are only ever added, keyed by match and number, so that two writers cannot both win. Times
are whole milliseconds of the Unix epoch; structured values are JSON text.
"""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import BigInteger, Column, Index, LargeBinary, MetaData, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Row(SQLModel):
    """Whatever is stored; constraints have names that migrations can rely on."""

    metadata = MetaData(naming_convention=NAMES)


class Phase(StrEnum):
    """How far a table has come."""

    OPEN = "open"
    PLAYING = "playing"
    ENDED = "ended"


class Rating(StrEnum):
    """Whether a match counts for the ratings, and has been counted."""

    NO = "no"
    DUE = "due"
    DONE = "done"


class Trial(StrEnum):
    """How far a study of the laboratory has come."""

    OPEN = "open"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class PlayerRow(Row, table=True):
    """A guest: somebody who once picked a name on this device or another."""

    __tablename__ = "players"
    id: str = Field(primary_key=True, max_length=32)
    name: str = Field(max_length=40)
    language: str = Field(max_length=5)
    theme: str = Field(default="auto", max_length=5)
    sounds: bool = False
    epoch: int = 0
    """Counts up when the player signs all other devices out."""
    created: int = Field(sa_type=BigInteger)
    seen: int = Field(default=0, sa_type=BigInteger)
    """When the player was last here, to the day: guests who never come back are forgotten."""
    page: str | None = Field(default=None, max_length=32, unique=True)
    """The address of the public page, for those who want one."""
    friend_link: str | None = Field(default=None, max_length=32, unique=True)
    """Whoever has it may become a friend."""
    hints: str = Field(default="{}", sa_type=Text)
    """Which hints the player has seen, and whether there are to be any, as JSON."""


class FriendRow(Row, table=True):
    """Two who want to play together; each of them has a row."""

    __tablename__ = "friends"
    player: str = Field(primary_key=True, foreign_key="players.id", max_length=32)
    friend: str = Field(primary_key=True, foreign_key="players.id", max_length=32, index=True)
    at: int = Field(sa_type=BigInteger)


class DeviceLinkRow(Row, table=True):
    """A private link that moves a player to another device, once. Only its hash is kept."""

    __tablename__ = "device_links"
    hash: str = Field(primary_key=True, max_length=64)
    player: str = Field(foreign_key="players.id", index=True, max_length=32)
    until: int = Field(sa_type=BigInteger)


class TableRow(Row, table=True):
    """A table: people sit down, a match is played, perhaps a rematch follows at another table."""

    __tablename__ = "tables"
    code: str = Field(primary_key=True, max_length=40)
    game: str = Field(max_length=60)
    options: str = Field(sa_type=Text)
    host: str = Field(foreign_key="players.id", max_length=32)
    clock: str = Field(max_length=10)
    thinking: str = Field(default="usual", max_length=10)
    """How long its marshals may think."""
    all_seeing: bool = False
    """Whether those who are out see everything."""
    advice: str = Field(default="off", max_length=10)
    """Who may ask a bot what it would do: ``off``, ``alone`` with bots, or ``on`` for all."""
    listed: bool = True
    language: str = Field(max_length=5)
    phase: str = Field(max_length=10, index=True)
    invite: str = Field(unique=True, max_length=32)
    seed: str = Field(max_length=64)
    """The server's part of the chance, committed to when the table is made."""
    match: str | None = Field(default=None, max_length=32, index=True)
    successor: str | None = Field(default=None, max_length=40, index=True)
    """The table of the rematch."""
    paused: int | None = Field(default=None, sa_type=BigInteger)
    """Since when the clock stands still."""
    held: int = Field(default=0, sa_type=BigInteger)
    """Milliseconds for which it stood still during one question."""
    held_moment: int = -1
    """Which question that was."""
    consents: str = Field(default="null", sa_type=Text)
    """Who has asked for a pause, and who has agreed, as JSON; kept until the match goes on."""
    pauses: str = Field(default="{}", sa_type=Text)
    """By player, the pauses that they have asked for and had, as JSON."""
    calls: str = Field(default="{}", sa_type=Text)
    """By seat, how its player was nudged, and who wants a bot to stand in, as JSON."""
    origin: str = Field(default="", max_length=32, index=True)
    """A keyed hash of the address that the table was made from: budgets count by it."""
    token: str | None = Field(default=None, max_length=64)
    """The hash of the token with which an outside client is the host."""
    seeking: str | None = Field(default=None, sa_type=Text)
    """What those who sit here would agree to, as JSON, while the table looks for others."""
    fill_at: int | None = Field(default=None, sa_type=BigInteger)
    """When bots take the seats that are still free."""
    deal: str | None = Field(default=None, max_length=10)
    """The day whose deal is played here."""
    tournament: str | None = Field(default=None, max_length=32)
    """The tournament that this match belongs to."""
    created: int = Field(sa_type=BigInteger)
    touched: int = Field(sa_type=BigInteger, index=True)


class SeatRow(Row, table=True):
    """A place at a table: a player, a bot, or nobody yet."""

    __tablename__ = "seats"
    table_code: str = Field(primary_key=True, foreign_key="tables.code", max_length=40)
    number: int = Field(primary_key=True)
    player: str | None = Field(default=None, foreign_key="players.id", index=True, max_length=32)
    bot: str | None = Field(default=None, max_length=40)
    """The kind of bot that plays here, or that stands in for a player who is away."""
    bot_name: str = Field(default="", max_length=40)
    """What a bot was called at the table before; empty for one that is new."""
    away: bool = False
    contribution: str = Field(default="", max_length=64)
    """What the player's browser added to the chance."""
    standing: str = Field(default="[]", sa_type=Text)
    """Questions that the player passes until further notice, as JSON."""
    asks: bool = False
    """Whether the player wants to be asked even if there is only one answer."""
    token: str | None = Field(default=None, max_length=64, unique=True)
    """The hash of the token with which an outside client plays this seat."""


class GuestRow(Row, table=True):
    """Somebody who was let in at a table that is not listed."""

    __tablename__ = "guests"
    table_code: str = Field(primary_key=True, foreign_key="tables.code", max_length=40)
    player: str = Field(primary_key=True, foreign_key="players.id", max_length=32)


class InvitationRow(Row, table=True):
    """Somebody was asked to come to a table, by somebody who knows them."""

    __tablename__ = "invitations"
    table_code: str = Field(primary_key=True, foreign_key="tables.code", max_length=40)
    player: str = Field(primary_key=True, foreign_key="players.id", max_length=32, index=True)
    asker: str = Field(foreign_key="players.id", max_length=32, index=True)
    at: int = Field(sa_type=BigInteger)
    declined: bool = False


class KickedRow(Row, table=True):
    """Somebody who was asked to leave a table, and may not come back."""

    __tablename__ = "kicked"
    table_code: str = Field(primary_key=True, foreign_key="tables.code", max_length=40)
    player: str = Field(primary_key=True, foreign_key="players.id", max_length=32)


class MatchRow(Row, table=True):
    """One play of a game, with everything that was fixed before the first answer."""

    __tablename__ = "matches"
    id: str = Field(primary_key=True, max_length=32)
    table_code: str = Field(foreign_key="tables.code", index=True, max_length=40)
    game: str = Field(max_length=60)
    heading: str = Field(sa_type=Text)
    seed: str = Field(max_length=64)
    names: str = Field(sa_type=Text)
    """Who sat where when it began, as JSON."""
    base: bytes | None = Field(default=None, sa_column=Column("base", LargeBinary))
    """Where a match began that branched off from another one."""
    begun: int = Field(sa_type=BigInteger)
    ended: int | None = Field(default=None, sa_type=BigInteger, index=True)
    outcome: str | None = Field(default=None, sa_type=Text)
    parts: str | None = Field(default=None, sa_type=Text)
    """What everybody was, as JSON; only known of matches that are over."""
    rating: str = Field(default=Rating.NO, max_length=10, index=True)


class RatedRow(Row, table=True):
    """One seat of a match that counted, and how strong its player was held to be after it.

    All but the last three is copied from the match, so that ratings can be computed again when the
    match itself is gone.
    """

    __tablename__ = "ratings"
    __table_args__ = (Index("ix_ratings_who_game_at", "who", "game", "at"),)
    match: str = Field(primary_key=True, max_length=32)
    seat: int = Field(primary_key=True)
    game: str = Field(max_length=60)
    at: int = Field(sa_type=BigInteger, index=True)
    """When the match ended: matches are rated in this order."""
    who: str = Field(max_length=60)
    """A player's id, or ``bot:`` and a level."""
    side: str = Field(max_length=40)
    place: int
    mu: int = Field(sa_type=BigInteger)
    """In millionths, as ``sigma``: whole numbers are the same in every database."""
    sigma: int = Field(sa_type=BigInteger)
    played: int
    """How many matches that makes."""


class AnswerRow(Row, table=True):
    """One line of a match's record."""

    __tablename__ = "answers"
    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=32)
    number: int = Field(primary_key=True)
    seat: int
    by: str = Field(max_length=10)
    answer: str = Field(sa_type=Text)
    hash: str = Field(max_length=64)
    at: int = Field(sa_type=BigInteger)
    moment: int
    """How many questions were settled after it."""
    bank: int = 0
    """Milliseconds that its player took beyond the time of the question."""
    chain: str = Field(default="", max_length=64)
    """The hash of this line and of the chain before it (``boomtown.store.chain``)."""


class SnapshotRow(Row, table=True):
    """A match as bytes, so that loading it need not begin at the first answer."""

    __tablename__ = "snapshots"
    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=32)
    number: int
    data: bytes = Field(sa_column=Column("data", LargeBinary, nullable=False))


class ParkedRow(Row, table=True):
    """A match that cannot go on until the operator says so, and what stopped it."""

    __tablename__ = "parked"
    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=32)
    kind: str = Field(max_length=10)
    """``fault``, ``slow``, ``large`` or ``damage``."""
    problem: str = Field(sa_type=Text)
    """What went wrong, for the operator and the author of the game."""
    number: int
    """How many of its answers are good."""
    version: str = Field(max_length=40)
    """The version of the game that was installed then."""
    at: int = Field(sa_type=BigInteger)


class EnvelopeRow(Row, table=True):
    """A sealed answer that nobody may even know of before its question closes."""

    __tablename__ = "envelopes"
    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=32)
    moment: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    answer: str = Field(sa_type=Text)


class ChatRow(Row, table=True):
    """Something that was said at a table."""

    __tablename__ = "chat"
    id: int | None = Field(default=None, primary_key=True)
    table_code: str = Field(foreign_key="tables.code", index=True, max_length=40)
    player: str = Field(foreign_key="players.id", max_length=32)
    name: str = Field(max_length=40)
    kind: str = Field(default="said", max_length=10)
    """``said``, or what the table notes by itself: ``left``, ``back``, ``nudge``."""
    text: str = Field(max_length=500)
    at: int = Field(sa_type=BigInteger)


class StudyRow(Row, table=True):
    """A table that plays on from a moment of another match, as one seat knew it."""

    __tablename__ = "studies"
    table_code: str = Field(primary_key=True, foreign_key="tables.code", max_length=40)
    match: str = Field(foreign_key="matches.id", index=True, max_length=32)
    number: int
    """After how many lines of that match's record."""
    seat: int


class HeartbeatRow(Row, table=True):
    """When the house last looked: time without it is taken from nobody's clock."""

    __tablename__ = "heartbeat"
    id: int = Field(primary_key=True)
    at: int = Field(sa_type=BigInteger)


class OutageRow(Row, table=True):
    """A time for which no house was open: every clock stood still."""

    __tablename__ = "outages"
    begun: int = Field(sa_column=Column("begun", BigInteger, primary_key=True, autoincrement=False))
    ended: int = Field(sa_type=BigInteger)


class BanRow(Row, table=True):
    """Somebody, or an address, that may not play here or not speak."""

    __tablename__ = "bans"
    kind: str = Field(primary_key=True, max_length=10)
    """``person`` or ``address``."""
    key: str = Field(primary_key=True, max_length=64)
    """The player's id, or the keyed hash of the address."""
    mute: bool = False
    """Whether only speaking is forbidden."""
    until: int | None = Field(default=None, sa_type=BigInteger)
    reason: str = Field(default="", max_length=200)
    at: int = Field(sa_type=BigInteger)


class ReportRow(Row, table=True):
    """What a player wants the operator to look at."""

    __tablename__ = "reports"
    id: int | None = Field(default=None, primary_key=True)
    table_code: str = Field(max_length=40)
    player: str = Field(max_length=32)
    """Who reports."""
    about: str | None = Field(default=None, max_length=32)
    """The player it is about, if it is about one."""
    text: str = Field(max_length=500)
    settled: bool = False
    at: int = Field(sa_type=BigInteger)


class ExperimentRow(Row, table=True):
    """A study of the laboratory, or two that are compared, and what has come of it so far."""

    __tablename__ = "experiments"
    id: str = Field(primary_key=True, max_length=32)
    player: str | None = Field(default=None, foreign_key="players.id", index=True, max_length=32)
    """Who wants to know; nobody, once they are forgotten."""
    origin: str = Field(default="", max_length=32, index=True)
    """A keyed hash of the address that it was asked for from: budgets count by it."""
    game: str = Field(max_length=60)
    state: str = Field(max_length=10, index=True)
    studies: str = Field(sa_type=Text)
    """What is played, with seeds and versions, as JSON."""
    progress: str = Field(sa_type=Text)
    """How far it is, and everything that was counted."""
    result: str = Field(sa_type=Text)
    """What that says."""
    problem: str = Field(default="", sa_type=Text)
    played: int = 0
    total: int
    spent: int = Field(default=0, sa_type=BigInteger)
    """Milliseconds that playing has taken."""
    created: int = Field(sa_type=BigInteger, index=True)


class ReviewRow(Row, table=True):
    """A part of the review of a finished match: everybody's, or one seat's own."""

    __tablename__ = "reviews"
    match: str = Field(primary_key=True, foreign_key="matches.id", max_length=32)
    part: str = Field(primary_key=True, max_length=10)
    """``open`` for everybody's, else the letter of a seat."""
    player: str | None = Field(default=None, foreign_key="players.id", index=True, max_length=32)
    """Who asked for it; nobody, once they are forgotten."""
    origin: str = Field(default="", max_length=32, index=True)
    """A keyed hash of the address that it was asked for from: budgets count by it."""
    game: str = Field(max_length=60)
    state: str = Field(max_length=10, index=True)
    found: str = Field(sa_type=Text)
    """All figures so far, as JSON."""
    problem: str = Field(default="", sa_type=Text)
    done: int = 0
    total: int = 0
    spent: int = Field(default=0, sa_type=BigInteger)
    """Milliseconds that it has taken."""
    created: int = Field(sa_type=BigInteger, index=True)


class ChannelRow(Row, table=True):
    """A way by which somebody wants to be called: a browser, an address of mail, the webhook."""

    __tablename__ = "channels"
    id: str = Field(primary_key=True, max_length=32)
    player: str = Field(foreign_key="players.id", index=True, max_length=32)
    kind: str = Field(max_length=10)
    address: str = Field(sa_type=Text)
    """Where its push service is, or the address of mail; nothing for the operator's webhook."""
    keys: str = Field(default="", sa_type=Text)
    """With what a push is encrypted for this browser: its public key and its secret."""
    confirmed: bool = False
    created: int = Field(sa_type=BigInteger)


class AskedRow(Row, table=True):
    """That an address was asked by mail whether it wants more; the address itself is not here."""

    __tablename__ = "asked"
    hash: str = Field(primary_key=True, max_length=64)
    at: int = Field(sa_type=BigInteger, index=True)
    refused: bool = False
    """Whoever reads mail there wants none."""


class NoticeRow(Row, table=True):
    """That a table waits for somebody, to be told by one channel."""

    __tablename__ = "notices"
    __table_args__ = (
        UniqueConstraint("channel", "table_code", "kind", "about"),
        Index("ix_notices_state_due", "state", "due"),
    )
    id: int | None = Field(default=None, primary_key=True)
    player: str = Field(foreign_key="players.id", index=True, max_length=32)
    channel: str = Field(index=True, max_length=32)
    table_code: str = Field(max_length=40)
    game: str = Field(max_length=60)
    kind: str = Field(max_length=10)
    about: str = Field(max_length=60)
    """The match and its moment, or the table that is meant: one notice for each."""
    state: str = Field(max_length=10)
    due: int = Field(sa_type=BigInteger)
    tries: int = 0
    at: int = Field(sa_type=BigInteger, index=True)
    """When it was made; once it is sent, when that was."""


class CallingRow(Row, table=True):
    """When somebody wants to be called, and about what."""

    __tablename__ = "callings"
    player: str = Field(primary_key=True, foreign_key="players.id", max_length=32)
    quiet_from: int
    """Minutes of the day; no quiet hours where both are the same."""
    quiet_until: int
    zone: str = Field(default="UTC", max_length=64)
    kinds: str = Field(sa_type=Text)
    """What they want to hear of, as JSON."""


class PushKeyRow(Row, table=True):
    """The key by which push services know this site; browsers subscribe to it."""

    __tablename__ = "push_key"
    id: int = Field(primary_key=True)
    private: str = Field(sa_type=Text)
