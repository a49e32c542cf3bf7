"""The comparison of games: a page, and the same as CSV and JSON."""

from __future__ import annotations

from functools import lru_cache

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from boomtown.rulebook.compare import as_csv, as_json
from boomtown.web.compare.columns import View
from boomtown.web.compare.compare_pages import (
    ALL,
    OVERVIEW,
    clauses,
    compare_page,
    filtered,
    read_view,
)
from boomtown.web.compare.exports import EXPORTED, PROFILES, Flat, rows_of
from boomtown.web.compare.exports import as_csv as rows_as_csv
from boomtown.web.compare.exports import as_json as rows_as_json
from boomtown.web.compare.profiles import (
    FEW_RULES,
    LATE,
    SELDOM_OUT,
    WISHES,
    Choice,
    profiles_of,
    read_choice,
)
from boomtown.web.guard.packing import for_everybody
from boomtown.web.guard.packing import page as packed_page
from boomtown.web.rendering import render_patiently
from boomtown.web.site import language

KEPT_ROWS = 1 << 13
"""How many rows are remembered as they are drawn."""

comparing = Blueprint("compare", __name__)


def _view(topic: str = "") -> View:
    """What the address asks for; without a topic, this one."""
    given = request.args
    return read_view(
        given.getlist("c"),
        given.get("topic", topic),
        given.get("show", ""),
        given.get("bare", ""),
        given.get("q", ""),
        given.get("n", ""),
    )


def _choice() -> Choice:
    """What the address wishes for."""
    given = request.args
    return read_choice(given.get("players", ""), given.get("minutes", ""), given.getlist("wish"))


@comparing.get("/compare")
def page() -> Response:
    """Games side by side; with ``part`` only what a filter changes."""
    alone = "part" in request.args
    shown, choice = compare_page(_view(), language()), _choice()
    html = render_patiently(
        "rules/_compare.html" if alone else "rules/compare.html",
        page=shown,
        row_html=row_html,
        choice=choice,
        wishes=tuple(WISHES),
        profiles=profiles_of(choice, language()) if OVERVIEW in shown.parts else (),
        late=round(100 * LATE),
        few_rules=FEW_RULES,
        seldom=round(100 * SELDOM_OUT),
    )
    return for_everybody(Response(html, mimetype="text/html")) if alone else packed_page(html)


def row_html(view: View, question: str) -> Markup:
    """A row of a view."""
    return _drawn(view.columns, view.bare, language(), question)


@lru_cache(maxsize=KEPT_ROWS)
def _drawn(ids: tuple[str, ...], bare: bool, language: str, question: str) -> Markup:
    """The same for everybody who reads a language; there are many rows, and they are drawn once."""
    row = clauses(ids, bare, language)[question].view
    return Markup(render_template("rules/_compare_row.html", row=row))  # escaped by the template


@comparing.get("/compare.csv")
def csv() -> Response:
    """What a view shows for a spreadsheet: its clauses, or the part that its topic names."""
    view = _view(ALL)
    if view.topic in EXPORTED or _profiles():
        text = rows_as_csv(_rows(view))
    else:
        text = as_csv(filtered(view, language()))
    return _file(f"\ufeff{text}".encode(), "text/csv", "csv")  # so that it is read as UTF-8


@comparing.get("/compare.json")
def json() -> Response:
    """The same for programs."""
    view = _view(ALL)
    if view.topic in EXPORTED or _profiles():
        part = PROFILES if _profiles() else view.topic
        data = rows_as_json(part, view, language(), _rows(view))
    else:
        data = as_json(filtered(view, language()))
    return _file(data, "application/json", "json")


def _profiles() -> bool:
    """Whether the profiles are asked for: they are of all games, whatever the columns."""
    return request.args.get("topic") == PROFILES


def _rows(view: View) -> list[Flat]:
    return rows_of(PROFILES if _profiles() else view.topic, view, _choice(), language())


def _file(data: bytes, kind: str, ending: str) -> Response:
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="boomtown-compare.{ending}"'
    return for_everybody(response)
