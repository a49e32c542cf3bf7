"""Work that can wait goes on one piece at a time, and only while nobody else has anything to do.

A web process does one thing at a time. Long pages, and whatever is done for an address that had
much already, would each take their turn between the others, and with twenty of them in a row
everybody waits for twenty pieces. Here they stand in one line: whoever is first goes on when the
event loop has nothing else to run, so that others wait for one piece at most.
"""

from __future__ import annotations

from collections import deque
from threading import Event

import gevent
from gevent import monkey

LONGEST = 0.05
"""Seconds. A process that is never idle lets one go on all the same, now and then."""


class Leisure:
    """One line of those who can wait: whoever has had a turn stands at its end again."""

    def __init__(self) -> None:
        self._line: deque[Event] = deque()

    def wait(self) -> None:
        """Returns when it is our turn and nobody else has anything to do."""
        me = Event()
        self._line.append(me)
        try:
            if self._line[0] is not me:
                me.wait()
            with gevent.Timeout(LONGEST, False):
                gevent.idle()
        finally:
            self._line.remove(me)
            if self._line:
                self._line[0].set()


_leisure = Leisure()


def rest() -> None:
    """Lets everybody else go first. Without gevent there is nobody else."""
    if monkey.is_module_patched("time"):
        _leisure.wait()
