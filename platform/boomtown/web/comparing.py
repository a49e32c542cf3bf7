"""The comparison of games: a page, and the same as CSV and JSON."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from boomtown.rulebook.compare import as_csv, as_json
from boomtown.web.comparecolumns import View
from boomtown.web.comparepages import ALL, compare_page, filtered, read_view
from boomtown.web.site import language

comparing = Blueprint("compare", __name__)


def _view(topic: str = "") -> View:
    """What the address asks for; without a topic, this one."""
    given = request.args
    return read_view(
        given.getlist("c"), given.get("topic", topic), given.get("show", ""), given.get("bare", "")
    )


@comparing.get("/compare")
def page() -> str:
    """Games side by side; with ``part`` only what a filter changes."""
    template = "rules/_compare.html" if "part" in request.args else "rules/compare.html"
    return render_template(template, page=compare_page(_view(), language()))


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
