"""Two workers of Dask, one of them killed in mid-run: nothing is lost, nothing counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from boomtown.lab import cluster
from boomtown.lab.cluster import ClusterFailed, spread_over
from boomtown.lab.simulate import simulate
from boomtown.lab.studies.running import play_part, run
from boomtown.lab.studies.study import make_study, what_if
from boomtown.plugins import find_game
from sites import eventually

BANG = find_game("bang_dice")


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self._stack = ExitStack()
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        eventually(lambda: self._file.is_file() and bool(self._file.read_text()))
        self.address: str = json.loads(self._file.read_text())["address"]
        self.workers = [self.worker() for _ in range(2)]

    def worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--nthreads", "1", "--no-nanny")

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
        process = subprocess.Popen(
            [*command, "--scheduler-file", str(self._file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def close(self) -> None:
        self._stack.close()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("dask"))
    yield made
    made.close()


def test_the_result_is_that_of_one_machine_although_a_worker_is_killed(dask: Cluster) -> None:
    study = make_study(BANG, seats=4, bots=["random"], matches=20, seed="cluster", skill=True)
    studies = [study, what_if(study, options={"arrows": 5})]
    here = run(studies, processes=1)
    done: list[int] = []

    def kill_one(number: int) -> None:
        done.append(number)
        if len(done) == 3:
            os.kill(dask.workers[0].pid, signal.SIGKILL)

    there = run(studies, scheduler=dask.address, progress=kill_one)
    assert dask.workers[0].wait() == -signal.SIGKILL
    assert sum(done) == sum(one.total for one in studies)
    assert there.digest == here.digest
    assert there == here
    dask.workers[0] = dask.worker()


def test_simulations_can_be_sent_there_too(dask: Cluster) -> None:
    here = simulate(BANG, 4, 30, "far", processes=1)
    there = simulate(BANG, 4, 30, "far", scheduler=dask.address)
    assert (there.winners, there.length) == (here.winners, here.length)


def test_a_worker_with_other_sources_is_refused(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "sources", lambda: "something else")
    study = make_study(BANG, seats=4, bots=["random"], matches=2, seed="other")
    with pytest.raises(ClusterFailed, match="install the same"):
        list(spread_over(dask.address, play_part, [(study, 0, 1)]))


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    with pytest.raises(ClusterFailed, match=r"no scheduler answers at tcp://127\.0\.0\.1:9"):
        list(spread_over("tcp://127.0.0.1:9", play_part, [()]))
