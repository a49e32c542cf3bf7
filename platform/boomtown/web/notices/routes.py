"""Where people say how they want to be called, and stop it; and what makes the site an app."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    jsonify,
    redirect,
    render_template,
    request,
    send_from_directory,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from boomtown.core.errors import Refusal, Refused
from boomtown.store.notices import A_DAY, CHOSEN, RULE, Calling, Way, zone_of
from boomtown.store.people import Player
from boomtown.web.guard.budget import TooMany
from boomtown.web.notices.configured import is_address
from boomtown.web.notices.letters import CONFIRM, NEVER, STOP, opened
from boomtown.web.notices.push import BadKeys, BrowserKeys, key_of, new_key, packed, point_of
from boomtown.web.notices.wire import NotPublic, checked_endpoint
from boomtown.web.site import current_player, site, somebody, wording

notices = Blueprint("notices", __name__)
MAIL_WAIT = 10 * 60
"""Seconds after which another address may be asked."""
ICONS = ((192, "any"), (512, "any"), (512, "maskable"))


def me_or_refused() -> Player:
    """Who is asking: a stranger sits nowhere, and is called nowhere."""
    player = current_player()
    if player is None:
        raise Refused(Refusal(RULE, "stranger"))
    return player


def push_point() -> str:
    """The public key that browsers subscribe to."""
    return packed(point_of(key_of(site().notices.push_key(new_key))))


def may_offer() -> bool:
    """Whether to offer push beside a table: not to somebody who has it."""
    player = current_player()
    known = [] if player is None else site().notices.channels(player.id)
    return all(channel.way is not Way.PUSH for channel in known)


@notices.get("/me/notices")
def page() -> str:
    """By which ways one is called, when, and about what."""
    player = current_player()
    return render_template(
        "people/notices.html",
        channels=[] if player is None else site().notices.channels(player.id),
        calling=Calling() if player is None else site().notices.calling(player.id),
        kinds=CHOSEN,
        ways=set(site().postman.carriers),
        left=0 if player is None else site().vacations.left(player.id),
        back=None if player is None else back_on(player),
    )


def back_on(player: Player) -> datetime | None:
    """When somebody comes back who is on vacation."""
    until = site().vacations.until(player.id)
    return None if until is None else datetime.fromtimestamp(until / 1000, UTC)


@notices.post("/me/vacation")
def vacation() -> AnyResponse:
    """Somebody is away for some days, or back before the time."""
    player = me_or_refused()
    if "back" in request.form:
        site().vacations.come_back(player.id)
    else:
        days = request.form.get("days", "")
        number = int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0
        site().vacations.take(player.id, number)
    return redirect(url_for("notices.page", _anchor="vacation-h"))


@notices.post("/me/notices")
def change() -> AnyResponse:
    """Quiet hours and kinds."""
    player, form = me_or_refused(), request.form
    calling = Calling(
        quiet_from=minutes(form.get("quiet_from", "")),
        quiet_until=minutes(form.get("quiet_until", "")),
        zone=zone_of(form.get("zone", "")).key,
        kinds=tuple(kind for kind in CHOSEN if kind in form.getlist("kinds")),
    )
    site().notices.change(player.id, calling)
    flash(wording().say("notices.kept"), "good")
    return redirect(url_for("notices.page"))


def minutes(text: str) -> int:
    """Minutes of the day; refused if it is no time (boomtown.people.notice).

    >>> minutes("22:30")
    1350
    """
    hours, _, rest = text.partition(":")
    plain = text.isascii() and hours.isdecimal() and rest.isdecimal() and len(text) <= 5
    value = 60 * int(hours) + int(rest) if plain and int(rest) < 60 else A_DAY
    if value >= A_DAY:
        raise Refused(Refusal(RULE, "time"))
    return value


@notices.post("/me/notices/push")
def add_push() -> Response:
    """This browser is called from now on."""
    form = request.form
    try:
        endpoint = checked_endpoint(form.get("endpoint", ""), site().settings.notices.push_hosts)
        keys = BrowserKeys(form.get("p256dh", ""), form.get("auth", "")).checked()
    except (NotPublic, BadKeys):
        raise Refused(Refusal(RULE, "browser")) from None
    player = somebody()  # only now: a refused stranger stays a stranger
    site().notices.add_channel(
        player.id, Way.PUSH, endpoint, msgspec.json.encode(keys).decode(), confirmed=True
    )
    keep_zone(player, form.get("zone", ""))
    return jsonify(ok=True, told=wording().say("notices.push.on"))


def keep_zone(player: Player, zone: str) -> None:
    """The quiet hours are those of the place where somebody is."""
    calling = site().notices.calling(player.id)
    if zone_of(zone).key == zone and calling.zone == Calling().zone:
        site().notices.change(player.id, msgspec.structs.replace(calling, zone=zone))


@notices.post("/me/notices/mail")
def add_mail() -> AnyResponse:
    """Asks whoever reads mail at an address whether they want to be called there."""
    player, address = me_or_refused(), request.form.get("address", "").strip()
    if Way.MAIL not in site().postman.carriers:
        abort(404)
    if not is_address(address):
        raise Refused(Refusal(RULE, "mail"))
    known = {one.address for one in site().notices.channels(player.id)}
    if address not in known:  # nobody is asked twice
        if not site().notices.may_ask():
            raise TooMany(Refusal("boomtown.site.pace", seconds=MAIL_WAIT), MAIL_WAIT)
        channel = site().notices.add_channel(player.id, Way.MAIL, address, confirmed=False)
        site().notices.ask(channel)  # the postman brings it: a slow server keeps nobody waiting
    flash(wording().say("notices.mail.sent"), "good")
    return redirect(url_for("notices.page"))


@notices.post("/me/notices/webhook")
def add_webhook() -> AnyResponse:
    """The operator's channel may name whoever is asking."""
    player = me_or_refused()
    if Way.WEBHOOK not in site().postman.carriers:
        abort(404)
    site().notices.add_channel(player.id, Way.WEBHOOK, "", confirmed=True)
    return redirect(url_for("notices.page"))


