"""Draws the deal of a day. A game that fails at it is passed over, and harms no page."""

from __future__ import annotations

import logging
from functools import partial

from boomtown.bots.deal import Deal, draw_deal, game_of
from boomtown.core.errors import BoomtownError
from boomtown.plugins import installed_games
from boomtown.store.codes import GUESTS
from boomtown.web.rooms.wall import Wall

log = logging.getLogger(__name__)


class Dealer:
    """Knows the secret from which deals follow, and which games cannot be dealt."""

    def __init__(self, secret: bytes, wall: Wall) -> None:
        self._secret = secret
        self._wall = wall
        self._failed: set[str] = set()
        """Games that have failed; they are not tried again by this process."""

    def draw(self, day: str) -> Deal | None:
        """What is dealt on a day; nothing where no game can be dealt."""
        while games := [one for one in installed_games() if one.id not in self._failed]:
            try:
                return self._wall.run("", partial(draw_deal, self._secret, day, games, GUESTS))
            except BoomtownError as error:
                game = game_of(day, games).id
                log.error("%s cannot be dealt: %s", game, error)
                self._failed.add(game)
        return None
