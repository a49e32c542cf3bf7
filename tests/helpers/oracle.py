"""An oracle for the geometry of Shadows of the West: Shapely, with floats and code of its own.

It is built from the pieces of a map and the text of the specification alone. It says None where
floats cannot tell on which side of a border something is.
"""

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from shapely import LineString, Point, Polygon, box
from shapely.ops import substring

from shadows_west.state import Figure, Table
from shadows_west.terrain.maps import MAPS, Piece

EPS = 1e-6
Spot = tuple[float, float, float]
Answer = bool | None
"""None where a float cannot tell."""


def below(value: float, limit: float) -> Answer:
    return None if abs(value - limit) < EPS else value < limit


def both(*answers: Answer) -> Answer:
    if any(answer is False for answer in answers):
        return False
    return None if None in answers else True


def either(*answers: Answer) -> Answer:
    if any(answer is True for answer in answers):
        return True
    return None if None in answers else False


def negated(answer: Answer) -> Answer:
    return None if answer is None else not answer


# --- the maps, built anew ------------------------------------------------------------------------


class Barrier(NamedTuple):
    """A wall of one floor, or one segment of a low obstacle."""

    id: str
    line: Any
    low: int
    high: int
    openings: tuple[tuple[float, float, float, float, str], ...] = ()
    building: str = ""


class Mass(NamedTuple):
    """A block or an explosive piece."""

    id: str
    shape: Any
    high: int
    kind: str
    top: bool = False


class Chart(NamedTuple):
    """A map as the oracle sees it."""

    size: int
    walls: list[Barrier]
    fences: list[Barrier]
    fence_shapes: dict[str, Any]
    masses: list[Mass]
    slabs: list[tuple[Any, int]]
    areas: dict[str, Any]
    surfaces: list[tuple[str, Any, int]]
    pieces: tuple[Piece, ...]


def footprint(piece: Piece) -> Any:
    if piece.rect is not None:
        return box(*piece.rect)
    if piece.disc is not None:
        x, y, r = piece.disc
        turns = [k * math.pi / 8 for k in range(16)]
        return Polygon(
            [
                (
                    x + int(r * round(1000 * math.cos(turn)) / 1000),
                    y + int(r * round(1000 * math.sin(turn)) / 1000),
                )
                for turn in turns
            ]
        )
    return Polygon(piece.poly)


@cache
def chart(name: str) -> Chart:
    pieces = MAPS[name].pieces
    here = Chart(MAPS[name].size, [], [], {}, [], [], {}, [], pieces)
    for piece in pieces:
        if piece.kind == "building":
            _add_building(here, piece)
        elif piece.kind == "linear":
            here.fence_shapes[piece.id] = LineString(piece.line)
            for a, b in pairwise(piece.line):
                here.fences.append(Barrier(piece.id, LineString([a, b]), 0, piece.h))
        elif piece.kind in ("block", "explosive"):
            shape = footprint(piece)
            here.masses.append(Mass(piece.id, shape, piece.h, piece.kind, piece.top))
            if piece.top:
                here.surfaces.append((piece.id, shape, piece.h))
        elif piece.kind == "platform":
            here.slabs.append((footprint(piece), piece.z))
            here.surfaces.append((piece.id, footprint(piece), piece.z))
        elif piece.kind == "area":
            here.areas[piece.id] = footprint(piece)
    return here


def _add_building(here: Chart, piece: Piece) -> None:
    assert piece.rect is not None
    x0, y0, x1, y1 = piece.rect
    heights = [*piece.floors, piece.roof]
    for z in heights:
        if z:
            here.slabs.append((footprint(piece), z))
            here.surfaces.append((piece.id, footprint(piece), z))
    ends = {
        "S": ((x0, y0), (x1, y0)),
        "N": ((x0, y1), (x1, y1)),
        "W": ((x0, y0), (x0, y1)),
        "E": ((x1, y0), (x1, y1)),
    }
    for side, line in ends.items():
        for floor, (z, above) in enumerate(pairwise(heights)):
            gaps = []
            for where, centre, kind, storey in piece.open:
                if (where, storey) == (side, floor):
                    low, high = (0, 200) if kind == "door" else (60, 180)
                    gaps.append((centre - 63, centre + 63, z + low, z + high, kind))
            here.walls.append(
                Barrier(f"{piece.id}.{side}", LineString(line), z, above, tuple(gaps), piece.id)
            )


# --- the oracle's own rays -----------------------------------------------------------------------


def height_at(start: Spot, end: Spot, t: float) -> float:
    return start[2] if start[2] == end[2] else start[2] + (end[2] - start[2]) * t


def at_or_above(value: float, limit: float, *, exact: bool) -> Answer:
    return value >= limit if exact else negated(below(value, limit))


