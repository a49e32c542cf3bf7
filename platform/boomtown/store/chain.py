"""The chain of a match's answers: each carries a hash of itself and of everything before it.

A line that was changed, lost or put elsewhere breaks the chain from there on. The formula never
changes: stored chains must be found true for ever.
"""

from __future__ import annotations

import hashlib

import msgspec

_encode = msgspec.json.Encoder().encode


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


def _digest(parts: list[object]) -> str:
    return hashlib.sha256(_encode(parts)).hexdigest()
