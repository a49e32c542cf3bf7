"""Whom and what to shoot at: models, horses, sticks and kegs; and what a Lookout may get to shoot.

Nothing here decides what is allowed; everything is seen from the public table.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from shadows_west.bot.attacks import Shot
from shadows_west.bot.chances import passes
from shadows_west.bot.losses import share_of, toll
from shadows_west.bot.powder import OWN_LOSS, blast_value, place_of
from shadows_west.bot.stakes import Mind, held_folk
from shadows_west.content.gangs import HORSE as HORSE_TRAIT
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import CORRIDOR, WeaponType
from shadows_west.measuring import sight, spacing
from shadows_west.rules.captives import LAWMEN
from shadows_west.rules.damage import PLAIN_SAVE
from shadows_west.rules.weapons import modes, usable
from shadows_west.shooting import fire
from shadows_west.shooting.targets import (
    EXPLOSIVE,
    FOLK,
    HORSE,
    MODEL,
    TNT,
    Sighted,
    Target,
    look_at,
    sighted,
    sighted_enemies,
    targets,
)
from shadows_west.state import Figure, Table, Token, Weapon

MELEE_SHARE = 0.5
"""How often a shot into a fight goes where the shooter wants: the other side may win the pick."""
MORE_SHOTS = 0.8
"""What another shot of the same action is worth beside the first."""
JAMS = 1.0
"""What it costs that a weapon jams by itself."""
CAPTIVE = 0.5
"""Of the points for a captive, what it is worth that the enemy does not have it."""
SHIELD = 2.0
"""What a captive is worth as a shield."""
ACTS, ACTS_LATER, ACTS_LATE = 0.75, 0.5, 0.35
"""How likely somebody acts in sight of a Lookout: still to come this turn, done, or on Lookout."""

Ways = list[tuple[Weapon, str, WeaponType]]


# --- one target ----------------------------------------------------------------------------------


def aimed(mind: Mind, table: Table, target: Target, shooter: Figure) -> float:
    """What an aimed shot takes from the enemy, less what it may take from friends."""
    odds = target.odds
    if target.refusal is not None or odds is None:
        return 0.0
    if target.kind == TNT:
        value = blast_value(mind, table, *place_of(mind, table, target.id)) * odds.hit / 1000
    elif target.kind == EXPLOSIVE:
        value = blast_value(mind, table, *place_of(mind, table, target.id)) * odds.casualty / 1000
    elif target.kind == HORSE:
        value = _horse(mind, table, table.figures[target.id]) * odds.casualty / 1000
    elif target.kind == FOLK:
        value = _captive(mind, table, table.figures[target.id]) * odds.casualty / 1000
    else:
        value = _model(mind, table, target, shooter)
    return value * passes(shooter.die) if target.spotting else value


def _model(mind: Mind, table: Table, target: Target, shooter: Figure) -> float:
    assert target.odds is not None, "asked only where there are odds"
    figure = table.figures[target.id]
    share = share_of(target.odds)
    folk = held_folk(table, figure)
    if folk is not None and figure.seat is not None and mind.west.gangs[figure.seat].kind != LAWMEN:
        hit = target.odds.shaken + target.odds.downed + target.odds.casualty
        return hit / 1000 * (_captive(mind, table, folk) + SHIELD)  # shadows.folk.shield
    value = mind.worth(figure) * share
    if target.engaged:
        friends = [one for one in spacing.engaged(table, figure) if one.seat == shooter.seat]
        risk = max((mind.worth(one) for one in friends), default=0.0) * share * OWN_LOSS
        value = MELEE_SHARE * value - (1 - MELEE_SHARE) * risk
    return value


def _horse(mind: Mind, table: Table, horse: Figure) -> float:
    """A horse, and what becomes of its rider (shadows.mount.horse_lost)."""
    owner = table.figures.get(horse.horse or "")
    if owner is None or owner.seat == mind.seat:
        return 0.0
    price = HORSE_TRAIT.points * mind.time
    if not owner.mounted:
        return price / 2
    return price + mind.worth(owner) * toll(owner.die, PLAIN_SAVE, owner.shaken)


def _captive(mind: Mind, table: Table, folk: Figure) -> float:
    """A townsperson in an enemy's hands, where captives count."""
    captor = table.figures.get(folk.held_by or "")
    if captor is None or captor.seat == mind.seat or mind.west.scenario != "innocents":
        return 0.0
    return CAPTIVE * 2 * mind.judgement.point


