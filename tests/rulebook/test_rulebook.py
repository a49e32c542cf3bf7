"""Rulebooks: loading, languages and wording."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boomtown.core import Chance, Game, Match, Refusal, Seat
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook import (
    LANGUAGES,
    TOPICS,
    InvalidRulebook,
    Wording,
    gaps,
    platform_rulebook,
    plural_form,
    read_rulebook,
    rulebook_of,
    untranslated,
)
from boomtown.rulebook.numbers import book_of

NOON = "boomtown_game_high_noon"


def test_every_installed_rulebook_is_whole() -> None:
    books = [book_of(game) for game in installed_games()]
    assert [gap for book in (*books, platform_rulebook()) for gap in gaps(book)] == []


def test_every_topic_has_a_name_in_every_language() -> None:
    for language in LANGUAGES:
        assert list(platform_rulebook().languages[language].names["topic"]) == list(TOPICS)


def test_every_rule_that_the_platform_cites_is_in_its_own_book() -> None:
    from boomtown.rulebook.coverage import cover

    folder = Path(__file__).parents[2] / "platform" / "boomtown"
    built_on_it = [*folder.glob("store/*.py"), *folder.glob("web/**/*.py"), folder / "terminal.py"]
    code = [*folder.glob("core/*.py"), *built_on_it]
    coverage = cover(platform_rulebook(), code, [])
    modules = tuple(
        f"boomtown.{name}"
        for name in ("bots", "core", "db", "lock", "rulebook", "store", "testing", "web")
    )
    assert [id for id in coverage.unknown if not id.startswith(modules)] == []
    assert coverage.uncited == []


class TestLanguages:
    def test_a_rule_is_told_in_the_language_asked_for(self) -> None:
        book = rulebook_of(NOON)
        assert book.rule("noon.shot.dice", "en").title == "A shot"
        assert book.rule("noon.shot.dice", "ru").title == "Выстрел"
        assert book.rule("noon.shot.dice", "ru").topic == "dice"

    def test_a_missing_translation_falls_back_and_says_so(self, tmp_path: Path) -> None:
        rule = '[rules."x.y"]\ntopic = "dice"\nsource = "s"\ntitle = "T"\ntext = "Text"\n'
        (tmp_path / "en.toml").write_text(f'title = "X"\nsummary = "S"\n{rule}')
        (tmp_path / "es.toml").write_text('title = "Equis"\nsummary = "S"\n')
        book = read_rulebook(tmp_path, "x")
        assert book.rule("x.y", "es").language == "en"
        assert "x es: rules.x.y.title is missing" in gaps(book)
        assert untranslated(book) == ["ru"]
        assert not [gap for gap in gaps(book) if gap.startswith("x ru")]

    def test_one_language_is_enough_and_speaks_everywhere(self, tmp_path: Path) -> None:
        plurals = '[plurals.nugget]\none = "nugget"\nother = "nuggets"\n'
        (tmp_path / "en.toml").write_text(f'title = "X"\nsummary = "S"\n{plurals}')
        book = read_rulebook(tmp_path, "x")
        for language in LANGUAGES:
            wording = Wording(book, language)
            said = [wording.fill("{n:nugget}", {"n": n}) for n in (1, 5, 22)]
            assert said == ["1 nugget", "5 nuggets", "22 nuggets"]
            assert wording.missing == set()

    @pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
    def test_our_own_books_have_every_language(self, game: Game[Any, Any]) -> None:
        assert untranslated(rulebook_of(game.package)) == []
        assert untranslated(platform_rulebook()) == []

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ('title = "X"', "missing required field `summary`"),
            ('title = "X"\nsummary = "S"\n[rules.x]\ntitle = 1', r"rules\.x: .*title"),
            ('title = "X"\nsummary = "S"\nspelling = 1', "no table 'spelling'; there are: title"),
            (
                'title = "X"\nsummary = "S"\n[mechanics.race]\ntitle = "Race"',
                r"mechanics\.race: .*`title`.* \(it may have: name, text\)",
            ),
            ('title = "X"\nsummary = "S"\n[log]\n"x.y" = 1', r"log\.x\.y: Expected `str`"),
            ("title = = 1", "line 1"),
        ],
    )
    def test_a_damaged_file_is_named(self, tmp_path: Path, text: str, says: str) -> None:
        (tmp_path / "en.toml").write_text(text)
        with pytest.raises(InvalidRulebook, match=rf"x/rulebook/en\.toml: .*{says}"):
            read_rulebook(tmp_path, "x")

    def test_a_large_book_has_a_folder_for_each_language(self, tmp_path: Path) -> None:
        (tmp_path / "en").mkdir()
        (tmp_path / "en" / "a.toml").write_text('title = "X"\nsummary = "S"\n[log]\nx = "one"\n')
        (tmp_path / "en" / "b.toml").write_text('[log]\ny = "two"\n')
        assert read_rulebook(tmp_path, "x").languages["en"].log == {"x": "one", "y": "two"}
        (tmp_path / "en" / "c.toml").write_text('[log]\ny = "three"\n')
        with pytest.raises(InvalidRulebook, match=r"en/c\.toml: log: y stands in another file"):
            read_rulebook(tmp_path, "x")

    def test_a_mistake_in_one_of_several_files_is_told_with_that_file(self, tmp_path: Path) -> None:
        (tmp_path / "en").mkdir()
        (tmp_path / "en" / "a.toml").write_text('title = "X"\nsummary = "S"\n[names.a]\nx = "1"\n')
        (tmp_path / "en" / "b.toml").write_text("[names.a]\ny = 2\n")
        with pytest.raises(InvalidRulebook, match=r"en/b\.toml: names\.a: Expected `str`"):
            read_rulebook(tmp_path, "x")

    def test_a_folder_beside_the_file_is_read_too(self, tmp_path: Path) -> None:
        (tmp_path / "en.toml").write_text('title = "X"\nsummary = "S"\n[log]\nx = "one"\n')
        (tmp_path / "en").mkdir()
        (tmp_path / "en" / "answers.toml").write_text('[log]\ny = "two"\n')
        assert read_rulebook(tmp_path, "x").languages["en"].log == {"x": "one", "y": "two"}

    def test_without_the_first_language_there_is_no_book(self, tmp_path: Path) -> None:
        with pytest.raises(InvalidRulebook, match=r"en\.toml is missing"):
            read_rulebook(tmp_path, "x")


class TestWording:
    def test_lengths_are_whole_hundredths_and_written_as_people_do(self) -> None:
        for language, written in (("en", "3.84 A3"), ("es", "3,84 A3"), ("ru", "3,84 A3")):
            wording = Wording(rulebook_of(NOON), language)
            args = {"n": 384, "who": "a3"}
            assert wording.fill("{n:hundredths} {who:capitals}", args) == written

    def test_russian_numbers_ask_for_three_forms(self) -> None:
        wording = Wording(rulebook_of(NOON), "ru")
        counted = [wording.count("life", number) for number in (1, 2, 5, 11, 21, 104, 112)]
        assert counted == [
            "1 жизнь",
            "2 жизни",
            "5 жизней",
            "11 жизней",
            "21 жизнь",
            "104 жизни",
            "112 жизней",
        ]

    @given(st.integers(-10_000, 10_000))
    def test_every_number_has_a_form(self, number: int) -> None:
        assert plural_form("ru", number) in {"one", "few", "many"}
        assert plural_form("es", number) == plural_form("en", number)

    def test_sentences_name_players_things_and_lists(self) -> None:
        wording = Wording(rulebook_of(NOON), "en", ["Annie", "Bill"])
        assert wording.name("seat", 1) == "Bill"
        assert wording.name("seat", 4) == "Player 5"
        assert wording.name("stand", 0) == "Shoot at Annie"
        assert wording.name("stand", "duck") == "Duck"
        assert wording.fill("{who:seat}", {"who": [0, 1, 2]}) == "Annie, Bill and Player 3"
        assert wording.fill("{dice}", {"dice": [3, 6]}) == "3, 6"
        assert wording.fill("{who:seat}", {"who": []}) == "nobody"

    def test_refusals_and_questions_are_sentences(self) -> None:
        wording = Wording(rulebook_of(NOON), "es")
        assert wording.refusal(Refusal("noon.stand.aim")) == "Ya has apuntado."
        assert "Jugador 3" in wording.refusal(Refusal("boomtown.answer.turn", seat=2))
        match = Match.unrecorded(find_game("high_noon"), 2, chance=Chance.seeded(1))
        question, prompt = match.question(Seat(0)), match.prompt()
        assert question is not None
        assert prompt is not None
        assert wording.question(question) == "Toma postura: dispara, agáchate o apunta."
        assert wording.prompt(prompt) == "Falta la postura de Jugador 1 y Jugador 2."

    def test_what_has_no_text_is_noted(self) -> None:
        wording = Wording(rulebook_of(NOON), "en")
        assert wording.refusal(Refusal("noon.no.such")) == "refuse.noon.no.such"
        assert wording.name("stand_in", "x") == "names.stand_in.x"
        assert wording.missing == {"refuse.noon.no.such", "names.stand_in.x"}
