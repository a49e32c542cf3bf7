"""Characters whose dice can do something else (specification, 3.15)."""

import pytest

from boomtown.testing import refused
from saloon import A, B, C, D, E, answer, cowboy, life, question, reroll, stop, table, throw, told


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
