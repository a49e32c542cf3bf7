"""The API's operations about games: which there are, their rules, and a search through them."""

from __future__ import annotations

from typing import Any

from boomtown.bots.kinds import bot_kinds
from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.plugins import installed_games
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of
from boomtown.search import Found, find
from boomtown.web.api.callers import api, game_or_404
from boomtown.web.api.description import (
    GAMES,
    GameFacts,
    Games,
    InLanguage,
    Rules,
    Sought,
    operation,
)
from boomtown.web.site import language


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


@api.get("/search")
@operation(GAMES, Found)
def search(query: Sought) -> Found:
    """Finds rules, questions, mechanics, options and examples by words."""
    return find(
        query.q,
        query.lang or language(),
        most=query.limit,
        kinds=(query.kind,) if query.kind else (),
        games=(query.game,) if query.game else (),
    )
