"""Scenarios, the end and the winner (specification, sections 3.20, 5.7 and 10)."""

import pytest

from boomtown.core import Match, Seat
from shadows_west.rules.activation import Act
from shadows_west.rules.damage import casualty
from shadows_west.rules.recovery import flee
from shadows_west.rules.turns import Turns
from shadows_west.rules.victory import EndOfTurn, Final, in_zone
from shadows_west.state import Figure, Gone, West
from showdown import does, drawn, hands
from town import A, B, C, fig, keys, loot, play, points, question, told, town
from town import who as model

FAR = fig("b1", 3400, 3400)


def ended(west: West, dice: tuple[int, ...] = ()) -> Match[West]:
    return play(west, EndOfTurn(), dice=dice)


def scored(west: West, *scores: int) -> West:
    for gang, score in zip(west.gangs, scores, strict=True):
        gang.points = score
    return west


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.turn.count")
@pytest.mark.rule("shadows.vp.end")
def test_the_game_ends_after_turn_eight() -> None:
    west = town([fig("a1", 300, 300, token="done"), FAR])
    west.turn = 7
    assert question(ended(west)) == "Rest"
    west.turn = 8
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.rule == "shadows.vp.winner"


@pytest.mark.rule("shadows.turn.count")
def test_eight_turns_are_played() -> None:
    west = hands(town([fig("a1", 300, 300, leader=True), fig("b1", 3300, 3300, leader=True)]))
    west.turn = 0
    match = drawn(west, Turns())
    while match.outcome is None:
        match.time_out(match.asked()[0])
    assert [line["turn"] for line in told(match, "shadows.turn.phases")] == list(range(1, 9))


@pytest.mark.rule("shadows.vp.end")
def test_the_game_ends_when_at_most_one_gang_is_on_the_table() -> None:
    west = town([fig("a1", 300, 300), fig("b1", 3000, 3000, gone=Gone.CASUALTY)])
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.winners == (A,)
    three = town([fig("a1", 300, 300), fig("b1", 0, 0, gone=Gone.CASUALTY), fig("c1", 900, 300)])
    assert ended(three).outcome is None


@pytest.mark.rule("shadows.vp.end")
def test_a_gang_without_a_model_on_the_table_is_out() -> None:
    """Wiped out, fled or gone over the edge: the log says whose gang it was, and says it once."""
    match = play(town([fig("a1", 300, 300), fig("a2", 600, 300), FAR]))
    casualty(match, model(match, "a1"), B, "shot")
    assert told(match, "shadows.vp.end.out") == []
    casualty(match, model(match, "a2"), B, "shot")
    assert told(match, "shadows.vp.end.out") == [{"seat": A}]
    flee(match, B)
    assert told(match, "shadows.vp.end.out") == [{"seat": A}, {"seat": B}]
    match = play(town([fig("a1", 1800, 200, face="S"), FAR]), Act("a1", 1))
    does(match, "move")
    match.answer(A, "walk 1800 0; do 1 exit")
    assert told(match, "shadows.vp.end.out") == [{"seat": A}]


@pytest.mark.rule("shadows.vp.end")
def test_what_lasts_a_turn_is_over_with_it() -> None:
    west = town([fig("a1", 300, 300, activated=True, omen=True), FAR], dust=True)
    west.event_done = True
    match = ended(west)
    assert not match.state.table.dust
    assert not match.state.event_done
    assert not model(match, "a1").activated


# --- the winner ----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.vp.winner")
def test_most_points_win_and_a_fled_gang_cannot() -> None:
    """EX75: A 4 points but fled, B 2, C 2."""
    west = scored(town([fig("a1", 0, 0), fig("b1", 300, 300), fig("c1", 600, 300)]), 4, 2, 2)
    west.table.figures["a1"].gone = Gone.FLED
    west.gangs[A].fled = True
    west.turn = 8
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.draw
    assert match.outcome.ranks == (3, 1, 1)
    assert match.outcome.scores == (4, 2, 2)
    assert told(match, "shadows.vp.winner.tie") == [{"seats": [B, C], "points": 2}]
    west.gangs[C].points = 3
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.winners == (C,)


@pytest.mark.rule("shadows.vp.winner")
@pytest.mark.parametrize(("agreed", "winner"), [(False, B), (True, A)])
def test_a_fled_gang_wins_by_what_it_carried_off_if_the_table_agreed(
    agreed: bool, winner: Seat
) -> None:
    figures = [fig("a1", 300, 300), fig("b1", 600, 300)]
    west = scored(town(figures, scenario="bank_job", carried_wins=agreed), 6, 1)
    west.gangs[A].carried_off = 2
    match = play(west)
    flee(match, A)
    match.then(EndOfTurn())
    match.advance()
    assert match.outcome is not None
    assert match.outcome.winners == (winner,)


