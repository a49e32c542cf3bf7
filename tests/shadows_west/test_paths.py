"""Moves: how they are written, what they cost, what stops them (specification, 3.8 and 4.6)."""

import pytest

from boomtown.core import InvalidAnswer, Refusal
from shadows_west.moves.orders import MoveOrder, plain_order, read_order, write_order
from shadows_west.moves.paths import judge
from shadows_west.terrain.maps import Piece
from town import fig, town
from trips import BLOCK, CRATES, FENCE, HUT, a1, go, refused

# --- notation -------------------------------------------------------------------------------------


def test_an_order_is_read_from_text_and_from_json() -> None:
    text = "walk 1000 1300 0; climb 1000 1398 300; face 0 1000; do 1 loot; charge b2; fight b2"
    order = read_order(text)
    assert order == MoveOrder(
        [("walk", 1000, 1300, 0), ("climb", 1000, 1398, 300)],
        (0, 1000),
        [[1, "loot"]],
        ["b2"],
        "b2",
    )
    assert write_order(order) == text
    assert read_order(plain_order(order)) == order
    assert read_order({"t": "move", "model": "a1", **plain_order(order)}) == order


def test_a_step_without_a_height_stays_on_the_last_one() -> None:
    assert read_order("walk 1 2; walk 3 4 50; walk 5 6", 300).steps == [
        ("walk", 1, 2, 300),
        ("walk", 3, 4, 50),
        ("walk", 5, 6, 50),
    ]
    assert read_order("stay") == MoveOrder() == read_order("") == read_order({})
    assert write_order(MoveOrder()) == "stay"


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (7, ""),
        ("fly 1 2", ""),
        ({"path": []}, "path"),
        ({"steps": [["walk", 1, 2, 0]] * 13}, "steps"),
        ({"steps": [["fly", 1, 2, 0]]}, "steps.0.0"),
        ({"steps": [["walk", 1, 2.5, 0]]}, "steps.0.2"),
        ({"steps": [["walk", True, 2, 0]]}, "steps.0.1"),
        ({"steps": [["walk", 1]]}, "steps.0"),
        ({"face": [0, 0]}, "face"),
        ({"face": [1001, 0]}, "face"),
        ({"face": [1]}, "face"),
        ({"do": [[1, "dance"]]}, "do.0.1"),
        ({"do": [[1, "place", 1, 2]]}, "do.0"),
        ({"do": [[1]]}, "do.0"),
        ({"charge": "b1"}, "charge"),
        ({"charge": ["b1", "b1"]}, "charge"),
        ({"fight": 3}, "fight"),
        ("walk 1 2; " * 300, ""),
    ],
)
def test_nonsense_names_its_field(raw: object, field: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        read_order(raw)
    assert caught.value.field == field


# --- cost -----------------------------------------------------------------------------------------


def test_a_move_of_four_inches_and_no_more() -> None:
    """EX17; shadows.move.distance, shadows.geo.cost."""
    assert go("walk 1400 1000", [a1()]).cost == 400
    trip = go("walk 1800 1000", [a1()])
    assert trip.refusal == Refusal("shadows.geo.cost", cost=800, allowance=400)
    assert (trip.failed, trip.at) == (0, (1400, 1000, 0))
    trip = go("walk 1200 1000; walk 1200 1201", [a1()])
    assert trip.refusal == Refusal("shadows.geo.cost", cost=401, allowance=400)
    assert (trip.failed, trip.at) == (1, (1200, 1200, 0))


@pytest.mark.rule("shadows.geo.rounding")
def test_lengths_round_up() -> None:
    assert go("walk 1001 1001", [a1()]).cost == 2
    assert refused(go("walk 1283 1283", [a1()])) == "shadows.geo.cost"


def test_difficult_ground_costs_double() -> None:
    """EX21; shadows.move.difficult."""
    swamp = Piece("swamp", "difficult", rect=(1100, 900, 1300, 1100))
    assert go("walk 1250 1000", [a1()], [swamp]).cost == 400
    trip = go("walk 1251 1000", [a1()], [swamp])
    assert trip.refusal == Refusal("shadows.geo.cost", cost=402, allowance=400)
    bridge = Piece("bridge", "bridge", rect=(1150, 900, 1200, 1100))
    assert go("walk 1250 1000", [a1()], [swamp, bridge]).cost == 350


def test_mounted_and_downed_models_have_their_own_allowance() -> None:
    assert go("walk 1600 1000", [a1(mounted=True)]).refusal is None
    assert refused(go("walk 1601 1000", [a1(mounted=True)])) == "shadows.geo.cost"
    assert go("walk 1200 1000", [a1(downed=True)]).refusal is None
    assert refused(go("walk 1201 1000", [a1(downed=True)])) == "shadows.geo.cost"
    assert refused(go("walk 1101 1000", [a1()], allowance=100)) == "shadows.geo.cost"


def test_a_step_that_leads_nowhere_is_refused() -> None:
    assert refused(go("walk 1000 1000", [a1()])) == "shadows.geo.path_check.nowhere"


# --- walls, blocks and heights --------------------------------------------------------------------


@pytest.mark.rule("shadows.geo.path_solid")
def test_a_wall_stops_a_base_one_u_too_near() -> None:
    """R - 1 is near enough, r to end there."""
    assert go("walk 950 1000", [a1()], [HUT]).refusal is None
    trip = go("walk 1000 1002", [a1(1000, 800)], [HUT])
    assert trip.refusal == Refusal("shadows.geo.path_solid", what="wall", piece="hut")
    assert trip.at == (1000, 1001, 0)
    along_the_wall = "walk 950 1001; walk 900 900"
    assert go(along_the_wall, [a1(1000, 1001)], [HUT]).refusal is None
    assert refused(go("walk 950 1001", [a1(1000, 1001)], [HUT])) == "shadows.geo.path_end.terrain"


@pytest.mark.rule("shadows.move.openings")
@pytest.mark.rule("shadows.mount.base")
def test_models_on_foot_pass_openings_and_riders_do_not() -> None:
    assert go("walk 1100 1200", [a1(1100, 900)], [HUT]).refusal is None
    assert go("walk 1115 1200", [a1(1115, 900)], [HUT]).refusal is None
    assert refused(go("walk 1116 1200", [a1(1116, 900)], [HUT])) == "shadows.geo.path_solid"
    assert go("walk 1200 1249", [a1(1400, 1249)], [HUT]).refusal is None
    rider = a1(1100, 900, mounted=True)
    assert refused(go("walk 1100 1300", [rider], [HUT])) == "shadows.geo.path_solid"


@pytest.mark.rule("shadows.move.small_steps")
@pytest.mark.rule("shadows.geo.path_end")
def test_low_obstacles_are_ignored_on_the_way_but_not_at_the_end() -> None:
    assert go("walk 2100 1000", [a1(1900, 1000)], [FENCE]).refusal is None
    trip = go("walk 2058 1000", [a1(1900, 1000)], [FENCE])
    assert trip.refusal == Refusal("shadows.geo.path_end", "terrain", what="fence", piece="fence")
    assert go("walk 2059 1000", [a1(1900, 1000)], [FENCE]).refusal is None
    trough = Piece("trough", "block", rect=(1100, 900, 1200, 1100), h=100)
    assert go("walk 1300 1000", [a1()], [trough]).refusal is None
    assert refused(go("walk 1248 1000", [a1()], [trough])) == "shadows.geo.path_end.terrain"
    assert go("walk 1249 1000", [a1()], [trough]).refusal is None
    kegs = Piece("kegs", "explosive", disc=(1200, 1000, 79), h=100)
    assert refused(go("walk 1327 1000", [a1()], [kegs])) == "shadows.geo.path_end.terrain"
    assert go("walk 1328 1000", [a1()], [kegs]).refusal is None


def test_one_steps_onto_a_low_block_with_a_top() -> None:
    assert go("walk 1200 1000 150", [a1()], [CRATES]).end == (1200, 1000, 150)
    assert refused(go("walk 1200 1000 0", [a1()], [CRATES])) == "shadows.geo.path_end.terrain"
    assert go("walk 1380 1000 0", [a1()], [CRATES]).refusal is None
    assert go("walk 1380 1000 0", [a1(1200, 1000, 150)], [CRATES]).refusal is None


def test_a_block_two_inches_higher_is_solid() -> None:
    low = Piece("low", "block", rect=(1100, 900, 1300, 1100), h=199, top=True)
    high = Piece("high", "block", rect=(1100, 900, 1300, 1100), h=200, top=True)
    assert go("walk 1200 1000 199", [a1()], [low]).refusal is None
    assert refused(go("walk 1200 1000 200", [a1()], [high])) == "shadows.geo.path_solid"


def test_a_step_of_two_inches_is_no_walk() -> None:
    assert go("walk 1200 950 300", [a1(1200, 1100, 300)], map="mission").refusal is not None
    trip = go("walk 1800 1900 0", [a1(1800, 2100, 300)], map="redemption")
    assert refused(trip) == "shadows.move.climb.walk"
    assert trip.at == (1800, 2050, 300)
    assert go("walk 1800 2400 300", [a1(1800, 2100, 300)], map="redemption").refusal is None


@pytest.mark.rule("shadows.geo.surface")
def test_a_model_stands_while_its_centre_is_on_the_surface() -> None:
    assert go("walk 1800 2050 300", [a1(1800, 2100, 300)], map="redemption").refusal is None
    assert (
        refused(go("walk 1800 2049 300", [a1(1800, 2100, 300)], map="redemption"))
        == "shadows.move.climb.walk"
    )


@pytest.mark.rule("shadows.geo.path_end")
def test_the_whole_base_ends_on_the_table() -> None:
    assert go("walk 49 1000", [a1(200)]).refusal is None
    assert refused(go("walk 48 1000", [a1(200)])) == "shadows.geo.path_end.table"
    assert refused(go("walk -1 1000", [a1(200)])) == "shadows.geo.path_end.table"


@pytest.mark.rule("shadows.move.friends")
def test_friends_may_be_crossed_but_not_stood_on() -> None:
    figures = [a1(), fig("a2", 1150, 1000)]
    assert go("walk 1300 1000", figures).refusal is None
    trip = go("walk 1247 1000", figures)
    assert trip.refusal == Refusal("shadows.geo.path_end", "figure", who="a2")
    assert go("walk 1248 1000", figures).refusal is None


# --- cactus, and which fault is told --------------------------------------------------------------


@pytest.mark.rule("shadows.geo.cost")
@pytest.mark.rule("shadows.terrain.cactus")
def test_what_grows_below_a_roof_is_nothing_to_who_walks_on_it() -> None:
    patch = Piece("agave", "cactus", disc=(1200, 1200, 150))
    above = go("walk 1380 1200 400", [a1(1020, 1200, 400)], [BLOCK, patch])
    assert (above.refusal, above.cost, above.legs[0].cactus) == (None, 360, [])


@pytest.mark.rule("shadows.terrain.cactus")
def test_a_cactus_patch_is_entered_once() -> None:
    patch = Piece("agave", "cactus", disc=(1500, 1000, 250))
    trip = go("walk 1300 1000", [a1(1200)], [patch])
    assert trip.legs[0].cactus == [("agave", 1250, 1000)]
    assert trip.cost == 150
    assert go("walk 1400 1000", [a1(1300)], [patch]).legs[0].cactus == []
    assert go("walk 1250 1000; walk 1300 1000", [a1(1200)], [patch]).legs[1].cactus == []


@pytest.mark.rule("shadows.geo.path_check")
def test_the_first_fault_in_the_fixed_order_is_told() -> None:
    """Modes, geometry, enemies, cost, end."""
    figures = [a1(mounted=True), fig("b1", 1300, 1000)]
    assert refused(go("walk 1290 1000; climb 1000 1000 300", figures)) == "shadows.mount.base"
    assert refused(go("walk 1890 1000", figures)) == "shadows.move.keep_away"
    assert judge(town(figures).table, figures[0], MoveOrder()) is None
