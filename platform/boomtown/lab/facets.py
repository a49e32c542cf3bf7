"""What a game is like to play, measured: how much one decides, waits, and depends on luck.

Seeded matches are played by the game's best bots, and a few facets are counted that every game has.
They are kept in the game's package as ``measures.json``, with everything that is needed to measure
them again. A facet is a median with its middle half, or a mean with its 95 % interval. How each is
counted:

``decisions``    answers in a match, of all seats;
``choices``      answers on offer at a decision;
``waiting``      answers of others between two questions that one takes part in (several of one's
                 own in a row, as in a turn, are one);
``first_out``    how much of the match has been played when the first one is out;
``after_out``    how much of the match is still to come for somebody who is out;
``going_first``  wins of whoever is the first to be asked alone, above the mean of all seats;
``skill``        how often the best bot wins beside as many random ones.

Somebody is out when the log tells it: by a rule with the mechanic ``player_elimination`` and a
value ``seat``, before the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import sqrt
from statistics import mean, quantiles, stdev
from typing import Any, Literal

import msgspec
from msgspec import Struct

from boomtown.bots.kinds import RANDOM, answer_of, make_bot
from boomtown.core.chance import Chance
from boomtown.core.game import Game
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.record import By
from boomtown.core.seats import Seat
from boomtown.core.step import Ask
from boomtown.lab.intervals import Z_95, wilson
from boomtown.lab.pool import chunks_for, spread
from boomtown.plugins import find_game
from boomtown.rulebook.book import FIRST_LANGUAGE
from boomtown.rulebook.numbers import book_of

FILE = "measures.json"
OUT = "player_elimination"
"""The mechanic of the rules by which somebody is out."""
RESAMPLES = 1000

Unit = Literal["count", "share", "points"]
"""A number, a part of a whole, or a difference of two parts."""
Spread = Literal["half", "interval"]
"""Low and high are the middle half, or a 95 % interval."""

FACETS = (
    "decisions",
    "choices",
    "waiting",
    "first_out",
    "after_out",
    "going_first",
    "skill",
)
"""In the order in which they are shown."""
SELDOM = 10
"""What happens in less than one match of so many is not worth a figure."""


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


class Measures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facets of a game, and how to measure them again."""

    game: str
    version: str
    seats: int
    options: dict[str, Any]
    bot: str
    """The kind of bot at every seat; at every second one where skill is measured."""
    seed: str
    matches: int
    skill_matches: int
    facets: list[Facet]
    """Those that arise in this game."""

    def facet(self, id: str) -> Facet | None:
        """A facet, where it arises."""
        return next((facet for facet in self.facets if facet.id == id), None)


class Job(Struct, frozen=True):
    """What is played."""

    game: str
    seats: int
    seed: str
    bots: tuple[str, ...]
    options: dict[str, Any] = {}


class Played(Struct):
    """What was counted in one match."""

    decisions: int
    choices: list[int]
    waits: list[int]
    outs: dict[int, int]
    """By seat, how many answers had been given when it was out."""
    first: int | None
    """Who was the first to be asked alone."""
    winners: tuple[int, ...]


# --- playing --------------------------------------------------------------------------------------


class Watch:
    """Counts one match while it is played."""

    def __init__(self, match: Match[Any], out_rules: frozenset[str]) -> None:
        self.match, self.out_rules = match, out_rules
        self.choices: list[int] = []
        self.waits: list[int] = []
        self.first: Seat | None = None
        self.outs: dict[int, int] = {}
        self.lines = 0
        self.moment, self.given = -1, 0
        self.before: dict[Seat, int] = {}
        """By seat, how many answers had been given after the last question it took part in."""
        self.asked: set[Seat] = set()
        self.alone: Seat | None = None
        """Who alone was asked before, in the open."""

    def decision(self, seat: Seat) -> None:
        """Somebody is about to answer."""
        match = self.match
        if match.moment != self.moment:
            self._close_moment()
            self.moment, self.given = match.moment, match.number
        if seat not in self.asked:
            goes_on = self.alone == seat and isinstance(match.agenda[-1], Ask)
            if seat in self.before and not goes_on:
                self.waits.append(self.given - self.before[seat])
            self.asked.add(seat)
        self.choices.append(len(match.choice(seat).offers()))
        if self.first is None and isinstance(match.agenda[-1], Ask):
            self.first = seat

    def _close_moment(self) -> None:
        self.before |= dict.fromkeys(self.asked, self.match.number)
        self.alone = next(iter(self.asked)) if len(self.asked) == 1 else None
        self.asked.clear()

    def answered(self) -> None:
        """Somebody has answered: who is out?"""
        match = self.match
        if match.outcome is None:
            for entry in match.log.since(self.lines):
                if (seat := self._out(entry)) is not None:
                    self.outs.setdefault(seat, match.number)
        self.lines = len(match.log)

    def _out(self, entry: Entry) -> int | None:
        seat = entry.args.get("seat")
        return seat if entry.rule in self.out_rules and isinstance(seat, int) else None

    def played(self) -> Played:
        """What was counted."""
        match = self.match
        assert match.outcome is not None, "the match is over"
        won = match.outcome.winners
        return Played(match.number, self.choices, self.waits, self.outs, self.first, tuple(won))


