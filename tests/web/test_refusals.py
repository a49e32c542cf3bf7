"""One judge at every door: whoever asks why something cannot be chosen gets the same rule.

Page, text table, form, API and terminal are asked about everything that is visible and not offered
in short matches of every game; the answer is a rule of that game with its own sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from msgspec import Struct

import hideout
import saloon
from boomtown.core import Match, Refusal, Seat
from boomtown.plugins import find_game
from boomtown.rulebook.numbers import book_of
from boomtown.testing.plays import Play, Walk
from boomtown.testing.whynot import things_seen
from doors import Table, is_composed, standing
from shadows_west.rules.blasts import ThrowAction
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.sharp_shots import SharpShot
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import West
from sites import app_in
from town import fig, loot, play, town

ABOUT_THE_WHOLE = frozenset(
    f"boomtown.choice.{name}" for name in ("count", "total", "cap", "twice", "inside")
)
"""What is wrong with an answer as a whole: the thing that it names is offered."""
DRAFTS = {
    "shadows.move.distance": "move",
    "shadows.shoot.sequence": "shot",
    "shadows.shoot.multi": "shot",
    "shadows.tnt.throw": "throw",
    "shadows.setup.deploy": "place",
}
"""By the key of a question: how its answer is drafted on the board."""


class Setting(Struct, frozen=True):
    """A match to walk through, in whose language, and how many answers of it."""

    seats: int
    language: str
    answers: int
    options: dict[str, Any] = {}


SETTINGS = {
    "bang_dice": Setting(6, "en", 400, {**saloon.EVERYTHING, "characters": "choose"}),
    "cash_n_guns": Setting(5, "es", 200, {"powers": True}),
    "high_noon": Setting(4, "en", 100),
    "shadows_west": Setting(2, "ru", 60, {"budget": "75", "rerolls": "ask"}),
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("doors")) as app:
        yield app


def forbidden(match: Match[Any], seat: Seat) -> Iterator[tuple[object, Refusal]]:
    """Answers with something that is visible and cannot be chosen now, and why."""
    choice = match.choice(seat)
    for answer in [*choice.naming(things_seen(match, seat)), *standing(choice)]:
        refusal = choice.refusal(choice.read(answer))
        if refusal is not None and refusal.rule not in ABOUT_THE_WHOLE:
            yield answer, refusal


@pytest.mark.parametrize("id", SETTINGS)
def test_every_door_gives_the_same_reason(app: Flask, id: str) -> None:
    game, setting = find_game(id), SETTINGS[id]
    played = Play(setting.seats, setting.options, f"doors {id}")
    table, asked = Table(app, game, played, setting.language), Asked()
    for match in Walk(game, played):
        if match.number > setting.answers:
            break
        asked.about(table, match)
    assert asked.differ == []
    assert len(asked.known) > 5


class Asked:
    """Everything that was asked about so far: each reason at each question once."""

    def __init__(self) -> None:
        self.known: set[tuple[str, str]] = set()
        self.differ: list[object] = []
        """Doors that say something else than the judge does."""

    def about(self, table: Table, match: Match[Any]) -> None:
        """Asks every door about what is new at a question."""
        seat = match.asked()[0]
        question = match.question(seat)
        assert question is not None
        new: dict[tuple[str, str], tuple[object, Refusal]] = {}
        for answer, refusal in forbidden(match, seat):
            assert refusal.rule in book_of(table.game).ids, (question.key, answer, refusal)
            if (question.key, refusal.key) not in self.known:
                new.setdefault((question.key, refusal.key), (answer, refusal))
        if new:
            table.lay(match)
            self.differ += ask_everywhere(table, match, seat, list(new.values()))
            self.known |= new.keys()


def ask_everywhere(
    table: Table, match: Match[Any], seat: Seat, forbidden: list[tuple[object, Refusal]]
) -> Iterator[object]:
    """Doors that say something else than the judge does."""
    question = match.question(seat)
    assert question is not None
    choice, number = question.choice, question.number
    listed = {}
    if not is_composed(choice):
        listed = {f"page{path}": table.page(seat, path) for path in ("", "/text")}
        listed["question"] = table.described(seat)
    for answer, refusal in forbidden:
        told = listed | {
            "form": table.form(seat, choice, number, answer),
            "api": table.api(seat, number, answer),
            "terminal": table.terminal(match, seat, answer),
        }
        if not listed:
            told["board"] = table.preview(seat, {"do": DRAFTS[question.key], "answer": answer})
        reason = refusal.rule, table.sentence(refusal)
        for door, reasons in told.items():
            if reason not in reasons:
                yield door, question.key, answer, reason, reasons


# --- questions that are seldom asked --------------------------------------------------------------


def bart() -> Match[Any]:
    """Hit for two, he may take two arrows instead (a Number)."""
    match = saloon.table(
        "A lucky sheriff 8/10 | B bart outlaw 5/8 a1 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile 8 | turn A"
    )
    saloon.throw(match, "1 1 dyn dyn gat")
    saloon.stop(match)
    saloon.answer(match, "A", {"1": saloon.B, "2": saloon.B})
    return match


def kit() -> Match[Any]:
    """Returns arrows of those who have some (a Split)."""
    match = saloon.table(
        "A kit sheriff 7/9 a1 | B lucky outlaw 8/8 a2 | C rose outlaw 9/9 | D sid renegade 8/8"
        " | pile 6 | turn A"
    )
    saloon.throw(match, "gat gat dyn dyn 2")
    saloon.stop(match)
    return match


def only_one_in_reach() -> Match[Any]:
    """A part with a single answer is given already, and still says why not the others."""
    match = saloon.table(
        "A lucky sheriff 8/10 | B rose outlaw 9/9 | C sid renegade out | D kit outlaw out"
        " | pile 9 | turn A"
    )
    saloon.throw(match, "1 beer dyn dyn gat")
    saloon.stop(match)
    return match


def aiming_at_the_dead() -> Match[Any]:
    match = hideout.table(D={"alive": False, "w": 3})
    hideout.bullets(match)
    return match


def hustler() -> Match[Any]:
    return hideout.table(A={"power": "hustler"}, D={"alive": False, "w": 3})


def greedy() -> Match[Any]:
    """One share or two: each is a choice of its own."""
    match = hideout.table(A={"power": "greedy"})
    hideout.bullets(match)
    hideout.aims(match, "BCDA")
    hideout.order(match)
    hideout.courage(match)
    return match


def fight() -> Match[West]:
    """Two enemies in contact, and others who are not."""
    figures = [
        fig("a1", 1000, 1000),
        fig("a2", 1300, 1000),
        fig("b1", 1098, 1000),
        fig("b2", 1000, 1098, downed=True),
        fig("b3", 2000, 1000),
        fig("b4", 902, 1000),
        fig("t1", 2500, 1000),
    ]
    return play(town(figures), FightAction("a1"))


def throw() -> Match[West]:
    figures = [fig("a1", 1000, 1000, sticks=1, face="E"), fig("b1", 3000, 3000)]
    return play(town(figures), ThrowAction("a1"))


def sharp_shot() -> Match[West]:
    guns = ["pistol", "rifle", "sawn_off", "rifle"]
    figures = [fig("a1", 0, 1000, weapons=guns), fig("b1", 0, 2500, sticks=1)]
    return play(town(figures), SharpShot("a1", "b1"))


RARE: dict[str, Callable[[], Match[Any]]] = {
    make.__name__: make
    for make in (
        bart,
        kit,
        only_one_in_reach,
        aiming_at_the_dead,
        hustler,
        greedy,
        fight,
        throw,
        sharp_shot,
    )
}


def laid(app: Flask, match: Match[Any]) -> Table:
    """A table for a match that was arranged."""
    options = msgspec.to_builtins(match.options)
    game = find_game(match.game.id)
    table = Table(app, game, Play(match.seats, options, ""), "en")
    table.lay(match)
    return table


@pytest.mark.parametrize("name", RARE)
def test_so_does_every_question_that_is_seldom_asked(app: Flask, name: str) -> None:
    match, asked = RARE[name](), Asked()
    asked.about(laid(app, match), match)
    assert asked.differ == []
    assert asked.known


def test_a_tap_on_what_is_no_target_says_why(app: Flask) -> None:
    """On the map a figure is tapped before any weapon is chosen."""
    figures = [fig("a1", 0, 0), fig("a2", 500, 0), fig("b1", 0, 500)]
    match = play(town(figures, markers=[loot("l1", 0, 300)]), ShootAction("a1"))
    table, seat = laid(app, match), Seat(0)
    for target in ("a1", "a2", "l1"):
        answer = {"weapon": "a1.w1", "target": target}
        refusal = match.choice(seat).refusal(match.choice(seat).read(answer))
        assert refusal is not None
        reason = refusal.rule, table.sentence(refusal)
        assert reason in table.preview(seat, {"do": "shot", "target": target})


def test_a_tapped_figure_is_the_twin_of_its_control(app: Flask) -> None:
    """What the page says of a seat is found by whoever presses that seat on the board."""
    match = aiming_at_the_dead()
    table = laid(app, match)
    board, prompt = table.drawn(Seat(0)).split('id="part-prompt"')
    assert 'data-thing="seat:3"' in board
    assert '<li data-thing="seat:3">' in prompt
