"""Characters of Old Saloon, but those of the arrows (specification, 3.20)."""

import pytest

from bang_dice.rules.characters import CHARACTERS
from bang_dice.rules.setup import eligible_characters
from bang_dice.state import BangOptions
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
    question,
    reroll,
    stop,
    table,
    throw,
    window,
)


class TestSixDice:
    @pytest.mark.rule("bang.jose.six", "bang.tequila.six")
    @pytest.mark.parametrize(
        ("who", "die", "faces", "dice"),
        [
            ("jose", "loudmouth", "dyn dyn gat gat beer 1x2", 6),
            ("jose", "coward", "dyn dyn gat gat beer", 5),
            ("jose", "none", "dyn dyn gat gat beer", 5),
            ("tequila", "coward", "dyn dyn gat gat beer beerx2", 6),
            ("tequila", "loudmouth", "dyn dyn gat gat 1x2", 5),
            ("tequila", "none", "dyn dyn gat gat beer", 5),
            ("paul", "loudmouth", "dyn dyn gat gat 1x2", 5),
        ],
    )
    def test_each_adds_a_die_of_their_own_kind(
        self, who: str, die: str, faces: str, dice: int
    ) -> None:
        match = table(
            f"A {who} sheriff 8/9 | {OTHERS} | pile 9 | turn A",
            saloon_dice=True,
            new_characters=True,
        )
        answer(match, "A", die)
        throw(match, faces)
        assert match.state.dice == faces.split()
        assert len(match.state.dice) == dice

    @pytest.mark.rule("bang.jose.six")
    def test_jose_never_has_both_dice(self) -> None:
        match = table(
            f"A jose sheriff 8/9 | {OTHERS} | pile 9 | turn A",
            saloon_dice=True,
            new_characters=True,
        )
        assert refused(match, A, ["loudmouth", "coward"]) is not None

    @pytest.mark.rule("bang.jose.six", "bang.dyn.explode")
    def test_all_six_dice_count_and_may_be_thrown_again(self) -> None:
        match = table(
            f"A jose sheriff 8/9 | {OTHERS} | pile 9 | turn A",
            saloon_dice=True,
            new_characters=True,
        )
        answer(match, "A", "loudmouth")
        throw(match, "dyn gat gat beer beer bullet")
        reroll(match, {5: "dyn", 6: "dyn"})
        assert life(match)["A"] == 6, "a bullet, then an explosion"
        assert question(match) == "Drink"

    @pytest.mark.rule("bang.jose.six", "bang.apache.steal", "bang.setup.modules.limits")
    def test_characters_without_their_module_stay_in_the_box(self) -> None:
        dealt = eligible_characters(BangOptions(new_characters=True))
        assert not {"jose", "tequila", "apache"} & set(dealt)
        assert {"bill", "elena", "molly"} < set(dealt)
        every = BangOptions(new_characters=True, saloon_dice=True, chief=True)
        assert len(eligible_characters(every)) == len(CHARACTERS)


class TestVera:
    TABLE = (
        "A paul sheriff 9/11 | B vera outlaw 7/7 a{b} | C lucky outlaw 8/8 | D kit renegade 7/7"
        " | pile {pile} | turn A"
    )

    @pytest.mark.rule("bang.vera.less")
    @pytest.mark.parametrize(("hits", "lives"), [(1, 7), (2, 6), (3, 5)])
    def test_one_point_less_for_all_bullseyes_together(self, hits: int, lives: int) -> None:
        match = table(self.TABLE.format(b=0, pile=9), new_characters=True)
        throw(match, " ".join(["1"] * hits + ["dyn", "dyn", "gat", "gat"][: 5 - hits]))
        stop(match)
        answer(match, "A", {str(die + 1): B for die in range(hits)})
        assert life(match)["B"] == lives

    @pytest.mark.rule("bang.vera.less", "bang.saloon.double")
    def test_a_double_bullseye_costs_her_one(self) -> None:
        match = table(self.TABLE.format(b=0, pile=9), new_characters=True, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "dyn dyn gat gat 1x2")
        stop(match)
        answer(match, "A", {"5a": B, "5b": B})
        assert life(match)["B"] == 6

    @pytest.mark.rule("bang.vera.less")
    def test_the_gatling_costs_her_the_usual_point(self) -> None:
        match = table(self.TABLE.format(b=0, pile=9), new_characters=True)
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert life(match)["B"] == 6

    @pytest.mark.rule("bang.vera.less")
    def test_indians_cost_her_the_usual_points(self) -> None:
        match = table(self.TABLE.format(b=3, pile=1), new_characters=True)
        throw(match, "arrow dyn dyn gat gat")
        assert life(match)["B"] == 4


