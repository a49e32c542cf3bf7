"""What people type leads to the right place: measured on queries that stand in files.

All of these sets keep what works; none of them says any more what a stranger finds. Search terms
and weights were chosen with the tuned ones in sight, and the checked ones were among those once.
The fresh ones were written before anybody had read the search terms, but terms and synonyms were
added for their misses. The strangers' ones were measured before anything was mended, and no term
was added for them; what they came to then is in decision 18, and is the least they may come to
now. Their misses have been read, and some of the synonyms that came later are of their words. The
blind ones were each measured once, and are told in decision 18 as well: the first and the second
were then mended for, the third was not. What the fourth and the fifth came to when they were
measured is there, too; then forms and synonyms of English were written, after their misses had
been read. The next measure needs queries that nobody here has seen.
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
LEAST_AMONG_CHECKED = 0.9
"""There are some fifty of them: one more or less is two in a hundred."""
STRANGERS_RANK = 0.77
STRANGERS_AMONG = 0.87
"""What the weakest language came to when they were first measured."""
BLIND: dict[str, tuple[int, float, float]] = {
    "blind_first": (30, 0.9, 0.95),
    "blind_second": (40, 0.75, 0.9),
    "blind_third": (20, 0.84, 0.86),
    "blind_fourth": (100, 0.87, 0.94),
    "blind_fifth": (60, 0.83, 0.92),
}
"""How many queries there are at least, and what the weakest language comes to."""
AMONG = 5


def queries(language: str, part: str) -> dict[str, list[str]]:
    """What is typed in a language, and what may come first."""
    told = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    found: dict[str, list[str]] = told[part]
    return found


def place(query: str, language: str, right: list[str]) -> int | None:
    """The place of the first right hit, counted from 1; None where there is none."""
    ids = [hit.id for hit in find(query, language).hits]
    return next((n for n, id in enumerate(ids, start=1) if id in right), None)


def places(language: str, part: str) -> list[int | None]:
    """Where the right hits of all queries stand."""
    return [place(query, language, right) for query, right in queries(language, part).items()]


def rank(found: list[int | None]) -> float:
    """The mean reciprocal rank."""
    return sum(1 / one for one in found if one) / len(found)


def among(found: list[int | None]) -> float:
    """How many of the right hits are among the first ones."""
    return sum(one is not None and one <= AMONG for one in found) / len(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_right_place_comes_first(language: str) -> None:
    checked = places(language, "checked")
    found = [*places(language, "tuned"), *checked]
    assert len(found) >= LEAST_QUERIES
    assert len(checked) >= len(found) / 4
    assert rank(found) >= LEAST_RANK
    assert among(found) >= LEAST_AMONG
    assert rank(checked) >= LEAST_RANK
    assert among(checked) >= LEAST_AMONG_CHECKED


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_mended_for_strangers_still_leads_to_the_right_place(language: str) -> None:
    found = places(language, "fresh")
    assert len(found) >= 60
    assert rank(found) >= LEAST_RANK
    assert among(found) >= LEAST_AMONG


@pytest.mark.parametrize("language", LANGUAGES)
def test_strangers_find_no_less_than_when_it_was_measured(language: str) -> None:
    found = places(language, "strangers")
    assert len(found) >= 40
    assert rank(found) >= STRANGERS_RANK
    assert among(found) >= STRANGERS_AMONG


@pytest.mark.parametrize("part", BLIND)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_found_blindly_is_found_still(language: str, part: str) -> None:
    least, least_rank, least_among = BLIND[part]
    found = places(language, part)
    assert len(found) >= least
    assert rank(found) >= least_rank
    assert among(found) >= least_among


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_reader_asked_is_among_the_first(language: str) -> None:
    found = {query: place(query, language, r) for query, r in queries(language, "reader").items()}
    assert len(found) >= 10
    late = {query: one for query, one in found.items() if one is None or one > AMONG}
    assert not late


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_query_finds_an_empty_page(language: str) -> None:
    """Where nothing is found there is something to look for instead."""
    told = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    for query in (query for part in told.values() for query in part):
        found = find(query, language)
        assert found.hits or found.hints, query
