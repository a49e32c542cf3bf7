"""Bots that think where the site is: an author's code is the same everywhere, and just changed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from boomtown.bots.kinds import MARSHAL, level_of
from boomtown.bots.thought import think, weigh
from boomtown.bots.workers import BotWorkers, Jury
from boomtown.core.choice import Answer
from boomtown.core.seats import Seat
from boomtown.workers import Numbers, WorkFailed

LONGEST = 0.4
"""Seconds that a marshal looks ahead: everybody else waits meanwhile."""
log = logging.getLogger(__name__)


class BotsHere(BotWorkers):
    """Thinks at once, in this process; ``run`` is the wall around the game's code."""

    def __init__(self, run: Callable[[str, Callable[[], Any]], Any]) -> None:
        self._run = run

    def think(
        self,
        game_id: str,
        saved: bytes,
        seat: Seat,
        kind: str,
        seed: bytes,
        owner: str = "",
        *,
        thinking: float = 1.0,
        mind: str = "",
    ) -> Future[Answer]:
        """The answer is there when this returns, or why there is none."""
        if level_of(kind) != MARSHAL:
            return self._done(game_id, lambda: think(game_id, saved, seat, kind, seed))
        seconds = min(thinking, LONGEST)
        return Jury(
            [self._done(game_id, lambda: weigh(game_id, saved, seat, kind, seed, seconds, mind))]
        ).answer

    def _done(self, game_id: str, thought: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(self._run(game_id, thought))
        except Exception as error:  # a mistake in a bot: the table is told
            log.exception("a bot of %s", game_id, exc_info=error)
            future.set_exception(WorkFailed(f"{type(error).__name__}: {error}"))
        return future

    def start_early(self) -> None:
        """There is nothing to start."""

    def numbers(self) -> Numbers:
        """No process is theirs."""
        return Numbers(0, 0, 0, 0, 0, 0, 0)

    def close(self) -> None:
        """There is nothing to end."""
