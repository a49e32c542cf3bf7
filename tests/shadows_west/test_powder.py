"""Kegs of powder and sticks of TNT that lie about: when they withstand, and what sets them off."""

import pytest

from boomtown.testing import say
from shadows_west.rules.blasts import (
    Explode,
    explode_piece,
)
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.shooting.targets import targets
from shadows_west.terrain.maps import Piece
from town import (
    A,
    fig,
    keys,
    play,
    tnt,
    told,
    town,
    who,
)

KEG = Piece("keg", "explosive", disc=(2080, 1500, 79), h=100)


@pytest.mark.rule("shadows.terrain.explosive_shoot")
def test_powder_may_always_be_shot() -> None:
    west = town([fig("a1", 1400, 1500), fig("b1", 1500, 1650)], [KEG])
    found = {
        target.id: target for target in targets(west.table, west.table.figures["a1"], "pistol")
    }
    assert (found["keg"].free, found["keg"].gap, found["keg"].dice) == (True, 552, 3)


@pytest.mark.rule("shadows.terrain.explosive_save")
def test_powder_may_withstand_a_hit() -> None:
    west = town([fig("a1", 1400, 1500, face="E"), fig("b1", 3000, 3000)], [KEG])
    match = play(west, ShootAction("a1"), dice=[5, 2, 2, 5])
    say(match, (A, "a1.w1 keg"))
    assert (match.state.table.exploded, keys(match)[-1]) == (
        [],
        "shadows.terrain.explosive_save.passed",
    )


@pytest.mark.rule("shadows.terrain.explosive_save")
@pytest.mark.rule("shadows.shoot.save_mod")
def test_what_a_weapon_does_to_a_save_it_does_to_powder_too() -> None:
    figures = [fig("a1", 1700, 1500, face="E", weapons=["heavy_pistol"]), fig("b1", 3000, 3000)]
    match = play(town(figures, [KEG]), ShootAction("a1"), dice=[5, 2, 2, 2, 5])
    say(match, (A, "a1.w1 keg"))
    assert match.state.table.exploded == ["keg"]
    assert told(match, "shadows.terrain.explosive_save.failed_mod")[0]["total"] == 4


def test_the_reach_of_powder_is_from_its_edge() -> None:
    west = town([], [KEG])
    assert explode_piece(west.table, "keg", A).reach == 279


# --- placing -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.tnt.place")
def test_a_stick_is_placed_during_a_move() -> None:
    west = town([fig("a1", 1000, 1000, sticks=1, face="E"), fig("b1", 3000, 3000)])
    match = play(west, MoveAction("a1"))
    say(match, (A, "walk 1200 1000; do 1 place 1250 1100 0; walk 1000 1000"))
    marker = match.state.table.markers["tnt1"]
    assert (marker.x, marker.y, marker.z, marker.seat, marker.fresh) == (1250, 1100, 0, A, True)
    assert who(match, "a1").sticks == 0


@pytest.mark.rule("shadows.tnt.shoot_marker")
def test_a_stick_may_be_shot_from_the_next_action_on() -> None:
    fresh = tnt("m1", 1500, 1000)
    fresh.fresh = True
    west = town([fig("a1", 1000, 1000, face="E"), fig("b1", 3000, 3000)], markers=[fresh])
    a1 = west.table.figures["a1"]
    now = {target.id: target for target in targets(west.table, a1, "pistol")}["m1"]
    assert now.refusal is not None
    assert now.refusal.rule == "shadows.tnt.shoot_marker"
    west.table.markers["m1"].fresh = False
    later = {target.id: target for target in targets(west.table, a1, "pistol")}["m1"]
    assert (later.free, later.gap) == (True, 412)


@pytest.mark.rule("shadows.tnt.chain")
@pytest.mark.rule("shadows.terrain.explosive_chain")
def test_sticks_and_powder_explode_in_the_order_of_their_distance() -> None:
    near_keg = Piece("keg", "explosive", disc=(1150, 1000, 79), h=100)
    sticks = [tnt("m1", 1000, 1250), tnt("m2", 1000, 800)]
    figures = [fig("a1", 400, 3000), fig("b1", 3000, 3000)]
    match = play(town(figures, [near_keg], markers=sticks), Explode(1000, 1000, 0, 300, by=A))
    # The keg is 71 away, m2 161 and m1 211; each is in reach of the first blast.
    assert [blast["piece"] for blast in told(match, "shadows.tnt.blast")] == ["keg", "m2", "m1"]
    shooter = fig("a1", 1000, 1000, weapons=["sawn_off"], face="E")
    figures = [shooter, fig("b1", 1500, 1000)]
    lane = [tnt("m1", 1540, 1120), tnt("m2", 1200, 1110)]
    keg = Piece("keg", "explosive", disc=(1350, 880, 79), h=100)
    match = play(town(figures, [keg], markers=lane), ShootAction("a1"), dice=[6] * 20)
    say(match, (A, "a1.w1 b1"))
    assert [blast["piece"] for blast in told(match, "shadows.tnt.blast")] == ["m2", "keg", "m1"]
