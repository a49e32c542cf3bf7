"""What terrain is made of: walls with openings, obstacles, slabs, surfaces, edges (section 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from shadows_west.content import EXPLOSIVE, Base
from shadows_west.geometry.exact import Polygon
from shadows_west.geometry.polygons import Shape
from shadows_west.terrain.maps import MAPS as MAPS
from shadows_west.terrain.maps import Map as Map
from shadows_west.terrain.maps import Piece as Piece
from shadows_west.terrain.maps import Place as Place

HALF_OPENING: Final = 63
DOOR_TOP: Final = 200
WINDOW_FROM: Final = 60
WINDOW_TO: Final = 180
"""Half the width of a door or window, and their heights above the floor (shadows.geo.walls)."""
LINE_HALF: Final = 10
"""Half the thickness of a linear obstacle."""


Segment = tuple[int, int, int, int]
Gap = tuple[int, int, int, int, str]
"""An opening: from and to along its wall, from and to in height, ``door`` or ``window``."""


class Wall(Struct, frozen=True):
    """One side of a building on one floor; a is its west or south end (shadows.geo.walls)."""

    id: str
    """The side, such as ``saloon.S``: all its floors are one piece (shadows.geo.cover_skip)."""
    building: str
    ax: int
    ay: int
    bx: int
    by: int
    z0: int
    z1: int
    openings: tuple[Gap, ...]
    solid: tuple[Segment, ...]
    """Its parts in plan without the openings: what stops a model on foot."""


class Linear(Struct, frozen=True):
    """A fence or low wall, 20 u thick, along a line of segments."""

    id: str
    line: Polygon
    segments: tuple[Segment, ...]
    h: int
    box: tuple[int, int, int, int]
    """Of the line itself, without its thickness."""


class Solid(Struct, frozen=True):
    """A block: a footprint that rises from the ground to ``h``."""

    id: str
    poly: Polygon
    h: int
    top: bool
    box: tuple[int, int, int, int]
    convex: bool


class Explosive(Struct, frozen=True):
    """A piece of explosive terrain, which can be aimed at like a figure."""

    id: str
    x: int
    y: int
    radius: int
    poly: Polygon
    h: int
    box: tuple[int, int, int, int]
    z: int = 0

    @property
    def base(self) -> Base:
        """Its body, for sight."""
        return EXPLOSIVE


class Zone(Struct, frozen=True):
    """A flat piece: area terrain, difficult ground, a bridge or a cactus patch."""

    id: str
    poly: Polygon
    box: tuple[int, int, int, int]
    shape: Shape
    """The same, prepared."""
    difficult: bool = True


class Slab(Struct, frozen=True):
    """A floor, roof or platform that blocks sight across its height (shadows.geo.slabs)."""

    id: str
    rect: Segment
    z: int


class Surface(Struct, frozen=True):
    """Something to stand on above the ground."""

    id: str
    kind: str
    """``floor``, ``roof``, ``platform`` or ``block``."""
    poly: Polygon
    z: int
    box: tuple[int, int, int, int]


class Edge(Struct, frozen=True):
    """A stretch of a surface's border (shadows.geo.edges)."""

    kind: str
    """``wall``, ``rail`` or ``open``."""
    surface: str
    ax: int
    ay: int
    bx: int
    by: int
    z: int
    nx: int
    ny: int
    """Outwards, over the drop; not of any particular length."""


class Stairs(Struct, frozen=True):
    """A link between two surfaces."""

    id: str
    type: str
    a: Place
    b: Place


class Building(Struct, frozen=True):
    """A building as a whole."""

    id: str
    rect: Segment
    poly: Polygon
    floors: tuple[int, ...]
    roof: int
    parapet: bool


class Ground(Struct, frozen=True, eq=False):
    """A table without its figures; never changed, shared by every match on it."""

    map: str
    size: int
    pieces: tuple[Piece, ...]
    buildings: tuple[Building, ...]
    walls: tuple[Wall, ...]
    linears: tuple[Linear, ...]
    blocks: tuple[Solid, ...]
    explosives: tuple[Explosive, ...]
    areas: tuple[Zone, ...]
    cacti: tuple[Zone, ...]
    difficult: tuple[Shape, ...]
    """Everything that costs double: difficult ground, difficult areas and cactus patches."""
    bridges: tuple[Shape, ...]
    slabs: tuple[Slab, ...]
    surfaces: tuple[Surface, ...]
    """From the highest to the lowest."""
    edges: tuple[Edge, ...]
    stairs: tuple[Stairs, ...]
    loot: tuple[Place, ...]
    loot_sets: Mapping[int, tuple[int, ...]]
    hold: Segment
    shapes: Mapping[str, Polygon]
    """The outline of every piece that has one; of linear obstacles and walls the line."""

    def explosive(self, id: str) -> Explosive:
        """An explosive piece, to aim at."""
        return next(piece for piece in self.explosives if piece.id == id)

    def building(self, id: str) -> Building:
        """A building by its id."""
        return next(piece for piece in self.buildings if piece.id == id)

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of the table."""
        return self.size // 2, self.size // 2
