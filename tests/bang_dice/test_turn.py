"""Turns: their order, their start and their end (specification, section 3.2)."""

import pytest

from bang_dice.state import Town
from boomtown.core import Match, SealedAsk, Seat
from saloon import A, B, C, D, E, answer, cowboy, life, load, question, stop, table, throw, told
from saloon import window as close_window

FIVE = (
    "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
)


def quiet_turn(match: Match[Town]) -> None:
    """A turn in which nothing happens: a beer for somebody who needs none."""
    who = match.state.active
    throw(match, "dyn dyn gat gat beer")
    stop(match)
    match.answer(who, {who: 1})


def all_pass(match: Match[Town]) -> None:
    """Nobody uses anything in the windows that are open."""
    while match.outcome is None and isinstance(match.agenda[-1], SealedAsk):
        close_window(match)


def order_of(match: Match[Town], *rules: str) -> list[str]:
    """These rules in the order in which the log cites them for the first time."""
    log = told(match)
    return sorted((rule for rule in rules if rule in log), key=log.index)


@pytest.mark.rule("bang.turn.order")
def test_turns_pass_clockwise() -> None:
    match = table(FIVE)
    seats = []
    for _ in range(6):
        seats.append(match.state.active)
        quiet_turn(match)
    assert seats == [A, B, C, D, E, A]


@pytest.mark.rule("bang.turn.order")
def test_eliminated_players_are_skipped() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B rose outlaw out | C lucky outlaw out "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
    )
    seats = []
    for _ in range(4):
        seats.append(match.state.active)
        quiet_turn(match)
    assert seats == [A, D, E, A]


@pytest.mark.rule("bang.turn.order")
def test_whoever_falls_before_their_turn_has_none() -> None:
    match = table(FIVE.replace("9/9", "1/9"))
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert match.asked() == [C]


@pytest.mark.rule("bang.turn.order")
def test_the_ghost_keeps_a_place_in_the_order() -> None:
    match = table(FIVE.replace("rose outlaw 9/9 a0", "rose outlaw ghost"), ghost=True)
    quiet_turn(match)
    assert match.asked() == [B]
    throw(match, "beer gat")
    stop(match)
    answer(match, "B", {"face": "gat", "to": A})
    assert match.asked() == [C]


@pytest.mark.rule("bang.turn.phases")
def test_a_turn_is_a_start_throws_the_final_dice_and_an_end() -> None:
    match = table(FIVE.replace("paul sheriff 11/11", "suzy sheriff 8/10"))
    assert (question(match), match.asked()) == ("BeginTurn", [A])
    throw(match, "1 1 beer gat gat")
    assert question(match) == "OfferReroll"
    load(match, "beer beer")
    answer(match, "A", [1, 2])
    assert question(match) == "OfferReroll"
    stop(match)
    assert (question(match), match.state.final) == ("Drink", True)
    answer(match, "A", {B: 3})
    assert cowboy(match, "A").life == 10, "Suzy Lafayette, at the end"
    assert (question(match), match.asked()) == ("BeginTurn", [B])


SALOON_GHOST_AND_ROLES = {"saloon_dice": True, "ghost": True, "special_roles": "mixed"}


def haunted(before: str) -> Match[Town]:
    """The Ghost E gives a beer token to A, whose turn begins."""
    match = table(before, **SALOON_GHOST_AND_ROLES)
    throw(match, "beer gat")
    all_pass(match)
    stop(match)
    all_pass(match)
    answer(match, "E", {"face": "beer", "to": A})
    assert match.asked() == [A]
    return match


SID = (
    "A sid outlaw:ugly 5/8 a2 | B rose sheriff 11/11 a1 | C lucky deputy 8/8 a0 "
    "| D willy renegade 8/8 a0 | E slab outlaw ghost | pile 6 | turn E"
)


def start_of_sids_turn() -> Match[Town]:
    """Everything that can happen at the start of a turn happens."""
    match = haunted(SID)
    assert question(match) == "ChooseSaloonDie"
    answer(match, "A", "coward")
    assert question(match) == "BeginTurn"
    answer(match, "A", "ugly")
    all_pass(match)
    answer(match, "A", [A, B])
    assert question(match) == "BeginTurn"
    throw(match, "dyn dyn gat broken")
    all_pass(match)
    assert question(match) == "SidHelps"
    answer(match, "A", A)
    all_pass(match)
    return match


@pytest.mark.rule("bang.turn.start")
def test_a_turn_starts_with_the_saloon_die_then_the_role_then_sid_ketchum() -> None:
    match = start_of_sids_turn()
    log = told(match)
    thrown = len(log) - 1 - log[::-1].index("bang.roll.first")
    begun = log.index("bang.saloon.keep")
    assert begun < log.index("bang.role.ugly") < log.index("bang.sid.gain") < thrown


@pytest.mark.rule("bang.turn.start")
def test_the_ghosts_dice_are_set_after_the_saloon_die_and_before_roles_and_sid() -> None:
    match = start_of_sids_turn()
    rules = ["bang.saloon.keep", "bang.ghost.fix", "bang.role.ugly", "bang.sid.gain"]
    assert order_of(match, *rules) == rules


