"""What machines ask the site."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import msgspec
from flask.testing import FlaskClient
from sqlalchemy import text

from boomtown import tally
from boomtown.core.seats import Seat
from boomtown.store.database import now
from boomtown.store.models import HeartbeatRow
from boomtown.store.parked import Cause
from boomtown.web.operator import metrics, readiness
from boomtown.web.operator.admin_key import NAME, admin_key, make_admin_key
from boomtown.web.operator.metrics import Metrics, written
from boomtown.web.site import Site
from sites import answer_any, app_in, site_of, started

SAMPLE = re.compile(r'[a-z_]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+')


def beat(site: Site, at: int) -> None:
    """The house says that it is open."""
    with site.database.writing() as session:
        session.merge(HeartbeatRow(id=1, at=at))


def ready(client: FlaskClient) -> tuple[int, dict[str, bool]]:
    reply = client.get("/readyz")
    assert reply.is_json
    checks: dict[str, bool] = reply.get_json()["checks"]
    assert reply.get_json()["ok"] is all(checks.values())
    return reply.status_code, checks


def test_a_process_is_alive_without_a_database(site: Site, client: FlaskClient) -> None:
    with site.database.engine.begin() as connection:
        connection.execute(text("DROP TABLE answers"))
        connection.execute(text("DROP TABLE alembic_version"))
    assert client.get("/healthz").get_json() == {"ok": True, "stopping": False}
    code, checks = ready(client)
    assert code == 503
    assert checks["schema"] is False


def test_a_site_is_ready_when_everything_holds(site: Site, client: FlaskClient) -> None:
    beat(site, now())
    assert ready(client) == (200, dict.fromkeys(readiness.CHECKS, True))


def test_a_site_is_not_ready_without_a_house(site: Site, client: FlaskClient) -> None:
    assert ready(client)[1]["house"] is False
    beat(site, now() - readiness.FRESH - 1)
    assert ready(client) == (503, {**dict.fromkeys(readiness.CHECKS, True), "house": False})


def test_a_site_is_not_ready_on_a_full_disk(tmp_path: Path) -> None:
    with app_in(tmp_path, least_disk=2**62) as app:
        beat(site_of(app), now())
        assert ready(app.test_client()) == (
            503,
            {**dict.fromkeys(readiness.CHECKS, True), "disk": False},
        )


def test_a_site_that_is_about_to_stop_is_not_ready(site: Site, client: FlaskClient) -> None:
    beat(site, now())
    site.stopping = True
    assert ready(client)[1]["serving"] is False


def test_metrics_are_for_this_machine_or_the_operator(site: Site, client: FlaskClient) -> None:
    data = site.settings.data
    assert client.get("/metrics").status_code == 200
    far = {"REMOTE_ADDR": "203.0.113.9"}
    bearer = {"Authorization": "Bearer None"}
    assert client.get("/metrics", environ_overrides=far).status_code == 403
    assert client.get("/metrics", environ_overrides=far, headers=bearer).status_code == 403
    key = make_admin_key(data)
    assert stat.S_IMODE((data / NAME).stat().st_mode) == 0o600
    for token, code in ((key.decode(), 200), (key.decode()[:-1], 403), ("", 403)):
        reply = client.get(
            "/metrics", environ_overrides=far, headers={"Authorization": f"Bearer {token}"}
        )
        assert reply.status_code == code
    assert make_admin_key(data) != key == key.strip()
    assert admin_key(data) != key


def test_a_proxy_on_this_machine_does_not_open_the_metrics(client: FlaskClient) -> None:
    reply = client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
    assert reply.status_code == 403


def test_metrics_count_what_happens(site: Site, client: FlaskClient) -> None:
    tally.REQUESTS.values.clear()
    room, _ = started(site, "bang_dice", 4, 4)
    before = tally.ANSWERS.values.get(("bang_dice", "player"), 0)
    commits = tally.JOURNAL_COMMITS.values[()]
    with room.lock:
        answer_any(room, Seat(room.playing().match.asked()[0]))
        live = room.playing()
    assert tally.ANSWERS.values["bang_dice", "player"] == before + 1
    assert tally.JOURNAL_COMMITS.values[()] == commits + 1
    site.parked.park(live.id, Cause.SLOW, "a loop", number=1, version="1")
    assert client.get(f"/t/{room.code}").status_code == 200
    assert client.get("/nowhere/at/all").status_code == 404
    told = client.get("/metrics").get_data(as_text=True)
    process = f'process="{os.getpid()}"'
    assert f'boomtown_requests_total{{route="none",method="GET",status="404",{process}}} 1' in told
    assert 'route="/t/<code>",method="GET",status="200"' in told
    assert "boomtown_matches_parked 1\n" in told
    assert f"boomtown_rooms{{{process}}} 1\n" in told
    assert room.code not in told, "no code of a table is told"
    lines = [line for line in told.splitlines() if not line.startswith("#")]
    assert [line for line in lines if not SAMPLE.fullmatch(line)] == []
    assert len(re.findall("^# TYPE ", told, re.M)) == len(set(re.findall("^# TYPE .*", told, re.M)))


def test_ranges_of_times_add_up() -> None:
    times = tally.Histogram("seconds", "")
    for seconds in (0.0, 0.001, 0.002, 0.3, 99.0):
        times.observe(seconds)
    told = written([({}, [metrics._of_histogram(times)])])
    assert 'seconds_bucket{le="0.001"} 2\n' in told
    assert 'seconds_bucket{le="0.5"} 4\n' in told
    assert 'seconds_bucket{le="10.0"} 4\n' in told
    assert 'seconds_bucket{le="+Inf"} 5\n' in told
    assert told.endswith("seconds_sum 99.303\nseconds_count 5\n")


def test_one_process_tells_the_numbers_of_all(
    site: Site,
) -> None:
    numbers = Metrics(site)
    folder = site.settings.data / "metrics"
    folder.mkdir()
    other = [metrics._gauge("boomtown_rooms", 7, "Tables in memory.")]
    (folder / "12.json").write_bytes(msgspec.json.encode(other))
    (folder / "13.json").write_text("[[")
    (folder / "14.json").write_bytes(msgspec.json.encode(other))
    os.utime(folder / "14.json", (0, 0))
    told = numbers.text()
    assert 'boomtown_rooms{process="12"} 7\n' in told
    assert f'boomtown_rooms{{process="{os.getpid()}"}} 0\n' in told
    assert 'process="14"' not in told, "it is long gone"
    assert told.count("# TYPE boomtown_rooms gauge") == 1
