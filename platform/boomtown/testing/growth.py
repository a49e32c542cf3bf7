"""A state that grows as long as a match lasts: it is copied and saved again and again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from boomtown.core.data import fields_of
from boomtown.core.match import Match

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

QUARTERS = 4
LITTLE = 1000
"""Bytes that nobody minds."""


def check_growth(suite: Suite) -> Iterator[str]:
    """The state does not grow from each quarter of a match to the next."""
    names = [field.name for field in fields_of(suite.game.state)]
    for play in suite.plays:
        sizes = [_sizes(match, names) for match in suite.walk(play)]
        if len(sizes) < QUARTERS:
            continue
        bounds = [len(sizes) * quarter // QUARTERS for quarter in range(QUARTERS + 1)]
        largest = [max(sum(size) for size in sizes[start:end]) for start, end in pairwise(bounds)]
        grown = largest[-1] - largest[0]
        always = all(one < two for one, two in pairwise(largest))
        if always and grown > max(LITTLE, largest[0] // 2):
            gains = [last - first for first, last in zip(sizes[0], sizes[-1], strict=True)]
            most = names[gains.index(max(gains))]
            yield (
                f"{play}: the state has grown by {grown} bytes in {len(sizes)} answers, and does "
                f"not stop; most of it is {most}. What has happened belongs into the log"
            )
            return


def _sizes(match: Match[Any], names: list[str]) -> list[int]:
    """How many bytes each field of the state takes."""
    state = msgspec.to_builtins(match.state)
    return [len(msgspec.json.encode(state.get(name))) for name in names]
