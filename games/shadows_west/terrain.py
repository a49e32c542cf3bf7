"""Terrain, compiled from the pieces of a map (specification, section 4.2).

``ground`` turns the map of a table into a ``Ground``: walls with their openings, obstacles, slabs,
surfaces to stand on and edges to fall over. It is computed once for each map and shared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from shadows_west.content import EXPLOSIVE, Base
from shadows_west.geometry import (
    Polygon,
    Ratio,
    box,
    ceil_sqrt,
    convex,
    disc16,
    inside,
    outline_distance2,
    poly_distance2,
    rectangle,
    trunc_div,
)
from shadows_west.maps import MAPS as MAPS
from shadows_west.maps import Map as Map
from shadows_west.maps import Piece as Piece
from shadows_west.maps import Place as Place
from shadows_west.state import Table

HALF_OPENING: Final = 63
DOOR_TOP: Final = 200
WINDOW_FROM: Final = 60
WINDOW_TO: Final = 180
"""Half the width of a door or window, and their heights above the floor (shadows.geo.walls)."""
LINE_HALF: Final = 10
"""Half the thickness of a linear obstacle."""
LARGE_SIZE: Final = 4800

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
    difficult: tuple[Polygon, ...]
    """Everything that costs double: difficult ground, difficult areas and cactus patches."""
    bridges: tuple[Polygon, ...]
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


# --- which map -----------------------------------------------------------------------------------

_known: dict[str, Map] = dict(MAPS)


def register(
    name: str,
    pieces: tuple[Piece, ...] | list[Piece] = (),
    size: int = 3600,
    loot: tuple[Place, ...] = (),
    loot_sets: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
    hold: Segment = (0, 0, 0, 0),
) -> None:
    """Make a map known under a name, for tests and for maps of one's own."""
    if name in _known:
        _compiled.cache_clear()
    _known[name] = Map(name, tuple(pieces), size, tuple(loot), loot_sets, hold)


def ground(table: Table) -> Ground:
    """The terrain of a table."""
    return _compiled(table.map, table.large, table.unusual, tuple(table.exploded))


@lru_cache(maxsize=128)
def _compiled(name: str, large: bool, unusual: bool, exploded: tuple[str, ...]) -> Ground:
    chart = _known[name]
    shift = (LARGE_SIZE - chart.size) // 2 if large else 0
    pieces = tuple(
        _shifted(piece, shift)
        for piece in chart.pieces
        if piece.id not in exploded and (unusual or piece.kind not in ("explosive", "cactus"))
    )
    return compile_pieces(
        name,
        pieces,
        size=LARGE_SIZE if large else chart.size,
        loot=tuple((x + shift, y + shift, z) for x, y, z in chart.loot),
        loot_sets=chart.loot_sets,
        hold=_moved(chart.hold, shift),
    )


def _moved(rect: Segment, shift: int) -> Segment:
    x0, y0, x1, y1 = rect
    return x0 + shift, y0 + shift, x1 + shift, y1 + shift


def _shifted(piece: Piece, shift: int) -> Piece:
    """A piece of the map in the middle of a larger table."""
    if not shift:
        return piece
    return replace(
        piece,
        rect=None if piece.rect is None else _moved(piece.rect, shift),
        poly=tuple((x + shift, y + shift) for x, y in piece.poly),
        line=tuple((x + shift, y + shift) for x, y in piece.line),
        disc=None
        if piece.disc is None
        else (piece.disc[0] + shift, piece.disc[1] + shift, piece.disc[2]),
        a=(piece.a[0] + shift, piece.a[1] + shift, piece.a[2]),
        b=(piece.b[0] + shift, piece.b[1] + shift, piece.b[2]),
    )


# --- compiling -----------------------------------------------------------------------------------


def outline(piece: Piece) -> Polygon:
    """The footprint of a piece; discs become 16-gons (section 4.2)."""
    if piece.rect is not None:
        return rectangle(*piece.rect)
    if piece.disc is not None:
        return disc16(*piece.disc)
    return piece.poly


