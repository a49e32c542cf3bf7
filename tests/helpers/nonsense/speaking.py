"""Bad frames, over the sockets of pages and of programs.

The handshake goes through the whole application. What follows is handed over piece by piece, so
that each input can be judged when the next one is asked for.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from werkzeug.routing import Rule

from boomtown.core import Chance
from boomtown.core.record import plain
from boomtown.web.sockets.frames import BINARY, CLOSE, CONTINUATION, FINAL, MASKED, PING, PONG, TEXT
from masked import sent
from nonsense.asking import environment, run_wsgi
from nonsense.judge import Judge
from nonsense.making import FIELDS, Nonsense, dumped
from nonsense.recipes import Draft
from nonsense.town import Town

BUFFER = 1 << 22
TOLD = (b'{"type":"refused"', b'{"type":"invalid"')
REFUSED, TAKEN = 409, 200
AT_ONCE = 60
"""Inputs for one socket, unless one of them closes it before."""
CLOSERS = {"watching.live": 60, "api.live": 12}
"""Of so many inputs, one is a frame that closes the socket: a page's is dear to open."""
TRIES = 6
"""Sockets for the same inputs: what one did not hear because it was closed, the next may."""


class Spoken(Struct):
    """One input: a frame, or several that belong together."""

    kind: str
    pieces: list[bytes]
    certain: bool = True


class Line:
    """The server's end of a connection: reads from a script, writes to a real socket."""

    def __init__(self, script: Iterator[Spoken], judged: Callable[[Spoken, bytes], None]) -> None:
        self._here, self._there = socket.socketpair()
        self._here.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        self._there.setblocking(False)
        self._script = script
        self._judged = judged
        self._pieces: list[bytes] = []
        self._now: Spoken | None = None
        self.ended = False
        """Whether the script is over."""

    def recv(self, _size: int) -> bytes:
        """The next piece; before it, what came of the input before is judged."""
        if not self._pieces:
            self.judge()
            self._now = next(self._script, None)
            if self._now is None:
                self.ended = True
                return b""
            self._pieces = list(self._now.pieces)
        return self._pieces.pop(0)

    def judge(self) -> None:
        """Looks at what came back."""
        heard = b""
        try:
            while part := self._there.recv(BUFFER):
                heard += part
        except BlockingIOError:
            pass
        if self._now is not None:
            self._judged(self._now, heard)
        self._now, self._pieces = None, []

    def sendall(self, data: bytes) -> None:
        """Waits until all is sent."""
        self._here.sendall(data)

    def fileno(self) -> int:
        """What the server writes to."""
        return self._here.fileno()

    def settimeout(self, _seconds: float | None) -> None:
        """The script never lets anybody wait; writing must not either."""
        self._here.setblocking(False)

    def shutdown(self, _how: int) -> None:
        """Nothing more is read."""

    def close(self) -> None:
        """Both ends."""
        self._here.close()
        self._there.close()


