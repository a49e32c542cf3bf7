"""The Ghost (specification, 3.19 and 2.8)."""

from typing import Any

import pytest

from bang_dice import GAME
from bang_dice.content import Face, RoleCard
from bang_dice.notation.table import read_table
from bang_dice.rules.turn import Turn, Turns
from bang_dice.state import BangOptions, GhostToken, Town
from boomtown.core import Match, Seat
from boomtown.testing import LoadedChance, arranged, refused
from saloon import (
    A,
    B,
    C,
    D,
    E,
    F,
    H,
    answer,
    cowboy,
    life,
    load,
    nobody,
    question,
    reroll,
    stop,
    table,
    throw,
    told,
    window,
)


def play(before: str, **options: Any) -> Match[Town]:
    """A table with the Ghost module."""
    return table(before, ghost=True, **options)


def haunted(
    before: str, holder: Seat, face: Face, *, double: bool = False, **options: Any
) -> Match[Town]:
    """A table at which the Ghost has already given a token."""
    town = read_table(before, BangOptions(ghost=True, **options))
    town.token = GhostToken(holder, face, double)
    return arranged(
        GAME,
        town,
        Turn(),
        Turns(),
        seats=len(town.cowboys),
        chance=LoadedChance(),
        options={"ghost": True, **options},
    )


LIVING = (
    "A paul sheriff 9/11 | B rose outlaw {b} | C lucky outlaw {c} | D willy renegade {d}"
    " | E black_jack deputy {e} | pile 9 | turn {turn}"
)


def town_of(b: str = "9/9", c: str = "8/8", d: str = "7/8", e: str = "8/8", turn: str = "A") -> str:
    return LIVING.format(b=b, c=c, d=d, e=e, turn=turn)


