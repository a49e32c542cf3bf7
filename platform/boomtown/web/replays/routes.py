"""Matches seen again: any moment, through anybody's eyes; exported, verified, played on from."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from boomtown.bots.kinds import DEPUTY
from boomtown.core.ending import Story
from boomtown.core.errors import InvalidRecord, Refusal, Refused
from boomtown.core.seats import Seat
from boomtown.web.guard.gate import table_origin
from boomtown.web.rendering import render_patiently
from boomtown.web.replays.proofs import Proof
from boomtown.web.replays.replay_page import (
    Reel,
    ReplayPage,
    Seen,
    Sight,
    sights_of,
    wanted_place,
)
from boomtown.web.replays.seeing import (
    address,
    over_or_refused,
    result_or_404,
    seen_or_404,
)
from boomtown.web.replays.shared import (
    card_rows,
    card_words,
    page_at_the_end,
    shared_page,
)
from boomtown.web.replays.story_page import StoryPage, story_of, story_page, times_at
from boomtown.web.replays.timeline import Timeline
from boomtown.web.rooms.standing import MatchStopped, Standing, Stopped
from boomtown.web.site import language, room_or_404, site, somebody
from boomtown.web.tables.forms import Fields
from boomtown.web.tables.seating import branch
from boomtown.web.tables.table_page import plain_wording
from boomtown.web.words import LETTERS
from boomtown.workers import Busy, QueueFull

BUSY_SECONDS = 5
replays = Blueprint("replays", __name__)


# --- who may see what ---------------------------------------------------------------------------


def wanted_sight(seen: Seen) -> Sight:
    """The eyes that the address names; one's own without a name."""
    name, allowed = request.args.get("seat"), sights_of(seen)
    if name is None:
        return next((sight for sight in allowed if sight.seat == seen.mine), allowed[0])
    sight = next((sight for sight in allowed if sight.name == name), None)
    if sight is None:
        abort(404 if seen.over else 403)
    return sight


def moments_of(seen: Seen) -> Timeline:
    """All moments of a match."""
    return site().shelf.timeline(seen.game, seen.stored, address())


def proof_or_none(seen: Seen) -> Proof | None:
    """What a check of the match finds, where there is anything to check."""
    return site().shelf.proof(seen.stored, address()) if seen.provable else None


# --- looking ------------------------------------------------------------------------------------


@replays.get("/matches/<id>")
def replay(id: str) -> Response | str:
    """A moment of a match; with ``part`` only what differs from one moment to another."""
    seen = seen_or_404(id)
    sight = wanted_sight(seen)
    try:
        timeline = moments_of(seen)
    except InvalidRecord as error:
        if not seen.over:
            version = site().matches.version(id)
            raise MatchStopped(
                Stopped(Standing.OTHER_VERSION, seen.game.id, version, str(error))
            ) from None
        return redirect(url_for("replays.verify", id=id))  # which says what is wrong
    reel = Reel(timeline, over=seen.over)
    place, spoken = wanted_place(reel), language()
    text, have = "text" in request.args, request.args.get("have", 0, type=int)
    page = site().rooms.wall.run(
        id,
        lambda: ReplayPage(
            *(seen, reel, place, sight, spoken), text=text, have=have, chapters=timeline.chapters
        ),
    )
    if "part" in request.args:
        return render_template("replay/_parts.html", r=page, t=page.table)
    proof = proof_or_none(seen)
    return render_patiently("replay/page.html", r=page, t=page.table, proof=proof)


@replays.get("/t/<code>/at/<int:position>")
def at_entry(code: str, position: int) -> Response:
    """The moment of a line of the table's log, by its position there, as one's own seat saw it."""
    table = room_or_404(code).table
    if table.match is None:
        abort(404)
    seen = seen_or_404(table.match)
    timeline = moments_of(seen)
    line = timeline.line_of(position)
    if line is None:
        abort(404)
    reel, sight = Reel(timeline, over=seen.over), wanted_sight(seen)
    path = url_for("replays.replay", id=table.match)
    return redirect(f"{path}?{reel.count}={reel.place(line)}&seat={sight.name}")


# --- the ending ---------------------------------------------------------------------------------


