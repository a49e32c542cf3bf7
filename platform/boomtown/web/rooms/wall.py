"""The wall between games and the site: a game's code runs under a budget of time and memory.

A native thread looks at whoever runs a game's code. Past the budget it raises an exception in
that thread, which ends any loop of Python. What cannot be ended so, such as one endless call into
C, is noted on disk before the process is killed, so that nobody tries the same match again.

Only pure code may run behind the wall. Whatever waits lets another greenlet run in the same
thread, and the exception would hit that one.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from gevent import monkey

from boomtown.core.errors import BoomtownError, GameFault
from boomtown.store.parked import Cause
from boomtown.web.rooms.notes import Note

LOOK_SECONDS = 0.1
DEADLY_SECONDS = 3.0
"""How long after the budget a call may go on that does not listen, before its process ends."""
AGAIN_SECONDS = 1.0
"""When a call that has swallowed the exception is sent another one."""
PATIENCE = 10
"""A second of the processor may take so many seconds on the wall's clock."""
OLDEST = 2
"""The generation of objects whose garbage takes long to collect."""
LARGEST_GROWTH = 512 << 20
"""Bytes by which the process may grow during one call."""
log = logging.getLogger(__name__)

T = TypeVar("T")
_ident: Callable[[], int] = monkey.get_original("_thread", "get_ident")
_start_thread = monkey.get_original("_thread", "start_new_thread")
_Lock = monkey.get_original("threading", "Lock")
_sleep: Callable[[float], None] = monkey.get_original("time", "sleep")
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Interrupted(BaseException):
    """Raised in the middle of a game's code that is past its budget. No game catches it."""


class GameBroke(GameFault):
    """A game's code failed behind the wall; ``cause`` says how."""

    def __init__(self, cause: Cause, problem: str) -> None:
        super().__init__(problem)
        self.cause = cause


class _Watch:
    """What one thread is running."""

    __slots__ = (
        *("begun", "clock", "cpu", "excused", "fired", "lock", "match", "rss", "runs", "since"),
        "why",
    )

    def __init__(self, ident: int) -> None:
        self.clock = time.pthread_getcpuclockid(ident)
        self.lock = _Lock()
        self.runs = False
        self.excused = 0
        """How many things it does, one within the other, that are not the game's work."""
        self.match = ""
        self.begun = self.cpu = self.since = 0.0
        """``since`` is when, in its processor time, the first of these began."""
        self.rss = 0
        self.fired = 0
        """How often an exception was sent."""
        self.why = Cause.SLOW

    def excuse(self) -> None:
        """What it does from now on is not the game's work."""
        if not self.excused:
            self.since = time.thread_time()
        self.excused += 1

    def count(self) -> None:
        """It is again."""
        self.excused -= 1
        if not self.excused:
            self.cpu += time.thread_time() - self.since


