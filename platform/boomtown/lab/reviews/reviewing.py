"""A review that is made piece by piece: it can be stopped anywhere, stored, and gone on with.

Both parts take the same way: a list of what is to be done, which follows from the record alone, and
what was found so far. Whoever has what was found does the next piece.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from msgspec import structs

from boomtown.core.chance import Chance
from boomtown.core.log import Entry
from boomtown.core.match import Match
from boomtown.core.record import By, Line
from boomtown.core.seats import Seat
from boomtown.lab.reviews.curve import chances, is_short, luck_of_dice, luck_of_the_deal
from boomtown.lab.reviews.decisions import judged, tried_again
from boomtown.lab.reviews.figures import (
    Choices,
    Curve,
    Decision,
    Effort,
    Point,
    Saying,
    Turning,
    turnings_of,
)

MOST_AGAIN = 8
"""How many of the largest decisions are tried twice."""
Say: TypeAlias = Callable[[Match[Any], Seat, Decision], dict[str, Saying]]
"""Puts a decision into words, by language: later nobody has the choice at hand."""


class Past(Protocol):
    """A finished match, any moment of which can be put on the table again."""

    id: str
    whole: bool
    """Whether it began at the beginning: there was a deal."""
    first: int
    standing: list[tuple[int, Line]]
    """The answers that stand and can be shown, with the numbers of their lines."""

    def at(self, line: int) -> Match[Any]:
        """The table after so many lines."""

    def told(self, line: int) -> list[Entry]:
        """What everybody could read after a line that they could not before."""

    def settled(self, line: int) -> bool:
        """Whether a line settled a question: until then a sealed answer has changed nothing."""


# --- the curve ------------------------------------------------------------------------------------


def stages(past: Past) -> list[int]:
    """After which lines the curve has points."""
    after = [number + 1 for number, line in past.standing if line.by is not By.CHAPTER]
    return [past.first, *(line for line in after if past.settled(line))]


def draw_on(past: Past, curve: Curve, effort: Effort, seconds: float) -> Curve:
    """Finds further points of a curve for about so long, at least one."""
    ends, places = time.monotonic() + seconds, stages(past)
    lines = dict(past.standing)
    while len(curve.points) < len(places):
        place = places[len(curve.points)]
        chance = Chance.seeded("review", past.id, place)
        if not curve.points:
            curve = _begun(past, curve, effort, chance)
        curve.points.append(_point(past, place, lines.get(place - 1), curve, effort, chance))
        if time.monotonic() >= ends:
            break
    if len(curve.points) == len(places):
        curve.turnings = _turnings(past, curve, lines)
    return curve


def _begun(past: Past, curve: Curve, effort: Effort, chance: Chance) -> Curve:
    start = past.at(past.first)
    curve.far = is_short(start, effort, chance)
    if past.whole and start.outcome is None:
        curve.deal = luck_of_the_deal(start, effort, chance)
    return curve


def _point(
    past: Past, place: int, given: Line | None, curve: Curve, effort: Effort, chance: Chance
) -> Point:
    after = past.at(place)
    worth, error = chances(after, effort, chance, far=curve.far)
    luck = None
    if curve.points and given is not None:
        before = past.at(place - 1)
        if before.chance.drawn != after.chance.drawn:
            luck = luck_of_dice(before, given, after, effort, chance)
    return Point(place, worth, error, luck)


def _turnings(past: Past, curve: Curve, lines: dict[int, Line]) -> list[Turning]:
    return [
        Turning(
            line=after.line,
            seat=lines[after.line - 1].seat,
            before=before.worth,
            after=after.worth,
            told=past.told(after.line),
            dice=after.luck is not None,
        )
        for before, after in turnings_of(curve.points)
    ]


# --- decisions ------------------------------------------------------------------------------------


def questions(past: Past, seat: Seat) -> list[tuple[int, Line]]:
    """What somebody has answered as that seat, and nobody for them."""
    mine = [(number, line) for number, line in past.standing if line.by is By.PLAYER]
    return [(number, line) for number, line in mine if line.seat == seat]


def pieces(past: Past, seat: Seat) -> int:
    """How many pieces a seat's part has: all its answers once, the largest decisions again."""
    count = len(questions(past, seat))
    return count + min(count, MOST_AGAIN)


def judge_on(
    past: Past,
    found: Choices,
    done: int,
    effort: Effort,
    seconds: float,
    say: Say,
) -> tuple[Choices, int]:
    """Judges further answers of a seat for about so long, and says how many pieces are done."""
    ends, asked = time.monotonic() + seconds, questions(past, found.seat)
    total = pieces(past, found.seat)
    while done < total:
        if done < len(asked):
            number, line = asked[done]
            table = past.at(number)
            one = judged(table, found.seat, line.answer, number, effort, past.id)
            if one is not None:
                words = say(table, found.seat, one)
                found.decisions.append(structs.replace(one, words=words))
        else:
            _try_again(past, found, effort)
        done += 1
        if time.monotonic() >= ends:
            break
    return found, done


def _try_again(past: Past, found: Choices, effort: Effort) -> None:
    """The largest decision that was tried only once."""
    once = [one for one in found.decisions if not one.again]
    if once:
        largest = max(once, key=lambda one: (one.gain, -one.line))
        again = tried_again(past.at(largest.line), found.seat, largest, effort, past.id)
        found.decisions[found.decisions.index(largest)] = again
