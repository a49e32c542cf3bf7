"""Replays of matches as a browser reads them."""

from __future__ import annotations

from html import unescape

from flask.testing import FlaskClient

from bang_dice import GAME
from boomtown.store.matches import StoredMatch
from boomtown.web.replays.timeline import Beginning, Timeline
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site


def match_of(room: Room) -> str:
    """The id of the match at a table."""
    id = room.table.match
    assert id is not None
    return id


def stored_of(site: Site, room: Room) -> StoredMatch:
    """The match at a table as the store has it."""
    stored = site.matches.get(match_of(room))
    assert stored is not None
    return stored


def timeline_of(site: Site, room: Room) -> Timeline:
    """Every moment of the match at a table."""
    stored = stored_of(site, room)
    timeline = Timeline(GAME, Beginning.of(stored))
    timeline.add([timed.line for timed in site.matches.lines(stored.id)])
    return timeline


def read(client: FlaskClient, path: str, status: int = 200, **headers: str) -> str:
    """A page, in English where no headers say otherwise."""
    with client.get(path, headers=headers or {"Accept-Language": "en"}) as response:
        assert response.status_code == status, path
        return response.get_data(as_text=True)


def page_of(client: FlaskClient, room: Room, at: int, seat: str, more: str = "") -> str:
    """The replay at a moment, through the eyes of a seat."""
    return unescape(read(client, f"/matches/{match_of(room)}?at={at}&seat={seat}{more}"))
