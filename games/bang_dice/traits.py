"""What a player had in a match beside the role, for the laboratory: a character."""

from __future__ import annotations

from bang_dice.state import Town
from boomtown.core import Seat


def traits(town: Town, seat: Seat) -> dict[str, list[str]]:
    """The character, where there are characters."""
    character = town.cowboys[seat].character
    return {"character": [] if character is None else [character]}
