"""Throws and rerolls (specification, section 3.3)."""

from typing import Any

import pytest

from bang_dice.state import Town
from boomtown.core import Match
from boomtown.testing import refused
from saloon import (
    A,
    B,
    answer,
    cowboy,
    life,
    load,
    question,
    reroll,
    stop,
    table,
    throw,
    told,
    window,
)

FIVE = (
    "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
    "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
)


def casts(match: Match[Town]) -> list[Any]:
    """How many dice were cast in each throw."""
    return [entry.args["cast"] for entry in match.log if entry.key == "bang.roll.first.cast"]


def powers(match: Match[Town]) -> list[str]:
    """The powers that an open window is for."""
    asked = match.question(match.asked()[0])
    assert asked is not None
    assert question(match) == "ThrowWindow"
    shown = asked.args["powers"]
    assert isinstance(shown, list)
    return shown


@pytest.mark.rule("bang.roll.first")
def test_the_first_throw_casts_all_five_dice() -> None:
    match = table(FIVE)
    throw(match, "1 2 beer gat dyn")
    assert match.state.dice == ["1", "2", "beer", "gat", "dyn"]
    assert casts(match) == [5]


@pytest.mark.rule("bang.roll.first")
@pytest.mark.parametrize("instead", ["pass", "stop", "end_turn", "good"])
def test_the_first_throw_cannot_be_skipped(instead: str) -> None:
    assert refused(table(FIVE), A, instead) == "boomtown.choice.offered"


@pytest.mark.rule("bang.roll.reroll")
def test_exactly_the_chosen_dice_are_thrown_again() -> None:
    match = table(FIVE)
    throw(match, "1 2 beer gat dyn")
    reroll(match, {2: "gat", 4: "beer"})
    assert match.state.dice == ["1", "gat", "beer", "beer", "dyn"]
    assert casts(match) == [5, 2]


@pytest.mark.rule("bang.roll.reroll")
def test_the_player_may_stop_after_any_throw() -> None:
    match = table(FIVE)
    throw(match, "1 2 beer gat dyn")
    stop(match)
    assert question(match) == "Shoot"
    match = table(FIVE)
    throw(match, "1 2 beer gat dyn")
    reroll(match, {3: "gat"})
    stop(match)
    assert question(match) == "Shoot"


@pytest.mark.rule("bang.roll.reroll", "bang.roll.accept")
def test_after_two_rerolls_the_result_must_be_accepted() -> None:
    match = table(FIVE)
    throw(match, "1 2 beer gat dyn")
    reroll(match, {1: "beer"})
    reroll(match, {1: "1"})
    assert question(match) == "Shoot"
    assert casts(match) == [5, 1, 1]
    assert refused(match, A, [1]) == "", "that is no answer any more"


@pytest.mark.rule("bang.roll.eligible")
def test_a_die_kept_in_the_second_throw_may_be_thrown_in_the_third() -> None:
    match = table(FIVE)
    throw(match, "1 2 beer gat dyn")
    reroll(match, {2: "beer"})
    reroll(match, {1: "gat", 4: "1"})
    assert match.state.dice == ["gat", "beer", "beer", "1", "dyn"]


@pytest.mark.rule("bang.roll.eligible")
def test_every_die_but_dynamite_may_be_thrown_again() -> None:
    match = table(FIVE)
    throw(match, "1 2 beer gat arrow")
    assert [refused(loaded(match, "1"), A, [die]) for die in range(1, 6)] == [None] * 5
    reroll(match, {1: "1", 2: "2", 3: "beer", 4: "gat", 5: "1"})
    assert casts(match) == [5, 5]


def loaded(match: Match[Town], faces: str) -> Match[Town]:
    """A copy of the match that has dice to throw."""
    copy = match.clone()
    load(copy, faces)
    return copy


@pytest.mark.rule("bang.roll.empty")
def test_choosing_no_die_is_stopping() -> None:
    match = table(FIVE)
    throw(match, "beer gat gat dyn dyn")
    answer(match, "A", [])
    assert "bang.roll.empty" in told(match)
    assert casts(match) == [5]
    assert question(match) == "Drink"


