"""Deputies with a special role: the Good, the Doctor, the Judge (specification, 3.18)."""

import pytest

from bang_dice.content import RoleCard
from bang_dice.state import Town
from boomtown.core import Match
from boomtown.testing import refused
from saloon import (
    A,
    B,
    C,
    D,
    E,
    answer,
    cowboy,
    five,
    life,
    load,
    nobody,
    question,
    reroll,
    stop,
    throw,
    window,
)
from special_roles import nobody_gambles, play


def seven(f: str, g: str, turn: str) -> str:
    """Seven players, two of them Deputies."""
    return (
        "A paul sheriff 9/11 | B rose outlaw 9/9 | C black_jack outlaw 8/8 | D jesse outlaw 9/9"
        f" | E kit renegade 7/7 | F willy {f} 8/8 | G calamity {g} 8/8 | pile 9 | turn {turn}"
    )


class TestGood:
    TABLE = (
        "A paul sheriff:bear 12/12 | B rose outlaw 9/9 | C lucky outlaw 8/8 | D kit renegade 7/7"
        " | E willy deputy:good 5/8 | pile 9 | turn E"
    )

    def swapped(self) -> Match[Town]:
        match = play(self.TABLE)
        answer(match, "E", "good")
        nobody(match)
        return match

    @pytest.mark.rule("bang.role.good")
    def test_good_and_sheriff_exchange_their_cards_face_up(self) -> None:
        match = self.swapped()
        assert cowboy(match, "E").role.value is RoleCard.BEAR
        assert cowboy(match, "A").role.value is RoleCard.GOOD
        assert cowboy(match, "E").role.public
        assert cowboy(match, "A").role.public
        assert (question(match), match.asked()) == ("BeginTurn", [E])

    @pytest.mark.rule("bang.role.good.life", "bang.gain.cap")
    def test_both_keep_their_points_and_get_printed_caps(self) -> None:
        match = self.swapped()
        assert (cowboy(match, "A").life, cowboy(match, "A").cap) == (12, 9)
        assert (cowboy(match, "E").life, cowboy(match, "E").cap) == (5, 8)

    @pytest.mark.rule("bang.role.good.life", "bang.gain.cap")
    def test_points_above_the_cap_are_kept_but_not_refilled(self) -> None:
        match = self.swapped()
        throw(match, "beer 1 dyn dyn gat")
        stop(match)
        nobody(match)
        answer(match, "E", {"2": A})
        assert life(match)["A"] == 11
        answer(match, "E", {A: 1})
        assert question(match) == "BeginTurn", "nothing is gained, so the Bad is not asked"
        assert life(match)["A"] == 11

    @pytest.mark.rule("bang.role.good.spent")
    def test_no_card_has_a_power_left_and_the_bear_gives_no_bonus(self) -> None:
        match = self.swapped()
        assert cowboy(match, "E").life == 5
        assert refused(match, E, "good") == "bang.ask.everyone"
        throw(match, "dyn dyn dyn gat 2")
        nobody(match)
        if question(match) == "Shoot":
            answer(match, "E", {"5": B})
        assert (question(match), match.asked()) == ("BeginTurn", [A])
        assert refused(match, A, "good") == "bang.role.once"

    @pytest.mark.rule("bang.role.good", "bang.end.sheriff_dead")
    def test_from_now_on_the_new_sheriff_decides_the_game(self) -> None:
        match = play(
            self.TABLE.replace("5/8", "1/8").replace(
                "A paul sheriff:bear 12/12", "A paul sheriff 1/11"
            )
        )
        answer(match, "E", "good")
        nobody(match)
        throw(match, "1 dyn dyn gat 2")
        stop(match)
        nobody(match)
        answer(match, "E", {"1": A, "5": B})
        nobody(match)
        assert cowboy(match, "A").out
        assert match.outcome is None, "a Deputy fell"
        match = play(self.TABLE.replace("5/8", "1/8"))
        answer(match, "E", "good")
        nobody(match)
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert match.outcome is not None
        assert match.outcome.winners == (B, C)

    @pytest.mark.rule("bang.role.good")
    def test_only_at_the_start_of_his_own_turn(self) -> None:
        match = play(self.TABLE.replace("turn E", "turn A"))
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert match.asked() == [B]
        assert refused(match, E, "good") == "boomtown.answer.turn"


