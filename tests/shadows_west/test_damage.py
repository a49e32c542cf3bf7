"""Saves, damage, casualties, points and falls (specification, sections 3.8, 3.11 and 3.20)."""

from typing import Any

import pytest

from boomtown.core import Match, Seat
from shadows_west.moves.forced import fall_save
from shadows_west.rules.damage import Fall, Save, casualty
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import Gone, Token, West
from shadows_west.terrain.maps import Piece
from town import A, B, C, at, dice_left, fig, health, loot, play, points, question, told, town, who


def saved(target: int, die: int, *, rank: str = "novice", **marks: Any) -> str:
    """What becomes of a model that rolls this die against that target."""
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, rank=rank, **marks)])
    return health(play(west, Save("b1", target, "shot", A), dice=[die]), "b1")


@pytest.mark.rule("shadows.damage.shaken")
def test_ex37_shaken_die() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1698, 1000, rank="veteran", shaken=True)]
    match = play(town(figures), ShootAction("a1"), dice=[5, 2, 2, 4])
    match.answer(A, "a1.w1 b1")
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["sides"], save["target"], save["short"]) == (6, 5, 1)
    assert health(match, "b1") == "downed shaken"


@pytest.mark.rule("shadows.damage.bands")
@pytest.mark.rule("shadows.damage.shaken_again")
@pytest.mark.rule("shadows.damage.downed_hurt")
@pytest.mark.parametrize(
    ("short", "unhurt", "shaken", "downed"),
    [
        (0, "unhurt", "shaken", "downed"),
        (1, "shaken", "downed shaken", "downed shaken"),
        (2, "shaken", "downed shaken", "downed shaken"),
        (3, "downed", "downed shaken", "downed shaken"),
        (4, "downed", "downed shaken", "downed shaken"),
        (5, "casualty", "casualty", "casualty"),
        (9, "casualty", "casualty", "casualty"),
    ],
)
def test_damage_by_the_amount_failed(short: int, unhurt: str, shaken: str, downed: str) -> None:
    target = 1 + short
    assert saved(target, 1) == unhurt
    assert saved(target, 1, shaken=True) == shaken  # shadows.damage.shaken_again
    assert saved(target, 1, downed=True) == downed  # shadows.damage.downed_hurt


@pytest.mark.rule("shadows.shoot.save_mod")
@pytest.mark.parametrize(
    ("mod", "die", "after"), [(-1, 5, "shaken"), (1, 4, "unhurt"), (0, 5, "unhurt")]
)
def test_modifiers_change_the_roll_and_so_the_amount(mod: int, die: int, after: str) -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000)])
    match = play(west, Save("b1", 5, "shot", A, mod), dice=[die])
    assert health(match, "b1") == after


@pytest.mark.rule("shadows.event.omen")
def test_a_bad_omen_takes_one_from_the_save() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, omen=True)])
    match = play(west, Save("b1", 5, "shot", A), dice=[5])
    [save] = told(match, "shadows.shoot.save.failed_mod")
    assert (save["parts"], save["total"], save["short"]) == (["omen-1"], 4, 1)


@pytest.mark.rule("shadows.lookout.lose")
@pytest.mark.parametrize("die", [4, 2])
def test_damage_ends_a_lookout(die: int) -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, token="lookout")])
    match = play(west, Save("b1", 5, "shot", A), dice=[die])
    assert who(match, "b1").token is Token.DONE


@pytest.mark.rule("shadows.damage.casualty")
def test_a_casualty_drops_what_it_carried() -> None:
    carrier = fig("b1", 1698, 1000, loot="l1")
    marker = loot("l1", 0, 0)
    marker.gone = True
    match = play(
        town([fig("a1", 1000, 1000), carrier], markers=[marker]), Save("b1", 9, "shot", A), dice=[1]
    )
    assert health(match, "b1") == "casualty"
    dropped = match.state.table.markers["l1"]
    assert (dropped.x, dropped.y, dropped.gone) == (1698, 1000, False)
    assert who(match, "b1").loot is None


@pytest.mark.rule("shadows.loot.drop")
def test_a_downed_carrier_drops_its_marker() -> None:
    marker = loot("l1", 0, 0)
    marker.gone = True
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, loot="l1")], markers=[marker])
    match = play(west, Save("b1", 5, "shot", A), dice=[2])
    dropped = match.state.table.markers["l1"]
    assert (dropped.x, dropped.y, dropped.gone) == (1698, 1000, False)


