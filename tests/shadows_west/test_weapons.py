"""The tables of weapons, at their borders (specification, sections 2.3, 2.4 and 2.10)."""

from itertools import chain

import pytest

from boomtown.core import Match
from boomtown.testing import refused, say
from shadows_west.content.gangs import WEAPONS
from shadows_west.rules.activation import Act, Activate, EndActivation
from shadows_west.rules.blasts import ThrowAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import West
from showdown import acts, does
from town import A, at, dice_left, fig, health, load, play, question, told, town, who

Shots = dict[int, tuple[int, int]]
"""Dice and what the target adds to its save, by the gap."""

PLAIN: Shots = {399: (4, 0), 400: (3, 0), 799: (3, 0), 800: (2, 0), 1200: (2, 0)}
LONGER: Shots = {599: (4, 0), 600: (3, 0), 1199: (3, 0), 1200: (2, 0), 1800: (2, 0)}


def shot(weapon: str, gap: int) -> Match[West]:
    """A hero on foot shoots at b1, who stands that far away on open ground."""
    west = town([fig("a1", 100, 1000, rank="hero", weapons=[weapon]), fig("b1", 198 + gap, 1000)])
    return play(west, ShootAction("a1"))


@pytest.mark.parametrize(
    ("weapon", "jam", "shots"),
    [
        pytest.param("pistol", 10, PLAIN, marks=pytest.mark.rule("shadows.weapon.pistol")),
        pytest.param("carbine", 10, LONGER, marks=pytest.mark.rule("shadows.weapon.carbine")),
        pytest.param(
            "shotgun",
            10,
            {399: (5, 0), 400: (3, 0), 799: (3, 0), 800: (1, 0), 850: (1, 0), 1200: (1, 0)},
            marks=pytest.mark.rule("shadows.weapon.shotgun"),
        ),
        pytest.param(
            "bow",
            10,
            {599: (4, 0), 600: (3, 1), 1199: (3, 1), 1200: (2, 2), 1800: (2, 2)},
            marks=pytest.mark.rule("shadows.weapon.bow"),
        ),
        pytest.param(
            "rifle",
            8,
            {799: (4, 0), 800: (3, 0), 1599: (3, 0), 1600: (2, 0), 2400: (2, 0)},
            marks=pytest.mark.rule("shadows.weapon.rifle"),
        ),
        pytest.param(
            "heavy_pistol",
            8,
            PLAIN | {399: (4, -1)},
            marks=pytest.mark.rule("shadows.weapon.heavy_pistol"),
        ),
        pytest.param("sixgun", 6, PLAIN, marks=pytest.mark.rule("shadows.weapon.sixgun")),
        pytest.param("lemat", 8, PLAIN, marks=pytest.mark.rule("shadows.weapon.lemat")),
        pytest.param("repeater", 6, LONGER, marks=pytest.mark.rule("shadows.weapon.repeater")),
        pytest.param(
            "buffalo_gun",
            6,
            {999: (4, -1), 1000: (3, -1), 1001: (3, 0), 1999: (3, 0), 2000: (2, 0), 3000: (2, 0)},
            marks=pytest.mark.rule("shadows.weapon.buffalo_gun"),
        ),
    ],
)
def test_bands_dice_saves_and_jams(weapon: str, jam: int, shots: Shots) -> None:
    for gap, (dice, mod) in shots.items():
        match = shot(weapon, gap)
        load(match, 5, *[2] * (dice - 1), 6)
        say(match, (A, "a1.w1 b1"))
        assert told(match, "shadows.shoot.roll.test")[0]["dice"] == dice, gap
        saves = chain.from_iterable(
            told(match, f"shadows.shoot.save.{key}") for key in ("passed", "passed_mod")
        )
        assert [save["total"] for save in saves] == [6 + mod], gap
    far = max(shots)
    assert "a1.w1 b1" in [text_of(answer) for answer in shot(weapon, far).choice(A).offers()]
    beyond = shot(weapon, far + 1)
    assert question(beyond) == "Rest", "out of range"
    jammed = shot(weapon, far)
    load(jammed, *[1] * shots[far][0], 4)
    say(jammed, (A, "a1.w1 b1"))
    assert told(jammed, "shadows.shoot.jam.check")[0]["sides"] == jam
    assert who(jammed, "a1").weapons[0].jammed


