"""The sockets that are open in this process: whose they are, at which table, and until when.

A page's socket lasts as long as its session. When a player signs other devices out, or is sent
away, ``player:ID`` goes over the bus, and every process closes the sockets that no longer count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from boomtown.store.bus import Bus
from boomtown.store.people import People
from boomtown.web.sockets.frames import POLICY_VIOLATION
from boomtown.web.sockets.websocket import WebSocket

SIGNED_OUT = "signed out"
"""The reason in a goodbye after which a page need not come back."""

SENT_AWAY = "asked to leave"
"""The reason in a goodbye to somebody who may not look at the table any more."""


class OpenSocket:
    """One socket, and the session that it was opened with."""

    def __init__(
        self,
        people: People,
        socket: WebSocket,
        code: str,
        player: str | None,
        epoch: int | None,
    ) -> None:
        self._people = people
        self._socket = socket
        self.code = code
        self.player = player
        self._epoch = epoch

    def counts(self) -> bool:
        """Whether its session still does; asked of the database, which all processes share."""
        if self.player is None or self._epoch is None:
            return True  # a spectator, or a program whose token is checked at the table
        return self._people.epoch(self.player) == self._epoch

    def sign_out(self) -> None:
        """Says goodbye for good."""
        self.close(POLICY_VIOLATION, SIGNED_OUT)

    def close(self, code: int, reason: str) -> None:
        """Says goodbye."""
        self._socket.close(code, reason)


class OpenSockets:
    """All of them, by player and by table."""

    def __init__(self, people: People, bus: Bus) -> None:
        self._people = people
        self._open: set[OpenSocket] = set()
        self._lock = Lock()
        self.came: Callable[[str, str], None] = lambda code, player: None
        """Who must know that a player has opened a page of a table."""
        self.left: Callable[[str, str], None] = lambda code, player: None
        """The same when it is closed."""
        bus.listen(self._heard)

    def __len__(self) -> int:
        return len(self._open)

    def all(self) -> list[OpenSocket]:
        """Those that are open now."""
        with self._lock:
            return list(self._open)

    def of_player(self, player: str) -> list[OpenSocket]:
        """Where a player looks on."""
        return [one for one in self.all() if one.player == player]

    @contextmanager
    def opened(
        self, socket: WebSocket, code: str, player: str | None, epoch: int | None = None
    ) -> Iterator[OpenSocket]:
        """Counts a socket in for as long as it is served; ``epoch`` is that of a page's session."""
        one = OpenSocket(self._people, socket, code, player, epoch)
        with self._lock:
            self._open.add(one)
        try:
            if not one.counts():  # signed out between the request and here
                one.sign_out()
            with self._present(one):
                yield one
        finally:
            with self._lock:
                self._open.discard(one)

    @contextmanager
    def _present(self, one: OpenSocket) -> Iterator[None]:
        if one.player is None:
            yield
            return
        self.came(one.code, one.player)
        try:
            yield
        finally:
            self.left(one.code, one.player)

    def say_goodbye(self, code: int, reason: str) -> int:
        """Closes all of them, and says how many there were."""
        found = self.all()
        for one in found:
            one.close(code, reason)
        return len(found)

    def _heard(self, topic: str) -> None:
        kind, _, name = topic.partition(":")
        if kind == "player":
            self._close_stale(self.of_player(name))
        elif kind == "everything":
            self._close_stale(self.all())

    def _close_stale(self, sockets: list[OpenSocket]) -> None:
        for one in sockets:
            if not one.counts():
                one.sign_out()
