"""The admin page: the operator's commands behind a local secret (``boomtown admin secret``).

It lists tables, people, reports, parked matches and how the site is doing, and does what
``boomtown admin`` does. Every action goes into the log.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from typing import cast

from flask import Blueprint, Response, abort, current_app, flash, redirect, render_template, request
from flask.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response as AnyResponse

from boomtown import BUILD, tally
from boomtown.core.errors import BoomtownError
from boomtown.store.moderation import Who
from boomtown.store.operator import NotFound, Operator
from boomtown.web.guard.budget import address_key, origin_of
from boomtown.web.operator.admin_key import COOKIE, COOKIE_SECONDS, Door, admin_key
from boomtown.web.operator.logs import event
from boomtown.web.operator.readiness import CHECKS, holds
from boomtown.web.site import NAME, Site, site, wording

admin = Blueprint("admin", __name__, url_prefix="/admin")
DOOR = "admin door"
SHOWN = 30
LONGEST_HOURS = 24 * 365


@admin.record_once
def _put_up(state: BlueprintSetupState) -> None:
    here: Site = state.app.extensions[NAME]
    state.app.extensions[DOOR] = Door(here.settings.data, here.settings.secret)


@admin.context_processor
def _clock() -> dict[str, object]:
    return {"iso": iso}


def iso(at: int) -> str:
    """A moment in time, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def door() -> Door:
    """The door of this site."""
    return cast(Door, current_app.extensions[DOOR])


def operator() -> Operator:
    """The operator's hands, which tell this process what they do."""
    return Operator(site().database, site().bus, site().moderation)


# --- coming in ------------------------------------------------------------------------------------


@admin.before_request
def check() -> Response | None:
    """Nobody sees anything here without the secret."""
    if request.endpoint == "admin.come_in" or door().knows(request.cookies.get(COOKIE, "")):
        return None
    return Response(_login(""), 403 if request.method == "POST" else 200)


@admin.after_request
def stay(response: Response) -> Response:
    """Each visit makes the next hour begin anew; search engines have no business here."""
    response.headers["X-Robots-Tag"] = "noindex"
    if door().knows(request.cookies.get(COOKIE, "")) and request.endpoint != "admin.go":
        _keep_in(response)
    return response


def _login(wrong: str) -> str:
    made = admin_key(site().settings.data) is not None
    return render_template("admin/login.html", wrong=wrong, made=made)


def _keep_in(response: AnyResponse) -> None:
    response.set_cookie(
        COOKIE,
        door().cookie(),
        max_age=COOKIE_SECONDS,
        path="/admin",
        secure=site().settings.secure_cookies,
        httponly=True,
        samesite="Strict",
    )


@admin.post("/login")
def come_in() -> AnyResponse:
    """Whoever knows the secret is in for an hour."""
    address = address_key(request.remote_addr)
    if door().is_shut(address):
        tally.REFUSALS.add("admin")
        event("admin: too many wrong secrets")
        return Response(_login("many"), 429)
    if not door().try_secret(request.form.get("secret", ""), address):
        event("admin: wrong secret", visitor=origin_of(address, site().settings.secret)[:12])
        return Response(_login("wrong"), 403)
    event("admin: came in", visitor=origin_of(address, site().settings.secret)[:12])
    response = redirect("/admin/")
    _keep_in(response)
    return response


@admin.post("/logout")
def go() -> AnyResponse:
    """Out again."""
    response = redirect("/admin/")
    response.delete_cookie(COOKIE, path="/admin")
    return response


# --- looking --------------------------------------------------------------------------------------


@admin.get("/")
def overview() -> str:
    """How the site is doing, and everything that waits for the operator."""
    here, hands, search = site(), operator(), request.args.get("q", "").strip()
    return render_template(
        "admin/overview.html",
        search=search,
        checks={name: holds(check) for name, check in CHECKS.items()},
        numbers=numbers(here),
        build=BUILD,
        reports=hands.moderation.reports(limit=SHOWN),
        parked=hands.parked.all()[:SHOWN],
        tables=hands.all_tables(limit=SHOWN),
        people=hands.known(search, SHOWN),
        bans=hands.moderation.bans(),
    )


