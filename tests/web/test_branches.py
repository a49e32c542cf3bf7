"""Playing on from a moment of a finished match, with what one seat knew."""

from __future__ import annotations

from html import unescape
from typing import Any

from flask.testing import FlaskClient

from boomtown.core import Match, Seat, export
from boomtown.plugins import find_game
from boomtown.store.matches import StoredMatch
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from boomtown.web.tables.seating import branch
from played import MABEL, play_on, played
from replays import match_of, page_of, read, timeline_of
from sites import answer_any, started
from visitors import signed_in

BILL = Seat(1)


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


# --- on the site ----------------------------------------------------------------------------------


def branched(client: FlaskClient, site: Site, room: Room, at: int, letter: str) -> Room:
    fields = {"at": str(at), "seat": letter}
    with client.post(f"/matches/{match_of(room)}/branch", data=fields) as response:
        assert response.status_code == 302
        code = response.location.rpartition("/")[2]
    new = site.rooms.get(code)
    assert new is not None
    return new


def test_one_can_play_on_from_any_moment(site: Site, client: FlaskClient) -> None:
    room, player = played(site)
    signed_in(client, player)
    then = timeline_of(site, room).at(20)
    new = branched(client, site, room, 20, "B")
    assert not new.table.listed
    assert new.table.seats[BILL].player == player
    assert [seat.bot is None for seat in new.table.seats] == [False, True, False, False, False]
    now = new.playing().match
    assert [cowboy.life for cowboy in now.state.cowboys] == [
        cowboy.life for cowboy in then.state.cowboys
    ]
    assert now.state.cowboys[BILL].role.value == then.state.cowboys[BILL].role.value
    play_on(new, "another way")
    assert new.playing().match.outcome is not None


def test_what_the_seat_did_not_know_is_drawn_anew(site: Site, client: FlaskClient) -> None:
    room, player = played(site)
    signed_in(client, player)
    truth = [cowboy.role.value for cowboy in timeline_of(site, room).at(3).state.cowboys]
    dealt = []
    for _ in range(12):
        match = branched(client, site, room, 3, "A").playing().match
        roles = [cowboy.role.value for cowboy in match.state.cowboys]
        assert roles[MABEL] == truth[MABEL]
        assert sorted(roles) == sorted(truth)
        dealt.append(roles)
    assert any(roles != truth for roles in dealt)
    assert any(roles != dealt[0] for roles in dealt)


def test_where_nothing_can_be_played_on(site: Site, client: FlaskClient) -> None:
    room, _ = played(site)
    id, last = match_of(room), len(site.matches.lines(match_of(room)))
    for fields in ({"at": str(last), "seat": "A"}, {"at": "3", "seat": "H"}, {"at": "3"}):
        with client.post(f"/matches/{id}/branch", data=fields) as response:
            assert response.status_code == 409, fields
    with client.post(f"/matches/{id}/branch", data={"at": "x", "seat": "A"}) as response:
        assert response.status_code == 422
    assert "Play on from here" not in page_of(client, room, last, "A")
    assert "Play on from here" in page_of(client, room, last - 1, "A")


def test_a_match_that_branched_off_has_no_proof_and_says_so(
    site: Site, client: FlaskClient
) -> None:
    room, player = played(site)
    signed_in(client, player)
    new = branched(client, site, room, 10, "A")
    play_on(new, "another way")
    id = match_of(new)
    html = read(client, f"/matches/{id}/verify")
    assert "branched off" in html
    assert f"/matches/{match_of(room)}/verify" in html
    read(client, f"/matches/{id}/file", 409)
    replay = unescape(read(client, f"/matches/{id}?at=5&seat=open"))
    assert "Answer 5 of" in replay
    assert f"/matches/{match_of(room)}?at=10&seat=A" in replay
    assert f"/matches/{id}/file" not in replay


def test_playing_on_with_people_leaves_the_old_match_alone(site: Site, client: FlaskClient) -> None:
    room, player = played(site)
    signed_in(client, player)
    before = export(room.playing().match)
    new = branched(client, site, room, 4, "A")
    answer_any(new, new.playing().match.asked()[0])
    with client.get(f"/matches/{match_of(room)}/file") as response:
        assert response.get_data(as_text=True) == before
