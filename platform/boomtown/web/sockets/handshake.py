"""From a request to a WebSocket: routes whose view is a conversation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from flask import Blueprint, Response, abort, request

from boomtown.web.guard.budget import Toll
from boomtown.web.guard.gate import end_turn
from boomtown.web.site import origin, payer, site
from boomtown.web.sockets.deflate import agreed
from boomtown.web.sockets.frames import accepted
from boomtown.web.sockets.websocket import Closed, WebSocket


class Finished(Response):
    """What a view returns when the connection was its own and HTTP is over on it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # as WSGI has it
        raise StopIteration  # how gunicorn is told to close it


def socket_route(
    blueprint: Blueprint, path: str, *, compress: bool = False
) -> Callable[[Callable[..., None]], Callable[..., Response]]:
    """A route whose view is given a WebSocket, and serves it until it returns.

    ``compress`` is for long messages that are much like those before them.
    """

    def decorator(view: Callable[..., None]) -> Callable[..., Response]:
        @wraps(view)
        def opened(**args: Any) -> Response:  # the variable parts of the path
            toll = Toll(site().budgets, payer())
            pacing, address = site().pacing, origin()
            toll.turn, toll.settle = partial(pacing.turn, address), end_turn
            toll.charged, toll.wait = (
                partial(pacing.charged, address),
                partial(pacing.wait, address),
            )
            try:
                socket = accept(toll, compress=compress)
                try:
                    view(socket, **args)
                except Closed:
                    pass
                finally:
                    socket.close()
            finally:
                toll.close()
            return Finished()

        blueprint.add_url_rule(path, endpoint=view.__name__, view_func=opened, websocket=True)
        return opened

    return decorator


def accept(toll: Toll, *, compress: bool) -> WebSocket:
    """Says yes to the request for a WebSocket."""
    key, version = (request.headers.get(f"Sec-WebSocket-{name}", "") for name in ("Key", "Version"))
    connection = request.environ.get("gunicorn.socket")
    if not key or version != "13" or connection is None:
        abort(400)
    lines = [
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Accept: {accepted(key)}",
    ]
    deflate = None
    if compress and (found := agreed(request.headers.get("Sec-WebSocket-Extensions", ""))):
        deflate, words = found
        lines.append(f"Sec-WebSocket-Extensions: {words}")
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return WebSocket(connection, toll, deflate)
