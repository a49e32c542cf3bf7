"""Bots think in processes of their own, so that a slow thought never holds up a table."""

from __future__ import annotations

import hashlib
from concurrent.futures import Future
from threading import Lock
from types import TracebackType
from typing import Any

import msgspec

from boomtown.bots.kinds import MARSHAL, level_of
from boomtown.bots.search import Settings, Weighed, best_of, together
from boomtown.core.choice import Answer
from boomtown.core.seats import Seat
from boomtown.workers import Numbers, TooLarge, TooSlow, WorkerPool

SECONDS = 5.0
"""How long a bot may think about one answer."""
LEAST_SECONDS = 0.5
"""What is left to a kind of bot that was too slow every time."""
MARGIN = 0.6
"""Which part of that time a marshal may look ahead: what it has begun must be finished."""
ADVICE = "advice"
"""The kind of thoughts that are advice to people."""
LEAST_THOUGHT = 0.05
"""However many wait, a marshal has so many seconds."""


class Jury:
    """Searches of one question that are under way; together they give one answer."""

    def __init__(self, searches: list[Future[object]]) -> None:
        self.answer: Future[Answer] = Future()
        self._searches = searches
        self._lock = Lock()
        for search in searches:
            search.add_done_callback(self._look)

    def _look(self, done: Future[object]) -> None:
        """Once one is there, those that have not begun are not waited for."""
        if not done.cancelled() and done.exception() is None:
            for search in self._searches:
                search.cancel()
        with self._lock:
            if self.answer.done() or not all(search.done() for search in self._searches):
                return
            self.answer.set_running_or_notify_cancel()
            self._settle()

    def _settle(self) -> None:
        heard = [search for search in self._searches if not search.cancelled()]
        found = [search.result() for search in heard if search.exception() is None]
        if found:
            weighed = together(msgspec.convert(found, list[Weighed]))
            self.answer.set_result(best_of(weighed, Settings()))
        else:
            self.answer.set_exception(heard[0].exception())


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
        *,
        thinking: float = 1.0,
        mind: str = "",
    ) -> Future[Answer]:
        """Hands a snapshot to a worker; the future holds the bot's answer, or why there is none.

        A marshal looks ahead for the time of ``thinking``, in all processes that have nothing to
        do; for less, where more bots want to think than there are processes.
        """
        who = game_id, kind
        numbers = self.pool.numbers()
        idle = numbers.processes - numbers.running - numbers.waiting
        if level_of(kind) != MARSHAL:
            return self._submit(who, owner, "think", game_id, saved, seat, kind, seed)
        crowd = max(1.0, (numbers.processes - idle + 1) / numbers.processes)
        seconds = min(thinking / crowd, MARGIN * self.patience(*who))
        searches: list[Future[object]] = [
            self._submit(
                who,
                owner,
                "weigh",
                *(game_id, saved, seat, kind, hashlib.sha256(seed + bytes([number])).digest()),
                max(seconds, LEAST_THOUGHT),
                mind,
            )
            for number in range(max(1, idle))
        ]
        return Jury(searches).answer

    def advise(
        self,
        game_id: str,
        saved: bytes,
        seat: Seat,
        level: str,
        seed: bytes,
        *,
        owner: str,
        thinking: float,
    ) -> Future[list[Any]]:
        """What a bot thinks of a seat's answers (plain ``Advice``), found in one process.

        A marshal looks ahead for the time of ``thinking``, others at a fixed number of tables. The
        bots of the table may think meanwhile: advice waits in the same fair queue.
        """
        who = game_id, ADVICE
        longest = MARGIN * self.patience(*who)
        seconds = min(thinking, longest) if level == MARSHAL else longest
        return self._submit(who, owner, "advise", game_id, saved, seat, level, seed, seconds)

    def _submit(self, who: tuple[str, str], owner: str, name: str, *args: object) -> Future[Any]:
        thought: Future[Any] = self.pool.submit(
            f"boomtown.bots.thought:{name}",
            *args,
            seconds=self.patience(*who),
            game=who[0],
            owner=owner,
        )
        thought.add_done_callback(lambda done: self._learn(who, done))
        return thought

    def patience(self, game_id: str, kind: str) -> float:
        """How many seconds a kind of bot has for its next thought."""
        return self._patience.get((game_id, kind), self._seconds)

    def _learn(self, who: tuple[str, str], thought: Future[Any]) -> None:
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
