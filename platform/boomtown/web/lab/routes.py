"""The laboratory: ask for a study, watch it, stop it, look at its matches, take it along."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from boomtown.bots.kinds import UnknownBot
from boomtown.core.errors import InvalidAnswer, InvalidOption, Refusal, Refused
from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.lab.studies.progress import Progress, total
from boomtown.lab.studies.running import result_of
from boomtown.lab.studies.study import Study, make_study, what_if
from boomtown.lab.studies.tables import csv_of
from boomtown.plugins import UnknownGame, find_game, installed_games
from boomtown.store.experiments import Experiment
from boomtown.web.guard.budget import TooMany
from boomtown.web.guard.links import outside_url
from boomtown.web.lab.pages import (
    FEWEST_MATCHES,
    LONGEST_SEED,
    MOST_MATCHES,
    USUAL_MATCHES,
    FormPage,
    StudyPage,
    card_of,
    kinds_of,
)
from boomtown.web.lab.samples import SamplePage, seen_sample, sight_or_404
from boomtown.web.rendering import render_patiently
from boomtown.web.replays.replay_page import Reel
from boomtown.web.site import current_player, language, origin, site, somebody
from boomtown.web.street.game_pages import game_page
from boomtown.web.tables.forms import Fields, options_from_form
from boomtown.web.tables.table_page import plain_wording

OPEN_OF_PERSON, OPEN_OF_ADDRESS = 2, 6
"""Studies that may be under way at the same time."""
WAIT = 60
"""Seconds after which one may be finished."""
AS_ALL = "all"
_json = msgspec.json.encode

lab = Blueprint("lab", __name__)


# --- asking ---------------------------------------------------------------------------------------


@lab.get("/lab")
def page() -> str:
    """The games, the form of one of them, and one's own studies."""
    id = request.args.get("game", "")
    return _form(_game_or_404(id) if id else None, {}, {})


def _game_or_404(id: str) -> Game[Any, Any]:
    try:
        return find_game(id)
    except UnknownGame:
        abort(404)


def _form(game: Game[Any, Any] | None, form: Any, errors: dict[str, str]) -> str:
    player = current_player()
    mine = [] if player is None else site().laboratory.experiments.of(player.id)
    return render_template(
        "lab/index.html",
        cards=[game_page(one, language()) for one in installed_games()],
        game=None if game is None else game_page(game, language()),
        study=None if game is None else FormPage(game, language()),
        form=form,
        errors=errors,
        mine=[card_of(one, language()) for one in mine],
        fewest=FEWEST_MATCHES,
        most=MOST_MATCHES,
        usual=USUAL_MATCHES,
    )


@lab.post("/lab")
def ask() -> AnyResponse | tuple[str, int]:
    """A new study, at the end of the queue."""
    game = _game_or_404(request.form.get("game", ""))
    try:
        studies = _wanted(game)
    except InvalidOption as error:
        return _form(game, request.form, {_field(error.option): str(error)}), 422
    except InvalidAnswer as error:
        return _form(game, request.form, {error.field: str(error)}), 422
    except UnknownBot as error:
        return _form(game, request.form, {"bots": str(error)}), 422
    except Refused as error:
        told = plain_wording(game, language(), ()).refusal(error.refusal)
        return _form(game, request.form, {"options": told}), 422
    whose = origin()
    _refuse_too_many(whose)
    player = somebody()
    progress = Progress.begun(studies)
    made = site().laboratory.experiments.add(
        player=player.id,
        origin=whose,
        game=game.id,
        studies=_json(studies),
        progress=_json(progress),
        result=_json(result_of(studies, progress.tallies)),
        total=total(studies),
    )
    site().laboratory.ring()
    return redirect(url_for("lab.study", id=made.id))


def _field(option: str) -> str:
    """Where the form asks for an option."""
    if option == "seats":
        return option
    return "value" if request.form.get("change") == option else f"o.{option}"


