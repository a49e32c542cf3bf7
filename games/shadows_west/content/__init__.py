"""What is in the box: numbers, cards and tables of dice; ranks, weapons, gangs are beside them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

SEATS: Final = range(2, 5)
INCH: Final = 100
"""One inch in u; every length in the game is a whole number of u (shadows.geo.units)."""


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


class Base(Struct, frozen=True, eq=False):
    """The body of a kind of figure, for distances and sight; each kind has one."""

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
STICK: Final = Base(TNT_RADIUS, 0, None, 0, (TNT_SAMPLE,))
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
FOLK_FROM_CENTRE: Final = 1200
FOLK_APART: Final = 200
CIVILIANS_REACH: Final = 600
MOST_STEPS: Final = 12
MOST_WEAPONS: Final = 3
TURNS: Final = 8

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
