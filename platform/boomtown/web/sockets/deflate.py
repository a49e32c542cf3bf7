"""Messages that are sent compressed (permessage-deflate, RFC 7692), each against those before it.

A page is mostly what it was a move ago, so the last messages are the dictionary of the next one:
what is sent is about what has changed. Whoever receives it has them in its window anyway; here
they are kept as they are, which takes a tenth of the memory of a compressor that stays.
"""

from __future__ import annotations

import zlib

from boomtown.web.sockets.frames import NOT_TEXT, TOO_BIG, FrameError

NAME = "permessage-deflate"
WINDOW_BITS = 15
WINDOW = 1 << 14
"""Bytes of the last messages that are kept: a page of BANG!. Twice as many cost a third more
time, and what is sent is hardly shorter."""
LEVEL = 1
"""Higher ones take twice the time for a third less."""
SHORTEST = 512
"""Bytes below which it does not pay."""
END = b"\x00\x00\xff\xff"
"""How a compressed message ends; it is not sent."""


class Compressible(bytes):
    """A message that may be compressed.

    Not so what somebody else has just typed: its length would tell them what it has in common
    with what only this page shows.
    """


class Deflate:
    """Compresses what one socket sends."""

    __slots__ = ("_alone", "_window")

    def __init__(self, *, alone: bool = False) -> None:
        self._alone = alone
        """Whether every message must be read without those before it."""
        self._window = b""

    def packed(self, text: bytes) -> bytes:
        """The next message."""
        packer = zlib.compressobj(
            LEVEL,
            zlib.DEFLATED,
            -WINDOW_BITS,
            zlib.DEF_MEM_LEVEL,
            zlib.Z_DEFAULT_STRATEGY,
            self._window,
        )
        data = packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH)
        if not self._alone:
            self._window = (self._window + text)[-WINDOW:]
        return data.removesuffix(END)


def agreed(offers: str) -> tuple[Deflate, str] | None:
    """What compresses for a client that offers it, and the words of the handshake."""
    for offer in offers.split(","):
        name, *words = (part.strip() for part in offer.split(";"))
        given = dict(_parameter(word) for word in words)
        if name != NAME or len(given) < len(words) or not _possible(given):
            continue
        alone = "server_no_context_takeover" in given
        answer = f"{NAME}; client_no_context_takeover"
        return Deflate(alone=alone), f"{answer}; server_no_context_takeover" if alone else answer
    return None


def _parameter(word: str) -> tuple[str, str]:
    name, _, value = word.partition("=")
    return name.strip(), value.strip().strip('"')


def _possible(given: dict[str, str]) -> bool:
    """Whether we can do what is asked for; a smaller window is not worth it."""
    for name, value in given.items():
        match name:
            case "client_no_context_takeover" | "server_no_context_takeover":
                possible = not value
            case "client_max_window_bits":
                possible = not value or (value.isdigit() and 8 <= int(value) <= WINDOW_BITS)
            case "server_max_window_bits":
                possible = value == str(WINDOW_BITS)
            case _:
                possible = False
        if not possible:
            return False
    return True


def unpacked(data: bytes, largest: int) -> bytes:
    """A message that came in compressed, if it is not larger than that."""
    reader = zlib.decompressobj(-WINDOW_BITS)
    try:
        text = reader.decompress(data + END, largest + 1)
    except zlib.error:
        raise FrameError(NOT_TEXT, "a message that cannot be unpacked") from None
    if len(text) > largest:
        raise FrameError(TOO_BIG, "the message is too big")
    return text
