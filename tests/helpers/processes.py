"""Several processes share the tests: collected once, forked, handed out one after another.

The processes are copies of the one that has collected the tests: nothing is imported, compiled or
prepared twice, and of each test only its reports come back.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any

import pytest
from _pytest.runner import pytest_sessionfinish as tear_down

Unit = list[int]
"""Places of tests that one process takes after each other, because they share something costly."""


class Processes:
    """Hands out the tests to some processes, in the order in which they are collected."""

    def __init__(self, number: int, group_of: Callable[[str], str]) -> None:
        self.number = number
        self.group_of = group_of

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly:
            return None  # as pytest itself does it
        assert threading.active_count() == 1, threading.enumerate()  # threads are not forked
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        units = self._units(session.items)
        workers = [Worker(session) for _ in range(min(self.number, len(units)))]
        try:
            self._hand_out(session, workers, units)
        finally:
            for worker in workers:
                worker.pipe.close()
            for worker in workers:
                worker.process.join()
        broken = [worker.process.exitcode for worker in workers if worker.process.exitcode]
        assert not broken, f"processes of the tests ended with {broken}"
        return True

    def _units(self, items: Sequence[pytest.Item]) -> deque[Unit]:
        groups: dict[str, Unit] = {}
        for place, item in enumerate(items):
            groups.setdefault(self.group_of(item.nodeid), []).append(place)
        return deque(groups.values())

    def _hand_out(self, session: pytest.Session, workers: list[Worker], units: deque[Unit]) -> None:
        for worker in workers:
            worker.take(units)
        while busy := {worker.pipe: worker for worker in workers if worker.todo}:
            for pipe in wait(busy):
                assert isinstance(pipe, Connection)
                busy[pipe].hear()
                if session.shouldfail:
                    raise session.Failed(session.shouldfail)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
                if not busy[pipe].todo:
                    busy[pipe].take(units)


class Worker:
    """One of the processes, as the first one sees it."""

    def __init__(self, session: pytest.Session) -> None:
        self.session = session
        self.todo: deque[int] = deque()
        self.pipe, theirs = multiprocessing.Pipe()
        self.process = ForkProcess(target=_work, args=(session, theirs, self.pipe))
        self.process.start()
        theirs.close()

    def take(self, units: deque[Unit]) -> None:
        """The next tests; none are the end."""
        self.todo = deque(units.popleft() if units else [])
        self.pipe.send(list(self.todo))

    def hear(self) -> None:
        """Tells what came out of one test."""
        hook = self.session.config.hook
        item = self.session.items[self.todo.popleft()]
        try:
            reports = self.pipe.recv()
        except EOFError:
            self.process.join()
            code = self.process.exitcode
            raise RuntimeError(f"{item.nodeid} ended its process with {code}") from None
        for data in reports:
            hook.pytest_runtest_logreport(
                report=hook.pytest_report_from_serializable(config=self.session.config, data=data)
            )
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)


class Reports:
    """Keeps what came out of the test that runs, to be sent."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.kept: list[dict[str, Any]] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.kept.append(
            self.config.hook.pytest_report_to_serializable(config=self.config, report=report)
        )


def _work(session: pytest.Session, pipe: Connection, theirs: Connection) -> None:
    """What such a process does: it takes tests until there are no more, then it tears down."""
    theirs.close()
    config = session.config
    captures = config.pluginmanager.getplugin("capturemanager")
    captures.stop_global_capturing()  # into files that the other processes write to as well
    captures.start_global_capturing()
    captures.suspend_global_capture()
    config.pluginmanager.unregister(name="terminalreporter")
    reports = Reports(config)
    config.pluginmanager.register(reports)
    try:
        while unit := pipe.recv():
            for item, following in pairwise([*(session.items[place] for place in unit), session]):
                reports.kept = []  # what belongs to the whole session outlives the last one, too
                config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                pipe.send(reports.kept)
    except (EOFError, BrokenPipeError):
        pass  # nobody wants to know any more
    tear_down(session)
