"""The site stops politely: open pages are told, visitors wait a moment, nothing is lost."""

from __future__ import annotations

import base64
import hashlib
import re
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from flask.testing import FlaskClient
from simple_websocket import ConnectionClosed

from boomtown.rulebook.book import LANGUAGES
from boomtown.web.site import Site
from boomtown.web.words import site_wording
from clients import Program, call
from sites import Server, eventually


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_comes_meanwhile_is_asked_to_wait(
    site: Site, client: FlaskClient, language: str
) -> None:
    site.stopping = True
    site.database.close()
    reply = client.get("/search?q=arrow", headers={"Accept-Language": language})
    assert reply.status_code == 503
    assert reply.headers["Retry-After"] == "5"
    told = reply.get_data(as_text=True)
    assert f'<html lang="{language}">' in told
    assert site_wording(language).say("back.text") in told
    assert 'data-to="/search?q=arrow"' in told


def test_a_process_that_is_stopped_before_it_has_a_site_goes_at_once() -> None:
    """gevent is not in the process of the tests."""
    program = """
from boomtown.web.server.gunicorn_worker import PoliteWorker
worker = object.__new__(PoliteWorker)
worker.alive, worker._busy, worker._clients = True, 0, set()
worker._leave()
print(worker.alive)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_the_page_needs_nothing_but_itself(site: Site, client: FlaskClient) -> None:
    site.stopping = True
    reply = client.get("/")
    told, policy = reply.get_data(as_text=True), reply.headers["Content-Security-Policy"]
    assert "src=" not in told
    assert "<link" not in told
    for tag in ("style", "script"):
        (inside,) = re.findall(rf"<{tag}>(.*?)</{tag}>", told, re.S)
        digest = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_a_form_that_came_too_late_leads_back_to_its_page(site: Site, client: FlaskClient) -> None:
    site.stopping = True
    reply = client.post("/t/some-table/answer", headers={"Referer": "http://localhost/t/some"})
    assert reply.status_code == 503
    assert 'data-to="/t/some"' in reply.get_data(as_text=True)
    reply = client.post("/t/some-table/answer", headers={"Referer": "http://elsewhere/t/some"})
    assert 'data-to="/"' in reply.get_data(as_text=True)


def test_programs_hear_it_in_json_and_machines_go_on(site: Site, client: FlaskClient) -> None:
    site.stopping = True
    reply = client.get("/api/games")
    assert reply.status_code == 503
    assert reply.get_json()["error"] == "Back in a moment"
    assert client.get("/healthz").get_json() == {"ok": True, "stopping": True}
    with client.get("/static/site.css") as file:
        assert file.status_code == 200


def test_a_server_that_is_stopped_under_play_loses_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        table = call(f"{server.url}/api/tables", {"game": "bang_dice", "seats": 3})
        code, host = table["code"], table["token"]
        seats = f"{server.url}/api/tables/{code}/seats"
        tokens = [call(seats, {"name": name}, host)["token"] for name in ("Ann", "Bob", "Cy")]
        match = call(f"{server.url}/api/tables/{code}/start", {}, host)["match"]
        programs = [Program(server.url, code, token, "stop") for token in tokens]
        taken, reasons = [], []

        def play(program: Program) -> None:
            try:
                while not program.over:
                    if program.question is not None:
                        program.answer()
                    if program.hear() == "taken":
                        taken.append(1)
            except ConnectionClosed as closed:
                reasons.append((closed.reason, closed.message))

        players = [Thread(target=play, args=[program]) for program in programs]
        for player in players:
            player.start()
        eventually(lambda: len(taken) >= 5)
        assert server.terminate() == 0
        for player in players:
            player.join(10)
    finally:
        server.stop()
    assert reasons == [(1012, "back in a moment")] * 3
    with sqlite3.connect(tmp_path / "boomtown.db") as database:
        (stored,) = database.execute(
            "SELECT count(*) FROM answers WHERE match = ?", (match,)
        ).fetchone()
    assert stored >= len(taken)
