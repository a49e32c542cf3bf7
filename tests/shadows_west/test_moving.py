"""Moves carried out (specification, sections 3.8, 3.19 and 3.20)."""

from collections.abc import Sequence
from typing import Any

import pytest

from boomtown.core import Match
from boomtown.testing import refused, say
from shadows_west.measuring.spacing import contact, engaged
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import Figure, Gone, Token, West
from shadows_west.terrain.maps import Piece
from town import (
    A,
    at,
    dice_left,
    fig,
    health,
    keys,
    loot,
    play,
    points,
    question,
    told,
    town,
    who,
)

FAR = fig("b1", 3400, 3400)


def moving(
    figures: Sequence[Figure],
    order: str = "",
    pieces: Sequence[Piece] = (),
    *,
    dice: Sequence[int] = (),
    to: str | None = None,
    **more: Any,
) -> Match[West]:
    """a1 is asked for a Move, and makes it if an order is given."""
    match = play(town(figures, pieces, **more), MoveAction("a1", to), dice=dice)
    if order:
        say(match, (A, order))
    return match


# --- worked examples -----------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.difficult")
def test_ex21_difficult_ground() -> None:
    scrub = Piece("scrub", "difficult", rect=(1100, 900, 1300, 1100))
    match = moving([fig("a1", 1000, 1000), FAR], pieces=[scrub])
    assert refused(match, A, "walk 1251 1000") == "shadows.geo.cost"
    say(match, (A, "walk 1250 1000"))
    assert told(match, "shadows.move.distance") == [{"who": "a1", "cost": 400}]
    assert at(match, "a1") == (1250, 1000, 0)


@pytest.mark.rule("shadows.move.climb")
def test_ex26_climb() -> None:
    hut = Piece("hut", "building", rect=(900, 1049, 1300, 1449), floors=(0,), roof=300)
    order = "climb 1000 1098 300; walk 1000 1198 300"
    match = moving([fig("a1", 1000, 1000), FAR], order, [hut])
    assert told(match, "shadows.move.distance.more") == [{"who": "a1", "walk": 100, "cost": 400}]
    assert told(match, "shadows.move.climb.up") == [{"who": "a1", "height": 300, "piece": "hut"}]
    assert at(match, "a1") == (1000, 1198, 300)


@pytest.mark.rule("shadows.move.unjam")
def test_ex31_unjam() -> None:
    shooter = fig("a1", 1000, 1000)
    shooter.weapons[0].jammed = True
    west = town([shooter, fig("b1", 1698, 1000)])
    match = play(west, MoveAction("a1"), ShootAction("a1"))
    assert refused(match, A, "do 0 unjam a1.w1; face 0 1000") == "shadows.move.unjam"
    say(match, (A, "do 0 unjam a1.w1"))
    assert not who(match, "a1").weapons[0].jammed
    assert question(match) == "PickShot"


@pytest.mark.rule("shadows.damage.drag")
def test_ex54_drag() -> None:
    figures = [fig("a1", 1000, 1000, face="W"), fig("a2", 1198, 1000, downed=True), FAR]
    match = moving(figures, "walk 1100 1000; do 1 drag a2; walk 950 1000")
    assert told(match, "shadows.move.distance") == [{"who": "a1", "cost": 400}]
    a1, a2 = who(match, "a1"), who(match, "a2")
    assert contact(match.state.table, a1, a2)
    assert at(match, "a2") == (1048, 1000, 0)  # straight behind, since a1 faces west
    assert (a1.holds, a2.held_by) == (None, None)


# --- moving --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.facing")
def test_turning_on_the_spot_is_a_move() -> None:
    match = moving([fig("a1", 1000, 1000, face="N"), FAR], "face 1000 -300")
    assert (who(match, "a1").fx, who(match, "a1").fy) == (1000, -300)
    assert at(match, "a1") == (1000, 1000, 0)


@pytest.mark.rule("shadows.move.distance")
def test_an_absent_player_stays_and_keeps_facing() -> None:
    match = moving([fig("a1", 1000, 1000, face="W"), FAR])
    match.time_out(A)
    assert (at(match, "a1"), who(match, "a1").fx) == ((1000, 1000, 0), -1000)


