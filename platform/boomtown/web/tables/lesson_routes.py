"""Where a newcomer learns a game: its primer, its lessons, and the guide at a lesson's table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response

from boomtown.core.errors import BoomtownError, Refusal, Refused
from boomtown.core.game import Game
from boomtown.lessons.lesson import lessons_of
from boomtown.lessons.script import script_of
from boomtown.web.guard.gate import table_origin
from boomtown.web.site import language, room_or_404, site, somebody
from boomtown.web.street.game_pages import game_page
from boomtown.web.tables.callers import back_to, host, my_seat
from boomtown.web.tables.forms import Fields
from boomtown.web.tables.making import game_or_404, take_name
from boomtown.web.tables.seating import teach
from boomtown.web.tables.table_page import plain_wording

lessons = Blueprint("lessons", __name__)


class LessonView(Struct, frozen=True):
    """A lesson as the page of a game offers it."""

    name: str
    title: str
    about: str
    minutes: int
    steps: int


def offered(game: Game[Any, Any]) -> list[LessonView]:
    """The lessons that can be taught; what is wrong with others, ``boomtown check`` says."""
    words = plain_wording(game, language(), ())
    found = []
    for name, lesson in lessons_of(game).items():
        try:
            script = script_of(game, name)
        except BoomtownError:
            continue
        if script is not None:
            found.append(LessonView(name, *words.lesson(name), lesson.minutes, len(script.steps)))
    return found


@lessons.get("/games/<id>/learn")
def learn(id: str) -> str:
    """How to play: the primer and the lessons, not the law."""
    game = game_or_404(id)
    return render_template(
        "site/learn.html", game=game_page(game, language()), lessons=offered(game)
    )


@lessons.post("/games/<id>/lessons/<name>")
def begin(id: str, name: str) -> Response:
    """A table of one's own at which a lesson begins."""
    game = game_or_404(id)
    try:
        script = script_of(game, name)
    except BoomtownError:  # as for those who look: what is wrong with it, ``boomtown check`` says
        script = None
    if script is None:
        abort(404)
    origin = table_origin()
    take_name()
    table = teach(site(), script, somebody().id, language(), origin=origin)
    return redirect(url_for("tables.table", code=table.code))


@lessons.post("/t/<code>/guide/show")
def show(code: str) -> Response:
    """Does for the learner what the present step waits for."""
    room = room_or_404(code)
    seat = my_seat(room)
    number = Fields(request.form.items()).number("number")
    with room.lock:
        live = room.playing()
        script = live.script
        if script is None:
            abort(404)
        wanted = room.shown(live, lambda: script.answer(live.match, seat))
        if not wanted:
            raise Refused(Refusal("boomtown.answer.number", number=number, now=live.match.moment))
        room.answer(seat, wanted[0], number=number)
    return back_to(code)


@lessons.post("/t/<code>/guide/leave")
def leave(code: str) -> Response:
    """Ends a lesson where it is; its table is closed."""
    room = room_or_404(code)
    if room.playing().script is None:
        abort(404)
    site().tables.close(code, host().id)
    return redirect(url_for("lessons.learn", id=room.table.game))
