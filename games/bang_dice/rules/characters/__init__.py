"""The characters, in the order of their boxes."""

from __future__ import annotations

from bang_dice.rules.characters.base import BASE
from bang_dice.rules.characters.old_saloon import OLD_SALOON

CHARACTERS = {character.id: character for character in (*BASE, *OLD_SALOON)}