def text_of(answer: object) -> str:
    """Weapon and target of a shot."""
    return f"{answer['weapon']} {answer['target']}" if isinstance(answer, dict) else str(answer)


@pytest.mark.rule("shadows.weapon.sixgun")
@pytest.mark.rule("shadows.weapon.repeater")
@pytest.mark.parametrize("weapon", sorted(WEAPONS))
def test_only_sixgun_and_repeater_shoot_twice(weapon: str) -> None:
    if WEAPONS[weapon].way == "corridor":
        return
    match = shot(weapon, 300)
    load(match, *[2] * 5)
    say(match, (A, "a1.w1 b1"))
    assert (question(match) == "PickShot") == (weapon in ("sixgun", "repeater"))


@pytest.mark.rule("shadows.weapon.sixgun")
def test_a_spotting_test_that_fails_costs_both_shots_and_a_second_one_only_itself() -> None:
    figures = [
        fig("a1", 1000, 1000, rank="veteran", weapons=["sixgun"]),
        fig("b1", 1400, 1000),
        fig("b2", 1600, 1300),
    ]
    wasted = play(town(figures), ShootAction("a1"), dice=[4])
    say(wasted, (A, "a1.w1 b2"))
    assert (question(wasted), dice_left(wasted)) == ("Rest", [])
    second = play(town(figures), ShootAction("a1"), dice=[2, 2, 2, 2, 4])
    say(second, (A, "a1.w1 b1"), (A, "a1.w1 b2"))
    assert (question(second), dice_left(second)) == ("Rest", [])
    assert len(told(second, "shadows.shoot.roll.test")) == 1


@pytest.mark.rule("shadows.weapon.sawn_off")
def test_a_sawn_off_reaches_six_inches_and_jams_by_itself_until_it_is_cleared() -> None:
    assert question(shot("sawn_off", 601)) == "Rest"
    figures = [fig("a1", 100, 1000, weapons=["sawn_off"]), fig("b1", 798, 1000)]
    match = play(town(figures), Activate(A), dice=[5])
    acts(match, "single", "a1")
    does(match, "shoot")
    say(match, (A, "a1.w1 b1"))
    assert (health(match, "b1"), who(match, "a1").weapons[0].jammed) == ("unhurt", True)
    assert told(match, "shadows.shoot.roll.test") == []
    assert refused(match, A, "shoot") == "shadows.shoot.jam"
    does(match, "move")
    say(match, (A, "do 0 unjam a1.w1"))
    assert not who(match, "a1").weapons[0].jammed


@pytest.mark.rule("shadows.weapon.lemat")
def test_a_lemat_is_a_sawn_off_once() -> None:
    figures = [fig("a1", 100, 1000, weapons=["lemat"]), fig("b1", 798, 1000)]
    match = play(town(figures), Act("a1", 2), EndActivation(["a1"]), Act("a1", 1), dice=[5])
    does(match, "shoot")
    say(match, (A, "a1.w1 b1 corridor"))
    assert who(match, "a1").weapons[0].jammed
    does(match, "move")
    say(match, (A, "do 0 unjam a1.w1"))
    does(match, "shoot")
    assert refused(match, A, "a1.w1 b1 corridor") == "shadows.shoot.corridor_jam"
    load(match, 2, 2, 2)
    say(match, (A, "a1.w1 b1"))
    assert (question(match), dice_left(match)) == ("Rest", [])


@pytest.mark.rule("shadows.weapon.dynamite")
def test_dynamite_flies_eight_inches_reaches_three_and_is_no_weapon() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["pistol", "pistol", "pistol"], sticks=1, face="E"),
        fig("b1", 2149, 1000),
        fig("b2", 1849, 1349),
    ]
    match = play(town(figures), ThrowAction("a1"), dice=[5, 6])
    assert refused(match, A, [1850, 1000, 0]) == "shadows.tnt.throw"
    say(match, (A, [1849, 1000, 0]))
    # b1 is 300 from the point, b2 349: its rim does not reach into the blast.
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["who"], save["target"]) == ("b1", 7)
    assert (who(match, "a1").sticks, len(who(match, "a1").weapons)) == (0, 3)
    assert (at(match, "b2"), dice_left(match)) == ((1849, 1349, 0), [])
