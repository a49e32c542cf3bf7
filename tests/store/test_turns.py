"""Who writes next: answers go first, and nobody is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import gevent
import pytest
from gevent.event import Event as Gate  # type: ignore[import-untyped]  # it has no types

from boomtown.store import turns
from boomtown.store.turns import Turns
from sites import eventually


class Queue:
    """Writers that come while another one writes, in threads, and the order of their turns."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.order: list[str] = []
        self._threads: list[Thread] = []

    def waiting(self) -> int:
        return len(self.turns._answers) + len(self.turns._others)

    def come(self, name: str, *, answers: bool = False) -> None:
        def write() -> None:
            with self.turns.taken(answers=answers):
                self.order.append(name)

        before = self.waiting()
        self._threads.append(Thread(target=write))
        self._threads[-1].start()
        eventually(lambda: self.waiting() == before + 1)

    @contextmanager
    def held(self) -> Iterator[None]:
        with self.turns.taken():
            yield
        for thread in self._threads:
            thread.join()


def test_an_answer_waits_for_one_other_writer_at_most() -> None:
    queue = Queue()
    with queue.held():
        for number in range(3):
            queue.come(f"chat {number}")
        queue.come("answer 0", answers=True)
        queue.come("answer 1", answers=True)
    assert queue.order == ["answer 0", "chat 0", "answer 1", "chat 1", "chat 2"]


def test_writers_of_one_kind_come_in_their_order() -> None:
    queue = Queue()
    with queue.held():
        for number in range(4):
            queue.come(f"chat {number}")
    assert queue.order == [f"chat {number}" for number in range(4)]


def test_whoever_is_stopped_while_waiting_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:

    class Interruptible:
        """A lock of greenlets: somebody who waits for it can be stopped."""

        def __init__(self) -> None:
            self._free = Gate()
            self._free.set()

        def acquire(self) -> None:
            self._free.wait()
            self._free.clear()

        def release(self) -> None:
            self._free.set()

        def __enter__(self) -> None:
            self.acquire()

        def __exit__(self, *_: object) -> None:
            self.release()

    monkeypatch.setattr(turns, "Lock", Interruptible)
    taken, done = Turns(), Event()

    def write() -> None:
        with taken.taken():
            done.set()

    with taken.taken():
        stopped = gevent.spawn(write)
        gevent.sleep(0)
        stopped.kill()
        assert not done.is_set()
    gevent.spawn(write).join()
    assert done.is_set()
