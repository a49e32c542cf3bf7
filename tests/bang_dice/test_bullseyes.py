"""Bull's eyes (specification, section 3.7)."""

from typing import Any

import pytest

from bang_dice.state import Town
from boomtown.core import Match, Seat
from boomtown.testing import refused
from saloon import A, B, C, D, E, F, answer, cowboy, life, question, stop, table, throw, told

SIX = (
    "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | F suzy outlaw 8/8 a0 | pile 9 | turn A"
)
FIVE = SIX.replace("F suzy outlaw 8/8 a0 | ", "")
FOUR = (
    "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
    "| D willy renegade 8/8 a0 | pile 9 | turn A"
)


def aiming(before: str, dice: str, **options: Any) -> Match[Town]:
    """The active player has thrown this and is about to shoot."""
    match = table(before, **options)
    throw(match, dice)
    stop(match)
    return match


def targets(match: Match[Town], symbol: str) -> set[Seat]:
    """Whom this symbol can hit, the others being aimed at somebody."""
    choice = match.choice(match.state.active)
    first: dict[str, Any] = choice.offers()[0]
    seats = [Seat(seat) for seat in range(match.seats)]
    return {seat for seat in seats if choice.refusal({**first, symbol: seat}) is None}


@pytest.mark.rule("bang.shot.one")
def test_a_one_hits_the_next_player_on_either_side() -> None:
    match = aiming(SIX, "1 dyn dyn gat gat")
    assert targets(match, "1") == {B, F}
    answer(match, "A", {"1": F})
    assert life(match) == {"A": 11, "B": 9, "C": 8, "D": 8, "E": 8, "F": 7}


@pytest.mark.rule("bang.shot.one", "bang.shot.two", "bang.shot.distance")
@pytest.mark.parametrize("target", [A, C, D, E])
def test_a_one_hits_nobody_else(target: Seat) -> None:
    match = aiming(SIX, "1 dyn dyn gat gat")
    rule = "bang.shot.distance" if target == A else "bang.shot.one"
    assert refused(match, A, {"1": target}) == rule


@pytest.mark.rule("bang.shot.two")
def test_a_two_hits_exactly_two_places_away() -> None:
    match = aiming(SIX, "2 dyn dyn gat gat")
    assert targets(match, "1") == {C, E}
    for target in (B, D, F):
        assert refused(match, A, {"1": target}) == "bang.shot.two"
    assert refused(match, A, {"1": A}) == "bang.shot.distance"
    answer(match, "A", {"1": E})
    assert life(match) == {"A": 11, "B": 9, "C": 8, "D": 8, "E": 7, "F": 8}


@pytest.mark.rule("bang.shot.two")
def test_with_four_players_a_two_hits_the_player_opposite() -> None:
    match = aiming(FOUR, "2 dyn dyn gat gat")
    assert life(match) == {"A": 11, "B": 9, "C": 7, "D": 8}, "left and right are the same"


@pytest.mark.rule("bang.shot.two_as_one")
def test_with_three_living_a_two_is_a_one() -> None:
    match = aiming(
        FIVE.replace("outlaw 9/9 a0", "outlaw out").replace("deputy 8/8 a0", "deputy out"),
        "2 1 dyn gat gat",
    )
    assert targets(match, "1") == targets(match, "2") == {C, E}


@pytest.mark.rule("bang.shot.two_as_one")
def test_with_three_living_the_nearest_target_of_a_two_sits_on_the_left() -> None:
    match = aiming(
        FIVE.replace("outlaw 9/9 a0", "outlaw out").replace("deputy 8/8 a0", "deputy out"),
        "2 dyn dyn gat gat",
    )
    match.time_out(A)
    assert life(match) == {"A": 11, "C": 7, "E": 8}, "counted as a 1, not two places on"


@pytest.mark.rule("bang.shot.two_as_one")
def test_with_two_living_every_shot_hits_the_other_one() -> None:
    match = aiming(
        "A paul sheriff 11/11 a0 | B rose outlaw out | C lucky outlaw out "
        "| D willy renegade 8/8 a0 | pile 9 | turn A",
        "2 2 1 gat gat",
    )
    assert life(match) == {"A": 11, "D": 5}


@pytest.mark.rule("bang.shot.two_as_one")
def test_with_four_living_of_more_a_two_is_still_a_two() -> None:
    match = aiming(FIVE.replace("rose outlaw 9/9 a0", "rose outlaw out"), "2 1 dyn gat gat")
    assert targets(match, "1") == {D}
    assert targets(match, "2") == {C, E}


@pytest.mark.rule("bang.shot.distance")
def test_places_are_counted_over_the_living() -> None:
    match = aiming(
        SIX.replace("rose outlaw 9/9 a0", "rose outlaw out"),
        "1 2 dyn gat gat",
    )
    assert targets(match, "1") == {C, F}
    assert targets(match, "2") == {D, E}


@pytest.mark.rule("bang.shot.distance")
def test_the_ghost_does_not_count_as_a_place() -> None:
    match = aiming(
        SIX.replace("rose outlaw 9/9 a0", "rose outlaw ghost"), "1 2 dyn gat gat", ghost=True
    )
    assert targets(match, "1") == {C, F}
    assert targets(match, "2") == {D, E}


@pytest.mark.rule("bang.shot.distance", "bang.shot.two_as_one")
def test_the_ghost_does_not_count_among_the_living() -> None:
    match = aiming(
        FIVE.replace("rose outlaw 9/9 a0", "rose outlaw ghost").replace(
            "deputy 8/8 a0", "deputy out"
        ),
        "1 2 dyn gat gat",
        ghost=True,
    )
    assert targets(match, "1") == targets(match, "2") == {C, E}


