"""Weapons with their numbers, for the inspector and for whoever hires a gang."""

from __future__ import annotations

from typing import Final

from shadows_west.content import TEST_DICE
from shadows_west.content.gangs import WEAPONS
from shadows_west.content.weapons import LONG, MEDIUM, SHORT, SHOT
from shadows_west.page.previews.parts import Gun

RANGE_DICE: Final = {SHORT: 1, MEDIUM: 0, LONG: -1}
"""What a range band adds to a shot, whatever the weapon (shadows.shoot.range)."""


def gun_of(kind: str, *, jammed: bool = False) -> Gun:
    """A weapon: how far its bands go, with how many dice it shoots there, how easily it jams."""
    weapon = WEAPONS[kind]
    reaches = {SHORT: weapon.short, MEDIUM: weapon.medium, LONG: weapon.long}
    aimed = weapon.way == SHOT
    return Gun(
        kind=kind,
        bands=[
            (far, TEST_DICE + RANGE_DICE[band] + weapon.dice(band) if aimed else 0)
            for band, far in reaches.items()
            if far
        ],
        shots=weapon.shots,
        jam=weapon.jam,
        jammed=jammed,
    )
