"""Whoever was asked to leave is out, until the host forgives (boomtown.table.kicked)."""

from __future__ import annotations

import pytest
from flask import Flask

from boomtown.core.errors import Refused
from boomtown.rulebook.book import LANGUAGES
from boomtown.web.site import Site
from boomtown.web.sockets.feeds import GuardedFeed, SeatingFeed
from boomtown.web.tables.seating import rematch, sit_again, start
from sites import answer_any, seated, site_of
from visitors import Person, landed, make, room_of

KICKED = "boomtown.table.kicked"


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


@pytest.fixture
def bill(app: Flask) -> Person:
    return Person(app, "Bill")


def kicked_at(ann: Person, bill: Person, **fields: str) -> str:
    """A table that Bill was asked to leave."""
    code = make(ann, **fields)
    bill.get(f"/i/{ann.table(code).invite}").close()
    assert bill.send(f"/t/{code}/sit", seat="1") == 200
    assert ann.send(f"/t/{code}/kick", seat="1") == 200
    assert ann.table(code).kicked == (bill.id,)
    return code


@pytest.mark.rule(KICKED)
def test_at_a_listed_table_one_may_look_but_not_sit_or_speak(ann: Person, bill: Person) -> None:
    code = kicked_at(ann, bill, listed="true")
    assert "asked you to leave" in bill.read(f"/t/{code}")
    assert f'action="/t/{code}/sit"' not in bill.read(f"/t/{code}")
    for path, fields in (("sit", {"seat": "1"}), ("say", {"text": "please"})):
        with bill.post(f"/t/{code}/{path}", **fields) as response:
            assert response.status_code == 409
            assert KICKED in response.get_data(as_text=True)
    bill.read(f"/i/{ann.table(code).invite}", 409)
    assert ann.table(code).seats[1].free
    assert site_of(ann.app).tables.chat(code) == []


def test_at_an_unlisted_table_the_link_changes_and_one_may_not_look(
    app: Flask, ann: Person, bill: Person
) -> None:
    code = make(ann)
    before = ann.table(code).invite
    bill.get(f"/i/{before}").close()
    bill.post(f"/t/{code}/sit", seat="1").close()
    ann.post(f"/t/{code}/kick", seat="1").close()
    now = ann.table(code).invite
    assert now != before
    for path in (f"/t/{code}", f"/t/{code}/text", f"/qr/{code}.svg", f"/i/{now}"):
        assert KICKED in bill.read(path, 409), path
    nobody = Person(app, "Nobody in particular")
    nobody.read(f"/i/{before}", 404)
    nobody.read(f"/t/{code}", 404)
    assert now in ann.read(f"/t/{code}")


def test_the_open_page_of_a_kicked_player_hears_no_more(ann: Person, bill: Person) -> None:
    code = make(ann)
    bill.get(f"/i/{ann.table(code).invite}").close()
    bill.post(f"/t/{code}/sit", seat="1").close()
    room, left = room_of(ann, code), []
    feed = GuardedFeed(
        SeatingFeed(room, lambda: room.table.invite), room, bill.id, lambda: left.append(True)
    )
    assert ann.table(code).invite.encode() in feed.next()[0]
    ann.post(f"/t/{code}/kick", seat="1").close()
    assert (feed.next(), left) == ([], [True])
    feed.forget()
    assert feed.next() == []


def test_the_host_sees_the_list_and_forgives(ann: Person, bill: Person) -> None:
    code = kicked_at(ann, bill)
    page = ann.read(f"/t/{code}")
    assert f'name="player" value="{bill.id}"' in page
    assert bill.send(f"/t/{code}/forgive", player=bill.id) == 409
    assert ann.table(code).kicked == (bill.id,)
    assert ann.send(f"/t/{code}/forgive", player=bill.id) == 200
    assert ann.table(code).kicked == ()
    with bill.get(f"/i/{ann.table(code).invite}") as response:
        assert landed(response) == f"/t/{code}"
    assert bill.send(f"/t/{code}/sit", seat="1") == 200
    assert ann.table(code).seats[1].name == "Bill"


def test_a_host_who_stands_up_is_not_kicked_and_neither_is_a_bot(ann: Person) -> None:
    code = make(ann)
    invite = ann.table(code).invite
    ann.post(f"/t/{code}/bot", seat="1").close()
    for seat in ("0", "1"):
        assert ann.send(f"/t/{code}/kick", seat=seat) == 200
    table = ann.table(code)
    assert (table.kicked, table.invite) == ((), invite)
    assert all(seat.free for seat in table.seats)


def test_nobody_comes_back_by_a_rematch(site: Site) -> None:
    table, (host, other) = seated(site, "high_noon", 2, 3, listed=False)
    out = site.people.add("Out", "en").id
    site.tables.admit(table.code, out)
    site.tables.clear_seat(table.code, 2, host)
    site.tables.sit(table.code, 2, out)
    site.tables.clear_seat(table.code, 2, host)
    table = site.tables.put_bot(table.code, 2, "random", host)
    start(site, table)
    room = site.rooms.get(table.code)
    assert room is not None
    while (match := room.playing().match).outcome is None:
        answer_any(room, match.asked()[0])
    again = rematch(site, room.table, host)
    assert again.kicked == (out,)
    assert not site.tables.is_guest(again.code, out)
    # The new table's host asks somebody else to leave, who tries it from the old table.
    site.tables.sit(again.code, 1, other)
    site.tables.clear_seat(again.code, 1, host)
    with pytest.raises(Refused) as caught:
        sit_again(site, room.table, site.tables.get_one(again.code), other)
    assert caught.value.refusal.rule == KICKED


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(ann: Person, bill: Person, language: str) -> None:
    code = kicked_at(ann, bill)
    bill.post("/language", lang=language).close()
    told = {"en": "asked you to leave", "es": "te ha pedido", "ru": "попросил вас уйти"}
    assert told[language] in bill.read(f"/t/{code}", 409)


def test_programs_are_kicked_and_forgiven_the_same_way(app: Flask, site: Site) -> None:
    client = app.test_client()

    def call(method: str, path: str, body: object = None, token: str = "") -> tuple[int, dict]:  # type: ignore[type-arg]  # plain JSON
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        with client.open(f"/api/tables{path}", method=method, json=body, headers=headers) as reply:
            return reply.status_code, reply.get_json()

    _, made = call("POST", "", {"game": "high_noon", "seats": 2, "listed": False})
    code, host = made["code"], made["token"]
    invite = {"name": "Bill", "invite": made["invite"].rpartition("/")[2]}
    _, bill = call("POST", f"/{code}/seats", invite)
    assert call("GET", f"/{code}/kicked", token=bill["token"])[0] == 409
    assert call("DELETE", f"/{code}/seats/0", token=host)[0] == 200
    assert call("POST", f"/{code}/seats", invite)[0] == 404
    _, out = call("GET", f"/{code}/kicked", token=host)
    assert [one["name"] for one in out["players"]] == ["Bill"]
    assert out["invite"] != made["invite"]
    player = out["players"][0]["player"]
    assert site.tables.get_one(code).kicked == (player,)
    assert call("DELETE", f"/{code}/kicked/{player}")[0] == 404
    _, out = call("DELETE", f"/{code}/kicked/{player}", token=host)
    assert out["players"] == []
    again = {"name": "Bill", "invite": out["invite"].rpartition("/")[2]}
    assert call("POST", f"/{code}/seats", again)[0] == 201
