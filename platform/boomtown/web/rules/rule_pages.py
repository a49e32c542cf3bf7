"""Rulebooks as pages: chapters by topic, filtered by modules, with everything beside.

What a page shows of a rule without a search is the same for everybody and made once. A search
shows the rules of the book that it finds in their order, with its words marked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from markupsafe import Markup
from msgspec import Struct, structs

from boomtown.plugins import UnknownGame, find_game, installed_games
from boomtown.rulebook.book import (
    BASE,
    FIRST_LANGUAGE,
    Rulebook,
    platform_rulebook,
)
from boomtown.rulebook.numbers import BOOKS, Numbers, book_of, book_with
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording
from boomtown.search import Hit, Kind, Origin
from boomtown.search.index import MOST_HITS
from boomtown.search.reasons import sentences
from boomtown.web.rules.addresses import OWN_BOOK, book_url
from boomtown.web.rules.finding import find
from boomtown.web.rules.marking import marked, stems_to_mark
from boomtown.web.rules.search_pages import Elsewhere, note_on, retold
from boomtown.web.rules.stories import Glimpse, glimpses
from boomtown.web.street.game_pages import page_text

MOST_BESIDE = 2
"""How many rules of another game stand beside a chapter."""
RULES: tuple[Kind, ...] = ("rule",)


class Difference(Struct, frozen=True):
    """What the printed sources say differently, and what was decided."""

    about: str
    texts: tuple[tuple[str, str], ...]
    """Each source by its name, and what it says."""
    decided: str
    lang: str


class RuleView(Struct, frozen=True, kw_only=True):
    """A rule as the page prints it."""

    id: str
    topic: str
    title: str | Markup
    text: str | Markup
    ruling: str | Markup
    source: str
    module: str
    module_name: str
    """Empty for the base game."""
    lang: str
    differences: tuple[Difference, ...] = ()
    examples: tuple[Glimpse, ...] = ()
    found: Elsewhere | None = None
    """Where the words were found, if not in the language that is read."""
    why: tuple[str, ...] = ()
    """Why a search found it."""


class Beside(Struct, frozen=True):
    """What another game says on the topic of a chapter."""

    title: str
    url: str
    rules: tuple[tuple[str, str, str], ...]
    """Title, id and address of the first ones."""
    more: int


class Chapter(Struct, frozen=True, kw_only=True):
    """The rules of one topic."""

    number: int
    topic: str
    anchor: str
    title: str
    rules: tuple[RuleView, ...]
    others: tuple[Beside, ...]


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
    """Those that have something to show; none where a search was made."""
    hits: tuple[RuleView, ...] = ()
    """What a search found, the best first."""
    hints: tuple[str, ...] = ()
    """What may be looked for instead, where it found nothing."""
    note: str = ""
    """What is to be said where it did not find everything."""
    elsewhere: int = 0
    """How many places the same words find beyond this book."""

    @property
    def url(self) -> str:
        """Where the whole book is."""
        return book_url(self.id)

    @property
    def playable(self) -> bool:
        """Whether it is a game's."""
        return self.id != OWN_BOOK


class RuleLink(Struct, frozen=True):
    """The way to a rule, wherever it was met."""

    id: str
    title: str
    url: str


def link_to(rule: str, language: str) -> RuleLink | None:
    """A rule of any book, by its id."""
    for id, book in _books().items():
        if rule in book.languages[FIRST_LANGUAGE].rules:
            return RuleLink(rule, book.rule(rule, language).title, f"/rules/{id}#{rule}")
    return None


# --- a book ---------------------------------------------------------------------------------------


def rulebook_page(
    id: str,
    language: str,
    query: str = "",
    modules: Collection[str] = (),
    numbers: Numbers | None = None,
) -> RulebookPage | None:
    """A rulebook, or what of it has these words and belongs to these modules.

    With the numbers of a table it is the book as that table plays it.
    """
    books = _books()
    if id not in books:
        return None
    whole = _whole(id, language, numbers)
    known = [module.id for module in whole.modules]
    wanted = set(modules) & set(known) or set(known)
    if not query and len(wanted) == len(known):
        return whole
    chosen = tuple(structs.replace(one, on=one.id in wanted) for one in whole.modules)
    if query:
        return structs.replace(_sought(whole, query, wanted, numbers), modules=chosen)
    chapters = []
    for chapter in whole.chapters:
        rules = [rule for rule in chapter.rules if rule.module in wanted]
        if rules:
            chapters.append(structs.replace(chapter, rules=tuple(rules)))
    return structs.replace(
        whole,
        shown=sum(len(chapter.rules) for chapter in chapters),
        modules=chosen,
        chapters=tuple(chapters),
    )


def _sought(
    whole: RulebookPage, query: str, modules: Collection[str], numbers: Numbers | None
) -> RulebookPage:
    """The rules of a book that have the words, in the order of the search."""
    language = whole.lang
    found = find(query, language, kinds=RULES, games=(whole.id,), modules=modules, most=MOST_HITS)
    book, views = _book(whole.id, numbers), _views(whole.id, language, numbers)
    everywhere = find(query, language, most=1)
    return structs.replace(
        whole,
        shown=len(found.hits),
        chapters=(),
        hits=tuple(_marked(book, views[hit.id], hit, language) for hit in found.hits),
        hints=tuple(found.hints),
        note=note_on(found, language),
        elsewhere=everywhere.total - found.total,
    )


