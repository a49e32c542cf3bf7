"""Fire corridors and blasts: whom they reach (specification, section 4.5)."""

import pytest

from shadows_west.content import BLAST, EXPLOSIVE_BLAST
from shadows_west.content.gangs import WEAPONS
from shadows_west.shooting.fire import blast, corridor
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import Piece
from town import fig, hut, loot, table, tnt

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
