"""What is made once and then kept: done soon after the start, so that no visitor holds up others.

Templates, rulebooks with their played examples, and the comparison take up to half a second each
the first time. A thread of its own makes them in small pieces, with rests in between. The processes
for bots and replays take as long to start, and do it before somebody waits for them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial

import gevent
from flask import Flask
from gevent import monkey

from boomtown.lab.flow import flow_of
from boomtown.plugins import installed_games, listings
from boomtown.rulebook.book import LANGUAGES
from boomtown.web.compare.compare_pages import clauses, compare_page, read_view
from boomtown.web.compare.profiles import Choice, profiles_of
from boomtown.web.compare.sides import likeness_view
from boomtown.web.rules.finding import make_index
from boomtown.web.rules.rule_pages import all_books, rulebook_page
from boomtown.web.site import Site
from boomtown.web.street.game_pages import game_page, plug

AFTER_SECONDS = 5.0
"""When the first visitors have what they came for; a server that lives shorter needs nothing."""
REST_SECONDS = 0.05
_sleep: Callable[[float], None] = monkey.get_original("time", "sleep")
_start_thread = monkey.get_original("_thread", "start_new_thread")
log = logging.getLogger(__name__)


def pieces(app: Flask) -> Iterator[Callable[[], object]]:
    """Everything that is worth having before somebody asks for it. It waits for nothing."""
    yield make_index  # a search that has to make its index takes longest of all
    for language in LANGUAGES:
        yield from comparison(language)
    for name in app.jinja_env.list_templates(extensions=["html"]):
        yield partial(app.jinja_env.get_template, name)
    for language in LANGUAGES:
        for game in installed_games():
            yield partial(game_page, game, language)
            yield partial(rulebook_page, game.id, language)
        yield partial(all_books, language)
        for listing in listings():
            yield partial(plug, listing, language)


def comparison(language: str) -> Iterator[Callable[[], object]]:
    """The front page of the comparison, in pieces."""
    view = read_view([])
    yield from (partial(flow_of, game) for game in installed_games())
    yield partial(clauses, view.columns, view.bare, language)
    yield partial(likeness_view, view.columns, language)
    yield partial(profiles_of, Choice(), language)
    yield partial(compare_page, view, language)


def warm_up(app: Flask) -> int:
    """Makes all of it; how many pieces there were. What fails is told to whoever asks for it."""
    made = 0
    for piece in pieces(app):
        try:
            piece()
            made += 1
        except Exception:  # a broken page of one game keeps no other from being made
            log.exception("warming up: %s", piece)
        _sleep(REST_SECONDS)
    return made


def warm_up_soon(app: Flask) -> None:
    """The same in a thread of its own, once the site has begun to serve."""

    def later() -> None:
        _sleep(AFTER_SECONDS)
        warm_up(app)

    _start_thread(later, ())


def start_workers_soon(site: Site) -> None:
    """The processes for bots and for dear work, likewise."""

    def start() -> None:
        site.house.start_bots()
        site.work.start_early()

    gevent.spawn_later(AFTER_SECONDS, start)