@replays.get("/matches/<id>/story")
def story(id: str) -> Response | str:
    """What decided a finished match, its figures and awards: a part of the table's page.

    Where nobody has time for it now the page asks again: to a reader that is no mistake.
    """
    seen = over_or_refused(id)
    try:
        return render_template("replay/_story.html", s=told_of(seen))
    except (Busy, QueueFull):
        return Response(status=202, headers={"Retry-After": str(BUSY_SECONDS)})


@replays.get("/matches/<id>/ending")
def ending(id: str) -> str:
    """The result of a finished match, to read and to share."""
    seen, room = result_or_404(id)
    try:
        told = told_of(seen)
    except (Busy, QueueFull):  # the result is more than its story
        told = story_page(seen, Story(), times_at(site(), seen), language())
    page = shared_page(seen, room, page_at_the_end(seen, room), told)
    return render_template("replay/ending.html", p=page)


@replays.get("/matches/<id>/card.svg")
def card(id: str) -> Response:
    """The same as a picture."""
    seen, room = result_or_404(id)
    page = page_at_the_end(seen, room, watching=True)
    drawn = render_template("replay/card.svg", rows=card_rows(page), **card_words(page))
    return Response(drawn, mimetype="image/svg+xml")


def told_of(seen: Seen) -> StoryPage:
    """The story of a match in the language of whoever is asking."""
    times = times_at(site(), seen)
    return story_page(seen, story_of(site(), seen, address()), times, language())


# --- playing on ---------------------------------------------------------------------------------


@replays.post("/matches/<id>/branch")
def play_on(id: str) -> Response:
    """A new table that plays on from a moment, with what one seat knew then."""
    seen = over_or_refused(id)
    fields = Fields(request.form.items())
    letter = request.form.get("seat", "")
    seats = seen.stored.heading.seats
    if len(letter) != 1 or letter not in LETTERS[:seats]:
        raise Refused(Refusal("boomtown.table.seat", number=letter))
    timeline = moments_of(seen)
    line = max(timeline.first, min(fields.number("at"), timeline.last))
    then = site().shelf.table_at(timeline, id, line)
    if then.outcome is not None:  # before a newcomer is written down
        raise Refused(Refusal("boomtown.answer.over"))
    table = branch(
        site(),
        seen.stored,
        then,
        Seat(LETTERS.index(letter)),
        somebody().id,
        language(),
        DEPUTY,
        origin=table_origin(),
    )
    return redirect(url_for("tables.table", code=table.code))


# --- the proof ----------------------------------------------------------------------------------


def file_name(seen: Seen) -> str:
    """What the file is called when it is saved."""
    return f"{seen.game.id}-{seen.table.code}.jsonl"


@replays.get("/matches/<id>/file")
def file(id: str) -> Response:
    """A finished match as a file that anybody can replay and check."""
    seen = over_or_refused(id)
    if not seen.provable:
        raise Refused(Refusal("boomtown.undo.recorded"))
    return Response(
        site().shelf.file(seen.stored),
        mimetype="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{file_name(seen)}"'},
    )


@replays.get("/matches/<id>/verify")
def verify(id: str) -> str:
    """What a check of the match finds, and how to do it oneself."""
    seen = over_or_refused(id)
    proof = proof_or_none(seen)
    title = plain_wording(seen.game, language(), ()).title
    return render_template(
        "replay/verify.html", seen=seen, proof=proof, title=title, name=file_name(seen)
    )


@replays.get("/verify")
def verify_any() -> str:
    """The form for a match file."""
    return render_template("replay/verify_file.html", proof=None, name="FILE")


@replays.post("/verify")
def verify_sent() -> tuple[str, int]:
    """What a check of a file finds that somebody sent."""
    sent = request.files.get("file")
    text = sent.read().decode("utf-8", "replace") if sent else ""
    text = (text.strip() or request.form.get("text", "").strip()).replace("\r\n", "\n")
    proof = site().shelf.proof_of(f"{text}\n", "", address())
    page = render_template("replay/verify_file.html", proof=proof, name="FILE")
    return page, 200 if proof.good or proof.unchecked else 422
