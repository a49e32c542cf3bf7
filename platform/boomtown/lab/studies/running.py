"""Runs of a study: in parts, anywhere, in any order; put together, they are one result."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from boomtown import BUILD
from boomtown.lab.pool import chunks_for, spread
from boomtown.lab.studies.comparing import Difference, compare
from boomtown.lab.studies.figures import Figures, figures_of
from boomtown.lab.studies.study import Study
from boomtown.lab.studies.tally import Tally, count, merged

MOST_ARMS = 2
_pack = msgspec.json.Encoder(order="sorted").encode


class Arm(Struct, frozen=True, kw_only=True):
    """A study, what was counted in it, and what that says."""

    study: Study
    tally: Tally
    figures: Figures


class Result(Struct, frozen=True, kw_only=True):
    """What came of a study, or of two that are compared, with all it takes to repeat them."""

    build: str
    arms: tuple[Arm, ...]
    differences: tuple[Difference, ...] = ()
    digest: str
    """The hash of the studies and their tallies: equal for equal runs, on whatever machine."""


def play_part(study: Study, first: int, number: int) -> Tally:
    """Some matches of a study."""
    return count(study, range(first, first + number))


def run(
    studies: Sequence[Study],
    *,
    processes: int | None = None,
    scheduler: str = "",
    progress: Callable[[int], None] = lambda played: None,
) -> Result:
    """Plays one study, or two that are compared. ``progress`` is told how many were finished."""
    parts: list[list[Tally]] = [[] for _ in studies]
    jobs = [
        (arm, *part)
        for arm, study in enumerate(studies)
        for part in chunks_for(study.total, processes, scheduler)
    ]
    calls = [(studies[arm], first, number) for arm, first, number in jobs]
    for place, tally in spread(play_part, calls, processes=processes, scheduler=scheduler):
        arm, _, number = jobs[place]
        parts[arm].append(tally)
        progress(number)
    return result_of(studies, [merged(part) for part in parts])


def result_of(studies: Sequence[Study], tallies: Sequence[Tally]) -> Result:
    """What was found, from what was counted so far."""
    arms = tuple(
        Arm(study=study, tally=tally, figures=figures_of(study, tally))
        for study, tally in zip(studies, tallies, strict=True)
    )
    differences = compare(*tallies) if len(tallies) == MOST_ARMS else ()
    return Result(
        build=BUILD.kind, arms=arms, differences=differences, digest=digest_of(studies, tallies)
    )


def digest_of(studies: Sequence[Study], tallies: Sequence[Tally]) -> str:
    """What two runs must have in common to be the same."""
    told: list[Any] = [msgspec.to_builtins(study) for study in studies]
    told += [tally.digest() for tally in tallies]
    return hashlib.sha256(_pack(told)).hexdigest()
