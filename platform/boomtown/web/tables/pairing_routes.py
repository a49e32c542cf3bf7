"""Quick pairing: seat me at the next table; and a table that is announced to all who look."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from werkzeug.wrappers import Response

from boomtown.core.errors import InvalidAnswer, InvalidOption, Refused
from boomtown.core.game import Game
from boomtown.core.match import checked_options
from boomtown.core.options import form_of
from boomtown.core.record import plain
from boomtown.store.pairing import Seek
from boomtown.store.tableinfo import Wish
from boomtown.web.guard.gate import table_origin
from boomtown.web.rooms.clock import CLOCKS, OFF
from boomtown.web.site import language, room_or_404, site, somebody
from boomtown.web.street.game_pages import game_page
from boomtown.web.tables.callers import back_to, host
from boomtown.web.tables.forms import Fields, options_from_form
from boomtown.web.tables.making import game_or_404, take_name, what_is_wrong
from boomtown.web.tables.pairing import settled
from boomtown.web.tables.seating import refuse_failing

pairing = Blueprint("pairing", __name__)
ANY = "any"
SECONDS = 1000
WAITS = {"15": 15, "60": 60, "180": 180, "600": 600}
"""How long one waits for people before bots take the free seats, in seconds."""
USUAL_WAIT = "60"
FULL = "full"
"""An announced table may also wait until it is full."""


@pairing.get("/seek")
def form() -> str:
    """What somebody would like to play."""
    game = game_or_404(request.args.get("game", ""))
    return _form(game, {}, {})


def _form(game: Game[Any, Any], sent: Any, errors: Any) -> str:
    page = game_page(game, language())
    return render_template("site/seek.html", game=page, form=sent, errors=errors, waits=WAITS)


@pairing.post("/seek")
def seek() -> Response | tuple[str, int]:
    """Seats whoever is asking at the next table that fits, or at a new one."""
    game = game_or_404(request.form.get("game", ""))
    origin = table_origin()
    try:
        usual = game_page(game, language()).usual_seats
        wait = WAITS[one_of("wait", (*WAITS,), USUAL_WAIT)] * SECONDS
        chosen = any(name.startswith("o.") for name in request.form)
        asked = options_from_form(form_of(game.options), request.form) if chosen else {}
        refuse_failing(site(), game.id)
        wish = wanted_wish(game, asked)
        options = plain(checked_options(game, wish.seats(usual, 1), asked))
    except (InvalidAnswer, InvalidOption, Refused) as error:
        return _form(game, request.form, what_is_wrong(game, error)), 422
    take_name()
    code = site().pairing.seek(
        Seek(
            player=somebody().id,
            game=game.id,
            options=options,
            wish=wish,
            usual=usual,
            wait=wait,
            language=language(),
            origin=origin,
            contribution=request.form.get("contribution", "")[:64],
        )
    )
    begin_if_full(code)
    return back_to(code)


def wanted_wish(game: Game[Any, Any], options: dict[str, Any]) -> Wish:
    """How many seats and which clock; whatever the options allow where nothing is said."""
    clock = one_of("clock", (ANY, *CLOCKS), ANY)
    if request.form.get("seats", ANY) == ANY:
        possible = [seats for seats in game.seats if _allowed(game, seats, options)]
        fewest, most = (possible[0], possible[-1]) if possible else (game.seats[0],) * 2
    else:
        fewest = most = Fields(request.form.items()).number("seats")
    timed = tuple(name for name in CLOCKS if name != OFF)
    return Wish(fewest, most, timed[1:] + timed[:1] if clock == ANY else (clock,))


def _allowed(game: Game[Any, Any], seats: int, options: dict[str, Any]) -> bool:
    try:
        checked_options(game, seats, options)
    except (InvalidOption, Refused):
        return False
    return True


def one_of(name: str, values: tuple[str, ...], usual: str) -> str:
    """A field that has only so many values."""
    value = request.form.get(name, usual)
    if value not in values:
        raise InvalidAnswer(name, f"one of {', '.join(values)}")
    return value


@pairing.post("/t/<code>/announce")
def announce(code: str) -> Response:
    """An open table looks for players."""
    room_or_404(code)
    wait = one_of("wait", (*WAITS, FULL), FULL)
    site().pairing.announce(code, host().id, None if wait == FULL else WAITS[wait] * SECONDS)
    begin_if_full(code)
    return back_to(code)


@pairing.post("/t/<code>/unannounce")
def unannounce(code: str) -> Response:
    """It no longer does."""
    room_or_404(code)
    site().pairing.stop(code, host().id)
    return back_to(code)


def begin_if_full(code: str) -> None:
    """Nobody is missing: the match begins at once."""
    table = site().tables.get_one(code)
    if table.match is None and not any(seat.free for seat in table.seats):
        settled(site(), table)
