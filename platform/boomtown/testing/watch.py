"""Ends what a game never ends by itself, so that a check says where instead of standing still.

A thread looks now and then at the one that plays. If one and the same call of the game's own code
has been running all the time, for more seconds of the processor than any rule needs, an exception
is raised in it, which ends any loop of Python.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from types import FrameType
from typing import Any

from boomtown.core.game import Game

MOST_SECONDS = 20.0
"""Of the processor, for one call of a step, a choice or a bot."""
LOOK_SECONDS = 0.2
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc


class Endless(BaseException):
    """Raised in the middle of a game's code that does not come to an end. Nobody catches it but the
    suite."""

    def __str__(self) -> str:
        return f"this takes more than {MOST_SECONDS:g} s; does the loop end?"


class _Watch:
    """Looks at one thread."""

    def __init__(self, game: Game[Any, Any], thread: int) -> None:
        self._own = f"{files(game.package)}{os.sep}"
        self._thread = thread
        self._clock = time.pthread_getcpuclockid(thread)
        self._since: dict[FrameType, float] = {}
        """The calls of the game's code that run now, each with the thread's time when it was seen
        first."""

    def look(self) -> None:
        """Sends the exception if a call takes too long."""
        now, running = time.clock_gettime(self._clock), {}
        frame = sys._current_frames().get(self._thread)
        while frame is not None:
            if frame.f_code.co_filename.startswith(self._own):
                running[frame] = self._since.get(frame, now)
            frame = frame.f_back
        self._since = running
        if any(now - since > MOST_SECONDS for since in running.values()):
            self._since = {}  # a loop that swallows the exception gets another one in time
            _raise_in(ctypes.c_ulong(self._thread), ctypes.py_object(Endless))


@contextmanager
def watched(game: Game[Any, Any]) -> Iterator[None]:
    """Around what runs a game's code in this thread."""
    over, watch = threading.Event(), _Watch(game, threading.get_ident())

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            watch.look()

    looking = threading.Thread(target=look, name="watch", daemon=True)
    looking.start()
    try:
        yield
    finally:
        over.set()
        looking.join()
