"""The log: structured, without secrets, not too much."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from boomtown.web.operator import logs
from boomtown.web.operator.logs import BadLogSetting, JsonLines, LogSettings, Throttle, Words
from boomtown.web.site import Site
from sites import app_in, seated

log = logging.getLogger("boomtown.somewhere")


class Log:
    """What was written."""

    def __init__(self, stream: io.StringIO) -> None:
        self.stream = stream

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]


@pytest.fixture
def written() -> Iterator[Log]:
    """Everything that is logged meanwhile, as JSON."""
    root = logging.getLogger()
    before = root.handlers[:], root.level
    stream = io.StringIO()
    logs.set_up(LogSettings(json=True), stream)
    yield Log(stream)
    root.handlers[:], root.level = before
    for logger in (logs.access_log, logs.event_log):
        logger.setLevel(logging.NOTSET)


def test_requests_are_written_by_their_route(site: Site, client: FlaskClient, written: Log) -> None:
    table, _ = seated(site, "bang_dice", 1, 3, listed=False)
    client.get(f"/i/{table.invite}?token=abc", headers={"Authorization": "Bearer very-secret"})
    client.get("/healthz")
    client.get("/static/site.css").close()
    (line,) = written.lines()
    assert line["event"] == "request"
    assert (line["method"], line["route"], line["status"]) == ("GET", "/i/<invite>", 302)
    assert line["ms"] >= 0
    for secret in (table.invite, table.code, "abc", "very-secret", "127.0.0.1"):
        assert secret not in written.stream.getvalue()


def test_visitors_are_told_apart_but_not_named(client: FlaskClient, written: Log) -> None:
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        client.get("/credits", environ_overrides={"REMOTE_ADDR": address})
    one, again, other = (line["visitor"] for line in written.lines())
    assert one == again != other
    assert "192.0.2" not in written.stream.getvalue()


def test_an_operator_may_ask_for_addresses(tmp_path: Path, written: Log) -> None:
    with app_in(tmp_path, log=LogSettings(addresses=True)) as app:
        app.test_client().get("/credits", environ_overrides={"REMOTE_ADDR": "192.0.2.1"})
    assert written.lines()[-1]["visitor"] == "192.0.2.1"


@pytest.mark.parametrize(
    ("said", "secret"),
    [
        ("Error handling request /i/Zm9vYmFyYmF6", "Zm9vYmFyYmF6"),
        ("GET /device/abc_DEF-123?x=1", "abc_DEF-123"),
        ("Authorization: Bearer eyJhbGciOi", "eyJhbGciOi"),
        ("Cookie: boomtown=eyJwbGF5ZXIi.Zx; boomtown_admin=1.2.3", "eyJwbGF5ZXIi"),
        ("Cookie: boomtown=eyJwbGF5ZXIi.Zx; boomtown_admin=1.2.3", "1.2.3"),
        ("cannot reach postgresql://town:swordfish@db/boomtown", "swordfish"),
    ],
)
def test_what_others_say_is_cleaned(written: Log, said: str, secret: str) -> None:
    log.warning("%s", said)
    try:
        raise ValueError(said)
    except ValueError:
        log.exception("it broke")
    assert len(written.lines()) == 2
    assert secret not in written.stream.getvalue()


def test_the_same_event_is_told_so_many_times_a_minute() -> None:
    at = 0.0
    throttle = Throttle(lambda: at)

    def told(message: str) -> logging.LogRecord | None:
        record = logging.LogRecord("boomtown.x", logging.WARNING, "", 0, message, (), None)
        return record if throttle.filter(record) else None

    assert sum(told("table %s") is not None for _ in range(100)) == logs.MOST_EVENTS
    assert told("another") is not None
    at = logs.WINDOW
    first = told("table %s")
    assert first is not None
    assert json.loads(JsonLines().format(first))["suppressed"] == 100 - logs.MOST_EVENTS
    second = told("table %s")
    assert second is not None
    assert "suppressed" not in json.loads(JsonLines().format(second))


def test_the_throttle_does_not_grow_without_end() -> None:
    throttle = Throttle(lambda: 0.0)
    for number in range(3 * logs.MOST_KEYS):
        record = logging.LogRecord("boomtown.x", logging.WARNING, "", 0, f"{number}", (), None)
        assert throttle.filter(record)
    assert len(throttle._seen) <= logs.MOST_KEYS


def test_a_traceback_is_told_once(written: Log) -> None:
    for number in range(3):
        try:
            raise KeyError(number)
        except KeyError:
            log.exception("table %s", number)
    first, second, third = written.lines()
    assert "Traceback" in first["trace"]
    assert first["error"] == "KeyError: 0"
    assert "trace" not in second
    assert third["error"] == "KeyError: 2"


def test_words_for_a_terminal_stay_on_their_line() -> None:
    record = logging.LogRecord("boomtown.x", logging.INFO, "", 0, "renamed", (), None)
    record.fields = {"name": "Bill\n12:00:00 error   boomtown: all is lost", "n": 3}
    told = Words().format(record)
    assert "\n" not in told
    assert "renamed name=Bill\ufffd12:00:00" in told
    assert told.endswith(" n=3")


def test_an_event_has_fields(written: Log) -> None:
    logs.event("banned", who="person", key="abc")
    (line,) = written.lines()
    assert (line["level"], line["event"], line["who"]) == ("info", "banned", "person")


def test_the_setting_is_read_or_refused(tmp_path: Path) -> None:
    read = LogSettings.read("json, quiet,file=/var/log/boomtown.log")
    assert read == LogSettings(True, False, False, "/var/log/boomtown.log")
    assert LogSettings.read("text,addresses").addresses
    with pytest.raises(BadLogSetting, match="'loud' is none of"):
        LogSettings.read("loud")


def test_a_file_that_was_moved_away_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "boomtown.log"
    root = logging.getLogger()
    before = root.handlers[:], root.level
    handler = logs.set_up(LogSettings(json=True, file=str(path)))
    try:
        log.warning("one")
        path.rename(tmp_path / "old.log")
        log.warning("two")
        assert json.loads(path.read_text())["event"] == "two"
    finally:
        root.handlers[:], root.level = before
        handler.close()
