"""Rules where they touch: exact borders, several enemies at once, nobody left to choose."""

import pytest

from boomtown.core import Match
from boomtown.testing import refused, say
from shadows_west.rules.activation import Act, EndActivation, begin_activation
from shadows_west.rules.blasts import Explode
from shadows_west.rules.damage import Save
from shadows_west.rules.events import CivilianShot
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.npc import NpcPhase
from shadows_west.rules.reactions import Reactions
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.victory import EndOfTurn
from shadows_west.state import Gone, Token, West
from shadows_west.terrain.maps import Piece
from showdown import cards, crowd, does, rounds
from town import A, B, at, dice_left, fig, health, load, play, points, question, told, town, who

FAR = fig("b9", 3400, 3400, face="N")


def downed_on_a_block(x: int, high: int, dice: list[int]) -> Match[West]:
    """a1 goes down on a block whose west edge is at x 900."""
    block = Piece("rock", "block", rect=(900, 900, 1300, 1300), h=high, top=True)
    return play(town([fig("a1", x, 1100, high), FAR], [block]), Save("a1", 7, "shot"), dice=dice)


@pytest.mark.rule("shadows.damage.downed_edge")
def test_one_inch_from_an_edge_is_near_enough_to_fall() -> None:
    over = downed_on_a_block(1049, 300, [4, 6])
    assert at(over, "a1") == (851, 1100, 0), "its rim is exactly 1 inch from the edge"
    assert at(downed_on_a_block(1050, 300, [4]), "a1") == (1050, 1100, 300)


@pytest.mark.rule("shadows.damage.downed_edge")
@pytest.mark.rule("shadows.move.fall")
def test_a_drop_of_two_inches_needs_no_save_and_a_lower_one_is_no_edge() -> None:
    over = downed_on_a_block(1000, 200, [4])
    assert (at(over, "a1"), dice_left(over)) == ((851, 1100, 0), [])
    assert at(downed_on_a_block(1000, 199, [4]), "a1") == (1000, 1100, 199)


def leaving_two(*dice: int) -> Match[West]:
    """a1 walks out of contact with two enemies of different gangs, and fails the test."""
    figures = [fig("a1", 1000, 1000), fig("b1", 1098, 1000), fig("c1", 902, 1000)]
    match = play(town(figures), MoveAction("a1"), dice=[4, *dice])
    say(match, (A, "walk 1000 1300"), (A, "go"))
    assert dice_left(match) == []
    return match


@pytest.mark.rule("shadows.move.disengage_fail")
@pytest.mark.rule("shadows.vp.casualty")
def test_every_enemy_in_contact_strikes_a_parting_blow() -> None:
    shaken = leaving_two(4, 5)
    assert (health(shaken, "a1"), at(shaken, "a1")) == ("shaken", (1000, 1300, 0))
    downed = leaving_two(2, 5)
    assert (health(downed, "a1"), at(downed, "a1")) == ("downed", (1000, 1000, 0))
    both = leaving_two(4, 4)
    assert (health(both, "a1"), at(both, "a1")) == ("downed shaken", (1000, 1000, 0))


@pytest.mark.rule("shadows.move.disengage_fail")
def test_a_parting_blow_scores_for_the_gang_that_strikes_it() -> None:
    figures = [fig("a1", 1000, 1000, omen=True), fig("b1", 1098, 1000), fig("c1", 902, 1000)]
    match = play(town(figures), MoveAction("a1"), dice=[4, 5, 1])
    say(match, (A, "walk 1000 1300"), (A, "go"))
    # 5 counts as 4: Shaken by b1. 1 counts as 0: failed by 5, so c1's gang has killed it.
    assert (health(match, "a1"), points(match)) == ("casualty", [0, 0, 1])


@pytest.mark.rule("shadows.shoot.melee")
def test_a_shot_into_a_fight_of_three_gangs_may_go_at_any_who_stands() -> None:
    figures = [
        fig("a1", 1000, 1000),
        fig("b1", 1500, 1000),
        fig("b2", 1500, 902),
        fig("c1", 1500, 1098),
        fig("c2", 1402, 1000, downed=True),
    ]
    match = play(town(figures), ShootAction("a1"), dice=[9, 4])
    say(match, (A, "a1.w1 b1"))
    assert (match.asked(), match.choice(A).offers()) == ([A], ["b1", "b2", "c1"])
    load(match, 2, 2, 2)
    say(match, (A, "c1"))
    assert told(match, "shadows.shoot.roll.test")[0]["target"] == "c1"


