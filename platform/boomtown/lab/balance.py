"""The balance of a game: who wins how much, over every combination of some options.

A cell is one combination, such as a scenario, a map, and which gang plays against which; every cell
is a small study of its own. Nobody's win is nobody's: it counts as won in equal parts, so that the
fair share is one in as many as there are seats. What was found is kept as ``balance.json`` beside
the game; a run that was interrupted goes on with the cells that are missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations, product
from typing import Any

import msgspec
from msgspec import Struct, structs

from boomtown import BUILD
from boomtown.core.chance import Chance
from boomtown.core.game import Game
from boomtown.core.options import form_of
from boomtown.lab.intervals import wilson_share
from boomtown.lab.pool import spread
from boomtown.lab.studies.study import Study, Table, make_study
from boomtown.lab.studies.tally import groups_of

FILE = "balance.json"
_pack = msgspec.json.Encoder(order="sorted").encode

Counts = dict[str, dict[str, tuple[int, int, int]]]
"""By group and name: seats that won, seats in matches that nobody won, seats in all."""


class Cell(Struct, frozen=True):
    """One combination, and what was counted in its matches."""

    values: dict[str, Any]
    counts: Counts


class Part(Struct, frozen=True):
    """A share of the wins with its 95 % interval."""

    value: float
    low: float
    high: float
    tries: int


class Balance(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was counted, cell by cell, and how to count it again."""

    game: str
    version: str
    build: str
    seats: int
    bots: tuple[str, ...]
    seed: str
    matches: int
    """In each cell."""
    over: dict[str, list[Any]]
    """The options that take all these values."""
    between: list[str]
    """The options that take all of ``sides``, no two of them the same."""
    sides: list[Any]
    by: list[str]
    """What wins are counted by."""
    cells: list[Cell]

    def names(self, group: str) -> list[str]:
        """Everything that was seen of a group."""
        return sorted({name for cell in self.cells for name in cell.counts.get(group, {})})

    def part(self, group: str, name: str, **where: object) -> Part:
        """How much of the wins somebody had, in all cells or in those with some value."""
        wins = drawn = tries = 0
        for cell in self.cells:
            if all(cell.values[key] == value for key, value in where.items()):
                found = cell.counts.get(group, {}).get(name, (0, 0, 0))
                wins, drawn, tries = wins + found[0], drawn + found[1], tries + found[2]
        if not tries:
            return Part(0.0, 0.0, 1.0, 0)
        value = (wins + drawn / self.seats) / tries
        return Part(value, *wilson_share(value, tries), tries)

    def digest(self) -> str:
        """Equal for equal runs, whatever the build."""
        return hashlib.sha256(_pack(structs.replace(self, build=""))).hexdigest()


def combinations_of(
    over: Mapping[str, Sequence[Any]], between: Sequence[str], sides: Sequence[Any]
) -> Iterator[dict[str, Any]]:
    """All cells: every value with every other, and everybody against everybody else."""
    for values in product(*over.values()):
        for played in permutations(sides, len(between)):
            yield {
                **dict(zip(over, values, strict=True)),
                **dict(zip(between, played, strict=True)),
            }


def count_cell(study: Study, by: Sequence[str]) -> Counts:
    """Plays the matches of one cell."""
    counts: Counts = {}
    for number in range(study.matches):
        table = Table(study, number)
        while table.match.outcome is None:
            table.step()
        nobody = not table.match.outcome.winners
        for group, names in groups_of(study, number, table.match, None).items():
            if group not in by:
                continue
            mine = counts.setdefault(group, {})
            for name, (wins, tries) in names.items():
                before = mine.get(name, (0, 0, 0))
                mine[name] = (before[0] + wins, before[1] + nobody * tries, before[2] + tries)
    return counts


def balance(
    game: Game[Any, Any],
    *,
    seats: int,
    matches: int,
    seed: str,
    over: Mapping[str, Sequence[Any]],
    between: Sequence[str] = (),
    sides: Sequence[Any] = (),
    by: Sequence[str],
    bots: Sequence[str] = (),
    before: Balance | None = None,
    processes: int | None = None,
    scheduler: str = "",
    progress: Callable[[Balance], None] = lambda found: None,
) -> Balance:
    """Plays all cells that were not played before; ``progress`` is told after each of them."""
    options = {field.name for field in form_of(game.options)}
    places = list(combinations_of(over, between, sides))
    studies = [
        make_study(
            game,
            seats=seats,
            bots=bots,
            matches=matches,
            seed=f"{seed} {place}",
            options={name: value for name, value in values.items() if name in options},
            constants={name: value for name, value in values.items() if name not in options},
        )
        for place, values in enumerate(places)
    ]
    found = Balance(
        game=game.id,
        version=game.version,
        build=BUILD.kind,
        seats=seats,
        bots=studies[0].bots,
        seed=seed,
        matches=matches,
        over={name: list(values) for name, values in over.items()},
        between=list(between),
        sides=list(sides),
        by=list(by),
        cells=[],
    )
    done: dict[int, Cell] = {}
    if before is not None and structs.replace(before, cells=[], build=BUILD.kind) == found:
        done = {places.index(cell.values): cell for cell in before.cells}
    waiting = [place for place in range(len(places)) if place not in done]
    Chance.seeded(seed, "order").shuffle(waiting)  # a part of them says something of all
    calls = [(studies[place], tuple(by)) for place in waiting]
    for at, counts in spread(count_cell, calls, processes=processes, scheduler=scheduler):
        done[waiting[at]] = Cell(places[waiting[at]], counts)
        found = structs.replace(found, cells=[done[place] for place in sorted(done)])
        progress(found)
    return structs.replace(found, cells=[done[place] for place in sorted(done)])


def read_balance(data: bytes) -> Balance:
    """A balance from its file."""
    return msgspec.json.decode(data, type=Balance)


@cache
def balance_of(package: str) -> Balance | None:
    """The balance that was kept of a game, if there is one."""
    path = files(package) / FILE
    return read_balance(path.read_bytes()) if path.is_file() else None
