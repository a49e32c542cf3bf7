"""Nothing that a running table sends tells anybody what they may not know, byte by byte.

``python -m twoworlds`` does the same for thousands of matches.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from bang_dice.rules.turn import BeginTurn
from boomtown.core.match import Match
from boomtown.core.page import Page
from boomtown.core.secret import secrets_in
from boomtown.plugins import find_game
from boomtown.testing.plays import Play
from boomtown.web.replays.replay_page import ReplayPage
from boomtown.web.rooms.pages import page_of
from boomtown.web.sockets import feeds
from boomtown.web.tables import table_page
from boomtown.web.tables.table_page import TablePage
from sites import app_in
from twoworlds import Leak, Worlds

MATCHES = 2
SEATS = {"bang_dice": 4, "cash_n_guns": 4, "high_noon": 3, "shadows_west": 2}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("worlds")) as app:
        yield app


def leaks(app: Flask, game: str, count: int = MATCHES) -> tuple[Worlds, list[Leak]]:
    """What a few matches give away."""
    worlds, played = Worlds(app), find_game(game)
    every = [Play(SEATS[game], {}, f"tests/{number}") for number in range(count)]
    return worlds, [leak for play in every for leak in worlds.compare(played, play)]


@pytest.mark.parametrize("game", SEATS)
def test_two_worlds_look_the_same_to_whoever_may_not_know_the_difference(
    app: Flask, game: str
) -> None:
    worlds, found = leaks(app, game)
    assert [str(leak) for leak in found] == []
    kinds = {"matches", "page frame", "text frame", "api frame", "page", "text page", "api"}
    assert kinds | {"haste"} <= set(worlds.counts)


WINDOWS = {"special_roles": "special", "saloon_dice": True, "characters": "off"}


def with_windows(worlds: Worlds, count: int) -> Iterator[Leak]:
    """What matches with secret powers give away."""
    for number in range(count):
        yield from worlds.compare(find_game("bang_dice"), Play(5, WINDOWS, f"windows/{number}"))


@pytest.mark.rule("boomtown.table.spared")
def test_whom_the_house_spares_a_question_tells_nothing(app: Flask) -> None:
    worlds = Worlds(app)
    assert [str(leak) for leak in with_windows(worlds, 4)] == []
    assert worlds.counts["haste"]


@pytest.mark.rule("boomtown.table.spared")
def test_an_answer_at_once_that_tells_something_is_found(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BeginTurn, "hushes", lambda step, match: False)
    monkeypatch.setattr(
        BeginTurn, "nothing_to_choose", lambda step, match, seat: bool(match.choice(seat).only())
    )
    assert any(leak.kind == "haste" for leak in with_windows(Worlds(app), 100))


# --- leaks that are planted, one of each kind -----------------------------------------------------


def truth(match: Match[Any]) -> int:
    """A number that tells all secrets of a table apart from any others."""
    held = [secret.held for secret in secrets_in(match.state) + secrets_in(match.agenda)]
    return int(hashlib.sha256(repr(held).encode()).hexdigest()[:6], 16)


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What whoever draws a page would know if the table handed over the match itself."""
    known: list[int] = [0]
    init = TablePage.__init__

    def knowing(self: TablePage, table: Any, game: Any, match: Match[Any], *args: Any, **more: Any):  # type: ignore[no-untyped-def]  # as TablePage has it
        known[0] = truth(match)
        init(self, table, game, match, *args, **more)

    monkeypatch.setattr(TablePage, "__init__", knowing)
    return known


def draw(monkeypatch: pytest.MonkeyPatch, game: str, **changes: Any) -> None:
    """Gives a game another page."""
    changed: Page = dataclasses.replace(page_of(find_game(game)), **changes)
    monkeypatch.setattr(table_page, "page_of", lambda _game: changed)


def test_a_leak_in_a_board_function_is_found(
    app: Flask, monkeypatch: pytest.MonkeyPatch, known: list[int]
) -> None:
    board = page_of(find_game("bang_dice")).board

    def leaky(view: Any, question: Any) -> Any:
        drawn = board(view, question)
        drawn.pile = known[0]
        return drawn

    draw(monkeypatch, "bang_dice", board=leaky)
    assert {leak.kind for leak in leaks(app, "bang_dice")[1]} >= {"page", "page frame"}


def test_a_leak_in_a_template_is_found(
    app: Flask, monkeypatch: pytest.MonkeyPatch, known: list[int]
) -> None:
    environment = app.jinja_env
    assert environment.loader is not None
    for cached in (environment, app.extensions["painter"]):
        name = "cache" if cached is environment else "_templates"
        monkeypatch.setattr(cached, name, {})
    status = environment.loader.get_source(environment, "table/_status.html")[0]
    leaky = DictLoader({"table/_status.html": status + "<i>{{ told() }}</i>"})
    monkeypatch.setattr(environment, "loader", ChoiceLoader([leaky, environment.loader]))
    monkeypatch.setitem(environment.globals, "told", lambda: known[0])
    found = {leak.kind for leak in leaks(app, "cash_n_guns")[1]}
    assert found >= {"page", "text page", "page frame", "text frame"}


def test_a_leak_in_a_line_of_the_log_is_found(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """How often a line is told depends on what nobody may know."""
    take = Match._take

    def leaky(self: Match[Any], *args: Any) -> None:
        take(self, *args)
        for _ in range(truth(self) % 5):
            self.log.add(next(iter(self.log.since(len(self.log) - 1))))

    monkeypatch.setattr(Match, "_take", leaky)
    found = {leak.kind for leak in leaks(app, "cash_n_guns")[1]}
    assert found >= {"page frame", "text frame", "api frame"}


def test_a_leak_in_a_preview_is_found(
    app: Flask, monkeypatch: pytest.MonkeyPatch, known: list[int]
) -> None:
    preview = page_of(find_game("shadows_west")).preview
    assert preview is not None

    def leaky(view: Any, question: Any, draft: Any) -> Any:
        return msgspec.structs.replace(preview(view, question, draft), text=str(known[0]))

    draw(monkeypatch, "shadows_west", preview=leaky)
    assert {leak.kind for leak in leaks(app, "shadows_west")[1]} == {"preview"}


def test_a_leak_in_a_running_replay_is_found(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(self: ReplayPage) -> str:
        return str(truth(self.reel.timeline.at(self.line)))

    monkeypatch.setattr(ReplayPage, "position", property(leaky))
    assert {leak.kind for leak in leaks(app, "bang_dice")[1]} == {"replay"}


def test_a_leak_in_a_frame_is_found(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    view = feeds.Moment.view

    def leaky(self: feeds.Moment, seat: Any) -> bytes:
        return view(self, seat) + b',"deck":%d' % truth(self._match)

    monkeypatch.setattr(feeds.Moment, "view", leaky)
    assert {leak.kind for leak in leaks(app, "bang_dice")[1]} == {"api frame"}
