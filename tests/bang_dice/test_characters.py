"""The sixteen characters of the base game (specification, 3.15)."""

import pytest

from bang_dice.rules.setup import deal
from bang_dice.state import BangOptions
from boomtown.core import Chance
from boomtown.testing import refused
from saloon import (
    A,
    B,
    C,
    D,
    E,
    answer,
    cowboy,
    life,
    question,
    reroll,
    stop,
    table,
    throw,
    told,
)


@pytest.mark.rule("bang.char.one")
def test_everybody_has_one_character_that_nobody_else_has() -> None:
    for seed in range(20):
        town = deal(8, BangOptions(), Chance.seeded(seed))
        dealt = [one.character for one in town.cowboys]
        assert None not in dealt
        assert len(set(dealt)) == 8


@pytest.mark.rule("bang.char.one")
def test_suzy_cannot_use_a_one_as_anything_else() -> None:
    match = table(
        "A suzy sheriff 5/10 | B calamity outlaw 8/8 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | E paul deputy 9/9 | pile 9 | turn A"
    )
    throw(match, "1 dyn dyn gat gat")
    stop(match)
    assert refused(match, A, {"1": C}) == "bang.shot.one"
    assert refused(match, A, {"1": B}) is None


@pytest.mark.rule("bang.char.optional", "bang.bart.replace", "bang.pedro.discard")
def test_abilities_that_may_be_used_need_not_be() -> None:
    match = table(
        "A lucky sheriff 8/10 | B bart outlaw 5/8 a1 | C pedro outlaw 5/8 a2 | D kit renegade 7/7"
        " | pile 6 | turn A"
    )
    throw(match, "1 2 dyn dyn gat")
    stop(match)
    answer(match, "A", {"1": B, "2": C})
    answer(match, "B", 0)
    answer(match, "C", {})
    assert life(match) == {"A": 8, "B": 4, "C": 4, "D": 7}
    assert (cowboy(match, "B").arrows, cowboy(match, "C").arrows) == (1, 2)


@pytest.mark.rule("bang.char.optional", "bang.paul.immune", "bang.gringo.arrow")
def test_abilities_without_a_may_happen_by_themselves() -> None:
    match = table(
        "A lucky sheriff 8/10 | B gringo outlaw 5/7 | C paul outlaw 5/9 | D kit renegade 7/7"
        " | pile 9 | turn A"
    )
    throw(match, "gat gat gat dyn dyn")
    stop(match)
    assert question(match) == "BeginTurn", "nobody was asked"
    assert life(match) == {"A": 8, "B": 4, "C": 5, "D": 6}
    assert cowboy(match, "A").arrows == 1


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


class TestBlackJack:
    TABLE = (
        "A black_jack sheriff 8/10 | B lucky outlaw 8/8 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile 9 | turn {turn}"
    )

    @pytest.mark.rule("bang.black_jack.reroll")
    def test_he_may_throw_dynamite_again(self) -> None:
        match = table(self.TABLE.format(turn="A"))
        throw(match, "dyn dyn gat gat beer")
        reroll(match, {1: "gat", 2: "beer"})
        assert match.state.dice == ["gat", "beer", "gat", "gat", "beer"]

    @pytest.mark.rule("bang.black_jack.reroll")
    def test_nobody_else_may(self) -> None:
        match = table(self.TABLE.format(turn="B"))
        throw(match, "dyn dyn gat gat beer")
        assert refused(match, B, [1]) == "bang.roll.dyn_lock"

    @pytest.mark.rule("bang.black_jack.three")
    def test_three_in_one_throw_explode(self) -> None:
        match = table(self.TABLE.format(turn="A"))
        throw(match, "dyn dyn dyn gat gat")
        assert question(match) == "BeginTurn"
        assert life(match)["A"] == 7

    @pytest.mark.rule("bang.black_jack.three")
    def test_three_together_with_kept_ones_explode(self) -> None:
        match = table(self.TABLE.format(turn="A"))
        throw(match, "dyn dyn gat gat beer")
        reroll(match, {2: "dyn", 5: "dyn"})
        assert "bang.dyn.explode" in told(match)
        assert life(match)["A"] == 7

    @pytest.mark.rule("bang.black_jack.limit")
    def test_he_throws_no_more_than_three_times(self) -> None:
        match = table(self.TABLE.format(turn="A"))
        throw(match, "dyn dyn gat gat beer")
        reroll(match, {1: "dyn"})
        reroll(match, {1: "dyn"})
        assert question(match) == "Drink"


