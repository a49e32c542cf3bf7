"""Somebody at one address who spends a whole budget on annoying the site, in many ways at once.

Every way has a thread of its own and goes on as fast as it is let: whoever is refused waits a
moment and tries again, as a program would that does not care. The ways are those that once
stopped the site, or slowed it down: empty fragments, floods of frames, dear pages, replays and
proofs, tables full of bots, seats and chat, sockets that never read, standing orders of any name,
drafts, answers given and taken back, input that nobody can read.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.cookies import SimpleCookie
from itertools import count, cycle
from threading import Thread
from typing import Any
from urllib.parse import urlencode

from .site.load import Seat, Stuck, Table
from .site.ours import TOKEN, bearer
from .site.policy import GAME, OPTIONS
from .site.reading import told_to_program
from .site.wire import HOST, WebSocket, WireError

ATTACKER = "127.0.0.2"
NICE = 10
"""The load generator goes first on the core that they share."""
REFUSED_PAUSE = 0.1
SOON = 0.02
DEAF_SOCKETS = 110
IDLE_CONNECTIONS = 60
EMPTY_FRAGMENT = bytes((0, 0x80, 0, 0, 0, 0))
FIRST_FRAGMENT = bytes((1, 0x80, 0, 0, 0, 0))
DEAR = (
    "/plugins",
    "/rules/shadows_west",
    "/compare",
    "/rules/bang_dice",
    "/compare?show=differences",
    "/",
    "/search?q=arrow",
    "/api/tables?phase=playing",
    "/compare.csv",
    "/games/shadows_west",
    "/api/games/shadows_west/rules",
    "/credits",
)
BOT_TABLES = (("shadows_west", 2), ("shadows_west", 2), ("bang_dice", 4), ("cash_n_guns", 4))
UNREADABLE = (
    ("POST", "/api/tables", b'{"game": "\xff\xfe"}'),
    ("POST", "/api/tables", b"[" * 20_000),
    ("POST", "/api/tables", b'{"game": "no such game", "seats": 1e99}'),
    ("POST", "/tables", b"game=%00&seats=-1"),
    ("POST", "/verify", b"text=%7B%7D"),
    ("GET", "/t/%00/text", b""),
    ("GET", "/matches/../../etc/passwd", b""),
    ("GET", "/api/tables/no-such-table-1/view", b""),
)
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MATCH = re.compile(r"/matches/([\w-]+)")
QUIET = (OSError, WireError, http.client.HTTPException, KeyError, ValueError, IndexError, Stuck)
"""What a way may meet; it begins anew."""


class Line:
    """One connection that is kept, and made anew when it was closed."""

    def __init__(self, port: int, told: Counter[str]) -> None:
        self._port = port
        self._told = told
        self._connection: http.client.HTTPConnection | None = None
        self._cookies = SimpleCookie()

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, str]:
        """What the site says to a request; a refusal for being too quick is waited out a little."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                HOST, self._port, timeout=30, source_address=(ATTACKER, 0)
            )
        cookies = "; ".join(f"{name}={one.coded_value}" for name, one in self._cookies.items())
        sent = {"Cookie": cookies, **(headers or {})} if cookies else headers or {}
        try:
            self._connection.request(method, path, body, sent)
            response = self._connection.getresponse()
            text = response.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            self._connection.close()
            self._connection = None
            self._told["closed"] += 1
            time.sleep(REFUSED_PAUSE)
            raise
        self._told[str(response.status)] += 1
        for line in response.headers.get_all("Set-Cookie", []):
            self._cookies.load(line)
        if response.status in (429, 503):
            time.sleep(REFUSED_PAUSE)
        return response.status, text

    def get(self, path: str) -> str:
        """A page."""
        return self.ask("GET", path)[1]

    def post(self, path: str, wanted: object, token: str = "") -> Any:
        """What the API says."""
        headers = {"Content-Type": JSON, **(bearer(token) if token else {})}
        return json.loads(self.ask("POST", path, json.dumps(wanted).encode(), headers)[1])

    def fill_in(self, path: str, token: str, fields: dict[str, str]) -> int:
        """Sends a form; says with which status it was answered."""
        sent = urlencode({"csrf_token": token, **fields}).encode()
        return self.ask("POST", path, sent, {"Content-Type": FORM})[0]

    def form_token(self) -> str:
        """What every form must bring."""
        found = TOKEN.search(self.get("/me"))
        if found is None:
            raise ValueError("no form")
        return found[1]


