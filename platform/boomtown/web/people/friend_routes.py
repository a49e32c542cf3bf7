"""Other people: friends by link, those one has played with, public pages, the season."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from msgspec import Struct, structs
from werkzeug.wrappers import Response

from boomtown.core.errors import InvalidOption, Refusal, Refused
from boomtown.core.match import checked_options
from boomtown.plugins import UnknownGame, find_game, installed_games
from boomtown.store.database import now
from boomtown.store.friends import ASK, LATELY, Friend
from boomtown.store.history import Played
from boomtown.store.people import Player
from boomtown.store.tables import TableInfo
from boomtown.store.texts import told_apart
from boomtown.web.guard.gate import table_origin
from boomtown.web.guard.links import outside_url
from boomtown.web.people.history_page import (
    Filters,
    Speaker,
    figures_of,
    history_page,
    rating_text,
)
from boomtown.web.people.season_page import Season, places_of
from boomtown.web.site import current_player, language, site, somebody, wording
from boomtown.web.street.game_pages import game_page
from boomtown.web.tables.making import take_name
from boomtown.web.tables.seating import make_table, refuse_failing
from boomtown.web.tables.table_page import names_at

friends = Blueprint("friends", __name__)
RECENT = 12
"""How many of those one has played with are shown."""
SHOWN = 20
"""How many matches a public page shows."""


class Acquaintance(Struct, frozen=True):
    """Somebody whom one has played with."""

    id: str
    name: str
    times: int
    game: str
    """What was played last, in words."""
    match: str
    lately: bool
    """Whether they can be asked to play again."""


def me_or_home() -> Player:
    """Who is asking; a stranger knows nobody (boomtown.people.ask)."""
    player = current_player()
    if player is None:
        raise Refused(Refusal(ASK, "stranger"))
    return player


# --- my people ------------------------------------------------------------------------------------


@friends.get("/me/people")
def mine() -> str:
    """Friends, those one has played with, and one's own public page."""
    player = current_player()
    titles = {game.id: Speaker(language()).title(game.id) for game in installed_games()}
    if player is None:
        empty: dict[str, list[str]] = {"known": [], "met": []}
        return render_template("people/people.html", titles=titles, **empty)
    link, known = site().friends.link(player.id), site().friends.of(player.id)
    names = told_apart([one.name for one in known])
    known = [structs.replace(one, name=name) for one, name in zip(known, names, strict=True)]
    page = site().friends.public([player.id]).get(player.id)
    return render_template(
        "people/people.html",
        titles=titles,
        known=known,
        met=met_by(player, {one.id for one in known}),
        link=None if link is None else outside_url("friends.offered", link=link),
        page=None if page is None else outside_url("friends.public", page=page.page),
    )


def met_by(player: Player, known: set[str]) -> list[Acquaintance]:
    """Whom somebody has played with last, but for friends."""
    speaker = Speaker(language())
    last: dict[str, tuple[str, Played]] = {}
    times: dict[str, int] = {}
    for one in site().history.of(player.id):
        for other in one.others:
            if other.player is not None and other.player not in known:
                last.setdefault(other.player, (other.name, one))
                times[other.player] = times.get(other.player, 0) + 1
    since = now() - LATELY
    return [
        Acquaintance(
            id, name, times[id], speaker.title(one.game), one.match, (one.ended or 0) > since
        )
        for id, (name, one) in list(last.items())[:RECENT]
    ]


@friends.post("/me/page")
def show() -> Response:
    """Makes one's page public, or takes it away."""
    site().friends.show(somebody().id, public=request.form.get("public") == "true")
    return redirect(url_for("friends.mine"))


@friends.post("/me/friend-link")
def new_link() -> Response:
    """A link by which others become friends; an earlier one leads nowhere."""
    site().friends.new_link(somebody().id)
    return redirect(url_for("friends.mine"))


@friends.get("/friend/<link>")
def offered(link: str) -> str:
    """Asks whether one wants to be somebody's friend."""
    return render_template("people/friend.html", friend=friend_or_404(link), link=link)


@friends.post("/friend/<link>")
def accept(link: str) -> Response:
    """Two are friends from now on."""
    friend, player = friend_or_404(link), current_player()
    site().friends.refuse(None if player is None else player.id, friend.id)
    take_name()
    site().friends.befriend(somebody().id, friend.id)
    flash(wording().say("people.befriended", name=friend.name), "good")
    return redirect(url_for("friends.mine"))


def friend_or_404(link: str) -> Friend:
    """Whose link this is."""
    friend = site().friends.by_link(link)
    if friend is None:
        abort(404)
    return friend


