"""What people type leads to the right place: measured on queries that stand in files.

Every third query of a file is only a check: nothing was changed so that it comes out well.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from boomtown.rulebook.book import LANGUAGES
from boomtown.search import find

FOLDER = Path(__file__).parent / "queries"
LEAST_QUERIES = 100
LEAST_RANK = 0.8
"""The mean of 1 divided by the place of the first right hit."""
LEAST_AMONG = 0.95
AMONG = 5


def queries(language: str) -> dict[str, list[str]]:
    """What is typed in a language, and what may come first."""
    told = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = told["queries"]
    return found


def place(query: str, language: str, right: list[str]) -> int | None:
    """The place of the first right hit, counted from 1; None where there is none."""
    ids = [hit.id for hit in find(query, language).hits]
    return next((n for n, id in enumerate(ids, start=1) if id in right), None)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("part", ["tuned", "checked"])
def test_the_right_place_comes_first(language: str, part: str) -> None:
    asked = queries(language)
    assert len(asked) >= LEAST_QUERIES
    places = {
        query: place(query, language, right)
        for number, (query, right) in enumerate(asked.items(), start=1)
        if (number % 3 == 0) == (part == "checked")
    }
    late = {query: found for query, found in places.items() if found is None or found > AMONG}
    rank = sum(1 / found for found in places.values() if found) / len(places)
    assert rank >= LEAST_RANK, places
    assert 1 - len(late) / len(places) >= LEAST_AMONG, late
