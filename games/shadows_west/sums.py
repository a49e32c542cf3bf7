"""What comes to what with so many gangs: for the comparison."""

from __future__ import annotations

from boomtown.core import Amount
from shadows_west.content import TURNS
from shadows_west.content.gangs import LEADER
from shadows_west.rules.gangs import QUICK
from shadows_west.state import WestOptions

FOLK = (3, 5)
"""D3 + 2 (shadows.folk.number)."""


def sums(seats: int, options: WestOptions) -> dict[str, Amount]:
    """Models by points, and cards by models (shadows.turn.draw_counts)."""
    sizes = [len(hands) for hands in QUICK[options.budget].values()]
    fewest, most = min(sizes), max(sizes)
    more = seats if options.scenario == "innocents" else 0
    found: dict[str, Amount] = {
        "sides": seats,
        "points": int(options.budget),
        "models": (fewest, most),
        "models_all": (seats * fewest, seats * most),
        "cards_turn": (_cards(fewest), _cards(most)),
        "rounds": TURNS,
    }
    if options.townsfolk or more:
        found["bystanders"] = (FOLK[0] + more, FOLK[1] + more)
    return found


def _cards(models: int) -> int:
    """Half of the models, rounded up, and one for the leader."""
    return (models + 1) // 2 + LEADER.cards