class TestDoc:
    TABLE = (
        "A doc sheriff 5/10 | B rose outlaw 9/9 | C lucky outlaw 8/8 | D kit renegade 7/7"
        " | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.doc.heal")
    @pytest.mark.parametrize(
        ("faces", "lives"), [("1 1 2 dyn dyn", 7), ("1 2 dyn dyn gat", 5), ("1 1 1 2 2", 7)]
    )
    def test_three_bullseyes_heal_two_once(self, faces: str, lives: int) -> None:
        match = table(self.TABLE, new_characters=True)
        throw(match, faces)
        stop(match)
        targets = {"1": B, "2": C}
        aims = {str(die): targets[f] for die, f in enumerate(faces.split(), 1) if f in targets}
        answer(match, "A", aims)
        assert life(match)["A"] == lives

    @pytest.mark.rule("bang.doc.heal", "bang.saloon.double")
    def test_a_double_bullseye_is_two_of_them(self) -> None:
        match = table(self.TABLE, new_characters=True, saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "1 dyn dyn gat 1x2")
        stop(match)
        answer(match, "A", {"1": B, "5a": B, "5b": B})
        assert life(match)["A"] == 7

    @pytest.mark.rule("bang.doc.heal")
    def test_it_does_not_matter_what_the_shots_did(self) -> None:
        match = table(self.TABLE.replace("B rose outlaw 9/9", "B vera outlaw 7/7"))
        throw(match, "1 1 1 dyn dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": D, "3": D})
        assert life(match) == {"A": 7, "B": 7, "C": 8, "D": 5}

    @pytest.mark.rule("bang.doc.heal", "bang.loss.batch")
    def test_he_heals_before_the_gringos_arrow_brings_the_indians(self) -> None:
        match = table(
            "A doc sheriff 1/10 a1 | B gringo outlaw 7/7 a4 | C lucky outlaw 8/8 a3"
            " | D kit renegade 7/7 | pile 1 | turn A",
            new_characters=True,
        )
        throw(match, "1 1 1 dyn dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": D, "3": D})
        assert life(match) == {"A": 1, "B": 2, "C": 5, "D": 5}

    @pytest.mark.rule("bang.doc.heal")
    def test_shots_of_others_do_not_heal_him(self) -> None:
        match = table(self.TABLE.replace("turn A", "turn B"), new_characters=True)
        throw(match, "1 1 1 dyn dyn")
        stop(match)
        answer(match, "B", {"1": C, "2": C, "3": C})
        assert life(match)["A"] == 5

    @pytest.mark.rule("bang.doc.heal", "bang.role.bad", "bang.gain.event")
    def test_his_gain_is_an_event_of_its_own_for_the_bad(self) -> None:
        match = table(
            "A doc sheriff 5/10 | B rose outlaw:bad 9/9 | C lucky outlaw 8/8 | D kit renegade 7/7"
            " | pile 9 | turn A",
            new_characters=True,
            special_roles="mixed",
        )
        throw(match, "1 1 1 beer dyn")
        stop(match)
        window(match)
        answer(match, "A", {"1": B, "2": B, "3": B})
        assert question(match) == "BadWindow"
        window(match, B="bad")
        assert life(match)["A"] == 5
        answer(match, "A", {A: 1})
        assert life(match)["A"] == 6, "the beer is another gain"


