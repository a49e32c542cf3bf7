"""Whether somebody who is out can still win (bang.out.silent, bang.three.nobody)."""

from __future__ import annotations

from bang_dice.content import Role
from bang_dice.state import Town
from boomtown.core import Say, View

HOPES = {Role.DEPUTY: "hope.deputy", Role.OUTLAW: "hope.outlaw"}


def hope(view: View[Town]) -> Say:
    """Outlaws and deputies win with their side, alive or not; of three players hardly anybody."""
    assert view.seat is not None, "somebody who plays"
    role = view.state.role(view.seat)
    if view.seats == 3:
        last = role is Role.OUTLAW
        return Say("hope.three", rule="bang.three.nobody") if last else Say("hope.none")
    return Say(HOPES.get(role, "hope.none"), rule="bang.out.silent")
