"""What a power is made of, and the moments at which it speaks (cash.power.*).

A power is one value: its card, its rules, its numbers, and a function for each moment at which its
owner does something that others do not. The chapters of the rules ask at these moments; at the
same moment the powers speak in the order of ``POWERS``. No chapter knows a power by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from boomtown.core import Choice, Match, Refusal, Seat, Step
from cash_n_guns.content import Loot, Stage
from cash_n_guns.state import CashOptions, Gang, Gangster

Speaks: TypeAlias = Callable[[Gang, Seat], list[Step]]
"""What comes next because somebody has this power."""


def no_numbers(options: CashOptions) -> Mapping[str, int]:
    """Its paragraphs mention none."""
    return {}


def nothing(gang: Gang, seat: Seat) -> list[Step]:
    """The power is silent."""
    return []


def as_it_is(number: int) -> int:
    """The power changes nothing."""
    return number


def silent_at_a_take(match: Match[Gang], seat: Seat, take: Announced) -> list[Step]:
    """The power lets it pass."""
    return []


def silent_at_a_clip(gang: Gang, seat: Seat, taker: Seat) -> list[Step]:
    """The power does not care for clips."""
    return []


@dataclass(frozen=True)
class Announced:
    """A take that was announced and has not happened yet."""

    taker: Seat
    shares: list[Loot]
    first: bool
    """Whether it is the taker's first turn of the sharing."""


@dataclass(frozen=True, kw_only=True)
class Power:
    """What one player can do and others cannot. What is left out is as for everybody."""

    id: str
    """Its name in states, records, examples and language files."""
    card: int
    """Its place in the deck of powers, before it is shuffled."""
    rules: tuple[str, ...]
    """The paragraphs about it; the first one tells what it does."""
    numbers: Callable[[CashOptions], Mapping[str, int]] = no_numbers
    """The numbers that its paragraphs mention, by name."""
    asks: Mapping[str, Stage] = field(default_factory=dict)
    """The questions of its own, by the rule that asks, and the stage at which they come."""

    # --- the moments, in the order of a round ---
    loot_shown: Speaks = nothing
    """The round's loot lies there."""
    aims_last: bool = False
    """Whether its owner does not aim with the others."""
    aims_shown: Speaks = nothing
    """All others have aimed; nobody was ordered yet (cash.holdup.cunning)."""
    courage_shown: Speaks = nothing
    """Everybody has ducked or stands; all bullet cards lie there yet (cash.courage.sequence)."""
    suffers: Callable[[int], int] = as_it_is
    """How many of so many hits at once count."""
    wounds_to_die: Callable[[int], int] = as_it_is
    """How many wounds kill, from how many kill others."""
    another_fell: Callable[[Match[Gang], Seat, Seat], None] | None = None
    """Somebody else was eliminated, and their cards have not left the game yet."""
    sharing_begins: Speaks = nothing
    """Before anybody takes a share; also if its owner takes none."""
    turn_begins: Speaks = nothing
    """Before its owner takes a share."""
    pair: Callable[[list[Loot], dict[Loot, Refusal]], Choice] | None = None
    """On its owner's first turn of a sharing: two of these cards, instead of a share."""
    take_announced: Callable[[Match[Gang], Seat, Announced], list[Step]] = silent_at_a_take
    """Somebody has said what they take: steps that come instead, and bring it about or not."""
    clip_works: Callable[[Gang, Seat, Seat], list[Step]] = silent_at_a_clip
    """A clip has found a Bang!, after its taker has discarded for it."""
    sharing_ends: Speaks = nothing
    """After the last card; also if its owner took none."""
    paintings: int = 0
    """Paintings that it counts for at the end."""

    @property
    def rule(self) -> str:
        """What it does."""
        return self.rules[0]


NO_POWER = Power(id="", card=0, rules=("cash.setup.powers",))
"""A table may play without powers."""


@cache
def powers() -> Mapping[str, Power]:
    """All of them by id; they are built on the chapters that ask them, so they come last."""
    from cash_n_guns.rules.powers import POWERS

    return {power.id: power for power in POWERS}


def power_of(gangster: Gangster) -> Power:
    """The power of a player."""
    return NO_POWER if gangster.power is None else powers()[gangster.power]


def at_the_table(gang: Gang) -> Iterator[tuple[Seat, Power]]:
    """The powers of the living (cash.power.public: a power stops with its owner)."""
    if gang.seat_of:
        for name, power in powers().items():
            seat = gang.who_has(name)
            if seat is not None:
                yield seat, power


def spoken(gang: Gang, moment: Callable[[Power, Seat], list[Step]]) -> list[Step]:
    """What the powers of the living do at a moment, in their order."""
    return [step for seat, power in at_the_table(gang) for step in moment(power, seat)]


def deadly(gang: Gang, seat: Seat) -> int:
    """How many wounds eliminate this player (cash.elim.limit)."""
    return power_of(gang.gangsters[seat]).wounds_to_die(gang.deadly)