def test_all_ready_made_moves_are_legal_and_stay_is_the_first() -> None:
    west = town([fig("a1", 1650, 2120), fig("b1", 1900, 2120)], map="redemption")
    match = play(west, MoveAction("a1"))
    choice = match.choice(A)
    offers = choice.offers()
    assert offers[0] == choice.default()
    assert len(offers) > 15
    assert [offer for offer in offers if choice.refusal(offer)] == []
    assert [choice.read(offer) for offer in offers] == list(offers)


@pytest.mark.rule("shadows.move.distance")
def test_a_refused_order_names_rule_and_numbers() -> None:
    match = moving([fig("a1", 1000, 1000), FAR])
    refusal = match.choice(A).refusal(match.choice(A).read("walk 1401 1000"))
    assert refusal is not None
    assert (refusal.rule, refusal.args) == ("shadows.geo.cost", {"cost": 401, "allowance": 400})
    assert refused(match, A, "walk 1000.5 1000") == "steps.0.1"


@pytest.mark.rule("shadows.damage.downed")
def test_a_downed_model_crawls_two_inches() -> None:
    match = moving([fig("a1", 1000, 1000, downed=True), FAR])
    assert refused(match, A, "walk 1201 1000") == "shadows.geo.cost"
    say(match, (A, "walk 1200 1000"))
    assert (at(match, "a1"), health(match, "a1")) == ((1200, 1000, 0), "downed")


@pytest.mark.rule("shadows.damage.downed_edge")
def test_a_crawl_that_ends_near_an_edge_goes_over_it() -> None:
    rock = Piece("rock", "block", rect=(800, 800, 1200, 1200), h=300, top=True)
    match = moving(
        [fig("a1", 950, 1000, 300, downed=True), FAR], "walk 1100 1000 300", [rock], dice=[6]
    )
    assert at(match, "a1") == (1249, 1000, 0)


@pytest.mark.rule("shadows.move.friends")
def test_friends_are_walked_through_but_not_stood_on() -> None:
    figures = [fig("a1", 1000, 1000), fig("a2", 1200, 1000), FAR]
    match = moving(figures)
    assert refused(match, A, "walk 1297 1000") == "shadows.geo.path_end"
    say(match, (A, "walk 1298 1000"))
    assert at(match, "a1") == (1298, 1000, 0)


@pytest.mark.rule("shadows.move.keep_away")
def test_enemies_keep_an_inch_between_them() -> None:
    match = moving([fig("a1", 1000, 1000), fig("b1", 1400, 1000)])
    assert refused(match, A, "walk 1203 1000") == "shadows.move.keep_away"
    say(match, (A, "walk 1202 1000"))
    assert at(match, "a1") == (1202, 1000, 0)


@pytest.mark.rule("shadows.move.keep_away_walls")
@pytest.mark.rule("shadows.move.openings")
def test_a_wall_keeps_enemies_apart_and_a_door_lets_one_through() -> None:
    hut = Piece(
        "hut",
        "building",
        rect=(1200, 800, 1800, 1200),
        floors=(0,),
        roof=300,
        open=(("W", 300, "door", 0),),
    )
    match = moving([fig("a1", 1000, 900), fig("b1", 1251, 900)], "walk 1150 900", [hut])
    assert at(match, "a1") == (1150, 900, 0)
    inside = moving([fig("a1", 1000, 1100), FAR], "walk 1300 1100", [hut])
    assert at(inside, "a1") == (1300, 1100, 0)


@pytest.mark.rule("shadows.move.small_steps")
def test_low_steps_cost_nothing_more() -> None:
    crates = Piece("crates", "block", rect=(1100, 900, 1500, 1100), h=199, top=True)
    match = moving([fig("a1", 1000, 1000), FAR], "walk 1400 1000 199", [crates])
    assert at(match, "a1") == (1400, 1000, 199)
    assert told(match, "shadows.move.distance") == [{"who": "a1", "cost": 400}]


# --- charges -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.lookout.lose")
def test_a_charged_enemy_loses_its_lookout() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1300, 1000, token="lookout")]
    match = moving(figures, "walk 1202 1000; charge b1")
    assert who(match, "b1").token is Token.DONE
    assert (question(match), engaged(match.state.table, who(match, "a1"))) != ("Rest", [])


