"""Help while playing: what a bot would do, and hints that were read or are not wanted."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from boomtown.core.errors import InvalidAnswer
from boomtown.web.site import room_or_404, site, somebody
from boomtown.web.tables.aid import known_hints
from boomtown.web.tables.callers import back_to, my_seat

helping = Blueprint("helping", __name__)


@helping.post("/t/<code>/advice")
def advice(code: str) -> Response:
    """Asks a bot what it would do (boomtown.table.advice); the page shows it."""
    room = room_or_404(code)
    advising = site().advising
    advising.wait(room, advising.ask(room, my_seat(room)))
    return back_to(code)


@helping.post("/t/<code>/hint")
def read_hint(code: str) -> Response:
    """A hint was read: whoever sits here is not told again, at no table."""
    room, key = room_or_404(code), request.form.get("key", "")
    my_seat(room)
    if key not in {hint.key for hint in known_hints(room.game.package)}:
        raise InvalidAnswer("key", "no such hint")
    if "off" in request.form:
        site().people.want_hints(somebody().id, wanted=False)
    else:
        site().people.saw_hint(somebody().id, room.game.id, key)
    return back_to(code)


@helping.post("/t/<code>/hints")
def hints(code: str) -> Response:
    """No more hints at any table, or hints again from the first on."""
    my_seat(room_or_404(code))
    site().people.want_hints(somebody().id, wanted=request.form.get("on") == "true")
    return back_to(code)
