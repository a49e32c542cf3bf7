"""What happened, as the players know it: what they sent, what became of it, what they saw."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import count
from threading import Lock
from typing import Any

from chaos.control import steady

ANY = object()
"""The answer of somebody who filled in a form: only the server knows how it reads."""


class End(StrEnum):
    """What became of an answer."""

    OPEN = "open"
    """Nobody knows: the connection was lost, or the server fell over."""
    TAKEN = "taken"
    REFUSED = "refused"


class Try:
    """An answer that somebody sent."""

    __slots__ = ("answer", "at", "done", "end", "number", "seat", "table", "via")

    def __init__(self, table: str, seat: int, number: int, answer: object, via: str) -> None:
        self.table = table
        self.seat = seat
        self.number = number
        self.answer = answer
        self.via = via
        self.at = steady()
        self.end = End.OPEN
        self.done = 0.0

    def close(self, end: End) -> None:
        """Notes what became of it."""
        self.end, self.done = end, steady()


class Look:
    """A view that somebody was shown; ``link`` tells one connection from another."""

    __slots__ = ("at", "digest", "link", "number", "seat", "table")

    def __init__(self, table: str, seat: int, link: int, number: int, digest: str) -> None:
        self.table = table
        self.seat = seat
        self.link = link
        self.number = number
        self.digest = digest
        self.at = steady()


class Trouble:
    """A fault, and how long every table needed to go on after it."""

    def __init__(self, kind: str, what: str) -> None:
        self.kind = kind
        self.what = what
        self.began = self.ended = steady()
        self.recovered: float | None = None
        """Seconds; None as long as a table stands still."""


class History:
    """All of it, in the order in which it was written down."""

    def __init__(self) -> None:
        self.tries: list[Try] = []
        self.looks: list[Look] = []
        self.troubles: list[Trouble] = []
        self.complaints: list[str] = []
        """What is wrong already, before anybody has looked at the database."""
        self._links = count()
        self._lock = Lock()

    def link(self) -> int:
        """A number for a new connection."""
        with self._lock:
            return next(self._links)

    def sent(self, table: str, seat: int, number: int, answer: object, via: str) -> Try:
        """Somebody is about to send an answer."""
        one = Try(table, seat, number, answer, via)
        self.tries.append(one)
        return one

    def saw(self, table: str, seat: int, link: int, message: dict[str, Any]) -> None:
        """Somebody was shown a view."""
        self.looks.append(Look(table, seat, link, message["number"], digest_of(message)))

    def complain(self, text: str) -> None:
        """Notes something that must not be."""
        self.complaints.append(text)

    @contextmanager
    def trouble(self, kind: str, what: str) -> Iterator[Trouble]:
        """A fault, as long as it lasts."""
        one = Trouble(kind, what)
        self.troubles.append(one)
        yield one
        one.ended = steady()


def digest_of(message: dict[str, Any]) -> str:
    """A view and its question in short. What a seat has put aside is no part of the match."""
    question = message["question"]
    if question is not None:
        question = {key: value for key, value in question.items() if key != "given"}
    told = [message["number"], message["view"], question]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
