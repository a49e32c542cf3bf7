"""Frames of a WebSocket as clients send them."""

from __future__ import annotations

from boomtown.web.guard.budget import Budgets, Payer, Toll
from boomtown.web.sockets.frames import FINAL, MASKED, unmasked

MASK = b"\x01\x80\xfe\x35"


def sent(opcode: int, payload: bytes, *, final: bool = True, mask: bytes = MASK) -> bytes:
    """A frame as a client sends it."""
    first, size = (FINAL if final else 0) | opcode, len(payload)
    if size < 126:
        head = bytes((first, MASKED | size))
    elif size < 1 << 16:
        head = bytes((first, MASKED | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, MASKED | 127)) + size.to_bytes(8, "big")
    return head + mask + unmasked(payload, mask)


def free_toll() -> Toll:
    """Nothing costs anything."""
    return Toll(Budgets(limited=False), Payer("192.0.2.1"))
