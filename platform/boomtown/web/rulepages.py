"""Rulebooks as pages: chapters by topic, filtered by words and modules."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from msgspec import Struct

from boomtown.plugins import UnknownGame, find_game, installed_games
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
MOST_HITS = 60


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


class Chapter(Struct, frozen=True):
    """The rules of one topic."""

    anchor: str
    title: str
    rules: tuple[RuleView, ...]


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


def book_ids() -> list[str]:
    """Every rulebook: the games', then the site's own."""
    return [*(game.id for game in installed_games()), OWN_BOOK]


def book_of(id: str) -> Rulebook | None:
    """A rulebook by the id of its game."""
    if id == OWN_BOOK:
        return platform_rulebook()
    try:
        return rulebook_of(find_game(id).package)
    except UnknownGame:
        return None


def rulebook_page(
    id: str, language: str, query: str = "", modules: Collection[str] = ()
) -> RulebookPage | None:
    """A rulebook, or the part of it that has these words and belongs to these modules."""
    book = book_of(id)
    if book is None:
        return None
    wording = Wording(book, language)
    told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
    rules = book.rules(language)
    known = list(dict.fromkeys((BASE, *(rule.module for rule in rules))))
    wanted = set(modules) & set(known) or set(known)
    shown = [rule for rule in rules if rule.module in wanted]
    if query:
        hits = {hit.rule.id for hit in _index(id, language).search(query, len(rules))}
        shown = [rule for rule in shown if rule.id in hits]
    views = {topic: _views(shown, topic, book.package, wording) for topic in TOPICS}
    rulings = sum(bool(rule.ruling) for rule in rules)
    return RulebookPage(
        id=id,
        lang=language,
        title=told.title,
        summary=told.summary,
        count=len(rules),
        printed=len(rules) - rulings,
        rulings=rulings,
        shown=len(shown),
        modules=tuple(_module(module, wording, module in wanted) for module in known),
        chapters=tuple(
            Chapter(_anchor(topic), _title(topic, wording), found)
            for topic, found in views.items()
            if found
        ),
    )


def search(query: str, language: str) -> list[Found]:
    """The rules of all books that have these words."""
    books = {book.package: id for id in book_ids() if (book := book_of(id)) is not None}
    hits = Index([b for id in book_ids() if (b := book_of(id))], [language]).search(
        query, MOST_HITS
    )
    found = []
    for hit in hits:
        page = rulebook_page(books[hit.package], language)
        if page is not None:
            found.append(Found(hit.rule, page.title, f"{page.url}#{hit.rule.id}"))
    return found


@cache
def _index(id: str, language: str) -> Index:
    book = book_of(id)
    return Index([] if book is None else [book], [language])


def _views(rules: list[Rule], topic: str, package: str, wording: Wording) -> tuple[RuleView, ...]:
    text = page_text(package, wording.language)
    sources = text.sources if text else {}
    return tuple(
        RuleView(
            rule.id,
            rule.title,
            rule.text,
            rule.ruling,
            "; ".join(sources.get(part, part) for part in rule.source.split(", ")),
            rule.module,
            "" if rule.module == BASE else wording.name("module", rule.module),
            rule.language,
        )
        for rule in rules
        if rule.topic == topic
    )


def _module(id: str, wording: Wording, on: bool) -> Module:
    return Module(id, wording.thing("module", id), on)


def _anchor(topic: str) -> str:
    return "topic-" + topic.replace(" ", "-")


def _title(topic: str, wording: Wording) -> str:
    name = wording.name("topic", topic)
    return name[:1].upper() + name[1:]
