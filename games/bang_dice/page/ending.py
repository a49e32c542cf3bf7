"""The end of a match: all roles are turned over (bang.hidden.end)."""

from __future__ import annotations

from collections.abc import Sequence

from bang_dice.page.seats import badge_of
from bang_dice.state import Town
from boomtown.core import Entry, Result, Say, Seat, View

OUT = Say("ending.out", rule="bang.out.reveal")


def ending(view: View[Town], told: Sequence[Entry]) -> list[Result]:
    """Everybody's role, and who was out by then."""
    return [
        Result(
            seat=Seat(number),
            icon=badge_of(cowboy.role),
            turned=True,
            fate=OUT if cowboy.out else None,
        )
        for number, cowboy in enumerate(view.state.cowboys)
    ]
