"""Characters of Old Saloon who have to do with arrows (specification, 3.20)."""

import pytest

from boomtown.testing import refused
from saloon import (
    OTHERS,
    A,
    B,
    C,
    D,
    E,
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


class TestApache:
    TABLE = (
        "A apache sheriff 9/11 | B rose outlaw 9/9 a{b} | C lucky outlaw {c} | D kit renegade 7/7"
        " | pile {pile} | turn A"
    )

    @pytest.mark.rule("bang.apache.steal")
    def test_he_may_take_the_chiefs_arrow_from_its_holder_instead(self) -> None:
        match = table(self.TABLE.format(b="1+C", c="8/8", pile=8), chief=True, new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        assert (question(match), match.asked()) == ("ApacheChooses", [A])
        answer(match, "A", "chief")
        apache, rose = cowboy(match, "A"), cowboy(match, "B")
        assert (apache.arrows, apache.chief, match.state.pile) == (0, True, 8)
        assert (rose.arrows, rose.chief) == (1, False)
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.apache.steal")
    def test_he_need_not(self) -> None:
        match = table(self.TABLE.format(b="1+C", c="8/8", pile=8), chief=True, new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        answer(match, "A", "pile")
        assert (cowboy(match, "A").arrows, match.state.pile) == (1, 7)
        assert cowboy(match, "B").chief

    @pytest.mark.rule("bang.apache.steal")
    def test_it_settles_one_arrow_and_the_next_comes_from_the_pile(self) -> None:
        match = table(self.TABLE.format(b="1+C", c="8/8", pile=8), chief=True, new_characters=True)
        throw(match, "arrow arrow dyn dyn gat")
        answer(match, "A", "chief")
        assert question(match) == "OfferReroll"
        assert (cowboy(match, "A").arrows, cowboy(match, "A").chief, match.state.pile) == (
            1,
            True,
            7,
        )

    @pytest.mark.rule("bang.apache.steal", "bang.arrow.transfer")
    def test_taking_it_from_a_player_never_starts_an_attack(self) -> None:
        match = table(self.TABLE.format(b="8+C", c="8/8", pile=1), chief=True, new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        answer(match, "A", "chief")
        assert "bang.arrow.attack" not in told(match)

    @pytest.mark.rule("bang.apache.steal")
    def test_only_for_an_arrow_that_he_threw_himself(self) -> None:
        match = table(
            "A apache sheriff 9/11 | B gringo outlaw 7/7 | C lucky outlaw 8/8 a0+C"
            " | D kit renegade 7/7 | pile 9 | turn A",
            chief=True,
            new_characters=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert question(match) == "BeginTurn"
        assert (cowboy(match, "A").arrows, cowboy(match, "C").chief) == (1, True)

    @pytest.mark.rule("bang.apache.steal")
    def test_with_the_arrow_in_the_pile_he_chooses_like_anybody(self) -> None:
        match = table(self.TABLE.format(b=0, c="8/8", pile="9+C"), chief=True, new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        assert question(match) == "ChooseArrow"

    @pytest.mark.rule("bang.apache.steal")
    def test_nobody_else_takes_it_from_a_player(self) -> None:
        match = table(
            "A paul sheriff 9/11 | B apache outlaw 9/9 a0+C | C lucky outlaw 8/8"
            " | D kit renegade 7/7 | pile 9 | turn A",
            chief=True,
            new_characters=True,
        )
        throw(match, "arrow dyn dyn gat gat")
        assert question(match) == "OfferReroll"
        assert cowboy(match, "B").chief


class TestBill:
    TABLE = f"A bill sheriff 9/11 | {OTHERS} | pile {{pile}} | turn A"

    @pytest.mark.rule("bang.bill.late", "bang.bill.stop")
    def test_arrows_wait_until_he_stops(self) -> None:
        match = table(self.TABLE.format(pile=9), new_characters=True)
        throw(match, "arrow arrow dyn dyn gat")
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)
        reroll(match, {1: "gat"})
        stop(match)
        assert (cowboy(match, "A").arrows, match.state.pile) == (1, 8)

    @pytest.mark.rule("bang.bill.late")
    def test_kept_arrows_count_after_his_third_throw(self) -> None:
        match = table(self.TABLE.format(pile=9), new_characters=True)
        throw(match, "arrow arrow dyn dyn gat")
        reroll(match, {5: "gat"})
        assert cowboy(match, "A").arrows == 0
        reroll(match, {5: "arrow"})
        assert (cowboy(match, "A").arrows, match.state.pile) == (3, 6)
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.bill.late")
    def test_his_arrows_come_before_the_dynamite(self) -> None:
        match = table(self.TABLE.format(pile=9), new_characters=True)
        throw(match, "arrow dyn dyn dyn gat")
        rules = [r for r in told(match) if r in ("bang.arrow.take", "bang.dyn.explode")]
        assert rules == ["bang.arrow.take", "bang.dyn.explode"]
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (1, 8)

    @pytest.mark.rule("bang.bill.late")
    def test_broken_arrow_and_bullet_stay_immediate(self) -> None:
        match = table(
            "A bill sheriff 9/11 | B rose outlaw 9/9 a2 | C lucky outlaw 8/8 | D kit renegade 7/7"
            " | pile 7 | turn A",
            new_characters=True,
            saloon_dice=True,
        )
        answer(match, "A", "coward")
        throw(match, "arrow dyn dyn gat broken")
        assert (cowboy(match, "A").arrows, cowboy(match, "B").arrows) == (0, 1)
        match = table(self.TABLE.format(pile=9), new_characters=True, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "arrow dyn dyn gat bullet")
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (0, 8)

    @pytest.mark.rule("bang.bill.late")
    def test_in_the_last_throw_his_arrows_come_before_the_broken_one(self) -> None:
        match = table(self.TABLE.format(pile=9), new_characters=True, saloon_dice=True)
        answer(match, "A", "coward")
        throw(match, "arrow dyn dyn gat 1")
        reroll(match, {5: "1"})
        reroll(match, {5: "broken"})
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)
        assert told(match).index("bang.arrow.take") < told(match).index("bang.saloon.broken")

    @pytest.mark.rule("bang.bill.late", "bang.arrow.attack")
    def test_his_late_arrows_may_bring_the_indians(self) -> None:
        match = table(
            "A bill sheriff 9/11 a2 | B rose outlaw 9/9 a6 | C lucky outlaw 8/8"
            " | D kit renegade 7/7 | pile 1 | turn A",
            new_characters=True,
        )
        throw(match, "arrow arrow dyn dyn gat")
        stop(match)
        assert life(match) == {"A": 6, "B": 3, "C": 8, "D": 7}
        assert (cowboy(match, "A").arrows, match.state.pile) == (1, 8)

    @pytest.mark.rule("bang.bill.late", "bang.role.gambler")
    def test_arrows_that_the_gambler_ignores_are_never_taken(self) -> None:
        match = table(
            "A bill sheriff 9/11 | B rose outlaw:gambler 9/9 | C lucky outlaw 8/8"
            " | D kit renegade 7/7 | pile 9 | turn A",
            new_characters=True,
            special_roles="mixed",
        )
        throw(match, "arrow arrow dyn dyn gat")
        stop(match)
        assert cowboy(match, "A").arrows == 0, "the window comes first"
        load(match, "arrow gat gat dyn dyn")
        window(match, B="gambler")
        assert (cowboy(match, "A").arrows, match.state.pile) == (1, 8)
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.bill.late", "bang.bill.stop")
    def test_if_nobody_gambles_the_arrows_follow_the_window(self) -> None:
        match = table(
            "A bill sheriff 9/11 | B rose outlaw:gambler 9/9 | C lucky outlaw 8/8"
            " | D kit renegade 7/7 | pile 9 | turn A",
            new_characters=True,
            special_roles="mixed",
        )
        throw(match, "arrow arrow dyn dyn gat")
        stop(match)
        window(match)
        assert cowboy(match, "A").arrows == 2

    @pytest.mark.rule("bang.bill.late", "bang.role.doctor.counts")
    def test_an_arrow_of_the_doctors_waits_like_any_other(self) -> None:
        match = table(
            "A bill sheriff 9/11 | B rose outlaw 9/9 | C lucky outlaw 8/8 | D kit renegade 7/7"
            " | E willy deputy:doctor 8/8 | pile 9 | turn A",
            new_characters=True,
            special_roles="mixed",
        )
        throw(match, "gat gat dyn dyn beer")
        window(match, E="doctor")
        answer(match, "E", {"die": 5, "face": "arrow"})
        assert (question(match), cowboy(match, "A").arrows) == ("OfferReroll", 0)
        reroll(match, {5: "2"})
        stop(match)
        window(match)
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)


class TestElena:
    TABLE = (
        "A elena sheriff 7/9 a{a} | B rose outlaw 9/9 | C lucky outlaw 8/8 a{c}"
        " | D kit renegade out | pile {pile} | turn A"
    )

    @pytest.mark.rule("bang.elena.give")
    def test_she_may_give_one_arrow_of_the_throw_away(self) -> None:
        match = table(self.TABLE.format(a=0, c=0, pile=9), new_characters=True)
        throw(match, "arrow arrow dyn dyn gat")
        assert (question(match), match.asked()) == ("ElenaChooses", [A])
        assert refused(match, A, {"token": "regular", "to": D}) == "bang.elena.give"
        assert refused(match, A, {"token": "regular", "to": A}) == "bang.elena.give"
        answer(match, "A", {"token": "regular", "to": B})
        assert (cowboy(match, "A").arrows, cowboy(match, "B").arrows) == (1, 1)
        assert question(match) == "OfferReroll", "one, not two"

    @pytest.mark.rule("bang.elena.give")
    def test_she_need_not(self) -> None:
        match = table(self.TABLE.format(a=0, c=0, pile=9), new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        answer(match, "A", {"token": "regular", "to": "keep"})
        assert cowboy(match, "A").arrows == 1

    @pytest.mark.rule("bang.elena.give")
    def test_once_for_every_throw_with_an_arrow(self) -> None:
        match = table(self.TABLE.format(a=2, c=0, pile=7), new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        answer(match, "A", {"token": "regular", "to": B})
        reroll(match, {4: "gat"})
        assert question(match) == "OfferReroll", "no arrow in this throw"
        reroll(match, {4: "arrow"})
        answer(match, "A", {"token": "regular", "to": B})
        assert (cowboy(match, "A").arrows, cowboy(match, "B").arrows) == (2, 2)

    @pytest.mark.rule("bang.elena.give", "bang.arrow.attack")
    def test_the_attack_comes_first_and_leaves_nothing_to_give(self) -> None:
        match = table(self.TABLE.format(a=4, c=4, pile=1), new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        assert question(match) == "OfferReroll"
        assert life(match) == {"A": 2, "B": 9, "C": 4}

    @pytest.mark.rule("bang.elena.give", "bang.arrow.attack.rest")
    def test_what_she_takes_after_the_attack_may_be_given(self) -> None:
        match = table(self.TABLE.format(a=3, c=5, pile=1), new_characters=True)
        throw(match, "arrow arrow dyn dyn gat")
        assert question(match) == "ElenaChooses"
        answer(match, "A", {"token": "regular", "to": C})
        assert (cowboy(match, "A").arrows, cowboy(match, "C").arrows) == (0, 1)

    @pytest.mark.rule("bang.elena.give")
    def test_arrows_from_earlier_are_not_hers_to_give(self) -> None:
        match = table(self.TABLE.format(a=3, c=0, pile=6), new_characters=True)
        throw(match, "gat beer dyn dyn gat")
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.elena.give")
    def test_the_arrow_for_the_gringo_is_not_from_a_throw(self) -> None:
        match = table(
            "A elena sheriff 7/9 | B gringo outlaw 7/7 | C lucky outlaw 8/8 | D kit renegade 7/7"
            " | pile 9 | turn A",
            new_characters=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert question(match) == "BeginTurn"
        assert cowboy(match, "A").arrows == 1

    @pytest.mark.rule("bang.elena.give", "bang.role.doctor.counts")
    def test_an_arrow_that_the_doctor_turned_up_was_thrown_by_her(self) -> None:
        match = table(
            "A elena sheriff 7/9 | B rose outlaw 9/9 | C lucky outlaw 8/8 | D kit renegade 7/7"
            " | E willy deputy:doctor 8/8 | pile 9 | turn A",
            new_characters=True,
            special_roles="mixed",
        )
        throw(match, "gat gat dyn dyn beer")
        window(match, E="doctor")
        answer(match, "E", {"die": 5, "face": "arrow"})
        assert question(match) == "ElenaChooses"
        answer(match, "A", {"token": "regular", "to": E})
        assert cowboy(match, "E").arrows == 1
