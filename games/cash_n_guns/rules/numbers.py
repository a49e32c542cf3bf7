"""The numbers that the texts mention, by name, as a table plays with its options."""

from __future__ import annotations

from cash_n_guns.content import (
    BANGS,
    CLICKS,
    DECK,
    DIAMOND_BONUS,
    HAND,
    LOOT_PER_ROUND,
    PAINTING_SET,
    ROUNDS,
    SEATS,
)
from cash_n_guns.rules.powers import POWERS
from cash_n_guns.state import CashOptions


def numbers(options: CashOptions) -> dict[str, int]:
    """No sentence has a value of its own under one of these names."""
    return {
        "fewest_players": min(SEATS),
        "most_players": max(SEATS),
        "rounds_in_all": ROUNDS,
        "hand_size": len(HAND),
        "hand_clicks": CLICKS,
        "hand_bangs": BANGS,
        "deck_size": sum(DECK.values()),
        "pile_size": LOOT_PER_ROUND,
        "powers_in_all": len(POWERS),
        "deadly": options.wounds,
        "diamond_bonus": DIAMOND_BONUS,
        "diamond_thousands": DIAMOND_BONUS // 1000,
        "paintings_most": len(PAINTING_SET) - 1,
        **{f"painting_{count}": worth for count, worth in enumerate(PAINTING_SET) if count},
        **{name: count for power in POWERS for name, count in power.numbers(options).items()},
    }
