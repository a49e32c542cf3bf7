"""Deployment zones: where gangs begin, and the table edge that is their own (section 5.6)."""

from __future__ import annotations

from typing import Final

STRIP: Final = 600
"""How deep a zone is, of two players."""
CORNER: Final = 900
"""How wide a zone is, of three or four."""

Rect = tuple[int, int, int, int]


def zone_of(size: int, zone: str) -> Rect:
    """A deployment zone: a strip along an edge, or a square in a corner."""
    far = size - (STRIP if len(zone) == 1 else CORNER)
    near = size - far
    x0, x1 = (0, near) if "w" in zone else (far, size) if "e" in zone else (0, size)
    y0, y1 = (0, near) if "s" in zone else (far, size) if "n" in zone else (0, size)
    return x0, y0, x1, y1


def own_edge(size: int, zone: str, x: int, y: int) -> bool:
    """Whether a point of the table's border belongs to a zone (shadows.scen.own_edge)."""
    x0, y0, x1, y1 = zone_of(size, zone)
    return bool(zone) and x0 <= x <= x1 and y0 <= y <= y1
