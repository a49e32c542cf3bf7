"""The site stops: open pages are told, and whoever comes meanwhile is asked to wait a moment.

The page needs no database, no game and no other file: it may be the last one that this process
sends. It looks every few seconds whether the site is back, and then goes where it was going.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, jsonify, render_template, request, session
from markupsafe import Markup

from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES
from boomtown.web.guard.hosts import split
from boomtown.web.site import NAME, Site, site
from boomtown.web.sockets.frames import SERVICE_RESTART
from boomtown.web.words import site_wording

STATIC = Path(__file__).resolve().parents[2] / "static"
REASON = "back in a moment"
AGAIN_SECONDS = 5
OPEN = ("static", "health.")
"""Endpoints that go on to the end: files, and what machines ask."""


def say_goodbye(app: Flask) -> None:
    """Turns new visitors away, stops taking up work, and tells open pages to come back."""
    here: Site = app.extensions[NAME]
    here.stopping = True
    here.house.rest()
    here.sockets.say_goodbye(SERVICE_RESTART, REASON)


def turn_away() -> Response | None:
    """What everybody hears once the site is about to stop."""
    endpoint = request.endpoint or ""
    if not site().stopping or endpoint.endswith(OPEN[0]) or endpoint.startswith(OPEN[1]):
        return None
    response = _told()
    response.status_code = 503
    response.headers["Retry-After"] = str(AGAIN_SECONDS)
    response.headers["Connection"] = "close"
    return response


def _told() -> Response:
    words = site_wording(_language())
    if request.path.startswith("/api/"):
        return jsonify(ok=False, error=words.say("back.title"), rule=None)
    style, script = _inline("server/back.css"), _inline("server/back.js")
    page = render_template(
        "site/back.html",
        say=words.say,
        lang=words.language,
        style=Markup(style),
        script=Markup(script),
        to=_where(),
        seconds=AGAIN_SECONDS,
    )
    response = Response(page)
    response.headers["Content-Security-Policy"] = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    return response


def _language() -> str:
    """What the visitor speaks, as far as that is known without a database."""
    chosen = session.get("language")
    if chosen in LANGUAGES:
        return str(chosen)
    return request.accept_languages.best_match(LANGUAGES) or FIRST_LANGUAGE


def _where() -> str:
    """Where to go once the site is back: here, or to the page with the form that was sent."""
    if request.method in ("GET", "HEAD"):
        return request.full_path.rstrip("?")
    before = split(request.referrer or "")
    ours = before is not None and before.netloc == request.host
    return before.path if before is not None and ours and before.path else "/"


@cache
def _inline(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """How the page's policy names what may stand in it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
