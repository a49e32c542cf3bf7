"""The pages of a table: made, joined, played, left, played again."""

from __future__ import annotations

import io
import logging
from functools import lru_cache
from typing import Any

import segno
from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from msgspec import Struct
from werkzeug.wrappers import Response

from boomtown.bots.kinds import DEPUTY, can_play
from boomtown.core.errors import GameFault, InvalidAnswer, InvalidOption, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.match import checked_options
from boomtown.core.options import form_of
from boomtown.plugins import installed_games
from boomtown.store.people import Player
from boomtown.store.tableinfo import ADVICE, ALONE
from boomtown.store.tables import Phase, TableInfo
from boomtown.web.guard.gate import table_origin
from boomtown.web.rooms.clock import CLOCKS, OFF, THINKING
from boomtown.web.rooms.live import Room
from boomtown.web.rooms.standing import MatchStopped
from boomtown.web.site import current_player, language, room_or_404, site, somebody
from boomtown.web.street.game_pages import game_page
from boomtown.web.tables.callers import back_to, host, known, my_seat, sent_seat
from boomtown.web.tables.forms import Fields, answer_from_form, from_json, options_from_form
from boomtown.web.tables.lobby import turns_waiting
from boomtown.web.tables.making import game_or_404, take_name, what_is_wrong
from boomtown.web.tables.match_page import drawn, page_maker, previewed, stopped_page
from boomtown.web.tables.seating import (
    check_free,
    fill_with_bots,
    in_temper,
    kind_or_refused,
    make_table,
    refuse_failing,
    rematch,
    sit_again,
    start,
)
from boomtown.web.tables.seating_page import invite_url, seating_page

tables = Blueprint("tables", __name__)
log = logging.getLogger(__name__)


# --- making -----------------------------------------------------------------------------------


class Wanted(Struct, frozen=True):
    """A table as a form asks for it."""

    game: Game[Any, Any]
    seats: int
    options: dict[str, Any]  # plain values, judged by the game's options
    clock: str
    listed: bool
    bots: str
    thinking: str
    all_seeing: bool
    advice: str


def wanted(game: Game[Any, Any]) -> Wanted:
    """What the form says; whatever it leaves out has a default."""
    form = request.form
    clock, bots = form.get("clock", OFF), form.get("bots", DEPUTY)
    if can_play(game, with_temper := f"{bots}.{form.get('temper', '')}"):
        bots = with_temper
    thinking, advice = form.get("thinking", "usual"), form.get("advice", ALONE)
    chosen = any(name.startswith("o.") for name in form)
    usual = game_page(game, language()).usual_seats
    return Wanted(
        game,
        Fields(form.items()).number("seats") if "seats" in form else usual,
        options_from_form(form_of(game.options), form) if chosen else {},
        clock if clock in CLOCKS else OFF,
        "listed" in form,
        bots if can_play(game, bots) else DEPUTY,
        thinking if thinking in THINKING else "usual",
        "all_seeing" in form and game.out is not None,
        advice if advice in ADVICE else ALONE,
    )


def made(what: Wanted, origin: str) -> TableInfo:
    """The table, with whoever asked for it on its first seat.

    What its rules forbid is refused before anybody gets a name.
    """
    refuse_failing(site(), what.game.id)
    checked_options(what.game, what.seats, what.options)
    take_name()
    player = somebody()
    table = make_table(
        site(),
        what.game,
        seats=what.seats,
        options=what.options,
        host=player.id,
        language=language(),
        clock=what.clock,
        listed=what.listed,
        origin=origin,
        thinking=what.thinking,
        all_seeing=what.all_seeing,
        advice=what.advice,
    )
    return site().tables.sit(table.code, 0, player.id, request.form.get("contribution", ""))


def wrong_form(game: Game[Any, Any], error: Exception) -> tuple[str, int]:
    """The form again, with what is wrong at its field."""
    errors = what_is_wrong(game, error)
    page = game_page(game, language())
    return render_template("site/new.html", game=page, form=request.form, errors=errors), 422


@tables.get("/tables/new")
def new() -> str:
    """The form of a new table."""
    id = request.args.get("game")
    if id is None:
        return render_template(
            "site/new.html",
            game=None,
            cards=[game_page(game, language()) for game in installed_games()],
        )
    page = game_page(game_or_404(id), language())
    return render_template("site/new.html", game=page, form={}, errors={})


@tables.post("/tables")
def make() -> Response | tuple[str, int]:
    """Makes a table and shows its link."""
    game = game_or_404(request.form.get("game", ""))
    origin = table_origin()
    try:
        table = made(wanted(game), origin)
    except (InvalidOption, InvalidAnswer, Refused) as error:
        return wrong_form(game, error)
    return redirect(url_for("tables.table", code=table.code))


