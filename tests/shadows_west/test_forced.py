"""Forced movement (specification, section 4.7)."""

from collections.abc import Sequence

import pytest

from shadows_west.content import HORSE
from shadows_west.measuring.spacing import Disc, contact
from shadows_west.moves import forced, runs
from shadows_west.moves.forced import Push
from shadows_west.moves.runs import Flight
from shadows_west.state import Figure, Table
from shadows_west.terrain.footing import obstacle
from shadows_west.terrain.maps import Piece
from town import fig, town

BLOCK = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=400, top=True)
HUT = Piece(
    "hut",
    "building",
    rect=(1300, 800, 1700, 1200),
    floors=(0,),
    roof=300,
    open=(("W", 200, "door", 0),),
)


def table(figures: Sequence[Figure], pieces: Sequence[Piece] = (), map: str | None = None) -> Table:
    return town(figures, pieces, map=map).table


def push(
    figures: Sequence[Figure],
    way: tuple[int, int],
    n: int,
    pieces: Sequence[Piece] = (),
    map: str | None = None,
) -> Push:
    """The first figure is pushed."""
    here = table(figures, pieces, map)
    return forced.push(here, here.figures[figures[0].id], *way, n)


# --- pushes ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.geo.push")
def test_a_push_goes_straight_and_truncates() -> None:
    assert push([fig("b1", 1000, 1000)], (98, 0), 200) == Push(1200, 1000, 0, length=200)
    assert push([fig("b1", 1000, 1000)], (-3, 4), 100) == Push(940, 1080, 0, length=100)
    assert push([fig("b1", 1000, 1000)], (1, 1), 100) == Push(1050, 1050, 0, length=100)


@pytest.mark.rule("shadows.fight.shove_stop")
@pytest.mark.rule("shadows.geo.push")
def test_a_push_stops_at_figures_walls_fences_and_the_border() -> None:
    b1 = fig("b1", 1000, 1000)
    assert push([b1, fig("a2", 1200, 1000)], (1, 0), 300).x == 1102
    assert push([b1], (1, 0), 500, [Piece("k", "block", rect=(1200, 900, 1300, 1100), h=60)]).x == (
        1151
    )
    fence = Piece("fence", "linear", line=((1200, 800), (1200, 1200)), h=60)
    assert push([b1], (1, 0), 300, [fence]).x == 1141
    kegs = Piece("kegs", "explosive", disc=(1300, 1000, 79), h=100)
    assert push([b1], (1, 0), 400, [kegs]).x == 1172
    assert push([fig("b1", 100, 1000)], (-1, 0), 100).x == 49
    assert push([fig("b1", 1200, 900)], (1, 0), 300, [HUT]).x == 1251


def test_a_push_goes_through_an_open_door() -> None:
    assert push([fig("b1", 1200, 1000)], (1, 0), 300, [HUT]).x == 1500


def test_a_shove_off_the_balcony() -> None:
    """EX50; shadows.geo.push_fall, shadows.fight.shove_ledge."""
    figures = [fig("b1", 1400, 2053, 300), fig("a1", 1400, 2151, 300)]
    pushed = push(figures, (0, -98), 200, map="redemption")
    assert pushed == Push(1400, 1853, 0, fall=300, length=200)


@pytest.mark.rule("shadows.geo.push_fall")
def test_a_push_ends_above_the_surface_below() -> None:
    block = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=200, top=True)
    b1 = fig("b1", 1200, 1049, 200)
    assert push([b1], (0, -1), 49, [block]).z == 200
    assert push([b1], (0, -1), 50, [block]) == Push(1200, 952, 0, fall=200, length=50)


@pytest.mark.rule("shadows.geo.push_fall")
def test_who_is_pushed_onto_somebody_below_lands_beside_him() -> None:
    figures = [fig("b1", 1200, 1049, 400), fig("a2", 1200, 900)]
    pushed = push(figures, (0, -1), 150, [BLOCK])
    assert (pushed.hit, pushed.fall) == ("a2", 400)
    assert (pushed.x, pushed.y) == (1200, 702)


def test_a_shoved_rider_is_pushed_as_a_model_on_foot() -> None:
    """EX78; shadows.fight.shove_mounted."""
    figures = [fig("b1", 1128, 1000, mounted=True), fig("a1", 1000, 1000)]
    assert push(figures, (128, 0), 100) == Push(1228, 1000, 0, length=100)


# --- falls ----------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.fall")
@pytest.mark.parametrize(
    ("height", "save"), [(200, None), (201, 5), (399, 5), (400, 6), (599, 6), (600, 7)]
)
def test_the_save_of_a_fall(height: int, save: int | None) -> None:
    assert forced.fall_save(height) == save


@pytest.mark.rule("shadows.geo.fall_place")
def test_a_faller_is_placed_one_inch_from_whom_he_fell_on() -> None:
    """EX30; shadows.geo.fall_place."""
    here = table([fig("a1", 900, 500, 300), fig("b1", 1020, 500)])
    spot = forced.fall_place(here, here.figures["a1"], 1000, 500, 0, 1000, 0)
    assert spot == ((1218, 500, 0), "b1")