class TestDoctor:
    @pytest.mark.rule("bang.role.doctor")
    def test_a_die_is_turned_before_its_face_is_applied(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "arrow beer dyn dyn gat")
        assert cowboy(match, "A").arrows == 1, "not taken yet"
        window(match, E="doctor")
        assert (question(match), match.asked()) == ("TurnADie", [E])
        assert refused(match, E, {"die": 1, "face": "arrow"}) == "bang.role.doctor"
        answer(match, "E", {"die": 1, "face": "gat"})
        assert match.state.dice == ["gat", "beer", "dyn", "dyn", "gat"]
        assert (cowboy(match, "A").arrows, question(match)) == (1, "OfferReroll")

    @pytest.mark.rule("bang.role.doctor")
    def test_only_to_a_face_that_the_die_has(self) -> None:
        match = play(five(e="deputy:doctor"), saloon_dice=True)
        answer(match, "A", "loudmouth")
        throw(match, "gat beer dyn dyn 1x2")
        window(match, E="doctor")
        assert refused(match, E, {"die": 5, "face": "beer"}) == "bang.role.doctor"
        assert refused(match, E, {"die": 1, "face": "bullet"}) == "bang.role.doctor"
        answer(match, "E", {"die": 5, "face": "bullet"})
        assert life(match)["A"] == 8

    @pytest.mark.rule("bang.role.doctor")
    def test_his_own_throw_is_one_of_them(self) -> None:
        match = play(five(e="deputy:doctor", turn="E"))
        throw(match, "arrow beer dyn dyn gat")
        assert E in match.asked()
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "beer"})
        assert cowboy(match, "E").arrows == 0

    @pytest.mark.rule("bang.role.doctor", "bang.role.doctor.counts")
    def test_a_kept_die_may_be_turned_and_counts_as_thrown_now(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "gat beer dyn dyn gat")
        window(match)
        reroll(match, {2: "beer"})
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "arrow"})
        assert cowboy(match, "A").arrows == 2

    @pytest.mark.rule("bang.role.doctor.counts")
    def test_what_a_kept_die_caused_earlier_stays(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "arrow beer dyn dyn gat")
        window(match)
        assert cowboy(match, "A").arrows == 2
        reroll(match, {2: "beer"})
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "beer"})
        assert cowboy(match, "A").arrows == 2

    @pytest.mark.rule("bang.role.doctor.counts")
    def test_kept_dynamite_that_is_turned_is_no_longer_locked(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "gat beer dyn dyn gat")
        window(match)
        reroll(match, {2: "beer"})
        window(match, E="doctor")
        answer(match, "E", {"die": 3, "face": "gat"})
        assert refused(match, A, [4]) == "bang.roll.dyn_lock"
        reroll(match, {3: "beer"})
        assert match.state.dice[2] == "beer"

    @pytest.mark.rule("bang.role.doctor.counts")
    def test_a_third_dynamite_turned_away_lets_the_player_throw_on(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "dyn dyn dyn beer gat")
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "beer"})
        assert question(match) == "OfferReroll"
        assert life(match)["A"] == 9
        reroll(match, {1: "gat"})
        assert match.state.dice[0] == "gat"

    @pytest.mark.rule("bang.role.doctor.counts", "bang.roll.sequence", "bang.ask.pace")
    def test_a_die_turned_into_a_third_dynamite_opens_the_gamblers_window(self) -> None:
        match = play(five(c="outlaw:gambler", e="deputy:doctor"))
        throw(match, "dyn dyn gat beer gat")
        assert refused(match, C, "gambler") is not None, "throwing is not over yet"
        window(match, E="doctor")
        answer(match, "E", {"die": 4, "face": "dyn"})
        assert life(match)["A"] == 9, "not exploded yet"
        assert match.asked() == [B, C, D]
        window(match)
        assert life(match)["A"] == 8
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.role.doctor.counts")
    def test_a_die_turned_into_dynamite_locks(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "gat beer beer dyn gat")
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "dyn"})
        assert refused(match, A, [1]) == "bang.roll.dyn_lock"

    @pytest.mark.rule("bang.role.doctor")
    def test_an_absent_doctor_changes_nothing(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "arrow beer dyn dyn gat")
        window(match, E="doctor")
        match.time_out(E)
        assert match.state.dice == ["arrow", "beer", "dyn", "dyn", "gat"]
        assert cowboy(match, "A").arrows == 2


