"""Line of sight, cover, fire corridors and blasts (specification, sections 4.4 and 4.5)."""

import pytest

from shadows_west.content import BLAST, EXPLOSIVE_BLAST
from shadows_west.content.gangs import WEAPONS
from shadows_west.measuring.sight import (
    Cover,
    cover,
    in_front,
    sees,
    sees_point,
    view_open,
    visible,
    what_blocks,
)
from shadows_west.shooting.fire import blast, corridor
from shadows_west.state import Figure, Table
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import Piece
from town import fig, loot, tnt, town


def table(*figures: Figure, pieces: list[Piece] | None = None, **more: object) -> Table:
    return town(list(figures), pieces or [], **more).table  # type: ignore[arg-type]  # options


def seen(here: Table, one: str, other: str) -> bool:
    return sees(here, here.figures[one], here.figures[other])


def open_view(here: Table, one: str, other: str) -> bool:
    """Whether the view is open; it must be the same both ways."""
    a, b = here.figures[one], here.figures[other]
    assert view_open(here, a, b) is view_open(here, b, a)
    return view_open(here, a, b)


def covers(here: Table, shooter: str = "a1", target: str = "b1") -> list[str]:
    found = cover(here, here.figures[shooter], here.figures[target])
    return [one.id for one in found]


def wall(id: str, x: int, h: int) -> Piece:
    """A low obstacle across the line of fire of the examples."""
    return Piece(id, "linear", line=((x, 800), (x, 1200)), h=h)


def hut(*open: tuple[str, int, str, int], roof: int = 300) -> Piece:
    return Piece("hut", "building", rect=(1000, 1000, 1600, 1600), roof=roof, open=tuple(open))


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


# --- cover ---------------------------------------------------------------------------------------


def fired_across(*pieces: Piece, z: tuple[int, int] = (0, 0)) -> list[str]:
    return covers(table(fig("a1", 1000, 1000, z[0]), fig("b1", 1800, 1000, z[1]), pieces=[*pieces]))


@pytest.mark.rule("shadows.geo.cover_line")
def test_an_obstacle_1_inch_high_across_the_line_gives_cover() -> None:  # EX40
    assert fired_across(wall("fence", 1500, 100)) == ["fence"]
    assert fired_across(wall("fence", 1500, 90)) == []


@pytest.mark.rule("shadows.geo.cover_line")
def test_a_fence_is_20_u_thick_for_a_shot_along_it() -> None:
    def along(y: int) -> Piece:
        return Piece("fence", "linear", line=((1200, y), (1600, y)), h=100)

    assert [fired_across(along(y)) for y in (1000, 1010, 1011)] == [["fence"], ["fence"], []]
    assert fired_across(Piece("fence", "linear", line=((1400, 1010), (1400, 1400)), h=100))
    assert not fired_across(Piece("fence", "linear", line=((1400, 1011), (1400, 1400)), h=100))
    # From a roof the line is below the top of the fence only for the last third of its way.
    assert fired_across(along(1005), z=(300, 0)) == ["fence"]
    near = Piece("fence", "linear", line=((1200, 1005), (1500, 1005)), h=100)
    assert fired_across(near, z=(300, 0)) == []


@pytest.mark.rule("shadows.shoot.cover_contact")
def test_an_obstacle_beside_the_shooter_gives_none() -> None:  # EX40
    assert fired_across(wall("fence", 1060, 100)) == []
    assert fired_across(wall("fence", 1061, 100)) == []
    assert fired_across(wall("fence", 1062, 100)) == ["fence"], "3 u from the base"


@pytest.mark.rule("shadows.shoot.cover_area")
def test_an_area_gives_cover_from_1_inch_of_depth() -> None:  # EX41
    def area(x0: int, x1: int) -> list[str]:
        return fired_across(Piece("scrub", "area", rect=(x0, 900, x1, 1100)))

    assert area(1650, 1900) == ["scrub"]
    assert area(1710, 1900) == []
    assert area(1700, 1900) == ["scrub"]
    assert area(1300, 1399) == []
    assert area(1300, 1400) == ["scrub"]
    assert area(950, 1200) == [], "it holds only the shooter"
    assert area(950, 1900) == ["scrub"]


@pytest.mark.rule("shadows.geo.cover_area")
def test_depth_in_an_area_is_measured_along_a_slanted_line() -> None:
    scrub = Piece("scrub", "area", rect=(1300, 0, 1371, 3000))
    here = table(fig("a1", 1000, 1000), fig("b1", 1800, 1800), pieces=[scrub])
    assert covers(here) == ["scrub"], "71 u across are 100.4 along the line"
    scrub = Piece("scrub", "area", rect=(1300, 0, 1370, 3000))
    here = table(fig("a1", 1000, 1000), fig("b1", 1800, 1800), pieces=[scrub])
    assert covers(here) == []


