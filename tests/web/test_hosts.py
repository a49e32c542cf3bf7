"""Under which names the site is reached, and what its links say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.web.guard.hosts import BadUrl, checked_url
from boomtown.web.settings import Settings
from sites import app_in

URL = "https://play.example.org"
ODD = ("", "a b", "[", "x@localhost", "localhost/..", "localhost:x", "\xff", "a,b", "a\\@x")


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Flask]:
    with app_in(tmp_path, url=URL, secure_cookies=True) as app:
        yield app


def asked(app: Flask, host: str, path: str = "/credits", remote: str = "192.0.2.1") -> int:
    overrides = {"HTTP_HOST": host, "REMOTE_ADDR": remote, "SERVER_NAME": "elsewhere.example"}
    with app.test_client().get(path, environ_overrides=overrides) as reply:
        return reply.status_code


def test_at_home_names_that_nobody_else_can_have_are_served(app: Flask) -> None:
    for host in ("localhost", "127.0.0.1:8000", "192.168.0.7", "[fd00::7]:8000", "saloon", "a.lan"):
        assert asked(app, host) == 200, host
    for host in ("evil.example", "localhost.evil.example", *ODD):
        assert asked(app, host) == 400, host
    assert asked(app, "evil.example", "/healthz") == 200


def test_a_public_site_has_one_name(public: Flask) -> None:
    for host in ("play.example.org", "PLAY.example.org"):
        assert asked(public, host) == 200, host
    for host in ("evil.example", "play.example.org:8000", "192.168.0.7", "localhost", *ODD):
        assert asked(public, host) == 400, host
    assert asked(public, "localhost:8000", remote="127.0.0.1") == 200


def test_an_authors_site_has_the_names_of_its_machine_alone(tmp_path: Path) -> None:
    """Whoever answers for another name, in the same house even, does not get a browser in."""
    with app_in(tmp_path, development=True) as app:
        for host in ("localhost:8000", "127.0.0.1:8000", "[::1]"):
            assert asked(app, host) == 200, host
        for host in ("saloon", "a.lan", "evil.local", "192.168.0.7", "evil.example"):
            assert asked(app, host) == 400, host


def test_links_are_made_from_the_name_that_was_set(public: Flask) -> None:
    here = {"HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1"}
    client = public.test_client()
    wanted = {"game": "high_noon", "seats": 2}
    with client.post("/api/tables", json=wanted, environ_overrides=here) as reply:
        made = reply.get_json()
    assert made["invite"].startswith(f"{URL}/i/")
    assert made["table"]["url"] == f"{URL}/t/{made['code']}"
    with client.post("/me/link", environ_overrides=here) as reply:
        assert f"{URL}/device/" in reply.get_data(as_text=True)
    with client.get("/api/docs", environ_overrides=here) as reply:
        page = reply.get_data(as_text=True)
        assert f"curl -O {URL}/static/random_bot.py" in page
        assert "wss://play.example.org/api/tables/" in page


def test_a_refused_name_has_the_shape_of_all_errors_for_programs(public: Flask) -> None:
    with public.test_client().get("/api/games", headers={"Host": "evil.example"}) as reply:
        assert (reply.status_code, set(reply.get_json())) == (400, {"ok", "error", "rule"})


def test_by_https_alone_means_for_a_year(public: Flask, app: Flask) -> None:
    for site, told in ((public, "max-age=31536000"), (app, None)):
        host = {"HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1"}
        with site.test_client().get("/credits", environ_overrides=host) as reply:
            assert reply.headers.get("Strict-Transport-Security") == told


def test_a_socket_of_another_sites_page_is_refused(public: Flask, app: Flask) -> None:
    def opened(site: Flask, host: str, origin: str) -> int:
        headers = {"Host": host, "Origin": origin, "Upgrade": "websocket", "Connection": "Upgrade"}
        with site.test_client().get(
            "/t/nowhere/socket", base_url=f"ws://{host}", headers=headers
        ) as reply:
            return reply.status_code  # 404: there is no such table

    assert opened(public, "play.example.org", URL) == 404
    assert opened(app, "localhost", "http://localhost") == 404
    for origin in ("https://evil.example", "null", "http://[", "https://play.example.org.evil"):
        assert opened(public, "play.example.org", origin) == 403, origin
        assert opened(app, "localhost", origin) == 403, origin


class TestSettings:
    def test_https_in_the_address_secures_the_cookies(self, tmp_path: Path) -> None:
        environment = {"BOOMTOWN_DATA": str(tmp_path), "BOOMTOWN_SECRET": "key"}
        for url, secure in ((f"{URL}/", True), ("http://saloon:8000", False)):
            settings = Settings.from_environment(environment | {"BOOMTOWN_URL": url})
            assert (settings.url, settings.secure_cookies) == (url.rstrip("/"), secure)

    @pytest.mark.parametrize(
        "url",
        ["play.example.org", "ftp://a.b", "https://", "https://a/b", "https://u@a", "http://["],
    )
    def test_an_address_that_is_none_stops_the_start(self, url: str) -> None:
        with pytest.raises(BadUrl, match="BOOMTOWN_URL"):
            checked_url(url)


def test_a_host_that_no_name_can_be_is_refused_as_a_bad_request(client: FlaskClient) -> None:
    with client.get("/", headers={"Host": "9" * 2000}) as reply:
        assert reply.status_code == 400
        assert "400" in reply.get_data(as_text=True)
