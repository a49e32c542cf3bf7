"""The first search of a process: its index is made beside the loop that serves the tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from boomtown import search
from boomtown.web.rules import finding


@pytest.mark.parametrize(("made", "aside"), [(False, [finding.make_index]), (True, [])])
def test_only_the_first_search_waits_for_the_index(
    monkeypatch: pytest.MonkeyPatch, made: bool, aside: list[Callable[[], None]]
) -> None:
    natively: list[Callable[[], None]] = []
    monkeypatch.setattr(search, "is_made", lambda: made)
    monkeypatch.setattr(finding, "natively", natively.append)
    found = object()
    monkeypatch.setattr(search, "find", lambda *_asked, **_how: found)
    assert finding.find("dice", "en") is found
    assert natively == aside


def test_an_index_is_known_once_it_is_there() -> None:
    finding.make_index()
    assert search.is_made()
