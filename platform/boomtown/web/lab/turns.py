"""Long work in worker processes, a little of each piece in turn: studies and reviews.

One thread hands out work and writes down what came of it; everything dear is done elsewhere. Whose
turn it is is decided by the fair queue of the workers: nobody waits for somebody else's thousands.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Event, Thread
from typing import Any, Protocol, TypeVar

from boomtown.workers import Numbers, PoolClosed, QueueFull, WorkerPool, WorkFailed

AT_A_TIME = 2.0
"""Seconds for which something is worked on before something else may have its turn."""
LONGEST_CALL = 60.0
"""Seconds that one turn may take."""
LOOK_AGAIN = 2.0
"""Seconds after which somebody looks for work of other processes."""
T = TypeVar("T")
log = logging.getLogger(__name__)


class Job(Protocol):
    """Something that takes many turns, as it is stored."""

    @property
    def id(self) -> str:
        """Like no other one's."""

    @property
    def game(self) -> str:
        """Whose code runs."""

    @property
    def origin(self) -> str:
        """On whose account."""


class Source(Protocol):
    """Where jobs come from, and where what came of a turn is written down."""

    def waiting(self) -> Sequence[Any]:
        """All jobs that are not at their end."""

    def call(self, job: Any, seconds: float) -> tuple[Callable[..., Any], tuple[Any, ...]] | None:
        """What is done in the next turn; None if nothing can be."""

    def write(self, job: Any, result: Any) -> None:
        """Keeps what came of a turn; nothing where somebody else was quicker."""

    def fail(self, job: Any, error: WorkFailed) -> None:
        """Notes that a turn came to nothing."""


class Turns:
    """Without processes everything is done by whoever calls ``tend``: for tests."""

    def __init__(self, processes: int, warm_up: str, leads: Callable[[], bool]) -> None:
        self.sources: list[Source] = []
        self._leads = leads
        self._pool = WorkerPool(processes, name="lab", warm_up=warm_up) if processes else None
        self._under_way: dict[str, tuple[Source, Job, Future[Any]]] = {}
        self._bell = Event()
        self._closed = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """Opens: whatever was open goes on where it was."""
        if self._pool is not None:
            self._thread = Thread(target=self._run, name="laboratory", daemon=True)
            self._thread.start()

    def ring(self) -> None:
        """There may be something to do."""
        self._bell.set()

    def close(self) -> None:
        """Stops; what is under way is done again by the next one."""
        self._closed = True
        self._bell.set()
        if self._pool is not None:
            self._pool.close()
        if self._thread is not None:
            self._thread.join()

    def numbers(self) -> Numbers:
        """How the processes are doing."""
        return Numbers(0, 0, 0, 0, 0, 0, 0) if self._pool is None else self._pool.numbers()

    def _run(self) -> None:
        while not self._closed:
            self._bell.clear()
            try:
                busy = self.tend()
            except Exception:  # the disk is full, the database is away: another time
                log.exception("the laboratory")
                busy = False
            self._bell.wait(None if busy and self._under_way else LOOK_AGAIN)

    def tend(self) -> bool:
        """Writes down what was done, and hands out more; whether there is any."""
        for id, (source, job, future) in list(self._under_way.items()):
            if future.done():
                del self._under_way[id]
                self._write(source, job, future)
        if not self._leads():
            return False
        left = False
        for source in self.sources:
            for job in source.waiting():
                left = True
                if job.id not in self._under_way and not self._closed:
                    self._hand_out(source, job)
        return left

    def _hand_out(self, source: Source, job: Job) -> None:
        what = source.call(job, AT_A_TIME if self._pool is not None else 0.0)
        if what is None:
            return
        call, args = what
        if self._pool is None:
            source.write(job, call(*args))
            return
        try:
            future = self._pool.submit(
                f"{call.__module__}:{call.__name__}",
                *args,
                seconds=LONGEST_CALL,
                game=job.game,
                owner=job.origin,
            )
        except QueueFull:
            return
        self._under_way[job.id] = source, job, future
        future.add_done_callback(lambda _: self.ring())

    def _write(self, source: Source, job: Job, future: Future[Any]) -> None:
        try:
            result = future.result()
        except PoolClosed:
            return
        except WorkFailed as error:
            log.warning("%s: %s", job.id, error)
            source.fail(job, error)
            return
        source.write(job, result)

    def result(self, call: Callable[..., T], *args: object, game: str, owner: str) -> T:
        """The result of one call that somebody waits for, by the processes that have all loaded."""
        if self._pool is None:
            return call(*args)
        result: T = self._pool.run(
            f"{call.__module__}:{call.__name__}",
            *args,
            seconds=LONGEST_CALL,
            patience=LONGEST_CALL,
            game=game,
            owner=owner,
        )
        return result
