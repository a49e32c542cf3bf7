"""Who sits where, as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from msgspec import Struct

from boomtown.core.seats import Seat
from boomtown.rulebook.wording import Wording
from boomtown.store.database import now
from boomtown.store.tables import SeatInfo
from boomtown.web.rooms.absences import Awaited
from boomtown.web.rooms.presence import GRACE
from boomtown.web.tables.times import span_text


class Present(TypedDict):
    """Whether somebody is here."""

    presence: str
    gone: int | None


def presence_of(words: Wording, place: SeatInfo, absent: Mapping[Seat, int] | None) -> Present:
    """Whether a player is at the table, in words, and when they were last here if not."""
    if place.player is None or absent is None:
        return Present(presence="", gone=None)
    since = absent.get(place.number)
    time = 0 if since is None else now() - since
    if time >= GRACE:
        span = span_text(words, time)
        told = words.say("live.away.for", time=span) if span else words.say("live.away")
    else:
        told = words.say("live.stand_in" if place.away else "live.here")
    return Present(presence=told, gone=since)


def kind_in_words(words: Wording, kind: str | None) -> str:
    """A bot's level and temper; nothing where no bot is."""
    if not kind:
        return ""
    level, _, temper = kind.partition(".")
    told = words.name("bot", level)
    return f"{told}, {words.name('temper', temper)}" if temper else told


class SeatPlate(Struct, frozen=True):
    """A place at the table, as everybody sees it."""

    number: int
    letter: str
    name: str
    player: str | None
    bot: str | None
    """The kind of bot that answers here now."""
    away: bool
    free: bool
    you: bool
    asked: bool = False
    winner: bool = False
    kind: str = ""
    """Which bot it is, in words: its level and its temper."""
    presence: str = ""
    """Of a player: whether they are here, in words."""
    gone: int | None = None
    """When they were last here, if they are not."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here, rather than a person who is away."""
        return self.bot is not None and not self.away


def is_gone(seat: SeatPlate) -> bool:
    """Whether a player has not been here for a while."""
    return seat.gone is not None and now() - seat.gone >= GRACE


class PausePlate(Struct, frozen=True):
    """A question for a pause, as one player sees it, or the pause that came of it."""

    name: str
    """Of whoever has asked."""
    mine: bool
    agreed: bool
    missing: str
    """Those who have not agreed yet."""
    minutes: int | None
    """After which the table goes on by itself; None where nobody else plays."""


class AwaitedPlate(Struct, frozen=True):
    """Somebody whom the table waits for, as another player sees it."""

    seat: SeatPlate
    nudge_at: int
    vote_at: int | None
    open: bool
    """Whether others may vote by now."""
    voted: bool
    missing: str
    """Whose vote is still needed."""

    @property
    def may_nudge(self) -> bool:
        """Whether they may be nudged by now."""
        return now() >= self.nudge_at


def awaited_plates(
    awaited: Sequence[Awaited], seats: Sequence[SeatPlate], player: str
) -> list[AwaitedPlate]:
    """What a player may do about those whom the table waits for."""
    names = {seat.player: seat.name for seat in seats}
    return [
        AwaitedPlate(
            seats[one.seat],
            one.nudge_at,
            one.vote_at,
            one.vote_at is not None and now() >= one.vote_at,
            player in one.voters,
            ", ".join(sorted(names[voter] for voter in one.missing)),
        )
        for one in awaited
        if seats[one.seat].player != player
    ]
