"""Views of all seats against one view, and against a copy of the whole state for every seat.

Random play; after each answer the views of the moment are made in one of several ways. The ways
take turns in every round, costs are CPU time beyond the play itself, and the plain way is the
control: what it costs shows how busy the machine was.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import msgspec
from msgspec import UNSET

from boomtown.bots.random_bot import RandomBot
from boomtown.core import Chance, Match
from boomtown.core.codec import codec_of
from boomtown.core.secret import secrets_in
from boomtown.plugins import find_game

ROUNDS = 7
TABLES: list[tuple[str, int, dict[str, object], int]] = [
    ("bang_dice", 5, {}, 1500),
    ("cash_n_guns", 6, {"powers": True}, 800),
    ("shadows_west", 2, {}, 200),
    ("high_noon", 5, {}, 2000),
]
"""Game, seats, options, and the answers of one round."""
encode = msgspec.json.Encoder().encode


def plain(match: Match[Any]) -> None:
    """A copy of the state for every seat, with everything taken out that it may not know."""
    codec = codec_of(match.game)
    match.prompt()
    for seat in match.all_seats:
        state, _ = codec.copy(match.state, [])
        for secret in secrets_in(state):
            if not secret.known_to(seat):
                secret.held = UNSET
            secret.seats = 0


def in_json(match: Match[Any]) -> None:
    lens = match.lens()
    for seat in match.all_seats:
        encode(lens.json(seat))


WAYS: dict[str, Callable[[Match[Any]], object]] = {
    "play": lambda match: None,
    "plain": plain,
    "one": lambda match: match.view(match.all_seats[0]),
    "all": lambda match: match.views(),
    "json": in_json,
}


def per_answer_us(game: str, seats: int, options: dict[str, object], least: int, way: str) -> float:
    """CPU time of an answer and what is looked at after it."""
    bot, look, answers = RandomBot(Chance.seeded("views", game)), WAYS[way], 0
    begun = time.process_time()
    while answers < least:
        match = Match.unrecorded(find_game(game), seats, options, chance=bot.chance.another())
        while match.outcome is None:
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
            look(match)
            answers += 1
    return (time.process_time() - begun) / answers * 1e6


def measured(game: str, seats: int, options: dict[str, object], least: int) -> dict[str, float]:
    """Medians of the rounds, each way beyond the play itself."""
    rounds: dict[str, list[float]] = {way: [] for way in WAYS}
    for _ in range(ROUNDS):
        for way in WAYS:
            rounds[way].append(per_answer_us(game, seats, options, least, way))
    play = median(rounds["play"])
    cost = {way: median(spent) - play for way, spent in rounds.items() if way != "play"}
    return {
        "play_us": round(play, 1),
        **{f"{way}_us": round(us, 1) for way, us in cost.items()},
        "all_to_one": round(cost["all"] / cost["one"], 2),
        "plain_to_all": round(cost["plain"] / cost["all"], 1),
        "answer_plain_to_all": round((play + cost["plain"]) / (play + cost["all"]), 1),
    }


def main() -> None:
    wanted = sys.argv[1:] or [game for game, *_ in TABLES]
    figures = {
        game: measured(game, seats, options, least)
        for game, seats, options, least in TABLES
        if game in wanted
    }
    json.dump(figures, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
