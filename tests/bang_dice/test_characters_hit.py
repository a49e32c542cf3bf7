"""Characters who are hit in a way of their own (specification, 3.15)."""

import pytest

from boomtown.testing import refused
from saloon import B, C, answer, cowboy, life, question, stop, table, throw, told


class TestBart:
    TABLE = (
        "A lucky sheriff 8/10 | B bart outlaw 5/8 a1 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile {pile} | turn {turn}"
    )

    @pytest.mark.rule("bang.bart.replace", "bang.bart.multi")
    @pytest.mark.parametrize("arrows", [0, 1, 2])
    def test_hit_for_two_he_may_take_none_one_or_two_arrows(self, arrows: int) -> None:
        match = table(self.TABLE.format(pile=8, turn="A"))
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert (question(match), match.asked()) == ("BartDecides", [B])
        assert refused(match, B, 3) == "bang.bart.multi"
        answer(match, "B", arrows)
        bart = cowboy(match, "B")
        assert (bart.life, bart.arrows, match.state.pile) == (3 + arrows, 1 + arrows, 8 - arrows)

    @pytest.mark.rule("bang.bart.replace")
    def test_the_gatling_may_be_paid_with_an_arrow_too(self) -> None:
        match = table(self.TABLE.format(pile=8, turn="A"))
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        answer(match, "B", 1)
        assert life(match) == {"A": 8, "B": 5, "C": 8, "D": 7}
        assert cowboy(match, "B").arrows == 2

    @pytest.mark.rule("bang.bart.not")
    def test_indians_are_not_paid_with_arrows(self) -> None:
        match = table(self.TABLE.format(pile=1, turn="A"))
        throw(match, "arrow dyn dyn gat gat")
        assert question(match) == "OfferReroll"
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (4, 0)

    @pytest.mark.rule("bang.bart.not")
    def test_dynamite_is_not_paid_with_arrows(self) -> None:
        match = table(self.TABLE.format(pile=8, turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert question(match) == "BeginTurn"
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (4, 1)

    @pytest.mark.rule("bang.bart.not")
    def test_a_bullet_is_not_paid_with_an_arrow(self) -> None:
        match = table(self.TABLE.format(pile=8, turn="B"), saloon_dice=True)
        answer(match, "B", "loudmouth")
        throw(match, "dyn dyn gat gat bullet")
        assert question(match) == "OfferReroll"
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (4, 1)

    @pytest.mark.rule("bang.bart.last")
    def test_he_may_not_take_the_last_token(self) -> None:
        match = table(self.TABLE.format(pile=2, turn="A"))
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert refused(match, B, 2) == "bang.bart.last"
        answer(match, "B", 1)
        assert match.state.pile == 1
        assert "bang.arrow.attack" not in told(match)

    @pytest.mark.rule("bang.bart.last")
    def test_with_one_token_in_the_pile_he_is_not_asked(self) -> None:
        match = table(self.TABLE.format(pile=1, turn="A"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert question(match) == "BeginTurn"
        assert (cowboy(match, "B").life, match.state.pile) == (4, 1)

    @pytest.mark.rule("bang.bart.last", "bang.chief.abilities")
    def test_the_chiefs_arrow_counts_as_a_token_in_the_pile(self) -> None:
        match = table(self.TABLE.format(pile="1+C", turn="A"), chief=True)
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert refused(match, B, 2) == "bang.bart.last"
        answer(match, "B", 1)
        answer(match, "B", "chief")
        bart = cowboy(match, "B")
        assert (bart.life, bart.arrows, bart.chief, match.state.pile) == (4, 1, True, 1)

    @pytest.mark.rule("bang.bart.gringo", "bang.arrow.attack")
    def test_the_arrow_he_owes_the_gringo_may_be_the_last_one(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a3 | B bart outlaw 5/8 a3 | C gringo outlaw 7/7 a2"
            " | D sid renegade 8/8 | pile 1 | turn B"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "B", {"1": C})
        assert "bang.arrow.attack" in told(match)
        assert life(match) == {"A": 5, "B": 1, "C": 4, "D": 8}
        assert match.state.pile == 9

    @pytest.mark.rule("bang.bart.replace")
    def test_an_absent_bart_takes_just_enough_arrows_to_stay_alive(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B bart outlaw 2/8 | C rose outlaw 9/9 | D sid renegade 8/8"
            " | pile 9 | turn A"
        )
        throw(match, "1 1 1 dyn dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": B})
        match.time_out(B)
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (1, 2)


class TestGringo:
    TABLE = (
        "A lucky sheriff 8/10 a{a} | B gringo outlaw {b}/7 | C rose outlaw 9/9"
        " | D sid renegade 8/8 | pile {pile} | turn A"
    )

    @pytest.mark.rule("bang.gringo.arrow")
    def test_two_hits_of_one_batch_cost_one_arrow(self) -> None:
        match = table(self.TABLE.format(a=0, b=7, pile=9))
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert (cowboy(match, "A").arrows, cowboy(match, "B").life) == (1, 5)

    @pytest.mark.rule("bang.gringo.twice", "bang.gringo.when")
    def test_bullseyes_and_gatling_are_two_arrows_and_the_second_one_stays(self) -> None:
        match = table(self.TABLE.format(a=2, b=7, pile=7))
        throw(match, "1 gat gat gat dyn")
        stop(match)
        answer(match, "A", {"1": B})
        assert told(match).count("bang.gringo.arrow") == 2
        assert (cowboy(match, "A").arrows, cowboy(match, "B").life) == (1, 5)
        assert match.state.pile == 8, "the arrow of the shot went back with the Gatling"

    @pytest.mark.rule("bang.gringo.not")
    def test_indians_cost_no_arrow(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B gringo outlaw 7/7 a3 | C rose outlaw 9/9"
            " | D sid renegade 8/8 a5 | pile 1 | turn A"
        )
        throw(match, "arrow dyn dyn gat gat")
        assert (cowboy(match, "A").arrows, cowboy(match, "B").life) == (0, 4)
        assert "bang.gringo.arrow" not in told(match)

    @pytest.mark.rule("bang.gringo.not", "bang.loss.bullet_damage")
    def test_his_own_dynamite_and_bullet_cost_nobody_an_arrow(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B gringo outlaw 7/7 | C rose outlaw 9/9"
            " | D sid renegade 8/8 | pile 9 | turn B",
            saloon_dice=True,
        )
        answer(match, "B", "loudmouth")
        throw(match, "dyn dyn dyn gat bullet")
        assert life(match)["B"] == 5
        assert match.state.pile == 9

    @pytest.mark.rule("bang.gringo.dead")
    def test_the_arrow_is_due_even_if_he_falls(self) -> None:
        match = table(self.TABLE.format(a=0, b=1, pile=9))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert cowboy(match, "B").out
        assert cowboy(match, "A").arrows == 1

    @pytest.mark.rule("bang.gringo.dead", "bang.loss.immediate_stop")
    def test_no_arrow_is_due_if_his_fall_ends_the_game(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B gringo outlaw 1/7 | C rose outlaw out | D sid renegade out"
            " | pile 9 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        assert question(match) == "over"
        assert cowboy(match, "A").arrows == 0

    @pytest.mark.rule("bang.gringo.when")
    def test_the_attack_of_his_arrow_comes_after_those_who_fell(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a2 | B gringo outlaw 1/7 a2 | C rose outlaw 9/9 a4"
            " | D sid renegade 8/8 | pile 1 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert "bang.arrow.attack" not in told(match), "B's two arrows were back by then"
        assert (cowboy(match, "A").arrows, match.state.pile) == (3, 2)


class TestJourdonnais:
    @pytest.mark.rule("bang.jourdonnais.max")
    def test_an_attack_costs_him_one_at_most(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a1 | B jourdonnais outlaw 7/7 a5 | C rose outlaw 9/9 a2"
            " | D sid renegade 8/8 | pile 1 | turn A"
        )
        throw(match, "arrow dyn dyn gat gat")
        assert life(match) == {"A": 6, "B": 6, "C": 7, "D": 8}

    @pytest.mark.rule("bang.jourdonnais.max", "bang.chief.value")
    def test_also_with_the_chiefs_arrow(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a4 | B jourdonnais outlaw 7/7 a3+C | C rose outlaw 9/9 a1"
            " | D sid renegade 8/8 | pile 1 | turn A",
            chief=True,
        )
        throw(match, "arrow dyn dyn gat gat")
        assert life(match) == {"A": 3, "B": 6, "C": 8, "D": 8}

    @pytest.mark.rule("bang.jourdonnais.max")
    def test_without_arrows_he_loses_nothing(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a8 | B jourdonnais outlaw 7/7 | C rose outlaw 9/9"
            " | D sid renegade 8/8 | E paul deputy 9/9 | pile 1 | turn C"
        )
        throw(match, "arrow dyn dyn gat gat")
        assert life(match)["B"] == 7


@pytest.mark.rule("bang.paul.immune")
def test_paul_regret_loses_nothing_to_the_gatling_but_to_a_bullseye() -> None:
    match = table(
        "A lucky sheriff 8/10 | B paul outlaw 9/9 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile 9 | turn A"
    )
    throw(match, "1 gat gat gat dyn")
    stop(match)
    answer(match, "A", {"1": B})
    assert life(match) == {"A": 8, "B": 8, "C": 8, "D": 7}


class TestPedro:
    TABLE = (
        "A lucky sheriff 8/10 a{a} | B pedro outlaw {b}/8 a{arrows} | C rose outlaw 9/9"
        " | D sid renegade 8/8 | pile {pile} | turn {turn}"
    )

    @pytest.mark.rule("bang.pedro.discard", "bang.pedro.multi")
    def test_two_life_points_lost_are_up_to_two_arrows_returned(self) -> None:
        match = table(self.TABLE.format(a=0, b=8, arrows=3, pile=6, turn="A"))
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert refused(match, B, {"regular": 3}) is not None
        answer(match, "B", {"regular": 2})
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (6, 1)
        assert match.state.pile == 8

    @pytest.mark.rule("bang.pedro.discard")
    def test_any_cause_will_do(self) -> None:
        match = table(
            self.TABLE.format(a=0, b=8, arrows=3, pile=6, turn="B"),
            saloon_dice=True,
        )
        answer(match, "B", "loudmouth")
        throw(match, "dyn dyn dyn gat bullet")
        assert cowboy(match, "B").life == 7, "the bullet"
        answer(match, "B", {"regular": 1})
        assert cowboy(match, "B").life == 6, "the dynamite"
        answer(match, "B", {"regular": 1})
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (6, 1)

    @pytest.mark.rule("bang.pedro.multi")
    def test_the_gatling_is_one_arrow(self) -> None:
        match = table(self.TABLE.format(a=0, b=8, arrows=3, pile=6, turn="A"))
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert refused(match, B, {"regular": 2}) is not None
        answer(match, "B", {"regular": 1})
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (7, 2)

    @pytest.mark.rule("bang.pedro.indians")
    def test_in_an_attack_he_loses_for_all_his_arrows(self) -> None:
        match = table(self.TABLE.format(a=4, b=8, arrows=4, pile=1, turn="A"))
        throw(match, "arrow dyn dyn gat gat")
        assert question(match) == "OfferReroll"
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (4, 0)

    @pytest.mark.rule("bang.pedro.molly", "bang.molly.kind")
    def test_what_molly_took_over_he_did_not_lose(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B pedro outlaw 8/8 a3 | C molly outlaw 8/8"
            " | D sid renegade 8/8 | pile 6 | turn A",
            new_characters=True,
        )
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        answer(match, "C", {B: 1})
        assert question(match) == "PedroDecides"
        assert refused(match, B, {"regular": 2}) is not None
        answer(match, "B", {"regular": 1})
        assert (life(match)["B"], life(match)["C"]) == (7, 7)

    @pytest.mark.rule("bang.pedro.discard", "bang.chief.abilities")
    def test_an_absent_pedro_returns_the_chiefs_arrow_first(self) -> None:
        match = table(self.TABLE.format(a=0, b=8, arrows="3+C", pile=6, turn="A"), chief=True)
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        match.time_out(B)
        assert (cowboy(match, "B").arrows, cowboy(match, "B").chief) == (3, False)
