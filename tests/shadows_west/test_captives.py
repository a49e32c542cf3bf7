"""Townsfolk: captives, shields and fights (specification, section 3.17)."""

import pytest

from boomtown.testing import refused, say
from shadows_west.measuring.spacing import contact, gap
from shadows_west.rules.damage import Save
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.shooting.targets import targets
from shadows_west.state import Gone
from shadows_west.terrain.maps import Piece
from town import (
    A,
    B,
    at,
    dice_left,
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

FAR = fig("b1", 3400, 3400)


@pytest.mark.rule("shadows.folk.shield")
@pytest.mark.rule("shadows.folk.shield_lawmen")
def test_ex69_human_shield() -> None:
    a1 = fig("a1", 1000, 1000, holds="t1", face="E")
    figures = [a1, fig("t1", 902, 1000), fig("b1", 1698, 1000)]
    match = play(town(figures, active=B), ShootAction("b1"), dice=[5, 2, 2, 2])
    say(match, (B, "b1.w1 a1"))
    assert (health(match, "t1"), health(match, "a1"), points(match)) == (
        "casualty",
        "unhurt",
        [0, 0],
    )
    assert (who(match, "a1").holds, question(match)) == (None, "Rest")
    lawful = town(figures, active=B, kinds=("lawmen", "outlaws"))
    lawman = play(lawful, ShootAction("b1"), dice=[5, 2, 2, 2])
    say(lawman, (B, "b1.w1 a1"))
    assert (health(lawman, "a1"), health(lawman, "t1")) == ("downed", "unhurt")
    assert (who(lawman, "a1").holds, who(lawman, "t1").held_by) == (None, None)
    assert 100 <= gap(who(lawman, "a1"), who(lawman, "t1")) <= 102
    assert at(lawman, "t1") == (802, 1000, 0)  # on the side where it was


@pytest.mark.rule("shadows.folk.fight")
def test_ex70_fighting_townsfolk() -> None:
    west = town([fig("a1", 1000, 1000), fig("t1", 1098, 1000), FAR])
    match = play(west, FightAction("a1"), dice=[1, 2, 3, 5, 1, 1, 3])
    assert at(match, "t1") == (1498, 1000, 0)
    assert (health(match, "a1"), question(match), dice_left(match)) == ("unhurt", "Rest", [])


# --- seizing -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.folk.capture")
@pytest.mark.parametrize("mounted", [False, True])
def test_a_model_in_contact_seizes_a_townsperson(mounted: bool) -> None:
    x = 1300 - (79 if mounted else 49) - 49
    figures = [fig("a1", 1000, 1000, face="E", mounted=mounted), fig("t1", 1300, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    say(match, (A, f"walk {x} 1000; do 1 seize t1"))
    assert (who(match, "a1").holds, who(match, "t1").held_by) == ("t1", "a1")
    assert contact(match.state.table, who(match, "a1"), who(match, "t1"))


@pytest.mark.rule("shadows.folk.capture")
def test_nobody_holds_two() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), fig("t2", 1300, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    assert refused(match, A, "walk 1202 1000; do 1 seize t2") == "shadows.folk.capture"


@pytest.mark.rule("shadows.folk.contact_choice")
def test_an_attack_is_a_charge_with_its_free_fight() -> None:
    figures = [fig("a1", 1000, 1000), fig("t1", 1300, 1000), FAR]
    match = play(town(figures), MoveAction("a1"), dice=[5, 2, 2, 2, 2, 2, 2, 4])
    say(match, (A, "walk 1202 1000; do 1 attack t1"), (A, "strike"))
    assert told(match, "shadows.fight.roll.test")[0]["parts"] == ["base+3", "charge+1"]
    assert (health(match, "t1"), points(match)) == ("casualty", [0, 0])


@pytest.mark.rule("shadows.folk.held")
def test_a_captive_is_placed_where_its_captor_likes() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    assert refused(match, A, "walk 1200 1000; do 1 hold 1350 1000") == "shadows.folk.held"
    say(match, (A, "walk 1200 1000; do 1 hold 1298 1000"))
    assert (at(match, "t1"), who(match, "a1").holds) == ((1298, 1000, 0), "t1")


@pytest.mark.rule("shadows.folk.held")
def test_otherwise_a_captive_is_behind_its_captor() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1", face="N"), fig("t1", 902, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    say(match, (A, "walk 1200 1000; face 0 1000"))
    assert at(match, "t1") == (1200, 902, 0)


@pytest.mark.rule("shadows.folk.limits")
def test_a_captor_does_not_jump_or_drop() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    assert refused(match, A, "jump 1200 1000 0") == "shadows.folk.limits"


@pytest.mark.rule("shadows.folk.release")
def test_a_captive_may_be_released() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    say(match, (A, "do 0 release; walk 1200 1000"))
    assert (who(match, "a1").holds, who(match, "t1").held_by) == (None, None)
    assert at(match, "t1") == (802, 1000, 0)


# --- freed ---------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.folk.freed")
def test_a_charged_captor_loses_its_captive() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), fig("b1", 1400, 1000)]
    match = play(town(figures, active=B), MoveAction("b1"))
    say(match, (B, "walk 1098 1000; charge a1"))
    assert (who(match, "a1").holds, at(match, "t1")) == (None, (802, 1000, 0))
    assert "shadows.folk.freed" in keys(match)


@pytest.mark.rule("shadows.folk.freed")
def test_a_fallen_captor_loses_its_captive() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), fig("b1", 1400, 1000)]
    match = play(town(figures), Save("a1", 10, "fight", B), dice=[1])
    assert (health(match, "a1"), at(match, "t1")) == ("casualty", (802, 1000, 0))
    assert who(match, "t1").held_by is None


