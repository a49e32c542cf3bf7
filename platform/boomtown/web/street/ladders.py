"""The ladder on a game's page: how strong each kind of bot is."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from boomtown.core.game import Game
from boomtown.lab.ladder import TIME, Ladder, Rung, ladder_of
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.compare.charts import figure_text, grouped

BUILDS = {
    "pure": "ladder.build.pure",
    "stale": "ladder.build.pure",
    "partly": "ladder.build.partly",
    "compiled": "ladder.build.compiled",
}
"""By the build that played: the word for it."""


class RungRow(Struct, frozen=True):
    """A kind of bot as the ladder shows it; figures as people write them."""

    name: str
    seconds: str
    """How long it thinks, where that was set."""
    rating: str
    low: str
    high: str
    part: str
    """How much of its deals it won."""


class LadderView(Struct, frozen=True):
    """The strongest first, and how that was found."""

    rows: tuple[RungRow, ...]
    deals: str
    fewest: int
    most: int
    """Players at a table."""
    version: str
    build: str
    """The word for what ran."""
    seed: str


def ladder_view(game: Game[Any, Any], language: str) -> LadderView | None:
    """The ladder that is kept in a game's package, if there is one."""
    kept = ladder_of(game.package)
    if kept is None:
        return None
    wording = Wording(book_of(game), language)
    return LadderView(
        rows=tuple(_row(rung, kept, wording, language) for rung in kept.rungs),
        deals=grouped(kept.deals, language),
        fewest=kept.seats[0],
        most=kept.seats[-1],
        version=kept.version,
        build=BUILDS[kept.build],
        seed=kept.seed,
    )


def _row(rung: Rung, kept: Ladder, wording: Wording, language: str) -> RungRow:
    kind, _, seconds = rung.kind.partition(TIME)
    level, _, temper = kind.partition(".")
    name = wording.name("bot", level)
    strength, low, high = (
        figure_text(value, "count", language) for value in (rung.rating, rung.low, rung.high)
    )
    return RungRow(
        f"{name} ({wording.name('temper', temper)})" if temper else name,
        figure_text(float(seconds), "count", language) if seconds else "",
        strength,
        low,
        high,
        figure_text(kept.part(rung.kind), "share", language),
    )