class Speaking:
    """Sends bad frames to a town."""

    def __init__(self, town: Town, judge: Judge, seed: object) -> None:
        self._town = town
        self._judge = judge
        self._make = Nonsense(Chance.seeded("speaking", seed), town.known)
        rules = {rule.endpoint: rule for rule in town.app.url_map.iter_rules() if rule.websocket}
        self._rules: Sequence[Rule] = [rules["watching.live"], *[rules["api.live"]] * 3]
        self._door = ""

    def turn(self) -> None:
        """One socket, with everything that is said over it."""
        make, town = self._make, self._town
        rule, at = make.one(self._rules), make.size(len(town.rooms) - 1)
        asked = town.asked(town.rooms[at])
        if asked is None and not make.luck(3):  # where nobody is asked, all is refused alike
            return
        place = town.facts.places[at]
        seat = asked[0] if asked is not None and not make.luck(6) else make.size(1)
        draft = Draft(rule, place, "GET", {"code": place.code})
        first: list[Spoken] = []
        stranger = make.luck(8)
        if rule.endpoint == "watching.live":
            draft.cookie = "" if stranger else town.cookie(place.players[seat])
            if make.luck(5):
                draft.query = {make.one(("seating", "text", "log", "chat")): make.nasty()}
        elif make.luck(4):  # a program may say who it is when it is connected
            token = make.nasty() if stranger else place.tokens[seat]
            hello = [sent(TEXT, dumped({"do": "token", "token": token}))]
            first = [Spoken("hello", hello, certain=stranger)]
            if make.luck(6):
                first = [Spoken("hello", [sent(TEXT, make.broken(hello[0]))])]
        else:
            draft.token = "" if stranger else place.tokens[seat]
        self._door = f"{rule.rule} ({rule.endpoint})"
        self._serve(draft, iter([*first, *self._inputs(CLOSERS[rule.endpoint], asked)]))

    def _serve(self, draft: Draft, script: Iterator[Spoken]) -> None:
        for _ in range(TRIES):
            line = Line(script, self._judged)
            environ = environment(draft) | {
                "HTTP_CONNECTION": "Upgrade",
                "HTTP_UPGRADE": "websocket",
                "HTTP_SEC_WEBSOCKET_KEY": "dGhlIHNhbXBsZSBub25jZQ==",
                "HTTP_SEC_WEBSOCKET_VERSION": "13",
                "gunicorn.socket": line,
            }
            try:
                list(run_wsgi(self._town.app, environ, []))
            except RuntimeError as error:  # how a socket ends: a StopIteration
                if not isinstance(error.__cause__, StopIteration):
                    self._judge.crashed(error)
            except Exception as error:  # whatever it is, somebody would have seen it
                self._judge.crashed(error)
            finally:
                line.judge()
                line.close()
            if line.ended:
                return

    def _judged(self, spoken: Spoken, heard: bytes) -> None:
        refused = any(
            opcode == CLOSE or payload.startswith(TOLD) for opcode, payload in read_frames(heard)
        )
        code = REFUSED if refused else TAKEN
        certain, kind = spoken.certain, f"frames, {spoken.kind}"
        self._judge.judge(kind, self._door, (spoken, heard[:80]), code=code, certain=certain)

    # --- what is said -----------------------------------------------------------------------------

    def _inputs(self, closers: int, asked: Any) -> Iterator[Spoken]:
        for _ in range(AT_ONCE):
            yield self._closer() if self._make.luck(closers) else self._order(asked)

    def _order(self, asked: Any) -> Spoken:
        """A message that is read, and refused."""
        make = self._make
        _, number, answer = (0, 0, [0]) if asked is None else asked
        order: dict[str, Any] = {"do": "answer", "number": number, "answer": plain(answer)}
        match make.size(11):
            case 0 | 1 | 2 | 3:
                order["answer"], kind, certain = make.bent(order["answer"]), "answer", False
            case 4:
                order["number"], kind = make.one((-1, number + 1, 10**30, "0", 1.5, [])), "number"
                certain = True
            case 5:
                names = [make.one((f"a.{make.one('xyz')}", "a", *FIELDS[:3])) for _ in range(2)]
                order["fields"] = [[name, make.text()] for name in names]
                kind, certain = "fields", False
            case 6:
                order["fields"], kind, certain = make.value(), "fields", False
            case 7:
                order["do"], kind, certain = make.nasty(), "unknown order", True
            case 8:
                order = {"do": make.one(("undo", "say", "again")), "text": make.value()}
                kind, certain = "undo, say and again", False
            case 9:
                order = {make.one(FIELDS): make.value() for _ in range(make.size(4))}
                kind, certain = "no order", True
            case 10:
                whole = make.bent(order)
                return Spoken("order", [sent(TEXT, dumped(whole))], certain=False)
            case _:
                broken = make.broken(dumped(order)).decode("latin-1").encode()
                return Spoken("no JSON", in_pieces(make, broken))
        return Spoken(kind, in_pieces(make, dumped(order)), certain=certain)

    def _closer(self) -> Spoken:
        """A frame that no client may send, or that says goodbye."""
        make = self._make
        match make.size(10):
            case 0:
                return Spoken("bytes", [make.raw(40, 2)])
            case 1:
                opcode = make.one((3, 4, 5, 6, 7, 11, 12, 13, 14, 15))
                return Spoken("unknown opcode", [sent(opcode, make.raw(30))])
            case 2:
                bits = make.one((0x40, 0x20, 0x10, 0x70))
                return Spoken("reserved bits", [sent(TEXT | bits, b'{"do": "again"}')])
            case 3:
                return Spoken("no mask", [bytes((FINAL | TEXT, 2)) + b"{}"])
            case 4:
                size = make.one(((1 << 62), 1 << 31, 40_000)).to_bytes(8, "big")
                return Spoken("too big", [bytes((FINAL | TEXT, MASKED | 127)) + size + b"abcd"])
            case 5:
                return Spoken("no text", [sent(TEXT, b'{"do": "' + make.raw(9, 1) + b'\xff"}')])
            case 6:
                return Spoken("binary", [sent(BINARY, make.raw(60))])
            case 7:
                opcode = make.one((PING, PONG, CLOSE))
                wrong = sent(opcode, make.raw(200, 126)) if make.luck(2) else b""
                return Spoken("control frames", [wrong or sent(opcode, b"x", final=False)])
            case 8:
                pieces = [sent(TEXT, b"[", final=False)]
                pieces += [sent(CONTINUATION, b"", final=False)] * make.one((1, 70, 400))
                return Spoken("pieces", [b"".join(pieces) + sent(TEXT, b"]")])
            case 9:
                return Spoken("pieces", [sent(CONTINUATION, make.raw(20), final=make.luck(2))])
        code = make.one((0, 999, 1005, 1006, 1015, 5000, 65535)).to_bytes(2, "big")
        return Spoken("closing", [sent(CLOSE, code[: 1 + make.size(1)] + make.raw(20))])


def in_pieces(make: Nonsense, payload: bytes) -> list[bytes]:
    """A message in one frame or several, in one piece of the stream or several."""
    if not make.luck(6):
        return [sent(TEXT, payload)]
    at = make.size(len(payload))
    frames = sent(TEXT, payload[:at], final=False) + sent(CONTINUATION, payload[at:])
    cut = 1 + make.size(len(frames) - 2)
    return [frames[:cut], frames[cut:]] if make.luck(2) else [frames]


def read_frames(heard: bytes) -> Iterator[tuple[int, bytes]]:
    """The frames that a server has sent."""
    at = heard.find(b"\r\n\r\n") + 4 if heard.startswith(b"HTTP/") else 0
    while at + 2 <= len(heard):
        opcode, size, start = heard[at] & 0x0F, heard[at + 1], at + 2
        if size > 125:
            start = at + (4 if size == 126 else 10)
            size = int.from_bytes(heard[at + 2 : start], "big")
        yield opcode, heard[start : start + size]
        at = start + size
