"""Renegades with a special role: the Right Hand, the Left Hand (specification, 3.18)."""

import pytest

from boomtown.testing import refused
from saloon import A, B, C, D, answer, cowboy, life, nobody, question, stop, throw, window
from special_roles import four, play


class TestRightHand:
    @pytest.mark.rule("bang.role.right_hand", "bang.turn.start")
    def test_another_complete_turn_follows_at_once(self) -> None:
        match = play(four(d="renegade:right_hand", turn="D"), saloon_dice=True)
        answer(match, "D", "loudmouth")
        throw(match, "dyn dyn dyn gat 2x2")
        nobody(match)
        assert question(match) == "EndTurn"
        answer(match, "D", "right_hand")
        assert (question(match), match.asked()) == ("ChooseSaloonDie", [D])
        answer(match, "D", "coward")
        throw(match, "dyn dyn dyn gat beer")
        assert len(match.state.dice) == 5
        assert cowboy(match, "D").role.public

    @pytest.mark.rule("bang.role.right_hand", "bang.turn.order")
    def test_then_the_turn_passes_as_usual(self) -> None:
        match = play(four(d="renegade:right_hand", turn="D"))
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        answer(match, "D", "right_hand")
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert match.state.active == A

    @pytest.mark.rule("bang.role.right_hand", "bang.turn.dead_owner")
    def test_the_dead_take_no_other_turn(self) -> None:
        match = play(four(d="renegade:right_hand", turn="D").replace("7/7", "1/7"))
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert cowboy(match, "D").out
        assert match.asked() == [A]


class TestLeftHand:
    TABLE = (
        "A paul sheriff {a}/11 a{arrows} | B rose outlaw {b}/9 | C bart outlaw {c}/8"
        " | D kit renegade:left_hand {d}/7 | pile {pile} | turn {turn}"
    )

    @pytest.mark.rule("bang.role.left_hand")
    @pytest.mark.parametrize(("keep", "arrows"), [("keep", 2), ("discard", 0)])
    def test_who_is_saved_has_two_points_and_may_return_all_arrows(
        self, keep: str, arrows: int
    ) -> None:
        match = play(self.TABLE.format(a=1, b=9, c=8, d=7, arrows=2, pile=7, turn="B"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        window(match)
        answer(match, "B", {"1": A})
        assert (question(match), match.asked()) == ("LeftHandWindow", [B, C, D])
        window(match, D="left_hand")
        assert match.asked() == [A]
        answer(match, "A", keep)
        assert (cowboy(match, "A").life, cowboy(match, "A").arrows) == (2, arrows)
        assert match.state.pile == 9 - arrows
        assert match.outcome is None

    @pytest.mark.rule("bang.role.left_hand")
    def test_without_it_the_player_falls(self) -> None:
        match = play(self.TABLE.format(a=1, b=9, c=8, d=7, arrows=2, pile=7, turn="B"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        window(match)
        answer(match, "B", {"1": A})
        window(match)
        assert question(match) == "over"

    @pytest.mark.rule("bang.role.left_hand", "bang.out.together")
    def test_of_several_it_saves_one(self) -> None:
        match = play(
            "A lucky sheriff 9/10 | B rose outlaw 1/9 | C sid outlaw 1/8"
            " | D kit renegade:left_hand 7/7 | pile 9 | turn A"
        )
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        window(match)
        window(match, D="left_hand")
        assert (question(match), match.asked()) == ("SaveSomebody", [D])
        assert refused(match, D, D) == "bang.role.left_hand"
        answer(match, "D", C)
        assert life(match) == {"A": 9, "C": 2, "D": 6}
        assert cowboy(match, "B").out

    @pytest.mark.rule("bang.role.left_hand")
    def test_an_absent_left_hand_saves_itself(self) -> None:
        match = play(
            "A lucky sheriff 9/10 | B rose outlaw 1/9 | C sid outlaw 1/8"
            " | D kit renegade:left_hand 1/7 | pile 9 | turn A"
        )
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        window(match)
        window(match, D="left_hand")
        match.time_out(D)
        assert life(match) == {"A": 9, "D": 2}

    @pytest.mark.rule("bang.role.left_hand.not_gain")
    def test_being_saved_is_no_gain_for_the_bad_to_spoil(self) -> None:
        before = self.TABLE.format(a=1, b=9, c=8, d=7, arrows=0, pile=9, turn="B")
        match = play(before.replace("C bart outlaw", "C bart outlaw:bad"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        window(match)
        answer(match, "B", {"1": A})
        window(match, D="left_hand")
        assert (question(match), match.asked()) == ("BeginTurn", [C])
        assert life(match)["A"] == 2

    @pytest.mark.rule("bang.role.left_hand.not_gain", "bang.dyn.rest")
    def test_whoever_is_saved_in_their_own_turn_goes_on(self) -> None:
        match = play(self.TABLE.format(a=1, b=9, c=8, d=7, arrows=0, pile=9, turn="A"))
        throw(match, "dyn dyn dyn beer beer")
        window(match)
        assert question(match) == "LeftHandWindow"
        window(match, D="left_hand")
        assert question(match) == "Drink"
        answer(match, "A", {A: 2})
        nobody(match)
        assert life(match)["A"] == 4

    @pytest.mark.rule("bang.role.left_hand.not_gain", "bang.arrow.attack.discard")
    def test_after_an_attack_there_are_no_arrows_left_to_return(self) -> None:
        match = play(self.TABLE.format(a=1, b=9, c=8, d=7, arrows=8, pile=1, turn="A"))
        throw(match, "arrow arrow dyn dyn gat")
        window(match, D="left_hand")
        assert question(match) == "OfferReroll"
        assert (cowboy(match, "A").life, cowboy(match, "A").arrows) == (2, 1)
        assert match.state.pile == 8, "the second arrow was taken after the attack"

    @pytest.mark.rule("bang.role.left_hand.not_gain", "bang.saloon.bullet")
    def test_saved_from_a_bullet_the_player_throws_on(self) -> None:
        match = play(
            self.TABLE.format(a=1, b=9, c=8, d=7, arrows=0, pile=9, turn="A"), saloon_dice=True
        )
        answer(match, "A", "loudmouth")
        throw(match, "gat gat dyn dyn bullet")
        window(match, D="left_hand")
        assert (question(match), match.asked()) == ("OfferReroll", [A])
        assert life(match)["A"] == 2

    @pytest.mark.rule("bang.role.left_hand", "bang.loss.batch", "bang.pedro.discard")
    def test_pedro_returns_arrows_before_he_is_saved(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B pedro outlaw 1/8 a2 | C lucky outlaw 8/8"
            " | D kit renegade:left_hand 7/7 | pile 7 | turn A"
        )
        throw(match, "1 dyn dyn dyn gat")
        nobody(match)
        answer(match, "A", {"1": B})
        answer(match, "B", {"regular": 1})
        assert question(match) == "LeftHandWindow"
        window(match, D="left_hand")
        answer(match, "B", "keep")
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (2, 1)

    @pytest.mark.rule("bang.role.left_hand", "bang.gringo.arrow")
    def test_a_saved_gringo_still_strikes_back(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B gringo outlaw 1/7 | C lucky outlaw 8/8"
            " | D kit renegade:left_hand 7/7 | pile 9 | turn A"
        )
        throw(match, "1 dyn dyn dyn gat")
        nobody(match)
        answer(match, "A", {"1": B})
        window(match, D="left_hand")
        assert (life(match)["B"], cowboy(match, "A").arrows) == (2, 1)
