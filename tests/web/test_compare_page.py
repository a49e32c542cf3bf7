"""Games side by side on the site: columns, rows, parts, exports, and what it costs."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.core import Game
from boomtown.lab import facets, flow
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook import LANGUAGES, TOPICS, questions, rulebook_of
from boomtown.web.compare import charts, columns, compare_pages, parts, routes, sides
from boomtown.web.compare.charts import facets_of, figure_text
from boomtown.web.compare.columns import MOST_COLUMNS, View, wanted_columns
from boomtown.web.compare.compare_pages import (
    ALL,
    OVERVIEW,
    PARTS,
    compare_page,
    read_view,
    teaser,
    topics,
)
from boomtown.web.compare.parts import lanes, sources_of
from sites import app_in
from speeds import quickest

MOST = 4
"""Times opening a rulebook: what a comparison may take."""
THREE = ("bang_dice", "cash_n_guns", "high_noon")


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


def address(*columns: str, **more: str) -> str:
    return View(columns, more.get("topic", ALL)).url()


def row_of(html: str, question: str) -> str:
    """A row of the table."""
    end = r'(?=<div class="crow"|</section>)'
    found = re.search(rf'id="{re.escape(question)}">(.*?){end}', html, re.S)
    assert found, question
    return found[1]


class TestView:
    def test_an_address_leads_back_to_the_same_view(self, client: FlaskClient) -> None:
        view = View(("bang_dice", "bang_dice+ghost"), "elimination", "differences", True, "dead")
        with client.application.test_request_context(view.url()) as context:
            given = context.request.args
            named = (given[name] for name in ("topic", "show", "bare", "q"))
            assert view == read_view(given.getlist("c"), *named)

    def test_without_an_address_all_games_are_there(self) -> None:
        view = read_view(())
        assert set(view.columns) <= {game.id for game in installed_games()}
        assert len(view.columns) >= 3
        assert view.topic == OVERVIEW

    def test_a_plus_sign_that_nobody_encoded_is_understood(self) -> None:
        assert wanted_columns(["bang_dice ghost"]) == ("bang_dice+ghost",)

    def test_what_is_not_known_is_left_out(self) -> None:
        view = read_view(["bang_dice", "chess", "bang_dice+nonsense"], "nonsense", "some", "")
        assert view.columns == ("bang_dice",)
        assert view.topic == OVERVIEW
        assert view.show == "all"

    def test_there_is_a_limit_and_the_page_says_so(self, client: FlaskClient) -> None:
        every = [f"bang_dice+{name}" for name in rulebook_of("bang_dice").variants]
        view = read_view([*every, *THREE], "dice")
        assert len(view.columns) == MOST_COLUMNS
        assert view.left_out == wanted_columns([*every, *THREE])[MOST_COLUMNS:]
        html = read(client, address(*every, *THREE, topic="dice"))
        told = html[html.index("No more than 6 columns") :].split("</p>")[0]
        assert "High Noon" in told
        assert "take one away" in read(client, View(view.columns, "dice").url())
        assert "No more than" not in read(client, View(view.columns[1:], "dice").url())

    def test_to_choose_nothing_shows_the_games_and_says_so(self, client: FlaskClient) -> None:
        assert read_view([""]).columns == read_view(()).columns
        assert "No column is chosen" in read(client, "/compare?c=&topic=dice")
        assert "No column is chosen" not in read(client, "/compare?topic=dice")


class TestClauses:
    def test_three_games_on_elimination(self, client: FlaskClient) -> None:
        html = read(client, address(*THREE, topic="elimination"))
        row = row_of(html, "out.when")
        assert "When is somebody out?" in row
        assert "At 0 life points" in row
        assert "At 3 wounds" in row
        assert 'href="/rules/bang_dice#bang.out.when"' in row
        assert '#bang.out.when" data-rule>' in row

    def test_the_same_answer_has_the_same_mark(self, client: FlaskClient) -> None:
        row = row_of(read(client, address(*THREE, topic="elimination")), "out.when")
        assert re.findall(r"mark g-(\w+)", row) == ["0", "1", "0"]
        assert "BANG! The Dice Game and High Noon agree" in row

    def test_hidden_information(self, client: FlaskClient) -> None:
        html = read(client, address(*THREE, topic="hidden information"))
        assert 'id="topic-hidden-information"' in html
        assert 'id="topic-elimination"' not in html

    def test_what_does_not_arise_says_why(self, client: FlaskClient) -> None:
        html = read(client, address("bang_dice", "cash_n_guns"))
        assert html.count("Does not arise") > 10
        assert 'class="a gap' in html

    def test_an_unanswered_question_shows_as_unanswered(self, client: FlaskClient) -> None:
        view = read_view(THREE, ALL)
        cells = [cell for one in topics(view, "en") for row in one.rows for cell in row.cells]
        if any(cell.kind == "unanswered" for cell in cells):
            assert "Not answered" in read(client, view.url())

    @pytest.mark.parametrize("show", ["differences", "gaps", "not_arising"])
    def test_rows_are_filtered(self, show: str) -> None:
        whole, some = (topics(read_view(THREE, ALL, name), "en") for name in ("all", show))
        count = sum(len(topic.rows) for topic in some)
        assert 0 < count < sum(len(topic.rows) for topic in whole)
        kept = {"differences": "differ"}.get(show, show)
        assert count == sum(getattr(one.count, kept) for one in some)

    def test_counts_follow_what_is_shown(self, client: FlaskClient) -> None:
        page = compare_page(read_view(THREE, "elimination", "differences"), "en")
        [topic] = page.topics
        assert 0 < len(topic.rows) < topic.count.questions
        told = f"{len(topic.rows)} of {topic.count.questions} questions shown"
        assert read(client, page.view.url()).count(told) == 2
        assert "questions shown" not in read(client, page.view.url(show="all"))

    def test_that_every_question_is_answered_is_said(self, client: FlaskClient) -> None:
        html = read(client, View(THREE, ALL, "unanswered").url())
        assert "Every question is answered in every column." in html
        assert 'class="crow"' not in html

    def test_printed_texts_say_what_a_cell_without_their_name_means(
        self, client: FlaskClient
    ) -> None:
        words = "A cell with the name of a printed text"
        assert words in read(client, address("bang_dice@text_es", "bang_dice@text_ru"))
        assert words not in read(client, address(*THREE))

    def test_all_questions_are_there(self) -> None:
        view = read_view(THREE, ALL)
        shown = [row.id for topic in topics(view, "en") for row in topic.rows]
        assert sorted(shown) == sorted(question.id for question in questions())

    def test_modules_say_what_they_change(self, client: FlaskClient) -> None:
        html = read(client, address("bang_dice", "cash_n_guns", topic="elimination"))
        assert "One of them, as Ghost" in html
        bare = View(("bang_dice", "cash_n_guns"), "elimination", "all", True).url()
        assert "One of them, as Ghost" not in read(client, bare)

    def test_base_rules_leave_out_modules_that_are_usual(self, client: FlaskClient) -> None:
        view = View(("shadows_west", "bang_dice"), "bystanders", "all", True)
        row = row_of(read(client, view.url()), "folk.who")
        assert "<b>Hardly</b>" in row
        assert "<b>Townsfolk</b>" not in row
        usual = row_of(read(client, view.url(bare=False)), "folk.who")
        assert "<b>Townsfolk</b>" in usual
        assert "without Townsfolk" in usual

    def test_two_variants_of_one_game(self, client: FlaskClient) -> None:
        view = View(("bang_dice", "bang_dice+ghost"), "elimination", "differences", False)
        row = row_of(read(client, view.url()), "out.play")
        assert re.findall(r"mark g-(\w+)", row) == ["0", "1"]
        assert row.count("One of them, as Ghost") == 1, "the column says it, the other need not"

    def test_two_printed_texts(self, client: FlaskClient) -> None:
        view = View(("bang_dice@text_es", "bang_dice@text_ru"), ALL, "differences", False)
        html = read(client, view.url())
        assert "Spanish text" in html
        assert "Russian text" in html
        assert html.count('class="crow" role="row"') >= 1

    def test_one_column_alone_asks_for_another(self, client: FlaskClient) -> None:
        assert "One column alone" in read(client, address("bang_dice"))
        assert "One column alone" not in read(client, address("bang_dice", "cash_n_guns"))

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_topic_in_every_language(self, client: FlaskClient, language: str) -> None:
        html = read(client, "/compare", language)
        assert f'<html lang="{language}"' in html
        for topic in TOPICS:
            if any(question.topic == topic for question in questions()):
                assert f"topic={topic.replace(' ', '+')}" in html
        told = {"en": "Does not arise", "es": "No se plantea", "ru": "Вопрос не возникает"}
        assert told[language] in read(client, address(*THREE), language)

    def test_nothing_is_styled_in_the_page(self, client: FlaskClient) -> None:
        assert not re.search(r'<[^>]+\sstyle="', read(client, address(*THREE)))


class TestLanding:
    def test_it_begins_with_an_overview_and_a_topic_worth_reading(
        self, client: FlaskClient
    ) -> None:
        html = read(client, "/compare")
        assert 'id="overview"' in html
        assert 'id="topic-elimination"' in html
        assert html.count('<svg class="share" height="8"') == len(TOPICS)
        assert re.search(r"\d+ of \d+ differ", html)

    def test_a_topic_has_no_overview(self, client: FlaskClient) -> None:
        assert 'id="overview"' not in read(client, address(*THREE, topic="dice"))


class TestFinding:
    def test_words_are_looked_for_in_all_topics(self) -> None:
        page = compare_page(read_view(THREE, "dice", find="dead win"), "en")
        assert "elimination" in {topic.topic for topic in page.topics if topic.rows}
        assert page.found == sum(len(topic.rows) for topic in page.topics)
        assert page.parts == ()

    def test_the_field_keeps_what_was_typed(self, client: FlaskClient) -> None:
        html = read(client, View(THREE, ALL, find='"dead"').url())
        assert 'name="q" value="&#34;dead&#34;"' in html

    def test_what_nobody_has_says_so(self, client: FlaskClient) -> None:
        html = read(client, View(THREE, ALL, find="zeppelin").url())
        assert html.count("No question or answer has “zeppelin”.") == 2
        assert 'class="crow"' not in html

    def test_words_that_only_other_rows_have(self, client: FlaskClient) -> None:
        html = read(client, View(THREE, ALL, "unanswered", find="dead").url())
        assert html.count("None of the rows asked for has “dead”.") == 2

    def test_other_languages_have_other_words(self, client: FlaskClient) -> None:
        html = read(client, View(THREE, ALL, find="выбывает").url(), "ru")
        assert 'id="out.when"' in html

    def test_exports_have_the_same_rows(self, client: FlaskClient) -> None:
        data = json.loads(read(client, View(THREE, "dice", find="dead").url(".json")))
        page = compare_page(read_view(THREE, "dice", find="dead"), "en")
        assert len(data["rows"]) == page.found > 0
        assert data["find"] == "dead"


class TestParts:
    def test_mechanics_have_definitions(self, client: FlaskClient) -> None:
        html = read(client, address(*THREE, topic="matrix"))
        assert "Somebody&#39;s side is secret and must be guessed." in html
        assert "base rules" in html
        assert "None of these games has" in html
        assert 'id="flow"' not in html

    def test_mechanics_do_not_depend_on_which_rows_are_shown(self, client: FlaskClient) -> None:
        whole, some = (
            compare_page(View(THREE, "matrix", show), "en").matrix for show in ("all", "unanswered")
        )
        assert whole == some

    def test_a_lane_for_each_game(self, client: FlaskClient) -> None:
        html = read(client, address(*THREE, topic="flow"))
        assert html.count('<section class="lane"') == 3
        assert "The first throw" in html
        assert "Taking a stand" in html
        for decider in ("one player decides", "all decide, sealed", "others may react"):
            assert decider in html

    def test_variants_that_are_played_alike_share_a_lane(self) -> None:
        assert len(lanes(("bang_dice", "bang_dice@text_ru"), "en")) == 1
        assert len(lanes(("bang_dice", "bang_dice+ghost"), "en")) == 2

    def test_facets_with_their_method(self, client: FlaskClient) -> None:
        html = read(client, address(*THREE, topic="facets"))
        for words in ("Decisions in a match", "Left to luck", "Numbers", "Method and seeds"):
            assert words in html
        authors = html[html.index("For authors") :]
        assert "boomtown lab measure bang_dice --matches" in authors
        assert "boomtown lab measure --all" in authors
        assert html.count("boomtown lab measure") == authors.count("boomtown lab measure")
        assert html.count("<figure") == len(facets.FACETS) + 1, "and a ladder"

    def test_like_is_compared_with_like(self, client: FlaskClient) -> None:
        every = (*THREE, "shadows_west")
        shown = facets_of(every, "en")
        assert shown.here == 4, "the number that all four can be played with"
        assert all("4 players" in bar.title for chart in shown.charts for bar in chart.bars)
        two = facets_of(every, "en", 2)
        titles = [bar.title for bar in two.charts[0].bars]
        assert titles[0] == "BANG! The Dice Game (3 players)", "the nearest number there is"
        assert titles[3] == "Shadows of the West (2 players)"
        html = read(client, View(every, "facets", seats=5).url())
        assert re.search(r'n=5" aria-current="true"', html)

    def test_a_column_with_a_number_keeps_it(self) -> None:
        shown = facets_of(("bang_dice@3", "bang_dice", "bang_dice@8"), "en", 5)
        titles = [bar.title for bar in shown.charts[0].bars]
        assert [title[-10:-1] for title in titles] == ["3 players", "5 players", "8 players"]
        assert len(shown.charts[0].rows) == 1, "one row with every number"

    def test_base_rules_are_measured_as_base_rules(self) -> None:
        [bar] = facets_of(("shadows_west",), "en", 2, True).charts[0].bars
        assert "without Townsfolk" in bar.title
        assert bar.facet is not None

    def test_between_two_nobody_is_out_early_and_the_chart_says_why(
        self, client: FlaskClient
    ) -> None:
        html = read(client, View(("shadows_west", "bang_dice"), "facets", seats=2).url())
        assert "Between two, the match is over when one is out." in html

    def test_a_figure_about_the_first_says_who_that_is(self, client: FlaskClient) -> None:
        html = read(client, address(*THREE, topic="facets"))
        who = html[html.index("Who begins") :]
        for package in ("bang_dice", "cash_n_guns"):
            answer = rulebook_of(package).answer("order.first")
            assert answer is not None
            assert f"{answer.short}. " in who.replace("&#39;", "'")
        assert '#bang.ask.own_turn" data-rule>' in who
        assert "always the same part (Sheriff)" in who

    def test_bars_stay_on_their_track(self) -> None:
        for chart in facets_of(THREE, "en", 6).charts:
            for bar in chart.bars:
                assert 0 <= bar.start <= bar.at <= 100
                assert bar.start + bar.width <= 100.5

    def test_a_game_that_was_not_measured_says_so(
        self, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        kept = facets.measures_of

        def without(package: str) -> facets.Measures | None:
            return None if package == "cash_n_guns" else kept(package)

        monkeypatch.setattr(charts, "measures_of", without)
        facets_of.cache_clear()
        try:
            html = read(client, address(*THREE, topic="facets"))
            assert "Nothing has been measured of Cash &#39;n Guns yet" in html
            assert "boomtown lab measure cash_n_guns --write" in html
            monkeypatch.setattr(charts, "measures_of", lambda package: None)
            facets_of.cache_clear()
            assert "<figure" not in read(client, address(*THREE, topic="facets"))
        finally:
            facets_of.cache_clear()

    def test_printed_sources_and_what_was_decided(self, client: FlaskClient) -> None:
        html = read(client, address("bang_dice@text_es", "bang_dice@text_ru", topic="sources"))
        [game] = sources_of(("bang_dice@text_es", "bang_dice@text_ru"), "en")
        assert len(game.differences) == len(rulebook_of("bang_dice").differences())
        assert game.differences[0].about in html.replace("&#39;", "'")
        assert "Decided here" in html
        assert '<details class="bill sources" open' in html

    def test_a_part_alone_has_no_clauses(self) -> None:
        for part in PARTS[1:]:
            page = compare_page(read_view(THREE, part), "en")
            assert page.topics == ()
            assert page.parts == ((part,) if part in page.all_parts else ()), part

    @pytest.mark.parametrize(
        ("value", "unit", "language", "told"),
        [
            (0.4786, "share", "en", "48 %"),
            (0.111, "points", "en", "+11.1"),
            (-0.0371, "points", "ru", "−3,7"),
            (0.0, "points", "en", "0"),
            (86.25, "count", "es", "86,2"),
            (73.0, "count", "en", "73"),
        ],
    )
    def test_figures(self, value: float, unit: str, language: str, told: str) -> None:
        assert figure_text(value, unit, language) == told


class TestExports:
    def test_csv(self, client: FlaskClient) -> None:
        view = View(("bang_dice", "cash_n_guns"), "elimination")
        with client.get(view.url(".csv"), headers={"Accept-Language": "es"}) as response:
            assert response.mimetype == "text/csv"
            assert "attachment" in response.headers["Content-Disposition"]
            text = response.get_data().decode("utf-8-sig")
        rows = list(csv.reader(io.StringIO(text)))
        assert rows[0][:5] == ["topic", "id", "question", "differs", "verdict"]
        assert {row[0] for row in rows[1:]} == {"elimination"}
        assert any("¿" in row[2] for row in rows)

    def test_json(self, client: FlaskClient) -> None:
        view = View(("bang_dice", "bang_dice+ghost"), ALL, "differences", False)
        data = json.loads(read(client, view.url(".json")))
        assert [column["id"] for column in data["columns"]] == ["bang_dice", "bang_dice+ghost"]
        assert data["rows"]
        assert all(row["differs"] for row in data["rows"])

    def test_without_a_topic_everything_is_exported(self, client: FlaskClient) -> None:
        data = json.loads(read(client, "/compare.json"))
        assert len(data["rows"]) == len(questions())

    def test_the_page_leads_there(self, client: FlaskClient) -> None:
        view = View(("bang_dice", "cash_n_guns"), "ties", "differences", False)
        html = read(client, view.url()).replace("&amp;", "&")
        for form in ("", ".csv", ".json"):
            assert f'href="{view.url(form)}"' in html


class TestSurroundings:
    def test_every_page_leads_to_the_comparison(self, client: FlaskClient) -> None:
        for path in ("/", "/rules/", "/plugins", "/credits"):
            assert read(client, path).count('href="/compare"') >= 2

    def test_rules_lead_to_their_topic(self, client: FlaskClient) -> None:
        assert 'href="/compare?topic=elimination"' in read(client, "/rules/bang_dice")

    def test_the_street_asks_one_question(self, client: FlaskClient) -> None:
        html = read(client, "/")
        assert "How do they differ?" in html
        assert re.search(r'href="/compare\?c=[^"]+#[\w.]+"', html)

    def test_another_day_another_question(self) -> None:
        asked = {one.row.id for day in range(12) if (one := teaser(day, "en"))}
        assert len(asked) > 6
        assert teaser(3, "ru") == teaser(3, "ru")

    def test_without_script_it_is_a_form(self, client: FlaskClient) -> None:
        html = read(client, "/compare")
        form = html[html.index("data-compare") : html.index("</form>", html.index("data-compare"))]
        for name in ("topic", "c", "show", "bare"):
            assert f'name="{name}"' in form
        assert 'value="bang_dice+ghost"' in form
        assert 'value="bang_dice@text_ru"' in form
        assert "<button" in form

    def test_a_part_for_the_script(self, client: FlaskClient) -> None:
        html = read(client, "/compare?part=1&topic=elimination")
        assert "<html" not in html
        assert 'id="topic-elimination"' in html


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_every_installed_game_is_there_by_its_data_alone(
    client: FlaskClient, game: Game[Any, Any]
) -> None:
    html = read(client, "/compare")
    title = rulebook_of(game.package).languages["en"].title.replace("'", "&#39;")
    assert f'value="{game.id}"' in html
    assert title in html
    page = compare_page(read_view([game.id], "flow"), "en")
    assert page.lanes[0].phases


def test_the_example_game_stands_beside_the_others(client: FlaskClient) -> None:
    """Nothing that makes the page names it."""
    ours = (charts, columns, compare_pages, parts, routes, sides)
    for module in (*ours, facets, flow):
        assert "noon" not in Path(str(module.__file__)).read_text(encoding="utf-8").lower()
    html = read(client, address("bang_dice", "high_noon"))
    assert "At 0 lives" in html
    assert "noon.stand.sealed" in html
    assert find_game("high_noon").package not in html


@pytest.mark.parametrize(
    "path",
    [
        address(*THREE, topic="elimination"),
        address(*THREE),
        address("bang_dice", "bang_dice+ghost", topic="elimination"),
        address(*THREE, topic="flow"),
        View(THREE, ALL).url(".csv"),
        View(THREE, ALL).url(".json"),
    ],
)
def test_nothing_takes_much_longer_than_to_open_a_rulebook(client: FlaskClient, path: str) -> None:
    book, compared = quickest(client, "/rules/bang_dice", path)
    assert compared < MOST * book