@pytest.mark.rule("shadows.move.charge")
def test_several_may_be_charged_and_one_is_fought() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1300, 951), fig("b2", 1300, 1049)]
    match = moving(figures, dice=[2, 2, 2, 5, 5, 4])
    say(match, (A, "walk 1214 1000; charge b1 b2; fight b2"))
    [mine, theirs] = told(match, "shadows.fight.roll.test")
    assert (mine["parts"], theirs["who"]) == (["base+3", "charge+1", "outnumbered-1"], "b2")


@pytest.mark.rule("shadows.move.charge")
def test_the_free_fight_may_be_left_out() -> None:
    match = moving([fig("a1", 1000, 1000), fig("b1", 1300, 1000)], "walk 1202 1000; charge b1")
    assert (question(match), told(match, "shadows.fight.roll.test")) == ("Rest", [])


@pytest.mark.rule("shadows.move.charge_unseen")
def test_nobody_charges_what_he_does_not_see() -> None:
    match = moving([fig("a1", 1000, 1000, face="W"), fig("b1", 1300, 1000)])
    assert refused(match, A, "walk 1202 1000; charge b1") == "shadows.move.charge_unseen"


@pytest.mark.rule("shadows.fight.downed")
def test_a_charge_at_a_downed_enemy_finishes_it() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1300, 1000, downed=True)]
    match = moving(figures, "walk 1202 1000; charge b1; fight b1")
    assert (health(match, "b1"), points(match)) == ("casualty", [1, 0])


# --- disengaging ---------------------------------------------------------------------------------

TOUCHING = [fig("a1", 1000, 1000), fig("b1", 1098, 1000)]


@pytest.mark.rule("shadows.move.disengage")
def test_a_success_lets_a_model_go() -> None:
    match = moving(TOUCHING, "walk 800 1000", dice=[5])
    assert told(match, "shadows.move.disengage.passed")[0]["die"] == 5
    assert (at(match, "a1"), question(match)) == ((800, 1000, 0), "Rest")


@pytest.mark.rule("shadows.move.disengage_fail")
def test_a_failure_leaves_the_choice_to_stay() -> None:
    match = moving(TOUCHING, "walk 800 1000", dice=[4])
    assert (match.asked(), match.choice(A).offers()) == ([A], ["stay", "go"])
    match.time_out(A)
    assert (at(match, "a1"), question(match)) == ((1000, 1000, 0), "Rest")


@pytest.mark.rule("shadows.move.disengage_fail")
def test_a_failure_may_be_forced_with_a_save_for_each_enemy() -> None:
    figures = [*TOUCHING, fig("c1", 1000, 1098)]
    match = moving(figures, "walk 800 850", dice=[4, 4, 5])
    say(match, (A, "go"))
    assert (at(match, "a1"), health(match, "a1")) == ((800, 850, 0), "shaken")
    struck = moving(figures, "walk 800 850", dice=[4, 4, 4])
    say(struck, (A, "go"))
    assert (at(struck, "a1"), health(struck, "a1")) == ((1000, 1000, 0), "downed shaken")


@pytest.mark.rule("shadows.vp.casualty")
def test_a_deadly_parting_blow_counts_for_the_gang_that_strikes_it() -> None:
    figures = [
        fig("a1", 1000, 1000, omen=True),
        fig("b1", 1098, 1000),
        fig("c1", 1000, 1098),
    ]
    match = moving(figures, "walk 800 850", dice=[4, 5, 1])
    say(match, (A, "go"))
    assert (health(match, "a1"), points(match)) == ("casualty", [0, 0, 1])


@pytest.mark.rule("shadows.move.disengage_bar")
def test_turning_and_crawling_need_no_test() -> None:
    assert question(moving(TOUCHING, "face 0 1000")) == "Rest"
    crawl = moving([fig("a1", 1000, 1000, downed=True), TOUCHING[1]], "walk 850 1000")
    assert at(crawl, "a1") == (850, 1000, 0)


@pytest.mark.rule("shadows.react.disengage")
def test_a_reaction_gets_away_without_a_test() -> None:
    match = moving([*TOUCHING, fig("c1", 2000, 1000)], "walk 800 1000", to="c1")
    assert (at(match, "a1"), dice_left(match)) == ((800, 1000, 0), [])


# --- falls and jumps -----------------------------------------------------------------------------

