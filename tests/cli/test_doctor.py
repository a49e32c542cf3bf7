"""boomtown doctor: finds what is wrong, says what to do, changes nothing."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from boomtown.cli.commands import boomtown
from boomtown.core.seats import Seat
from boomtown.store.database import now
from boomtown.store.folder import FolderLock
from boomtown.store.models import HeartbeatRow
from boomtown.store.parked import Cause
from boomtown.web.operator import setup
from boomtown.web.operator.admin_key import make_admin_key
from boomtown.web.operator.doctor import examine
from boomtown.web.operator.setup import Finding, Level, setup_findings
from boomtown.web.settings import Settings
from boomtown.web.site import Site
from sites import answer_any, app_in, site_of, started

MACHINE = {"memory", "open files", "space"}
"""What the machine of the tests may lack."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a site with a match that goes on."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    secret = Settings.from_environment({"BOOMTOWN_DATA": str(folder)}).secret
    with app_in(folder, secret=secret) as app:
        _play(site_of(app))
    return folder


def _play(site: Site) -> None:
    room, _ = started(site, "high_noon", 2, 2)
    for _ in range(3):
        with room.lock:
            answer_any(room, Seat(room.playing().match.asked()[0]))


def found(data: Path, **environment: str) -> dict[str, Finding]:
    """The worst finding about everything."""
    worst: dict[str, Finding] = {}
    for one in examine(data, environment, now):
        before = worst.get(one.about)
        if before is None or list(Level).index(one.level) > list(Level).index(before.level):
            worst[one.about] = one
    assert all(one.todo for one in worst.values() if one.level is not Level.OK)
    return worst


def level(data: Path, about: str, **environment: str) -> Level:
    return found(data, **environment)[about].level


def run(*command: str) -> tuple[int, str]:
    result = CliRunner().invoke(boomtown, ["doctor", *command])
    return result.exit_code, result.output


def test_a_healthy_site_is_well(data: Path) -> None:
    before = sorted(path.name for path in data.iterdir())
    findings = found(data)
    assert {about for about, one in findings.items() if one.level is not Level.OK} <= MACHINE
    assert {"key", "folder", "lock", "database", "schema", "journal", "parked"} <= set(findings)
    assert {"time", "games", "matches", "address", "proxies"} <= set(findings)
    after = sorted(path.name for path in data.iterdir())
    assert {name for name in after if name not in before} <= {"boomtown.db-shm", "boomtown.db-wal"}


def test_the_command_prints_lines_or_json(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "FILES_WANTED", 1)
    monkeypatch.setattr(setup, "MEMORY_WANTED", 1)
    code, text = run("--data", str(data))
    assert code == 0, text
    assert "ok   key: secret.key signs the cookies" in text
    (data / "secret.key").chmod(0o644)
    code, text = run("--data", str(data))
    assert code == 2
    assert "-> chmod 600" in text
    code, text = run("--data", str(data), "--json")
    told = json.loads(text)
    assert (code, told["code"]) == (2, 2)
    assert {"about", "level", "text", "todo"} <= set(told["findings"][0])


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    away = tmp_path / "mistyped"
    code, text = run("--data", str(away))
    assert code == 2
    assert "is not there" in text
    assert not away.exists()


def test_keys_and_permissions(data: Path) -> None:
    make_admin_key(data)
    assert level(data, "admin key") is Level.OK
    (data / "admin.key").chmod(0o640)
    assert level(data, "admin key") is Level.FAIL
    data.chmod(0o755)
    assert level(data, "folder") is Level.WARN
    data.chmod(0o777)
    assert level(data, "folder") is Level.FAIL
    data.chmod(0o700)
    (data / "boomtown.db").chmod(0o666)
    assert level(data, "files") is Level.FAIL
    (data / "secret.key").write_bytes(b"short")
    assert level(data, "key") is Level.FAIL
    (data / "secret.key").unlink()
    assert "missing" in found(data)["key"].text
    assert level(data, "key", BOOMTOWN_SECRET="x" * 32) is Level.OK
    assert level(data, "key", BOOMTOWN_SECRET="short") is Level.FAIL


def test_a_running_server_is_named_and_must_have_a_heartbeat(data: Path) -> None:
    assert found(data)["lock"].text == "no server works in the folder"
    lock = FolderLock(data)
    lock.take()
    try:
        assert found(data)["lock"].text == f"process {os.getpid()} works in the folder"
        _beat(data, now() - 60_000)
        assert level(data, "time") is Level.FAIL
        _beat(data, now())
        assert level(data, "time") is Level.OK
    finally:
        lock.release()
    _beat(data, now() + 3_600_000)
    assert level(data, "time") is Level.WARN


