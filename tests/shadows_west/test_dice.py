"""Dice, tests and re-rolls (specification, sections 3.2 and 3.4)."""

from itertools import product

import pytest

from boomtown.core import Match, Seat
from boomtown.testing import say
from shadows_west.content.ranks import GRIT, Rank
from shadows_west.rules import dice
from shadows_west.rules.dice import Roll, half_die, left_player
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.shooting.odds import fight_odds, odds, outcomes
from shadows_west.shooting.pools import Modifier, base, dice_of
from shadows_west.state import West
from shadows_west.terrain.maps import Piece
from town import A, B, C, dice_left, fig, health, load, play, question, told, town

CRATE = Piece("crate", "block", rect=(1500, 900, 1540, 1100), h=100)


def shot(match: Match[West], target: str = "b1") -> None:
    say(match, (A, f"a1.w1 {target}"))


def pool_of(match: Match[West]) -> tuple[int, list[str]]:
    [roll] = told(match, "shadows.shoot.roll.test")
    return roll["dice"], roll["parts"]


@pytest.mark.rule("shadows.test.pool")
def test_ex01_base_pool() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, rank="veteran")])
    match = play(west, ShootAction("a1"), dice=[2, 5, 3, 5])
    shot(match)
    [roll] = told(match, "shadows.shoot.roll.test")
    assert (roll["dice"], roll["sides"], roll["shown"], roll["successes"]) == (3, 6, [2, 5, 3], 1)
    [save] = told(match, "shadows.shoot.save.passed")
    assert (save["target"], save["die"], save["sides"]) == (5, 5, 8)
    assert health(match, "b1") == "unhurt"
    assert dice_left(match) == []


@pytest.mark.rule("shadows.test.pool")
def test_ex02_modified_pool() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1698, 1000, rank="veteran")]
    covered = play(town(figures, [CRATE]), ShootAction("a1"), dice=[2, 2])
    shot(covered)
    assert pool_of(covered) == (2, ["base+3", "cover-1"])
    # On a block two inches high the shooter is elevated, and still at medium range.
    tower = Piece("tower", "block", rect=(900, 900, 1100, 1100), h=200, top=True)
    high = [fig("a1", 1000, 1000, 200), fig("b1", 1698, 1000, rank="veteran")]
    elevated = play(town(high, [tower]), ShootAction("a1"), dice=[2, 2, 2, 2])
    shot(elevated)
    assert pool_of(elevated) == (4, ["base+3", "elevated+1"])


@pytest.mark.rule("shadows.test.minimum")
def test_ex03_minimum() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["shotgun"]), fig("b1", 1998, 1000)]
    match = play(town(figures, [CRATE]), ShootAction("a1"), dice=[2])
    shot(match)
    assert pool_of(match) == (1, ["base+3", "long-1", "weapon-1", "cover-1"])
    assert dice_left(match) == []


@pytest.mark.rule("shadows.test.max_reroll")
def test_ex04_reroll() -> None:
    figures = [fig("a1", 1000, 1000, rank="veteran"), fig("b1", 1698, 1000)]
    match = play(town(figures, [CRATE]), ShootAction("a1"), dice=[3, 8, 5, 6])
    shot(match)
    [reroll] = told(match, "shadows.test.max_reroll")
    assert reroll == {"who": "a1", "sides": 8, "before": 3, "die": 5, "successes": 2}
    [save] = told(match, "shadows.shoot.save.passed")
    assert save["target"] == 6


@pytest.mark.rule("shadows.dice.reroll_one")
def test_ex05_a_6_on_a_d6_one_reroll_only() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1398, 1000)]
    match = play(town(figures, rerolls="ask"), ShootAction("a1"), dice=[6, 6, 2, 1])
    shot(match)
    assert question(match) == "ShootingTest"
    assert match.choice(A).offers() == [1, 2, 3, 4, "none"]
    assert match.choice(A).default() == 3
    load(match, 5, 4)
    say(match, (A, 4))
    assert question(match) == "Rest"
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["target"], save["short"]) == (7, 3)
    assert health(match, "b1") == "downed"


