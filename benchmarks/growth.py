"""How costs grow: with seats, with the log, with tables of a site, with models and with terrain.

What grows with nothing but itself is a flat line. CPU time on one core, medians of one run.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct

from boomtown.core import Chance
from boomtown.lab.bench import LOG_LENGTHS, measure
from boomtown.plugins import find_game
from boomtown.web.rooms.live import Room
from sites import app_in, site_of, started

from .contests import WHOLE
from .figures import a_second
from .skirmish import MODELS, TERRAIN, crowded, growth

TABLES = (1, 10, 100, 500)
ROUNDS = 3


class Series(Struct, frozen=True):
    """One line of a plot."""

    plot: str
    """What grows along the bottom, and what is measured."""
    name: str
    at: list[int]
    values: list[float]


def all_series(seconds: float) -> list[Series]:
    """Everything that is plotted."""
    found = []
    for game, (_, options) in WHOLE.items():
        bench = measure(find_game(game), seconds, options=options)
        seats = [line.seats for line in bench.by_seats]
        rates = [line.decisions_per_second for line in bench.by_seats]
        found.append(Series("seats: decisions/s", game, seats, rates))
        costs = bench.answer_us_by_log_length
        found.append(Series("lines of the log: µs to copy and answer", game, [*LOG_LENGTHS], costs))
    found.append(
        Series("tables of a site: answers/s", "bang_dice", [*TABLES], with_tables(seconds))
    )
    columns = [growth("redemption", models) for models in MODELS]
    lands = [growth(crowded(times), MODELS[1]) for times in TERRAIN]
    for number, name in enumerate(("ready-made moves", "a way", "targets")):
        middles = [column[number][0] for column in columns]
        found.append(Series("models: ms", name, [*MODELS], middles))
        found.append(
            Series("terrain, times: ms", name, [*TERRAIN], [land[number][0] for land in lands])
        )
    return found


def with_tables(seconds: float) -> list[float]:
    """Answers a second at some table of a site, judged and written down, with so many tables."""
    rates = []
    with tempfile.TemporaryDirectory() as folder, app_in(Path(folder)) as app:
        site = site_of(app)
        rooms: list[Room] = []
        chance = Chance.seeded("tables")
        for tables in TABLES:
            while len(rooms) < tables:
                rooms.append(started(site, "bang_dice", 5, 5)[0])
            rounds = [a_second(lambda: _answer(rooms, chance), seconds) for _ in range(ROUNDS)]
            rates.append(median(rounds))
    return rates


def _answer(rooms: Sequence[Room], chance: Chance) -> int:
    room = chance.pick(rooms)
    with room.lock:
        match = room.playing().match
        seat = match.asked()[0] if match.outcome is None else None
        if seat is not None:
            room.answer(seat, chance.pick(match.choice(seat).offers()))
    return int(seat is not None)


def plotted(series: Sequence[Series], file: Path) -> None:
    """Small plots side by side, one for each thing that grows."""
    from matplotlib.figure import Figure

    plots = list(dict.fromkeys(one.plot for one in series))
    drawing = Figure(figsize=(4 * len(plots), 3.2), layout="constrained")
    for place, plot in enumerate(plots):
        axes = drawing.add_subplot(1, len(plots), place + 1)
        for one in series:
            if one.plot == plot:
                axes.plot(one.at, one.values, marker="o", label=one.name)
        grows, _, measured = plot.partition(": ")
        axes.set_xlabel(grows)
        axes.set_ylabel(measured)
        axes.set_ylim(bottom=0)
        axes.legend()
    drawing.savefig(file)
