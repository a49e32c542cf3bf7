"""Asking about secret powers without leaking (specification, 4)."""

from itertools import permutations

import pytest

from bang_dice.content import RoleCard
from bang_dice.rules.setup import deal
from bang_dice.state import BangOptions, Town
from boomtown.core import Chance, Match, Seat
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
from special_roles import play, turn_up


def four(b: str = "outlaw", c: str = "outlaw", d: str = "renegade", turn: str = "A") -> str:
    return (
        f"A paul sheriff 9/11 | B rose {b} 9/9 | C jesse {c} 5/9 | D kit {d} 7/7"
        f" | pile 9 | turn {turn}"
    )


def powers(match: Match[Town]) -> list[object]:
    """The powers that the open window is for, as everybody sees them."""
    prompt = match.prompt()
    assert prompt is not None
    named = prompt.args["powers"]
    assert isinstance(named, list)
    return list(named)


HIDDEN = ("gambler", "bad", "left_hand", "doctor")


class TestEverybodyIsAsked:
    @pytest.mark.rule("bang.ask.everyone", "bang.ask.open")
    @pytest.mark.parametrize("cards", list(permutations(HIDDEN)))
    def test_whoever_holds_what_the_same_seats_are_asked_the_same(
        self, cards: tuple[str, ...]
    ) -> None:
        match = play(five())
        for seat, card in zip((B, C, D, E), cards, strict=True):
            match.state.cowboys[seat].role.value = RoleCard(card)
        asked: list[tuple[str, list[Seat], object]] = []

        def note() -> None:
            prompt = match.prompt()
            assert prompt is not None
            asked.append((question(match), match.asked(), prompt.args.get("powers")))

        throw(match, "beer 2 dyn dyn gat")
        note()
        window(match)
        reroll(match, {5: "dyn"})
        note()
        window(match)
        answer(match, "A", {"2": C})
        answer(match, "A", {A: 1})
        note()
        window(match)
        assert asked == [
            ("ThrowWindow", [B, C, D, E], ["doctor"]),
            ("ThrowWindow", [B, C, D, E], ["doctor", "gambler"]),
            ("BadWindow", [B, C, D, E], ["bad"]),
        ]

    @pytest.mark.rule("bang.ask.everyone")
    def test_only_the_holder_can_use_a_power(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        throw(match, "dyn dyn dyn beer gat")
        for seat in (B, C, D):
            assert refused(match, seat, "doctor") == "bang.ask.everyone"
            assert refused(match, seat, "pass") is None
        for seat in (C, D, E):
            assert refused(match, seat, "gambler") == "bang.ask.everyone"
        assert refused(match, E, "doctor") is None
        assert refused(match, B, "gambler") is None

    @pytest.mark.rule("bang.ask.everyone")
    def test_who_has_shown_a_role_is_not_asked(self) -> None:
        match = play(five())
        turn_up(match, C)
        throw(match, "dyn dyn gat beer gat")
        assert match.asked() == [B, D, E]
        assert refused(match, C, "pass") == "boomtown.answer.turn"
        assert refused(match, A, "pass") == "boomtown.answer.turn"

    @pytest.mark.rule("bang.ask.everyone")
    def test_they_all_have_the_same_request_and_the_same_time(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "dyn dyn gat beer gat")
        questions = [match.question(seat) for seat in (B, C, D, E)]
        assert len({str((q.rule, q.key, q.args, q.seconds)) for q in questions if q}) == 1
        assert None not in questions


class TestOpen:
    @pytest.mark.rule("bang.ask.open", "bang.ask.none_open")
    def test_without_special_roles_no_window_opens(self) -> None:
        match = table(five())
        throw(match, "1 beer dyn dyn dyn")
        answer(match, "A", {"1": B})
        answer(match, "A", {A: 1})
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.ask.open")
    def test_a_card_seen_face_up_opens_no_window_any_more(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        turn_up(match, B, E)
        throw(match, "dyn dyn dyn gat gat")
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.ask.open")
    def test_another_card_of_the_type_leaves_it_open(self) -> None:
        match = play(five(b="outlaw:ugly"))
        turn_up(match, B)
        throw(match, "dyn dyn dyn gat gat")
        assert powers(match) == ["doctor", "gambler"]

    @pytest.mark.rule("bang.ask.open")
    def test_once_all_cards_of_the_type_are_face_up_no_window_opens(self) -> None:
        match = play(five())
        turn_up(match, B, C)
        throw(match, "beer dyn dyn dyn gat")
        assert powers(match) == ["doctor"]
        window(match)
        answer(match, "A", {A: 1})
        assert question(match) == "BeginTurn", "neither the Gambler nor the Bad can be about"

    @pytest.mark.rule("bang.ask.open")
    def test_in_the_special_mode_it_is_the_same(self) -> None:
        match = table(five(b="outlaw:ugly", c="outlaw:bad"), special_roles="special")
        turn_up(match, E)
        throw(match, "beer dyn dyn dyn gat")
        assert powers(match) == ["gambler"]
        assert match.asked() == [B, C, D]

    @pytest.mark.rule("bang.ask.open", "bang.ask.none_open")
    def test_with_four_players_no_deputy_was_dealt(self) -> None:
        match = play(four(b="outlaw:ugly", turn="B"))
        answer(match, "B", "ugly")
        assert question(match) == "SwapArrows", "no Judge"
        answer(match, "B", [A, C])
        throw(match, "beer beer dyn dyn gat")
        assert question(match) == "OfferReroll", "no Doctor"

    @pytest.mark.rule("bang.ask.open")
    def test_the_thrower_alone_face_down_meets_no_gambler(self) -> None:
        match = play(four(turn="B").replace("C jesse outlaw 5/9", "C jesse outlaw out"))
        turn_up(match, D)
        throw(match, "dyn dyn dyn 2 gat")
        assert question(match) != "ThrowWindow"

    @pytest.mark.rule("bang.ask.open")
    def test_the_only_gainer_alone_face_down_meets_no_bad(self) -> None:
        before = four(turn="B").replace("B rose outlaw 9/9", "B rose outlaw 5/9")
        match = play(before.replace("C jesse outlaw 5/9", "C jesse outlaw out"))
        turn_up(match, D)
        throw(match, "dyn dyn dyn beer gat")
        answer(match, "B", {B: 1})
        assert life(match)["B"] == 5
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.ask.open", "bang.role.bad")
    def test_of_two_gainers_both_are_asked(self) -> None:
        before = four().replace("B rose outlaw 9/9", "B rose outlaw 5/9")
        match = play(before)
        throw(match, "dyn dyn dyn beer beer")
        nobody(match)
        answer(match, "A", {B: 1, C: 1})
        assert (question(match), match.asked()) == ("BadWindow", [B, C, D])

    @pytest.mark.rule("bang.ask.open", "bang.role.left_hand")
    def test_a_renegade_face_up_closes_the_left_hands_window(self) -> None:
        match = play(four().replace("C jesse outlaw 5/9", "C jesse outlaw 1/9"))
        turn_up(match, D)
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        nobody(match)
        assert cowboy(match, "C").out
        assert "bang.role.left_hand" not in told(match)
        assert question(match) == "BeginTurn"

    @pytest.mark.rule("bang.ask.open", "bang.role.left_hand")
    def test_the_dying_are_asked_about_the_left_hand_like_the_others(self) -> None:
        match = play(four().replace("C jesse outlaw 5/9", "C jesse outlaw 1/9"))
        throw(match, "2 dyn dyn gat gat")
        stop(match)
        window(match)
        assert (question(match), match.asked()) == ("LeftHandWindow", [B, C, D])

    @pytest.mark.rule("bang.ask.open", "bang.role.judge")
    def test_the_judge_window_leaves_out_the_one_who_revealed(self) -> None:
        match = play(five(b="outlaw:ugly", turn="B"))
        answer(match, "B", "ugly")
        assert (question(match), match.asked()) == ("JudgeWindow", [C, D, E])

    @pytest.mark.rule("bang.ask.open", "bang.role.judge")
    def test_with_the_only_deputy_face_up_there_is_no_judge_window(self) -> None:
        match = play(five(b="outlaw:ugly", turn="B"))
        turn_up(match, E)
        answer(match, "B", "ugly")
        assert question(match) == "SwapArrows"

    @pytest.mark.rule("bang.ask.none_open")
    def test_with_all_roles_face_up_play_goes_on_without_a_pause(self) -> None:
        match = play(five())
        turn_up(match, B, C, D, E)
        throw(match, "1 beer dyn dyn dyn")
        answer(match, "A", {"1": B})
        answer(match, "A", {A: 1})
        assert (question(match), match.asked()) == ("BeginTurn", [B])


class TestSealed:
    @pytest.mark.rule("bang.ask.sealed")
    def test_nobody_sees_who_has_answered(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "arrow beer dyn dyn gat")
        before = {viewer: match.view(viewer) for viewer in (None, A, B, C, D)}
        log = list(match.log)
        answer(match, "E", "doctor")
        for viewer, view in before.items():
            now = match.view(viewer)
            assert (now.state, now.prompt, now.outcome) == (view.state, view.prompt, view.outcome)
        assert list(match.log) == log
        prompt = match.prompt()
        assert prompt is not None
        assert prompt.seats == [B, C, D, E]

    @pytest.mark.rule("bang.ask.sealed")
    def test_nor_that_the_only_other_player_asked_has_answered(self) -> None:
        match = play(five(e="deputy:doctor"))
        turn_up(match, C, D)
        throw(match, "arrow beer dyn dyn gat")
        assert match.asked() == [B, E]
        before = match.view(B)
        answer(match, "E", "pass")
        assert match.view(B) == before, "whatever has changed tells B how long E took"

    @pytest.mark.rule("bang.ask.sealed")
    def test_an_answer_has_no_effect_before_all_are_in(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        throw(match, "dyn dyn dyn beer gat")
        answer(match, "E", "doctor")
        assert not cowboy(match, "E").role.public
        for seat in (B, C, D):
            answer(match, "ABCDE"[seat], "pass")
        assert cowboy(match, "E").role.public

    @pytest.mark.rule("bang.ask.sealed")
    def test_the_order_of_the_answers_does_not_matter(self) -> None:
        hashes = set()
        for order in ((B, C, D, E), (E, D, C, B), (D, B, E, C)):
            match = play(five(b="outlaw:gambler", e="deputy:doctor"))
            throw(match, "dyn dyn dyn beer gat")
            for seat in order:
                answer(match, "ABCDE"[seat], {B: "gambler", E: "doctor"}.get(seat, "pass"))
            hashes.add(match.hash())
        assert len(hashes) == 1

    @pytest.mark.rule("bang.ask.sealed")
    def test_who_passed_is_never_told(self) -> None:
        match = play(five(e="deputy:doctor"))
        throw(match, "arrow beer dyn dyn gat")
        log = len(list(match.log))
        window(match)
        new = list(match.log)[log:]
        assert [entry.rule for entry in new] == ["bang.arrow.take"]


class TestPace:
    @pytest.mark.rule("bang.ask.pace")
    @pytest.mark.parametrize(("option", "short", "long"), [(4, 4, 8), (6, 6, 12)])
    def test_short_and_long_windows(self, option: int, short: int, long: int) -> None:
        match = play(
            five(c="outlaw:bad", d="renegade:left_hand").replace("9/11", "1/11"),
            window_seconds=option,
        )
        times: dict[str, int | None] = {}

        def note() -> None:
            prompt = match.prompt()
            assert prompt is not None
            times[question(match)] = prompt.seconds

        throw(match, "beer dyn dyn dyn gat")
        note()
        window(match)
        note()
        window(match, D="left_hand")
        note()
        window(match)
        if question(match) == "KeepArrows":
            answer(match, "A", "keep")
        answer(match, "A", {A: 1})
        note()
        assert times == {
            "ThrowWindow": short,
            "LeftHandWindow": long,
            "JudgeWindow": long,
            "BadWindow": short,
        }

    @pytest.mark.rule("bang.ask.pace")
    def test_the_default_is_four_seconds(self) -> None:
        assert BangOptions().window_seconds == 4
        assert deal(5, BangOptions(), Chance.seeded(1)).options.window_seconds == 4

    @pytest.mark.rule("bang.ask.pace")
    def test_a_throw_known_to_be_the_last_has_one_window_for_both(self) -> None:
        match = play(five())
        throw(match, "beer dyn dyn gat gat")
        assert powers(match) == ["doctor"]
        window(match)
        reroll(match, {1: "beer"})
        window(match)
        reroll(match, {1: "beer"})
        assert powers(match) == ["doctor", "gambler"]
        window(match)
        assert question(match) == "Drink", "one window was enough"

    @pytest.mark.rule("bang.ask.pace", "bang.roll.sequence")
    def test_who_stops_meets_the_gambler_alone(self) -> None:
        match = play(five())
        throw(match, "beer dyn dyn gat gat")
        window(match)
        stop(match)
        assert powers(match) == ["gambler"]
        assert match.asked() == [B, C, D, E]

    @pytest.mark.rule("bang.ask.pace")
    def test_with_the_doctor_used_the_gamblers_answer_is_dropped_unseen(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        throw(match, "dyn dyn dyn dyn gat")
        window(match, B="gambler", E="doctor")
        assert (question(match), match.asked()) == ("TurnADie", [E])
        assert not cowboy(match, "B").role.public
        assert "bang.role.gambler" not in told(match)
        answer(match, "E", {"die": 1, "face": "beer"})
        assert powers(match) == ["gambler"], "asked anew: throwing is still over"
        assert match.asked() == [B, C, D]
        window(match)
        assert life(match)["A"] == 8

    @pytest.mark.rule("bang.ask.pace")
    def test_and_not_asked_anew_if_throwing_goes_on(self) -> None:
        match = play(five(b="outlaw:gambler", e="deputy:doctor"))
        throw(match, "dyn dyn dyn beer gat")
        window(match, B="gambler", E="doctor")
        answer(match, "E", {"die": 1, "face": "beer"})
        assert question(match) == "OfferReroll"
        assert not cowboy(match, "B").role.public
        stop(match)
        assert powers(match) == ["gambler"]
        load(match, "gat gat beer dyn dyn")
        window(match, B="gambler")
        assert match.state.dice[0] == "gat"

    @pytest.mark.rule("bang.ask.pace", "bang.role.judge.result")
    def test_after_a_judged_doctor_the_gambler_is_asked_anew(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B rose outlaw:gambler 9/9 | C black_jack outlaw 8/8"
            " | D jesse outlaw 9/9 | E kit renegade 7/7 | F willy deputy:doctor 8/8"
            " | G calamity deputy:judge 8/8 | pile 9 | turn A"
        )
        throw(match, "dyn dyn dyn beer gat")
        window(match, B="gambler", F="doctor")
        window(match, G="judge")
        assert powers(match) == ["gambler"]
        assert life(match)["A"] == 9


class TestDetails:
    @pytest.mark.rule("bang.ask.details")
    def test_die_and_face_are_chosen_only_after_the_judge(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B rose outlaw 9/9 | C black_jack outlaw 8/8"
            " | D jesse outlaw 9/9 | E kit renegade 7/7 | F willy deputy:doctor 8/8"
            " | G calamity deputy 8/8 | pile 9 | turn A"
        )
        throw(match, "arrow dyn dyn beer gat")
        window(match, F="doctor")
        assert cowboy(match, "F").role.public
        assert question(match) == "JudgeWindow"
        window(match)
        assert (question(match), match.asked()) == ("TurnADie", [match.state.living()[5]])
        asked = match.question(match.state.living()[5])
        assert asked is not None
        assert asked.seconds is not None
        assert asked.seconds > 8, "with time of its own"

    @pytest.mark.rule("bang.ask.details")
    def test_so_is_the_gain_that_the_bad_spoils(self) -> None:
        before = five(b="outlaw:bad").replace("C black_jack outlaw 8/8", "C black_jack outlaw 5/8")
        match = play(before)
        throw(match, "beer beer dyn dyn dyn")
        nobody(match)
        answer(match, "A", {A: 1, C: 1})
        window(match, B="bad")
        assert question(match) == "JudgeWindow"
        window(match)
        assert (question(match), match.asked()) == ("SpoilAGain", [B])

    @pytest.mark.rule("bang.ask.details")
    def test_and_the_player_whom_the_left_hand_saves(self) -> None:
        match = play(
            "A paul sheriff 9/11 | B rose outlaw 1/9 | C black_jack outlaw 1/8"
            " | D kit renegade:left_hand 7/7 | E willy deputy 8/8 | pile 9 | turn A"
        )
        throw(match, "gat gat gat dyn dyn")
        nobody(match)
        stop(match)
        window(match)
        window(match, D="left_hand")
        assert question(match) == "JudgeWindow"
        window(match)
        assert (question(match), match.asked()) == ("SaveSomebody", [D])
