"""The site under load while somebody spends a whole budget on annoying it.

Run it with ``python -m benchmarks.siege``.
1,000 tables with 5 sockets each play at 200 moves/s, every table from a loopback address of its
own, with all limits on. The attacker has the address 127.0.0.2 and does at once whatever it may:
floods of frames, of empty fragments, of requests for pages that are dear, tables full of bots,
chat, and sockets that never read. Quiet windows and windows under attack take turns; the load
generator and the attacker share the second core, so figures of one run compare only with each
other.
"""

from __future__ import annotations

import argparse
import socket
import sys
import tempfile
import time
from contextlib import suppress
from ipaddress import IPv4Address
from multiprocessing import Process
from pathlib import Path
from statistics import median

from .site.load import Figures, Load, Seat, Table
from .site.ours import BoomtownTarget, bearer
from .site.policy import GAME, OPTIONS, SEATS
from .site.serve import Server, free_port
from .site.wire import HOST, WebSocket, WireError

ATTACKER = "127.0.0.2"
FIRST_VISITOR = "127.10.0.1"
RATE = 200
WARM_UP = 2.0
WAITING = 0.2
"""Tables that wait for a match to end, as a share of those that play."""
EMPTY_FRAGMENT = bytes((0, 0x80, 0, 0, 0, 0))
FIRST_FRAGMENT = bytes((1, 0x80, 0, 0, 0, 0))
DEAR = ("/", "/rules/bang_dice", "/compare", "/verify", "/api/games", "/tables/new", "/me")


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


def limited_server(folder: Path) -> Server:
    """The site as ``boomtown serve`` runs it, limits and all."""
    port = free_port()
    program = Path(sys.executable).parent / "boomtown"
    data = str(folder / "data")
    command = [str(program), "serve", "--bind", f"{HOST}:{port}", "--data", data]
    return Server(command, port, {}, folder, folder / "boomtown.log")


# --- the attacker ---------------------------------------------------------------------------------


class Attacker:
    """Does whatever annoys, as fast as it is let."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._table = ""
        self._token = ""
        self._deaf: list[WebSocket] = []

    def run(self) -> None:
        """Goes on until it is ended."""
        ways = (self._tables, self._frames, self._fragments, self._pages, self._chat, self._silent)
        while True:
            for way in ways:
                with suppress(OSError, WireError, KeyError, ValueError):
                    way()

    def _ask(self, text: str) -> bytes:
        """One raw request."""
        with socket.create_connection((HOST, self._port), 5, (ATTACKER, 0)) as connection:
            connection.sendall(text.encode())
            return connection.recv(1 << 16)

    def _post(self, path: str, body: str) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
        key = f"Authorization: Bearer {self._token}\r\n" if self._token else ""
        return self._ask(f"{head}{key}Content-Length: {len(body)}\r\n\r\n{body}")

    def _tables(self) -> None:
        """A table full of bots, as often as it is let."""
        self._token = ""
        wish = f'{{"game": "{GAME}", "seats": 4, "listed": true}}'
        told = self._post("/api/tables", wish).decode(errors="replace")
        if '"code":"' in told and '"token":"' in told:
            self._table = told.split('"code":"', 1)[1].split('"', 1)[0]
            self._token = told.split('"token":"', 1)[1].split('"', 1)[0]
            for seat in range(4):
                self._post(f"/api/tables/{self._table}/bots", f'{{"seat": {seat}}}')
            self._post(f"/api/tables/{self._table}/start", "{}")

    def _socket(self) -> WebSocket:
        path = f"/api/tables/{self._table}/socket"
        return WebSocket(self._port, path, bearer(self._token), source=ATTACKER)

    def _frames(self) -> None:
        """A flood of orders."""
        flood = self._socket()
        try:
            for _ in range(2000):
                flood.send(b'{"do":"again"}')
        finally:
            flood.close()

    def _fragments(self) -> None:
        """Fragments without anything in them."""
        flood = self._socket()
        try:
            with socket.socket(fileno=socket.dup(flood.fileno())) as raw:
                raw.settimeout(2)
                raw.sendall(FIRST_FRAGMENT + EMPTY_FRAGMENT * 60_000)
        finally:
            flood.close()

    def _pages(self) -> None:
        """Pages that cost something."""
        for _ in range(20):
            for path in DEAR:
                self._ask(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\n\r\n")

    def _chat(self) -> None:
        """Talk without end."""
        for _ in range(50):
            self._post(f"/api/tables/{self._table}/chat", '{"text": "buy gold"}')

    def _silent(self) -> None:
        """Sockets that never read what they are told."""
        self._deaf = [*self._deaf[-200:], self._socket()]


def attack(port: int) -> None:
    """What the attacker's process does."""
    Attacker(port).run()


# --- quiet and under attack -----------------------------------------------------------------------


def main() -> None:
    """Prints what the others noticed."""
    parser = argparse.ArgumentParser(prog="siege", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = limited_server(Path(folder))
        try:
            load = Load(SpreadTarget(server), chosen.tables, int(chosen.tables * WAITING))
            quiet: list[Figures] = []
            noisy: list[Figures] = []
            for number in range(chosen.rounds):
                quiet.append(load.pace(chosen.rate, WARM_UP, chosen.seconds))
                enemy = Process(target=attack, args=(server.port,), daemon=True)
                enemy.start()
                noisy.append(load.pace(chosen.rate, WARM_UP, chosen.seconds))
                enemy.kill()
                enemy.join()
                tell(f"round {number + 1}, quiet", quiet[-1])
                tell(f"round {number + 1}, under attack", noisy[-1])
                time.sleep(1)
            load.close()
        finally:
            server.stop()
    one, two = (median(figures.p99_ms for figures in part) for part in (quiet, noisy))
    print(f"p99: {one:.1f} ms quiet, {two:.1f} ms under attack: {two / one:.2f} times as long")
    sys.exit(0 if two < 2 * one else 1)


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
