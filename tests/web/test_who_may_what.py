"""Everything that changes something: who may do it. A new route must say it here."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.store.tournaments import Setup
from boomtown.web.contests.tending import tend_one
from boomtown.web.site import Site
from nonsense.ledger import Ledger
from sites import started
from visitors import Person

OWN = {
    *("people.change_me", "people.change_language", "people.change_theme", "people.forget"),
    *("people.device_link", "people.use_device", "people.sign_out_others"),
    *("notices.change", "notices.vacation", "notices.add_push", "notices.add_mail"),
    *("notices.add_webhook", "notices.remove", "notices.confirm", "notices.stop"),
    *("friends.show", "friends.new_link", "friends.accept", "friends.part", "friends.decline"),
    *("friends.play_with", "friends.again", "lab.ask", "replays.verify_sent"),
    *("tables.make", "tables.play", "lessons.begin", "dealing.play", "pairing.seek"),
    *("tournaments.make", "tournaments.join"),
}
"""What concerns whoever sends it, or those whose link or signature they have."""
LOOKING = {"tables.say", "tables.preview", "reports.report", "reviews.ask", "replays.play_on"}
"""For everybody who may look in at the table."""
FREE_SEATS = {"tables.sit"}
"""For everybody who may look in, before the start."""
FIELDS = {
    "seat": "0",
    "number": "0",
    "a": "duck",
    "kind": "random",
    "key": "x",
    "on": "true",
    "wait": "60",
    "text": "hello",
}


@pytest.fixture
def others(app: Flask) -> list[FlaskClient]:
    """A stranger, and somebody who is known but has no seat."""
    return [app.test_client(), Person(app, "Eve").client]


def acts(app: Flask) -> dict[str, str]:
    """By endpoint, the path of everything that is for those who sit, host or organise."""
    return {
        rule.endpoint: rule.rule
        for rule in app.url_map.iter_rules()
        if "POST" in (rule.methods or ())
        and rule.endpoint not in OWN | LOOKING | FREE_SEATS
        and not rule.endpoint.startswith(("api.", "admin."))
    }


def test_every_route_says_whom_it_is_for(app: Flask) -> None:
    places = {"/t/", "/tournaments/", "/lab/"}
    for endpoint, path in acts(app).items():
        assert any(path.startswith(place) for place in places), f"{endpoint}: who may do it?"
    known = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    assert known >= OWN | LOOKING | FREE_SEATS


@pytest.mark.parametrize("listed", [True, False])
def test_nobody_acts_at_a_table_where_they_do_not_sit(
    app: Flask, site: Site, others: list[FlaskClient], listed: bool
) -> None:
    room, players = started(site, "high_noon", 2, 2, listed=listed, advice="on")
    site.presence.came(room.code, players[0])
    ledger = Ledger(site.database)
    paths = [path for path in acts(app).values() if path.startswith("/t/")]
    if not listed:
        paths += ["/t/<code>/sit", "/t/<code>/say", "/t/<code>/report", "/t/<code>/preview"]
    assert len(paths) > 25
    for client in others:
        for path in paths:
            with client.post(path.replace("<code>", room.code), data=FIELDS) as reply:
                told = reply.status_code
            assert told in ((403, 404, 409) if listed else (404,)), path
            assert ledger.take() == [], path


def test_nobody_but_the_organiser_leads_a_tournament(
    app: Flask, site: Site, others: list[FlaskClient]
) -> None:
    ann, bill = Person(app, "Ann"), Person(app, "Bill")
    setup = Setup(
        name="Friday",
        organiser=ann.id,
        game="high_noon",
        options={},
        seats=2,
        clock="day",
        rounds=1,
        missing="bot",
        wait=60_000,
        language="en",
    )
    waiting, played = site.tournaments.make(setup), site.tournaments.make(setup)
    site.tournaments.join(played, bill.id)
    site.tournaments.start(played, ann.id)
    tend_one(site, played)
    found = site.tournaments.get(played)
    assert found is not None
    table = found.bouts[0].table or ""
    ledger = Ledger(site.database)
    for client in (*others, bill.client):
        for id in (waiting, played):
            for path in acts(app).values():
                if path.startswith("/tournaments/"):
                    fields = {"table": table, "player": ann.id}
                    with client.post(path.replace("<id>", id), data=fields) as reply:
                        assert reply.status_code == 409, path
                    assert ledger.take() == [], path
    for client in others:  # it has begun: nobody becomes a guest or gets another name by asking
        with client.post(f"/tournaments/{played}/join", data={"name": "Zed"}) as reply:
            assert reply.status_code == 409
        assert ledger.take() == []


def test_nobody_stops_the_study_of_another(
    app: Flask, site: Site, others: list[FlaskClient]
) -> None:
    ann = Person(app, "Ann")
    ann.send("/lab", game="high_noon", seats="2", bots="random", matches="10")
    [study] = site.laboratory.experiments.of(ann.id)
    ledger = Ledger(site.database)
    for client in others:
        with client.post(f"/lab/{study.id}/stop") as reply:
            assert reply.status_code == 409
    assert ledger.take() == []


def test_whoever_is_refused_a_deal_or_a_friend_keeps_the_name(app: Flask, site: Site) -> None:
    ann = Person(app, "Ann")
    link = site.friends.new_link(ann.id)
    ann.send("/today/play")
    deal = site.deals.today()
    assert deal is not None
    site.tables.close(site.deals.table_of(deal.day, ann.id) or "")
    ledger = Ledger(site.database)
    assert ann.send("/today/play", name="Zed") == 409
    assert ann.send(f"/friend/{link}", name="Zed") == 409
    assert ledger.take() == []
