"""Answers are held against play: what probes see, and the answers that they have put right."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from boomtown.core import Game
from boomtown.core.probe import ARISES, Seen
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook import Answer, Rulebook, questions
from boomtown.rulebook.book import FIRST_LANGUAGE, AnswerText, Value
from boomtown.rulebook.numbers import book_of
from boomtown.testing import Play
from boomtown.testing.probes import (
    Proof,
    allows,
    judge,
    probes_of,
    prove,
    seen_in,
    tables_of,
    watched,
)

GAMES = ("bang_dice", "cash_n_guns", "shadows_west", "high_noon")
RANDOM = "random"
ASKED = {question.id: question for question in questions()}


def short_tables(game: str) -> Iterator[tuple[Play, str]]:
    """A few quick matches over what matters for the answers."""
    three = {"seats": 3, "options": {}}
    plays: dict[str, list[tuple[dict[str, Any], int, str]]] = {
        "bang_dice": [
            (three, 6, RANDOM),
            ({"seats": 6, "options": {}}, 6, RANDOM),
            ({"seats": 5, "options": {"ghost": True}}, 3, RANDOM),
            ({"seats": 6, "options": {"special_roles": "mixed"}}, 3, RANDOM),
            ({"seats": 5, "options": {}}, 2, "deputy"),
        ],
        "cash_n_guns": [
            ({"seats": 5, "options": {}}, 4, RANDOM),
            ({"seats": 6, "options": {"powers": True}}, 4, RANDOM),
            ({"seats": 4, "options": {}}, 3, "deputy"),
        ],
        "shadows_west": [
            ({"seats": 3, "options": {}}, 3, RANDOM),
            ({"seats": 3, "options": {"events": False}}, 2, RANDOM),
            ({"seats": 2, "options": {"scenario": "innocents"}}, 1, "gunhand"),
            ({"seats": 2, "options": {}}, 1, "gunhand"),
        ],
        "high_noon": [({"seats": 4, "options": {}}, 10, RANDOM)],
    }
    for setting, count, kind in plays[game]:
        for number in range(count):
            yield Play(seed=f"answers/{number}", **setting), kind


@cache
def shown(game: str) -> list[tuple[Play, str, list[Seen]]]:
    """What the short tables show, played once for all tests."""
    played = find_game(game)
    return [(play, kind, list(seen_in(played, play, kind))) for play, kind in short_tables(game)]


@pytest.fixture(params=GAMES)
def short_run(request: pytest.FixtureRequest) -> tuple[Game[Any, Any], dict[str, Proof]]:
    game = find_game(request.param)
    return game, judge(game, book_of(game), shown(game.id))


def test_play_contradicts_no_answer(short_run: tuple[Game[Any, Any], dict[str, Proof]]) -> None:
    _, proofs = short_run
    assert [str(one) for proof in proofs.values() for one in proof.contradictions] == []


def test_what_play_cannot_decide_says_so(
    short_run: tuple[Game[Any, Any], dict[str, Proof]],
) -> None:
    game, proofs = short_run
    stated = {id for id, proof in proofs.items() if proof.standing == "stated"}
    assert stated == set(ASKED) - watched(game)
    assert "setup.easy" in stated
    assert "players.number" not in stated


@pytest.mark.parametrize("game", [find_game(name) for name in GAMES], ids=lambda game: game.id)
def test_probes_watch_questions_that_there_are(game: Game[Any, Any]) -> None:
    for probe in probes_of(game):
        assert set(probe.questions) <= set(ASKED), probe


def believing(game: str, question: str, value: Value) -> Rulebook:
    """A rulebook with another answer, on no condition."""
    book = book_of(find_game(game))
    first = book.languages[FIRST_LANGUAGE]
    text = AnswerText("S", "T.", ["x"], value)
    return replace(
        book,
        languages={FIRST_LANGUAGE: replace(first, answers={**first.answers, question: text})},
    )


@pytest.mark.parametrize(
    ("game", "question", "before"),
    [
        pytest.param("bang_dice", "dice.again", 2, id="Lucky Duke throws a fourth time"),
        pytest.param("bang_dice", "damage.what", 1, id="Slab's shot costs two points"),
        pytest.param("bang_dice", "win.who", "team", id="of three players one wins"),
        pytest.param("bang_dice", "end.when", ["side_gone"], id="three players end otherwise"),
        pytest.param("bang_dice", "out.win", "no", id="the dead win"),
        pytest.param("cash_n_guns", "react.who", ["ordered"], id="the Godfather decides, too"),
        pytest.param("shadows_west", "tie.first", ["roll_off"], id="identical cards: an event"),
        pytest.param("shadows_west", "sealed.change", "no", id="a card can be taken back"),
        pytest.param("shadows_west", "sealed.what", ["cards", "reaction"], id="gangs are sealed"),
        pytest.param("shadows_west", "win.kill", "score", id="in Innocents leaders only"),
        pytest.param("shadows_west", "turn.much", "some_choices", id="as many cards as in hand"),
        pytest.param("shadows_west", "out.when", "no_life", id="a gang is out, not a model"),
        pytest.param("bang_dice", "heal.others", "no", id="beer goes to anybody"),
        pytest.param("bang_dice", "out.learn", [], id="the fallen show their roles"),
        pytest.param("cash_n_guns", "target.self", "no", id="one may aim at oneself"),
        pytest.param("cash_n_guns", "target.nobody", "no", id="one may aim at nobody"),
        pytest.param("cash_n_guns", "end.when", ["one_left"], id="the rounds are counted"),
        pytest.param("cash_n_guns", "loot.lose", [], id="the dead lose their loot"),
        pytest.param("cash_n_guns", "target.ammo", "no", id="Bang! cards run out"),
        pytest.param("cash_n_guns", "win.behind", "no", id="who was behind wins"),
        pytest.param("bang_dice", "win.behind", "no", id="who had least life wins"),
        pytest.param("shadows_west", "end.when", ["one_left"], id="the turns are counted"),
        pytest.param("shadows_west", "win.who", "last", id="points decide"),
    ],
)
def test_an_answer_that_was_wrong_is_contradicted(game: str, question: str, before: Value) -> None:
    played, seen = find_game(game), shown(game)
    assert judge(played, believing(game, question, before), seen)[question].contradictions
    assert judge(played, book_of(played), seen)[question].standing == "shown"


def answered(value: Value | None, none: str = "") -> Answer:
    return Answer("q", "S", "T.", [], value, [], none, False, "en")


@pytest.mark.parametrize(
    ("question", "value", "seen", "allowed"),
    [
        ("dice.again", 2, 2, True),
        ("dice.again", 2, 3, False),
        ("players.number", [3, 8], 2, False),
        ("dice.number", [1], 7, True),
        ("out.win", "no", "yes", False),
        ("out.win", "depends", "yes", True),
        ("hidden.what", ["role"], "hand", False),
        ("order.next", "clockwise", "together", False),
        ("react.who", ["power"], ARISES, True),
        ("out.win", "no", ARISES, False),
    ],
)
def test_what_an_answer_allows(question: str, value: Value, seen: str | int, allowed: bool) -> None:
    assert allows(ASKED[question], answered(value), Seen(question, seen)) is allowed


def test_what_does_not_arise_allows_nothing() -> None:
    assert not allows(ASKED["sealed.what"], answered(None, "No."), Seen("sealed.what", ARISES))
    assert allows(ASKED["sealed.what"], None, Seen("sealed.what", ARISES))


@pytest.mark.soak
@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_long_play_contradicts_no_answer(game: Game[Any, Any]) -> None:
    matches = {"shadows_west": 60}.get(game.id, 600)
    proofs = prove(game, tables_of(game, matches, "soak"))
    assert [str(one) for proof in proofs.values() for one in proof.contradictions[:1]] == []
