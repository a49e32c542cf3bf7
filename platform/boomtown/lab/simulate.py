"""Many seeded matches, played in parallel, and what came of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean, median
from typing import Any

from msgspec import Struct

from boomtown.bots.kinds import RANDOM, UnknownBot, make_bot, play_out
from boomtown.core.chance import Chance
from boomtown.core.game import Game
from boomtown.core.match import Match, checked_options
from boomtown.core.outcome import Outcome
from boomtown.core.seats import letter_of
from boomtown.lab.pool import chunks_for, spread
from boomtown.lab.questions import QuestionCounter, Questions
from boomtown.plugins import find_game

NOBODY = "nobody"
COUNTED = 25
"""Of so many matches the questions are counted: listing every answer would slow all others down."""


class Setting(Struct, frozen=True, kw_only=True):
    """What is played: everything that a simulation needs to be made again."""

    game: str
    seats: int
    seed: str
    bots: tuple[str, ...] = ()
    """The kind of bot at each seat."""
    options: dict[str, Any] = {}


class Length(Struct, frozen=True):
    """How many decisions a match took."""

    mean: float
    median: float
    shortest: int
    longest: int


class Report(Struct, frozen=True, kw_only=True):
    """What came of a simulation."""

    game: str
    version: str
    seats: int
    seed: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    matches: int
    decisions: int
    seconds: float
    winners: dict[str, int]
    """Matches won, by side; by seat where a game has no sides."""
    length: Length
    questions: Questions = Questions()
    """What was asked in the first of them."""


def kinds_for(game: Game[Any, Any], seats: int, kinds: Sequence[str]) -> tuple[str, ...]:
    """A kind of bot for each seat: one kind is for all of them, none is the random one."""
    for kind in kinds:
        make_bot(game, kind, Chance.seeded("check"))
    if len(kinds) > 1 and len(kinds) != seats:
        raise UnknownBot(f"{len(kinds)} bots for {seats} seats: name one kind, or one for each")
    return tuple(kinds) if len(kinds) == seats else ((*kinds, RANDOM)[0],) * seats


def winners_of(outcome: Outcome) -> list[str]:
    """Who won, as a simulation counts it: the side, or each winning seat."""
    if outcome.side is not None:
        return [outcome.side]
    return [f"seat {letter_of(seat)}" for seat in outcome.winners] or [NOBODY]


def with_losers(winners: Counter[str], seats: int) -> dict[str, int]:
    """Where seats are counted, those that never won belong in the table, too."""
    by_seat = {f"seat {letter_of(seat)}": 0 for seat in range(seats)}
    return by_seat | winners if by_seat.keys() & winners.keys() else dict(winners)


def play_one(
    game: Game[Any, Any], setting: Setting, number: int, counter: QuestionCounter | None = None
) -> tuple[Outcome, int]:
    """The match with this number; the same number always gives the same match."""
    chance = Chance.seeded(setting.seed, number)
    match = Match.unrecorded(game, setting.seats, dict(setting.options), chance=chance)
    match.observer = counter
    thoughts = Chance.seeded(setting.seed, number, "bots")
    bots = [make_bot(game, kind, thoughts.another()) for kind in setting.bots]
    length = play_out(match, bots, thoughts)
    assert match.outcome is not None
    return match.outcome, length


class Part(Struct, frozen=True):
    """A few matches of a simulation."""

    winners: dict[str, int]
    lengths: list[int]
    """In order."""
    questions: Questions


def play_some(setting: Setting, first: int, count: int) -> Part:
    """A few matches of a simulation."""
    game = find_game(setting.game)
    winners: Counter[str] = Counter()
    lengths: list[int] = []
    counter = QuestionCounter()
    for number in range(first, first + count):
        counts = counter if number < COUNTED else None
        outcome, length = play_one(game, setting, number, counts)
        winners.update(winners_of(outcome))
        lengths.append(length)
    return Part(dict(winners), lengths, counter.found)


def simulate(
    game: Game[Any, Any],
    seats: int,
    matches: int,
    seed: str,
    *,
    bots: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    processes: int | None = None,
    scheduler: str = "",
    progress: Callable[[int], None] = lambda played: None,
) -> Report:
    """Plays matches on all cores, or wherever a scheduler has workers. ``progress`` is told how
    many have just been finished."""
    checked_options(game, seats, dict(options or {}))
    setting = Setting(
        game=game.id,
        seats=seats,
        seed=seed,
        bots=kinds_for(game, seats, bots),
        options=dict(options or {}),
    )
    started = time.perf_counter()
    winners: Counter[str] = Counter()
    lengths: list[int] = []
    questions = Questions()
    for part in _played(setting, matches, processes, scheduler, progress):
        winners.update(part.winners)
        lengths += part.lengths
        questions += part.questions
    return Report(
        game=game.id,
        version=game.version,
        seats=seats,
        seed=seed,
        bots=setting.bots,
        options=setting.options,
        matches=matches,
        decisions=sum(lengths),
        seconds=round(time.perf_counter() - started, 3),
        winners=dict(sorted(with_losers(winners, seats).items())),
        length=Length(round(mean(lengths), 2), float(median(lengths)), min(lengths), max(lengths)),
        questions=questions,
    )


def _played(
    setting: Setting,
    matches: int,
    processes: int | None,
    scheduler: str,
    progress: Callable[[int], None],
) -> Iterator[Part]:
    chunks = chunks_for(matches, processes, scheduler)
    jobs = [(setting, first, count) for first, count in chunks]
    for place, part in spread(play_some, jobs, processes=processes, scheduler=scheduler):
        progress(chunks[place][1])
        yield part
