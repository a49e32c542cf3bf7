"""From the pieces of a map to a ``Ground`` (specification, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import MappingProxyType

from shadows_west.geometry.exact import Polygon
from shadows_west.geometry.polygons import (
    box,
    convex,
    disc16,
    rectangle,
    shape,
)
from shadows_west.terrain.maps import MAPS as MAPS
from shadows_west.terrain.maps import Map as Map
from shadows_west.terrain.maps import Piece as Piece
from shadows_west.terrain.maps import Place as Place
from shadows_west.terrain.pieces import (
    DOOR_TOP,
    HALF_OPENING,
    WINDOW_FROM,
    WINDOW_TO,
    Building,
    Edge,
    Explosive,
    Gap,
    Ground,
    Linear,
    Segment,
    Slab,
    Solid,
    Stairs,
    Surface,
    Wall,
    Zone,
)


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
        difficult=tuple(zone.shape for zone in (*slow, *areas, *cacti) if zone.difficult),
        bridges=tuple(shape(outline(piece)) for piece in kinds.get("bridge", [])),
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
    return Zone(piece.id, poly, box(poly), shape(poly), piece.difficult or difficult)


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
