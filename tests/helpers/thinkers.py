"""Stand-ins for the processes of the bots."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from boomtown.core import Answer
from boomtown.web.site import Site
from boomtown.workers import QueueFull, WorkFailed


class Thinkers:
    """Stands for the processes of the bots: a test says what comes of each thought."""

    def __init__(self, *outcomes: object) -> None:
        self._outcomes = list(outcomes)
        self.owners: list[str] = []
        self.times: list[float] = []
        self.minds: list[str] = []
        self.full = 0
        """How often the queue is full before it takes a thought."""

    def think(self, *thought: Any, owner: str, thinking: float, mind: str) -> Future[Answer]:
        if self.full:
            self.full -= 1
            raise QueueFull("full")
        self.owners.append(owner)
        self.times.append(thinking)
        self.minds.append(mind)
        future: Future[Answer] = Future()
        outcome = self._outcomes.pop(0) if self._outcomes else WorkFailed("nothing more")
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
        return future

    def close(self) -> None:
        """There is no process to end."""


def with_thinkers(site: Site, *outcomes: object) -> Thinkers:
    site.house._workers.close()
    thinkers = Thinkers(*outcomes)
    site.house._workers = thinkers  # type: ignore[assignment]  # stands for it
    return thinkers
