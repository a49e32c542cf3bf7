"""The result of a match on a page of its own, with a link and a picture to share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from xml.etree import ElementTree

import pytest
from flask import Flask

from boomtown.store.models import KickedRow
from boomtown.web.site import Site
from played import played
from sites import app_in, site_of

LINK = re.compile(r'<input id="link" readonly value="http://localhost([^"]+)"')


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with app_in(tmp_path_factory.mktemp("shared")) as app:
        yield app


@pytest.fixture(scope="module")
def site(app: Flask) -> Site:
    return site_of(app)


def read(app: Flask, path: str, player: str | None = None, status: int = 200) -> str:
    """A page, as a stranger or a player sees it."""
    client = app.test_client()
    if player is not None:
        with client.session_transaction() as session:
            session["player"], session["epoch"] = player, 0
    with client.get(path, headers={"Accept-Language": "en"}) as response:
        assert response.status_code == status, path
        return response.get_data(as_text=True)


def link_in(html: str) -> str:
    found = LINK.search(html)
    assert found is not None
    return unescape(found[1])


def test_a_result_at_a_listed_table_is_open_to_everybody(app: Flask, site: Site) -> None:
    room, player = played(site, "in the open")
    path = f"/matches/{room.playing().id}/ending"
    html = read(app, path)
    assert link_in(html) == path, "nobody needs a key"
    assert "Won by " in html
    assert "You " not in html[html.index("<h2") : html.index("</h2>")]
    assert '<meta name="robots"' not in html
    assert 'property="og:title" content="BANG! The Dice Game: Won by ' in html
    assert re.search(r'og:image" content="http://localhost/matches/[\w-]+/card.svg"', html)
    assert "Watch the replay" in html
    assert "Rematch" not in html
    mine = read(app, path, player)
    assert re.search(r"You (won|lost), as ", mine)
    assert "Rematch" in mine


def test_an_unlisted_result_is_read_by_those_who_were_given_its_link(
    app: Flask, site: Site
) -> None:
    room, player = played(site, "behind the barn", listed=False)
    path = f"/matches/{room.playing().id}/ending"
    read(app, path, status=404)
    read(app, path.replace("ending", "card.svg"), status=404)
    read(app, f"{path}?key=guessed", status=404)
    link = link_in(read(app, path, player))
    assert link.startswith(f"{path}?key=")
    html = read(app, link)
    assert "Won by " in html
    assert '<meta name="robots" content="noindex">' in html
    assert "Watch the replay" not in html
    read(app, link.replace("ending", "card.svg"))
    key = link.partition("?")[2]
    for other in ("", "/story", "/verify", "/file"):
        read(app, f"/matches/{room.playing().id}{other}?{key}", status=404)
    read(app, f"/t/{room.code}?{key}", status=404)
    elsewhere, _player = played(site, "behind another barn", listed=False)
    read(app, f"/matches/{elsewhere.playing().id}/ending?{key}", status=404)


def test_whoever_was_asked_to_leave_reads_nothing(app: Flask, site: Site) -> None:
    room, player = played(site, "thrown out", listed=False)
    link = link_in(read(app, f"/matches/{room.playing().id}/ending", player))
    out = site.people.add("Out", "en").id
    with site.database.writing() as session:
        session.add(KickedRow(table_code=room.code, player=out))
    room.table_changed()
    read(app, link, out, status=409)


def test_a_match_that_goes_on_has_no_result(app: Flask, site: Site) -> None:
    room, player = played(site, "goes on", lines=3)
    for name in ("ending", "card.svg"):
        read(app, f"/matches/{room.playing().id}/{name}", player, status=409)
    read(app, "/matches/nowhere/ending", status=404)


def test_the_picture_names_everybody_and_is_well_formed(app: Flask, site: Site) -> None:
    room, player = played(site, "a picture")
    site.people.change(player, name="<b>&Mabel")
    picture = read(app, f"/matches/{room.playing().id}/card.svg")
    drawn = ElementTree.fromstring(picture)
    assert drawn.tag.endswith("svg")
    texts = [text.text or "" for text in drawn.iter() if text.tag.endswith("text")]
    stored = site.matches.get(room.playing().id)
    assert stored is not None
    assert set(stored.names) <= set(texts)
    assert sum(text in ("Sheriff", "Deputy", "Outlaw", "Renegade") for text in texts) == 5
