"""Worker processes: results, deadlines, memory, death, and who is next."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from concurrent.futures import wait
from functools import partial
from weakref import ref

import pytest

from boomtown.workers import (
    Busy,
    PoolClosed,
    TooLarge,
    TooSlow,
    WorkerDied,
    WorkerPool,
    WorkFailed,
)
from boomtown.workers.worker import NICE, _Clock
from sites import eventually

GEVENT = """
from gevent import monkey; monkey.patch_all()
import gevent, time
from boomtown.workers import TooSlow, WorkerPool
with WorkerPool(2) as pool:
    ticks = []
    def tick():
        while True:
            ticks.append(1)
            gevent.sleep(0.01)
    gevent.spawn(tick)
    slow = pool.submit("time:sleep", 60, seconds=0.5, game="slow")
    quick = [pool.submit("operator:add", 1, n, seconds=30, game="quick") for n in range(5)]
    assert [one.result(timeout=30) for one in quick] == [1, 2, 3, 4, 5]
    try:
        slow.result(timeout=30)
    except TooSlow:
        print("too slow", len(ticks) > 10, pool.numbers().killed)
"""


def test_a_call_gives_its_result_or_says_what_went_wrong() -> None:
    with WorkerPool(1) as pool:
        assert pool.run("operator:add", [1], [2], seconds=30, patience=30) == [1, 2]
        with pytest.raises(WorkFailed, match="ZeroDivisionError: "):
            pool.run("operator:floordiv", 1, 0, seconds=30, patience=30)
        assert pool.run("builtins:print", "noise", seconds=30, patience=30) is None
        assert pool.run("operator:add", 1, 2, seconds=30, patience=30) == 3
        niceness = pool.run("os:getpriority", os.PRIO_PROCESS, 0, seconds=30, patience=30)
        ours = os.getpriority(os.PRIO_PROCESS, 0)
        assert niceness == min(19, ours + NICE), "the site goes first where cores are few"
        numbers = pool.numbers()
    assert (numbers.done, numbers.failed, numbers.killed, numbers.died) == (4, 1, 0, 0)


def test_who_is_late_or_takes_too_much_is_ended_and_the_next_one_served() -> None:
    endless = ("re:match", "(a+)+$", 40 * "a" + "b")  # in C, so that no exception can stop it
    with WorkerPool(1, megabytes=64) as pool:
        with pytest.raises(TooSlow, match=r"re:match: more than 0\.2 s"):
            pool.run(*endless, seconds=0.2, patience=30)
        with pytest.raises(TooSlow, match="time:sleep"):
            pool.run("time:sleep", 60, seconds=0.1, patience=30)
        with pytest.raises(TooLarge, match="builtins:bytearray"):
            pool.run("builtins:bytearray", 2**30, seconds=30, patience=30)
        assert pool.run("operator:add", 1, 2, seconds=30, patience=30) == 3
        assert pool.numbers().killed == 3


def test_a_process_that_dies_is_started_again_and_nobody_else_is_harmed() -> None:
    with WorkerPool(2) as pool:
        deadly = pool.submit("os:abort", seconds=30, game="deadly")
        others = [pool.submit("operator:add", 1, n, seconds=30, game="other") for n in range(20)]
        wait(others, timeout=30)
        assert [one.result() for one in others] == list(range(1, 21))
        with pytest.raises(WorkerDied, match="ended with -6"):
            deadly.result(timeout=30)
        assert pool.numbers().died == 2, "it was tried twice"


def test_a_process_that_cannot_start_fails_its_job_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with WorkerPool(1) as pool:
        with monkeypatch.context() as broken:
            broken.setattr("sys.executable", "/nowhere/python")
            with pytest.raises(WorkerDied, match="did not start"):
                pool.run("operator:add", 1, 2, seconds=30, patience=30)
        assert pool.run("operator:add", 1, 2, seconds=30, patience=30) == 3


def test_processes_can_be_started_before_there_is_work(monkeypatch: pytest.MonkeyPatch) -> None:
    with WorkerPool(2) as pool:
        with monkeypatch.context() as broken:
            broken.setattr("sys.executable", "/nowhere/python")
            pool.start_early()
            with pytest.raises(WorkerDied, match="did not start"):
                pool.run("operator:add", 1, 2, seconds=30, patience=30)
        pool.start_early()
        eventually(lambda: len(pool.pids()) == 2)
        before = pool.pids()
        assert pool.run("os:getpid", seconds=30, patience=30) in before
        assert pool.pids() == before


def test_who_does_not_wait_any_more_leaves_the_queue() -> None:
    with WorkerPool(1) as pool:
        first = pool.submit("time:sleep", 60, seconds=60)
        eventually(lambda: pool.numbers().running == 1)
        second = pool.submit("operator:add", 1, 2, seconds=30)
        assert pool.numbers().waiting == 1
        assert second.cancel()
        assert pool.numbers().waiting == 0
        with pytest.raises(Busy, match="no result in"):
            pool.run("operator:add", 1, 2, seconds=30, patience=0.01)
        assert pool.numbers().waiting == 0
        third = pool.submit("operator:add", 1, 2, seconds=30)
    for left in (first, third, pool.submit("operator:add", 1, 2, seconds=30)):
        with pytest.raises(PoolClosed):
            left.result(timeout=0)


class Thing:
    """Something that whoever waits for a job holds."""


def test_nothing_of_a_job_stays_when_it_is_done() -> None:
    """A worker that waits for its next job must not hold the table of the last one."""
    thing = Thing()
    gone = ref(thing)
    gc.collect()
    gc.disable()  # neither by hand nor in a ring
    try:
        with WorkerPool(1) as pool:
            job = pool.submit("operator:add", 1, 2, seconds=30)
            job.add_done_callback(partial(getattr, thing, "name"))
            assert job.result(timeout=30) == 3
            del job, thing
            eventually(lambda: gone() is None)
            eventually(lambda: not any(isinstance(one, _Clock) for one in gc.get_objects()))
    finally:
        gc.enable()


def test_a_sleeping_bot_does_not_delay_another_games_bot() -> None:
    with WorkerPool(2) as pool:
        slow = [pool.submit("time:sleep", 60, seconds=60, game="slow") for _ in range(5)]
        for number in range(20):
            quick = pool.submit("operator:add", 1, number, seconds=30, game="quick")
            assert quick.result(timeout=30) == number + 1
        assert not any(one.done() for one in slow)


def test_a_process_ends_with_the_site() -> None:
    with WorkerPool(1) as pool:
        pool.run("operator:add", 1, 2, seconds=30, patience=30)
        (pid,) = pool.pids()
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)


def test_it_works_the_same_under_gevent() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", GEVENT], capture_output=True, text=True, timeout=120, check=True
    )
    assert ran.stdout.split() == ["too", "slow", "True", "1"]
