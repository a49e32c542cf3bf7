"""Line of sight (specification, section 4.4)."""

import pytest

from shadows_west.measuring.sight import in_front, sees, sees_point, view_open, visible, what_blocks
from shadows_west.state import Table
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import Piece
from town import fig, hut, loot, table, tnt


def seen(here: Table, one: str, other: str) -> bool:
    return sees(here, here.figures[one], here.figures[other])


def open_view(here: Table, one: str, other: str) -> bool:
    """Whether the view is open; it must be the same both ways."""
    a, b = here.figures[one], here.figures[other]
    assert view_open(here, a, b) is view_open(here, b, a)
    return view_open(here, a, b)


# --- facing --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.los.arc")
def test_a_model_sees_the_half_in_front_of_it_and_the_line_beside_it() -> None:
    a1 = fig("a1", 1000, 1000, face="E")
    assert in_front(a1, 1500, 1200)
    assert in_front(a1, 1000, 1500)
    assert not in_front(a1, 999, 1500)


@pytest.mark.rule("shadows.geo.facing")
def test_the_front_of_a_slanted_facing_is_exact() -> None:
    a1 = fig("a1", 1000, 1000, face=(333, 777))
    assert in_front(a1, 1000 + 777, 1000 - 333)
    assert not in_front(a1, 1000 + 777, 1000 - 334)


@pytest.mark.rule("shadows.los.allround")
def test_townsfolk_and_horses_look_all_round() -> None:
    here = table(fig("t1", 1000, 1000, face="E"), fig("a1.h", 700, 1000), fig("b1", 400, 1300))
    assert seen(here, "t1", "b1")
    assert seen(here, "a1.h", "b1")


@pytest.mark.rule("shadows.los.mutual")
def test_the_view_is_mutual_and_the_facing_is_not() -> None:
    here = table(fig("a1", 1000, 1000, face="E"), fig("b1", 1500, 1000, face="E"))
    assert open_view(here, "a1", "b1")
    assert seen(here, "a1", "b1")
    assert not seen(here, "b1", "a1")


# --- what blocks sight ---------------------------------------------------------------------------


@pytest.mark.rule("shadows.geo.los_wall")
def test_a_wall_blocks_and_doors_and_windows_do_not() -> None:
    openings = (("S", 300, "door", 0), ("E", 300, "window", 0))
    here = table(
        fig("a1", 1300, 600), fig("b1", 1300, 1300), fig("b2", 1900, 1300), fig("b3", 700, 1300),
        pieces=[hut(*openings)],
    )  # fmt: skip
    assert open_view(here, "a1", "b1")
    assert open_view(here, "b1", "b2")
    assert not open_view(here, "b1", "b3")


@pytest.mark.rule("shadows.geo.los_wall")
def test_a_ray_through_the_corner_of_a_building_is_stopped() -> None:
    here = table(fig("a1", 900, 900), fig("b1", 1500, 1500), pieces=[hut()])
    assert not open_view(here, "a1", "b1")


@pytest.mark.rule("shadows.geo.los_wall")
def test_one_looks_over_a_wall_no_higher_than_ones_eye() -> None:
    low = Piece("low", "linear", line=((1500, 500), (1500, 1500)), h=110)
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), pieces=[low])
    assert open_view(here, "a1", "b1"), "the highest ray runs along the top"
    high = Piece("high", "linear", line=((1500, 500), (1500, 1500)), h=111)
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), pieces=[high])
    assert not open_view(here, "a1", "b1")
    here = table(fig("a1", 1000, 1000, mounted=True), fig("b1", 2000, 1000), pieces=[high])
    assert open_view(here, "a1", "b1")


@pytest.mark.rule("shadows.geo.los_wall")
def test_a_view_along_a_wall_is_stopped_by_it() -> None:
    openings = (("S", 150, "door", 0), ("S", 450, "door", 0))
    here = table(fig("a1", 1150, 1000, face="E"), pieces=[hut(*openings)])
    assert sees_point(here, here.figures["a1"], 1213, 1000, 0), "still in the doorway"
    assert not sees_point(here, here.figures["a1"], 1214, 1000, 0)
    assert not sees_point(here, here.figures["a1"], 1450, 1000, 0)
    assert sees_point(here, here.figures["a1"], 1450, 999, 0)


