"""Climbing, stairs, dropping and jumping (specification, 3.8 and 4.6)."""

import pytest

from boomtown.core import Refusal
from shadows_west.terrain.maps import Piece
from town import fig
from trips import BLOCK, CRATES, HUT, OTHER_BLOCK, a1, go, refused


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


@pytest.mark.rule("shadows.geo.jump_gap")
def test_one_can_jump_from_a_height_of_exactly_two_inches() -> None:
    here = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=200, top=True)
    there = Piece("other", "block", rect=(300, 1000, 700, 1400), h=200, top=True)
    low = Piece("block", "block", rect=(1000, 1000, 1400, 1400), h=199, top=True)
    lower = Piece("other", "block", rect=(300, 1000, 700, 1400), h=199, top=True)
    trip = go("jump 651 1200 200", [a1(1049, 1200, 200)], [here, there])
    assert (trip.refusal, trip.cost, trip.end) == (None, 398, (651, 1200, 200))
    assert refused(go("jump 651 1200 199", [a1(1049, 1200, 199)], [low, lower])) == (
        "shadows.geo.jump_gap.none"
    )
    assert refused(go("jump 800 1200 0", [a1(1049, 1200, 200)], [here])) == (
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
