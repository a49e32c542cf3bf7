"""The chief's arrow (specification, 3.17)."""

import pytest

from bang_dice.rules.setup import deal
from bang_dice.state import BangOptions
from boomtown.core import Chance
from boomtown.testing import refused
from saloon import (
    A,
    B,
    C,
    answer,
    cowboy,
    life,
    question,
    stop,
    table,
    throw,
    told,
    window,
)


@pytest.mark.rule("bang.chief.setup")
def test_the_pile_begins_with_ten_tokens() -> None:
    town = deal(5, BangOptions(chief=True), Chance.seeded("chief"))
    assert (town.pile, town.chief_in_pile, town.tokens_in_pile()) == (9, True, 10)
    town = deal(5, BangOptions(), Chance.seeded("chief"))
    assert (town.pile, town.chief_in_pile) == (9, False)


@pytest.mark.rule("bang.chief.take")
def test_who_takes_an_arrow_may_take_the_chiefs_for_one_result() -> None:
    match = table(
        "A lucky sheriff 8/10 | B rose outlaw 9/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
        " | pile 9+C | turn A",
        chief=True,
    )
    throw(match, "arrow arrow dyn dyn gat")
    assert (question(match), match.asked()) == ("ChooseArrow", [A])
    answer(match, "A", "chief")
    assert question(match) == "OfferReroll", "the second arrow can only be a regular one"
    assert (cowboy(match, "A").arrows, cowboy(match, "A").chief, match.state.pile) == (1, True, 8)


@pytest.mark.rule("bang.chief.take")
def test_who_takes_a_regular_arrow_is_asked_again_for_the_next() -> None:
    match = table(
        "A lucky sheriff 8/10 | B rose outlaw 9/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
        " | pile 9+C | turn A",
        chief=True,
    )
    throw(match, "arrow arrow dyn dyn gat")
    answer(match, "A", "regular")
    answer(match, "A", "regular")
    assert (cowboy(match, "A").arrows, cowboy(match, "A").chief) == (2, False)
    assert match.state.chief_in_pile


