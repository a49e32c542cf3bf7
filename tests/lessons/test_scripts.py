"""Lessons as data: loaded chance that can be stored, and what is wrong with a lesson is named."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from boomtown.core import Chance, Match, Refusal, Refused, Seat
from boomtown.core.chance import KEY_BYTES, DictatedChance
from boomtown.core.snapshot import load, save
from boomtown.lessons import checking
from boomtown.lessons.lesson import InvalidLesson, Lesson, lessons_of
from boomtown.lessons.script import Script
from boomtown.plugins import find_game
from boomtown.testing.conformance import Suite

NOON = find_game("high_noon")
SHADOWS = find_game("shadows_west")
KEY = bytes(range(KEY_BYTES))
STAND, TRICK = "noon.stand.sealed", "noon.trick.window"
DUEL: dict[str, Any] = {
    "seats": 2,
    "end": "end",
    "shuffles": [["star", "whisky"]],
    "dice": [6, 5],
    "do": [
        {"seat": "B", "ask": STAND, "answer": "duck"},
        {"seat": "A", "ask": STAND, "answer": 1, "say": ["shoot"], "otherwise": "no"},
        {"seat": "B", "ask": TRICK, "answer": "pass"},
        {"seat": "A", "ask": STAND, "answer": "duck", "any": True, "say": ["again"]},
    ],
    "usual": {STAND: "aim"},
}


def lesson(**changes: Any) -> Lesson:
    """A shot at somebody who ducks."""
    return msgspec.convert(DUEL | changes, Lesson)


def script(**changes: Any) -> Script:
    return Script(NOON, "duel", lesson(**changes))


def first(**changes: Any) -> list[Any]:
    """The answers of the lesson, the learner's first one changed."""
    return [DUEL["do"][0], DUEL["do"][1] | changes, *DUEL["do"][2:]]


def test_a_stream_comes_up_with_what_was_dictated_and_goes_on_by_its_key() -> None:
    def drawn(chance: Chance) -> list[object]:
        cards = list("abcdefgh")
        chance.shuffle(cards)
        hat = chance.roll(["boot", "hat"])
        return [cards, chance.die(6), hat, chance.below(1000), chance.pick("wxyz")]

    dictated = DictatedChance(["hat", 4, 300], ["x"], [["d", "b"]])
    loaded = drawn(dictated)
    stream = Chance(KEY + dictated.dictated)
    assert drawn(stream) == loaded == [list("dbacefgh"), 4, "hat", 300, "x"]
    rest = [stream.below(256) for _ in range(80)]
    assert rest == [Chance(stream.key, stream.drawn - 80).below(256), *rest[1:]]
    assert len({*rest}) > 40
    assert Chance(KEY).below(256) == Chance(KEY).fork().below(256)


def test_the_dice_of_a_lesson_survive_a_saved_match() -> None:
    duel = script()
    match = duel.start(KEY)
    match.answer(Seat(1), "duck")
    match = load(NOON, save(match))
    match.answer(Seat(0), 1)
    match.answer(Seat(1), "pass")
    assert match.state.gunslingers[1].lives == NOON.options().lives - 1, "a 6 hits, a 5 does not"
    assert duel.step_at(match) == 1
    assert duel.done(match) == 1


def test_only_what_the_step_waits_for_is_taken() -> None:
    duel = script(do=first(accept=["aim"], wrong=[{"answer": "duck", "say": "coward"}]))
    match = duel.start(KEY)
    duel.check(match, Seat(0), 1, 0)
    duel.check(match, Seat(0), "aim", 0)
    duel.check(match, Seat(1), "aim", 0)
    with pytest.raises(Refused) as refused:
        duel.check(match, Seat(0), "duck", 0)
    assert refused.value.refusal.reason == "duel.coward"


def test_an_answer_will_do_after_which_the_log_says_what_it_should() -> None:
    duel = script(do=[first(answer=1, tells=["noon.shot.dice"])[1], *DUEL["do"][:1]])
    match = duel.start(KEY)
    with pytest.raises(Refused):
        duel.check(match, Seat(0), "duck", 0)
    match.answer(Seat(1), "duck")
    duel.check(match, Seat(0), 1, 0)


def test_an_answer_will_do_after_which_the_lesson_goes_on_as_written() -> None:
    duel = script(do=first(leads_on=True, wrong=[{"answer": "duck", "say": "coward"}]))
    match = duel.start(KEY)
    duel.check(match, Seat(0), 1, 0)
    for answer, reason in (("aim", "duel.no"), ("duck", "duel.coward")):
        with pytest.raises(Refused) as refused:
            duel.check(match, Seat(0), answer, 0)
        assert refused.value.refusal.reason == reason
    with pytest.raises(InvalidLesson, match="both right and wrong"):
        script(do=first(leads_on=True, wrong=[{"answer": 1, "say": "x"}]))


