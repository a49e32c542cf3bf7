"""Moves (specification, sections 3.8, 3.15 to 3.17 and 4.6)."""

from collections.abc import Sequence
from typing import Any

import pytest

from boomtown.core import InvalidAnswer, Refusal
from shadows_west.moves.march import Deed, Trip
from shadows_west.moves.orders import MoveOrder, plain_order, read_order, write_order
from shadows_west.moves.paths import judge, trace
from shadows_west.state import Figure, Marker, Weapon
from shadows_west.terrain.maps import Piece
from town import fig, loot, town

FENCE = Piece("fence", "linear", line=((2000, 800), (2000, 1200)), h=100)
HUT = Piece(
    "hut",
    "building",
    rect=(900, 1049, 1300, 1449),
    floors=(0,),
    roof=300,
    open=(("S", 200, "door", 0), ("E", 200, "window", 0)),
)
BLOCK = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=400, top=True)
OTHER_BLOCK = Piece("other", "block", rect=(300, 1000, 700, 1400), h=400, top=True)
CRATES = Piece("crates", "block", rect=(1100, 900, 1300, 1100), h=150, top=True)


def go(
    order: str,
    figures: Sequence[Figure],
    pieces: Sequence[Piece] = (),
    *,
    map: str | None = None,
    markers: Sequence[Marker] = (),
    **how: Any,
) -> Trip:
    """The Move of the first figure."""
    table = town(figures, pieces, map=map, markers=markers).table
    figure = table.figures[figures[0].id]
    return trace(table, figure, read_order(order, figure.z), **how)


def refused(trip: Trip) -> str:
    assert trip.refusal is not None, trip
    return trip.refusal.key


def deed(trip: Trip, verb: str) -> Deed:
    [found] = [deed for deed in trip.deeds if deed.verb == verb]
    return found


def a1(x: int = 1000, y: int = 1000, z: int = 0, **more: Any) -> Figure:
    return fig("a1", x, y, z, **more)


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


# --- enemies --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.keep_away")
@pytest.mark.rule("shadows.geo.path_enemy")
def test_one_inch_from_standing_enemies() -> None:
    figures = [a1(), fig("b1", 1200, 1200)]
    assert go("walk 1200 1002; walk 1398 1002", figures).refusal is None
    trip = go("walk 1000 1003; walk 1398 1003", figures)
    assert trip.refusal == Refusal("shadows.move.keep_away", who="b1")
    assert trip.failed == 1
    assert trip.at == (1180, 1003, 0)
    figures[1] = fig("b1", 1200, 1200, downed=True)
    assert go("walk 1200 1102", figures).refusal is None


@pytest.mark.rule("shadows.geo.path_enemy")
def test_who_starts_closer_may_only_move_off() -> None:
    figures = [a1(), fig("b1", 1150, 1000)]
    assert go("face 1000 0", figures).refusal is None
    assert go("walk 952 1000", figures).refusal is None
    assert refused(go("walk 953 1000", figures)) == "shadows.move.keep_away.end"
    assert refused(go("walk 1001 1300", figures)) == "shadows.move.keep_away.away"
    assert go("walk 1000 1300", figures).refusal is None
    assert refused(go("walk 952 1000; walk 960 900", figures)) == "shadows.move.keep_away.away"


@pytest.mark.rule("shadows.move.keep_away")
@pytest.mark.rule("shadows.geo.path_enemy")
def test_who_moves_off_does_not_come_back_even_beyond_an_inch() -> None:
    figures = [a1(), fig("b1", 1150, 1000)]
    away_and_back = "walk 700 1000; walk 740 1000"
    assert refused(go(away_and_back, figures)) == "shadows.move.keep_away.away"
    assert go("walk 700 1000; walk 660 1040", figures).refusal is None
    # A house between them: what the enemy cannot reach for is none of his business.
    wall = Piece("house", "building", rect=(500, 1060, 950, 1500), floors=(0,), roof=300)
    corner = [a1(970, 1012), fig("b1", 1100, 1012)]
    assert refused(go("walk 770 1011; walk 800 1011", corner, [wall])) == (
        "shadows.move.keep_away.away"
    )


