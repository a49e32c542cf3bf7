"""Rules where they touch: exact borders, several enemies at once, nobody left to choose."""

import pytest

from boomtown.core import Match
from boomtown.testing import say
from shadows_west.maps import Piece
from shadows_west.rules.blasts import Explode
from shadows_west.rules.damage import Save
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.npc import NpcPhase
from shadows_west.rules.shooting import ShootAction
from shadows_west.rules.victory import EndOfTurn
from shadows_west.state import Gone, Token, West
from showdown import cards, crowd, rounds
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