@pytest.mark.rule("shadows.test.max_reroll")
def test_ex06_single_die() -> None:
    figures = [
        fig("a1", 1000, 1000, rank="hero", weapons=["rifle"]),
        fig("b1", 1400, 1000),
        fig("b2", 1800, 1300),
    ]
    match = play(town(figures, rerolls="ask"), ShootAction("a1"), dice=[10, 2, 2, 2, 2])
    shot(match, "b2")
    assert told(match, "shadows.shoot.spotting.passed") == [
        {"who": "a1", "die": 10, "sides": 10, "target": "b2"}
    ]
    assert question(match) == "Rest"
    assert told(match, "shadows.test.max_reroll") == []


@pytest.mark.rule("shadows.dice.types")
def test_only_three_sizes_of_dice() -> None:
    assert {die for grit in GRIT.values() for die in (grit.die, grit.shaken)} == {6, 8, 10}


@pytest.mark.rule("shadows.grit.rank")
@pytest.mark.parametrize(
    ("rank", "die", "shaken"), [("novice", 6, 6), ("veteran", 8, 6), ("hero", 10, 8)]
)
def test_grit_is_the_die_of_the_rank(rank: str, die: int, shaken: int) -> None:
    figure = fig("a1", 0, 0, rank=rank)
    assert figure.die == die
    figure.shaken = True
    assert figure.die == shaken
    assert Rank(rank) in GRIT


@pytest.mark.rule("shadows.test.success")
@pytest.mark.rule("shadows.test.result")
def test_fives_and_more_succeed() -> None:
    roll = Roll("a1", A, 10, [base("shadows.shoot.roll")], shown=[1, 4, 5, 6, 10])
    assert (roll.successes, roll.highest) == (3, 10)


@pytest.mark.rule("shadows.test.minimum")
def test_a_pool_is_a_sum_of_at_least_one_die() -> None:
    pool = [base("shadows.shoot.roll"), Modifier("shadows.shoot.cover", "cover", -1)]
    assert dice_of(pool) == 2
    assert dice_of([*pool, *[Modifier("shadows.shoot.range", "long", -1)] * 4]) == 1


@pytest.mark.rule("shadows.test.max_reroll")
@pytest.mark.parametrize(
    ("shown", "places", "default"),
    [
        ([2, 3, 4], [], None),
        ([6], [], None),
        ([6, 3, 5], [1, 2], 1),
        ([6, 5, 5], [1, 2], None),
        ([6, 6, 1], [0, 1, 2], 2),
        ([3, 1, 6], [0, 1], 0),
    ],
)
def test_any_other_die_beside_a_maximum(
    shown: list[int], places: list[int], default: int | None
) -> None:
    roll = Roll("a1", A, 6, [base("shadows.shoot.roll")], shown=shown)
    assert roll.rerollable() == places
    assert roll.default_reroll() == default


@pytest.mark.rule("shadows.dice.reroll_final")
def test_a_rerolled_die_keeps_its_second_result() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1698, 1000)]
    match = play(town(figures, rerolls="ask"), ShootAction("a1"), dice=[6, 5, 2])
    shot(match)
    load(match, 1, 6)
    say(match, (A, 2))
    [reroll] = told(match, "shadows.test.max_reroll")
    assert (reroll["before"], reroll["die"], reroll["successes"]) == (5, 1, 1)
    assert question(match) == "Rest"


@pytest.mark.rule("shadows.ui.reroll")
def test_nobody_is_asked_unless_the_table_wants_to_be() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1698, 1000)]
    match = play(town(figures), ShootAction("a1"), dice=[6, 5, 2, 4, 6])
    shot(match)
    assert question(match) == "Rest"
    assert [r["before"] for r in told(match, "shadows.test.max_reroll")] == [2]


@pytest.mark.rule("shadows.test.max_reroll")
def test_an_absent_player_rerolls_the_first_failing_die() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1698, 1000)]
    match = play(town(figures, rerolls="ask"), ShootAction("a1"), dice=[6, 1, 2, 5, 6])
    shot(match)
    match.time_out(A)
    assert [(r["before"], r["die"]) for r in told(match, "shadows.test.max_reroll")] == [(1, 5)]


