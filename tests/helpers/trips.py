"""Moves of Shadows of the West as a test needs them: a figure goes, pieces are in its way."""

from collections.abc import Sequence
from typing import Any

from shadows_west.moves.march import Deed, Trip
from shadows_west.moves.orders import read_order
from shadows_west.moves.paths import trace
from shadows_west.state import Figure, Marker
from shadows_west.terrain.maps import Piece
from town import fence, fig, town

FENCE = fence(2000)
HUT = Piece(
    "hut",
    "building",
    rect=(900, 1049, 1300, 1449),
    floors=(0,),
    roof=300,
    open=(("S", 200, "door", 0), ("E", 200, "window", 0)),
)
BLOCK = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=400, top=True)
OTHER_BLOCK = Piece("other", "block", rect=(300, 1000, 700, 1400), h=400, top=True)
CRATES = Piece("crates", "block", rect=(1100, 900, 1300, 1100), h=150, top=True)


def go(
    order: str,
    figures: Sequence[Figure],
    pieces: Sequence[Piece] = (),
    *,
    map: str | None = None,
    markers: Sequence[Marker] = (),
    **how: Any,
) -> Trip:
    """The Move of the first figure."""
    table = town(figures, pieces, map=map, markers=markers).table
    figure = table.figures[figures[0].id]
    return trace(table, figure, read_order(order, figure.z), **how)


def refused(trip: Trip) -> str:
    """Why a Move is forbidden."""
    assert trip.refusal is not None, trip
    return trip.refusal.key


def deed(trip: Trip, verb: str) -> Deed:
    """The only deed of a kind on the way."""
    [found] = [deed for deed in trip.deeds if deed.verb == verb]
    return found


def a1(x: int = 1000, y: int = 1000, z: int = 0, **more: Any) -> Figure:
    """Whoever moves."""
    return fig("a1", x, y, z, **more)
