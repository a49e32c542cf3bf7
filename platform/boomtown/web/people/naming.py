"""Names: nobody takes the name of somebody, or of a bot, at a table where both sit."""

from __future__ import annotations

from boomtown.core.errors import Refusal, Refused
from boomtown.store.people import Player
from boomtown.store.tables import Phase
from boomtown.store.texts import skeleton
from boomtown.web.site import Site
from boomtown.web.tables.table_page import names_at

MOST_TABLES = 20
"""Where somebody sits at more, the liveliest count."""


def rename(site: Site, player: Player, name: str) -> None:
    """Gives somebody another name, if it is nobody else's in sight (boomtown.people.name)."""
    wanted = skeleton(name)
    if wanted != skeleton(player.name):
        for table in site.tables.of_player(player.id, MOST_TABLES):
            if table.phase is Phase.ENDED:
                continue
            for seat, called in zip(table.seats, names_at(table), strict=True):
                if seat.player != player.id and not seat.free and skeleton(called) == wanted:
                    raise Refused(Refusal("boomtown.people.name", name=called))
    site.people.change(player.id, name=name)
