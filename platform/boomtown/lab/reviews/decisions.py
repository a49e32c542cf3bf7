"""What a search thinks of an answer that was given, from what the seat could know then.

Nothing of the truth comes in: neither what others held nor what was rolled later. The seed is made
of what everybody may count, not of lines of the record: sealed answers must not be counted.
"""

from __future__ import annotations

import math
from typing import Any

from msgspec import structs

from boomtown.bots.advice import Advice, advise
from boomtown.bots.search import Settings, key_of
from boomtown.core.chance import seed_from
from boomtown.core.match import Match
from boomtown.core.record import plain
from boomtown.core.seats import Seat
from boomtown.lab.reviews.figures import Decision, Effort

ALL_STAY = math.inf
"""So many standard errors behind, and an answer is still tried."""


def judged(
    match: Match[Any], seat: Seat, given: object, line: int, effort: Effort, salt: str
) -> Decision | None:
    """A decision beside the best answer; None where there was nothing to decide."""
    answer = match.choice(seat).read(given)
    settings = Settings(playouts=effort.first)
    found = advise(match, seat, _seed(match, seat, salt, "first"), settings, [answer])
    if len(found) < 2:
        return None
    own = _of(found, answer)
    best = max(found, key=lambda one: (one.value, one is own))
    gain, error = _gap(found, best, own)
    return Decision(line, plain(answer), plain(best.answer), own.value, gain, error)


def tried_again(
    match: Match[Any], seat: Seat, before: Decision, effort: Effort, salt: str
) -> Decision:
    """The same decision with other imagined tables, for the given answer and the best one alone."""
    if key_of(before.given) == key_of(before.best):
        return structs.replace(before, again=True)
    read = match.choice(seat).read
    both = [read(before.given), read(before.best)]
    settings = Settings(playouts=effort.second, width=3, gate=ALL_STAY)
    found = advise(match, seat, _seed(match, seat, salt, "second"), settings, both)
    own, best = _of(found, both[0]), _of(found, both[1])
    gain, error = _gap(found, best, own)
    return structs.replace(before, value=own.value, gain=gain, error=error, again=True)


def _seed(match: Match[Any], seat: Seat, *salt: str) -> bytes:
    return seed_from("review", *salt, seat, match.moment)


def _of(found: list[Advice], answer: object) -> Advice:
    wanted = key_of(answer)
    return next(one for one in found if key_of(one.answer) == wanted)


def _gap(found: list[Advice], best: Advice, own: Advice) -> tuple[int, int]:
    """By how much one answer is better than another, and its standard error."""
    if best is own:
        return 0, 0
    first = found[0]
    if best is first:
        return -own.gain, own.error
    if own is first:
        return best.gain, best.error
    return best.gain - own.gain, round(math.hypot(best.error, own.error))