@pytest.mark.rule("bang.shot.distance")
def test_nobody_is_their_own_target() -> None:
    for before in (SIX, FIVE, FOUR):
        match = aiming(before, "1 2 1 2 gat")
        for symbol in ("1", "2"):
            assert A not in targets(match, symbol)


@pytest.mark.rule("bang.shot.distance")
def test_distances_go_round_the_table_past_the_last_seat() -> None:
    match = aiming(SIX.replace("turn A", "turn E"), "1 2 dyn gat gat")
    answer_targets = (targets(match, "1"), targets(match, "2"))
    assert answer_targets == ({D, F}, {A, C})


@pytest.mark.rule("bang.shot.count_when")
def test_who_fell_earlier_in_the_turn_no_longer_counts() -> None:
    match = aiming(
        "A paul sheriff 11/11 a0 | B rose outlaw 4/9 a4 | C lucky outlaw 8/8 a2 "
        "| D willy deputy 8/8 a2 | E slab renegade 8/8 a0 | F suzy outlaw 8/8 a0 "
        "| pile 1 | turn A",
        "arrow 1 2 gat gat",
    )
    assert cowboy(match, "B").out
    assert targets(match, "2") == {C, F}
    assert targets(match, "3") == {D, E}


@pytest.mark.rule("bang.shot.count_when", "bang.shot.two_as_one")
def test_the_indians_can_make_twos_into_ones() -> None:
    match = aiming(
        "A paul sheriff 11/11 a0 | B rose outlaw 4/9 a4 | C lucky outlaw 8/8 a2 "
        "| D willy renegade 8/8 a2 | pile 1 | turn A",
        "arrow 2 dyn gat gat",
    )
    assert targets(match, "2") == {C, D}


@pytest.mark.rule("bang.shot.count_when")
def test_distances_do_not_change_while_shots_fall() -> None:
    match = aiming(FIVE.replace("9/9", "1/9"), "1 2 1 gat gat")
    assert targets(match, "2") == {C, D}
    answer(match, "A", {"1": B, "2": C, "3": B})
    assert cowboy(match, "B").out
    assert life(match) == {"A": 11, "C": 7, "D": 8, "E": 8}


@pytest.mark.rule("bang.shot.count_when")
def test_a_shot_cannot_use_the_gap_that_another_one_makes() -> None:
    match = aiming(FIVE.replace("9/9", "1/9"), "1 1 dyn gat gat")
    assert refused(match, A, {"1": B, "2": C}) == "bang.shot.one"


@pytest.mark.rule("bang.shot.assign_first")
def test_all_bulls_eyes_are_aimed_before_anybody_is_hit() -> None:
    match = aiming(SIX, "1 1 2 2 dyn")
    assert question(match) == "Shoot"
    assert sorted(match.choice(A).offers()[0]) == ["1", "2", "3", "4"]
    answer(match, "A", {"1": B, "2": F, "3": C, "4": E})
    log = told(match)
    last_aim = len(log) - 1 - log[::-1].index("bang.shot.one")
    assert last_aim < log.index("bang.loss.batch")
    assert life(match) == {"A": 11, "B": 8, "C": 7, "D": 8, "E": 7, "F": 7}


@pytest.mark.rule("bang.shot.assign_first")
def test_shots_hit_together_so_that_all_fall_at_once() -> None:
    match = aiming(
        "A paul renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy outlaw 1/8 a0 | pile 9 | turn A",
        "1 1 dyn gat gat",
    )
    answer(match, "A", {"1": B, "2": D})
    assert match.outcome is not None
    assert match.outcome.winners == (A,), "the Sheriff did not fall before the Outlaw"


@pytest.mark.rule("bang.shot.assign_first")
def test_several_hits_on_one_player_are_one_blow() -> None:
    match = aiming(SIX.replace("rose outlaw 9/9", "gringo outlaw 7/7"), "1 1 1 gat gat")
    answer(match, "A", {"1": B, "2": B, "3": B})
    assert (cowboy(match, "B").life, cowboy(match, "A").arrows) == (4, 1)


@pytest.mark.rule("bang.shot.overkill")
def test_a_player_may_be_hit_more_often_than_needed() -> None:
    match = aiming(SIX.replace("9/9", "1/9"), "1 1 1 gat gat")
    answer(match, "A", {"1": B, "2": B, "3": B})
    assert (cowboy(match, "B").out, cowboy(match, "B").life) == (True, 0)
    assert life(match) == {"A": 11, "C": 8, "D": 8, "E": 8, "F": 8}


@pytest.mark.rule("bang.shot.each")
def test_each_bulls_eye_has_its_own_target() -> None:
    match = aiming(SIX, "1 1 1 2 gat")
    assert refused(match, A, {"1": B, "2": F, "3": B, "4": C}) is None
    answer(match, "A", {"1": B, "2": F, "3": F, "4": E})
    assert life(match) == {"A": 11, "B": 8, "C": 8, "D": 8, "E": 7, "F": 6}


@pytest.mark.rule("bang.shot.each")
def test_the_two_symbols_of_a_double_face_may_part() -> None:
    match = table(SIX, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "1 dyn gat gat 2x2")
    stop(match)
    answer(match, "A", {"1": B, "5a": C, "5b": E})
    assert life(match) == {"A": 11, "B": 8, "C": 7, "D": 8, "E": 7, "F": 8}


@pytest.mark.rule("bang.shot.each")
def test_the_same_target_may_be_chosen_for_all() -> None:
    match = aiming(SIX, "2 2 2 gat gat")
    answer(match, "A", {"1": C, "2": C, "3": C})
    assert life(match)["C"] == 5
