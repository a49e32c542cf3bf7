"""The numbers that texts mention by name: lengths in inches, as the table plays."""

from __future__ import annotations

from shadows_west.content import (
    BLAST,
    CIVILIANS_REACH,
    CRAWL,
    DECK,
    DOWNED_UP_TO,
    DUST_SIGHT,
    ELEVATED,
    EXPLOSIVE_BLAST,
    FOLK_APART,
    FOLK_FROM_CENTRE,
    FOLK_MOVE,
    INCH,
    MOST_WEAPONS,
    MOUNTED_MOVE,
    SEATS,
    SHAKEN_UP_TO,
    STEP,
    SUCCESS,
    TEST_DICE,
    THROW_RANGE,
    TURNS,
    WIDEST_JUMP,
)
from shadows_west.content.gangs import LEADER, TRAITS, WEAPONS
from shadows_west.content.ranks import GRIT
from shadows_west.rules.blasts import BLAST_SAVE
from shadows_west.rules.damage import PLAIN_SAVE
from shadows_west.rules.deployment import FROM_ENEMIES
from shadows_west.rules.events import CIVILIAN_DICE
from shadows_west.rules.gangs import (
    LEAST_MODELS,
    MOST_ALIKE,
    MOST_MODELS,
    MOST_STICKS,
    POINTS_A_HERO,
)
from shadows_west.rules.recovery import STAND_UP
from shadows_west.rules.under_way import CAPTIVE_POINTS, LOOT_POINTS
from shadows_west.rules.victory import FLEE_BONUS, HOLD_FROM, HOLD_POINTS_LAST, HOLD_RADIUS
from shadows_west.shooting.fire import CORRIDOR_CUT
from shadows_west.shooting.targets import EXPLOSIVE_DIE
from shadows_west.state import WestOptions
from shadows_west.terrain.zones import CORNER, STRIP

LENGTHS = {
    "ride": MOUNTED_MOVE,
    "crawl": CRAWL,
    "step": STEP,
    "two_steps": 2 * STEP,
    "elevated": ELEVATED,
    "widest_jump": WIDEST_JUMP,
    "throw": THROW_RANGE,
    "blast": BLAST,
    "keg_blast": EXPLOSIVE_BLAST,
    "corridor_cut": CORRIDOR_CUT,
    "folk_move": FOLK_MOVE,
    "folk_apart": FOLK_APART,
    "folk_far": FOLK_FROM_CENTRE,
    "dust_sight": DUST_SIGHT,
    "civilians_reach": CIVILIANS_REACH,
    "zone_depth": STRIP,
    "zone_corner": CORNER,
    "from_enemies": FROM_ENEMIES,
    "hold_radius": HOLD_RADIUS,
}
"""In hundredths of an inch, as the code has them."""


def numbers(options: WestOptions) -> dict[str, int]:
    """By name; whatever an option changes follows it."""
    found = {
        "move": options.move,
        "both_moves": 2 * options.move,
        "react_time": options.react_seconds,
        "fewest_players": min(SEATS),
        "most_players": max(SEATS),
        "deck_size": len(DECK),
        "shaken_by": SHAKEN_UP_TO,
        "downed_by": DOWNED_UP_TO,
        "casualty_by": DOWNED_UP_TO + 1,
        "blast_save": BLAST_SAVE,
        "save": PLAIN_SAVE,
        "success": SUCCESS,
        "fails": SUCCESS - 1,
        "test_dice": TEST_DICE,
        "stand_up": STAND_UP,
        "civilian_dice": CIVILIAN_DICE,
        "keg_die": EXPLOSIVE_DIE,
        "turns": TURNS,
        "least_models": LEAST_MODELS,
        "most_models": MOST_MODELS,
        "most_weapons": MOST_WEAPONS,
        "most_alike": MOST_ALIKE,
        "most_sticks": MOST_STICKS,
        "points_a_hero": POINTS_A_HERO,
        "loot_points": LOOT_POINTS,
        "captive_points": CAPTIVE_POINTS,
        "leader_points": LEADER.prize,
        "flee_bonus": FLEE_BONUS,
        "hold_from": HOLD_FROM,
        "hold_last": HOLD_POINTS_LAST,
    }
    found |= {name: length // INCH for name, length in LENGTHS.items()}
    for weapon in WEAPONS.values():
        found |= {
            f"{weapon.id}_short": weapon.short // INCH,
            f"{weapon.id}_medium": weapon.medium // INCH,
            f"{weapon.id}_long": weapon.long // INCH,
            f"{weapon.id}_jam": weapon.jam,
        }
    return found | prices()


def prices() -> dict[str, int]:
    """What ranks, weapons and traits cost (shadows.gang.points)."""
    return {
        **{f"{grit.rank}_price": grit.points for grit in GRIT.values()},
        **{f"{weapon.id}_price": weapon.points for weapon in WEAPONS.values()},
        **{f"{trait.id}_price": trait.points for trait in TRAITS.values()},
    }