@friends.post("/me/people/part")
def part() -> Response:
    """Friends no longer."""
    site().friends.part(me_or_home().id, request.form.get("player", ""))
    return redirect(url_for("friends.mine"))


# --- playing with them ----------------------------------------------------------------------------


@friends.post("/me/people/play")
def play_with() -> Response:
    """A new table for oneself and somebody who is known."""
    player, other = me_or_home(), request.form.get("player", "")
    try:
        game = find_game(request.form.get("game", ""))
    except UnknownGame:
        abort(404)
    if site().people.get(other) is None:
        raise Refused(Refusal(ASK, "stranger"))
    table = make_table(
        site(),
        game,
        seats=game_page(game, language()).usual_seats,
        options={},
        host=player.id,
        language=language(),
        clock="off",
        listed=False,
        origin=table_origin(),
    )
    return asked(site().tables.sit(table.code, 0, player.id), player, [other])


@friends.post("/me/games/<match>/again")
def again(match: str) -> Response:
    """The same game with the same people, and the same bots, at a new table."""
    player = me_or_home()
    one = next((one for one in site().history.of(player.id) if one.match == match), None)
    if one is None:
        abort(404)
    old = site().tables.get_one(one.table)
    others = [other.player for other in one.others if other.player is not None]
    return asked(laid_again(old, player), player, others)


def laid_again(old: TableInfo, player: Player) -> TableInfo:
    """A table like an old one, with its bots, and whoever asks on the seat of then."""
    try:
        game = find_game(old.game)
        refuse_failing(site(), game.id)
        checked_options(game, len(old.seats), dict(old.options))
    except (UnknownGame, InvalidOption):  # the game is gone, or has other options by now
        abort(410)
    table = make_table(
        site(),
        game,
        seats=len(old.seats),
        options=dict(old.options),
        host=player.id,
        language=language(),
        clock=old.clock,
        listed=False,
        origin=table_origin(),
        thinking=old.thinking,
        all_seeing=old.all_seeing,
        advice=old.advice,
    )
    for seat, name in zip(old.seats, names_at(old), strict=True):
        if seat.player is None and seat.bot is not None:
            site().tables.put_bot(table.code, seat.number, seat.bot, player.id, name)
    place = old.seat_of(player.id)
    return site().tables.sit(table.code, place.number if place else None, player.id)


def asked(table: TableInfo, player: Player, others: Sequence[str]) -> Response:
    """Asks the others to a table; it goes if they may not be asked."""
    try:
        site().friends.ask(table.code, player.id, others)
    except Refused:
        site().tables.remove(table.code)
        raise
    return redirect(url_for("tables.table", code=table.code))


@friends.post("/t/<code>/decline")
def decline(code: str) -> Response:
    """Says no to an invitation."""
    site().friends.decline(code, me_or_home().id)
    return redirect("/")


# --- what everybody may see -----------------------------------------------------------------------


@friends.get("/people/<page>")
def public(page: str) -> str:
    """Somebody's public page: ratings, figures and matches at public tables."""
    friend = site().friends.shown(page)
    if friend is None:
        abort(404)
    played = site().history.of(friend.id, listed=True)
    standings = site().ratings.of(friend.id)
    ratings = {one.game: rating_text(one, language()) for one in standings}
    changes = site().ratings.changes(friend.id)
    return render_template(
        "people/public.html",
        friend=friend,
        figures=figures_of(played, ratings, Speaker(language())),
        h=history_page(played[:SHOWN], changes, standings, Filters(), 1, language()),
        total=len(played),
        own=(me := current_player()) is not None and me.id == friend.id,
    )


@friends.get("/season")
def season() -> str:
    """Who is how strong, by game."""
    games = installed_games()
    wanted = request.args.get("game", "")
    game = next((one for one in games if one.id == wanted), games[0] if games else None)
    if game is None:
        abort(404)
    today = Season.of(datetime.fromtimestamp(now() / 1000, UTC).date())
    shown = Season.read(request.args.get("season", "")) or today
    if shown.begins > today.begins:
        shown = today
    standings = site().ratings.season(game.id, shown.begins, shown.after.begins)
    player = current_player()
    return render_template(
        "people/season.html",
        game=game_page(game, language()),
        cards=[game_page(one, language()) for one in games],
        season=shown,
        today=today,
        places=places_of(
            game.id,
            standings,
            site().friends.public(one.who for one in standings),
            None if player is None else Friend(player.id, player.name, None),
            language(),
        ),
    )
