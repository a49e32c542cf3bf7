"""A browser, a site and the people who visit it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from browsers import Visit, Visitor, chromium
from sites import Server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests of this process; without any, every test fails and says so."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The same with bots that take their time, so that one can look at a table meanwhile."""
    server = Server(tmp_path_factory.mktemp("slow"), BOOMTOWN_BOT_PACE="3000")
    yield server
    server.stop()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Lets somebody come in; each call is another person. No page may complain about anything."""
    visitors: list[Visitor] = []

    def come(path: str | None = None, *, at: Server | None = None, **how: Any) -> Visitor:
        server = at or request.getfixturevalue("server")
        visitor = Visitor(browser, server.url, **how)
        visitors.append(visitor)
        if path is not None:
            visitor.goto(path)
        return visitor

    yield come
    for visitor in visitors:
        visitor.close()
    complaints = [one for visitor in visitors for one in visitor.unforgiven()]
    assert not complaints, complaints
