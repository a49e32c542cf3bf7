"""Frames: the letters of a WebSocket (RFC 6455), from a client to us and back. No extensions.

Here is only what the bytes mean; ``websocket.py`` sends and receives them.
"""

from __future__ import annotations

import base64
import hashlib

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
FINAL, MASKED = 0x80, 0x80
NORMAL, PROTOCOL_ERROR, NOT_TEXT, POLICY_VIOLATION = 1000, 1002, 1007, 1008
TOO_BIG, INTERNAL_ERROR = 1009, 1011
LONGEST_CONTROL = 125
MASK_BYTES = 4
_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""Mixed into the key of every handshake; the number is the protocol's."""


class FrameError(Exception):
    """What came in is no WebSocket frame, or more than we take; ``code`` says so to the client."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def accepted(key: str) -> str:
    """The answer to the key of a handshake.

    >>> accepted("dGhlIHNhbXBsZSBub25jZQ==")
    's3pPLMBiTxaQ9kYGzzhZRbK+xOo='
    """
    return base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()


def frame(opcode: int, payload: bytes) -> bytes:
    """A whole message as a server sends it: in one piece, without a mask."""
    size = len(payload)
    if size < 126:
        return bytes((FINAL | opcode, size)) + payload
    if size < 1 << 16:
        return bytes((FINAL | opcode, 126)) + size.to_bytes(2, "big") + payload
    return bytes((FINAL | opcode, 127)) + size.to_bytes(8, "big") + payload


def closing(code: int, reason: str = "") -> bytes:
    """The frame that ends a conversation."""
    return frame(CLOSE, code.to_bytes(2, "big") + reason.encode()[: LONGEST_CONTROL - 2])


class FrameReader:
    """Cuts what a client sends into messages."""

    def __init__(self, largest: int) -> None:
        self._largest = largest
        self._rest = b""
        self._parts: list[bytes] = []
        """The pieces of a message that is not complete."""
        self._opcode: int | None = None
        """What that message will be; None between messages."""

    def feed(self, data: bytes) -> list[tuple[int, bytes]]:
        """The messages and control frames that are complete now, as opcode and payload."""
        if self._rest:
            data = self._rest + data
        found: list[tuple[int, bytes]] = []
        start = 0
        while (end := self._end_of_frame(data, start)) is not None:
            whole = self._read(data[start:end])
            if whole is not None:
                found.append(whole)
            start = end
        self._rest = data[start:]
        return found

    def _end_of_frame(self, data: bytes, start: int) -> int | None:
        """Where the frame that begins here ends; None if some of it is still on its way."""
        at = start + 2
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
        if size + sum(map(len, self._parts)) > self._largest:
            raise FrameError(TOO_BIG, "the message is too big")
        end = at + MASK_BYTES + size
        return end if len(data) >= end else None

    def _read(self, one: bytes) -> tuple[int, bytes] | None:
        """What a whole frame says; None for a piece of a message that goes on."""
        final, opcode = one[0] & FINAL, one[0] & ~FINAL
        size = one[1] & ~MASKED
        at = 2 + (0 if size <= LONGEST_CONTROL else 2 if size == 126 else 8) + MASK_BYTES
        payload = unmasked(one[at:], one[at - MASK_BYTES : at])
        if opcode in (CLOSE, PING, PONG):
            if not final or size > LONGEST_CONTROL:
                raise FrameError(PROTOCOL_ERROR, "a control frame is short and in one piece")
            return opcode, payload
        if opcode not in (TEXT, BINARY, CONTINUATION):
            raise FrameError(PROTOCOL_ERROR, f"a frame that begins with {one[0]:#x}")
        if (opcode == CONTINUATION) is (self._opcode is None):
            raise FrameError(PROTOCOL_ERROR, "a piece of another message")
        if opcode != CONTINUATION:
            self._opcode = opcode
        self._parts.append(payload)
        if not final:
            return None
        assert self._opcode is not None, "set above"
        whole = self._opcode, b"".join(self._parts)
        self._opcode, self._parts = None, []
        return whole


def unmasked(data: bytes, mask: bytes) -> bytes:
    """What a client sent, without its mask; putting one on is the same.

    >>> unmasked(bytes([0x7F, 0x9F, 0x4D, 0x51, 0x58]), bytes([0x37, 0xFA, 0x21, 0x3D]))
    b'Hello'
    """
    size = len(data)
    pattern = (mask * (size // MASK_BYTES + 1))[:size]
    whole = int.from_bytes(data, "big") ^ int.from_bytes(pattern, "big")
    return whole.to_bytes(size, "big")
