"""Who sits where, as everybody sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from boomtown.core.outcome import Outcome
from boomtown.core.seats import Seat
from boomtown.core.view import Prompt
from boomtown.rulebook.wording import Wording
from boomtown.store.database import now
from boomtown.store.tables import SeatInfo, TableInfo
from boomtown.web.rooms.absences import Awaited
from boomtown.web.rooms.presence import GRACE
from boomtown.web.tables.times import span_text
from boomtown.web.words import seat_letter, site_wording


class Present(TypedDict):
    """Whether somebody is here."""

    presence: str
    gone: int | None
    fresh: bool
    vacation: str


def presence_of(
    words: Wording, place: SeatInfo, absent: Mapping[Seat, int] | None, *, counted: bool = False
) -> Present:
    """Whether a player is at the table, in words, and when they were last here if not.

    Where the page itself counts on, it is told nothing that changes by the minute.
    """
    if place.player is None or absent is None:
        return Present(presence="", gone=None, fresh=False, vacation="")
    since = absent.get(place.number)
    time = 0 if since is None or counted else now() - since
    span = span_text(words, time)
    if span:
        told = words.say("live.away.for", time=span)
    elif time >= GRACE:
        told = words.say("live.away")
    else:
        told = words.say("live.stand_in" if place.away else "live.here")
    return Present(
        presence=told, gone=since, fresh=time < GRACE, vacation=vacation_of(words, place)
    )


def vacation_of(words: Wording, place: SeatInfo) -> str:
    """Until when a player is on vacation, in words; nothing where they are not."""
    if place.back_at is None:
        return ""
    back = datetime.fromtimestamp(place.back_at / 1000, UTC)
    return words.say("live.vacation", day=back.day, month=back.month)


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
    fresh: bool = False
    """Whether that may be a moment ago, when a page is merely being reloaded."""
    vacation: str = ""
    """Until when they are on vacation, in words."""

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here, rather than a person who is away."""
        return self.bot is not None and not self.away


class Seated(Protocol):
    """A table page, as far as it tells who sits where."""

    table: TableInfo
    lang: str
    names: tuple[str, ...]
    plain: Wording
    prompt: Prompt | None
    outcome: Outcome | None
    absent: dict[Seat, int] | None


def seat_plates(page: Seated, *, counted: bool) -> list[SeatPlate]:
    """All places, as whoever looks on sees them: the same for everybody of one moment."""
    asked = page.prompt.seats if page.prompt is not None else []
    winners = page.outcome.winners if page.outcome is not None else ()
    return [
        SeatPlate(
            number=place.number,
            letter=seat_letter(place.number),
            name=name,
            player=place.player,
            bot=place.bot if place.played_by_bot else None,
            away=place.away,
            free=place.free,
            you=False,
            asked=place.number in asked,
            winner=place.number in winners,
            kind=kind_in_words(page.plain, place.bot),
            **presence_of(site_wording(page.lang), place, page.absent, counted=counted),
        )
        for place, name in zip(page.table.seats, page.names, strict=True)
    ]


def as_seen_by(seat: Seat | None, plates: Sequence[SeatPlate]) -> list[SeatPlate]:
    """The same to one of them."""
    return [replace(plate, you=True) if plate.number == seat else plate for plate in plates]


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
    may_nudge: bool
    vote_at: int | None
    may_vote: bool
    """Whether it may be done by now; a page that counts on finds out by itself."""
    voted: bool
    missing: str
    """Whose vote is still needed."""


def awaited_plates(
    awaited: Sequence[Awaited], seats: Sequence[SeatPlate], player: str, *, counted: bool
) -> list[AwaitedPlate]:
    """What a player may do about those whom the table waits for."""
    names = {seat.player: seat.name for seat in seats}
    return [
        AwaitedPlate(
            seats[one.seat],
            one.nudge_at,
            not counted and now() >= one.nudge_at,
            one.vote_at,
            not counted and one.vote_at is not None and now() >= one.vote_at,
            player in one.voters,
            ", ".join(sorted(names[voter] for voter in one.missing)),
        )
        for one in awaited
        if seats[one.seat].player != player
    ]
