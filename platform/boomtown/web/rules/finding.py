"""The search as the site asks it: its index is never made by the loop that serves the tables."""

from __future__ import annotations

from collections.abc import Collection

from gevent import monkey

from boomtown import search
from boomtown.search import Found, Kind
from boomtown.search.index import SHOWN
from boomtown.store.native import natively

_one_at_a_time = monkey.get_original("_thread", "allocate_lock")()


def make_index() -> None:
    """Makes the index where there is none yet: once, though several ask for it at the same time."""
    with _one_at_a_time:
        search.everything()


def find(
    text: str,
    language: str,
    *,
    most: int = SHOWN,
    kinds: Collection[Kind] = (),
    games: Collection[str] = (),
    modules: Collection[str] = (),
) -> Found:
    """What the words lead to. Whoever comes before the index is there waits; nobody else does."""
    if not search.is_made():
        natively(make_index)
    return search.find(text, language, most=most, kinds=kinds, games=games, modules=modules)
