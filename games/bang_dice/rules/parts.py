"""What everybody was, once all roles are shown (bang.hidden.end)."""

from __future__ import annotations

from collections.abc import Sequence

from bang_dice.content import Role
from bang_dice.rules.ending import LAW, OUTLAWS
from bang_dice.state import Town
from boomtown.core import Part, Seat, View

SIDES = {Role.SHERIFF: LAW, Role.DEPUTY: LAW, Role.OUTLAW: OUTLAWS}
"""A renegade plays alone."""


def parts(view: View[Town]) -> Sequence[Part]:
    """Role cards and sides; of three players everybody plays alone (bang.three.win)."""
    town = view.state
    found = []
    for seat, cowboy in enumerate(town.cowboys):
        changed = town.ghost_role if seat == town.ghost else None
        side = SIDES.get(changed or town.role(Seat(seat)), "")
        found.append(Part("role", cowboy.role.value, side if view.seats > 3 else ""))
    return found