def out_rules(game: Game[Any, Any]) -> frozenset[str]:
    """The rules by which somebody is out."""
    rules = book_of(game).languages[FIRST_LANGUAGE].rules
    return frozenset(id for id, rule in rules.items() if OUT in rule.mechanics)


def play_one(game: Game[Any, Any], job: Job, number: int) -> Played:
    """The match with this number; the same number always gives the same match."""
    chance = Chance.seeded(job.seed, number)
    thoughts = Chance.seeded(job.seed, number, "bots")
    turned = job.bots[number % len(job.bots) :] + job.bots[: number % len(job.bots)]
    kinds = [turned[seat % len(turned)] for seat in range(job.seats)]
    bots = [make_bot(game, kind, thoughts.another()) for kind in kinds]
    match = Match.unrecorded(game, job.seats, dict(job.options), chance=chance)
    watch = Watch(match, out_rules(game))
    while match.outcome is None:
        seat = match.asked()[0]
        watch.decision(seat)
        match.answer(seat, answer_of(bots[seat], match, seat, thoughts), by=By.BOT)
        watch.answered()
    return watch.played()


def play_some(job: Job, first: int, count: int) -> list[Played]:
    """A few matches, in order."""
    game = find_game(job.game)
    return [play_one(game, job, number) for number in range(first, first + count)]


def _all(
    job: Job, matches: int, processes: int | None, scheduler: str, progress: Callable[[int], None]
) -> list[Played]:
    chunks = chunks_for(matches, processes, scheduler)
    jobs = [(job, first, count) for first, count in chunks]
    found: dict[int, list[Played]] = {}
    for place, part in spread(play_some, jobs, processes=processes, scheduler=scheduler):
        found[place] = part
        progress(chunks[place][1])
    # In order, so that the figures are always the same.
    return [one for place in range(len(jobs)) for one in found[place]]


# --- counting -------------------------------------------------------------------------------------


def measure(
    game: Game[Any, Any],
    seats: int,
    matches: int,
    seed: str,
    *,
    options: Mapping[str, object] | None = None,
    processes: int | None = None,
    scheduler: str = "",
    progress: Callable[[int], None] = lambda played: None,
) -> Measures:
    """Plays the matches, half as many for skill, and counts. The same seed, the same figures."""
    best = next(iter(game.bots), RANDOM)
    chosen = dict(options or {})
    job = Job(game.id, seats, seed, (best,), chosen)
    played = _all(job, matches, processes, scheduler, progress)
    facets = [*_counts(played), *_outs(played), *_first(played, seats)]
    skill_matches = 0
    if best != RANDOM:
        skill_matches = max(2, matches // 2)
        job = Job(game.id, seats, f"{seed} skill", (best, RANDOM), chosen)
        played = _all(job, skill_matches, processes, scheduler, progress)
        facets += _skill(played, seats, seed)
    return Measures(
        game=game.id,
        version=game.version,
        seats=seats,
        options=chosen,
        bot=best,
        seed=seed,
        matches=matches,
        skill_matches=skill_matches,
        facets=facets,
    )


def _counts(played: Sequence[Played]) -> Iterator[Facet]:
    yield _half("decisions", [one.decisions for one in played])
    yield _half("choices", [count for one in played for count in one.choices])
    waits = [wait for one in played for wait in one.waits]
    if waits:
        yield _half("waiting", waits)


def _outs(played: Sequence[Played]) -> Iterator[Facet]:
    """Where hardly ever somebody is out before the end, a mean of those matches says little."""
    lost = [one for one in played if one.outs]
    if len(lost) > max(1, len(played) // SELDOM):
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


def _skill(played: Sequence[Played], seats: int, seed: str) -> Iterator[Facet]:
    """The best bot's part of the wins, a seat of it against a seat of the random one."""
    rates = [_rates(one, seats, number) for number, one in enumerate(played)]
    if not any(best + random for best, random in rates):
        return
    chance = Chance.seeded(seed, "resamples")
    parts = sorted(
        _part([rates[chance.below(len(rates))] for _ in rates]) for _ in range(RESAMPLES)
    )
    low, high = parts[round(RESAMPLES * 0.025)], parts[round(RESAMPLES * 0.975) - 1]
    part = _part(rates)
    if part in (0.0, 1.0):  # no resample shows what has not happened once
        low, high = wilson(round(part * len(played)), len(played))
    yield Facet("skill", "share", "interval", *_rounded(part, low, high), len(played))


def _rates(one: Played, seats: int, number: int) -> tuple[float, float]:
    best = [seat for seat in range(seats) if (seat + number) % 2 == 0]
    random = [seat for seat in range(seats) if (seat + number) % 2]
    wins = [sum(seat in one.winners for seat in group) / len(group) for group in (best, random)]
    return wins[0], wins[1]


def _part(rates: Iterable[tuple[float, float]]) -> float:
    best, random = (sum(rate) for rate in zip(*rates, strict=True))
    return best / (best + random) if best + random else 0.5


def _half(id: str, values: Sequence[float]) -> Facet:
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Facet(id, "count", "half", *_rounded(middle, low, high), len(values))


def _mean(id: str, values: Sequence[float]) -> Facet:
    middle = mean(values)
    spread = Z_95 * stdev(values) / sqrt(len(values))
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
