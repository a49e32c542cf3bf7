"""Which questions nobody is asked: there is only one answer, or it was filed before.

Giving it must tell nobody anything. Where one person plays among bots there is nobody to tell;
among people it is given where everybody knows that there is no choice, and in windows, whose time
does not depend on who could act (boomtown.table.spared).
"""

from __future__ import annotations

from typing import Any

from boomtown.core.choice import Answer
from boomtown.core.match import Match
from boomtown.core.seats import Seat
from boomtown.store.tables import SeatInfo, TableInfo


def is_person(place: SeatInfo) -> bool:
    """Whether somebody sits here and answers for themself."""
    return place.player is not None and not place.away


def people_at(table: TableInfo) -> int:
    """How many people play at a table."""
    return sum(map(is_person, table.seats))


def spared(table: TableInfo, match: Match[Any], seat: Seat) -> list[Answer]:
    """The answer that a person need not give, alone in a list; nothing where they are asked."""
    place = table.seats[seat]
    if match.outcome is not None or not is_person(place) or match.question(seat) is None:
        return []
    if has_filed(place, match) and (usual := match.routine(seat)):
        return usual
    if place.asks or (place.token is not None and not match.hushed):
        return []  # they want it so; and a program answers for itself
    return match.spares(seat, alone=people_at(table) == 1)


def has_filed(place: SeatInfo, match: Match[Any]) -> bool:
    """Whether somebody lets the present question go by until further notice."""
    return match.outcome is None and match.waits().key in place.standing


def shows_question(table: TableInfo, match: Match[Any], seat: Seat) -> bool:
    """Whether the page asks: not what is answered anyway, unless a window leaves time to object."""
    if match.hushed and has_filed(table.seats[seat], match):
        return True
    return not spared(table, match, seat)


def hides(table: TableInfo, match: Match[Any]) -> bool:
    """Whether the time of the present question could tell people something about another one."""
    asked = any(is_person(table.seats[seat]) for seat in match.asked())
    return match.hushed and asked and people_at(table) > 1
