"""Tempers that people can tell apart, from what everybody sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from bang_dice import GAME
from bang_dice.content import Face
from bang_dice.state import Town
from boomtown.bots import answer_of, make_bot
from boomtown.core import Answer, Chance, Match, Seat

Count = Callable[[Match[Town], Seat, Answer], tuple[int, int]]
"""How often something was done at an answer, and how often it could have been."""
REROLL, BEER = "bang.roll.reroll", "bang.beer.use"


def stops(match: Match[Town], seat: Seat, answer: Answer) -> tuple[int, int]:
    return not answer, 1


def keeps_beers(match: Match[Town], seat: Seat, answer: Answer) -> tuple[int, int]:
    beers = [number for number, face in enumerate(match.state.dice, 1) if face is Face.BEER]
    return len(set(beers) - set(answer)), len(beers)


def drinks(match: Match[Town], seat: Seat, answer: Answer) -> tuple[int, int]:
    return answer.get(seat, 0), sum(answer.values())


@cache
def questions() -> list[tuple[str, Match[Town], Seat]]:
    """What deputies are asked about dice and beers in four matches, with the table of each."""
    found = []
    for number in range(4):
        chance = Chance.seeded("tempers", number)
        match = Match.unrecorded(GAME, 6, chance=chance.another())
        bots = [make_bot(GAME, "deputy", chance.another()) for _ in match.all_seats]
        while match.outcome is None:
            seat = match.asked()[0]
            ask = match.question(seat)
            assert ask is not None
            if ask.key in (REROLL, BEER):
                found.append((ask.key, match.clone(), seat))
            match.answer(seat, answer_of(bots[seat], match, seat, chance))
    return found


def share(temper: str, rule: str, count: Count) -> float:
    done = possible = 0
    chance = Chance.seeded("share")
    for asked, match, seat in questions():
        if asked == rule:
            bot = make_bot(GAME, f"deputy.{temper}", chance)
            times, of = count(match, seat, answer_of(bot, match, seat, chance))
            done, possible = done + times, possible + of
    assert possible > 40
    return done / possible


@pytest.mark.parametrize(
    ("more", "less", "rule", "count", "by"),
    [
        ("careful", "bold", REROLL, stops, 0.1),
        ("greedy", "careful", BEER, drinks, 0.1),
        ("bold", "vengeful", REROLL, keeps_beers, 0.15),
        ("greedy", "vengeful", REROLL, keeps_beers, 0.1),
    ],
)
def test_one_temper_does_something_far_more_often_than_another(
    more: str, less: str, rule: str, count: Count, by: float
) -> None:
    often, seldom = (share(temper, rule, count) for temper in (more, less))
    assert often > seldom + by, (often, seldom)
