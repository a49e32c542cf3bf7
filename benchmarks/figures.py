"""Figures beside their peers: rounds that take turns, medians with their range, ratios.

A machine is faster at one moment than at the next, and another machine is another thing altogether.
So nothing is compared but what was measured round by round in one run, in CPU time, and a figure
is kept as a ratio to its peer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from msgspec import Struct

Sample = Callable[[str], float]
"""Measures once, from a seed: how many a second, or how many milliseconds."""


class Spread(Struct, frozen=True):
    """The median of some rounds, with the least and the most."""

    middle: float
    low: float
    high: float

    @staticmethod
    def of(values: Sequence[float]) -> Spread:
        """The spread of some rounds."""
        return Spread(median(values), min(values), max(values))

    def told(self) -> str:
        """In three figures."""
        return f"{short(self.middle)} ({short(self.low)}-{short(self.high)})"


class Contest(Struct, frozen=True):
    """What is measured, and what it is held against."""

    name: str
    unit: str
    ours: Sample
    peer_name: str
    peer: Sample
    less_is_better: bool = False


class Line(Struct, frozen=True):
    """What came out."""

    name: str
    unit: str
    ours: Spread
    peer_name: str
    peer: Spread
    ratio: Spread
    """How many times as good as the peer, round by round."""


def measured(
    contests: Iterable[Contest], rounds: int, say: Callable[[str], None] = lambda text: None
) -> list[Line]:
    """Measures contest after contest; in each the two take turns, now one first, now the other."""
    lines = []
    for contest in contests:
        say(contest.name)
        contest.ours("warm"), contest.peer("warm")
        found: dict[bool, list[float]] = {True: [], False: []}
        for number in range(rounds):
            for mine in (True, False) if number % 2 else (False, True):
                found[mine].append((contest.ours if mine else contest.peer)(str(number)))
        pairs = zip(found[True], found[False], strict=True)
        ratios = [peer / ours if contest.less_is_better else ours / peer for ours, peer in pairs]
        lines.append(
            Line(
                contest.name,
                contest.unit,
                Spread.of(found[True]),
                contest.peer_name,
                Spread.of(found[False]),
                Spread.of(ratios),
            )
        )
    return lines


def table(lines: Sequence[Line], before: dict[str, Line]) -> str:
    """All of it, for people; with what the ratio was in the version before."""
    rows = [("figure", "ours", "unit", "peer", "its figure", "ratio", "was")]
    for line in lines:
        was = before.get(line.name)
        rows.append(
            (
                line.name,
                line.ours.told(),
                line.unit,
                line.peer_name,
                line.peer.told(),
                line.ratio.told(),
                "" if was is None else was.ratio.told() + change(line, was),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def change(line: Line, was: Line) -> str:
    """A word if it is certainly another figure: the ranges do not touch."""
    if was.peer_name != line.peer_name:
        return " (another peer)"
    if line.ratio.high < was.ratio.low:
        return " SLOWER"
    return " faster" if line.ratio.low > was.ratio.high else ""


def short(value: float) -> str:
    """Three figures are more than a noisy machine can tell."""
    if value >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}"


def a_second(work: Callable[[], int], seconds: float) -> float:
    """How much is done in a second of CPU time; ``work`` tells how much it has done."""
    done = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += work()
    return done / spent
