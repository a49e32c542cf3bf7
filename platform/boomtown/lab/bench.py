"""How fast a game plays on this machine, in CPU time.

Machines are noisy: compare ratios of one run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from msgspec import Struct

from boomtown import BUILD
from boomtown.bots.random_bot import RandomBot
from boomtown.core.chance import Chance
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.core.seats import Seat

ROUNDS = 5
LOG_LENGTHS = (0, 1_000, 100_000)


class SeatsLine(Struct, frozen=True):
    """Figures for one number of seats."""

    seats: int
    decisions_per_second: float
    with_views_per_second: float
    clone_us: float
    view_us: float
    imagine_us: float


class Bench(Struct, frozen=True):
    """Figures for one game."""

    game: str
    version: str
    options: dict[str, Any]
    build: str
    """Whether this game ran ``compiled`` or as ``pure`` Python; the core may differ."""
    core: str
    by_seats: list[SeatsLine]
    answer_us_by_log_length: list[float]
    """What a copy and an answer cost with a log of 0, 1,000 and 100,000 lines: the same."""


def measure(
    game: Game[Any, Any],
    seconds: float,
    seats: Sequence[int] = (),
    options: dict[str, object] | None = None,
) -> Bench:
    """Measures a game, for about so many seconds each time."""
    options = options or {}
    lines = [_by_seats(game, count, options, seconds) for count in seats or game.seats]
    growth = _by_log_length(game, lines[-1].seats, options, seconds / ROUNDS)
    build, core = (build_of(name) for name in (game.package, "boomtown"))
    return Bench(game.id, game.version, options, build, core, lines, growth)


def build_of(package: str) -> str:
    """How a package runs in this process."""
    return "compiled" if package in BUILD.compiled else "pure"


def _by_seats(
    game: Game[Any, Any], seats: int, options: dict[str, object], seconds: float
) -> SeatsLine:
    """Medians of a few rounds, the plain and the viewed ones taking turns."""
    plain: list[float] = []
    viewed: list[float] = []
    for round in range(ROUNDS):
        part = seconds / ROUNDS
        plain.append(decisions_per_second(game, seats, part, f"{round}", options))
        viewed.append(decisions_per_second(game, seats, part, f"{round}", options, views=True))
    match = midway(game, seats, options)
    chance = Chance.seeded("bench imagine")
    return SeatsLine(
        seats,
        round_to(median(plain)),
        round_to(median(viewed)),
        _microseconds(match.clone, seconds / ROUNDS),
        _microseconds(lambda: match.view(Seat(0)), seconds / ROUNDS),
        _microseconds(lambda: match.imagine(Seat(0), chance), seconds / ROUNDS),
    )


def round_to(value: float) -> float:
    """Three figures are more than a noisy machine can tell."""
    return float(f"{value:.3g}")


def decisions_per_second(
    game: Game[Any, Any],
    seats: int,
    seconds: float,
    seed: str,
    options: dict[str, object] | None = None,
    *,
    views: bool = False,
) -> float:
    """Random play with all offers listed, optionally with every seat's view after each answer."""
    bot = RandomBot(Chance.seeded(seed))
    decisions = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        match = Match.unrecorded(game, seats, options, chance=bot.chance.another())
        while match.outcome is None:
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
            decisions += 1
            if views:
                match.views()
    return decisions / spent


def midway(game: Game[Any, Any], seats: int, options: dict[str, object]) -> Match[Any]:
    """A match that is well under way."""
    bot = RandomBot(Chance.seeded("midway"))
    match = Match.unrecorded(game, seats, options, chance=Chance.seeded("midway", seats))
    for _ in range(3 * seats):
        if match.outcome is not None:
            break
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
    return match


def _microseconds(action: Callable[[], object], seconds: float) -> float:
    calls = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        for _ in range(100):
            action()
        calls += 100
    return round_to(spent / calls * 1e6)


def _by_log_length(
    game: Game[Any, Any], seats: int, options: dict[str, object], seconds: float
) -> list[float]:
    """The cost of copying a match and answering, with logs of very different lengths."""
    costs: list[float] = []
    for length in LOG_LENGTHS:
        match = midway(game, seats, options)
        line = next(iter(match.log))
        for _ in range(len(match.log), length):
            match.log.add(line)
        costs.append(_microseconds(partial(_copy_and_answer, match), seconds))
    return costs


def _copy_and_answer(match: Match[Any]) -> None:
    twin = match.clone()
    seat = twin.asked()[0]
    twin.answer(seat, twin.choice(seat).offers()[0])