@pytest.mark.rule("shadows.move.charge_unseen")
@pytest.mark.rule("shadows.move.obstacle_contact")
def test_contact_over_a_fence_at_exactly_an_inch_is_a_charge_too() -> None:
    slanting = Piece("fence", "linear", line=((799, 771), (1399, 1229)), h=100)
    figures = [a1(1000, 1300, face="S"), fig("b1", 1198, 1000)]
    assert refused(go("walk 1000 1000", figures, [slanting])) == "shadows.move.keep_away"
    assert go("walk 1000 1000; charge b1", figures, [slanting]).refusal is None
    assert go("walk 1000 1000", figures).refusal is None, "no fence, so no contact"


@pytest.mark.rule("shadows.move.keep_away_walls")
def test_solid_walls_and_heights_lift_the_inch() -> None:
    inside = fig("b1", 1000, 1100)
    assert go("walk 960 990", [a1(1100, 900), inside], [HUT]).refusal is None
    by_the_door = fig("b1", 1100, 1110)
    assert refused(go("walk 1100 980", [a1(1100, 800), by_the_door], [HUT])) == (
        "shadows.move.keep_away"
    )
    figures = [a1(1200, 950), fig("b1", 1200, 1049, 400)]
    assert go("walk 1300 950", figures, [BLOCK]).refusal is None
    step = Piece("step", "block", rect=(1000, 1000, 1400, 1400), h=199, top=True)
    assert (
        refused(go("walk 1300 950", [a1(1200, 850), fig("b1", 1250, 1049, 199)], [step]))
        == "shadows.move.keep_away"
    )


def test_a_charge_ends_in_contact() -> None:
    """EX23; shadows.move.charge."""
    figures = [a1(face="E"), fig("b1", 1498, 1000)]
    trip = go("walk 1400 1000; charge b1; fight b1", figures)
    assert trip.refusal is None
    assert (trip.cost, trip.charged, trip.fight) == (400, ["b1"], "b1")
    assert refused(go("walk 1400 1000", figures)) == "shadows.move.keep_away"
    assert refused(go("walk 1397 1000; charge b1", figures)) == "shadows.move.charge.short"
    assert go("walk 1398 1000; charge b1", figures).refusal is None
    assert refused(go("walk 1300 1000; fight b1", figures)) == "shadows.move.charge.fight"
    assert refused(go("charge b1", figures)) == "shadows.move.charge.short"
    assert refused(go("walk 1100 1000; charge b9", figures)) == "shadows.move.charge.nobody"


@pytest.mark.rule("shadows.geo.path_enemy")
def test_nobody_walks_through_the_enemy_he_charges() -> None:
    figures = [a1(face="E"), fig("b1", 1150, 1000)]
    assert refused(go("walk 1248 1000; charge b1", figures)) == "shadows.geo.path_enemy"


@pytest.mark.rule("shadows.move.charge_unseen")
def test_an_unseen_enemy_is_not_charged() -> None:
    behind = [a1(face="W"), fig("b1", 1300, 1000)]
    assert refused(go("walk 1202 1000; charge b1", behind)) == "shadows.move.charge_unseen"
    assert go("walk 1202 1000; charge b1", [a1(face="N"), behind[1]]).refusal is None


def test_contact_over_a_fence_is_a_charge() -> None:
    """EX24; shadows.move.obstacle_contact."""
    figures = [a1(1641, 1000, face="E"), fig("b1", 2059, 1000)]
    trip = go("walk 1941 1000; charge b1", figures, [FENCE])
    assert (trip.refusal, trip.cost) == (None, 300)
    assert refused(go("walk 1938 1000; charge b1", figures, [FENCE])) == "shadows.move.charge.short"