@pytest.mark.parametrize("game", ["bang_dice", "cash_n_guns", "shadows_west"])
def test_every_wrong_answer_in_a_first_lesson_is_told_why(game: str) -> None:
    lesson = Script(find_game(game), "first", lessons_of(find_game(game))["first"])
    for number, step in enumerate(lesson.steps):
        table = lesson.table_at(number)
        for offer in table.choice(lesson.seat).offers():
            refused = _refused(lesson, table, offer)
            assert refused is None or refused.reason, (number + 1, step.do.ask, offer)


def _refused(lesson: Script, table: Match[Any], offer: object) -> Refusal | None:
    try:
        lesson.check(table, lesson.seat, offer, None)
    except Refused as why:
        return why.refusal
    return None


def way(lesson: Script, *steps: tuple[int, int], **more: Any) -> str | None:
    """Why a Move of the marshal is not taken; None if it is."""
    order = {"steps": [["walk", x, y, 0] for x, y in steps], **more}
    try:
        lesson.check(lesson.table_at(3), Seat(0), order, None)
    except Refused as why:
        return why.refusal.reason
    return None


def test_any_sensible_way_across_the_table_is_taken() -> None:
    first_shootout = Script(SHADOWS, "first", lessons_of(SHADOWS)["first"])
    for place in ((2950, 2490), (2800, 2440), (3050, 2450), (3100, 2400)):
        assert way(first_shootout, place) is None, place
    assert way(first_shootout, (3000, 2260), (2950, 2450)) is None
    assert way(first_shootout, (2950, 2350)) == "first.into_trees", "hardly a tree before him"
    assert way(first_shootout, (3300, 2260)) == "first.into_trees"
    assert way(first_shootout, (2950, 2450), face=[0, 1000]) == "first.into_trees"
    assert way(first_shootout) == "first.not_stay"


def test_every_answer_that_will_do_is_played_to_the_end() -> None:
    played = [what for what, _ in script().plays()]
    assert played == ["as written", "step 2, 1", "step 2, 'duck'", "step 2, 'aim'"]
    with pytest.raises(InvalidLesson, match="nobody answers"):
        list(script(do=first(accept=["aim"])).plays())


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"do": first(ask="noon.no.question")}, "not noon.no.question of A"),
        ({"do": first(answer=0)}, r"answer 2 \(A\): 0 is refused \(.*\); noon\..* takes 1"),
        ({"do": first(answer="fly")}, r"answer 2 \(A\)"),
        ({"do": first(wrong=[{"answer": 1, "say": "x"}])}, "both right and wrong"),
        ({"do": first(seat="K")}, "no seat is called 'K'"),
        ({"dice": [6, 5, 4]}, "dice: 4 is left over; the lesson ends before it is thrown"),
        ({"dice": [6, 5, 4, 1]}, "dice: 4, 1 are left over; the lesson ends before they are"),
        ({"dice": [6]}, "no die left"),
        ({"do": DUEL["do"][:1], "dice": []}, "nothing is waited for"),
        ({"usual": {}, "do": DUEL["do"][1:]}, "is asked of"),
    ],
)
def test_a_lesson_that_cannot_be_played_says_where(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidLesson, match=problem):
        script(**changes)


def test_the_check_names_texts_and_rules_that_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = lesson(do=[*first(rules=["noon.no.rule"], say=[])])
    monkeypatch.setattr(checking, "lessons_of", lambda game: {"duel": broken})
    found = [finding.problem for finding in Suite(NOON, []).run("lessons")]
    assert "lessons/duel.toml, answer 2: unknown rule noon.no.rule" in found
    assert "lessons/duel.toml, answer 2: nothing is said before it" in found
    assert "lessons.duel has no texts" in found


def test_the_check_names_a_part_of_the_table_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pointing = lesson(do=first(point=["seat:1", "seat:7"]))
    monkeypatch.setattr(checking, "lessons_of", lambda game: {"duel": pointing})
    found = [finding.problem for finding in Suite(NOON, []).run("lessons")]
    assert "lessons/duel.toml, step 1: nothing is called 'seat:7' on the table" in found
    assert not any("'seat:1'" in problem for problem in found)


def test_a_lesson_is_over_when_the_last_answer_is_given_whosever_it_is() -> None:
    taught = script(do=DUEL["do"][:3])
    match = taught.start(KEY)
    match.answer(Seat(1), taught.answer(match, Seat(1))[0])
    match.answer(Seat(0), taught.answer(match, Seat(0))[0])
    assert taught.done(match) == len(taught.steps)
    assert not taught.over(match), "the other one has something to show"
    match.answer(Seat(1), taught.answer(match, Seat(1))[0])
    assert taught.over(match)
