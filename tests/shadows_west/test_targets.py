"""Whom a shot may be aimed at, how far, and with how many dice (specification, 3.9)."""

from typing import Any

import pytest

from boomtown.testing import refused, say
from gunfire import NEAREST, found, pair, parts, shooting, why
from shadows_west.state import Figure
from shadows_west.terrain.maps import Piece
from town import A, fence, fig, keys, load, question, tnt, told

# --- who shoots, and whom ------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.who")
@pytest.mark.parametrize("shooter", [fig("a1", 1302, 1000), fig("a1", 1000, 1000, downed=True)])
def test_engaged_and_downed_models_do_not_shoot(shooter: Figure) -> None:
    match = shooting([shooter, fig("b1", 1400, 1000)])
    assert keys(match) == ["shadows.act.impossible.shoot"]


@pytest.mark.rule("shadows.shoot.nearest")
def test_equally_near_enemies_are_all_free() -> None:
    match = shooting(
        [NEAREST[0], fig("b1", 1000, 1500), fig("c1", 1500, 1000), fig("c2", 1500, 1500)]
    )
    assert [found(match, id).free for id in ("b1", "c1", "c2")] == [True, True, False]


@pytest.mark.rule("shadows.shoot.nearest")
def test_an_enemy_out_of_sight_is_not_the_nearest() -> None:
    hut = Piece("hut", "block", rect=(1200, 900, 1300, 1100), h=300)
    match = shooting([*NEAREST[:2], fig("b2", 1400, 1600)], [hut])
    assert why(match, "b1") == "shadows.los.body"
    assert found(match, "b2").free


@pytest.mark.rule("shadows.los.arc")
def test_nobody_is_shot_behind_ones_back() -> None:
    match = shooting([fig("a1", 1000, 1000, face="E"), fig("b1", 900, 1500), fig("b2", 1000, 1500)])
    assert why(match, "b1") == "shadows.los.arc"
    assert found(match, "b2").free  # the line through the base centre counts as front


@pytest.mark.rule("shadows.shoot.own_gang")
def test_ones_own_models_are_never_targets() -> None:
    match = shooting([*NEAREST[:2], fig("a2", 1200, 1300)])
    assert why(match, "a2") == "shadows.shoot.own_gang"
    assert refused(match, A, "a1.w1 a2") == "shadows.shoot.own_gang"


@pytest.mark.rule("shadows.shoot.ignore")
def test_downed_enemies_are_never_targets() -> None:
    match = shooting([*NEAREST, fig("b3", 1200, 1300, downed=True)])
    assert why(match, "b3") == "shadows.shoot.ignore"


@pytest.mark.rule("shadows.shoot.large_target")
def test_the_nearest_large_enemy_is_always_free() -> None:
    figures = [
        NEAREST[0],
        fig("b1", 1400, 1000),
        fig("b2", 1800, 1300, mounted=True),
        fig("b3", 2000, 1300, mounted=True),
    ]
    match = shooting(figures)
    assert [found(match, id).free for id in ("b1", "b2", "b3")] == [True, True, False]
    assert [found(match, id).free for id in ("b2.h", "b3.h")] == [True, False]


@pytest.mark.rule("shadows.shoot.no_spotting")
def test_markers_and_powder_need_no_spotting() -> None:
    keg = Piece("keg", "explosive", disc=(1800, 1400, 79), h=100)
    match = shooting(NEAREST, [keg], markers=[tnt("tnt1", 1700, 900)])
    assert found(match, "keg").free
    assert found(match, "tnt1").free


@pytest.mark.rule("shadows.shoot.spotting")
def test_a_failed_spotting_test_wastes_the_second_shot_too() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["repeater"]), *NEAREST[1:]]
    match = shooting(figures, dice=[1])
    say(match, (A, "a1.w1 b2"))
    assert question(match) == "Rest"


# --- range ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.range")
@pytest.mark.parametrize(
    ("weapon", "gap", "band", "dice"),
    [
        ("pistol", 399, "short", 4),
        ("pistol", 400, "medium", 3),
        ("pistol", 799, "medium", 3),
        ("pistol", 800, "long", 2),
        ("pistol", 1200, "long", 2),
        ("rifle", 799, "short", 4),
        ("rifle", 800, "medium", 3),
        ("rifle", 2400, "long", 2),
        ("carbine", 600, "medium", 3),
        ("buffalo_gun", 999, "short", 4),
        ("buffalo_gun", 1000, "medium", 3),
        ("shotgun", 399, "short", 5),
        ("shotgun", 400, "medium", 3),
        ("shotgun", 800, "long", 1),
        ("sawn_off", 600, "long", None),
    ],
)
def test_a_border_belongs_to_the_longer_band(
    weapon: str, gap: int, band: str, dice: int | None
) -> None:
    match = shooting(pair(gap, weapon))
    mode = "corridor" if weapon == "sawn_off" else "shot"
    target = found(match, "b1", f"a1.w1 {mode}")
    assert (target.gap, target.band, target.dice) == (gap, band, dice)


