"""The engine against the same game written by hand, and copies against ``copy.deepcopy``.

The peer is High Noon in minimal plain Python: dictionaries, ``random``, no log, no views, no
judge, no saving. It is about as fast as Python rules can be, so the ratio is the price of the
framework. Rounds are interleaved and medians compared, because machines are noisy.
"""

from __future__ import annotations

import copy
import json
import random  # noqa: TID251 - the peer does without Boomtown
import sys
import time
from statistics import median
from typing import Any

from boomtown.core import Chance, Match
from boomtown.lab.bench import decisions_per_second
from boomtown.plugins import find_game

SEATS = 5
ROUNDS = 7
SECONDS = 0.4


def by_hand(rng: random.Random) -> int:
    """One random match of High Noon without Boomtown; how many decisions it took."""
    deck = ["star", "whisky", "shout"] * 3
    rng.shuffle(deck)
    table: list[dict[str, Any]] = [
        {"lives": 3, "trick": deck.pop(), "up": False, "steady": False, "ducks": False}
        for _ in range(SEATS)
    ]
    decisions = 0
    for number in range(12):
        standing = [seat for seat in range(SEATS) if table[seat]["lives"]]
        stands: dict[int, Any] = {}
        for seat in standing:
            offers: list[Any] = [other for other in standing if other != seat]
            offers += ["duck"] if table[seat]["steady"] else ["duck", "aim"]
            stands[seat] = rng.choice(offers)
            decisions += 1
        for seat, stand in stands.items():
            table[seat]["ducks"] = stand == "duck"
            table[seat]["steady"] = table[seat]["steady"] or stand == "aim"
        for seat in sorted(stands, key=lambda seat: (seat - number) % SEATS):
            if not isinstance(stands[seat], int):
                continue
            target = stands[seat]
            if not (table[seat]["lives"] and table[target]["lives"]):
                continue
            dice = [rng.randint(1, 6) for _ in range(2 + table[seat]["steady"])]
            table[seat]["steady"] = False
            hits = sum(die >= (6 if table[target]["ducks"] else 5) for die in dice)
            if not hits:
                continue
            for step in range(1, SEATS):
                other = (seat + step) % SEATS
                one = table[other]
                if not one["lives"] or one["up"]:
                    continue
                fits = (one["trick"] == "shout") != (other == target)
                decisions += 1
                if rng.choice(["pass", "use"] if fits else ["pass"]) == "use":
                    one["up"] = True
                    hits -= {"star": hits, "whisky": hits - 1, "shout": 1}[str(one["trick"])]
                    break
            table[target]["lives"] = max(0, int(table[target]["lives"]) - hits)
            if sum(one["lives"] > 0 for one in table) == 1:
                return decisions
    return decisions


def by_hand_per_second(seed: int) -> float:
    rng = random.Random(seed)
    decisions = 0
    started = time.perf_counter()
    while (spent := time.perf_counter() - started) < SECONDS:
        decisions += by_hand(rng)
    return decisions / spent


def per_call_us(action: Any, calls: int = 2000) -> float:
    started = time.perf_counter()
    for _ in range(calls):
        action()
    return (time.perf_counter() - started) / calls * 1e6


def main() -> None:
    game = find_game("high_noon")
    match = Match.unrecorded(game, SEATS, chance=Chance.seeded("bench"))
    rounds: dict[str, list[float]] = {name: [] for name in ("hand", "engine", "views")}
    copies: dict[str, list[float]] = {name: [] for name in ("clone", "deepcopy")}
    for number in range(ROUNDS):
        rounds["hand"].append(by_hand_per_second(number))
        rounds["engine"].append(decisions_per_second(game, SEATS, SECONDS, f"e{number}"))
        rounds["views"].append(decisions_per_second(game, SEATS, SECONDS, f"v{number}", views=True))
        copies["clone"].append(per_call_us(match.clone))
        copies["deepcopy"].append(per_call_us(lambda: copy.deepcopy((match.state, match.agenda))))
    rate = {name: median(values) for name, values in rounds.items()}
    cost = {name: median(values) for name, values in copies.items()}
    figures = {
        "decisions_per_second": {name: round(value) for name, value in rate.items()},
        "engine_to_hand": round(rate["engine"] / rate["hand"], 3),
        "copy_us": {name: round(value, 2) for name, value in cost.items()},
        "deepcopy_to_clone": round(cost["deepcopy"] / cost["clone"], 1),
    }
    json.dump(figures, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
