"""What the terrain alone makes of a place: how far one gets from it, and over what.

Terrain never moves and models are asked about the same places again and again, in one match and in
the next on the same map. So what has been worked out is kept, for so many places.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from shadows_west.content import CONTACT, STEP
from shadows_west.geometry.exact import Point, isqrt
from shadows_west.terrain.edges import Port, outside, ports, spots
from shadows_west.terrain.footing import Near, Spot, solid_lines
from shadows_west.terrain.ground import surface_z
from shadows_west.terrain.pieces import LINE_HALF
from shadows_west.terrain.standing import hindrances

PLACES: Final = 1024
"""About 3 KB each."""


class Stretch(NamedTuple):
    """A straight way in one direction, as long as the movement there is."""

    end: Point
    """Where it ends, or leaves the table."""
    limit: int
    """How far it can be walked."""
    k: int
    spot: Spot | None
    """The last place on it where there is room to stand, k u away; None if there is none."""


class Passage(NamedTuple):
    """A way up, down or through, from a place on one side of an edge to one on the other."""

    mode: str
    piece: str
    foot: Spot
    head: Spot


class Place:
    """A place where a base of some size stands, with so much movement."""

    def __init__(self, around: Near, start: Spot, radius: int, mounted: bool, far: int) -> None:
        x, y, z = start
        self.around, self.start = around, start
        self.radius, self.allowance = radius, far
        west, south, east, north = x - far, y - far, x + far, y + far
        r, wide = radius, radius + LINE_HALF
        self.lines = [
            line
            for line in solid_lines(around, z, z, not mounted)
            if line[0] <= east + r
            and line[2] >= west - r
            and line[1] <= north + r
            and line[3] >= south - r
        ]
        """What is solid on this level and in reach, like all that follows."""
        self.blocks = [
            one
            for one in around.blocks
            if one.box[0] <= east
            and one.box[2] >= west
            and one.box[1] <= north
            and one.box[3] >= south
        ]
        self.difficult = [
            one for one in around.difficult if not z and one.meets(west, south, east, north)
        ]
        """What slows one down who is on the ground."""
        self.hindrances = [
            one
            for one in hindrances(around, z, not mounted)
            if one.box[0] < east + wide
            and one.box[2] > west - wide
            and one.box[1] < north + wide
            and one.box[3] > south - wide
        ]
        """What one cannot end on."""
        self.stretches: dict[Point, Stretch] = {}
        """As far as they have been asked for, by direction."""
        self.walked: dict[Point, int | None] = {}
        """At which height one arrives at points beside enemies; None where terrain stops one."""
        self._edges: list[Passage] | None = None
        self._openings: list[Passage] | None = None

    def edges(self) -> list[Passage]:
        """Up or down at each edge in reach: for each way and level of a piece, the nearest."""
        if self._edges is None:
            best: dict[tuple[str, str, int], tuple[int, Passage]] = {}
            for port in self._ports():
                for passage in self._over(port):
                    far = apart(self.start, passage.foot)
                    key = (passage.mode, passage.piece, passage.head[2])
                    if far <= self.allowance and (key not in best or far < best[key][0]):
                        best[key] = far, passage
            self._edges = [passage for _, passage in best.values()]
        return self._edges

    def _ports(self) -> list[Port]:
        """The edges and openings that one can touch within one's movement."""
        x, y, _ = self.start
        far = self.allowance + self.radius + 2 * CONTACT
        return [
            port
            for port in ports(self.around)
            if min(port.span[0], port.span[2]) <= x + far
            and max(port.span[0], port.span[2]) >= x - far
            and min(port.span[1], port.span[3]) <= y + far
            and max(port.span[1], port.span[3]) >= y - far
        ]

    def _over(self, port: Port) -> list[Passage]:
        """Over an edge or opening opposite the model: up to it from outside, or down from it."""
        x, y, z = self.start
        side = outside(port, x, y)
        if not (side >= 0 and abs(port.z - z) >= STEP) and not (side <= 0 and port.z == z):
            return []
        pair = across(self.around, port, x, y, self.radius)
        if pair is None:
            return []
        inner, outer = pair
        if port.z != z:
            return [Passage("climb", port.id, (*outer, z), (*inner, port.z))]
        below = surface_z(self.around.ground, *outer, z)
        if z - below < STEP:
            return []
        modes = ("climb", "drop") if port.kind in ("open", "rail") else ("climb",)
        return [Passage(mode, port.id, (*inner, z), (*outer, below)) for mode in modes]

    def openings(self) -> list[Passage]:
        """Through each door and window in reach, from just before to just behind it."""
        if self._openings is None:
            self._openings = []
            x, y, z = self.start
            for port in self._ports():
                if port.kind not in ("door", "window") or port.z != z:
                    continue
                pair = across(self.around, port, x, y, self.radius)
                if pair is None:
                    continue
                inner, outer = pair
                near, far = (outer, inner) if outside(port, x, y) > 0 else (inner, outer)
                if apart(self.start, (*far, z)) <= self.allowance:
                    self._openings.append(Passage(port.kind, port.id, (*near, z), (*far, z)))
        return self._openings


@lru_cache(maxsize=PLACES)
def place(around: Near, start: Spot, radius: int, mounted: bool, allowance: int) -> Place:
    """What is known of a place; nothing, if nobody has asked."""
    return Place(around, start, radius, mounted, allowance)


def apart(a: Spot, b: Spot) -> int:
    """The distance of two places in plan, rounded down."""
    return isqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]))


def across(around: Near, port: Port, x: int, y: int, r: int) -> tuple[Point, Point] | None:
    """The places on both sides of an edge that are opposite a point."""
    size = around.ground.size
    for _, inner in spots(port, x, y, r, inner=True, most=0):
        for _, outer in spots(port, *inner, r, inner=False, most=0):
            if all(0 <= value <= size for value in (*inner, *outer)):
                return inner, outer
    return None
