"""Who becomes the Ghost, and what a Ghost is and is not (specification, 3.19 and 2.8)."""

import pytest

from boomtown.testing import refused
from ghost_town import play, town_of
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
    nobody,
    question,
    reroll,
    stop,
    table,
    throw,
    told,
    window,
)


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
