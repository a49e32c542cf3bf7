"""What tests of the store and of the site share: databases, sites, players."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from boomtown.store.database import Database, sqlite_url
from databases import new_database, postgres
from sites import Server

BROWSERS = "tests/browser/"
LONG = ("conformance.py", "tests/chaos/", "tests/cli/", "test_packaging.py")


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups when its turn comes
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browsers come first, the other long tests are spread among the short ones; none comes last.

    This is for several processes that share the tests; one alone takes them as they are written.
    """
    if not hasattr(config, "workerinput"):
        return
    browsers = [item for item in items if item.nodeid.startswith(BROWSERS)]
    for item in browsers:
        item.add_marker(pytest.mark.xdist_group(f"browser {browser_for(item)}"))
    long = [item for item in items if any(part in item.nodeid for part in LONG)]
    places = dict.fromkeys(browsers, -1.0)
    places |= {item: 0.9 * place / len(long) for place, item in enumerate(long)}
    short = [item for item in items if item not in places]
    places |= {item: place / len(short) for place, item in enumerate(short)}
    items.sort(key=lambda item: places[item])


def browser_for(item: pytest.Item) -> int:
    """Two browsers with a site each do it all: the half in which one test needs slow bots, and
    the other half. To start a third one would take longer than it helps."""
    slow = "slow_server" in getattr(item, "fixturenames", ())
    return 0 if slow or item.path.name < "test_g" else 1


def pytest_collection_finish() -> None:
    """What the tests are made of is never garbage: whoever looks for some need not look there."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One site for all tests of this process; its bots take no time."""
    server = Server(tmp_path_factory.mktemp("site"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """One PostgreSQL for all tests of this process."""
    with postgres() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind: what holds for one must hold for the other."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return new_database(request.getfixturevalue("postgres_server"))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with all tables."""
    database = Database(database_url)
    database.migrate()
    yield database
    database.close()
