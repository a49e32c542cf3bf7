"""Whoever is asking: name, language, colours, other devices."""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, abort, flash, g, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from boomtown.rulebook.book import LANGUAGES
from boomtown.store.people import THEMES
from boomtown.store.texts import clean_name
from boomtown.web.guard.links import outside_url
from boomtown.web.people.naming import rename
from boomtown.web.site import current_player, site, somebody, welcome, wording

people = Blueprint("people", __name__)
DELETE = "\x7f"
PRINTABLE = "".join(map(chr, range(ord("!"), ord(DELETE))))
"""What stands in an address as it is."""


def own_path(target: str) -> str:
    """An address of ours to go to; the first page for whatever a browser might read otherwise.

    Browsers drop tabs and newlines from an address and take a backslash for a slash.

    >>> own_path("/rules/?q=стрела"), own_path("/\\t/evil.example"), own_path("/\\\\evil.example")
    ('/rules/?q=%D1%81%D1%82%D1%80%D0%B5%D0%BB%D0%B0', '/', '/')
    """
    ours = target.startswith("/") and not target.startswith("//")
    if not ours or "\\" in target or any(letter < " " or letter == DELETE for letter in target):
        return "/"
    return quote(target, safe=PRINTABLE, errors="replace")


def go_back() -> Response:
    """To the page that the form named, if it is one of ours."""
    return redirect(own_path(request.form.get("next", "/")))


@people.get("/me")
def me() -> str:
    """Your name and your devices (boomtown.people.account)."""
    return render_template("site/me.html", link=None)


@people.post("/me")
def change_me() -> Response:
    """Keeps what was changed."""
    name = clean_name(request.form.get("name", ""))
    if not name:
        flash(wording().say("live.name.empty"), "bad")
        return redirect(url_for("people.me"))
    language, theme = request.form.get("lang"), request.form.get("theme")
    player = somebody()
    rename(site(), player, name)
    site().people.change(
        player.id,
        language=language if language in LANGUAGES else None,
        theme=theme if theme in THEMES else None,
        sounds="sounds" in request.form,
    )
    return redirect(url_for("people.me"))


@people.post("/language")
def change_language() -> Response:
    """Speaks another language from now on."""
    language = request.form.get("lang")
    if language not in LANGUAGES:
        abort(400)
    player = current_player()
    if player is None:
        session["language"] = language
    else:
        site().people.change(player.id, language=language)
    return go_back()


@people.post("/theme")
def change_theme() -> Response:
    """Day, night, or as the device has it."""
    theme = request.form.get("theme")
    if theme not in THEMES:
        abort(400)
    player = current_player()
    if player is None:
        session["theme"] = theme
    else:
        site().people.change(player.id, theme=theme)
    return go_back()


@people.post("/me/link")
def device_link() -> str:
    """A private link for another device, shown once, and only on this page."""
    token = site().people.device_link(somebody().id)
    link = outside_url("people.device", token=token)
    return render_template("site/me.html", link=link)


@people.post("/me/sessions")
def sign_out_others() -> Response:
    """Every other device must come by a new link."""
    welcome(site().people.sign_out_others(somebody().id))
    flash(wording().say("live.signed_out"), "good")
    return redirect(url_for("people.me"))


@people.post("/me/forget")
def forget() -> Response:
    """The site forgets whoever is asking, if they are sure."""
    player = current_player()
    if player is None or "sure" not in request.form:
        flash(wording().say("live.forget.sure"), "bad")
        return redirect(url_for("people.me"))
    told = wording().say("live.forgotten")
    site().people.forget(player.id)
    session.clear()
    g.player = None
    flash(told, "good")
    return redirect("/")


@people.get("/device/<token>")
def device(token: str) -> str:
    """Asks whether this device should be that player's from now on."""
    player = site().people.by_device_link(token)
    if player is None:
        abort(404)
    return render_template("site/device.html", name=player.name)


@people.post("/device/<token>")
def use_device(token: str) -> Response:
    """This device is that player's from now on; the link is used up."""
    player = site().people.use_device_link(token)
    if player is None:
        abort(404)
    welcome(player)
    return redirect("/")
