"""Sites for tests of the site."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.web.dev.desk import Desk
from boomtown.web.rooms.live import Room
from boomtown.web.site import Site
from desks import DIGGING, opened
from scratch import Scratch
from sites import app_in, site_of, started


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with app_in(tmp_path) as app:
        yield app


@pytest.fixture
def site(app: Flask) -> Site:
    return site_of(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


# --- an author at work: a game that changes, its desk and a table ---------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """Its die always shows a three."""
    game = Scratch(tmp_path_factory.mktemp("scratch"))
    game.change(DIGGING, "match.chance.die()", "3")
    game.keep()
    return game


@pytest.fixture(scope="module")
def one_desk(written: Scratch) -> Iterator[Desk]:
    """One for all: a site takes its time to open."""
    desk = opened(written)
    yield desk
    desk.close()


@pytest.fixture
def scratch(written: Scratch, one_desk: Desk) -> Iterator[Scratch]:
    yield written
    if changed := written.restore():
        one_desk.notice(changed)
    assert one_desk.troubles == []


@pytest.fixture
def desk(one_desk: Desk, scratch: Scratch) -> Desk:
    return one_desk


@pytest.fixture
def room(desk: Desk) -> Room:
    """Two people at a table of their own."""
    return started(desk.site, "gold_rush", 2, 2)[0]
