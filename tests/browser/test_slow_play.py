"""A match with a day a turn in a browser that opens nothing but what a notice names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext

from boomtown.store.notices import HOUR, Way
from boomtown.web.notices.carriers import PushCarrier
from boomtown.web.notices.crier import LISTENERS_KEPT
from boomtown.web.notices.push import new_key
from boomtown.web.notices.wire import post_anywhere
from boomtown.web.rooms.presence import GRACE
from clocks import Time
from noticed import AWAKE
from posted import Box, served
from pushed import Browser
from sites import app_in, on_a_port, site_of, started

FIRST = "form#prompt button.act:not([aria-disabled=true]):visible"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A site in this process, whose clock a test can turn."""
    with app_in(tmp_path) as app:
        yield app


@pytest.fixture
def url(app: Flask) -> Iterator[str]:
    with on_a_port(app) as url:
        yield url


def come_as(chromium: Chromium, app: Flask, url: str, player: str) -> BrowserContext:
    """A browser without scripts in which somebody is known: a notice is all that wakes it."""
    context = chromium.new_context(java_script_enabled=False)
    sessions = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]  # Flask's own
    cookie = sessions.dumps({"player": player, "epoch": 0, "_permanent": True})
    context.add_cookies([{"name": "boomtown", "value": cookie, "url": url}])
    return context


@pytest.mark.soak
def test_a_day_match_is_played_by_notices_alone(
    browser: Chromium, app: Flask, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, clock = site_of(app), Time(monkeypatch)
    room, players = started(site, "high_noon", 2, 2, clock="day")
    devices = {f"/{player}": Browser() for player in players}
    people = {f"/{player}": come_as(browser, app, url, player) for player in players}
    with served(Box()) as box:
        site.postman.carriers[Way.PUSH] = PushCarrier(
            lambda: site.notices.push_key(new_key), "", post_anywhere
        )
        for player in players:
            keys = msgspec.json.encode(devices[f"/{player}"].keys).decode()
            site.notices.add_channel(player, Way.PUSH, f"{box.url}/{player}", keys, confirmed=True)
            site.notices.change(player, AWAKE)
        clock.ahead += LISTENERS_KEPT
        heard, turns = 0, 0
        while room.playing().match.outcome is None:
            site.house._serve(room)
            clock.ahead += GRACE + 3 * HOUR
            site.house._serve(room)
            site.postman.turn()
            pushes, heard = box.taken[heard:], len(box.taken)
            assert pushes, "somebody is called every time"
            for path, _, body in pushes:
                told = msgspec.json.decode(devices[path].read(body))
                page = people[path].new_page()
                page.goto(url + told["path"])
                if told["kind"] == "turn":
                    with page.expect_navigation():  # a page on its way may never close
                        page.locator(FIRST).first.click()
                    turns += 1
                page.close()
        assert turns > 5
    for context in people.values():
        context.close()
