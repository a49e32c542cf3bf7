"""Shots (specification, section 3.9)."""

import pytest

from boomtown.testing import refused, say
from gunfire import NEAREST, found, pair, parts, shooting, why
from shadows_west.rules.shooting import ShootAction
from shadows_west.terrain.maps import Piece
from town import (
    A,
    B,
    dice_left,
    fence,
    fig,
    health,
    keys,
    load,
    play,
    points,
    question,
    told,
    town,
    who,
)

# --- worked examples -----------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.jam")
def test_ex33_jam() -> None:
    jammed = shooting(pair(600), dice=[1, 3, 4, 4])
    say(jammed, (A, "a1.w1 b1"))
    assert who(jammed, "a1").weapons[0].jammed
    assert told(jammed, "shadows.shoot.jam.check")[0]["sides"] == 10
    fine = shooting(pair(600), dice=[1, 3, 4, 5])
    say(fine, (A, "a1.w1 b1"))
    assert not who(fine, "a1").weapons[0].jammed
    miss = shooting(pair(600), dice=[2, 3, 4])
    say(miss, (A, "a1.w1 b1"))
    assert "shadows.shoot.miss" in keys(miss)
    assert (dice_left(miss), health(miss, "b1")) == ([], "unhurt")


@pytest.mark.rule("shadows.shoot.save_mod")
def test_ex34_save_modifier() -> None:
    figures = [
        fig("a1", 1000, 1000, rank="veteran", weapons=["heavy_pistol"]),
        fig("b1", 1298, 1000),
    ]
    match = shooting(figures, dice=[5, 2, 3, 4, 5])
    say(match, (A, "a1.w1 b1"))
    [save] = told(match, "shadows.shoot.save.failed_mod")
    assert (save["target"], save["die"], save["parts"], save["short"]) == (5, 5, ["weapon-1"], 1)
    assert health(match, "b1") == "shaken"


@pytest.mark.rule("shadows.shoot.spotting")
def test_ex38_nearest_and_spotting() -> None:
    wasted = shooting(NEAREST, dice=[4])
    assert found(wasted, "b1").free
    assert found(wasted, "b2").spotting
    say(wasted, (A, "a1.w1 b2"))
    assert (question(wasted), health(wasted, "b2")) == ("Rest", "unhurt")
    assert told(wasted, "shadows.shoot.roll.test") == []
    spotted = shooting(NEAREST, dice=[5, 5, 2, 2, 2, 5])
    say(spotted, (A, "a1.w1 b2"))
    assert [save["who"] for save in told(spotted, "shadows.shoot.save.passed")] == ["b2"]
    downed = [NEAREST[0], fig("b1", 1400, 1000, downed=True), NEAREST[2]]
    assert found(shooting(downed), "b2").free
    busy = shooting([*NEAREST, fig("a2", 1400, 902)])
    assert found(busy, "b2").free
    assert found(busy, "b1").free


@pytest.mark.rule("shadows.shoot.cover")
@pytest.mark.parametrize(
    ("x", "h", "cover"), [(1500, 100, True), (1060, 100, False), (1500, 90, False)]
)
def test_ex40_cover_line(x: int, h: int, cover: bool) -> None:
    match = shooting(pair(702), [fence(x, h)])
    assert found(match, "b1").cover == (["fence"] if cover else [])
    assert parts(match) == ["base+3", *(["cover-1"] if cover else [])]


@pytest.mark.rule("shadows.shoot.cover_area")
@pytest.mark.parametrize(
    ("rect", "cover"),
    [
        ((1650, 900, 1900, 1100), True),
        ((1710, 900, 1900, 1100), False),
        ((950, 900, 1200, 1100), False),
    ],
)
def test_ex41_area_cover(rect: tuple[int, int, int, int], cover: bool) -> None:
    match = shooting(pair(702), [Piece("wood", "area", rect=rect)])
    assert found(match, "b1").cover == (["wood"] if cover else [])


MELEE = [fig("a1", 1000, 1000), fig("b1", 1400, 1000), fig("a2", 1400, 1098)]


