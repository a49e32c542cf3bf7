"""The exact geometry against the oracle, on random tables.

Every case comes from a seed, which a failure prints; `BOOMTOWN_SOAK_SEED` chooses another one. What
the oracle cannot judge is passed over and counted.
"""

import math
import os
from collections.abc import Iterator
from decimal import Decimal, localcontext

import pytest
from shapely import LineString, Point, Polygon, union_all
from shapely.ops import substring

from boomtown.core import Chance, Seat
from oracle import (
    Answer,
    Chart,
    below,
    both,
    chart,
    corridor_cut,
    cover,
    footprint,
    height_at,
    negated,
    ray_blocked,
    touching,
    view,
)
from shadows_west.content import BLAST
from shadows_west.content.gangs import WEAPONS
from shadows_west.geometry import polygons, segments
from shadows_west.measuring import sight, spacing
from shadows_west.shooting import fire
from shadows_west.state import Figure, Kind, Marker, Table
from shadows_west.terrain.ground import ground, surface_z
from shadows_west.terrain.maps import MAPS, Piece

SEED = os.environ.get("BOOMTOWN_SOAK_SEED", "oracle")


def draws(name: str, cases: int) -> Iterator[tuple[str, Chance]]:
    """As many seeded streams, each with what to print if its case fails."""
    for case in range(cases):
        seed = f"{SEED} {name} {case}"
        yield seed, Chance.seeded(seed)


def number(chance: Chance, low: int, high: int) -> int:
    return low + chance.below(high - low + 1)


def sizes(few: int, many: int) -> pytest.MarkDecorator:
    """A few cases in every run, many in a soak."""
    return pytest.mark.parametrize("cases", [few, pytest.param(many, marks=pytest.mark.soak)])


# --- plane geometry ------------------------------------------------------------------------------


def polygon(chance: Chance) -> tuple[tuple[int, int], ...]:
    """A random simple polygon on the grid, counter-clockwise, seldom convex."""
    while True:
        x, y = number(chance, 500, 3100), number(chance, 500, 3100)
        corners = []
        for k in range(number(chance, 3, 9)):
            angle = 2 * math.pi * (k + number(chance, 0, 900) / 1000) / 9
            r = number(chance, 40, 480)
            corners.append((x + int(r * math.cos(angle)), y + int(r * math.sin(angle))))
        shape = Polygon(corners)
        if shape.is_valid and shape.area > 100:
            return tuple(corners if shape.exterior.is_ccw else corners[::-1])


