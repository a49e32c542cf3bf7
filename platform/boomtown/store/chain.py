"""The chain of a match's answers: each carries a hash of itself and of everything before it.

A line that was changed, lost or put elsewhere breaks the chain from there on. The formula never
changes: stored chains must be found true for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from boomtown.core.errors import InvalidRecord

_encode = msgspec.json.Encoder().encode


class Damaged(InvalidRecord):
    """Stored answers are not what was written; ``good`` says how many of them are."""

    def __init__(self, good: int, problem: str) -> None:
        super().__init__(f"after {good} good answers", problem)
        self.good = good


def chain_start(match: str, heading: str, seed: str) -> str:
    """What the first answer of a match follows: everything that was fixed before it.

    ``heading`` is the JSON as it is stored.
    """
    return _digest([match, heading, seed])


def chain_link(
    before: str,
    number: int,
    seat: int,
    by: str,
    answer: str,
    hash: str,
    at: int,
    moment: int,
    bank: int,
) -> str:
    """The chain after one more answer; ``answer`` is the JSON as it is stored."""
    return _digest([before, number, seat, by, answer, hash, at, moment, bank])


def follow_chain(rows: Iterable[tuple[Any, ...]], before: str, number: int = 0) -> int:
    """Checks rows of answers as they are stored, the chain last; the number after the last one."""
    for row in rows:
        if row[0] != number:
            raise Damaged(number, f"the next one is missing, number {row[0] + 1} is there")
        before = chain_link(before, *row[:8])
        if before != row[8]:
            raise Damaged(number, "the next one is not what was written")
        number += 1
    return number


def _digest(parts: list[object]) -> str:
    return hashlib.sha256(_encode(parts)).hexdigest()
