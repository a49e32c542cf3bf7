"""A WebSocket client that costs next to nothing (RFC 6455): whole text messages, no extensions."""

from __future__ import annotations

import socket
from collections.abc import Mapping

HOST = "127.0.0.1"
BUFFER = memoryview(bytearray(1 << 16))  # shared: what comes in is cut into messages at once
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)  # a mask of zeros is a mask, and leaves the text as it is
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HANDSHAKE_SECONDS = 10.0


class WireError(Exception):
    """The server closed a socket, refused to open it, or sent what this client does not read."""


class WebSocket:
    """One connection: opened in the old patient way, then read whenever there is something."""

    def __init__(
        self,
        port: int,
        path: str,
        headers: Mapping[str, str] | None = None,
        *,
        source: str = HOST,
    ) -> None:
        self._socket = socket.create_connection((HOST, port), HANDSHAKE_SECONDS, (source, 0))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {HOST}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {KEY}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._handshake(path)
        self._socket.setblocking(False)
        self._rest = b""

    def _handshake(self, path: str) -> None:
        """Reads the server's consent and not a byte more: poll tells of what is still unread."""
        end = -1
        while end < 0:
            data = self._socket.recv(len(BUFFER), socket.MSG_PEEK)
            if not data:
                raise WireError(f"{path}: closed during the handshake")
            end = data.find(b"\r\n\r\n")
        head = self._socket.recv(end + 4)
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise WireError(f"{path}: {head.decode(errors='replace')}")

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def send(self, text: bytes, opcode: int = TEXT) -> None:
        """Sends a short message."""
        if len(text) < 126:
            head = bytes((FINAL | opcode, MASKED | len(text)))
        else:
            head = bytes((FINAL | opcode, MASKED | 126)) + len(text).to_bytes(2, "big")
        self._socket.sendall(head + NO_MASK + text)

    def wait(self) -> list[bytes]:
        """The next messages, however long they take."""
        self._socket.settimeout(HANDSHAKE_SECONDS)
        while not (messages := self.receive()):
            pass
        self._socket.setblocking(False)
        return messages

    def receive(self) -> list[bytes]:
        """The messages that have come in since the last time."""
        messages: list[bytes] = []
        size = self._socket.recv_into(BUFFER)
        if not size:
            raise WireError("the server has closed a socket")
        data = bytes(BUFFER[:size])
        if self._rest:
            data = self._rest + data
        at, size = 0, len(data)
        while size - at >= 2:
            start, length = at + 2, data[at + 1]
            if length == 126:
                start = at + 4
                length = int.from_bytes(data[at + 2 : start], "big")
            elif length == 127:
                start = at + 10
                length = int.from_bytes(data[at + 2 : start], "big")
            end = start + length
            if end > size:
                break
            if data[at] == FINAL | TEXT:
                messages.append(data[start:end])
            else:
                self._control(data[at], data[start:end])
            at = end
        self._rest = data[at:]
        return messages

    def _control(self, head: int, body: bytes) -> None:
        if head == FINAL | PING:
            self.send(body, PONG)
        elif head == FINAL | CLOSE:
            raise WireError(f"the server says goodbye: {body[2:].decode(errors='replace')}")
        elif head != FINAL | PONG:
            raise WireError(f"a frame that begins with {head:#x}")
