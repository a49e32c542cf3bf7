"""Tournaments: made, joined by link, played by themselves, looked at, taken along as files."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from boomtown.bots.kinds import DEPUTY
from boomtown.core.errors import InvalidAnswer, InvalidOption, Refused
from boomtown.core.game import Game
from boomtown.core.match import checked_options
from boomtown.core.options import form_of
from boomtown.core.record import plain
from boomtown.plugins import installed_games
from boomtown.store.tables import Phase
from boomtown.store.texts import one_line
from boomtown.store.tournaments import BOT, LOSS, Setup, Tournament, refuse_entry
from boomtown.web.contests.tending import begin_tables, tend_one
from boomtown.web.contests.tournament_page import exported, exported_csv, tournament_page
from boomtown.web.guard.gate import table_origin
from boomtown.web.guard.links import outside_url
from boomtown.web.rooms.clock import CLOCKS, OFF
from boomtown.web.site import current_player, language, site, somebody
from boomtown.web.street.game_pages import game_page
from boomtown.web.tables.callers import known
from boomtown.web.tables.forms import Fields, options_from_form
from boomtown.web.tables.lobby import title_of
from boomtown.web.tables.making import game_or_404, take_name, what_is_wrong
from boomtown.web.tables.seating import refuse_failing

tournaments = Blueprint("tournaments", __name__, url_prefix="/tournaments")
LINK = re.compile(r"[A-Za-z0-9_-]{1,32}")
MINE = 20
MOST_ROUNDS = 12
USUAL_ROUNDS = 3
LONGEST_NAME = 60
HOUR = 60 * 60 * 1000
WAITS = {"5m": HOUR // 12, "1h": HOUR, "1d": 24 * HOUR, "3d": 72 * HOUR}
"""How long a table waits for somebody who has not come."""
TIMED = tuple(name for name in CLOCKS if name != OFF)


def tournament_or_404(id: str) -> Tournament:
    """The tournament that a link leads to."""
    found = site().tournaments.get(id) if LINK.fullmatch(id) else None
    if found is None:
        abort(404)
    return found


def back(id: str) -> Response:
    """The tournament again, as it is now."""
    return redirect(url_for("tournaments.show", id=id))


# --- making -------------------------------------------------------------------------------------


@tournaments.get("")
def index() -> str:
    """My tournaments, and a way to make one."""
    player = current_player()
    mine = [] if player is None else site().tournaments.of(player.id, MINE)
    titles = {one.setup.game: title_of(one.setup.game, language()) for one in mine}
    cards = [game_page(game, language()) for game in installed_games()]
    return render_template("contests/tournaments.html", mine=mine, titles=titles, cards=cards)


@tournaments.get("/new")
def new() -> str:
    """The form of a tournament."""
    return _form(game_or_404(request.args.get("game", "")), {}, {})


def _form(game: Game[Any, Any], sent: Any, errors: Any) -> str:
    return render_template(
        "contests/new.html",
        game=game_page(game, language()),
        form=sent,
        errors=errors,
        waits=WAITS,
        clocks=TIMED,
        rounds=range(1, MOST_ROUNDS + 1),
        usual_rounds=USUAL_ROUNDS,
    )


@tournaments.post("")
def make() -> Response | tuple[str, int]:
    """Makes a tournament, and shows its link."""
    game = game_or_404(request.form.get("game", ""))
    origin = table_origin()
    try:
        wanted = wanted_setup(game, origin)
    except (InvalidAnswer, InvalidOption, Refused) as error:
        return _form(game, request.form, what_is_wrong(game, error)), 422
    if (player := current_player()) is not None:
        site().tournaments.refuse_another(player.id)
    take_name()  # only now: whoever is refused keeps the name, and a stranger stays one
    organiser = somebody()
    named = wanted.name or title_of(game.id, language())
    setup = msgspec.structs.replace(wanted, organiser=organiser.id, name=named)
    return back(site().tournaments.make(setup))


def wanted_setup(game: Game[Any, Any], origin: str) -> Setup:
    """What the form asks for, judged by the game's options."""
    form, fields = request.form, Fields(request.form.items())
    refuse_failing(site(), game.id)
    chosen = any(name.startswith("o.") for name in form)
    usual = game_page(game, language()).usual_seats
    seats = fields.number("seats") if "seats" in form else usual
    asked = options_from_form(form_of(game.options), form) if chosen else {}
    rounds = fields.number("rounds") if "rounds" in form else USUAL_ROUNDS
    if not 1 <= rounds <= MOST_ROUNDS:
        raise InvalidAnswer("rounds", f"from 1 to {MOST_ROUNDS}")
    return Setup(
        name=one_line(form.get("title", ""))[:LONGEST_NAME],
        organiser="",
        game=game.id,
        options=plain(checked_options(game, seats, asked)),
        seats=seats,
        clock=_one_of("clock", TIMED, "standard"),
        rounds=rounds,
        missing=_one_of("missing", (BOT, LOSS), BOT),
        wait=WAITS[_one_of("wait", (*WAITS,), "1h")],
        language=language(),
        origin=origin,
    )


