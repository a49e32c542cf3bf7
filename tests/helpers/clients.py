"""Programs at a table, for tests: they speak the API, and answer whatever they are asked."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from simple_websocket import Client

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


class Program:
    """One seat of a table, over a socket."""

    def __init__(self, url: str, code: str, token: str, seed: str) -> None:
        address = url.replace("http://", "ws://") + f"/api/tables/{code}/socket"
        self.socket = Client(address, headers={"Authorization": f"Bearer {token}"})
        self.chance = Chance.seeded(seed)
        self.view: dict[str, Any] = {}
        self.question: dict[str, Any] | None = None
        self.number = -1
        self.answered = -1
        self.over = False
        # The client overlooks a message that comes together with the handshake: ask once more.
        self.send({"do": "again"})

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
        self.socket.send(json.dumps(order))

    def close(self) -> None:
        """Goes away."""
        self.socket.close()
