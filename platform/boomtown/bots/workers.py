"""Bots think in processes of their own, so that a slow thought never holds up a table."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType

from boomtown.bots.kinds import answer_of, make_bot
from boomtown.core.chance import Chance
from boomtown.core.choice import Answer
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.core.snapshot import load
from boomtown.plugins import find_game


def pool_of(processes: int | None = None) -> ProcessPoolExecutor:
    """Worker processes that start afresh and share nothing."""
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))


def think(game_id: str, saved: bytes, seat: int, kind: str, seed: bytes) -> Answer:
    """One thought of one bot, wherever this runs. The same seed thinks the same."""
    game = find_game(game_id)
    chance = Chance(seed)
    bot = make_bot(game, kind, chance.another())
    return plain(answer_of(bot, load(game, saved), Seat(seat), chance))


class BotWorkers:
    """A few processes that think for bots."""

    def __init__(self, processes: int | None = None) -> None:
        self._pool = pool_of(processes)

    def think(
        self, game_id: str, saved: bytes, seat: Seat, kind: str, seed: bytes
    ) -> Future[Answer]:
        """Hands a snapshot to a worker; the future holds the bot's answer."""
        return self._pool.submit(think, game_id, saved, int(seat), kind, seed)

    def close(self) -> None:
        """Ends the processes."""
        self._pool.shutdown(cancel_futures=True)

    def __enter__(self) -> BotWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