def test_several_enemies_may_be_charged_at_once() -> None:
    figures = [a1(1000, 1000, face="E"), fig("b1", 1300, 951), fig("b2", 1300, 1049)]
    assert go("walk 1215 1000; charge b1 b2; fight b2", figures).refusal is None
    assert refused(go("walk 1215 1000; charge b1", figures)) == "shadows.move.keep_away"


@pytest.mark.rule("shadows.fight.downed")
def test_nobody_finishes_a_downed_enemy_beside_a_standing_one_he_charges() -> None:
    figures = [a1(face="E"), fig("b1", 1300, 951, downed=True), fig("b2", 1300, 1049)]
    order = "walk 1215 1000; charge b1 b2; fight "
    assert refused(go(order + "b1", figures)) == "shadows.fight.downed"
    assert go(order + "b2", figures).refusal is None


def test_an_enemy_in_contact_is_not_charged_again() -> None:
    figures = [a1(), fig("b1", 1098, 1000)]
    trip = go("walk 1000 1001; charge b1", figures)
    assert refused(trip) == "shadows.move.charge.already"


@pytest.mark.rule("shadows.move.disengage")
@pytest.mark.rule("shadows.move.disengage_bar")
def test_leaving_contact_needs_a_disengage_test() -> None:
    figures = [a1(), fig("b1", 1098, 1000), fig("b2", 1000, 1098)]
    assert go("walk 800 800", figures).left == ["b1", "b2"]
    assert go("face 0 1000", figures).left == []
    figures[0] = a1(downed=True)
    assert go("walk 870 870", figures).left == []


def test_a_reaction_enters_contact_with_its_trigger_only() -> None:
    """EX58; shadows.react.contact."""
    figures = [fig("b1", 1000, 1000), fig("a1", 1300, 1000), fig("a2", 1000, 1300)]
    figures[0].fx, figures[0].fy = 1000, 1000
    trip = go("walk 1202 1000; charge a1; fight a1", figures, reaction_to="a1")
    assert (trip.refusal, trip.cost) == (None, 202)
    assert refused(go("walk 1000 1202; charge a2", figures, reaction_to="a1")) == (
        "shadows.react.contact"
    )
    beside = [*figures[:2], fig("b2", 1000, 700), fig("t1", 700, 1000)]
    assert refused(go("walk 1000 798", beside, reaction_to="a1")) == "shadows.react.contact"
    assert refused(go("walk 798 1000", beside, reaction_to="a1")) == "shadows.react.contact"
    assert go("walk 1000 801", beside, reaction_to="a1").refusal is None


# --- climbing, stairs, dropping, jumping ----------------------------------------------------------


def test_a_climb_costs_its_height() -> None:
    """EX26; shadows.move.climb, shadows.geo.climb_end."""
    trip = go("climb 1000 1098 300; walk 1000 1198 300", [a1()], [HUT])
    assert (trip.refusal, trip.cost, trip.end) == (None, 400, (1000, 1198, 300))
    assert refused(go("climb 1000 1098 300; walk 1000 1199 300", [a1()], [HUT])) == (
        "shadows.geo.cost"
    )
    down = go("climb 1000 1000 0", [a1(1000, 1098, 300)], [HUT])
    assert (down.refusal, down.cost) == (None, 300)


def test_a_climber_touches_the_wall() -> None:
    assert go("climb 1000 1098 300", [a1(1000, 998)], [HUT]).refusal is None
    assert refused(go("climb 1000 1098 300", [a1(1000, 997)], [HUT])) == "shadows.move.climb.touch"


@pytest.mark.rule("shadows.geo.climb_end")
def test_a_climber_comes_up_straight_across() -> None:
    trip = go("climb 1010 1098 300", [a1()], [HUT])
    assert trip.refusal == Refusal("shadows.geo.climb_end", x=1000, y=1098, z=300)
    assert refused(go("climb 1000 1150 300", [a1()], [HUT])) == "shadows.geo.climb_end"


