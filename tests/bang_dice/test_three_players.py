"""The game for three (specification, section 3.14)."""

from typing import Any

import pytest

from bang_dice import GAME
from bang_dice.content import Role
from bang_dice.rules.characters import CHARACTERS
from bang_dice.state import Town
from boomtown.core import Chance, Match, Refused, Seat
from boomtown.testing import refused
from saloon import A, B, C, answer, cowboy, life, question, stop, table, throw, told

PRINTED_LIFE = {"lucky": 8, "rose": 9, "paul": 9}


def three(
    deputy: str = "9/9 a0", outlaw: str = "9/9 a0", renegade: str = "9/9 a0", **more: Any
) -> Match[Town]:
    """A is the Deputy, B the Outlaw, C the Renegade."""
    names = {"a": "paul", "b": "rose", "c": "willy"} | more.pop("who", {})
    pile, turn = more.pop("pile", 9), more.pop("turn", "A")
    return table(
        f"A {names['a']} deputy {deputy} | B {names['b']} outlaw {outlaw} "
        f"| C {names['c']} renegade {renegade} | pile {pile} | turn {turn}",
        **more,
    )


def shoot(match: Match[Town], *targets: Seat) -> None:
    """The active player shoots with a 1 at each of these, and that is all."""
    faces = ["1"] * len(targets) + ["dyn", "dyn", "gat", "gat"]
    throw(match, " ".join(faces[:5]))
    stop(match)
    if question(match) == "Shoot":
        aims = {str(die): target for die, target in enumerate(targets, start=1)}
        match.answer(match.state.active, aims)


def won(match: Match[Town]) -> tuple[str, tuple[Seat, ...]]:
    """The rule that ended the match, and the winners."""
    assert match.outcome is not None
    return match.outcome.rule, match.outcome.winners


def dealt(deal: int, **options: Any) -> Match[Town]:
    return Match.unrecorded(GAME, 3, options, chance=Chance.seeded("three", deal))


@pytest.mark.rule("bang.three.roles")
def test_deputy_outlaw_and_renegade_lie_open() -> None:
    for deal in range(20):
        match = dealt(deal)
        roles = {match.state.role(Seat(seat)) for seat in range(3)}
        assert roles == {Role.DEPUTY, Role.OUTLAW, Role.RENEGADE}
        for seat in (None, A, B, C):
            assert all(one.role.known for one in match.view(seat).state.cowboys)


@pytest.mark.rule("bang.three.roles")
def test_nobody_has_extra_life_points() -> None:
    seen = set()
    for deal in range(60):
        for one in dealt(deal).state.cowboys:
            if str(one.character) in PRINTED_LIFE:
                seen.add(one.character)
                assert one.life == one.cap == PRINTED_LIFE[str(one.character)]
    assert len(seen) == 3


@pytest.mark.rule("bang.three.first")
def test_the_deputy_has_the_first_turn() -> None:
    for deal in range(20):
        match = dealt(deal)
        [first] = match.asked()
        assert match.state.role(first) is Role.DEPUTY


@pytest.mark.rule("bang.three.goal", "bang.three.win")
@pytest.mark.parametrize(("hunter", "prey"), [("A", C), ("C", B), ("B", A)])
def test_everybody_wins_by_bringing_down_their_own_target(hunter: str, prey: Seat) -> None:
    weak = {seat: "1/9 a0" if seat == prey else "9/9 a0" for seat in (A, B, C)}
    match = three(weak[A], weak[B], weak[C], turn=hunter)
    shoot(match, prey)
    assert won(match) == ("bang.three.win", (Seat("ABC".index(hunter)),))


@pytest.mark.rule("bang.three.goal", "bang.three.duel")
@pytest.mark.parametrize(("hunter", "prey"), [("A", B), ("C", A), ("B", C)])
def test_nobody_wins_by_bringing_down_somebody_elses_target(hunter: str, prey: Seat) -> None:
    weak = {seat: "1/9 a0" if seat == prey else "9/9 a0" for seat in (A, B, C)}
    match = three(weak[A], weak[B], weak[C], turn=hunter)
    shoot(match, prey)
    assert match.outcome is None
    assert len(match.state.living()) == 2
    assert "bang.three.duel" in told(match)


@pytest.mark.rule("bang.three.win")
def test_the_win_comes_at_once_before_any_other_dice() -> None:
    match = three("4/9 a0", "1/9 a0", "1/9 a0")
    throw(match, "1 beer gat gat gat")
    stop(match)
    answer(match, "A", {"1": C})
    assert won(match) == ("bang.three.win", (A,))
    assert life(match) == {"A": 4, "B": 1}


