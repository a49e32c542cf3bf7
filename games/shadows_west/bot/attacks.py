"""What an attack is worth: shots, sticks of dynamite and fights.

Worth is counted in the points that a gang is built with. Nothing here decides what is allowed;
everything is seen from the public table.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache

from msgspec import Struct

from shadows_west.bot.chances import DOWNED_SHARE, passes, share_of, toll
from shadows_west.bot.opinions import TRAIT_WORTH
from shadows_west.content import (
    BLAST,
    THROW_RANGE,
    save_target,
)
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.ranks import GRIT
from shadows_west.content.weapons import CORRIDOR
from shadows_west.measuring import sight, spacing
from shadows_west.rules.blasts import BLAST_SAVE
from shadows_west.rules.damage import PLAIN_SAVE
from shadows_west.rules.fighting import fight_pool
from shadows_west.rules.weapons import modes, usable
from shadows_west.shooting import fire
from shadows_west.shooting.odds import outcomes
from shadows_west.shooting.pools import dice_of
from shadows_west.shooting.targets import MODEL, Target, sighted_enemies, targets
from shadows_west.state import Figure, Kind, Table

LOOT_WORTH = 18
CAPTIVE_WORTH = 12
OWN_LOSS = 1.5
"""How much more a loss of one's own counts, where it is one's own doing."""
MELEE_SHARE = 0.5
"""How often a shot into a fight goes where the shooter wants: the other side may win the pick."""
MORE_SHOTS = 0.8
"""What another shot of the same action is worth beside the first."""
DODGE = 0.5
"""What a blast does to somebody only partly in it, beside one in the middle."""


def worth(figure: Figure) -> float:
    """What a gang would lose with this figure."""
    if figure.kind is not Kind.MODEL:
        return 0.0
    arms = sum(WEAPONS[weapon.kind].points for weapon in figure.weapons)
    more = sum(TRAIT_WORTH[trait.id] for trait in figure.traits)
    return GRIT[figure.rank].points + arms + more + (LOOT_WORTH if figure.loot else 0)


def firepower(figure: Figure) -> float:
    """What a model's weapons are worth as long as nobody stands in its way."""
    arms = [WEAPONS[weapon.kind].points for weapon in figure.weapons if not weapon.jammed]
    return max(arms, default=0) * passes(figure.die)


# --- shots ---------------------------------------------------------------------------------------


class Shot(Struct):
    """A shot, what it is worth, and how it is answered."""

    value: float
    weapon: str = ""
    target: str = ""
    mode: str = ""

    @property
    def answer(self) -> dict[str, str]:
        """As the choice wants it."""
        return {"weapon": self.weapon, "target": self.target, "mode": self.mode}


def hurt(table: Table, target: Target, shooter: Figure) -> float:
    """What an aimed shot takes from the enemy, less what it may take from friends."""
    figure = table.figures.get(target.id)
    if figure is None or target.kind != MODEL or target.odds is None:
        return 0.0
    share = share_of(target.odds)
    value = worth(figure) * share
    if target.engaged:
        friends = [one for one in spacing.engaged(table, figure) if one.seat == shooter.seat]
        risk = max((worth(friend) for friend in friends), default=0.0) * share * OWN_LOSS
        value = MELEE_SHARE * value - (1 - MELEE_SHARE) * risk
    if target.spotting:
        value *= passes(shooter.die)
    return value


def swept(table: Table, shooter: Figure, target: str, far: int) -> float:
    """What a fire corridor takes from the enemies, less what it takes from friends."""
    line = fire.corridor(table, shooter, table.figures[target], far)
    total = 0.0
    for ids, share in ((line.under, 1.0), (line.threatened, passes(shooter.die))):
        for id in ids:
            total += share * _lost(table.figures[id], PLAIN_SAVE, shooter)
    return total


def _lost(figure: Figure, target: int, by: Figure) -> float:
    """What a save takes from an enemy; what it takes from a friend counts against it."""
    lost = worth(figure) * toll(figure.die, target, figure.shaken)
    return -OWN_LOSS * lost if figure.seat == by.seat else lost


