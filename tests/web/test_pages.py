"""The pages outside the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from bang_dice.content import ROLES, Role
from boomtown.lab.ladder import Ladder, Pair, Rung
from boomtown.plugins import Listing, find_game, installed_games
from boomtown.rulebook import LANGUAGES, rulebook_of
from boomtown.rulebook.wording import Wording
from boomtown.web.rooms.pages import PLAIN_PAGE, page_of
from boomtown.web.rules.rule_pages import rulebook_page
from boomtown.web.street import game_pages, ladders
from boomtown.web.street.game_pages import (
    InvalidPageText,
    game_page,
    page_text,
    plug,
    read_page_text,
)
from boomtown.web.street.houses import street_of
from boomtown.web.words import site_wording
from sites import app_in

PAGES = (
    "/",
    "/games/",
    "/games/bang_dice",
    "/games/high_noon",
    "/tables/new",
    "/tables/new?game=bang_dice",
    "/me",
    "/me/games",
    "/me/people",
    "/season",
    "/seek?game=bang_dice",
    "/rules/",
    "/search?q=dynamite",
    "/rules/bang_dice",
    "/rules/bang_dice?q=beer&m=base",
    "/rules/boomtown",
    "/plugins",
    "/credits",
    "/docs/",
    "/docs/plugins",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One site for all: whoever only reads changes nothing."""
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield app


