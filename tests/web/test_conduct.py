"""Whoever is banned may look and read; whoever is muted may play, but not speak."""

from __future__ import annotations

import pytest
from flask import Flask

from boomtown.rulebook.book import LANGUAGES
from boomtown.store.moderation import Who
from boomtown.web.guard.budget import address_key, origin_of
from boomtown.web.site import Site
from visitors import Person, make

BANNED, MUTED = "boomtown.site.banned", "boomtown.site.muted"


@pytest.fixture
def ann(app: Flask) -> Person:
    return Person(app, "Ann")


def refused(person: Person, path: str, **fields: str) -> str:
    """What is read where a rule forbids it."""
    with person.post(path, **fields) as response:
        assert response.status_code == 409
        return response.get_data(as_text=True)


@pytest.mark.rule(BANNED)
def test_a_banned_person_may_look_but_not_act(site: Site, ann: Person) -> None:
    code = make(ann, listed="true")
    site.moderation.ban(Who.PERSON, ann.id)
    for path, fields in (
        (f"/t/{code}/say", {"text": "hello"}),
        (f"/t/{code}/start", {}),
        ("/tables", {"game": "high_noon"}),
        ("/me", {"name": "Another"}),
    ):
        assert BANNED in refused(ann, path, **fields)
    ann.read(f"/t/{code}")
    ann.read("/")
    assert ann.send("/language", lang="es") == 200
    assert site.tables.chat(code) == []
    site.moderation.lift(Who.PERSON, ann.id)
    assert ann.send(f"/t/{code}/say", text="hello") == 200


@pytest.mark.rule(MUTED)
def test_a_muted_person_may_play_but_not_speak(site: Site, ann: Person) -> None:
    code = make(ann, listed="true")
    site.moderation.ban(Who.PERSON, ann.id, mute=True)
    assert MUTED in refused(ann, f"/t/{code}/say", text="hello")
    assert ann.send(f"/t/{code}/bot", seat="1") == 200


def test_an_address_is_banned_by_what_is_kept_of_it(site: Site, app: Flask, ann: Person) -> None:
    origin = origin_of(address_key("127.0.0.1"), site.settings.secret)
    site.moderation.ban(Who.ADDRESS, origin)
    assert BANNED in refused(ann, "/tables", game="high_noon")
    far = app.test_client()
    elsewhere = {"REMOTE_ADDR": "192.0.2.1"}
    with far.post("/tables", data={"game": "high_noon"}, environ_overrides=elsewhere) as response:
        assert response.status_code == 302


def test_a_token_is_refused_for_who_it_belongs_to(site: Site, app: Flask) -> None:
    client = app.test_client()
    made = client.post("/api/tables", json={"game": "high_noon", "seats": 2}).get_json()
    seats = f"/api/tables/{made['code']}/seats"
    headers = {"Authorization": f"Bearer {made['token']}"}
    seat = client.post(seats, json={"name": "Bob"}, headers=headers).get_json()
    mine = {"Authorization": f"Bearer {seat['token']}"}
    table = site.tables.get_one(made["code"])
    bob = table.seats[0].player
    assert bob is not None
    site.moderation.ban(Who.PERSON, bob, mute=True)
    chat = f"/api/tables/{made['code']}/chat"
    assert client.post(chat, json={"text": "hi"}, headers=mine).get_json()["rule"] == MUTED
    assert client.get(chat, headers=mine).status_code == 200
    site.moderation.ban(Who.PERSON, bob)
    reply = client.delete(f"{seats}/0", headers=mine)
    assert (reply.status_code, reply.get_json()["rule"]) == (409, BANNED)
    site.moderation.ban(Who.PERSON, table.host)
    reply = client.post(f"/api/tables/{made['code']}/start", headers=headers)
    assert reply.get_json()["rule"] == BANNED


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_speaks_every_language(site: Site, app: Flask, language: str) -> None:
    person = Person(app, "Ann")
    person.send("/language", lang=language)
    site.moderation.ban(Who.PERSON, person.id)
    told = refused(person, "/tables", game="high_noon")
    words = {"en": "closed this site to you", "es": "te lo ha cerrado", "ru": "закрыл для вас"}
    assert words[language] in told