def _beat(data: Path, at: int) -> None:
    with app_in(data) as app, site_of(app).database.writing() as session:
        session.merge(HeartbeatRow(id=1, at=at))


def change(data: Path, *statements: str) -> None:
    with sqlite3.connect(data / "boomtown.db") as database:
        for statement in statements:
            database.execute(statement)
    database.close()


def test_a_changed_answer_is_found(data: Path) -> None:
    change(data, "UPDATE answers SET answer = '\"pass\"' WHERE number = 1")
    finding = found(data)["journal"]
    assert finding.level is Level.FAIL
    assert "1 good answers" in finding.text


def test_a_damaged_database_is_found(data: Path) -> None:
    change(data, "PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray((data / "boomtown.db").read_bytes())
    for start in range(4096, len(raw) - 4096, 4096):
        raw[start : start + 512] = b"\xff" * 512
    (data / "boomtown.db").write_bytes(raw)
    assert level(data, "database") is Level.FAIL


def test_an_old_schema_and_an_empty_database_are_told(data: Path) -> None:
    change(data, "UPDATE alembic_version SET version_num = '0000'")
    assert level(data, "schema") is Level.WARN
    (data / "boomtown.db").unlink()
    for path in data.glob("boomtown.db-*"):
        path.unlink()
    assert level(data, "database") is Level.WARN


def test_parked_matches_and_other_versions_are_counted(data: Path) -> None:
    with app_in(data) as app:
        site = site_of(app)
        (table,) = site.tables.playing()
        assert table.match is not None
        site.parked.park(table.match, Cause.SLOW, "a loop", number=1, version="1")
    assert level(data, "parked") is Level.WARN
    change(
        data, """UPDATE matches SET heading = replace(heading, '"version":"', '"version":"9.')"""
    )
    assert "9." in found(data)["matches"].text
    assert level(data, "matches") is Level.WARN
    change(data, "UPDATE matches SET game = 'gone'")
    assert "gone is not installed" in found(data)["matches"].text


def test_postgres_is_asked_without_telling_its_password(data: Path) -> None:
    url = "postgresql+psycopg://town:swordfish@127.0.0.1:1/boomtown"
    findings = found(data, BOOMTOWN_DATABASE=url)
    assert findings["database"].level is Level.FAIL
    assert not any("swordfish" in one.text + one.todo for one in findings.values())
    assert level(data, "database", BOOMTOWN_DATABASE="nonsense") is Level.FAIL
    assert level(data, "workers", BOOMTOWN_WORKERS="2") is Level.FAIL


@pytest.mark.parametrize(
    ("environment", "about", "wanted"),
    [
        ({}, "address", Level.OK),
        ({"BOOMTOWN_BIND": "0.0.0.0:8000"}, "address", Level.WARN),
        ({"BOOMTOWN_BIND": "[::]:8000"}, "address", Level.WARN),
        ({"BOOMTOWN_BIND": "[::1]:8000"}, "address", Level.OK),
        ({"BOOMTOWN_BIND": "0.0.0.0:80", "BOOMTOWN_HTTPS": "on"}, "address", Level.OK),
        ({"BOOMTOWN_HTTPS": "on"}, "proxies", Level.WARN),
        ({"BOOMTOWN_HTTPS": "on", "BOOMTOWN_PROXIES": "1"}, "proxies", Level.OK),
        ({"BOOMTOWN_BIND": "8.8.8.8:80", "BOOMTOWN_PROXIES": "1"}, "proxies", Level.WARN),
        ({"BOOMTOWN_BIND": "0.0.0.0:80", "BOOMTOWN_PROXIES": "1"}, "proxies", Level.OK),
        ({"BOOMTOWN_PROXIES": "one"}, "proxies", Level.FAIL),
    ],
)
def test_settings_are_judged(environment: Mapping[str, str], about: str, wanted: Level) -> None:
    assert [one.level for one in setup_findings(environment) if one.about == about] == [wanted]


@pytest.fixture
def few_files() -> Iterator[None]:
    """So few open files that a site would not get far."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (400, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.usefixtures("few_files")
def test_a_low_limit_of_open_files_is_told() -> None:
    (finding,) = [one for one in setup_findings({}) if one.about == "open files"]
    assert finding.level is Level.FAIL
    assert "LimitNOFILE" in finding.todo