@pytest.mark.rule("shadows.shoot.cover_openings")
def test_a_window_gives_cover_and_a_doorway_does_not() -> None:
    def fired_into(kind: str) -> list[str]:
        here = table(fig("a1", 1300, 600), fig("b1", 1300, 1300), pieces=[hut(("S", 300, kind, 0))])
        return covers(here)

    assert fired_into("window") == ["hut.S"]
    assert fired_into("door") == []


@pytest.mark.rule("shadows.geo.cover_line")
def test_figures_blocks_and_explosive_pieces_give_cover() -> None:
    here = table(
        fig("a1", 1000, 1000), fig("b1", 2000, 1000), fig("b2", 1500, 1048), fig("b3", 1700, 1049),
        fig("b4", 1300, 1000, downed=True), fig("t1", 1600, 1000),
        pieces=[
            Piece("trough", "block", rect=(1200, 900, 1220, 1100), h=100),
            Piece("step", "block", rect=(1240, 900, 1260, 1100), h=99),
            Piece("kegs", "explosive", disc=(1850, 1000, 79), h=100),
        ],
    )  # fmt: skip
    assert cover(here, here.figures["a1"], here.figures["b1"]) == [
        Cover("block", "trough"),
        Cover("explosive", "kegs"),
        Cover("figure", "b2"),
        Cover("figure", "t1"),
    ]
    kegs = ground(here).explosive("kegs")
    assert [one.id for one in cover(here, here.figures["a1"], kegs)] == ["trough", "b2", "t1"]


@pytest.mark.rule("shadows.geo.cover_skip")
def test_a_figure_in_contact_with_the_shooter_gives_no_cover() -> None:
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), fig("b2", 1100, 1000))
    assert covers(here) == []
    here = table(fig("a1", 1000, 1000), fig("b1", 2000, 1000), fig("b2", 1101, 1000))
    assert covers(here) == ["b2"]


@pytest.mark.rule("shadows.geo.cover_skip")
def test_the_block_under_the_target_counts_and_the_one_under_the_shooter_does_not() -> None:
    mesa = Piece("mesa", "block", rect=(1700, 900, 2200, 1100), h=400, top=True)
    assert fired_across(mesa, z=(0, 400)) == ["mesa"]
    mesa = Piece("mesa", "block", rect=(900, 900, 1200, 1100), h=400, top=True)
    assert fired_across(mesa, z=(400, 0)) == []


@pytest.mark.rule("shadows.geo.cover_skip")
def test_standing_on_a_building_exempts_all_its_walls() -> None:
    here = table(
        fig("a1", 1800, 2300, 300), fig("a2", 1800, 2300), fig("b1", 2000, 1200),
        fig("b2", 2900, 2100), map="redemption", unusual_terrain=False,
    )  # fmt: skip
    assert "saloon.S" not in covers(here, "a1", "b1")
    assert covers(here, "a1", "b2") == []
    assert covers(here, "a2", "b2") == ["saloon.E"]


@pytest.mark.rule("shadows.geo.cover_line")
def test_a_line_above_a_fence_is_not_covered_by_it() -> None:
    assert fired_across(wall("fence", 1500, 100), z=(300, 0)) == []
    assert fired_across(wall("fence", 1700, 100), z=(300, 0)) == ["fence"]


# --- fire corridor -------------------------------------------------------------------------------


@pytest.mark.rule("shadows.geo.corridor")
def test_a_corridor_hits_what_is_under_it_and_threatens_what_is_beside() -> None:  # EX44
    here = table(
        fig("a1", 1000, 1000, face="E"), fig("b1", 1300, 1000), fig("a2", 1450, 1120),
        fig("b2", 1640, 1040), fig("b3", 1500, 1150), fig("b4", 1710, 930),
    )  # fmt: skip
    found = corridor(here, here.figures["a1"], here.figures["b1"], WEAPONS["sawn_off"].long)
    assert found.end == (1649, 1000, 0)
    assert found.under == ["b1", "b2"]
    assert found.threatened == ["a2", "b4"]
    assert found.order == ["b1", "a2", "b2", "b4"]


@pytest.mark.rule("shadows.shoot.corridor_block")
def test_a_corridor_is_cut_by_walls_and_high_blocks_and_passes_openings() -> None:
    def end(*pieces: Piece, z: int = 0) -> int:
        here = table(fig("a1", 800, 1300, z), fig("b1", 900, 1300, z), pieces=[*pieces])
        return corridor(here, here.figures["a1"], here.figures["b1"], WEAPONS["sawn_off"].long).end[
            0
        ]

    assert end() == 1449
    assert end(hut()) == 1000
    assert end(hut(("W", 300, "door", 0))) == 1449
    assert end(hut(("W", 300, "window", 0))) == 1449
    assert end(hut(("W", 100, "window", 0))) == 1000
    assert end(Piece("rock", "block", rect=(1000, 1000, 1600, 1600), h=200)) == 1000
    assert end(Piece("rock", "block", rect=(1000, 1000, 1600, 1600), h=199)) == 1449
    assert end(Piece("fence", "linear", line=((1000, 1000), (1000, 1600)), h=190)) == 1449
    on_top = Piece("rock", "block", rect=(700, 1000, 1600, 1600), h=400, top=True)
    assert end(on_top, z=400) == 1449


