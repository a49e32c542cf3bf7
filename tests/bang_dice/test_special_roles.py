"""The nine special roles (specification, 3.18)."""

from collections import Counter
from typing import Any

import pytest

from bang_dice.content import NORMAL_CARDS, ROLE_OF, ROLES, SPECIAL_CARDS, RoleCard
from bang_dice.rules.setup import deal, printed_life
from bang_dice.state import BangOptions, Town
from boomtown.core import Chance, Match
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
    table,
    throw,
    told,
    window,
)


def play(before: str, **options: Any) -> Match[Town]:
    """A table with special roles."""
    return table(before, special_roles="mixed", **options)


def four(b: str = "outlaw", c: str = "outlaw", d: str = "renegade", turn: str = "A") -> str:
    """Four players: there is no Deputy, so neither the Doctor nor the Judge is about."""
    return (
        f"A paul sheriff 9/11 | B rose {b} 9/9 | C bart {c} 8/8 | D kit {d} 7/7"
        f" | pile 9 | turn {turn}"
    )


def seven(f: str, g: str, turn: str) -> str:
    """Seven players, two of them Deputies."""
    return (
        "A paul sheriff 9/11 | B rose outlaw 9/9 | C black_jack outlaw 8/8 | D jesse outlaw 9/9"
        f" | E kit renegade 7/7 | F willy {f} 8/8 | G calamity {g} 8/8 | pile 9 | turn {turn}"
    )


class TestDeal:
    @pytest.mark.rule("bang.role.setup")
    @pytest.mark.parametrize("seats", range(4, 9))
    def test_in_the_special_mode_all_cards_are_special(self, seats: int) -> None:
        seen: set[RoleCard] = set()
        for seed in range(40):
            town = deal(seats, BangOptions(special_roles="special"), Chance.seeded(seed))
            cards = [one.role.value for one in town.cowboys]
            assert set(cards) <= set(SPECIAL_CARDS)
            assert len(set(cards)) == seats
            assert Counter(ROLE_OF[card] for card in cards) == Counter(ROLES[seats])
            assert Counter(cards + [card.value for card in town.box]) == Counter(SPECIAL_CARDS)
            seen |= set(cards)
        wanted = {card for card in SPECIAL_CARDS if ROLE_OF[card] in ROLES[seats]}
        assert seen == wanted

    @pytest.mark.rule("bang.role.setup")
    @pytest.mark.parametrize("seats", range(4, 9))
    def test_in_the_mixed_mode_normal_and_special_cards_of_a_type_are_shuffled(
        self, seats: int
    ) -> None:
        every = Counter(NORMAL_CARDS) + Counter(SPECIAL_CARDS)
        seen: set[RoleCard] = set()
        for seed in range(80):
            town = deal(seats, BangOptions(special_roles="mixed"), Chance.seeded(seed))
            cards = [one.role.value for one in town.cowboys]
            assert Counter(ROLE_OF[card] for card in cards) == Counter(ROLES[seats])
            assert Counter(cards + [card.value for card in town.box]) == every
            seen |= set(cards)
        assert seen == {card for card in every if ROLE_OF[card] in ROLES[seats]}

    @pytest.mark.rule("bang.role.bear")
    def test_the_bear_begins_with_three_more_and_face_up(self) -> None:
        for seed in range(10):
            town = deal(5, BangOptions(special_roles="special"), Chance.seeded(seed))
            bear = next(one for one in town.cowboys if one.role.value is RoleCard.BEAR)
            assert bear.life == bear.cap == printed_life(bear.character) + 3
            assert bear.role.public

    @pytest.mark.rule("bang.role.bear", "bang.setup.life")
    def test_a_plain_sheriff_has_two_more(self) -> None:
        town = deal(5, BangOptions(), Chance.seeded("plain"))
        sheriff = next(one for one in town.cowboys if one.role.value is RoleCard.SHERIFF)
        assert sheriff.life == printed_life(sheriff.character) + 2

    @pytest.mark.rule("bang.role.bear", "bang.role.judge")
    def test_the_judge_cannot_answer_the_bear(self) -> None:
        match = Match.unrecorded(
            table(five()).game, 5, {"special_roles": "special"}, chance=Chance.seeded("bear")
        )
        assert question(match) == "BeginTurn"


