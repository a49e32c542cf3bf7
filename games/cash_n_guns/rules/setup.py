"""The set-up: bullet cards, loot piles, powers and the desk (cash.setup.*)."""

from __future__ import annotations

from msgspec import UNSET

from boomtown.core import Chance, Seat, Secret
from cash_n_guns.content import DECK, HAND, LOOT_PER_ROUND, WOUNDS_TO_DIE, Loot
from cash_n_guns.rules.moments import powers
from cash_n_guns.state import BULLETS, LOOT, CashOptions, Gang, Gangster, TableRules


def deal(seats: int, options: CashOptions, chance: Chance) -> Gang:
    """Bullet cards, loot piles, powers and the desk (cash.setup.hand, cash.setup.players)."""
    powers = deal_powers(seats, options, chance)
    gangsters = [
        Gangster([Secret.dealt(card, BULLETS, to=[Seat(seat)]) for card in HAND], power=power)
        for seat, power in enumerate(powers)
    ]
    return Gang(
        gangsters,
        deal_loot(chance),
        TableRules(powers=options.powers, oldest=options.oldest, time_limits=options.time_limits),
        {power: Seat(seat) for seat, power in enumerate(powers) if power is not None},
        first_godfather(seats, options, chance),
        wounds=UNSET if options.wounds == WOUNDS_TO_DIE else options.wounds,
    )


def deal_loot(chance: Chance) -> list[list[Secret[Loot]]]:
    """Eight face-down piles of eight cards (cash.setup.loot)."""
    cards = [card for card, count in DECK.items() for _ in range(count)]
    chance.shuffle(cards)
    return [
        [Secret.dealt(card, LOOT) for card in cards[first : first + LOOT_PER_ROUND]]
        for first in range(0, len(cards), LOOT_PER_ROUND)
    ]


def deal_powers(seats: int, options: CashOptions, chance: Chance) -> list[str | None]:
    """One each, all different, or none at all (cash.setup.powers)."""
    if not options.powers:
        return [None] * seats
    deck = [power.id for power in sorted(powers().values(), key=lambda power: power.card)]
    chance.shuffle(deck)
    return [*deck[:seats]]


def first_godfather(seats: int, options: CashOptions, chance: Chance) -> Seat:
    """The oldest player; one drawn at random if nobody says (cash.setup.godfather_online)."""
    return Seat(options.oldest - 1 if options.oldest else chance.below(seats))