@pytest.mark.rule("shadows.shoot.melee")
def test_ex43_into_a_fight() -> None:
    match = shooting(MELEE, dice=[4, 9])
    say(match, (A, "a1.w1 b1"))
    assert (match.asked(), match.choice(B).offers()) == ([B], ["b1", "a2"])
    assert match.choice(B).default() == "a2"
    load(match, 2, 5, 2, 2, 5)
    say(match, (B, "a2"))
    assert told(match, "shadows.shoot.roll.test")[0]["target"] == "a2"
    assert told(match, "shadows.shoot.save.passed")[0]["who"] == "a2"
    assert dice_left(match) == []
    # Behind a wall a2 cannot be picked: the owner can only leave b1 as the target.
    corner = Piece("hut", "block", rect=(1100, 1049, 1349, 1500), h=300)
    hidden = shooting(MELEE, [corner], dice=[4, 9, 2, 5, 2, 2, 5])
    assert why(hidden, "a2") == "shadows.shoot.own_gang"
    say(hidden, (A, "a1.w1 b1"))
    assert told(hidden, "shadows.shoot.roll.test")[0]["target"] == "b1"


@pytest.mark.rule("shadows.shoot.corridor_line")
@pytest.mark.rule("shadows.shoot.corridor_hits")
@pytest.mark.rule("shadows.shoot.corridor_save")
def test_ex44_fire_corridor() -> None:
    figures = [
        fig("a1", 1000, 1000, rank="veteran", weapons=["sawn_off"], face="E"),
        fig("b1", 1300, 1000),
        fig("a2", 1450, 1120, face="W"),
        fig("b2", 1640, 1040),
        fig("b3", 1500, 1150),
        fig("b4", 1710, 930),
    ]
    # The bases of a2 and b3, and of b2 and b4, overlap on paper: the example measures, no more.
    match = shooting(figures, dice=[5, 5, 6, 1, 4])
    say(match, (A, "a1.w1 b1"))
    rolls = [
        (entry.args["who"] if "save" in entry.rule else entry.args["target"], entry.args["die"])
        for entry in match.log
        if "die" in entry.args
    ]
    assert rolls == [("b1", 5), ("a2", 5), ("a2", 6), ("b2", 1), ("b4", 4)]
    after = {id: health(match, id) for id in ("b1", "a2", "b2", "b3", "b4")}
    assert after == {"b1": "unhurt", "a2": "unhurt", "b2": "downed", "b3": "unhurt", "b4": "unhurt"}
    assert who(match, "a1").weapons[0].jammed
    assert (question(match), dice_left(match)) == ("Rest", [])


@pytest.mark.rule("shadows.shoot.jam_stops")
def test_ex45_two_shots() -> None:
    figures = [fig("a1", 1000, 1000, rank="veteran", weapons=["sixgun"]), fig("b1", 1698, 1000)]
    match = shooting(figures, dice=[1, 2, 4, 3])
    say(match, (A, "a1.w1 b1"))
    assert who(match, "a1").weapons[0].jammed
    assert (question(match), dice_left(match)) == ("Rest", [])


# --- hits and misses -----------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.save")
@pytest.mark.parametrize(("hits", "target"), [(1, 5), (2, 6), (3, 7)])
def test_more_successes_are_harder_to_save(hits: int, target: int) -> None:
    match = shooting(pair(600, rank="hero"), dice=[*[5] * hits, *[2] * (3 - hits), 10])
    say(match, (A, "a1.w1 b1"))
    assert told(match, "shadows.shoot.save.passed")[0]["target"] == target


@pytest.mark.rule("shadows.shoot.multi")
def test_each_shot_of_a_sixgun_has_its_own_target() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["sixgun"]),
        fig("b1", 1500, 1000, shaken=True),
        fig("b2", 1500, 1300),
    ]
    match = shooting(figures, dice=[5, 2, 2, 1])
    say(match, (A, "a1.w1 b1"))
    assert health(match, "b1") == "downed shaken"
    assert question(match) == "PickShot"
    assert match.choice(A).offers() == [
        {"weapon": "a1.w1", "target": "b2", "mode": "shot"},
        "stop",
    ]
    load(match, 2, 2, 2)
    say(match, (A, "a1.w1 b2"))
    assert question(match) == "Rest"


