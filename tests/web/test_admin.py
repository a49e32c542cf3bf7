"""The admin page: closed without the secret, the operator's hands with it."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.build import Build
from boomtown.core.errors import Refused
from boomtown.core.matchfile import verify
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.moderation import Who
from boomtown.store.parked import Cause
from boomtown.web.guard.budget import address_key, origin_of
from boomtown.web.operator import logs
from boomtown.web.operator.admin_key import COOKIE, MOST_TRIES, TRY_SECONDS, Door, make_admin_key
from boomtown.web.operator.logs import LogSettings
from boomtown.web.site import Site
from played import play_on
from sites import answer_any, app_in, site_of, started
from visitors import Person, make


@pytest.fixture
def inside(site: Site, client: FlaskClient) -> FlaskClient:
    """A browser of the operator."""
    key = make_admin_key(site.settings.data).decode()
    assert client.post("/admin/login", data={"secret": key}).status_code == 302
    return client


def act(client: FlaskClient, do: str, **fields: str) -> str:
    """Does something; what the page says then."""
    with client.post("/admin/act", data={"do": do, **fields}, follow_redirects=True) as page:
        assert page.status_code == 200
        return page.get_data(as_text=True)


def test_without_a_secret_there_is_nothing_but_the_way_to_one(client: FlaskClient) -> None:
    told = client.get("/admin/").get_data(as_text=True)
    assert "boomtown admin secret" in told
    assert "<form class=" not in told.split("<main")[1].split("</main")[0]
    assert client.post("/admin/login", data={"secret": ""}).status_code == 403


def test_nobody_acts_or_reads_without_the_secret(site: Site, client: FlaskClient) -> None:
    make_admin_key(site.settings.data)
    room, _ = started(site, "high_noon", 2, 2)
    match = room.table.match
    for path in ("/admin/", f"/admin/tables/{room.code}", f"/admin/matches/{match}/file"):
        told = client.get(path).get_data(as_text=True)
        assert room.code not in told.split("<main")[1].split("</main")[0]
        assert 'type="password"' in told
    assert client.post("/admin/act", data={"do": "close", "table": room.code}).status_code == 403
    assert site.tables.get_one(room.code).phase == "playing"
    client.set_cookie(COOKIE, "operator", path="/admin")
    assert 'type="password"' in client.get("/admin/").get_data(as_text=True)


def test_it_tells_which_build_runs(inside: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for build, words in (
        (Build(), "run as pure Python."),
        (Build(("boomtown",)), "run compiled: boomtown."),
        (Build(("boomtown",), ("bang_dice",)), "since they were compiled: bang_dice; these run"),
        (Build((), ("boomtown",)), "pure Python: changed since they were compiled: boomtown."),
    ):
        monkeypatch.setattr("boomtown.web.operator.admin_routes.BUILD", build)
        assert words in inside.get("/admin/").get_data(as_text=True)


def test_a_new_secret_ends_all_visits(site: Site, inside: FlaskClient) -> None:
    assert 'id="tables-h"' in inside.get("/admin/").get_data(as_text=True)
    make_admin_key(site.settings.data)
    assert 'id="tables-h"' not in inside.get("/admin/").get_data(as_text=True)


def test_the_cookie_is_for_these_pages_alone(site: Site, client: FlaskClient) -> None:
    key = make_admin_key(site.settings.data).decode()
    reply = client.post("/admin/login", data={"secret": f" {key}\n"})
    (cookie,) = [one for one in reply.headers.getlist("Set-Cookie") if one.startswith(COOKIE)]
    for part in ("HttpOnly", "Path=/admin", "SameSite=Strict", "Max-Age=3600"):
        assert part in cookie
    client.post("/admin/logout")
    assert 'id="tables-h"' not in client.get("/admin/").get_data(as_text=True)


def test_forms_of_other_sites_do_nothing(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        app.config["WTF_CSRF_ENABLED"] = True
        client = app.test_client()
        key = make_admin_key(site_of(app).settings.data).decode()
        assert client.post("/admin/login", data={"secret": key}).status_code == 400


def test_guessing_is_slowed_down(tmp_path: Path) -> None:
    at = 0.0
    key = make_admin_key(tmp_path).decode()
    door = Door(tmp_path, b"secret", lambda: at)
    for _ in range(MOST_TRIES):
        assert not door.is_shut("192.0.2.1")
        assert not door.try_secret("guess", "192.0.2.1")
    assert door.is_shut("192.0.2.1")
    assert not door.is_shut("192.0.2.2")
    at = TRY_SECONDS
    assert not door.is_shut("192.0.2.1")
    assert door.try_secret(key, "192.0.2.1")
    for number in range(4 * MOST_TRIES):
        door.try_secret("guess", f"192.0.2.{number}")
    assert door.is_shut("198.51.100.1"), "many addresses guess together"


def test_too_many_wrong_secrets_are_told_so(site: Site, client: FlaskClient) -> None:
    key = make_admin_key(site.settings.data).decode()
    for _ in range(MOST_TRIES):
        assert client.post("/admin/login", data={"secret": "x"}).status_code == 403
    assert client.post("/admin/login", data={"secret": key}).status_code == 429


def test_a_table_is_closed_for_everybody(site: Site, inside: FlaskClient) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    assert "The table is closed." in act(inside, "close", table=room.code)
    assert site.tables.get_one(room.code).phase == "ended"
    with pytest.raises(Refused):
        answer_any(room, room.playing().match.asked()[0])
    assert "there is no table no-such" in act(inside, "close", table="no-such")


def test_a_match_is_parked_and_released(site: Site, inside: FlaskClient) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    live = room.playing()
    act(inside, "park", match=live.id, back=room.code)
    with pytest.raises(Refused) as refused:
        room.playing()
    assert refused.value.refusal.reason == "closed"
    told = inside.get("/admin/").get_data(as_text=True)
    assert live.id in told.split('id="parked-h"')[1].split('id="tables-h"')[0]
    act(inside, "release", match=live.id)
    with room.lock:
        answer_any(room, room.playing().match.asked()[0])
    assert "no match" in act(inside, "release", match=live.id)


def test_a_person_is_renamed_muted_banned_and_let_in_again(
    site: Site, app: Flask, inside: FlaskClient
) -> None:
    ann = Person(app, "Rude word")
    code = make(ann, listed="true")
    act(inside, "rename", person=ann.id, name="Ann")
    room = site.rooms.get(code)
    assert room is not None
    assert room.table.seats[0].name == "Ann"
    act(inside, "mute", person="Ann", hours="2", reason="spam")
    (ban,) = site.moderation.bans()
    assert (ban.who, ban.key, ban.mute, ban.reason) == (Who.PERSON, ann.id, True, "spam")
    assert ban.until is not None
    act(inside, "ban", person=ann.id)
    assert site.moderation.is_banned(ann.id, "")
    act(inside, "lift", person=ann.id)
    assert site.moderation.bans() == []
    for hours in ("0", "-1", "x", "999999", "²"):
        assert "whole number" in act(inside, "ban", person=ann.id, hours=hours)
    assert site.moderation.bans() == []


def test_an_address_is_banned_as_it_is_written(site: Site, inside: FlaskClient) -> None:
    act(inside, "ban", address="2001:db8::17")
    origin = origin_of(address_key("2001:db8::99"), site.settings.secret)
    assert site.moderation.is_banned(None, origin)
    act(inside, "lift", origin=origin)
    assert not site.moderation.is_banned(None, origin)


def test_the_operator_is_not_shut_out_by_a_ban(site: Site, inside: FlaskClient) -> None:
    act(inside, "ban", address="127.0.0.1")
    act(inside, "lift", address="127.0.0.1")
    assert site.moderation.bans() == []


def test_a_person_is_forgotten_only_for_sure(site: Site, app: Flask, inside: FlaskClient) -> None:
    ann = Person(app, "Ann")
    act(inside, "forget", person=ann.id)
    assert "Ann" in inside.get("/admin/").get_data(as_text=True)
    act(inside, "forget", person=ann.id, sure="true")
    assert "Ann" not in inside.get("/admin/").get_data(as_text=True)


def test_reports_are_read_and_settled(site: Site, app: Flask, inside: FlaskClient) -> None:
    ann = Person(app, "Ann")
    code = make(ann, listed="true")
    ann.send(f"/t/{code}/report", text="<b>Somebody</b> shouts")
    told = inside.get("/admin/").get_data(as_text=True)
    assert "&lt;b&gt;Somebody&lt;/b&gt; shouts" in told
    (report,) = site.moderation.reports()
    act(inside, "settle", report=str(report.id))
    assert site.moderation.reports() == []
    assert "there is no report" in act(inside, "settle", report="x")


def test_the_file_is_the_match_file_or_the_record_so_far(site: Site, inside: FlaskClient) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    with room.lock:
        answer_any(room, room.playing().match.asked()[0])
        live = room.playing()
    site.parked.park(live.id, Cause.FAULT, "Draw failed", number=1, version="1")
    text = inside.get(f"/admin/matches/{live.id}/file").get_data(as_text=True)
    assert len(text.splitlines()) == 3
    assert '"problem":"Draw failed"' in text.splitlines()[-1]
    other, _ = started(site, "high_noon", 2, 2)
    play_on(other, "to the end")
    text = inside.get(f"/admin/matches/{other.table.match}/file").get_data(as_text=True)
    assert verify(text, find_game).answers > 0
    assert inside.get("/admin/matches/nothing/file").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_speak_every_language(
    site: Site, app: Flask, inside: FlaskClient, language: str
) -> None:
    ann = Person(app, "Ann")
    code = make(ann, listed="true")
    ann.send(f"/t/{code}/say", text="Howdy <script>")
    site.moderation.ban(Who.PERSON, "somebody", hours=1, reason="why")
    with inside.post("/language", data={"lang": language}):
        pass
    for path in ("/admin/", "/admin/?q=Ann", f"/admin/tables/{code}"):
        told = inside.get(path).get_data(as_text=True)
        assert f'<html lang="{language}"' in told
        assert "Ann" in told
    assert "Howdy &lt;script&gt;" in told
    assert inside.get("/admin/tables/no-such").status_code == 404
    assert inside.post("/admin/act", data={"do": "nothing"}).status_code == 400


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    before, stream = (root.handlers[:], root.level), io.StringIO()
    logs.set_up(LogSettings(json=True), stream)
    yield stream
    root.handlers[:], root.level = before
    for logger in (logs.access_log, logs.event_log):
        logger.setLevel(logging.NOTSET)


def test_every_action_is_logged_and_no_secret_is(
    site: Site, client: FlaskClient, written: io.StringIO
) -> None:
    key = make_admin_key(site.settings.data).decode()
    client.post("/admin/login", data={"secret": "wrong guess"})
    client.post("/admin/login", data={"secret": key})
    room, _ = started(site, "high_noon", 2, 2)
    act(client, "close", table=room.code)
    act(client, "ban", address="192.0.2.77")
    told = written.getvalue()
    for event in ("admin: wrong secret", "admin: came in", "admin: close", "admin: ban"):
        assert f'"event":"{event}"' in told
    for secret in (key, "wrong guess", "192.0.2.77"):
        assert secret not in told
