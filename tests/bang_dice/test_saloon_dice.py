"""The Loudmouth and the Coward (specification, 3.16 and 2.2)."""

from collections import Counter

import pytest

from bang_dice.content import BASE_FACES, SALOON_FACES, SaloonDie
from boomtown.testing import refused
from saloon import A, B, C, answer, cowboy, life, load, question, reroll, stop, table, throw, told

FOUR = (
    "A lucky sheriff 8/10 a1 | B rose outlaw 9/9 a2 | C paul outlaw 9/9 | D suzy renegade 8/8"
    " | pile 6 | turn A"
)


@pytest.mark.rule("bang.saloon.choose")
def test_the_dice_have_the_faces_of_the_box() -> None:
    assert Counter(BASE_FACES) == Counter(["arrow", "dyn", "1", "2", "beer", "gat"])
    loudmouth, coward = SALOON_FACES[SaloonDie.LOUDMOUTH], SALOON_FACES[SaloonDie.COWARD]
    assert Counter(loudmouth) == Counter(["arrow", "dyn", "1x2", "2x2", "gatx2", "bullet"])
    assert Counter(coward) == Counter(["arrow", "dyn", "1", "beer", "beerx2", "broken"])


@pytest.mark.rule("bang.saloon.choose", "bang.saloon.never_both")
def test_before_the_turn_one_die_may_be_replaced_never_two() -> None:
    match = table(FOUR, saloon_dice=True)
    assert (question(match), match.asked()) == ("ChooseSaloonDie", [A])
    assert refused(match, A, ["loudmouth", "coward"]) is not None
    assert refused(match, A, "none") is None
    answer(match, "A", "coward")
    assert question(match) == "BeginTurn"
    throw(match, "dyn dyn gat gat beerx2")
    assert len(match.state.dice) == 5


@pytest.mark.rule("bang.saloon.choose")
def test_who_takes_none_throws_five_base_dice() -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", "none")
    load(match, "dyn dyn gat gat beer")
    answer(match, "A", "throw")
    assert match.state.dice == ["dyn", "dyn", "gat", "gat", "beer"]
    stop(match)
    answer(match, "A", {A: 1})


@pytest.mark.rule("bang.saloon.choose", "bang.setup.modules")
def test_without_the_module_nobody_is_asked() -> None:
    assert question(table(FOUR)) == "BeginTurn"


@pytest.mark.rule("bang.saloon.keep")
def test_the_die_stays_for_the_turn_and_is_thrown_again_like_any_other() -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "dyn dyn gat gat 1x2")
    reroll(match, {5: "gatx2"})
    assert match.state.dice[4] == "gatx2"
    reroll(match, {5: "2x2"})
    assert match.state.dice[4] == "2x2"


@pytest.mark.rule("bang.saloon.keep")
def test_each_turn_everybody_chooses_anew() -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "dyn dyn dyn gat gatx2")
    assert (question(match), match.asked()) == ("ChooseSaloonDie", [B])
    assert match.state.saloon_die is None


class TestBrokenArrow:
    @pytest.mark.rule("bang.saloon.broken")
    def test_one_regular_arrow_of_any_living_player_goes_back(self) -> None:
        match = table(FOUR, saloon_dice=True)
        answer(match, "A", "coward")
        throw(match, "dyn dyn gat gat broken")
        assert question(match) == "BreakArrow"
        assert refused(match, A, C) == "bang.saloon.broken"
        assert refused(match, A, A) is None
        answer(match, "A", B)
        assert (cowboy(match, "B").arrows, match.state.pile) == (1, 7)
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.saloon.broken")
    def test_it_must_be_done_if_there_is_one(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a1 | B rose outlaw 9/9 | C paul outlaw 9/9"
            " | D suzy renegade 8/8 | pile 8 | turn A",
            saloon_dice=True,
        )
        answer(match, "A", "coward")
        throw(match, "dyn dyn gat gat broken")
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)

    @pytest.mark.rule("bang.saloon.broken", "bang.resolve.all")
    def test_without_arrows_on_the_table_it_does_nothing(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B rose outlaw 9/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9 | turn A",
            saloon_dice=True,
        )
        answer(match, "A", "coward")
        throw(match, "dyn dyn gat gat broken")
        assert question(match) == "OfferReroll"
        assert match.state.pile == 9

    @pytest.mark.rule("bang.saloon.broken", "bang.chief.abilities")
    def test_it_never_breaks_the_chiefs_arrow(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B rose outlaw 9/9 a0+C | C paul outlaw 9/9"
            " | D suzy renegade 8/8 | pile 9 | turn A",
            saloon_dice=True,
            chief=True,
        )
        answer(match, "A", "coward")
        throw(match, "dyn dyn gat gat broken")
        assert question(match) == "OfferReroll"
        assert cowboy(match, "B").chief

    @pytest.mark.rule("bang.saloon.when", "bang.roll.immediate")
    def test_arrows_are_taken_before_one_breaks(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B rose outlaw 9/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9 | turn A",
            saloon_dice=True,
        )
        answer(match, "A", "coward")
        throw(match, "arrow dyn dyn gat broken")
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)

    @pytest.mark.rule("bang.saloon.when")
    def test_an_attack_comes_before_the_broken_arrow(self) -> None:
        match = table(
            "A lucky sheriff 8/10 a1 | B rose outlaw 9/9 a3 | C paul outlaw 9/9 a4"
            " | D suzy renegade 8/8 | pile 1 | turn A",
            saloon_dice=True,
        )
        answer(match, "A", "coward")
        throw(match, "arrow dyn dyn gat broken")
        assert life(match) == {"A": 6, "B": 6, "C": 5, "D": 8}
        assert match.state.pile == 9

    @pytest.mark.rule("bang.saloon.when")
    def test_the_die_may_be_thrown_again_and_break_another_one(self) -> None:
        match = table(FOUR, saloon_dice=True)
        answer(match, "A", "coward")
        throw(match, "dyn dyn gat gat broken")
        answer(match, "A", B)
        reroll(match, {5: "broken"})
        answer(match, "A", B)
        assert cowboy(match, "B").arrows == 0
        reroll(match, {3: "gat"})
        assert question(match) == "OfferReroll", "a kept broken arrow breaks nothing more"
        assert cowboy(match, "A").arrows == 1


