"""The pages outside the table: the street, the games, the rules, the plugins, the credits."""

from __future__ import annotations

from flask import Blueprint, abort, render_template, request
from msgspec import Struct

from boomtown.plugins import UnknownGame, find_game, installed_games, listings
from boomtown.rulebook.book import LANGUAGES
from boomtown.testing.conformance import CHECKS
from boomtown.web.gamepages import GamePage, game_page, plug
from boomtown.web.lobby import my_rows, open_rows, watch_rows
from boomtown.web.rulepages import all_books, rulebook_page, search
from boomtown.web.site import current_player, language, site
from boomtown.web.street import street_of

pages = Blueprint("pages", __name__)


class Part(Struct, frozen=True):
    """Something that the site is built on, and its licence."""

    name: str
    licence: str
    url: str
    text: str = ""
    """The licence's text among our static files, where we ship the part itself."""


SHELVES = (
    (
        "credits.fonts",
        (
            Part("Rye", "OFL 1.1", "https://fonts.google.com/specimen/Rye", "fonts/OFL-rye.txt"),
            Part(
                "Podkova",
                "OFL 1.1",
                "https://fonts.google.com/specimen/Podkova",
                "fonts/OFL-podkova.txt",
            ),
            Part(
                "Bitter",
                "OFL 1.1",
                "https://fonts.google.com/specimen/Bitter",
                "fonts/OFL-bitter.txt",
            ),
        ),
    ),
    (
        "credits.page",
        (
            Part("idiomorph", "0BSD", "https://github.com/bigskysoftware/idiomorph"),
            Part("ZzFX", "MIT", "https://github.com/KilledByAPixel/ZzFX"),
        ),
    ),
    (
        "credits.server",
        (
            Part("Flask", "BSD-3-Clause", "https://flask.palletsprojects.com"),
            Part("Flask-Limiter", "MIT", "https://flask-limiter.readthedocs.io"),
            Part("Flask-WTF", "BSD-3-Clause", "https://flask-wtf.readthedocs.io"),
            Part("SQLModel", "MIT", "https://sqlmodel.tiangolo.com"),
            Part("Alembic", "MIT", "https://alembic.sqlalchemy.org"),
            Part("msgspec", "BSD-3-Clause", "https://jcristharif.com/msgspec/"),
            Part("gevent", "MIT", "https://www.gevent.org"),
            Part("Gunicorn", "MIT", "https://gunicorn.org"),
            Part("segno", "BSD-3-Clause", "https://segno.readthedocs.io"),
            Part("SpecTree", "Apache-2.0", "https://github.com/0b01001001/spectree"),
            Part("Click", "BSD-3-Clause", "https://click.palletsprojects.com"),
            Part("Rich", "MIT", "https://github.com/Textualize/rich"),
        ),
    ),
)


def cards() -> list[GamePage]:
    """The games that work, as cards in the reader's language."""
    return [game_page(game, language()) for game in installed_games()]


def page_or_404(id: str) -> GamePage:
    """A game by its id."""
    try:
        return game_page(find_game(id), language())
    except UnknownGame:
        abort(404)


@pages.get("/")
def home() -> str:
    """The street."""
    player, spoken = current_player(), language()
    me = None if player is None else player.id
    houses = cards()
    return render_template(
        "site/home.html",
        houses=houses,
        street=street_of(houses),
        mine=[] if me is None else my_rows(site(), me, spoken),
        open_tables=open_rows(site(), me, spoken),
        watch=watch_rows(site(), me, spoken),
    )


@pages.get("/games/")
def games() -> str:
    """Every game."""
    return render_template("site/games.html", cards=cards())


@pages.get("/games/<id>")
def game(id: str) -> str:
    """A game, and the form of a table for it."""
    return render_template("site/game.html", game=page_or_404(id), form={}, errors={})


@pages.get("/rules/")
def rules_index() -> str:
    """All rulebooks, and a search through them."""
    query = request.args.get("q", "").strip()
    return render_template(
        "rules/index.html",
        query=query,
        hits=search(query, language()) if query else [],
        books=all_books(language()),
    )


@pages.get("/rules/<id>")
def rules(id: str) -> str:
    """A rulebook, whole or the part that was searched for; with ``panel`` only a fragment."""
    tongue = request.args.get("tongue", "")
    query = request.args.get("q", "").strip()
    book = rulebook_page(
        id,
        tongue if tongue in LANGUAGES else language(),
        query=query,
        modules=request.args.getlist("m"),
    )
    if book is None:
        abort(404)
    template = "rules/_panel.html" if "panel" in request.args else "rules/book.html"
    return render_template(template, book=book, query=query)


@pages.get("/plugins")
def plugins() -> str:
    """Installed games, broken ones too, and how to build one."""
    plugs = [plug(listing, language()) for listing in listings()]
    broken = sum(plug.error is not None for plug in plugs)
    return render_template("site/plugins.html", plugs=plugs, broken=broken, checks=list(CHECKS))


@pages.get("/credits")
def credits() -> str:
    """What the site is made of."""
    return render_template("site/credits.html", shelves=SHELVES)
