"""Parts that two places of a match share: a list that one step empties is empty for the other.

A saved match does not share anything any more, so that it would go on differently from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from boomtown.core.data import fields_of, is_data, is_frozen
from boomtown.core.match import Match

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite


def check_shared(suite: Suite) -> Iterator[str]:
    """No list, dictionary or object that can change stands in two places of a match."""
    found: set[str] = set()
    for play in suite.plays:
        for match in suite.walk(play):
            for problem in shared_parts(match):
                if problem not in found:
                    found.add(problem)
                    yield f"{play}, answer {match.number}: {problem}"


def shared_parts(match: Match[Any]) -> Iterator[str]:
    """Each part that stands in two places, with both of them."""
    places: dict[int, str] = {}
    whole = [("state", match.state), *((type(step).__name__, step) for step in match.agenda)]
    for name, value in whole:
        yield from _walk(name, value, places)


def _walk(place: str, value: object, places: dict[int, str]) -> Iterator[str]:
    if _can_change(value):
        if id(value) in places:
            yield (
                f"{place} and {places[id(value)]} are the same {type(value).__name__}; "
                "give each a copy"
            )
            return
        places[id(value)] = place
    for name, part in _parts(value):
        yield from _walk(f"{place}.{name}", part, places)


def _can_change(value: object) -> bool:
    if is_data(value):
        return not is_frozen(type(value))
    return isinstance(value, list | dict | set)


def _parts(value: object) -> Iterator[tuple[str, object]]:
    """What a value holds; numbers in a path are left out, so that one mistake is told once."""
    if is_data(value):
        for name in _names(type(value)):
            yield name, getattr(value, name)
    elif isinstance(value, dict):
        for part in value.values():
            yield "*", part
    elif isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield "*", part


@lru_cache(maxsize=1024)
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields_of(kind))