@pytest.mark.rule("shadows.geo.corridor")
def test_a_corridor_leaves_the_building_that_the_shooter_stands_on() -> None:
    here = table(fig("a1", 1100, 1300, 300), fig("b1", 900, 1300, 200), pieces=[hut()])
    found = corridor(here, here.figures["a1"], here.figures["b1"], WEAPONS["sawn_off"].long)
    assert found.end == (1100 - 649, 1300, 300 - 324)
    assert found.under == ["b1"]


@pytest.mark.rule("shadows.shoot.corridor_hits")
def test_a_corridor_hits_downed_figures_and_spares_the_unseen() -> None:
    fence = Piece("hut", "building", rect=(1250, 1060, 1600, 1400), roof=300)
    here = table(
        fig("a1", 1000, 1000, face="E"), fig("b1", 1300, 1000, downed=True), fig("b2", 1420, 1130),
        fig("b3", 1500, 1000, 150), pieces=[fence],
    )  # fmt: skip
    found = corridor(here, here.figures["a1"], here.figures["b1"], WEAPONS["sawn_off"].long)
    assert found.under == ["b1"]
    assert found.threatened == []


@pytest.mark.rule("shadows.tnt.chain")
def test_a_corridor_reaches_sticks_and_explosive_pieces() -> None:
    kegs = [
        Piece("near", "explosive", disc=(1400, 1179, 79), h=100),
        Piece("far", "explosive", disc=(1600, 1180, 79), h=100),
    ]
    here = table(
        fig("a1", 1000, 1000, face="E"), fig("b1", 1300, 1000), pieces=kegs,
        markers=[tnt("m1", 1500, 861), tnt("m2", 1500, 860), loot("l1", 1400, 1000)],
    )  # fmt: skip
    found = corridor(here, here.figures["a1"], here.figures["b1"], WEAPONS["sawn_off"].long)
    assert found.markers == ["m1"]
    assert found.explosives == ["near"]


# --- blasts --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.geo.blast")
def test_a_blast_reaches_centres_within_3_inches_and_rims_partly() -> None:  # EX63
    here = table(
        fig("a1", 1000, 1000), fig("b1", 2100, 1000), fig("b2", 1800, 1301), fig("b3", 1800, 651)
    )
    found = blast(here, 1800, 1000, 0, BLAST)
    assert found == (["b1"], ["b2"], [], [])


@pytest.mark.rule("shadows.tnt.blast_reach")
def test_a_blast_counts_height_and_not_walls() -> None:
    here = table(
        fig("a1", 1300, 1300), fig("a2", 1300, 1300, 300), fig("b1", 1300, 1400, 282),
        fig("b2", 1300, 1400, 283), fig("b3", 1300, 950), fig("b4", 1300, 1650, 299),
        pieces=[hut()],
    )  # fmt: skip
    full, partly, _, _ = blast(here, 1300, 1300, 0, BLAST)
    assert full == ["a1", "b1", "a2"]
    assert partly == ["b2"]


@pytest.mark.rule("shadows.tnt.chain")
def test_a_blast_reaches_sticks_by_their_edge() -> None:  # EX66
    markers = [tnt("m1", 1000, 1000), tnt("m2", 1330, 1000), tnt("m3", 1680, 1000)]
    here = table(markers=[*markers, loot("l1", 1010, 1000)])
    assert blast(here, 1000, 1000, 0, BLAST).markers == ["m1", "m2"]
    here.markers["m1"].gone = True
    assert blast(here, 1330, 1000, 0, BLAST).markers == ["m2"]


@pytest.mark.rule("shadows.tnt.blast")
def test_a_blast_behind_a_window_does_not_reach_the_thrower() -> None:  # EX67
    here = table(fig("a1", 1350, 1100), map="redemption")
    assert blast(here, 1700, 1100, 0, BLAST) == ([], [], [], [])


@pytest.mark.rule("shadows.terrain.explosive_blast")
def test_an_explosive_piece_reaches_2_inches_from_its_edge() -> None:  # EX73
    here = table(
        fig("c1", 2080, 1779), fig("c2", 2080, 1780), fig("c3", 2080, 1828), map="redemption"
    )
    kegs = ground(here).explosive("stable_kegs")
    found = blast(here, kegs.x, kegs.y, kegs.z, EXPLOSIVE_BLAST + kegs.radius)
    assert found == (["c1"], ["c2"], [], ["stable_kegs"])
