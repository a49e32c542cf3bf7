"""The API's operations about games: which there are, their rules, and a search through them."""

from __future__ import annotations

from typing import Any

from flask import Response, request

from boomtown.bots.kinds import bot_kinds
from boomtown.core.errors import InvalidOption
from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.plugins import installed_games
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.columns import UnknownColumn, read_column
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.queries import likenesses, read_wish, suggest
from boomtown.search import Found
from boomtown.web.api.callers import api, game_or_404
from boomtown.web.api.comparing import (
    MOST_COMPARED,
    MOST_WISHES,
    Alike,
    Columns,
    Compared,
    Comparing,
    Wished,
    Wishes,
)
from boomtown.web.api.description import (
    GAMES,
    GameFacts,
    Games,
    InLanguage,
    Rules,
    Sought,
    operation,
)
from boomtown.web.compare.columns import MOST_COLUMNS, wanted_columns
from boomtown.web.compare.compare_pages import ALL, read_view
from boomtown.web.compare.exports import rows_of
from boomtown.web.compare.profiles import read_choice
from boomtown.web.guard.packing import for_everybody
from boomtown.web.rules.finding import find
from boomtown.web.site import language

READ_BY_ALL = frozenset(
    f"api.{name}"
    for name in ("list_games", "get_game", "get_rules", "wishes", "alike", "compared", "search")
)
"""Operations whose answers hold nothing of anybody."""


@api.after_request
def pack(response: Response) -> Response:
    """What is the same for everybody has a tag and is packed."""
    return for_everybody(response) if request.endpoint in READ_BY_ALL else response


def facts_of(game: Game[Any, Any], lang: str) -> GameFacts:
    """What a program may want to know of a game."""
    book = book_of(game)
    told = book.languages.get(lang, book.languages[FIRST_LANGUAGE])
    return GameFacts(
        game.id,
        told.title,
        told.summary,
        game.version,
        list(game.seats),
        form_of(game.options),
        list(bot_kinds(game)),
        list(book.languages),
    )


@api.get("/games")
@operation(GAMES, Games)
def list_games(query: InLanguage) -> Games:
    """Lists the installed games."""
    lang = query.lang or language()
    return Games([facts_of(game, lang) for game in installed_games()])


@api.get("/games/<game>")
@operation(GAMES, GameFacts, faults=(404,))
def get_game(game: str, query: InLanguage) -> GameFacts:
    """Tells about one game."""
    return facts_of(game_or_404(game), query.lang or language())


@api.get("/games/<game>/rules")
@operation(GAMES, Rules, faults=(404,))
def get_rules(game: str, query: InLanguage) -> Rules:
    """Gives a game's rulebook."""
    lang, found = query.lang or language(), game_or_404(game)
    return Rules(found.id, lang, book_of(found).rules(lang))


@api.get("/wishes")
@operation(GAMES, Wished, faults=(422,))
def wishes(query: Wishes) -> Wished:
    """Finds games by their answers, the best first, with the reason for each wish."""
    lang, texts = query.lang or language(), query.wishes.split(",")
    books = {game.id: book_of(game) for game in installed_games()}
    asked = [read_wish(text) for text in texts if text.strip()][:MOST_WISHES]
    return Wished(lang, suggest(books, asked, lang))


@api.get("/likeness")
@operation(GAMES, Alike, faults=(422,))
def alike(query: Columns) -> Alike:
    """Tells how alike games and variants answer, and on which questions they are apart."""
    lang, books = query.lang or language(), {g.id: book_of(g) for g in installed_games()}
    names = [name for name in query.columns.split(",") if name.strip()][:MOST_COMPARED] or [*books]
    try:
        columns = [read_column(name.replace(" ", "+"), books) for name in names]
    except UnknownColumn as error:
        raise InvalidOption("columns", str(error)) from None
    return Alike(lang, likenesses(columns, lang))


@api.get("/compare")
@operation(GAMES, Compared, faults=(422,))
def compared(query: Comparing) -> Compared:
    """Gives a part of the comparison as rows: answers, mechanics, flow, measures, sums."""
    lang = query.lang or language()
    names = [name for name in query.columns.split(",") if name.strip()]
    known = wanted_columns(names)
    if len(known) < len(names) or len(known) > MOST_COLUMNS:
        raise InvalidOption("columns", f"name up to {MOST_COLUMNS} columns that there are")
    topic = query.topic or ALL
    view = read_view(known, topic, query.show, "1" if query.bare else "")
    wishes = [name.strip() for name in query.wish.split(",")]
    choice = read_choice(str(query.players), str(query.minutes), wishes)
    rows = rows_of(query.part, view, choice, lang)
    return Compared(lang, query.part, list(view.columns), rows)


@api.get("/search")
@operation(GAMES, Found)
def search(query: Sought) -> Found:
    """Finds rules, questions, mechanics, options, examples and lessons by words."""
    return find(
        query.q,
        query.lang or language(),
        most=query.limit,
        kinds=(query.kind,) if query.kind else (),
        games=(query.game,) if query.game else (),
    )
