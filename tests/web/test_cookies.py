"""The cookie of a visitor: a clock that is put back signs nobody out."""

from __future__ import annotations

import time

import pytest
from flask.testing import FlaskClient

YEAR = 365 * 24 * 60 * 60


def name_of(client: FlaskClient) -> bool:
    """Whether the site knows who is asking."""
    with client.get("/me") as page:
        return "Zebulon Quill" in page.get_data(as_text=True)


@pytest.mark.parametrize(("ahead", "known"), [(-3600, True), (0, True), (2 * YEAR, False)])
def test_a_visitor_is_known_whatever_the_clock_says_until_the_cookie_is_too_old(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, ahead: int, known: bool
) -> None:
    with client.post("/me", data={"name": "Zebulon Quill"}) as reply:
        assert reply.status_code == 302
    real = time.time
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: real() + ahead)
    assert name_of(client) is known