@pytest.mark.rule("bang.roll.dyn_lock")
def test_dynamite_is_locked_for_the_rest_of_the_turn() -> None:
    match = table(FIVE)
    throw(match, "dyn 2 beer gat 1")
    assert refused(match, A, [1]) == "bang.roll.dyn_lock"
    assert refused(match, A, [1, 2]) == "bang.roll.dyn_lock"
    reroll(match, {2: "dyn"})
    for die in (1, 2):
        assert refused(match, A, [die, 3]) == "bang.roll.dyn_lock"
    reroll(match, {3: "gat", 4: "gat", 5: "beer"})
    assert match.state.dice == ["dyn", "dyn", "gat", "gat", "beer"]


@pytest.mark.rule("bang.roll.immediate")
def test_arrows_are_taken_before_the_next_decision() -> None:
    match = table(FIVE)
    throw(match, "arrow arrow beer gat 1")
    assert (question(match), cowboy(match, "A").arrows, match.state.pile) == ("OfferReroll", 2, 7)
    reroll(match, {3: "arrow"})
    assert (question(match), cowboy(match, "A").arrows, match.state.pile) == ("OfferReroll", 3, 6)
    reroll(match, {3: "arrow"})
    assert (question(match), cowboy(match, "A").arrows, match.state.pile) == ("Shoot", 4, 5)


@pytest.mark.rule("bang.roll.immediate")
def test_an_arrow_is_taken_before_the_broken_arrow_is_used() -> None:
    match = table(FIVE, saloon_dice=True)
    answer(match, "A", "coward")
    throw(match, "arrow beer gat gat broken")
    assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9), "there is an arrow to break"
    assert told(match)[-2:] == ["bang.arrow.take", "bang.saloon.broken"]
    assert question(match) == "OfferReroll"


@pytest.mark.rule("bang.roll.immediate")
def test_an_arrow_is_taken_before_the_bullet_hits() -> None:
    match = table(
        "A paul outlaw 1/9 a0 | B rose sheriff 11/11 a4 | C lucky outlaw 8/8 a4 "
        "| D willy renegade 8/8 a0 | pile 1 | turn A",
        saloon_dice=True,
    )
    answer(match, "A", "loudmouth")
    throw(match, "arrow beer gat gat bullet")
    assert life(match) == {"B": 7, "C": 4, "D": 8}, "the Indians came first"
    assert "bang.saloon.bullet" not in told(match)


@pytest.mark.rule("bang.roll.immediate")
def test_a_bullet_hits_before_the_next_decision() -> None:
    match = table(FIVE, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "beer beer gat gat bullet")
    assert (question(match), cowboy(match, "A").life) == ("OfferReroll", 10)


@pytest.mark.rule("bang.roll.once")
def test_an_arrow_that_is_kept_does_not_count_again() -> None:
    match = table(FIVE)
    throw(match, "arrow arrow beer gat 1")
    reroll(match, {3: "gat"})
    reroll(match, {5: "dyn"})
    assert match.asked() == [B], "an arrow does nothing among the final dice"
    assert (cowboy(match, "A").arrows, match.state.pile) == (2, 7)


@pytest.mark.rule("bang.roll.once")
@pytest.mark.parametrize(("die", "face"), [("loudmouth", "bullet"), ("coward", "broken")])
def test_a_bullet_or_broken_arrow_that_is_kept_does_not_count_again(die: str, face: str) -> None:
    match = table(FIVE.replace("9/9 a0", "9/9 a3").replace("pile 9", "pile 6"), saloon_dice=True)
    answer(match, "A", die)
    throw(match, f"beer gat gat dyn {face}")
    after = (life(match), match.state.pile)
    reroll(match, {1: "gat"})
    reroll(match, {1: "dyn"})
    assert match.asked() == [B]
    assert (life(match), match.state.pile) == after
    assert told(match).count(f"bang.saloon.{face}") == 1


@pytest.mark.rule("bang.roll.once")
def test_an_arrow_thrown_anew_on_the_same_die_counts_anew() -> None:
    match = table(FIVE)
    throw(match, "arrow dyn dyn gat gat")
    reroll(match, {1: "arrow"})
    reroll(match, {1: "arrow"})
    assert (cowboy(match, "A").arrows, match.state.pile) == (3, 6)