@pytest.mark.rule("shadows.shoot.out_of_range")
def test_beyond_long_range_nothing_may_be_chosen() -> None:
    match = shooting([*pair(1201), fig("b2", 1000, 1500)])
    assert why(match, "b1") == "shadows.shoot.out_of_range"
    refusal = found(match, "b1").refusal
    assert refusal is not None
    assert (refusal.args["gap"], refusal.args["range"]) == (1201, 1200)


@pytest.mark.rule("shadows.measure.premeasure")
def test_without_measuring_a_shot_too_far_is_lost() -> None:
    match = shooting(pair(1201), premeasure=False)
    target = found(match, "b1")
    assert (target.refusal, target.gap, target.band, target.dice) == (None, None, None, None)
    say(match, (A, "a1.w1 b1"))
    assert told(match, "shadows.shoot.out_of_range")[0]["gap"] == 1201
    assert (question(match), match.state.fired) == ("Rest", ["a1.w1"])


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.back")
@pytest.mark.parametrize(
    ("face", "back"),
    [("E", True), ("N", False), ("W", False), ((1, 1000), True), ((-1, 1000), False)],
)
def test_a_shot_from_outside_the_front_half(face: Any, back: bool) -> None:
    match = shooting(pair(600, face=face))
    assert found(match, "b1").back is back
    assert parts(match) == ["base+3", *(["back+1"] if back else [])]


@pytest.mark.rule("shadows.shoot.elevated")
@pytest.mark.parametrize(("z", "up"), [(199, False), (200, True)])
def test_elevated_is_two_inches_higher(z: int, up: bool) -> None:
    rock = Piece("rock", "block", rect=(900, 900, 1060, 1100), h=z, top=True)
    figures = [fig("a1", 1000, 1000, z, weapons=["rifle"]), fig("b1", 2098, 1000)]
    assert found(shooting(figures, [rock]), "b1").elevated is up


@pytest.mark.rule("shadows.shoot.cover_contact")
def test_what_touches_the_shooter_gives_no_cover() -> None:
    assert found(shooting(pair(702), [fence(1061)]), "b1").cover == []
    assert found(shooting(pair(702), [fence(1062)]), "b1").cover == ["fence"]


@pytest.mark.rule("shadows.shoot.cover_openings")
def test_a_window_gives_cover_and_a_door_does_not() -> None:
    for kind, cover in (("window", ["hut.W"]), ("door", [])):
        hut = Piece(
            "hut",
            "building",
            rect=(1300, 800, 1900, 1200),
            floors=(0,),
            roof=300,
            open=(("W", 200, kind, 0),),
        )
        assert found(shooting(pair(400), [hut]), "b1").cover == cover


def test_a_standing_figure_in_the_line_is_cover() -> None:
    match = shooting(
        [*pair(900, "rifle"), fig("b2", 1500, 1031), fig("b3", 1700, 1031, downed=True)]
    )
    assert found(match, "b1").cover == ["b2"]


@pytest.mark.rule("shadows.shoot.roll")
@pytest.mark.parametrize(
    ("weapon", "gap", "mod"),
    [
        ("heavy_pistol", 399, -1),
        ("heavy_pistol", 400, 0),
        ("buffalo_gun", 1000, -1),
        ("buffalo_gun", 1001, 0),
        ("bow", 599, 0),
        ("bow", 600, 1),
        ("bow", 1199, 1),
        ("bow", 1200, 2),
        ("bow", 1800, 2),
        ("pistol", 100, 0),
    ],
)
def test_notes_of_weapons_on_the_save(weapon: str, gap: int, mod: int) -> None:
    shot = shooting(pair(gap, weapon))
    dice = found(shot, "b1").dice
    assert dice is not None
    load(shot, *([5] + [2] * (dice - 1)), 4)
    say(shot, (A, "a1.w1 b1"))
    [save] = [entry.args for entry in shot.log if entry.rule == "shadows.shoot.save"]
    assert save["total"] == 4 + mod
