"""What tests of the store and of the site share: databases, sites, players."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from boomtown.store.database import Database, sqlite_url
from databases import migrated, new_database, postgres
from engines import share_statements
from processes import Processes
from rewriting import Rewriting
from sites import Server, lay_database

ROOT = Path(__file__).parents[1]
BROWSERS = "tests/browser/"
LONG = ("conformance.py", "tests/chaos/", "tests/cli/", "test_packaging.py")
ON_THE_SERVER = ("test_sealed_choices.py", "test_api_sockets.py", "test_sessions.py")
"""Further files that use the site of the browsers."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=1, help="as many share the tests")


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all tests are collected: it would look through them again and again
    share_statements()
    if config.option.processes > 1:
        Rewriting(config)
        config.pluginmanager.register(Processes(config.option.processes, group_of))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browsers come first, then what is handed out together; the other long tests are spread among
    the short ones, and none comes last.

    This is for several processes that share the tests; one alone takes them as they are written.
    """
    if config.option.processes == 1:
        return
    groups = {item: group_of(item.nodeid) for item in items}
    browsers = [item for item in items if groups[item].startswith("browser")]
    shared = [item for item in items if groups[item] != item.nodeid and item not in browsers]
    places = dict.fromkeys(browsers, -2.0) | dict.fromkeys(shared, -1.0)
    long = [item for item in items if item not in places and any(p in item.nodeid for p in LONG)]
    places |= {item: 0.9 * place / len(long) for place, item in enumerate(long)}
    short = [item for item in items if item not in places]
    places |= {item: place / len(short) for place, item in enumerate(short)}
    items.sort(key=lambda item: places[item])


def group_of(nodeid: str) -> str:
    """What a test is handed out with: its own name, if it shares nothing that is costly to make."""
    file = nodeid.partition("::")[0]
    if file.startswith(BROWSERS) or file.endswith(ON_THE_SERVER):
        return f"browser {browser_for(file.rpartition('/')[2])}"
    if "[postgres" in nodeid or "postgres_server" in _source(file):
        return "postgres"
    return file if 'scope="module"' in _source(file) or "@cache" in _source(file) else nodeid


@cache
def _source(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def browser_for(file: str) -> int:
    """Two browsers with a site each do it all, and take about as long: the half in which some long
    tests need slow bots, and the other half. To start a third one would take longer than it helps.
    """
    return 1 if "test_g" <= file < "test_ti" else 0


def pytest_collection_finish() -> None:
    """What the tests are made of is never garbage: whoever looks for some need not look there."""
    gc.collect()
    gc.freeze()
    gc.enable()


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
    """A database of each kind with empty tables: what holds for one must hold for the other.

    They are copies, since to make the tables takes longer than most tests.
    """
    if request.param == "sqlite":
        lay_database(tmp_path)
        return sqlite_url(tmp_path)
    server = request.getfixturevalue("postgres_server")
    return new_database(server, like=migrated(server))


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A database with all tables."""
    database = Database(database_url)
    yield database
    database.close()
