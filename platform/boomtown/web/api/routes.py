"""The JSON API: tables, seats, views and answers for programs.

Everything that is told about a match comes from a seat's view. The operations are in the modules
beside this one; here is their description, for machines and for people.
"""

from __future__ import annotations

from importlib.resources import files

import msgspec
from flask import render_template
from flask.wrappers import Response

from boomtown.web.api import game_routes, play_routes, socket_routes, table_routes
from boomtown.web.api.callers import api
from boomtown.web.api.description import HEARD, KINDS, SENT, operations, spec
from boomtown.web.guard.links import site_url

__all__ = ["api", "game_routes", "play_routes", "socket_routes", "table_routes"]


@api.get("/openapi.json")
def description() -> Response:
    """The description of the API for machines."""
    return Response(msgspec.json.encode(spec.spec), mimetype="application/json")


@api.get("/docs")
def docs() -> str:
    """The description of the API for people."""
    bot = files("boomtown") / "static" / "random_bot.py"
    return render_template(
        "site/api.html",
        site=site_url(),
        operations=operations(),
        kinds=KINDS,
        heard=HEARD,
        sent=SENT,
        bot=bot.read_text(encoding="utf-8"),
    )