def numbers(here: Site) -> list[tuple[str, int]]:
    """How this process is doing, by the key of a word."""
    return [
        ("rooms", len(here.rooms)),
        ("sockets", len(here.sockets)),
        ("waiting", here.house.bots.waiting),
        ("answers", int(sum(tally.ANSWERS.values.values()))),
        ("failures", int(tally.HOUSE_FAILURES.values[()] + tally.JOURNAL_FAILURES.values[()])),
        ("refusals", int(sum(tally.REFUSALS.values.values()))),
        ("disk", shutil.disk_usage(here.settings.data).free >> 20),
        ("process", os.getpid()),
    ]


@admin.get("/tables/<code>")
def table(code: str) -> str:
    """One table: who sits there, what was said, the match."""
    hands = operator()
    info = hands.tables.get(code)
    if info is None:
        abort(404)
    return render_template(
        "admin/table.html",
        table=info,
        parked=None if info.match is None else hands.parked.get(info.match),
        chat=hands.tables.chat(code),
    )


@admin.get("/matches/<match>/file")
def file(match: str) -> Response:
    """A match for the author of its game."""
    try:
        text = operator().file(match)
    except NotFound:
        abort(404)
    event("admin: file", match=match)
    name = f"attachment; filename={match}.jsonl"
    return Response(text, mimetype="application/x-ndjson", headers={"Content-Disposition": name})


# --- acting ---------------------------------------------------------------------------------------


def _ban(hands: Operator, *, mute: bool) -> None:
    hours = request.form.get("hours", "").strip()
    if hours and not (hours.isascii() and hours.isdigit() and 0 < int(hours) <= LONGEST_HOURS):
        raise BoomtownError(wording().say("admin.hours.wrong", most=LONGEST_HOURS))
    who, key = _whom(hands)
    hands.moderation.ban(
        who,
        key,
        mute=mute,
        hours=int(hours) if hours else None,
        reason=request.form.get("reason", ""),
    )


def _lift(hands: Operator) -> None:
    hands.moderation.lift(*_whom(hands))


def _whom(hands: Operator) -> tuple[Who, str]:
    """The person, the address, or what is kept of an address."""
    form = request.form
    if address := form.get("address", "").strip():
        return Who.ADDRESS, origin_of(address_key(address), site().settings.secret)
    if origin := form.get("origin", ""):
        return Who.ADDRESS, origin
    person = form.get("person", "")
    return Who.PERSON, person if form.get("do") == "lift" else hands.person(person)


def _forget(hands: Operator) -> None:
    if "sure" not in request.form:
        raise BoomtownError(wording().say("admin.sure.missing"))
    hands.forget(hands.person(request.form.get("person", "")))


def _settle(hands: Operator) -> None:
    id = request.form.get("report", "")
    hands.settle(int(id) if id.isascii() and id.isdigit() and len(id) < 10 else 0)


ACTIONS: dict[str, Callable[[Operator], object]] = {
    "close": lambda hands: hands.close(request.form.get("table", "")),
    "rename": lambda hands: hands.rename(
        hands.person(request.form.get("person", "")), request.form.get("name", "")
    ),
    "ban": lambda hands: _ban(hands, mute=False),
    "mute": lambda hands: _ban(hands, mute=True),
    "lift": _lift,
    "forget": _forget,
    "settle": _settle,
    "park": lambda hands: hands.park(request.form.get("match", "")),
    "release": lambda hands: hands.release(request.form.get("match", "")),
}
LOGGED = ("table", "person", "origin", "report", "match", "hours", "reason")


@admin.post("/act")
def act() -> AnyResponse:
    """Does one thing, and says what became of it."""
    name = request.form.get("do", "")
    if name not in ACTIONS:
        abort(400)
    fields = {field: request.form[field][:200] for field in LOGGED if request.form.get(field)}
    try:
        ACTIONS[name](operator())
    except BoomtownError as error:
        flash(str(error), "bad")
    else:
        event(f"admin: {name}", **fields)
        flash(wording().say("admin.done", do=name), "good")
    back = request.form.get("back", "")
    return redirect(f"/admin/tables/{back}" if back.replace("-", "").isalnum() else "/admin/")
