"""Whether the site is ready: everything that a visitor needs, looked at one by one."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable

from boomtown.store.database import now
from boomtown.store.health import last_heartbeat, latest_schema, schema_of
from boomtown.web.site import Site, site

FRESH = 15_000
"""Milliseconds after which a house that has said nothing is thought to be closed."""
log = logging.getLogger(__name__)


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