def _one_of(name: str, values: tuple[str, ...], usual: str) -> str:
    value = request.form.get(name, usual)
    if value not in values:
        raise InvalidAnswer(name, f"one of {', '.join(values)}")
    return value


# --- looking ------------------------------------------------------------------------------------


@tournaments.get("/<id>")
def show(id: str) -> str:
    """A tournament: who plays, the rounds, the standings."""
    player = current_player()
    me = None if player is None else player.id
    page = tournament_page(site(), tournament_or_404(id), me, language())
    link = outside_url("tournaments.show", id=id)
    return render_template("contests/tournament.html", p=page, link=link)


@tournaments.get("/<id>.json")
def as_json(id: str) -> Response:
    """Everything about it as data."""
    body = msgspec.json.format(msgspec.json.encode(exported(tournament_or_404(id))), indent=1)
    return _file(body, "application/json", "tournament.json")


@tournaments.get("/<id>.csv")
def as_csv(id: str) -> Response:
    """The standings for a spreadsheet."""
    body = exported_csv(tournament_or_404(id)).encode()
    return _file(body, "text/csv; charset=utf-8", "tournament.csv")


def _file(body: bytes, kind: str, name: str) -> Response:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=kind, headers=disposition)


# --- taking part --------------------------------------------------------------------------------


@tournaments.post("/<id>/join")
def join(id: str) -> Response:
    """Whoever has the link joins."""
    found, player = tournament_or_404(id), current_player()
    entrant = None if player is None else found.entrant(player.id)
    if entrant is None or entrant.withdrawn is not None:
        refuse_entry(found.state, len(found.entrants))
    take_name()
    site().tournaments.join(id, somebody().id)
    return back(id)


@tournaments.post("/<id>/withdraw")
def withdraw(id: str) -> Response:
    """Somebody plays no more, or the organiser takes somebody out; a bot plays their match on."""
    tournament_or_404(id)
    me = known("boomtown.tournament.withdraw").id
    player = request.form.get("player", me)
    for code in site().tournaments.withdraw(id, player, me):
        table = site().tables.get(code)
        if table is not None and table.phase is Phase.PLAYING and table.seat_of(player):
            site().tables.leave(code, player, DEPUTY)
    return back(id)


# --- the organiser ------------------------------------------------------------------------------


@tournaments.post("/<id>/start")
def start(id: str) -> Response:
    """The first round begins at once."""
    tournament_or_404(id)
    table_origin()
    site().tournaments.start(id, known("boomtown.tournament.organiser").id)
    tend_one(site(), id)
    begin_tables(site(), id)
    return back(id)


@tournaments.post("/<id>/cancel")
def cancel(id: str) -> Response:
    """Calls it off; matches that are played may be finished, and count for nothing."""
    tournament_or_404(id)
    site().tournaments.cancel(id, known("boomtown.tournament.organiser").id)
    return back(id)


@tournaments.post("/<id>/call_off")
def call_off(id: str) -> Response:
    """Ends a table that cannot go on: it counts for nobody."""
    tournament_or_404(id)
    organiser = known("boomtown.tournament.organiser").id
    bout = site().tournaments.call_off(id, request.form.get("table", ""), organiser)
    table = None if bout.table is None else site().tables.get(bout.table)
    if table is not None and table.phase is not Phase.ENDED:
        site().tables.close(table.code)
    return back(id)
