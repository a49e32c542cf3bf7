"""What a game is like to play, measured: how much one decides, waits, and depends on luck.

Seeded matches are played by deputies for every number of players and every variant, and a few
facets are counted that every game has. They are kept in the game's package as ``measures.json``,
with everything that is needed to measure them again. A facet is a median with its middle half, or
a share with its 95 % interval. How each is counted:

``decisions``    answers in a match, of all seats;
``choices``      answers on offer at a decision;
``waiting``      answers of others between two questions that one takes part in (several of one's
                 own in a row, as in a turn, are one);
``seconds``      how long that takes: each question as long as people think, or as long as the
                 table shows what led to it, whichever is longer;
``out``          matches in which somebody is out while others play on;
``first_out``    how much of the match has been played when the first one is out;
``after_out``    how much of the match is still to come for somebody who is out;
``going_first``  wins of whoever goes first, above the mean of all seats;
``luck``         how much of who wins and who does not is left to chance at tables of random bots,
                 greenhorns and deputies: one less the part of the variance that the level explains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from statistics import mean, quantiles, stdev
from typing import Any, Literal

import msgspec
from msgspec import Struct

from boomtown.core.chance import Chance
from boomtown.lab.intervals import student, wilson
from boomtown.lab.watching import Mixed, Played

FILE = "measures.json"
RESAMPLES = 1000

Unit = Literal["count", "seconds", "share", "points"]
"""A number, a time, a part of a whole, or a difference of two parts."""
Spread = Literal["half", "interval"]
"""Low and high are the middle half, or a 95 % interval."""

FACETS = (
    "decisions",
    "choices",
    "waiting",
    "seconds",
    "out",
    "first_out",
    "after_out",
    "going_first",
    "luck",
)
"""In the order in which they are shown."""
SELDOM = 10
"""What happens in less than one match of so many is not worth a further figure."""
FEWEST = 3
"""From fewer matches no mean is told."""
FEW = 30
"""A share of fewer matches is never told without its interval."""
PAIR = 2
"""When one of two is out, the match is over: nobody sits out."""
THINKING = 4.0
"""Seconds that somebody is taken to think about a question, where no site has recorded it."""


class Facet(Struct, frozen=True, forbid_unknown_fields=True):
    """One figure."""

    id: str
    unit: Unit
    spread: Spread
    value: float
    low: float
    high: float
    n: int
    """How many matches, decisions or waits it is counted from."""

    @property
    def rough(self) -> bool:
        """Whether it is a share of so few matches that it says little without its interval."""
        return self.unit in ("share", "points") and self.n < FEW


class Rung(Struct, frozen=True, forbid_unknown_fields=True):
    """How often a seat with this kind of bot wins at mixed tables; low and high are 95 %."""

    kind: str
    value: float
    low: float
    high: float
    n: int
    """How many seats."""


class First(Struct, frozen=True, forbid_unknown_fields=True):
    """Who goes first."""

    rule: str
    """By which the first one is asked alone."""
    part: str = ""
    """What the first one always is and nobody else, such as ``role:sheriff``; mostly nothing."""


class Thinking(Struct, frozen=True, forbid_unknown_fields=True):
    """How long people think about a question."""

    seconds: float = THINKING
    answers: int = 0
    """From how many recorded answers; 0 where it is assumed."""


class Setting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facets of a game with so many players, in one variant."""

    seats: int
    variants: tuple[str, ...] = ()
    """As columns are written: ``ghost``, ``no_townsfolk``; nothing is the game as it is."""
    options: dict[str, Any] = {}
    matches: int
    mixed: int = 0
    """Matches between bots of several kinds."""
    facets: list[Facet]
    """Those that arise."""
    ladder: list[Rung] = []
    """The weakest first."""
    first: First | None = None

    def facet(self, id: str) -> Facet | None:
        """A facet, where it arises."""
        return next((facet for facet in self.facets if facet.id == id), None)


