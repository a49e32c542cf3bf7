"""Rulebooks to read: found in any language, with examples on the board and one's own last match."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.core import Game
from boomtown.lessons.lesson import NAMES
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.store.matches import Matches
from boomtown.testing.examples import examples_of, titles_of
from boomtown.web.rooms.live import Room
from boomtown.web.rules.rule_pages import link_to, rulebook_page
from boomtown.web.rules.stories import glimpses, stories_of
from boomtown.web.site import Site
from played import played
from sites import app_in, seated, started
from visitors import signed_in

GAMES = [game for game in installed_games() if examples_of(game)]
BY_ID = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One site for all: whoever only reads changes nothing."""
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield app


def read(client: FlaskClient, path: str, language: str = "en", status: int = 200) -> str:
    """A page in a language."""
    with client.get(path, headers={"Accept-Language": language}) as response:
        assert response.status_code == status, path
        return response.get_data(as_text=True)


class TestSearch:
    def test_a_russian_word_finds_a_rule_while_english_is_read(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice?q=стрела")
        assert 'id="bang.arrow.attack"' in html
        assert "The last arrow" in html
        assert "<mark>стрела</mark>" in html
        assert 'id="bang.beer.use"' not in html

    def test_words_of_the_language_that_is_read_need_no_translation(self) -> None:
        book = rulebook_page("bang_dice", "en", "dynamite")
        assert book is not None
        assert book.hits
        assert all(rule.found is None for rule in book.hits if "<mark>" in rule.text)

    def test_a_book_says_that_there_is_more_elsewhere(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice?q=bullet&part=1")
        assert 'href="/search?q=bullet"' in html
        assert "Everywhere else" in html

    def test_a_book_that_has_none_of_the_words_leads_on(self, client: FlaskClient) -> None:
        assert "/search?q=bottle" in read(client, "/rules/cash_n_guns?q=bottle&part=1")
        for panel in ("", "&panel=1"):
            html = read(client, f"/rules/bang_dice?q=zzzzqq&part=1{panel}")
            assert "Nothing has these words." in html
            assert 'href="/rules/bang_dice?q=ties"' in html


class TestBooks:
    def test_modules_are_filtered(self) -> None:
        book = rulebook_page("bang_dice", "en", modules=["ghost"])
        assert book is not None
        rules = [rule for chapter in book.chapters for rule in chapter.rules]
        assert {rule.module for rule in rules} == {"ghost"}
        assert book.shown == len(rules) < book.count

    def test_the_chapters_of_other_games_stand_beside(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice")
        assert "The other games: damage" in html
        assert 'href="/rules/cash_n_guns#topic-damage"' in html

    def test_chapters_lead_to_their_neighbours(self, client: FlaskClient) -> None:
        html = read(client, "/rules/cash_n_guns")
        anchors = re.findall(r'<h2 id="(topic-[\w-]+)"', html)
        for anchor in anchors:
            assert html.count(f'class="btn" href="#{anchor}"') == (
                1 if anchor in (anchors[0], anchors[-1]) else 2
            )

    def test_the_language_of_the_rules_is_not_that_of_the_site(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice?tongue=ru&q=динамит", "es")
        assert "Imprimir" in html
        assert "<mark>динамит" in html.lower()

    def test_differences_of_the_printed_texts_stand_with_their_rules(
        self, client: FlaskClient
    ) -> None:
        html = read(client, "/rules/bang_dice")
        differences = rulebook_of("bang_dice").differences()
        assert differences
        assert html.count("The printed rules differ:") == sum(len(d.rules) for d in differences)

    def test_a_permanent_address_leads_to_the_rule(self, client: FlaskClient) -> None:
        with client.get("/rules/bang_dice/bang.arrow.attack") as response:
            assert response.status_code == 302
            to = response.headers["Location"]
        assert to.endswith("?rule=bang.arrow.attack#bang.arrow.attack")
        html = read(client, to.partition("#")[0])
        assert '<article class="clause here" id="bang.arrow.attack"' in html
        read(client, "/rules/bang_dice/no.such.rule", status=404)
        read(client, "/rules/nowhere/bang.arrow.attack", status=404)


class TestExamples:
    @BY_ID
    def test_all_of_them_come_out_and_are_shown(self, game: Game[Any, Any]) -> None:
        assert list(stories_of(game).all) == [example.id for example in examples_of(game)]

    @BY_ID
    def test_they_name_rules_of_the_book(self, game: Game[Any, Any]) -> None:
        named = {rule for example in examples_of(game) for rule in example.rules}
        assert named
        assert named <= set(rulebook_of(game.package).ids)

    @BY_ID
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_they_have_a_title_in_every_language(self, game: Game[Any, Any], language: str) -> None:
        ids = {example.id for example in examples_of(game)}
        assert all(example.title for example in examples_of(game))
        told = titles_of(game, language).keys()
        assert told <= ids if language == "en" else told == ids

    @BY_ID
    def test_every_rule_that_is_named_shows_them(self, game: Game[Any, Any]) -> None:
        shown = glimpses(game, "es")
        for example in examples_of(game):
            for rule in example.rules:
                assert shown[rule], rule
        lines = {beat for views in shown.values() for view in views for _, beat in view.beats}
        assert any(name in line for line in lines for name in NAMES)

    @BY_ID
    def test_each_opens_on_the_board_from_its_first_moment_to_its_last(
        self, client: FlaskClient, game: Game[Any, Any]
    ) -> None:
        for story in stories_of(game).all.values():
            for at in (0, story.last):
                html = read(client, f"/rules/{game.id}/examples/{story.id}?at={at}")
                assert f"Step {at} of {story.last}" in html
                assert 'id="part-board"' in html

    def test_a_rule_shows_its_example_and_leads_to_the_moment(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice?rule=bang.arrow.attack")
        rule = html.split('id="bang.arrow.attack"')[1].split("</article>")[0]
        assert "Example EX01:" in rule
        assert "<details open>" in rule
        assert 'class="hot"' in rule
        link = re.search(r'href="(/rules/bang_dice/examples/EX01[^"]*)"', rule)
        assert link is not None
        assert "Open on a board" in rule
        before = read(client, link[1])
        assert "Step 0 of 4" in before

    def test_its_moments_are_pages_and_parts(self, client: FlaskClient) -> None:
        page = read(client, "/rules/bang_dice/examples/EX01?at=1")
        assert 'href="/rules/bang_dice/examples/EX01?at=2&amp;seat=open"' in page
        part = read(client, "/rules/bang_dice/examples/EX01?at=2&seat=open&part=1&have=3")
        assert "<html" not in part
        assert 'id="part-place"' in part
        assert "part-branch" not in part

    def test_one_seat_sees_no_more_than_it_could(self, client: FlaskClient) -> None:
        opened, seat = (
            read(client, f"/rules/bang_dice/examples/EX10?at=1&part=1&seat={eyes}")
            for eyes in ("open", "A")
        )
        assert "role-renegade" in opened
        assert "role-renegade" not in seat

    def test_a_game_without_a_notation_has_them_too(self, client: FlaskClient) -> None:
        assert find_game("high_noon").notation is None
        html = read(client, "/rules/high_noon")
        assert "/rules/high_noon/examples/E01" in html
        assert "Виски" in read(client, "/rules/high_noon/examples/E01?at=2", "ru")

    @pytest.mark.parametrize(
        "path",
        ["bang_dice/examples/EX999", "nowhere/examples/EX01", "bang_dice/examples/EX01?seat=Z"],
    )
    def test_what_is_not_there_is_not_found(self, client: FlaskClient, path: str) -> None:
        read(client, f"/rules/{path}", status=404)


class TestLastMatch:
    def test_a_guest_has_none(self, client: FlaskClient) -> None:
        assert "In your last match" not in read(client, "/rules/bang_dice")

    def test_the_rules_say_where_they_were_met(self, client: FlaskClient, site: Site) -> None:
        room, player = played(site)
        signed_in(client, player)
        html = read(client, "/rules/bang_dice")
        rule = html.split('id="bang.arrow.take"')[1].split("</article>")[0]
        assert "In your last match" in rule
        link = re.search(r'href="(/matches/[^"]+)"', rule)
        assert link is not None
        assert f"/matches/{room.table.match}?at=" in link[1].replace("&amp;", "&")
        moment = read(client, link[1].replace("&amp;", "&"))
        assert "takes an arrow" in moment
        assert "In your last match" not in read(client, "/rules/cash_n_guns")

    def test_a_match_that_goes_on_tells_nothing(self, client: FlaskClient, site: Site) -> None:
        _, player = played(site, lines=30)
        assert "In your last match" not in read(signed_in(client, player), "/rules/bang_dice")

    def test_it_is_read_once(
        self, client: FlaskClient, site: Site, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        _, player = played(site)
        signed_in(client, player)
        first = read(client, "/rules/bang_dice")
        monkeypatch.setattr(Matches, "lines", None)
        again = read(client, "/rules/bang_dice")
        token = re.compile(r'name="csrf_token" value="[^"]*"')  # it tells the second
        assert token.sub("", again) == token.sub("", first)


class TestAtTheTable:
    """A table that plays with other numbers has its own book, wherever its rules are opened."""

    ARROWS = "bang.setup.arrows"
    USUAL, FIVE = "Put all 9 arrow tokens", "Put all 5 arrow tokens"

    def room(self, site: Site, **options: object) -> Room:
        return started(site, "bang_dice", 0, 4, options=options)[0]

    def test_its_pages_lead_to_the_book_as_it_plays(self, client: FlaskClient, site: Site) -> None:
        room = self.room(site, arrows=5)
        book = f"/rules/bang_dice?table={room.table.code}"
        for path in (f"/t/{room.table.code}", f"/matches/{room.table.match}"):
            links = re.findall(
                r'(?:href|data-rules|data-url)="(/rules/bang_dice[^"]*)"',
                page := read(client, path),
            )
            assert links, path
            assert all(link.partition("#")[0] == book for link in links), path
            assert 'href="/rules/boomtown?' not in page

    def test_the_book_says_whose_numbers_it_has(self, client: FlaskClient, site: Site) -> None:
        code = self.room(site, arrows=5).table.code
        page = read(client, f"/rules/bang_dice?table={code}")
        assert self.FIVE in page
        assert f"With the numbers of table {code}: Arrows in the pile: 5." in page
        found = read(client, f"/rules/bang_dice?table={code}&q=arrow+tokens")
        assert f'name="table" value="{code}"' in found
        alone = read(client, f"/rules/bang_dice/{self.ARROWS}?panel=1&table={code}")
        assert self.FIVE in alone
        assert f'href="/rules/bang_dice?table={code}#{self.ARROWS}"' in alone

    def test_another_language_is_searched_with_its_numbers_too(
        self, client: FlaskClient, site: Site
    ) -> None:
        code = self.room(site, arrows=5).table.code
        page = read(client, f"/rules/bang_dice?table={code}&q=%D0%B6%D0%B5%D1%82%D0%BE%D0%BD%D1%8B")
        told = re.sub(r"<[^>]+>", "", page)
        assert "в середине стола, их 5" in told
        assert "в середине стола, их 9" not in told

    def test_a_table_that_plays_as_usual_has_the_book_of_all(
        self, client: FlaskClient, site: Site
    ) -> None:
        code = self.room(site, chief=True).table.code
        assert f"?table={code}" not in read(client, f"/t/{code}")
        page = read(client, f"/rules/bang_dice?table={code}")
        assert self.USUAL in page
        assert "With the numbers of" not in page

    def test_before_the_start_the_rules_are_those_to_come(
        self, client: FlaskClient, site: Site
    ) -> None:
        table, _ = seated(site, "cash_n_guns", 0, 4, options={"wounds": 2, "time_limits": False})
        page = read(client, f"/t/{table.code}")
        assert f'href="/rules/cash_n_guns?table={table.code}"' in page
        assert "Wounds that kill: 2" in page
        assert "Time limits: no" in page


class TestWhy:
    def test_one_rule_comes_alone(self, client: FlaskClient) -> None:
        html = read(client, "/rules/bang_dice/bang.beer.cap?panel=1", "ru")
        assert "<html" not in html
        assert "/rules/bang_dice#bang.beer.cap" in html
        assert "Закрыть" in html

    def test_any_rule_is_found_by_its_id(self) -> None:
        for rule, book in (("boomtown.answer.turn", "boomtown"), ("cash.aid.none", "cash_n_guns")):
            link = link_to(rule, "es")
            assert link is not None
            assert link.url == f"/rules/{book}#{rule}"
        assert link_to("no.such.rule", "en") is None

    def test_a_refused_form_names_the_rule_by_its_title(self, client: FlaskClient) -> None:
        form = {"game": "bang_dice", "seats": "4", "o.ghost": "true"}
        with client.post("/tables", data=form) as response:
            assert response.status_code == 422
            html = response.get_data(as_text=True)
        assert 'data-rule="bang.setup.modules.limits"' in html
        assert "What the modules need</a>" in html

    def test_an_error_page_leads_to_the_rule(self, app: Flask, site: Site) -> None:
        room, players = started(site, "high_noon", 1, 2)
        client = signed_in(app.test_client(), players[0])
        with client.post(f"/t/{room.code}/undo") as response:
            assert response.status_code == 409
            html = response.get_data(as_text=True)
        assert 'href="/rules/boomtown#boomtown.undo.' in html
        assert 'data-rule="boomtown.undo.' in html

    def test_before_the_start_the_free_seats_have_their_rule(self, client: FlaskClient) -> None:
        with client.post("/tables", data={"game": "high_noon", "seats": "3"}) as response:
            path = response.headers["Location"]
        html = read(client, path)
        assert 'data-rule="boomtown.table.full"' in html

    def test_every_line_of_a_log_leads_to_its_rule(self, client: FlaskClient, site: Site) -> None:
        room, player = played(site)
        signed_in(client, player)
        for path in (f"/t/{room.code}", f"/matches/{room.table.match}?at=9999&seat=A"):
            html = read(client, path)
            lines = re.findall(r"<li (?:data-n|id=\"row-).*?</li>", html, re.DOTALL)
            assert len(lines) > 20
            assert all("data-rule=" in line for line in lines)
            linked = set(re.findall(r'href="/rules/([\w.]+)#([\w.]+)" title', html))
            books = {"bang_dice": set(rulebook_of("bang_dice").ids)}
            assert all(rule in books.get(book, {rule}) for book, rule in linked)
