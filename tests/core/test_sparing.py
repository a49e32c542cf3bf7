"""Questions that leave nothing to choose: which they are, and how they are taken back."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from boomtown.core import (
    PASS,
    Alternatives,
    By,
    Choice,
    Combination,
    Composed,
    Match,
    Number,
    OneOf,
    Point,
    Ready,
    Refusal,
    Seat,
    Several,
    Split,
    load,
    save,
)
from boomtown.testing import say
from flows import ANNIE, BILL, CASS, FinalVote, Notes, Object, Pick, Vote, flow

NO = Refusal("flow.no")


@pytest.mark.parametrize(
    ("choice", "only"),
    [
        (OneOf(["a"]), ["a"]),
        (OneOf(["a", "b"]), []),
        (OneOf(["a", "b"], refused={"b": NO}), ["a"]),
        (Several([1, 2], least=2), [[1, 2]]),
        (Several([1, 2]), []),
        (Number(3, 3), [3]),
        (Split(2, ["x"]), [{"x": 2}]),
        (Combination({"a": OneOf(["x"]), "b": Number(1, 1)}), [{"a": "x", "b": 1}]),
        (Combination({"a": OneOf(["x"]), "b": Number(1, 2)}), []),
        (Alternatives({"a": OneOf(["x"]), "b": OneOf(["y"])}, refused={"b": NO}), [{"a": "x"}]),
        (Alternatives({"a": OneOf(["x"]), "b": OneOf(["y"])}), []),
    ],
)
def test_a_choice_knows_its_only_answer(choice: Choice, only: list[object]) -> None:
    assert choice.only() == only


@pytest.mark.parametrize(
    "choice",
    [
        Composed(ready=[Ready("stay", "flow.stay")]),
        Point((0, 0, 9, 9), samples=[[1, 1]]),
        Alternatives({"a": Composed(ready=[Ready("stay", "flow.stay")])}),
        Combination({"a": Point((0, 0, 9, 9), samples=[[1, 1]])}),
    ],
)
def test_samples_are_not_all_there_is(choice: Choice) -> None:
    assert len(choice.offers()) == 1
    assert choice.only() == []


class Nod(Pick):
    """A question that leaves nothing to choose."""

    words: tuple[str, ...] = ("yes",)


class OpenNod(Nod):
    public: ClassVar[bool] = True


class Idle(Pick):
    def worth_asking(self, match: Match[Any], seat: Seat) -> bool:
        return False


class Secret(FinalVote):
    def choice(self, match: Match[Any], seat: Seat) -> Choice:
        return OneOf(["aye"])


@pytest.mark.parametrize(
    ("step", "alone", "among"),
    [
        (Nod(ANNIE), ["yes"], []),
        (OpenNod(ANNIE), ["yes"], ["yes"]),
        (Pick(ANNIE), [], []),
        (Idle(ANNIE), ["reveal"], ["reveal"]),
        (Secret([ANNIE, BILL]), ["aye"], ["aye"]),
    ],
)
def test_what_is_spared_alone_and_among_people(
    step: Pick, alone: list[str], among: list[str]
) -> None:
    match = flow(lambda: [step])
    assert match.spares(ANNIE, alone=True) == alone
    assert match.spares(ANNIE, alone=False) == among


def test_passing_is_routine_and_so_is_what_a_step_says() -> None:
    assert flow(lambda: [Object([ANNIE])]).routine(ANNIE) == [PASS]
    assert flow(lambda: [Pick(ANNIE)]).routine(ANNIE) == []


def given(match: Match[Notes], seat: Seat, answer: str) -> None:
    """An answer that nobody was asked for."""
    match.answer(seat, answer, by=By.RULE)


class TestUndo:
    def match(self) -> Match[Notes]:
        return flow(lambda: [Pick(ANNIE), Pick(BILL, ("yes",)), Pick(ANNIE)], recorded=True)

    def test_an_answer_that_nobody_gave_belongs_to_the_one_before(self) -> None:
        match = self.match()
        say(match, (ANNIE, "yes"))
        given(match, BILL, "yes")
        assert match.record is not None
        assert match.record.last_by is By.RULE
        assert (match.undoable, match.last_seat) == (2, ANNIE)
        match.undo(ANNIE)
        assert match.asked() == [BILL]
        match.undo(ANNIE)
        assert match.state.lines == []
        assert match.record.last_by is None
        again = Match.replayed(match.game, match.record)
        assert again.hash() == match.hash()

    def test_it_is_no_answer_of_its_own(self) -> None:
        match = flow(lambda: [Nod(BILL), Pick(ANNIE), Pick(ANNIE)])
        given(match, BILL, "yes")
        assert match.undoable == 0
        say(match, (ANNIE, "no"))
        assert match.undoable == 1

    def test_what_it_makes_known_is_never_taken_back(self) -> None:
        match = flow(lambda: [Pick(ANNIE), Pick(BILL), Pick(CASS)])
        say(match, (ANNIE, "yes"))
        given(match, BILL, "roll")
        assert match.undoable == 0

    def test_the_last_sealed_answer_opens_all(self) -> None:
        match = flow(lambda: [Vote([ANNIE, BILL]), Pick(ANNIE)])
        say(match, (ANNIE, "aye"))
        given(match, BILL, "nay")
        assert match.undoable == 0

    def test_a_snapshot_keeps_the_way_back(self) -> None:
        match = self.match()
        say(match, (ANNIE, "yes"))
        given(match, BILL, "yes")
        again = load(match.game, save(match))
        again.undo(ANNIE)
        again.undo(ANNIE)
        assert again.state.lines == []
