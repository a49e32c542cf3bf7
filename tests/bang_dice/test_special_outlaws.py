"""Outlaws with a special role: the Gambler, the Bad, the Ugly (specification, 3.18)."""

import pytest

from bang_dice.state import Town
from boomtown.core import Match
from boomtown.testing import refused
from saloon import (
    A,
    B,
    C,
    D,
    E,
    answer,
    cowboy,
    five,
    life,
    load,
    nobody,
    question,
    reroll,
    stop,
    throw,
    told,
    window,
)
from special_roles import four, nobody_gambles, play

GONE = "C black_jack outlaw out"


class TestGambler:
    @pytest.mark.rule("bang.role.gambler")
    def test_who_stops_must_throw_all_dice_again_locked_dynamite_included(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        assert match.asked() == [B, C, D]
        load(match, "gat gat 2 2 2")
        window(match, B="gambler")
        assert match.state.dice == ["gat", "gat", "2", "2", "2"]
        assert question(match) == "BartDecides", "no reroll; the final dice are resolved"

    @pytest.mark.rule("bang.role.gambler.final")
    def test_the_forced_throw_is_accepted_with_arrows_and_explosion(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        load(match, "arrow dyn dyn dyn gat")
        window(match, B="gambler")
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (1, 8)
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.role.gambler.applied")
    def test_faces_applied_before_an_early_stop_stay_applied(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "arrow beer dyn dyn gat")
        stop(match)
        load(match, "gat gat 2 dyn dyn")
        window(match, B="gambler")
        assert cowboy(match, "A").arrows == 1

    @pytest.mark.rule("bang.role.gambler.applied", "bang.roll.sequence")
    def test_faces_of_a_throw_known_to_be_the_last_are_ignored(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "beer beer dyn dyn gat")
        reroll(match, {1: "beer"})
        reroll(match, {1: "arrow"})
        assert question(match) == "ThrowWindow"
        assert cowboy(match, "A").arrows == 0
        load(match, "gat gat 2 dyn dyn")
        window(match, B="gambler")
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)

    @pytest.mark.rule("bang.role.gambler.applied", "bang.dyn.explode")
    def test_an_explosion_waits_for_the_gambler(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "dyn dyn dyn beer gat")
        assert (question(match), life(match)["A"]) == ("ThrowWindow", 9)
        load(match, "gat gat 2 dyn dyn")
        window(match, B="gambler")
        assert life(match)["A"] == 9

    @pytest.mark.rule("bang.role.gambler.applied")
    def test_without_the_gambler_the_last_throw_counts(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "arrow dyn dyn dyn gat")
        window(match)
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (1, 8)

    @pytest.mark.rule("bang.role.gambler")
    def test_he_does_not_gamble_with_his_own_dice(self) -> None:
        match = play(four(b="outlaw:gambler", turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert match.asked() == [C, D]

    @pytest.mark.rule("bang.role.gambler", "bang.ask.open")
    def test_not_even_where_the_window_is_the_doctors_too(self) -> None:
        match = play(five(b="outlaw:gambler", turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert match.asked() == [B, C, D, E], "the Doctor may turn his own dice"
        assert refused(match, B, "gambler") is not None

    @pytest.mark.rule("bang.role.gambler.final", "bang.role.doctor")
    def test_the_doctor_may_answer_the_forced_throw(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        throw(match, "beer beer dyn dyn gat")
        window(match)
        stop(match)
        window(match, B="gambler")
        load(match, "dyn dyn dyn gat gat")
        nobody_judges(match)
        assert question(match) == "ThrowWindow"
        assert refused(match, B, "pass") == "boomtown.answer.turn", "his card is face up"
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "gat"})
        assert "bang.dyn.explode" not in told(match)
        assert question(match) != "OfferReroll"

    @pytest.mark.rule("bang.role.gambler", "bang.lucky.extra")
    def test_lucky_dukes_extra_throw_does_not_follow_the_forced_one(self) -> None:
        match = play(four(b="outlaw:gambler").replace("A paul", "A lucky"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        load(match, "gat gat dyn dyn beer")
        window(match, B="gambler")
        assert question(match) == "Drink"

    @pytest.mark.rule("bang.role.gambler.final", "bang.black_jack.reroll")
    def test_nor_does_a_reroll_of_black_jacks_dynamite(self) -> None:
        match = play(four(b="outlaw:gambler").replace("A paul", "A black_jack"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        load(match, "gat gat dyn dyn beer")
        window(match, B="gambler")
        assert question(match) == "Drink"


def nobody_judges(match: Match[Town]) -> None:
    assert question(match) == "JudgeWindow"
    window(match)


class TestBad:
    @pytest.mark.rule("bang.role.bad", "bang.role.bad.beer", "bang.gain.event")
    def test_all_beers_for_one_player_are_lost(self) -> None:
        match = play(four(b="outlaw:bad"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 2})
        assert (question(match), match.asked()) == ("BadWindow", [B, C, D])
        assert life(match)["A"] == 9
        window(match, B="bad")
        assert life(match)["A"] == 9
        assert question(match) == "BeginTurn", "nobody else drinks them, nothing is thrown again"

    @pytest.mark.rule("bang.role.bad")
    def test_of_several_gains_one_is_lost(self) -> None:
        match = play(four(b="outlaw:bad").replace("C bart outlaw 8/8", "C bart outlaw 5/8"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 1, C: 1})
        window(match, B="bad")
        assert (question(match), match.asked()) == ("SpoilAGain", [B])
        answer(match, "B", C)
        assert (life(match)["A"], life(match)["C"]) == (10, 5)

    @pytest.mark.rule("bang.role.bad")
    def test_his_own_gain_is_not_another_players(self) -> None:
        match = play(four(b="outlaw:bad").replace("B rose outlaw:bad 9/9", "B rose outlaw:bad 5/9"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {B: 2})
        assert match.asked() == [C, D]
        window(match)
        assert life(match)["B"] == 7

    @pytest.mark.rule("bang.role.bad")
    def test_gaining_himself_he_may_still_spoil_the_other_gain(self) -> None:
        match = play(four(b="outlaw:bad").replace("B rose outlaw:bad 9/9", "B rose outlaw:bad 5/9"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 1, B: 1})
        assert match.asked() == [B, C, D]
        window(match, B="bad")
        assert (life(match)["A"], life(match)["B"]) == (9, 6)

    @pytest.mark.rule("bang.role.bad")
    def test_who_would_gain_nothing_is_not_worth_a_window(self) -> None:
        match = play(four(b="outlaw:bad").replace("9/11", "11/11"))
        throw(match, "beer dyn dyn gat gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 1})
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.role.bad", "bang.sid.gain")
    def test_sids_gift_can_be_spoilt(self) -> None:
        match = play(four(b="outlaw:bad").replace("A paul", "A sid"))
        throw(match, "beer dyn dyn gat gat")
        answer(match, "A", A)
        window(match, B="bad")
        assert life(match)["A"] == 9
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.role.bad", "bang.suzy.gain")
    def test_so_can_suzys_points(self) -> None:
        match = play(four(b="outlaw:bad").replace("A paul sheriff 9/11", "A suzy sheriff 5/10"))
        throw(match, "dyn dyn dyn gat gat")
        window(match)
        assert (question(match), life(match)["A"]) == ("BadWindow", 4)
        window(match, B="bad")
        assert life(match)["A"] == 4

    @pytest.mark.rule("bang.role.bad", "bang.sam.gain")
    def test_and_vulture_sams(self) -> None:
        match = play(
            "A sam sheriff 5/11 | B rose outlaw:bad 9/9 | C lucky outlaw 1/8 | D kit renegade 7/7"
            " | pile 9 | turn A"
        )
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        nobody_gambles(match)
        assert question(match) == "LeftHandWindow"
        window(match)
        assert (question(match), match.asked()) == ("BadWindow", [B, D])
        window(match, B="bad")
        assert life(match) == {"A": 5, "B": 9, "D": 7}


class TestGamblerAndSixDice:
    @pytest.mark.rule("bang.role.gambler", "bang.jose.six")
    def test_all_six_dice_are_thrown_again(self) -> None:
        match = play(
            four(b="outlaw:gambler").replace("A paul", "A jose"),
            saloon_dice=True,
            new_characters=True,
        )
        answer(match, "A", "loudmouth")
        throw(match, "dyn dyn gat gat beer bullet")
        assert life(match)["A"] == 8
        stop(match)
        load(match, "beer gat gat dyn dyn bullet")
        window(match, B="gambler")
        assert match.state.dice == ["beer", "gat", "gat", "dyn", "dyn", "bullet"]
        assert life(match)["A"] == 7, "the new bullet hits, the old one stays applied"


class TestUgly:
    @pytest.mark.rule("bang.role.ugly")
    def test_two_living_players_exchange_all_their_arrows(self) -> None:
        match = play(five(b="outlaw:ugly", turn="B"))
        answer(match, "B", "ugly")
        nobody(match)
        assert refused(match, B, [A]) is not None
        assert refused(match, B, [A, C, D]) is not None
        answer(match, "B", [A, D])
        assert (cowboy(match, "A").arrows, cowboy(match, "D").arrows) == (2, 1)
        assert (question(match), match.asked()) == ("BeginTurn", [B])

    @pytest.mark.rule("bang.role.ugly")
    def test_he_may_be_one_of_them_and_the_dead_may_not(self) -> None:
        before = five(b="outlaw:ugly", turn="B").replace("C black_jack outlaw 8/8", GONE)
        match = play(before)
        answer(match, "B", "ugly")
        nobody(match)
        assert refused(match, B, [A, C]) == "bang.role.ugly"
        answer(match, "B", [B, D])
        assert (cowboy(match, "B").arrows, cowboy(match, "D").arrows) == (2, 0)

    @pytest.mark.rule("bang.role.ugly")
    def test_with_two_living_players_there_is_nothing_to_choose(self) -> None:
        match = play(
            "A paul sheriff 9/11 a1 | B rose outlaw:ugly 9/9 a3 | C lucky outlaw out"
            " | D kit renegade out | pile 5 | turn B"
        )
        answer(match, "B", "ugly")
        assert question(match) == "BeginTurn", "a choice with one answer is not asked"
        assert (cowboy(match, "A").arrows, cowboy(match, "B").arrows) == (3, 1)
