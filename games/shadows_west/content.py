"""The tables of the rulebook: ranks, weapons, bases, archetypes, prices, cards, events."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from msgspec import Struct

INCH: Final = 100
"""One inch in u; every length in the game is a whole number of u (shadows.geo.units)."""


class Rank(StrEnum):
    """Grit, the one characteristic of a model (shadows.grit.rank)."""

    NOVICE = "novice"
    VETERAN = "veteran"
    HERO = "hero"


GRIT_DIE: Final = MappingProxyType({Rank.NOVICE: 6, Rank.VETERAN: 8, Rank.HERO: 10})
SHAKEN_DIE: Final = MappingProxyType({Rank.NOVICE: 6, Rank.VETERAN: 6, Rank.HERO: 8})
RANK_ORDER: Final = MappingProxyType({Rank.NOVICE: 0, Rank.VETERAN: 1, Rank.HERO: 2})

SUCCESS: Final = 5
"""What a die must show in any test (shadows.test.success)."""
TEST_DICE: Final = 3
"""Dice of a shooting, fight, recovery or leader's bottle test before modifiers."""

# --- saves and damage ----------------------------------------------------------------------------


def save_target(successes: int) -> int:
    """What a hit target must throw (shadows.shoot.save): 5+ for one success, at most 10+."""
    return min(successes, 6) + 4


SHAKEN_UP_TO: Final = 2
DOWNED_UP_TO: Final = 4
"""A save failed by at most so much leaves the model Shaken, or Downed (shadows.damage.bands)."""

# --- bases (shadows.geo.position) ----------------------------------------------------------------


class Base(Struct, frozen=True):
    """The body of a kind of figure, for distances and sight."""

    radius: int
    height: int
    eye: int | None
    body: int
    samples: tuple[int, ...]
    """Heights at which the figure can be seen (shadows.geo.los_rays)."""


ON_FOOT: Final = Base(49, 125, 110, 30, (40, 75, 110))
MOUNTED: Final = Base(79, 225, 205, 60, (60, 130, 205))
HORSE: Final = Base(79, 160, None, 60, (60, 110, 150))
EXPLOSIVE: Final = Base(79, 100, None, 79, (50,))
TNT_RADIUS: Final = 39
TNT_SAMPLE: Final = 10
LOOT_RADIUS: Final = 49
LARGE_RADIUS: Final = 79
"""A base of 40 mm or more is a large target (shadows.concept.large)."""

# --- distances -----------------------------------------------------------------------------------

FOOT_MOVE: Final = 400
MOUNTED_MOVE: Final = 600
CRAWL: Final = 200
FOLK_MOVE: Final = 400
KEEP_AWAY: Final = 100
CONTACT: Final = 2
"""Bases whose gap is at most so much touch (shadows.geo.eps)."""
STEP: Final = 200
"""Obstacles, steps and drops lower than this are ignored (shadows.move.small_steps)."""
COVER_HEIGHT: Final = 100
AREA_DEPTH: Final = 100
ELEVATED: Final = 200
FORTIFIED_HEIGHT: Final = 50
WIDEST_JUMP: Final = 400
DUST_SIGHT: Final = 1200
THROW_RANGE: Final = 800
BLAST: Final = 300
EXPLOSIVE_BLAST: Final = 200
CORRIDOR_RANGE: Final = 600
FOLK_FROM_CENTRE: Final = 1200
FOLK_APART: Final = 200
CIVILIANS_REACH: Final = 600
MOST_STEPS: Final = 12
MOST_WEAPONS: Final = 3
TURNS: Final = 8

# --- weapons -------------------------------------------------------------------------------------


class WeaponType(Struct, frozen=True):
    """A weapon as the table lists it; ranges in u."""

    id: str
    short: int
    medium: int
    long: int
    jam: int
    """The jam die; 0 jams by itself after shooting."""
    points: int
    special: bool = False
    shots: int = 1
    close_dice: int = 0
    """Dice more at short range."""
    far_dice: int = 0
    """Dice more at long range (fewer, if negative)."""
    close_save: int = 0
    """What the target adds to its save at short range."""
    close_save_to: int = 0
    """Up to which gap (included) ``close_save`` holds, where it is not the short band."""
    medium_save: int = 0
    long_save: int = 0
    corridor: bool = False


def _weapon(
    id: str, bands: tuple[int, int, int], jam: int, points: int, **notes: int | bool
) -> WeaponType:
    short, medium, long = (inches * INCH for inches in bands)
    return WeaponType(id, short, medium, long, jam, points, **notes)  # type: ignore[arg-type]


