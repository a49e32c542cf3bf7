"""A word to the operator."""

from __future__ import annotations

import pytest
from flask import Flask

from boomtown.rulebook.book import LANGUAGES
from boomtown.web.site import Site
from boomtown.web.tables.report_routes import MOST_WAITING
from boomtown.web.words import site_wording
from sites import started
from visitors import Person, make

RULE = "boomtown.site.reports"


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


def test_a_report_waits_for_the_operator(site: Site, app: Flask, ann: Person) -> None:
    bill = Person(app, "Bill")
    code = make(ann, listed="true")
    assert bill.send(f"/t/{code}/sit", seat="1") == 200
    with ann.post(f"/t/{code}/report", about=bill.id, text="He\nshouts") as response:
        assert "Thank you" in response.get_data(as_text=True)
    (report,) = site.moderation.reports()
    assert (report.table, report.player, report.about) == (code, ann.id, bill.id)
    assert report.text == "He shouts"


def test_a_report_is_about_somebody_at_the_table_and_says_something(
    site: Site, app: Flask, ann: Person
) -> None:
    stranger = Person(app, "Cy")
    code = make(ann, listed="true")
    assert ann.send(f"/t/{code}/report", about=stranger.id, text="x") == 422
    assert ann.send(f"/t/{code}/report", text=" \n ") == 422
    assert site.moderation.reports() == []
    assert ann.send("/t/no-such-table/report", text="x") == 404


@pytest.mark.rule(RULE)
def test_so_many_reports_wait_at_once(site: Site, ann: Person) -> None:
    code = make(ann, listed="true")
    for number in range(MOST_WAITING):
        assert ann.send(f"/t/{code}/report", text=f"{number}") == 200
    with ann.post(f"/t/{code}/report", text="more") as response:
        assert response.status_code == 409
        assert f"{MOST_WAITING} of your reports wait" in response.get_data(as_text=True)
    site.moderation.settle(site.moderation.reports()[0].id)
    assert ann.send(f"/t/{code}/report", text="more") == 200


def test_the_script_is_told_in_json(site: Site, ann: Person) -> None:
    code = make(ann, listed="true")
    path, accept = f"/t/{code}/report", {"Accept": "application/json"}
    reply = ann.client.post(path, data={"text": "x"}, headers=accept)
    assert reply.get_json() == {"ok": True, "text": site_wording("en").say("report.thanks")}
    assert ann.client.post(path, data={}, headers=accept).get_json()["ok"] is False


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_is_at_the_table_for_people_with_a_name(
    site: Site, app: Flask, language: str
) -> None:
    room, _ = started(site, "bang_dice", 2, 3)
    title = site_wording(language).say("report.title")
    client = app.test_client()
    with client.get(f"/t/{room.code}", headers={"Accept-Language": language}) as page:
        assert title not in page.get_data(as_text=True)
    ann = Person(app, "Ann")
    ann.send("/language", lang=language)
    told = ann.read(f"/t/{room.code}")
    assert title in told
    assert told.count('<option value="') >= 3, "nobody, and the two who sit there"
