"""Programs at a table, for tests, and people who read its page without a browser."""

from __future__ import annotations

import json
import re
import urllib.request
from contextlib import suppress
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode

from simple_websocket import Client, ConnectionClosed

from boomtown.core import Chance


def call(url: str, body: object = None, token: str | None = None) -> Any:
    """One request to the API; the answer as plain data."""
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(url, data=data, headers=headers), timeout=30
    ) as reply:
        return json.loads(reply.read())


def connect(url: str, path: str, headers: dict[str, str]) -> Client:
    """A socket. The client overlooks whatever it reads together with the handshake, so that is
    read byte by byte."""
    client = Client(url.replace("http", "ws", 1) + path, headers=headers, receive_bytes=1)
    client.receive_bytes = 4096
    return client


class Program:
    """One seat of a table, over a socket; it answers whatever it is asked."""

    def __init__(self, url: str, code: str, token: str, seed: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.socket = connect(url, f"/api/tables/{code}/socket", headers)
        self.chance = Chance.seeded(seed)
        self.view: dict[str, Any] = {}
        self.question: dict[str, Any] | None = None
        self.number = -1
        self.answered = -1
        self.over = False

    def hear(self, seconds: float = 30) -> str | None:
        """Waits for a message; its type."""
        raw = self.socket.receive(timeout=seconds)
        if raw is None:
            return None
        message = json.loads(raw)
        if message["type"] == "view":
            self.view, self.question = message["view"], message["question"]
            self.number = message["number"]
            self.over = self.view["outcome"] is not None
            if self.number == self.answered:  # sent before the answer arrived
                self.question = None
        elif message["type"] != "taken":
            raise AssertionError(f"refused: {message}")
        return str(message["type"])

    def answer(self) -> None:
        """Answers the present question with its default, now and then with something else."""
        assert self.question is not None
        choice = self.question["choice"]
        answer = choice["default"]
        items = [one["value"] for one in choice.get("of", []) if "refused" not in one]
        if choice["kind"] == "one" and items:
            answer = items[self.chance.below(len(items))]
        self.send({"do": "answer", "number": self.question["number"], "answer": answer})
        self.answered, self.question = self.number, None

    def send(self, order: object) -> None:
        """Sends an order."""
        try:
            self.socket.send(json.dumps(order))
        except OSError:  # the thread that reads has just closed it
            raise ConnectionClosed(self.socket.close_reason, self.socket.close_message) from None

    def close(self) -> None:
        """Goes away.

        The client's own way closes the file under the thread that reads it, and over TLS that
        thread may then read from whoever gets its number next.
        """
        super(Client, self.socket).close()  # type: ignore[misc]  # it has no types
        self.socket.thread.join(30)
        self.socket.sock.close()


ARRIVING = 0.5
"""Seconds after which nobody else comes."""


class Reader:
    """Somebody who sends forms and hears the page of a table, without a browser to show it."""

    TOKEN = re.compile(r'name="csrf_token" value="([^"]*)"')

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.socket: Client | None = None
        self._cookies = CookieJar()
        self._door = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        with self._door.open(url, timeout=30) as page:
            found = self.TOKEN.search(page.read().decode())
        assert found is not None
        self._token = found[1]
        self.post("/me", name=name)

    def post(self, path: str, **fields: str) -> str:
        """Sends a form, and says where it led."""
        with self._sent(path, fields) as reply:
            return str(reply.url)

    def posted(self, path: str, **fields: str) -> str:
        """Sends a form; the page that comes back."""
        with self._sent(path, fields) as reply:
            return str(reply.read().decode())

    def _sent(self, path: str, fields: dict[str, str]) -> Any:
        form = urlencode({"csrf_token": self._token} | fields).encode()
        return self._door.open(self.url + path, form, timeout=30)

    def visit(self, path: str) -> str:
        """Opens a page; what it shows."""
        with self._door.open(self.url + path, timeout=30) as page:
            return str(page.read().decode())

    def line(self, code: str) -> Client:
        """The socket of a table's page."""
        cookie = "; ".join(f"{one.name}={one.value}" for one in self._cookies)
        return connect(self.url, f"/t/{code}/socket?log=0&chat=0", {"Cookie": cookie})

    def look(self, code: str) -> None:
        """Turns to a table, and hears what its page would be told from now on."""
        self.close()
        self.socket = self.line(code)
        self.frames: list[str] = []
        self.mine = False
        self.prompt = ""
        self.hear()

    def close(self) -> None:
        """Turns away."""
        if self.socket is not None:
            with suppress(ConnectionClosed):  # the site was quicker
                self.socket.close()
            self.socket = None

    def hear(self) -> None:
        """Waits for news, and takes in all that is there."""
        assert self.socket is not None
        raw = self.socket.receive(timeout=30)
        assert raw is not None, "nothing is said any more"
        self._take_in(raw, patience=0)

    def settle(self) -> None:
        """Lets everybody else arrive, which is told one by one, and forgets all that."""
        assert self.socket is not None
        self._take_in(self.socket.receive(timeout=ARRIVING), patience=ARRIVING)
        self.frames.clear()

    def _take_in(self, raw: str | bytes | None, patience: float) -> None:
        assert self.socket is not None
        while raw is not None:
            message = json.loads(raw)
            assert message["type"] == "table", message
            self.frames.append(str(raw))
            self.mine = message["mine"]
            self.prompt = message["parts"].get("prompt", self.prompt)
            raw = self.socket.receive(timeout=patience)

    def answer(self, answer: object) -> None:
        """Presses a button of the prompt."""
        number = re.search(r'data-number="(\d+)"', self.prompt)
        assert self.socket is not None
        assert number is not None
        fields = [["a", json.dumps(answer)]]
        order = {"do": "answer", "number": int(number[1]), "fields": fields}
        self.socket.send(json.dumps(order))
