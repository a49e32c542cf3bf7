"""Exact plane geometry (specification, sections 4.1, 4.2 and 4.9)."""

from fractions import Fraction

import pytest

from shadows_west.geometry.exact import ceil_sqrt, d2, rotate, trunc_div
from shadows_west.geometry.polygons import (
    convex,
    disc16,
    fraction_inside,
    inside,
    intervals,
    poly_distance2,
    rectangle,
    shape,
)
from shadows_west.geometry.segments import cross_param, nearer, point_segment_d2, segment_segment_d2

SQUARE = rectangle(0, 0, 100, 100)
HOOK = ((0, 0), (300, 0), (300, 300), (200, 300), (200, 100), (100, 100), (100, 300), (0, 300))
"""A U that opens to the north."""


def parts(poly: tuple[tuple[int, int], ...], *segment: int) -> list[tuple[object, object]]:
    ax, ay, bx, by = segment
    return [(Fraction(*low), Fraction(*high)) for low, high in intervals(poly, ax, ay, bx, by)]


@pytest.mark.rule("shadows.geo.rounding")
def test_lengths_round_up_and_displacements_towards_zero() -> None:
    assert [ceil_sqrt(n) for n in (0, 1, 2, 4, 5, 9, 10)] == [0, 1, 2, 2, 3, 3, 4]
    assert ceil_sqrt(10**12 - 1) == 10**6
    assert [trunc_div(n, 10) for n in (19, -19, 20, -20, 9, -9)] == [1, -1, 2, -2, 0, 0]


@pytest.mark.rule("shadows.geo.rounding")
def test_a_vector_is_turned_by_a_direction_per_mille() -> None:
    assert rotate((100, 0), (0, 1000)) == (0, 100)
    assert rotate((100, 0), (924, 383)) == (92, 38)
    assert rotate((0, 100), (924, -383)) == (38, 92)
    assert rotate((-100, 7), (1000, 0)) == (-100, 7)


@pytest.mark.rule("shadows.geo.no_float")
def test_a_point_is_measured_from_a_segment_without_rounding() -> None:
    assert d2(0, 0, 3, -4) == 25
    assert point_segment_d2(0, 0, 3, 4, 3, 4) == (25, 1)
    assert point_segment_d2(-3, -4, 0, 0, 10, 0) == (25, 1)
    assert point_segment_d2(13, 4, 0, 0, 10, 0) == (25, 1)
    assert Fraction(*point_segment_d2(5, 0, 0, 0, 7, 11)) == Fraction(55 * 55, 170)


@pytest.mark.rule("shadows.geo.no_float")
def test_nearer_is_not_as_near() -> None:
    assert nearer(5, 4, 0, 0, 10, 0, 5)
    assert not nearer(5, 5, 0, 0, 10, 0, 5)
    assert not nearer(5, 0, 0, 0, 10, 0, 0)


@pytest.mark.rule("shadows.geo.no_float")
def test_two_segments_are_measured_between_their_closest_points() -> None:
    assert segment_segment_d2(0, 0, 10, 0, 5, -5, 5, 5) == (0, 1)
    assert segment_segment_d2(0, 0, 10, 0, 10, 0, 20, 5) == (0, 1)
    assert segment_segment_d2(0, 0, 10, 0, 13, 4, 20, 4) == (25, 1)
    assert segment_segment_d2(0, 0, 10, 0, 2, 3, 8, 3)[0] == 9 * 100
    assert segment_segment_d2(0, 0, 10, 0, 12, 0, 20, 0) == (4, 1)


