"""The API's operations at a seat: seeing, answering, talking; and the file of a match."""

from __future__ import annotations

import re

from flask import abort
from flask.wrappers import Response

from boomtown.core.errors import Refusal, Refused, VersionMismatch
from boomtown.core.record import Record
from boomtown.core.seats import Seat
from boomtown.web.api.callers import Caller, api, caller_at, game_or_404, speak
from boomtown.web.api.description import (
    BODY,
    LINES,
    PLAY,
    AfterMessage,
    Asked,
    FromLine,
    Given,
    Offers,
    Said,
    Saying,
    Seen,
    Taken,
    Talk,
    operation,
)
from boomtown.web.rooms.live_match import LiveMatch
from boomtown.web.site import site
from boomtown.web.sockets.feeds import lens_at, sealed_by
from boomtown.web.tables.chat import names_in_chat

MATCH = re.compile(r"[A-Za-z0-9_-]{1,32}")


@api.get("/tables/<code>/view")
@operation(PLAY, Seen, token="may", faults=(404, 410, 409))
def see(code: str, query: FromLine) -> Seen:
    """Shows the match as the token's seat sees it; without one, as a spectator does."""
    caller = caller_at(code)
    with caller.room.lock:
        live = caller.room.playing()
        given = sealed_by(site(), live, caller.seat)
        return caller.room.shown(live, lambda: seen_by(caller, live, given, query.log))


def seen_by(caller: Caller, live: LiveMatch, given: object, since: int | None) -> Seen:
    """What a seat sees, and the lines of its log from one of them on."""
    seat = caller.seat
    view = lens_at(caller.room, live.match, seat).view(seat)
    lines = live.match.log.visible_to(seat)
    return Seen(
        number=view.number,
        view=view,
        question=asked_of(seat, live, given),
        log=[] if since is None else lines[since:],
        log_length=len(lines),
    )


def asked_of(seat: Seat | None, live: LiveMatch, given: object) -> Asked | None:
    """What a seat is asked, with the answer that it has put aside."""
    question = None if seat is None else live.match.question(seat)
    if question is None:
        return None
    return Asked(**(question.describe() | ({} if given is None else {"given": given})))


@api.get("/tables/<code>/offers")
@operation(PLAY, Offers, token="must", faults=(404, 410, 409))
def list_offers(code: str) -> Offers:
    """Lists answers that are allowed now: all of them, or a sample where there are too many."""
    caller = caller_at(code)
    seat = caller.seated().number
    with caller.room.lock:
        live = caller.room.playing()
        return caller.room.shown(live, lambda: offered(live, seat))


def offered(live: LiveMatch, seat: Seat) -> Offers:
    """What a seat may answer now."""
    question = live.match.question(seat)
    if question is None:
        raise Refused(Refusal("boomtown.answer.turn", seat=seat))
    return Offers(question.number, list(question.choice.offers()))


@api.post("/tables/<code>/answer")
@operation(PLAY, Taken, token="must", faults=(404, 410, 409, *BODY))
def answer(code: str, json: Given) -> Taken:
    """Answers the question of that number."""
    caller = caller_at(code)
    caller.room.answer(caller.seated().number, json.answer, number=json.number)
    return Taken(number=json.number)


@api.post("/tables/<code>/undo")
@operation(PLAY, Taken, token="must", faults=(404, 410, 409))
def undo(code: str) -> Taken:
    """Takes the seat's last answer back, if nothing has been learned since."""
    caller = caller_at(code)
    caller.room.undo(caller.seated().number)
    return Taken()


@api.get("/tables/<code>/chat")
@operation(PLAY, Talk, token="may", faults=(404, 410))
def hear(code: str, query: AfterMessage) -> Talk:
    """Gives what was said at the table after a message."""
    table = caller_at(code).table
    messages = site().tables.chat(code, query.after)
    names = names_in_chat(table, messages)
    return Talk(
        [Said(m.id, name, m.kind, m.text, m.at) for m, name in zip(messages, names, strict=True)]
    )


@api.post("/tables/<code>/chat")
@operation(PLAY, Taken, token="must", faults=(404, 410, 409, *BODY))
def say(code: str, json: Saying) -> Taken:
    """Says something at the table."""
    speak(site(), caller_at(code), json.text)
    return Taken()


@api.get("/matches/<match>/file")
@operation(PLAY, None, faults=(404, 409, 410))
def get_match_file(match: str) -> Response:
    """Gives a finished match as a file that can be replayed and checked.

    One JSON value a line; `boomtown verify` reads it.
    """
    stored = site().matches.get(match) if MATCH.fullmatch(match) else None
    if stored is None or stored.base is not None:
        abort(404)
    if stored.outcome is None:
        raise Refused(Refusal("boomtown.table.ended"))
    table = site().tables.get_one(stored.table)
    if table.sealed:
        raise Refused(Refusal("boomtown.deal.sealed", day=table.deal))
    try:
        lines = site().matches.unchecked(match)
        Record(stored.heading, stored.seed, lines).playable(game_or_404(stored.game))
    except VersionMismatch:
        abort(410)
    return Response(site().shelf.file(stored), mimetype=LINES)
