"""The pages that an author has open, and what they are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

import msgspec
from msgspec import Struct

from boomtown.web.sockets.websocket import Closed, WebSocket

READERS = "dev_readers"
"""Its name among the extensions of the application."""
_encode = msgspec.json.Encoder().encode


class Reader(Struct, frozen=True, eq=False):
    """One page, its language, and the table that it shows, if it shows one."""

    socket: WebSocket
    language: str
    table: str


class Readers:
    """All of them."""

    def __init__(self) -> None:
        self._open: set[Reader] = set()
        self._lock = Lock()
        self.panel: Callable[[Reader], str] = lambda reader: ""
        """What a page shows of mistakes and differences, as HTML."""

    @contextmanager
    def opened(self, reader: Reader) -> Iterator[None]:
        """Counts a page in for as long as it is open; at first it hears what is the matter."""
        with self._lock:
            self._open.add(reader)
        try:
            self._tell(reader, "", [])
            yield
        finally:
            with self._lock:
                self._open.discard(reader)

    def tell(self, changed: str = "", files: list[str] | None = None) -> None:
        """Tells every page what has changed, and what is the matter now."""
        with self._lock:
            readers = list(self._open)
        for reader in readers:
            self._tell(reader, changed, files or [])

    def _tell(self, reader: Reader, changed: str, files: list[str]) -> None:
        news = {"changed": changed, "files": files, "panel": self.panel(reader)}
        try:
            reader.socket.send(_encode(news))
        except Closed:
            return  # it has gone