def barrier_blocks(
    barrier: Barrier, start: Spot, end: Spot, line: Any, passable: str = "door window"
) -> Answer:
    if not line.intersects(barrier.line):
        return False
    met = line.intersection(barrier.line)
    if met.geom_type != "Point":
        return None
    level = start[2] == end[2]
    h = height_at(start, end, line.project(met) / line.length)
    in_height = both(
        at_or_above(h, barrier.low, exact=level),
        negated(at_or_above(h, barrier.high, exact=level)),
    )
    at = barrier.line.project(met)
    through = [
        both(below(low, at), below(at, high), at_or_above(h, z0, exact=level), below(h, z1))
        for low, high, z0, z1, kind in barrier.openings
        if kind in passable
    ]
    return both(in_height, negated(either(*through)))


def part_heights(shape: Any, start: Spot, end: Spot, line: Any) -> Iterator[tuple[float, float]]:
    """Lowest and highest point of each part of a ray over a shape."""
    met = line.intersection(shape)
    for part in getattr(met, "geoms", [met]):
        ends = [height_at(start, end, line.project(Point(p)) / line.length) for p in part.coords]
        yield min(ends), max(ends)


def mass_blocks(mass: Mass, start: Spot, end: Spot, line: Any) -> Answer:
    if not line.intersects(mass.shape):
        return False
    level = start[2] == end[2]
    return either(
        *(
            negated(at_or_above(low, mass.high, exact=level))
            for low, _ in part_heights(mass.shape, start, end, line)
        )
    )


def slab_blocks(shape: Any, z: int, start: Spot, end: Spot, line: Any) -> Answer:
    if (start[2] - z) * (end[2] - z) >= 0:
        return False
    at = line.interpolate((start[2] - z) / (start[2] - end[2]) * line.length)
    if shape.exterior.distance(at) < EPS:
        return None
    return bool(shape.covers(at))


def body_blocks(figure: Figure, radius: int, start: Spot, end: Spot, line: Any) -> Answer:
    foot, top = figure.z, figure.z + figure.base.height
    low, high = sorted((start[2], end[2]))
    if high < foot or low >= top:
        return False
    part = line
    if low != high:
        cuts = sorted((z - start[2]) / (end[2] - start[2]) for z in (foot, top))
        first, last = max(cuts[0], 0.0), min(cuts[1], 1.0)
        part = substring(line, first, last, normalized=True)
    return below(part.distance(Point(figure.x, figure.y)), radius)


def ray_blocked(here: Chart, others: list[Figure], skip: str, start: Spot, end: Spot) -> Answer:
    line = LineString([start[:2], end[:2]])
    if line.length == 0:
        return None
    found: list[Answer] = [
        barrier_blocks(one, start, end, line) for one in (*here.walls, *here.fences)
    ]
    found += [mass_blocks(one, start, end, line) for one in here.masses if one.id != skip]
    found += [slab_blocks(shape, z, start, end, line) for shape, z in here.slabs]
    found += [body_blocks(one, one.base.body, start, end, line) for one in others]
    return either(*found)


def view(here: Chart, table: Table, a: Figure, b: Figure) -> Answer:
    """Whether any of the eighteen rays is clear."""
    others = [f for f in table.present() if not f.downed and f.id not in (a.id, b.id)]
    clear: list[Answer] = []
    for one, other in ((a, b), (b, a)):
        if one.base.eye is None:
            continue
        eye = (one.x, one.y, one.z + one.base.eye)
        dx, dy = other.x - one.x, other.y - one.y
        length = math.isqrt(dx * dx + dy * dy - 1) + 1 if dx or dy else 1
        wide = other.base.body
        ox, oy = int(-dy * wide / length), int(dx * wide / length)
        for side in (0, 1, -1):
            for sample in other.base.samples:
                end = (other.x + side * ox, other.y + side * oy, other.z + sample)
                clear.append(negated(ray_blocked(here, others, other.id, eye, end)))
                if clear[-1]:
                    return True
    return either(*clear)


# --- cover ---------------------------------------------------------------------------------------


def fence_met(fence: Barrier, start: Spot, end: Spot, line: Any) -> Answer:
    """Whether the part of a line below the top of a fence comes within 10 u of its middle."""
    low, high = 0.0, 1.0
    if start[2] < end[2]:
        high = (fence.high - start[2]) / (end[2] - start[2])
    elif start[2] > end[2]:
        low = (start[2] - fence.high) / (start[2] - end[2])
    elif start[2] >= fence.high:
        return False
    if low >= 1 or high <= 0:
        return False
    part = substring(line, max(low, 0.0), min(high, 1.0), normalized=True)
    return negated(below(10, part.distance(fence.line)))


