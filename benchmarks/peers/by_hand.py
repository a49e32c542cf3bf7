"""High Noon in minimal plain Python: about as fast as rules in Python can be.

Dictionaries and ``random``; no log, no views, no judge, no saving. So a ratio to it is the price of
the framework, and it tells how fast the machine was while something else was measured.
"""

from __future__ import annotations

import random  # noqa: TID251 - the peer does without Boomtown
from typing import Any

from benchmarks.figures import a_second

SEATS = 5


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


def decisions(seconds: float, seed: str) -> float:
    """Decisions a second of CPU time."""
    rng = random.Random(seed)
    return a_second(lambda: by_hand(rng), seconds)
