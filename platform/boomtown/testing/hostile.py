"""Answers that nobody should take: nonsense, for another seat, out of time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from boomtown.core.errors import InvalidAnswer, Refused
from boomtown.core.match import Match
from boomtown.core.seats import Seat, letter_of

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

HOSTILE: tuple[object, ...] = (
    None,
    1.5,
    float("nan"),
    float("inf"),
    2**70,
    -(2**70),
    b"bytes",
    "no such thing \N{COLLISION SYMBOL}",
    "x" * 100_000,
    [[[[]]]],
    [None],
    [1.5],
    {"\N{COLLISION SYMBOL}": 1},
    {"": None},
    {"x": float("nan")},
    [2**70],
    object(),
)


def check_hostile_answers(suite: Suite) -> Iterator[str]:
    """Answers that are nonsense, for another seat, or out of time change nothing."""
    for play in suite.plays:
        for match in suite.walk(play):
            before, length = match.hash(), len(match.log)
            for attempt, problem in _attempts(match):
                if problem:
                    yield f"{play}, answer {match.number}: {attempt} {problem}"
                    return
                if match.hash() != before or len(match.log) != length:
                    yield f"{play}, answer {match.number}: {attempt} was refused but left a mark"
                    return


def _attempts(match: Match[Any]) -> Iterator[tuple[str, str]]:
    asked = match.asked()
    for raw in HOSTILE:
        yield f"{str(raw)[:40]!r}", _tried(match, asked[0], raw, None)
    offer = match.choice(asked[0]).offers()[0]
    yield "an answer by number from the past", _tried(match, asked[0], offer, match.moment - 1)
    for seat in (Seat(-1), Seat(match.seats), *map(Seat, range(match.seats))):
        if match.question(seat) is None:
            who = letter_of(seat) if 0 <= seat < match.seats else f"number {seat}, which is none,"
            yield f"an answer for seat {who}", _tried(match, seat, offer, None)


def _tried(match: Match[Any], seat: Seat, raw: object, number: int | None) -> str:
    """Why an attempt is a finding, or nothing."""
    try:
        match.answer(seat, raw, number=number)
    except (Refused, InvalidAnswer):
        return ""
    except Exception as error:  # anything else is what this check is looking for
        return f"raised {type(error).__name__} instead of being refused: {error}"
    return "was accepted"
