"""Every request is timed, counted and written down, once, when its response is ready."""

from __future__ import annotations

import time

from flask import Flask, Response, g, request

from boomtown import tally
from boomtown.web.handshake import Finished

METHODS = {"GET", "HEAD", "POST", "DELETE", "OPTIONS"}
NOWHERE = "none"
"""The route of a request that no page answers."""


def watch(app: Flask) -> None:
    """Looks at all requests of an application. Call it before anything else looks at them."""
    app.before_request(_begun)
    app.after_request(_done)


def _begun() -> None:
    g.begun = time.perf_counter()


def _done(response: Response) -> Response:
    route = route_of_request()
    method = request.method if request.method in METHODS else "other"
    tally.REQUESTS.add(route, method, str(response.status_code))
    if not isinstance(response, Finished):
        tally.REQUEST_SECONDS.observe(time.perf_counter() - g.begun)
    return response


def route_of_request() -> str:
    """The template of the route, which tells neither codes nor tokens."""
    return NOWHERE if request.url_rule is None else request.url_rule.rule