class Enemy:
    """All ways at once."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.told: Counter[str] = Counter()
        """How the site has answered, by status."""
        self._table = ""
        self._token = ""
        self._deaf: list[socket.socket | WebSocket] = []

    def run(self, seconds: float) -> None:
        """Goes on for so long."""
        ways: tuple[Callable[[], Iterator[None]], ...] = (
            self._pages,
            self._pages,
            self._replays,
            self._proofs,
            self._bots,
            self._frames,
            self._fragments,
            self._take_back,
            self._chat,
            self._seats,
            self._forms,
            self._deaf_sockets,
            self._idle_connections,
            self._unreadable,
        )
        self._own_table()
        for way in ways:
            Thread(target=self._for_ever, args=(way,), daemon=True).start()
        time.sleep(seconds)

    def _for_ever(self, way: Callable[[], Iterator[None]]) -> None:
        while True:
            with suppress(*QUIET):
                for _ in way():
                    self.told[way.__name__] += 1
            time.sleep(REFUSED_PAUSE)

    def _line(self) -> Line:
        return Line(self._port, self.told)

    def _own_table(self) -> None:
        """A table with a match where every seat is the attacker's."""
        while not self._token:
            with suppress(*QUIET):
                self._table, self._token, _ = self._begun(self._line())

    def _begun(self, line: Line, seats: int = 3) -> tuple[str, str, list[str]]:
        wish = {"game": GAME, "seats": seats, "options": OPTIONS, "listed": True}
        made = line.post("/api/tables", wish)
        path = f"/api/tables/{made['code']}"
        keys = [line.post(f"{path}/seats", {"name": "Enemy"})["token"] for _ in range(seats)]
        line.post(f"{path}/start", {}, made["token"])
        return made["code"], keys[0], keys

    # --- pages ----------------------------------------------------------------------------------

    def _pages(self) -> Iterator[None]:
        """Pages that cost something."""
        line = self._line()
        for path in cycle(DEAR):
            line.get(path)
            yield

    def _replays(self) -> Iterator[None]:
        """Replays of matches that other people play just now, at all their moments."""
        line = self._line()
        for at in count():
            playing = json.loads(line.get("/api/tables?phase=playing"))["tables"]
            for table in playing:
                line.get(f"/matches/{table['match']}?moment={at % 40}")
                line.get(f"/t/{table['code']}/at/{at % 40}")
                line.get(f"/t/{table['code']}")
                yield

    def _proofs(self) -> Iterator[None]:
        """Proofs and files of matches that are over, and of a file that was sent."""
        line = self._line()
        while True:
            found = MATCH.findall(line.get("/"))
            playing = json.loads(line.get("/api/tables?phase=playing"))["tables"]
            for match in [*found, *(table["match"] for table in playing)]:
                line.get(f"/matches/{match}/verify")
                text = line.get(f"/matches/{match}/file")
                line.get(f"/api/matches/{match}/file")
                line.fill_in("/verify", line.form_token(), {"text": text})
                yield

    # --- tables ---------------------------------------------------------------------------------

    def _bots(self) -> Iterator[None]:
        """Tables with nobody but bots."""
        line = self._line()
        for game, seats in cycle(BOT_TABLES):
            made = line.post("/api/tables", {"game": game, "seats": seats, "listed": True})
            path = f"/api/tables/{made['code']}"
            for seat in range(seats):
                line.post(f"{path}/bots", {"seat": seat}, made["token"])
            line.post(f"{path}/start", {}, made["token"])
            yield

    def _seats(self) -> Iterator[None]:
        """New people at new tables."""
        line = self._line()
        while True:
            made = line.post("/api/tables", {"game": GAME, "seats": 8, "listed": True})
            for _ in range(8):
                line.post(f"/api/tables/{made['code']}/seats", {"name": "Enemy"})
                yield

    def _chat(self) -> Iterator[None]:
        """Talk without end."""
        line = self._line()
        while True:
            line.post(f"/api/tables/{self._table}/chat", {"text": "buy gold"}, self._token)
            yield

    def _forms(self) -> Iterator[None]:
        """Standing orders of any name, and drafts on a board, from a page's seat."""
        line = self._line()
        token = line.form_token()
        line.fill_in("/me", token, {"name": "Enemy"})
        token = line.form_token()
        line.fill_in("/games/shadows_west/play", token, {"seats": "2"})
        codes = re.findall(r"/t/([\w-]+)", line.get("/")) or [self._table]
        headers = {"Content-Type": JSON, "X-CSRFToken": token}
        draft = json.dumps({"path": [[at, at] for at in range(200)]}).encode()
        for at in count():
            path = f"/t/{codes[at % len(codes)]}"
            line.fill_in(f"{path}/standing", token, {"key": f"{at}" * 5000, "on": "true"})
            line.ask("POST", f"{path}/preview", draft, headers)
            yield

    # --- sockets --------------------------------------------------------------------------------

    def _socket(self, code: str = "", token: str = "") -> WebSocket:
        path = f"/api/tables/{code or self._table}/socket"
        return WebSocket(self._port, path, bearer(token or self._token), source=ATTACKER)

    def _frames(self) -> Iterator[None]:
        """A flood of orders."""
        flood = self._socket()
        try:
            for order in cycle((b'{"do":"again"}', b'{"do":"undo"}', b'{"do":"answer"}', b"{")):
                flood.send(order)
                yield
        finally:
            flood.close()

    def _fragments(self) -> Iterator[None]:
        """Fragments without anything in them."""
        flood = self._socket()
        try:
            with socket.socket(fileno=os.dup(flood.fileno())) as raw:
                raw.settimeout(2)
                raw.sendall(FIRST_FRAGMENT + EMPTY_FRAGMENT * 60_000)
                yield
        finally:
            flood.close()

    def _take_back(self) -> Iterator[None]:
        """Answers that are given and taken back, over sockets, as fast as they are taken."""
        code, _, keys = self._begun(self._line())
        table = Table(code)
        for number, key in enumerate(keys):
            table.seats.append(Seat(table, number, key, self._socket(code, key)))
        try:
            for at in count():
                for seat in table.seats:
                    with suppress(BlockingIOError):
                        for message in seat.socket.receive():
                            with suppress(Stuck):  # what was taken back is refused, too
                                now = told_to_program(seat, message)
                                if now is not None and now.answer is not None:
                                    seat.socket.send(now.answer)
                    if at % 3 == 0:
                        seat.socket.send(b'{"do":"undo"}')
                time.sleep(SOON)
                yield
        finally:
            for seat in table.seats:
                seat.socket.close()

    def _deaf_sockets(self) -> Iterator[None]:
        """Sockets at other people's tables that never read what they are told."""
        line = self._line()
        playing = json.loads(line.get("/api/tables?phase=playing"))["tables"]
        for table in cycle(playing):
            if len(self._deaf) >= DEAF_SOCKETS:
                self._deaf.pop(0).close()
            path = f"/t/{table['code']}/socket"
            self._deaf.append(WebSocket(self._port, path, self._origin(), source=ATTACKER))
            time.sleep(SOON)
            yield

    def _origin(self) -> dict[str, str]:
        return {"Origin": f"http://{HOST}:{self._port}"}

    def _idle_connections(self) -> Iterator[None]:
        """Connections on which nothing is asked, or only half of it."""
        opened: list[socket.socket] = []
        try:
            while True:
                one = socket.create_connection((HOST, self._port), 5, (ATTACKER, 0))
                one.sendall(b"POST /me HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n")
                opened.append(one)
                if len(opened) > IDLE_CONNECTIONS:
                    opened.pop(0).close()
                time.sleep(SOON)
                yield
        finally:
            for one in opened:
                one.close()

    # --- nonsense -------------------------------------------------------------------------------

    def _unreadable(self) -> Iterator[None]:
        """Input that nobody can read."""
        line = self._line()
        for method, path, body in cycle(UNREADABLE):
            line.ask(method, path, body or None, {"Content-Type": JSON})
            yield


def attack(port: int, seconds: float) -> None:
    """What the attacker's process does; at the end it says how it was answered."""
    os.nice(NICE)
    enemy = Enemy(port)
    enemy.run(seconds)
    answers = ", ".join(f"{what} {times}" for what, times in sorted(enemy.told.items()))
    print(f"  the attacker: {answers}; {time.process_time():.1f} s of a core", flush=True)
    os._exit(0)  # its threads never end
