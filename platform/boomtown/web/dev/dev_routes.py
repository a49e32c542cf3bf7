"""What only an author's site has: a script in every page, and the socket that it listens to."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from flask import Blueprint, Flask, Response, current_app, request

from boomtown.web.dev.readers import READERS, Reader, Readers
from boomtown.web.guard.links import same_origin
from boomtown.web.site import language
from boomtown.web.sockets.handshake import socket_route
from boomtown.web.sockets.websocket import WebSocket

HERE = Path(__file__).resolve().parent
SCRIPT = (
    b'<link rel="stylesheet" href="/dev/static/dev.css">'
    b'<script type="module" src="/dev/static/dev.js"></script>'
)
END = b"</body>"
dev = Blueprint(
    "dev",
    __name__,
    static_folder=str(HERE / "static"),
    static_url_path="/dev/static",
)


def equip(app: Flask) -> None:
    """Makes a site one for an author: files are read anew, and pages listen."""
    app.extensions[READERS] = Readers()
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = None
    app.jinja_env.auto_reload = True
    app.register_blueprint(dev)
    app.after_request(_with_script)


def _with_script(response: Response) -> Response:
    if response.mimetype == "text/html" and not response.direct_passthrough:
        response.set_data(response.get_data().replace(END, SCRIPT + END))
    return response


@dev.before_request
def refuse_other_sites() -> None:
    """Pages of other sites get no socket."""
    if request.endpoint == "dev.news":
        same_origin()


@socket_route(dev, "/dev/socket")
def news(socket: WebSocket) -> None:
    """Whatever has changed, as it changes."""
    readers = cast(Readers, current_app.extensions[READERS])
    with readers.opened(Reader(socket, language(), request.args.get("table", ""))):
        socket.toll.settle()
        while True:
            socket.receive()