class TestBullet:
    @pytest.mark.rule("bang.saloon.bullet", "bang.saloon.when")
    def test_the_thrower_loses_a_point_at_once_and_may_throw_again(self) -> None:
        match = table(FOUR, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "dyn dyn gat gat bullet")
        assert (life(match)["A"], question(match)) == (7, "OfferReroll")
        reroll(match, {5: "bullet"})
        assert life(match)["A"] == 6
        reroll(match, {3: "gat"})
        assert life(match)["A"] == 6, "a kept bullet does nothing more"

    @pytest.mark.rule("bang.saloon.bullet", "bang.resolve.order.saloon")
    def test_arrow_then_bullet_then_dynamite(self) -> None:
        match = table(FOUR, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "arrow dyn dyn dyn bullet")
        rules = [rule for rule in told(match) if rule in ORDER]
        assert rules == list(ORDER)
        assert life(match)["A"] == 6

    @pytest.mark.rule("bang.saloon.bullet", "bang.turn.dead_owner")
    def test_a_deadly_bullet_ends_the_turn(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B rose outlaw 1/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
            " | pile 9 | turn B",
            saloon_dice=True,
        )
        answer(match, "B", "loudmouth")
        throw(match, "1 1 1 beer bullet")
        assert cowboy(match, "B").out
        assert match.state.active == C
        assert life(match) == {"A": 8, "C": 9, "D": 8}


ORDER = ("bang.arrow.take", "bang.saloon.bullet", "bang.dyn.explode")


@pytest.mark.rule("bang.saloon.double")
def test_a_double_bullseye_is_two_shots_at_two_targets() -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "dyn dyn gat gat 1x2")
    stop(match)
    answer(match, "A", {"5a": B, "5b": 3})
    assert life(match) == {"A": 8, "B": 8, "C": 9, "D": 7}


@pytest.mark.rule("bang.saloon.double")
def test_a_double_bullseye_may_hit_one_target_twice() -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "dyn dyn gat gat 2x2")
    stop(match)
    assert life(match) == {"A": 8, "B": 9, "C": 7, "D": 8}


@pytest.mark.rule("bang.saloon.double")
def test_a_double_beer_is_two_beers() -> None:
    match = table(
        "A lucky sheriff 8/10 | B rose outlaw 5/9 | C paul outlaw 9/9 | D suzy renegade 8/8"
        " | pile 9 | turn A",
        saloon_dice=True,
    )
    answer(match, "A", "coward")
    throw(match, "dyn dyn gat gat beerx2")
    stop(match)
    answer(match, "A", {A: 1, B: 1})
    assert (life(match)["A"], life(match)["B"]) == (9, 6)


@pytest.mark.rule("bang.saloon.gat", "bang.gat.once")
def test_a_double_gatling_counts_twice_and_the_gun_fires_once() -> None:
    for faces in ("gat dyn dyn beer gatx2", "gat gat gat gat gatx2"):
        match = table(FOUR, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, faces)
        stop(match)
        if question(match) == "Drink":
            answer(match, "A", {C: 1})
        assert life(match) == {"A": 8, "B": 8, "C": 9, "D": 7}


@pytest.mark.rule("bang.saloon.gat")
def test_two_symbols_are_not_three() -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", "loudmouth")
    throw(match, "beer dyn dyn beer gatx2")
    stop(match)
    answer(match, "A", {A: 2})
    assert life(match) == {"A": 10, "B": 9, "C": 9, "D": 8}


@pytest.mark.rule("bang.saloon.dyn")
@pytest.mark.parametrize("die", ["loudmouth", "coward"])
def test_dynamite_on_a_saloon_die_locks_and_counts(die: str) -> None:
    match = table(FOUR, saloon_dice=True)
    answer(match, "A", die)
    throw(match, "gat gat dyn beer dyn")
    assert refused(match, A, [5]) == "bang.roll.dyn_lock"
    reroll(match, {1: "dyn"})
    assert "bang.dyn.explode" in told(match)
    assert life(match)["A"] == 7


@pytest.mark.rule("bang.saloon.never_both")
def test_the_loudmouth_cannot_show_a_broken_arrow_nor_the_coward_a_bullet() -> None:
    assert "broken" not in SALOON_FACES[SaloonDie.LOUDMOUTH]
    assert "bullet" not in SALOON_FACES[SaloonDie.COWARD]
