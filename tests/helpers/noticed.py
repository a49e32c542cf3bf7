"""A table at which somebody is called, for tests of notices."""

from __future__ import annotations

from typing import Any

import msgspec

from boomtown.store.notices import Calling, Kind, State, Way
from boomtown.web.notices.carriers import PushCarrier
from boomtown.web.notices.crier import LISTENERS_KEPT
from boomtown.web.notices.push import new_key
from boomtown.web.notices.wire import post_anywhere
from boomtown.web.rooms.presence import GRACE
from boomtown.web.site import Site
from clocks import Time
from posted import Box
from pushed import Browser
from sites import started

AWAKE = Calling(quiet_from=0, quiet_until=0)
"""No quiet hours."""


class Called:
    """A table with a day for an answer; whoever is asked has a browser, and is not there."""

    def __init__(self, site: Site, clock: Time, box: Box) -> None:
        self.site, self.clock, self.box, self.browser = site, clock, box, Browser()
        site.postman.carriers[Way.PUSH] = PushCarrier(
            lambda: site.notices.push_key(new_key), "", post_anywhere
        )
        self.room, self.players = started(site, "bang_dice", 4, 4, clock="day")
        self.seat = self.room.playing().match.asked()[0]
        self.player = self.players[self.seat]
        self.listen(self.player)

    def listen(self, player: str) -> None:
        keys = msgspec.json.encode(self.browser.keys).decode()
        url = f"{self.box.url}/{player}"
        self.site.notices.add_channel(player, Way.PUSH, url, keys, confirmed=True)
        self.site.notices.change(player, AWAKE)
        self.clock.ahead += LISTENERS_KEPT

    def look(self) -> None:
        """The house looks at the table, and then the postman goes his round."""
        self.site.house._serve(self.room)
        self.site.postman.turn()

    def wait(self, milliseconds: int = GRACE) -> None:
        self.clock.ahead += milliseconds
        self.look()

    @property
    def read(self) -> list[dict[str, Any]]:
        """What the browser was told."""
        return [msgspec.json.decode(self.browser.read(body)) for _, _, body in self.box.taken]

    @property
    def states(self) -> list[tuple[Kind, State]]:
        return [(kind, state) for kind, _, state in self.site.notices.told(self.player)]