def cover(here: Chart, table: Table, a: Figure, b: Figure) -> dict[str, Answer]:
    """What is between two base centres, by id."""
    start, end = (a.x, a.y, a.z), (b.x, b.y, b.z)
    line = LineString([start[:2], end[:2]])
    centre = Point(a.x, a.y)
    stands_on = {id for id, shape, z in here.surfaces if z == a.z and shape.covers(centre)}
    found: dict[str, list[Answer]] = {}

    def add(id: str, distance: float, crossed: Answer) -> None:
        apart = negated(below(distance, a.radius + 2 + EPS * 3))
        found.setdefault(id, []).append(both(apart, crossed))

    for wall in here.walls:
        if wall.building not in stands_on:
            crossed = barrier_blocks(wall, start, end, line, "door")
            add(wall.id, wall.line.distance(centre), crossed)
    for fence in here.fences:
        if fence.high >= 100:
            distance = here.fence_shapes[fence.id].distance(centre) - 10
            add(fence.id, distance, fence_met(fence, start, end, line))
    for mass in here.masses:
        if mass.high >= 100:
            crossed = mass_blocks(mass, start, end, line)
            add(mass.id, mass.shape.distance(centre), crossed)
    for other in table.present():
        if not other.downed and other.id not in (a.id, b.id):
            apart = centre.distance(Point(other.x, other.y)) - other.radius
            if other.z != a.z:
                apart = 10**6  # a figure 2 u higher or lower does not occur on the maps
            add(other.id, apart, body_blocks(other, other.radius, start, end, line))
    for id, area in here.areas.items():
        ignored = area.covers(centre) and not area.covers(Point(b.x, b.y))
        depth = line.intersection(area).length
        found[id] = [both(not ignored, negated(below(depth, 100)))]
    return {id: either(*answers) for id, answers in found.items()}


# --- distances of figures ------------------------------------------------------------------------


def touching(here: Chart, a: Figure, b: Figure) -> Answer:
    centre_a, centre_b = Point(a.x, a.y), Point(b.x, b.y)
    line, dz = LineString([centre_a, centre_b]), abs(a.z - b.z)
    flat = line.length - a.radius - b.radius
    start, end = (a.x, a.y, a.z), (b.x, b.y, b.z)
    if dz >= 50:
        close = both(dz <= 100, dz <= 100 and negated(below(math.isqrt(10_000 - dz * dz), flat)))
    else:
        limit = math.isqrt(10_000 - dz * dz)
        fenced = [
            both(
                a.z < fence.high and b.z < fence.high,
                line.intersects(fence.line),
                negated(below(limit, flat)),
                *(
                    negated(below(12 + one.radius, here.fence_shapes[fence.id].distance(centre)))
                    for one, centre in ((a, centre_a), (b, centre_b))
                ),
            )
            for fence in here.fences
        ]
        close = either(negated(below(2, flat)), *fenced)
    openings = [
        wall._replace(
            openings=tuple((*gap[:2], wall.low - 1, wall.high + 1, gap[4]) for gap in wall.openings)
        )
        for wall in here.walls
    ]
    walls = [barrier_blocks(wall, start, end, line) for wall in openings]
    return both(close, negated(either(*walls)))


# --- corridors and blasts ------------------------------------------------------------------------


def corridor_cut(here: Chart, a: Figure, start: Spot, end: Spot, line: Any) -> float | None:
    """How far along its line a corridor goes, as a fraction; None if floats cannot tell."""
    cuts = [1.0]
    centre = Point(a.x, a.y)
    stands_on = {id for id, shape, z in here.surfaces if z == a.z and shape.covers(centre)}
    for wall in here.walls:
        if wall.building in stands_on:
            continue
        tall = tuple((*gap[:2], wall.low - 1, wall.high + 1, gap[4]) for gap in wall.openings)
        stopped = barrier_blocks(wall._replace(openings=tall), start, end, line)
        if stopped is None:
            return None
        if stopped:
            cuts.append(line.project(line.intersection(wall.line)) / line.length)
    for mass in here.masses:
        if mass.kind == "block" and line.intersects(mass.shape):
            met = line.intersection(mass.shape)
            ends = sorted(line.project(Point(p)) / line.length for p in met.coords)
            limit = mass.high - 200
            low, high = height_at(start, end, ends[0]), height_at(start, end, ends[-1])
            if min(abs(low - limit), abs(high - limit)) < EPS and start[2] != end[2]:
                return None
            if low <= limit:
                cuts.append(ends[0])
            elif high <= limit:
                cuts.append((start[2] - limit) / (start[2] - end[2]))
    return min(cuts)
