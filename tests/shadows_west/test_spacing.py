"""Distances, bands, contact (specification, sections 3.1, 3.3 and 4.3)."""

from fractions import Fraction
from itertools import product

import pytest

from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring import spacing
from shadows_west.measuring.spacing import (
    Disc,
    band,
    by_nearness,
    contact,
    engaged,
    gap,
    linear_between,
    marker_disc,
    overlaps,
    within,
    within_piece,
    within_point,
)
from shadows_west.state import Table
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import Piece
from town import A, B, fig, loot, tnt, town

FENCE = Piece("fence", "linear", line=((2000, 800), (2000, 1200)), h=100)


def together(table: Table) -> str:
    """Which figures are in contact, as pairs of ids."""
    figures = list(table.present())
    return " ".join(
        f"{a.id}-{b.id}"
        for i, a in enumerate(figures)
        for b in figures[i + 1 :]
        if contact(table, a, b)
    )


# --- distance ------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.measure.closest")
def test_distance_runs_between_base_edges() -> None:
    assert gap(fig("a1", 1000, 1000), fig("b1", 1698, 1000)) == 600  # EX01
    assert gap(fig("a1", 1000, 1000), fig("b1", 1998, 1000)) == 900  # EX03
    assert gap(fig("b1", 1800, 900), fig("c1", 1800, 300)) == 502  # EX55
    assert gap(fig("a1", 1000, 1000), fig("b1", 1100, 1000, mounted=True)) == 0


@pytest.mark.rule("shadows.measure.closest")
def test_distance_includes_the_difference_of_height() -> None:
    assert gap(fig("a1", 1000, 1000, 400), fig("b1", 1398, 1000)) == 500
    assert gap(fig("a1", 1000, 1000, 300), fig("b1", 1000, 1000)) == 300
    assert gap(Disc(0, 0, 4), Disc(3, 0)) == 5


@pytest.mark.rule("shadows.geo.nearest")
def test_nearest_compares_the_real_gap_rounded_down() -> None:
    assert gap(fig("a1", 0, 0), fig("b1", 198, 1)) == 100
    assert gap(fig("a1", 0, 0), fig("b1", 197, 1)) == 99
    # sqrt(197^2 + 197^2) is 278.6: 180.6 between the edges, 206.4 with 100 of height.
    assert gap(fig("a1", 0, 0), fig("b1", 197, 197)) == 180
    assert gap(fig("a1", 0, 0, 100), fig("b1", 197, 197)) == 206


@pytest.mark.rule("shadows.geo.nearest")
def test_the_gap_is_rounded_down_exactly_where_the_root_is_irrational() -> None:
    for x, y, dz, r in product((100, 137, 999), (0, 1, 55), (0, 1, 7, 150), (0, 30, 49)):
        found = gap(Disc(0, 0, dz, r), Disc(x, y, 0, r))
        for length, reached in ((found, True), (found + 1, False)):
            # sqrt(d2) >= 2r + sqrt(length^2 - dz^2), squared twice.
            flat2 = length * length - dz * dz
            rest = x * x + y * y - 4 * r * r - flat2
            far = flat2 <= 0 or (rest >= 0 and rest * rest >= 16 * r * r * flat2)
            assert far is reached


@pytest.mark.rule("shadows.geo.order")
def test_equally_near_figures_keep_the_order_of_their_ids() -> None:
    a1 = fig("a1", 1000, 1000)
    others = [fig("b1", 1300, 1000), fig("b2", 1000, 1299), fig("b3", 1000, 700)]
    assert [one.id for one in by_nearness(a1, others)] == ["b2", "b1", "b3"]


@pytest.mark.rule("shadows.geo.within")
def test_within_takes_in_the_border_and_the_height() -> None:
    a1 = fig("a1", 1000, 1000)
    assert within(a1, fig("b1", 1198, 1000), 100)
    assert not within(a1, fig("b1", 1199, 1000), 100)
    assert within(a1, fig("b1", 1000, 1000, 100), 100)
    assert not within(a1, fig("b1", 1000, 1000, 101), 100)
    assert within(a1, fig("b1", 1178, 1000, 60), 100), "80 aside and 60 up"
    assert not within(a1, fig("b1", 1179, 1000, 60), 100)


