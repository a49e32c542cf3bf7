"""Whose turn it is to write to the embedded database: one at a time, and answers go first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class Turns:
    """One holds it at a time. Where both kinds wait, they take turns, so that neither starves.

    However many others want to write, an answer waits for one of them at most.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._taken = False
        self._answers: deque[Lock] = deque()
        self._others: deque[Lock] = deque()
        self._answer_was_last = False

    @contextmanager
    def taken(self, *, answers: bool = False) -> Iterator[None]:
        """Waits for a turn and holds it; ``answers`` go before everything else."""
        queue = self._answers if answers else self._others
        with self._guard:
            mine = Lock() if self._taken else None
            self._taken = True
            if mine is not None:
                mine.acquire()  # whoever lets go opens it
                queue.append(mine)
        if mine is not None:
            self._wait(mine, queue)
        try:
            yield
        finally:
            self._pass_on()

    def _wait(self, mine: Lock, queue: deque[Lock]) -> None:
        try:
            mine.acquire()
        except BaseException:  # somebody was stopped while waiting: nobody waits for them
            with self._guard:
                waits = mine in queue
                if waits:
                    queue.remove(mine)
            if not waits:
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        with self._guard:
            first, second = self._answers, self._others
            if self._answer_was_last:
                first, second = second, first
            queue = first or second
            if queue:
                self._answer_was_last = queue is self._answers
                queue.popleft().release()
            else:
                self._taken = False
                self._answer_was_last = False
