"""Coming and going in the middle of a match: a pause, a nudge, a vote, a bot that stands in."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from boomtown.bots.kinds import DEPUTY
from boomtown.web.site import room_or_404, site, somebody
from boomtown.web.tables.callers import back_to, my_seat, sent_seat

attending = Blueprint("attending", __name__)


@attending.post("/t/<code>/pause")
def pause(code: str) -> Response:
    """Asks for a pause or agrees to one; declines it, or lets the clock run again."""
    room = room_or_404(code)
    place = room.table.seats[my_seat(room)]
    if request.form.get("stop", "true" if room.table.paused is None else "false") == "true":
        site().pausing.want(room, place)
    else:
        site().pausing.refuse(room, place)
    return back_to(code)


@attending.post("/t/<code>/nudge")
def nudge(code: str) -> Response:
    """Asks somebody whom the table waits for to come back."""
    room = room_or_404(code)
    site().absences.nudge(room, room.table.seats[my_seat(room)], sent_seat())
    return back_to(code)


@attending.post("/t/<code>/vote")
def vote(code: str) -> Response:
    """Wants a bot to stand in for somebody who is away."""
    room = room_or_404(code)
    site().absences.vote(room, room.table.seats[my_seat(room)], sent_seat())
    return back_to(code)


@attending.post("/t/<code>/leave")
def leave(code: str) -> Response:
    """Goes away; a bot stands in."""
    room = room_or_404(code)
    my_seat(room)
    player = somebody()
    site().tables.leave(code, player.id, DEPUTY)
    site().tables.note(code, player.id, player.name, "left")
    return redirect("/")


@attending.post("/t/<code>/back")
def come_back(code: str) -> Response:
    """Takes the seat back from the bot."""
    room = room_or_404(code)
    my_seat(room)
    player = somebody()
    site().tables.come_back(code, player.id)
    site().tables.note(code, player.id, player.name, "back")
    return back_to(code)