@notices.post("/me/notices/remove")
def remove() -> AnyResponse:
    """One way less."""
    site().notices.remove_channel(request.form.get("channel", ""), me_or_refused().id)
    return redirect(url_for("notices.page"))


@notices.route("/notices/confirm/<token>", methods=["GET", "POST"])
def confirm(token: str) -> str:
    """Whoever reads the mail wants to be called there. Programs open links: a page asks first."""
    channel = opened(site().settings, CONFIRM, token)
    if channel is None:
        abort(404)
    done = request.method == "POST" and site().notices.confirm(channel) is not None
    return render_template("people/notice_link.html", what="confirm", done=done)


@notices.get("/notices/stop/<token>")
def stopping(token: str) -> str:
    """Asks before it stops: programs that look through mail open every link."""
    if not any(opened(site().settings, purpose, token) for purpose in (STOP, NEVER)):
        abort(404)
    return render_template("people/notice_link.html", what="stop", done=False)


@notices.post("/notices/stop/<token>")
def stop(token: str) -> str:
    """No more notices, for whoever the signed link names; nobody need be signed in (RFC 8058)."""
    player, unwanted = (opened(site().settings, purpose, token) for purpose in (STOP, NEVER))
    if player is not None:
        site().notices.stop(player)
    elif unwanted is not None:
        site().notices.refuse(unwanted)
    else:
        abort(404)
    return render_template("people/notice_link.html", what="stop", done=True)


# --- the site as an app ---------------------------------------------------------------------------


@notices.get("/sw.js")
def service_worker() -> Response:
    """It stands at the root, since it may only serve what is below it."""
    folder = Path(current_app.static_folder or "") / "notices"
    response = send_from_directory(folder, "sw.js", mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@notices.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a device needs to know to keep the site as an app."""
    say = wording().say
    icons = [
        {
            "src": url_for("static", filename=f"notices/icon-{size}-{purpose}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in ICONS
    ]
    body = {
        "id": "/",
        "name": "Boomtown",
        "short_name": "Boomtown",
        "description": say("site.title"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6ecd9",
        "theme_color": "#8e1f1a",
        "icons": icons,
    }
    return Response(msgspec.json.encode(body), mimetype="application/manifest+json")


@notices.get("/offline")
def offline() -> str:
    """What an app shows without a connection: that there is none."""
    return render_template("site/offline.html")
