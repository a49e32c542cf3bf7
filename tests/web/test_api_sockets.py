"""Programs at a real server: over sockets, and the bot that the site gives away."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from simple_websocket import Client, ConnectionClosed

from boomtown.core import Chance
from sites import Server, eventually

BOT = Path(__file__).parents[2] / "platform/boomtown/static/random_bot.py"
PATIENCE = 20
BRIEFLY = 0.1
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
POLICY_VIOLATION = 1008


class Duel:
    """A table of two at the server."""

    def __init__(self, server: Server, **more: object) -> None:
        self._url = f"{server.url}/api/tables"
        made = self.call("POST", "", {"game": "high_noon", "seats": 2, **more})
        self.code, self.host = made["code"], made["token"]
        self._url += f"/{self.code}"
        self.tokens: list[str] = []

    def call(self, method: str, path: str, body: object = None, token: str = "") -> Any:
        """One request."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)

    def sit(self) -> str:
        """The token of one more player."""
        return str(self.call("POST", "/seats", {"name": "Ann"}, self.host)["token"])

    def start(self) -> None:
        self.call("POST", "/start", token=self.host)

    def socket(self, token: str = "") -> Client:
        """A socket with the token in its header, or without one."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return Client(self._url.replace("http", "ws", 1) + "/socket", headers=headers)

    def refused(self, token: str) -> int:
        """How the server answers who would open a socket with this token."""
        there = urlsplit(self._url)
        with closing(http.client.HTTPConnection(there.netloc, timeout=PATIENCE)) as connection:
            headers = {"Authorization": f"Bearer {token}", **HANDSHAKE}
            connection.request("GET", f"{there.path}/socket", headers=headers)
            reply = connection.getresponse()
            assert set(json.load(reply)) == {"ok", "error", "rule"}
            return reply.status


class Player:
    """A program that hears and answers by chance."""

    def __init__(self, socket: Client, seed: str) -> None:
        self._socket = socket
        self._chance = Chance.seeded(seed)
        self.last: dict[str, Any] = {}
        self.taken: list[int] = []
        self.answered: list[int] = []
        self.log: list[Any] = []

    def send(self, **order: object) -> None:
        self._socket.send(json.dumps(order))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        message = self.listen(PATIENCE)
        assert message is not None, "nothing was said"
        return message

    def listen(self, seconds: float) -> dict[str, Any] | None:
        """The next message, if there is one soon."""
        raw = self._socket.receive(timeout=seconds)
        if raw is None:
            return None
        message: dict[str, Any] = json.loads(raw)
        if message["type"] == "view":
            self.last = message
            self.log += message["log"]
        elif message["type"] == "taken":
            self.taken.append(message["number"])
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def answer(self) -> None:
        """One of the things that are offered, once a question."""
        question = self.last["question"]
        if question is None or question["number"] in self.answered:
            return
        allowed = [one["value"] for one in question["choice"]["of"] if "refused" not in one]
        self.answered.append(question["number"])
        self.send(do="answer", number=question["number"], answer=self._chance.pick(allowed))

    @property
    def over(self) -> bool:
        return bool(self.last) and self.last["view"]["outcome"] is not None


def test_two_programs_and_a_spectator_go_through_a_match(server: Server) -> None:
    duel = Duel(server)
    first, second = duel.sit(), duel.sit()
    players = [Player(duel.socket(first), "one"), Player(duel.socket(), "two")]
    players[1].send(do="token", token=second)
    watcher = Player(duel.socket(), "watcher")
    watcher.send(do="watch")
    duel.start()
    until = time.monotonic() + 3 * PATIENCE
    while not all(player.over for player in players):
        assert time.monotonic() < until, "nobody says anything any more"
        for player in players:
            # Nobody waits for one player while it is the other's turn: news may come in one go.
            if not player.over and player.listen(BRIEFLY) is not None:
                player.answer()
    while not watcher.over:
        assert watcher.hear()["question"] is None
    assert [player.last["view"]["seat"] for player in (*players, watcher)] == [0, 1, None]
    assert players[0].last["view"]["outcome"] == watcher.last["view"]["outcome"]
    for player, token in zip(players, (first, second), strict=True):
        assert player.taken == player.answered
        assert player.log == duel.call("GET", "/view?log=0", token=token)["log"]
    assert watcher.log == duel.call("GET", "/view?log=0")["log"]


def test_what_cannot_be_done_is_refused_and_the_socket_stays_open(server: Server) -> None:
    duel = Duel(server)
    tokens = duel.sit(), duel.sit()
    duel.start()
    player = Player(duel.socket(tokens[0]), "refused")
    player.send(do="answer", number=5, answer="duck")
    assert player.until("refused")["rule"] == "boomtown.answer.number"
    player.send(do="answer", number=0, answer=0)
    assert player.until("refused")["rule"] == "noon.stand.sealed"
    player.send(do="answer", number=0, answer={"x": 1})
    assert player.until("invalid")["error"]
    player.send(do="fly")
    assert player.until("invalid")["field"] == "do"
    player.send(number="one")
    assert player.until("invalid")["error"]
    player.send(do="answer", number=0, answer="duck")
    assert player.until("taken")["number"] == 0
    player.send(do="say", text="your move")
    eventually(lambda: bool(duel.call("GET", "/chat")["messages"]))
    assert duel.call("GET", "/chat")["messages"][0]["text"] == "your move"
    spectator = Player(duel.socket(), "spectator")
    spectator.send(do="watch")
    spectator.send(do="say", text="boo")
    assert spectator.until("refused")["rule"] == "boomtown.table.seated"
    spectator.send(do="answer", number=0, answer="duck")
    assert spectator.until("refused")["rule"] == "boomtown.table.seated"


def test_whoever_missed_something_hears_everything_again(server: Server) -> None:
    duel = Duel(server)
    tokens = duel.sit(), duel.sit()
    duel.start()
    for token in tokens:
        duel.call("POST", "/answer", {"number": 0, "answer": "aim"}, token)
    player = Player(duel.socket(tokens[0]), "again")
    whole = duel.call("GET", "/view?log=0", token=tokens[0])["log"]
    assert whole
    for _ in range(2):
        player.send(do="again")
        while not (heard := player.until("view"))["log"]:
            pass
        assert heard["log"] == whole


def test_a_wrong_token_opens_no_socket(server: Server) -> None:
    duel, hidden = Duel(server), Duel(server, listed=False)
    assert duel.refused("nonsense") == 401
    assert hidden.refused(duel.host) == 404
    for table, first in (
        (duel, {"do": "token", "token": "nonsense"}),
        (duel, {"do": "answer", "number": 0, "answer": "duck"}),
        (duel, ["watch"]),
        (hidden, {"do": "watch"}),
    ):
        assert closed(table.socket(), first) == POLICY_VIOLATION


def closed(socket: Client, first: object) -> int:
    """How the other side ends it after the first message."""
    socket.send(json.dumps(first))
    with pytest.raises(ConnectionClosed) as end:
        socket.receive(timeout=PATIENCE)
    return int(end.value.reason)


def test_a_socket_is_closed_when_its_token_no_longer_counts(server: Server) -> None:
    duel = Duel(server)
    leaving, staying = duel.socket(duel.sit()), duel.socket(duel.sit())
    duel.call("DELETE", "/seats/0", token=duel.host)
    with pytest.raises(ConnectionClosed) as end:
        leaving.receive(timeout=PATIENCE)
    assert end.value.reason == POLICY_VIOLATION
    duel.sit()
    duel.start()
    assert Player(staying, "stays").until("view")["view"]["seat"] == 1


def test_the_bot_that_the_site_gives_away_plays_a_match(server: Server) -> None:
    duel = Duel(server)
    command = [sys.executable, str(BOT), server.url, duel.code]
    bots = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    try:
        while any(seat["free"] for seat in duel.call("GET", "")["seats"]):
            assert all(bot.poll() is None for bot in bots)
        duel.start()
        for bot in bots:
            told, problem = bot.communicate(timeout=60)
            assert (bot.returncode, problem) == (0, "")
            assert "winners" in told
    finally:
        for bot in bots:
            bot.kill()
            bot.communicate()
