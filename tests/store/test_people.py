"""Players: names, languages, and the private link to another device."""

from __future__ import annotations

import pytest

from boomtown.store import people as people_module
from boomtown.store.database import Database, now
from boomtown.store.people import People


@pytest.fixture
def people(database: Database) -> People:
    return People(database)


def test_a_guest_is_known_again(people: People) -> None:
    ann = people.add("Ann", "es", "dark")
    assert people.get(ann.id) == ann
    assert (ann.name, ann.language, ann.theme) == ("Ann", "es", "dark")
    assert people.get("nobody") is None


def test_what_is_changed_stays_and_the_rest_is_kept(people: People) -> None:
    ann = people.add("Ann", "es")
    changed = people.change(ann.id, name="Annie", sounds=True)
    assert people.get(ann.id) == changed
    assert (changed.name, changed.language, changed.sounds) == ("Annie", "es", True)


def test_a_device_link_works_once(people: People) -> None:
    ann = people.add("Ann", "en")
    token = people.device_link(ann.id)
    assert people.by_device_link(token) == ann
    assert people.use_device_link(token) == ann
    assert people.use_device_link(token) is None
    assert people.by_device_link(token) is None


def test_a_new_device_link_replaces_the_old_one(people: People) -> None:
    ann = people.add("Ann", "en")
    old, new = people.device_link(ann.id), people.device_link(ann.id)
    assert people.use_device_link(old) is None
    assert people.use_device_link(new) == ann


def test_a_device_link_runs_out(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = people.add("Ann", "en")
    token = people.device_link(ann.id)
    later = now() + people_module.LINK_MILLISECONDS + 1
    monkeypatch.setattr(people_module, "now", lambda: later)
    assert people.by_device_link(token) is None


def test_signing_out_others_counts_up_and_drops_links(people: People) -> None:
    ann = people.add("Ann", "en")
    token = people.device_link(ann.id)
    assert people.sign_out_others(ann.id).epoch == ann.epoch + 1
    assert people.use_device_link(token) is None


def test_the_token_itself_is_not_in_the_database(people: People, database: Database) -> None:
    token = people.device_link(people.add("Ann", "en").id)
    with database.engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM device_links").all()
    assert rows
    assert token not in str(rows)
