"""What is done on the way: horses, captives, friends, loot, sticks (specification, 3.15-3.17)."""

import pytest

from shadows_west.state import Weapon
from shadows_west.terrain.maps import Piece
from town import fig, loot
from trips import BLOCK, HUT, a1, deed, go, refused

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