def near(chance: Chance, poly: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """A point near a polygon: sometimes a corner, or in line with two."""
    x, y = chance.pick(poly)
    kind = number(chance, 0, 3)
    if kind == 0:
        return x, y
    if kind == 1:
        qx, qy = chance.pick(poly)
        return 2 * x - qx, 2 * y - qy
    return x + number(chance, -300, 300), y + number(chance, -300, 300)


@sizes(400, 40_000)
def test_distances_of_points_and_segments(cases: int) -> None:
    for seed, chance in draws("distances", cases):
        a, b, c, d = (
            (number(chance, 0, 60), number(chance, 0, 60))
            if number(chance, 0, 1)
            else (number(chance, 0, 4800), number(chance, 0, 4800))
            for _ in range(4)
        )
        one, other = LineString([a, b]), LineString([c, d])
        for found, expected in (
            (segments.point_segment_d2(*c, *a, *b), one.distance(Point(c))),
            (segments.segment_segment_d2(*a, *b, *c, *d), one.distance(other)),
        ):
            assert math.sqrt(found[0] / found[1]) == pytest.approx(expected, abs=1e-7), seed
        if a != b and c != d:
            meets = one.intersects(other)
            assert segments.segments_meet(*a, *b, *c, *d) is meets, seed
            crossing = segments.cross_param(a, b, c, d)
            parallel = (b[0] - a[0]) * (d[1] - c[1]) == (b[1] - a[1]) * (d[0] - c[0])
            assert (crossing is not None) is (meets and not parallel), seed
            if crossing is not None:
                at = one.project(one.intersection(other)) / one.length
                assert crossing[0] / crossing[1] == pytest.approx(at, abs=1e-7), seed


@sizes(400, 40_000)
def test_polygons(cases: int) -> None:
    for seed, chance in draws("polygons", cases):
        poly = polygon(chance)
        a, b = near(chance, poly), near(chance, poly)
        shape, line = Polygon(poly), LineString([a, b])
        assert polygons.inside(poly, *a) is shape.covers(Point(a)), seed
        num, den = polygons.poly_distance2(poly, *a)
        assert math.sqrt(num / den) == pytest.approx(shape.distance(Point(a)), abs=1e-7), seed
        if a != b:
            parts = polygons.intervals(poly, *a, *b)
            assert bool(parts) is shape.intersects(line), seed
            inside = sum(high[0] / high[1] - low[0] / low[1] for low, high in parts)
            expected = shape.intersection(line).length / line.length
            assert inside == pytest.approx(expected, abs=1e-7), seed
            assert polygons.convex(poly) is (shape.convex_hull.area == shape.area), seed


@sizes(250, 25_000)
def test_the_fraction_of_a_segment_in_a_union_without_holes(cases: int) -> None:
    for seed, chance in draws("fractions", cases):
        polys = [polygon(chance) for _ in range(number(chance, 1, 4))]
        holes = [polygon(chance) for _ in range(number(chance, 0, 2))]
        a, b = near(chance, polys[0]), near(chance, polys[-1])
        if a == b:
            continue
        num, den = polygons.fraction_inside(
            [polygons.shape(poly) for poly in polys],
            [polygons.shape(hole) for hole in holes],
            *(*a, *b),
        )
        line = LineString([a, b])
        shape = union_all([Polygon(poly) for poly in polys])
        bare = union_all([Polygon(hole) for hole in holes])
        expected = line.intersection(shape).difference(bare).length / line.length
        assert num / den == pytest.approx(expected, abs=1e-6), seed


# --- random tables -------------------------------------------------------------------------------


def place(chance: Chance, here: Chart) -> tuple[int, int, int]:
    """A place on the table, often beside a piece of terrain, on any of its levels."""
    if number(chance, 0, 2):
        x0, y0, x1, y1 = map(int, footprint_box(chance.pick(here.pieces)))
        x = min(max(number(chance, x0 - 150, x1 + 150), 50), here.size - 50)
        y = min(max(number(chance, y0 - 150, y1 + 150), 50), here.size - 50)
    else:
        x, y = number(chance, 50, here.size - 50), number(chance, 50, here.size - 50)
    levels = [0, *(z for _, shape, z in here.surfaces if shape.covers(Point(x, y)))]
    return x, y, chance.pick(levels)


def footprint_box(piece: Piece) -> tuple[float, ...]:
    if piece.kind == "stairs":
        return LineString([piece.a[:2], piece.b[:2]]).bounds  # type: ignore[no-any-return]  # untyped
    shape = LineString(piece.line) if piece.line else footprint(piece)
    return shape.bounds  # type: ignore[no-any-return]  # Shapely has no types


def tables(name: str, cases: int, figures: int = 7) -> Iterator[tuple[str, Table, Chart]]:
    for seed, chance in draws(name, cases):
        map_name = chance.pick(tuple(MAPS))
        here = chart(map_name)
        table = Table(map_name)
        for i in range(figures):
            x, y, z = place(chance, here)
            id = f"{'ab'[i % 2]}{i // 2 + 1}"
            table.figures[id] = Figure(
                id,
                Kind.HORSE if number(chance, 0, 9) == 0 else Kind.MODEL,
                Seat(i % 2),
                x=x,
                y=y,
                z=z,
                fx=number(chance, -1000, 1000),
                fy=number(chance, 1, 1000),
                mounted=number(chance, 0, 4) == 0,
                downed=number(chance, 0, 6) == 0,
            )
        for i in range(2):
            x, y, z = place(chance, here)
            table.markers[f"m{i}"] = Marker(f"m{i}", "tnt", x, y, z)
        yield seed, table, here


class Count:
    """How many cases the oracle could judge."""

    def __init__(self) -> None:
        self.judged: list[bool] = []
        self.unsure = 0

    def compare(self, found: bool, expected: Answer, *where: object) -> None:
        """Take a case into account; both must agree where the oracle knows."""
        if expected is None:
            self.unsure += 1
            return
        assert found is expected, where
        self.judged.append(found)

    def finish(self) -> None:
        """Both answers must have been common, and doubt must have been rare."""
        yes = sum(self.judged)
        print(f"{SEED}: {len(self.judged)} judged, {yes} of them yes, {self.unsure} unsure")
        assert 0 < yes < len(self.judged)
        assert self.unsure * 20 < len(self.judged)


@sizes(120, 12_000)
def test_surfaces(cases: int) -> None:
    for seed, table, here in tables("surfaces", cases, figures=4):
        for one in table.figures.values():
            levels = [z for _, shape, z in here.surfaces if shape.covers(Point(one.x, one.y))]
            for z in (0, one.z, 299, 300, 1000):
                expected = max([0, *(level for level in levels if level <= z)])
                assert surface_z(ground(table), one.x, one.y, z) == expected, seed


@sizes(60, 12_000)
def test_line_of_sight_on_the_maps(cases: int) -> None:
    count = Count()
    for seed, table, here in tables("sight", cases):
        first, *others = table.figures.values()
        for other in others:
            open_view = sight.view_open(table, first, other)
            count.compare(open_view, view(here, table, first, other), seed, first, other)
            assert open_view is sight.view_open(table, other, first), seed
            assert bool(sight.what_blocks(table, first, other)) <= (not open_view), seed
    count.finish()


@sizes(600, 30_000)
def test_points_in_sight_on_the_maps(cases: int) -> None:
    count = Count()
    for seed, table, here in tables("points", cases):
        first, *others = table.figures.values()
        if first.base.eye is None:
            continue
        standing = [one for one in others if not one.downed]
        eye = (first.x, first.y, first.z + first.base.eye)
        for marker in table.markers.values():
            at = (marker.x, marker.y, marker.z + 10)
            clear = negated(ray_blocked(here, standing, "", eye, at))
            found = sight.sees_point(table, first, marker.x, marker.y, marker.z, around=True)
            count.compare(found, clear, seed, first, marker)
    count.finish()


# --- cover ---------------------------------------------------------------------------------------


@sizes(250, 20_000)
def test_cover_on_the_maps(cases: int) -> None:
    count = Count()
    for seed, table, here in tables("cover", cases):
        first, *others = table.figures.values()
        for other in others:
            if (first.x, first.y) == (other.x, other.y):
                continue
            found = {one.id for one in sight.cover(table, first, other)}
            possible = cover(here, table, first, other)
            assert found <= possible.keys(), seed
            for id, expected in possible.items():
                count.compare(id in found, expected, seed, id, first, other)
    count.finish()


# --- distances of figures ------------------------------------------------------------------------


@sizes(1_000, 200_000)
def test_gaps_are_rounded_down_exactly(cases: int) -> None:
    with localcontext() as context:
        context.prec = 60
        for seed, chance in draws("gaps", cases):
            reach = 4800 if number(chance, 0, 1) else 150
            a, b = (
                spacing.Disc(
                    number(chance, 0, reach),
                    number(chance, 0, reach),
                    number(chance, 0, 7) * 50,
                    chance.pick((0, 39, 49, 79)),
                )
                for _ in range(2)
            )
            flat = Decimal((a.x - b.x) ** 2 + (a.y - b.y) ** 2).sqrt() - a.radius - b.radius
            real = (max(Decimal(0), flat) ** 2 + (a.z - b.z) ** 2).sqrt()
            assert spacing.gap(a, b) == int(real), seed


@sizes(2_000, 200_000)
def test_contact_on_the_maps(cases: int) -> None:
    count = Count()
    for seed, table, here in tables("contact", cases, figures=1):
        chance = Chance.seeded(seed, "second")
        (first,) = table.figures.values()
        dx, dy = number(chance, -150, 150), number(chance, -150, 150)
        z = max(0, first.z + chance.pick((0, 0, 0, 0, 30, 60, -60, 100)))
        other = Figure("b9", Kind.MODEL, Seat(1), x=first.x + dx, y=first.y + dy, z=z)
        if (dx, dy) != (0, 0):
            found = spacing.contact(table, first, other)
            count.compare(found, touching(here, first, other), seed, first, other)
    count.finish()


# --- corridors and blasts ------------------------------------------------------------------------


@sizes(150, 20_000)
def test_corridors_on_the_maps(cases: int) -> None:
    count = Count()
    for seed, table, here in tables("corridors", cases):
        a, b, *_ = table.figures.values()
        a.kind = Kind.MODEL
        a.fx, a.fy = max(-1000, min(1000, b.x - a.x)), max(-1000, min(1000, b.y - a.y))
        if (a.x, a.y) == (b.x, b.y):
            continue
        length = math.isqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 - 1) + 1
        reach = WEAPONS["sawn_off"].long + a.radius
        start = (a.x, a.y, a.z)
        vector = [int(reach * d / length) for d in (b.x - a.x, b.y - a.y, b.z - a.z)]
        end = (a.x + vector[0], a.y + vector[1], a.z + vector[2])
        line = LineString([start[:2], end[:2]])
        cut = corridor_cut(here, a, start, end, line)
        if cut is None:
            count.unsure += 1
            continue
        part = substring(line, 0, cut, normalized=True) if cut else Point(start[:2])
        found = fire.corridor(table, a, b, WEAPONS["sawn_off"].long)
        seen = {one.id for one in sight.visible(table, a, table.present())}
        for one in table.present():
            if one.id != a.id:
                centre = Point(one.x, one.y)
                at = min(line.project(centre) / line.length, cut)
                level = negated(below(100, abs(one.z - height_at(start, end, at))))
                far = part.distance(centre) - one.radius
                visible = one.id in seen
                under = both(level, visible, negated(below(0, far)))
                reached = both(level, visible, negated(below(100, far)))
                count.compare(one.id in found.under, under, seed, one)
                count.compare(one.id in found.order, reached, seed, one)
                assert (one.id in found.threatened) is (
                    one.id in found.order and one.id not in found.under
                ), seed
    count.finish()


