"""The edition for the laboratory: prices that no table can choose, and who plays which gang."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta

from boomtown.core import Match, Ready, Seat, Step, with_constants
from shadows_west import GAME
from shadows_west.content.gangs import GANGS, WEAPONS, Hand
from shadows_west.rules.gangs import (
    ARCHETYPES,
    LEAST_MODELS,
    QUICK,
    RosterChoice,
    price,
    total,
    write_hands,
)
from shadows_west.rules.setup import ChooseGangs, Opening
from shadows_west.state import West, WestOptions

REPEATER = "repeater"
USUAL = WEAPONS[REPEATER].points
ANY: Final = "any"
Fielded = Literal["any", "lawmen", "outlaws", "apaches", "desperados"]


class WestConstants(WestOptions):
    """What a table may choose, and what only the laboratory changes."""

    repeater: Annotated[int, Meta(ge=10, le=30)] = USUAL
    """The price of a repeater in points (shadows.gang.points)."""
    first: Fielded = ANY
    """The gang of the first player, of the third …; any, if it is left to them."""
    second: Fielded = ANY
    """The gang of the second player, and of the fourth."""

    def usual(self) -> bool:
        """Whether everything is as at any table."""
        return self.repeater == USUAL and self.first == self.second == ANY

    def gangs(self, seat: Seat) -> Sequence[str]:
        """The gangs that a player may choose from."""
        wanted = self.second if seat % 2 else self.first
        return list(GANGS) if wanted == ANY else [wanted]


def afforded(hands: Sequence[Hand], budget: int, repeater: int) -> tuple[Hand, ...]:
    """A ready-made gang at another price: the cheapest models stay at home until it is paid for.

    Neither the leader stays there nor anybody with a repeater.
    """
    kept = list(hands)
    while _cost(kept, repeater) > budget and len(kept) > LEAST_MODELS:
        spare = [hand for hand in kept if not _needed(hand)]
        if not spare:
            break
        kept.remove(min(spare, key=price))
    return tuple(kept)


def _cost(hands: Sequence[Hand], repeater: int) -> int:
    carried = sum(hand.weapons.count(REPEATER) for hand in hands)
    return total(hands) + carried * (repeater - USUAL)


def _needed(hand: Hand) -> bool:
    return ARCHETYPES[hand.archetype].leader or REPEATER in hand.weapons


class ChooseDearGangs(ChooseGangs):
    """Everybody picks one of the ready-made gangs that are left, as it is at these prices."""

    rule = "shadows.gang.lists"

    def choice(self, match: Match[West], seat: Seat) -> RosterChoice:
        budget = match.state.options.budget
        assert isinstance(match.options, WestConstants), "only the laboratory plays this"
        ready = [
            Ready(write_hands(afforded(hands, int(budget), match.options.repeater)), "gang.ready")
            for hands in map(QUICK[budget].__getitem__, match.options.gangs(seat))
        ]
        return RosterChoice(budget=budget, ready=ready)


class OpeningWithPrices(Opening):
    """The usual set-up with other gangs."""

    rule = "shadows.concept.options"

    def phases(self, match: Match[West]) -> list[Step]:
        assert isinstance(match.options, WestConstants), "only the laboratory plays this"
        steps = super().phases(match)
        if match.options.usual():
            return steps
        return [
            ChooseDearGangs(match.all_seats) if isinstance(step, ChooseGangs) else step
            for step in steps
        ]


LABORATORY = with_constants(
    GAME,
    WestConstants,
    GAME.setup,
    opening=OpeningWithPrices,
    steps=(*GAME.steps, OpeningWithPrices, ChooseDearGangs),
)
