"""Special roles in general: dealing them, their goals, revealing them (specification, 3.18)."""

from collections import Counter

import pytest

from bang_dice.content import NORMAL_CARDS, ROLE_OF, ROLES, SPECIAL_CARDS, RoleCard
from bang_dice.rules.setup import deal, printed_life
from bang_dice.state import BangOptions
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
    nobody,
    question,
    stop,
    table,
    throw,
    window,
)
from special_roles import four, play

DYING = "D kit renegade:left_hand 1/7"


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
