"""The numbers that texts mention by name: lengths in inches, as the table plays."""

from __future__ import annotations

from shadows_west.content import (
    BLAST,
    CRAWL,
    INCH,
    MOST_WEAPONS,
    MOUNTED_MOVE,
    SUCCESS,
    TEST_DICE,
    THROW_RANGE,
    TURNS,
)
from shadows_west.content.gangs import LEADER, WEAPONS
from shadows_west.rules.blasts import BLAST_SAVE
from shadows_west.rules.damage import PLAIN_SAVE
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
from shadows_west.rules.victory import FLEE_BONUS, HOLD_FROM, HOLD_POINTS_LAST
from shadows_west.shooting.targets import EXPLOSIVE_DIE
from shadows_west.state import WestOptions


def numbers(options: WestOptions) -> dict[str, int]:
    """By name; whatever an option changes follows it."""
    found = {
        "move": options.move,
        "both_moves": 2 * options.move,
        "ride": MOUNTED_MOVE // INCH,
        "crawl": CRAWL // INCH,
        "throw": THROW_RANGE // INCH,
        "blast": BLAST // INCH,
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
    for weapon in WEAPONS.values():
        found |= {
            f"{weapon.id}_short": weapon.short // INCH,
            f"{weapon.id}_medium": weapon.medium // INCH,
            f"{weapon.id}_long": weapon.long // INCH,
            f"{weapon.id}_jam": weapon.jam,
        }
    return found
