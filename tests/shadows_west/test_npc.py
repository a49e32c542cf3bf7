"""The NPC phase and townsfolk that run (specification, sections 3.13 and 3.17)."""

import pytest

from boomtown.core import Match
from boomtown.testing import refused
from shadows_west.rules.npc import NpcPhase
from shadows_west.state import Figure, Gone, Token, West
from shadows_west.terrain.maps import Piece
from town import A, B, at, dice_left, fig, health, keys, load, play, question, told, town
from town import who as model


def phase(*figures: Figure, dice: tuple[int, ...] = (), **more: object) -> Match[West]:
    west = town(list(figures), **more)  # type: ignore[arg-type]
    return play(west, NpcPhase(), dice=dice)


GUNS = [fig("a1", 1000, 1000, face="N"), fig("b1", 3400, 3400, face="N")]


@pytest.mark.rule("shadows.turn.npc")
@pytest.mark.rule("shadows.folk.flee")
def test_a_townsperson_runs_straight_from_the_nearest_gun() -> None:
    match = phase(*GUNS, fig("t1", 1300, 1000))
    assert at(match, "t1") == (1700, 1000, 0)
    assert match.state.phase == "npc"
    assert told(match, "shadows.folk.flee") == [{"who": "t1", "threat": "a1"}]
    assert question(match) == "Rest"


@pytest.mark.rule("shadows.npc.who")
def test_horses_and_captives_do_not_act() -> None:
    figures = [
        fig("a1", 1000, 1000, holds="t1"),
        fig("t1", 1098, 1000),
        fig("b1", 3000, 3000, face="N"),
        fig("b1.h", 2800, 3000),
    ]
    match = phase(*figures)
    assert question(match) == "Rest"
    assert at(match, "t1") == (1098, 1000, 0)
    assert keys(match) == []


@pytest.mark.rule("shadows.folk.flee")
def test_one_that_touches_a_model_stays() -> None:
    match = phase(*GUNS, fig("t1", 1098, 1000))
    assert at(match, "t1") == (1098, 1000, 0)


@pytest.mark.rule("shadows.folk.flee")
def test_only_standing_and_visible_models_are_run_from() -> None:
    figures = [
        fig("a1", 1300, 1300, downed=True),
        fig("b1", 2000, 1000, face="E"),
        fig("t1", 1300, 1000),
    ]
    match = phase(*figures)
    assert at(match, "t1") == (900, 1000, 0), "away from b1, not from the Downed one"


@pytest.mark.rule("shadows.folk.random")
def test_who_sees_nobody_runs_about() -> None:
    figures = [fig("a1", 1000, 1000, downed=True), fig("b1", 3400, 3400, downed=True)]
    match = phase(*figures, fig("t1", 1800, 1800), dice=(3,))
    assert at(match, "t1") == (2200, 1800, 0)
    assert told(match, "shadows.folk.random") == [{"who": "t1"}]


@pytest.mark.rule("shadows.folk.stop")
def test_townsfolk_may_leave_the_table_for_good() -> None:
    match = phase(*GUNS, fig("t1", 1000, 200))
    assert health(match, "t1") == Gone.LEFT
    assert told(match, "shadows.folk.stop") == [{"who": "t1"}]
    told_in_order = keys(match)
    assert told_in_order.index("shadows.folk.flee") < told_in_order.index("shadows.folk.stop")


@pytest.mark.rule("shadows.folk.stop")
def test_they_stop_an_inch_from_a_figure_in_the_way() -> None:
    match = phase(*GUNS, fig("a2", 1700, 1000, downed=True), fig("t1", 1300, 1000))
    x, y, _ = at(match, "t1")
    assert y == 1000
    assert 1700 - 98 - 102 <= x <= 1700 - 98 - 100


@pytest.mark.rule("shadows.folk.terrain")
def test_difficult_ground_slows_them_and_walls_are_gone_round() -> None:
    scrub = Piece("scrub", "difficult", rect=(1400, 900, 2000, 1100))
    match = phase(*GUNS, fig("t1", 1300, 1000), pieces=[scrub])
    assert at(match, "t1") == (1550, 1000, 0), "1 inch on open ground, 1.5 in the scrub"
    shack = Piece("shack", "building", rect=(1400, 700, 2000, 1300), roof=250)
    match = phase(*GUNS, fig("t1", 1300, 1000), pieces=[shack])
    x, y, _ = at(match, "t1")
    assert x <= 1400 - 48
    assert abs(y - 1000) > 300, "along the wall"


@pytest.mark.rule("shadows.terrain.cactus")
def test_running_into_a_cactus_is_dangerous() -> None:
    patch = Piece("agave", "cactus", disc=(1700, 1000, 250))
    match = phase(*GUNS, fig("t1", 1300, 1000), dice=(4,), pieces=[patch])
    assert health(match, "t1") == "casualty"
    assert match.state.gangs[A].points == 0


@pytest.mark.rule("shadows.npc.order")
def test_the_winner_of_a_roll_off_orders_the_townsfolk() -> None:
    match = phase(
        *GUNS, fig("t1", 1300, 1000), fig("t2", 1000, 1300), fig("t3", 700, 1000), dice=(4, 9)
    )
    assert match.asked() == [B]
    assert refused(match, B, ["t1", "t2"]) == "boomtown.choice.count"
    match.answer(B, ["t3", "t1", "t2"])
    assert [line["who"] for line in told(match, "shadows.folk.flee")] == ["t3", "t1", "t2"]


@pytest.mark.rule("shadows.npc.order")
def test_an_absent_winner_lets_them_act_by_id() -> None:
    match = phase(*GUNS, fig("t2", 1300, 1000), fig("t1", 1000, 1300), dice=(9, 4))
    match.time_out(A)
    assert [line["who"] for line in told(match, "shadows.folk.flee")] == ["t1", "t2"]


@pytest.mark.rule("shadows.npc.active")
def test_all_gangs_are_passive_and_may_react_to_townsfolk() -> None:
    figures = [
        fig("a1", 1000, 1000, face="E", token="lookout"),
        fig("b1", 2000, 1300, face="W", token="lookout"),
        fig("t1", 1300, 1000),
        fig("t2", 1300, 1300),
    ]
    match = phase(*figures, dice=(9, 4))
    match.answer(A, ["t1", "t2"])
    assert match.asked() == [A, B]
    assert match.question(A).args == {"who": "t1", "kind": "move"}  # type: ignore[union-attr]
    match.answer(A, {"a1": "shoot"})
    match.answer(B, {"pass": "phase"})
    load(match, 5, 2, 3, 1, 4)
    match.answer(A, "a1.w1 t1")
    assert health(match, "t1") == "casualty"
    assert model(match, "a1").token is Token.DONE
    assert question(match) == "Rest", "B has declined for the whole phase"
    assert not match.state.gangs[B].quiet
    assert at(match, "t2") != (1300, 1300, 0)


@pytest.mark.rule("shadows.npc.active")
def test_a_captive_taken_by_a_reaction_does_not_run() -> None:
    figures = [
        fig("a1", 1000, 1000, face="E", token="lookout"),
        fig("b1", 3000, 3000, face="N"),
        fig("t1", 1300, 1000),
    ]
    match = phase(*figures)
    match.answer(A, {"a1": "move"})
    match.answer(A, "walk 1202 1000; do 1 seize t1")
    assert model(match, "a1").holds == "t1"
    assert "shadows.folk.flee" not in keys(match)
    assert dice_left(match) == []
    assert question(match) == "Rest"
