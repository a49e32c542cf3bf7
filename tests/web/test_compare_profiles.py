"""The front page of the comparison: profiles and the chooser; and what its cells say of answers."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec.structs import replace

from boomtown.plugins import find_game, installed_games
from boomtown.rulebook import LANGUAGES, Column, compare
from boomtown.rulebook.numbers import book_of
from boomtown.web.compare.columns import View
from boomtown.web.compare.profiles import FEW_RULES, Choice, profiles_of, read_choice
from sites import app_in


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One site for all: whoever only reads changes nothing."""
    with app_in(tmp_path_factory.mktemp("site")) as app:
        yield app


def read(client: FlaskClient, path: str, language: str = "en") -> str:
    """A page in a language."""
    with client.get(path, headers={"Accept-Language": language}) as response:
        assert response.status_code == 200, path
        return response.get_data(as_text=True)


def address(*columns: str, topic: str) -> str:
    return View(columns, topic).url()


def row_of(html: str, question: str) -> str:
    """A row of the table."""
    end = r'(?=<div class="crow"|</section>)'
    found = re.search(rf'id="{re.escape(question)}">(.*?){end}', html, re.S)
    assert found, question
    return found[1]


class TestCells:
    def test_conditions_stand_below_the_answer(self, client: FlaskClient) -> None:
        row = row_of(read(client, address("bang_dice", "high_noon", topic="damage")), "damage.what")
        assert "<b>Slab the Killer:</b> 2" in row

    def test_what_is_held_against_play_says_so(self, client: FlaskClient) -> None:
        html = read(client, address("bang_dice", "high_noon", topic="damage"))
        assert row_of(html, "damage.what").count("held against play") == 1
        assert "held against play" not in row_of(html, "damage.weaker")

    def test_what_nobody_wrote_says_so(self, client: FlaskClient) -> None:
        html = read(client, address("bang_dice", "high_noon", topic="loot"))
        assert "follows</span>" in row_of(html, "loot.what")

    @pytest.mark.parametrize(("language", "word"), [("en", "Tricks"), ("es", "Trucos")])
    def test_a_game_has_its_own_words_for_a_value(self, language: str, word: str) -> None:
        book = book_of(find_game("high_noon"))
        for question in ("hidden.what", "out.learn"):
            answer = book.answer(question, language)
            assert answer is not None
            assert (answer.key, answer.short) == ("power", word)

    def test_another_language_is_told_from_what_follows(self) -> None:
        book = book_of(find_game("high_noon"))
        only = replace(book, languages={"en": book.languages["en"]})
        column = Column("high_noon", only)
        cells = [row.cells[0] for row in compare([column], "ru").rows]
        assert {cell.language for cell in cells} == {"en", "ru"}, "what follows is told in Russian"