class Wall:
    """Watches over the games' code of this process."""

    def __init__(self, seconds: float, notes: Path | None = None, *, deadly: bool = False) -> None:
        self.seconds = seconds
        """The budget of one call, in seconds of the processor."""
        self._watches: dict[int, _Watch] = {}
        self._deadly = deadly
        self._looking: int | None = None
        """The process whose thread looks; threads do not survive a fork."""
        self._note = None if notes is None else Note(notes)

    def run(self, match: str, work: Callable[[], T]) -> T:
        """Runs code of a game. Whatever it raises that is not ours is ``GameBroke``."""
        if self._looking != os.getpid():
            self._start()
        ident = _ident()
        watch = self._watches.get(ident)
        if watch is None:
            watch = self._watches[ident] = _Watch(ident)
        if watch.runs:  # within a call that is watched already
            return work()
        try:
            try:
                self._enter(watch, match)
                return work()
            finally:
                self._leave(watch)
        except Interrupted as error:
            self._leave(watch)  # it may have come in the middle of leaving
            raise GameBroke(watch.why, self._told(watch.why, error)) from None
        except MemoryError as error:
            raise GameBroke(Cause.LARGE, f"out of memory at {_place(error)}") from None
        except BoomtownError:
            raise
        except Exception as error:
            problem = f"{type(error).__name__}: {error} at {_place(error)}"
            raise GameBroke(Cause.FAULT, problem) from error

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """Around what is not the game's work, although it is done on the way: it ends by itself."""
        watch = self._watches.get(_ident())
        if watch is None or not watch.runs:
            yield
            return
        watch.excuse()
        try:
            yield
        finally:
            watch.count()

    def close(self) -> None:
        """Nobody is watched any longer."""
        self._looking = None
        if self._collecting in gc.callbacks:
            gc.callbacks.remove(self._collecting)
        if self._note is not None:
            self._note.close()

    def _start(self) -> None:
        self._looking = os.getpid()
        self._watches.clear()
        if self._collecting not in gc.callbacks:
            gc.callbacks.append(self._collecting)
        _start_thread(self._look_for_ever, ())

    def _enter(self, watch: _Watch, match: str) -> None:
        watch.match, watch.fired, watch.rss, watch.excused = match, 0, 0, 0
        watch.cpu, watch.begun = time.thread_time(), time.monotonic()
        if self._note is not None:
            self._note.write(match)
        watch.runs = True

    def _leave(self, watch: _Watch) -> None:
        """Nothing is sent any longer, and what is still on its way is called back."""
        watch.runs = False
        with watch.lock:
            if watch.fired:
                _raise_in(ctypes.c_ulong(_ident()), None)
        if self._note is not None:
            self._note.write("")

    def _collecting(self, phase: str, info: dict[str, int]) -> None:
        """Garbage of the whole process is nobody's work, whoever is about when it is collected.

        And an exception that is raised here would be lost: Python only prints it.
        """
        if info["generation"] < OLDEST:
            return
        watch = self._watches.get(_ident())
        if watch is None or not watch.runs:
            return
        if phase == "start":
            watch.excuse()
        elif watch.excused:
            watch.count()

    def _told(self, why: Cause, error: BaseException) -> str:
        most = f"{LARGEST_GROWTH >> 20} MB" if why is Cause.LARGE else f"{self.seconds:g} s"
        return f"it took more than {most} at {_place(error)}"

    # --- from the thread that looks ---------------------------------------------------------------

    def _look_for_ever(self) -> None:
        here = os.getpid()
        while self._looking == here:
            _sleep(LOOK_SECONDS)
            for ident, watch in list(self._watches.items()):
                if watch.runs:
                    self._look(ident, watch)

    def _look(self, ident: int, watch: _Watch) -> None:
        try:
            since = watch.cpu
            spent = time.clock_gettime(watch.clock) - since
        except OSError:  # the thread has ended
            self._watches.pop(ident, None)
            return
        grown = _rss() - watch.rss if watch.rss else 0
        watch.rss = watch.rss or _rss()
        if watch.excused or watch.cpu != since:
            return  # it is not the game's work, or just was not: that is still in what was spent
        spent = max(spent, (time.monotonic() - watch.begun) / PATIENCE)
        if grown > LARGEST_GROWTH:
            watch.why = Cause.LARGE
        elif spent > self.seconds + watch.fired * AGAIN_SECONDS:
            watch.why = Cause.SLOW
        else:
            return
        if self._deadly and spent > self.seconds + DEADLY_SECONDS:
            self._end_process(watch.match)
        with watch.lock:
            if watch.runs:
                watch.fired += 1
                _raise_in(ctypes.c_ulong(ident), ctypes.py_object(Interrupted))

    def _end_process(self, match: str) -> None:
        """The last resort: another process starts, and does not try this match again."""
        log.critical("the code of match %s cannot be interrupted; this process ends", match)
        if self._note is not None:
            self._note.mark_overdue()
        os.kill(os.getpid(), signal.SIGKILL)


def _place(error: BaseException) -> str:
    """The innermost place of an exception, for the author of the game."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "an unknown place"


def _rss() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * _PAGE
