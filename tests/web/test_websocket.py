"""A WebSocket on a connection: messages, pings, goodbyes, and somebody who does not read."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from boomtown.web.guard.budget import LIMITS, SMALLEST_READ, Act, Budgets, Payer, Toll
from boomtown.web.sockets import websocket
from boomtown.web.sockets.frames import (
    BINARY,
    CLOSE,
    NOT_TAKEN,
    NOT_TEXT,
    PING,
    POLICY_VIOLATION,
    PONG,
    TEXT,
    TOO_BIG,
    frame,
)
from boomtown.web.sockets.websocket import LARGEST_BACKLOG, LARGEST_MESSAGE, Closed, WebSocket
from masked import free_toll, sent

PATIENCE = 20.0
Pair = tuple[WebSocket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """Our end, and the client's."""
    here, there = socket.socketpair()
    there.settimeout(PATIENCE)
    with here, there:
        yield WebSocket(here, free_toll()), there


def told(there: socket.socket) -> tuple[int, bytes]:
    """The next short frame that the client gets."""
    head = there.recv(2, socket.MSG_WAITALL)
    return head[0] & 0x0F, there.recv(head[1], socket.MSG_WAITALL) if head[1] else b""


def test_messages_come_and_go(pair: Pair) -> None:
    here, there = pair
    there.sendall(sent(TEXT, "¿quién?".encode()) + sent(TEXT, b"two"))
    assert [here.receive(), here.receive()] == ["¿quién?".encode(), b"two"]
    here.send(b"one", b"two")
    assert [told(there), told(there)] == [(TEXT, b"one"), (TEXT, b"two")]


def test_a_ping_is_answered(pair: Pair) -> None:
    here, there = pair
    there.sendall(sent(PING, b"there?") + sent(TEXT, b"go on"))
    assert here.receive() == b"go on"
    assert told(there) == (PONG, b"there?")


def test_a_goodbye_is_answered_and_ends_it(pair: Pair) -> None:
    here, there = pair
    there.sendall(sent(CLOSE, (1001).to_bytes(2, "big") + b"bye"))
    with pytest.raises(Closed):
        here.receive()
    assert told(there) == (CLOSE, (1001).to_bytes(2, "big"))
    with pytest.raises(Closed):
        here.send(b"too late")


def test_who_hangs_up_is_gone(pair: Pair) -> None:
    here, there = pair
    there.close()
    with pytest.raises(Closed):
        here.receive()


@pytest.mark.parametrize(("opcode", "code"), [(TEXT, NOT_TEXT), (BINARY, NOT_TAKEN)])
def test_what_is_wrong_is_told_in_the_goodbye(pair: Pair, opcode: int, code: int) -> None:
    here, there = pair
    there.sendall(sent(opcode, b"\xff"))
    with pytest.raises(Closed):
        here.receive()
    opcode, payload = told(there)
    assert (opcode, int.from_bytes(payload[:2], "big")) == (CLOSE, code)


def test_a_message_has_a_largest_size(pair: Pair) -> None:
    here, there = pair
    there.sendall(sent(TEXT, bytes(LARGEST_MESSAGE + 1))[:20])
    with pytest.raises(Closed):
        here.receive()
    opcode, payload = told(there)
    assert (opcode, int.from_bytes(payload[:2], "big")) == (CLOSE, TOO_BIG)


def test_whoever_waits_for_a_message_need_not_wait_after_a_goodbye(pair: Pair) -> None:
    here, there = pair
    gone = Event()

    def receive() -> None:
        with pytest.raises(Closed):
            here.receive()
        gone.set()

    Thread(target=receive, daemon=True).start()
    time.sleep(0.05)
    here.close(1008)
    assert gone.wait(PATIENCE)
    assert told(there) == (CLOSE, (1008).to_bytes(2, "big"))


def test_nobody_waits_longer_than_they_want_to(pair: Pair) -> None:
    here, _ = pair
    with pytest.raises(TimeoutError):
        here.receive(timeout=0.01)


def test_silence_is_asked_about_and_who_does_not_answer_is_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(websocket, "PING_SECONDS", 0.05)
    here, there = socket.socketpair()
    with here, there:
        ours = WebSocket(here, free_toll())
        Thread(target=lambda: there.sendall(sent(PONG, told(there)[1])), daemon=True).start()
        with pytest.raises(Closed):
            ours.receive()
        assert told(there) == (PING, b"")  # the pong kept it open for another one
        assert told(there) == (CLOSE, (1008).to_bytes(2, "big") + b"no pong")


def test_who_does_not_read_holds_nobody_up_and_gets_everything_later(pair: Pair) -> None:
    here, there = pair
    room = Event()
    here.on_room = room.set
    text = b"x" * 1000
    began, count = time.monotonic(), 0
    while not here.busy:
        here.send(text)
        count += 1
    here.send(text)
    assert time.monotonic() - began < PATIENCE / 2
    assert not room.is_set()
    whole = frame(TEXT, text) * (count + 1)
    read = b""
    while len(read) < len(whole):
        read += there.recv(1 << 16)
    assert read == whole
    assert room.wait(PATIENCE)
    assert not here.busy


def test_who_never_reads_is_given_up(pair: Pair) -> None:
    here, _ = pair

    def talk() -> None:
        for _ in range(LARGEST_BACKLOG):
            here.send(b"x" * 10_000)

    with pytest.raises(Closed):
        talk()
    with pytest.raises(Closed):
        here.receive()


class TestCosts:
    """What comes in is paid for by the socket, its address and its person."""

    def ours(self, budgets: Budgets, here: socket.socket, person: str | None = None) -> WebSocket:
        return WebSocket(here, Toll(budgets, Payer("192.0.2.1", person)))

    def test_a_frame_too_many_ends_it_with_a_last_word(self) -> None:
        here, there = socket.socketpair()
        with here, there:
            ours = self.ours(Budgets(limited=True, clock=lambda: 0.0), here)
            ours.on_flood = lambda: ours.send(b"too fast")
            there.sendall(sent(PONG, b"") * 2000)
            with pytest.raises(Closed):
                ours.receive()
            assert told(there) == (TEXT, b"too fast")
            opcode, payload = told(there)
            assert (opcode, int.from_bytes(payload[:2], "big")) == (CLOSE, POLICY_VIOLATION)

    def test_bytes_that_make_no_frame_are_paid_for_as_well(self) -> None:
        limit = LIMITS[Act.BYTES].socket
        assert limit is not None
        toll = Toll(Budgets(limited=True, clock=lambda: 0.0), Payer("192.0.2.1"))
        assert all(toll.read(1) for _ in range(limit.burst // SMALLEST_READ))
        assert not toll.read(1)

    @pytest.mark.parametrize("person", [None, "ann"])
    def test_many_sockets_share_one_purse(self, person: str | None) -> None:
        budgets = Budgets(limited=True, clock=lambda: 0.0)
        limits = LIMITS[Act.FRAMES]
        assert limits.socket is not None
        shared = limits.address if person is None else limits.person
        tolls = [Toll(budgets, Payer("192.0.2.1", person)) for _ in range(10)]
        paid = sum(toll.frame() for toll in tolls for _ in range(limits.socket.burst))
        assert paid == shared.burst
        assert Toll(budgets, Payer("192.0.2.2")).frame()
