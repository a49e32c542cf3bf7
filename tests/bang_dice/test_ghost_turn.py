"""The turn of the Ghost: dice, the token that it gives, who may answer (specification, 3.19)."""

import pytest

from bang_dice.content import Face, RoleCard
from bang_dice.state import GhostToken
from boomtown.testing import refused
from ghost_town import haunted, play, town_of
from saloon import (
    A,
    B,
    C,
    D,
    E,
    answer,
    cowboy,
    life,
    load,
    nobody,
    question,
    reroll,
    stop,
    throw,
    window,
)


class TestTurn:
    @pytest.mark.rule("bang.ghost.turn")
    def test_the_ghost_keeps_the_place_in_turn_order(self) -> None:
        match = play(town_of(c="ghost", turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert (question(match), match.asked()) == ("BeginTurn", [C])
        throw(match, "arrow beer")
        stop(match)
        answer(match, "C", {"face": "beer", "to": A})
        assert match.asked() == [D]

    @pytest.mark.rule("bang.ghost.turn")
    def test_killed_just_before_the_own_seat_the_ghost_plays_right_then(self) -> None:
        match = play(town_of(b="1/9"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert (question(match), match.asked()) == ("BeginTurn", [B])
        throw(match, "arrow beer")
        assert match.state.dice == ["arrow", "beer"]

    @pytest.mark.rule("bang.ghost.turn", "bang.turn.dead_owner")
    def test_killed_in_the_own_turn_the_ghost_waits_for_the_next_time(self) -> None:
        match = play(town_of(b="1/9", turn="B"))
        throw(match, "dyn dyn dyn 1 beer")
        assert match.state.ghost == B
        for seat in (C, D, E, A):
            assert (question(match), match.asked()) == ("BeginTurn", [seat])
            throw(match, "dyn dyn dyn gat arrow")
        assert match.asked() == [B]
        throw(match, "arrow beer")
        assert match.state.dice == ["arrow", "beer"]

    @pytest.mark.rule("bang.ghost.turn", "bang.turn.dead_owner")
    @pytest.mark.parametrize("special_roles", ["off", "mixed"])
    def test_killed_by_a_bullet_the_ghost_throws_no_more_dice_of_that_turn(
        self, special_roles: str
    ) -> None:
        match = play(town_of(b="1/9", turn="B"), saloon_dice=True, special_roles=special_roles)
        answer(match, "B", "loudmouth")
        throw(match, "1 1 gat gat bullet")
        nobody(match)
        assert match.state.ghost == B
        assert (question(match), match.asked()) == ("ChooseSaloonDie", [C])

    @pytest.mark.rule("bang.ghost.turn", "bang.turn.dead_owner")
    def test_killed_by_indians_the_ghost_throws_no_more_dice_of_that_turn(self) -> None:
        match = play(
            "A paul sheriff 9/11 a3 | B rose outlaw 1/9 | C lucky outlaw 8/8 a3"
            " | D willy renegade 8/8 a2 | E black_jack deputy 8/8 | pile 1 | turn B"
        )
        throw(match, "arrow arrow 1 1 beer")
        assert match.state.ghost == B
        assert match.state.pile == 9
        assert (question(match), match.asked()) == ("BeginTurn", [C])


class TestDice:
    @pytest.mark.rule("bang.ghost.dice")
    def test_two_base_dice_no_saloon_die(self) -> None:
        match = play(town_of(b="ghost", turn="B"), saloon_dice=True)
        assert (question(match), match.asked()) == ("BeginTurn", [B])
        throw(match, "arrow beer")
        assert match.state.dice == ["arrow", "beer"]

    @pytest.mark.rule("bang.ghost.dice")
    def test_two_rerolls_by_the_usual_rules(self) -> None:
        match = play(town_of(b="ghost", turn="B"))
        throw(match, "dyn beer")
        assert refused(match, B, [1]) == "bang.roll.dyn_lock"
        reroll(match, {2: "arrow"})
        reroll(match, {2: "gat"})
        assert question(match) == "AssignToken"

    @pytest.mark.rule("bang.ghost.dice", "bang.roll.over")
    def test_two_dynamites_leave_nothing_to_throw_again(self) -> None:
        match = play(town_of(b="ghost", turn="B"))
        throw(match, "dyn dyn")
        assert question(match) == "AssignToken"

    @pytest.mark.rule("bang.ghost.no_effect")
    def test_the_faces_do_nothing_to_the_ghost(self) -> None:
        match = play(town_of(b="ghost", turn="B"))
        throw(match, "arrow arrow")
        stop(match)
        assert (cowboy(match, "B").arrows, match.state.pile) == (0, 9)
        assert question(match) == "AssignToken", "nobody is shot at, nobody drinks"

    @pytest.mark.rule("bang.ghost.assign")
    def test_one_of_the_two_faces_goes_to_a_living_player(self) -> None:
        match = play(town_of(b="ghost", c="out", turn="B"))
        throw(match, "arrow beer")
        stop(match)
        assert refused(match, B, {"face": "gat", "to": A}) == "bang.ghost.assign"
        assert refused(match, B, {"face": "beer", "to": C}) == "bang.ghost.assign"
        assert refused(match, B, {"face": "beer", "to": B}) == "bang.ghost.assign"
        assert refused(match, B, {"face": "beer"}) is not None
        answer(match, "B", {"face": "beer", "to": D})
        assert match.state.token == GhostToken(D, Face.BEER, False)

    @pytest.mark.rule("bang.ghost.assign")
    def test_an_absent_ghost_gives_the_first_die_to_the_next_living_player(self) -> None:
        match = play(town_of(b="ghost", c="out", turn="B"))
        throw(match, "arrow beer")
        stop(match)
        match.time_out(B)
        assert match.state.token == GhostToken(D, Face.ARROW, False)

    @pytest.mark.rule("bang.ghost.double")
    def test_a_pair_takes_the_double_token_along(self) -> None:
        match = play(town_of(b="ghost", turn="B"))
        throw(match, "arrow arrow")
        stop(match)
        answer(match, "B", {"face": "arrow", "to": C})
        assert match.state.token == GhostToken(C, Face.ARROW, True)


class TestFixedDice:
    @pytest.mark.rule("bang.ghost.fix")
    @pytest.mark.parametrize(("double", "cast"), [(False, 4), (True, 3)])
    def test_the_fixed_dice_are_not_cast_in_the_first_throw(self, double: bool, cast: int) -> None:
        match = haunted(town_of(b="ghost"), A, Face.BEER, double=double)
        throw(match, "dyn dyn gat gat"[: 4 * cast - 1])
        assert match.state.dice == ["beer"] * (5 - cast) + ["dyn", "dyn", "gat", "gat"][:cast]

    @pytest.mark.rule("bang.ghost.fix")
    def test_only_the_holders_dice_are_fixed(self) -> None:
        match = haunted(town_of(b="ghost"), C, Face.BEER)
        throw(match, "dyn dyn dyn gat gat")
        assert match.state.token is not None
        assert match.state.active == B

    @pytest.mark.rule("bang.ghost.counts")
    def test_a_fixed_arrow_is_taken(self) -> None:
        match = haunted(town_of(b="ghost"), A, Face.ARROW, double=True)
        throw(match, "dyn dyn gat")
        assert (cowboy(match, "A").arrows, match.state.pile) == (2, 7)
        reroll(match, {5: "gat"})
        assert cowboy(match, "A").arrows == 2, "once"

    @pytest.mark.rule("bang.ghost.counts", "bang.dyn.explode")
    def test_fixed_dynamite_locks_and_explodes_with_others(self) -> None:
        match = haunted(town_of(b="ghost"), A, Face.DYNAMITE, double=True)
        throw(match, "gat beer gat")
        assert refused(match, A, [1]) == "bang.roll.dyn_lock"
        reroll(match, {3: "dyn"})
        assert life(match)["A"] == 8

    @pytest.mark.rule("bang.ghost.counts")
    def test_fixed_symbols_count_at_the_end(self) -> None:
        match = haunted(town_of(b="ghost"), A, Face.GATLING, double=True)
        throw(match, "gat dyn dyn")
        stop(match)
        assert life(match) == {"A": 9, "C": 7, "D": 6, "E": 7}

    @pytest.mark.rule("bang.ghost.reroll")
    def test_from_the_second_throw_on_they_may_be_thrown_again(self) -> None:
        match = haunted(town_of(b="ghost"), A, Face.BEER, double=True)
        throw(match, "dyn dyn gat")
        reroll(match, {1: "gat", 2: "1"})
        assert match.state.dice[:2] == ["gat", "1"]

    @pytest.mark.rule("bang.ghost.reroll", "bang.black_jack.reroll")
    def test_black_jack_may_throw_fixed_dynamite_again(self) -> None:
        match = haunted(town_of(b="ghost", turn="E"), E, Face.DYNAMITE, double=True)
        throw(match, "gat gat beer")
        reroll(match, {1: "beer"})
        assert match.state.dice[0] == "beer"

    @pytest.mark.rule("bang.ghost.saloon", "bang.turn.start")
    def test_a_saloon_die_replaces_a_die_that_is_not_fixed(self) -> None:
        match = haunted(town_of(b="ghost"), A, Face.BEER, double=True, saloon_dice=True)
        assert question(match) == "ChooseSaloonDie"
        answer(match, "A", "loudmouth")
        throw(match, "dyn dyn gatx2")
        assert match.state.dice == ["beer", "beer", "dyn", "dyn", "gatx2"]

    @pytest.mark.rule("bang.ghost.saloon", "bang.jose.six")
    @pytest.mark.parametrize(
        ("who", "die", "face"), [("jose", "loudmouth", "bullet"), ("tequila", "coward", "broken")]
    )
    def test_jose_and_tequila_still_add_theirs(self, who: str, die: str, face: str) -> None:
        before = town_of(b="ghost").replace("A paul", f"A {who}")
        match = haunted(before, A, Face.BEER, double=True, saloon_dice=True, new_characters=True)
        answer(match, "A", die)
        throw(match, f"dyn dyn gat {face}")
        assert match.state.dice == ["beer", "beer", "dyn", "dyn", "gat", face]

    @pytest.mark.rule("bang.ghost.fix", "bang.bill.late")
    def test_bill_noface_takes_a_fixed_arrow_late(self) -> None:
        match = haunted(
            town_of(b="ghost").replace("A paul", "A bill"), A, Face.ARROW, new_characters=True
        )
        throw(match, "dyn dyn gat gat")
        assert cowboy(match, "A").arrows == 0
        stop(match)
        assert cowboy(match, "A").arrows == 1

    @pytest.mark.rule("bang.ghost.counts", "bang.elena.give")
    def test_elena_may_give_a_fixed_arrow_away(self) -> None:
        match = haunted(
            town_of(b="ghost").replace("A paul", "A elena"), A, Face.ARROW, new_characters=True
        )
        throw(match, "dyn dyn gat gat")
        assert question(match) == "ElenaChooses"
        assert refused(match, A, {"token": "regular", "to": B}) == "bang.elena.give"
        answer(match, "A", {"token": "regular", "to": C})
        assert cowboy(match, "C").arrows == 1

    @pytest.mark.rule("bang.ghost.return")
    def test_the_tokens_go_back_at_the_end_of_the_turn(self) -> None:
        match = haunted(town_of(b="ghost"), A, Face.BEER)
        throw(match, "dyn dyn dyn gat")
        assert match.state.token is not None
        answer(match, "A", {A: 1})
        assert match.state.token is None

    @pytest.mark.rule("bang.ghost.return")
    def test_or_when_the_holder_falls(self) -> None:
        match = haunted(town_of(b="ghost", c="1/8"), C, Face.BEER)
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": C})
        assert cowboy(match, "C").out
        assert match.state.token is None

    @pytest.mark.rule("bang.ghost.return", "bang.role.left_hand")
    def test_a_holder_who_is_saved_keeps_them(self) -> None:
        before = town_of(b="ghost", c="1/8").replace("renegade", "renegade:left_hand")
        match = haunted(before, C, Face.BEER, special_roles="mixed")
        throw(match, "1 dyn dyn dyn gat")
        nobody(match)
        answer(match, "A", {"1": C})
        window(match, D="left_hand")
        nobody(match)
        assert match.state.token == GhostToken(C, Face.BEER, False)

    @pytest.mark.rule("bang.ghost.return", "bang.turn.dead_owner")
    def test_or_when_the_holder_falls_in_the_turn_itself(self) -> None:
        match = haunted(town_of(b="ghost", c="1/8", turn="C"), C, Face.DYNAMITE)
        throw(match, "dyn dyn gat gat")
        assert cowboy(match, "C").out
        assert match.state.token is None

    @pytest.mark.rule("bang.ghost.extra_turn", "bang.turn.end")
    def test_an_extra_turn_is_not_haunted(self) -> None:
        before = town_of(b="ghost", turn="D").replace("renegade", "renegade:right_hand")
        match = haunted(before, D, Face.DYNAMITE, double=True, special_roles="mixed")
        throw(match, "dyn 2 2")
        nobody(match)
        if question(match) == "Shoot":
            answer(match, "D", {"4": A, "5": A})
        assert question(match) == "EndTurn"
        assert match.state.token is None, "the tokens are back before the reveal"
        answer(match, "D", "right_hand")
        nobody(match)
        throw(match, "beer beer gat gat beer")
        assert match.state.dice == ["beer", "beer", "gat", "gat", "beer"]


class TestPowers:
    @pytest.mark.rule("bang.role.gambler", "bang.ghost.fix")
    def test_the_gambler_makes_the_fixed_dice_be_thrown_too(self) -> None:
        before = town_of(b="ghost").replace("C lucky outlaw", "C lucky outlaw:gambler")
        match = haunted(before, A, Face.DYNAMITE, double=True, special_roles="mixed")
        throw(match, "arrow gat dyn")
        window(match, C="gambler")
        load(match, "beer beer gat gat 1")
        nobody(match)
        assert match.state.dice == ["beer", "beer", "gat", "gat", "1"]
        assert (life(match)["A"], cowboy(match, "A").arrows) == (9, 0)

    @pytest.mark.rule("bang.role.gambler", "bang.bill.late", "bang.ghost.fix")
    def test_bill_nofaces_fixed_arrows_are_ignored_by_the_gambler(self) -> None:
        before = town_of(b="ghost").replace("C lucky outlaw", "C lucky outlaw:gambler")
        match = haunted(
            before.replace("A paul", "A bill"),
            A,
            Face.ARROW,
            double=True,
            special_roles="mixed",
            new_characters=True,
        )
        throw(match, "gat dyn dyn")
        nobody(match)
        stop(match)
        window(match, C="gambler")
        load(match, "beer arrow gat gat dyn")
        nobody(match)
        assert (cowboy(match, "A").arrows, match.state.pile) == (1, 8)

    @pytest.mark.rule("bang.role.doctor.counts", "bang.ghost.fix")
    def test_the_doctor_may_turn_a_fixed_die(self) -> None:
        before = town_of(b="ghost").replace("deputy", "deputy:doctor")
        match = haunted(before, A, Face.ARROW, special_roles="mixed")
        throw(match, "gat gat dyn dyn")
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "beer"})
        assert (cowboy(match, "A").arrows, match.state.dice[0]) == (0, "beer")

    @pytest.mark.rule("bang.role.doctor", "bang.ghost.assign")
    def test_the_doctor_may_turn_a_die_of_the_ghost(self) -> None:
        before = town_of(b="ghost", turn="B").replace("deputy", "deputy:doctor")
        match = play(before, special_roles="mixed")
        throw(match, "dyn dyn")
        assert match.asked() == [C, D, E]
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "beer"})
        assert (question(match), match.asked()) == ("OfferReroll", [B])
        stop(match)
        nobody(match)
        assert refused(match, B, {"face": "beer", "to": A}) is None

    @pytest.mark.rule("bang.role.gambler", "bang.ghost.assign")
    def test_the_gambler_may_answer_the_ghost(self) -> None:
        before = town_of(b="ghost", turn="B").replace("C lucky outlaw", "C lucky outlaw:gambler")
        match = play(before, special_roles="mixed")
        throw(match, "dyn beer")
        nobody(match)
        stop(match)
        assert match.asked() == [C, D, E]
        window(match, C="gambler")
        load(match, "arrow gat")
        nobody(match)
        assert match.state.dice == ["arrow", "gat"]
        assert question(match) == "AssignToken"

    @pytest.mark.rule("bang.hidden.no_peek", "bang.ghost.card")
    def test_neither_the_ghost_nor_the_dead_see_face_down_roles(self) -> None:
        match = play(town_of(b="ghost", c="out"))
        for seat in (B, C):
            roles = [one.role for one in match.view(seat).state.cowboys]
            assert [role.known for role in roles] == [True, True, True, False, False]
        assert cowboy(match, "D").role.value is RoleCard.RENEGADE
