"""What shots, blasts, falls and fights take from a model on average, as a share of its worth.

A model that is Downed stands no longer: its gang comes nearer to losing its nerve as if it were
dead (shadows.bottle.when), so the deputy counts it for more than the gunhand does.
"""

from __future__ import annotations

from functools import cache

from shadows_west.content import DOWNED_UP_TO, SHAKEN_UP_TO, save_target
from shadows_west.rules.fighting import fight_pool
from shadows_west.shooting.odds import Odds, outcomes
from shadows_west.shooting.pools import dice_of
from shadows_west.state import Figure, Table

SHAKEN_SHARE, DOWNED_SHARE, DEAD_SHARE = 0.25, 0.75, 1.0
"""How much of its worth a gang loses with a model that is hurt."""


def share_of(odds: Odds) -> float:
    """The share of its worth that a target loses by a shot."""
    hurt = odds.shaken * SHAKEN_SHARE + odds.downed * DOWNED_SHARE + odds.casualty * DEAD_SHARE
    return hurt / 1000


@cache
def toll(die: int, target: int, shaken: bool) -> float:
    """The share of its worth that a model loses by a save (shadows.damage.bands)."""
    total = 0.0
    for shown in range(1, min(die + 1, target)):
        failed_by = target - shown
        if failed_by > DOWNED_UP_TO:
            total += DEAD_SHARE
        elif failed_by > SHAKEN_UP_TO or shaken:
            total += DOWNED_SHARE
        else:
            total += SHAKEN_SHARE
    return total / die


@cache
def blows(
    dice: int, sides: int, other_dice: int, other_sides: int, *, shaken: bool = False
) -> float:
    """The share of its worth that the other loses in a fight (shadows.fight.save)."""
    total = 0.0
    for mine, ways in outcomes(dice, sides).items():
        for theirs, other_ways in outcomes(other_dice, other_sides).items():
            if mine > theirs:
                target = save_target(max(1, mine[0] - theirs[0]))
                total += ways * other_ways * toll(other_sides, target, shaken)
    whole: int = sides ** (dice + 1) * other_sides ** (other_dice + 1)
    return total / whole


def exchange(
    table: Table, fighter: Figure, other: Figure, *, charging: bool = False
) -> tuple[float, float]:
    """The shares of their worth that the other and the fighter lose if he attacks now."""
    mine = dice_of(fight_pool(table, fighter, other, charging=charging))
    theirs = dice_of(fight_pool(table, other, fighter))
    return (
        blows(mine, fighter.die, theirs, other.die, shaken=other.shaken),
        blows(theirs, other.die, mine, fighter.die, shaken=fighter.shaken),
    )
