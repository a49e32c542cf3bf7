"""Whether a game says why: what is visible and not offered is refused by a rule of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from boomtown.core.choice import Choice, Things
from boomtown.core.errors import InvalidAnswer
from boomtown.core.match import Match
from boomtown.core.seats import Seat

if TYPE_CHECKING:
    from boomtown.testing.conformance import Suite

SEAT = "seat"
SAYS_NOTHING = frozenset({"boomtown.choice.offered"})
"""Refusals that only say that it is so."""


def check_why_not(suite: Suite) -> Iterator[str]:
    """Whatever is visible and may not be chosen is refused by a rule that says why."""
    told: set[tuple[str, str]] = set()
    for play in suite.plays:
        for match in suite.walk(play):
            for seat in match.asked():
                for answer, problem in unexplained(match, seat):
                    question = match.question(seat)
                    key = "" if question is None else question.key
                    if (key, problem) not in told:
                        told.add((key, problem))
                        yield f"{play}, answer {match.number}, {key}: {answer!r} {problem}"


def unexplained(match: Match[Any], seat: Seat) -> Iterator[tuple[object, str]]:
    """The answers with something visible that are refused without a reason."""
    choice = match.choice(seat)
    for answer in choice.naming(things_seen(match, seat)):
        if problem := _judged(choice, answer):
            yield answer, problem


def things_seen(match: Match[Any], seat: Seat) -> Things:
    """What a seat sees on the table, by noun: all seats, and what the game names."""
    view = match.view(seat)
    named = {noun: list(seen(view)) for noun, seen in match.game.things.items()}
    return {SEAT: list(range(match.seats)), **named}


def _judged(choice: Choice, answer: object) -> str:
    """What is missing in the judgement, or nothing."""
    try:
        refusal = choice.refusal(choice.read(answer))
    except InvalidAnswer as error:
        return f"cannot even be read: {error}"
    if refusal is not None and refusal.rule in SAYS_NOTHING:
        return f"is refused without a reason ({refusal.rule})"
    return ""
