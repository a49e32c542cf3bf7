"""What all rulebooks share: the questions they settle, and the words for kinds of play.

``questions/en.toml`` has the questions by which games are compared, each with its topic;
``mechanics/en.toml`` has the vocabulary of mechanics, each word with a definition;
``terms/en.toml`` has what people type who look for one of them; ``values/en.toml`` has the words
for the values of answers. ``es.toml`` and ``ru.toml`` say the same in other words.
``questions/kinds.toml`` says what an answer to each question can be. A game answers in its own
rulebook.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from boomtown.rulebook.book import (
    FIRST_LANGUAGE,
    LANGUAGES,
    InvalidRulebook,
    MechanicText,
    Rulebook,
)
from boomtown.rulebook.topics import TOPICS

Kind = Literal["yes_no", "one", "several", "number", "order", "who"]
"""Yes, no or it depends; one word of a list, or several; a number or a range; words in an order;
who does something, one or several."""
KINDS: tuple[Kind, ...] = ("yes_no", "one", "several", "number", "order", "who")
Unit = Literal["player", "side", "figure"]
"""Whom a question is about. A player may be one figure, or have several; a side several players."""
UNITS: tuple[Unit, ...] = ("player", "side", "figure")
YES_NO = ("yes", "no", "depends")


class AnswerKind(Struct, frozen=True, forbid_unknown_fields=True):
    """What an answer to a question can be."""

    kind: Kind
    unit: Unit
    values: tuple[str, ...] = ()
    """The words to choose from; a number has none."""
    core: bool = False
    """Whether it is one of the few that every game should answer."""


class QuestionText(Struct, frozen=True, forbid_unknown_fields=True):
    """A question in one language; what is not language stands in the first one only."""

    text: str
    topic: str = ""
    mechanic: str = ""
    """The kind of play that it asks about; empty where it asks about no single one."""
    lacks: tuple[str, ...] = ("no", "none")
    """The values of answers which say that a game has not got that mechanic."""


class Question(Struct, frozen=True):
    """Something that a rulebook settles."""

    id: str
    topic: str
    text: str
    language: str
    """The language it is really told in: the first one, where a translation is missing."""
    mechanic: str = ""
    """The kind of play that it asks about, if it is about one."""
    kind: Kind = "yes_no"
    unit: Unit = "player"
    values: tuple[str, ...] = YES_NO
    """What an answer can be; empty for numbers."""
    core: bool = False


class Mechanic(Struct, frozen=True):
    """A kind of play that rules bring."""

    id: str
    name: str
    text: str
    language: str


class _QuestionFile(Struct, frozen=True, forbid_unknown_fields=True):
    questions: dict[str, QuestionText]


class _MechanicFile(Struct, frozen=True, forbid_unknown_fields=True):
    mechanics: dict[str, MechanicText]


class _KindFile(Struct, frozen=True, forbid_unknown_fields=True):
    kinds: dict[str, AnswerKind]


class _ValueFile(Struct, frozen=True, forbid_unknown_fields=True):
    values: dict[str, str]


class FigureTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that was measured or worked out, as a search finds it."""

    title: str
    terms: tuple[str, ...] = ()


class PageTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of the site, as a search finds it."""

    title: str
    text: str
    terms: tuple[str, ...] = ()


class SharedTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What people type who look for a question, a kind of play or a figure, by its id."""

    questions: dict[str, tuple[str, ...]] = {}
    mechanics: dict[str, tuple[str, ...]] = {}
    facets: dict[str, FigureTerms] = {}
    """What is measured in play."""
    sums: dict[str, FigureTerms] = {}
    """What comes to what with so many players."""
    pages: dict[str, PageTerms] = {}
    """Pages of the site where a figure or a game is found for what one asks oneself."""
    games: tuple[str, ...] = ()
    """What people type who want to know a game in a few words, whatever the game."""
    lessons: tuple[str, ...] = ()
    """What people type who want to be taught, whatever the game."""


_File = TypeVar("_File", _QuestionFile, _MechanicFile, SharedTerms, _KindFile, _ValueFile)


@cache
def questions(language: str = FIRST_LANGUAGE) -> tuple[Question, ...]:
    """All shared questions, in the order of the topics and then of the file."""
    first = question_texts()[FIRST_LANGUAGE]
    told = question_texts().get(language, {})
    known = answer_kinds()
    asked = [
        Question(
            id,
            text.topic,
            told.get(id, text).text,
            language if id in told else FIRST_LANGUAGE,
            text.mechanic,
            known[id].kind,
            known[id].unit,
            YES_NO if known[id].kind == "yes_no" else known[id].values,
            known[id].core,
        )
        for id, text in first.items()
    ]
    return tuple(sorted(asked, key=lambda question: TOPICS.index(question.topic)))


@cache
def mechanics(language: str = FIRST_LANGUAGE) -> tuple[Mechanic, ...]:
    """The vocabulary of mechanics, in the order of the file."""
    told = mechanic_texts().get(language, {})
    return tuple(
        Mechanic(
            id,
            told.get(id, text).name,
            told.get(id, text).text,
            language if id in told else FIRST_LANGUAGE,
        )
        for id, text in mechanic_texts()[FIRST_LANGUAGE].items()
    )


def vocabulary(books: Iterable[Rulebook], language: str = FIRST_LANGUAGE) -> list[Mechanic]:
    """The shared vocabulary, and then the words that these books add to it; of two books that
    have a word of the same id the first one says what it means."""
    known = {mechanic.id: mechanic for mechanic in mechanics(language)}
    for book in books:
        told = book.languages[language].mechanics if language in book.languages else {}
        for id, first in book.languages[FIRST_LANGUAGE].mechanics.items():
            text = told.get(id, first)
            spoken = language if id in told else FIRST_LANGUAGE
            known.setdefault(id, Mechanic(id, text.name, text.text, spoken))
    return list(known.values())


@cache
def question_texts() -> dict[str, dict[str, QuestionText]]:
    """The questions as each language file has them."""
    return {code: file.questions for code, file in _read("questions", _QuestionFile).items()}


@cache
def mechanic_texts() -> dict[str, dict[str, MechanicText]]:
    """The vocabulary as each language file has it."""
    return {code: file.mechanics for code, file in _read("mechanics", _MechanicFile).items()}


@cache
def answer_kinds() -> dict[str, AnswerKind]:
    """What an answer to each question can be."""
    return _convert("questions/kinds.toml", _KindFile).kinds


@cache
def value_texts() -> dict[str, dict[str, str]]:
    """The words for values as each language file has them."""
    return {code: file.values for code, file in _read("values", _ValueFile).items()}


@cache
def shared_terms(language: str) -> SharedTerms:
    """The search terms of a language for what all games share."""
    return _read("terms", SharedTerms).get(language, SharedTerms())


def _read(folder: str, kind: type[_File]) -> dict[str, _File]:
    own = files("boomtown.rulebook") / folder
    return {
        language: _convert(f"{folder}/{language}.toml", kind)
        for language in LANGUAGES
        if (own / f"{language}.toml").is_file()
    }


def _convert(name: str, kind: type[_File]) -> _File:
    text = (files("boomtown.rulebook") / name).read_text(encoding="utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InvalidRulebook(f"boomtown/rulebook/{name}: {error}") from None
