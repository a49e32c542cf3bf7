"""The search on the site: its page, what is marked there, and the API in the same order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from boomtown.cli import boomtown
from boomtown.plugins import installed_games
from boomtown.rulebook.book import LANGUAGES
from boomtown.search import find
from boomtown.search.contents import documents
from boomtown.search.documents import KINDS
from boomtown.web.rules.marking import marked, pieces, snippet
from sites import app_in


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


class TestPage:
    @pytest.mark.parametrize(
        ("language", "query"), [("en", "dynamite"), ("es", "empate"), ("ru", "стрелы")]
    )
    def test_page_api_and_command_have_the_same_order(
        self, client: FlaskClient, language: str, query: str
    ) -> None:
        wanted = [hit.id for hit in find(query, language).hits]
        html = read(client, f"/search?q={query}", language)
        assert re.findall(r'class="rid".*?<code>(.*?)</code>', html) == wanted
        reply = json.loads(read(client, f"/api/search?q={query}&lang={language}"))
        assert [hit["id"] for hit in reply["hits"]] == wanted
        words = ["rules", "search", query, "--lang", language, "--limit", "20", "--json"]
        printed = json.loads(CliRunner().invoke(boomtown, words).output)
        assert printed == reply

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_page_is_empty(self, client: FlaskClient, language: str) -> None:
        for query in ("", "zzzzqq", "%3Cscript%3E", "%22%27", "x" * 500):
            html = read(client, f"/search?q={query}", language)
            assert "<script>" not in html
            assert html.count('class="chip-link"') > 3 or 'class="clause"' in html

    def test_only_a_part_is_sent_to_whoever_types(self, client: FlaskClient) -> None:
        html = read(client, "/search?q=bullet&part=1")
        assert "<html" not in html
        assert "<mark>bullet</mark>" in html

    def test_words_that_were_taken_for_others_are_told(self, client: FlaskClient) -> None:
        html = read(client, "/search?q=dinamyte")
        assert "“dinamyte” read as “dynamite”" in html
        assert 'href="/search?q=dynamite"' in html

    def test_hits_are_narrowed_to_a_kind_and_a_game(self, client: FlaskClient) -> None:
        html = read(client, "/search?q=arrow&kind=example&game=bang_dice")
        assert "bang_dice.EX" in html
        assert 'aria-current="true"' in html
        assert 'id="seek"' not in html

    def test_everything_that_is_found_is_there(self, client: FlaskClient) -> None:
        """A hit of each kind leads to its place on a page."""
        places = {one.kind: one for one in documents(installed_games())}
        assert set(places) == set(KINDS)
        for place in places.values():
            to = urlsplit(place.url)
            html = read(client, f"{to.path}?{to.query}")
            assert not to.fragment or f'id="{to.fragment}"' in html, place.url

    def test_a_kind_that_nobody_knows_is_refused_by_the_api(self, client: FlaskClient) -> None:
        assert "kind" in read(client, "/api/search?q=a&kind=horse", status=422)
        assert "limit" in read(client, "/api/search?q=a&limit=1000", status=422)
        read(client, "/search?q=a&kind=horse&game=nobody")

    def test_every_page_leads_to_the_search(self, client: FlaskClient) -> None:
        for path in ("/", "/rules/", "/compare", "/games/bang_dice"):
            assert 'action="/search"' in read(client, path)


class TestMarking:
    def test_inflected_words_are_marked(self) -> None:
        assert marked("Две стрелы и стрелой", {"стрел"}, "ru") == (
            "Две <mark>стрелы</mark> и <mark>стрелой</mark>"
        )

    def test_what_is_marked_stays_text(self) -> None:
        assert marked("<b> & arrow", {"b", "arrow"}, "en") == (
            "&lt;<mark>b</mark>&gt; &amp; <mark>arrow</mark>"
        )

    def test_a_long_text_is_shown_where_the_words_are(self) -> None:
        shown = snippet("far " * 100 + "arrow " + "away " * 100, {"arrow"}, "en")
        assert "<mark>arrow</mark>" in shown
        assert shown.startswith("…")
        assert shown.endswith("…")
        assert len(shown) < 350

    def test_pieces_are_the_whole_text(self) -> None:
        text = "¡Dinamita! José la tira; tres dinamitas."
        cut = list(pieces(text, {"dinamit", "jos"}, "es"))
        assert "".join(part for _, part in cut) == text
        assert [part for hit, part in cut if hit] == ["Dinamita", "José", "dinamitas"]
