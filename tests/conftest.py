"""What tests of the store and of the site share: databases, sites, players."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boomtown.store.database import Database, sqlite_url
from databases import new_database, postgres

LONG = ("tests/browser/", "conformance.py", "tests/cli/", "test_packaging.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever takes long comes first: a short test at the end keeps nobody waiting."""
    items.sort(key=lambda item: not any(part in item.nodeid for part in LONG))


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