@pytest.mark.rule("shadows.shoot.miss")
def test_a_miss_does_not_end_the_second_shot() -> None:
    match = shooting(pair(600, "sixgun"), dice=[1, 2, 2, 5])
    say(match, (A, "a1.w1 b1"))
    assert question(match) == "PickShot"
    say(match, (A, "stop"))
    assert (question(match), who(match, "a1").weapons[0].jammed) == ("Rest", False)


@pytest.mark.rule("shadows.act.weapon_once")
def test_a_weapon_shoots_in_one_action_of_an_activation() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["pistol", "rifle"]), fig("b1", 1698, 1000)]
    match = play(town(figures), ShootAction("a1"), ShootAction("a1"), dice=[2, 2, 2])
    say(match, (A, "a1.w1 b1"))
    assert refused(match, A, "a1.w1 b1") == "shadows.act.weapon_once"
    assert [answer["weapon"] for answer in match.choice(A).offers()[:-1]] == ["a1.w2"]


@pytest.mark.rule("shadows.shoot.jam")
def test_a_jammed_weapon_is_not_offered_and_others_still_work() -> None:
    shooter = fig("a1", 1000, 1000, weapons=["pistol", "pistol"])
    shooter.weapons[0].jammed = True
    match = shooting([shooter, fig("b1", 1698, 1000)])
    assert [answer["weapon"] for answer in match.choice(A).offers()[:-1]] == ["a1.w2"]
    assert refused(match, A, "a1.w1 b1") == "shadows.shoot.jam"


@pytest.mark.rule("shadows.shoot.sequence")
def test_an_absent_shooter_takes_the_nearest_free_target() -> None:
    match = shooting(NEAREST, dice=[2, 2, 2, 2])
    match.time_out(A)
    assert told(match, "shadows.shoot.sequence")[0]["target"] == "b1"


def test_a_shot_read_as_json_or_text() -> None:
    match = shooting(NEAREST)
    choice = match.choice(A)
    wanted = {"weapon": "a1.w1", "target": "b1", "mode": "shot"}
    assert choice.read({"weapon": "a1.w1", "target": "b1"}) == wanted
    assert choice.read("a1.w1 b1") == wanted
    assert refused(match, A, 7) == ""
    assert refused(match, A, {"weapon": "a1.w1"}) == "target"
    assert refused(match, A, {**wanted, "mode": "wild"}) == "mode"
    assert refused(match, A, "a1.w1 zz") == "shadows.shoot.sequence"
    assert refused(match, A, "a9.w1 b1") == "shadows.act.weapon_once"


# --- reactions -----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.react.options")
def test_a_reaction_shoots_only_at_the_triggering_model_without_spotting() -> None:
    match = shooting(NEAREST, at="b2")
    assert [answer["target"] for answer in match.choice(A).offers()] == ["b2"]
    assert found(match, "b2").free
    assert why(match, "b1") == "shadows.react.options"
    assert refused(match, A, "stop") == "shadows.react.must"
    assert match.choice(A).default()["target"] == "b2"


def test_an_absent_player_reacts_with_the_first_usable_weapon() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["sawn_off", "rifle"]),
        fig("t1", 1900, 800),
        *NEAREST[1:],
    ]
    match = shooting(figures, at="t1")
    assert match.choice(A).default() == {"weapon": "a1.w2", "target": "t1", "mode": "shot"}


def test_a_reaction_leaves_no_trace_in_the_activation() -> None:
    match = shooting(NEAREST, at="b2", dice=[2, 2, 2, 2])
    say(match, (A, "a1.w1 b2"))
    assert match.state.fired == []


# --- melee ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.melee")
def test_the_shooter_who_wins_keeps_his_enemy() -> None:
    match = shooting(MELEE, dice=[9, 4])
    say(match, (A, "a1.w1 b1"))
    assert (match.asked(), match.choice(A).default()) == ([A], "b1")


