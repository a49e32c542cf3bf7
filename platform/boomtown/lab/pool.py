"""Processes that play matches, warm from their first moment."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from boomtown.plugins import installed_games

CHUNKS_A_PROCESS = 24
"""So many that all processes end at about the same time."""
TASKS = Path("/proc/self/task")
ENDING = 0.1
"""Seconds that the system may still count a thread which has ended."""


def pool_of(processes: int) -> ProcessPoolExecutor:
    """Worker processes that have everything loaded which this one has.

    A process with one thread is forked as it is. From one with several nobody forks safely, so a
    fork server is started, once, which loads the games and is forked from then on.
    """
    if _alone():
        return ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("fork"))
    server = multiprocessing.get_context("forkserver")
    games = [game.package for game in installed_games()]
    server.set_forkserver_preload([*games, "boomtown.lab.simulate", "boomtown.lab.facets"])
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


def processes_for(matches: int, wanted: int | None) -> int:
    """How many processes so many matches are worth: all cores, if nobody wants less."""
    return min(wanted or os.cpu_count() or 1, matches)


def chunks_of(matches: int, processes: int) -> Iterator[tuple[int, int]]:
    """The matches in parts, each with its first number and how many it has."""
    size = max(1, -(-matches // (processes * CHUNKS_A_PROCESS)))
    for first in range(0, matches, size):
        yield first, min(size, matches - first)