def compile_pieces(
    name: str,
    pieces: tuple[Piece, ...],
    *,
    size: int,
    loot: tuple[Place, ...] = (),
    loot_sets: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
    hold: Segment = (0, 0, 0, 0),
) -> Ground:
    """Work out everything that rules ask about some pieces of terrain."""
    kinds: dict[str, list[Piece]] = {}
    for piece in sorted(pieces, key=lambda piece: piece.id):  # shadows.geo.order
        kinds.setdefault(piece.kind, []).append(piece)
    buildings = tuple(_building(piece) for piece in kinds.get("building", []))
    walls = tuple(wall for piece in kinds.get("building", []) for wall in _walls(piece))
    linears = tuple(_linear(piece) for piece in kinds.get("linear", []))
    blocks = tuple(_solid(piece) for piece in kinds.get("block", []))
    areas = tuple(_zone(piece) for piece in kinds.get("area", []))
    cacti = tuple(_zone(piece, difficult=True) for piece in kinds.get("cactus", []))
    slow = tuple(_zone(piece, difficult=True) for piece in kinds.get("difficult", []))
    platforms = kinds.get("platform", [])
    shapes = {piece.id: piece.line or outline(piece) for piece in pieces if piece.kind != "stairs"}
    shapes |= {wall.id: ((wall.ax, wall.ay), (wall.bx, wall.by)) for wall in walls}
    return Ground(
        map=name,
        size=size,
        pieces=pieces,
        buildings=buildings,
        walls=walls,
        linears=linears,
        blocks=blocks,
        explosives=tuple(_explosive(piece) for piece in kinds.get("explosive", [])),
        areas=areas,
        cacti=cacti,
        difficult=tuple(zone.poly for zone in (*slow, *areas, *cacti) if zone.difficult),
        bridges=tuple(outline(piece) for piece in kinds.get("bridge", [])),
        slabs=tuple(_slabs(buildings, platforms)),
        surfaces=tuple(
            sorted(_surfaces(buildings, platforms, blocks), key=lambda one: (-one.z, one.id))
        ),
        edges=tuple(_edges(buildings, platforms, blocks, walls)),
        stairs=tuple(Stairs(one.id, one.type, one.a, one.b) for one in kinds.get("stairs", [])),
        loot=loot,
        loot_sets=loot_sets,
        hold=hold,
        shapes=MappingProxyType(shapes),
    )


def _rect(piece: Piece) -> Segment:
    if piece.rect is None:
        raise ValueError(f"{piece.kind} {piece.id} needs a rectangle")
    return piece.rect


def _building(piece: Piece) -> Building:
    rect = _rect(piece)
    floors = piece.floors or (0,)
    return Building(piece.id, rect, rectangle(*rect), floors, piece.roof, piece.parapet)


def _walls(piece: Piece) -> Iterator[Wall]:
    """The walls of a building, each from a floor to the next or to the roof."""
    x0, y0, x1, y1 = _rect(piece)
    sides = {
        "E": (x1, y0, x1, y1),
        "N": (x0, y1, x1, y1),
        "S": (x0, y0, x1, y0),
        "W": (x0, y0, x0, y1),
    }
    floors = piece.floors or (0,)
    heights = (*floors, piece.roof)
    for side, (ax, ay, bx, by) in sides.items():
        for floor, z in enumerate(floors):
            gaps = tuple(
                sorted(
                    _gap(centre, kind, z)
                    for where, centre, kind, storey in piece.open
                    if where == side and storey == floor
                )
            )
            yield Wall(
                id=f"{piece.id}.{side}",
                building=piece.id,
                ax=ax,
                ay=ay,
                bx=bx,
                by=by,
                z0=z,
                z1=heights[floor + 1],
                openings=gaps,
                solid=tuple(_solid_parts(ax, ay, bx, by, gaps)),
            )


