"""Zones on the board: where gangs begin, and the ground to be held."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from boomtown.core import (
    OneOf,
    Question,
    View,
)
from shadows_west.state import West
from shadows_west.terrain.ground import ground
from shadows_west.terrain.zones import zone_of


class Zone(Struct, frozen=True):
    """A part of the table that matters: a deployment zone, or the zone to be held."""

    id: str
    kind: str
    """``taken``, ``free`` or ``hold``."""
    letter: str
    x: int
    y: int
    width: int
    height: int
    radius: int = 0


PICK_ZONE: Final = "shadows.setup.zones"
HOLD_RADIUS: Final = 600


def zones_of(view: View[West], question: Question | None) -> list[Zone]:
    """While gangs are set up, whose zone is where; later only the zone to be held."""
    west = view.state
    size = ground(west.table).size
    found = []
    if west.phase == "setup":
        for seat, gang in enumerate(west.gangs):
            if gang.zone:
                found.append(_zone(size, gang.zone, "taken", "ABCD"[seat]))
        if question is not None and question.rule == PICK_ZONE:
            assert isinstance(question.choice, OneOf), "zones are picked from a list"
            found += [_zone(size, str(zone), "free", "") for zone in question.choice.of]
    if west.scenario == "hold":
        found.append(_held_zone(west, size))
    return found


def _zone(size: int, zone: str, kind: str, letter: str) -> Zone:
    x0, y0, x1, y1 = zone_of(size, zone)
    return Zone(zone, kind, letter, x0, size - y1, x1 - x0, y1 - y0)


def _held_zone(west: West, size: int) -> Zone:
    """The map's own zone for two, the middle of the table for more (shadows.scen.hold)."""
    if len(west.gangs) > 2:
        return Zone("hold", "hold", "", size // 2, size // 2, 0, 0, HOLD_RADIUS)
    x0, y0, x1, y1 = ground(west.table).hold
    return Zone("hold", "hold", "", x0, size - y1, x1 - x0, y1 - y0)
