"""Rulebooks as pages: chapters by topic, filtered by words and modules."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from msgspec import Struct

from boomtown.plugins import installed_games
from boomtown.rulebook.book import (
    BASE,
    FIRST_LANGUAGE,
    Rule,
    Rulebook,
    platform_rulebook,
    rulebook_of,
)
from boomtown.rulebook.search import Index
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording
from boomtown.web.gamepages import page_text

OWN_BOOK = "boomtown"
"""The rulebook of the site itself, which holds at every table."""
MOST_HITS = 500


class RuleView(Struct, frozen=True):
    """A rule as the page prints it."""

    id: str
    title: str
    text: str
    ruling: str
    source: str
    module: str
    module_name: str
    """Empty for the base game."""
    lang: str
    shown: bool
    """Whether it has the words and the module that were asked for."""


class Chapter(Struct, frozen=True):
    """The rules of one topic."""

    anchor: str
    title: str
    rules: tuple[RuleView, ...]

    @property
    def shown(self) -> int:
        """How many of its rules are shown."""
        return sum(rule.shown for rule in self.rules)


class Module(Struct, frozen=True):
    """A module of the game, and whether its rules are shown."""

    id: str
    name: str
    on: bool


class RulebookPage(Struct, frozen=True, kw_only=True):
    """A rulebook in one language."""

    id: str
    lang: str
    title: str
    summary: str
    count: int
    printed: int
    rulings: int
    shown: int
    modules: tuple[Module, ...]
    chapters: tuple[Chapter, ...]

    @property
    def url(self) -> str:
        """Where the whole book is."""
        return f"/rules/{self.id}"

    @property
    def playable(self) -> bool:
        """Whether it is a game's."""
        return self.id != OWN_BOOK


class Found(Struct, frozen=True):
    """A rule that a search found, and the book that it stands in."""

    rule: Rule
    title: str
    url: str


def rulebook_page(
    id: str, language: str, query: str = "", modules: Collection[str] = ()
) -> RulebookPage | None:
    """A rulebook; what lacks these words or belongs to other modules is there, but not shown."""
    book = _books().get(id)
    if book is None:
        return None
    wording = Wording(book, language)
    told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
    rules = book.rules(language)
    known = list(dict.fromkeys((BASE, *(rule.module for rule in rules))))
    wanted = set(modules) & set(known) or set(known)
    hits = {rule.id for rule in rules if rule.module in wanted}
    if query:
        hits &= {hit.rule.id for hit in _index(id, language).search(query, len(rules))}
    views = [_view(rule, rule.id in hits, book.package, wording) for rule in rules]
    topics = {rule.id: rule.topic for rule in rules}
    rulings = sum(bool(rule.ruling) for rule in rules)
    return RulebookPage(
        id=id,
        lang=language,
        title=told.title,
        summary=told.summary,
        count=len(rules),
        printed=len(rules) - rulings,
        rulings=rulings,
        shown=len(hits),
        modules=tuple(_module(module, wording, module in wanted) for module in known),
        chapters=tuple(
            Chapter(_anchor(topic), _title(topic, wording), found)
            for topic in TOPICS
            if (found := tuple(view for view in views if topics[view.id] == topic))
        ),
    )


def search(query: str, language: str) -> list[Found]:
    """The rules of all books that have these words, the best first."""
    titles = {page.url: page.title for page in all_books(language)}
    places = {book.package: f"/rules/{id}" for id, book in _books().items()}
    hits = _index(None, language).search(query, MOST_HITS)
    return [
        Found(hit.rule, titles[place], f"{place}#{hit.rule.id}")
        for hit in hits
        for place in (places[hit.package],)
    ]


def all_books(language: str) -> list[RulebookPage]:
    """Every rulebook: the games', then the site's own."""
    pages = [rulebook_page(id, language) for id in _books()]
    return [page for page in pages if page is not None]


def _books() -> dict[str, Rulebook]:
    books = {game.id: rulebook_of(game.package) for game in installed_games()}
    return {**books, OWN_BOOK: platform_rulebook()}


@cache
def _index(id: str | None, language: str) -> Index:
    """The words of one book, or of all."""
    books = _books()
    return Index(books.values() if id is None else [books[id]], [language])


def _view(rule: Rule, shown: bool, package: str, wording: Wording) -> RuleView:
    text = page_text(package, wording.language)
    sources = text.sources if text else {}
    return RuleView(
        rule.id,
        rule.title,
        rule.text,
        rule.ruling,
        "; ".join(sources.get(part, part) for part in rule.source.split(", ")),
        rule.module,
        "" if rule.module == BASE else wording.name("module", rule.module),
        rule.language,
        shown,
    )


def _module(id: str, wording: Wording, on: bool) -> Module:
    return Module(id, wording.thing("module", id), on)


def _anchor(topic: str) -> str:
    return "topic-" + topic.replace(" ", "-")


def _title(topic: str, wording: Wording) -> str:
    name = wording.name("topic", topic)
    return name[:1].upper() + name[1:]
