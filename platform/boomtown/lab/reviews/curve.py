"""How likely everybody wins, from everything that is known afterwards; and what chance did.

A table is played on again and again by the game's quick policy, with dice of its own: the cards lie
as they lay, but nobody knows the rolls to come. Short matches are played to their end; long ones
only to the next calm point, where the game says what a table is worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import median_low
from typing import Any

from boomtown.core.chance import Chance
from boomtown.core.game import WHOLE
from boomtown.core.match import Match
from boomtown.core.playout import play_on, quick_policy, worth_of
from boomtown.core.record import By, Line
from boomtown.lab.reviews.figures import Effort, Luck

LENGTHS = 5
"""Tables that are played on to see whether a match is long."""
TO_THE_END, TO_A_CALM_POINT = None, 1


def is_short(start: Match[Any], effort: Effort, chance: Chance) -> bool:
    """Whether all tables of a match can be played to their end; they must, where nothing is said of
    them before."""
    if start.game.evaluation is None:
        return True
    lengths = [
        play_on(table, quick_policy(table.game), chance)
        for table in (_with_other_dice(start, chance) for _ in range(LENGTHS))
    ]
    return median_low(lengths) <= effort.longest


def chances(
    match: Match[Any], effort: Effort, chance: Chance, *, far: bool
) -> tuple[list[int], list[int]]:
    """How likely everybody wins at a table, and the standard errors of that."""
    if match.outcome is not None:
        return list(worth_of(match)), [0] * match.seats
    depth, tables = (TO_THE_END, effort.far) if far else (TO_A_CALM_POINT, effort.near)
    return _played(lambda: _with_other_dice(match, chance), depth, tables, chance)


def luck_of_the_deal(start: Match[Any], effort: Effort, chance: Chance) -> Luck:
    """What the set-up is worth to everybody, against other set-ups of the same table."""

    def another() -> Match[Any]:
        dealt = Match.unrecorded(start.game, start.seats, start.options, chance=chance.another())
        return dealt.clone(quiet=True)

    def same() -> Match[Any]:
        return _with_other_dice(start, chance)

    before = _played(another, TO_A_CALM_POINT, effort.deals, chance)
    return _luck(before, _played(same, TO_A_CALM_POINT, effort.luck, chance))


def luck_of_dice(
    before: Match[Any], given: Line, after: Match[Any], effort: Effort, chance: Chance
) -> Luck:
    """The same answer with other dice, against what was rolled."""

    def rolled_again() -> Match[Any]:
        table = _with_other_dice(before, chance)
        if given.by is By.CLOCK:
            table.time_out(given.seat)
        else:
            table.answer(given.seat, given.answer)
        return table

    expected = _played(rolled_again, TO_A_CALM_POINT, effort.luck, chance)
    found = _played(lambda: _with_other_dice(after, chance), TO_A_CALM_POINT, effort.luck, chance)
    return _luck(expected, found)


def _luck(expected: tuple[list[int], list[int]], found: tuple[list[int], list[int]]) -> Luck:
    change = [after - before for before, after in zip(expected[0], found[0], strict=True)]
    error = [round(math.hypot(a, b)) for a, b in zip(expected[1], found[1], strict=True)]
    return Luck(change, error)


def _with_other_dice(match: Match[Any], chance: Chance) -> Match[Any]:
    """The same table, quiet; what is rolled from now on is anybody's guess."""
    table = match.clone(quiet=True)
    table.chance = chance.another()
    return table


def _played(
    table: Callable[[], Match[Any]], depth: int | None, tables: int, chance: Chance
) -> tuple[list[int], list[int]]:
    """What a kind of table is worth to everybody, and the standard errors of that."""
    rows = []
    for _ in range(tables):
        one = table()
        if one.outcome is None:
            play_on(one, quick_policy(one.game), chance, depth)
        rows.append(worth_of(one))
    return _summed(rows)


def _summed(rows: list[Any]) -> tuple[list[int], list[int]]:
    worth, error, count = [], [], len(rows)
    for column in zip(*rows, strict=True):
        mean = sum(column) / count
        spread = sum((value - mean) ** 2 for value in column) / max(1, count - 1)
        worth.append(min(WHOLE, round(mean)))
        error.append(round(math.sqrt(spread / count)))
    return worth, error
