"""The review of a match that is over: ask for it, watch it being made, read it, take it along."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from msgspec import structs
from werkzeug.wrappers import Response as AnyResponse

from boomtown.core.errors import Refusal, Refused
from boomtown.store.reviews import OPEN
from boomtown.web.guard.budget import TooMany
from boomtown.web.rendering import render_patiently
from boomtown.web.replays.replay_page import Seen
from boomtown.web.replays.seeing import address, over_or_refused
from boomtown.web.reviews.pages import ReviewPage, csv_of, json_of
from boomtown.web.site import current_player, language, origin, site, somebody
from boomtown.web.words import LETTERS, seat_letter

OPEN_OF_PERSON, OPEN_OF_ADDRESS = 2, 6
"""Matches whose reviews may be under way at the same time."""
WAIT = 60
"""Seconds after which one may be finished."""
reviews = Blueprint("reviews", __name__)


def reviewed(id: str) -> Seen:
    """A match that is over; the seat that the address names must be one's own."""
    seen = over_or_refused(id)
    wanted = request.values.get("seat")
    if wanted is None:
        return seen
    if wanted == OPEN:
        return structs.replace(seen, mine=None)
    if len(wanted) != 1 or wanted not in LETTERS[: seen.stored.heading.seats]:
        abort(404)
    if seen.mine is None or wanted != seat_letter(seen.mine):
        raise Refused(Refusal("boomtown.review.own"))
    return seen


def page_of(seen: Seen) -> ReviewPage:
    """The review as far as it is made."""
    return ReviewPage(seen, site().desk.reviews.of(seen.stored.id), language())


@reviews.get("/matches/<id>/review")
def review(id: str) -> AnyResponse | str:
    """A review; with ``part`` only what changes while it is made."""
    found = page_of(reviewed(id))
    if "part" in request.args:
        return render_template("review/_live.html", v=found)
    return render_patiently("review/page.html", v=found)


@reviews.post("/matches/<id>/review")
def ask(id: str) -> AnyResponse:
    """Puts what is missing at the end of the queue: everybody's part, and one's own."""
    seen = reviewed(id)
    if page_of(seen).missing:
        whose = origin()
        _refuse_too_many(whose)
        site().desk.ask(seen.stored, seen.mine, somebody().id, whose)
    return redirect(url_for("reviews.review", id=id))


def _refuse_too_many(whose: str) -> None:
    """Nobody fills the queue alone (boomtown.review.queue); a stranger who is refused stays one."""
    here, player = site(), current_player()
    if not here.budgets.limited:
        return
    who = "" if player is None else player.id
    own, all_here = here.desk.reviews.count_open(player=who, origin=whose)
    for count, most in ((own, OPEN_OF_PERSON), (all_here, OPEN_OF_ADDRESS)):
        if count >= most:
            raise TooMany(Refusal("boomtown.review.queue", count=count), WAIT)


@reviews.get("/matches/<id>/review/plot.svg")
def plot(id: str) -> Response:
    """The curve as a picture."""
    found = page_of(reviewed(id))
    if not found.is_drawn or found.open_part is None:
        abort(404)
    drawn = site().desk.plot(
        *(found.open_part, found.path, found.labels, language()), owner=address()
    )
    return Response(drawn, mimetype="image/svg+xml")


@reviews.get("/matches/<id>/review.csv")
def csv(id: str) -> Response:
    """All figures for a spreadsheet."""
    return _file(("\ufeff" + csv_of(page_of(reviewed(id)))).encode(), "text/csv", id, "csv")


@reviews.get("/matches/<id>/review.json")
def json(id: str) -> Response:
    """All figures for a program."""
    return _file(json_of(page_of(reviewed(id))), "application/json", id, "json")


def _file(body: bytes, kind: str, id: str, ending: str) -> Response:
    response = Response(body, mimetype=kind)
    name = f"boomtown-review-{id}.{ending}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