WEAPONS: Final[Mapping[str, WeaponType]] = MappingProxyType(
    {
        weapon.id: weapon
        for weapon in (
            _weapon("pistol", (4, 8, 12), 10, 3),
            _weapon("carbine", (6, 12, 18), 10, 5),
            _weapon("shotgun", (4, 8, 12), 10, 4, close_dice=1, far_dice=-1),
            _weapon("bow", (6, 12, 18), 10, 3, medium_save=1, long_save=2),
            _weapon("rifle", (8, 16, 24), 8, 7),
            _weapon("heavy_pistol", (4, 8, 12), 8, 4, special=True, close_save=-1),
            _weapon("sixgun", (4, 8, 12), 6, 6, special=True, shots=2),
            _weapon("lemat", (4, 8, 12), 8, 5, special=True),
            _weapon("repeater", (6, 12, 18), 6, 10, special=True, shots=2),
            _weapon(
                "buffalo_gun", (10, 20, 30), 6, 9, special=True, close_save=-1, close_save_to=1000
            ),
            _weapon("sawn_off", (0, 0, 6), 0, 6, special=True, corridor=True),
        )
    }
)

# --- gangs ---------------------------------------------------------------------------------------


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

RANK_POINTS: Final = MappingProxyType({_N: 6, _V: 11, _H: 16})
LEADER_POINTS: Final = 4
HORSE_POINTS: Final = 6
STICK_POINTS: Final = 5


class Hand(Struct, frozen=True):
    """One model of a list: who it is and what it carries (a hired hand)."""

    archetype: str
    weapons: tuple[str, ...] = ()
    horse: bool = False
    sticks: int = 0


LISTS: Final[Mapping[str, tuple[Hand, ...]]] = MappingProxyType(
    {
        "lawmen": (
            Hand("marshal", ("sixgun",)),
            Hand("deputy", ("carbine", "pistol")),
            Hand("deputy", ("shotgun",)),
            Hand("posse_rifleman", ("rifle",)),
            Hand("posse_rider", ("pistol",), horse=True),
            Hand("townsman", ("pistol", "pistol")),
        ),
        "outlaws": (
            Hand("gang_boss", ("heavy_pistol", "sawn_off")),
            Hand("gunslinger", ("sixgun", "pistol")),
            Hand("enforcer", ("shotgun",)),
            Hand("safe_cracker", ("pistol",), sticks=1),
            Hand("rustler", ("carbine",)),
            Hand("thug", ("shotgun",)),
        ),
        "apaches": (
            Hand("war_chief", ("repeater",)),
            Hand("scout", ("rifle",)),
            Hand("warrior", ("bow", "pistol")),
            Hand("brave", ("bow",)),
            Hand("brave", ("bow",)),
            Hand("young_rider", ("carbine",), horse=True),
        ),
        "desperados": (
            Hand("jefe", ("lemat",)),
            Hand("buffalo_hunter", ("buffalo_gun",)),
            Hand("pistolero", ("sixgun",)),
            Hand("bandit_rider", ("pistol",), horse=True),
            Hand("dynamiter", ("pistol",), sticks=1),
            Hand("raider", ("pistol",)),
        ),
    }
)
"""The quick lists for 100 points (shadows.gang.lists)."""

# --- cards ---------------------------------------------------------------------------------------

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
SUITS: Final = ("S", "C", "H", "D")
JOKER: Final = "joker"
DECK: Final = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), JOKER, JOKER)


def card_key(card: str) -> tuple[int, int]:
    """Smaller acts first: black before red before jokers, then by value (shadows.cards.value)."""
    if card == JOKER:
        return (2, 0)
    return (0 if card[-1] in "SC" else 1, RANKS.index(card[:-1]))


# --- dice tables ---------------------------------------------------------------------------------

EVENTS: Final = (
    "critter",
    "armed_civilians",
    "dust_storm",
    "bad_omen",
    "hero_of_moment",
    "lucky",
)
"""By the D6, from 1."""
SCENARIOS: Final = ("shootout", "bank_job", "innocents", "hold")
DIRECTIONS: Final = (
    (0, 1000), (707, 707), (1000, 0), (707, -707),
    (0, -1000), (-707, -707), (-1000, 0), (-707, 707),
)  # fmt: skip
"""By the D8, from 1: N, NE, E, SE, S, SW, W, NW (shadows.dice.random_direction)."""
