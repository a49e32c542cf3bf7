"""A table in the terminal: what has a number of its own is named by it, refused or not."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace

from rich.console import Console

from boomtown.core import Answer, Ask, Match, Refusal, Seat, Several
from boomtown.terminal import Terminal
from toys import HONEST
from toys.state import Table

LOCKED = Refusal("toy.word.say")


class Dice(Ask):
    """Two dice may be thrown again, the second one may not."""

    rule = "toy.word.say"

    def choice(self, match: Match[Table], seat: Seat) -> Several:
        return Several([1, 3], {2: LOCKED}, noun="die")

    def answered(self, match: Match[Table], answer: Answer) -> None:
        match.end(self.rule, [self.seat])


class NoDice(Dice):
    """None may."""

    def choice(self, match: Match[Table], seat: Seat) -> Several:
        return Several([], noun="die")


def typed(step: type[Dice], lines: Iterable[str]) -> str:
    """What somebody reads who types these lines."""
    told, keys = io.StringIO(), iter(lines)
    Terminal(
        replace(HONEST, opening=lambda: step(Seat(0)), steps=(step,)),
        seats=2,
        people=1,
        bot="random",
        seed="terminal",
        options={},
        language="en",
        console=Console(file=told, width=500),
        read=lambda prompt: next(keys, "q"),
    ).play()
    return told.getvalue()


def test_what_is_refused_can_be_named_by_its_own_number_and_says_why() -> None:
    told = typed(Dice, ["1 2", "1 4"])
    assert "-  names.die.2: Not now. [toy.word.say]" in told
    assert "Not allowed: Not now. [toy.word.say]" in told
    assert "4" in told.split("[boomtown.choice.range]")[0].splitlines()[-1]


def test_where_nothing_is_offered_nothing_can_be_named() -> None:
    assert "[boomtown.choice.offered]" in typed(NoDice, ["1"])
