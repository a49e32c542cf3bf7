"""The shared questions, the vocabulary of mechanics, and the answers that rulebooks give."""

from collections import Counter
from pathlib import Path

import pytest

from boomtown.plugins import installed_games
from boomtown.rulebook import (
    FIRST_LANGUAGE,
    LANGUAGES,
    TOPICS,
    Rulebook,
    gaps,
    mechanics,
    platform_rulebook,
    questions,
    read_rulebook,
    rulebook_of,
    shared_gaps,
)
from boomtown.rulebook.numbers import book_of as with_numbers

OURS = ("bang_dice", "cash_n_guns", "shadows_west")
NOON = "boomtown_game_high_noon"
EVERY = (*OURS, NOON)

MOST_WORDS = {"en": 5, "es": 7, "ru": 7}
"""A short answer is short; other languages need a few words more than English."""


def book_of(folder: Path, answers: str, rules: str = "") -> Rulebook:
    rule = '[rules."x.y"]\ntopic = "dice"\nsource = "s"\ntitle = "T"\ntext = "Text"\n'
    (folder / "en.toml").write_text(f'title = "X"\nsummary = "S"\n{rule}{rules}\n{answers}')
    return read_rulebook(folder, "x")


class TestQuestions:
    def test_the_languages_agree(self) -> None:
        assert shared_gaps() == []

    def test_every_topic_has_at_least_two(self) -> None:
        asked = Counter(question.topic for question in questions())
        assert {topic for topic in TOPICS if asked[topic] < 2} == set()
        assert asked.total() >= 90

    def test_they_come_in_reading_order(self) -> None:
        topics = [question.topic for question in questions()]
        assert topics == sorted(topics, key=TOPICS.index)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_they_are_asked_in_every_language(self, language: str) -> None:
        for question in questions(language):
            assert question.language == language
            assert question.text.endswith("?")

    def test_no_question_is_asked_twice(self) -> None:
        for language in LANGUAGES:
            texts = Counter(question.text for question in questions(language))
            assert [text for text, count in texts.items() if count > 1] == []


class TestMechanics:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_word_is_defined_in_a_sentence(self, language: str) -> None:
        for mechanic in mechanics(language):
            assert mechanic.language == language
            assert mechanic.name
            assert mechanic.text.endswith(".")

    def test_every_word_is_used_by_some_rule(self) -> None:
        books = [rulebook_of(package) for package in OURS]
        used = {word for book in books for rule in book.rules() for word in rule.mechanics}
        assert [mechanic.id for mechanic in mechanics() if mechanic.id not in used] == []