@pytest.mark.rule("shadows.geo.climb_end")
def test_a_taken_place_shifts_the_climber_along_the_edge() -> None:
    figures = [a1(), fig("a2", 1020, 1098, 300)]
    assert refused(go("climb 1000 1098 300", figures, [HUT])) == "shadows.geo.path_end.figure"
    assert go("climb 922 1098 300", figures, [HUT]).refusal is None
    assert refused(go("climb 1118 1098 300", figures, [HUT])) == "shadows.geo.climb_end"


def test_a_climb_that_the_movement_left_does_not_reach() -> None:
    trip = go("walk 1000 1000; climb 1000 1098 300", [a1(1000, 899)], [HUT])
    assert trip.refusal == Refusal("shadows.geo.cost", cost=401, allowance=400)
    assert trip.at == (1000, 1000, 0)


def test_a_tall_climb_takes_what_is_left() -> None:
    """EX27; shadows.move.tall_climb."""
    tower = Piece("tower", "building", rect=(900, 1300, 1300, 1700), floors=(0,), roof=600)
    trip = go("walk 1000 1251; climb 1000 1349 600", [a1()], [tower])
    assert (trip.refusal, trip.cost, trip.end) == (None, 400, (1000, 1349, 600))
    assert trip.legs[-1].ends
    assert (
        refused(go("walk 1000 1251; climb 1000 1349 600; walk 1000 1360 600", [a1()], [tower]))
        == "shadows.move.tall_climb.over"
    )


def test_one_climbs_into_a_window_above_and_out_again() -> None:
    house = Piece(
        "house",
        "building",
        rect=(900, 1049, 1300, 1449),
        floors=(0, 300),
        roof=600,
        open=(("S", 100, "window", 1),),
    )
    assert go("climb 1000 1098 300", [a1()], [house]).refusal is None
    assert go("climb 1000 1000 0", [a1(1000, 1098, 300)], [house]).refusal is None
    assert go("climb 1000 1098 600", [a1(1000, 1098, 300)], [house]).refusal is None
    assert go("climb 1000 1098 300", [a1(1000, 1098, 600)], [house]).refusal is None
    assert refused(go("climb 1200 1098 300", [a1(1200, 1000)], [house])) == (
        "shadows.move.climb.touch"
    )


def test_nobody_climbs_through_a_floor() -> None:
    assert refused(go("climb 1800 2249 300", [a1(1800, 2151)], map="redemption")) == (
        "shadows.move.climb.blocked"
    )
    assert refused(go("climb 1000 1098 300", [a1(1000, 1098)], [HUT])) == (
        "shadows.move.climb.touch"
    )
    assert go("climb 1400 2099 300", [a1(1400, 2001)], map="redemption").refusal is None


def test_less_than_two_inches_is_not_climbed() -> None:
    assert refused(go("climb 1149 1000 150", [a1(1051, 1000)], [CRATES])) == (
        "shadows.move.climb.low"
    )


def test_slanting_sides_are_climbed_too() -> None:
    """A mesa: the place against its edge is the nearest point of the grid."""
    mesa = a1(2643, 601)
    trip = go("climb 2650 710 300", [mesa], map="gulch")
    assert refused(trip) == "shadows.geo.climb_end"
    assert trip.refusal is not None
    place = "climb {x} {y} {z}".format(**trip.refusal.args)
    assert go(place, [mesa], map="gulch").end == (2657, 699, 300)
    assert go("climb 2643 601 0", [a1(2657, 699, 300)], map="gulch").refusal is None


def test_stairs_cost_their_height() -> None:
    trip = go("stairs 2180 2500 300", [a1(2180, 2880)], map="redemption")
    assert (trip.refusal, trip.cost) == (None, 300)
    assert go("stairs 2180 2551 300", [a1(2180, 2829)], map="redemption").refusal is None
    assert refused(go("stairs 2180 2552 300", [a1(2180, 2880)], map="redemption")) == (
        "shadows.geo.path_check.stairs"
    )
    assert go("stairs 2180 2880 0", [a1(2180, 2500, 300)], map="redemption").refusal is None