class TestGoals:
    @pytest.mark.rule("bang.role.same_goal")
    def test_special_outlaws_win_when_the_sheriff_falls(self) -> None:
        match = play(
            "A paul sheriff 1/11 | B rose outlaw:ugly 9/9 | C lucky outlaw:gambler 8/8"
            " | D kit renegade:right_hand 7/7 | pile 9 | turn B"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        nobody(match)
        answer(match, "B", {"1": A})
        nobody(match)
        assert match.outcome is not None
        assert match.outcome.winners == (B, C)

    @pytest.mark.rule("bang.role.same_goal")
    def test_a_special_deputy_wins_with_the_sheriff(self) -> None:
        match = play(
            "A paul sheriff:bear 9/12 | B rose outlaw:bad 1/9 | C lucky outlaw:gambler out"
            " | D kit renegade:left_hand out | E willy deputy:judge 8/8 | pile 9 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        nobody(match)
        stop(match)
        nobody(match)
        answer(match, "A", {"1": B})
        assert match.outcome is not None
        assert match.outcome.winners == (A, E)

    @pytest.mark.rule("bang.role.same_goal")
    def test_a_special_renegade_must_be_the_last_one(self) -> None:
        match = play(
            "A paul sheriff 1/11 | B rose outlaw:bad out | C lucky outlaw:gambler out"
            " | D kit renegade:left_hand 7/7 | pile 9 | turn D"
        )
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        nobody(match)
        assert match.outcome is not None
        assert match.outcome.winners == (D,)


class TestReveal:
    @pytest.mark.rule("bang.role.once")
    def test_a_power_is_used_once_and_its_card_stays_face_up(self) -> None:
        match = play(four(b="outlaw:ugly", turn="B"))
        answer(match, "B", "ugly")
        answer(match, "B", [A, C])
        assert question(match) == "BeginTurn"
        assert cowboy(match, "B").role.public
        assert refused(match, B, "ugly") == "bang.role.once"
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert cowboy(match, "B").role.public

    @pytest.mark.rule("bang.role.once", "bang.role.right_hand")
    def test_the_right_hand_takes_one_more_turn_not_two(self) -> None:
        match = play(four(d="renegade:right_hand", turn="D"))
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        answer(match, "D", "right_hand")
        throw(match, "dyn dyn dyn gat gat")
        nobody(match)
        assert (question(match), match.asked()) == ("BeginTurn", [A])

    @pytest.mark.rule("bang.role.voluntary")
    def test_nobody_is_forced_to_reveal(self) -> None:
        match = play(
            five("outlaw:gambler", "outlaw:bad", "renegade:right_hand", "deputy:doctor", "D")
        )
        throw(match, "beer 2 dyn dyn dyn")
        nobody(match)
        answer(match, "D", {"2": A})
        answer(match, "D", {A: 1})
        nobody(match)
        answer(match, "D", "end_turn")
        assert match.state.active == E
        assert [one.face_down for one in match.state.cowboys] == [False, True, True, True, True]

    @pytest.mark.rule("bang.role.voluntary")
    def test_a_card_shown_by_elimination_has_no_power_and_no_judge_answers(self) -> None:
        match = play(
            "A paul sheriff 9/11 a3 | B rose outlaw:ugly 1/9 | C lucky outlaw 8/8"
            " | D kit renegade 7/7 | E willy deputy:judge 8/8 | pile 6 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        nobody(match)
        stop(match)
        nobody(match)
        answer(match, "A", {"1": B})
        assert question(match) == "LeftHandWindow"
        window(match)
        assert cowboy(match, "B").role.public
        assert question(match) == "BeginTurn", "no window of the Judge"
        assert cowboy(match, "A").arrows == 3

    @pytest.mark.rule("bang.role.living")
    def test_the_dead_are_not_asked(self) -> None:
        match = play(five().replace("C black_jack outlaw 8/8", "C black_jack outlaw:gambler out"))
        throw(match, "dyn dyn dyn gat gat")
        assert match.asked() == [B, D, E]

    @pytest.mark.rule("bang.role.living", "bang.role.left_hand")
    def test_at_no_life_points_the_left_hand_may_still_save_itself(self) -> None:
        match = play(four(d="renegade:left_hand").replace("D kit renegade:left_hand 7/7", DYING))
        throw(match, "1 dyn dyn gat gat")
        stop(match)
        nobody(match)
        answer(match, "A", {"1": D})
        assert D in match.asked()
        window(match, D="left_hand")
        assert life(match)["D"] == 2

    @pytest.mark.rule("bang.role.living", "bang.role.judge")
    def test_at_no_life_points_the_judge_may_still_answer(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B rose outlaw 9/9 | C lucky outlaw 8/8"
            " | D kit renegade:left_hand 7/7 | E willy deputy:judge 1/8 | pile 9 | turn A"
        )
        throw(match, "1 dyn dyn gat gat")
        nobody(match)
        stop(match)
        nobody(match)
        answer(match, "A", {"1": E})
        window(match, D="left_hand")
        assert question(match) == "JudgeWindow"
        assert E in match.asked()
        window(match, E="judge")
        assert cowboy(match, "E").out

    @pytest.mark.rule("bang.role.answer")
    def test_the_judge_is_asked_before_the_effect(self) -> None:
        match = play(five(b="outlaw:ugly", turn="B"))
        answer(match, "B", "ugly")
        assert question(match) == "JudgeWindow"
        assert match.asked() == [C, D, E], "not the one who revealed"
        assert cowboy(match, "B").role.public
        window(match)
        assert (question(match), match.asked()) == ("SwapArrows", [B])


DYING = "D kit renegade:left_hand 1/7"


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


class TestGambler:
    @pytest.mark.rule("bang.role.gambler")
    def test_who_stops_must_throw_all_dice_again_locked_dynamite_included(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        assert match.asked() == [B, C, D]
        load(match, "gat gat 2 2 2")
        window(match, B="gambler")
        assert match.state.dice == ["gat", "gat", "2", "2", "2"]
        assert question(match) == "BartDecides", "no reroll; the final dice are resolved"

    @pytest.mark.rule("bang.role.gambler.final")
    def test_the_forced_throw_is_accepted_with_arrows_and_explosion(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        load(match, "arrow dyn dyn dyn gat")
        window(match, B="gambler")
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (1, 8)
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.role.gambler.applied")
    def test_faces_applied_before_an_early_stop_stay_applied(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "arrow beer dyn dyn gat")
        stop(match)
        load(match, "gat gat 2 dyn dyn")
        window(match, B="gambler")
        assert cowboy(match, "A").arrows == 1

    @pytest.mark.rule("bang.role.gambler.applied", "bang.roll.sequence")
    def test_faces_of_a_throw_known_to_be_the_last_are_ignored(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "beer beer dyn dyn gat")
        reroll(match, {1: "beer"})
        reroll(match, {1: "arrow"})
        assert question(match) == "ThrowWindow"
        assert cowboy(match, "A").arrows == 0
        load(match, "gat gat 2 dyn dyn")
        window(match, B="gambler")
        assert (cowboy(match, "A").arrows, match.state.pile) == (0, 9)

    @pytest.mark.rule("bang.role.gambler.applied", "bang.dyn.explode")
    def test_an_explosion_waits_for_the_gambler(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "dyn dyn dyn beer gat")
        assert (question(match), life(match)["A"]) == ("ThrowWindow", 9)
        load(match, "gat gat 2 dyn dyn")
        window(match, B="gambler")
        assert life(match)["A"] == 9

    @pytest.mark.rule("bang.role.gambler.applied")
    def test_without_the_gambler_the_last_throw_counts(self) -> None:
        match = play(four(b="outlaw:gambler"))
        throw(match, "arrow dyn dyn dyn gat")
        window(match)
        assert (cowboy(match, "A").arrows, cowboy(match, "A").life) == (1, 8)

    @pytest.mark.rule("bang.role.gambler")
    def test_he_does_not_gamble_with_his_own_dice(self) -> None:
        match = play(four(b="outlaw:gambler", turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert match.asked() == [C, D]

    @pytest.mark.rule("bang.role.gambler", "bang.ask.open")
    def test_not_even_where_the_window_is_the_doctors_too(self) -> None:
        match = play(five(b="outlaw:gambler", turn="B"))
        throw(match, "dyn dyn dyn gat gat")
        assert match.asked() == [B, C, D, E], "the Doctor may turn his own dice"
        assert refused(match, B, "gambler") is not None

    @pytest.mark.rule("bang.role.gambler.final", "bang.role.doctor")
    def test_the_doctor_may_answer_the_forced_throw(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        throw(match, "beer beer dyn dyn gat")
        window(match)
        stop(match)
        window(match, B="gambler")
        load(match, "dyn dyn dyn gat gat")
        nobody_judges(match)
        assert question(match) == "ThrowWindow"
        assert refused(match, B, "pass") == "boomtown.answer.turn", "his card is face up"
        window(match, E="doctor")
        answer(match, "E", {"die": 1, "face": "gat"})
        assert "bang.dyn.explode" not in told(match)
        assert question(match) != "OfferReroll"

    @pytest.mark.rule("bang.role.gambler", "bang.lucky.extra")
    def test_lucky_dukes_extra_throw_does_not_follow_the_forced_one(self) -> None:
        match = play(four(b="outlaw:gambler").replace("A paul", "A lucky"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        load(match, "gat gat dyn dyn beer")
        window(match, B="gambler")
        assert question(match) == "Drink"

    @pytest.mark.rule("bang.role.gambler.final", "bang.black_jack.reroll")
    def test_nor_does_a_reroll_of_black_jacks_dynamite(self) -> None:
        match = play(four(b="outlaw:gambler").replace("A paul", "A black_jack"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        load(match, "gat gat dyn dyn beer")
        window(match, B="gambler")
        assert question(match) == "Drink"


def nobody_judges(match: Match[Town]) -> None:
    assert question(match) == "JudgeWindow"
    window(match)


class TestBad:
    @pytest.mark.rule("bang.role.bad", "bang.role.bad.beer", "bang.gain.event")
    def test_all_beers_for_one_player_are_lost(self) -> None:
        match = play(four(b="outlaw:bad"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 2})
        assert (question(match), match.asked()) == ("BadWindow", [B, C, D])
        assert life(match)["A"] == 9
        window(match, B="bad")
        assert life(match)["A"] == 9
        assert question(match) == "BeginTurn", "nobody else drinks them, nothing is thrown again"

    @pytest.mark.rule("bang.role.bad")
    def test_of_several_gains_one_is_lost(self) -> None:
        match = play(four(b="outlaw:bad").replace("C bart outlaw 8/8", "C bart outlaw 5/8"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 1, C: 1})
        window(match, B="bad")
        assert (question(match), match.asked()) == ("SpoilAGain", [B])
        answer(match, "B", C)
        assert (life(match)["A"], life(match)["C"]) == (10, 5)

    @pytest.mark.rule("bang.role.bad")
    def test_his_own_gain_is_not_another_players(self) -> None:
        match = play(four(b="outlaw:bad").replace("B rose outlaw:bad 9/9", "B rose outlaw:bad 5/9"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {B: 2})
        assert match.asked() == [C, D]
        window(match)
        assert life(match)["B"] == 7

    @pytest.mark.rule("bang.role.bad")
    def test_gaining_himself_he_may_still_spoil_the_other_gain(self) -> None:
        match = play(four(b="outlaw:bad").replace("B rose outlaw:bad 9/9", "B rose outlaw:bad 5/9"))
        throw(match, "beer beer dyn dyn gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 1, B: 1})
        assert match.asked() == [B, C, D]
        window(match, B="bad")
        assert (life(match)["A"], life(match)["B"]) == (9, 6)

    @pytest.mark.rule("bang.role.bad")
    def test_who_would_gain_nothing_is_not_worth_a_window(self) -> None:
        match = play(four(b="outlaw:bad").replace("9/11", "11/11"))
        throw(match, "beer dyn dyn gat gat")
        stop(match)
        window(match)
        answer(match, "A", {A: 1})
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.role.bad", "bang.sid.gain")
    def test_sids_gift_can_be_spoilt(self) -> None:
        match = play(four(b="outlaw:bad").replace("A paul", "A sid"))
        throw(match, "beer dyn dyn gat gat")
        answer(match, "A", A)
        window(match, B="bad")
        assert life(match)["A"] == 9
        assert question(match) == "OfferReroll"

    @pytest.mark.rule("bang.role.bad", "bang.suzy.gain")
    def test_so_can_suzys_points(self) -> None:
        match = play(four(b="outlaw:bad").replace("A paul sheriff 9/11", "A suzy sheriff 5/10"))
        throw(match, "dyn dyn dyn gat gat")
        window(match)
        assert (question(match), life(match)["A"]) == ("BadWindow", 4)
        window(match, B="bad")
        assert life(match)["A"] == 4

    @pytest.mark.rule("bang.role.bad", "bang.sam.gain")
    def test_and_vulture_sams(self) -> None:
        match = play(
            "A sam sheriff 5/11 | B rose outlaw:bad 9/9 | C lucky outlaw 1/8 | D kit renegade 7/7"
            " | pile 9 | turn A"
        )
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        nobody_gambles(match)
        assert question(match) == "LeftHandWindow"
        window(match)
        assert (question(match), match.asked()) == ("BadWindow", [B, D])
        window(match, B="bad")
        assert life(match) == {"A": 5, "B": 9, "D": 7}


def nobody_gambles(match: Match[Town]) -> None:
    assert question(match) == "ThrowWindow"
    window(match)


class TestGamblerAndSixDice:
    @pytest.mark.rule("bang.role.gambler", "bang.jose.six")
    def test_all_six_dice_are_thrown_again(self) -> None:
        match = play(
            four(b="outlaw:gambler").replace("A paul", "A jose"),
            saloon_dice=True,
            new_characters=True,
        )
        answer(match, "A", "loudmouth")
        throw(match, "dyn dyn gat gat beer bullet")
        assert life(match)["A"] == 8
        stop(match)
        load(match, "beer gat gat dyn dyn bullet")
        window(match, B="gambler")
        assert match.state.dice == ["beer", "gat", "gat", "dyn", "dyn", "bullet"]
        assert life(match)["A"] == 7, "the new bullet hits, the old one stays applied"


class TestUgly:
    @pytest.mark.rule("bang.role.ugly")
    def test_two_living_players_exchange_all_their_arrows(self) -> None:
        match = play(five(b="outlaw:ugly", turn="B"))
        answer(match, "B", "ugly")
        nobody(match)
        assert refused(match, B, [A]) is not None
        assert refused(match, B, [A, C, D]) is not None
        answer(match, "B", [A, D])
        assert (cowboy(match, "A").arrows, cowboy(match, "D").arrows) == (2, 1)
        assert (question(match), match.asked()) == ("BeginTurn", [B])

    @pytest.mark.rule("bang.role.ugly")
    def test_he_may_be_one_of_them_and_the_dead_may_not(self) -> None:
        before = five(b="outlaw:ugly", turn="B").replace("C black_jack outlaw 8/8", GONE)
        match = play(before)
        answer(match, "B", "ugly")
        nobody(match)
        assert refused(match, B, [A, C]) == "bang.role.ugly"
        answer(match, "B", [B, D])
        assert (cowboy(match, "B").arrows, cowboy(match, "D").arrows) == (2, 0)

    @pytest.mark.rule("bang.role.ugly")
    def test_with_two_living_players_there_is_nothing_to_choose(self) -> None:
        match = play(
            "A paul sheriff 9/11 a1 | B rose outlaw:ugly 9/9 a3 | C lucky outlaw out"
            " | D kit renegade out | pile 5 | turn B"
        )
        answer(match, "B", "ugly")
        assert question(match) == "BeginTurn", "a choice with one answer is not asked"
        assert (cowboy(match, "A").arrows, cowboy(match, "B").arrows) == (3, 1)


GONE = "C black_jack outlaw out"


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