@pytest.mark.rule("bang.chief.take")
def test_it_cannot_be_taken_while_it_lies_with_somebody() -> None:
    match = table(
        "A lucky sheriff 8/10 | B rose outlaw 9/9 a0+C | C paul outlaw 9/9 | D suzy renegade 8/8"
        " | pile 9 | turn A",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert question(match) == "OfferReroll"
    assert cowboy(match, "B").chief


@pytest.mark.rule("bang.chief.last", "bang.arrow.attack")
def test_left_alone_it_is_taken_and_starts_the_attack() -> None:
    match = table(
        "A lucky sheriff 8/10 a2 | B rose outlaw 9/9 a5 | C paul outlaw 9/9 a2"
        " | D suzy renegade 8/8 | pile 0+C | turn A",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert "bang.arrow.attack" in told(match)
    assert life(match) == {"A": 4, "B": 4, "C": 7, "D": 8}
    assert (match.state.pile, match.state.chief_in_pile) == (9, True)


@pytest.mark.rule("bang.chief.last")
def test_the_last_regular_arrow_starts_no_attack_while_the_chiefs_lies_there() -> None:
    match = table(
        "A lucky sheriff 8/10 a2 | B rose outlaw 9/9 a4 | C paul outlaw 9/9 a2"
        " | D suzy renegade 8/8 | pile 1+C | turn A",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    answer(match, "A", "regular")
    assert "bang.arrow.attack" not in told(match)
    assert match.state.tokens_in_pile() == 1


@pytest.mark.rule("bang.chief.value", "bang.chief.return")
def test_it_counts_two_in_an_attack_and_goes_back_with_the_others() -> None:
    match = table(
        "A lucky sheriff 8/10 a3 | B rose outlaw 9/9 a1+C | C paul outlaw 9/9 a4"
        " | D suzy renegade 8/8 | pile 1 | turn A",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert life(match) == {"A": 4, "B": 6, "C": 5, "D": 8}
    assert (match.state.pile, match.state.chief_in_pile) == (9, True)
    assert not cowboy(match, "B").chief


@pytest.mark.rule("bang.chief.immune")
def test_with_strictly_the_most_its_holder_loses_nothing() -> None:
    match = table(
        "A lucky sheriff 8/10 a2 | B rose outlaw 9/9 a3+C | C paul outlaw 9/9 a3"
        " | D suzy renegade 8/8 | pile 1 | turn A",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert life(match) == {"A": 5, "B": 9, "C": 6, "D": 8}


@pytest.mark.rule("bang.chief.immune")
def test_a_tie_is_not_the_most() -> None:
    match = table(
        "A lucky sheriff 8/10 a3 | B rose outlaw 9/9 a2+C | C paul outlaw 9/9 a3"
        " | D suzy renegade 8/8 | pile 1 | turn A",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert life(match) == {"A": 4, "B": 5, "C": 6, "D": 8}


@pytest.mark.rule("bang.chief.immune")
def test_most_arrows_without_the_chiefs_arrow_protect_nobody() -> None:
    match = table(
        "A lucky sheriff 8/10 a0+C | B rose outlaw 9/9 a6 | C paul outlaw 9/9 a2"
        " | D suzy renegade 8/8 | pile 1 | turn C",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert life(match) == {"A": 6, "B": 3, "C": 6, "D": 8}


@pytest.mark.rule("bang.chief.immune")
def test_the_dead_do_not_count_for_the_most() -> None:
    match = table(
        "A lucky sheriff 8/10 a4 | B rose outlaw 9/9 a4+C | C paul outlaw out"
        " | D suzy renegade 8/8 | pile 1 | turn D",
        chief=True,
    )
    throw(match, "arrow dyn dyn gat gat")
    assert life(match) == {"A": 4, "B": 9, "D": 7}


class TestAbilities:
    @pytest.mark.rule("bang.chief.abilities", "bang.gringo.arrow")
    def test_the_arrow_for_the_gringo_may_be_the_chiefs(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B gringo outlaw 7/7 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9+C | turn A",
            chief=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert (question(match), match.asked()) == ("ChooseArrow", [A])
        answer(match, "A", "chief")
        assert cowboy(match, "A").chief

    @pytest.mark.rule("bang.chief.abilities", "bang.bart.replace")
    def test_bart_may_take_it_instead_of_a_life_point(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B bart outlaw 7/8 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9+C | turn A",
            chief=True,
        )
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        answer(match, "B", 2)
        assert match.asked() == [B]
        answer(match, "B", "chief")
        bart = cowboy(match, "B")
        assert (bart.life, bart.arrows, bart.chief, match.state.pile) == (7, 1, True, 8)

    @pytest.mark.rule("bang.chief.abilities", "bang.pedro.discard")
    def test_pedro_returns_it_for_one_life_point(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B pedro outlaw 8/8 a1+C | C paul outlaw 9/9"
            " | D suzy renegade 8/8 | pile 8 | turn A",
            chief=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert refused(match, B, {"chief": 1, "regular": 1}) is not None
        answer(match, "B", {"chief": 1})
        assert (cowboy(match, "B").arrows, cowboy(match, "B").chief) == (1, False)
        assert match.state.chief_in_pile

    @pytest.mark.rule("bang.chief.abilities", "bang.gat.discard")
    def test_the_gatling_returns_it_too(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a1+C | B rose outlaw 9/9 | C paul outlaw 9/9"
            " | D suzy renegade 8/8 | pile 8 | turn A",
            chief=True,
        )
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert cowboy(match, "A").tokens == 0
        assert (match.state.pile, match.state.chief_in_pile) == (9, True)

    @pytest.mark.rule("bang.chief.abilities", "bang.out.reveal")
    def test_it_goes_back_when_its_holder_falls(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B rose outlaw 1/9 a2+C | C paul outlaw 9/9"
            " | D suzy renegade 8/8 | pile 7 | turn A",
            chief=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert cowboy(match, "B").out
        assert (match.state.pile, match.state.chief_in_pile) == (9, True)

    @pytest.mark.rule("bang.chief.abilities", "bang.elena.give")
    def test_elena_may_give_it_away_if_she_took_it_in_this_throw(self) -> None:
        match = table(
            "A elena sheriff 7/9 | B rose outlaw 9/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9+C | turn A",
            chief=True,
            new_characters=True,
        )
        throw(match, "arrow dyn dyn gat gat")
        answer(match, "A", "chief")
        assert refused(match, A, {"token": "regular", "to": C}) is not None
        answer(match, "A", {"token": "chief", "to": C})
        assert (cowboy(match, "A").chief, cowboy(match, "C").chief) == (False, True)

    @pytest.mark.rule("bang.chief.abilities", "bang.role.ugly")
    def test_the_ugly_moves_it_with_all_other_arrows(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a1 | B rose outlaw:ugly 9/9 | C paul outlaw 9/9 a2+C"
            " | D suzy renegade 8/8 | pile 6 | turn B",
            chief=True,
            special_roles="mixed",
        )
        answer(match, "B", "ugly")
        answer(match, "B", [A, C])
        assert (cowboy(match, "A").arrows, cowboy(match, "A").chief) == (2, True)
        assert (cowboy(match, "C").arrows, cowboy(match, "C").chief) == (1, False)

    @pytest.mark.rule("bang.chief.abilities", "bang.role.left_hand")
    def test_who_is_saved_may_return_it(self) -> None:
        match = table(
            "A lucky sheriff 1/10 a1+C | B rose outlaw 9/9 | C paul outlaw 9/9"
            " | D suzy renegade:left_hand 8/8 | pile 8 | turn B",
            chief=True,
            special_roles="mixed",
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        window(match)
        answer(match, "B", {"1": A})
        window(match, D="left_hand")
        answer(match, "A", "discard")
        assert (cowboy(match, "A").life, cowboy(match, "A").tokens) == (2, 0)
        assert match.state.chief_in_pile

    @pytest.mark.rule("bang.chief.abilities", "bang.loss.batch")
    def test_an_attack_started_by_the_gringos_last_token(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B gringo outlaw 7/7 a5 | C paul outlaw 9/9 a4"
            " | D suzy renegade 8/8 | pile 0+C | turn A",
            chief=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert life(match) == {"A": 6, "B": 1, "C": 5, "D": 8}
        assert (match.state.pile, match.state.chief_in_pile) == (9, True)
