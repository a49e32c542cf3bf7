"""What dice take from a model on average, as a share of its worth."""

from __future__ import annotations

from functools import cache

from shadows_west.content import DOWNED_UP_TO, SHAKEN_UP_TO, SUCCESS
from shadows_west.shooting.odds import Odds

SHAKEN_SHARE, DOWNED_SHARE, DEAD_SHARE = 0.25, 0.6, 1.0
"""How much of its worth a gang loses with a model that is hurt; a bot may count Downed for more."""


def passes(sides: int, target: int = SUCCESS) -> float:
    """How often one die shows at least so much."""
    return max(0.0, (sides - target + 1) / sides)


@cache
def toll(die: int, target: int, shaken: bool, down: float = DOWNED_SHARE) -> float:
    """The share of its worth that a model loses by a save, on average (shadows.damage.bands)."""
    total = 0.0
    for shown in range(1, min(die + 1, target)):
        failed_by = target - shown
        if failed_by > DOWNED_UP_TO:
            total += DEAD_SHARE
        elif failed_by > SHAKEN_UP_TO or shaken:
            total += down
        else:
            total += SHAKEN_SHARE
    return total / die


def share_of(odds: Odds, down: float = DOWNED_SHARE) -> float:
    """The share of its worth that a target loses by a shot, on average."""
    hurt = odds.shaken * SHAKEN_SHARE + odds.downed * down + odds.casualty * DEAD_SHARE
    return hurt / 1000