@pytest.mark.rule("bang.roll.immediate_reroll")
def test_an_arrow_may_be_rerolled_but_its_token_stays() -> None:
    match = table(FIVE)
    throw(match, "arrow dyn dyn gat gat")
    reroll(match, {1: "beer"})
    assert match.state.dice[0] == "beer"
    assert (cowboy(match, "A").arrows, match.state.pile) == (1, 8)


@pytest.mark.rule("bang.roll.immediate_reroll")
@pytest.mark.parametrize(
    ("die", "face", "other"), [("loudmouth", "bullet", "1x2"), ("coward", "broken", "beer")]
)
def test_a_bullet_or_broken_arrow_may_be_rerolled_but_has_happened(
    die: str, face: str, other: str
) -> None:
    match = table(FIVE.replace("9/9 a0", "9/9 a3").replace("pile 9", "pile 6"), saloon_dice=True)
    answer(match, "A", die)
    throw(match, f"beer gat gat dyn {face}")
    after = (life(match), match.state.pile)
    assert after[0]["A"] == (10 if face == "bullet" else 11)
    assert after[1] == (7 if face == "broken" else 6)
    reroll(match, {5: other})
    assert match.state.dice[4] == other
    assert (life(match), match.state.pile) == after


@pytest.mark.rule("bang.roll.over")
def test_throwing_is_over_at_once_with_three_dynamites() -> None:
    match = table(FIVE)
    throw(match, "dyn dyn beer gat gat")
    reroll(match, {4: "dyn"})
    assert question(match) == "Drink", "one throw was left, but it is over"


@pytest.mark.rule("bang.roll.over")
def test_throwing_is_over_when_no_die_may_be_thrown_again() -> None:
    match = table(
        "A paul outlaw ghost | B rose sheriff 11/11 a0 | C lucky outlaw 8/8 a0 "
        "| D willy deputy 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A",
        ghost=True,
    )
    throw(match, "dyn dyn")
    assert question(match) == "AssignToken"


@pytest.mark.rule("bang.roll.over")
def test_throwing_is_over_when_no_throw_is_left() -> None:
    match = table(FIVE)
    throw(match, "beer dyn dyn gat gat")
    for _ in range(2):
        assert question(match) == "OfferReroll"
        reroll(match, {1: "beer"})
    assert question(match) == "Drink"


