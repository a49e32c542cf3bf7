"""What comes to what with so many players: for the comparison."""

from __future__ import annotations

from boomtown.core import Amount
from cash_n_guns.content import BANGS, DECK, HAND, LOOT_PER_ROUND, ROUNDS
from cash_n_guns.state import CashOptions


def sums(seats: int, options: CashOptions) -> dict[str, Amount]:
    """Loot by players, and how many can shoot."""
    fewest = LOOT_PER_ROUND // seats
    return {
        "sides": seats,
        "life": options.wounds,
        "cards": len(HAND),
        "live_rounds": seats * BANGS,
        "rounds": ROUNDS,
        "loot_round": LOOT_PER_ROUND,
        "loot_share": (fewest, fewest + bool(LOOT_PER_ROUND % seats)),
        "loot_all": sum(DECK.values()),
        "loss_hit": 1,
        "hit_most": 1,
        "aim_most": seats - 1,
    }
