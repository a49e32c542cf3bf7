"""What machines ask the site: is it alive, is it ready, what has it counted.

``/healthz`` needs nothing but the process. ``/readyz`` looks at everything that a visitor needs,
and says 503 where something is missing. ``/metrics`` is for the operator alone: from this machine
itself, or with the secret of ``boomtown admin secret`` as a bearer token.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import cast

from flask import Blueprint, Response, abort, current_app, jsonify, request

from boomtown.web.operator.admin_key import is_admin_key
from boomtown.web.operator.metrics import METRICS, TYPE, Metrics
from boomtown.web.operator.readiness import CHECKS, holds
from boomtown.web.site import site

health = Blueprint("health", __name__)
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")


@health.get("/healthz")
def alive() -> Response:
    """The process runs; pages that wait for a restart look whether it is over."""
    return jsonify(ok=True, stopping=site().stopping)


@health.get("/readyz")
def ready() -> tuple[Response, int]:
    """Visitors can be served."""
    checks = {name: holds(check) for name, check in CHECKS.items()}
    fine = all(checks.values())
    return jsonify(ok=fine, checks=checks), 200 if fine else 503


@health.get("/metrics")
def metrics() -> Response:
    """The numbers."""
    if not (from_here() or by_the_operator()):
        abort(403)
    numbers = cast(Metrics, current_app.extensions[METRICS])
    return Response(numbers.text(), content_type=TYPE)


def from_here() -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    if any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.remote_addr or "").is_loopback
    except ValueError:  # a socket of the file system has no address
        return False


def by_the_operator() -> bool:
    """Whether the request carries the operator's secret."""
    given = request.authorization
    if given is None or given.type != "bearer" or given.token is None:
        return False
    return is_admin_key(site().settings.data, given.token)
