"""What tests of the store and of the site share: databases, sites, players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boomtown.store.database import Database, sqlite_url
from databases import new_database, postgres
from sites import Server

LONG = ("tests/browser/", "conformance.py", "tests/cli/", "test_packaging.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests, most of which wait for browsers, are spread among the others; none comes last.

    This is for several processes that share the tests; one alone takes them as they are written.
    """
    if not hasattr(config, "workerinput"):
        return
    for item in items:
        if "slow_server" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("slow server"))
    long = [item for item in items if any(part in item.nodeid for part in LONG)]
    places = {item: 0.9 * place / len(long) for place, item in enumerate(long)}
    short = [item for item in items if item not in places]
    places |= {item: place / len(short) for place, item in enumerate(short)}
    items.sort(key=lambda item: places[item])


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
