"""Measures every number of players and every variant of a game, one after another.

What is measured already, in this version, with this seed and number of matches, is not measured
again: a run that was stopped goes on where it was. The same seed gives the same figures anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from boomtown.bots.kinds import DEPUTY, GREENHORN, RANDOM
from boomtown.core.errors import Refused
from boomtown.core.game import Game
from boomtown.core.match import checked_options
from boomtown.lab.facets import (
    Measures,
    Rung,
    Setting,
    Thinking,
    facets_from,
    first_of,
    ladder_from,
)
from boomtown.lab.flow import options_of
from boomtown.lab.pool import chunks_for, spread
from boomtown.lab.watching import Job, mix_some, play_some
from boomtown.rulebook.book import AT, TEXT, WITHOUT
from boomtown.rulebook.columns import Column
from boomtown.rulebook.numbers import book_of

MATCHES = 60
LEAST = 6
"""A variant is played so often at least, however few the game as it is."""
PART = 3
"""A variant is played so many times less often than the game as it is."""
LADDER = (RANDOM, GREENHORN, DEPUTY)
R = TypeVar("R")


class Plan(Struct, frozen=True):
    """One setting that is to be measured."""

    seats: int
    variants: tuple[str, ...]
    options: dict[str, Any]
    matches: int
    mixed: int

    @property
    def total(self) -> int:
        """How many matches that takes."""
        return self.matches + self.mixed


def base_variants(game: Game[Any, Any]) -> tuple[str, ...]:
    """What makes it the game with its base rules alone: every usual module is left out."""
    named = (name for name in book_of(game).variants if name.startswith(WITHOUT))
    return tuple(name for name in named if options_of(game, [name]))


def variants_of(game: Game[Any, Any]) -> list[tuple[str, ...]]:
    """The game as it is, its base rules if they are others, and each module on its own."""
    named = [name for name in book_of(game).variants if not name.startswith((AT, TEXT))]
    singles = [(name,) for name in named if options_of(game, [name])]
    return list(dict.fromkeys([(), base_variants(game), *singles]))


def plans(game: Game[Any, Any], matches: int) -> Iterator[Plan]:
    """Everything that there is to measure."""
    whole = ((), base_variants(game))
    for variants in variants_of(game):
        column = Column(game.id, book_of(game), variants)
        options = options_of(game, variants)
        for seats in game.seats:
            if seats not in (column.playable or game.seats):
                continue
            with suppress(Refused):  # the modules need more players, or fewer
                checked_options(game, seats, dict(options))
                count = matches if variants in whole else max(LEAST, matches // PART)
                yield Plan(seats, variants, options, count, matches if not variants else 0)


def _all(
    call: Callable[[Job, int, int], list[R]],
    job: Job,
    matches: int,
    processes: int | None,
    scheduler: str,
    progress: Callable[[int], None],
) -> list[R]:
    chunks = chunks_for(matches, processes, scheduler)
    jobs = [(job, first, count) for first, count in chunks]
    found: dict[int, list[R]] = {}
    for place, part in spread(call, jobs, processes=processes, scheduler=scheduler):
        found[place] = part
        progress(chunks[place][1])
    # In order, so that the figures are always the same.
    return [one for place in range(len(jobs)) for one in found[place]]


def measure_one(
    game: Game[Any, Any],
    plan: Plan,
    seed: str,
    thinking: float,
    ladder: Sequence[str] = LADDER,
    *,
    processes: int | None = None,
    scheduler: str = "",
    progress: Callable[[int], None] = lambda played: None,
) -> Setting:
    """Plays the matches of one setting, and counts. The same seed, the same figures."""
    job = Job(game.id, plan.seats, seed, (DEPUTY,), plan.options)
    played = _all(play_some, job, plan.matches, processes, scheduler, progress)
    facets = facets_from(played, plan.seats, thinking)
    rungs: list[Rung] = []
    if plan.mixed:
        job = Job(game.id, plan.seats, f"{seed} mixed", tuple(ladder), plan.options)
        mixed = _all(mix_some, job, plan.mixed, processes, scheduler, progress)
        rungs, luck = ladder_from(mixed, ladder, seed)
        facets += luck
    return Setting(
        seats=plan.seats,
        variants=plan.variants,
        options=plan.options,
        matches=plan.matches,
        mixed=plan.mixed,
        facets=facets,
        ladder=rungs,
        first=first_of(played),
    )


def begun(
    game: Game[Any, Any],
    kept: Measures | None,
    matches: int,
    seed: str,
    thinking: Thinking,
    ladder: Sequence[str] = LADDER,
) -> Measures:
    """What is kept of the same measurement; without it, nothing yet."""
    new = Measures(
        game=game.id,
        version=game.version,
        bot=DEPUTY,
        ladder=list(ladder),
        seed=seed,
        matches=matches,
        thinking=thinking,
        settings=[],
    )
    same = kept is not None and replace(kept, settings=[]) == new
    return kept if kept is not None and same else new


def missing(game: Game[Any, Any], measures: Measures) -> list[Plan]:
    """What is still to be measured."""
    return [
        plan
        for plan in plans(game, measures.matches)
        if (done := measures.setting(plan.seats, plan.variants)) is None
        or (done.matches, done.mixed) != (plan.matches, plan.mixed)
    ]


def with_setting(game: Game[Any, Any], measures: Measures, setting: Setting) -> Measures:
    """The same with one more setting, in the order of the plan."""
    order = [(plan.seats, plan.variants) for plan in plans(game, measures.matches)]
    here = (setting.seats, setting.variants)
    others = [one for one in measures.settings if (one.seats, one.variants) != here]
    known = [one for one in (*others, setting) if (one.seats, one.variants) in order]
    known.sort(key=lambda one: order.index((one.seats, one.variants)))
    return replace(measures, settings=known)
