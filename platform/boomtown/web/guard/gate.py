"""What stands at the door of every request, before anybody looks at what it wants.

Who asks pays first (``budget``); then text is turned away that nobody can read.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache

from flask import abort, g, request
from gevent import Timeout
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import BadRequest, RequestTimeout

from boomtown.core.errors import Refusal
from boomtown.web.guard.budget import TABLES_OF_ADDRESS, Act, TooMany
from boomtown.web.site import Site, origin, payer, site
from boomtown.web.sockets.websocket import LARGEST_MESSAGE

NUL = "\0"
"""No text has it, and a PostgreSQL cannot keep it."""
LARGEST_FORM = 256 * 1024
BODY_SECONDS = 20.0
"""How long it may take to send one; the head of a request has gunicorn's keepalive."""
FREE = "health."
"""Endpoints of machines that ask all the time."""
READING = {"GET", "HEAD", "OPTIONS"}
CHANGES_NOTHING = {"tables.preview", "replays.verify_sent"}
"""Endpoints that are sent something, and keep nothing of it."""
PRICES: dict[str, dict[Act, float]] = {
    "tables.invited": {Act.WRITES: 1},  # a newcomer is written down
    "tables.say": {Act.CHAT: 1},
    "api.say": {Act.CHAT: 1},
    "tables.sit": {Act.SEATS: 1},
    "api.sit": {Act.SEATS: 1},
    "tables.make": {Act.TABLES: 1},
    "tables.play": {Act.TABLES: 1},
    "tables.again": {Act.TABLES: 1},
    "api.make_a_table": {Act.TABLES: 1},
    "pairing.seek": {Act.TABLES: 1, Act.SEATS: 1},
    "lessons.begin": {Act.TABLES: 1},
    "dealing.play": {Act.TABLES: 1},
    "tournaments.make": {Act.TABLES: 1},
    "tournaments.start": {Act.TABLES: 1},
    "tournaments.join": {Act.SEATS: 1},
    "friends.play_with": {Act.TABLES: 1, Act.SEATS: 1},
    "friends.again": {Act.TABLES: 1, Act.SEATS: 1},
    "friends.accept": {Act.SEATS: 1},
    "friends.offered": {Act.SEATS: 0.2},
    "friends.public": {Act.CHECKS: 0.5},
    "notices.add_mail": {Act.TABLES: 5},  # it writes to whoever somebody names
    "notices.add_push": {Act.SEATS: 1},
    "notices.add_webhook": {Act.SEATS: 1},
    "history.export": {Act.CHECKS: 2},
    "history.export_matches": {Act.CHECKS: 2},
    "lab.ask": {Act.STUDIES: 1},
    "lab.plot": {Act.CHECKS: 0.1},
    "lab.sample": {Act.CHECKS: 2},
    "replays.play_on": {Act.TABLES: 1, Act.CHECKS: 5},
    "replays.replay": {Act.CHECKS: 1},
    "replays.at_entry": {Act.CHECKS: 1},
    "replays.story": {Act.CHECKS: 1},
    "replays.ending": {Act.CHECKS: 1},
    "replays.card": {Act.CHECKS: 0.5},
    "bench_examples.example": {Act.CHECKS: 1},
    "compare.csv": {Act.CHECKS: 1},
    "compare.json": {Act.CHECKS: 1},
    "replays.file": {Act.CHECKS: 2},
    "reviews.ask": {Act.STUDIES: 1},
    "reviews.review": {Act.CHECKS: 0.5},
    "reviews.plot": {Act.CHECKS: 0.1},
    "reviews.csv": {Act.CHECKS: 0.5},
    "reviews.json": {Act.CHECKS: 0.5},
    "api.get_match_file": {Act.CHECKS: 2},
    "replays.verify": {Act.CHECKS: 5},
    "replays.verify_sent": {Act.CHECKS: 10},
}
"""What an endpoint costs beside the request and what it brings."""
PART, PART_OF_CHECK = "part", 0.1
"""A page that shows the match already asks for what differs at another moment of it."""
TABLE_WAIT = 3600
"""Seconds after which a table may have come to its end."""
log = logging.getLogger(__name__)


def take_turn() -> None:
    """Waits until something may be done for whoever is asking: one address, one lane."""
    if not (request.endpoint or "").startswith(FREE):
        g.turn = site().pacing.enter(origin())


def end_turn(_error: BaseException | None = None) -> None:
    """What was done is paid for."""
    turn = g.pop("turn", None)
    if turn is not None:
        turn.end()


def charge() -> None:
    """Takes what the request costs from the purses of whoever asks (boomtown.site.pace)."""
    endpoint = request.endpoint or ""
    if endpoint.startswith(FREE):
        return
    if "X-Forwarded-For" in request.headers and not site().settings.proxies:
        warn_of_a_proxy()
    who, budgets = payer(), site().budgets
    costs: dict[Act, float] = {Act.REQUESTS: 1}
    if request.content_length:
        costs[Act.BYTES] = min(request.content_length, LARGEST_FORM)
    if request.method not in READING and endpoint not in CHANGES_NOTHING:
        costs[Act.WRITES] = 1
    if request.method != "OPTIONS":
        costs |= PRICES.get(endpoint, {})
        if Act.CHECKS in costs and PART in request.args:
            costs[Act.CHECKS] *= PART_OF_CHECK
    for act, cost in costs.items():
        budgets.charge(act, who, cost)


@cache
def warn_of_a_proxy() -> None:
    """Says once what goes wrong then: all visitors would pay from one purse."""
    log.warning(
        "X-Forwarded-For arrives, but no proxy is trusted: all visitors behind the proxy share one "
        "address, and one budget. Set BOOMTOWN_PROXIES to the number of proxies in front."
    )


def table_origin() -> str:
    """Where a table comes from that is about to be made; too many are refused
    (boomtown.site.tables)."""
    here, whose = site(), origin()
    if here.budgets.limited and count_made(here, whose) >= TABLES_OF_ADDRESS:
        refusal = Refusal("boomtown.site.tables", count=TABLES_OF_ADDRESS)
        raise TooMany(refusal, TABLE_WAIT)
    return whose


def count_made(here: Site, origin: str) -> int:
    """How much of one origin is not at its end: tables, and tournaments, which make more."""
    return here.tables.count_open(origin) + here.tournaments.count_open(origin)


def read_body() -> None:
    """Reads what was sent, all of it, in a bounded time: nobody holds a request open for hours."""
    if request.path.startswith("/api/"):
        request.max_content_length = LARGEST_MESSAGE
    if request.content_length or "Transfer-Encoding" in request.headers:
        try:
            with Timeout(BODY_SECONDS, RequestTimeout()):
                request.get_data(parse_form_data=True)
        except ParseException:  # how gunicorn says that its pieces are none
            raise BadRequest from None


def check_text() -> None:
    """Turns away what no page and no database can read."""
    if NUL in request.path:
        abort(404)
    if _spoilt(request.args.items(multi=True)):
        abort(400)
    if not request.path.startswith("/api/") and _spoilt(request.form.items(multi=True)):
        abort(400)


def _spoilt(pairs: Iterable[tuple[str | None, str]]) -> bool:
    """Whether there is a NUL, or a part of a form that has no name."""
    return any(name is None or NUL in name or NUL in value for name, value in pairs)
