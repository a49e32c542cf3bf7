"""The flow of a match: agenda, asks, sealed asks, windows and the reusable steps."""

from typing import Any

import pytest

from boomtown.core import PASS, GameFault, InvalidAnswer, Match, Refused, Seat, Secret
from boomtown.testing import arranged, refused, say
from flows import (
    ANNIE,
    BILL,
    CASS,
    FLOW,
    Crash,
    Day,
    FinalVote,
    ForcedPick,
    Misnamed,
    Note,
    Notes,
    Object,
    OpenObject,
    Pick,
    Round,
    Thrice,
    Vote,
    flow,
)


def refused_by(match: Match[Any], seat: Seat, answer: object, number: int | None = None) -> str:
    """The rule that refuses an answer, after making sure that nothing changed."""
    before, told = match.hash(), len(match.log)
    with pytest.raises(Refused) as caught:
        match.answer(seat, answer, number=number)
    assert (match.hash(), len(match.log)) == (before, told)
    return caught.value.refusal.rule


def test_steps_run_in_the_order_in_which_they_are_given() -> None:
    match = flow(lambda: [Day(), Note("dream")])
    assert match.state.lines == ["morning", "noon", "night", "dream"]
    assert match.outcome is not None
    assert match.outcome.side == "law"
    assert match.outcome.ranks == (1, 2, 2)


def test_what_a_step_causes_comes_before_what_was_there() -> None:
    match = flow(lambda: [Pick(ANNIE), Note("after")])
    say(match, (ANNIE, "roll"))
    assert match.state.lines[0] == "0 roll"
    assert match.state.lines[2] == "after"


def test_each_seat_in_order_and_wholly_before_the_next() -> None:
    match = flow(lambda: [Round([CASS, ANNIE])])
    assert match.asked() == [CASS]
    say(match, (CASS, "yes"), (ANNIE, "no"))
    assert match.state.lines == ["turn of 2", "2 yes", "turn of 0", "0 no"]


def test_repeat_goes_on_as_long_as_the_rule_says() -> None:
    assert flow(lambda: [Thrice()]).state.lines == ["again"] * 3


def test_a_forced_choice_is_not_asked() -> None:
    match = flow(lambda: [ForcedPick(ANNIE, ("only",)), ForcedPick(BILL, ("yes", "no"))])
    assert match.state.lines == ["0 only"]
    assert match.asked() == [BILL]
    assert match.number == 0


class TestAsk:
    def test_only_the_seat_that_is_asked_may_answer(self) -> None:
        match = flow(lambda: [Pick(BILL)])
        assert refused_by(match, ANNIE, "yes") == "boomtown.answer.turn"
        assert refused_by(match, Seat(-1), "yes") == "boomtown.answer.turn"
        assert refused_by(match, Seat(99), "yes") == "boomtown.answer.turn"

    def test_an_answer_that_is_not_offered_changes_nothing(self) -> None:
        assert refused_by(flow(lambda: [Pick(BILL)]), BILL, "maybe") == "boomtown.choice.offered"

    def test_an_unreadable_answer_changes_nothing(self) -> None:
        match = flow(lambda: [Pick(BILL)])
        before = match.hash()
        with pytest.raises(InvalidAnswer):
            match.answer(BILL, {"yes": 1.5})
        assert match.hash() == before

    def test_a_second_answer_is_refused(self) -> None:
        match = flow(lambda: [Pick(BILL), Pick(CASS)])
        say(match, (BILL, "yes"))
        assert refused_by(match, BILL, "yes") == "boomtown.answer.turn"

    def test_a_late_answer_is_refused_by_its_number(self) -> None:
        match = flow(lambda: [Pick(BILL), Pick(BILL)])
        match.answer(BILL, "yes", number=0)
        assert refused_by(match, BILL, "yes", number=0) == "boomtown.answer.number"
        match.answer(BILL, "yes", number=1)

    def test_nothing_is_answered_after_the_end(self) -> None:
        match = flow(lambda: [Note("done")])
        assert refused_by(match, ANNIE, "yes") == "boomtown.answer.over"
        assert match.asked() == []
        assert match.question(ANNIE) is None
        assert match.prompt() is None

    def test_absent_players_get_the_default(self) -> None:
        match = flow(lambda: [Pick(BILL, ("yes", "no"))])
        match.time_out(BILL)
        assert match.state.lines == ["1 no"]


