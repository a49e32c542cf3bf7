"""Everything that can go wrong, each as one function: it does it, and undoes it."""

from __future__ import annotations

import os
import resource
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil

from boomtown.core import Chance
from chaos.proxy import Line
from chaos.towns import UNLIMITED, ServedTown, Server, Town

HOUR = 3_600_000
JUMPS = (-HOUR, -5_000, 2 * HOUR, 30 * HOUR)


class Scene:
    """Where faults happen."""

    def __init__(self, town: Town, lines: list[Line], chance: Chance) -> None:
        self.town = town
        self.lines = lines
        self.chance = chance

    def server(self) -> Server:
        """One of the servers."""
        return self.chance.pick(self.town.servers)

    def wait(self, least: int, most: int) -> float:
        """Lets so many milliseconds pass, or fewer; the seconds it was."""
        seconds = (least + self.chance.below(most - least + 1)) / 1000
        time.sleep(seconds)
        return seconds


Fault = Callable[[Scene], str]
"""Does it, undoes it, and says what it did."""


def kill(process: psutil.Process | None, what: str) -> str:
    """Ends a process at once."""
    if process is None:
        return f"no {what} to kill"
    with suppress(psutil.NoSuchProcess):
        process.kill()
    return f"SIGKILL {what} {process.pid}"


def worker_killed(scene: Scene) -> str:
    """The web worker is killed; its master starts another one."""
    return kill(scene.server().worker(), "web worker")


def server_killed(scene: Scene) -> str:
    """A whole server is killed, and started again."""
    server = scene.server()
    server.kill()
    down = scene.wait(0, 500)
    server.again()
    server.wait()
    return f"SIGKILL server on port {server.port}, down for {down:.1f} s"


def house_killed(scene: Scene) -> str:
    """The process that is the house is killed."""
    return kill(scene.town.house(), "house")


def thinker_killed(scene: Scene) -> str:
    """A process in which bots think is killed."""
    thinkers = [one for server in scene.town.servers for one in server.thinkers()]
    return kill(scene.chance.pick(thinkers) if thinkers else None, "bot worker")


def postgres_killed(scene: Scene) -> str:
    """PostgreSQL is killed, and started again."""
    town = scene.town
    assert isinstance(town, ServedTown)
    town.kill_postgres()
    down = scene.wait(0, 1500)
    town.start_postgres()
    return f"SIGKILL PostgreSQL, down for {down:.1f} s"


def stopped(scene: Scene) -> str:
    """A worker stands still for a while, and goes on."""
    worker = scene.server().worker()
    if worker is None:
        return "no web worker to stop"
    with suppress(ProcessLookupError):
        os.kill(worker.pid, signal.SIGSTOP)
    still = scene.wait(300, 3000)
    with suppress(ProcessLookupError):
        os.kill(worker.pid, signal.SIGCONT)
    return f"SIGSTOP web worker {worker.pid} for {still:.1f} s"


def disk_full(scene: Scene) -> str:
    """The system lets the worker's files grow no further; later it does again."""
    worker = scene.server().worker()
    if worker is None:
        return "no web worker to limit"
    files = list(Path(scene.town.folder).glob("boomtown.db*"))
    size = scene.chance.pick([4096, max((file.stat().st_size for file in files), default=4096)])
    with suppress(ProcessLookupError):
        resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (size, UNLIMITED))
    full = scene.wait(300, 2500)
    with suppress(ProcessLookupError):
        resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))
    return f"disk full at {size} bytes for {full:.1f} s"


def failing(operation: str) -> Fault:
    """One kind of operation of the database fails."""

    def fault(scene: Scene) -> str:
        every = 1 + scene.chance.below(3)
        scene.town.control.give(fail=operation, every=every)
        failed = scene.wait(300, 2000)
        scene.town.control.give(fail="")
        which = "every" if every == 1 else f"one in {every}"
        return f"{which} {operation} fails for {failed:.1f} s"

    return fault


def slow_disk(scene: Scene) -> str:
    """Commits take their time."""
    slow = 100 + scene.chance.below(500)
    scene.town.control.give(slow=slow)
    lasted = scene.wait(500, 2500)
    scene.town.control.give(slow=0)
    return f"commits take {slow} ms longer for {lasted:.1f} s"


def clock_jump(scene: Scene) -> str:
    """The wall clock of the machine jumps, and stays where it is."""
    shift = scene.chance.pick(JUMPS) + scene.chance.below(1000)
    scene.town.control.give(shift=shift)
    scene.wait(200, 1000)
    return f"the clock jumps to {shift / 1000:+.0f} s"


def lines_cut(scene: Scene) -> str:
    """Every connection is cut at once."""
    for line in scene.lines:
        line.cut()
    return "all connections cut"


def lines_held(scene: Scene) -> str:
    """Nothing gets through for a while; then everything at once."""
    for line in scene.lines:
        line.hold()
    held = scene.wait(300, 2500)
    for line in scene.lines:
        line.release()
    return f"all connections held for {held:.1f} s"


EVERYWHERE: dict[str, Fault] = {
    "worker": worker_killed,
    "server": server_killed,
    "house": house_killed,
    "bots": thinker_killed,
    "stop": stopped,
    "write": failing("write"),
    "commit": failing("commit"),
    "sync": failing("sync"),
    "slow": slow_disk,
    "clock": clock_jump,
    "cut": lines_cut,
    "hold": lines_held,
}
EMBEDDED = {**EVERYWHERE, "full": disk_full}
SERVED = {**EVERYWHERE, "postgres": postgres_killed}
