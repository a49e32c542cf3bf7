"""Long pages are drawn in pieces, and come out the same; what is kept is made before."""

from __future__ import annotations

import subprocess
import sys
from itertools import count

import pytest
from flask import Flask, render_template
from jinja2 import DictLoader

from boomtown.web import rendering
from boomtown.web.rendering import PIECES, render_patiently
from boomtown.web.server import warmup


@pytest.fixture
def rests(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """How often others had their turn, on a clock on which every look takes a second."""
    found: list[None] = []
    clock = count()
    monkeypatch.setattr("time.perf_counter", lambda: float(next(clock)))
    monkeypatch.setattr(rendering, "rest", lambda: found.append(None))
    return found


@pytest.fixture
def app() -> Flask:
    app = Flask("pages")
    long = "{% for line in lines %}<li>{{ line }}{% endfor %}"
    app.jinja_env.loader = DictLoader({"long.html": long})
    return app


def page(app: Flask, lines: int) -> str:
    with app.test_request_context():
        text = render_patiently("long.html", lines=range(lines))
        assert text == render_template("long.html", lines=range(lines))
    return text


def test_a_long_page_lets_others_have_their_turn(app: Flask, rests: list[None]) -> None:
    assert page(app, 10 * PIECES).count("<li>") == 10 * PIECES
    assert len(rests) >= 10


def test_a_short_page_is_drawn_at_once(app: Flask, rests: list[None]) -> None:
    page(app, 3)
    assert rests == []


def test_whoever_comes_during_a_rest_is_heard_before_the_page_goes_on() -> None:
    """gevent is not in the process of the tests: it would patch all of them."""
    program = """
from gevent import monkey; monkey.patch_all()
import socket, gevent
from boomtown.web.rendering import rest
mine, theirs = socket.socketpair()
heard = []
gevent.spawn(lambda: heard.append(mine.recv(1)))
gevent.sleep(0.01)
theirs.send(b"!")
for _ in range(3):
    rest()
print(heard)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[b'!']\n", "")


def test_what_cannot_be_made_before_keeps_nothing_else_from_it(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def broken() -> None:
        raise ValueError("a game's page")

    pieces = [lambda: made.append("first"), broken, lambda: made.append("last")]
    monkeypatch.setattr(warmup, "pieces", lambda app: iter(pieces))
    monkeypatch.setattr(warmup, "_sleep", lambda seconds: None)
    assert warmup.warm_up(app) == 2
    assert made == ["first", "last"]