@pytest.mark.parametrize(("height", "save"), [(200, None), (300, 5), (400, 6), (600, 7)])
def test_a_drop_costs_nothing_and_may_be_a_fall(height: int, save: int | None) -> None:
    """EX28; shadows.move.drop, shadows.move.fall."""
    block = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=height, top=True)
    trip = go("drop 1200 951 0; walk 1200 551 0", [a1(1200, 1049, height)], [block])
    assert (trip.refusal, trip.cost) == (None, 400)
    assert (trip.legs[0].fall, trip.legs[0].save) == (height, save)


def test_a_drop_is_straight_over_an_edge() -> None:
    assert refused(go("drop 1200 951 0", [a1(1200, 1052, 400)], [BLOCK])) == (
        "shadows.move.drop.edge"
    )
    assert refused(go("drop 1210 951 0", [a1(1200, 1049, 400)], [BLOCK])) == (
        "shadows.move.drop.edge"
    )
    assert refused(go("drop 1200 951 5", [a1(1200, 1049, 400)], [BLOCK])) == "shadows.move.drop.low"


def test_who_drops_on_somebody_lands_beside_him() -> None:
    """EX30; shadows.move.fall_on_model."""
    figures = [a1(1200, 1049, 400), fig("a2", 1200, 931)]
    trip = go("drop 1200 951 0", figures, [BLOCK])
    assert trip.legs[0].hit == "a2"
    assert trip.end == (1200, 733, 0)


@pytest.mark.rule("shadows.move.jump")
@pytest.mark.rule("shadows.geo.jump_gap")
def test_a_jump_pays_its_length() -> None:
    trip = go("jump 651 1200 400", [a1(1049, 1200, 400)], [BLOCK, OTHER_BLOCK])
    assert (trip.refusal, trip.cost, trip.end) == (None, 398, (651, 1200, 400))


@pytest.mark.rule("shadows.geo.jump_gap")
def test_a_jump_may_fall_short() -> None:
    figures = [a1(1149, 1200, 400)]
    trip = go("walk 1049 1200 400; jump 651 1200 400", figures, [BLOCK, OTHER_BLOCK])
    assert (trip.refusal, trip.end) == (None, (749, 1200, 0))
    leg = trip.legs[-1]
    assert (leg.fall, leg.save, leg.ends, trip.cost) == (400, 6, True, 400)
    more = "walk 1049 1200 400; jump 651 1200 400; walk 749 1250 0"
    assert refused(go(more, figures, [BLOCK, OTHER_BLOCK])) == "shadows.move.jump.over"


@pytest.mark.rule("shadows.geo.jump_gap")
def test_the_widest_gap_is_four_inches() -> None:
    wide = Piece("other", "block", rect=(300, 1000, 600, 1400), h=400, top=True)
    wider = Piece("other", "block", rect=(300, 1000, 599, 1400), h=400, top=True)
    start = [a1(1000, 1200, 400)]
    assert go("jump 600 1200 400", start, [BLOCK, wide]).refusal is None
    trip = go("jump 599 1200 400", start, [BLOCK, wider])
    assert trip.refusal == Refusal("shadows.geo.jump_gap", gap=401, most=400)


def test_a_jump_needs_a_gap_and_a_place_to_land() -> None:
    assert refused(go("jump 1200 1000 0", [a1()])) == "shadows.geo.jump_gap.none"
    assert refused(go("jump 800 1200 0", [a1(1049, 1200, 400)], [BLOCK])) == (
        "shadows.geo.jump_gap.landing"
    )


@pytest.mark.rule("shadows.mount.base")
@pytest.mark.parametrize("mode", ["climb", "stairs", "drop", "jump", "leap"])
def test_riders_only_ride(mode: str) -> None:
    assert refused(go(f"{mode} 1000 1100 0", [a1(mounted=True)])) == "shadows.mount.base"


