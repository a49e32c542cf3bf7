"""Round robins for the ladder: contestants play deals against each other, and are rated.

A contestant is a kind of bot, ``marshal`` or ``deputy.bold``; ``marshal@0.3`` thinks for so many
seconds at each answer, and then what is played depends on the machine. The ratings are those of
openskill's Bradley-Terry model; how sure they are is found by drawing the deals anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct
from openskill.models import BradleyTerryFull

from boomtown import BUILD
from boomtown.bots.kinds import UnknownBot, make_bot, play_out
from boomtown.core.bot import Bot
from boomtown.core.chance import Chance
from boomtown.core.game import Game
from boomtown.core.match import Match
from boomtown.lab.ladder import TIME, Ladder, Pair, Rung
from boomtown.lab.pool import spread
from boomtown.lab.reach import settings_in_turn
from boomtown.plugins import find_game

RESAMPLES = 200
"""How often the deals are drawn anew to see how sure the ratings are."""

Deal = tuple[int, int, int]
"""The places of two contestants in the list, and who won: 1 the first, -1 the second, 0 nobody."""


class Job(Struct, frozen=True):
    """What is played between two contestants."""

    game: str
    seed: str
    kinds: tuple[str, str]
    seats: int
    options: dict[str, object]
    number: int


# --- playing --------------------------------------------------------------------------------------


def contestant(game: Game[Any, Any], name: str, chance: Chance) -> Bot:
    """A bot by its name on the ladder."""
    kind, timed, seconds = name.partition(TIME)
    if not timed:
        return make_bot(game, kind, chance)
    try:
        return make_bot(game, kind, chance, float(seconds))
    except ValueError:
        raise UnknownBot(f"{name}: write KIND{TIME}SECONDS") from None


def play_deal(job: Job) -> int:
    """Who wins a deal that is played twice: 1 the first, -1 the second, 0 nobody."""
    first = _part(job, 0) - _part(job, 1)
    return (first > 0) - (first < 0)


def _part(job: Job, shift: int) -> float:
    """How much more of the wins a seat of the contestant at the first, third … seat has.

    With a shift it is the other one who sits there.
    """
    game = find_game(job.game)
    chance = Chance.seeded(job.seed, job.seats, job.number)
    match = Match.unrecorded(game, job.seats, job.options, chance=chance.another())
    # Whoever of the two sits where there is one seat more changes with the number of the deal.
    sits = [(seat + job.number) % 2 for seat in match.all_seats]
    names = [job.kinds[(place + shift) % 2] for place in sits]
    play_out(match, [contestant(game, name, chance.another()) for name in names], chance)
    assert match.outcome is not None, "the match is over"
    shares = []
    for place in (0, 1):
        seats = [seat for seat in match.all_seats if sits[seat] == place]
        shares.append(sum(seat in match.outcome.winners for seat in seats) / len(seats))
    return shares[0] - shares[1]


# --- rating ---------------------------------------------------------------------------------------


def ratings(deals: Sequence[Deal], count: int) -> list[float]:
    """How strong each contestant is, by openskill's Bradley-Terry model, 25 in the mean."""
    model = BradleyTerryFull(tau=0.0)  # nobody learns anything between two deals
    rated = [model.rating() for _ in range(count)]
    for one, two, won in deals:
        ranks = [float(won < 0), float(won > 0)]
        [[rated[one]], [rated[two]]] = model.rate([[rated[one]], [rated[two]]], ranks=ranks)
    return [float(one.mu) for one in rated]


def rungs_of(kinds: Sequence[str], deals: Sequence[Deal], seed: str) -> list[Rung]:
    """The contestants, the strongest first; in which order the deals come must not matter."""
    chance = Chance.seeded(seed, "resamples")
    drawn = [
        ratings([deals[chance.below(len(deals))] for _ in deals], len(kinds))
        for _ in range(RESAMPLES)
    ]
    rungs = []
    for place, kind in enumerate(kinds):
        values = sorted(one[place] for one in drawn)
        low, high = values[round(RESAMPLES * 0.025)], values[round(RESAMPLES * 0.975) - 1]
        mean = sum(values) / RESAMPLES
        rungs.append(Rung(kind, round(mean, 2), round(low, 2), round(high, 2)))
    return sorted(rungs, key=lambda rung: -rung.rating)


# --- the whole ------------------------------------------------------------------------------------


def round_robin(
    game: Game[Any, Any],
    kinds: Sequence[str],
    deals: int,
    seed: str,
    *,
    seats: Sequence[int] = (),
    options: Mapping[str, object] | None = None,
    processes: int | None = None,
    scheduler: str = "",
    progress: Callable[[int], None] = lambda played: None,
) -> Ladder:
    """All kinds against all others; numbers of seats and options in turn, unless told which."""
    if len(set(kinds)) < 2:
        raise UnknownBot("a ladder takes two different kinds of bots at least")
    for kind in kinds:
        contestant(game, kind, Chance.seeded("check"))
    settings = settings_in_turn(game, options, seats)
    jobs = [
        (one, two, Job(game.id, seed, (kinds[one], kinds[two]), *settings[n % len(settings)], n))
        for one, two in combinations(range(len(kinds)), 2)
        for n in range(deals)
    ]
    results = _played([job for _, _, job in jobs], processes, scheduler, progress)
    found = [(one, two, won) for (one, two, _), won in zip(jobs, results, strict=True)]
    pairs = []
    for one, two in combinations(range(len(kinds)), 2):
        wins = [won for a, b, won in found if (a, b) == (one, two)]
        counts = (wins.count(1), wins.count(0), wins.count(-1))
        pairs.append(Pair(kinds[one], kinds[two], *counts))
    played: list[dict[str, Any]] = []
    for _, chosen in settings[:deals]:
        if chosen not in played:
            played.append(chosen)
    return Ladder(
        game=game.id,
        version=game.version,
        build=BUILD.kind,
        seed=seed,
        deals=deals,
        seats=sorted({count for count, _ in settings[:deals]}),
        options=played,
        rungs=rungs_of(kinds, found, seed),
        pairs=pairs,
    )


def _played(
    jobs: Sequence[Job], processes: int | None, scheduler: str, progress: Callable[[int], None]
) -> list[int]:
    """Who won each deal, in order."""
    results = [0] * len(jobs)
    alone = [(job,) for job in jobs]
    for place, won in spread(play_deal, alone, processes=processes, scheduler=scheduler):
        results[place] = won
        progress(1)
    return results