class TestJudge:
    @pytest.mark.rule("bang.role.judge", "bang.role.judge.result", "bang.role.ugly")
    def test_a_judged_ugly_swaps_nothing_and_is_spent(self) -> None:
        match = play(five(b="outlaw:ugly", e="deputy:judge", turn="B"))
        answer(match, "B", "ugly")
        window(match, E="judge")
        assert (question(match), match.asked()) == ("BeginTurn", [B])
        assert (cowboy(match, "A").arrows, cowboy(match, "D").arrows) == (1, 2)
        assert cowboy(match, "B").role.public
        assert cowboy(match, "E").role.public
        assert refused(match, B, "ugly") == "bang.role.once"

    @pytest.mark.rule("bang.role.judge.result", "bang.role.good")
    def test_a_judged_good_changes_nothing(self) -> None:
        match = play(seven("deputy:good", "deputy:judge", "F"))
        answer(match, "F", "good")
        assert question(match) == "JudgeWindow"
        window(match, G="judge")
        assert cowboy(match, "A").role.value is RoleCard.SHERIFF
        assert cowboy(match, "F").role.value is RoleCard.GOOD
        assert (cowboy(match, "A").cap, cowboy(match, "F").cap) == (11, 8)
        assert refused(match, match.state.active, "good") == "bang.role.once"

    @pytest.mark.rule("bang.role.judge.result", "bang.role.right_hand")
    def test_a_judged_right_hand_passes_the_turn(self) -> None:
        match = play(five(d="renegade:right_hand", e="deputy:judge", turn="D"))
        throw(match, "dyn dyn dyn 2 2")
        nobody(match)
        answer(match, "D", {"4": A, "5": A})
        answer(match, "D", "right_hand")
        window(match, E="judge")
        assert (question(match), match.asked()) == ("BeginTurn", [E])

    @pytest.mark.rule("bang.role.judge.result", "bang.role.doctor")
    def test_a_judged_doctor_leaves_the_die(self) -> None:
        match = play(seven("deputy:doctor", "deputy:judge", "A"))
        throw(match, "arrow beer dyn dyn gat")
        window(match, F="doctor")
        window(match, G="judge")
        assert match.state.dice == ["arrow", "beer", "dyn", "dyn", "gat"]
        assert cowboy(match, "A").arrows == 1
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.role.judge.result", "bang.role.gambler")
    def test_a_judged_gambler_leaves_the_throw(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:judge"))
        throw(match, "arrow dyn dyn dyn beer")
        window(match, B="gambler")
        window(match, E="judge")
        assert match.state.dice == ["arrow", "dyn", "dyn", "dyn", "beer"]
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (2, 8)

    @pytest.mark.rule("bang.role.judge.result", "bang.role.bad")
    def test_a_judged_bad_lets_the_gain_happen(self) -> None:
        match = play(five(b="outlaw:bad", e="deputy:judge"))
        throw(match, "beer dyn dyn dyn gat")
        nobody(match)
        answer(match, "A", {A: 1})
        window(match, B="bad")
        window(match, E="judge")
        assert life(match)["A"] == 9

    @pytest.mark.rule("bang.role.judge.result", "bang.role.left_hand")
    def test_a_judged_left_hand_lets_the_elimination_happen(self) -> None:
        before = five(d="renegade:left_hand", e="deputy:judge").replace("9/11", "1/11")
        match = play(before)
        throw(match, "dyn dyn dyn gat gat")
        nobody_gambles(match)
        window(match, D="left_hand")
        window(match, E="judge")
        assert cowboy(match, "A").out
        assert question(match) == "over"

    @pytest.mark.rule("bang.role.judge.result")
    def test_nothing_answers_the_judge(self) -> None:
        match = play(seven("deputy:doctor", "deputy:judge", "B"))
        match.state.cowboys[B].role.value = RoleCard.UGLY
        answer(match, "B", "ugly")
        window(match, G="judge")
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.role.judge", "bang.role.once")
    def test_the_judge_speaks_once(self) -> None:
        match = play(five("outlaw:ugly", "outlaw:gambler", "renegade", "deputy:judge", "B"))
        answer(match, "B", "ugly")
        window(match, E="judge")
        throw(match, "beer dyn dyn dyn 2")
        assert match.asked() == [C, D]
        load(match, "gat gat beer dyn dyn")
        window(match, C="gambler")
        assert match.state.dice[0] == "gat", "thrown again at once: no Judge is left"

    @pytest.mark.rule("bang.role.judge")
    def test_he_does_not_answer_himself(self) -> None:
        match = play(five(b="outlaw:ugly", e="deputy:judge", turn="B"))
        answer(match, "B", "ugly")
        assert refused(match, B, "judge") == "boomtown.answer.turn"
        assert refused(match, C, "judge") == "bang.ask.everyone"
