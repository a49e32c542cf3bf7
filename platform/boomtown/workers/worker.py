"""One child process, seen from outside: started when it is needed, ended when it is late."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from signal import SIGPROF
from threading import Lock, Timer
from typing import Any

import msgspec

from boomtown.core.errors import BoomtownError
from boomtown.workers.child import Call, Reply, read_frame, write_frame

NICE = 10
"""The site itself goes first where there are too few cores: work is done in the time it leaves.
Also while a process starts: it reads all games then, which takes a second."""
START_SECONDS = 60.0
"""How long a process may take until it can work."""


class WorkFailed(BoomtownError):
    """A call came to nothing; the message says why."""


class TooSlow(WorkFailed):
    """A call took longer than it may."""


class Busy(WorkFailed):
    """No worker had time for a call as long as somebody waited for it."""


class TooLarge(WorkFailed):
    """A call wanted more memory than it may have."""


class WorkerDied(WorkFailed):
    """The process ended in the middle of a call, or could not be started."""


class PoolClosed(WorkFailed):
    """The site is closing: nobody is to blame."""


class _Clock:
    """Ends a process that is late, unless it is stopped before."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self.struck = False
        self._process = process
        self._stopped = False
        self._lock = Lock()
        self._timer = Timer(seconds, self._strike)
        self._timer.daemon = True
        self._timer.start()

    def _strike(self) -> None:
        with self._lock:
            if not self._stopped:
                self.struck = True
                self._process.kill()

    def stop(self) -> None:
        """From here on nobody is ended by this clock: the process may have other work."""
        with self._lock:
            self._stopped = True
        self._timer.cancel()
        del self._timer  # it knows this clock: a ring would stay until all garbage is looked for


class Worker:
    """A child process that does one call after another. One thread uses it."""

    def __init__(self, warm_up: str, megabytes: int) -> None:
        self._warm_up = warm_up
        self._megabytes = megabytes
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process; None if there is none."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        """Starts the process and waits until it can work."""
        command = "import sys; from boomtown.workers.child import main; "
        command += "main(sys.argv[1], int(sys.argv[2]))"
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-c", command, self._warm_up, str(self._megabytes)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            with suppress(ProcessLookupError):  # dead already: the exchange says so
                os.setpriority(os.PRIO_PROCESS, self._process.pid, os.nice(0) + NICE)
            self._exchange(self._process, None, START_SECONDS)
        except (OSError, TooSlow) as error:
            raise WorkerDied(f"the process did not start: {error}") from error

    def do(self, name: str, args: tuple[Any, ...], seconds: float) -> Any:
        """The result of a call; a ``WorkFailed`` that says why there is none."""
        if self._process is None:
            self.start()
        assert self._process is not None
        reply = self._exchange(self._process, Call(name, args, seconds), seconds)
        if reply.out_of_memory:
            self.end()  # what it has taken it may not give back
            raise TooLarge(f"{name}: {reply.error}")
        if reply.error:
            raise WorkFailed(reply.error)
        return reply.value

    def _exchange(
        self, process: subprocess.Popen[bytes], call: Call | None, seconds: float
    ) -> Reply:
        assert process.stdin is not None
        assert process.stdout is not None
        clock = _Clock(process, seconds)
        try:
            if call is not None:
                write_frame(process.stdin, msgspec.msgpack.encode(call))
            frame = read_frame(process.stdout)
        except (OSError, EOFError):  # it is gone, by itself or by somebody's hand
            code = self.end()
            what = "its start" if call is None else call.name
            if clock.struck or code == -SIGPROF:
                raise TooSlow(f"{what}: more than {seconds:g} s") from None
            raise WorkerDied(f"{what}: the process ended with {code}") from None
        finally:
            clock.stop()
        return msgspec.msgpack.decode(frame, type=Reply)

    def interrupt(self) -> None:
        """Ends the process from another thread: whoever waits for its result is told."""
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> int | None:
        """Ends the process, whatever it is doing, and says how it ended."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        code = process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not written any more is of no use
                if pipe is not None:
                    pipe.close()
        return code