@pytest.mark.rule("shadows.geo.fall_place")
def test_a_taken_place_turns_the_faller_to_the_left_first() -> None:
    here = table([fig("a1", 900, 500, 300), fig("b1", 1020, 500), fig("b2", 1218, 500)])
    (x, y, z), hit = forced.fall_place(here, here.figures["a1"], 1000, 500, 0, 1000, 0)
    assert (hit, z) == ("b1", 0)
    assert y > 500
    assert 198**2 <= (x - 1020) ** 2 + (y - 500) ** 2 <= 200**2


@pytest.mark.rule("shadows.geo.fall_place")
def test_who_lands_on_a_piece_is_placed_touching_it() -> None:
    trough = Piece("trough", "block", rect=(1000, 400, 1100, 600), h=100)
    here = table([fig("a1", 900, 500, 300)], [trough])
    spot = forced.fall_place(here, here.figures["a1"], 1050, 500, 0, 1000, 0)
    assert spot == ((1149, 500, 0), None)


@pytest.mark.rule("shadows.geo.downed_edge")
@pytest.mark.rule("shadows.damage.downed_edge")
def test_a_downed_model_falls_over_a_near_edge() -> None:
    here = table([fig("a1", 1200, 1149, 400)], [BLOCK])
    assert forced.downed_edge(here, here.figures["a1"]) == Push(1200, 951, 0, fall=400)
    here = table([fig("a1", 1200, 1150, 400)], [BLOCK])
    assert forced.downed_edge(here, here.figures["a1"]) is None
    here = table([fig("a1", 1200, 1149)])
    assert forced.downed_edge(here, here.figures["a1"]) is None


def test_a_low_edge_throws_nobody_down() -> None:
    low = Piece("low", "block", rect=(1000, 1000, 1400, 1400), h=199, top=True)
    here = table([fig("a1", 1200, 1049, 199)], [low])
    assert forced.downed_edge(here, here.figures["a1"]) is None


def test_a_rail_holds_nobody_and_a_wall_does() -> None:
    here = table([fig("a1", 1600, 2249, 300)], map="redemption")
    assert forced.downed_edge(here, here.figures["a1"]) is None
    here = table([fig("a1", 1600, 2149, 300)], map="redemption")
    assert forced.downed_edge(here, here.figures["a1"]) == Push(1600, 2001, 0, fall=300)


# --- townsfolk ------------------------------------------------------------------------------------


def flee(
    figures: Sequence[Figure], way: tuple[int, int], pieces: Sequence[Piece] = ()
) -> Flight | None:
    here = table(figures, pieces)
    return runs.flee(here, here.figures[figures[0].id], *way)


@pytest.mark.rule("shadows.geo.flee")
def test_townsfolk_run_four_inches() -> None:
    """EX70; shadows.geo.flee."""
    figures = [fig("t1", 1098, 1000), fig("a1", 1000, 1000)]
    assert flee(figures, (1000, 0)) == Flight(1498, 1000, 0)


@pytest.mark.rule("shadows.folk.terrain")
def test_difficult_ground_slows_townsfolk() -> None:
    swamp = Piece("swamp", "difficult", rect=(1100, 900, 2000, 1100))
    assert flee([fig("t1", 1000, 1000)], (1, 0), [swamp]) == Flight(1250, 1000, 0)


@pytest.mark.rule("shadows.geo.flee")
def test_townsfolk_go_round_what_is_solid() -> None:
    run = flee([fig("t1", 1200, 1170)], (1, 0), [HUT])
    assert run is not None
    assert run.y > 1200
    blind = Piece("wall", "block", rect=(1250, 0, 1300, 3600), h=300)
    run = flee([fig("t1", 1100, 1000)], (1, 0), [blind])
    assert run == Flight(1100, 1400, 0)


@pytest.mark.rule("shadows.geo.flee")
def test_townsfolk_that_cannot_move_at_all() -> None:
    pit = [
        Piece("n", "block", rect=(900, 1048, 1100, 1060), h=300),
        Piece("e", "block", rect=(1050, 900, 1060, 1100), h=300),
        Piece("s", "block", rect=(900, 940, 1100, 952), h=300),
    ]
    assert flee([fig("t1", 1002, 1000)], (1, 0), pit) is None


@pytest.mark.rule("shadows.folk.stop")
def test_townsfolk_stop_one_inch_from_whom_they_would_run_into() -> None:
    figures = [fig("t1", 1000, 1000), fig("b1", 1300, 1000)]
    assert flee(figures, (1, 0)) == Flight(1102, 1000, 0)
    figures[1] = fig("b1", 1300, 1101)
    assert flee(figures, (1, 0)) == Flight(1400, 1000, 0)
    figures[1] = fig("b1", 1300, 1100)
    stopped = flee(figures, (1, 0))
    assert stopped is not None
    assert stopped.x == 1129