class TestSealedAsk:
    def test_nothing_happens_before_the_last_answer_is_in(self) -> None:
        match = flow(lambda: [Vote([ANNIE, BILL, CASS])])
        say(match, (CASS, "nay"), (ANNIE, "aye"))
        assert match.state.lines == []
        assert match.asked() == [BILL]
        say(match, (BILL, "aye"))
        assert match.state.lines == ["0 aye", "1 aye", "2 nay"]

    def test_a_seat_may_change_its_mind_until_then(self) -> None:
        match = flow(lambda: [Vote([ANNIE, BILL])])
        say(match, (ANNIE, "aye"))
        question = match.question(ANNIE)
        assert question is not None
        assert question.given == "aye"
        say(match, (ANNIE, "nay"), (BILL, "aye"))
        assert match.state.lines == ["0 nay", "1 aye"]

    def test_two_players_may_answer_the_same_question_at_once(self) -> None:
        match = flow(lambda: [Vote([ANNIE, BILL]), Pick(ANNIE)])
        number = match.view(ANNIE).number
        match.answer(BILL, "aye", number=number)
        assert match.view(ANNIE).number == number
        match.answer(ANNIE, "aye", number=number)
        assert refused_by(match, ANNIE, "yes", number=number) == "boomtown.answer.number"

    def test_where_that_is_forbidden_the_first_answer_stands(self) -> None:
        match = flow(lambda: [FinalVote([ANNIE, BILL])])
        say(match, (ANNIE, "aye"))
        assert refused_by(match, ANNIE, "nay") == "boomtown.answer.sealed"
        assert refused_by(match, CASS, "nay") == "boomtown.answer.turn"

    def test_who_has_answered_is_shown_only_where_that_tells_nothing(self) -> None:
        shown = flow(lambda: [Vote([ANNIE, BILL])])
        hidden = flow(lambda: [FinalVote([ANNIE, BILL])])
        for match, seats in ((shown, [BILL]), (hidden, [ANNIE, BILL])):
            say(match, (ANNIE, "aye"))
            prompt = match.view(CASS).prompt
            assert prompt is not None
            assert prompt.seats == seats

    def test_a_default_need_not_be_something_one_may_choose(self) -> None:
        match = flow(lambda: [FinalVote([ANNIE, BILL])])
        assert refused_by(match, ANNIE, "late") == "boomtown.choice.offered"
        match.time_out(ANNIE)
        match.time_out(BILL)
        assert match.state.lines == ["0 late", "1 late"]

    def test_nobody_to_ask_means_nobody_is_asked(self) -> None:
        assert flow(lambda: [Vote([]), Note("on")]).state.lines == ["on"]


class TestWindow:
    def test_seats_are_asked_in_order_and_passing_goes_on(self) -> None:
        match = flow(lambda: [Object([BILL, CASS]), Note("on")])
        assert match.asked() == [BILL]
        say(match, (BILL, PASS))
        assert match.asked() == [CASS]
        say(match, (CASS, PASS))
        assert match.state.lines == ["no objection at 0", "on"]

    def test_a_use_closes_the_window(self) -> None:
        match = flow(lambda: [Object([BILL, CASS]), Note("on")])
        say(match, (BILL, "object"))
        assert match.asked() == [ANNIE], "now the others may answer the objection"

    def test_windows_nest_and_the_inner_one_is_resolved_first(self) -> None:
        match = flow(lambda: [Object([BILL, CASS]), Note("on")])
        say(match, (BILL, "object"), (ANNIE, PASS), (CASS, "object"))
        assert match.state.lines == [
            "1 objects at 0",
            "2 objects at 1",
            "objection of 1 stands",
            "on",
        ]

    def test_an_open_window_asks_everybody(self) -> None:
        match = flow(lambda: [OpenObject([BILL, CASS], 1), Note("on")])
        say(match, (BILL, "object"), (CASS, "object"))
        assert match.state.lines == ["1 objects at 1", "2 objects at 1", "no objection at 1", "on"]


class TestFaults:
    def test_a_step_that_fails_is_named_and_the_match_stops(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Crash()])
        with pytest.raises(
            GameFault, match="flow, after answer 1: Crash: RuntimeError: the roof falls in"
        ):
            match.answer(ANNIE, "yes")
        with pytest.raises(GameFault, match="the roof falls in"):
            match.answer(ANNIE, "yes")

    @pytest.mark.parametrize(
        ("args", "problem"),
        [
            ({"to": BILL}, "'to' is a list of the seats that read the line"),
            ({"to": "bill"}, "'to' is a list of the seats that read the line"),
            ({"passing": 3}, "'passing' is True or False"),
        ],
    )
    def test_a_value_of_a_sentence_with_a_name_of_tells_own_is_told_with_its_place(
        self, args: dict[str, Any], problem: str
    ) -> None:
        match = flow(lambda: [Pick(ANNIE), Misnamed(args)])
        with pytest.raises(GameFault, match=problem) as caught:
            match.answer(ANNIE, "yes")
        line = Misnamed.run.__code__.co_firstlineno + 1
        told = str(caught.value)
        assert "match.tell('flow.note', " in told
        assert "needs another name" in told
        assert told.endswith(f"flows.py:{line})"), "the line of the game, not of the core"


