"""Weapons in hand: which may be used, and jams (shadows.act.weapon_once, shadows.shoot.jam)."""

from __future__ import annotations

from collections.abc import Sequence

from boomtown.core import Match, Refusal
from shadows_west.content import SUCCESS
from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring import spacing
from shadows_west.state import Figure, Table, Weapon, West


def weapon_of(shooter: Figure, id: str) -> Weapon:
    """One of its weapons by id."""
    return next(weapon for weapon in shooter.weapons if weapon.id == id)


def modes(weapon: Weapon) -> list[str]:
    """How a weapon can be fired: a second barrel once, in its own way."""
    kind = WEAPONS[weapon.kind]
    more = [WEAPONS[kind.barrel].way] if kind.barrel and not weapon.spent else []
    return [kind.way, *more]


def why_unusable(weapon: Weapon, fired: Sequence[str]) -> Refusal | None:
    """Jammed, or used in this activation already."""
    if weapon.jammed:
        return Refusal("shadows.shoot.jam", weapon=weapon.kind)
    if weapon.id in fired:
        return Refusal("shadows.act.weapon_once", weapon=weapon.kind)
    return None


def usable(shooter: Figure, fired: Sequence[str]) -> list[Weapon]:
    """The weapons that may be used now."""
    return [weapon for weapon in shooter.weapons if why_unusable(weapon, fired) is None]


def why_not_shooting(table: Table, shooter: Figure) -> Refusal | None:
    """A Downed model neither shoots nor throws; an engaged one if the table agreed on it.

    shadows.shoot.who
    """
    if not shooter.standing:
        return Refusal("shadows.damage.downed", who=shooter.id)
    if table.close_fire is not True and spacing.engaged(table, shooter):
        return Refusal("shadows.shoot.who", who=shooter.id)
    return None


def why_no_weapon(table: Table, shooter: Figure, fired: Sequence[str]) -> Refusal | None:
    """Why a model can shoot at nobody at all, whoever is there to shoot at."""
    if why := why_not_shooting(table, shooter):
        return why
    if not shooter.weapons:
        return Refusal("shadows.shoot.who", "unarmed", who=shooter.id)
    if not usable(shooter, fired):
        return why_unusable(shooter.weapons[-1], fired)
    return None


def jam(match: Match[West], shooter: Figure, weapon: Weapon) -> None:
    """The weapon cannot be used until it is cleared; it loses its remaining shots.

    shadows.shoot.jam, shadows.shoot.jam_stops
    """
    weapon.jammed = True
    match.tell("shadows.shoot.jam", who=shooter.id, weapon=weapon.kind)


def jam_check(match: Match[West], shooter: Figure, weapon: Weapon, shown: Sequence[int]) -> None:
    """A missing roll with at least one 1 may jam the weapon (shadows.shoot.miss)."""
    if 1 not in shown:
        return
    sides = WEAPONS[weapon.kind].jam
    die = match.chance.die(sides)
    fine = die >= SUCCESS
    match.tell(
        "shadows.shoot.jam",
        "fine" if fine else "check",
        who=shooter.id,
        weapon=weapon.kind,
        die=die,
        sides=sides,
    )
    if not fine:
        jam(match, shooter, weapon)
