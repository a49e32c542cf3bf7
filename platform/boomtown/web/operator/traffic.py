"""Every request is timed, counted and written down, once, when its response is ready.

It is written down by its route, not by its path: paths carry the codes of tables and links that
let somebody in.
"""

from __future__ import annotations

import logging
import time

from flask import Flask, Response, g, request

from boomtown import tally
from boomtown.web.guard.budget import address_key, origin_of
from boomtown.web.operator.logs import FIELDS, access_log
from boomtown.web.site import site
from boomtown.web.sockets.handshake import Finished

METHODS = {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}
NOWHERE = "none"
"""The route of a request that no page answers."""
SILENT = ("static", "health.")
"""Nobody needs a line for these: endpoints of files, and of machines that ask all the time."""


def watch(app: Flask) -> None:
    """Looks at all requests of an application. Call it before anything else looks at them."""
    app.before_request(_begun)
    app.after_request(_done)


def _begun() -> None:
    g.begun = time.perf_counter()


def _done(response: Response) -> Response:
    seconds = time.perf_counter() - g.begun
    socket = isinstance(response, Finished)
    method = request.method if request.method in METHODS else "other"
    tally.REQUESTS.add(route_of_request(), method, str(response.status_code))
    if not socket:
        tally.REQUEST_SECONDS.observe(seconds)
    if access_log.isEnabledFor(logging.INFO) and not _is_silent(request.endpoint or ""):
        fields = {
            "method": method,
            "route": route_of_request(),
            "status": response.status_code,
            "ms": round(seconds * 1000, 1),
            "visitor": _visitor(),
        }
        access_log.info("socket" if socket else "request", extra={FIELDS: fields})
    return response


def _visitor() -> str:
    """Who is asking, as far as the log may tell."""
    address, settings = address_key(request.remote_addr), site().settings
    return address if settings.log.addresses else origin_of(address, settings.secret)[:12]


def _is_silent(endpoint: str) -> bool:
    return endpoint.endswith(SILENT[0]) or endpoint.startswith(SILENT[1])


def route_of_request() -> str:
    """The template of the route."""
    return NOWHERE if request.url_rule is None else request.url_rule.rule
