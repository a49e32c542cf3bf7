"""Playouts a second: what a search can afford, on one core.

From a table that is well under way an imagined one is made and played to its end, over and over: by
any answers with log and judge, by any answers in a quiet match, by the game's quick policy, and by
that only to the next calm point. CPU time, rounds in turns, medians: machines are noisy.

    python benchmarks/playouts.py [GAME …] [--seconds 0.5]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from boomtown import BUILD
from boomtown.bots.random_bot import RandomBot
from boomtown.core import Chance, Match, Seat, play_on, play_randomly, quick_policy
from boomtown.plugins import find_game

GAMES = {"bang_dice": (5, 15), "cash_n_guns": (6, 18), "shadows_west": (2, 40)}
"""By game the seats, and how many answers were given before."""
ROUNDS = 5
ME = Seat(0)

Playout = Callable[[Match[Any], Chance], object]


def under_way(id: str) -> Match[Any]:
    """A table after so many random answers."""
    seats, answers = GAMES[id]
    bot = RandomBot(Chance.seeded("under way"))
    match = Match.unrecorded(find_game(id), seats, chance=Chance.seeded("under way", seats))
    for _ in range(answers):
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
    return match


def loudly(match: Match[Any], chance: Chance) -> None:
    """With log, judge and everything that a table has which people look at."""
    table = match.imagine(ME, chance, quiet=False)
    while table.outcome is None:
        seat = table.asked()[0]
        table.answer(seat, table.choice(seat).pick(chance))


def quietly(match: Match[Any], chance: Chance) -> None:
    play_randomly(match.imagine(ME, chance), chance)


def quickly(match: Match[Any], chance: Chance) -> None:
    play_on(match.imagine(ME, chance), quick_policy(match.game), chance)


def to_a_calm_point(match: Match[Any], chance: Chance) -> None:
    play_on(match.imagine(ME, chance), quick_policy(match.game), chance, points=1)


def imagined(match: Match[Any], chance: Chance) -> None:
    match.imagine(ME, chance)


def copied(match: Match[Any], chance: Chance) -> None:
    match.clone(quiet=True)


KINDS: dict[str, Playout] = {
    "random, with log and judge": loudly,
    "random, quiet": quietly,
    "quick policy": quickly,
    "quick policy to a calm point": to_a_calm_point,
    "imagined only": imagined,
    "copied only": copied,
}


def rate(playout: Playout, match: Match[Any], chance: Chance, seconds: float) -> float:
    """So many a second of CPU time."""
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        playout(match, chance)
        done += 1
    return done / spent


def measured(id: str, seconds: float) -> dict[str, float]:
    """Medians of all kinds, each round with chance of its own that all kinds share."""
    match = under_way(id)
    kinds = {
        name: kind
        for name, kind in KINDS.items()
        if kind is not to_a_calm_point or match.game.evaluation is not None
    }
    found: dict[str, list[float]] = {name: [] for name in kinds}
    for number in range(ROUNDS):
        for name, kind in kinds.items():
            chance = Chance.seeded("playouts", number)
            found[name].append(rate(kind, match, chance, seconds))
    return {name: float(f"{median(values):.3g}") for name, values in found.items()}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("games", nargs="*", default=list(GAMES))
    words.add_argument("--seconds", type=float, default=0.5)
    told = words.parse_args()
    figures = {id: measured(id, told.seconds) for id in told.games}
    json.dump({"build": str(BUILD), "playouts_per_second": figures}, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
