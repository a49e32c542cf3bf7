"""A match that was begun with another version of its game goes on in a new chapter."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import claims
from boomtown.core import (
    By,
    Game,
    GameFault,
    InvalidRecord,
    Match,
    Position,
    Refused,
    Seat,
    VersionMismatch,
    carry_over,
    export,
    load,
    save,
    seed_from,
    unchanged,
    verify,
)
from claims import one, two

ANNIE, BILL = Seat(0), Seat(1)
BEGUN = "boomtown.chapter.begun"


def begun(answers: int = 8) -> Match[Any]:
    """A match of the version before: bids, turns, bids, and so on."""
    match = Match.start(one.GAME, 3, seed=seed_from("claims"), contributions=["annie"])
    play(match, answers)
    return match


def play(match: Match[Any], answers: int = 1_000) -> None:
    for _ in range(answers):
        if match.outcome is not None:
            return
        seat = match.asked()[0]
        offers = match.choice(seat).offers()
        match.answer(seat, offers[match.number % len(offers)])


def carried(answers: int = 8, game: Game[Any, Any] = two.GAME) -> Match[Any]:
    """The same, gone on with by the version after."""
    return carry_over(game, save(begun(answers)))[0]


def edited(text: str, row: int, change: dict[str, Any]) -> str:
    rows = [json.loads(line) for line in text.splitlines()]
    rows[row] |= change
    return "\n".join(json.dumps(part, separators=(",", ":")) for part in rows)


class TestANewChapter:
    def test_it_goes_on_from_the_last_state_in_its_new_shape(self) -> None:
        before, after = begun(), carried()
        assert [digger.gold for digger in after.state.diggers] == before.state.gold
        assert after.state.day == before.state.round
        assert after.options == two.Days(days=3)
        assert after.chance.drawn == before.chance.drawn
        assert after.asked() == before.asked()

    def test_steps_that_wait_on_the_agenda_are_carried_over_with_it(self) -> None:
        before, after = begun(4), carried(4)
        assert [type(step).__name__ for step in before.agenda] == ["Season", "Turn", "Turn"]
        assert [type(step).__name__ for step in after.agenda] == ["Season", "Dig", "Dig"]
        play(after)
        assert after.outcome is not None

    def test_an_answer_that_is_sealed_already_stays_sealed(self) -> None:
        match = begun(0)
        match.answer(ANNIE, 3)
        after, _ = carry_over(two.GAME, save(match))
        assert after.asked() == [Seat(1), Seat(2)]
        assert after.question(ANNIE) is not None, "and may still be changed"
        play(after, 2)
        told = [entry for entry in after.log if entry.rule == "claims.bid"]
        assert told[0].args["bids"][0] == 3  # type: ignore[index]  # a list of bids

    def test_the_log_goes_on_and_announces_it_to_everybody(self) -> None:
        before, after = begun(), carried()
        length = len(before.log)
        assert list(after.log)[:length] == list(before.log)
        announced = list(after.log)[length]
        assert (announced.rule, announced.to) == (BEGUN, None)
        assert announced.args == {"version": "2.0.0", "before": "1.0.0"}

    def test_what_was_meant_for_the_question_before_is_refused(self) -> None:
        before, after = begun(), carried()
        with pytest.raises(Refused, match="number"):
            after.answer(after.asked()[0], "dig", number=before.moment)

    def test_what_a_seat_may_not_know_stays_hidden(self) -> None:
        before, after = begun(), carried()
        for seat in (None, *after.all_seats):
            shown = after.view(seat).state.diggers
            assert [digger.claim.known for digger in shown] == [
                claim.known for claim in before.view(seat).state.claims
            ]
        assert sum(digger.claim.known for digger in after.view(ANNIE).state.diggers) == 1

    def test_a_game_without_an_upgrade_is_refused(self) -> None:
        with pytest.raises(VersionMismatch, match=r"claims 2\.0\.0 cannot go on from 1\.0\.0"):
            carried(game=replace(two.GAME, upgrade=None))

    def test_so_is_a_version_that_the_upgrade_does_not_know(self) -> None:
        saved = save(Match.start(replace(one.GAME, version="0.1.0"), 3, seed=seed_from("old")))
        with pytest.raises(VersionMismatch, match=r"cannot go on from 0\.1\.0"):
            carry_over(two.GAME, saved)

    def test_an_upgrade_that_makes_no_state_of_this_version_is_a_fault_of_the_game(self) -> None:
        with pytest.raises(GameFault, match="not a state of this version"):
            carried(game=replace(two.GAME, upgrade=unchanged))

    def test_the_same_shape_needs_no_work(self) -> None:
        later = replace(one.GAME, version="1.1.0", upgrade=unchanged)
        match = carried(game=later)
        assert match.state == begun().state

    def test_an_upgrade_cannot_touch_what_the_record_keeps(self) -> None:
        def careless(version: str, old: Position) -> Position | None:
            new = two.upgrade(version, old)
            old.state.clear()
            return new

        match = carried(game=replace(two.GAME, upgrade=careless))
        assert match.record is not None
        opening = match.record.chapters()[1].opening
        assert opening is not None
        assert opening.closing.state["gold"] == begun().state.gold

    def test_one_chapter_may_follow_another(self) -> None:
        match = carried()
        play(match, 2)
        third = replace(two.GAME, version="3.0.0", upgrade=unchanged)
        again, _ = carry_over(third, save(match))
        assert again.record is not None
        assert [chapter.version for chapter in again.record.chapters()] == [
            "1.0.0",
            "2.0.0",
            "3.0.0",
        ]
        play(again)
        verdict = verify(export(again), lambda id: third)
        assert [chapter.checked for chapter in verdict.chapters] == [False, False, True]


def test_a_stored_match_of_the_version_before_is_carried_over() -> None:
    saved = Path(claims.__file__).with_name("1.0.0.match").read_bytes()
    assert load(one.GAME, saved).hash() == begun().hash(), "it is written like this for ever"
    match, line = carry_over(two.GAME, saved)
    assert (line.by, line.hash) == (By.CHAPTER, carried().hash())
    play(match)
    assert match.outcome is not None


class TestPlayedAgain:
    def test_it_is_replayed_from_where_its_chapter_begins(self) -> None:
        match = carried()
        play(match, 5)
        assert match.record is not None
        again = Match.replayed(two.GAME, match.record)
        assert again.hash() == match.hash()
        assert list(again.log) == list(match.log)
        assert (again.number, again.moment) == (match.number, match.moment)

    def test_any_moment_is_played_again_by_the_version_of_its_chapter(self) -> None:
        match = carried(8)
        play(match, 5)
        record = match.record
        assert record is not None
        for upto in range(9, len(record.lines) + 1):
            assert Match.replayed(two.GAME, record, upto).hash() == record.lines[upto - 1].hash
        for upto in range(1, 9):
            assert Match.replayed(one.GAME, record, upto).hash() == record.lines[upto - 1].hash
        with pytest.raises(VersionMismatch, match=r"played with claims 1\.0\.0"):
            Match.replayed(two.GAME, record, 8)
        with pytest.raises(VersionMismatch, match=r"played with claims 2\.0\.0"):
            Match.replayed(one.GAME, record)

    def test_saved_and_loaded_it_is_the_same(self) -> None:
        match = carried()
        play(match, 3)
        again = load(two.GAME, save(match))
        assert again.hash() == match.hash()
        assert again.record == match.record


class TestUndo:
    def test_an_answer_of_the_chapter_before_is_not_taken_back(self) -> None:
        match = begun(4)
        match.answer(BILL, "rest")
        assert match.undoable
        after, _ = carry_over(two.GAME, save(match))
        assert not after.undoable
        with pytest.raises(Refused, match="learned"):
            after.undo(BILL)

    def test_within_the_chapter_it_is_the_same_as_ever(self) -> None:
        match = carried(4)
        before = match.hash()
        match.answer(BILL, "pan")
        match.undo(BILL)
        assert match.hash() == before
        assert match.record is not None
        assert [line.by for line in match.record.lines[4:]] == [By.CHAPTER, By.PLAYER, By.UNDO]
        assert Match.replayed(two.GAME, match.record).hash() == before

    def test_a_way_back_that_was_not_kept_is_played_from_the_beginning_of_the_chapter(self) -> None:
        match = carried(4)
        before = match.hash()
        match.answer(BILL, "pan")
        match.way_back.clear()
        match.undo(BILL)
        assert match.hash() == before

    def test_a_record_that_takes_a_chapter_back_is_refused(self) -> None:
        match = carried(4)
        assert match.record is not None
        line = match.record.lines[-1]
        match.record.lines.append(type(line)(ANNIE, By.UNDO, None, line.hash))
        with pytest.raises(InvalidRecord, match="there is nothing to take back"):
            match.record.standing()


class TestTheFile:
    @pytest.fixture
    def text(self) -> str:
        match = carried(8)
        play(match, 4)
        seat = match.asked()[0]
        if match.undoable:
            match.undo(match.last_seat or seat)
        play(match)
        return export(match)

    @pytest.mark.parametrize(
        ("game", "checked"), [(one.GAME, [True, False]), (two.GAME, [False, True])]
    )
    def test_each_version_checks_its_chapter_and_names_the_other(
        self, text: str, game: Game[Any, Any], checked: list[bool]
    ) -> None:
        verdict = verify(text, lambda id: game)
        assert [chapter.version for chapter in verdict.chapters] == ["1.0.0", "2.0.0"]
        assert [chapter.checked for chapter in verdict.chapters] == checked
        assert [chapter.answers for chapter in verdict.chapters] == [8, verdict.answers - 9]

    def test_a_version_that_has_played_nothing_of_it_names_the_last_one(self, text: str) -> None:
        with pytest.raises(VersionMismatch, match=r"played with claims 2\.0\.0"):
            verify(text, lambda id: replace(two.GAME, version="3.0.0"))

    def test_it_says_that_older_programs_cannot_read_it(self, text: str) -> None:
        assert json.loads(text.splitlines()[0])["format"] == 2
        match = begun(0)
        play(match)
        assert json.loads(export(match).splitlines()[0])["format"] == 1

    def test_a_running_match_gives_no_file(self) -> None:
        with pytest.raises(InvalidRecord, match="it is not over yet"):
            export(carried())

    @pytest.mark.parametrize(
        ("path", "value", "game", "says"),
        [
            (("opening", "state", "diggers", 0, "gold"), 99, two.GAME, "the state it claims"),
            (("opening", "state", "days"), "x", two.GAME, "the chapter cannot begin so"),
            (("closing", "state", "gold", 0), 99, two.GAME, "what the upgrade makes"),
            (("closing", "state"), None, two.GAME, "cannot be carried over"),
            (("closing", "state", "gold", 0), 99, one.GAME, "has not left the match so"),
            (("closing", "state"), None, one.GAME, "not a state of this version"),
            (("drawn",), 0, one.GAME, "has not left the match so"),
            (("drawn",), 0, two.GAME, "the state it claims"),
            (("version",), None, two.GAME, "Expected `str`"),
        ],
    )
    def test_a_chapter_that_was_edited_is_found_by_whoever_can_check_it(
        self,
        text: str,
        path: tuple[str | int, ...],
        value: object,
        game: Game[Any, Any],
        says: str,
    ) -> None:
        line = json.loads(text.splitlines()[9])
        assert line["by"] == "chapter"
        place = line["answer"]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
        with pytest.raises(InvalidRecord, match=says):
            verify(edited(text, 9, line), lambda id: game)