class TestCalamity:
    TABLE = (
        "A calamity sheriff 8/10 | B lucky outlaw 8/8 | C rose outlaw 9/9 | D sid renegade {d}"
        " | E paul deputy {e} | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.calamity.swap")
    def test_each_symbol_may_be_used_as_the_other_one(self) -> None:
        match = table(self.TABLE.format(d="8/8", e="9/9"))
        throw(match, "1 1 2 2 dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": C, "3": D, "4": E})
        assert life(match) == {"A": 8, "B": 7, "C": 8, "D": 7, "E": 8}

    @pytest.mark.rule("bang.calamity.swap", "bang.saloon.double")
    def test_the_symbols_of_a_double_face_are_swapped_one_by_one(self) -> None:
        match = table(self.TABLE.format(d="8/8", e="9/9"), saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "dyn dyn gat gat 1x2")
        stop(match)
        answer(match, "A", {"5a": B, "5b": C})
        assert life(match) == {"A": 8, "B": 7, "C": 8, "D": 8, "E": 9}

    @pytest.mark.rule("bang.calamity.few")
    def test_with_three_living_both_are_ones(self) -> None:
        match = table(self.TABLE.format(d="out", e="out"))
        throw(match, "1 2 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": C, "2": B})
        assert life(match) == {"A": 8, "B": 7, "C": 8}


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


class TestKit:
    TABLE = (
        "A kit sheriff 7/9 a{a} | B lucky outlaw 8/8 a{b} | C rose outlaw 9/9 a{c}"
        " | D sid renegade 8/8 | pile {pile} | turn A"
    )

    @pytest.mark.rule("bang.kit.discard")
    def test_each_gatling_returns_an_arrow_of_any_player(self) -> None:
        match = table(self.TABLE.format(a=1, b=2, c=0, pile=6))
        throw(match, "gat gat dyn dyn 2")
        stop(match)
        assert question(match) == "KitDecides"
        assert refused(match, A, {B: 3}) is not None
        answer(match, "A", {A: 1, B: 1})
        assert (cowboy(match, "A").arrows, cowboy(match, "B").arrows) == (0, 1)
        assert (match.state.pile, life(match)["B"]) == (8, 8)

    @pytest.mark.rule("bang.kit.discard")
    def test_he_need_not(self) -> None:
        match = table(self.TABLE.format(a=1, b=2, c=0, pile=6))
        throw(match, "gat dyn dyn 2 2")
        stop(match)
        answer(match, "A", {})
        assert match.state.pile == 6

    @pytest.mark.rule("bang.kit.three", "bang.gat.order")
    def test_with_three_the_gun_fires_and_his_own_arrows_go_first(self) -> None:
        match = table(self.TABLE.format(a=1, b=2, c=2, pile=4))
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert life(match) == {"A": 7, "B": 7, "C": 8, "D": 7}
        assert cowboy(match, "A").arrows == 0
        answer(match, "A", {B: 2, C: 1})
        assert (cowboy(match, "B").arrows, cowboy(match, "C").arrows) == (0, 1)
        assert match.state.pile == 8

    @pytest.mark.rule("bang.kit.chief", "bang.chief.abilities")
    def test_the_chiefs_arrow_is_one_token(self) -> None:
        match = table(self.TABLE.format(a=0, b="1+C", c=0, pile=8), chief=True)
        throw(match, "gat dyn dyn 2 2")
        stop(match)
        assert refused(match, A, {"chief": 1, B: 1}) == "boomtown.choice.total"
        answer(match, "A", {"chief": 1})
        assert (cowboy(match, "B").chief, cowboy(match, "B").arrows) == (False, 1)
        assert match.state.chief_in_pile

    @pytest.mark.rule("bang.kit.discard", "bang.kit.chief")
    def test_an_absent_kit_returns_his_own_tokens(self) -> None:
        match = table(self.TABLE.format(a="1+C", b=2, c=0, pile=6), chief=True)
        throw(match, "gat gat dyn dyn 2")
        stop(match)
        match.time_out(A)
        assert cowboy(match, "A").tokens == 0
        assert cowboy(match, "B").arrows == 2


