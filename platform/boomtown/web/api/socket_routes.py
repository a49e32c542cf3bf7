"""The API's socket: everything that happens at a table, as a seat or a spectator sees it."""

from __future__ import annotations

from typing import Literal

from flask import request
from msgspec import Struct

from boomtown.core.errors import InvalidAnswer, Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.store.people import hashed
from boomtown.web.api.callers import Caller, api, caller_at, holder, room_of, sent_token, speak
from boomtown.web.guard.budget import TooMany
from boomtown.web.site import Site, conduct_of, language, site
from boomtown.web.sockets.connection import Connection
from boomtown.web.sockets.feeds import ViewFeed
from boomtown.web.sockets.frames import POLICY_VIOLATION
from boomtown.web.sockets.handshake import socket_route
from boomtown.web.sockets.websocket import Closed, WebSocket
from boomtown.web.tables.forms import from_json
from boomtown.web.tables.table_page import room_wording

TOKEN_SECONDS = 10
"""How long a socket may stay silent before it has said whose it is."""


class First(Struct, frozen=True):
    """How a socket without a header begins: with its token, or as a spectator's."""

    do: Literal["token", "watch"]
    token: str = ""


class Ticket:
    """What a socket was opened with: a token that counts, or none."""

    def __init__(self, here: Site, caller: Caller, token: str | None) -> None:
        self.caller = caller
        self._here = here
        self._token = token
        self._counts = True

    def counts(self) -> bool:
        """Whether it still does. Only a table that has changed is asked again."""
        room = self.caller.room
        if self._counts and room.table is not self.caller.table:
            now = holder(self._here, room, self._token)
            if now is None or (now.seat, now.host) != (self.caller.seat, self.caller.host):
                self._counts = False
            else:
                self.caller = now
        return self._counts

    def seat(self) -> Seat | None:
        """The seat that it is for, as long as it counts."""
        return self.caller.seat if self.counts() else None

    def speak(self, text: str) -> None:
        """Says something from that seat."""
        if self.seat() is None:
            raise Refused(Refusal("boomtown.table.seated"))
        speak(self._here, self.caller, text)


class TicketFeed(ViewFeed):
    """The view of whoever holds a ticket, as long as it counts."""

    def __init__(self, socket: WebSocket, ticket: Ticket) -> None:
        super().__init__(ticket.caller.room, ticket.caller.seat)
        self._socket = socket
        self._ticket = ticket

    def next(self) -> list[bytes]:
        if not self._ticket.counts():
            self._socket.close(POLICY_VIOLATION)
            return []
        return super().next()


@api.before_request
def check() -> None:
    """Turns a wrong token away before a socket opens."""
    if request.endpoint == "api.live":
        code = (request.view_args or {})["code"]
        room_of(code) if sent_token() is None else caller_at(code)


@socket_route(api, "/tables/<code>/socket")
def live(socket: WebSocket, code: str) -> None:
    """Everything that happens at a table, as a seat or a spectator sees it, as it happens."""
    here, room, spoken = site(), room_of(code), language()
    token = sent_token() or first_token(socket)
    caller = holder(here, room, token)
    if caller is None or (token is None and not room.table.listed):
        socket.close(POLICY_VIOLATION)
        return
    if token is not None and sent_token() is None:
        try:
            socket.toll.known_as(hashed(token))
        except TooMany:
            socket.close(POLICY_VIOLATION)
            return
    ticket = Ticket(here, caller, token)
    seated = None if caller.seat is None else caller.seated().player
    with here.sockets.opened(socket, code, seated):
        Connection(
            socket,
            room,
            TicketFeed(socket, ticket),
            seat=ticket.seat,
            wording=lambda: room_wording(room, spoken),
            speak=ticket.speak,
            counts=ticket.counts,
            conduct=conduct_of(caller.player),
            acknowledge=True,
        ).serve()


def first_token(socket: WebSocket) -> str | None:
    """The token in the first message of a socket; None for a spectator's."""
    try:
        first = from_json(socket.receive(timeout=TOKEN_SECONDS), First)
    except (InvalidAnswer, TimeoutError):
        socket.close(POLICY_VIOLATION)
        raise Closed from None
    return first.token if first.do == "token" else None