class TestUndo:
    def test_an_answer_can_be_taken_back(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(ANNIE), Pick(BILL)], recorded=True)
        before = match.hash()
        say(match, (ANNIE, "yes"), (ANNIE, "no"))
        assert match.undoable == 2
        match.undo(ANNIE)
        assert match.state.lines == ["0 yes"]
        match.undo(ANNIE)
        assert match.hash() == before
        assert match.number == 4, "taking back is a line of the record like any other"
        with pytest.raises(Refused):
            match.undo(ANNIE)

    @pytest.mark.parametrize("word", ["roll", "reveal"])
    def test_never_across_a_roll_or_a_reveal(self, word: str) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(ANNIE)], recorded=True)
        say(match, (ANNIE, word))
        with pytest.raises(Refused, match=r"boomtown\.undo\.learned"):
            match.undo(ANNIE)

    def test_never_across_another_seats_answer(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(BILL), Pick(ANNIE)], recorded=True)
        say(match, (ANNIE, "yes"), (BILL, "yes"))
        with pytest.raises(Refused, match=r"boomtown\.undo\.learned"):
            match.undo(ANNIE)
        match.undo(BILL)
        with pytest.raises(Refused, match=r"boomtown\.undo\.learned"):
            match.undo(BILL)

    def test_a_sealed_answer_until_all_are_revealed(self) -> None:
        match = flow(lambda: [Vote([ANNIE, BILL]), Pick(ANNIE)], recorded=True)
        say(match, (ANNIE, "aye"))
        match.undo(ANNIE)
        assert match.asked() == [ANNIE, BILL]
        say(match, (ANNIE, "nay"), (BILL, "aye"))
        with pytest.raises(Refused, match=r"boomtown\.undo\.learned"):
            match.undo(BILL)

    def test_what_the_clock_answered_stands(self) -> None:
        match = flow(lambda: [Pick(ANNIE, ("yes",)), Pick(ANNIE)], recorded=True)
        match.time_out(ANNIE)
        with pytest.raises(Refused, match=r"boomtown\.undo\.learned"):
            match.undo(ANNIE)

    def test_only_a_recorded_match(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(ANNIE)])
        say(match, (ANNIE, "yes"))
        with pytest.raises(Refused, match=r"boomtown\.undo\.recorded"):
            match.undo(ANNIE)


class TestCopies:
    def test_a_clone_goes_its_own_way(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(BILL)])
        twin = match.clone()
        say(twin, (ANNIE, "roll"))
        assert match.state.lines == []
        say(match, (ANNIE, "roll"))
        assert match.hash() == twin.hash()

    def test_the_cost_of_a_copied_log_does_not_grow(self) -> None:
        match = flow(lambda: [Pick(ANNIE)])
        for number in range(1000):
            match.tell("flow.note", number=number)
        twin = match.clone()
        match.tell("flow.note", number=-1)
        twin.tell("flow.note", number=-2)
        assert len(twin.log) == len(match.log) == 1001
        assert [entry.args["number"] for entry in twin.log.since(999)] == [999, -2]
        assert [entry.args["number"] for entry in twin.clone().log.since(999)] == [999, -2]
        assert twin.log._own != match.log._own

    def test_a_position_before_the_first_line_means_the_whole_log(self) -> None:
        match = flow(lambda: [Pick(ANNIE)])
        match.tell("flow.note", number=1)
        for log in (match.log, match.clone().log):
            assert list(log.since(-1000)) == list(log) != []
            assert log.numbered(None, -1000) == log.numbered(None)

    def test_a_private_line_is_read_by_its_audience_only(self) -> None:
        match = flow(lambda: [Pick(ANNIE)])
        match.tell("flow.note", to=[BILL], text="psst")
        assert len(match.log.visible_to(BILL)) == 1
        assert match.log.visible_to(ANNIE) == match.log.visible_to(None) == []


class TestLists:
    """A step never empties the list that it was given."""

    def test_two_steps_may_be_given_one_list(self) -> None:
        seats = [ANNIE, BILL]
        match = flow(lambda: [Round(seats), Object(seats), Round(seats)])
        say(match, (ANNIE, "yes"), (BILL, "no"), (ANNIE, PASS), (BILL, PASS), (ANNIE, "yes"))
        assert seats == [ANNIE, BILL]
        assert match.asked() == [BILL]


class TestExcerpts:
    """A table of a test's making needs no steps beyond those that it is about."""

    def test_nothing_is_left_to_do(self) -> None:
        match = arranged(FLOW, Notes([], Secret(1, "secret")), Note("alone"), seats=2)
        assert match.state.lines == ["alone"]
        assert (match.asked(), match.prompt(), match.question(ANNIE)) == ([], None, None)
        assert refused(match, ANNIE, "yes") == "boomtown.answer.turn"
        assert match.view(ANNIE).prompt is None

    def test_it_goes_on_after_the_last_answer(self) -> None:
        match = arranged(FLOW, Notes([], Secret(1, "secret")), Pick(ANNIE), seats=2)
        say(match.clone(), (ANNIE, "yes"))
        say(match, (ANNIE, "no"))
        assert match.state.lines == ["0 no"]

    def test_a_whole_match_must_not_run_out_of_steps(self) -> None:
        match = flow(lambda: [Pick(ANNIE)])
        del match.agenda[:-1]
        with pytest.raises(GameFault, match="nothing is left to do"):
            say(match, (ANNIE, "no"))