@pytest.mark.rule("shadows.mount.rider_lost")
@pytest.mark.rule("shadows.folk.freed")
def test_the_captive_of_a_downed_rider_is_one_inch_from_where_he_lies() -> None:
    figures = [fig("a1", 1000, 1000, mounted=True, holds="t1"), fig("t1", 1128, 1000)]
    west = town([*figures, fig("b1", 2000, 1000)], kinds=("lawmen", "outlaws"))
    match = play(west, Save("a1", 5, "shot", B), dice=[2])
    assert (health(match, "a1"), at(match, "a1")) == ("downed", (1000, 1000, 0))
    assert at(match, "t1") == (1198, 1000, 0)


@pytest.mark.rule("shadows.camp.result")
def test_the_log_tells_how_a_casualty_died_and_who_did_it() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000)], scenario="innocents")
    match = play(west, Save("b1", 7, "shot", A), Save("a1", 7, "cactus"), dice=[2, 1])
    assert told(match, "shadows.damage.casualty.model") == [
        {"who": "b1", "cause": "shot", "by": A},
        {"who": "a1", "cause": "cactus", "by": None},
    ]


# --- points --------------------------------------------------------------------------------------


def killed(victim: str, by: Seat | None, scenario: str = "shootout", **marks: Any) -> list[int]:
    west = town(
        [fig("a1", 1000, 1000), fig("b1", 1698, 1000, **marks), fig("t1", 500, 500)],
        scenario=scenario,
    )
    match = play(west)
    casualty(match, who(match, victim), by, "shot")
    return points(match)


@pytest.mark.rule("shadows.vp.casualty")
def test_an_enemy_counts_one_and_a_leader_two() -> None:
    assert killed("b1", A) == [1, 0]
    assert killed("b1", A, leader=True) == [2, 0]
    assert killed("b1", A, "innocents") == [0, 0]
    assert killed("b1", A, "innocents", leader=True) == [2, 0]


@pytest.mark.rule("shadows.vp.none")
def test_own_models_townsfolk_and_accidents_count_nothing() -> None:
    assert killed("a1", A) == [0, 0]
    assert killed("b1", None) == [0, 0]
    assert killed("t1", A) == [0, 0]
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000)])
    match = play(west)
    casualty(match, who(match, "b1"), None, "succumbed", Gone.SUCCUMBED)
    assert (health(match, "b1"), points(match)) == ("succumbed", [0, 0])


def test_casualties_are_counted_by_the_gang_that_lost_them() -> None:
    west = town([fig("a1", 100, 100), fig("b1", 900, 900), fig("c1", 1900, 900)])
    match = play(west)
    casualty(match, who(match, "c1"), A, "shot")
    assert match.state.gangs[A].caused == {C: 1}


# --- falls ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.fall")
@pytest.mark.parametrize(
    ("height", "target"),
    [(200, None), (201, 5), (300, 5), (399, 5), (400, 6), (599, 6), (600, 7), (800, 8)],
)
def test_the_save_of_a_fall(height: int, target: int | None) -> None:
    assert fall_save(height) == target


def dropped(height: int, *dice: int) -> Match[West]:
    """a1 drops eastwards from a block of that height and then walks on."""
    block = Piece("rock", "block", rect=(800, 800, 1000, 1200), h=height, top=True)
    west = town([fig("a1", 951, 1000, height, face="E"), fig("b1", 3000, 3000)], [block])
    match = play(west, MoveAction("a1"), dice=dice)
    match.answer(A, "drop 1049 1000 0; walk 1249 1000 0; face 0 1000")
    return match


@pytest.mark.rule("shadows.move.fall_after")
@pytest.mark.rule("shadows.move.drop")
def test_ex28_falling_4() -> None:
    hurt = dropped(400, 4)
    [save] = told(hurt, "shadows.shoot.save.failed")
    assert (save["target"], save["short"]) == (6, 2)
    assert (health(hurt, "a1"), at(hurt, "a1")) == ("shaken", (1049, 1000, 0))
    assert (who(hurt, "a1").fx, who(hurt, "a1").fy) == (1000, 0)
    safe = dropped(400, 6)
    assert (health(safe, "a1"), at(safe, "a1")) == ("unhurt", (1249, 1000, 0))
    assert (who(safe, "a1").fx, who(safe, "a1").fy) == (0, 1000)
    assert at(dropped(200), "a1") == (1249, 1000, 0)
    assert told(dropped(300, 5), "shadows.shoot.save.passed")[0]["target"] == 5
    assert told(dropped(600, 7 - 1), "shadows.shoot.save.failed")[0]["target"] == 7


