"""What the bot thinks of weapons and traits: one line each, also for those it plays as without.

What stands on a weapon's card (ranges, dice, shots, price) is read from the card; here is how it is
judged in the hands of an enemy, where one has to guess.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from shadows_west.bot.chances import share_of, toll
from shadows_west.content.weapons import LONG, OUT, SHORT, WeaponType
from shadows_west.measuring import spacing
from shadows_west.rules.damage import PLAIN_SAVE
from shadows_west.shooting.odds import MODEL, odds
from shadows_west.state import Figure

Threat = Callable[[WeaponType, int, Figure, Figure], float]
"""The share of its worth that a shot takes from a model: weapon, dice, enemy, model."""


def by_numbers(arm: WeaponType, dice: int, enemy: Figure, figure: Figure) -> float:
    """Aimed, by range, dice and shots; plays as without what the weapon does to saves."""
    band = spacing.band(enemy, figure, arm)
    if band == OUT:
        return 0.0
    dice += (band == SHORT) - (band == LONG) + arm.dice(band)
    victim = "shaken" if figure.shaken else MODEL
    return arm.shots * share_of(odds(max(1, dice), enemy.die, figure.die, 0, victim))


def swept_away(arm: WeaponType, dice: int, enemy: Figure, figure: Figure) -> float:
    """A fire corridor hits without a test."""
    return toll(figure.die, PLAIN_SAVE, figure.shaken)


THREATS: Final[Mapping[str, Threat]] = MappingProxyType(
    {
        "pistol": by_numbers,
        "carbine": by_numbers,
        "shotgun": by_numbers,
        "bow": by_numbers,
        "rifle": by_numbers,
        "heavy_pistol": by_numbers,
        "sixgun": by_numbers,
        "lemat": by_numbers,  # as without its second barrel
        "repeater": by_numbers,
        "buffalo_gun": by_numbers,
        "sawn_off": swept_away,
    }
)
"""By weapon."""

TRAIT_WORTH: Final[Mapping[str, float]] = MappingProxyType(
    {
        "leader": 16.0,  # without its leader a gang soon loses its nerve (shadows.bottle.leader)
        "horse": 0.0,  # as without
        "dynamite": 0.0,  # as without: a stick is worth what its throw is
    }
)
"""What a gang loses with a model for each of its traits, beside rank and weapons."""