class Outline(HTMLParser):
    """What a page is made of, as far as these tests ask."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.ids: list[str] = []
        self.inline: list[str] = []
        self._script = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        self._script = tag == "script"
        if given.get("id"):
            self.ids.append(str(given["id"]))
        self.inline += [name for name in given if name == "style" or name.startswith("on")]

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.inline.append("script")

    def handle_endtag(self, tag: str) -> None:
        self._script = False

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def read(client: FlaskClient, path: str, language: str = "en", status: int = 200) -> str:
    with client.get(path, headers={"Accept-Language": language}) as response:
        assert response.status_code == status, path
        return response.get_data(as_text=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_in_every_language(
    client: FlaskClient, path: str, language: str
) -> None:
    site_wording(language).missing.clear()
    html = read(client, path, language)
    outline = Outline(html)
    assert ("html", {"lang": language}) in outline.tags
    assert outline.count("h1") == 1
    assert outline.count("main") == 1
    assert outline.inline == []
    assert len(outline.ids) == len(set(outline.ids))
    assert site_wording(language).missing == set()


@pytest.mark.parametrize("path", ["/no/such/page", "/games/nowhere", "/rules/nowhere", "/t/nobody"])
def test_what_is_not_there_says_so_and_shows_the_way(client: FlaskClient, path: str) -> None:
    outline = Outline(read(client, path, status=404))
    assert outline.count("h1") == 1
    assert outline.inline == []
    assert {"href": "/", "class": "btn"} in [
        {key: given.get(key) for key in ("href", "class")} for _, given in outline.tags
    ]


def test_every_form_that_changes_something_carries_the_token(client: FlaskClient) -> None:
    for path in PAGES:
        html = read(client, path)
        forms = re.findall(r'<form[^>]*method="post".*?</form>', html, re.S)
        assert all('name="csrf_token"' in form for form in forms), path


def test_one_press_plays(client: FlaskClient) -> None:
    html = read(client, "/")
    assert 'action="/games/bang_dice/play"' in html
    assert 'name="seats" value="5"' in html


class TestTheStreet:
    @pytest.mark.parametrize("count", range(7))
    def test_every_game_stands_on_a_plot_of_its_own(self, count: int) -> None:
        bang = game_page(find_game("bang_dice"), "en")
        street = street_of([bang] * count)
        middles = [middle for _, middle in street.houses]
        assert len(set(middles)) == count
        assert all(0 < middle < street.width for middle in middles)
        assert (street.post is None) == (count > 2)
        assert (street.lot is None) == street.small_lot == (count > 1)

    def test_a_game_without_a_house_has_its_name_on_a_frame(self, client: FlaskClient) -> None:
        assert ">High Noon</text>" in read(client, "/")


class TestTheFormOfATable:
    def test_a_refused_table_comes_back_with_the_rule_at_the_option(
        self, client: FlaskClient
    ) -> None:
        sent = {"game": "bang_dice", "seats": "4", "o.ghost": "true", "o.characters": "choose"}
        with client.post("/tables", data=sent) as response:
            assert response.status_code == 422
            html = response.get_data(as_text=True)
        wrong = re.search(r'id="wrong-ghost".*?</p>', html, re.S)
        assert wrong is not None
        assert "#bang.setup.modules.limits" in wrong[0]
        assert '<option value="choose" selected>' in html
        assert 'value="4" checked' in html

    def test_modules_come_first_and_the_rest_is_folded(self) -> None:
        page = game_page(find_game("bang_dice"), "en")
        assert {option.name for option in page.modules} == {
            "saloon_dice",
            "chief",
            "special_roles",
            "new_characters",
            "ghost",
        }
        assert "strict_windows" in {option.name for option in page.others}


class TestGamesSpeakForThemselves:
    def test_a_game_without_a_page_is_introduced_by_its_rulebook(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(game_pages, "page_text", lambda package, language: None)
        page = game_page.__wrapped__(find_game("high_noon"), "es")
        book = rulebook_of(find_game("high_noon").package)
        assert page.pitch == book.languages["es"].summary
        assert page.first

    def test_the_files_say_the_same_in_every_language(self) -> None:
        for game in installed_games():
            if not (files(game.package) / "page").is_dir():
                continue
            told = [page_text(game.package, language) for language in LANGUAGES]
            shapes = {
                (
                    text.minutes,
                    text.usual_seats,
                    len(text.signs),
                    tuple(goal.icon for goal in text.goals),
                    tuple((rule.rule, rule.icons) for rule in text.first),
                    tuple(part.icon for part in text.turn),
                    tuple(part.icon for part in text.symbols),
                    tuple(sorted(text.sources)),
                    tuple(row.counts for row in text.by_seats.rows) if text.by_seats else (),
                )
                for text in told
                if text is not None
            }
            assert len(shapes) == 1, game.id

    def test_the_rules_to_know_first_are_in_the_book(self) -> None:
        for game in installed_games():
            known = set(rulebook_of(game.package).ids)
            assert {rule.rule for rule in game_page(game, "en").first} <= known

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_table_of_roles_is_the_one_that_is_dealt(self, language: str) -> None:
        text = page_text("bang_dice", language)
        assert text is not None
        assert text.by_seats is not None
        wording = Wording(rulebook_of("bang_dice"), language)
        printed = {row.name: row.counts for row in text.by_seats.rows}
        assert printed == {
            wording.name("role", role): tuple(ROLES[seats].get(role, 0) for seats in range(3, 9))
            for role in Role
        }


class TestRulebooks:
    def test_every_rule_has_an_anchor(self, client: FlaskClient) -> None:
        outline = Outline(read(client, "/rules/bang_dice"))
        assert set(rulebook_of("bang_dice").ids) <= set(outline.ids)

    def test_a_search_hides_what_does_not_fit(self) -> None:
        book = rulebook_page("bang_dice", "es", query="dinamita", modules=["base"])
        assert book is not None
        assert 0 < len(book.hits) == book.shown < book.count
        assert {rule.module for rule in book.hits} == {"base"}

    def test_the_table_gets_the_rules_as_a_fragment(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice?panel=1")
        assert "<html" not in html
        assert 'id="bang.arrow.attack"' in html

    def test_the_rules_can_be_read_in_another_language(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice?tongue=ru", "en")
        assert "БЭНГ!" in html
        assert "only when switched on" in html


def test_a_broken_plugin_is_listed_with_what_is_wrong() -> None:
    listing = Listing("stagecoach", "stagecoach 0.1", None, "ValueError: made for version 2")
    listed = plug(listing, "en")
    assert listed.error == "ValueError: made for version 2"
    assert listed.title == "stagecoach"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_games_page_shows_how_strong_its_bots_are(
    app: Flask, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    kept = Ladder(
        game="high_noon",
        version="1.0.0",
        build="compiled",
        seed="fixed",
        deals=1200,
        seats=[2, 4],
        options=[{}],
        rungs=[Rung("marshal@0.3", 27.25, 26.5, 28.0), Rung("deputy", 22.75, 22.0, 23.5)],
        pairs=[Pair("deputy", "marshal@0.3", 300, 0, 900)],
    )
    monkeypatch.setattr(ladders, "ladder_of", lambda package: kept)
    client = app.test_client()
    with client.get("/games/high_noon", headers={"Accept-Language": language}) as response:
        html = response.get_data(as_text=True)
    section = html[html.index('aria-labelledby="ladder"') :]
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", section)
    assert len(rows) == 2
    point = "." if language == "en" else ","
    names = Wording(rulebook_of("boomtown_game_high_noon"), language)
    assert rows[0].startswith(names.name("bot", "marshal"))
    for told in (f"0{point}3", f"27{point}2", f"26{point}5 – 28", "75 %"):
        assert told in rows[0]
    assert "25 %" in rows[1]
    assert "fixed" in section


def test_a_games_page_without_a_ladder_says_nothing_of_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladders, "ladder_of", lambda package: None)
    with app.test_client().get("/games/high_noon") as response:
        assert 'aria-labelledby="ladder"' not in response.get_data(as_text=True)


class TestAPluginWithMistakes:
    """They are told, and harm no page of the site."""

    def test_how_it_introduces_itself(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        folder = tmp_path / "clumsy_game" / "page"
        folder.mkdir(parents=True)
        (folder.parent / "__init__.py").touch()
        (folder / "en.toml").write_text('pitch = "A"\nshrot = "B"\n')
        (folder / "es.toml").write_text("pitch = = 1\n")
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(InvalidPageText, match=r"page/en\.toml: .*`shrot`.*: pitch, short"):
            read_page_text("clumsy_game", "en")
        with pytest.raises(InvalidPageText, match=r"page/es\.toml: .*line 1"):
            read_page_text("clumsy_game", "es")
        assert page_text("clumsy_game", "es") is None
        assert "how clumsy_game introduces itself" in caplog.text

    @pytest.mark.parametrize("page", ["no.such:PAGE", "math:pi", "math:PAGE"])
    def test_its_page(self, page: str, caplog: pytest.LogCaptureFixture) -> None:
        game = replace(find_game("high_noon"), page=page)
        assert page_of(game) is PLAIN_PAGE
        assert "the page of high_noon" in caplog.text