@pytest.mark.rule("shadows.move.fall_on_model")
def test_ex30_falling_on_somebody() -> None:
    ledge = Piece("ledge", "platform", rect=(700, 400, 951, 600), z=300)
    west = town([fig("a1", 902, 500, 300, face="E"), fig("b1", 1020, 500)], [ledge])
    match = play(west, MoveAction("a1"), dice=[5, 5])
    match.answer(A, "drop 1000 500 0")
    saves = [(save["who"], save["target"]) for save in told(match, "shadows.shoot.save.passed")]
    assert saves == [("b1", 5), ("a1", 5)]
    assert at(match, "a1") == (1218, 500, 0)
    assert (health(match, "a1"), health(match, "b1")) == ("unhurt", "unhurt")
    assert dice_left(match) == []


@pytest.mark.rule("shadows.move.fall_on_model")
def test_whoever_is_fallen_upon_counts_for_the_fallers_gang() -> None:
    west = town([fig("a1", 800, 500, 300), fig("b1", 1020, 500, shaken=True)])
    fall = Fall("a1", 1218, 500, 0, 300, "b1", A)
    match = play(west, fall, dice=[1, 5])
    assert health(match, "b1") == "downed shaken"
    assert health(match, "a1") == "unhurt"


ROOF = Piece("rock", "block", rect=(800, 800, 1200, 1200), h=300, top=True)


@pytest.mark.rule("shadows.damage.downed_edge")
@pytest.mark.parametrize(("x", "falls"), [(1051, True), (1050, False)])
def test_a_downed_model_within_1_inch_of_an_edge_falls(x: int, falls: bool) -> None:
    west = town([fig("a1", 300, 300), fig("b1", x, 1000, 300)], [ROOF])
    match = play(west, Save("b1", 5, "shot", A), dice=[2, 6] if falls else [2])
    assert who(match, "b1").downed
    assert at(match, "b1") == ((1249, 1000, 0) if falls else (x, 1000, 300))


@pytest.mark.rule("shadows.damage.downed_edge")
def test_a_drop_of_less_than_2_inches_is_no_edge() -> None:
    low = Piece("rock", "block", rect=(800, 800, 1200, 1200), h=199, top=True)
    west = town([fig("a1", 300, 300), fig("b1", 1150, 1000, 199)], [low])
    assert at(play(west, Save("b1", 5, "shot", A), dice=[2]), "b1") == (1150, 1000, 199)


@pytest.mark.rule("shadows.vp.casualty")
def test_a_fall_that_a_shot_causes_counts_for_the_shooter() -> None:
    tall = Piece("rock", "block", rect=(800, 800, 1200, 1200), h=600, top=True)
    west = town([fig("a1", 300, 300), fig("b1", 1150, 1000, 600)], [tall])
    match = play(west, Save("b1", 5, "shot", A), dice=[2, 2])
    assert (health(match, "b1"), points(match)) == ("casualty", [1, 0])


@pytest.mark.rule("shadows.damage.downed_edge")
def test_who_falls_down_near_another_edge_falls_again() -> None:
    steps = [
        Piece("high", "block", rect=(800, 800, 1000, 1200), h=600, top=True),
        Piece("low", "block", rect=(1000, 800, 1150, 1200), h=300, top=True),
    ]
    west = town([fig("a1", 300, 300), fig("b1", 951, 1000, 600)], steps)
    match = play(west, Save("b1", 5, "shot", A), dice=[2, 6, 6])
    assert at(match, "b1") == (1199, 1000, 0)
    assert question(match) == "Rest"
    assert dice_left(match) == []


@pytest.mark.rule("shadows.terrain.cactus")
@pytest.mark.parametrize(("x", "dice"), [(1300, [6, 6]), (900, [6])])
def test_who_falls_into_thorns_saves_once_more(x: int, dice: list[int]) -> None:
    patch = Piece("thorns", "cactus", disc=(1300, 1000, 250))
    west = town([fig("a1", 1000, 1000, 300), fig("b1", 3000, 3000)], [patch])
    match = play(west, Fall("a1", x, 1000, 0, 300, None, A), dice=dice)
    assert dice_left(match) == []


@pytest.mark.rule("shadows.damage.downed_ignored")
def test_a_downed_model_cannot_be_shot() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1300, 1000, downed=True), fig("b2", 1800, 1000)])
    match = play(west, ShootAction("a1"))
    assert [answer["target"] for answer in match.choice(A).offers()[:-1]] == ["b2"]
    assert B == 1
