"""A WebSocket on the connection of a request, which is never waited for when it is slow.

Whoever tells many people the same news must not be held up by one of them: ``send`` gives the
system what it takes at once, and the rest follows in a thread of its own.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread

from gevent import monkey

from boomtown import tally
from boomtown.web.guard.budget import Toll
from boomtown.web.sockets.deflate import SHORTEST, Compressible, Deflate, unpacked
from boomtown.web.sockets.frames import (
    CLOSE,
    NORMAL,
    NOT_TEXT,
    PING,
    POLICY_VIOLATION,
    PONG,
    TEXT,
    Flood,
    FrameError,
    FrameReader,
    closing,
    frame,
)

PING_SECONDS = 25.0
"""After so long a silence the other side is asked whether it is still there."""
AT_ONCE = 1 << 16
LARGEST_MESSAGE = 32 * 1024
LARGEST_BACKLOG = 1 << 20
"""How many bytes may wait for somebody who does not read them."""
NativeLock = monkey.get_original("threading", "Lock")
"""A quick lock, for a few lines in which nothing can wait."""


class Closed(Exception):
    """The other side has gone, or was sent away."""


class WebSocket:
    """One conversation. ``receive`` is for one thread, ``send`` and ``close`` for any."""

    def __init__(
        self, connection: socket.socket, toll: Toll, deflate: Deflate | None = None
    ) -> None:
        connection.settimeout(PING_SECONDS)  # see _write_some for the other reason
        self._connection = connection
        self._encrypted = isinstance(connection, ssl.SSLSocket)
        self.toll = toll
        self._deflate = deflate
        """What compresses, if the other side wants it."""
        self._reader = FrameReader(LARGEST_MESSAGE, toll.frame, self._unpack if deflate else None)
        self._messages: deque[bytes] = deque()
        self._asked = False
        """Whether a ping waits for its pong."""
        self._open = True
        self._lock = NativeLock()
        self._backlog = bytearray()
        self.on_room: Callable[[], None] = _nobody
        """Who is told when everything that had to wait has been sent."""
        self.on_flood: Callable[[], None] = _nobody
        """Who has a last word when more came than may come."""

    def hush(self) -> None:
        """Tells nobody anything any more: whoever was told goes from memory at once, and with
        them the room, instead of when Python looks for what holds itself."""
        self.on_room = self.on_flood = _nobody

    # --- receiving ----------------------------------------------------------------------------

    def receive(self, timeout: float | None = None) -> bytes:
        """The next message; ``TimeoutError`` if none came in time, ``Closed`` if none will."""
        while not self._messages:
            data = self._read(timeout)
            if not data:
                self._open = False
            if not self._open:
                raise Closed
            self._asked = False  # whoever says anything is there
            try:
                if not self.toll.read(len(data)):
                    raise Flood
                for opcode, payload in self._reader.feed(data):
                    tally.FRAMES.add("in")
                    self._take(opcode, payload)
            except Flood as error:
                self.on_flood()
                self.close(error.code, str(error))
                raise Closed from None
            except FrameError as error:
                self.close(error.code, str(error))
                raise Closed from None
        return self._messages.popleft()

    def _unpack(self, data: bytes, largest: int) -> bytes:
        """A compressed message, which costs as much as it is long."""
        text = unpacked(data, largest)
        if not self.toll.read(len(text)):
            raise Flood
        return text

    def _read(self, timeout: float | None) -> bytes:
        """What comes next; nothing when the other side has gone or does not answer a ping."""
        while True:
            try:
                if timeout is None:
                    return self._connection.recv(AT_ONCE)
                self._connection.settimeout(timeout)
                try:
                    return self._connection.recv(AT_ONCE)
                finally:
                    self._connection.settimeout(PING_SECONDS)
            except TimeoutError:
                if timeout is not None:
                    raise
                if self._asked:
                    self.close(POLICY_VIOLATION, "no pong")
                    return b""
                self._asked = True
                self._write(frame(PING, b""))
            except OSError:
                return b""

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == PING:
            self._write(frame(PONG, payload))
        elif opcode == CLOSE:
            self.close(int.from_bytes(payload[:2], "big") or NORMAL)
        elif opcode == TEXT:
            _check_text(payload)
            self._messages.append(payload)

    # --- sending ------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether something that was sent is still waiting for the other side."""
        return bool(self._backlog)

    def send(self, *texts: bytes) -> None:
        """Sends messages, in UTF-8. Never waits."""
        if not self._open:
            raise Closed
        tally.FRAMES.add("out", by=len(texts))
        if self._deflate is None:
            self._write(b"".join([frame(TEXT, text) for text in texts]))
        else:
            self._write(b"", texts)

    def close(self, code: int = NORMAL, reason: str = "") -> None:
        """Says goodbye; whoever waits for a message need not wait any longer."""
        if not self._open:
            return
        self._write(closing(code, reason))
        with self._lock:  # from here on nothing is written: the connection may be another one's
            self._open = False
        with suppress(OSError):  # gone already
            self._connection.shutdown(socket.SHUT_RD)

    def _framed(self, text: bytes) -> bytes:
        if self._deflate is None or len(text) < SHORTEST or not isinstance(text, Compressible):
            return frame(TEXT, text)
        return frame(TEXT, self._deflate.packed(text), packed=True)

    def _write(self, data: bytes, texts: Sequence[bytes] = ()) -> None:
        with self._lock:
            if not self._open:
                return
            if texts:  # here, because each is compressed against what was sent before it
                data = b"".join([self._framed(text) for text in texts])
            if self._backlog:
                self._backlog += data
                if len(self._backlog) > LARGEST_BACKLOG:
                    self._give_up()
                return
            try:
                sent = self._write_some(data)
            except OSError:
                self._give_up()
                return
            if sent == len(data):
                return
            self._backlog += data[sent:]
        Thread(target=self._follow, name="backlog", daemon=True).start()

    def _write_some(self, data: bytes) -> int:
        """What the system takes at once: below a connection with a time limit nothing blocks."""
        if self._encrypted:
            return 0
        try:
            return os.write(self._connection.fileno(), data)
        except BlockingIOError:
            return 0

    def _follow(self) -> None:
        """Sends what had to wait."""
        while self._backlog:
            part = bytes(self._backlog[:AT_ONCE])
            try:
                self._connection.sendall(part)
            except OSError:
                self._give_up()
                return
            with self._lock:
                del self._backlog[: len(part)]
        self.on_room()

    def _give_up(self) -> None:
        """The other side has gone without a word, or does not listen."""
        self._open = False
        with suppress(OSError):  # gone already
            self._connection.shutdown(socket.SHUT_RDWR)


def _nobody() -> None:
    """Nobody is told."""


def _check_text(payload: bytes) -> None:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise FrameError(NOT_TEXT, "a text is in UTF-8") from None
