"""Cover against a shot (specification, section 4.5)."""

import pytest

from shadows_west.measuring.sight import Cover, cover
from shadows_west.state import Table
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import Piece
from town import fence, fig, hut, table


def covers(here: Table, shooter: str = "a1", target: str = "b1") -> list[str]:
    found = cover(here, here.figures[shooter], here.figures[target])
    return [one.id for one in found]


def fired_across(*pieces: Piece, z: tuple[int, int] = (0, 0)) -> list[str]:
    return covers(table(fig("a1", 1000, 1000, z[0]), fig("b1", 1800, 1000, z[1]), pieces=[*pieces]))


@pytest.mark.rule("shadows.geo.cover_line")
def test_an_obstacle_1_inch_high_across_the_line_gives_cover() -> None:  # EX40
    assert fired_across(fence(1500, 100)) == ["fence"]
    assert fired_across(fence(1500, 90)) == []


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
    assert fired_across(fence(1060, 100)) == []
    assert fired_across(fence(1061, 100)) == []
    assert fired_across(fence(1062, 100)) == ["fence"], "3 u from the base"


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
    assert fired_across(fence(1500, 100), z=(300, 0)) == []
    assert fired_across(fence(1700, 100), z=(300, 0)) == ["fence"]
