"""Answers without words of their own: a value and rules are told in every language."""

from __future__ import annotations

from msgspec.structs import replace

from boomtown.plugins import find_game
from boomtown.rulebook import LANGUAGES, Answer, Rulebook, gaps
from boomtown.rulebook.book import AnswerChange, AnswerText, Value
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.telling import told_in_full
from boomtown_game_high_noon import GAME as NOON

FALLEN, LAST = "noon.shot.fallen", "noon.end.last"


def noon(question: str, **told: AnswerText) -> Rulebook:
    """High Noon with one answer only, as these languages write it."""
    book = book_of(NOON)
    languages = {
        code: replace(one, answers={question: told[code]} if code in told else {})
        for code, one in book.languages.items()
    }
    return told_in_full(replace(book, languages=languages))


def answer(
    book: Rulebook, question: str, language: str = "en", variants: tuple[str, ...] = ()
) -> Answer:
    found = book.answer(question, language, variants)
    assert found is not None
    return found


def bare(value: Value | None, *rules: str) -> AnswerText:
    return AnswerText(value=value, rules=list(rules))


def test_the_value_says_what_and_the_rules_say_how() -> None:
    book = noon("target.gone", en=bare("lost", FALLEN, LAST))
    for language, short in {"en": "It is lost", "es": "Se pierde", "ru": "Пропадает"}.items():
        told = answer(book, "target.gone", language)
        texts = [book.rule(id, language).text for id in (FALLEN, LAST)]
        assert (told.short, told.sentence) == (short, " ".join(texts))
        assert (told.language, told.derived) == (language, False)
    assert gaps(book) == []


def test_words_of_ones_own_come_first() -> None:
    own = AnswerText(sentence="Too late.", rules=[FALLEN], value="lost")
    book = noon("target.gone", en=own, ru=AnswerText(sentence="Поздно."))
    assert answer(book, "target.gone").sentence == "Too late."
    told = answer(book, "target.gone", "ru")
    assert (told.short, told.sentence) == ("Пропадает", "Поздно.")


def test_words_that_are_not_translated_are_still_missing() -> None:
    own = AnswerText(sentence="Too late.", rules=[FALLEN], value="lost")
    book = noon("target.gone", en=own)
    assert answer(book, "target.gone", "es").language == "en"
    assert any("es: answers.target.gone.sentence is missing" in gap for gap in gaps(book))


def test_a_value_may_follow_from_the_declaration() -> None:
    told = answer(noon("players.number", en=bare(None, "noon.setup.seats")), "players.number")
    assert (told.value, told.short) == ([2, 6], "2 to 6")


def test_numbers_of_the_game_are_numbers_in_the_words_too() -> None:
    put_in = bare(["2", 3], "noon.shot.dice")  # as a text with {shot_dice} comes out
    assert answer(noon("dice.number", en=put_in), "dice.number").short == "2 to 3"


def test_a_variant_is_told_by_what_it_changes() -> None:
    change = AnswerChange(rules=[LAST], value="depends")
    first = AnswerText(rules=[FALLEN], value="no", variants={"at_3": change})
    book = noon("out.back", en=first)
    before, then = answer(book, "out.back"), answer(book, "out.back", variants=("at_3",))
    assert (before.short, then.short) == ("No", "It depends")
    assert then.sentence == book.rule(LAST).text


def test_a_rule_of_the_house_has_words_as_well() -> None:
    book = noon("online.time", en=bare("default", "boomtown.table.time"))
    assert all(answer(book, "online.time", language).sentence for language in LANGUAGES)


def test_what_has_its_words_stays_as_it_is() -> None:
    for game in ("bang_dice", "cash_n_guns", "shadows_west"):
        book = book_of(find_game(game))
        assert told_in_full(book) == book
