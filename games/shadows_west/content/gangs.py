"""What gangs are made of: weapons, archetypes and what they may carry, traits, ready lists."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from shadows_west.content import INCH, TEST_DICE
from shadows_west.content.ranks import Rank
from shadows_west.content.weapons import (
    CORRIDOR,
    WeaponType,
    dice_in,
    save_in,
    save_up_to,
    weapon,
)

# --- weapons -------------------------------------------------------------------------------------

WEAPONS: Final[Mapping[str, WeaponType]] = MappingProxyType(
    {
        one.id: one
        for one in (
            weapon("pistol", (4, 8, 12), jam=10, points=3),
            weapon("carbine", (6, 12, 18), jam=10, points=5),
            weapon("shotgun", (4, 8, 12), jam=10, points=4, dice=dice_in(short=1, long=-1)),
            weapon("bow", (6, 12, 18), jam=10, points=4, save=save_in(medium=1, long=2)),
            weapon("rifle", (8, 16, 24), jam=8, points=7),
            weapon(
                "heavy_pistol", (4, 8, 12), jam=8, points=4, special=True, save=save_in(short=-1)
            ),
            weapon("sixgun", (4, 8, 12), jam=6, points=6, special=True, shots=2),
            weapon("lemat", (4, 8, 12), jam=8, points=4, special=True, barrel="sawn_off"),
            weapon("repeater", (6, 12, 18), jam=6, points=10, special=True, shots=2),
            weapon(
                "buffalo_gun",
                (10, 20, 30),
                jam=6,
                points=9,
                special=True,
                save=save_up_to(10 * INCH, -1),
            ),
            weapon("sawn_off", (0, 0, 6), jam=0, points=3, special=True, way=CORRIDOR),
        )
    }
)


def fired_as(weapon: WeaponType, way: str) -> WeaponType:
    """The weapon itself, or the one that its second barrel is."""
    return weapon if weapon.way == way else WEAPONS[weapon.barrel]


# --- archetypes ----------------------------------------------------------------------------------


class Archetype(Struct, frozen=True):
    """A kind of model that a gang may hire (shadows.gang.archetypes)."""

    id: str
    rank: Rank
    weapons: tuple[str, ...]
    mount: str
    """``no``, ``may`` or ``must``."""
    dynamite: str
    """``no``, ``may`` or ``must``."""
    most: int | None = None
    leader: bool = False


_B: Final = ("pistol", "carbine", "shotgun", "rifle")
"""Any basic weapon but the bow."""
_N, _V, _H = Rank.NOVICE, Rank.VETERAN, Rank.HERO

GANGS: Final[Mapping[str, tuple[Archetype, ...]]] = MappingProxyType(
    {
        "lawmen": (
            Archetype(
                "marshal", _H, (*_B, "sixgun", "heavy_pistol", "repeater"), "may", "no", 1, True
            ),
            Archetype("deputy", _V, (*_B, "sixgun", "repeater"), "may", "no"),
            Archetype("bounty_hunter", _V, (*_B, "heavy_pistol", "buffalo_gun"), "may", "may", 1),
            Archetype("posse_rifleman", _N, ("pistol", "carbine", "rifle"), "no", "no"),
            Archetype("posse_rider", _N, ("pistol", "carbine", "shotgun"), "must", "no", 3),
            Archetype("townsman", _N, ("pistol", "shotgun"), "no", "no"),
        ),
        "outlaws": (
            Archetype(
                "gang_boss", _H, (*_B, "heavy_pistol", "sixgun", "sawn_off"), "may", "may", 1, True
            ),
            Archetype("gunslinger", _V, ("pistol", "heavy_pistol", "sixgun", "lemat"), "may", "no"),
            Archetype("enforcer", _V, (*_B, "sawn_off", "repeater"), "may", "no"),
            Archetype("safe_cracker", _N, ("pistol", "shotgun"), "no", "may", 2),
            Archetype("rustler", _N, _B, "may", "no"),
            Archetype("thug", _N, ("pistol", "shotgun"), "no", "no"),
        ),
        "apaches": (
            Archetype("war_chief", _H, (*_B, "bow", "repeater"), "may", "no", 1, True),
            Archetype("scout", _V, ("bow", "carbine", "rifle", "buffalo_gun"), "may", "no", 2),
            Archetype("warrior", _V, (*_B, "bow", "repeater"), "may", "no"),
            Archetype("brave", _N, ("bow", "pistol", "carbine"), "no", "no"),
            Archetype("young_rider", _N, ("bow", "carbine"), "must", "no", 3),
        ),
        "desperados": (
            Archetype("jefe", _H, (*_B, "lemat", "sixgun", "heavy_pistol"), "may", "may", 1, True),
            Archetype("buffalo_hunter", _V, ("pistol", "rifle", "buffalo_gun"), "may", "no", 2),
            Archetype("pistolero", _V, ("pistol", "heavy_pistol", "sixgun", "lemat"), "may", "no"),
            Archetype("bandit_rider", _N, ("pistol", "carbine", "shotgun"), "must", "no", 3),
            Archetype("dynamiter", _N, ("pistol",), "no", "must", 2),
            Archetype("raider", _N, _B, "no", "no"),
        ),
    }
)


# --- traits --------------------------------------------------------------------------------------


class Trait(Struct, frozen=True):
    """What a model is or has besides its rank and its weapons, at each moment that asks for it."""

    id: str
    points: int
    """What it costs (shadows.gang.points)."""
    cards: int = 0
    """Cards that a gang draws for it (shadows.turn.draw_counts)."""
    nerve: int = 0
    """Dice of the bottle test that it takes for the gang (shadows.bottle.leader)."""
    prize: int = 0
    """Points for whoever takes such a model out, instead of the usual one (shadows.vp.casualty)."""


LEADER: Final = Trait("leader", points=4, cards=1, nerve=TEST_DICE, prize=2)
HORSE: Final = Trait("horse", points=6)
DYNAMITE: Final = Trait("dynamite", points=3)
TRAITS: Final[Mapping[str, Trait]] = MappingProxyType(
    {trait.id: trait for trait in (LEADER, HORSE, DYNAMITE)}
)


# --- ready-made gangs ----------------------------------------------------------------------------


class Hand(Struct, frozen=True):
    """One model of a list: who it is and what it carries (a hired hand)."""

    archetype: str
    weapons: tuple[str, ...] = ()
    horse: bool = False
    sticks: int = 0


LISTS: Final[Mapping[str, tuple[Hand, ...]]] = MappingProxyType(
    {
        "lawmen": (
            Hand("marshal", ("sixgun", "pistol")),
            Hand("deputy", ("carbine", "pistol")),
            Hand("deputy", ("shotgun", "pistol")),
            Hand("posse_rifleman", ("carbine",)),
            Hand("posse_rifleman", ("carbine",)),
            Hand("townsman", ("pistol", "pistol")),
        ),
        "outlaws": (
            Hand("gang_boss", ("heavy_pistol", "sawn_off")),
            Hand("gunslinger", ("sixgun", "pistol")),
            Hand("enforcer", ("carbine", "pistol")),
            Hand("safe_cracker", ("pistol",), sticks=1),
            Hand("rustler", ("pistol", "pistol")),
            Hand("thug", ("shotgun",)),
        ),
        "apaches": (
            Hand("war_chief", ("carbine",), horse=True),
            Hand("scout", ("rifle",)),
            Hand("warrior", ("bow",)),
            Hand("brave", ("bow",)),
            Hand("brave", ("bow",)),
            Hand("young_rider", ("bow",), horse=True),
        ),
        "desperados": (
            Hand("jefe", ("lemat",)),
            Hand("buffalo_hunter", ("buffalo_gun",)),
            Hand("pistolero", ("sixgun",)),
            Hand("bandit_rider", ("carbine",), horse=True),
            Hand("dynamiter", ("pistol",), sticks=1),
            Hand("raider", ("shotgun",)),
        ),
    }
)
"""The quick lists for 100 points (shadows.gang.lists)."""