class TestProfiles:
    def test_every_game_has_one_on_the_front_page(self, client: FlaskClient) -> None:
        html = read(client, "/compare")
        part = html[html.index('id="profiles"') : html.index('class="filters')]
        assert part.count('class="bill profile"') == len(installed_games())
        for words in ("Decisions in a match", "Bluffing", "Most alike:", "Nobody out early"):
            assert words in part

    def test_the_street_leads_to_the_chooser(self, client: FlaskClient) -> None:
        assert 'href="/compare#profiles">Which game suits us?</a>' in read(client, "/")

    def test_only_there(self, client: FlaskClient) -> None:
        assert 'id="profiles"' not in read(client, address("bang_dice", "high_noon", topic="dice"))

    def test_five_people_half_an_hour_and_nobody_out_early(self, client: FlaskClient) -> None:
        html = read(client, "/compare?players=5&minutes=30&wish=calm")
        part = html[html.index('<ol class="profiles">') :]
        first = part[: part.index('<li class="bill profile', 30 + part.index("profile "))]
        assert "Cash &#39;n Guns" in first
        assert "Suits" in first
        assert "With 5 players somebody is out before the end in" in first
        assert 'name="players" min="1" max="12" value="5"' in html

    def test_a_wish_has_its_reason_and_leads_to_the_question(self) -> None:
        found = profiles_of(read_choice("4", "", ["bluff", "together"]), "en")
        best = found[0]
        assert best.fits
        assert [ground.holds for ground in best.grounds] == ["yes", "yes", "yes"]
        assert best.grounds[1].url.endswith("#hidden.bluff")
        assert [one.fits for one in found] == sorted((one.fits for one in found), reverse=True)

    @pytest.mark.parametrize("given", ["", "0", "-3", "five", "99999", "²"])
    def test_what_is_no_number_is_left_out(self, given: str) -> None:
        assert read_choice(given, given, ["nonsense"]) == Choice()

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_in_every_language(self, client: FlaskClient, language: str) -> None:
        html = read(client, "/compare?players=3&wish=calm&wish=bluff&wish=open", language)
        part = html[html.index('id="profiles"') : html.index('class="filters')]
        assert "names." not in part
        assert "compare." not in part.replace("compare.css", "")

    def test_the_number_of_players_that_figures_are_from_is_said(self, client: FlaskClient) -> None:
        html = read(client, "/compare?players=2")
        assert "unless you say" not in html
        bang = next(one for one in profiles_of(Choice(players=2), "en") if one.game == "bang_dice")
        assert bang.measured.startswith("Nothing was measured with 2 players: figures from 60")
        assert bang.measured.endswith("with 3.")
        assert bang.measured in html
        for one in profiles_of(Choice(), "en"):
            assert re.search(r"matches between bots with \d players\.", one.measured), one.game

    def test_no_share_of_few_matches_stands_bare(self) -> None:
        known = profiles_of(read_choice("4", "", ["calm"]), "en")
        west = next(one for one in known if one.game == "shadows_west")
        facts = {fact.id: f"{fact.text} {fact.interval}" for fact in west.facts}
        for told in (facts["luck"], facts["out_early"], west.grounds[-1].text):
            assert re.search(r"\d+ % \(\d+…\d+ %, n = 4\)", told), told
        assert "shares are rough" in west.measured
        bang = next(one for one in known if one.game == "bang_dice")
        luck = next(fact for fact in bang.facts if fact.id == "luck")
        assert (luck.text.endswith(" %"), luck.interval) == (True, "")

    def test_what_is_called_early_is_said_and_who_plays_on(self, client: FlaskClient) -> None:
        assert "at most 10 %" not in read(client, "/compare")
        html = read(client, "/compare?wish=calm&players=5")
        assert "at most 10 % of the matches" in html
        assert "after at least 70 % of the match" in html
        assert "Ghost (from 5 players) lets the dead play on" in html
        assert "lets the dead play on" not in read(client, "/compare?wish=calm&players=4")

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_is_easy_to_learn_has_few_rules_or_an_easier_game(
        self, client: FlaskClient, language: str
    ) -> None:
        found = profiles_of(read_choice("", "", ["easy"]), language)
        assert {one.game: one.grounds[0].holds for one in found} == {
            "high_noon": "yes",
            "cash_n_guns": "yes",
            "bang_dice": "sometimes",
            "shadows_west": "sometimes",
        }
        assert all(one.grounds[0].url.endswith("#setup.easy") for one in found)
        html = read(client, "/compare?wish=easy", language)
        part = html[html.index('id="profiles"') : html.index('class="filters')]
        assert "compare." not in part.replace("compare.css", "")
        assert str(FEW_RULES) in part

    def test_players_who_act_in_turn_choose_at_once_only_in_part(self) -> None:
        known = {one.game: one for one in profiles_of(read_choice("", "", ["together"]), "en")}
        flags = {
            game: next(fact.text for fact in one.facts if fact.id == "together")
            for game, one in known.items()
        }
        assert flags["cash_n_guns"] == "Yes"
        assert flags["shadows_west"] == "Sometimes"
        assert known["shadows_west"].grounds[0].holds == "sometimes"

    def test_rules_of_the_base_game_are_told_from_all_of_them(self, client: FlaskClient) -> None:
        [bang] = [one for one in profiles_of(Choice(), "en") if one.game == "bang_dice"]
        base, _, every = next(f.text for f in bang.facts if f.id == "rules").partition(" of ")
        assert int(base) < int(every) == len(book_of(find_game("bang_dice")).ids)
        assert f"{every} rules" in read(client, "/rules/")

    def test_every_game_says_how_long_it_takes(self) -> None:
        for one in profiles_of(Choice(), "en"):
            assert next(fact.text for fact in one.facts if fact.id == "minutes"), one.game

    def test_likeness_leads_to_the_differences(self, client: FlaskClient) -> None:
        [noon] = [one for one in profiles_of(Choice(), "en") if one.game == "high_noon"]
        assert noon.likes[0].text.endswith(" %")
        assert "show=differences" in noon.likes[0].url
        read(client, noon.likes[0].url)