def _marked(book: Rulebook, view: RuleView, hit: Hit, language: str) -> RuleView:
    """A rule with the words marked; told again in the language that has them, if need be."""
    stems = stems_to_mark(hit.reasons, view.lang)
    origin = hit.origin
    if origin is not None:  # with the numbers of the table
        rule = book.rule(view.id, origin.language)
        origin = Origin(origin.language, rule.title, rule.text)
    return structs.replace(
        view,
        title=marked(view.title, stems, view.lang),
        text=marked(view.text, stems, view.lang),
        ruling=marked(view.ruling, stems, view.lang),
        found=retold(hit, origin),
        why=tuple(sentences(hit, language)),
    )


def rule_view(id: str, rule: str, language: str, numbers: Numbers | None = None) -> RuleView | None:
    """One rule of a book, as it is usually played or with the numbers of a table."""
    if id not in _books():
        return None
    return _views(id, language, numbers).get(rule)


def all_books(language: str) -> list[RulebookPage]:
    """Every rulebook: the games', then the site's own."""
    return [_whole(id, language) for id in _books()]


def _books() -> dict[str, Rulebook]:
    books = {game.id: book_of(game) for game in installed_games()}
    return {**books, OWN_BOOK: platform_rulebook()}


def _book(id: str, numbers: Numbers | None) -> Rulebook:
    usual = _books()[id]
    return usual if numbers is None else book_with(usual.package, numbers)


@lru_cache(maxsize=BOOKS)
def _whole(id: str, language: str, numbers: Numbers | None = None) -> RulebookPage:
    book = _book(id, numbers)
    wording = Wording(book, language)
    told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
    views = _views(id, language, numbers)
    rulings = sum(bool(view.ruling) for view in views.values())
    known = dict.fromkeys((BASE, *(view.module for view in views.values())))
    topics = [topic for topic in TOPICS if any(view.topic == topic for view in views.values())]
    return RulebookPage(
        id=id,
        lang=language,
        title=told.title,
        summary=told.summary,
        count=len(views),
        printed=len(views) - rulings,
        rulings=rulings,
        shown=len(views),
        modules=tuple(Module(one, wording.thing("module", one), True) for one in known),
        chapters=tuple(
            Chapter(
                number=number,
                topic=topic,
                anchor=_anchor(topic),
                title=_title(topic, wording),
                rules=tuple(view for view in views.values() if view.topic == topic),
                others=tuple(_beside(id, topic, language)),
            )
            for number, topic in enumerate(topics, start=1)
        ),
    )


@lru_cache(maxsize=BOOKS)
def _views(id: str, language: str, numbers: Numbers | None = None) -> dict[str, RuleView]:
    book = _book(id, numbers)
    wording = Wording(book, language)
    text = page_text(book.package, language)
    sources = text.sources if text else {}
    shown = _examples(id, language)
    differences: dict[str, list[Difference]] = {}
    for one in book.differences(language):
        texts = tuple((sources.get(source, source), said) for source, said in one.texts.items())
        for rule_id in one.rules:
            told = Difference(one.about, texts, one.decided, one.language)
            differences.setdefault(rule_id, []).append(told)
    return {
        rule.id: RuleView(
            id=rule.id,
            topic=rule.topic,
            title=rule.title,
            text=rule.text,
            ruling=rule.ruling,
            source="; ".join(sources.get(part, part) for part in rule.source.split(", ")),
            module=rule.module,
            module_name="" if rule.module == BASE else wording.name("module", rule.module),
            lang=rule.language,
            differences=tuple(differences.get(rule.id, ())),
            examples=shown.get(rule.id, ()),
        )
        for rule in book.rules(language)
    }


def _examples(id: str, language: str) -> dict[str, tuple[Glimpse, ...]]:
    try:
        return glimpses(find_game(id), language)
    except UnknownGame:
        return {}  # the site's own rules


def _beside(id: str, topic: str, language: str) -> Iterable[Beside]:
    """The other games on a topic, their base rules first."""
    for other, book in _books().items():
        if other in (id, OWN_BOOK):
            continue
        rules = sorted(book.rules(language, topic), key=lambda rule: rule.module != BASE)
        if rules:
            told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
            url = f"/rules/{other}"
            first = [(rule.title, rule.id, f"{url}#{rule.id}") for rule in rules[:MOST_BESIDE]]
            more = len(rules) - len(first)
            yield Beside(told.title, f"{url}#{_anchor(topic)}", tuple(first), more)


def _anchor(topic: str) -> str:
    return "topic-" + topic.replace(" ", "-")


def _title(topic: str, wording: Wording) -> str:
    name = wording.name("topic", topic)
    return name[:1].upper() + name[1:]
