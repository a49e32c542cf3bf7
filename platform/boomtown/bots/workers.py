"""Bots think in processes of their own, so that a slow thought never holds up a table."""

from __future__ import annotations

from concurrent.futures import Future
from types import TracebackType

from boomtown.core.choice import Answer
from boomtown.core.seats import Seat
from boomtown.workers import Numbers, TooLarge, TooSlow, WorkerPool

SECONDS = 5.0
"""How long a bot may think about one answer."""
LEAST_SECONDS = 0.5
"""What is left to a kind of bot that was too slow every time."""


class BotWorkers:
    """A few processes that think for bots, fairly to games and to the owners of tables.

    A kind of bot that is too slow has half the time for its next thought: an endless loop soon
    costs little. Every answer in time gives it twice as much again.
    """

    def __init__(self, processes: int | None = None, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._patience: dict[tuple[str, str], float] = {}
        """By game and kind, what is left of the time, where it was too slow."""
        self.pool = WorkerPool(processes, name="bots", warm_up="boomtown.bots.thought:warm_up")

    def think(
        self,
        game_id: str,
        saved: bytes,
        seat: Seat,
        kind: str,
        seed: bytes,
        owner: str = "",
    ) -> Future[Answer]:
        """Hands a snapshot to a worker; the future holds the bot's answer, or why there is none."""
        who = game_id, kind
        thought: Future[Answer] = self.pool.submit(
            "boomtown.bots.thought:think",
            game_id,
            saved,
            seat,
            kind,
            seed,
            seconds=self.patience(*who),
            game=game_id,
            owner=owner,
        )
        thought.add_done_callback(lambda done: self._learn(who, done))
        return thought

    def patience(self, game_id: str, kind: str) -> float:
        """How many seconds a kind of bot has for its next thought."""
        return self._patience.get((game_id, kind), self._seconds)

    def _learn(self, who: tuple[str, str], thought: Future[Answer]) -> None:
        if thought.cancelled():
            return
        if isinstance(thought.exception(), TooSlow | TooLarge):
            self._patience[who] = max(self.patience(*who) / 2, min(LEAST_SECONDS, self._seconds))
        elif who in self._patience:
            self._patience[who] *= 2
            if self._patience[who] >= self._seconds:
                del self._patience[who]

    def start_early(self) -> None:
        """Starts the processes before there is work."""
        self.pool.start_early()

    def numbers(self) -> Numbers:
        """How the processes are doing."""
        return self.pool.numbers()

    def close(self) -> None:
        """Ends the processes."""
        self.pool.close()

    def __enter__(self) -> BotWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
