"""Tempers that people can tell apart, from what everybody sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from boomtown.bots import answer_of, make_bot
from boomtown.core import Answer, Chance, Match, Seat
from cash_n_guns import GAME
from cash_n_guns.state import Gang

AIM = "cash.holdup.aim"
Told = Callable[[Match[Gang], Seat, Answer], bool]


def share(kind: str, rule: str, of: Callable[[Match[Gang], Seat], bool], told: Told) -> float:
    """How often a kind does something, at questions of three matches between deputies."""
    asked = done = 0
    for number in range(3):
        chance = Chance.seeded("tempers", number)
        match = Match.unrecorded(GAME, 6, chance=chance.another())
        bots = [make_bot(GAME, "deputy", chance.another()) for _ in range(6)]
        while match.outcome is None:
            seat = match.asked()[0]
            ask = match.question(seat)
            assert ask is not None
            if ask.rule == rule and of(match, seat):
                for again in range(6):
                    own = Chance.seeded(number, match.number, again)
                    answer = answer_of(make_bot(GAME, kind, own), match, seat, own)
                    asked += 1
                    done += told(match, seat, answer)
            match.answer(seat, answer_of(bots[seat], match, seat, chance))
    assert asked > 60
    return done / asked


def under_guns(match: Match[Gang], seat: Seat) -> bool:
    return any(gangster.target == seat for gangster in match.state.gangsters)


def stands(match: Match[Gang], seat: Seat, answer: Answer) -> bool:
    return bool(answer == "stand")


def foe(match: Match[Gang], seat: Seat) -> Any:
    """Who has aimed at a seat last."""
    aims = [e for e in match.history() if e.rule == AIM and e.args.get("target") == seat]
    return aims[-1].args["seat"] if aims else None


def has_foe(match: Match[Gang], seat: Seat) -> bool:
    return foe(match, seat) in match.state.living()


def pays_back(match: Match[Gang], seat: Seat, answer: Answer) -> bool:
    return bool(answer == foe(match, seat))


def rich_there(match: Match[Gang], seat: Seat) -> bool:
    return match.state.round > 2


def at_the_rich(match: Match[Gang], seat: Seat, answer: Answer) -> bool:
    loot = {other: len(match.state.gangsters[other].loot) for other in match.state.living()}
    del loot[seat]
    return loot.get(answer) == max(loot.values())


@pytest.mark.parametrize(
    ("more", "less", "rule", "of", "told", "by"),
    [
        ("bold", "careful", "cash.courage.choose", under_guns, stands, 0.15),
        ("vengeful", "bold", AIM, has_foe, pays_back, 0.3),
        ("greedy", "vengeful", AIM, rich_there, at_the_rich, 0.15),
    ],
)
def test_one_temper_does_something_far_more_often_than_another(
    more: str, less: str, rule: str, of: Callable[[Match[Gang], Seat], bool], told: Told, by: float
) -> None:
    often, seldom = (share(f"deputy.{temper}", rule, of, told) for temper in (more, less))
    assert often > seldom + by, (often, seldom)
