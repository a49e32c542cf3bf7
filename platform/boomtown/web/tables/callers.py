"""Who sends a form of a table: the host, a player on a seat, somebody who is known."""

from __future__ import annotations

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from boomtown.core.errors import Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.store.people import Player
from boomtown.web.rooms.live import Room
from boomtown.web.site import current_player
from boomtown.web.sockets.feeds import seat_of
from boomtown.web.tables.forms import Fields


def back_to(code: str) -> Response:
    """The table again, as it is now."""
    return redirect(url_for("tables.table", code=code))


def known(rule: str) -> Player:
    """Who is asking; a newcomer is refused by the rule, and stays a stranger."""
    player = current_player()
    if player is None:
        raise Refused(Refusal(rule))
    return player


def host() -> Player:
    """Who is asking, if they can be somebody's host at all."""
    return known("boomtown.table.host")


def sent_seat() -> int:
    """The seat that a form names."""
    return Fields(request.form.items()).number("seat")


def my_seat(room: Room) -> Seat:
    """The seat of whoever is asking."""
    seat = seat_of(room.table, known("boomtown.table.seated").id)
    if seat is None:
        raise Refused(Refusal("boomtown.table.seated"))
    return seat