class TestSequence:
    """Doctor, Gambler, immediate faces, explosion, decision."""

    BEFORE = (
        "A paul sheriff 11/11 a0 | B rose outlaw:gambler 9/9 a0 | C lucky deputy:doctor 8/8 a0 "
        "| D willy outlaw 8/8 a0 | E slab renegade 8/8 a0 | pile 9 | turn A"
    )

    def sealed(self) -> Match[Town]:
        return table(self.BEFORE, special_roles="mixed")

    @pytest.mark.rule("bang.roll.sequence")
    def test_without_special_roles_nobody_interrupts(self) -> None:
        match = table(FIVE)
        throw(match, "arrow dyn beer gat gat")
        assert question(match) == "OfferReroll"
        stop(match)
        assert question(match) == "Drink"

    @pytest.mark.rule("bang.roll.sequence")
    def test_the_doctor_comes_before_the_arrows(self) -> None:
        match = self.sealed()
        throw(match, "arrow arrow beer gat gat")
        assert powers(match) == ["doctor"], "it is not the last throw"
        assert cowboy(match, "A").arrows == 0
        window(match, C="doctor")
        answer(match, "C", {"die": 1, "face": "beer"})
        assert (question(match), cowboy(match, "A").arrows) == ("OfferReroll", 1)

    @pytest.mark.rule("bang.roll.sequence")
    def test_the_gambler_comes_before_the_arrows_of_the_last_throw(self) -> None:
        match = self.sealed()
        throw(match, "beer beer dyn gat gat")
        window(match)
        reroll(match, {1: "beer"})
        window(match)
        reroll(match, {1: "arrow"})
        assert powers(match) == ["doctor", "gambler"]
        assert cowboy(match, "A").arrows == 0
        load(match, "beer beer gat gat arrow")
        window(match, B="gambler")
        window(match)  # the Judge says nothing
        assert match.state.dice == ["beer", "beer", "gat", "gat", "arrow"], "the locked die, too"
        assert powers(match) == ["doctor"], "from the top again, but no second Gambler"
        assert cowboy(match, "A").arrows == 0, "nothing of the ignored throw happened"
        window(match)
        assert (question(match), cowboy(match, "A").arrows) == ("Drink", 1)

    @pytest.mark.rule("bang.roll.sequence")
    def test_the_gambler_comes_before_the_explosion(self) -> None:
        match = self.sealed()
        throw(match, "dyn dyn dyn gat beer")
        assert powers(match) == ["doctor", "gambler"]
        assert cowboy(match, "A").life == 11
        load(match, "beer beer gat gat arrow")
        window(match, B="gambler")
        window(match)  # the Judge says nothing
        window(match)
        assert (question(match), cowboy(match, "A").life) == ("Drink", 11)

    @pytest.mark.rule("bang.roll.sequence")
    def test_if_nobody_interrupts_the_arrows_come_before_the_explosion(self) -> None:
        match = self.sealed()
        throw(match, "dyn dyn dyn arrow beer")
        window(match)
        assert (question(match), cowboy(match, "A").life) == ("Drink", 10)
        log = told(match)
        assert log.index("bang.arrow.take") < log.index("bang.dyn.explode")

    @pytest.mark.rule("bang.roll.sequence")
    def test_the_gambler_answers_whoever_stops(self) -> None:
        match = self.sealed()
        throw(match, "arrow dyn beer gat gat")
        window(match)
        assert cowboy(match, "A").arrows == 1
        stop(match)
        assert powers(match) == ["gambler"]
        load(match, "dyn dyn dyn arrow beer")
        window(match, B="gambler")
        window(match)  # the Judge says nothing
        window(match)
        assert (question(match), cowboy(match, "A").life) == ("Drink", 10), (
            "the forced throw counts"
        )
        assert cowboy(match, "A").arrows == 2, "what was applied before the stop stays"

    @pytest.mark.rule("bang.roll.sequence")
    def test_a_third_dynamite_from_the_doctor_calls_the_gambler(self) -> None:
        match = self.sealed()
        throw(match, "dyn dyn beer gat gat")
        assert powers(match) == ["doctor"]
        window(match, C="doctor")
        answer(match, "C", {"die": 3, "face": "dyn"})
        assert powers(match) == ["gambler"]
        assert cowboy(match, "A").life == 11
        window(match)
        assert cowboy(match, "A").life == 10

    @pytest.mark.rule("bang.roll.sequence")
    def test_bill_nofaces_arrows_wait_for_the_gambler(self) -> None:
        before = self.BEFORE.replace("A paul sheriff", "A bill sheriff")
        match = table(before, special_roles="mixed", new_characters=True)
        throw(match, "arrow arrow beer gat gat")
        window(match)
        assert (question(match), cowboy(match, "A").arrows) == ("OfferReroll", 0)
        stop(match)
        assert powers(match) == ["gambler"]
        assert cowboy(match, "A").arrows == 0
        window(match)
        assert (question(match), cowboy(match, "A").arrows) == ("Drink", 2)


@pytest.mark.rule("bang.roll.first")
def test_a_saloon_die_is_one_of_the_five() -> None:
    match = table(FIVE, saloon_dice=True)
    answer(match, "A", "coward")
    throw(match, "1 2 beer gat beerx2")
    assert casts(match) == [5]


@pytest.mark.rule("bang.roll.first")
def test_dice_that_the_ghost_has_fixed_are_not_cast() -> None:
    match = table(
        "A paul sheriff 11/11 a0 | B rose outlaw 9/9 a0 | C lucky outlaw 8/8 a0 "
        "| D willy deputy 8/8 a0 | E slab renegade ghost | pile 9 | turn E",
        ghost=True,
    )
    throw(match, "gat gat")
    stop(match)
    answer(match, "E", {"face": "gat", "to": A})
    throw(match, "1 2 beer")
    assert sorted(match.state.dice) == ["1", "2", "beer", "gat", "gat"]
    assert casts(match) == [2, 3]
