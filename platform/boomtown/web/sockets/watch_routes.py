"""The socket of a table's page: what it hears, and what it may say."""

from __future__ import annotations

from functools import partial
from typing import cast

from flask import Blueprint, current_app, render_template, request
from flask_wtf.csrf import generate_csrf

from boomtown.store.people import SeenHints
from boomtown.web.guard.links import same_origin
from boomtown.web.site import (
    conduct_of,
    current_player,
    has_stale_session,
    language,
    room_or_404,
    site,
)
from boomtown.web.sockets.connection import Connection
from boomtown.web.sockets.feeds import (
    Feed,
    GuardedFeed,
    PageFeed,
    SeatingFeed,
    Watching,
    seat_of,
)
from boomtown.web.sockets.frames import POLICY_VIOLATION
from boomtown.web.sockets.handshake import socket_route
from boomtown.web.sockets.open_sockets import SENT_AWAY, SIGNED_OUT
from boomtown.web.sockets.painter import Painter
from boomtown.web.sockets.websocket import WebSocket
from boomtown.web.tables.seating_page import seating_page
from boomtown.web.tables.table_page import room_wording

LAST = 2**31 - 1
watching = Blueprint("watching", __name__)


def painter() -> Painter:
    """Who renders parts of pages for the sockets."""
    return cast(Painter, current_app.extensions["painter"])


@watching.before_request
def refuse_before_the_socket_opens() -> None:
    """Pages of other sites and closed tables get no socket at all."""
    if request.endpoint == "watching.live":
        same_origin()
        if not has_stale_session():  # that one is told why, which only an open socket can do
            room_or_404((request.view_args or {})["code"])


@socket_route(watching, "/t/<code>/socket", compress=True)
def live(socket: WebSocket, code: str) -> None:
    """Everything that happens at a table, as it happens.

    The page says which one it is: one that shows the seats may still be open when the match has
    begun, and is to move on.
    """
    if has_stale_session():
        socket.close(POLICY_VIOLATION, SIGNED_OUT)
        return
    room = room_or_404(code)
    player, here = current_player(), site()
    id = player.id if player else None
    app, spoken, token = current_app._get_current_object(), language(), generate_csrf()  # type: ignore[attr-defined]  # the application behind the proxy
    feed: Feed
    if "seating" in request.args:
        context = request.environ

        def render() -> str:
            # Whoever sat down just now renders this, too: the context of their own is kept apart.
            with app.app_context(), app.request_context(context):
                return render_template("site/_seating.html", t=seating_page(room), player=player)

        leave = partial(socket.close, POLICY_VIOLATION, SENT_AWAY)
        feed = GuardedFeed(SeatingFeed(room, render), room, id, leave)
    else:
        who = Watching(
            player=id,
            language=spoken,
            token=token,
            text="text" in request.args,
            log=read_so_far("log"),
            chat=read_so_far("chat"),
            hints=player.hints if player else SeenHints(),
        )
        feed = PageFeed(here, painter(), room, who)

    def speak(text: str) -> None:
        if player is not None:
            here.tables.say(code, player.id, player.name, text)

    with here.sockets.opened(socket, code, id, player.epoch if player else None) as opened:
        Connection(
            socket,
            room,
            feed,
            seat=lambda: seat_of(room.table, id),
            wording=lambda: room_wording(room, spoken),
            speak=speak,
            counts=opened.counts,
            conduct=conduct_of(id),
            acknowledge=False,
        ).serve()


def read_so_far(what: str) -> int:
    """How far a page says that it has read: any number, but one that a database can hold."""
    return min(max(0, request.args.get(what, 0, type=int)), LAST)
