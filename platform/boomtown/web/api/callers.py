"""Whoever asks something of a table by the API: a seat of it, its host, or a spectator.

The API knows no cookies. A token belongs to one seat of one table, or to the host of one table;
whoever has none is a spectator.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Blueprint, abort, request
from msgspec import Struct
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from boomtown.core.errors import Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.seats import Seat
from boomtown.plugins import UnknownGame, find_game
from boomtown.store.tables import SeatInfo, TableInfo
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site, site

api = Blueprint("api", __name__, url_prefix="/api")
"""Everything below /api; the modules ``…_routes.py`` of this package put their operations on it."""
CODE = re.compile(r"[a-z0-9-]{1,40}")


class Caller(Struct, frozen=True):
    """Whoever is asking about a table: a seat of it, its host, or a spectator."""

    room: Room
    table: TableInfo
    seat: Seat | None = None
    host: bool = False

    def seated(self) -> SeatInfo:
        """The seat of whoever is asking, with the player who sits there."""
        if self.seat is None:
            raise Refused(Refusal("boomtown.table.seated")) if self.host else unauthorized()
        return self.table.seats[self.seat]

    @property
    def player(self) -> str | None:
        """The player behind the seat, or behind the host's token."""
        if self.seat is not None:
            return self.table.seats[self.seat].player
        return self.table.host if self.host else None

    def hosting(self) -> str:
        """The host, if it is the host who is asking."""
        if not self.host:
            raise unauthorized() if self.seat is None else Refused(Refusal("boomtown.table.host"))
        return self.table.host


def unauthorized() -> Unauthorized:
    """A token is missing, or it is not of this table, or another one has taken its place."""
    return Unauthorized(www_authenticate=WWWAuthenticate("bearer"))


def sent_token() -> str | None:
    """The token of the request; never from its address, which ends up in logs."""
    given = request.authorization
    return given.token if given is not None and given.type == "bearer" else None


def holder(here: Site, room: Room, token: str | None) -> Caller | None:
    """Whose token this is at a table, as it stands now; None if it is nobody's."""
    if token is None:
        return Caller(room, room.table)
    caller = _holder(room, room.table, token)
    if caller is None:  # another process may have given it out, and the news is on its way
        caller = _holder(room, here.tables.get_one(room.code), token)
    return caller


def _holder(room: Room, table: TableInfo, token: str) -> Caller | None:
    seat, host = table.seat_of_token(token), table.is_host_token(token)
    return None if seat is None and not host else Caller(room, table, seat, host)


def token_player() -> str | None:
    """The player whose token came with the request, if it is one of the table's."""
    code, token = (request.view_args or {}).get("code", ""), sent_token()
    room = site().rooms.get(code) if token is not None and CODE.fullmatch(code) else None
    caller = None if room is None else holder(site(), room, token)
    return None if caller is None else caller.player


def room_of(code: str) -> Room:
    """The room of a table."""
    room = site().rooms.get(code) if CODE.fullmatch(code) else None
    if room is None:
        abort(404)
    return room


def caller_at(code: str) -> Caller:
    """Whoever is asking about a table, if they may."""
    room, token = room_of(code), sent_token()
    caller = holder(site(), room, token)
    if not room.table.listed and (token is None or caller is None):
        abort(404)
    if caller is None:
        raise unauthorized()
    if caller.seat is not None:
        site().absences.saw(room, player_on(caller.seated()))
    return caller


def game_or_404(id: str) -> Game[Any, Any]:
    """An installed game."""
    try:
        return find_game(id)
    except UnknownGame:
        abort(404)


def player_on(place: SeatInfo) -> str:
    """Who sits on a seat that has a token."""
    assert place.player is not None, "only players have tokens"
    return place.player


def speak(here: Site, caller: Caller, text: str) -> None:
    """Somebody on a seat says something."""
    place = caller.seated()
    here.tables.say(caller.room.code, player_on(place), place.name, text)