@pytest.mark.rule("shadows.geo.los_wall")
def test_a_crossing_is_an_exact_ratio() -> None:
    crossing = cross_param((0, 0), (30, 0), (10, -5), (10, 5))
    assert crossing is not None
    assert Fraction(*crossing) == Fraction(1, 3)
    assert cross_param((0, 0), (30, 0), (10, 1), (10, 5)) is None
    assert cross_param((0, 0), (30, 0), (31, -5), (31, 5)) is None
    assert cross_param((0, 0), (30, 0), (0, 5), (30, 5)) is None, "parallel"
    touching = cross_param((0, 0), (30, 0), (30, 0), (40, 9))
    assert touching is not None
    assert Fraction(*touching) == 1


@pytest.mark.rule("shadows.geo.surface")
def test_the_border_of_a_polygon_is_inside() -> None:
    assert inside(SQUARE, 50, 50)
    assert inside(SQUARE, 0, 50)
    assert inside(SQUARE, 100, 100)
    assert not inside(SQUARE, 101, 50)
    assert not inside(SQUARE, -1, 0)
    assert inside(HOOK, 50, 250)
    assert not inside(HOOK, 150, 200)
    assert inside(HOOK, 150, 100)


@pytest.mark.rule("shadows.geo.within")
def test_a_polygon_is_measured_from_its_border_and_is_0_away_inside() -> None:
    assert poly_distance2(SQUARE, 20, 20) == (0, 1)
    assert Fraction(*poly_distance2(SQUARE, 103, 104)) == 25
    assert Fraction(*poly_distance2(SQUARE, 50, -7)) == 49
    assert Fraction(*poly_distance2(HOOK, 140, 200)) == 1600


@pytest.mark.rule("shadows.geo.los_solid")
def test_a_segment_has_parts_inside_a_polygon() -> None:
    third = Fraction(1, 3)
    assert parts(SQUARE, -100, 50, 200, 50) == [(third, 2 * third)]
    assert parts(SQUARE, 10, 10, 20, 20) == [(0, 1)]
    assert parts(SQUARE, 200, 0, 300, 0) == []
    assert parts(HOOK, 0, 200, 300, 200) == [(0, third), (2 * third, 1)]
    assert parts(HOOK, 0, 50, 300, 50) == [(0, 1)]


@pytest.mark.rule("shadows.geo.los_solid")
def test_touching_a_corner_is_a_part_of_length_nothing() -> None:
    assert parts(SQUARE, -50, 50, 50, 150) == [(Fraction(1, 2), Fraction(1, 2))]
    assert parts(SQUARE, 0, 100, 100, 100) == [(0, 1)], "along its side"
    assert parts(HOOK, 150, 100, 150, 400) == [(0, 0)]
    assert parts(HOOK, 100, 400, 100, 100) == [(Fraction(1, 3), 1)]


@pytest.mark.rule("shadows.geo.cost")
def test_a_segment_lies_partly_in_a_union_without_holes() -> None:
    left, right = shape(rectangle(0, 0, 60, 100)), shape(rectangle(40, 0, 100, 100))
    hole, hook = shape(rectangle(50, 0, 70, 100)), shape(HOOK)
    assert Fraction(*fraction_inside([left], [], 0, 50, 120, 50)) == Fraction(1, 2)
    assert Fraction(*fraction_inside([left, right], [], 0, 50, 200, 50)) == Fraction(1, 2)
    assert Fraction(*fraction_inside([left, right], [hole], 0, 50, 200, 50)) == Fraction(2, 5)
    assert fraction_inside([left], [], 0, 200, 100, 200) == (0, 1)
    assert Fraction(*fraction_inside([hook, left], [hole], 0, 200, 300, 200)) == Fraction(2, 3)


@pytest.mark.rule("shadows.geo.units")
def test_a_disc_of_terrain_is_a_16_gon_on_the_grid() -> None:
    disc = disc16(1000, 1800, 70)
    assert disc[:5] == ((1070, 1800), (1064, 1826), (1049, 1849), (1026, 1864), (1000, 1870))
    assert disc[8] == (930, 1800)
    assert len(disc) == 16
    assert all(convex(disc16(0, 0, r)) for r in (70, 79, 90, 250))
    assert not convex(HOOK)