class TestWho:
    @pytest.mark.rule("bang.ghost.who")
    def test_the_first_player_eliminated_becomes_the_ghost(self) -> None:
        match = play(town_of(b="1/9"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert match.state.ghost == B

    @pytest.mark.rule("bang.ghost.who")
    def test_there_is_only_one(self) -> None:
        match = play(town_of(b="ghost", c="1/8"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": C})
        assert cowboy(match, "C").out
        assert match.state.ghost == B

    @pytest.mark.rule("bang.ghost.who")
    def test_the_second_player_eliminated_never_is(self) -> None:
        match = play(town_of(b="out", c="1/8"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": C})
        assert match.state.ghost is None

    @pytest.mark.rule("bang.ghost.who")
    def test_the_sheriff_ends_the_game_instead(self) -> None:
        match = play(town_of(turn="B").replace("9/11", "1/11"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "B", {"1": A})
        assert question(match) == "over"
        assert match.state.ghost is None

    @pytest.mark.rule("bang.ghost.who", "bang.setup.modules")
    def test_without_the_module_there_is_no_ghost(self) -> None:
        match = table(town_of(b="1/9"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert match.state.ghost is None

    @pytest.mark.rule("bang.ghost.who", "bang.ghost.team")
    def test_a_first_elimination_that_ends_the_game_makes_no_ghost(self) -> None:
        match = play(
            "A paul sheriff 1/11 a1 | B rose outlaw 9/9 a3 | C lucky outlaw 8/8 a2"
            " | D willy renegade 1/8 a1 | E black_jack deputy 8/8 a1 | pile 1 | turn B"
        )
        throw(match, "arrow dyn dyn gat gat")
        assert match.outcome is not None
        assert match.outcome.winners == (B, C), "the Renegade joins no team"
        assert match.state.ghost is None

    @pytest.mark.rule("bang.ghost.tie")
    def test_of_several_it_is_the_first_clockwise_from_the_active_player(self) -> None:
        match = play(town_of(b="1/9", d="1/8", turn="C"))
        throw(match, "gat gat gat dyn dyn")
        stop(match)
        assert cowboy(match, "B").out
        assert cowboy(match, "D").out
        assert match.state.ghost == D

    @pytest.mark.rule("bang.ghost.tie")
    def test_the_active_player_counts_first(self) -> None:
        match = play(
            "A paul sheriff 9/11 a3 | B rose outlaw 1/9 a2 | C lucky outlaw 1/8 a2"
            " | D willy renegade 8/8 a1 | E black_jack deputy 8/8 | pile 1 | turn C"
        )
        throw(match, "arrow dyn dyn dyn gat")
        assert life(match) == {"A": 6, "D": 7, "E": 8}
        assert match.state.ghost == C


class TestCard:
    @pytest.mark.rule("bang.ghost.card")
    def test_the_ghost_shows_a_role_and_has_neither_life_points_nor_arrows(self) -> None:
        match = play(town_of(b="1/9").replace("1/9", "1/9 a3").replace("pile 9", "pile 6"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        ghost = cowboy(match, "B")
        assert (ghost.life, ghost.arrows, ghost.role.public) == (0, 0, True)
        assert match.state.pile == 9

    @pytest.mark.rule("bang.ghost.card", "bang.ghost.dice")
    def test_black_jack_as_a_ghost_cannot_throw_dynamite_again(self) -> None:
        match = play(town_of(e="ghost", turn="E"))
        throw(match, "dyn beer")
        assert refused(match, E, [1]) == "bang.roll.dyn_lock"

    @pytest.mark.rule("bang.ghost.card", "bang.ghost.dice")
    def test_lucky_duke_as_a_ghost_throws_three_times(self) -> None:
        match = play(town_of(c="ghost", turn="C"))
        throw(match, "gat beer")
        reroll(match, {1: "gat"})
        reroll(match, {1: "1"})
        assert question(match) == "AssignToken"

    @pytest.mark.rule("bang.ghost.card")
    def test_sid_as_a_ghost_helps_nobody(self) -> None:
        match = play(town_of(b="ghost", turn="B").replace("B rose", "B sid"))
        throw(match, "gat beer")
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.ghost.card")
    def test_vulture_sam_as_a_ghost_gains_nothing(self) -> None:
        match = play(town_of(b="ghost", c="1/8").replace("B rose", "B sam"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": C})
        assert "bang.sam.gain" not in told(match)
        assert cowboy(match, "B").life == 0

    @pytest.mark.rule("bang.ghost.card", "bang.ask.everyone")
    def test_the_ghost_has_no_power_of_a_role(self) -> None:
        match = play(
            town_of(e="ghost").replace("E black_jack deputy", "E black_jack deputy:doctor"),
            special_roles="mixed",
        )
        throw(match, "dyn dyn gat gat beer")
        assert question(match) == "OfferReroll", "the Doctor is face up and gone"


class TestTeam:
    SIX = (
        "A paul sheriff {a} | B rose outlaw {b} | C lucky outlaw {c} | D willy renegade {d}"
        " | E black_jack deputy {e} | F kit outlaw {f} | pile 9 | turn {turn}"
    )

    @pytest.mark.rule("bang.ghost.team")
    @pytest.mark.parametrize(
        ("seats", "side"), [(5, "outlaw"), (6, "deputy"), (7, "outlaw"), (8, "deputy")]
    )
    def test_a_renegade_joins_the_side_of_the_table(self, seats: int, side: str) -> None:
        extra = ["F kit outlaw 7/7", "G sid deputy 8/8", "H suzy renegade 8/8"][: seats - 5]
        before = town_of(d="1/8").split(" | pile")[0]
        match = play(" | ".join([before, *extra, "pile 9", "turn C"]))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "C", {"1": D})
        assert match.state.ghost == D
        assert match.state.ghost_role == side

    @pytest.mark.rule("bang.ghost.team")
    def test_with_five_the_ghost_renegade_wins_with_the_outlaws(self) -> None:
        match = play(town_of(d="ghost", turn="B").replace("9/11", "1/11"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "B", {"1": A})
        assert match.outcome is not None
        assert match.outcome.winners == (B, C, D)

    @pytest.mark.rule("bang.ghost.team")
    def test_with_five_the_ghost_renegade_does_not_win_with_the_law(self) -> None:
        match = play(town_of(b="1/9", c="out", d="ghost"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert match.outcome is not None
        assert match.outcome.winners == (A, E)

    @pytest.mark.rule("bang.ghost.team")
    def test_with_six_the_ghost_renegade_wins_with_the_law(self) -> None:
        match = play(
            self.SIX.format(a="9/11", b="1/9", c="out", d="ghost", e="8/8", f="out", turn="A")
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": B})
        assert match.outcome is not None
        assert match.outcome.winners == (A, D, E)

    @pytest.mark.rule("bang.ghost.team")
    def test_with_six_the_outlaws_win_without_the_ghost_renegade(self) -> None:
        match = play(
            self.SIX.format(a="1/11", b="9/9", c="8/8", d="ghost", e="8/8", f="7/7", turn="B")
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "B", {"1": A})
        assert match.outcome is not None
        assert match.outcome.winners == (B, C, F)

    @pytest.mark.rule("bang.ghost.team", "bang.out.silent")
    def test_a_ghost_outlaw_wins_with_the_outlaws(self) -> None:
        match = play(town_of(b="ghost", turn="E").replace("9/11", "1/11"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "E", {"1": A})
        assert match.outcome is not None
        assert match.outcome.winners == (B, C)

    @pytest.mark.rule("bang.ghost.team", "bang.out.silent")
    def test_a_ghost_deputy_wins_with_the_law(self) -> None:
        match = play(town_of(b="out", c="1/8", d="out", e="ghost"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        assert match.outcome is not None
        assert match.outcome.winners == (A, E)

    @pytest.mark.rule("bang.ghost.team", "bang.end.two_renegades")
    def test_the_other_renegade_still_wins_alone(self) -> None:
        match = play(
            "A paul sheriff 1/11 | B rose outlaw out | C lucky outlaw out | D willy renegade ghost"
            " | E black_jack deputy out | F kit outlaw out | G sid deputy out"
            " | H suzy renegade 8/8 | pile 9 | turn H"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        assert match.outcome is not None
        assert match.outcome.winners == (H,)

    @pytest.mark.rule("bang.ghost.team", "bang.role.same_goal")
    def test_a_special_renegade_joins_a_side_too(self) -> None:
        before = town_of(d="1/8", turn="C").replace("renegade", "renegade:right_hand")
        match = play(before, special_roles="mixed")
        throw(match, "1 dyn dyn dyn gat")
        nobody(match)
        answer(match, "C", {"1": D})
        nobody(match)
        assert match.state.ghost == D
        assert match.state.ghost_role == "outlaw"

    @pytest.mark.rule("bang.ghost.who", "bang.role.good")
    def test_a_former_sheriff_may_become_the_ghost(self) -> None:
        before = town_of(turn="E").replace("deputy", "deputy:good").replace("9/11", "1/11")
        match = play(before, special_roles="mixed")
        answer(match, "E", "good")
        nobody(match)
        throw(match, "1 dyn dyn gat gat")
        nobody(match)
        stop(match)
        nobody(match)
        answer(match, "E", {"1": A})
        nobody(match)
        assert match.outcome is None
        assert match.state.ghost == A

    @pytest.mark.rule("bang.ghost.who", "bang.role.left_hand")
    def test_who_was_saved_was_not_the_first_to_be_eliminated(self) -> None:
        before = town_of(b="1/9", turn="A").replace("renegade", "renegade:left_hand")
        match = play(before, special_roles="mixed")
        throw(match, "1 dyn dyn dyn gat")
        nobody(match)
        answer(match, "A", {"1": B})
        window(match, D="left_hand")
        nobody(match)
        assert life(match)["B"] == 2
        assert match.state.ghost is None


class TestNotLiving:
    @pytest.mark.rule("bang.ghost.not_living", "bang.shot.distance")
    def test_places_are_counted_without_the_ghost(self) -> None:
        match = play(town_of(b="ghost"))
        throw(match, "1 2 dyn dyn gat")
        stop(match)
        assert [s for s in range(5) if refused(match, A, {"1": s, "2": D}) is None] == [2, 4]
        assert [s for s in range(5) if refused(match, A, {"1": C, "2": s}) is None] == [3]

    @pytest.mark.rule("bang.ghost.not_living", "bang.shot.two_as_one")
    def test_with_three_living_and_a_ghost_a_two_is_a_one(self) -> None:
        match = play(town_of(b="ghost", c="out"))
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        assert [s for s in range(5) if refused(match, A, {"1": s}) is None] == [3, 4]

    @pytest.mark.rule("bang.ghost.not_living")
    def test_neither_gatling_nor_beer_nor_indians_reach_the_ghost(self) -> None:
        match = play(town_of(b="ghost"))
        throw(match, "gat gat gat beer dyn")
        stop(match)
        assert refused(match, A, {B: 1}) is not None
        answer(match, "A", {A: 1})
        assert life(match) == {"A": 10, "C": 7, "D": 6, "E": 7}
        assert cowboy(match, "B").life == 0

    @pytest.mark.rule("bang.ghost.not_living", "bang.end.law")
    def test_a_ghost_outlaw_does_not_keep_the_game_going(self) -> None:
        match = play(town_of(b="ghost", c="out", d="1/8"))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        answer(match, "A", {"1": D})
        assert match.outcome is not None
        assert match.outcome.winners == (A, E)


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

    @pytest.mark.rule("bang.ghost.return", "bang.out.reveal")
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