@pytest.mark.rule("shadows.folk.shield")
def test_no_shield_against_fights_blasts_and_falls() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), fig("b1", 1400, 1000)]
    for cause in ("fight", "blast", "fall"):
        match = play(town(figures), Save("a1", 5, cause, B), dice=[4])
        assert (health(match, "a1"), who(match, "a1").holds) == ("shaken", "t1")


@pytest.mark.rule("shadows.folk.shield")
def test_a_shield_is_not_needed_for_a_passed_save() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 902, 1000), fig("b1", 1400, 1000)]
    match = play(town(figures), Save("a1", 5, "shot", B, shield=True), dice=[5])
    assert who(match, "a1").holds == "t1"


# --- shot and fought -----------------------------------------------------------------------------


@pytest.mark.rule("shadows.folk.attack")
def test_townsfolk_need_spotting_only_behind_a_nearer_enemy() -> None:
    west = town(
        [
            fig("a1", 1000, 1000, face="E"),
            fig("b1", 1500, 1200),
            fig("t1", 1300, 1000),
            fig("t2", 1900, 900),
        ]
    )
    found = {one.id: one for one in targets(west.table, west.table.figures["a1"], "pistol")}
    assert [found[id].free for id in ("b1", "t1", "t2")] == [True, True, False]


@pytest.mark.rule("shadows.folk.die")
def test_townsfolk_die_of_any_failed_save() -> None:
    west = town([fig("a1", 1000, 1000, face="E"), fig("t1", 1400, 1000), FAR])
    match = play(west, ShootAction("a1"), dice=[5, 2, 2, 2, 4])
    say(match, (A, "a1.w1 t1"))
    assert (health(match, "t1"), points(match)) == ("casualty", [0, 0])


@pytest.mark.rule("shadows.folk.fight")
def test_nobody_breaks_away_towards_the_opponent() -> None:
    west = town([fig("a1", 1000, 1000), fig("t1", 1098, 1000), FAR])
    match = play(west, FightAction("a1"), dice=[1, 2, 3, 5, 1, 1, 7, 6, 1])
    assert at(match, "t1") == (1098, 1400, 0)  # neither west nor south-west, but north


@pytest.mark.rule("shadows.folk.attack")
def test_the_left_player_rolls_for_townsfolk() -> None:
    west = town(
        [
            fig("a1", 1000, 1000),
            fig("t1", 1098, 1000),
            fig("b1", 3000, 3000),
            fig("c1", 3300, 3300),
        ],
        rerolls="ask",
    )
    match = play(west, FightAction("a1"), dice=[1, 2, 3, 6, 1, 1])
    assert match.asked() == [B]
    load(match, 2, 3)
    say(match, (B, 2))
    assert at(match, "t1") == (1498, 1000, 0)


