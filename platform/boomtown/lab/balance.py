"""The balance of a game: who wins how much, over every combination of some options.

A cell is one combination, such as a scenario, a map, and which gang plays against which; every cell
is a small study of its own. Nobody's win is nobody's: it counts as won in equal parts, so that the
fair share is one in as many as there are seats. What was found is kept as ``balance.json`` beside
the game; a run that was interrupted, or is to have more matches, goes on with what is missing.
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
    """One combination, and what was counted in its first matches."""

    values: dict[str, Any]
    played: int
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
    """In each cell, once all of them were played."""
    over: dict[str, list[Any]]
    """The options that take all these values."""
    between: list[str]
    """The options that take all of ``sides``, no two of them the same."""
    sides: list[Any]
    by: list[str]
    """What wins are counted by."""
    cells: list[Cell]

    @property
    def total(self) -> int:
        """How many matches were played."""
        return sum(cell.played for cell in self.cells)

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


def count_cell(study: Study, by: Sequence[str], cell: Cell) -> Cell:
    """Plays the matches that a cell still lacks."""
    counts = {group: dict(names) for group, names in cell.counts.items()}
    for number in range(cell.played, study.matches):
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
    return Cell(cell.values, study.matches, counts)


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
    """Plays what was not played before; ``progress`` is told after each cell."""
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
    if before is not None and _the_same(before, found):
        done = {places.index(cell.values): cell for cell in before.cells}
    cells = [done.get(place, Cell(values, 0, {})) for place, values in enumerate(places)]
    waiting = [place for place, cell in enumerate(cells) if cell.played < matches]
    Chance.seeded(seed, "order").shuffle(waiting)  # a part of them says something of all
    calls = [(studies[place], tuple(by), cells[place]) for place in waiting]
    for at, cell in spread(count_cell, calls, processes=processes, scheduler=scheduler):
        done[waiting[at]] = cell
        progress(structs.replace(found, cells=[done[place] for place in sorted(done)]))
    return structs.replace(found, cells=[done[place] for place in sorted(done)])


def _the_same(before: Balance, found: Balance) -> bool:
    """Whether what was played before is a part of what is wanted now."""
    return structs.replace(before, cells=[], build=found.build, matches=found.matches) == found


def read_balance(data: bytes) -> Balance:
    """A balance from its file."""
    return msgspec.json.decode(data, type=Balance)


@cache
def balance_of(package: str) -> Balance | None:
    """The balance that was kept of a game, if there is one."""
    path = files(package) / FILE
    return read_balance(path.read_bytes()) if path.is_file() else None
