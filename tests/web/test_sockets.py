"""Whoever sends too much over a socket is told so, and then it is closed."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator

import msgspec
import pytest

from boomtown.store.moderation import Who
from boomtown.web.guard.budget import LIMITS, Act, Budgets, Payer, Toll
from boomtown.web.people.conduct import Conduct
from boomtown.web.site import Site
from boomtown.web.sockets.connection import Connection
from boomtown.web.sockets.feeds import ViewFeed
from boomtown.web.sockets.frames import CLOSE, POLICY_VIOLATION, TEXT
from boomtown.web.sockets.websocket import WebSocket
from boomtown.web.tables.table_page import names_at, plain_wording
from masked import sent
from sites import started


def conversation(site: Site, *orders: object, origin: str = "") -> Iterator[tuple[int, bytes]]:
    """What a spectator's socket is told who sends all this at once."""
    room, _ = started(site, "high_noon", 2, 2)
    here, there = socket.socketpair()
    with here, there:
        there.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        there.sendall(b"".join(sent(TEXT, msgspec.json.encode(order)) for order in orders))
        there.shutdown(socket.SHUT_WR)
        budgets = Budgets(limited=True, clock=lambda: 0.0)
        ours = WebSocket(here, Toll(budgets, Payer("192.0.2.1")))
        Connection(
            ours,
            room,
            ViewFeed(room, None),
            seat=lambda: None,
            wording=lambda: plain_wording(room.game, "en", names_at(room.table)),
            speak=lambda text: None,
            counts=lambda: True,
            conduct=Conduct(site.moderation, None, origin),
            acknowledge=True,
        ).serve()
        here.shutdown(socket.SHUT_WR)
        while head := there.recv(2, socket.MSG_WAITALL):
            size = head[1]
            if size == 126:
                size = int.from_bytes(there.recv(2, socket.MSG_WAITALL), "big")
            yield head[0] & 0x0F, there.recv(size, socket.MSG_WAITALL)


def rules_in(told: list[tuple[int, bytes]]) -> list[str]:
    messages = [msgspec.json.decode(payload) for opcode, payload in told if opcode == TEXT]
    return [message["rule"] for message in messages if message["type"] == "refused"]


def test_whoever_leaves_is_gone_from_memory_at_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[str] = []
    monkeypatch.setattr(
        Connection, "__del__", lambda connection: gone.append("connection"), raising=False
    )
    gc.collect()
    gone.clear()
    gc.disable()
    try:
        assert list(conversation(site, {"do": "again"}))
        assert gone == ["connection"], "it holds itself, and with it the room"
    finally:
        gc.enable()


@pytest.mark.rule("boomtown.answer.flood")
def test_too_many_messages_are_refused_and_the_socket_is_closed(site: Site) -> None:
    limit = LIMITS[Act.FRAMES].socket
    assert limit is not None
    told = list(conversation(site, *[{"do": "undo"}] * (limit.burst + 50)))
    assert rules_in(told) == ["boomtown.answer.flood"]
    opcode, payload = told[-1]
    assert (opcode, int.from_bytes(payload[:2], "big")) == (CLOSE, POLICY_VIOLATION)


def test_asking_for_everything_again_costs_as_much_as_many_messages(site: Site) -> None:
    told = list(conversation(site, *[{"do": "again"}] * 12))
    assert rules_in(told) == ["boomtown.answer.flood"] * 2


@pytest.mark.rule("boomtown.site.pace")
def test_talking_has_a_purse_of_its_own(site: Site) -> None:
    lines = LIMITS[Act.CHAT].address.burst
    told = list(conversation(site, *[{"do": "say", "text": "Draw."}] * (lines + 3)))
    assert rules_in(told) == ["boomtown.site.pace"] * 3


@pytest.mark.rule("boomtown.site.banned")
@pytest.mark.rule("boomtown.site.muted")
def test_whoever_is_banned_or_muted_is_refused_over_the_socket(site: Site) -> None:
    orders = {"do": "undo"}, {"do": "say", "text": "hello"}, {"do": "again"}
    site.moderation.ban(Who.ADDRESS, "here", mute=True)
    told = rules_in(list(conversation(site, *orders, origin="here")))
    assert told == ["boomtown.table.seated", "boomtown.site.muted"]
    site.moderation.ban(Who.ADDRESS, "here")
    told = rules_in(list(conversation(site, *orders, origin="here")))
    assert told == ["boomtown.site.banned"] * 2
    assert rules_in(list(conversation(site, *orders, origin="there"))) == ["boomtown.table.seated"]