@pytest.mark.rule("shadows.vp.winner")
def test_a_fled_gang_that_carried_nothing_off_never_wins() -> None:
    west = scored(town([fig("a1", 300, 300), fig("b1", 600, 300)], carried_wins=True), 6, 1)
    match = play(west)
    flee(match, A)
    match.then(EndOfTurn())
    match.advance()
    assert match.outcome is not None
    assert match.outcome.winners == (B,)


@pytest.mark.rule("shadows.bottle.all_flee")
def test_if_all_gangs_flee_in_the_same_turn_it_is_a_draw() -> None:
    """EX75."""
    match = play(scored(town([fig("a1", 300, 300), FAR]), 3, 1))
    flee(match, A)
    flee(match, B)
    match.then(EndOfTurn())
    match.advance()
    assert match.outcome is not None
    assert match.outcome.draw
    assert match.outcome.ranks == (1, 1), "whatever the points"
    assert match.outcome.rule == "shadows.bottle.all_flee"


@pytest.mark.rule("shadows.vp.winner")
def test_the_only_gang_left_wins_whatever_the_points() -> None:
    """EX75."""
    match = play(scored(town([fig("a1", 300, 300), FAR], scenario="hold"), 5, 0))
    flee(match, A)
    match.then(EndOfTurn())
    match.advance()
    assert match.outcome is not None
    assert match.outcome.winners == (B,)


@pytest.mark.rule("shadows.vp.winner")
def test_walking_off_with_nothing_counts_as_fleeing() -> None:
    """EX81."""
    west = scored(
        town([fig("a1", 0, 0, gone=Gone.LEFT), fig("a2", 0, 0, gone=Gone.LEFT), FAR]), 1, 0
    )
    west.turn = 4
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.winners == (B,)
    assert match.state.gangs[A].fled


@pytest.mark.rule("shadows.vp.winner")
@pytest.mark.rule("shadows.scen.rout_markers")
def test_a_gang_that_took_something_along_may_win_from_afar_unless_it_fled() -> None:
    west = scored(town([fig("a1", 0, 0, gone=Gone.TAKEN), FAR], scenario="bank_job"), 3, 0)
    west.gangs[A].carried_off = 1
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.winners == (A,)
    west.gangs[A].fled = True
    match = ended(west)
    assert match.outcome is not None
    assert match.outcome.winners == (B,)
    assert points(match) == [3, 0], "what was carried off keeps its points"


# --- scenarios -----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.scen.shootout")
@pytest.mark.rule("shadows.scen.flee_bonus")
def test_in_a_shootout_two_points_go_to_who_made_a_gang_flee() -> None:
    figures = [fig("a1", 300, 300), fig("b1", 600, 300), fig("b2", 900, 300), fig("b3", 1200, 300)]
    figures += [fig("c1", 1500, 300)]
    match = play(town(figures))
    casualty(match, model(match, "b1"), A, "shot")
    casualty(match, model(match, "b2"), A, "shot")
    flee(match, B)
    assert points(match) == [4, 0, 0]
    match = play(town(figures))
    casualty(match, model(match, "b1"), A, "shot")
    casualty(match, model(match, "b2"), C, "shot")
    flee(match, B)
    assert points(match) == [1, 0, 1], "a tie gives it to nobody"
    match = play(town(figures, scenario="hold"))
    casualty(match, model(match, "b1"), A, "shot")
    flee(match, B)
    assert points(match) == [1, 0, 0], "only in a shootout"


@pytest.mark.rule("shadows.scen.bank_job")
def test_loot_carried_at_the_end_scores_one() -> None:
    figures = [fig("a1", 300, 300, loot="m1"), fig("a2", 600, 300), FAR]
    west = town(figures, scenario="bank_job", markers=[loot("m1", 0, 0), loot("m2", 900, 900)])
    match = play(west, Final())
    assert points(match) == [1, 0]
    assert told(match, "shadows.scen.bank_job.points") == [{"seat": A, "points": 1, "total": 1}]


@pytest.mark.rule("shadows.scen.bank_job")
@pytest.mark.rule("shadows.loot.escape")
def test_loot_carried_off_scores_three() -> None:
    figures = [fig("a1", 1800, 300, loot="m1"), FAR]
    west = town(figures, scenario="bank_job", markers=[loot("m1", 0, 0)])
    west.table.markers["m1"].gone = True
    match = play(west, Act("a1", 1))
    does(match, "move")
    match.answer(A, "walk 1800 0; do 1 exit")
    assert model(match, "a1").gone is Gone.TAKEN
    assert points(match) == [3, 0]
    assert match.state.gangs[A].carried_off == 1