@pytest.mark.rule("bang.three.win")
def test_the_winner_wins_alone() -> None:
    match = three(renegade="1/9 a0")
    shoot(match, C)
    assert match.outcome is not None
    assert match.outcome.ranks == (1, 2, 2)


@pytest.mark.rule("bang.three.credit", "bang.three.win")
def test_the_gatling_counts_as_ones_own_deed() -> None:
    match = three(renegade="1/9 a0")
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert won(match) == ("bang.three.win", (A,))
    assert life(match) == {"A": 9, "B": 8}


@pytest.mark.rule("bang.three.credit", "bang.three.win")
@pytest.mark.parametrize("how", ["bull's eyes", "Gatling"])
def test_who_fells_both_others_at_once_has_felled_the_target(how: str) -> None:
    match = three(outlaw="1/9 a0", renegade="1/9 a0", turn="A")
    if how == "Gatling":
        throw(match, "gat gat gat dyn dyn")
        stop(match)
    else:
        shoot(match, B, C)
    assert won(match) == ("bang.three.win", (A,))
    assert life(match) == {"A": 9}


@pytest.mark.rule("bang.three.credit")
def test_a_shot_that_molly_stark_takes_over_is_still_the_attackers_deed() -> None:
    match = three(renegade="1/9 a0", who={"c": "molly"}, new_characters=True)
    shoot(match, B)
    assert question(match) == "MollyDecides"
    answer(match, "C", {B: 1})
    assert won(match) == ("bang.three.win", (A,))


@pytest.mark.rule("bang.three.no_credit", "bang.three.credit")
def test_who_takes_the_last_arrow_has_felled_nobody() -> None:
    match = three("9/9 a0", "9/9 a4", "4/9 a4", pile=1)
    throw(match, "arrow beer dyn gat gat")
    assert cowboy(match, "C").out
    assert match.outcome is None
    assert question(match) == "OfferReroll", "the duel is on, and the turn goes on"
    assert life(match) == {"A": 8, "B": 5}


@pytest.mark.rule("bang.three.no_credit")
def test_el_gringos_arrow_does_not_make_the_indians_anybodys_deed() -> None:
    match = three("9/9 a0", "7/7 a4", "4/9 a4", pile=1, who={"b": "gringo"})
    shoot(match, B)
    assert cowboy(match, "C").out
    assert match.outcome is None


@pytest.mark.rule("bang.three.no_credit")
@pytest.mark.parametrize("dice", ["dyn dyn dyn 1 gat", "1 gat gat dyn bullet"])
def test_dynamite_and_bullets_are_nobodys_deed(dice: str) -> None:
    match = three(renegade="1/9 a0", turn="C", saloon_dice=True)
    answer(match, "C", "loudmouth" if "bullet" in dice else "none")
    throw(match, dice)
    assert cowboy(match, "C").out
    assert match.outcome is None
    assert match.asked() == [A]


@pytest.mark.rule("bang.three.duel")
@pytest.mark.parametrize("killer", ["A", "B"])
def test_in_the_duel_the_last_one_living_wins(killer: str) -> None:
    match = table(
        "A paul deputy 1/9 a0 | B rose outlaw 1/9 a0 | C willy renegade out "
        f"| pile 9 | turn {killer}"
    )
    shoot(match, B if killer == "A" else A)
    assert match.outcome is not None
    assert match.outcome.winners == (A if killer == "A" else B,)


@pytest.mark.rule("bang.three.duel")
def test_in_the_duel_it_does_not_matter_what_kills_the_other() -> None:
    match = table(
        "A paul deputy 1/9 a0 | B rose outlaw 9/9 a0 | C willy renegade out | pile 9 | turn A"
    )
    throw(match, "dyn dyn dyn 1 1")
    assert won(match) == ("bang.three.duel", (B,))


@pytest.mark.rule("bang.three.duel")
def test_in_the_duel_the_indians_may_decide() -> None:
    match = table(
        "A paul deputy 9/9 a4 | B rose outlaw 3/9 a4 | C willy renegade out | pile 1 | turn B"
    )
    throw(match, "arrow 1 dyn gat gat")
    assert won(match) == ("bang.three.duel", (A,))