@pytest.mark.rule("shadows.dice.reroll_order")
def test_the_active_player_says_who_rerolls_first() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000)], rerolls="ask")
    match = play(west, FightAction("a1"), dice=[6, 1, 1, 6, 2, 2])
    assert match.asked() == [A]
    assert match.choice(A).offers() == ["me", "opponent"]
    assert match.choice(A).default() == "opponent"
    other = match.clone()
    say(match, (A, "me"))
    assert match.asked() == [A]
    say(other, (A, "opponent"))
    assert other.asked() == [B]


@pytest.mark.rule("shadows.dice.order")
def test_a_fight_rolls_attacker_defender_then_the_opponents_reroll_first() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1098, 1000)]
    rolled = [6, 1, 1, 6, 2, 2, 4, 5]
    match = play(town(figures), FightAction("a1"), dice=rolled)
    assert [t["shown"] for t in told(match, "shadows.fight.roll.test")] == [[6, 1, 1], [6, 2, 2]]
    rerolls = [(r["who"], r["die"]) for r in told(match, "shadows.test.max_reroll")]
    assert rerolls == [("b1", 4), ("a1", 5)]


@pytest.mark.rule("shadows.dice.halves")
@pytest.mark.parametrize(("sides", "die", "half"), [(6, 1, 1), (6, 6, 3), (8, 3, 2), (10, 9, 5)])
def test_small_dice_are_halves(sides: int, die: int, half: int) -> None:
    assert half_die(play(town(), dice=[die]), sides) == half


@pytest.mark.rule("shadows.dice.random_direction")
def test_eight_directions_from_north_clockwise() -> None:
    match = play(town(), dice=[1, 3, 5, 7, 2])
    found = [dice.random_direction(match) for _ in range(5)]
    assert found == [(0, 1000), (1000, 0), (0, -1000), (-1000, 0), (707, 707)]


@pytest.mark.rule("shadows.dice.random_pick")
def test_a_random_pick_is_one_of_those() -> None:
    assert dice.random_pick(play(town(), picks=["b1"]), ["a1", "b1"]) == "b1"


def test_the_left_player_is_the_next_one_with_models() -> None:
    west = town([fig("a1", 100, 100), fig("c1", 900, 900)], seats=4)
    assert left_player(west, A) == C
    assert left_player(west, C) == A
    assert left_player(town([fig("a1", 100, 100)]), A) is None


@pytest.mark.rule("shadows.test.save_is_not_test")
def test_a_save_of_the_highest_face_is_not_rerolled() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1698, 1000)]
    match = play(town(figures, rerolls="ask"), ShootAction("a1"), dice=[5, 5, 5, 6])
    shot(match)
    assert question(match) == "Rest"
    assert health(match, "b1") == "shaken"


# --- odds ----------------------------------------------------------------------------------------


def thrown(count: int, sides: int) -> dict[tuple[int, int], int]:
    """Every throw with every re-roll, one by one."""
    found: dict[tuple[int, int], int] = {}
    for shown in product(range(1, sides + 1), repeat=count):
        for again in range(1, sides + 1):
            roll = Roll("a1", Seat(0), sides, [], shown=list(shown))
            place = roll.default_reroll()
            if place is not None:
                roll.shown[place] = again
            key = (roll.successes, roll.highest)
            found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (3, 8), (2, 10), (3, 10)])
def test_the_odds_count_every_throw(count: int, sides: int) -> None:
    exact = {key: ways for key, ways in outcomes(count, sides).items() if ways}
    assert exact == thrown(count, sides)


def test_the_odds_of_a_shot_and_of_a_fight() -> None:
    found = odds(1, 6, 6, jam=10)
    assert found.hit == 333
    # One success, 5+ on a D6: 3 and 4 leave Shaken, 1 and 2 Downed; a third of all dice hit.
    assert (found.shaken, found.downed, found.casualty) == (111, 111, 0)
    assert found.jam == 67  # a single 1, and 4 or less on a D10
    assert odds(1, 6, 6, victim="folk").casualty == 222
    assert odds(1, 6, 6, victim="shaken").downed == 222
    fair = fight_odds(3, 8, 3, 8)
    assert fair.win == fair.lose
    assert fair.win + fair.tie + fair.lose == 1000
