"""Whatever is sent to any route or socket, it is never our fault."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from boomtown.core.errors import InvalidAnswer
from boomtown.web.site import Site
from boomtown.web.tables.forms import DEEPEST, from_json
from nonsense import bombard, rattle
from sites import app_in, started

REQUESTS, SOCKETS = 600, 100
JSON = "application/json"
DEEP = b"[" * 900 + b"]" * 900


def test_nonsense_is_answered_politely(tmp_path: Path, database_url: str) -> None:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")
    with app_in(tmp_path, database=database_url) as app:
        assert bombard(app, REQUESTS, seed) == []
        assert rattle(app, SOCKETS, seed) == []


def test_json_that_cannot_be_read_is_refused(client: FlaskClient, site: Site) -> None:
    room, _ = started(site, "shadows_west", 2, 2)
    unreadable = (
        b'{"text": "\xff"}',
        b'{"t\xffxt": ""}',
        b'{"text": "\\u0000"}',
        DEEP,
        b"[" * 9000,
    )
    for path in ("/api/tables", f"/t/{room.code}/preview"):
        for body in unreadable:
            with client.post(path, data=body, content_type=JSON) as reply:
                assert reply.status_code == 422, (path, body[:20])


def test_depth_is_counted_outside_of_quotes() -> None:
    quoted = b'{"text": "' + b"[" * 100 + b'\\"{", "number": 1}'
    assert from_json(quoted, object) == {"text": "[" * 100 + '"{', "number": 1}
    flat = b"[" + b",".join([b"[0]"] * 100) + b"]"
    assert from_json(flat, list[list[int]]) == [[0]] * 100
    with pytest.raises(InvalidAnswer, match="deep"):
        from_json(b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), object)


def test_nul_is_nowhere_taken_for_text(client: FlaskClient) -> None:
    for path, code in (("/t/a%00b", 404), ("/i/%00", 404), ("/rules/?q=%00", 400)):
        with client.get(path) as reply:
            assert reply.status_code == code
    with client.post("/me", data={"name": "A\0B"}) as reply:
        assert reply.status_code == 400
