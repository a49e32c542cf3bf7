"""The site under load while somebody spends a whole budget on annoying it.

Run it with ``python -m benchmarks.siege``.
1,000 tables with 5 sockets each play at 200 moves/s, every table from a loopback address of its
own, with all limits on. The attacker has one address, and does at once whatever it may
(``benchmarks.enemy``). Three kinds of windows take turns: quiet ones, ones under attack, and
controls in which the same attacker besieges another server that nobody plays on, on the core of
the load generator: what the load generator loses to the attacker's own work shows there. Figures
of one run compare only with each other.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack, suppress
from ipaddress import IPv4Address
from multiprocessing import Process
from pathlib import Path
from statistics import median

from msgspec import Struct

from .enemy import attack
from .site.load import Figures, Load, Seat, Table
from .site.ours import BoomtownTarget, bearer
from .site.policy import GAME, OPTIONS, SEATS
from .site.serve import DRIVER_CORE, SERVER_CORE, Server, free_port
from .site.wire import HOST, WebSocket

FIRST_VISITOR = "127.10.0.1"
RATE = 200
WARM_UP = 2.0
WAITING = 0.2
"""Tables that wait for a match to end, as a share of those that play."""
MEMORY = "/dev/shm"
"""Where the other server writes: the disk is not to be what both wait for."""
QUIET, CONTROL, ATTACKED = "quiet", "control", "under attack"
BUCKET = re.compile(r'boomtown_answer_seconds_bucket\{[^}]*le="([^"]+)"[^}]*\} (\S+)')


class SpreadTarget(BoomtownTarget):
    """The site with limits; every table comes from an address of its own."""

    name = "boomtown with limits"

    def __init__(self, server: Server) -> None:
        super().__init__(server)
        self._visitors = 0
        self.matches: dict[str, str] = {}
        """By the code of the table."""

    def visitor(self) -> str:
        """The address of somebody new."""
        self._visitors += 1
        return str(IPv4Address(FIRST_VISITOR) + self._visitors)

    def table(self) -> Table:
        source = self.visitor()
        wanted = {"game": GAME, "seats": SEATS, "options": OPTIONS, "listed": True}
        made = self._server.post("/api/tables", wanted, None, source)
        table = Table(made["code"])
        path = f"/api/tables/{table.code}"
        people = [{"seat": seat, "name": f"Player {seat}"} for seat in range(SEATS)]
        keys = [
            self._server.post(f"{path}/seats", person, None, source)["token"] for person in people
        ]
        begun = self._server.post(f"{path}/start", {}, bearer(made["token"]), source)
        self.matches[table.code] = begun["match"]
        for number, key in enumerate(keys):
            opened = WebSocket(self._server.port, f"{path}/socket", bearer(key), source=source)
            table.seats.append(Seat(table, number, key, opened))
        return table


def limited_server(folder: Path, core: int = SERVER_CORE) -> Server:
    """The site as ``boomtown serve`` runs it, limits and all."""
    port = free_port()
    program = Path(sys.executable).parent / "boomtown"
    data = str(folder / "data")
    command = [str(program), "serve", "--bind", f"{HOST}:{port}", "--data", data]
    return Server(command, port, {}, folder, folder / "boomtown.log", core)


# --- quiet and under attack -----------------------------------------------------------------------


class Window(Struct):
    """What was seen in one window, from outside and by the server itself."""

    figures: Figures
    server_p50_ms: float
    server_p99_ms: float
    """To judge an answer, write it down and show it: the upper end of the histogram's range."""


class Siege:
    """A server with players, and another one that nobody plays on."""

    def __init__(self, server: Server, decoy: Server, load: Load, seconds: float) -> None:
        self._ports = {ATTACKED: server.port, CONTROL: decoy.port}
        self._server = server
        self._load = load
        self._seconds = seconds

    def window(self, kind: str, rate: float) -> Window:
        """Plays at a pace, with somebody who disturbs or without."""
        enemy = None
        if kind in self._ports:
            length = WARM_UP + self._seconds
            enemy = Process(target=attack, args=(self._ports[kind], length), daemon=True)
            enemy.start()
        before = self._answered()
        figures = self._load.pace(rate, WARM_UP, self._seconds)
        after = self._answered()
        if enemy is not None:
            enemy.join(self._seconds)
            enemy.kill()
        took = {upto: after[upto] - before[upto] for upto in after}
        return Window(figures, upper_end(took, 0.5), upper_end(took, 0.99))

    def _answered(self) -> dict[float, float]:
        """How many answers took no longer than so many milliseconds."""
        text = self._server.request("GET", "/metrics", None, {})[1]
        return {float(upto) * 1000: float(times) for upto, times in BUCKET.findall(text)}


def upper_end(took: dict[float, float], share: float) -> float:
    """The range of a histogram in which a share of all is reached, by its upper end."""
    every = max(took.values())
    return min(upto for upto, times in took.items() if times >= share * every)


def go_first() -> None:
    """The load generator is not to wait for the attacker's own work, if the machine lets it.

    Otherwise a part of what it measures is the core that they share; the control shows how much.
    """
    first = os.sched_param(1)
    with suppress(PermissionError):  # the servers and the attacker run as everybody else
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, first)


def main() -> None:
    """Prints what the others noticed."""
    parser = argparse.ArgumentParser(prog="siege", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--data", help="where the databases go: on a disk, not in memory")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {DRIVER_CORE})
    go_first()
    waiting = int(chosen.tables * WAITING)
    seen: dict[str, list[Window]] = defaultdict(list)
    with ExitStack() as stack:
        folders = [
            Path(stack.enter_context(tempfile.TemporaryDirectory(dir=place)))
            for place in (chosen.data, MEMORY if Path(MEMORY).is_dir() else None)
        ]
        server, decoy = limited_server(folders[0]), limited_server(folders[1], DRIVER_CORE)
        stack.callback(server.stop)
        stack.callback(decoy.stop)
        load = Load(SpreadTarget(server), chosen.tables, waiting)
        siege = Siege(server, decoy, load, chosen.seconds)
        for number in range(chosen.rounds):
            for kind in (QUIET, CONTROL, ATTACKED):
                window = siege.window(kind, chosen.rate)
                seen[kind].append(window)
                tell(f"round {number + 1}, {kind}", window.figures)
                print(
                    f"  an answer on the server: p50 under {window.server_p50_ms:g} ms, "
                    f"p99 under {window.server_p99_ms:g} ms; "
                    f"the driver's own lag {window.figures.lag_ms:.1f} ms",
                    flush=True,
                )
                load.refill(waiting)
        load.close()
    p99 = {kind: median(one.figures.p99_ms for one in windows) for kind, windows in seen.items()}
    ratio = p99[ATTACKED] / p99[QUIET]
    print(
        f"p99: {p99[QUIET]:.1f} ms quiet, {p99[CONTROL]:.1f} ms in the control, "
        f"{p99[ATTACKED]:.1f} ms under attack: {ratio:.2f} times as long as quiet"
    )
    sys.exit(0 if ratio < 2 else 1)


def tell(when: str, figures: Figures) -> None:
    """One line of figures."""
    print(
        f"{when}: {figures.moves_per_second:.0f} moves/s, p50 {figures.p50_ms:.1f} ms, "
        f"p99 {figures.p99_ms:.1f} ms; server {figures.server_busy:.2f}, "
        f"driver {figures.driver_busy:.2f} of a core",
        flush=True,
    )


if __name__ == "__main__":
    main()
