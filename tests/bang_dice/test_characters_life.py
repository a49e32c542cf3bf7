"""Characters who gain life points (specification, 3.15)."""

import pytest

from boomtown.testing import refused
from saloon import A, B, C, D, answer, cowboy, life, question, reroll, stop, table, throw, told


class TestJesse:
    TABLE = (
        "A jesse outlaw {a}/9 | B lucky sheriff 5/10 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile 9 | turn {turn}"
    )

    @pytest.mark.rule("bang.jesse.two", "bang.jesse.once_checked")
    def test_at_four_two_beers_give_four(self) -> None:
        match = table(self.TABLE.format(a=4, turn="A"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        answer(match, "A", {A: 2})
        assert life(match)["A"] == 8

    @pytest.mark.rule("bang.jesse.two")
    def test_at_five_a_beer_gives_one(self) -> None:
        match = table(self.TABLE.format(a=5, turn="A"))
        throw(match, "beer dyn dyn gat gat")
        stop(match)
        answer(match, "A", {A: 1})
        assert life(match)["A"] == 6

    @pytest.mark.rule("bang.jesse.two")
    def test_only_the_beers_for_himself_count_twice(self) -> None:
        match = table(self.TABLE.format(a=3, turn="A"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        answer(match, "A", {A: 1, B: 1})
        assert life(match) == {"A": 5, "B": 6, "C": 9, "D": 8}

    @pytest.mark.rule("bang.jesse.cap")
    def test_the_cap_still_holds(self) -> None:
        match = table(self.TABLE.format(a=4, turn="A"))
        throw(match, "beer beer beer dyn dyn")
        stop(match)
        answer(match, "A", {A: 3})
        assert life(match)["A"] == 9

    @pytest.mark.rule("bang.jesse.cap")
    def test_a_beer_from_somebody_else_gives_one(self) -> None:
        match = table(self.TABLE.format(a=2, turn="B"))
        throw(match, "beer dyn dyn gat gat")
        stop(match)
        answer(match, "B", {A: 1})
        assert life(match)["A"] == 3


class TestSid:
    TABLE = (
        "A sid sheriff 5/10 | B lucky outlaw 3/8 | C rose outlaw 9/9 | D suzy renegade out"
        " | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.sid.gain")
    @pytest.mark.parametrize(("who", "lives"), [("A", 6), ("B", 4)])
    def test_before_his_throw_a_player_of_his_choice_gains_one(self, who: str, lives: int) -> None:
        match = table(self.TABLE)
        throw(match, "dyn dyn gat gat beer")
        assert question(match) == "SidHelps"
        answer(match, "A", "ABCD".index(who))
        assert life(match)[who] == lives
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.sid.gain")
    def test_the_point_may_be_wasted_but_not_on_the_dead(self) -> None:
        match = table(self.TABLE)
        throw(match, "dyn dyn gat gat beer")
        assert refused(match, A, D) == "bang.gain.living"
        answer(match, "A", C)
        assert life(match) == {"A": 5, "B": 3, "C": 9}

    @pytest.mark.rule("bang.sid.gain")
    def test_nothing_happens_in_the_turns_of_others(self) -> None:
        match = table(self.TABLE.replace("turn A", "turn B"))
        throw(match, "dyn dyn gat gat beer")
        assert question(match) == "OfferReroll"


class TestSuzy:
    TABLE = (
        "A suzy sheriff {a}/10 | B lucky outlaw 8/8 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.suzy.gain", "bang.suzy.final")
    def test_bullseyes_thrown_again_do_not_count(self) -> None:
        match = table(self.TABLE.format(a=5))
        throw(match, "1 2 dyn dyn gat")
        reroll(match, {1: "gat", 2: "beer"})
        stop(match)
        answer(match, "A", {B: 1})
        assert life(match)["A"] == 7

    @pytest.mark.rule("bang.suzy.gain")
    @pytest.mark.parametrize("face", ["1", "2"])
    def test_a_bullseye_at_the_end_costs_her_the_gain(self, face: str) -> None:
        match = table(self.TABLE.format(a=5))
        throw(match, f"{face} dyn dyn gat gat")
        stop(match)
        if question(match) == "Shoot":
            answer(match, "A", {"1": B})
        assert question(match) == "BeginTurn"
        assert life(match)["A"] == 5

    @pytest.mark.rule("bang.suzy.gain")
    @pytest.mark.parametrize("face", ["1x2", "2x2"])
    def test_a_double_bullseye_counts_too(self, face: str) -> None:
        match = table(self.TABLE.format(a=5), saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, f"dyn dyn gat gat {face}")
        stop(match)
        if question(match) == "Shoot":
            answer(match, "A", {"5a": B, "5b": B})
        assert question(match) == "ChooseSaloonDie"
        assert life(match)["A"] == 5

    @pytest.mark.rule("bang.suzy.final")
    def test_also_after_an_explosion_that_she_survived(self) -> None:
        match = table(self.TABLE.format(a=5))
        throw(match, "dyn dyn dyn gat gat")
        assert life(match)["A"] == 6

    @pytest.mark.rule("bang.suzy.final", "bang.turn.dead_owner")
    def test_an_explosion_that_kills_her_leaves_her_dead(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B suzy outlaw 1/8 | C rose outlaw 9/9 | D sid renegade 8/8"
            " | pile 9 | turn B"
        )
        throw(match, "dyn dyn dyn gat gat")
        assert cowboy(match, "B").out
        assert cowboy(match, "B").life == 0


class TestSam:
    TABLE = (
        "A lucky sheriff 8/10 | B sam outlaw {b}/9 | C rose outlaw {c}/9 | D sid renegade {d}/8"
        " | E paul deputy 9/9 | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.sam.gain")
    def test_each_player_who_falls_is_worth_two(self) -> None:
        match = table(self.TABLE.format(b=2, c=1, d=1))
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert life(match) == {"A": 8, "B": 5, "E": 9}

    @pytest.mark.rule("bang.sam.gain", "bang.gain.cap")
    def test_he_gains_in_his_own_turn_too_but_never_above_his_cap(self) -> None:
        match = table(
            "A sam sheriff 10/11 | B lucky outlaw 1/8 | C rose outlaw 9/9 | D sid renegade 8/8"
            " | pile 9 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert life(match)["A"] == 11

    @pytest.mark.rule("bang.sam.together")
    def test_who_falls_with_the_others_gains_nothing(self) -> None:
        match = table(self.TABLE.format(b=1, c=1, d=8))
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert cowboy(match, "B").out
        assert life(match) == {"A": 8, "D": 7, "E": 9}
        assert "bang.sam.gain" not in told(match)

    @pytest.mark.rule("bang.sam.saved", "bang.role.left_hand")
    def test_who_is_saved_by_the_left_hand_was_not_eliminated(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B sam outlaw 2/9 | C rose outlaw 1/9"
            " | D sid renegade:left_hand 8/8 | pile 9 | turn A",
            special_roles="mixed",
        )
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        for seat in match.asked():
            match.answer(seat, "pass")
        assert question(match) == "LeftHandWindow"
        match.answer(B, "pass")
        match.answer(C, "pass")
        match.answer(D, "left_hand")
        assert life(match) == {"A": 8, "B": 2, "C": 2, "D": 8}
