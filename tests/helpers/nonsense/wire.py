"""Bytes at the port of a real server that are no HTTP, or nearly, or no WebSocket.

Nothing of it may change a row, bring an answer of 500, or leave a traceback in what the server
says; and it goes on answering.
"""

from __future__ import annotations

import hashlib
import re
import socket
import sqlite3
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from boomtown.core import Chance
from boomtown.store.database import Database, sqlite_url
from boomtown.store.ratings import Ratings
from boomtown.web.sockets.frames import TEXT
from masked import sent
from nonsense.judge import End, Found
from nonsense.making import Nonsense, quoted
from nonsense.town import Copies
from sites import Server

PATIENCE = 20.0
FEW = {"BOOMTOWN_BOT_PROCESSES": "1", "BOOMTOWN_WORK_PROCESSES": "1"}
TOGETHER = 24
"""Connections at the same time."""
KEPT_BY_THE_HOUSE = {"heartbeat", "outages", "deals"}
"""Tables in which the house notes that it is there, and what it deals today, whatever is sent."""
NOT_OURS = {501, 505}
"""What HTTP itself says of a coding or a version that no server here speaks: a refusal."""
STATUS = re.compile(rb"^HTTP/1\.[01] (\d{3})", re.MULTILINE)
WRONG = re.compile(r'Traceback|"level":"(?:error|critical)"')
GREETINGS = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x11" * 80,
    b"SSH-2.0-OpenSSH_9.6\r\n",
    b"EHLO there\r\n",
    b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\n\r\n",
    b"\r\n\r\n\r\n",
    b"\0" * 64,
)
LINES = (
    *(b"GET", b"GET /", b"GET / HTTP", b"GET / HTTP/9.9", b"GET  /  HTTP/1.1", b"/ GET HTTP/1.1"),
    *(b"GET / HTTP/1.1 x", b"G\xffT / HTTP/1.1", b"GET /\x00 HTTP/1.1", b"GET http:// HTTP/1.1"),
    *(b"GET //[ HTTP/1.1", b"CONNECT a:b HTTP/1.1", b"GET /" + b"x" * 9000 + b" HTTP/1.1"),
    *(
        b"POST * HTTP/1.1",
        b"GET ?x HTTP/1.1",
        b"A" * 9000,
        b"GET /%zz%ff HTTP/1.0",
        b"get / http/1",
    ),
)
HEADS = (
    *(b"no colon here", b": empty", b"A b: c", b"A\x00: c", b"X: \x00", b" folded: x", b"X:\r\n y"),
    *(b"Content-Length: -1", b"Content-Length: 1e3", b"Content-Length: 99999999999999999999"),
    *(
        b"Content-Length: 3\r\nContent-Length: 4",
        b"Content-Length: 3\r\nTransfer-Encoding: chunked",
    ),
    *(b"Transfer-Encoding: nonsense", b"Transfer-Encoding: chunked, chunked", b"Content-Length: "),
    *(b"X: " + b"y" * 9000, b"\r\n".join([b"X-%d: 1" % number for number in range(120)])),
    *(b"Host: [", b"Host: a b", b"Host: \xff", b"Host: x\r\nHost: y", b"Expect: 200-maybe"),
)
CHUNKS = (
    *(
        b"zz\r\nabc\r\n0\r\n\r\n",
        b"-1\r\nabc\r\n",
        b"ffffffffffffffff\r\nabc",
        b"3\r\nabcdef\r\n0\r\n",
    ),
    *(
        b"3;" + b"x" * 9000 + b"\r\nabc\r\n0\r\n\r\n",
        b"3\r\nabc",
        b"\r\n\r\n",
        b"0x3\r\nabc\r\n0\r\n\r\n",
    ),
    *(b"3\nabc\n0\n\n", b"0\r\nX: \x00\r\n\r\n", b"3\r\nabc\r\n0\r\nno colon\r\n\r\n", b"1_0\r\n"),
)
KEYS = (
    *(b"", b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 12"),
    *(b"Sec-WebSocket-Key: \xff\r\nSec-WebSocket-Version: 13\r\nOrigin: http://evil",),
    *(b"Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\nOrigin: [",),
)
HANDSHAKE = b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
RIGHT = HANDSHAKE + b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"


class Wire:
    """Makes up what is sent."""

    def __init__(self, make: Nonsense, codes: list[str]) -> None:
        self._make = make
        self._codes = codes
        self._ways: list[tuple[str, Callable[[], bytes]]] = [
            ("request line", lambda: make.one(LINES) + b"\r\nHost: localhost\r\n\r\n"),
            ("request line", lambda: make.raw(60, 1) + b" HTTP/1.1\r\n\r\n"),
            ("header", self._header),
            ("header", self._header),
            ("chunks", self._chunked),
            ("body", self._short_body),
            ("address", self._address),
            ("bytes", lambda: make.raw(400, 1)),
            ("greeting of others", lambda: make.one(GREETINGS) + make.raw(20)),
            ("handshake", self._handshake),
            ("frames after a handshake", self._frames),
            ("frames after a handshake", self._frames),
            ("a second request", self._second),
        ]

    def one(self) -> tuple[str, bytes]:
        """One input, with its kind."""
        kind, way = self._make.one(self._ways)
        return kind, way()

    def _path(self) -> bytes:
        code = self._make.one(self._codes).encode()
        paths = (b"/", b"/me", b"/t/" + code, b"/api/tables", b"/readyz", b"/verify", b"/tables")
        return self._make.one(paths)

    def _header(self) -> bytes:
        method = self._make.one((b"GET ", b"POST "))
        head = self._make.one(HEADS)
        return method + self._path() + b" HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n\r\nabc"

    def _chunked(self) -> bytes:
        head = b"POST " + self._path() + b" HTTP/1.1\r\nHost: localhost\r\n"
        kind = self._make.one((b"application/json", b"application/x-www-form-urlencoded"))
        head += b"Content-Type: " + kind + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
        return head + self._make.one(CHUNKS)

    def _short_body(self) -> bytes:
        size = self._make.one((b"900", b"262145", b"2000000000"))
        head = b"POST " + self._path() + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + size
        return head + b"\r\nContent-Type: application/json\r\n\r\n" + self._make.raw(90)

    def _address(self) -> bytes:
        wrong = self._make.nasty()
        raw = wrong.encode("utf-8", "replace") if self._make.luck(2) else quoted(wrong).encode()
        return (
            b"GET /t/" + raw[:3000] + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )

    def _at_socket(self, head: bytes) -> bytes:
        base = self._make.one((b"/t/", b"/api/tables/")) + self._make.one(self._codes).encode()
        return b"GET " + base + b"/socket HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n"

    def _handshake(self) -> bytes:
        return self._at_socket(HANDSHAKE + self._make.one(KEYS) + b"\r\n") + self._make.raw(20)

    def _frames(self) -> bytes:
        frames = self._make.raw(60, 2)
        if self._make.luck(2):
            frames = sent(TEXT, self._make.broken(b'{"do": "watch"}')) + frames
        return self._at_socket(RIGHT) + frames

    def _second(self) -> bytes:
        first = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
        return first + self._make.one((self._header, self._chunked))()


def torment(copies: Copies, count: int, seed: object) -> Found:
    """Sends so many inputs to a server of its own."""
    data = copies.folder()
    told = data / "told.log"
    codes = [place.code for place in copies.facts.places]
    wire = Wire(Nonsense(Chance.seeded("wire", seed), codes), codes)
    found = Found()
    without_bots(data)
    rate_all(data)
    server = Server(data, told=str(told), BOOMTOWN_LOG="json,quiet", **FEW)
    try:
        before = all_rows(data)
        for start in range(0, count, TOGETHER):
            inputs = [wire.one() for _ in range(min(TOGETHER, count - start))]
            for (kind, sent_bytes), codes_back in zip(
                inputs, _talk(int(server.port), [one for _, one in inputs]), strict=True
            ):
                _judge(found, kind, sent_bytes, codes_back)
            with urllib.request.urlopen(server.url + "/healthz", timeout=PATIENCE) as reply:
                if reply.status != 200:
                    found.faults.append(f"after {inputs!r} it answers {reply.status}"[:1500])
        after = all_rows(data)
        for table in after.keys() | before.keys():
            if after.get(table) != before.get(table):
                found.changes.append(f"the wire, seed {seed}: rows of {table} have changed")
    finally:
        server.stop()
    lines = told.read_text(errors="replace").splitlines()
    found.errors += [f"the wire, seed {seed}: {line[:600]}" for line in lines if WRONG.search(line)]
    return found


def _judge(found: Found, kind: str, what: bytes, codes: list[int] | None) -> None:
    if codes is None:
        found.faults.append(f"wire, {kind} {what[:800]!r}: no end within {PATIENCE} s")
        codes = []
    ours = [code for code in codes if code >= 500 and code not in NOT_OURS]
    if ours:
        found.faults.append(f"wire, {kind} {what[:800]!r} -> {codes}")
    refused = not codes or codes[-1] >= 400
    name = f"wire, {kind}: {End.REFUSED if refused else End.IGNORED}"
    found.kinds[name] = found.kinds.get(name, 0) + 1
    found.doors["the port of a server"] = found.doors.get("the port of a server", 0) + 1


def _talk(port: int, inputs: list[bytes]) -> Iterator[list[int] | None]:
    """Sends inputs over connections of their own; the numbers that came back over each, or None."""
    lines: list[socket.socket] = []
    for one in inputs:
        line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        lines.append(line)
        try:
            line.sendall(one)
            line.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # it has closed the connection already
    for line in lines:
        with line:
            heard, until = b"", time.monotonic() + PATIENCE
            try:
                while part := line.recv(1 << 16):
                    heard += part
                    if time.monotonic() > until:
                        raise TimeoutError
            except TimeoutError:
                yield None
                continue
            except OSError:
                pass  # gone without a word
            yield [int(code) for code in STATUS.findall(heard)]


def without_bots(data: Path) -> None:
    """Closes the tables where bots play on by themselves: nothing is to change from now on."""
    with closing(sqlite3.connect(data / "boomtown.db")) as database, database:
        database.execute(
            "UPDATE tables SET phase = 'ended' WHERE phase = 'playing'"
            " AND code IN (SELECT table_code FROM seats WHERE bot IS NOT NULL)"
        )


def rate_all(data: Path) -> None:
    """Rates what has ended, which the house would do by itself."""
    database = Database(sqlite_url(data))
    while Ratings(database).rate_due():
        pass
    database.close()


def all_rows(data: Path) -> dict[str, str]:
    """By table, a hash of all rows that are not the house's own."""
    found: dict[str, str] = {}
    with closing(sqlite3.connect(data / "boomtown.db", timeout=PATIENCE)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            if name not in KEPT_BY_THE_HOUSE:
                rows = sorted(map(repr, database.execute(f'SELECT * FROM "{name}"')))
                found[name] = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    return found