ROOFS = [
    Piece("one", "block", rect=(600, 800, 1000, 1200), h=300, top=True),
    Piece("two", "block", rect=(1200, 800, 1500, 1200), h=300, top=True),
]


@pytest.mark.rule("shadows.move.jump")
def test_a_jump_over_a_gap() -> None:
    match = moving(
        [fig("a1", 951, 1000, 300), FAR], "jump 1249 1000 300; walk 1300 1000 300", ROOFS
    )
    assert at(match, "a1") == (1300, 1000, 300)
    assert told(match, "shadows.move.distance.more") == [{"who": "a1", "walk": 51, "cost": 349}]


@pytest.mark.rule("shadows.move.jump")
def test_a_jump_that_falls_short_ends_in_the_gap() -> None:
    order = "walk 951 1000 300; jump 1249 1000 300"
    match = moving([fig("a1", 701, 1000, 300), FAR], order, ROOFS, dice=[4])
    assert (at(match, "a1"), health(match, "a1")) == ((1101, 1000, 0), "shaken")
    assert told(match, "shadows.move.fall") == [{"who": "a1", "height": 300}]


# --- cactus --------------------------------------------------------------------------------------

CACTUS = Piece("cactus", "cactus", disc=(1450, 1000, 250))


@pytest.mark.rule("shadows.terrain.cactus")
def test_a_save_for_every_entry_and_the_move_goes_on() -> None:
    match = moving([fig("a1", 1100, 1000), FAR], "walk 1300 1000", [CACTUS], dice=[4])
    assert told(match, "shadows.terrain.cactus") == [{"who": "a1", "piece": "cactus"}]
    assert (health(match, "a1"), at(match, "a1")) == ("shaken", (1300, 1000, 0))
    inside = moving([fig("a1", 1300, 1000), FAR], "walk 1400 1000", [CACTUS])
    assert at(inside, "a1") == (1400, 1000, 0)


@pytest.mark.rule("shadows.terrain.cactus")
def test_who_is_downed_by_a_cactus_lies_where_he_entered_it() -> None:
    match = moving([fig("a1", 1100, 1000), FAR], "walk 1300 1000; face 0 1000", [CACTUS], dice=[2])
    assert (health(match, "a1"), at(match, "a1")) == ("downed", (1200, 1000, 0))
    assert "shadows.move.fall_after" in keys(match)


@pytest.mark.rule("shadows.terrain.cactus")
def test_a_crawler_saves_too_and_goes_on() -> None:
    match = moving([fig("a1", 1150, 1000, downed=True), FAR], "walk 1250 1000", [CACTUS], dice=[4])
    assert (health(match, "a1"), at(match, "a1")) == ("downed shaken", (1250, 1000, 0))


def test_a_friend_was_dragged_as_far_as_the_cactus() -> None:
    figures = [fig("a1", 1100, 1000, face="E"), fig("a2", 1002, 1000, downed=True), FAR]
    match = moving(figures, "do 0 drag a2; walk 1250 1000", [CACTUS], dice=[2])
    assert (health(match, "a1"), at(match, "a1")) == ("downed", (1200, 1000, 0))
    assert contact(match.state.table, who(match, "a1"), who(match, "a2"))
    assert (who(match, "a1").holds, who(match, "a2").held_by) == (None, None)


# --- loot and leaving ----------------------------------------------------------------------------


@pytest.mark.rule("shadows.loot.take")
def test_loot_is_picked_up_on_the_way() -> None:
    match = moving(
        [fig("a1", 1000, 1000), FAR],
        "walk 1200 1000; do 1 loot; walk 1300 1000",
        markers=[loot("l1", 1200, 1050)],
    )
    assert (who(match, "a1").loot, match.state.table.markers["l1"].gone) == ("l1", True)


@pytest.mark.rule("shadows.loot.drop")
def test_loot_may_be_dropped_on_the_way() -> None:
    marker = loot("l1", 0, 0)
    marker.gone = True
    figures = [fig("a1", 1000, 1000, loot="l1"), FAR]
    match = moving(figures, "walk 1200 1000; do 1 drop; walk 1300 1000", markers=[marker])
    dropped = match.state.table.markers["l1"]
    assert (dropped.x, dropped.y, dropped.gone, who(match, "a1").loot) == (1200, 1000, False, None)