@pytest.mark.rule("shadows.cards.lone_shooter_end")
@pytest.mark.rule("shadows.act.sole_player")
def test_a_lone_shooter_who_is_the_only_one_left_ends_the_phase_by_passing() -> None:
    figures = crowd(2, 2)
    for figure in figures:
        figure.token = Token.DONE if figure.seat == B else Token.NONE
    west = town(figures)
    west.gangs[A].lone = True
    match = rounds(west, A="QH", B="3S 4S")
    assert match.asked() == [A], "B chooses no more cards"
    cards(match, A="pass")
    assert question(match) == "Rest"
    assert (match.state.gangs[A].hand, match.state.gangs[A].discard) == ([], ["QH"])


@pytest.mark.rule("shadows.npc.active")
@pytest.mark.rule("shadows.react.contact")
def test_a_lookout_may_seize_a_townsperson_that_is_about_to_run() -> None:
    figures = [fig("a1", 1000, 1000, token="lookout", face="E"), FAR, fig("t1", 1300, 1000)]
    match = play(town(figures), NpcPhase())
    say(match, (A, {"a1": "move"}), (A, "walk 1202 1000; do 1 seize t1"))
    assert (who(match, "a1").holds, who(match, "a1").token) == ("t1", Token.DONE)
    assert (question(match), at(match, "a1")) == ("Rest", (1202, 1000, 0))


@pytest.mark.rule("shadows.vp.winner")
@pytest.mark.rule("shadows.vp.end")
def test_if_nobody_is_left_the_game_is_a_draw() -> None:
    figures = [fig("a1", 1000, 1000, shaken=True), fig("b1", 1098, 1000, shaken=True)]
    match = play(town(figures), Explode(1049, 1000, 0, 300), EndOfTurn(), dice=[1, 1])
    assert [health(match, id) for id in ("a1", "b1")] == [Gone.CASUALTY, Gone.CASUALTY]
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.draw, points(match)) == ((), True, [0, 0])


# --- two rules at once ---------------------------------------------------------------------------


@pytest.mark.rule("shadows.damage.downed")
@pytest.mark.rule("shadows.damage.downed_interrupt")
@pytest.mark.parametrize(("first", "crawls"), [("shoot", True), ("move", False)])
def test_who_is_downed_in_the_first_action_crawls_in_the_second_unless_it_has_moved(
    first: str, crawls: bool
) -> None:
    looking = fig("b1", 1500, 1000, rank="veteran", token="lookout")
    west = town([fig("a1", 1000, 1000), looking])
    begin_activation(west, ["a1"])
    match = play(west, Act("a1", 2), EndActivation(["a1"]), dice=[5, 5, 2, 3])
    does(match, first)
    match.answer(B, {"b1": "shoot"})
    match.answer(B, "b1.w1 a1")
    assert health(match, "a1") == "downed"
    if first == "move":
        match.answer(A, "walk 800 1000")
    assert question(match) == ("Declare" if crawls else "Rest")
    if crawls:
        assert refused(match, A, "shoot") == "shadows.damage.downed"
        does(match, "move")
        assert refused(match, A, "walk 799 1000") == "shadows.geo.cost"
        match.answer(A, "walk 800 1000")
    assert (at(match, "a1"), who(match, "a1").token) == ((800, 1000, 0), Token.DONE)


@pytest.mark.rule("shadows.shoot.melee")
@pytest.mark.rule("shadows.shoot.multi")
def test_every_shot_of_a_sixgun_into_a_fight_has_a_roll_off_of_its_own() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["sixgun"]),
        fig("a2", 1698, 1098),
        fig("b1", 1698, 1000),
    ]
    match = play(town(figures), ShootAction("a1"), dice=[9, 2, 2, 2, 2])
    say(match, (A, "a1.w1 b1"), (A, "b1"))
    assert question(match) == "PickShot"
    load(match, 2, 9, 3, 3, 3)
    say(match, (A, "a1.w1 b1"), (B, "a2"))
    rolls = told(match, "shadows.shoot.roll.test")
    assert [roll["target"] for roll in rolls] == ["b1", "a2"]
    assert (question(match), dice_left(match)) == ("Rest", [])


