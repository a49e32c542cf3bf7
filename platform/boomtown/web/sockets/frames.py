"""Frames: the letters of a WebSocket (RFC 6455), from a client to us and back.

Here is only what the bytes mean; ``websocket.py`` sends and receives them, ``deflate.py`` makes
them fewer.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL, MASKED, PACKED = 0x80, 0x80, 0x40
NORMAL, PROTOCOL_ERROR, NOT_TAKEN, NOT_TEXT = 1000, 1002, 1003, 1007
POLICY_VIOLATION, TOO_BIG, INTERNAL_ERROR, SERVICE_RESTART = 1008, 1009, 1011, 1012
LONGEST_CONTROL = 125
MOST_PIECES = 64
"""Of a message: browsers send a long one in a few."""
MASK_BYTES = 4
_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""Mixed into the key of every handshake; the number is the protocol's."""


class FrameError(Exception):
    """What came in is no WebSocket frame, or more than we take; ``code`` says so to the client."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Flood(FrameError):
    """More than whoever sends it may send."""

    def __init__(self) -> None:
        super().__init__(POLICY_VIOLATION, "too much at once")


def accepted(key: str) -> str:
    """The answer to the key of a handshake.

    >>> accepted("dGhlIHNhbXBsZSBub25jZQ==")
    's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    return base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()


def frame(opcode: int, payload: bytes, *, packed: bool = False) -> bytes:
    """A whole message as a server sends it: in one piece, without a mask."""
    size, head = len(payload), FINAL | opcode | (PACKED if packed else 0)
    if size < 126:
        return bytes((head, size)) + payload
    if size < 1 << 16:
        return bytes((head, 126)) + size.to_bytes(2, "big") + payload
    return bytes((head, 127)) + size.to_bytes(8, "big") + payload


def closing(code: int, reason: str = "") -> bytes:
    """The frame that ends a conversation."""
    return frame(CLOSE, code.to_bytes(2, "big") + reason.encode()[: LONGEST_CONTROL - 2])


class FrameReader:
    """Cuts what a client sends into messages. The work is in proportion to what was sent."""

    def __init__(
        self,
        largest: int,
        toll: Callable[[], bool] = lambda: True,
        unpack: Callable[[bytes, int], bytes] | None = None,
    ) -> None:
        self._largest = largest
        self._unpack = unpack
        """What reads compressed messages, where both sides have agreed on them."""
        self._packed = False
        """Whether the message that is not complete is one."""
        self._toll = toll
        """Asked for every frame, also for one without content; False when it was one too many."""
        self._buffer = bytearray()
        """What is not yet a whole frame."""
        self._parts: list[bytes] = []
        """The pieces of a message that is not complete."""
        self._size = 0
        """How long those are together."""

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The messages and control frames that are complete now, as opcode and payload."""
        self._buffer += data
        start = 0
        try:
            while (body := self._body(start)) is not None:
                if not self._toll():
                    raise Flood
                whole = self._read(start, *body)
                start = body[1]
                if whole is not None:
                    yield whole
        finally:
            del self._buffer[:start]

    def _body(self, start: int) -> tuple[int, int] | None:
        """Where the content of the frame that begins here begins and ends; None if some of it is
        still on its way."""
        data, at = self._buffer, start + 2
        if len(data) < at:
            return None
        if not data[start + 1] & MASKED:
            raise FrameError(PROTOCOL_ERROR, "a client masks what it sends")
        size = data[start + 1] & ~MASKED
        if size > LONGEST_CONTROL:
            at += 2 if size == 126 else 8
            if len(data) < at:
                return None
            size = int.from_bytes(data[start + 2 : at], "big")
        if size + self._size > self._largest:
            raise FrameError(TOO_BIG, "the message is too big")
        at += MASK_BYTES
        return (at, at + size) if len(data) >= at + size else None

    def _read(self, start: int, at: int, end: int) -> tuple[int, bytes] | None:
        """What a whole frame says; None for a piece of a message that goes on."""
        data = self._buffer
        final, packed = data[start] & FINAL, bool(data[start] & PACKED)
        opcode = data[start] & ~(FINAL | PACKED)
        payload = unmasked(data[at:end], data[at - MASK_BYTES : at])
        if packed and (self._unpack is None or opcode != TEXT):
            raise FrameError(PROTOCOL_ERROR, f"a frame that begins with {data[start]:#x}")
        if opcode in (CLOSE, PING, PONG):
            if not final or len(payload) > LONGEST_CONTROL:
                raise FrameError(PROTOCOL_ERROR, "a control frame is short and in one piece")
            return opcode, payload
        if opcode == BINARY:
            raise FrameError(NOT_TAKEN, "a message is a text")
        if opcode not in (TEXT, CONTINUATION):
            raise FrameError(PROTOCOL_ERROR, f"a frame that begins with {data[start]:#x}")
        if (opcode == CONTINUATION) is not bool(self._parts):
            raise FrameError(PROTOCOL_ERROR, "a piece of another message")
        if len(self._parts) == MOST_PIECES:
            raise FrameError(POLICY_VIOLATION, "a message in too many pieces")
        if opcode == TEXT:
            self._packed = packed
        self._parts.append(payload)
        self._size += len(payload)
        if not final:
            return None
        whole = b"".join(self._parts)
        self._parts, self._size = [], 0
        if self._packed and self._unpack is not None:
            whole = self._unpack(whole, self._largest)
        return TEXT, whole


def unmasked(data: bytes | bytearray, mask: bytes | bytearray) -> bytes:
    """What a client sent, without its mask; putting one on is the same.

    >>> unmasked(bytes([0x7F, 0x9F, 0x4D, 0x51, 0x58]), bytes([0x37, 0xFA, 0x21, 0x3D]))
    b'Hello'
    """
    size = len(data)
    pattern = (mask * (size // MASK_BYTES + 1))[:size]
    whole = int.from_bytes(data, "big") ^ int.from_bytes(pattern, "big")
    return whole.to_bytes(size, "big")
