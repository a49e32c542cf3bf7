"""What goes over the wire: packed where nothing secret can be guessed from its length, and not sent
again to whoever has it.

Lengths of packed bytes tell what repeats. So a page keeps its head and foot, where tokens and names
stand, as they are, and only what is the same for everybody between them is packed, in a stretch of
its own that refers to nothing outside. Files and data that hold nothing of anybody are packed whole
and have a tag.
"""

from __future__ import annotations

import hashlib
import struct
import zlib

from flask import Response, request

SHORTEST = 1024
"""Bytes. Less is not worth it."""
LEVEL = 9
HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
"""Of a gzip file without name and time: the same bytes every time."""
LONGEST_STORED = 65_535
MAIN, MAIN_ENDS = b'<main id="main"', b"</main>"
LANGUAGE_FROM = ("Accept-Language", "Cookie")
"""What a page's language depends on."""


def takes_gzip() -> bool:
    """Whether the client unpacks it."""
    return request.accept_encodings["gzip"] > 0


def packed(before: bytes, common: bytes, after: bytes) -> bytes:
    """A gzip file in which only the middle is compressed, and refers to nothing around it."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    # The flush ends the stretch at a whole byte; a final empty block ends the file.
    middle = deflate.compress(common) + deflate.flush(zlib.Z_FULL_FLUSH)
    whole = before + common + after
    tail = struct.pack("<II", zlib.crc32(whole), len(whole) & 0xFFFFFFFF)
    return HEAD + _stored(before) + middle + _stored(after) + b"\x01\x00\x00\xff\xff" + tail


def _stored(data: bytes) -> bytes:
    """Blocks of a deflate stream that hold the bytes as they are."""
    blocks = []
    for first in range(0, len(data), LONGEST_STORED):
        block = data[first : first + LONGEST_STORED]
        blocks.append(struct.pack("<BHH", 0, len(block), len(block) ^ 0xFFFF) + block)
    return b"".join(blocks)


def varies(response: Response, *names: str) -> None:
    """The answer depends on these headers of the request."""
    for name in names:
        response.vary.add(name)


def page(html: str) -> Response:
    """A page whose main part holds nothing of whoever reads it."""
    data = html.encode()
    response = Response(data, mimetype="text/html")
    varies(response, *LANGUAGE_FROM, "Accept-Encoding")
    start, end = data.find(MAIN), data.rfind(MAIN_ENDS)
    if takes_gzip() and 0 <= start < end:
        _put(response, packed(data[:start], data[start:end], data[end:]))
    return response


def for_everybody(response: Response) -> Response:
    """Data that hold nothing of anybody: with a tag, and packed whole."""
    if response.status_code != 200 or response.direct_passthrough:
        return response
    varies(response, *LANGUAGE_FROM, "Accept-Encoding")
    response.headers["Cache-Control"] = "no-cache"  # it may be kept, and is asked for again
    data = response.get_data()
    tag = hashlib.blake2b(data, digest_size=12).hexdigest()
    gzip = takes_gzip() and len(data) >= SHORTEST
    tag = f"{tag}-gzip" if gzip else tag  # other bytes, another tag
    response.set_etag(tag)
    if gzip and not request.if_none_match.contains(tag):
        _put(response, packed(b"", data, b""))
    response.make_conditional(request)
    return response


def _put(response: Response, data: bytes) -> None:
    response.set_data(data)
    response.headers["Content-Encoding"] = "gzip"
