"""Columns looked at together: sums, what changes between two, and a map of likeness."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.core import Game
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook import LANGUAGES, questions
from boomtown.rulebook.likemap import scaled
from boomtown.rulebook.sums import SUMS, UnknownSum, sums_of
from boomtown.web.compare import sides
from boomtown.web.compare.columns import View
from boomtown.web.compare.compare_pages import compare_page, read_view
from boomtown.web.words import site_wording
from sites import app_in

THREE = ("bang_dice", "cash_n_guns", "high_noon")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One site for all: whoever only reads changes nothing."""
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield app


def read(client: FlaskClient, path: str) -> str:
    """A page in English."""
    with client.get(path, headers={"Accept-Language": "en"}) as response:
        assert response.status_code == 200, path
        return response.get_data(as_text=True)


def address(*columns: str, topic: str) -> str:
    return View(columns, topic).url()


def row_of(html: str, question: str) -> str:
    """A row of the table."""
    found = re.search(
        rf'id="{re.escape(question)}">(.*?)(?=<div class="crow"|</section>)', html, re.S
    )
    assert found, question
    return found[1]


def test_sums_are_done_for_a_number_of_players(client: FlaskClient) -> None:
    html = read(client, View(("bang_dice@7", "cash_n_guns@4"), "sums").url())
    assert "Sheriff 1, Deputy 2, Outlaw 3, Renegade 1" in html
    assert "BANG! The Dice Game (7 players)" in html
    row = html[html.index("Live bullets") :].split("</tr>")[0]
    assert re.findall(r'num">(.*?)</td>', row) == ["—", "12"]
    life = html[html.index('id="sum-life"') :].split("</tr>")[0]
    assert re.findall(r'num">(.*?)</td>', life) == ["others 7–9, Sheriff 9–11", "3"]
    of_three = sides.sums_table(("bang_dice",), "en", 3)  # nobody has more then (bang.three.roles)
    assert next(row for row in of_three.rows if row.id == "life").cells == ("7–9",)
    table = sides.sums_table(("shadows_west", "shadows_west+no_townsfolk"), "en", 3)
    folk = next(row for row in table.rows if row.id == "bystanders")
    assert folk.cells == ("3–5", "")


def test_what_changes_between_two_columns_and_nothing_else(client: FlaskClient) -> None:
    view = View(("bang_dice", "bang_dice+ghost"), "diff")
    html = read(client, view.url())
    assert 'id="diff-out.play"' in html
    assert 'id="diff-dice.use"' not in html
    assert "<mark>" in html[html.index('id="diff"') :]
    diff = sides.diff_of(("bang_dice", "bang_dice+ghost"), "en")
    assert diff.same + len(diff.rows) == len(questions())
    assert "diff" not in compare_page(read_view(THREE), "en").all_parts


def test_numbers_of_players_differ_in_their_sums() -> None:
    diff = sides.diff_of(("cash_n_guns@4", "cash_n_guns@8"), "en")
    assert {row.id: row.cells for row in diff.sums}["aim_most"] == ("3", "7")
    assert diff.rows == ()


def test_a_question_about_three_does_not_arise_among_others(client: FlaskClient) -> None:
    html = read(client, address("bang_dice", "bang_dice+ghost", "bang_dice@5", topic="players"))
    assert row_of(html, "players.three").count("This column is not played by 3.") == 2
    cash = read(client, address("cash_n_guns", "cash_n_guns@8", topic="players"))
    assert row_of(cash, "players.three").count("Not playable") == 2


def test_a_map_of_likeness_with_its_reasons(client: FlaskClient) -> None:
    html = read(client, address("bang_dice", "bang_dice+ghost", topic="likeness"))
    part = html[html.index('id="likeness"') :]
    assert part.count("<circle") == part.count("<li><b>") == 1 + len(installed_games())
    assert 'topic=diff"' in part
    shown = sides.likeness_view(("bang_dice", "bang_dice+ghost"), "en")
    assert shown is not None
    assert shown.pairs[0].titles == ("BANG! The Dice Game", "BANG! The Dice Game (Ghost)")
    spots = {spot.title: (spot.x, spot.y) for spot in shown.spots}

    def far(one: str, other: str) -> float:
        return math.dist(spots[one], spots[other])

    ghost = far("BANG! The Dice Game", "BANG! The Dice Game (Ghost)")
    assert ghost < min(far("BANG! The Dice Game", name) for name in spots if "BANG" not in name)


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_every_sum_has_a_name_and_every_number_of_players_its_sums(game: Game[Any, Any]) -> None:
    for seats in game.seats:
        found = sums_of(game, seats, {})
        assert found.keys() <= set(SUMS)
        assert bool(found) == (game.sums is not None)
    assert sums_of(game, 99, {}) == {}


def test_a_sum_that_nobody_knows_is_refused() -> None:
    odd = replace(find_game("high_noon"), sums=lambda seats, options: {"moons": 2})
    with pytest.raises(UnknownSum, match="moons"):
        sums_of(odd, 3, {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_sums_are_named_in_every_language(language: str) -> None:
    names = [site_wording(language).name("sum", id) for id in SUMS]
    assert len(set(names)) == len(SUMS)
    assert not set(names) & set(SUMS)


def test_three_points_keep_their_distances() -> None:
    x, y = scaled([[0, 0.2, 0.9], [0.2, 0, 0.8], [0.9, 0.8, 0]])
    assert math.dist((x[0], y[0]), (x[1], y[1])) == pytest.approx(0.2, abs=0.02)
    assert math.dist((x[1], y[1]), (x[2], y[2])) == pytest.approx(0.8, abs=0.02)
    assert scaled([[0, 0], [0, 0]]) == ([0, 0], [0, 0])