def best_shot(
    table: Table,
    shooter: Figure,
    fired: list[str],
    *,
    at: str | None = None,
    busy: Set[str] | None = None,
) -> Shot:
    """The best shot that a model has now; worth nothing if it has none.

    ``busy`` names the enemies who fight with others, if that is known.
    """
    best = Shot(0.0)
    if not shooter.standing or spacing.engaged(table, shooter):
        return best
    ways = [
        (weapon, mode, fired_as(WEAPONS[weapon.kind], mode))
        for weapon in usable(shooter, fired)
        for mode in modes(weapon)
    ]
    reach = max((kind.long for _, _, kind in ways), default=0)
    seen = sighted_enemies(table, shooter, reach, busy) if reach else []
    for weapon, mode, kind in ways if seen else ():
        for target in targets(table, shooter, weapon.kind, way=mode, at=at, seen=seen):
            if target.refusal is not None:
                continue
            if mode == CORRIDOR:
                value = swept(table, shooter, target.id, kind.long)
            else:
                value = hurt(table, target, shooter) * (1 + MORE_SHOTS * (kind.shots - 1))
            if value > best.value:
                best = Shot(value, weapon.id, target.id, mode)
    return best


def best_throw(table: Table, thrower: Figure) -> Shot:
    """The enemy at whose feet a stick does most harm, or it may go off in the thrower's hand."""
    best = Shot(0.0)
    if not thrower.sticks or not thrower.standing or spacing.engaged(table, thrower):
        return best
    in_hand = blast_value(table, thrower, thrower.x, thrower.y, thrower.z) / thrower.die
    for enemy in table.enemies(thrower.seat):
        if not spacing.within_point(thrower, enemy.x, enemy.y, enemy.z, THROW_RANGE):
            continue
        if not sight.sees(table, thrower, enemy):
            continue
        there = blast_value(table, thrower, enemy.x, enemy.y, enemy.z)
        value = there * passes(thrower.die) + in_hand
        if value > best.value:
            best = Shot(value, target=enemy.id)
    return best


def blast_value(table: Table, thrower: Figure, x: int, y: int, z: int) -> float:
    """What an explosion takes from enemies, less what it takes from friends."""
    reached = fire.blast(table, x, y, z, BLAST)
    total = 0.0
    for ids, share in ((reached.full, 1.0), (reached.partly, DODGE)):
        for id in ids:
            total += share * _lost(table.figures[id], BLAST_SAVE, thrower)
    return total


# --- fights --------------------------------------------------------------------------------------


@cache
def blows(
    dice: int,
    sides: int,
    other_dice: int,
    other_sides: int,
    *,
    shaken: bool = False,
    down: float = DOWNED_SHARE,
) -> float:
    """The share of its worth that the other loses in a fight, on average (shadows.fight.save)."""
    total = 0.0
    for mine, ways in outcomes(dice, sides).items():
        for theirs, other_ways in outcomes(other_dice, other_sides).items():
            if mine > theirs:
                target = save_target(max(1, mine[0] - theirs[0]))
                total += ways * other_ways * toll(other_sides, target, shaken, down)
    whole: int = sides ** (dice + 1) * other_sides ** (other_dice + 1)
    return total / whole


def exchange(
    table: Table,
    fighter: Figure,
    other: Figure,
    *,
    charging: bool = False,
    down: float = DOWNED_SHARE,
) -> tuple[float, float]:
    """The shares of their worth that the other and the fighter lose if he attacks now."""
    mine = dice_of(fight_pool(table, fighter, other, charging=charging))
    theirs = dice_of(fight_pool(table, other, fighter))
    return (
        blows(mine, fighter.die, theirs, other.die, shaken=other.shaken, down=down),
        blows(theirs, other.die, mine, fighter.die, shaken=fighter.shaken, down=down),
    )


def fight_value(table: Table, fighter: Figure, other: Figure, *, charging: bool = False) -> float:
    """What a fight takes from the enemy, less what it may cost."""
    if other.kind is not Kind.MODEL:
        return -1.0
    if other.downed:
        return worth(other)
    dealt, taken = exchange(table, fighter, other, charging=charging)
    return worth(other) * dealt - worth(fighter) * taken
