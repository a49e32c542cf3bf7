"""What shots, blasts, falls and fights take from a model on average, as the deputy counts it.

A model that is Downed stands no longer: its gang comes nearer to losing its nerve as if it were
dead (shadows.bottle.when), so the deputy counts it for more than the gunhand does.
"""

from __future__ import annotations

from shadows_west.bot import attacks, chances
from shadows_west.shooting.odds import Odds
from shadows_west.state import Figure, Table

DOWNED_SHARE = 0.75
"""How much of its worth a gang loses with a model that is Downed."""


def share_of(odds: Odds) -> float:
    """The share of its worth that a target loses by a shot."""
    return chances.share_of(odds, DOWNED_SHARE)


def toll(die: int, target: int, shaken: bool) -> float:
    """The share of its worth that a model loses by a save."""
    return chances.toll(die, target, shaken, DOWNED_SHARE)


def exchange(
    table: Table, fighter: Figure, other: Figure, *, charging: bool = False
) -> tuple[float, float]:
    """The shares of their worth that the other and the fighter lose if he attacks now."""
    return attacks.exchange(table, fighter, other, charging=charging, down=DOWNED_SHARE)