def test_townsfolk_may_be_shoved() -> None:
    west = town([fig("a1", 1000, 1000), fig("t1", 1098, 1000), FAR])
    match = play(west, FightAction("a1"), dice=[5, 5, 3, 1, 1, 1])
    say(match, (A, "shove"))
    assert at(match, "t1") == (1298, 1000, 0)


def test_a_captive_that_wins_a_fight_gets_away_from_its_captor() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1196, 1000, holds="t1"), fig("t1", 1098, 1000)]
    match = play(town(figures), FightAction("a1", "t1"), dice=[1, 1, 2, 5, 1, 1, 1])
    assert (at(match, "t1"), who(match, "b1").holds) == ((1098, 1400, 0), None)


def test_townsfolk_may_break_away_off_the_table() -> None:
    west = town([fig("a1", 3400, 1000), fig("t1", 3498, 1000), FAR])
    match = play(west, FightAction("a1"), dice=[1, 2, 3, 5, 1, 1, 3])
    assert who(match, "t1").gone is Gone.LEFT


@pytest.mark.rule("shadows.terrain.cactus")
def test_breaking_away_into_thorns_calls_for_a_save() -> None:
    patch = Piece("thorns", "cactus", disc=(1450, 1000, 250))
    west = town([fig("a1", 1000, 1000), fig("t1", 1098, 1000), FAR], [patch])
    match = play(west, FightAction("a1"), dice=[1, 2, 3, 5, 1, 1, 3, 4])
    assert (health(match, "t1"), at(match, "t1")) == ("casualty", (1349, 1000, 0))


@pytest.mark.rule("shadows.folk.freed")
@pytest.mark.rule("shadows.fight.shove_stop")
def test_a_shove_parts_captor_and_captive_only_if_it_moves_him_away() -> None:
    def beaten(x: int, y: int) -> tuple[str | None, tuple[int, int, int]]:
        figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", x, y), fig("b1", 1098, 1000)]
        match = play(town(figures), FightAction("a1", "b1"), dice=[1, 1, 1, 5, 5, 4])
        say(match, (B, "shove"))
        return who(match, "a1").holds, at(match, "a1")

    assert beaten(902, 1000) == ("t1", (1000, 1000, 0)), "the captive behind him stops it"
    assert beaten(1000, 1098) == (None, (800, 1000, 0))


@pytest.mark.rule("shadows.mount.horse_lost")
@pytest.mark.rule("shadows.folk.held")
def test_who_loses_his_horse_still_holds_his_captive() -> None:
    rider = fig("b1", 1600, 1000, mounted=True, holds="t1", face="W")
    figures = [fig("a1", 1000, 1000, face="E"), rider, fig("t1", 1600, 1128)]
    match = play(town(figures), ShootAction("a1"), dice=[5, 2, 2, 1, 5])
    say(match, (A, "a1.w1 b1.h"))
    assert (who(match, "b1").mounted, who(match, "b1").holds) == (False, "t1")
    assert (at(match, "b1"), at(match, "t1")) == ((1600, 1000, 0), (1600, 1098, 0))


@pytest.mark.rule("shadows.folk.freed")
@pytest.mark.rule("shadows.terrain.cactus")
def test_a_captive_may_get_free_into_thorns() -> None:
    patch = Piece("thorns", "cactus", disc=(1400, 1000, 250))
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 1098, 1000), fig("b1", 800, 1000)]
    match = play(town(figures, [patch], active=B), MoveAction("b1"), dice=[4])
    say(match, (B, "walk 902 1000; charge a1"))
    assert (who(match, "a1").holds, health(match, "t1")) == (None, "casualty")
    assert told(match, "shadows.folk.freed") == [{"who": "a1", "folk": "t1"}]
    let_go = play(town([*figures[:2], FAR], [patch]), MoveAction("a1"), dice=[4])
    say(let_go, (A, "do 0 release"))
    assert health(let_go, "t1") == "casualty"
