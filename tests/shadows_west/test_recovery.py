"""Recovery and bottle checks (specification, section 3.14)."""

import pytest

from boomtown.core import Match
from boomtown.testing import refused
from shadows_west.rules.recovery import BottleCheck, Recover, RecoveryPhase, flee
from shadows_west.state import Figure, Gone, Token, West
from town import (
    A,
    B,
    at,
    dice_left,
    fig,
    health,
    keys,
    load,
    loot,
    play,
    points,
    question,
    told,
    town,
)
from town import who as model

ENEMY = fig("b1", 3400, 3400, face="N")


def recover(*figures: Figure, dice: tuple[int, ...] = (), **more: object) -> Match[West]:
    """The recovery phase of A; so few of its models are lost that nobody runs."""
    west = town([*figures, ENEMY], **more)  # type: ignore[arg-type]
    west.gangs[A].starting = 1
    return play(west, Recover([A]), dice=dice)


def check(
    standing: int, starting: int, *more: Figure, dice: tuple[int, ...] = (), **options: object
) -> Match[West]:
    """A bottle check of A, of which so many novices are standing."""
    figures = [fig(f"a{n}", 300 * n, 300, face="N") for n in range(1, standing + 1)]
    west = town([*figures, *more, ENEMY], **options)  # type: ignore[arg-type]
    west.gangs[A].starting = starting
    return play(west, BottleCheck(A), dice=dice)


# --- recovery ------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.turn.recovery")
@pytest.mark.rule("shadows.recovery.order")
def test_each_gang_removes_done_tokens_then_tests_then_checks() -> None:
    figures = [
        fig("a1", 1000, 1000, token="done"),
        fig("a2", 1200, 1000, token="lookout"),
        fig("a3", 1400, 1000, downed=True),
        fig("b1", 3000, 3000, token="done"),
        fig("b2", 3200, 3000, downed=True),
    ]
    match = play(town(figures), RecoveryPhase(), dice=(5, 2, 3, 5, 4, 2, 5))
    assert model(match, "a1").token is Token.NONE
    assert model(match, "a2").token is Token.LOOKOUT
    assert model(match, "b1").token is Token.NONE
    tests = [line["who"] for line in told(match, "shadows.recovery.test.test")]
    assert tests == ["a3", "b2"], "in the order of seats"
    assert told(match, "shadows.bottle.when") == [{"seat": B, "standing": 1, "starting": 2}]
    assert dice_left(match) == []


@pytest.mark.rule("shadows.recovery.test")
def test_a_standing_friend_in_contact_gives_a_die() -> None:
    """EX59: 4 D8, two successes: stays Downed."""
    match = recover(
        fig("a1", 1000, 1000, rank="veteran", downed=True), fig("a2", 1098, 1000), dice=(5, 2, 7, 1)
    )
    assert health(match, "a1") == "downed"
    [test] = told(match, "shadows.recovery.test.test")
    assert (test["dice"], test["sides"], test["successes"]) == (4, 8, 2)


@pytest.mark.rule("shadows.recovery.test")
def test_neither_an_enemy_nor_a_downed_friend_nor_two_friends_count_for_more() -> None:
    figures = [
        fig("a1", 1000, 1000, downed=True),
        fig("a2", 1098, 1000, downed=True),
        fig("b2", 902, 1000),
        fig("a3", 2000, 1000),
    ]
    match = recover(*figures, dice=(5, 2, 1, 5, 2, 1))
    assert [line["dice"] for line in told(match, "shadows.recovery.test.test")] == [3, 3]
    figures = [fig("a1", 1000, 1000, downed=True), fig("a2", 1098, 1000), fig("a3", 902, 1000)]
    match = recover(*figures, dice=(5, 2, 1, 1))
    assert [line["dice"] for line in told(match, "shadows.recovery.test.test")] == [4]


@pytest.mark.rule("shadows.recovery.stand")
def test_three_successes_bring_it_to_its_feet_shaken() -> None:
    """EX59: a hero alone."""
    match = recover(
        fig("a1", 1000, 1000, rank="hero", downed=True), fig("a2", 2000, 1000), dice=(5, 6, 7)
    )
    assert health(match, "a1") == "shaken"


@pytest.mark.rule("shadows.recovery.succumb")
@pytest.mark.rule("shadows.vp.none")
def test_without_success_it_succumbs_and_nobody_scores() -> None:
    """EX59: a Downed Shaken veteran rolls D6."""
    match = recover(
        fig("a1", 1000, 1000, rank="veteran", downed=True, shaken=True),
        fig("a2", 2000, 1000),
        dice=(1, 2, 4),
    )
    assert health(match, "a1") == "succumbed"
    assert points(match) == [0, 0]
    assert told(match, "shadows.recovery.test.test")[0]["sides"] == 6


@pytest.mark.rule("shadows.test.max_reroll")
def test_a_recovery_test_may_re_roll_beside_a_maximum() -> None:
    match = recover(fig("a1", 1000, 1000, downed=True), fig("a2", 2000, 1000), dice=(6, 5, 1, 5))
    assert health(match, "a1") == "shaken"


