"""What machines ask the site: is it alive, is it ready, what has it counted.

``/healthz`` needs nothing but the process. ``/readyz`` looks at everything that a visitor needs,
and says 503 where something is missing. ``/metrics`` is for the operator alone: from this machine
itself, or with the secret of ``boomtown admin secret`` as a bearer token.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from ipaddress import ip_address
from typing import cast

from flask import Blueprint, Response, abort, current_app, jsonify, request

from boomtown.store.database import now
from boomtown.store.health import last_heartbeat, latest_schema, schema_of
from boomtown.web.operator.admin_key import is_admin_key
from boomtown.web.operator.metrics import TYPE, Metrics
from boomtown.web.site import Site, site

health = Blueprint("health", __name__)
METRICS = "metrics"
FRESH = 15_000
"""Milliseconds after which a house that has said nothing is thought to be closed."""
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via")
log = logging.getLogger(__name__)


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


def holds(check: Callable[[Site], bool]) -> bool:
    """Whether something holds that visitors need."""
    try:
        return check(site())
    except Exception:  # whatever it is, visitors cannot be served
        log.warning("not ready: %s", check.__name__, exc_info=True)
        return False


def serving(here: Site) -> bool:
    """The site is not about to stop."""
    return not here.stopping


def database_answers(here: Site) -> bool:
    """The database can be read."""
    with here.database.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT 1").scalar() == 1


def schema_is_latest(here: Site) -> bool:
    """The database is of this version."""
    return schema_of(here.database) == latest_schema()


def house_is_open(here: Site) -> bool:
    """This process or another one runs bots and clocks."""
    beat = last_heartbeat(here.database)
    return beat is not None and now() - beat < FRESH


def disk_has_room(here: Site) -> bool:
    """There is room for many more answers."""
    return shutil.disk_usage(here.settings.data).free >= here.settings.least_disk


CHECKS: dict[str, Callable[[Site], bool]] = {
    "serving": serving,
    "database": database_answers,
    "schema": schema_is_latest,
    "house": house_is_open,
    "disk": disk_has_room,
}


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
