"""Whose eyes see what: everybody's own, and those who are out, where the table has agreed on it.

Without that agreement every view is made as it always was: by the match, for one seat.
"""

from __future__ import annotations

from typing import Any

from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.core.secret import secrets_in
from boomtown.core.view import Lens
from boomtown.store.tables import TableInfo


def sees_all(table: TableInfo, match: Match[Any], seat: Seat | None) -> bool:
    """Whether a seat sees everything now (boomtown.table.out).

    It must be out for good by its game's word, and nobody may be asking it: whoever decides
    anything any more knows no more than the rules tell.
    """
    out = match.game.out
    if not table.all_seeing or seat is None or out is None or match.outcome is not None:
        return False
    return seat in out(match.state) and seat not in match.asked()


def opened(match: Match[Any]) -> Match[Any]:
    """The same table with everything face up."""
    twin = match.clone()
    for secret in secrets_in(twin.state):
        secret.public = True
    return twin


def open_lens(match: Match[Any]) -> Lens[Any]:
    """The views of a table with everything face up."""
    return opened(match).lens()
