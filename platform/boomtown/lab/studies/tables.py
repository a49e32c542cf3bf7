"""A result as rows: what a plot shows, for whoever reads, reckons or cannot see it."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from boomtown.lab.studies.running import Arm, Result

COLUMNS = ("run", "what", "name", "value", "low", "high", "count", "of", "p", "corrected", "match")
Cell = str | int | float | None


def csv_of(result: Result) -> str:
    """Everything that was found, a row for each figure."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for arm_number, arm in enumerate(result.arms, 1):
        for row in _rows(arm):
            writer.writerow((arm_number, *row))
    for one in result.differences:
        value = one.difference
        interval = (value, one.low, one.high)
        if not one.name:  # of lengths, the chance to be the longer one, above a half
            interval = ((one.low + one.high) / 2, one.low, one.high)
        counts: tuple[Cell, ...] = ("", "", one.chance, one.corrected, one.sample)
        writer.writerow(("difference", one.group, one.name, *interval, *counts))
    return text.getvalue()


def _rows(arm: Arm) -> Iterator[tuple[Cell, ...]]:
    found = arm.figures
    for one in found.shares:
        interval = (one.value, one.low, one.high)
        yield one.group, one.name, *interval, one.wins, one.tries, "", "", one.sample
    for what, middle in (("length", found.length), ("waiting", found.waiting)):
        if middle is not None:
            yield what, "", middle.value, middle.low, middle.high, middle.count, "", "", "", ""
    for bar in found.bars:
        share = bar.count / found.matches
        name = f"{bar.low}-{bar.high}"
        yield "length", name, share, "", "", bar.count, found.matches, "", "", bar.sample
    for step in found.curve:
        yield "still in", f"{step.part:g}", step.still_in, "", "", "", "", "", "", step.sample
    if found.skill is not None:
        skill = found.skill
        yield (
            *("skill", "", skill.value, skill.low, skill.high, skill.matches),
            *("", "", "", skill.sample),
        )
