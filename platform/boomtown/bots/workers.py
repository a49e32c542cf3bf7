"""Bots think in processes of their own, so that a slow thought never holds up a table.

A worker is a plain child process with a pipe (``boomtown.bots.worker``); each has a thread here
that hands it one job after another. That works the same with threads and under gevent, and a
worker that dies takes nobody with it: another one is started, and the thought thought again.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from types import TracebackType

import msgspec

from boomtown.bots.worker import Job, Reply, read_frame, write_frame
from boomtown.core.choice import Answer
from boomtown.core.errors import BoomtownError
from boomtown.core.seats import Seat

TRIES = 2


class BotFailed(BoomtownError):
    """A bot did not come up with an answer."""


def pool_of(processes: int | None = None) -> ProcessPoolExecutor:
    """Worker processes that start afresh and share nothing."""
    return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn"))


class BotWorkers:
    """A few processes that think for bots."""

    def __init__(self, processes: int | None = None) -> None:
        self._jobs: SimpleQueue[tuple[Job, Future[Answer]] | None] = SimpleQueue()
        self._threads = [
            Thread(target=self._serve, name=f"bots-{number}", daemon=True)
            for number in range(processes or os.cpu_count() or 1)
        ]
        self.running = 0
        """How many thoughts are under way."""
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a worker."""
        return self._jobs.qsize()

    def think(
        self, game_id: str, saved: bytes, seat: Seat, kind: str, seed: bytes
    ) -> Future[Answer]:
        """Hands a snapshot to a worker; the future holds the bot's answer."""
        future: Future[Answer] = Future()
        self._jobs.put((Job(game_id, saved, seat, kind, seed), future))
        return future

    def close(self) -> None:
        """Ends the processes."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        worker = _Worker()
        while (item := self._jobs.get()) is not None:
            job, future = item
            if not future.set_running_or_notify_cancel():
                continue
            self.running += 1
            try:
                future.set_result(worker.think(job))
            except Exception as error:  # whoever waits for the thought is told
                future.set_exception(error)
            finally:
                self.running -= 1
        worker.close()

    def __enter__(self) -> BotWorkers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Worker:
    """One child process, started when it is first needed and again when it died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def think(self, job: Job) -> Answer:
        for _ in range(TRIES):
            reply = self._ask(job)
            if reply is not None:
                if reply.error:
                    raise BotFailed(reply.error)
                return reply.answer
            self.close()
        raise BotFailed(f"the worker died {TRIES} times over {job.kind} of {job.game}")

    def _ask(self, job: Job) -> Reply | None:
        """The worker's reply; None if it died."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "from boomtown.bots.worker import main; main()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            write_frame(self._process.stdin, msgspec.msgpack.encode(job))
            frame = read_frame(self._process.stdout)
        except (BrokenPipeError, EOFError):
            return None
        return msgspec.msgpack.decode(frame, type=Reply)

    def close(self) -> None:
        if self._process is None:
            return
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # it is gone already
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()
        self._process = None