class TestMolly:
    TABLE = (
        "A paul sheriff 9/11 | B rose outlaw {b} | C lucky outlaw 8/8 | D molly renegade {d}/8"
        " | E gringo deputy {e} | pile 9 | turn A"
    )

    @pytest.mark.rule("bang.molly.take")
    def test_she_may_take_over_some_of_the_points_split_as_she_likes(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=5, e="7/7"), new_characters=True)
        throw(match, "1 1 2 dyn dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": C})
        assert (question(match), match.asked()) == ("MollyDecides", [D])
        assert refused(match, D, {C: 2}) is not None
        answer(match, "D", {B: 1, C: 1})
        assert life(match) == {"A": 9, "B": 8, "C": 8, "D": 3, "E": 7}

    @pytest.mark.rule("bang.molly.take")
    def test_or_none_at_all(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=5, e="7/7"), new_characters=True)
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        answer(match, "D", {})
        assert life(match) == {"A": 9, "B": 8, "C": 8, "D": 5, "E": 7}

    @pytest.mark.rule("bang.molly.take")
    @pytest.mark.parametrize(
        ("die", "faces"),
        [("none", "dyn dyn dyn gat gat"), ("loudmouth", "dyn dyn gat gat bullet")],
    )
    def test_dynamite_and_bullets_too(self, die: str, faces: str) -> None:
        match = table(
            self.TABLE.format(b="9/9", d=5, e="7/7"), new_characters=True, saloon_dice=True
        )
        answer(match, "A", die)
        throw(match, faces)
        answer(match, "D", {A: 1})
        assert (life(match)["A"], life(match)["D"]) == (9, 4)

    @pytest.mark.rule("bang.molly.take", "bang.molly.limit")
    def test_and_arrows_up_to_what_her_own_leave_her(self) -> None:
        match = table(
            "A paul sheriff 9/11 | B rose outlaw 9/9 a6 | C lucky outlaw 8/8"
            " | D molly renegade 4/8 a2 | pile 1 | turn A",
            new_characters=True,
        )
        throw(match, "arrow dyn dyn gat gat")
        assert refused(match, D, {B: 3}) is not None
        answer(match, "D", {A: 1})
        assert life(match) == {"A": 9, "B": 3, "C": 8, "D": 1}
        assert match.state.pile == 9

    @pytest.mark.rule("bang.molly.limit")
    def test_taken_over_and_her_own_together_are_no_more_than_she_has(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=2, e="7/7"), new_characters=True)
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert refused(match, D, {B: 1, C: 1}) is not None
        answer(match, "D", {B: 1})
        assert cowboy(match, "D").out
        assert life(match) == {"A": 9, "B": 9, "C": 7, "E": 6}

    @pytest.mark.rule("bang.molly.limit")
    def test_with_nothing_to_spare_she_is_not_asked(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=1, e="7/7"), new_characters=True)
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert cowboy(match, "D").out
        assert life(match) == {"A": 9, "B": 8, "C": 7, "E": 6}

    @pytest.mark.rule("bang.molly.kind", "bang.gringo.not")
    def test_a_spared_gringo_does_not_strike_back(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=5, e="7/7"), new_characters=True)
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": E})
        answer(match, "D", {E: 1})
        assert (life(match)["D"], life(match)["E"], cowboy(match, "A").arrows) == (4, 7, 0)

    @pytest.mark.rule("bang.molly.kind", "bang.gringo.arrow")
    def test_a_gringo_who_still_loses_one_does(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=5, e="7/7"), new_characters=True)
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": E, "2": E})
        answer(match, "D", {E: 1})
        assert (life(match)["D"], life(match)["E"], cowboy(match, "A").arrows) == (4, 6, 1)

    @pytest.mark.rule("bang.molly.take", "bang.molly.limit")
    def test_she_takes_from_the_hits_not_from_the_life_points(self) -> None:
        match = table(self.TABLE.format(b="1/9", d=5, e="7/7"), new_characters=True)
        throw(match, "1 1 1 dyn dyn")
        stop(match)
        answer(match, "A", {"1": B, "2": B, "3": B})
        answer(match, "D", {B: 2})
        assert cowboy(match, "B").out, "one of three hits is still left"
        assert life(match)["D"] == 3

    @pytest.mark.rule("bang.molly.take", "bang.loss.batch")
    def test_bart_decides_before_her(self) -> None:
        match = table(
            self.TABLE.replace("B rose", "B bart").format(b="8/8", d=5, e="7/7"),
            new_characters=True,
        )
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert question(match) == "BartDecides"
        answer(match, "B", 1)
        assert question(match) == "MollyDecides"
        assert refused(match, D, {B: 2}) is not None
        answer(match, "D", {B: 1})
        assert (life(match)["B"], cowboy(match, "B").arrows, life(match)["D"]) == (8, 1, 4)

    @pytest.mark.rule("bang.molly.take")
    def test_if_bart_pays_for_everything_there_is_nothing_to_take_over(self) -> None:
        match = table(
            self.TABLE.replace("B rose", "B bart").format(b="8/8", d=5, e="7/7"),
            new_characters=True,
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        answer(match, "B", 1)
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.molly.take")
    def test_her_own_loss_alone_is_no_question(self) -> None:
        match = table(self.TABLE.format(b="9/9", d=5, e="7/7"), new_characters=True)
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": D})
        assert question(match) == "BeginTurn"
        assert life(match)["D"] == 4

    @pytest.mark.rule("bang.molly.kind", "bang.turn.dead_owner", "bang.gringo.when")
    def test_falling_in_her_own_attack_she_takes_no_arrow_for_the_gringo(self) -> None:
        match = table(
            "A paul sheriff 9/11 | B rose outlaw 9/9 | C lucky outlaw 8/8"
            " | D molly renegade 1/8 | E gringo deputy 7/7 | pile 9 | turn D",
            new_characters=True,
        )
        throw(match, "1 1 beer dyn dyn")
        stop(match)
        answer(match, "D", {"1": E, "2": E})
        answer(match, "D", {E: 1})
        assert cowboy(match, "D").out
        assert life(match)["E"] == 6
        assert match.state.pile == 9
        assert match.state.active == E

    @pytest.mark.rule("bang.molly.take", "bang.loss.batch")
    def test_what_others_are_spared_she_cannot_take_over(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B vera outlaw 7/7 | C paul outlaw 9/9 | D sid renegade 8/8"
            " | E molly deputy 5/8 | pile 9 | turn A",
            new_characters=True,
        )
        throw(match, "1 1 dyn dyn gat")
        stop(match)
        answer(match, "A", {"1": B, "2": B})
        assert refused(match, E, {B: 2}) is not None, "Vera loses but one of two"
        answer(match, "E", {B: 1})
        assert life(match) == {"A": 8, "B": 7, "C": 9, "D": 8, "E": 4}
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert refused(match, E, {C: 1}) is not None, "the Gatling costs Paul nothing"
        assert refused(match, E, {D: 1}) is None

    @pytest.mark.rule("bang.molly.take", "bang.jourdonnais.max", "bang.chief.immune")
    def test_in_an_attack_too(self) -> None:
        match = table(
            "A lucky sheriff 8/10 | B jourdonnais outlaw 7/7 a3 | C paul outlaw 9/9 a4+C"
            " | D sid renegade 8/8 a1 | E molly deputy 5/8 | pile 1 | turn A",
            chief=True,
            new_characters=True,
        )
        throw(match, "arrow dyn dyn gat gat")
        assert refused(match, E, {B: 2}) is not None
        assert refused(match, E, {C: 1}) is not None
        answer(match, "E", {B: 1, D: 1})
        assert life(match) == {"A": 7, "B": 7, "C": 9, "D": 8, "E": 3}