@pytest.mark.rule("shadows.move.leave_table")
def test_a_model_leaves_over_the_edge_with_its_loot() -> None:
    marker = loot("l1", 0, 0)
    marker.gone = True
    figures = [fig("a1", 300, 1000, loot="l1"), FAR]
    match = moving(figures, "walk 0 1000; do 1 exit", markers=[marker], scenario="bank_job")
    assert who(match, "a1").gone is Gone.TAKEN
    assert (points(match), match.state.gangs[A].carried_off) == ([3, 0], 1)
    assert match.state.table.markers["l1"].gone
    bare = moving([fig("a1", 300, 1000), FAR], "walk 0 1000; do 1 exit")
    assert who(bare, "a1").gone is Gone.LEFT
    assert (
        refused(moving([fig("a1", 300, 1000), FAR]), A, "walk 10 1000; do 1 exit")
        == "shadows.geo.exit"
    )


@pytest.mark.rule("shadows.scen.own_edge")
@pytest.mark.parametrize(("zone", "won"), [("w", 2), ("e", 0)])
def test_a_captive_scores_over_ones_own_edge(zone: str, won: int) -> None:
    west = town([fig("a1", 300, 1000, holds="t1"), fig("t1", 398, 1000), FAR], scenario="innocents")
    west.gangs[A].zone = zone
    match = play(west, MoveAction("a1"))
    say(match, (A, "walk 0 1000; do 1 exit"))
    assert (points(match), match.state.gangs[A].carried_off) == ([won, 0], 1)
    assert (who(match, "t1").gone, who(match, "a1").gone) == (Gone.TAKEN, Gone.TAKEN)


def test_a_dragged_friend_leaves_too() -> None:
    figures = [fig("a1", 150, 1000), fig("a2", 248, 1000, downed=True), FAR]
    match = moving(figures, "do 0 drag a2; walk 0 1000; do 1 exit")
    assert (who(match, "a1").gone, who(match, "a2").gone) == (Gone.LEFT, Gone.LEFT)


ROCK_BY_THORNS = [
    Piece("rock", "block", rect=(600, 800, 1000, 1200), h=300, top=True),
    Piece("thorns", "cactus", disc=(1200, 1000, 250)),
]


@pytest.mark.rule("shadows.move.fall_after")
@pytest.mark.rule("shadows.terrain.cactus")
def test_thorns_after_a_safe_landing_do_not_end_the_move() -> None:
    order = "drop 1049 1000 0; walk 1149 1000 0"
    # The fall passes, the thorns are failed by 1: Shaken, and it goes on.
    match = moving([fig("a1", 951, 1000, 300), FAR], order, ROCK_BY_THORNS, dice=[5, 4])
    assert (health(match, "a1"), at(match, "a1")) == ("shaken", (1149, 1000, 0))
    # The fall is failed by 1: the move is over, and the thorns come all the same.
    ended = moving([fig("a1", 951, 1000, 300), FAR], order, ROCK_BY_THORNS, dice=[4, 5])
    assert (health(ended, "a1"), at(ended, "a1")) == ("shaken", (1049, 1000, 0))
    assert dice_left(ended) == []


@pytest.mark.rule("shadows.terrain.cactus")
def test_who_is_downed_by_thorns_at_the_foot_of_a_climb_lies_at_the_foot() -> None:
    order = "climb 1049 1000 0"
    match = moving([fig("a1", 951, 1000, 300), FAR], order, ROCK_BY_THORNS, dice=[2])
    assert (health(match, "a1"), at(match, "a1")) == ("downed", (1049, 1000, 0))
    assert told(match, "shadows.move.fall") == []


@pytest.mark.rule("shadows.terrain.cactus")
def test_a_captive_is_taken_through_the_thorns_as_well() -> None:
    figures = [fig("a1", 1100, 1000, holds="t1"), fig("t1", 1002, 1000), FAR]
    match = moving(figures, "walk 1300 1000", [CACTUS], dice=[5, 4])
    assert (health(match, "a1"), health(match, "t1")) == ("unhurt", "casualty")
    assert (who(match, "a1").holds, at(match, "a1")) == (None, (1300, 1000, 0))
    beside = moving(figures, "walk 1110 1000; do 1 hold 1208 1000", [CACTUS], dice=[4])
    assert (health(beside, "t1"), who(beside, "a1").holds) == ("casualty", None)
