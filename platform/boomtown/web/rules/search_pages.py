"""What a search found, as the page prints it: places in their order, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup
from msgspec import Struct

from boomtown.plugins import UnknownGame, find_game
from boomtown.rulebook.book import FIRST_LANGUAGE, platform_rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.search import Found, Hit, Kind, Origin, Part
from boomtown.search.index import MOST_HITS, SHOWN
from boomtown.search.reasons import sentences
from boomtown.web.rules.addresses import OWN_BOOK
from boomtown.web.rules.finding import find
from boomtown.web.rules.marking import marked, snippet, stems_to_mark


class Elsewhere(Struct, frozen=True):
    """The same place in the language that has the words."""

    lang: str
    text: Markup


class HitView(Struct, frozen=True, kw_only=True):
    """A place that was found."""

    kind: Kind
    id: str
    url: str
    title: Markup
    text: Markup
    part: str
    answers: tuple[Part, ...]
    lang: str
    game: str
    """The title of its game; empty for what all games share."""
    module: str
    found: Elsewhere | None
    why: tuple[str, ...]


class Choice(Struct, frozen=True):
    """A kind or a game that the hits can be narrowed to."""

    value: str
    name: str
    count: int
    on: bool


class SearchPage(Struct, frozen=True, kw_only=True):
    """What was found, and what may be asked instead."""

    query: str
    found: Found | None
    """None where nothing was asked yet."""
    hits: tuple[HitView, ...] = ()
    kinds: tuple[Choice, ...] = ()
    games: tuple[Choice, ...] = ()
    hints: tuple[str, ...] = ()
    note: str = ""
    """What is to be said where not everything was found."""
    more: int = 0
    """How many hits would be shown instead, where there are more than are shown."""


def search_page(
    query: str, language: str, *, kind: Kind | None = None, game: str = "", most: int = SHOWN
) -> SearchPage:
    """Everything that the words lead to; of one kind or game, if one is named."""
    found = find(
        query,
        language,
        kinds=(kind,) if kind else (),
        games=(game,) if game else (),
        most=most,
    )
    if not query:
        return SearchPage(query="", found=None, hints=tuple(found.hints))
    words = Wording(platform_rulebook(), language)
    return SearchPage(
        query=found.query,
        found=found,
        hits=tuple(hit_view(hit, language) for hit in found.hits),
        kinds=tuple(
            Choice(name, words.name("kind", name), count, name == kind)
            for name, count in found.kinds.items()
        ),
        games=tuple(_games(found, language, game)),
        hints=tuple(found.hints),
        note=note_on(found, language),
        more=MOST_HITS if most < min(found.total, MOST_HITS) else 0,
    )


def note_on(found: Found, language: str) -> str:
    """That nothing has the words, or nothing all of them; empty where something has."""
    if found.complete:
        return ""
    key = "search.some" if found.hits else "search.nothing"
    return Wording(platform_rulebook(), language).say(key)


def _games(found: Found, language: str, game: str) -> Iterable[Choice]:
    for id, count in found.games.items():
        if id:
            yield Choice(id, book_title(id, language), count, id == game)


def hit_view(hit: Hit, language: str) -> HitView:
    """A hit with its words marked, and why it was found."""
    stems = stems_to_mark(hit.reasons, hit.language)
    return HitView(
        kind=hit.kind,
        id=hit.id,
        url=hit.url,
        title=marked(hit.title, stems, hit.language),
        text=snippet(hit.text, stems, hit.language),
        part=hit.part,
        answers=tuple(hit.answers),
        lang=hit.language,
        game=book_title(hit.game, language) if hit.game and hit.kind != "game" else "",
        module=_module(hit, language),
        found=retold(hit, hit.origin),
        why=tuple(sentences(hit, language)),
    )


def retold(hit: Hit, origin: Origin | None) -> Elsewhere | None:
    """A hit in the language that has the words; None where that is the reader's."""
    if origin is None:
        return None
    stems = stems_to_mark(hit.reasons, origin.language)
    title = marked(origin.title, stems, origin.language)
    text = snippet(origin.text, stems, origin.language)
    return Elsewhere(origin.language, Markup("<b>{}.</b> {}").format(title, text))


def book_title(id: str, language: str) -> str:
    """What a game is called, or the site itself."""
    try:
        book = platform_rulebook() if id == OWN_BOOK else book_of(find_game(id))
    except UnknownGame:
        return id
    return book.languages.get(language, book.languages[FIRST_LANGUAGE]).title


def _module(hit: Hit, language: str) -> str:
    if not hit.module:
        return ""
    return Wording(book_of(find_game(hit.game)), language).thing("module", hit.module)