@sizes(250, 40_000)
def test_blasts_on_the_maps(cases: int) -> None:
    full_seen = partly_seen = 0
    for seed, table, here in tables("blasts", cases, figures=8):
        chance = Chance.seeded(seed, "point")
        near_to = chance.pick(tuple(table.figures.values()))
        x, y = near_to.x + number(chance, -400, 400), near_to.y + number(chance, -400, 400)
        z = chance.pick((0, near_to.z, near_to.z + 100))
        found = fire.blast(table, x, y, z, BLAST)
        for one in table.present():
            full = math.dist((x, y, z), (one.x, one.y, one.z)) <= BLAST
            flat = math.floor(math.sqrt(max(0, BLAST**2 - (one.z - z) ** 2)))
            rim = math.dist((x, y), (one.x, one.y)) < one.radius + flat
            partly = not full and rim and abs(one.z - z) < BLAST
            assert (one.id in found.full, one.id in found.partly) == (full, partly), seed
            full_seen += full
            partly_seen += partly
        for mass in here.masses:
            if mass.kind == "explosive":
                middle = mass.shape.envelope.centroid
                flat = math.floor(math.sqrt(max(0, BLAST**2 - z * z)))
                hit = z < BLAST and middle.distance(Point(x, y)) < 79 + flat
                assert (mass.id in found.explosives) is hit, seed
    assert full_seen
    assert partly_seen
