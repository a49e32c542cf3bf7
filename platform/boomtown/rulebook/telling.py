"""Answers without words of their own: their value says what, and the rules they name say how.

Many answers would only repeat a rule in other words. Such an answer is a value and the rules that
say so, written once, in the first language; a reader sees the words for the value and the texts of
those rules, each in their own language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from boomtown.rulebook.book import (
    FIRST_LANGUAGE,
    AnswerChange,
    AnswerText,
    Rulebook,
    Value,
    plain_value,
    platform_rulebook,
)
from boomtown.rulebook.values import value_words

Change = TypeVar("Change", bound=AnswerChange)


def told_in_full(book: Rulebook) -> Rulebook:
    """A book whose answers all have words, in every language that it has."""
    languages = {
        code: replace(told, answers=told.answers | dict(_completed(book, code)))
        for code, told in book.languages.items()
    }
    return replace(book, languages=languages)


def _completed(book: Rulebook, code: str) -> Iterator[tuple[str, AnswerText]]:
    """The answers that lack words; what has some and is not translated is left as it is."""
    theirs, follows = book.languages[code].answers, book.derived.get(FIRST_LANGUAGE, {})
    for id, first in book.languages[FIRST_LANGUAGE].answers.items():
        told = theirs.get(id)
        if told is None:
            if _has_words(first) or any(_has_words(one) for one in first.variants.values()):
                continue
            told = AnswerText()
        value = first.value
        if value is None and id in follows:
            value = follows[id].value
        if not first.none:
            told = _worded(book, code, first, told, value)
        variants = {}
        for name, change in first.variants.items():
            now = told.variants.get(name, AnswerChange())
            own = AnswerChange(change.short or first.short, change.sentence or first.sentence)
            own = replace(own, rules=change.rules, none=change.none)
            variants[name] = _worded(book, code, own, now, change.value)
        yield id, replace(told, variants=variants)


def _has_words(answer: AnswerChange) -> bool:
    return bool(answer.short or answer.sentence or answer.none)


def _worded(
    book: Rulebook, code: str, first: AnswerChange, told: Change, value: Value | None
) -> Change:
    """An answer in a language, with words for what the first language has none for."""
    if first.none:
        return told
    plain = plain_value(value)
    if not first.short and not told.short and plain is not None:
        told = replace(told, short=value_words(plain, code, book.own_values(code)))
    if not first.sentence and not told.sentence:
        told = replace(told, sentence=" ".join(_texts(book, code, first.rules)))
    return told


def _texts(book: Rulebook, code: str, rules: list[str]) -> Iterator[str]:
    for id in rules:
        for one in (book, platform_rulebook()):
            if id in one.languages[FIRST_LANGUAGE].rules:
                yield one.rule(id, code).text