@pytest.mark.rule("shadows.shoot.melee")
def test_the_picked_model_must_be_in_range() -> None:
    far = [fig("a1", 1000, 1000), fig("b1", 2240, 1000), fig("a2", 2338, 1000)]
    match = shooting(far, dice=[4, 9, 2, 2])
    say(match, (A, "a1.w1 b1"))
    assert told(match, "shadows.shoot.roll.test")[0]["target"] == "b1"


def test_nobody_rerolls_for_a_better_shot_at_his_own_model() -> None:
    match = shooting(MELEE, dice=[4, 9])
    say(match, (A, "a1.w1 b1"))
    load(match, 6, 2, 2, 2, 6)
    say(match, (B, "a2"))
    assert told(match, "shadows.test.max_reroll") == []
    assert health(match, "a2") == "unhurt"


# --- corridors -----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.corridor_jam")
def test_a_lemat_is_a_sawn_off_once() -> None:
    match = shooting(pair(300, "lemat"), dice=[5])
    modes = [answer["mode"] for answer in match.choice(A).offers()[:-1]]
    assert modes == ["shot", "corridor"]
    say(match, (A, "a1.w1 b1 corridor"))
    weapon = who(match, "a1").weapons[0]
    assert (weapon.jammed, weapon.spent) == (True, True)
    weapon.jammed = False
    again = play(match.state, ShootAction("a1"))
    assert question(again) == "Rest"  # used in this activation
    match.state.fired.clear()
    later = play(match.state, ShootAction("a1"))
    assert [answer["mode"] for answer in later.choice(A).offers()[:-1]] == ["shot"]
    assert refused(later, A, "a1.w1 b1 corridor") == "shadows.shoot.corridor_jam"


@pytest.mark.rule("shadows.shoot.corridor_block")
def test_a_wall_stops_the_corridor() -> None:
    hut = Piece("hut", "block", rect=(1400, 960, 1450, 1100), h=300)
    figures = [
        fig("a1", 1000, 1000, weapons=["sawn_off"]),
        fig("b1", 1200, 1000),
        fig("b2", 1540, 930),
    ]
    match = shooting(figures, [hut], dice=[5])
    say(match, (A, "a1.w1 b1"))
    assert dice_left(match) == []


@pytest.mark.rule("shadows.shoot.melee_area")
def test_a_corridor_asks_about_no_fight() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["sawn_off"]),
        fig("b1", 1300, 1000),
        fig("a2", 1398, 1000),
    ]
    match = shooting(figures, dice=[1, 5])
    say(match, (A, "a1.w1 b1"))
    assert told(match, "shadows.dice.rolloff") == []
    assert health(match, "b1") == "downed"


@pytest.mark.rule("shadows.damage.downed_hurt")
def test_a_corridor_hits_the_downed_too() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["sawn_off"]),
        fig("b1", 1300, 1000),
        fig("b2", 1500, 1045, downed=True),
    ]
    match = shooting(figures, dice=[5, 2])
    say(match, (A, "a1.w1 b1"))
    assert health(match, "b2") == "downed shaken"


@pytest.mark.rule("shadows.vp.casualty")
def test_a_casualty_of_a_shot_scores() -> None:
    match = shooting(pair(300), dice=[5, 5, 5, 5, 1])
    say(match, (A, "a1.w1 b1"))
    assert (health(match, "b1"), points(match)) == ("casualty", [1, 0])


@pytest.mark.rule("shadows.shoot.nearest")
@pytest.mark.parametrize("premeasure", [True, False])
def test_an_absent_shooter_shoots_at_the_nearest_enemy(premeasure: bool) -> None:
    figures = [
        fig("a1", 1000, 1000, face="E", weapons=["rifle"]),
        fig("b1", 2200, 1000, mounted=True),
        fig("b2", 1600, 1300),
    ]
    match = shooting(figures, premeasure=premeasure)
    assert found(match, "b1").free, "the nearest large one is free, too"
    assert match.choice(A).default() == {"weapon": "a1.w1", "target": "b2", "mode": "shot"}
