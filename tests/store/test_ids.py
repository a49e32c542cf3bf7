"""Ids can be given to a command."""

import secrets

import pytest

from boomtown.store.ids import fresh_id


def test_no_id_begins_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-Xb1", "--yes", "b-1"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(made))
    assert fresh_id(9) == "b-1"
