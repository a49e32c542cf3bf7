"""Who is out for good (cash.elim.out)."""

from __future__ import annotations

from boomtown.core import Seat
from cash_n_guns.state import Gang


def out(gang: Gang) -> list[Seat]:
    """The seats that nobody asks any more."""
    return [Seat(seat) for seat, gangster in enumerate(gang.gangsters) if gangster.out]
