"""The bench: events in, frames out; what is kept of it runs as an example and as a test."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from boomtown.core.chance import Chance, seed_from
from boomtown.core.errors import GameFault, InvalidRecord, Refused
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.matchfile import export
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.lessons.lesson import Lesson
from boomtown.lessons.script import Script
from boomtown.plugins import find_game, installed_games
from boomtown.testing import InvalidEdit, at, examples_of, plays, run_examples
from boomtown.testing.bench import (
    Answered,
    Bench,
    Edited,
    Event,
    Exchanged,
    Loaded,
    read_file,
)
from boomtown.testing.bench.looking import (
    agenda_of,
    chance_of,
    knowledge_of,
    loaded_at,
    tree_of,
)
from boomtown.testing.bench.opening import fresh, of_example, of_text
from boomtown.testing.bench.saving import Stretch, as_example, as_lesson, as_test
from boomtown.testing.plays import Walk
from boomtown_game_high_noon import GAME

ANNIE, BILL = Seat(0), Seat(1)


def bench_with(*events: Event) -> Bench:
    return Bench(GAME, fresh(GAME, 2, seed=seed_from("bench")).origin, events)


def shot() -> Bench:
    """Annie is made to hit twice, and Bill has but one life and a whisky."""
    return bench_with(
        Edited("gunslingers.1.lives", 2),
        Edited("gunslingers.1.trick.value", "whisky"),
        Loaded(dice=[6, 5]),
        Answered(ANNIE, 1),
        Answered(BILL, "aim"),
        Answered(BILL, "use"),
    )


def ran(code: str) -> dict[str, Any]:
    """The names of a module that was written down, with all of its tests passed."""
    names: dict[str, Any] = {"__name__": "written"}
    exec(compile(code, "written.py", "exec"), names)
    tests = [thing for name, thing in names.items() if name.startswith("test_")]
    assert len(tests) == 1
    tests[0]()
    return names


# --- events and frames ----------------------------------------------------------------------------


def test_dice_that_are_loaded_come_up_and_are_noted_among_the_others() -> None:
    bench = shot()
    assert bench.broken is None
    assert [drawn.draw.value for drawn in chance_of(bench, bench.last) if drawn.frame] == [6, 5]
    assert all(drawn.draw.loaded for drawn in chance_of(bench, bench.last) if drawn.frame)
    assert [drawn.draw.kind for drawn in chance_of(bench, 0)] == ["shuffles"]
    assert loaded_at(bench, 3) == {"dice": [6, 5], "picks": [], "shuffles": []}
    assert loaded_at(bench, bench.last)["dice"] == []
    assert at(bench.frames[-1].match, "gunslingers.1.lives") == 1


def test_a_die_that_cannot_come_up_is_named_and_nothing_has_happened() -> None:
    bench = bench_with(Loaded(dice=[7]), Answered(ANNIE, 1))
    with pytest.raises(GameFault, match=r"dice: 7 is none of \[1, 2, 3, 4, 5, 6\]"):
        bench.do(Answered(BILL, "duck"))
    assert bench.last == 2
    bench.do(Loaded(dice=[1, 1]))
    assert bench.do(Answered(BILL, "duck")).match.number == 2


def test_whoever_answers_at_an_earlier_frame_drops_the_later_ones() -> None:
    bench = shot()
    bench.do(Answered(ANNIE, "duck"), at=3)
    assert [type(event).__name__ for event in bench.events] == [
        "Edited",
        "Edited",
        "Loaded",
        "Answered",
    ]
    assert bench.frames[4].match.asked() == [BILL]


def test_an_answer_that_a_rule_forbids_changes_nothing() -> None:
    bench = bench_with()
    with pytest.raises(Refused):
        bench.do(Answered(ANNIE, 0))
    assert bench.last == 0


def test_a_seat_whose_time_is_up_is_answered_for() -> None:
    bench = bench_with(Answered(ANNIE, None, By.CLOCK))
    assert bench.events == [Answered(ANNIE, "duck", By.CLOCK)]


@pytest.mark.parametrize(
    ("path", "value", "field", "says"),
    [
        ("gunslingers.1.lives", "two", "gunslingers.1.lives", "Expected `int`, got `str`"),
        ("gunslingers.1.lives", None, "gunslingers.1.lives", "Expected `int`, got `null`"),
        ("gunslingers.1.trick.value", "gold", "gunslingers.1.trick.value", "Invalid enum value"),
        ("gunslingers.7.lives", 1, "gunslingers.7.lives", "nothing at this place"),
        ("gunslingers.1.hat", 1, "gunslingers.1.hat", "nothing at this place"),
        ("round", 2**70, "round", "OverflowError|range|64"),
        ("", {}, "", "name a place"),
        ("gunslingers.0", {"lives": 3}, "gunslingers.0", "trick"),
        ("rounds", 1.5, "rounds", "Expected `int`, got `float`"),
    ],
)
def test_a_wrong_value_is_refused_by_its_field_and_changes_nothing(
    path: str, value: object, field: str, says: str
) -> None:
    bench = bench_with()
    before = bench.frames[0].match.hash()
    with pytest.raises(InvalidEdit, match=says) as refused:
        bench.do(Edited(path, value))
    assert refused.value.field == field
    assert bench.last == 0
    assert bench.frames[0].match.hash() == before


def test_at_the_path_of_a_secret_its_value_is_written_and_who_knows_it_stays() -> None:
    bench, path = bench_with(), "gunslingers.1.trick"
    before = at(bench.frames[0].match, path)
    bench.do(Edited(path, "whisky"))
    assert at(bench.frames[-1].match, path) == {**before, "value": "whisky"}
    bench.do(Edited(path, before))
    assert at(bench.frames[-1].match, path) == before
    with pytest.raises(InvalidEdit, match="Invalid enum value") as refused:
        bench.do(Edited(path, "gold"))
    assert refused.value.field == f"{path}.value"


def test_a_field_that_nobody_knows_is_refused() -> None:
    whole = at(bench_with().frames[0].match, "gunslingers.0")
    with pytest.raises(InvalidEdit, match=r"gunslingers\.0\.hat: no such field"):
        bench_with().do(Edited("gunslingers.0", {**whole, "hat": "black"}))


def test_a_table_that_cannot_stand_is_refused_with_its_place_in_the_code() -> None:
    with pytest.raises(InvalidEdit, match=r"cannot stand like this.*IndexError.*rules\.py:"):
        bench_with().do(Edited("gunslingers", []))


def test_two_cards_change_places() -> None:
    bench = bench_with()
    mine, first = (at(bench.frames[0].match, path) for path in ("gunslingers.0.trick", "box.0"))
    bench.do(Exchanged("gunslingers.0.trick", "box.0"))
    match = bench.frames[-1].match
    assert (at(match, "gunslingers.0.trick"), at(match, "box.0")) == (first, mine)
    with pytest.raises(InvalidEdit, match="a part of"):
        bench.do(Exchanged("box", "box.0"))


def test_events_that_new_rules_refuse_end_the_bench_there() -> None:
    events = [Answered(ANNIE, 1), Answered(ANNIE, 0), Answered(BILL, "duck")]
    bench = bench_with(*events)
    assert bench.broken is not None
    assert (bench.last, bench.broken.number, bench.broken.event) == (1, 2, events[1])


# --- what there is to see -------------------------------------------------------------------------


def test_the_agenda_names_rules_and_places_in_the_code() -> None:
    tricks, *_, rounds = agenda_of(bench_with(*shot().events[:5]).frames[-1].match)
    assert (tricks.name, tricks.rule, tricks.waits) == ("Tricks", "noon.trick.window", True)
    assert ("hits", "2") in tricks.fields
    assert tricks.where.startswith("boomtown_game_high_noon/rules.py:")
    assert rounds.says == "Round follows round until one is left standing or the sun has moved on."


def test_the_state_stands_beside_what_a_chair_sees() -> None:
    frames = shot().frames
    nodes = {
        node.path: node
        for top in tree_of(frames[2].match, ANNIE, frames[1].match)
        for node in top.walk()
    }
    mine, other = nodes["gunslingers.0.trick"], nodes["gunslingers.1.trick"]
    assert (mine.secret, mine.seen, mine.knows) == (True, mine.text, "A")
    assert (other.text, other.seen, other.knows) == ('"whisky"', None, "B")
    assert other.changed or at(frames[1].match, "gunslingers.1.trick.value") == "whisky"
    assert not nodes["gunslingers.0.lives"].changed


def test_it_is_told_who_knows_what() -> None:
    known = {one.path: one for one in knowledge_of(shot().frames[-1].match)}
    assert known["gunslingers.0.trick"].seats == [True, False]
    assert known["gunslingers.1.trick"].public
    assert known["box.0"].seats == [False, False]


# --- what can be opened ---------------------------------------------------------------------------


def played(game: Game[Any, Any], seed: str) -> Match[Any]:
    walk = Walk(game, next(iter(plays(game, 1, seed))), recorded=True)
    for _ in walk:
        pass
    return walk.match


def test_a_match_file_is_played_again_frame_by_frame() -> None:
    match = played(GAME, "file")
    game, file = of_text(export(match), find_game)
    bench = Bench(game, file.origin, file.events)
    assert bench.broken is None
    assert bench.frames[-1].match.outcome == match.outcome
    assert list(bench.frames[-1].match.log) == list(match.log)


def test_a_bench_is_the_same_after_a_way_through_its_file() -> None:
    bench = shot()
    game, file = of_text(bench.file(title="Shot", at=3).text(), find_game)
    again = Bench.opened(game, file)
    assert (file.title, file.at) == ("Shot", 3)
    assert again.frames[-1].match.hash() == bench.frames[-1].match.hash()


@pytest.mark.parametrize("text", ['{"bench": 2, "origin": {}}', '{"bench": 1}', '{"bench": "x"}'])
def test_a_bench_that_cannot_be_read_says_where(text: str) -> None:
    with pytest.raises(InvalidRecord, match="bench: "):
        read_file(text)


@pytest.mark.parametrize("id", ["high_noon", "bang_dice", "cash_n_guns", "shadows_west"])
def test_a_worked_example_in_any_notation_lies_on_the_bench(id: str) -> None:
    game = find_game(id)
    for example in examples_of(game)[:3]:
        file = of_example(game, example)
        bench = Bench.opened(game, file)
        assert bench.broken is None
        assert bench.events == file.events
        assert file.title.startswith(example.id)


# --- what is kept ---------------------------------------------------------------------------------


def test_a_stretch_is_kept_as_an_example_and_as_a_test_and_both_run() -> None:
    bench = shot()
    stretch = Stretch.of(bench, 0, bench.last, "Two hits, one whisky")
    example = as_example(stretch, "B01", own_notation=False)
    assert str(run_examples(GAME, example)) == "1 passed, 0 failed"
    assert "test_two_hits_one_whisky" in ran(as_test(stretch))
    assert "dice = [6, 5]" in example
    wrong = example.replace('"gunslingers.1.lives" = 1', '"gunslingers.1.lives" = 3')
    assert run_examples(GAME, wrong).failed[0].problem == "gunslingers.1.lives is 1, not 3"


def test_a_test_that_is_kept_is_written_as_one_writes_them() -> None:
    bench = shot()
    bench.do(Edited("box", at(bench.frames[-1].match, "box")))
    code = as_test(Stretch.of(bench, 0, bench.last, "Two hits"))
    assert "from boomtown_game_high_noon import GAME\n" in code
    assert "boomtown.plugins" not in code
    mark = code.split("def test_two_hits")[0].split("@pytest.mark.rule")[1]
    assert '"noon.trick.whisky",\n' in mark
    assert '"noon.hit.life",\n' in mark
    body = code.split("def test_two_hits")[1]
    assert max(map(len, body.splitlines())) <= 100
    assert "[\n" in body, "a long list has a line for each of its parts"
    ran(code)


def test_a_stretch_may_begin_in_the_middle_and_hold_edits_and_exchanges() -> None:
    bench = shot()
    bench.do(Exchanged("gunslingers.0.trick", "box.0"))
    bench.do(Answered(ANNIE, None, By.CLOCK))
    stretch = Stretch.of(bench, 4, bench.last)
    assert (
        str(run_examples(GAME, as_example(stretch, "B02", own_notation=False)))
        == "1 passed, 0 failed"
    )
    ran(as_test(stretch))
    with pytest.raises(InvalidEdit, match="from"):
        Stretch.of(bench, 5, 2)


def test_a_stretch_of_answers_is_kept_as_a_lesson_that_can_be_played() -> None:
    bench = shot()
    text = as_lesson(Stretch.of(bench, 3, bench.last, "Whisky"), BILL)
    lesson = msgspec.convert(tomllib.loads(text), Lesson)
    assert lesson.texts() == ["end", "step_1", "step_2"]
    for _ in Script(GAME, "whisky", lesson).plays():
        pass
    with pytest.raises(InvalidEdit, match="begin after the last edit"):
        as_lesson(Stretch.of(bench, 0, bench.last), BILL)
    with pytest.raises(InvalidEdit, match="sit in another chair"):
        as_lesson(Stretch.of(bench, 4, bench.last), ANNIE)


@pytest.mark.parametrize("id", ["bang_dice", "cash_n_guns", "shadows_west"])
def test_a_game_with_a_notation_of_its_own_keeps_plain_examples_too(id: str) -> None:
    game = find_game(id)
    example = examples_of(game)[0]
    bench = Bench.opened(game, of_example(game, example))
    stretch = Stretch.of(bench, 0, bench.last, 'A "strange" title: it\'s <b>')
    text = as_example(stretch, "B01", own_notation=True)
    assert str(run_examples(game, text)) == "1 passed, 0 failed"
    ran(as_test(stretch))


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_the_state_of_every_game_can_be_looked_at(game: Game[Any, Any]) -> None:
    match = Match.unrecorded(game, min(game.seats), {}, chance=Chance.seeded("a look"))
    assert tree_of(match, match.all_seats[0])
    assert tree_of(match, None, match)
