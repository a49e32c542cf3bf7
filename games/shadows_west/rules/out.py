"""Whose gang is out of the game (shadows.vp.end)."""

from __future__ import annotations

from boomtown.core import Seat
from shadows_west.state import West


def out(west: West) -> list[Seat]:
    """The seats without a model on the table, once all have been set up."""
    if west.phase == "setup":
        return []
    present = west.in_game()
    return [Seat(seat) for seat in range(len(west.gangs)) if seat not in present]
