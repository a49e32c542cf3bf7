"""The numbers that texts mention by name: constants, options, and what powers bring along."""

from __future__ import annotations

from bang_dice.content import (
    CHIEF_VALUE,
    DICE,
    DYNAMITE_LIMIT,
    GATLING_LIMIT,
    GHOST_DICE,
    GHOST_SEATS,
    SHERIFF_BONUS,
    SPECIAL_SEATS,
    TEACHING_LIFE,
    THROWS,
)
from bang_dice.rules.moments import characters, special_roles
from bang_dice.state import BangOptions


def numbers(options: BangOptions) -> dict[str, int]:
    """By name; a name may not be that of a value which a sentence has of its own."""
    named = {
        "base_dice": DICE,
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
        "pile_arrows": options.arrows,
        "all_tokens": options.arrows + 1,  # with the chief's arrow
    }
    for who in characters().values():
        named |= who.numbers
    for role in special_roles().values():
        named |= role.numbers
    return named
