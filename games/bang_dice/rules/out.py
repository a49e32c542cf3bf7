"""Who is out for good (bang.out.silent); the Ghost still acts (bang.ghost.who)."""

from __future__ import annotations

from bang_dice.state import Town
from boomtown.core import Seat


def out(town: Town) -> list[Seat]:
    """The seats that nobody asks any more."""
    return [
        Seat(seat) for seat, cowboy in enumerate(town.cowboys) if cowboy.out and seat != town.ghost
    ]
