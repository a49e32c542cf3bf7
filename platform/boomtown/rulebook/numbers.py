"""A rulebook with its numbers: what texts mention by name, as one table plays it.

A text says ``{deadly}`` or ``{deadly:wound}``, the latter with its noun in the right form; the
number is that of ``Game.numbers`` for the options of the table, or for the usual ones. A sentence
gets its numbers when it is said (``Wording.fill``): a value of its own comes first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from boomtown.core.errors import InvalidOption
from boomtown.core.game import Game
from boomtown.core.options import Options, read_options
from boomtown.rulebook.book import Language, Rulebook, rulebook_of
from boomtown.rulebook.derive import derived_answers
from boomtown.rulebook.numerals import HUNDREDTHS, NUMERAL, hundredths, numeral, plural_form
from boomtown.rulebook.telling import told_in_full

Numbers: TypeAlias = tuple[tuple[str, int], ...]  # a cache key, too

MENTION = re.compile(r"\{(\w+)(?::(\w+))?\}")
SENTENCES = frozenset({"log", "ask", "refuse", "say"})
"""The parts of a language file whose texts have values of their own."""
BOOKS = 256
"""Books that are kept; a table with unusual options has one of its own."""


def numbers_of(game: Game[Any, Any], options: Options | None = None) -> Numbers:
    """The numbers that a game's texts may mention, at a table with these options."""
    if game.numbers is None:
        return ()
    return tuple(sorted(game.numbers(game.options() if options is None else options).items()))


@cache
def usual_numbers(game: Game[Any, Any]) -> Numbers:
    """The numbers of a table that has agreed on nothing unusual."""
    return numbers_of(game)


def numbers_at(game: Game[Any, Any], chosen: Mapping[str, object]) -> Numbers:
    """The numbers of a table whose options are kept as plain data, perhaps of another version."""
    try:
        return numbers_of(game, read_options(game.options, dict(chosen)))
    except InvalidOption:
        return numbers_of(game)


def book_of(game: Game[Any, Any], options: Options | None = None) -> Rulebook:
    """The rulebook of a game as a table with these options reads it, or as it is usually played.

    It has the answers, too, that follow from how the game is declared.
    """
    return _book_of(game, numbers_of(game, options))


@lru_cache(maxsize=BOOKS)
def _book_of(game: Game[Any, Any], numbers: Numbers) -> Rulebook:
    book = book_with(game.package, numbers)
    return told_in_full(replace(book, derived=derived_answers(game, book)))


@lru_cache(maxsize=BOOKS)
def book_with(package: str, numbers: Numbers) -> Rulebook:
    """The rulebook of a package with these numbers in all its texts."""
    book = rulebook_of(package)
    if not numbers:
        return book
    languages = {code: _with(told, dict(numbers), code) for code, told in book.languages.items()}
    return Rulebook(book.package, languages, dict(numbers))


def _with(told: Language, numbers: Mapping[str, int], code: str) -> Language:
    parts: dict[str, Any] = msgspec.to_builtins(told)
    texts = {name: part for name, part in parts.items() if name not in SENTENCES}
    return msgspec.convert(parts | put_in(texts, numbers, code, told.plurals), Language)


def put_in(
    told: Any, numbers: Mapping[str, int], language: str, plurals: Mapping[str, Mapping[str, str]]
) -> Any:
    """Texts, lists and tables of them with their numbers put in."""
    if isinstance(told, dict):
        return {key: put_in(value, numbers, language, plurals) for key, value in told.items()}
    if isinstance(told, (list, tuple)):
        return [put_in(value, numbers, language, plurals) for value in told]
    if not isinstance(told, str) or "{" not in told:
        return told

    def spoken(mention: re.Match[str]) -> str:
        name, kind = mention.groups()
        if name not in numbers:
            return mention[0]
        number = numbers[name]
        if kind in (None, NUMERAL):
            return numeral(language, number)
        if kind == HUNDREDTHS:
            return hundredths(language, number)
        return f"{numeral(language, number)} {plurals[kind][plural_form(language, number)]}"

    return MENTION.sub(spoken, told)
