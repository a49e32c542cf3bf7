"""gunicorn's gevent worker, which says goodbye before it goes.

Asked to end, it stops taking up work, tells every open page that the site is back in a moment,
finishes the requests that are under way, and answers new ones with the same news until then.
"""

from __future__ import annotations

import os
import socket
import time
from contextlib import suppress
from typing import Any

import gevent
from gunicorn.workers.ggevent import GeventWorker

from boomtown.web.guard.budget import Connections

FINISH_SECONDS = 6.0
"""How long requests that are under way may take; the master waits longer."""
LOOK_SECONDS = 0.05


class PoliteWorker(GeventWorker):  # type: ignore[misc]  # gunicorn has no types
    """One web process."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._clients: set[socket.socket] = set()
        self._busy = 0
        """How many requests and sockets are being served."""
        self._leaving = False
        counted = os.environ.get("BOOMTOWN_LIMITS", "on") != "off"
        proxied = int(os.environ.get("BOOMTOWN_PROXIES", "0")) > 0
        self._connections = Connections(limited=counted and not proxied)

    def handle(self, listener: Any, client: socket.socket, addr: Any) -> None:
        """Serves a connection, one request after another."""
        whose = self._connections.enter(addr[0] if isinstance(addr, tuple) else "")
        if whose is None:
            client.close()
            return
        self._clients.add(client)
        try:
            super().handle(listener, client, addr)
        finally:
            self._clients.discard(client)
            self._connections.leave(whose)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> None:
        """Serves a request."""
        self._busy += 1
        try:
            super().handle_request(listener_name, req, sock, addr)
        finally:
            self._busy -= 1

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: end, but politely."""
        if not self._leaving:
            self._leaving = True
            gevent.spawn(self._leave)

    def _leave(self) -> None:
        from boomtown.web.server.farewell import say_goodbye  # the master must not load the site

        try:
            if (app := getattr(self, "wsgi", None)) is not None:  # it may not have got so far
                say_goodbye(app)
            until = time.monotonic() + FINISH_SECONDS
            while self._busy and time.monotonic() < until:
                gevent.sleep(LOOK_SECONDS)
        finally:
            self.alive = False
            for client in list(self._clients):  # browsers keep connections for later
                with suppress(OSError):  # gone already
                    client.shutdown(socket.SHUT_RDWR)
