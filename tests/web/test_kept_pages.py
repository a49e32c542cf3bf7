"""A page that frames have kept up to date is, byte for byte, the page that is loaded again."""

from __future__ import annotations

import re
import socket
import zlib
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.bots.random_bot import RandomBot
from boomtown.core import Chance
from boomtown.core.record import By
from boomtown.store.tables import Phase
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.sockets.deflate import END, Deflate
from boomtown.web.sockets.feeds import PARTS, PageFeed, Watching
from boomtown.web.sockets.frames import PACKED
from boomtown.web.sockets.websocket import WebSocket
from masked import free_toll
from sites import started

CSRF = re.compile(r'(name="csrf_token" value=")[^"]*')
GONE = re.compile(r'<span class="chip gone".*?</span>')
"""Who is away: loading a page is a sign of life."""
LINE = re.compile(r'<li data-n="(\d+)".*?</li>', re.DOTALL)
TABLES = [
    ("bang_dice", 5, {"special_roles": "mixed", "ghost": True, "saloon_dice": True}, 4),
    ("cash_n_guns", 5, {"powers": True}, 4),
    ("high_noon", 4, {}, 1),
    ("shadows_west", 2, {}, 15),
]
"""And after how many answers each a page is loaded again."""
MOST = 45
"""Answers, should nobody win before; in the long runs, whole matches."""


def plain(html: str) -> str:
    """A page without what differs from one visit to the next."""
    return GONE.sub("", CSRF.sub(r"\1", html))


def lines_in(html: str) -> dict[int, str]:
    """Lines of the log, by their positions."""
    return {int(line[1]): line[0] for line in LINE.finditer(html)}


class Kept:
    """A browser's page: the parts as they were sent, over a wire that compresses."""

    def __init__(self, app: Flask, site: Site, room: Room, player: str | None) -> None:
        self.client = client_of(app, player)
        self.parts: dict[str, str] = {}
        self.lines: dict[int, str] = {}
        self.sent = 0
        self._room = room
        self._feed = PageFeed(
            site,
            app.extensions["painter"],
            room,
            Watching(player=player, language="en", token="", text=False, log=0, chat=0),
        )
        here, self._there = socket.socketpair()
        self._there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self._socket = WebSocket(here, free_toll(), Deflate())
        self._here = here
        self._reader = zlib.decompressobj(-15)

    def hear(self) -> None:
        """Takes what has been sent, as a browser does."""
        for message in self._feed.next():
            self._socket.send(message)
            told = msgspec.json.decode(self._read())
            if told["type"] != "table":
                continue
            self.parts |= told["parts"]
            self.lines = {n: line for n, line in self.lines.items() if n < told["log"]["from"]}
            self.lines |= lines_in(told["log"]["html"])

    def _read(self) -> bytes:
        head = self._there.recv(2, socket.MSG_WAITALL)
        size = head[1]
        if size >= 126:
            more = self._there.recv(2 if size == 126 else 8, socket.MSG_WAITALL)
            size = int.from_bytes(more, "big")
        data = self._there.recv(size, socket.MSG_WAITALL)
        self.sent += 2 + len(data)
        return self._reader.decompress(data + END) if head[0] & PACKED else data

    def check(self) -> None:
        """Loads the page again."""
        with self.client.get(f"/t/{self._room.code}") as response:
            page = plain(response.get_data(as_text=True))
        assert set(self.parts) == set(PARTS)
        for name, html in self.parts.items():
            assert plain(html).strip() in page, name
        if self._room.table.phase is Phase.PLAYING:  # afterwards one may look back at every line
            assert lines_in(page).items() <= self.lines.items(), "headings stand otherwise there"

    def close(self) -> None:
        self._here.close()
        self._there.close()


def client_of(app: Flask, player: str | None) -> FlaskClient:
    client = app.test_client()
    if player is not None:
        with client.session_transaction() as session:
            session["player"], session["epoch"] = player, 0
    return client


@pytest.mark.parametrize("most", [MOST, pytest.param(400, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("game", "seats", "options", "every"), TABLES)
def test_a_page_kept_by_frames_is_the_page_that_is_loaded_again(
    app: Flask, site: Site, game: str, seats: int, options: dict[str, Any], every: int, most: int
) -> None:
    room, players = started(site, game, seats, seats, options=options)
    chance = Chance.seeded("kept", game)
    bot = RandomBot(chance.another())
    pages = [Kept(app, site, room, player) for player in (players[0], None)]
    answers = 0
    with ExitStack() as stack, room.lock:
        for page in pages:
            stack.callback(page.close)
        while True:
            match = room.playing().match
            for page in pages:
                page.hear()
                if answers % every == 0 or match.outcome is not None:
                    page.check()
            if match.outcome is not None or answers == most:
                break
            seat = match.asked()[0]
            answer = bot.pick(match.choice(seat))
            if match.hushed:  # as the house does it when the question closes
                room.open_envelope(seat, answer, by=By.BOT)
            else:
                room.answer(seat, answer)
            answers += 1
    assert answers > 10
