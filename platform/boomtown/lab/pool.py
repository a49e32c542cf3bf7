"""Processes that play matches, warm from their first moment; here or on a cluster."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, TypeVar

from boomtown.plugins import installed_games

CHUNKS_A_PROCESS = 24
"""So many that all processes end at about the same time."""
MOST_WORKERS = 400
"""For so many a cluster gets parts; twice as many still have a dozen each."""
TASKS = Path("/proc/self/task")
ENDING = 0.1
"""Seconds that the system may still count a thread which has ended."""
R = TypeVar("R")


def spread(
    call: Callable[..., R],
    jobs: Sequence[tuple[Any, ...]],
    *,
    processes: int | None = None,
    scheduler: str = "",
) -> Iterator[tuple[int, R]]:
    """Calls a function for many jobs, and gives each result with its place as soon as it is there.

    The jobs are done in this process, in several, or by the workers of a scheduler of Dask. What
    comes of a job must depend on nothing else: then the results are the same everywhere.
    """
    if scheduler:
        from boomtown.lab.cluster import spread_over

        yield from spread_over(scheduler, call, jobs)
        return
    processes = processes_for(len(jobs), processes)
    if processes <= 1:
        for place, job in enumerate(jobs):
            yield place, call(*job)
        return
    with pool_of(processes) as pool:
        futures = {pool.submit(call, *job): place for place, job in enumerate(jobs)}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def pool_of(processes: int) -> ProcessPoolExecutor:
    """Worker processes that have everything loaded which this one has.

    A process with one thread is forked as it is. From one with several nobody forks safely, so a
    fork server is started, once, which loads the games and is forked from then on.
    """
    if _alone():
        return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("fork"))
    server = multiprocessing.get_context("forkserver")
    games = [game.package for game in installed_games()]
    server.set_forkserver_preload([*games, "boomtown.lab.simulate", "boomtown.lab.studies.running"])
    return ProcessPoolExecutor(processes, mp_context=server)


def _alone() -> bool:
    """Whether this process has one thread, counting those that libraries have started."""
    if threading.active_count() > 1 or not TASKS.is_dir():
        return False
    until = time.monotonic() + ENDING
    while len(list(TASKS.iterdir())) > 1:
        if time.monotonic() > until:
            return False
        time.sleep(ENDING / 20)
    return True


def processes_for(jobs: int, wanted: int | None) -> int:
    """How many processes so many jobs are worth: all cores, if nobody wants less."""
    return min(wanted or os.cpu_count() or 1, jobs)


def chunks_for(matches: int, processes: int | None, scheduler: str = "") -> list[tuple[int, int]]:
    """The matches in parts, so many as the processes here or the workers of a scheduler need."""
    workers = MOST_WORKERS if scheduler else processes_for(matches, processes)
    return list(chunks_of(matches, workers))


def chunks_of(matches: int, processes: int) -> Iterator[tuple[int, int]]:
    """The matches in parts, each with its first number and how many it has."""
    size = max(1, -(-matches // (processes * CHUNKS_A_PROCESS)))
    for first in range(0, matches, size):
        yield first, min(size, matches - first)