@pytest.mark.rule("bang.three.duel")
def test_the_duel_goes_on_from_turn_to_turn() -> None:
    match = three(renegade="1/9 a0", turn="B")
    shoot(match, C)
    assert match.asked() == [A]
    shoot(match, B)
    assert life(match) == {"A": 9, "B": 8}
    assert match.asked() == [B]


@pytest.mark.rule("bang.three.last")
def test_if_the_indians_leave_one_player_that_player_wins() -> None:
    match = three("1/9 a0", "4/9 a4", "9/9 a4", pile=1)
    throw(match, "arrow beer dyn gat gat")
    assert won(match) == ("bang.three.last", (C,))


@pytest.mark.rule("bang.three.last")
def test_if_molly_stark_falls_with_a_wrong_victim_the_third_player_wins() -> None:
    match = three("1/9 a0", "1/8 a0", "1/9 a0", turn="B", who={"b": "molly"}, new_characters=True)
    shoot(match, A, C)
    assert question(match) == "MollyDecides"
    answer(match, "B", {A: 1})
    assert won(match) == ("bang.three.last", (A,))


@pytest.mark.rule("bang.three.win")
def test_molly_stark_who_falls_with_her_target_has_won() -> None:
    match = three("1/9 a0", "1/8 a0", "1/9 a0", turn="B", who={"b": "molly"}, new_characters=True)
    shoot(match, A, C)
    answer(match, "B", {C: 1})
    assert life(match) == {"C": 1}
    assert won(match) == ("bang.three.win", (B,))


@pytest.mark.rule("bang.three.nobody")
@pytest.mark.parametrize("turn", ["A", "B", "C"])
def test_if_nobody_is_left_the_outlaw_wins(turn: str) -> None:
    match = three("2/9 a2", "3/9 a3", "3/9 a3", pile=1, turn=turn)
    throw(match, "arrow beer dyn gat gat")
    assert life(match) == {}
    assert won(match) == ("bang.three.nobody", (B,))


@pytest.mark.rule("bang.three.nobody")
def test_if_the_duel_leaves_nobody_the_outlaw_wins_though_fallen_before() -> None:
    match = table(
        "A paul deputy 4/9 a4 | B rose outlaw out | C willy renegade 4/8 a4 | pile 1 | turn A"
    )
    throw(match, "arrow beer dyn gat gat")
    assert won(match) == ("bang.three.nobody", (B,))


@pytest.mark.rule("bang.three.nobody")
def test_a_duel_in_which_molly_stark_takes_both_down_leaves_nobody() -> None:
    match = table(
        "A molly deputy 1/8 a0 | B rose outlaw out | C willy renegade 1/8 a0 | pile 9 | turn A",
        new_characters=True,
    )
    throw(match, "1 1 dyn gat gat")
    stop(match)
    assert question(match) == "MollyDecides"
    answer(match, "A", {C: 1})
    assert life(match) == {}
    assert won(match) == ("bang.three.nobody", (B,))


@pytest.mark.rule("bang.three.shots")
def test_with_three_living_a_two_reaches_everybody() -> None:
    match = three()
    throw(match, "2 1 dyn gat gat")
    stop(match)
    for one in (B, C):
        for other in (B, C):
            assert refused(match, A, {"1": one, "2": other}) is None
    answer(match, "A", {"1": C, "2": B})
    assert life(match) == {"A": 9, "B": 8, "C": 8}


@pytest.mark.rule("bang.three.shots")
def test_with_two_living_a_two_hits_the_other_one() -> None:
    match = table(
        "A paul deputy 9/9 a0 | B rose outlaw 9/9 a0 | C willy renegade out | pile 9 | turn A"
    )
    throw(match, "2 2 dyn gat gat")
    stop(match)
    assert life(match) == {"A": 9, "B": 7}


@pytest.mark.rule("bang.three.modules")
def test_saloon_dice_chief_and_new_characters_may_be_used() -> None:
    match = dealt(0, saloon_dice=True, chief=True, new_characters=True)
    assert match.state.chief_in_pile
    assert question(match) == "ChooseSaloonDie"
    characters = {
        str(one.character)
        for deal in range(60)
        for one in dealt(deal, saloon_dice=True, chief=True, new_characters=True).state.cowboys
    }
    assert characters == set(CHARACTERS)


@pytest.mark.rule("bang.three.modules")
@pytest.mark.parametrize("module", [{"special_roles": "mixed"}, {"ghost": True}])
def test_special_roles_and_the_ghost_may_not(module: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        dealt(0, **module)
