"""Compressed messages: any client that offers it reads them, in order, each with those before."""

from __future__ import annotations

import socket
import zlib

import pytest
from flask import Flask
from wsproto import ConnectionType
from wsproto.connection import Connection
from wsproto.events import TextMessage
from wsproto.extensions import PerMessageDeflate

from boomtown.core import Chance
from boomtown.web.guard.budget import Budgets, Payer, Toll
from boomtown.web.sockets.deflate import SHORTEST, Compressible, Deflate, agreed, unpacked
from boomtown.web.sockets.frames import (
    NOT_TEXT,
    PACKED,
    PING,
    PROTOCOL_ERROR,
    TEXT,
    TOO_BIG,
    FrameError,
    FrameReader,
    frame,
)
from boomtown.web.sockets.handshake import accept
from boomtown.web.sockets.websocket import LARGEST_MESSAGE, Closed, WebSocket
from masked import free_toll, sent

BROWSERS = ["permessage-deflate; client_max_window_bits", "permessage-deflate"]


def page(number: int) -> Compressible:
    """A page that is mostly what it was before."""
    chance = Chance.seeded("page")
    lines = [f"<p>line {line} {chance.below(10**9)}</p>" for line in range(400)]
    lines[number % 400] = f"<p>changed in {number}: ¿quién?</p>"
    return Compressible("\n".join(lines).encode())


def packed(text: bytes) -> bytes:
    """As a client compresses a message."""
    return Deflate(alone=True).packed(text)


def reads(data: bytes, answer: str) -> list[str]:
    """What a library's client makes of our frames."""
    extension = PerMessageDeflate()
    extension.finalize(answer)
    client = Connection(ConnectionType.CLIENT, [extension])
    client.receive_data(data)
    texts, text = [], ""
    for event in client.events():
        assert isinstance(event, TextMessage)
        text += event.data
        if event.message_finished:
            texts.append(text)
            text = ""
    return texts


def received(there: socket.socket) -> bytes:
    there.shutdown(socket.SHUT_WR)
    data = b""
    while more := there.recv(1 << 16):
        data += more
    return data


@pytest.mark.parametrize("offer", [*BROWSERS, "permessage-deflate; server_no_context_takeover"])
def test_a_client_reads_what_is_sent_compressed_and_what_is_not(offer: str) -> None:
    found = agreed(offer)
    assert found is not None
    messages: list[bytes] = [page(0), page(1), b"short", b"typed by somebody " * 100, page(2)]
    here, there = socket.socketpair()
    with here, there:
        ours = WebSocket(here, free_toll(), found[0])
        ours.send(*messages[:2])
        for message in messages[2:]:
            ours.send(message)
        here.shutdown(socket.SHUT_WR)
        data = received(there)
    assert reads(data, found[1]) == [message.decode() for message in messages]
    assert b"short" in data
    assert b"typed by somebody " * 100 in data, "what others type is not compressed"


def test_what_is_the_same_as_before_is_hardly_sent_again() -> None:
    deflate = Deflate()
    first, second = (len(deflate.packed(page(number))) for number in (0, 1))
    assert second * 10 < first
    alone = Deflate(alone=True)
    assert len(alone.packed(page(0))) == len(alone.packed(page(0))) == first


def test_more_than_a_window_is_kept_of_nothing() -> None:
    deflate, reader = Deflate(), zlib.decompressobj(-15)
    for number in range(30):
        text = page(number) + page(number + 50)
        assert reader.decompress(deflate.packed(text) + b"\x00\x00\xff\xff") == text


@pytest.mark.parametrize(
    "offers",
    [
        "",
        "x-webkit-deflate-frame",
        "permessage-deflate; server_max_window_bits=10",
        "permessage-deflate; client_max_window_bits=99",
        "permessage-deflate; mux",
        "permessage-deflate; client_no_context_takeover=1",
        "permessage-deflate; client_max_window_bits; client_max_window_bits",
        ";;,=,",
    ],
)
def test_what_we_do_not_know_is_not_agreed_to(offers: str) -> None:
    assert agreed(offers) is None


