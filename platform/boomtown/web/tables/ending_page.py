"""The ending of a match on its page: who I was and whether I won, and one list of what it came to.

The list is the whole ceremony: a page shows it part by part, the last one first, and without a
script it stands there complete. Nothing here sees more than the viewer may know.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from boomtown.core.ending import Result
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.outcome import Outcome, Part
from boomtown.core.page import Page
from boomtown.core.parts import parts_of
from boomtown.core.seats import Seat
from boomtown.core.view import View
from boomtown.rulebook.numerals import numeral
from boomtown.rulebook.wording import Wording

log = logging.getLogger(__name__)
WON, LOST, DRAW, WATCHED = "won", "lost", "draw", "watched"


class Counted(Struct, frozen=True):
    """One part of a score, in words."""

    label: str
    points: int
    text: str
    running: str
    """What has been counted so far, with this part."""
    icon: str


class Row(Struct, frozen=True):
    """What the match came to for one seat, in words."""

    seat: Seat
    winner: bool
    cast: str
    icon: str
    turned: bool
    fate: str
    sums: list[Counted]
    score: int | None
    total: str


class EndingPage(Struct, frozen=True):
    """The ending as one viewer reads it."""

    verdict: str
    """``won``, ``lost``, ``draw`` or ``watched``."""
    cast: str
    """Who the viewer was: a role, a gang, or the name of the seat."""
    plain: bool
    """Whether that is a name alone: "as Lottie" says nothing to Lottie."""
    winners: str
    rows: list[Row]
    """The best first."""


def ending_page(
    page: Page, match: Match[Any], view: View[Any], told: Sequence[Entry], words: Wording
) -> EndingPage:
    """The ending of a match that is over, as a view shows it."""
    outcome = view.outcome
    assert outcome is not None, "the match is over"
    results = {result.seat: result for result in _results(page, view, told)}
    parts = dict(enumerate(_parts(match)))
    seats = sorted(match.all_seats, key=lambda seat: place_of(outcome, seat))
    rows = [
        _row(results.get(seat, Result(seat=seat)), parts.get(seat, Part()), outcome, words)
        for seat in seats
    ]
    mine = next((row.cast for row in rows if row.seat == view.seat and row.cast), "")
    return EndingPage(
        verdict=verdict_of(outcome, view.seat),
        cast=mine or ("" if view.seat is None else words.seat(view.seat)),
        plain=not mine,
        winners=", ".join(words.seat(seat) for seat in outcome.winners),
        rows=rows,
    )


def _results(page: Page, view: View[Any], told: Sequence[Entry]) -> Sequence[Result]:
    """What the game tells of every seat; nothing where it cannot say it."""
    if page.ending is None:
        return []
    try:
        return page.ending(view, told)
    except Exception as error:  # a mistake in the game's telling harms no match
        log.exception("the ending of %s", view.game, exc_info=error)
        return []


def _parts(match: Match[Any]) -> Sequence[Part]:
    """What everybody was, likewise."""
    try:
        return parts_of(match)
    except Exception as error:  # as above
        log.exception("the parts of %s", match.game.id, exc_info=error)
        return []


def verdict_of(outcome: Outcome, seat: Seat | None) -> str:
    """What the match came to for whoever looks."""
    if outcome.draw:
        return DRAW
    if seat is None:
        return WATCHED
    return WON if seat in outcome.winners else LOST


def place_of(outcome: Outcome, seat: Seat) -> tuple[bool, int, Seat]:
    """Where a seat stands in the list: winners first, then by rank."""
    rank = outcome.ranks[seat] if outcome.ranks else 0
    return seat not in outcome.winners, rank, seat


def _row(result: Result, part: Part, outcome: Outcome, words: Wording) -> Row:
    score = outcome.scores[result.seat] if outcome.scores else None
    sums, running = [], 0
    for one in result.sums:
        running += one.points
        sums.append(
            Counted(
                words.say(one.label.key, **one.label.args),
                one.points,
                numeral(words.language, one.points),
                numeral(words.language, running),
                one.icon,
            )
        )
    return Row(
        seat=result.seat,
        winner=result.seat in outcome.winners,
        cast=words.name(part.noun, part.name) if part.noun else "",
        icon=result.icon,
        turned=result.turned,
        fate="" if result.fate is None else words.say(result.fate.key, **result.fate.args),
        sums=sums,
        score=score,
        total="" if score is None else numeral(words.language, score),
    )
