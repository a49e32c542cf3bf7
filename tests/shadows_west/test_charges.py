"""Moves near enemies: the inch, charges, and leaving contact (specification, 3.8)."""

import pytest

from boomtown.core import Refusal
from shadows_west.terrain.maps import Piece
from town import fig
from trips import BLOCK, FENCE, HUT, a1, go, refused


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
