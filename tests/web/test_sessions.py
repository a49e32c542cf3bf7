"""A socket lasts as long as the session that it was opened with."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from simple_websocket import Client, ConnectionClosed

from boomtown.store.bus import Bus, player_topic
from boomtown.store.database import Database
from boomtown.store.people import People
from boomtown.web.sockets.frames import CLOSE, POLICY_VIOLATION
from boomtown.web.sockets.open_sockets import SIGNED_OUT, OpenSockets
from boomtown.web.sockets.websocket import WebSocket
from clients import Reader
from masked import free_toll
from sites import PATIENCE, Server


@pytest.fixture
def until_the_end() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Line:
    """A socket in this process, and what its other end hears."""

    def __init__(self, stack: ExitStack) -> None:
        ours, self._theirs = socket.socketpair()
        stack.enter_context(closing(ours))
        stack.enter_context(closing(self._theirs))
        self._theirs.setblocking(False)
        self.socket = WebSocket(ours, free_toll())

    def goodbye(self) -> tuple[int, str] | None:
        """The code and the reason, if it was said."""
        try:
            said = self._theirs.recv(4096)
        except BlockingIOError:
            return None
        assert said[0] & 0x0F == CLOSE
        return int.from_bytes(said[2:4], "big"), said[4:].decode()


def test_sockets_of_an_old_session_are_closed_and_only_those(
    database: Database, until_the_end: ExitStack
) -> None:
    bus = Bus(database)
    people = People(database, bus)
    sockets = OpenSockets(people, bus)
    ann, bill = people.add("Ann", "en"), people.add("Bill", "en")
    old, others, program = (Line(until_the_end) for _ in range(3))
    enter = until_the_end.enter_context
    session = enter(sockets.opened(old.socket, "dry-gulch", ann.id, ann.epoch))
    enter(sockets.opened(others.socket, "dry-gulch", bill.id, bill.epoch))
    enter(sockets.opened(program.socket, "long-gulch", ann.id))
    assert len(sockets) == 3
    assert session.counts()
    again = people.sign_out_others(ann.id)
    assert not session.counts()
    assert old.goodbye() == (POLICY_VIOLATION, SIGNED_OUT)
    assert others.goodbye() is None
    assert program.goodbye() is None
    fresh = Line(until_the_end)
    enter(sockets.opened(fresh.socket, "dry-gulch", ann.id, again.epoch))
    bus.tell(player_topic(ann.id))
    assert fresh.goodbye() is None


def test_whatever_was_missed_while_nobody_listened_is_made_up_for(
    database: Database, until_the_end: ExitStack
) -> None:
    bus = Bus(database)
    people = People(database, bus)
    sockets = OpenSockets(people, bus)
    ann = people.add("Ann", "en")
    line = Line(until_the_end)
    until_the_end.enter_context(sockets.opened(line.socket, "dry-gulch", ann.id, ann.epoch))
    People(database).sign_out_others(ann.id)
    assert line.goodbye() is None
    bus.tell_here("everything")
    assert line.goodbye() == (POLICY_VIOLATION, SIGNED_OUT)


def test_a_session_that_ends_while_its_socket_opens_is_closed(
    database: Database, until_the_end: ExitStack
) -> None:
    bus = Bus(database)
    people = People(database, bus)
    sockets = OpenSockets(people, bus)
    ann = people.add("Ann", "en")
    people.sign_out_others(ann.id)
    line = Line(until_the_end)
    with sockets.opened(line.socket, "dry-gulch", ann.id, ann.epoch):
        assert line.goodbye() == (POLICY_VIOLATION, SIGNED_OUT)
    assert len(sockets) == 0


def test_a_polite_stop_says_goodbye_to_all(database: Database, until_the_end: ExitStack) -> None:
    bus = Bus(database)
    sockets = OpenSockets(People(database, bus), bus)
    lines = [Line(until_the_end) for _ in range(3)]
    for line in lines:
        until_the_end.enter_context(sockets.opened(line.socket, "dry-gulch", None))
    assert sockets.say_goodbye(1012, "back in a moment") == 3
    assert [line.goodbye() for line in lines] == [(1012, "back in a moment")] * 3


# --- over real sockets --------------------------------------------------------------------------


def ended(line: Client) -> tuple[int, str]:
    """How the other side ends it."""
    try:
        while line.receive(timeout=PATIENCE) is not None:
            pass
    except ConnectionClosed as end:
        return int(end.reason), str(end.message)
    raise AssertionError("it does not end")


@pytest.fixture
def devices(server: Server) -> Iterator[tuple[str, Reader, Reader]]:
    """A table where somebody plays, on two devices."""
    here = Reader(server.url, "Ann")
    code = here.post("/games/bang_dice/play", seats="4", listed="on").rpartition("/")[2]
    link = here.posted("/me/link").partition("/device/")[2].partition('"')[0]
    there = Reader(server.url, "Nobody")
    there.post(f"/device/{link}")
    yield code, here, there
    here.close()
    there.close()


def test_signing_out_closes_the_open_page_of_the_other_device(
    devices: tuple[str, Reader, Reader],
) -> None:
    code, here, there = devices
    for device in (here, there):
        device.look(code)
    assert there.socket is not None
    here.post("/me/sessions")
    assert ended(there.socket) == (POLICY_VIOLATION, SIGNED_OUT)
    here.look(code)  # with the new cookie


def test_a_page_that_comes_back_with_the_old_cookie_is_told_why(
    devices: tuple[str, Reader, Reader],
) -> None:
    code, here, there = devices
    here.post("/me/sessions")
    assert ended(there.line(code)) == (POLICY_VIOLATION, SIGNED_OUT)
    there.visit(f"/t/{code}")  # a new page belongs to a guest, and so does its socket
    there.look(code)
