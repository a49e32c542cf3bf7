"""Powers of hits and wounds: who is spared, who bears more, who feeds on the dead."""

from __future__ import annotations

from boomtown.core import Match, Seat
from cash_n_guns.content import LUCKY_MIN, UNBREAKABLE_SPARE, VULTURE_CARDS
from cash_n_guns.rules.cards import steal
from cash_n_guns.rules.moments import Power
from cash_n_guns.state import Gang


def lucky(hits: int) -> int:
    """So many hits at once do nothing; fewer do (cash.power.lucky_two)."""
    return 0 if hits >= LUCKY_MIN else hits


LUCKY_MAN = Power(
    id="lucky_man",
    card=12,
    rules=("cash.power.lucky_man", "cash.power.lucky_two"),
    numbers=lambda options: {"lucky_hits": LUCKY_MIN},
    suffers=lucky,
)

UNBREAKABLE = Power(
    id="unbreakable",
    card=4,
    rules=("cash.power.unbreakable",),
    numbers=lambda options: {"deadly_unbreakable": options.wounds + UNBREAKABLE_SPARE},
    wounds_to_die=lambda wounds: wounds + UNBREAKABLE_SPARE,
)


def feast(match: Match[Gang], vulture: Seat, fallen: Seat) -> None:
    """A living Vulture, standing or not, takes cards of the dead at random.

    cash.power.vulture_anywhere: a Vulture who fell at the same instant is out by now.
    """
    loot = match.state.gangsters[fallen].loot
    taken = [steal(match, vulture, fallen) for _ in range(min(VULTURE_CARDS, len(loot)))]
    if taken:
        match.tell("cash.power.vulture", seat=vulture, target=fallen, cards=len(taken))
        match.tell("cash.power.vulture", "cards", to=[vulture, fallen], target=fallen, loot=taken)


VULTURE = Power(
    id="vulture",
    card=16,
    rules=("cash.power.vulture", "cash.power.vulture_anywhere"),
    numbers=lambda options: {"vulture_cards": VULTURE_CARDS},
    another_fell=feast,
)

POWERS = (LUCKY_MAN, UNBREAKABLE, VULTURE)
