"""The numbers that texts mention by name: constants, options, and what powers bring along."""

from __future__ import annotations

from bang_dice.content import (
    CHIEF_VALUE,
    DICE,
    DYNAMITE_LIMIT,
    GATLING_LIMIT,
    GHOST_DICE,
    GHOST_SEATS,
    ROLES,
    SHERIFF_BONUS,
    SPECIAL_SEATS,
    TEACHING_LIFE,
    THROWS,
)
from bang_dice.rules.characters.base import JESSE_BEER
from bang_dice.rules.characters.old_saloon import OLD_SALOON
from bang_dice.rules.moments import characters, special_roles
from bang_dice.state import BangOptions


def numbers(options: BangOptions) -> dict[str, int]:
    """By name; a name may not be that of a value which a sentence has of its own."""
    named = {
        "fewest_players": min(ROLES),
        "most_players": max(ROLES),
        "base_dice": DICE,
        "with_extra_die": DICE + 1,
        "turn_throws": THROWS,
        "turn_rerolls": THROWS - 1,
        "dynamite_limit": DYNAMITE_LIMIT,
        "gatling_limit": GATLING_LIMIT,
        "sheriff_bonus": SHERIFF_BONUS,
        "chief_value": CHIEF_VALUE,
        "teaching_life": TEACHING_LIFE,
        "ghost_dice": GHOST_DICE,
        "ghost_seats": GHOST_SEATS,
        "special_seats": SPECIAL_SEATS,
        "new_faces": len(OLD_SALOON),
        "two_beers": 2 * JESSE_BEER,  # for Jesse Jones
        "question_time": options.window_seconds,
        "long_question_time": 2 * options.window_seconds,
        "pile_arrows": options.arrows,
        "all_tokens": options.arrows + 1,  # with the chief's arrow
    }
    for who in characters().values():
        named |= who.numbers
    for role in special_roles().values():
        named |= role.numbers
    return named