def _wanted(game: Game[Any, Any]) -> list[Study]:
    """The study that the form describes, and the one that it is compared with."""
    form, fields = request.form, Fields(request.form.items())
    matches = fields.number("matches") if "matches" in form else USUAL_MATCHES
    if not FEWEST_MATCHES <= matches <= MOST_MATCHES:
        raise InvalidAnswer("matches", f"expected {FEWEST_MATCHES} to {MOST_MATCHES}")
    seed = form.get("seed", "").strip() or secrets.token_hex(6)
    if len(seed) > LONGEST_SEED:
        raise InvalidAnswer("seed", f"at most {LONGEST_SEED} characters")
    seats = fields.number("seats") if "seats" in form else game.seats[len(game.seats) // 2]
    chosen = any(name.startswith("o.") for name in form)
    usual = {field.name: field.default for field in form_of(game.options)}
    options = options_from_form(form_of(game.options), form) if chosen else {}
    study = make_study(
        game,
        seats=seats,
        bots=_bots(game, seats),
        matches=matches,
        seed=seed,
        options={name: value for name, value in options.items() if str(value) != str(usual[name])},
        skill="skill" in form,
    )
    change, value = form.get("change", ""), form.get("value", "").strip()
    if not change:
        return [study]
    if not value:
        raise InvalidAnswer("value", "nothing was chosen")
    if change in usual:
        return [study, what_if(study, options={change: value})]
    return [study, what_if(study, constants={change: value})]


def _bots(game: Game[Any, Any], seats: int) -> list[str]:
    everybody = request.form.get("bots", "")
    known = kinds_of(game)
    chosen = [request.form.get(f"bot.{seat}", AS_ALL) for seat in range(seats)]
    kinds = [everybody if kind in (AS_ALL, "") else kind for kind in chosen]
    for kind in kinds:
        if kind not in known:
            raise UnknownBot(f"{kind!r}: one of {', '.join(known)}")
    return kinds


def _refuse_too_many(whose: str) -> None:
    """Nobody fills the queue alone (boomtown.lab.queue); a stranger who is refused stays one."""
    here, player = site(), current_player()
    if not here.budgets.limited:
        return
    who = "" if player is None else player.id
    own, all_here = here.laboratory.experiments.count_open(player=who, origin=whose)
    for count, most in ((own, OPEN_OF_PERSON), (all_here, OPEN_OF_ADDRESS)):
        if count >= most:
            raise TooMany(Refusal("boomtown.lab.queue", count=count), WAIT)


# --- looking --------------------------------------------------------------------------------------


def _one_or_404(id: str) -> Experiment:
    found = site().laboratory.experiments.get(id)
    if found is None:
        abort(404)
    return found


def _page(one: Experiment) -> StudyPage:
    player = current_player()
    mine = player is not None and one.player == player.id
    return StudyPage(one, language(), mine=mine)


@lab.get("/lab/<id>")
def study(id: str) -> AnyResponse | str:
    """A study and what has come of it; with ``part`` only what changes while it is played."""
    found = _page(_one_or_404(id))
    if "part" in request.args:
        return render_template("lab/_live.html", s=found)
    return render_patiently("lab/study.html", s=found, link=outside_url("lab.study", id=id))


@lab.get("/lab/<id>/plots/<chart>.svg")
def plot(id: str, chart: str) -> Response:
    """A plot of what was found so far."""
    one = _one_or_404(id)
    if chart not in _page(one).chart_ids():
        abort(404)
    drawn = site().laboratory.plots(one, language(), origin())
    return Response(drawn[chart], mimetype="image/svg+xml")


@lab.get("/lab/<id>.csv")
def csv(id: str) -> Response:
    """All figures for a spreadsheet."""
    return _file("\ufeff" + csv_of(_page(_one_or_404(id)).result), "text/csv", id, "csv")


@lab.get("/lab/<id>.json")
def json(id: str) -> Response:
    """All figures and everything that was counted, with what it takes to play it again."""
    return _file(_one_or_404(id).result, "application/json", id, "json")


def _file(text: str, kind: str, id: str, ending: str) -> Response:
    response = Response(text.encode(), mimetype=kind)
    name = f"boomtown-study-{id}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@lab.get("/lab/<id>/<int:run>/<int:number>")
def sample(id: str, run: int, number: int) -> str:
    """A match of a study; with ``part`` only what differs from one moment to another."""
    one = _one_or_404(id)
    found = _page(one)
    if found.game is None or run >= len(found.studies) or number >= found.studies[run].total:
        abort(404)
    if found.game.version != found.study.version:
        abort(410)
    taken = site().laboratory.sample(one, run, number, origin())
    seen, reel = seen_sample(id, taken, number), Reel(taken.timeline, over=True)
    sight = sight_or_404(seen)
    shown = site().rooms.wall.run(id, lambda: SamplePage(found, seen, sight, reel, run, number))
    template = "rules/_example_parts.html" if "part" in request.args else "lab/sample.html"
    return render_template(template, r=shown, t=shown.table, proof=None)


# --- stopping -------------------------------------------------------------------------------------


@lab.post("/lab/<id>/stop")
def stop(id: str) -> AnyResponse:
    """Whoever asked for a study has seen enough (boomtown.lab.own)."""
    found = _page(_one_or_404(id))
    if not found.mine:
        raise Refused(Refusal("boomtown.lab.own"))
    site().laboratory.experiments.stop(id)
    return redirect(url_for("lab.study", id=id))
