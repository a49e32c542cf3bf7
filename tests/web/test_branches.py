"""Playing on from a moment of a finished match, with what one seat knew."""

from __future__ import annotations

from typing import Any

from boomtown.core import Match, Seat
from boomtown.plugins import find_game
from boomtown.store.matches import StoredMatch
from boomtown.web.site import Site
from boomtown.web.tables.seating import branch
from sites import answer_any, started


def finished(site: Site) -> str:
    """A match that was played to its end."""
    room, _ = started(site, "bang_dice", 8, 8)
    with room.lock:
        while (match := room.playing().match).outcome is None:
            answer_any(room, match.asked()[0])
        return room.playing().id


def moment_of(site: Site, id: str, line: int) -> tuple[StoredMatch, Match[Any]]:
    """A match, and its table after so many lines."""
    stored = site.matches.get(id)
    assert stored is not None
    timeline = site.shelf.timeline(find_game(stored.game), stored, "")
    return stored, site.shelf.table_at(timeline, id, line)


def test_a_branch_goes_on_after_a_restart(site: Site) -> None:
    match, player = finished(site), site.people.add("Ann", "en").id
    table = branch(site, *moment_of(site, match, 9), Seat(2), player, "en", "random")
    room = site.rooms.get(table.code)
    assert room is not None
    for _ in range(3):
        answer_any(room, room.playing().match.asked()[0])
    hash, moment = room.playing().match.hash(), room.playing().match.moment
    room._live = None  # as in another process, or after a restart
    assert room.playing().match.hash() == hash
    assert room.playing().match.moment == moment
    answer_any(room, room.playing().match.asked()[0])
    assert len(site.matches.lines(room.playing().id)) == 4


def test_a_branch_keeps_what_its_seat_knew_and_draws_the_rest_anew(site: Site) -> None:
    match, player = finished(site), site.people.add("Ann", "en").id
    stored, then = moment_of(site, match, 4)
    known = then.view(Seat(1)).state.cowboys[1].role.value
    drawn = set()
    for _ in range(12):
        table = branch(site, stored, then, Seat(1), player, "en", "random")
        again = site.rooms.get(table.code)
        assert again is not None
        roles = tuple(cowboy.role.value for cowboy in again.playing().match.state.cowboys)
        assert roles[1] == known
        drawn.add(roles)
    assert len(drawn) > 1, "twelve branches, and all of them dealt alike"
