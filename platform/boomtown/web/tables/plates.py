"""Who sits where, as everybody sees it."""

from __future__ import annotations

from msgspec import Struct

from boomtown.rulebook.wording import Wording


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

    @property
    def is_bot(self) -> bool:
        """Whether a bot sits here, rather than a person who is away."""
        return self.bot is not None and not self.away


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