@tables.post("/games/<id>/play")
def play(id: str) -> Response | tuple[str, int]:
    """A table full of bots, started at once."""
    game = game_or_404(id)
    origin = table_origin()
    try:
        what = wanted(game)
        table = fill_with_bots(site(), made(what, origin), what.bots)
        start(site(), table)
    except (InvalidOption, InvalidAnswer, Refused) as error:
        return wrong_form(game, error)
    return redirect(url_for("tables.table", code=table.code))


# --- looking ----------------------------------------------------------------------------------


@tables.get("/t/")
def by_code() -> Response:
    """The table whose code or link somebody typed in."""
    typed = request.args.get("code", "").strip()
    if not typed:
        return redirect("/")
    before, _, last = typed.rstrip("/").rpartition("/")
    if before.endswith("/i"):
        return redirect(url_for("tables.invited", invite=last))
    return redirect(url_for("tables.table", code=last.lower().replace(" ", "-")))


@tables.get("/next")
def next_board() -> Response:
    """The next table where it is the turn of whoever is asking; the street where there is none."""
    player, after = current_player(), request.args.get("after", "")
    waiting = [] if player is None else sorted(turns_waiting(site(), player.id))
    others = [code for code in waiting if code != after]
    code = next((code for code in others if code > after), next(iter(others), None))
    return redirect(url_for("pages.home", _anchor="mine")) if code is None else back_to(code)


@tables.get("/i/<invite>")
def invited(invite: str) -> Response:
    """Whoever has the link is let in."""
    table = site().tables.by_invite(invite)
    if table is None:
        abort(404)
    site().tables.admit(table.code, somebody().id)
    return redirect(url_for("tables.table", code=table.code))


@tables.get("/qr/<code>.svg")
def qr(code: str) -> Response:
    """The invitation as a picture for a telephone."""
    return Response(drawn_qr(invite_url(room_or_404(code).table)), mimetype="image/svg+xml")


@lru_cache(maxsize=512)
def drawn_qr(url: str) -> bytes:
    """A link as a picture."""
    drawn = io.BytesIO()
    segno.make(url, micro=False).save(
        drawn, kind="svg", scale=5, border=3, dark="#2b1d12", light="#fffaf0"
    )
    return drawn.getvalue()


@tables.get("/t/<code>")
def table(code: str) -> str:
    """The table: who sits there before the start, the match itself after it."""
    return shown(room_or_404(code), text=False)


@tables.get("/t/<code>/text")
def text_table(code: str) -> str:
    """The same in words."""
    return shown(room_or_404(code), text=True)


def shown(room: Room, *, text: bool) -> str:
    """The page of a table."""
    try:
        with room.lock:
            if (stopped := room.stopped) is not None:
                raise MatchStopped(stopped)
            info, live = room.table, room.live
            if live is None:
                return render_template("site/seating.html", t=seating_page(room))
            return drawn(room, info, live, text=text)
    except MatchStopped as error:
        return render_template("site/stopped.html", t=stopped_page(room, error.stopped))


# --- before the start ---------------------------------------------------------------------------


@tables.post("/t/<code>/sit")
def sit(code: str) -> Response:
    """Sits down."""
    room, number = room_or_404(code), sent_seat()
    refuse_seat(room.table, number, current_player())
    take_name()
    contribution = request.form.get("contribution", "")
    site().tables.sit(code, number, somebody().id, contribution)
    return back_to(code)


def refuse_seat(table: TableInfo, number: int, player: Player | None) -> None:
    """Refuses who cannot sit there, before a newcomer is written down for nothing."""
    own = None if player is None else table.seat_of(player.id)
    if own is None or own.number != number or table.phase is not Phase.OPEN:
        check_free(table, number)


@tables.post("/t/<code>/stand")
def stand(code: str) -> Response:
    """Stands up."""
    room_or_404(code)
    site().tables.stand(code, known("boomtown.table.seated").id)
    return back_to(code)


@tables.post("/t/<code>/kick")
@tables.post("/t/<code>/unbot", endpoint="unbot")
def clear(code: str) -> Response:
    """Asks somebody to leave, or takes a bot away."""
    room_or_404(code)
    site().tables.clear_seat(code, sent_seat(), host().id)
    return back_to(code)


@tables.post("/t/<code>/forgive")
def forgive(code: str) -> Response:
    """Somebody who was asked to leave may come back."""
    room_or_404(code)
    site().tables.forgive(code, request.form.get("player", ""), host().id)
    return back_to(code)


