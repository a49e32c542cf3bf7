"""What keeps people out of each other's way: tokens, headers, limits, sizes, identities."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from boomtown.web.settings import NoDataFolder, Settings
from sites import app_in, site_of


def test_every_answer_carries_the_policy(client: FlaskClient) -> None:
    for path in ("/", "/credits", "/nowhere", "/static/tokens.css"):
        with client.get(path) as response:
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy
            assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_a_form_without_its_token_changes_nothing(tmp_path: Path) -> None:
    with app_in(tmp_path) as app:
        app.config["WTF_CSRF_ENABLED"] = True
        with app.test_client().post("/games/bang_dice/play") as response:
            assert response.status_code == 400
        assert site_of(app).tables.playing() == []


def test_a_form_that_is_too_large_is_turned_away(client: FlaskClient) -> None:
    with client.post("/me", data={"name": "x" * 300_000}) as response:
        assert response.status_code == 413


def test_errors_have_one_shape_for_programs(client: FlaskClient) -> None:
    headers = {"Accept": "application/json"}
    with client.get("/t/nowhere", headers=headers) as response:
        assert response.status_code == 404
        assert set(response.get_json()) == {"ok", "error", "rule"}


class TestIdentity:
    @pytest.mark.rule("boomtown.people.account")
    def test_looking_makes_nobody_a_player(self, app: Flask, client: FlaskClient) -> None:
        for path in ("/", "/games/bang_dice", "/rules/", "/me"):
            client.get(path).close()
        assert players(app) == 0

    @pytest.mark.rule("boomtown.people.account")
    def test_a_cookie_counts_until_the_player_signs_it_out(self, app: Flask) -> None:
        here, there = app.test_client(), app.test_client()
        here.post("/me", data={"name": "Ann"}).close()
        link = device_link(here)
        there.post(link).close()
        assert name_on(there) == "Ann"
        here.post("/me/sessions").close()
        assert name_on(here) == "Ann"
        assert name_on(there) is None

    def test_a_device_link_asks_before_it_is_used_up(self, app: Flask) -> None:
        here, there = app.test_client(), app.test_client()
        here.post("/me", data={"name": "Ann"}).close()
        link = device_link(here)
        for _ in range(2):  # a messenger's preview opens links, too
            with there.get(link) as response:
                assert response.status_code == 200
        there.post(link).close()
        assert name_on(there) == "Ann"
        with app.test_client().get(link) as response:
            assert response.status_code == 404

    def test_a_forged_cookie_is_nobody(self, app: Flask) -> None:
        client = app.test_client()
        client.set_cookie("boomtown", "eyJwbGF5ZXIiOiJhbm4ifQ.forged.cookie")
        assert name_on(client) is None

    @pytest.mark.parametrize(
        "target",
        [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "\t//evil.example",
            "/\n/evil.example",
            "/a\r\nX-Y: z",
            "/a\x7f",
            "javascript:alert(1)",
        ],
    )
    def test_a_form_leads_back_to_our_own_pages_only(
        self, client: FlaskClient, target: str
    ) -> None:
        with client.post("/theme", data={"theme": "dark", "next": target}) as response:
            assert response.headers["Location"] == "/"

    def test_behind_https_the_cookie_is_of_this_host_alone(self, tmp_path: Path) -> None:
        with (
            app_in(tmp_path, secure_cookies=True) as app,
            app.test_client().post("/me", data={"name": "Ann"}) as response,
        ):
            name, *marks = response.headers["Set-Cookie"].split("; ")
        assert name.startswith("__Host-boomtown=")
        assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(marks)
        assert not any(mark.startswith("Domain") for mark in marks)

    def test_the_language_stays_with_the_player(self, app: Flask) -> None:
        here, there = app.test_client(), app.test_client()
        here.post("/language", data={"lang": "ru", "next": "/"}).close()
        with here.get("/") as response:
            assert 'lang="ru"' in response.get_data(as_text=True)
        here.post("/me", data={"name": "Аня", "lang": "es"}).close()
        there.post(device_link(here)).close()
        with there.get("/") as response:
            assert 'lang="es"' in response.get_data(as_text=True)


class TestSettings:
    def test_the_data_folder_must_be_chosen(self) -> None:
        with pytest.raises(NoDataFolder, match="BOOMTOWN_DATA"):
            Settings.from_environment({})

    def test_the_key_is_made_once_and_only_its_owner_reads_it(self, tmp_path: Path) -> None:
        first = Settings.from_environment({"BOOMTOWN_DATA": str(tmp_path)})
        again = Settings.from_environment({"BOOMTOWN_DATA": str(tmp_path)})
        assert first.secret == again.secret
        assert stat.S_IMODE(os.stat(tmp_path / "secret.key").st_mode) == 0o600

    def test_keys_can_be_changed_without_signing_anybody_out(self, tmp_path: Path) -> None:
        environment = {"BOOMTOWN_DATA": str(tmp_path), "BOOMTOWN_SECRET": "new old"}
        settings = Settings.from_environment(environment)
        assert (settings.secret, settings.old_secrets) == (b"new", (b"old",))


def device_link(client: FlaskClient) -> str:
    with client.post("/me/link") as response:
        page = response.get_data(as_text=True)
    start = page.index("/device/")
    return page[start : page.index('"', start)]


def name_on(client: FlaskClient) -> str | None:
    with client.get("/me") as response:
        page = response.get_data(as_text=True)
    marker = 'autocomplete="nickname" value="'
    start = page.index(marker) + len(marker)
    return page[start : page.index('"', start)] or None


def players(app: Flask) -> int:
    with site_of(app).database.engine.connect() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM players").scalar_one())