@pytest.mark.rule("bang.lucky.extra")
def test_lucky_duke_throws_four_times_and_nobody_else_does() -> None:
    for who, throws in (("lucky", 4), ("rose", 3)):
        match = table(
            f"A {who} sheriff 8/10 | B sid outlaw 8/8 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9 | turn A"
        )
        throw(match, "beer dyn dyn gat gat")
        for _ in range(throws - 1):
            assert question(match) == "OfferReroll"
            reroll(match, {1: "beer"})
        assert question(match) == "Drink"


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


class TestRose:
    SIX = (
        "A rose sheriff 9/11 | B lucky outlaw 8/8 | C sid outlaw 8/8 | D suzy renegade 8/8"
        " | E paul deputy {e} | F kit outlaw {f} | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.rose.one", "bang.rose.two")
    def test_a_one_reaches_two_places_and_a_two_reaches_three(self) -> None:
        match = table(self.SIX.format(e="9/9", f="7/7"))
        throw(match, "1 2 dyn dyn gat")
        stop(match)
        ones = [s for s in range(6) if refused(match, A, {"1": s, "2": C}) is None]
        twos = [s for s in range(6) if refused(match, A, {"1": B, "2": s}) is None]
        assert (ones, twos) == ([1, 2, 4, 5], [2, 3, 4])

    @pytest.mark.rule("bang.rose.around")
    def test_with_four_living_her_distance_three_is_the_other_neighbour(self) -> None:
        match = table(self.SIX.format(e="out", f="out"))
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        assert [s for s in range(6) if refused(match, A, {"1": s}) is None] == [1, 2, 3]

    @pytest.mark.rule("bang.rose.two", "bang.shot.two_as_one")
    def test_with_three_living_a_two_is_a_one_for_her(self) -> None:
        match = table(
            "A rose sheriff 9/11 | B lucky outlaw 8/8 | C sid outlaw out | D suzy renegade 8/8"
            " | pile 9 | turn A"
        )
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        assert [s for s in range(4) if refused(match, A, {"1": s}) is None] == [1, 3]


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


