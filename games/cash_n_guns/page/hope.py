"""Whether somebody who is out can still win (cash.end.alive_only)."""

from __future__ import annotations

from boomtown.core import Say, View
from cash_n_guns.state import Gang


def hope(view: View[Gang]) -> Say:
    """Only the living win."""
    return Say("hope.none", rule="cash.end.alive_only")