@pytest.mark.rule("shadows.geo.within")
def test_points_and_pieces_have_no_radius_of_their_own() -> None:
    a1 = fig("a1", 1000, 1000)
    assert within_point(a1, 1849, 1000, 0, 800)
    assert not within_point(a1, 1850, 1000, 0, 800)
    assert within_point(fig("a1", 1000, 1000), 1800, 1000, 0, 751)  # EX63
    block = Piece("rock", "block", poly=((1200, 900), (1300, 1000), (1200, 1100)), h=250)
    here = ground(town([a1], [block, FENCE]).table)
    assert within_piece(here, "rock", a1, 151)
    assert not within_piece(here, "rock", a1, 150)
    assert within_piece(here, "fence", fig("a2", 2061, 1000), 2)
    assert not within_piece(here, "fence", fig("a2", 2062, 1000), 2)


@pytest.mark.rule("shadows.geo.band")
@pytest.mark.parametrize(
    ("between", "expected"),
    [
        (399, "short"),
        (400, "medium"),
        (799, "medium"),
        (800, "long"),
        (1200, "long"),
        (1201, "out"),
    ],
)
def test_a_border_belongs_to_the_longer_band(between: int, expected: str) -> None:
    a1, b1 = fig("a1", 1000, 1000), fig("b1", 1098 + between, 1000)
    assert band(a1, b1, WEAPONS["pistol"]) == expected


@pytest.mark.rule("shadows.geo.band")
def test_height_can_make_a_short_shot_a_longer_one() -> None:
    a1, pistol = fig("a1", 1000, 1000, 400), WEAPONS["pistol"]
    assert band(a1, fig("b1", 1000, 1100), pistol) == "medium"
    assert band(a1, fig("b1", 1000, 1100, 1), pistol) == "short"
    assert band(fig("a1", 0, 0), fig("b1", 0, 698), WEAPONS["sawn_off"]) == "long"
    assert band(fig("a1", 0, 0), fig("b1", 0, 699), WEAPONS["sawn_off"]) == "out"


@pytest.mark.rule("shadows.geo.eps")
def test_bases_overlap_when_they_share_more_than_their_rims() -> None:
    a1 = fig("a1", 1000, 1000)
    assert not overlaps(a1, fig("b1", 1098, 1000))
    assert overlaps(a1, fig("b1", 1097, 1000))
    assert not overlaps(a1, fig("b1", 1000, 1000, 300)), "on the floor above"
    assert overlaps(a1, fig("b1", 1050, 1000, 60))


@pytest.mark.rule("shadows.geo.position")
def test_markers_have_bases_of_their_own() -> None:
    assert marker_disc(tnt("m1", 5, 6, 7)) == Disc(5, 6, 7, 39)
    assert marker_disc(loot("l1", 5, 6)) == Disc(5, 6, 0, 49)


# --- contact -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.concept.contact")
@pytest.mark.parametrize(("between", "touching"), [(0, True), (2, True), (3, False)])
def test_contact_is_a_gap_of_at_most_2_u(between: int, touching: bool) -> None:
    table = town([fig("a1", 1000, 1000), fig("b1", 1098 + between, 1000)]).table
    assert (together(table) == "a1-b1") is touching


@pytest.mark.rule("shadows.move.obstacle_contact")
def test_figures_on_two_sides_of_a_fence_are_in_contact() -> None:  # EX24
    table = town([fig("a1", 1941, 1000), fig("b1", 2059, 1000)], [FENCE]).table
    assert gap(table.figures["a1"], table.figures["b1"]) == 20
    assert together(table) == "a1-b1"
    assert linear_between(ground(table), *table.figures.values()) == ground(table).linears[0]


@pytest.mark.rule("shadows.move.obstacle_contact")
def test_figures_on_one_side_of_a_fence_are_not() -> None:  # EX79
    figures = [fig("a1", 2059, 1150), fig("a2", 1941, 1000), fig("b1", 2059, 1000)]
    table = town(figures, [FENCE]).table
    assert gap(table.figures["a1"], table.figures["b1"]) == 52
    assert [one.id for one in engaged(table, table.figures["b1"])] == ["a2"]
    assert engaged(table, table.figures["a1"]) == []