def test_the_first_offer_that_can_be_met_is() -> None:
    offers = ["server_max_window_bits=9", "x", 'server_max_window_bits="15"']
    found = agreed(", ".join(f"permessage-deflate; {offer}" for offer in offers))
    assert found is not None
    assert found[1] == "permessage-deflate; client_no_context_takeover"


def conversation(data: bytes, toll: Toll | None = None) -> bytes:
    """The first message of a client that was agreed with."""
    here, there = socket.socketpair()
    with here, there:
        there.sendall(data)
        there.shutdown(socket.SHUT_WR)
        return WebSocket(here, toll or free_toll(), Deflate()).receive()


def test_what_a_client_compresses_is_read_also_in_pieces() -> None:
    text = '{"do": "say", "text": "¿quién?"}'.encode() * 10
    data = packed(text)
    assert conversation(sent(TEXT | PACKED, data)) == text
    pieces = sent(TEXT | PACKED, data[:9], final=False) + sent(PING, b"") + sent(0, data[9:])
    assert conversation(pieces) == text
    assert conversation(sent(TEXT, b"plain")) == b"plain"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (sent(TEXT | PACKED, packed(bytes(LARGEST_MESSAGE + 1))), TOO_BIG),
        (sent(TEXT | PACKED, packed(bytes(1 << 24))), TOO_BIG),
        (sent(TEXT | PACKED, b"\xff nonsense"), NOT_TEXT),
        (sent(PING | PACKED, b""), PROTOCOL_ERROR),
        (sent(TEXT, b"a", final=False) + sent(PACKED, b"b"), PROTOCOL_ERROR),
    ],
)
def test_bombs_and_nonsense_are_refused(data: bytes, code: int) -> None:
    with pytest.raises(FrameError) as caught:
        list(FrameReader(LARGEST_MESSAGE, unpack=unpacked).feed(data))
    assert caught.value.code == code
    with pytest.raises(Closed):
        conversation(data)


def test_without_agreement_a_compressed_frame_is_a_mistake() -> None:
    with pytest.raises(FrameError) as caught:
        list(FrameReader(LARGEST_MESSAGE).feed(sent(TEXT | PACKED, packed(b"x"))))
    assert caught.value.code == PROTOCOL_ERROR


def test_a_compressed_message_costs_what_it_is_long() -> None:
    charged: list[int] = []

    class Counting(Toll):
        def read(self, size: int) -> bool:
            charged.append(size)
            return super().read(size)

    data = sent(TEXT | PACKED, packed(b"x" * 30_000))
    conversation(data, Counting(Budgets(limited=False), Payer("192.0.2.1")))
    assert charged == [len(data), 30_000]


def test_short_messages_are_sent_as_they_are() -> None:
    text = Compressible(b"x" * (SHORTEST - 1))
    here, there = socket.socketpair()
    with here, there:
        WebSocket(here, free_toll(), Deflate()).send(text)
        assert there.recv(1 << 16) == frame(TEXT, text)


@pytest.mark.parametrize(
    ("offer", "compress", "answered"),
    [(BROWSERS[0], True, True), (BROWSERS[0], False, False), ("", True, False)],
)
def test_only_pages_of_browsers_that_want_it_are_compressed(
    app: Flask, offer: str, compress: bool, answered: bool
) -> None:
    asked = {
        "Sec-WebSocket-Key": "x",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Extensions": offer,
    }
    here, there = socket.socketpair()
    with here, there:
        environ = {"gunicorn.socket": here}
        with app.test_request_context("/", headers=asked, environ_overrides=environ):
            accept(free_toll(), compress=compress).send(page(0))
        head, _, message = there.recv(1 << 16).partition(b"\r\n\r\n")
    assert (b"permessage-deflate; client_no_context_takeover" in head) == answered
    assert bool(message[0] & PACKED) == answered
