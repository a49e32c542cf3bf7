"""Whether a gang that is out can still win (shadows.vp.winner)."""

from __future__ import annotations

from boomtown.core import Say, View
from shadows_west.rules.victory import able_to_win
from shadows_west.state import West


def hope(view: View[West]) -> Say:
    """What was carried off the table still counts."""
    able = view.seat in able_to_win(view.state)
    return Say("hope.carried" if able else "hope.none", rule="shadows.vp.winner")
