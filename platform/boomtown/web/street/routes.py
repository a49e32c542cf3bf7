"""The pages outside the table: the street, the games, the rules, the plugins, the credits."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import cast

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.blueprints import BlueprintSetupState
from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct
from werkzeug.wrappers import Response

from boomtown.plugins import UnknownGame, find_game, installed_games, listings
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import Numbers, numbers_at
from boomtown.search.documents import KINDS
from boomtown.search.index import MOST_HITS, SHOWN
from boomtown.store.checked import kept_report
from boomtown.store.tables import Phase
from boomtown.testing.conformance import CHECKS
from boomtown.web.compare.compare_pages import teaser
from boomtown.web.contests.deal_page import deal_teaser
from boomtown.web.rendering import render_patiently
from boomtown.web.rules.addresses import OWN_BOOK, rule_url
from boomtown.web.rules.last_match import LastMatches, Moments
from boomtown.web.rules.rule_pages import (
    RulebookPage,
    RuleView,
    all_books,
    rule_view,
    rulebook_page,
)
from boomtown.web.rules.search_pages import search_page
from boomtown.web.site import NAME, Site, current_player, language, payer, site, wording
from boomtown.web.street.game_pages import GamePage, game_page, plug
from boomtown.web.street.going_on import my_last, seeking, stories
from boomtown.web.street.houses import street_of
from boomtown.web.street.ladders import ladder_view
from boomtown.web.tables.lobby import (
    my_rows,
    open_rows,
    options_in_words,
    title_of,
    watch_rows,
)
from boomtown.web.tables.table_page import plain_wording, unusual
from boomtown.web.words import seat_letter

pages = Blueprint("pages", __name__)
LAST_MATCHES = "last matches"
FEW = 12
"""Of so few rules that a search finds, the examples are open."""


@pages.record_once
def _put_up(state: BlueprintSetupState) -> None:
    here = cast(Site, state.app.extensions[NAME])
    state.app.extensions[LAST_MATCHES] = LastMatches(here.matches, here.shelf)


class Strips:
    """The examples of rules as HTML, kept from one reader to the next."""

    def __init__(
        self,
        env: Environment,
        book: RulebookPage,
        language: str,
        *,
        named: str | None,
    ) -> None:
        self._env = env
        self._kept = _kept_strips(book.id, book.lang, language)
        self._named = named
        self._few = book.shown <= FEW
        self._words = {"lang": language, "say": wording().say, "seat_letter": seat_letter}

    def __call__(self, rule: RuleView) -> Markup:
        key = rule.id, self._few or rule.id == self._named
        if key not in self._kept:
            template = self._env.get_template("rules/_examples.html")
            html = template.render(rule=rule, opened=key[1], **self._words)
            self._kept[key] = Markup(html)
        return self._kept[key]


@cache
def _kept_strips(id: str, tongue: str, language: str) -> dict[tuple[str, bool], Markup]:
    """By rule and whether they are open, the examples that somebody has asked for."""
    return {}


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
            Part("openskill", "MIT", "https://openskill.me"),
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
    rows = [] if me is None else my_rows(site(), me, spoken)
    invitations = [] if me is None else site().friends.invitations(me)
    return render_template(
        "site/home.html",
        invitations=invitations,
        titles={one.game: title_of(one.game, spoken) for one in invitations},
        houses=houses,
        street=street_of(houses),
        mine=[row for row in rows if row.phase != Phase.ENDED],
        last=[] if me is None else my_last(site(), me, spoken),
        stories=stories(site(), spoken),
        seeking=seeking(site()),
        open_tables=open_rows(site(), me, spoken),
        watch=watch_rows(site(), me, spoken),
        deal=deal_teaser(site(), me, spoken),
        teaser=teaser(date.today().toordinal(), spoken),
    )


@pages.get("/games/")
def games() -> str:
    """Every game."""
    return render_template("site/games.html", cards=cards())


@pages.get("/games/<id>")
def game(id: str) -> str:
    """A game, and the form of a table for it."""
    page = page_or_404(id)
    ladder = ladder_view(find_game(id), language())
    return render_template("site/game.html", game=page, ladder=ladder, form={}, errors={})


@pages.get("/search")
def search() -> str:
    """Everything that can be read, by words; with ``part`` only what was found."""
    kind = request.args.get("kind", "")
    named = next((one for one in KINDS if one == kind), None)
    most = MOST_HITS if "more" in request.args else SHOWN
    found = search_page(
        request.args.get("q", "").strip(),
        language(),
        kind=named,
        game=request.args.get("game", ""),
        most=most,
    )
    template = "rules/_search.html" if "part" in request.args else "rules/search.html"
    return render_template(template, found=found, query=found.query)


@pages.get("/rules/")
def rules_index() -> str:
    """All rulebooks."""
    return render_patiently("rules/index.html", books=all_books(language()))


@pages.get("/rules/<id>")
def rules(id: str) -> str:
    """A rulebook, or what of it was searched for; ``panel`` and ``part`` are fragments of it."""
    query = request.args.get("q", "").strip()
    modules, played = request.args.getlist("m"), _played(id)
    book = rulebook_page(
        id, tongue(), query=query, modules=modules, numbers=played.numbers if played else None
    )
    if book is None:
        abort(404)
    panel, part, named = "panel" in request.args, "part" in request.args, request.args.get("rule")
    if panel:
        template = "rules/_panel_part.html" if part else "rules/_panel.html"
    else:
        template = "rules/_book.html" if part else "rules/book.html"
    return render_patiently(
        template,
        book=book,
        played=played,
        query=query,
        named=named,
        strips=None if panel else Strips(current_app.jinja_env, book, language(), named=named),
        reached={} if panel else _reached(id),
        compare_url=_compare_url(),
    )


@pages.get("/rules/<id>/<rule>")
def rule(id: str, rule: str) -> Response | str:
    """A rule where it stands in its book; with ``panel`` it comes alone, to be read in place."""
    played = _played(id)
    view = rule_view(id, rule, tongue(), played.numbers if played else None)
    if view is None:
        abort(404)
    if "panel" in request.args:
        url = rule_url(id, rule, played.code if played else "")
        return render_template("rules/_why.html", rule=view, url=url, played=played)
    table = played.code if played else None
    return redirect(url_for("pages.rules", id=id, table=table, rule=rule, _anchor=rule))


class Played(Struct, frozen=True):
    """A table at which a rule is looked up: it plays with other numbers than usual."""

    code: str
    numbers: Numbers
    options: str
    """What it has agreed on, in words."""


def _played(id: str) -> Played | None:
    """The table that the address names, if its rules read otherwise than usual."""
    table = site().tables.get(request.args.get("table", ""))
    if table is None or table.game != id:
        return None
    try:
        game = find_game(id)
    except UnknownGame:
        return None
    numbers = numbers_at(game, table.options)
    if not unusual(game, table, numbers):
        return None
    words = plain_wording(game, language(), (), numbers)
    agreed = options_in_words(game, table.options, words)
    return Played(table.code, numbers, ", ".join(value for _, value in agreed))


def tongue() -> str:
    """The language to read rules in: the one that the address names, or the reader's."""
    named = request.args.get("tongue", "")
    return named if named in LANGUAGES else language()


def _reached(id: str) -> Moments:
    """Where the rules of a game were at work in the reader's last match of it."""
    player = current_player()
    if player is None or id == OWN_BOOK:
        return {}
    lasts = cast(LastMatches, current_app.extensions[LAST_MATCHES])
    return lasts.of(find_game(id), player.id, language(), payer().address)


def _compare_url() -> str:
    """Where games are compared, on a site that has such a page."""
    return "/compare" if "compare" in current_app.blueprints else ""


@pages.get("/plugins")
def plugins() -> str:
    """Installed games, broken ones too, and how to build one."""
    data = site().settings.data
    plugs = [plug(one, language(), kept_report(data, one.id)) for one in listings()]
    broken = sum(plug.error is not None for plug in plugs)
    return render_template("site/plugins.html", plugs=plugs, broken=broken, checks=list(CHECKS))


@pages.get("/credits")
def credits() -> str:
    """What the site is made of."""
    return render_template("site/credits.html", shelves=SHELVES)