@pytest.mark.rule("shadows.damage.downed")
@pytest.mark.parametrize("mode", ["climb", "stairs", "drop", "jump", "mount"])
def test_the_downed_only_crawl(mode: str) -> None:
    assert refused(go(f"{mode} 1000 1100 0", [a1(downed=True)])) == "shadows.damage.downed.crawl"
    assert refused(go("do 0 loot", [a1(downed=True)])) == "shadows.damage.downed.crawl"


# --- horses ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.mount.up_down")
@pytest.mark.rule("shadows.mount.allowance")
def test_mounting_gives_the_riders_allowance() -> None:
    figures = [a1(), fig("a1.h", 1128, 1000)]
    trip = go("mount 1128 1000; walk 1728 1000", figures)
    assert (trip.refusal, trip.cost, trip.allowance, trip.mounted) == (None, 600, 600, True)
    assert refused(go("mount 1128 1000; walk 1729 1000", figures)) == "shadows.geo.cost"
    assert refused(go("mount 1120 1000", figures)) == "shadows.mount.up_down.place"
    assert refused(go("walk 1000 990; mount 1128 1000", figures)) == "shadows.mount.up_down.first"
    far = [a1(), fig("a1.h", 1131, 1000)]
    assert refused(go("mount 1131 1000", far)) == "shadows.mount.up_down.horse"


def test_dismounting_ends_in_contact_and_goes_on_foot() -> None:
    rider = a1(mounted=True)
    trip = go("dismount 1128 1000; walk 1528 1000", [rider])
    assert (trip.refusal, trip.cost, trip.allowance, trip.mounted) == (None, 400, 400, False)
    assert refused(go("dismount 1128 1000; walk 1529 1000", [rider])) == "shadows.geo.cost"
    assert refused(go("dismount 1131 1000", [rider])) == "shadows.mount.up_down.beside"
    assert refused(go("dismount 1127 1000", [rider])) == "shadows.mount.up_down.beside"
    assert refused(go("dismount 1128 1000; walk 1000 1100", [rider])) == (
        "shadows.geo.path_end.figure"
    )
    assert refused(go("dismount 1128 1000; mount 1000 1000", [rider])) == (
        "shadows.mount.up_down.first"
    )


@pytest.mark.rule("shadows.mount.leap")
def test_a_leap_into_the_saddle_is_a_drop() -> None:
    figures = [a1(1200, 1049, 400), fig("a1.h", 1200, 850)]
    trip = go("leap 1200 850 0; walk 1200 250", figures, [BLOCK])
    assert (trip.refusal, trip.cost, trip.mounted) == (None, 600, True)
    assert (trip.legs[0].fall, trip.legs[0].save) == (400, 6)
    used = "walk 1200 1049 400; leap 1200 850 0; walk 1200 350 0"
    assert go(used, [a1(1200, 1149, 400), figures[1]], [BLOCK]).refusal is None
    assert go("leap 1200 821 0", [figures[0], fig("a1.h", 1200, 821)], [BLOCK]).refusal is None
    far = [figures[0], fig("a1.h", 1200, 820)]
    assert refused(go("leap 1200 820 0", far, [BLOCK])) == "shadows.mount.leap.edge"


@pytest.mark.rule("shadows.mount.waiting")
def test_strange_horses_gallop_off() -> None:
    figures = [a1(), fig("a2", 1500, 1500), fig("a2.h", 1200, 1130), fig("b1", 3000, 3000)]
    assert go("walk 1400 1000", figures).legs[0].bolts == ["a2.h"]
    figures[2] = fig("a2.h", 1200, 1131)
    assert go("walk 1400 1000", figures).legs[0].bolts == []
    # 2.2 u from the line: more than the 2 u that are still contact.
    figures[2] = fig("a2.h", 1190, 1155)
    assert go("walk 1400 1050", figures).legs[0].bolts == []
    figures[2] = fig("a2.h", 1300, 1000)
    assert go("walk 1300 1000", figures).refusal is None, "where it stood is free now"