class Measures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that was measured of a game, and how to measure it again."""

    game: str
    version: str
    bot: str
    """The kind of bot at every seat; for luck and ladder, ``ladder`` are mixed."""
    ladder: list[str]
    seed: str
    matches: int
    """Of the game as it is, for each number of players; variants have a part of them."""
    thinking: Thinking = Thinking()
    settings: list[Setting]

    def setting(self, seats: int, variants: Sequence[str] = ()) -> Setting | None:
        """One of them, if it was measured."""
        wanted = set(variants)
        found = (one for one in self.settings if one.seats == seats)
        return next((one for one in found if set(one.variants) == wanted), None)

    def nearest(self, seats: int, variants: Sequence[str] = ()) -> Setting | None:
        """The one with this number of players, or the nearest number that was measured."""
        wanted = set(variants)
        found = [one for one in self.settings if set(one.variants) == wanted]
        return min(found, key=lambda one: (abs(one.seats - seats), one.seats), default=None)


# --- counting -------------------------------------------------------------------------------------


def facets_from(played: Sequence[Played], seats: int, thinking: float) -> list[Facet]:
    """Everything that matches between equals show."""
    return [
        *_counts(played),
        *_seconds(played, thinking),
        *_outs(played, seats),
        *_first(played, seats),
    ]


def first_of(played: Sequence[Played]) -> First | None:
    """Who goes first: by the rule that asked most of them."""
    begun = [one for one in played if one.first is not None]
    if not begun:
        return None
    [(rule, _)] = Counter(one.first_rule for one in begun).most_common(1)
    parts = {one.first_part for one in begun}
    return First(rule, parts.pop() if len(parts) == 1 else "")


def _counts(played: Sequence[Played]) -> Iterator[Facet]:
    yield _half("decisions", "count", [one.decisions for one in played])
    yield _half("choices", "count", [count for one in played for count in one.choices])
    waits = [wait for one in played for wait in one.waits]
    if len(waits) > 1:
        yield _half("waiting", "count", waits)


def _seconds(played: Sequence[Played], thinking: float) -> Iterator[Facet]:
    times = [
        sum(max(shown / 1000, thinking) for shown in others) + own / 1000
        for one in played
        for *others, own in one.shows
    ]
    if len(times) > 1:
        yield _half("seconds", "seconds", times)


def _outs(played: Sequence[Played], seats: int) -> Iterator[Facet]:
    """Where hardly ever somebody is out before the end, a mean of those matches says little."""
    if seats <= PAIR:
        return
    lost = [one for one in played if one.outs]
    share = len(lost) / len(played)
    bounds = _rounded(share, *wilson(len(lost), len(played)))
    yield Facet("out", "share", "interval", *bounds, len(played))
    if len(lost) >= max(FEWEST, len(played) / SELDOM):
        firsts = [min(one.outs.values()) / one.decisions for one in lost]
        left = [1 - mean(one.outs.values()) / one.decisions for one in lost]
        yield _mean("first_out", firsts)
        yield _mean("after_out", left)


def _first(played: Sequence[Played], seats: int) -> Iterator[Facet]:
    begun = [one for one in played if one.first is not None]
    if begun:
        wins = sum(one.first in one.winners for one in begun)
        usual = sum(len(one.winners) for one in begun) / (len(begun) * seats)
        low, high = wilson(wins, len(begun))
        share = wins / len(begun)
        bounds = _rounded(share - usual, low - usual, high - usual)
        yield Facet("going_first", "points", "interval", *bounds, len(begun))


# --- luck and skill -------------------------------------------------------------------------------

_Score = dict[str, tuple[int, int]]
"""By kind, seats that won, and seats."""


def ladder_from(
    mixed: Sequence[Mixed], kinds: Sequence[str], seed: str
) -> tuple[list[Rung], list[Facet]]:
    """How often each kind wins, and how much is left to chance; matches are drawn anew together,
    because the seats of one match depend on each other."""
    scores = [_score(one) for one in mixed]
    total = _added(scores, kinds)
    luck = _luck(total)
    if luck is None:
        return [], []
    chance = Chance.seeded(seed, "resamples")
    drawn = [
        _added([scores[chance.below(len(scores))] for _ in scores], kinds) for _ in range(RESAMPLES)
    ]
    rungs = [
        Rung(kind, *_rate_between(total[kind], [_rate(one[kind]) for one in drawn]), total[kind][1])
        for kind in kinds
        if total[kind][1]
    ]
    again = [one for one in map(_luck, drawn) if one is not None]
    # Drawing anew adds noise of its own, which looks like skill: it is taken off again.
    off = mean(again) - luck
    value, low, high = _between(luck, [min(1.0, max(0.0, one - off)) for one in again])
    return rungs, [Facet("luck", "share", "interval", value, low, high, len(mixed))]


def _score(one: Mixed) -> _Score:
    seats = Counter(one.kinds)
    won = Counter(one.kinds[seat] for seat in one.winners)
    return {kind: (won[kind], count) for kind, count in seats.items()}


def _added(scores: Sequence[_Score], kinds: Sequence[str]) -> _Score:
    sums = {kind: [0, 0] for kind in kinds}
    for score in scores:
        for kind, (won, seats) in score.items():
            sums[kind][0] += won
            sums[kind][1] += seats
    return {kind: (won, seats) for kind, (won, seats) in sums.items()}


def _rate(score: tuple[int, int]) -> float:
    won, seats = score
    return won / seats if seats else 0.0


def _rate_between(score: tuple[int, int], drawn: Sequence[float]) -> tuple[float, float, float]:
    won, seats = score
    if won in (0, seats):  # no resample shows what has not happened once
        return _rounded(won / seats, *wilson(won, seats))
    return _between(won / seats, drawn)


def _luck(score: _Score) -> float | None:
    """One less the share of the variance that the kind explains, freed of what noise explains.

    >>> _luck({"low": (0, 50), "high": (50, 50)}), _luck({"low": (25, 50), "high": (25, 50)})
    (0.0, 1.0)
    """
    groups = [one for one in score.values() if one[1]]
    seats = sum(count for _, count in groups)
    if seats <= len(groups):
        return None
    usual = sum(won for won, _ in groups) / seats
    if usual in (0.0, 1.0):
        return None
    between = sum(count * (won / count - usual) ** 2 for won, count in groups)
    explained = between / (seats * usual * (1 - usual))
    freed = 1 - (1 - explained) * (seats - 1) / (seats - len(groups))
    return 1 - max(0.0, freed)


def _between(value: float, drawn: Sequence[float]) -> tuple[float, float, float]:
    """A value with the bounds between which 95 of 100 resamples are."""
    ordered = sorted(drawn)
    low, high = ordered[round(len(ordered) * 0.025)], ordered[round(len(ordered) * 0.975) - 1]
    return _rounded(value, min(low, value), max(high, value))


def _half(id: str, unit: Unit, values: Sequence[float]) -> Facet:
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Facet(id, unit, "half", *_rounded(middle, low, high), len(values))


def _mean(id: str, values: Sequence[float]) -> Facet:
    middle = mean(values)
    spread = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    bounds = _rounded(middle, max(0.0, middle - spread), min(1.0, middle + spread))
    return Facet(id, "share", "interval", *bounds, len(values))


def _rounded(value: float, low: float, high: float) -> tuple[float, float, float]:
    return round(value, 4), round(low, 4), round(high, 4)


# --- kept beside the game -------------------------------------------------------------------------


@cache
def measures_of(package: str) -> Measures | None:
    """What was measured of a game, if anything was."""
    path = files(package) / FILE
    return msgspec.json.decode(path.read_bytes(), type=Measures) if path.is_file() else None