@pytest.mark.rule("shadows.geo.los_solid")
def test_a_block_blocks_below_its_top() -> None:
    mesa = Piece("mesa", "block", rect=(1300, 800, 1700, 1200), h=400, top=True)
    here = table(
        fig("a1", 1000, 1000), fig("b1", 2000, 1000), fig("b2", 1500, 1000, 400),
        fig("b3", 1350, 1000, 400), pieces=[mesa],
    )  # fmt: skip
    assert not open_view(here, "a1", "b1")
    assert not open_view(here, "a1", "b2"), "too far from the rim"
    assert open_view(here, "a1", "b3")


@pytest.mark.rule("shadows.geo.los_solid")
def test_a_block_with_a_notch_blocks_only_where_it_is() -> None:
    shape = (
        (1300, 700), (1700, 700), (1700, 1300), (1300, 1300), (1300, 1200), (1600, 1200),
        (1600, 800), (1300, 800),
    )  # fmt: skip
    here = table(
        fig("a1", 1500, 1000), fig("b1", 1000, 1000), fig("b2", 2000, 1000),
        pieces=[Piece("bay", "block", poly=shape, h=300)],
    )  # fmt: skip
    assert open_view(here, "a1", "b1")
    assert not open_view(here, "a1", "b2")


@pytest.mark.rule("shadows.geo.los_solid")
def test_a_floor_blocks_the_view_between_storeys() -> None:
    here = table(
        fig("a1", 1800, 2400), fig("b1", 1800, 2800, 300), fig("b2", 1800, 2800),
        fig("b3", 1800, 2100, 300), fig("b4", 1800, 2300, 300), map="redemption",
    )  # fmt: skip
    assert not open_view(here, "a1", "b1")
    assert open_view(here, "a1", "b2")
    assert not open_view(here, "a1", "b3")
    assert open_view(here, "b3", "b4"), "through the door of the balcony"


@pytest.mark.rule("shadows.geo.los_model")
def test_a_standing_figure_blocks_and_a_downed_one_does_not() -> None:
    def view(z: int = 0, *, downed: bool = False) -> bool:
        here = table(
            fig("a1", 1000, 1000), fig("b1", 2000, 1000), fig("b2", 1950, 1000, z, downed=downed)
        )  # right in front of the target, as wide as it
        return open_view(here, "a1", "b1")

    assert not view()
    assert view(downed=True)
    assert view(300)


@pytest.mark.rule("shadows.geo.los_model")
def test_a_rider_is_seen_over_a_model_on_foot() -> None:
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000, mounted=True), fig("b2", 1300, 1000))
    assert open_view(here, "a1", "b1")


@pytest.mark.rule("shadows.los.blockers")
def test_markers_and_areas_never_block() -> None:
    scrub = Piece("scrub", "area", poly=((1200, 800), (1800, 800), (1800, 1200), (1200, 1200)))
    here = table(
        fig("a1", 1000, 1000), fig("b1", 2000, 1000), pieces=[scrub],
        markers=[tnt("m1", 1500, 1000), loot("l1", 1600, 1000)],
    )  # fmt: skip
    assert open_view(here, "a1", "b1")


@pytest.mark.rule("shadows.geo.los_symmetric")
def test_a_horse_has_no_eye_and_is_only_looked_at() -> None:
    here = table(fig("a1.h", 1000, 1000), fig("b1.h", 1500, 1000), fig("a1", 1000, 1400))
    assert not open_view(here, "a1.h", "b1.h")
    assert open_view(here, "a1", "b1.h")


@pytest.mark.rule("shadows.geo.los_rays")
def test_a_shoulder_beside_a_wall_is_enough() -> None:
    # The wall hides the middle of the target and leaves the ray at its left shoulder.
    boulder = Piece("boulder", "block", rect=(1450, 600, 1550, 1010), h=300)
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), pieces=[boulder])
    assert open_view(here, "a1", "b1")
    boulder = Piece("boulder", "block", rect=(1450, 600, 1550, 1020), h=300)
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), pieces=[boulder])
    assert not open_view(here, "a1", "b1")


