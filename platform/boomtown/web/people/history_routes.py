"""My games: every match of whoever is asking, and everything of theirs as a file."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Blueprint, render_template, request
from msgspec import Struct
from werkzeug.wrappers import Response

from boomtown.core.outcome import Part
from boomtown.store.database import now
from boomtown.store.history import Played
from boomtown.store.people import Player
from boomtown.store.ratings import Change
from boomtown.web.cells import cell
from boomtown.web.guard.links import outside_url
from boomtown.web.people.history_page import COMPANY, RESULTS, Filters, history_page
from boomtown.web.site import current_player, language, site

history = Blueprint("history", __name__)
MOST_EXPORTED = 1000


class OtherLine(Struct, frozen=True, gc=False):
    """Somebody else at the table, as others may know them: their ids are theirs."""

    seat: int
    name: str
    bot: str | None
    part: Part
    won: bool


class MatchLine(Struct, frozen=True, gc=False):
    """A match with times that people can read, and where its record is."""

    match: str
    table: str
    game: str
    listed: bool
    study: bool
    begun: str | None
    ended: str | None
    seats: int
    seat: int
    part: Part
    result: str
    place: int | None
    score: int | None
    others: tuple[OtherLine, ...]
    deal: str | None
    rating_before: int | None
    rating_after: int | None
    replay: str


COLUMNS = tuple(name for name in MatchLine.__struct_fields__ if name != "deal")


def wanted_filters() -> Filters:
    """What the address asks for; what nobody knows is left out."""
    asked = request.args
    result, company = asked.get("result", ""), asked.get("company", "")
    return Filters(
        game=asked.get("game", ""),
        part=asked.get("part", "") if asked.get("game") else "",
        result=result if result in RESULTS else "",
        company=company if company in COMPANY else "",
    )


@history.get("/me/games")
def mine() -> str:
    """Every match, with filters and figures."""
    player = current_player()
    played: list[Played] = []
    changes: dict[str, Change] = {}
    standings = []
    if player is not None:
        played = site().history.of(player.id)
        changes, standings = site().ratings.changes(player.id), site().ratings.of(player.id)
    page = request.args.get("page", 1, type=int)
    shown = history_page(played, changes, standings, wanted_filters(), page, language())
    return render_template("people/games.html", h=shown, results=RESULTS, company=COMPANY)


@history.get("/me/export.json")
def export() -> Response:
    """Everything of whoever is asking."""
    player = current_player()
    data = {} if player is None else exported(player)
    body = msgspec.json.format(msgspec.json.encode(data), indent=1)
    return _file(body, "application/json", "my-games.json")


@history.get("/me/export.csv")
def export_matches() -> Response:
    """The matches alone, for a spreadsheet."""
    player = current_player()
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(COLUMNS)
    if player is not None:
        changes, base = site().ratings.changes(player.id), _base()
        for one in site().history.of(player.id):
            row = msgspec.structs.asdict(_line(one, changes.get(one.match), base))
            row["others"] = ", ".join(other.name for other in one.others)
            row["part"] = one.part.name
            table.writerow([cell(row[name]) for name in COLUMNS])
    return _file(written.getvalue().encode(), "text/csv; charset=utf-8", "my-games.csv")


def exported(player: Player) -> dict[str, Any]:
    """All that is kept of a person, to be encoded. Answers stand in the files of the matches."""
    here = site()
    changes, base = here.ratings.changes(player.id), _base()
    return {
        "exported": _time(now()),
        "person": msgspec.to_builtins(player),
        "matches": [_line(one, changes.get(one.match), base) for one in here.history.of(player.id)],
        "ratings": msgspec.to_builtins(here.ratings.of(player.id)),
        "tables": here.history.sits_at(player.id),
        "friends": [friend.name for friend in here.friends.of(player.id)],
        "page": (page := here.friends.public([player.id]).get(player.id)) and page.page,
        "called_by": [[one.way, one.address] for one in here.notices.channels(player.id)],
        "called_when": msgspec.to_builtins(here.notices.calling(player.id)),
        "tournaments": [
            {"link": outside_url("tournaments.show", id=one.id), "name": one.setup.name}
            for one in here.tournaments.of(player.id, MOST_EXPORTED)
        ],
        "deals": here.deals.days_of(player.id),
        "studies": [
            outside_url("lab.study", id=one.id) for one in here.laboratory.experiments.of(player.id)
        ],
        "vacation": _time(here.vacations.until(player.id)),
        "reviews": [f"{base}{match}/review.json" for match in here.desk.reviews.own(player.id)],
        "said": [_written(one) for one in here.history.said(player.id)],
        "reported": [_written(one) for one in here.history.reported(player.id)],
    }


def _line(one: Played, change: Change | None, base: str) -> MatchLine:
    """Structs, encoded as they are, and one address for all: to make dictionaries of a thousand
    matches, or to build an address for each, would take longer than to read them."""
    return MatchLine(
        one.match,
        one.table,
        one.game,
        one.listed,
        one.study,
        _time(one.begun),
        _time(one.ended),
        one.seats,
        one.seat,
        one.part,
        one.result,
        one.place,
        one.score,
        tuple(
            OtherLine(other.seat, other.name, other.bot, other.part, other.won)
            for other in one.others
        ),
        one.deal,
        None if change is None else change.before.points,
        None if change is None else change.after.points,
        f"{base}{one.match}",
    )


def _base() -> str:
    return outside_url("replays.replay", id="")


def _written(one: Any) -> dict[str, Any]:
    return {"table": one.table, "text": one.text, "at": _time(one.at)}


def _time(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at / 1000, UTC).isoformat()


def _file(body: bytes, kind: str, name: str) -> Response:
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, content_type=kind, headers=disposition)