def swept(mind: Mind, table: Table, shooter: Figure, target: str, far: int) -> float:
    """What a fire corridor takes from the enemies, less what it takes from friends."""
    line = fire.corridor(table, shooter, look_at(table, shooter, target).body, far)
    total = -JAMS
    for ids, share in ((line.under, 1.0), (line.threatened, passes(shooter.die))):
        for id in ids:
            figure = table.figures[id]
            lost = share * mind.worth(figure) * toll(figure.die, PLAIN_SAVE, figure.shaken)
            total += -OWN_LOSS * lost if figure.seat == mind.seat else lost
    for id in (*line.markers, *line.explosives):
        total += blast_value(mind, table, *place_of(mind, table, id))
    return total


# --- the best shot -------------------------------------------------------------------------------


def ways_of(shooter: Figure, fired: list[str]) -> Ways:
    """The weapons that may be used now, each in all its ways."""
    return [
        (weapon, mode, fired_as(WEAPONS[weapon.kind], mode))
        for weapon in usable(shooter, fired)
        for mode in modes(weapon)
    ]


def value_of(
    mind: Mind, table: Table, shooter: Figure, target: Target, mode: str, kind: WeaponType
) -> float:
    """What a weapon fired in this way at a target is worth, further shots included."""
    if target.refusal is not None:
        return 0.0
    if mode == CORRIDOR:
        return swept(mind, table, shooter, target.id, kind.long)
    return aimed(mind, table, target, shooter) * (1 + MORE_SHOTS * (kind.shots - 1))


def best_shot(
    mind: Mind,
    table: Table,
    shooter: Figure,
    fired: list[str],
    *,
    at: str | None = None,
    busy: Set[str] | None = None,
    powder: Mapping[str, float] | None = None,
) -> Shot:
    """The best shot that a model has; worth nothing if it has none.

    With ``busy``, the enemies who fight with others, only models are looked at, and the ``powder``
    that is worth it: for places where the model does not stand yet.
    """
    best = Shot(0.0)
    if not shooter.standing or spacing.engaged(table, shooter):
        return best
    ways = ways_of(shooter, fired)
    if not ways:
        return best
    if busy is None:
        seen = sighted(table, shooter)
    else:
        seen = sighted_enemies(table, shooter, max(kind.long for _, _, kind in ways), busy)
        seen += _powder(table, shooter, powder or {})
    if not any(one.unseen is None for one in seen):
        return best
    for weapon, mode, kind in ways:
        for target in targets(table, shooter, weapon.kind, way=mode, at=at, seen=seen):
            value = value_of(mind, table, shooter, target, mode, kind)
            if value > best.value:
                best = Shot(value, weapon.id, target.id, mode)
    return best


def _powder(table: Table, shooter: Figure, powder: Mapping[str, float]) -> list[Sighted]:
    """The sticks and kegs that are in sight."""
    found = []
    for id in powder:
        marker = table.markers.get(id)
        one = look_at(table, shooter, id)
        if (
            sight.sees(table, shooter, one.body)
            if marker is None
            else sight.sees_point(table, shooter, marker.x, marker.y, marker.z)
        ):
            found.append(one)
    return found


def shot_here(mind: Mind, figure: Figure, fired: list[str]) -> Shot:
    """The best shot of a model where it stands."""
    return mind.shot(figure, fired, lambda: best_shot(mind, mind.table, figure, fired))


# --- Lookout -------------------------------------------------------------------------------------


def look_round(
    mind: Mind,
    table: Table,
    figure: Figure,
    fired: list[str],
    busy: Set[str],
    powder: Mapping[str, float],
) -> tuple[float, float]:
    """From a place: what the best shot is worth now, and what Lookout may bring by and by."""
    if not figure.standing or spacing.engaged(table, figure):
        return 0.0, 0.0
    ways = ways_of(figure, [])
    if not ways:
        return 0.0, 0.0
    seen = sighted_enemies(table, figure, max(kind.long for _, _, kind in ways), busy)
    seen += _powder(table, figure, powder)
    now, hopes = 0.0, dict[str, float]()
    for weapon, mode, kind in ways if seen else ():
        for target in targets(table, figure, weapon.kind, way=mode, seen=seen):
            spotting, target.free = target.spotting, True
            value = value_of(mind, table, figure, target, mode, kind)
            if target.kind == MODEL and value > hopes.get(target.id, 0.0):
                hopes[target.id] = value
            if weapon.id not in fired:
                now = max(now, value * passes(figure.die) if spotting else value)
    return now, _hoped(table, hopes)


def _hoped(table: Table, hopes: Mapping[str, float]) -> float:
    """What comes of it: the best of those who act in sight."""
    total, nobody = 0.0, 1.0
    for id, value in sorted(hopes.items(), key=lambda hope: -hope[1]):
        enemy = table.figures[id]
        acts = ACTS_LATER if enemy.spent else ACTS
        if enemy.token is Token.LOOKOUT:
            acts = ACTS_LATE
        total += nobody * acts * value
        nobody *= 1 - acts
    return total
