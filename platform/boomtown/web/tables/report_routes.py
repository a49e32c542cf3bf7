"""A word to the operator about what happens at a table (boomtown.site.reports)."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request
from werkzeug.wrappers import Response

from boomtown.core.errors import InvalidAnswer, Refusal, Refused
from boomtown.store.texts import one_line
from boomtown.web.operator.logs import event
from boomtown.web.site import room_or_404, site, somebody, wording

reports = Blueprint("reports", __name__)
MOST_WAITING = 5
"""How many reports of one player wait at the same time."""


@reports.post("/t/<code>/report")
def report(code: str) -> Response | str:
    """Keeps a report for the operator."""
    room, here = room_or_404(code), site()
    text, about = one_line(request.form.get("text", "")), request.form.get("about") or None
    if not text:
        raise InvalidAnswer("text", wording().say("report.empty"))
    if about is not None and room.table.seat_of(about) is None:
        raise InvalidAnswer("about", wording().say("report.nobody"))
    player = somebody()
    waiting = here.moderation.waiting(player.id)
    if waiting >= MOST_WAITING:
        raise Refused(Refusal("boomtown.site.reports", count=waiting))
    id = here.moderation.report(code, player.id, about, text)
    event("report", id=id, table=code)
    told = wording().say("report.thanks")
    accepted = request.accept_mimetypes.best_match(["text/html", "application/json"])
    if accepted == "application/json":
        return jsonify(ok=True, text=told)
    return render_template("site/reported.html", code=code, text=told)
