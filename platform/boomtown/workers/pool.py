"""A few processes that do calls for whoever is next in a fair queue.

A worker is a plain child process with a pipe (``boomtown.workers.child``); each has a thread here
that hands it one call after another. That works the same with threads and under gevent. A call
that takes too long or too much memory costs its process and nobody else anything.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from threading import Condition, Thread
from types import TracebackType
from typing import Any
from weakref import ref

from msgspec import Struct

from boomtown.workers.queue import FairQueue, Ticket
from boomtown.workers.worker import Busy, PoolClosed, TooLarge, TooSlow, Worker, WorkerDied

TRIES = 2
MOST_WAITING = 400
"""How many jobs of one owner may wait."""
MEGABYTES = 512
"""What a call may take on top of what its process has at the start."""
LEAST_PAUSE, MOST_PAUSE = 0.1, 10.0
"""Seconds before a process is started again after one that died; doubled each time."""
log = logging.getLogger(__name__)


class Numbers(Struct, frozen=True):
    """How a pool is doing."""

    processes: int
    waiting: int
    running: int
    done: int
    """Calls that gave a result."""
    failed: int
    """Calls that came to nothing, for whatever reason."""
    killed: int
    """Processes that were ended because a call took too long or too much."""
    died: int
    """Processes that ended by themselves."""


class _Job(Struct, eq=False):
    name: str
    args: tuple[Any, ...]
    seconds: float
    future: Future[Any]


class WorkerPool:
    """A few processes that work for the site."""

    def __init__(
        self,
        processes: int | None = None,
        *,
        name: str = "worker",
        warm_up: str = "",
        megabytes: int = MEGABYTES,
        most_waiting: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        count = processes or os.cpu_count() or 1
        self._queue: FairQueue[_Job] = FairQueue(count, most_waiting, clock)
        self._bell = Condition()
        self._closed = False
        self._idle = 0
        """How many workers have a process and nothing to do."""
        self._early = 0
        """How many processes are to be started before there is work for them."""
        self._done = self._failed = self._killed = self._died = 0
        self._workers = [Worker(warm_up, megabytes) for _ in range(count)]
        self._threads = [
            Thread(target=self._serve, args=(worker,), name=f"{name}-{number}", daemon=True)
            for number, worker in enumerate(self._workers)
        ]
        for thread in self._threads:
            thread.start()

    def start_early(self) -> None:
        """Starts the processes before there is work, while nobody waits for it."""
        with self._bell:
            self._early = sum(worker.pid is None for worker in self._workers)
            self._bell.notify_all()

    def submit(
        self, name: str, *args: Any, seconds: float, game: str = "", owner: str = ""
    ) -> Future[Any]:
        """Calls ``module:function`` with plain data in a worker; the future holds its result.

        A ``WorkFailed`` says why there is none; ``QueueFull`` is raised here and at once. Whoever
        cancels the future leaves the queue.
        """
        job = _Job(name, args, seconds, Future())
        with self._bell:
            closed = self._closed
            if not closed:
                ticket = self._queue.put(game, owner, job)
                self._bell.notify()
        if closed:
            job.future.set_exception(PoolClosed(name))
        else:
            place = ref(ticket)  # a ring would keep what is done until all garbage is looked for
            job.future.add_done_callback(lambda _: self._leave(place()))
        return job.future

    def run(
        self,
        name: str,
        *args: Any,
        seconds: float,
        patience: float,
        game: str = "",
        owner: str = "",
    ) -> Any:
        """The same for somebody who waits, but not for ever: then it is ``Busy``."""
        future = self.submit(name, *args, seconds=seconds, game=game, owner=owner)
        try:
            return future.result(timeout=patience)
        except TimeoutError:
            future.cancel()
            raise Busy(f"{name}: no result in {patience:g} s") from None

    def numbers(self) -> Numbers:
        """How the pool is doing."""
        with self._bell:
            return Numbers(
                len(self._workers),
                self._queue.waiting,
                self._queue.running,
                self._done,
                self._failed,
                self._killed,
                self._died,
            )

    def pids(self) -> list[int]:
        """The processes that there are now."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    def close(self) -> None:
        """Ends the processes, whatever they are doing."""
        with self._bell:
            self._closed = True
            self._bell.notify_all()
            left = self._queue.clear()
        for thread in self._threads:
            while thread.is_alive():
                for worker in self._workers:
                    worker.interrupt()
                thread.join(0.1)
        for ticket in left:
            if ticket.job.future.set_running_or_notify_cancel():
                ticket.job.future.set_exception(PoolClosed(ticket.job.name))

    def _leave(self, ticket: Ticket[_Job] | None) -> None:
        with self._bell:
            if ticket is not None and self._queue.leave(ticket):
                self._bell.notify_all()  # somebody else may be next now

    # --- one worker -----------------------------------------------------------------------------

    def _serve(self, worker: Worker) -> None:
        pause = 0.0
        while (ticket := self._wait_for_work(worker, pause)) is not None:
            died = self._do(worker, ticket)
            del ticket  # while it waits for another one, nothing of this one stays
            pause = min(max(LEAST_PAUSE, 2 * pause), MOST_PAUSE) if died else 0.0
        worker.end()

    def _do(self, worker: Worker, ticket: Ticket[_Job]) -> bool:
        """Does a job and tells whoever waits for it; whether its process died of it."""
        job, result, error = ticket.job, None, None
        wanted = job.future.set_running_or_notify_cancel()
        if wanted:
            try:
                result = self._work(worker, job)
            except Exception as failure:  # whoever waits for the result is told
                error = failure
        with self._bell:
            self._queue.done(ticket)
            self._done += wanted and error is None
            self._failed += error is not None
            self._bell.notify_all()  # another game may begin now
        if error is not None:
            job.future.set_exception(error)
        elif wanted:
            job.future.set_result(result)
        return isinstance(error, WorkerDied)

    def _wait_for_work(self, worker: Worker, pause: float) -> Ticket[_Job] | None:
        """The next job; None when the pool closes.

        Processes are started when there is work for them and no other one is free: their start
        takes longer than most calls. Or before, if somebody says so.
        """
        while True:
            with self._bell:
                while not self._closed:
                    if self._early and worker.pid is None:
                        self._early -= 1
                        break
                    if self._queue.waiting:
                        if worker.pid is not None:
                            ticket = self._queue.take()
                            if ticket is not None:
                                return ticket
                        elif not self._idle:
                            break
                        else:
                            self._bell.notify()  # one that has its process already
                    self._wait(worker)
                else:
                    return None
            self._start(worker, pause)
            if worker.pid is None:  # the job that it cannot do says what is wrong
                with self._bell:
                    ticket = None if self._closed else self._queue.take()
                    if ticket is not None or self._closed:
                        return ticket

    def _wait(self, worker: Worker) -> None:
        ready = worker.pid is not None
        self._idle += ready
        self._bell.wait()
        self._idle -= ready

    def _start(self, worker: Worker, pause: float) -> None:
        """Starts a process, after a pause that grows as long as they die."""
        until = time.monotonic() + pause
        with self._bell:
            while not self._closed and (left := until - time.monotonic()) > 0:
                self._bell.wait(left)
            if self._closed:
                return
        with suppress(WorkerDied):
            worker.start()

    def _work(self, worker: Worker, job: _Job) -> Any:
        for attempt in range(TRIES):
            try:
                return worker.do(job.name, job.args, job.seconds)
            except (TooSlow, TooLarge) as error:
                self._killed += 1
                log.warning("%s", error)
                raise
            except WorkerDied as error:
                if self._closed:
                    raise PoolClosed(job.name) from error
                self._died += 1
                log.warning("%s", error)
                if attempt == TRIES - 1:
                    raise
        raise AssertionError("the last try gives a result or an error")

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