@pytest.mark.rule("shadows.mount.call")
def test_a_called_horse_comes() -> None:
    figures = [a1(), fig("a1.h", 2000, 1000)]
    call = deed(go("walk 1200 1000; do 1 call", figures), "call")
    assert (call.what, call.x, call.y, call.z) == ("a1.h", 1328, 1000, 0)
    assert refused(go("do 0 call", [a1()])) == "shadows.mount.call"
    left = go("dismount 1128 1000; walk 1528 1000; do 2 call", [a1(mounted=True)])
    assert (deed(left, "call").x, deed(left, "call").y) == (1400, 1000)


# --- captives, friends, loot, sticks --------------------------------------------------------------


@pytest.mark.rule("shadows.folk.capture")
@pytest.mark.rule("shadows.folk.held")
def test_a_captive_is_seized_and_comes_along() -> None:
    figures = [a1(face="E"), fig("t1", 1198, 1000)]
    trip = go("walk 1100 1000; do 1 seize t1; walk 1100 1300; face 0 1000", figures)
    assert (trip.refusal, trip.cost) == (None, 400)
    hold = deed(trip, "hold")
    assert (hold.what, hold.x, hold.y, hold.free) == ("t1", 1100, 1202, False)
    assert refused(go("walk 1097 1000; do 1 seize t1", figures)) == "shadows.folk.capture.short"
    assert go("walk 1098 1000; do 1 seize t1", figures).refusal is None
    placed = go("walk 1100 1000; do 1 seize t1; do 1 hold 1100 1098", figures)
    assert (deed(placed, "hold").x, deed(placed, "hold").y) == (1100, 1098)
    assert refused(go("walk 1100 1000; do 1 seize t1; do 1 hold 1100 1101", figures)) == (
        "shadows.folk.held"
    )
    assert refused(go("do 0 hold 1000 1098", [a1()])) == "shadows.folk.held.nobody"


@pytest.mark.rule("shadows.folk.limits")
def test_a_captor_neither_climbs_nor_jumps() -> None:
    captive = fig("t1", 1000, 902)
    captive.held_by = "a1"
    figures = [a1(holds="t1"), captive]
    assert refused(go("climb 1000 1098 300", figures, [HUT])) == "shadows.folk.limits"
    released = go("do 0 release; climb 1000 1098 300", figures, [HUT])
    assert released.refusal is None
    freed = deed(released, "release")
    assert (freed.x, freed.y) == (1000, 802)
    assert refused(go("do 0 release", [a1()])) == "shadows.folk.release"


@pytest.mark.rule("shadows.folk.contact_choice")
def test_an_attack_on_a_townsperson_is_a_charge() -> None:
    figures = [a1(face="E"), fig("t1", 1298, 1000)]
    trip = go("walk 1200 1000; do 1 attack t1", figures)
    assert (trip.refusal, trip.fight) == (None, "t1")
    behind = [a1(face="W"), fig("t1", 1298, 1000)]
    assert refused(go("walk 1200 1000; do 1 attack t1", behind)) == "shadows.move.charge_unseen"
    touching = [a1(face="E"), fig("t1", 1098, 1000)]
    assert refused(go("do 0 attack t1", touching)) == "shadows.folk.contact_choice.already"


def test_dragging_a_friend_costs_double() -> None:
    """EX54; shadows.damage.drag."""
    figures = [a1(), fig("a2", 1198, 1000, downed=True)]
    trip = go("walk 1100 1000; do 1 drag a2; walk 950 1000", figures)
    assert (trip.refusal, trip.cost) == (None, 400)
    hold = deed(trip, "hold")
    assert (hold.x - 950) ** 2 + (hold.y - 1000) ** 2 <= 100 * 100
    assert refused(go("walk 1100 1000; do 1 drag a2; walk 949 1000", figures)) == "shadows.geo.cost"
    swamp = Piece("swamp", "difficult", rect=(800, 900, 1090, 1100))
    once = go("walk 1100 1000; do 1 drag a2; walk 1000 1000", figures, [swamp])
    assert once.legs[1].cost == 200
    rider = [a1(), fig("a1.h", 1128, 1000), fig("a2", 1000, 902, downed=True)]
    assert refused(go("do 0 drag a2; mount 1128 1000", rider)) == "shadows.damage.drag.hands"
    upright = [a1(), fig("a2", 1198, 1000)]
    assert refused(go("walk 1100 1000; do 1 drag a2", upright)) == "shadows.damage.drag.nobody"


