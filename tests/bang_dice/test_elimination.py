"""Elimination (specification, section 3.12)."""

import pytest

from bang_dice.content import RoleCard
from boomtown.core import Seat
from boomtown.testing import refused
from saloon import A, B, C, D, E, answer, cowboy, life, question, stop, table, throw, told

FIVE = (
    "A paul sheriff 11/11 a0 | B rose outlaw 1/9 a2 | C lucky outlaw 8/8 a1 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 6 | turn A"
)


@pytest.mark.rule("bang.out.when")
def test_who_has_no_life_left_is_out_before_the_next_dice_are_used() -> None:
    match = table(FIVE)
    throw(match, "1 beer dyn gat gat")
    stop(match)
    assert not cowboy(match, "B").out
    answer(match, "A", {"1": B})
    assert (question(match), cowboy(match, "B").out) == ("Drink", True)


@pytest.mark.rule("bang.out.when")
def test_one_life_point_is_enough_to_stay() -> None:
    match = table(FIVE.replace("1/9", "2/9"))
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert (cowboy(match, "B").life, cowboy(match, "B").out) == (1, False)


@pytest.mark.rule("bang.out.when")
def test_who_falls_to_the_indians_is_out_before_owed_arrows_are_taken() -> None:
    match = table(FIVE.replace("a0 | E", "a5 | E").replace("pile 6", "pile 1"))
    throw(match, "arrow arrow dyn gat gat")
    log = told(match)
    assert log.index("bang.out.reveal") < len(log) - 1 - log[::-1].index("bang.arrow.take")


@pytest.mark.rule("bang.out.reveal")
def test_whoever_falls_shows_their_role_to_all() -> None:
    match = table(FIVE)
    for seat in (None, A, C, D, E):
        assert not match.view(seat).state.cowboys[B].role.known
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    for seat in (None, A, C, D, E):
        assert match.view(seat).state.cowboys[B].role.value is RoleCard.OUTLAW
        assert not match.view(seat).state.cowboys[C].role.known or seat == C


@pytest.mark.rule("bang.out.reveal")
def test_whoever_falls_returns_all_arrows() -> None:
    match = table(FIVE)
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert (cowboy(match, "B").arrows, match.state.pile) == (0, 8)


@pytest.mark.rule("bang.out.reveal")
def test_the_chiefs_arrow_goes_back_as_well() -> None:
    match = table(FIVE.replace("a2", "a2+C"), chief=True)
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert (match.state.pile, match.state.chief_in_pile) == (8, True)
    assert cowboy(match, "B").tokens == 0


@pytest.mark.rule("bang.out.reveal")
def test_ghost_tokens_of_the_fallen_return_to_the_ghost() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B rose outlaw 1/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy deputy 8/8 a0 | E slab renegade ghost | pile 9 | turn E",
        ghost=True,
    )
    throw(match, "gat gat")
    stop(match)
    answer(match, "E", {"face": "gat", "to": B})
    assert match.state.token is not None
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert cowboy(match, "B").out
    assert match.state.token is None


@pytest.mark.rule("bang.out.silent")
def test_the_fallen_take_no_further_part() -> None:
    match = table(FIVE)
    throw(match, "1 beer beer gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert refused(match, A, {B: 2}) == "bang.beer.late"
    assert refused(match, B, "throw") == "boomtown.answer.turn"
    answer(match, "A", {A: 2})
    seats = []
    for _ in range(4):
        who = match.state.active
        seats.append(who)
        throw(match, "dyn dyn gat beer arrow" if who == C else "dyn dyn gat beer gat")
        stop(match)
        match.answer(who, {who: 1})
    assert seats == [C, D, E, A]


@pytest.mark.rule("bang.out.silent")
def test_a_fallen_characters_ability_is_gone() -> None:
    match = table(FIVE.replace("rose outlaw 1/9 a2", "sam outlaw out").replace("pile 6", "pile 8"))
    cowboy(match, "C").life = 1
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": C})
    assert cowboy(match, "C").out
    assert "bang.sam.gain" not in told(match)


@pytest.mark.rule("bang.out.silent")
def test_the_fallen_win_with_their_side() -> None:
    match = table(
        "A paul outlaw 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw out "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
    )
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert match.outcome is not None
    assert match.outcome.winners == (A, C)
    assert match.outcome.ranks == (1, 2, 1, 2, 2)


@pytest.mark.rule("bang.out.together")
def test_all_roles_are_shown_before_the_end_is_checked() -> None:
    match = table(
        "A paul renegade 9/9 a0 | B rose sheriff 1/11 a0 | C lucky outlaw 1/8 a0 "
        "| D willy outlaw 1/8 a0 | pile 9 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    rules = [rule for rule in told(match) if rule.startswith(("bang.out", "bang.end"))]
    assert rules == ["bang.out.reveal"] * 3 + ["bang.end.sheriff_dead"]
    assert match.outcome is not None
    assert match.outcome.winners == (A,)


@pytest.mark.rule("bang.out.together")
def test_players_who_fall_in_one_blow_fall_at_the_same_time() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B sam outlaw 1/9 a2 | C lucky outlaw 1/8 a1 "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 6 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert life(match) == {"A": 11, "D": 7, "E": 7}, "nobody profited from the other's fall"
    assert match.state.pile == 9
    assert match.asked() == [Seat(3)]


@pytest.mark.rule("bang.out.together")
@pytest.mark.parametrize("active", ["A", "B", "C", "D"])
def test_it_does_not_matter_where_the_fallen_sit(active: str) -> None:
    match = table(
        "A paul sheriff 2/11 a2 | B rose outlaw 2/9 a2 | C lucky outlaw 2/8 a2 "
        f"| D willy renegade 2/8 a2 | pile 1 | turn {active}"
    )
    throw(match, "arrow beer dyn gat gat")
    assert match.outcome is not None
    assert match.outcome.winners == (B, C)
    assert not match.state.living()
    assert all(one.role.public for one in match.state.cowboys)
