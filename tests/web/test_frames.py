"""Frames of a WebSocket: whatever a client may send, and how much of it at a time."""

from __future__ import annotations

import pytest

from boomtown.core import Chance
from boomtown.web.sockets.frames import (
    BINARY,
    CLOSE,
    CONTINUATION,
    MOST_PIECES,
    NOT_TAKEN,
    PING,
    POLICY_VIOLATION,
    PONG,
    PROTOCOL_ERROR,
    TEXT,
    TOO_BIG,
    Flood,
    FrameError,
    FrameReader,
    closing,
    frame,
)
from masked import sent

LARGEST = 70_000


@pytest.mark.parametrize("size", [0, 1, 3, 4, 5, 125, 126, 127, 65_535, 65_536, LARGEST])
def test_a_message_of_any_length_is_read(size: int) -> None:
    text = bytes(index % 251 for index in range(size))
    assert list(FrameReader(LARGEST).feed(sent(TEXT, text))) == [(TEXT, text)]


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_what_we_send_is_as_short_as_it_can_be_and_has_no_mask(size: int, head: bytes) -> None:
    assert frame(TEXT, b"x" * size) == head + b"x" * size


def test_a_goodbye_fits_into_one_frame() -> None:
    assert closing(1000) == b"\x88\x02\x03\xe8"
    assert len(closing(1008, "a reason " * 50)) == 2 + 125


def test_a_stream_is_read_the_same_however_it_is_cut() -> None:
    messages = [
        (TEXT, b"one"),
        (PING, b"there?"),
        (TEXT, b"a longer one " * 20),
        (TEXT, bytes(1000)),
        (PONG, b""),
        (CLOSE, b"\x03\xe8"),
    ]
    stream = b"".join(sent(*message) for message in messages)
    chance = Chance.seeded("cuts")
    for _ in range(200):
        reader, at = FrameReader(LARGEST), 0
        found: list[tuple[int, bytes]] = []
        while at < len(stream):
            end = at + 1 + chance.below(40)
            found += reader.feed(stream[at:end])
            at = end
        assert found == messages


def test_a_message_in_pieces_is_put_together_and_a_ping_may_come_in_between() -> None:
    reader = FrameReader(LARGEST)
    assert list(reader.feed(sent(TEXT, b"one, ", final=False))) == []
    assert list(reader.feed(sent(PING, b"!"))) == [(PING, b"!")]
    assert list(reader.feed(sent(CONTINUATION, b"two, ", final=False))) == []
    assert list(reader.feed(sent(CONTINUATION, b"three"))) == [(TEXT, b"one, two, three")]
    assert list(reader.feed(sent(TEXT, b"four"))) == [(TEXT, b"four")]


def code_of(*frames: bytes) -> int:
    """How the last of these frames is refused."""
    reader = FrameReader(LARGEST)
    for one in frames[:-1]:
        list(reader.feed(one))
    with pytest.raises(FrameError) as caught:
        list(reader.feed(frames[-1]))
    return caught.value.code


def test_what_the_protocol_forbids_is_refused() -> None:
    unfinished = sent(TEXT, b"one", final=False)
    assert code_of(frame(TEXT, b"without a mask")) == PROTOCOL_ERROR
    assert code_of(sent(3, b"")) == PROTOCOL_ERROR
    assert code_of(sent(TEXT | 0x40, b"compressed")) == PROTOCOL_ERROR
    assert code_of(sent(PING, b"", final=False)) == PROTOCOL_ERROR
    assert code_of(sent(PING, b"x" * 126)) == PROTOCOL_ERROR
    assert code_of(sent(CONTINUATION, b"of nothing")) == PROTOCOL_ERROR
    assert code_of(unfinished, sent(TEXT, b"two")) == PROTOCOL_ERROR


def test_too_much_is_refused_before_it_has_come() -> None:
    assert code_of(sent(TEXT, bytes(LARGEST + 1))[:14]) == TOO_BIG
    half = sent(TEXT, bytes(LARGEST // 2), final=False)
    more = sent(CONTINUATION, bytes(LARGEST // 2 + 1), final=False)
    assert code_of(half, more) == TOO_BIG
    assert code_of(b"\x81\xff" + b"\xff" * 8) == TOO_BIG


def test_only_text_is_taken() -> None:
    assert code_of(sent(BINARY, b"\xff\xfe")) == NOT_TAKEN


def test_a_message_has_so_many_pieces_and_empty_ones_count() -> None:
    first, more = sent(TEXT, b"", final=False), sent(CONTINUATION, b"", final=False)
    reader = FrameReader(LARGEST)
    assert list(reader.feed(first + more * (MOST_PIECES - 2) + sent(CONTINUATION, b"end"))) == [
        (TEXT, b"end")
    ]
    assert code_of(first + more * 60_000) == POLICY_VIOLATION


def test_every_frame_is_charged_and_nothing_is_read_after_one_too_many() -> None:
    charged: list[bool] = []

    def toll() -> bool:
        charged.append(len(charged) < 3)
        return charged[-1]

    reader = FrameReader(LARGEST, toll)
    pieces = sent(TEXT, b"", final=False) + sent(PING, b"") + sent(CONTINUATION, b"1") * 5000
    found = reader.feed(pieces)
    assert [next(found), next(found)] == [(PING, b""), (TEXT, b"1")]
    with pytest.raises(Flood):
        next(found)
    assert charged == [True, True, True, False]


def test_a_frame_that_trickles_in_is_kept_once() -> None:
    """Neither what has come nor what is read already is copied for each byte that follows."""
    reader, whole = FrameReader(LARGEST), sent(TEXT, bytes(LARGEST))
    kept = reader._buffer
    for at in range(len(whole) - 1):
        assert not any(reader.feed(whole[at : at + 1]))
        assert reader._buffer is kept
    assert list(reader.feed(whole[-1:])) == [(TEXT, bytes(LARGEST))]
    assert len(kept) == 0
