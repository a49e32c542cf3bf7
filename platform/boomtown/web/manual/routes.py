"""``/docs``: the manual, page by page."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from boomtown.manual import manual
from boomtown.manual.manual import NoPage

docs = Blueprint("docs", __name__, url_prefix="/docs")


@docs.get("/")
def contents() -> str:
    """All pages."""
    return render_template("manual/contents.html", parts=manual().parts)


@docs.get("/<path:name>")
def page(name: str) -> str:
    """One page."""
    try:
        found = manual().page(name)
    except NoPage:
        abort(404)
    before, after = manual().beside(name)
    return render_template(
        "manual/page.html", page=found, html=Markup(found.html), before=before, after=after
    )