class TestSlab:
    TABLE = (
        "A slab sheriff 8/10 | B {b} | C lucky outlaw 8/8 | D sid renegade 8/8 | pile {pile}"
        " | turn A"
    )

    @pytest.mark.rule("bang.slab.double", "bang.slab.beer")
    def test_a_beer_doubles_one_shot_and_heals_nobody(self) -> None:
        match = table(self.TABLE.format(b="paul outlaw 9/9", pile=9))
        throw(match, "1 2 beer dyn dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": C, "slab": "1"})
        assert question(match) == "BeginTurn", "no beer is left to give"
        assert life(match) == {"A": 8, "B": 7, "C": 7, "D": 8}

    @pytest.mark.rule("bang.slab.double")
    def test_he_need_not_and_cannot_without_a_beer(self) -> None:
        match = table(self.TABLE.format(b="paul outlaw 9/9", pile=9))
        throw(match, "1 beer dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "slab": "none"})
        assert life(match)["B"] == 8
        assert question(match) == "Drink"
        match = table(self.TABLE.format(b="paul outlaw 9/9", pile=9))
        throw(match, "1 gat dyn dyn gat")
        stop(match)
        assert refused(match, A, {"1": B, "slab": "1"}) == "slab"

    @pytest.mark.rule("bang.slab.double")
    def test_only_one_shot_is_doubled_however_many_beers(self) -> None:
        match = table(self.TABLE.format(b="paul outlaw 9/9", pile=9))
        throw(match, "1 1 beer beer dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "slab": "2"})
        assert life(match)["B"] == 6
        answer(match, "A", {A: 1})
        assert life(match)["A"] == 9

    @pytest.mark.rule("bang.slab.beer", "bang.saloon.double")
    def test_the_second_symbol_of_a_double_beer_stays(self) -> None:
        match = table(self.TABLE.format(b="paul outlaw 9/9", pile=9), saloon_dice=True)
        answer(match, "A", "coward")
        throw(match, "1 dyn dyn gat beerx2")
        stop(match)
        answer(match, "A", {"1": B, "slab": "1"})
        assert life(match)["B"] == 7
        assert refused(match, A, {A: 2}) is not None
        answer(match, "A", {A: 1})
        assert life(match)["A"] == 9

    @pytest.mark.rule("bang.slab.double", "bang.saloon.double")
    def test_of_a_double_bullseye_only_one_symbol_is_doubled(self) -> None:
        match = table(self.TABLE.format(b="paul outlaw 9/9", pile=9), saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "beer dyn dyn gat 1x2")
        stop(match)
        answer(match, "A", {"5a": B, "5b": B, "slab": "5a"})
        assert life(match)["B"] == 6

    @pytest.mark.rule("bang.slab.meets")
    @pytest.mark.parametrize("arrows", [0, 1, 2])
    def test_against_bart_a_doubled_shot_is_two_points(self, arrows: int) -> None:
        match = table(self.TABLE.format(b="bart outlaw 8/8", pile=9))
        throw(match, "1 beer dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "slab": "1"})
        assert refused(match, B, 3) == "bang.bart.multi"
        answer(match, "B", arrows)
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (6 + arrows, arrows)

    @pytest.mark.rule("bang.slab.meets")
    def test_against_pedro_it_is_up_to_two_tokens(self) -> None:
        match = table(self.TABLE.format(b="pedro outlaw 8/8 a3", pile=6))
        throw(match, "1 beer dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "slab": "1"})
        answer(match, "B", {"regular": 2})
        assert (cowboy(match, "B").life, cowboy(match, "B").arrows) == (6, 1)

    @pytest.mark.rule("bang.slab.meets")
    def test_against_the_gringo_it_is_one_arrow(self) -> None:
        match = table(self.TABLE.format(b="gringo outlaw 7/7", pile=9))
        throw(match, "1 beer dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "slab": "1"})
        assert (cowboy(match, "B").life, cowboy(match, "A").arrows) == (5, 1)

    @pytest.mark.rule("bang.slab.meets", "bang.vera.less")
    def test_against_vera_the_total_is_one_less(self) -> None:
        match = table(self.TABLE.format(b="vera outlaw 7/7", pile=9), new_characters=True)
        throw(match, "1 beer dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "slab": "1"})
        assert cowboy(match, "B").life == 6


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


class TestWilly:
    TABLE = (
        "A willy sheriff 8/10 a2 | B lucky outlaw 8/8 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | E suzy deputy 8/8 | pile 7 | turn A"
    )

    @pytest.mark.rule("bang.willy.two")
    @pytest.mark.parametrize("faces", ["gat gat dyn dyn beer", "gat gat gat gat beer"])
    def test_two_symbols_fire_once_and_so_do_four(self, faces: str) -> None:
        match = table(self.TABLE)
        throw(match, faces)
        stop(match)
        answer(match, "A", {A: 1})
        assert life(match) == {"A": 9, "B": 7, "C": 8, "D": 7, "E": 7}
        assert cowboy(match, "A").arrows == 0

    @pytest.mark.rule("bang.willy.two")
    def test_one_symbol_is_not_enough(self) -> None:
        match = table(self.TABLE)
        throw(match, "gat dyn dyn beer beer")
        stop(match)
        answer(match, "A", {A: 2})
        assert life(match)["B"] == 8

    @pytest.mark.rule("bang.willy.double", "bang.saloon.gat")
    def test_a_single_double_gatling_is_enough(self) -> None:
        match = table(self.TABLE, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "beer beer dyn dyn gatx2")
        stop(match)
        answer(match, "A", {A: 2})
        assert life(match) == {"A": 10, "B": 7, "C": 8, "D": 7, "E": 7}


@pytest.mark.rule("bang.willy.two")
def test_for_everybody_else_two_gatlings_do_nothing() -> None:
    match = table(
        "A lucky sheriff 8/10 | B willy outlaw 8/8 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | E suzy deputy 8/8 | pile 9 | turn A"
    )
    throw(match, "gat gat dyn dyn beer")
    stop(match)
    answer(match, "A", {E: 1})
    assert life(match) == {"A": 8, "B": 8, "C": 9, "D": 8, "E": 8}
