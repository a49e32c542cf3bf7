"""Every file that a page, a script or a style sheet asks for is where it is looked for."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from flask.testing import FlaskClient

from boomtown.plugins import installed_games
from boomtown.web.site import Site
from played import played
from sites import seated, started

PAGES = (
    *("/", "/games", "/tables/new", "/rules/", "/rules/high_noon", "/compare", "/verify"),
    *("/plugins", "/credits", "/me", "/api/docs", "/nowhere", "/rules/high_noon?panel=1"),
    "/rules/high_noon/noon.shot.dice?panel=1",
)
MENTIONS = {
    "html": re.compile(r"""(?:href|src|data-script|data-rest|data-turn)="([^"]+)\""""),
    "js": re.compile(r"""(?:from|import)\s*\(?\s*["']([./][^"']+)["']"""),
    "css": re.compile(r"""url\(["']?([^"')]+)["']?\)|@import\s+["']([^"']+)["']"""),
}
"""How files mention others, by how they end."""


def files_named_in(text: str, kind: str, place: str) -> set[str]:
    """The files of the site that a text names, read from where it stands."""
    found = {
        urlsplit(urljoin(place, name)).path
        for match in MENTIONS[kind].finditer(text)
        for name in match.groups()
        if name and not name.startswith("data:")
    }
    return {path for path in found if "/static/" in path}


def test_every_file_that_is_named_is_there(client: FlaskClient, site: Site) -> None:
    pages = list(PAGES)
    for game in installed_games():
        seats = game.seats[len(game.seats) // 2]
        code = started(site, game.id, 0, seats)[0].table.code
        pages += [f"/games/{game.id}", f"/t/{code}", f"/t/{code}/text"]
    pages.append(f"/t/{seated(site, 'bang_dice', 0, 4)[0].code}")
    pages.append(f"/matches/{played(site)[0].table.match}")
    waiting: set[str] = set()
    for page in pages:
        with client.get(page, follow_redirects=True) as reply:
            assert reply.status_code == 200 or page == "/nowhere", page
            waiting |= files_named_in(reply.get_data(as_text=True), "html", page)
    seen: set[str] = set()
    missing = []
    while waiting:
        path = waiting.pop()
        seen.add(path)
        with client.get(path) as reply:
            if reply.status_code != 200:
                missing.append(path)
            elif (kind := path.rpartition(".")[2]) in ("js", "css"):
                waiting |= files_named_in(reply.get_data(as_text=True), kind, path) - seen
    assert missing == []
    assert {path.rpartition(".")[2] for path in seen} >= {"js", "css", "svg", "woff2"}
    assert any(path.endswith("/tables/arrivals.js") for path in seen), "imports are followed"
