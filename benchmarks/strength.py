"""How strong a search is: one seat thinks ahead, the others are deputies.

Every match has a number, from which its deal, its dice and all thoughts follow; the seat changes
from one to the next. Results are kept by number in a file, so a run can be short and go on later,
and two settings are compared on the same matches. CPU time a thought is measured beside.

    python benchmarks/strength.py GAME --seats 6 --keep FILE [--playouts 100] [--set gate=3 …]
        [--alone] [--control] [--seconds 120]
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import msgspec

from boomtown.bots import DEPUTY, answer_of, make_bot
from boomtown.bots.search import SearchBot, Settings
from boomtown.core import Bot, Chance, Game, Match
from boomtown.lab.intervals import wilson
from boomtown.plugins import find_game


def lonely(game: Game[Any, Any], arm: dict[str, Any], chance: Chance) -> Bot:
    """The bot whose strength is measured."""
    if arm["control"]:
        return make_bot(game, DEPUTY, chance)
    heuristic = None if arm["alone"] else make_bot(game, DEPUTY, chance.another())
    return SearchBot(chance.another(), heuristic, msgspec.convert(arm["settings"], Settings))


def played(game: Game[Any, Any], seats: int, arm: dict[str, Any], number: int) -> dict[str, Any]:
    """One match, and what came of it."""
    chance = Chance.seeded("strength", game.id, number)
    match = Match.unrecorded(game, seats, chance=chance.another())
    lone = number % seats
    bots = [make_bot(game, DEPUTY, chance.another()) for _ in range(seats)]
    bots[lone] = lonely(game, arm, chance.another())
    answers, spent = 0, 0.0
    while match.outcome is None:
        seat = match.asked()[0]
        begun = time.process_time()
        answer = answer_of(bots[seat], match, seat, chance)
        if seat == lone:
            answers, spent = answers + 1, spent + time.process_time() - begun
        match.answer(seat, answer)
    won = lone in match.outcome.winners
    return {"number": number, "won": won, "answers": answers, "spent": round(spent, 4)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--keep", type=Path, required=True)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--alone", action="store_true", help="without the deputy's answer")
    parser.add_argument("--control", action="store_true", help="the deputy itself")
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    game = find_game(given.game)
    settings: dict[str, Any] = {"playouts": given.playouts}
    settings |= {
        name: json.loads(value) for name, _, value in (s.partition("=") for s in given.set)
    }
    arm = {"settings": settings, "alone": given.alone, "control": given.control}
    name = json.dumps([game.id, game.version, given.seats, arm], sort_keys=True)
    kept: dict[int, dict[str, Any]] = {}
    if given.keep.exists():
        lines = map(json.loads, given.keep.read_text().splitlines())
        kept = {line["number"]: line for line in lines if line["arm"] == name}
    until, number = time.monotonic() + given.seconds, 0
    with given.keep.open("a") as file:
        while time.monotonic() < until:
            if number not in kept:
                kept[number] = {"arm": name, **played(game, given.seats, arm, number)}
                print(json.dumps(kept[number]), file=file, flush=True)
            number += 1
    won = sum(line["won"] for line in kept.values())
    low, high = wilson(won, len(kept))
    thought = sum(line["spent"] for line in kept.values()) / sum(
        line["answers"] for line in kept.values()
    )
    print(f"{won} of {len(kept)} won: {won / len(kept):.1%} ({low:.1%} to {high:.1%}), ", end="")
    print(f"an equal share is {1 / given.seats:.1%}; {1000 * thought:.1f} ms a thought")


if __name__ == "__main__":
    main()