@pytest.mark.rule("shadows.geo.los_result")
def test_nobody_sees_farther_than_12_inches_in_a_dust_storm() -> None:  # EX76
    figures = fig("a1", 1000, 1000), fig("b1", 2298, 1000), fig("b2", 1000, 2299)
    here = table(*figures, dust=True)
    assert seen(here, "a1", "b1")
    assert not sees(here, fig("a1", 1000, 1000, face="N"), here.figures["b2"])
    assert open_view(here, "a1", "b2")
    assert sees_point(here, here.figures["a1"], 2249, 1000, 0)
    assert not sees_point(here, here.figures["a1"], 2250, 1000, 0)


@pytest.mark.rule("shadows.terrain.explosive_shoot")
def test_an_explosive_piece_does_not_hide_itself() -> None:
    here = table(fig("a1", 1900, 1700, face="E"), map="redemption")
    kegs = ground(here).explosive("stable_kegs")
    assert sees(here, here.figures["a1"], kegs)
    assert visible(here, here.figures["a1"], ground(here).explosives) == [kegs]
    assert not sees(here, fig("a2", 1900, 1700, face="W"), kegs)


@pytest.mark.rule("shadows.los.body")
def test_the_list_of_what_a_model_sees() -> None:
    here = table(
        fig("a1", 1800, 1950, face="N"), fig("b1", 1800, 2600), fig("b2", 1300, 2600),
        fig("b3", 1500, 1600), fig("b4", 1400, 2100), map="redemption",
    )  # fmt: skip
    a1 = here.figures["a1"]
    assert [one.id for one in visible(here, a1, here.enemies(a1.seat))] == ["b1", "b4"]


# --- points --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.geo.los_point")
def test_a_point_in_a_room_is_seen_through_the_window() -> None:  # EX67
    here = table(fig("a1", 1350, 1100, face="E"), map="redemption")
    a1 = here.figures["a1"]
    assert sees_point(here, a1, 1700, 1100, 0)
    assert not sees_point(here, a1, 1600, 1100, 0), "the ray would pass below the sill"
    assert not sees_point(here, fig("a1", 1350, 1100, face="W"), 1700, 1100, 0)
    assert sees_point(here, fig("a1", 1350, 1100, face="W"), 1700, 1100, 0, around=True)
    assert not sees_point(here, a1, 1700, 1100, 0, around=True, at=(1350, 1250, 0))


@pytest.mark.rule("shadows.geo.los_point")
def test_a_figure_hides_the_point_it_stands_on_but_not_itself() -> None:
    here = table(fig("a1", 1000, 1000), fig("b1", 1500, 1000))
    assert not sees_point(here, here.figures["a1"], 1500, 1000, 0)
    assert sees_point(here, here.figures["a1"], 1400, 1000, 0)
    assert sees_point(here, here.figures["a1"], 1010, 1000, 0)


# --- explanations --------------------------------------------------------------------------------


@pytest.mark.rule("shadows.ui.shoot")
def test_what_is_in_the_way_is_named_with_its_place() -> None:
    here = table(fig("a1", 700, 1300), fig("b1", 1300, 1300), pieces=[hut()])
    found = what_blocks(here, here.figures["a1"], here.figures["b1"])
    assert [(one.kind, one.id, one.x, one.y, one.z) for one in found] == [
        ("wall", "hut.W", 1000, 1300, 110)
    ]


@pytest.mark.rule("shadows.ui.shoot")
def test_several_things_in_the_way_are_each_named_once() -> None:
    mesa = Piece("mesa", "block", rect=(1300, 800, 1700, 1010), h=400)
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), fig("b2", 1060, 1006), pieces=[mesa])
    found = what_blocks(here, here.figures["a1"], here.figures["b1"])
    assert sorted((one.kind, one.id) for one in found) == [("figure", "b2")]
    clear = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000))
    assert what_blocks(clear, clear.figures["a1"], clear.figures["b1"]) == []
