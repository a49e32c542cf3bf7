"""For whom the house answers at once: everybody at a table sees that they did not think."""

from __future__ import annotations

from msgspec import structs

from boomtown.core import Seat
from boomtown.store.tables import TableInfo
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.sparing import hides, spared


def answered_for(room: Room, observer: Seat | None) -> str:
    """What an observer learns of the others by the time of their answers.

    In windows nobody sees it before their time is up, which is the same for everybody.
    """
    match, table = room.playing().match, room.table
    asked = [] if match.hushed else match.asked()
    soon = [seat for seat in asked if seat != observer and spared(table, match, seat)]
    return f"{soon} at once; a window lasts: {hides(table, match)}"


def without_programs(table: TableInfo) -> TableInfo:
    """The table with people alone: programs are always asked."""
    return structs.replace(
        table, seats=tuple(structs.replace(seat, token=None) for seat in table.seats)
    )
