"""``python -m digest 3000``: random play of every game and option as one hash, to compare builds.

It covers what players and machines get to see: the hash of every answer, views, questions, the
log, copies, imagined tables, snapshots and match files.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

import msgspec

from boomtown import BUILD
from boomtown.bots.random_bot import RandomBot
from boomtown.core import Chance, Match, Refused, export, form_of, load, save, seed_from
from boomtown.core.codec import canonical_json
from boomtown.core.game import Game
from boomtown.plugins import installed_games

CLOSE = 23
"""Every so many answers everything is looked at."""
LONGEST = 400
"""Answers of one match; a long one is left in the middle."""


def some_options(game: Game[Any, Any], chance: Chance) -> dict[str, object]:
    """Options of every kind, each as likely as not to be the usual one."""
    chosen: dict[str, object] = {}
    for field in form_of(game.options):
        if chance.below(2):
            continue
        if field.kind == "switch":
            chosen[field.name] = bool(chance.below(2))
        elif field.kind == "number":
            assert field.least is not None
            assert field.most is not None
            chosen[field.name] = field.least + chance.below(field.most - field.least + 1)
        else:
            chosen[field.name] = chance.pick(field.of)
    return chosen


def a_match(game: Game[Any, Any], chance: Chance) -> Match[Any]:
    """A new match with options that fit the number of seats."""
    while True:
        seats, options = chance.pick(list(game.seats)), some_options(game, chance)
        try:
            return Match.start(game, seats, options, seed=seed_from(chance.below(2**40)))
        except Refused:
            continue


def look(match: Match[Any], chance: Chance, seen: Any) -> None:
    """Everything that can be asked of a match."""
    seat = match.asked()[0]
    question = match.question(seat)
    assert question is not None
    for value in (match.views(), match.view(None), list(match.log.since(0))[-5:]):
        seen.update(msgspec.json.encode(value))
    seen.update(canonical_json(question.describe()))
    lens = match.lens()
    seen.update(msgspec.json.encode(lens.json(None)) + msgspec.msgpack.encode(lens.view(seat)))
    saved = save(match)
    seen.update(saved)
    for twin in (match.clone(), load(match.game, saved)):
        assert twin.hash() == match.hash()
    seen.update(match.imagine(seat, chance).hash().encode())


def digest(decisions: int) -> str:
    """Plays all games in turn, about so many decisions in all."""
    seen = hashlib.sha256()
    games = list(installed_games())
    for number, game in enumerate(games):
        chance = Chance.seeded("digest", game.id)
        left = decisions // len(games)
        while left > 0:
            match, bot = a_match(game, chance), RandomBot(chance.another())
            for _ in range(LONGEST):
                if match.outcome is not None:
                    break
                seat = match.asked()[0]
                match.answer(seat, bot.pick(match.choice(seat)))
                left -= 1
                if match.number % CLOSE == 0 and match.outcome is None:
                    look(match, chance, seen)
            assert match.record is not None
            seen.update("".join(line.hash for line in match.record.lines).encode())
            if match.outcome is not None:
                seen.update(export(match).encode())
        print(f"{number + 1}/{len(games)} {game.id}: {seen.hexdigest()[:16]}", file=sys.stderr)
    return seen.hexdigest()


if __name__ == "__main__":
    total = int(sys.argv[1])
    json.dump({"compiled": BUILD.compiled, "hash": digest(total)}, sys.stdout)
