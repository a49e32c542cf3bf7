"""Tables that look for players begin by themselves: when they are full, or bots may fill them."""

from __future__ import annotations

import logging

from boomtown.bots.kinds import DEPUTY
from boomtown.core.errors import Refused
from boomtown.store.tables import TableInfo
from boomtown.web.site import Site
from boomtown.web.tables.seating import fill_with_bots, start

log = logging.getLogger(__name__)


def settle(site: Site) -> int:
    """Begins the matches whose time has come; how many."""
    return sum(settled(site, table) for table in site.pairing.due())


def settled(site: Site, table: TableInfo) -> bool:
    """Whether a table has begun; one that cannot no longer looks for players."""
    try:
        start(site, fill_with_bots(site, table, DEPUTY))
    except Refused as error:
        log.warning("%s does not begin: %s", table.code, error.refusal.rule)
        if error.refusal.rule != "boomtown.table.taken":  # somebody sat down just now
            site.pairing.stop(table.code)
        return False
    return True
