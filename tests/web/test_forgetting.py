"""A person's data are deleted; the matches they played stay, and replay."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlmodel import text

from boomtown.core import Seat
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.store.bus import player_topic
from boomtown.store.contest_models import METADATA
from boomtown.web.site import Site
from boomtown.web.tables.table_page import names_at
from boomtown.web.words import site_wording
from sites import answer_any, app_in, seated, site_of, started
from visitors import Person

NAME = "Wilhelmina"


@pytest.fixture
def site(database_url: str, tmp_path: Path) -> Iterator[Site]:
    """A site on each kind of database."""
    with app_in(tmp_path, database=database_url) as app:
        yield site_of(app)


def everything(site: Site) -> str:
    """All that the database holds, as text."""
    kinds = [kind.name for kind in METADATA.sorted_tables]
    with site.database.engine.connect() as connection:
        rows = [connection.execute(text(f"SELECT * FROM {kind}")).all() for kind in kinds]
    return repr(rows)


def finish(site: Site, code: str) -> None:
    room = site.rooms.get(code)
    assert room is not None
    while (match := room.playing().match).outcome is None:
        answer_any(room, match.asked()[0])


def test_nothing_of_a_person_is_left_but_the_matches(site: Site) -> None:
    told: list[str] = []
    site.bus.listen(told.append)
    done, (ann, bill) = started(site, "high_noon", 2, 2)
    site.people.change(ann, name=NAME)
    going, _ = started(site, "high_noon", 2, 2)
    opened, _ = seated(site, "high_noon", 1, 3)
    # A match that knows the name, one that goes on, one table to be opened and one as its host.
    names = [NAME, "Bill"]
    with site.database.writing() as session:
        session.execute(
            text("UPDATE matches SET names = :names WHERE table_code = :code").bindparams(
                names=repr(names).replace("'", '"'), code=done.code
            )
        )
        moved = text("UPDATE seats SET player = :ann WHERE table_code = :code AND number = 0")
        session.execute(moved.bindparams(ann=ann, code=going.code))
    finish(site, done.code)
    site.tables.clear_seat(opened.code, 1, opened.host)
    site.tables.sit(opened.code, 1, ann, "my own words")
    hosted, _ = seated(site, "high_noon", 0, 2)
    with site.database.writing() as session:
        mine = text("UPDATE tables SET host = :ann WHERE code = :code")
        session.execute(mine.bindparams(ann=ann, code=hosted.code))
    site.tables.clear_seat(hosted.code, 1, ann)
    site.tables.sit(hosted.code, 1, bill)
    site.tables.say(done.code, ann, NAME, "something private")
    site.people.device_link(ann)
    before = site.people.epoch(ann)
    del told[:]
    site.people.forget(ann)
    left = everything(site)
    for gone in (NAME, "something private", "my own words"):
        assert gone not in left
    assert site.people.epoch(ann) != before, "cookies are worthless"
    assert player_topic(ann) in told
    assert f"table:{opened.code}" in told
    assert site.tables.get_one(opened.code).seats[1].free
    assert site.tables.get_one(hosted.code).host == bill
    place = site.tables.get_one(going.code).seats[0]
    assert (place.away, place.played_by_bot) == (True, True)
    shown = names_at(site.tables.get_one(done.code))
    assert all(shown)
    assert len(set(shown)) == 2
    # The finished match replays to the same end, and the other one goes on.
    match = done.table.match
    assert match is not None
    stored = site.matches.get(match)
    assert stored is not None
    assert all(stored.names)
    again = site.matches.kept(stored).resumed(find_game("high_noon"))
    assert again.outcome == stored.outcome
    answer_any(going, Seat(1))


def test_a_visitor_is_forgotten_only_when_sure(app: Flask) -> None:
    ann = Person(app, NAME)
    people = site_of(app).people
    id = ann.id
    assert 'name="sure"' in ann.read("/me")
    assert ann.send("/me/forget") == 200
    player = people.get(id)
    assert player is not None
    assert player.name == NAME
    assert ann.send("/me/forget", sure="true") == 200
    with ann.client.session_transaction() as session:
        assert "player" not in session
    player = people.get(id)
    assert player is not None
    assert player.name == ""
    assert NAME not in ann.read("/me")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_explained_in_every_language(app: Flask, language: str) -> None:
    ann = Person(app, "Ann")
    ann.post("/language", lang=language).close()
    assert site_wording(language).say("me.forget.text") in ann.read("/me")