def _gap(centre: int, kind: str, floor: int) -> Gap:
    low, high = (0, DOOR_TOP) if kind == "door" else (WINDOW_FROM, WINDOW_TO)
    return centre - HALF_OPENING, centre + HALF_OPENING, floor + low, floor + high, kind


def _solid_parts(ax: int, ay: int, bx: int, by: int, gaps: tuple[Gap, ...]) -> Iterator[Segment]:
    """What is left of a wall, which runs along an axis, beside its openings."""
    length = bx - ax + by - ay
    ends = [0, *(end for gap in gaps for end in gap[:2]), length]
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        if low < high:
            if ay == by:
                yield ax + low, ay, ax + high, ay
            else:
                yield ax, ay + low, ax, ay + high


def _linear(piece: Piece) -> Linear:
    segments = tuple((ax, ay, bx, by) for (ax, ay), (bx, by) in pairwise(piece.line))
    return Linear(piece.id, piece.line, segments, piece.h, box(piece.line))


def _solid(piece: Piece) -> Solid:
    poly = outline(piece)
    return Solid(piece.id, poly, piece.h, piece.top, box(poly), convex(poly))


def _explosive(piece: Piece) -> Explosive:
    if piece.disc is None:
        raise ValueError(f"explosive {piece.id} needs a disc")
    x, y, radius = piece.disc
    poly = outline(piece)
    return Explosive(piece.id, x, y, radius, poly, piece.h, box(poly))


def _zone(piece: Piece, *, difficult: bool = False) -> Zone:
    poly = outline(piece)
    return Zone(piece.id, poly, box(poly), piece.difficult or difficult)


def _slabs(buildings: tuple[Building, ...], platforms: list[Piece]) -> Iterator[Slab]:
    for building in buildings:
        for z in (*building.floors, building.roof):
            if z > 0:
                yield Slab(building.id, building.rect, z)
    for piece in platforms:
        yield Slab(piece.id, _rect(piece), piece.z)


def _surfaces(
    buildings: tuple[Building, ...], platforms: list[Piece], blocks: tuple[Solid, ...]
) -> Iterator[Surface]:
    for building in buildings:
        for z in building.floors:
            if z > 0:
                yield Surface(building.id, "floor", building.poly, z, building.rect)
        yield Surface(building.id, "roof", building.poly, building.roof, building.rect)
    for piece in platforms:
        yield Surface(piece.id, "platform", outline(piece), piece.z, _rect(piece))
    for block in blocks:
        if block.top:
            yield Surface(block.id, "block", block.poly, block.h, block.box)


def _edges(
    buildings: tuple[Building, ...],
    platforms: list[Piece],
    blocks: tuple[Solid, ...],
    walls: tuple[Wall, ...],
) -> Iterator[Edge]:
    """The borders of all surfaces, divided where walls rise from them (shadows.geo.edges)."""
    rims = [
        (building.id, building.poly, z, "open")
        for building in buildings
        for z in building.floors
        if z > 0
    ]
    rims += [
        (building.id, building.poly, building.roof, "rail" if building.parapet else "open")
        for building in buildings
    ]
    rims += [(piece.id, outline(piece), piece.z, piece.edge) for piece in platforms]
    rims += [(block.id, block.poly, block.h, "open") for block in blocks if block.top]
    for surface, poly, z, kind in rims:
        ax, ay = poly[-1]
        for bx, by in poly:
            rising = [_overlap((ax, ay, bx, by), wall) for wall in walls if wall.z0 <= z < wall.z1]
            nx, ny = by - ay, ax - bx
            for (px, py, qx, qy), walled in _divided(
                (ax, ay, bx, by), [part for part in rising if part is not None]
            ):
                yield Edge("wall" if walled else kind, surface, px, py, qx, qy, z, nx, ny)
            ax, ay = bx, by