@pytest.mark.rule("shadows.move.obstacle_contact")
def test_contact_over_a_fence_needs_both_to_touch_it_within_1_inch() -> None:
    near = town([fig("a1", 1939, 1000), fig("b1", 2061, 1000)], [FENCE]).table
    assert together(near) == "a1-b1"
    far = town([fig("a1", 1938, 1000), fig("b1", 2061, 1000)], [FENCE]).table
    assert together(far) == ""
    aside = town([fig("a1", 1941, 1000), fig("b1", 2059, 1159)], [FENCE]).table
    assert together(aside) == "", "a gap of 101 along the fence"


@pytest.mark.rule("shadows.fight.height")
def test_figures_at_different_heights_are_in_contact_within_1_inch() -> None:  # EX51
    low = fig("a1", 1000, 1000)
    assert together(town([low, fig("b1", 1138, 1000, 60)]).table) == "a1-b1"
    assert together(town([low, fig("b1", 1179, 1000, 60)]).table) == ""
    assert together(town([low, fig("b1", 1098, 1000, 150)]).table) == ""
    assert together(town([low, fig("b1", 1101, 1000, 49)]).table) == ""


@pytest.mark.rule("shadows.geo.contact")
def test_a_solid_wall_parts_two_figures_and_a_door_does_not() -> None:
    hut = Piece(
        "hut", "building", rect=(1000, 1000, 1600, 1600), roof=300, open=(("S", 300, "door", 0),)
    )
    door = town([fig("a1", 1300, 951), fig("b1", 1300, 1049)], [hut]).table
    assert together(door) == "a1-b1"
    wall = town([fig("a1", 1200, 951), fig("b1", 1200, 1049)], [hut]).table
    assert together(wall) == ""
    roof = town([fig("a1", 1200, 1049, 300), fig("b1", 1200, 951, 300)], [hut]).table
    assert together(roof) == "a1-b1", "a roof has no wall above it"


@pytest.mark.rule("shadows.geo.contact")
def test_a_wall_parts_figures_at_different_heights_too() -> None:
    hut = Piece("hut", "building", rect=(1000, 1000, 1600, 1600), roof=300)
    table = town([fig("a1", 1200, 951), fig("b1", 1200, 1049, 60)], [hut]).table
    assert together(table) == ""


@pytest.mark.rule("shadows.concept.engaged")
def test_only_standing_models_of_other_gangs_engage() -> None:
    figures = [
        fig("a1", 1000, 1000),
        fig("a2", 1000, 1098),
        fig("b1", 1098, 1000),
        fig("b2", 902, 1000, downed=True),
        fig("t1", 1000, 902),
    ]
    table = town(figures).table
    by_id = {one.id: [other.id for other in engaged(table, one)] for one in table.present()}
    assert by_id == {"a1": ["b1"], "a2": [], "b1": ["a1"], "b2": [], "t1": []}


@pytest.mark.rule("shadows.concept.enemy")
def test_every_model_of_another_gang_is_an_enemy_and_nothing_else_is() -> None:
    figures = [fig("a1", 1000, 1000), fig("a2", 1000, 2000), fig("t1", 1098, 1000)]
    figures += [fig("b1", 2000, 1000), fig("b1.h", 902, 1000), fig("c1", 2000, 2000)]
    west = town(figures)
    assert [enemy.id for enemy in west.table.enemies(A)] == ["b1", "c1"]
    assert [enemy.id for enemy in west.table.enemies(B)] == ["a1", "a2", "c1"]
    assert engaged(west.table, west.table.figures["a1"]) == []


@pytest.mark.rule("shadows.fight.outnumbered")
def test_who_touches_whom_in_a_fight_of_three_gangs() -> None:  # EX48
    figures = [
        fig("a1", 1098, 1000),
        fig("a2", 902, 1000),
        fig("a3", 1000, 1098),
        fig("b1", 1000, 1000),
        fig("c1", 1000, 1196),
    ]
    table = town(figures).table
    assert [one.id for one in engaged(table, table.figures["b1"])] == ["a1", "a2", "a3"]
    assert [one.id for one in engaged(table, table.figures["a3"])] == ["b1", "c1"]


def test_the_gap_of_a_large_table_is_exact() -> None:
    far = gap(Disc(0, 0), Disc(4800, 4799))
    assert Fraction(far) ** 2 <= 4800**2 + 4799**2 < Fraction(far + 1) ** 2
    assert spacing.closer(Disc(0, 0), Disc(3, 4), 6)
