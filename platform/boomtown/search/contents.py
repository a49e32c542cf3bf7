"""What this installation has to find: rulebooks, questions with their answers, examples, lessons.

A further kind is a further function that makes documents of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from boomtown.core.game import Game
from boomtown.lessons.lesson import lessons_of
from boomtown.plugins import installed_games
from boomtown.rulebook.book import (
    BASE,
    FIRST_LANGUAGE,
    LANGUAGES,
    Rulebook,
    platform_rulebook,
)
from boomtown.rulebook.columns import variant_name
from boomtown.rulebook.numbers import MENTION, book_of
from boomtown.rulebook.questions import questions, shared_terms, vocabulary
from boomtown.rulebook.wording import Wording
from boomtown.search.documents import Document, Kind, Part, Told
from boomtown.search.figures import figures_of
from boomtown.search.hits import Found
from boomtown.search.index import SHOWN, Index
from boomtown.testing.examples import examples_of, titles_of

OWN_BOOK = "boomtown"
"""The rulebook of the site itself."""
PAGES = {"chooser": "/compare#profiles", "laboratory": "/lab"}
"""Pages that can be found, by the names of their search terms."""
PRIMER = "primer"
"""Each game on one page, by the name of its search terms."""
INDICES = 4
"""Indices that are kept; another set of installed games needs another one."""


def find(
    text: str,
    language: str,
    *,
    most: int = SHOWN,
    kinds: Collection[Kind] = (),
    games: Collection[str] = (),
    modules: Collection[str] = (),
) -> Found:
    """What the words lead to in everything that is installed, best first."""
    return everything().find(text, language, most=most, kinds=kinds, games=games, modules=modules)


def everything() -> Index:
    """The index of all installed games, made once."""
    return _index(tuple(installed_games()))


def is_made() -> bool:
    """Whether this process has an index: the first one takes a second or two."""
    return _index.cache_info().currsize > 0


@lru_cache(maxsize=INDICES)
def _index(games: tuple[Game[Any, Any], ...]) -> Index:
    return Index(documents(games), LANGUAGES)


def documents(games: Sequence[Game[Any, Any]]) -> Iterator[Document]:
    """All that can be found with these games installed."""
    books = {game.id: book_of(game) for game in games}
    yield from _questions(books)
    for game in games:
        yield from _rules(game.id, books[game.id])
    yield from _rules(OWN_BOOK, platform_rulebook())
    yield from _mechanics(books.values())
    yield from figures_of(games)
    yield from _pages()
    for game in games:
        book = books[game.id]
        yield _game(game.id, book)
        yield _primer(game.id, book)
        yield from _options(game.id, book)
        yield from _differences(game.id, book)
        yield from _examples(game, book)
        yield from _lessons(game, book)


def _titles(book: Rulebook, language: str) -> str:
    """What a book is called, there and among people."""
    told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
    return " ".join((told.title, *told.search.get("title", ())))


def _terms(book: Rulebook, key: str, language: str) -> tuple[str, ...]:
    return tuple(book.languages[language].search.get(key, ()))


def _rules(game: str, book: Rulebook) -> Iterator[Document]:
    for id in book.ids:
        told: dict[str, Told] = {}
        for language in book.languages:
            rule = book.rule(id, language)
            if rule.language != language:
                continue
            words = Wording(book, language)
            module = "" if rule.module == BASE else words.thing("module", rule.module)
            context = (_titles(book, language), module, words.thing("topic", rule.topic))
            texts = [Part("", rule.text)]
            if rule.ruling:
                texts.append(Part("", rule.ruling))
            texts += [Part("", said) for said in _refusals(book, id, language)]
            told[language] = Told(
                rule.title, tuple(texts), _terms(book, id, language), " ".join(context)
            )
        module = book.rule(id).module
        url = f"/rules/{game}#{id}"
        yield Document("rule", id, url, told, game, "" if module == BASE else module)


def _refusals(book: Rulebook, rule: str, language: str) -> Iterator[str]:
    """How a move is refused by a rule: what somebody has just read who looks it up."""
    for key, said in book.languages[language].refuse.items():
        if key == rule or key.startswith(f"{rule}."):
            yield MENTION.sub("", said)


def _questions(books: dict[str, Rulebook]) -> Iterator[Document]:
    """The shared questions, each with what every game answers."""
    asked = {language: {one.id: one for one in questions(language)} for language in LANGUAGES}
    for id, first in asked[FIRST_LANGUAGE].items():
        told: dict[str, Told] = {}
        for language in LANGUAGES:
            question = asked[language][id]
            if question.language != language:
                continue
            topic = Wording(platform_rulebook(), language).thing("topic", first.topic)
            told[language] = Told(
                question.text,
                tuple(_answers(id, books, language)),
                shared_terms(language).questions.get(id, ()),
                topic,
            )
        yield Document("question", id, f"/compare?topic={_quoted(first.topic)}#{id}", told)


def _answers(question: str, books: dict[str, Rulebook], language: str) -> Iterator[Part]:
    for book in books.values():
        if language not in book.languages:
            continue
        title = book.languages[language].title
        for variants in ((), *((name,) for name in book.variants)):
            answer = book.answer(question, language, variants)
            if answer is None or (variants and not answer.changed):
                continue
            named = [variant_name(name, Wording(book, language)) for name in variants]
            said = answer.none or f"{answer.short}. {answer.sentence}"
            short = "" if variants or answer.none else answer.short
            yield Part(" + ".join((title, *named)), said, short)


def _mechanics(books: Collection[Rulebook]) -> Iterator[Document]:
    """The shared vocabulary, and what the games add to it."""
    named = {
        language: {one.id: one for one in vocabulary(books, language)} for language in LANGUAGES
    }
    own = {
        language: {
            key.removeprefix("mechanics."): tuple(terms)
            for book in books
            if language in book.languages
            for key, terms in book.languages[language].search.items()
        }
        for language in LANGUAGES
    }
    for id in named[FIRST_LANGUAGE]:
        told = {
            language: Told(
                known[id].name,
                (Part("", known[id].text),),
                shared_terms(language).mechanics.get(id, own[language].get(id, ())),
            )
            for language, known in named.items()
            if known[id].language == language
        }
        yield Document("mechanic", id, f"/compare?topic=matrix#mechanic-{id}", told)


def _pages() -> Iterator[Document]:
    """Where a game or a figure is found for what one asks oneself."""
    for id, url in PAGES.items():
        told = {
            language: Told(known.title, (Part("", known.text),), known.terms)
            for language in LANGUAGES
            if (known := shared_terms(language).pages.get(id))
        }
        yield Document("page", id, url, told)


def _game(game: str, book: Rulebook) -> Document:
    told = {
        language: Told(
            text.title,
            (Part("", text.summary),),
            (*text.search.get("title", ()), *shared_terms(language).games),
        )
        for language, text in book.languages.items()
    }
    return Document("game", game, f"/games/{game}", told, game)


def _primer(game: str, book: Rulebook) -> Document:
    """The game on one page, for whoever wants no more than that."""
    told = {
        language: Told(
            f"{text.title}: {known.title}",
            (Part("", known.text),),
            known.terms,
            _titles(book, language),
        )
        for language, text in book.languages.items()
        if (known := shared_terms(language).pages.get(PRIMER))
    }
    return Document("page", f"{game}.{PRIMER}", f"/games/{game}/learn", told, game)


def _options(game: str, book: Rulebook) -> Iterator[Document]:
    for name in book.languages[FIRST_LANGUAGE].options:
        told = {
            language: Told(
                text.options[name].label,
                (
                    Part(
                        "",
                        " · ".join((text.options[name].help, *text.options[name].values.values())),
                    ),
                ),
                _terms(book, f"options.{name}", language),
                _titles(book, language),
            )
            for language, text in book.languages.items()
            if name in text.options
        }
        yield Document("option", f"{game}.{name}", f"/games/{game}#option-{name}", told, game)


def _differences(game: str, book: Rulebook) -> Iterator[Document]:
    for first in book.differences():
        told: dict[str, Told] = {}
        for language in book.languages:
            one = next(found for found in book.differences(language) if found.id == first.id)
            if one.language == language:
                said = " ".join(one.texts.values())
                parts = (Part("", one.decided), Part("", said))
                told[language] = Told(one.about, parts, (), _titles(book, language))
        url = f"/rules/{game}#{first.rules[0]}" if first.rules else f"/rules/{game}"
        yield Document("difference", f"{game}.{first.id}", url, told, game)


def _examples(game: Game[Any, Any], book: Rulebook) -> Iterator[Document]:
    titles = {language: titles_of(game, language) for language in book.languages}
    for example in examples_of(game):
        told: dict[str, Told] = {}
        for language, named in titles.items():
            title = named.get(example.id) or (example.title if language == FIRST_LANGUAGE else "")
            if title:
                cited = [book.rule(id, language).title for id in example.rules if id in book.ids]
                part = Part("", "; ".join(cited))
                told[language] = Told(title, (part,), (), _titles(book, language))
        if told:
            url = f"/rules/{game.id}/examples/{example.id}"
            yield Document("example", f"{game.id}.{example.id}", url, told, game.id)


def _lessons(game: Game[Any, Any], book: Rulebook) -> Iterator[Document]:
    for name in lessons_of(game):
        told = {
            language: Told(
                text.lessons[name].title,
                (Part("", text.lessons[name].about),),
                shared_terms(language).lessons,
                _titles(book, language),
            )
            for language, text in book.languages.items()
            if name in text.lessons
        }
        if told:
            url = f"/games/{game.id}/learn#lesson-{name}"
            yield Document("lesson", f"{game.id}.{name}", url, told, game.id)


def _quoted(topic: str) -> str:
    return topic.replace(" ", "+")