@pytest.mark.rule("shadows.loot.take")
@pytest.mark.rule("shadows.loot.drop")
def test_loot_is_picked_up_and_dropped_on_the_way() -> None:
    markers = [loot("m1", 1200, 1000), loot("m2", 1220, 1000)]
    trip = go("walk 1100 1000; do 1 loot; walk 1100 1100; do 2 drop", [a1()], markers=markers)
    assert trip.refusal is None
    assert [(one.verb, one.what, one.step) for one in trip.deeds] == [
        ("loot", "m1", 1),
        ("drop", "m1", 2),
    ]
    assert go("walk 1100 1000; do 1 loot", [a1()], markers=markers[:1]).refusal is None
    assert refused(go("walk 1099 1000; do 1 loot", [a1()], markers=markers[:1])) == (
        "shadows.loot.take.short"
    )
    assert refused(go("walk 1100 1000; do 1 loot", [a1(loot="m9")], markers=markers)) == (
        "shadows.loot.take.full"
    )
    assert refused(go("do 0 drop", [a1()])) == "shadows.loot.drop"


@pytest.mark.rule("shadows.tnt.place")
def test_a_stick_is_placed_beside_the_path() -> None:
    model = a1(sticks=1, face="N")
    assert go("walk 1300 1000; do 1 place 1150 851 0", [model]).refusal is None
    trip = go("walk 1300 1000; do 1 place 1150 850 0", [model])
    assert refused(trip) == "shadows.tnt.place.far"
    assert go("walk 1300 1000; walk 1300 1050; do 2 place 1150 851 0", [model]).refusal is None
    assert refused(go("do 0 place 1000 1100 0", [a1()])) == "shadows.tnt.place.none"
    twice = "do 0 place 1000 1100 0; do 0 place 1000 1050 0"
    assert refused(go(twice, [model])) == "shadows.tnt.place.none"
    assert refused(go("do 0 place 950 1100 0", [a1(950, 1000, sticks=1)], [HUT])) == (
        "shadows.tnt.place.unseen"
    )
    assert go("do 0 place 1100 1100 0", [a1(1100, 1000, sticks=1)], [HUT]).refusal is None


@pytest.mark.rule("shadows.move.unjam")
def test_unjamming_takes_the_whole_move() -> None:
    model = a1()
    model.weapons = [Weapon("a1.w1", "pistol", jammed=True), Weapon("a1.w2", "rifle")]
    assert deed(go("do 0 unjam a1.w1", [model]), "unjam").what == "a1.w1"
    assert refused(go("do 0 unjam a1.w2", [model])) == "shadows.move.unjam"
    assert refused(go("walk 1000 1100; do 1 unjam a1.w1", [model])) == "shadows.move.unjam.alone"
    assert refused(go("face 1000 0; do 0 unjam a1.w1", [model])) == "shadows.move.unjam.alone"


def test_deeds_belong_to_a_step() -> None:
    assert refused(go("walk 1100 1000; do 2 loot", [a1()])) == "shadows.geo.path_check.deed"
    assert refused(go("walk 1100 1000; do 0 exit", [a1()])) == "shadows.geo.path_check.deed"


@pytest.mark.rule("shadows.geo.exit")
def test_a_model_leaves_over_the_border() -> None:
    """EX81; shadows.move.leave_table, shadows.geo.exit."""
    trip = go("walk 1000 0; do 1 exit", [a1(1000, 200)])
    assert (trip.refusal, trip.exits) == (None, True)
    assert refused(go("walk 1000 1; do 1 exit", [a1(1000, 200)])) == "shadows.geo.exit"
    assert refused(go("walk 1000 0", [a1(1000, 200)])) == "shadows.geo.path_end.table"


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
