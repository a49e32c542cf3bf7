"""The deal of the day: looked at, played once, compared, and told after its time."""

from __future__ import annotations

import msgspec
from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from boomtown.bots.deal import Deal
from boomtown.core.errors import Refusal, Refused
from boomtown.store.days import is_day, today
from boomtown.web.contests.deal_page import PAST, deal_page, is_changed, told
from boomtown.web.guard.gate import table_origin
from boomtown.web.site import current_player, language, site, somebody
from boomtown.web.tables.callers import back_to
from boomtown.web.tables.lobby import title_of
from boomtown.web.tables.making import take_name
from boomtown.web.tables.seating import refuse_failing, start

dealing = Blueprint("dealing", __name__)


def deal_or_404(day: str) -> Deal:
    """What was dealt on a day, or is today."""
    deal = None
    if day == today():
        deal = site().deals.today()
    elif is_day(day):
        deal = site().deals.of(day)
    if deal is None:
        abort(404)
    return deal


@dealing.get("/today")
def now_dealt() -> str:
    """Today's deal."""
    return shown(today())


@dealing.get("/today/<day>")
def dealt(day: str) -> str:
    """The deal of a day."""
    return shown(day)


def shown(day: str) -> str:
    """The page of a deal."""
    player, deal = current_player(), deal_or_404(day)
    page = deal_page(site(), deal, None if player is None else player.id, language())
    past = [(one.day, title_of(one.game, language())) for one in site().deals.before(today(), PAST)]
    return render_template("contests/deal.html", d=page, past=past)


@dealing.get("/today/<day>.json")
def published(day: str) -> Response:
    """A deal as data; with its seed, once it may be told."""
    body = msgspec.json.format(msgspec.json.encode(told(deal_or_404(day))), indent=1)
    return Response(body, content_type="application/json")


@dealing.post("/today/play")
def play() -> Response:
    """Somebody's one match of today's deal, begun or gone on with."""
    day = request.form.get("day", today())
    if day != today():
        raise Refused(Refusal("boomtown.deal.day"))
    deal, origin = deal_or_404(day), table_origin()
    if is_changed(deal):
        raise Refused(Refusal("boomtown.deal.same", "changed"))
    refuse_failing(site(), deal.game)
    if (player := current_player()) is not None:
        site().deals.refuse_again(deal.day, player.id)
    take_name()
    code = site().deals.begin(deal, somebody().id, language(), origin)
    table = site().tables.get_one(code)
    if table.match is None:
        start(site(), table)
    return back_to(code)
