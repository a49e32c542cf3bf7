"""The faces of clocks, and times in words: in menus, and for how long somebody has been away."""

from __future__ import annotations

from msgspec import Struct

from boomtown.core.seats import Seat
from boomtown.rulebook.wording import Wording
from boomtown.store.database import now
from boomtown.store.tables import TableInfo
from boomtown.web.rooms.clock import CLOCKS, USUAL_SECONDS, allowance
from boomtown.web.rooms.live_match import LiveMatch

HOUR = 60 * 60 * 1000


class ClockFace(Struct, frozen=True):
    """The time that is left for whoever is asked."""

    left: int
    """Milliseconds for the question."""
    bank: int
    """Milliseconds beyond it."""
    until: int
    """When all of it is up."""
    whole: int
    """Milliseconds that the question had at first, without the bank."""
    lead: int
    """Milliseconds until it runs: what led to the question is shown first."""
    still: bool
    """Whether it stands still."""


def face_of(table: TableInfo, live: LiveMatch, seat: Seat) -> ClockFace | None:
    """The clock of a seat that is asked; None where nobody is late."""
    deadline = live.deadline(table, seat)
    if deadline is None:
        return None
    bank = live.bank_now(table.clock, seat)
    left = max(0, deadline - now())
    still = table.paused is not None
    # While it stands still it shows the same all the time.
    until = left // 1000 if still else deadline
    whole = live.time(table) or 0
    lead = max(0, left - bank - whole)
    return ClockFace(max(0, left - bank - lead), min(bank, left), until, whole, lead, still)


def clock_text(words: Wording, milliseconds: int) -> str:
    """What a clock shows: minutes and seconds, and with more than an hour hours and minutes."""
    seconds = max(0, -(-milliseconds // 1000))
    minutes = seconds // 60
    if minutes < 60:
        return f"{minutes}:{seconds % 60:02}"
    return words.say("live.time.clock", hours=minutes // 60, minutes=minutes % 60)


def span_text(words: Wording, milliseconds: int) -> str:
    """About how long something has been, in one unit; nothing for less than a minute."""
    minutes = milliseconds // 60_000
    if minutes < 1:
        return ""
    if minutes < 60:
        return words.say("live.time.minutes", n=minutes)
    hours = minutes // 60
    if hours < 48:
        return words.say("live.time.hours", n=hours)
    return words.say("live.time.days", n=hours // 24)


def clock_in_words(words: Wording, name: str) -> str:
    """A clock as somebody chooses it: what it is called, and how much time it gives."""
    clock = CLOCKS[name]
    if clock is None:
        return words.say("live.clock", clock=name)
    if clock.fixed is not None:
        return words.say("live.clock.fixed", clock=name, hours=clock.fixed // HOUR)
    seconds = (allowance(name, USUAL_SECONDS) or 0) // 1000
    minutes = clock.bank // 60_000
    return words.say("live.clock.times", clock=name, seconds=seconds, minutes=minutes)


def clock_choices(words: Wording) -> list[tuple[str, str]]:
    """All clocks for a menu."""
    return [(name, clock_in_words(words, name)) for name in CLOCKS]


def times_for_script(words: Wording) -> dict[str, str]:
    """The words with which a page counts on by itself."""
    return {
        "minutes": words.say("live.time.minutes", n="#"),
        "hours": words.say("live.time.hours", n="#"),
        "days": words.say("live.time.days", n="#"),
        "gone": words.say("live.away.for", time="#"),
        "away": words.say("live.away"),
    }