@pytest.mark.rule("bang.turn.end")
def test_a_turn_ends_with_suzy_then_the_ghosts_tokens_then_the_right_hand() -> None:
    match = haunted(
        "A suzy renegade:right_hand 5/8 a0 | B rose sheriff 11/11 a0 | C lucky deputy 8/8 a0 "
        "| D willy outlaw 8/8 a0 | E slab outlaw ghost | pile 9 | turn E"
    )
    answer(match, "A", "none")
    throw(match, "dyn dyn gat gat")
    all_pass(match)
    stop(match)
    all_pass(match)
    answer(match, "A", {B: 1})
    assert question(match) == "BadWindow", "Suzy is about to gain"
    assert match.state.token is not None, "the token is still there"
    all_pass(match)
    assert cowboy(match, "A").life == 7
    assert match.state.token is None
    assert question(match) == "EndTurn"
    rules = ["bang.suzy.gain", "bang.ghost.return"]
    assert order_of(match, *rules) == rules
    answer(match, "A", "right_hand")
    all_pass(match)
    assert match.asked() == [A], "the turn does not pass"


@pytest.mark.rule("bang.turn.dead_owner", "bang.arrow.attack.rest")
def test_who_falls_to_the_indians_takes_no_more_arrows_and_throws_no_more() -> None:
    match = table(
        "A paul outlaw 2/9 a1 | B rose sheriff 11/11 a3 | C lucky outlaw 8/8 a2 "
        "| D willy deputy 8/8 a2 | E slab renegade 8/8 a0 | pile 1 | turn A"
    )
    throw(match, "arrow arrow arrow 1 beer")
    assert cowboy(match, "A").out
    assert (match.state.pile, cowboy(match, "A").arrows) == (9, 0)
    assert life(match) == {"B": 8, "C": 6, "D": 6, "E": 8}
    assert (question(match), match.asked()) == ("BeginTurn", [B])


@pytest.mark.rule("bang.turn.dead_owner", "bang.dyn.death")
def test_who_falls_to_dynamite_neither_shoots_nor_gains() -> None:
    match = table(FIVE.replace("rose outlaw 9/9", "suzy outlaw 1/8").replace("turn A", "turn B"))
    throw(match, "dyn dyn dyn gat gat")
    assert cowboy(match, "B").out
    assert "bang.suzy.gain" not in told(match)
    assert match.asked() == [C]


@pytest.mark.rule("bang.turn.dead_owner")
def test_who_falls_to_a_bullet_has_no_final_dice() -> None:
    match = table(
        FIVE.replace("rose outlaw 9/9", "rose outlaw 1/9").replace("turn A", "turn B"),
        saloon_dice=True,
    )
    answer(match, "B", "loudmouth")
    throw(match, "1 beer gat gat bullet")
    assert cowboy(match, "B").out
    assert life(match) == {"A": 11, "C": 8, "D": 8, "E": 8}
    assert (question(match), match.asked()) == ("ChooseSaloonDie", [C])


@pytest.mark.rule("bang.turn.dead_owner")
@pytest.mark.parametrize("killer", ["indians", "bullet", "dynamite"])
def test_who_becomes_the_ghost_in_their_own_turn_does_not_finish_it(killer: str) -> None:
    match = table(
        "A paul outlaw 1/9 a0 | B rose sheriff 11/11 a3 | C lucky outlaw 8/8 a2 "
        "| D willy deputy 8/8 a2 | E slab renegade 8/8 a1 | pile 1 | turn A",
        ghost=True,
        saloon_dice=True,
    )
    answer(match, "A", "loudmouth" if killer == "bullet" else "none")
    dice = {
        "indians": "arrow 1 beer gat gat",
        "bullet": "1 beer gat gat bullet",
        "dynamite": "dyn dyn dyn 1 beer",
    }
    throw(match, dice[killer])
    assert match.state.ghost == A
    assert (question(match), match.asked()) == ("ChooseSaloonDie", [B])


@pytest.mark.rule("bang.turn.dead_owner")
def test_molly_stark_who_falls_by_her_own_shots_gives_no_beer() -> None:
    match = table(
        "A molly outlaw 1/8 a2 | B rose sheriff 5/11 a0 | C lucky outlaw 8/8 a0 "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 7 | turn A",
        new_characters=True,
    )
    throw(match, "1 beer gat gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    answer(match, "A", {B: 1})
    assert cowboy(match, "A").out
    assert life(match) == {"B": 5, "C": 8, "D": 8, "E": 8}
    assert (question(match), match.asked(), match.state.pile) == ("BeginTurn", [Seat(1)], 9)


@pytest.mark.rule("bang.turn.dead_owner", "bang.arrow.attack.resume")
def test_who_falls_to_el_gringos_last_arrow_gives_no_beer_and_fires_no_gun() -> None:
    match = table(
        "A paul outlaw 2/9 a1 | B gringo sheriff 9/9 a2 | C lucky outlaw 8/8 a3 "
        "| D willy deputy 8/8 a2 | E slab renegade 8/8 a0 | pile 1 | turn A"
    )
    throw(match, "1 beer gat gat gat")
    stop(match)
    answer(match, "A", {"1": B})
    assert cowboy(match, "A").out
    assert life(match) == {"B": 6, "C": 5, "D": 6, "E": 8}
    assert (question(match), match.asked(), match.state.pile) == ("BeginTurn", [B], 9)


@pytest.mark.rule("bang.turn.dead_owner")
def test_the_turn_passes_to_the_next_who_is_still_living() -> None:
    match = table(
        "A paul outlaw 1/9 a0 | B rose outlaw 4/9 a4 | C lucky sheriff 10/10 a2 "
        "| D willy deputy 8/8 a2 | E slab renegade 8/8 a0 | pile 1 | turn A"
    )
    throw(match, "arrow 1 beer gat gat")
    assert life(match) == {"C": 8, "D": 6, "E": 8}
    assert match.asked() == [C], "A and B fell together"
