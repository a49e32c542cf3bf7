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
from boomtown.web.compare.profiles import WISHES, profiles_of, read_choice
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
    )


@comparing.get("/compare")
def page() -> str:
    """Games side by side; with ``part`` only what a filter changes."""
    template = "rules/_compare.html" if "part" in request.args else "rules/compare.html"
    given, shown = request.args, compare_page(_view(), language())
    choice = read_choice(given.get("players", ""), given.get("minutes", ""), given.getlist("wish"))
    profiles = profiles_of(choice, language()) if OVERVIEW in shown.parts else ()
    return render_patiently(
        template,
        page=shown,
        row_html=row_html,
        choice=choice,
        wishes=tuple(WISHES),
        profiles=profiles,
    )


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
    """The rows of a view for a spreadsheet."""
    text = "\ufeff" + as_csv(
        filtered(_view(ALL), language())
    )  # so that spreadsheets read it as UTF-8
    return _file(text.encode(), "text/csv", "csv")


@comparing.get("/compare.json")
def json() -> Response:
    """The rows of a view for programs."""
    return _file(as_json(filtered(_view(ALL), language())), "application/json", "json")


def _file(data: bytes, kind: str, ending: str) -> Response:
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="boomtown-compare.{ending}"'
    return response