@pytest.mark.rule("shadows.geo.flee")
def test_townsfolk_leave_at_the_border() -> None:
    run = flee([fig("t1", 1000, 300)], (0, -1))
    assert run == Flight(1000, 0, 0, left=True)
    assert flee([fig("t1", 1000, 500)], (0, -1)) == Flight(1000, 100, 0)


@pytest.mark.rule("shadows.geo.flee")
def test_townsfolk_do_not_run_over_an_edge() -> None:
    here = table([fig("t1", 1200, 1200, 400)], [BLOCK])
    run = runs.flee(here, here.figures["t1"], 1, 0)
    assert run is not None
    assert run.z == 400
    assert run.x <= 1400


# --- horses and captives --------------------------------------------------------------------------


def called(here: Table) -> tuple[int, int, int]:
    """Where the horse of a1 stops."""
    others = [obstacle(one) for one in here.present() if one.id not in ("a1", "a1.h")]
    return runs.call_horse(here, here.figures["a1"], others)


@pytest.mark.rule("shadows.mount.call")
def test_a_called_horse_comes_into_contact() -> None:
    here = table([fig("a1", 1000, 1000), fig("a1.h", 2000, 1000)])
    assert called(here) == (1128, 1000, 0)


def test_a_called_horse_stops_at_walls_and_one_inch_from_others() -> None:
    here = table([fig("a1", 1500, 1000), fig("a1.h", 1000, 1000)], [HUT])
    assert called(here) == (1221, 1000, 0)
    here = table([fig("a1", 1000, 1000), fig("a1.h", 2000, 1000), fig("b1", 1500, 1000)])
    assert called(here) == (1728, 1000, 0)


def test_the_place_beside_a_captor() -> None:
    figures = [fig("a1", 1000, 1000, face="N"), fig("t1", 3000, 3000), fig("a2", 1000, 902)]
    here = table(figures)
    a1, t1 = here.figures["a1"], here.figures["t1"]
    assert forced.beside(here, a1, t1, 1000, 0) == (1098, 1000, 0)
    spot = forced.beside(here, a1, t1, 0, -1000)
    assert spot is not None
    assert 98**2 <= (spot[0] - 1000) ** 2 + (spot[1] - 1000) ** 2 <= 100**2
    assert (spot[0] - 1000) ** 2 + (spot[1] - 902) ** 2 >= 98**2


@pytest.mark.rule("shadows.folk.freed")
def test_a_freed_captive_is_one_inch_away_on_its_own_side() -> None:
    captive = fig("t1", 1098, 1000)
    here = table([fig("a1", 1000, 1000, holds="t1"), captive])
    assert forced.freed(here, here.figures["a1"], captive) == (1198, 1000, 0)


@pytest.mark.rule("shadows.mount.call")
@pytest.mark.parametrize("place", [(2968, 1854), (2579, 2930), (3022, 2547), (1131, 1217)])
def test_a_called_horse_touches_its_rider_from_any_direction(place: tuple[int, int]) -> None:
    here = table([fig("a1", 1000, 1000), fig("a1.h", *place)])
    rider = here.figures["a1"]
    x, y, z = called(here)
    assert contact(here, rider, Disc(x, y, z, HORSE.radius))
    assert (x - 1000) ** 2 + (y - 1000) ** 2 >= 128**2


@pytest.mark.rule("shadows.mount.call")
@pytest.mark.rule("shadows.damage.downed_ignored")
def test_a_called_horse_passes_who_lies_there() -> None:
    here = table([fig("a1", 1000, 1000), fig("a1.h", 2000, 1000), fig("b1", 1500, 1000)])
    here.figures["b1"].downed = True
    assert called(here) == (1128, 1000, 0)


@pytest.mark.rule("shadows.geo.downed_edge")
def test_nobody_falls_over_an_edge_on_the_other_side_of_a_wall() -> None:
    house = Piece("house", "building", rect=(1000, 1000, 1400, 1400), floors=(0, 300), roof=600)
    gallery = Piece("gallery", "platform", rect=(1000, 920, 1400, 1000), z=300, edge="rail")
    here = table([fig("a1", 1200, 1049, 300, downed=True)], [house, gallery])
    assert forced.downed_edge(here, here.figures["a1"]) is None
    outside = table([fig("a1", 1200, 960, 300, downed=True)], [house, gallery])
    assert forced.downed_edge(outside, outside.figures["a1"]) == Push(1200, 871, 0, 300)


@pytest.mark.rule("shadows.geo.push")
@pytest.mark.rule("shadows.fight.shove_stop")
def test_who_leans_against_a_rock_is_not_pushed_into_it() -> None:
    rock = Piece("rock", "block", rect=(1100, 800, 1500, 1200), h=400)
    leaning = fig("a1", 1052, 1000)  # 48 from the rock: a Move may end so near, by 1 u
    here = table([leaning], [rock])
    assert forced.push(here, leaning, 100, 0, 200) == Push(1052, 1000, 0)
    assert forced.push(here, leaning, 0, 100, 200) == Push(1052, 1200, 0, length=200)