def _overlap(edge: Segment, wall: Wall) -> tuple[int, int] | None:
    """The stretch of an edge along an axis, in u from its start, that lies on a wall."""
    ax, ay, bx, by = edge
    if ay == by == wall.ay == wall.by:
        start, end, low, high = ax, bx, wall.ax, wall.bx
    elif ax == bx == wall.ax == wall.bx:
        start, end, low, high = ay, by, wall.ay, wall.by
    else:
        return None
    if end < start:
        start, end, low, high = -start, -end, -high, -low
    low, high = max(low, start), min(high, end)
    return (low - start, high - start) if low < high else None


def _divided(edge: Segment, walled: list[tuple[int, int]]) -> Iterator[tuple[Segment, bool]]:
    """An edge in stretches with and without a wall on it."""
    ax, ay, bx, by = edge
    if not walled:
        yield edge, False
        return
    length = abs(bx - ax) + abs(by - ay)
    ux, uy = (bx - ax) // length, (by - ay) // length
    cuts = sorted({0, length, *(cut for part in walled for cut in part)})
    for low, high in pairwise(cuts):
        stretch = (ax + low * ux, ay + low * uy, ax + high * ux, ay + high * uy)
        yield stretch, any(start <= low and high <= end for start, end in walled)


# --- asking --------------------------------------------------------------------------------------


def surface_z(ground: Ground, x: int, y: int, z: int) -> int:
    """The highest surface at ``z`` or lower that covers a point (shadows.geo.surface)."""
    for one in ground.surfaces:
        if one.z <= z:
            x0, y0, x1, y1 = one.box
            if x0 <= x <= x1 and y0 <= y <= y1 and inside(one.poly, x, y):
                return one.z
    return 0


def surfaces_at(ground: Ground, x: int, y: int) -> list[int]:
    """The heights at which one can stand on a point, from the ground up.

    The ground itself is left out under a block, which is solid.
    """
    found = {
        one.z
        for one in ground.surfaces
        if one.box[0] <= x <= one.box[2]
        and one.box[1] <= y <= one.box[3]
        and inside(one.poly, x, y)
    }
    if not any(inside(block.poly, x, y) for block in ground.blocks):
        found.add(0)
    return sorted(found)


def surface_ids(ground: Ground, x: int, y: int, z: int) -> set[str]:
    """The pieces whose surface at exactly ``z`` covers a point: what one there stands on."""
    return {
        one.id
        for one in ground.surfaces
        if one.z == z
        and one.box[0] <= x <= one.box[2]
        and one.box[1] <= y <= one.box[3]
        and inside(one.poly, x, y)
    }


def below(ground: Ground, edge: Edge, x: int, y: int) -> int:
    """The height of the surface that one falls to over an edge, at a point of that edge."""
    length = ceil_sqrt(edge.nx * edge.nx + edge.ny * edge.ny)
    out_x = x + trunc_div(3 * edge.nx, length)
    out_y = y + trunc_div(3 * edge.ny, length)
    return surface_z(ground, out_x, out_y, edge.z)


def buildings_inside(ground: Ground, x: int, y: int, z: int) -> list[str]:
    """The buildings whose rooms a place belongs to: in the footprint and below the roof."""
    return [
        building.id
        for building in ground.buildings
        if building.rect[0] <= x <= building.rect[2]
        and building.rect[1] <= y <= building.rect[3]
        and z < building.roof
    ]


def inside_piece(ground: Ground, id: str, x: int, y: int, z: int) -> bool:
    """Whether a base centre is in a piece's footprint, and below the roof of a building."""
    if not inside(ground.shapes[id], x, y):
        return False
    return all(building.id != id or z < building.roof for building in ground.buildings)


def piece_distance2(ground: Ground, id: str, x: int, y: int) -> Ratio:
    """The squared distance in plan of a point from a piece, or from the line of a linear one."""
    shape = ground.shapes[id]
    if len(shape) == 2 or any(linear.id == id for linear in ground.linears):
        return outline_distance2(shape, x, y)
    return poly_distance2(shape, x, y)
