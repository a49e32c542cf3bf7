"""Terrain, compiled from the pieces of a map (specification, section 4.2).

``ground`` turns the map of a table into a ``Ground``: walls with their openings, obstacles, slabs,
surfaces to stand on and edges to fall over. It is computed once for each map and shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from shadows_west.geometry.exact import Ratio, ceil_sqrt, trunc_div
from shadows_west.geometry.polygons import (
    inside,
    outline_distance2,
    poly_distance2,
)
from shadows_west.state import Table
from shadows_west.terrain.compiling import compile_pieces
from shadows_west.terrain.maps import MAPS as MAPS
from shadows_west.terrain.maps import Map as Map
from shadows_west.terrain.maps import Piece as Piece
from shadows_west.terrain.maps import Place as Place
from shadows_west.terrain.pieces import Edge, Ground, Segment

LARGE_SIZE: Final = 4800


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
    exploded = tuple(table.exploded) if table.exploded else ()
    return _compiled(table.map, table.large, table.unusual, exploded)


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
