"""Rulebooks as pages: chapters by topic, filtered by words and modules, with everything beside.

What a page shows of a rule without a search is the same for everybody and made once; a search
marks its words in the rules that it finds, in whatever language it finds them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache

from markupsafe import Markup, escape
from msgspec import Struct, structs

from boomtown.plugins import UnknownGame, find_game, installed_games
from boomtown.rulebook.book import (
    BASE,
    FIRST_LANGUAGE,
    LANGUAGES,
    Rule,
    Rulebook,
    platform_rulebook,
)
from boomtown.rulebook.numbers import BOOKS, Numbers, book_of, book_with
from boomtown.rulebook.search import Index, pieces
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording
from boomtown.web.rules.addresses import OWN_BOOK, book_url
from boomtown.web.rules.stories import Glimpse, glimpses
from boomtown.web.street.game_pages import page_text

MOST_HITS = 6
"""How many rules of another book are shown with a search."""
MOST_BESIDE = 2
"""How many rules of another game stand beside a chapter."""
LONGEST_QUERY = 80
LONGEST_SNIPPET = 260
BEFORE_MARK = 90
"""Letters of a long text that are shown before the first word that was looked for."""


class Elsewhere(Struct, frozen=True):
    """The same rule in the language that has the words."""

    lang: str
    text: Markup


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


class Hit(Struct, frozen=True):
    """A rule that a search found."""

    id: str
    title: str | Markup
    text: Markup
    url: str
    lang: str
    """The language of the text."""
    ruling: bool
    module_name: str


class Found(Struct, frozen=True):
    """What a search found in one book."""

    id: str
    title: str
    lang: str
    url: str
    count: int
    hits: tuple[Hit, ...]


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
    """Those that have something to show."""
    elsewhere: tuple[Found, ...] = ()
    """What the same words find in the other books."""

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
    hits = _hits(query[:LONGEST_QUERY]) if query else {}
    found = hits.get(books[id].package, {})
    chapters = []
    for chapter in whole.chapters:
        rules = [rule for rule in chapter.rules if rule.module in wanted]
        if query:
            book = _book(id, numbers)
            rules = [_marked(book, one, found[one.id], query) for one in rules if one.id in found]
        if rules:
            chapters.append(structs.replace(chapter, rules=tuple(rules)))
    return structs.replace(
        whole,
        shown=sum(len(chapter.rules) for chapter in chapters),
        modules=tuple(structs.replace(one, on=one.id in wanted) for one in whole.modules),
        chapters=tuple(chapters),
        elsewhere=tuple(_groups(hits, query, language, but=id)) if query else (),
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


# --- search ---------------------------------------------------------------------------------------

Hits = dict[str, dict[str, dict[str, int]]]
"""By package and rule, how well each language fits; the best rules of a book first."""


def search(query: str, language: str) -> list[Found]:
    """The rules of all books that have these words in any language, book by book."""
    query = query[:LONGEST_QUERY]
    return list(_groups(_hits(query), query, language))


@cache
def _index() -> Index:
    """The words of all books in all languages."""
    return Index(_books().values(), LANGUAGES)


def _hits(query: str) -> Hits:
    found: Hits = {}
    for hit in _index().search(query, most=None):
        rules = found.setdefault(hit.package, {})
        rules.setdefault(hit.rule.id, {})[hit.rule.language] = hit.weight
    return found


def _groups(hits: Hits, query: str, language: str, but: str = "") -> Iterable[Found]:
    for id, book in _books().items():
        rules = hits.get(book.package, {})
        if id != but and rules:
            told = book.languages.get(language, book.languages[FIRST_LANGUAGE])
            views = _views(id, language)
            first = [
                _hit(id, book, views[rule], found, query)
                for rule, found in list(rules.items())[:MOST_HITS]
            ]
            yield Found(id, told.title, language, f"/rules/{id}", len(rules), tuple(first))


def _hit(id: str, book: Rulebook, view: RuleView, found: dict[str, int], query: str) -> Hit:
    where = _told_in(found, view.lang)
    text = snippet(view.text, query)
    if where != view.lang:
        text = _retold(book.rule(view.id, where), query)
    title, url = marked(view.title, query), f"/rules/{id}#{view.id}"
    return Hit(view.id, title, text, url, where, bool(view.ruling), view.module_name)


def _told_in(found: dict[str, int], language: str) -> str:
    """The language to show a rule in: the one that is read, else the one that fits best."""
    return language if language in found else max(found, key=lambda one: found[one])


def _marked(book: Rulebook, view: RuleView, found: dict[str, int], query: str) -> RuleView:
    """A rule with the words marked; told again in the language that has them, if need be."""
    where = _told_in(found, view.lang)
    elsewhere = None
    if where != view.lang:
        elsewhere = Elsewhere(where, _retold(book.rule(view.id, where), query))
    return structs.replace(
        view,
        title=marked(view.title, query),
        text=marked(view.text, query),
        ruling=marked(view.ruling, query),
        found=elsewhere,
    )


def _retold(rule: Rule, query: str) -> Markup:
    """A rule in the language that was searched in."""
    return Markup("<b>{}.</b> {}").format(marked(rule.title, query), snippet(rule.text, query))


def _rule(id: str, language: str) -> Rule:
    book = next(book for book in _books().values() if id in book.languages[FIRST_LANGUAGE].rules)
    return book.rule(id, language)


def marked(text: str, query: str) -> Markup:
    """A text with the words of a query marked, safe to print."""
    return _joined(pieces(text, query))


def snippet(text: str, query: str) -> Markup:
    """The same of a long text: the part that has the words."""
    cut = pieces(text, query)
    if len(text) <= LONGEST_SNIPPET:
        return _joined(cut)
    before = next((len(part) for hit, part in cut if not hit), 0) if cut and not cut[0][0] else 0
    start = text.rfind(" ", 0, max(0, before - BEFORE_MARK) + 1) + 1
    end = text.find(" ", start + LONGEST_SNIPPET)
    shown = text[start:] if end < 0 else text[start:end] + " …"
    return Markup("… " if start else "") + _joined(pieces(shown, query))


def _joined(cut: Sequence[tuple[bool, str]]) -> Markup:
    # Joined once, as a search marks thousands of words; a word has nothing that must be escaped.
    return Markup("".join([f"<mark>{part}</mark>" if hit else escape(part) for hit, part in cut]))