# --- bottle --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.bottle.when")
def test_stuarts_gang_must_check_with_four_of_nine() -> None:
    """EX60."""
    lying = [fig(f"a{n}", 300 * n, 900, downed=True) for n in range(5, 8)]
    leader = fig("a4", 1500, 300, rank="veteran", leader=True)
    west = town([*(fig(f"a{n}", 300 * n, 300) for n in (1, 2, 3)), leader, *lying, ENEMY])
    west.gangs[A].starting = 9
    match = play(west, BottleCheck(A), dice=(2, 5, 1))
    assert told(match, "shadows.bottle.when") == [{"seat": A, "standing": 4, "starting": 9}]
    assert told(match, "shadows.bottle.result.holds") == [{"seat": A}]
    assert not match.state.gangs[A].fled
    assert question(check(5, 9)) == "Rest", "with five no check is due"


@pytest.mark.rule("shadows.bottle.leader")
def test_the_leader_tests_with_three_dice() -> None:
    west = town([fig("a1", 300, 300, rank="hero", leader=True, shaken=True), ENEMY])
    west.gangs[A].starting = 6
    match = play(west, BottleCheck(A), dice=(1, 2, 5))
    [test] = told(match, "shadows.bottle.result.test")
    assert (test["dice"], test["sides"]) == (3, 8)


@pytest.mark.rule("shadows.bottle.leader")
def test_without_a_leader_the_highest_rank_tests_with_one_die_and_the_owner_chooses() -> None:
    figures = [
        fig("a1", 300, 300, rank="hero", leader=True, downed=True),
        fig("a2", 600, 300, rank="veteran", shaken=True),
        fig("a3", 900, 300, rank="veteran"),
        fig("a4", 1200, 300),
        ENEMY,
    ]
    west = town(figures)
    west.gangs[A].starting = 8
    match = play(west, BottleCheck(A), dice=(5,))
    assert list(match.choice(A).offers()) == ["a2", "a3"]
    assert match.choice(A).default() == "a3", "the best die"
    assert refused(match, A, "a4") == "shadows.bottle.leader"
    match.answer(A, "a2")
    [test] = told(match, "shadows.bottle.result.test")
    assert (test["who"], test["dice"], test["sides"]) == ("a2", 1, 6)
    match = check(1, 6, dice=(5,))
    assert question(match) == "Rest", "a single one is not asked about"


@pytest.mark.rule("shadows.bottle.none")
def test_a_gang_without_a_standing_model_fails_by_itself() -> None:
    match = check(0, 4, fig("a1", 300, 300, downed=True))
    assert match.state.gangs[A].fled
    assert health(match, "a1") == "fled"


@pytest.mark.rule("shadows.bottle.result")
def test_a_gang_that_fails_flees_with_its_riders_and_leaves_its_loot() -> None:
    figures = [
        fig("a1", 1000, 1000, mounted=True, loot="m1"),
        fig("a2", 2000, 1000, holds="t1"),
        fig("t1", 2098, 1000),
        fig("a3", 2500, 1000, downed=True),
        fig("a4", 600, 600),
        fig("a4.h", 800, 600),
        ENEMY,
    ]
    west = town(figures, markers=[loot("m1", 0, 0)], scenario="bank_job")
    west.table.markers["m1"].gone = True
    west.gangs[A].starting = 9
    match = play(west, BottleCheck(A), dice=(4,))
    match.answer(A, "a4")
    assert [health(match, id) for id in ("a1", "a2", "a3", "a4")] == ["fled"] * 4
    assert health(match, "a1.h") == Gone.BOLTED
    assert health(match, "a4.h") == Gone.BOLTED
    marker = match.state.table.markers["m1"]
    assert (marker.x, marker.y, marker.gone) == (1000, 1000, False)
    assert model(match, "t1").held_by is None
    assert at(match, "t1") != (2098, 1000, 0), "free, an inch away"
    assert told(match, "shadows.bottle.result.flees") == [{"seat": A}]


@pytest.mark.rule("shadows.scen.off_table")
@pytest.mark.parametrize(("scenario", "due"), [("bank_job", False), ("shootout", True)])
def test_who_left_with_the_loot_still_counts_as_standing(scenario: str, due: bool) -> None:
    gone = fig("a4", 0, 0, gone=Gone.TAKEN)
    leader = fig("a3", 900, 300, leader=True)
    west = town([fig("a1", 300, 300), fig("a2", 600, 300), leader, gone, ENEMY], scenario=scenario)
    west.gangs[A].starting = 6
    match = play(west, BottleCheck(A), dice=(5, 5, 5))
    assert ("shadows.bottle.when" in keys(match)) == due


@pytest.mark.rule("shadows.camp.voluntary_bottle")
def test_in_a_campaign_a_check_may_be_failed_on_purpose() -> None:
    match = check(2, 6, campaign=True)
    assert question(match) == "GiveUp"
    match.answer(A, "leave")
    assert match.state.gangs[A].fled
    match = check(1, 6, campaign=True)
    load(match, 5)
    match.time_out(A)
    assert not match.state.gangs[A].fled


def test_a_gang_that_is_gone_makes_no_check() -> None:
    match = check(1, 6, dice=(5,))
    flee(match, A)
    match.then(BottleCheck(A))
    match.advance()
    assert len(told(match, "shadows.bottle.when")) == 1