class TestAnswers:
    @pytest.mark.parametrize("package", EVERY)
    def test_a_book_has_no_gaps(self, package: str) -> None:
        [book] = [with_numbers(game) for game in installed_games() if game.package == package]
        assert gaps(book) == []

    @pytest.mark.parametrize("package", EVERY)
    def test_our_games_answer_every_question(self, package: str) -> None:
        [book] = [with_numbers(game) for game in installed_games() if game.package == package]
        assert [asked.id for asked in questions() if book.answer(asked.id) is None] == []

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("package", EVERY)
    def test_short_answers_are_short(self, package: str, language: str) -> None:
        for id, answer in rulebook_of(package).languages[language].answers.items():
            for text in (answer.short, *(change.short for change in answer.variants.values())):
                assert len(text.split()) <= MOST_WORDS[language], id
                assert not text.endswith("."), id

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("package", EVERY)
    def test_the_rest_are_sentences(self, package: str, language: str) -> None:
        for id, answer in rulebook_of(package).languages[language].answers.items():
            for part in (answer, *answer.variants.values()):
                for text in (part.sentence, part.none):
                    assert not text or text.endswith((".", "!")), id

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_same_words_are_the_same_answer(self, language: str) -> None:
        """A reader who sees the same short answer twice in a row must see the same mark."""
        books = [with_numbers(game) for game in installed_games() if game.package in EVERY]
        for asked in questions():
            keys: dict[str, set[str]] = {}
            for book in books:
                for variants in ((), *((name,) for name in book.variants)):
                    answer = book.answer(asked.id, language, variants)
                    if answer is not None and not answer.none:
                        keys.setdefault(answer.short, set()).add(answer.key)
            assert {short: found for short, found in keys.items() if len(found) > 1} == {}, asked.id

    def test_a_variant_changes_what_it_names_and_nothing_else(self) -> None:
        book = rulebook_of("bang_dice")
        base = book.answer("out.things")
        haunted = book.answer("out.things", variants=["ghost"])
        assert base is not None
        assert haunted is not None
        assert (haunted.short, haunted.key) == (base.short, base.key)
        assert haunted.sentence != base.sentence
        assert (base.changed, haunted.changed) == (False, True)

    def test_a_question_may_arise_with_a_module_only(self) -> None:
        book = rulebook_of("bang_dice")
        base = book.answer("sealed.what")
        secret = book.answer("sealed.what", variants=["special_roles"])
        assert base is not None
        assert secret is not None
        assert base.none
        assert secret.short
        assert not secret.none

    def test_an_untranslated_answer_falls_back_and_says_so(self, tmp_path: Path) -> None:
        answer = '[answers."dice.use"]\nshort = "S"\nsentence = "T."\nrules = ["x.y"]\n'
        answer += 'value = "success"\n'
        book = book_of(tmp_path, answer)
        told = book.answer("dice.use", "ru")
        assert told is not None
        assert (told.short, told.language) == ("S", FIRST_LANGUAGE)
        (tmp_path / "ru.toml").write_text('title = "X"\nsummary = "S"\n')
        found = gaps(read_rulebook(tmp_path, "x"))
        assert "x ru: answers.dice.use.short is missing" in found

    @pytest.mark.parametrize(
        ("answer", "says"),
        [
            ('[answers."no.such"]\nnone = "N."', "answers.no.such: unknown question"),
            ('[answers."dice.use"]\nsentence = "S."', "answers.dice.use: no rules"),
            ('[answers."dice.use"]\nrules = ["x.y"]', "answers.dice.use: no value"),
            ('[answers."dice.use"]\nrules = ["x.z"]', "answers.dice.use: unknown rule x.z"),
            ('[answers."dice.use"]\nnone = "N."\nshort = "S"', "a reason why there is none"),
            (
                '[answers."dice.use"]\nnone = "N."\n[answers."dice.use".variants.y]\nshort = "S"',
                "answers.dice.use: unknown variant 'y'",
            ),
            (
                '[answers."dice.use"]\nnone = "N."\n'
                '[answers."dice.use".variants.text_ru]\nshort = "S"',
                "answers.dice.use.variants.text_ru: no value",
            ),
            (
                '[answers."dice.use"]\nshort = "S"\nrules = ["x.y"]\nvalue = "luck"',
                "the value 'luck' is none; it can be one of possibilities, success",
            ),
            (
                '[answers."dice.again"]\nvalue = "often"',
                "the value 'often' is none; it can be a number, or the fewest and the most",
            ),
            (
                '[answers."hidden.what"]\nvalue = ["loot", "role"]',
                "in the order of the question: role, power, hand, loot, deck",
            ),
            (
                '[answers."dice.again"]\nvalue = 1\ncases = [{ value = 2, character = "zorro" }]',
                "unknown character 'zorro'",
            ),
            (
                '[differences.d]\nabout = "A"\ndecided = "D"\n[differences.d.texts]\nes = "E"',
                "differences.d: a difference needs two texts",
            ),
        ],
    )
    def test_what_is_wrong_is_told(self, tmp_path: Path, answer: str, says: str) -> None:
        assert any(says in gap for gap in gaps(book_of(tmp_path, answer)))

    def test_an_unanswered_question_is_no_gap(self, tmp_path: Path) -> None:
        assert [gap for gap in gaps(book_of(tmp_path, "")) if " en: " in gap] == []

    def test_an_unknown_mechanic_is_told(self, tmp_path: Path) -> None:
        book = book_of(tmp_path, "", 'mechanics = ["juggling"]')
        [told] = [gap for gap in gaps(book) if "juggling" in gap]
        assert told.startswith("x en: x.y: unknown mechanic 'juggling'")
        assert "[mechanics.juggling]" in told

    @pytest.mark.parametrize(
        ("answer", "rules", "says"),
        [
            ('none = "N."', 'mechanics = ["healing"]', "says no, but a rule has the mechanic"),
            (
                'short = "S"\nsentence = "T."\nrules = ["x.y"]\nvalue = ["kit"]',
                "",
                "says yes, but no rule has the mechanic 'healing'",
            ),
            (
                'short = "S"\nsentence = "T."\nrules = ["x.y"]\nvalue = []',
                'mechanics = ["healing"]',
                "says no, but a rule has the mechanic",
            ),
        ],
    )
    def test_answers_and_the_matrix_say_the_same(
        self, tmp_path: Path, answer: str, rules: str, says: str
    ) -> None:
        book = book_of(tmp_path, f'[answers."heal.how"]\n{answer}', rules)
        assert [gap for gap in gaps(book) if f"answers.heal.how {says}" in gap]

    def test_with_a_variant_they_say_the_same_too(self, tmp_path: Path) -> None:
        module = '[rules."x.z"]\ntopic = "dice"\nsource = "s"\ntitle = "T"\ntext = "Text"\n'
        module += 'module = "m"\nmechanics = ["healing"]\n'
        book = book_of(tmp_path, '[answers."heal.how"]\nnone = "N."', module)
        place = "x en: answers.heal.how with m"
        assert f"{place} says no, but a rule has the mechanic 'healing'" in gaps(book)

    def test_rules_and_values_stand_in_the_first_language_only(self, tmp_path: Path) -> None:
        book_of(tmp_path, "")
        again = '[answers."dice.use"]\nshort = "S"\nvalue = "success"\n'
        (tmp_path / "es.toml").write_text(f'title = "X"\nsummary = "S"\n{again}')
        found = gaps(read_rulebook(tmp_path, "x"))
        assert "x es: answers.dice.use: rules and values stand in the first language only" in found


class TestSources:
    def test_the_two_base_texts_of_bang_are_told_apart(self) -> None:
        found = rulebook_of("bang_dice").differences()
        assert len(found) >= 12
        assert all(set(difference.texts) == {"000", "002"} for difference in found)

    @pytest.mark.parametrize("package", OURS)
    def test_what_was_decided_is_in_the_rules(self, package: str) -> None:
        book = rulebook_of(package)
        for difference in book.differences():
            assert difference.decided
            assert difference.rules
            assert set(difference.rules) <= set(book.ids)

    def test_they_are_told_in_the_language_asked_for(self) -> None:
        for language in LANGUAGES:
            told = rulebook_of("bang_dice").differences(language)
            assert {difference.language for difference in told} == {language}


def test_platform_rules_may_be_cited() -> None:
    answer = rulebook_of("bang_dice").answer("online.back")
    assert answer is not None
    assert set(answer.rules) <= set(platform_rulebook().ids)
