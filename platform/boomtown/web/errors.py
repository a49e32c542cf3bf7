"""Errors become HTTP here, in one shape: a page for people, JSON for programs."""

from __future__ import annotations

import logging
import sqlite3

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import InterfaceError, OperationalError
from werkzeug.exceptions import BadHost, HTTPException

from boomtown.core.errors import BoomtownError, InvalidAnswer, InvalidOption, Refused
from boomtown.plugins import UnknownGame, installed_games
from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, platform_rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.guard.budget import TooMany
from boomtown.web.rooms.standing import MatchStopped
from boomtown.web.rules.rule_pages import link_to
from boomtown.web.site import current_player, language, site
from boomtown.web.tables.table_page import room_wording
from boomtown.web.words import site_wording
from boomtown.workers import Busy, QueueFull, WorkFailed

RETRY_SECONDS = 5
BUSY_SECONDS = 10
SLOW_SECONDS = 600
Told = tuple[Response | str, int, dict[str, str]]
log = logging.getLogger(__name__)


def handle_errors(app: Flask) -> None:
    """Whatever goes wrong in a request is answered from here."""
    app.register_error_handler(TooMany, _too_many)
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(InvalidAnswer, _invalid)
    app.register_error_handler(InvalidOption, _invalid)
    app.register_error_handler(UnknownGame, _gone)
    app.register_error_handler(CSRFError, _wrong)
    app.register_error_handler(HTTPException, _wrong)
    app.register_error_handler(QueueFull, _busy)
    app.register_error_handler(WorkFailed, _busy)
    app.register_error_handler(BoomtownError, _broken)
    app.register_error_handler(OperationalError, _no_database)
    app.register_error_handler(InterfaceError, _no_database)
    app.register_error_handler(sqlite3.OperationalError, _no_database)  # the journal's own


def _refused(error: Refused) -> Told:
    """A rule forbids it: say which."""
    refusal, code = error.refusal, 410 if isinstance(error, MatchStopped) else 409
    return _told(code, _speaker(refusal.rule).refusal(refusal), refusal.rule)


def _too_many(error: TooMany) -> Told:
    """Somebody must wait; telling them costs next to nothing."""
    speaker, rule = Wording(platform_rulebook(), _browser_language()), error.refusal.rule
    headers = {"Retry-After": str(error.seconds)}
    return _told(429, speaker.refusal(error.refusal), rule, headers)


def _speaker(rule: str) -> Wording:
    """Speaks about the table of the request; without one, about the game that the rule is of."""
    room = site().rooms.get((request.view_args or {}).get("code", ""))
    if room is not None:
        return room_wording(room, language())
    books = (book_of(game) for game in installed_games())
    return Wording(
        next((book for book in books if rule in book.ids), platform_rulebook()), language()
    )


def _invalid(error: InvalidAnswer | InvalidOption) -> Told:
    """It cannot be read: say what."""
    return _told(422, str(error), None)


def _gone(_error: UnknownGame) -> Told:
    """A game that is no longer installed, or that cannot be loaded."""
    return _told(410, None, None)


def _wrong(error: HTTPException) -> Told:
    """Something that HTTP has a number for."""
    headers = {name: value for name, value in error.get_headers() if name != "Content-Type"}
    return _told(error.code or 500, _no_table(error.code), None, headers)


def _no_table(code: int | None) -> str | None:
    """The same of a table that is not there and of one that is not listed: codes are no secrets."""
    if code != 404 or "code" not in (request.view_args or {}) or request.path.startswith("/api/"):
        return None
    return site_wording(language()).say("error.table")


def _busy(error: QueueFull | WorkFailed) -> Told:
    """Dear work that could not be done: there is too much of it, or this piece is too much."""
    log.warning("%s: %s", request.path, error)
    busy = isinstance(error, QueueFull | Busy)
    text = site_wording(_spoken(503)).say("error.busy" if busy else "error.slow")
    retry = BUSY_SECONDS if busy else SLOW_SECONDS
    return _told(503, text, None, {"Retry-After": str(retry)})


def _broken(error: BoomtownError) -> Told:
    """A mistake in a game or in the site, not of whoever is asking."""
    log.exception("%s", request.path, exc_info=error)
    return _told(500, None, None)


def _no_database(error: Exception) -> Told:
    """The database does not answer: it may be back in a moment."""
    log.exception("%s", request.path, exc_info=error)
    return _told(503, None, None, {"Retry-After": str(RETRY_SECONDS)})


def _told(
    code: int, text: str | None, rule: str | None, headers: dict[str, str] | None = None
) -> Told:
    """The answer. One that is our fault, or to somebody who asks too fast, needs neither the
    database nor any game."""
    headers = headers or {}
    for_people = request.accept_mimetypes.best_match(["text/html", "application/json"])
    if for_people == "application/json" or request.path.startswith("/api/"):
        reason = text or site_wording(_spoken(code)).say("api.fault", code=code)
        return jsonify(ok=False, error=reason, rule=rule), code, headers
    # Without a host that can be read there are no addresses, and every other page has some.
    lost = isinstance(request.routing_exception, BadHost)
    if code < 500 and code != 429 and not lost:
        try:
            why = None if rule is None else link_to(rule, language())
            page = render_template("site/error.html", code=code, text=text, why=why, table=_mine())
            return page, code, headers
        except Exception as error:
            log.exception("the page of the error %d", code, exc_info=error)
            code = 500
    return _plain(code, text), code, headers


def _mine() -> str | None:
    """The table of the request, where whoever is asking sits: there they go on."""
    room, player = site().rooms.get((request.view_args or {}).get("code", "")), current_player()
    if room is None or player is None:
        return None
    here = any(seat.player == player.id for seat in room.table.seats)
    return room.table.code if here else None


def _plain(code: int, text: str | None = None) -> str:
    """A page that is given nothing that other pages have: no player, no tables, no games."""
    words = site_wording(_spoken(code))
    page = current_app.jinja_env.get_template("site/broken.html")
    return page.render(code=code, text=text, say=words.say, lang=words.language)


def _spoken(code: int) -> str:
    """The language of whoever is asking; where something is broken, what the browser says."""
    return language() if code < 500 and code != 429 else _browser_language()


def _browser_language() -> str:
    return request.accept_languages.best_match(LANGUAGES) or FIRST_LANGUAGE
