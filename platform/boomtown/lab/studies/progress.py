"""A run that is stopped and goes on: how far it is, and what was counted so far.

Where it is cut makes no difference: the tallies of its parts add up to the same bytes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from boomtown.lab.studies.study import Study
from boomtown.lab.studies.tally import Tally, count


class Progress(Struct):
    """How many matches of each study have been played, and what was counted in them."""

    done: list[int]
    tallies: list[Tally]

    @classmethod
    def begun(cls, studies: Sequence[Study]) -> Progress:
        """Before the first match."""
        return cls([0] * len(studies), [Tally() for _ in studies])

    @property
    def played(self) -> int:
        """How many matches in all."""
        return sum(self.done)


def advance(
    studies: Sequence[Study],
    progress: Progress,
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Progress:
    """Plays on for about so long, one match at least; studies that are compared take turns."""
    until = clock() + seconds
    while progress.played < total(studies):
        arm = min(range(len(studies)), key=lambda one: progress.done[one] / studies[one].total)
        progress.tallies[arm].merge(count(studies[arm], [progress.done[arm]]))
        progress.done[arm] += 1
        if clock() >= until:
            break
    return progress


def total(studies: Sequence[Study]) -> int:
    """How many matches all studies have."""
    return sum(study.total for study in studies)