@pytest.mark.rule("shadows.scen.innocents")
@pytest.mark.rule("shadows.scen.own_edge")
@pytest.mark.parametrize(("zone", "score"), [("s", 2), ("n", 0)])
def test_a_captive_scores_over_the_own_edge(zone: str, score: int) -> None:
    figures = [fig("a1", 1800, 300, holds="t1", face="S"), fig("t1", 1800, 398), FAR]
    west = town(figures, scenario="innocents")
    west.gangs[A].zone = zone
    match = play(west, Act("a1", 1))
    does(match, "move")
    match.answer(A, "walk 1800 0; do 1 exit")
    assert points(match) == [score, 0]
    assert not model(match, "t1").on_table


@pytest.mark.rule("shadows.scen.innocents")
def test_a_captive_held_at_the_end_scores_one_and_only_leaders_score_else() -> None:
    figures = [fig("a1", 300, 300, holds="t1"), fig("t1", 398, 300)]
    figures += [fig("a2", 900, 300, holds="a3"), fig("a3", 998, 300, downed=True)]
    figures += [fig("b1", 3000, 300), fig("b2", 3300, 300, leader=True), fig("b3", 2000, 2000)]
    match = play(town(figures, scenario="innocents"))
    casualty(match, model(match, "b1"), A, "shot")
    assert points(match) == [0, 0]
    casualty(match, model(match, "b2"), A, "shot")
    assert points(match) == [2, 0]
    match.then(Final())
    match.advance()
    assert points(match) == [3, 0], "a dragged friend is no captive"


def holding(turn: int, *figures: Figure) -> Match[West]:
    west = town(list(figures), map="redemption", scenario="hold")
    west.turn = turn
    return ended(west)


@pytest.mark.rule("shadows.scen.hold")
def test_the_zone_scores_from_turn_three_and_double_in_turn_eight() -> None:
    inside = fig("a1", 1800, 2500, 300)
    assert points(holding(2, inside, FAR)) == [0, 0]
    assert points(holding(3, inside, FAR)) == [1, 0]
    assert points(holding(8, inside, FAR)) == [2, 0]


@pytest.mark.rule("shadows.scen.hold")
def test_a_tie_in_the_zone_scores_nobody_and_the_downed_do_not_count() -> None:
    inside, other = fig("a1", 1800, 2500), fig("b1", 1500, 2500)
    assert points(holding(3, inside, other)) == [0, 0]
    assert points(holding(3, inside, fig("b1", 1500, 2500, downed=True))) == [1, 0]
    assert points(holding(3, fig("a1", 300, 300), FAR)) == [0, 0]


@pytest.mark.rule("shadows.scen.hold")
def test_with_three_players_the_zone_is_the_middle_of_the_table() -> None:
    figures = [fig("a1", 1800, 2400), fig("b1", 1800, 2401), fig("c1", 300, 300)]
    west = town(figures, map="redemption", scenario="hold")
    assert in_zone(west, west.table.figures["a1"])
    assert not in_zone(west, west.table.figures["b1"])


# --- for a campaign ------------------------------------------------------------------------------


@pytest.mark.rule("shadows.camp.result")
def test_the_record_says_what_each_gang_achieved() -> None:
    figures = [
        fig("a1", 300, 300),
        fig("a2", 0, 0, gone=Gone.CASUALTY),
        fig("a3", 0, 0, gone=Gone.SUCCUMBED),
        fig("a1.h", 0, 0, gone=Gone.CASUALTY),
        FAR,
    ]
    west = scored(town(figures), 2, 1)
    west.gangs[A].sticks = 2
    west.table.figures["a1"].sticks = 1
    match = play(west, Final())
    assert told(match, "shadows.camp.result")[0] == {
        "seat": A,
        "points": 2,
        "lost": ["a2", "a3"],
        "horses": ["a1.h"],
        "carried": 0,
        "sticks": 1,
    }
    assert "shadows.camp.injury_hook" not in keys(match)


@pytest.mark.rule("shadows.camp.injury_hook")
@pytest.mark.rule("shadows.camp.horse_roll")
@pytest.mark.rule("shadows.camp.horse_fled")
def test_in_a_campaign_the_hurt_are_listed_and_horses_rolled_for() -> None:
    figures = [
        fig("a1", 300, 300, downed=True),
        fig("a2", 0, 0, gone=Gone.CASUALTY),
        fig("a3", 0, 0, gone=Gone.FLED),
        fig("a4", 0, 0, gone=Gone.FLED, downed=True),
        fig("a5", 900, 300),
        fig("a1.h", 0, 0, gone=Gone.CASUALTY),
        fig("a2.h", 0, 0, gone=Gone.CASUALTY),
        fig("a3.h", 0, 0, gone=Gone.BOLTED),
        FAR,
    ]
    match = play(town(figures, campaign=True), Final(), dice=(1, 2))
    assert told(match, "shadows.camp.injury_hook") == [{"seat": A, "models": ["a1", "a2", "a4"]}]
    assert told(match, "shadows.camp.horse_roll.dead") == [{"who": "a1.h", "die": 1}]
    assert told(match, "shadows.camp.horse_roll") == [{"who": "a2.h", "die": 2}]
