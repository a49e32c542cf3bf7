"""Worker processes of simulations are warm, whoever starts them, and count the same."""

import subprocess
import sys
import threading

import pytest
from msgspec.structs import replace

from boomtown.lab import pool
from boomtown.lab.pool import chunks_of, pool_of, processes_for
from boomtown.lab.simulate import Report, simulate
from boomtown_game_high_noon import GAME

LOADED = "('bang_dice' in __import__('sys').modules, __import__('os').getppid())"
"""Whether a process has the games from its first moment, and whose child it is."""
ALONE = f"""
import os
from boomtown.lab.pool import pool_of
from boomtown.plugins import installed_games

list(installed_games())
for _ in range(2):
    with pool_of(2) as workers:
        assert workers.submit(eval, {LOADED!r}).result() == (True, os.getpid())
"""


def test_a_process_with_one_thread_is_forked_as_it_is() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True, timeout=60)


def counted(processes: int) -> Report:
    return replace(simulate(GAME, 3, 40, "warm", processes=processes), seconds=0.0)


def test_a_process_with_several_threads_has_a_fork_server_that_is_warm() -> None:
    done = threading.Event()
    another = threading.Thread(target=done.wait)
    another.start()
    try:
        with pool_of(2) as workers:
            warm, _ = workers.submit(eval, LOADED).result(timeout=60)
        assert warm
        assert counted(2) == counted(1)
    finally:
        done.set()
        another.join()


def test_a_thread_of_a_library_counts_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(pool, "ENDING", 0.01)
    done = threading.Event()
    another = threading.Thread(target=done.wait)
    another.start()
    try:
        assert not pool._alone()
    finally:
        done.set()
        another.join()


@pytest.mark.parametrize(("matches", "processes"), [(1, 1), (2, 2), (1000, 3), (49, 2), (10, 4)])
def test_every_match_is_in_one_chunk(matches: int, processes: int) -> None:
    chunks = list(chunks_of(matches, processes))
    numbers = [number for first, count in chunks for number in range(first, first + count)]
    assert numbers == list(range(matches))
    assert len(chunks) >= processes


def test_there_are_no_more_processes_than_matches() -> None:
    assert processes_for(1, None) == 1
    assert processes_for(2, 8) == 2
    assert processes_for(8, 2) == 2