@tables.post("/t/<code>/bot")
def bot(code: str) -> Response:
    """Puts a bot on a seat."""
    room = room_or_404(code)
    kind = kind_or_refused(room.game, request.form.get("kind", DEPUTY))
    seat = sent_seat()
    site().tables.put_bot(code, seat, in_temper(room.table, seat, kind), host().id)
    return back_to(code)


@tables.post("/t/<code>/fill")
def fill(code: str) -> Response:
    """Puts a bot on every free seat."""
    room = room_or_404(code)
    if room.table.host != host().id:
        raise Refused(Refusal("boomtown.table.host"))
    fill_with_bots(site(), room.table, kind_or_refused(room.game, request.form.get("kind", DEPUTY)))
    return back_to(code)


@tables.post("/t/<code>/link")
def link(code: str) -> Response:
    """A new invitation; the old one leads nowhere."""
    room_or_404(code)
    site().tables.new_invite(code, host().id)
    return back_to(code)


@tables.post("/t/<code>/start")
def begin(code: str) -> Response:
    """Starts the match."""
    room = room_or_404(code)
    if room.table.host != host().id:
        raise Refused(Refusal("boomtown.table.host"))
    start(site(), room.table)
    return back_to(code)


# --- playing ------------------------------------------------------------------------------------


@tables.post("/t/<code>/answer")
def answer(code: str) -> Response:
    """An answer, from a page without script."""
    room = room_or_404(code)
    seat = my_seat(room)
    fields = Fields(request.form.items(multi=True))
    number = fields.number("number")
    with room.lock:
        live = room.playing()
        question = room.shown(live, lambda: live.match.question(seat))
        if question is None:
            raise Refused(Refusal("boomtown.answer.turn", seat=seat))
        if question.number != number:
            raise Refused(Refusal("boomtown.answer.number", number=number, now=question.number))
        room.answer(seat, answer_from_form(question.choice, fields), number=number)
    return back_to(code)


@tables.post("/t/<code>/preview")
def preview(code: str) -> Response:
    """What a draft would mean, for a board on which answers are composed. It changes nothing."""
    room, draft = room_or_404(code), from_json(request.get_data(), object)
    with room.lock:
        live = room.live
        if live is None:
            abort(404)
        page = room.shown(live, page_maker(room, live))
    if page.page.preview is None:
        abort(404)
    try:
        return jsonify(site().rooms.wall.run(live.id, lambda: previewed(page, draft)))
    except GameFault as error:  # what a visitor drafts harms no match
        log.error("a preview of %s: %s", page.game.id, error)
        raise InvalidAnswer("draft", "the game could not read this") from None


@tables.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Takes the last answer back."""
    room = room_or_404(code)
    room.undo(my_seat(room))
    return back_to(code)


@tables.post("/t/<code>/say")
def say(code: str) -> Response:
    """Says something."""
    room_or_404(code)
    player = somebody()
    site().tables.say(code, player.id, player.name, request.form.get("text", ""))
    return back_to(code)


@tables.post("/t/<code>/standing")
def standing(code: str) -> Response:
    """Passes a question until further notice, or no longer."""
    room = room_or_404(code)
    seat, key = my_seat(room), request.form.get("key", "")
    on = request.form.get("on") == "true"
    with room.lock:
        question = room.playing().match.question(seat)
        usual = question is not None and room.playing().match.routine(seat)
    if on and (question is None or question.key != key or not usual):
        raise Refused(Refusal("boomtown.table.standing"))
    site().tables.file_standing(code, somebody().id, key, on=on)
    return back_to(code)


@tables.post("/t/<code>/asks")
def asks(code: str) -> Response:
    """Brings questions with a single answer back for whoever sits here, or spares them again."""
    my_seat(room_or_404(code))
    site().tables.ask_always(code, somebody().id, on=request.form.get("on") == "true")
    return back_to(code)


@tables.post("/t/<code>/close")
def close(code: str) -> Response:
    """Closes a table whose match cannot go on, as its host."""
    room = room_or_404(code)
    if room.stopped is None:
        raise Refused(Refusal("boomtown.table.ended"))
    site().tables.close(code, host().id)
    return redirect("/")


@tables.post("/t/<code>/rematch")
def again(code: str) -> Response:
    """The same people at a new table; with bots alone it starts at once."""
    room = room_or_404(code)
    my_seat(room)
    old, player = room.table, somebody()
    if old.phase is not Phase.ENDED:
        raise Refused(Refusal("boomtown.table.ended"))
    again = rematch(site(), old, player.id, table_origin())
    table = sit_again(site(), old, again, player.id)
    site().crier.rematch(old, table)
    if table.match is None and not any(seat.free for seat in table.seats):
        start(site(), table)
    return back_to(table.code)