@pytest.mark.rule("shadows.mount.shoot_horse")
@pytest.mark.rule("shadows.shoot.melee")
def test_a_shot_at_the_horse_of_somebody_in_a_fight_is_a_shot_into_the_fight() -> None:
    figures = [
        fig("a1", 1000, 1000),
        fig("a2", 1698, 1128),
        fig("b1", 1698, 1000, mounted=True),
    ]
    match = play(town(figures), ShootAction("a1"), dice=[2, 9])
    match.answer(A, "a1.w1 b1.h")
    assert (match.asked(), list(match.choice(B).offers())) == ([B], ["b1.h", "a2"])


@pytest.mark.rule("shadows.react.options")
@pytest.mark.rule("shadows.shoot.multi")
def test_the_second_shot_of_a_reaction_has_no_other_target() -> None:
    figures = [
        fig("a1", 1500, 1000),
        fig("a2", 1500, 1200),
        fig("b1", 1000, 1000, weapons=["sixgun"], token="lookout", face="E"),
    ]
    match = play(town(figures), Reactions("move", "a1"), dice=[5, 5, 2, 3])
    match.answer(B, {"b1": "shoot"})
    assert refused(match, B, "stop") == "shadows.react.must"
    match.answer(B, "b1.w1 a1")
    assert (health(match, "a1"), health(match, "a2")) == ("downed", "unhurt")
    assert (question(match), who(match, "b1").token) == ("Rest", Token.DONE)


@pytest.mark.rule("shadows.shoot.save_mod")
@pytest.mark.rule("shadows.event.omen")
def test_a_bad_omen_comes_on_top_of_the_weapon() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["heavy_pistol"]), fig("b1", 1300, 1000, omen=True)]
    match = play(town(figures), ShootAction("a1"), dice=[5, 2, 2, 2, 6])
    match.answer(A, "a1.w1 b1")
    [save] = told(match, "shadows.shoot.save.failed_mod")
    assert (save["parts"], save["total"], save["short"]) == (["weapon-1", "omen-1"], 4, 1)


@pytest.mark.rule("shadows.event.civilians")
@pytest.mark.rule("shadows.folk.shield")
def test_a_captive_shields_from_the_shots_of_civilians_too() -> None:
    figures = [fig("a1", 1000, 1000, holds="t1"), fig("t1", 1098, 1000), FAR]
    match = play(town(figures), CivilianShot("a1"), dice=[5, 2, 1])
    assert (health(match, "a1"), health(match, "t1")) == ("unhurt", "casualty")


@pytest.mark.rule("shadows.scen.flee_bonus")
@pytest.mark.rule("shadows.vp.winner")
def test_walking_off_gives_the_bonus_of_a_flight() -> None:
    west = town([fig("a1", 0, 0, gone=Gone.LEFT), fig("b1", 600, 600), fig("c1", 3000, 3000)])
    west.gangs[B].caused = {A: 1}
    match = play(west, EndOfTurn())
    assert (match.state.gangs[A].fled, points(match)) == (True, [0, 2, 0])


@pytest.mark.rule("shadows.shoot.corridor_hits")
@pytest.mark.rule("shadows.folk.shield")
@pytest.mark.rule("shadows.vp.none")
def test_a_corridor_takes_friends_captives_and_enemies_nearest_first() -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["sawn_off"], face="E"),
        fig("a2", 1200, 1030),
        fig("b1", 1400, 1000, holds="t1"),
        fig("t1", 1400, 1098),
    ]
    match = play(town(figures), ShootAction("a1"), dice=[1, 3])
    match.answer(A, "a1.w1 b1")
    assert (health(match, "a2"), health(match, "b1")) == ("downed", "unhurt")
    assert health(match, "t1") == "casualty", "it has died for b1, and is not hit any more"
    assert points(match) == [0, 0]
    assert who(match, "a1").weapons[0].jammed
