"""The ending of a match: whether I won and as whom, and one list of what it came to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.core import Page
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.ending_page import ending_page
from boomtown.web.tables.table_page import TablePage
from played import play_on
from sites import app_in, site_of, started

GAMES = [("bang_dice", 5), ("cash_n_guns", 5), ("shadows_west", 2), ("high_noon", 2)]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("endings")) as app:
        yield app


@pytest.fixture(scope="module")
def site(app: Flask) -> Site:
    return site_of(app)


_over: dict[tuple[Path, str], tuple[Room, str]] = {}


def over(site: Site, game: str, seats: int, **more: Any) -> tuple[Room, str]:
    """A match that is over, and who sits on its first seat; played once for all tests."""
    key = site.settings.data, f"{game} {more}"
    if key not in _over:
        room, players = started(site, game, 1, seats, **more)
        play_on(room, f"the end of {game}")
        _over[key] = room, players[0]
    return _over[key]


def client_of(app: Flask, player: str | None) -> FlaskClient:
    client = app.test_client()
    if player is not None:
        with client.session_transaction() as session:
            session["player"], session["epoch"] = player, 0
    return client


def page_of(room: Room, seat: int | None) -> TablePage:
    live = room.playing()
    return TablePage(room.table, room.game, live.match, seat, "en")  # type: ignore[arg-type]


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_ending_says_first_whether_i_won_and_as_whom(
    app: Flask, site: Site, game: str, seats: int
) -> None:
    room, player = over(site, game, seats)
    outcome = room.playing().match.outcome
    assert outcome is not None
    with client_of(app, player).get(f"/t/{room.code}") as response:
        html = response.get_data(as_text=True)
    ending = html[html.index('id="part-prompt"') :]
    first = text_of(ending[ending.index("<h2") : ending.index("</h2>")])
    told = "A draw" if outcome.draw else "You won" if 0 in outcome.winners else "You lost"
    if game in ("cash_n_guns", "high_noon"):  # nobody is anybody there but themselves
        assert first == told
    else:
        assert first.startswith(f"{told}, as ")
        assert len(first) > len(f"{told}, as ")
    assert html.count('<li class="result') == seats


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_spectator_reads_who_won(app: Flask, site: Site, game: str, seats: int) -> None:
    room, _player = over(site, game, seats)
    ending = page_of(room, None).ending
    assert ending is not None
    assert ending.verdict in ("watched", "draw")
    assert ending.cast == ""
    outcome = room.playing().match.outcome
    assert outcome is not None
    names = [page_of(room, None).plain.seat(seat) for seat in outcome.winners]
    assert ending.winners == ", ".join(names)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_winners_stand_first_and_every_sum_leads_to_its_score(
    site: Site, game: str, seats: int
) -> None:
    room, _player = over(site, game, seats)
    ending = page_of(room, 0).ending
    assert ending is not None
    assert {row.seat for row in ending.rows} == set(range(seats))
    winners = [row.winner for row in ending.rows]
    assert winners == sorted(winners, reverse=True)
    for row in ending.rows:
        if row.sums:
            assert row.sums[-1].running == row.total
            assert sum(part.points for part in row.sums) == row.score


def test_a_game_whose_telling_fails_ends_all_the_same(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    room, _player = over(site, "bang_dice", 5)
    page = page_of(room, 0)

    def fails(view: object, told: object) -> list[Any]:
        raise ValueError("no words")

    broken = Page(board=lambda view, question: None, ending=fails)
    ending = ending_page(broken, room.playing().match, page.view, [], page.plain)
    assert [row.fate for row in ending.rows] == [""] * 5
    assert all(row.cast for row in ending.rows), "who was what is told by the rules"
    assert "the ending of bang_dice" in caplog.text
