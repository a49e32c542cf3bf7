"""Columns looked at together: their sums, what changes between two, and how alike they are."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from boomtown.core.game import Amount
from boomtown.lab.flow import options_of
from boomtown.plugins import find_game
from boomtown.rulebook.book import AT
from boomtown.rulebook.columns import Column
from boomtown.rulebook.compare import Cell, Row, compare
from boomtown.rulebook.likemap import likeness_map
from boomtown.rulebook.sums import SUMS, sums_of
from boomtown.rulebook.wording import Wording
from boomtown.search.figures import amount_words
from boomtown.web.compare.charts import figure_text, played_variants
from boomtown.web.compare.columns import KEPT, View, columns_of, games_with_books
from boomtown.web.words import site_wording

# --- sums -----------------------------------------------------------------------------------------


class SumRow(Struct, frozen=True):
    """One sum, and what it comes to in each column."""

    id: str
    name: str
    cells: tuple[str, ...]
    """Empty where there is nothing of the kind."""


class Sums(Struct, frozen=True):
    """What comes to what."""

    heads: tuple[str, ...]
    rows: tuple[SumRow, ...]
    seats: tuple[int, ...]
    here: int


def seated(column: Column, seats: int) -> Column:
    """A column with a number of players: its own, or the nearest to this one."""
    if column.seats is not None or not column.playable:
        return column
    near = min(column.playable, key=lambda number: (abs(number - seats), number))
    return replace(column, variants=(*column.variants, f"{AT}{near}"))


def shared_number(columns: Sequence[Column]) -> int:
    """A number of players that as many columns as possible can have, in their middle."""
    every = sorted({seats for column in columns for seats in column.playable})
    able = {seats: sum(seats in column.playable for column in columns) for seats in every}
    most = [seats for seats in every if able[seats] == max(able.values())]
    return most[len(most) // 2] if most else 0


def amounts_of(column: Column) -> dict[str, Amount]:
    """The sums of a column that has a number of players."""
    game = find_game(column.game)
    options = options_of(game, played_variants(column))
    return sums_of(game, column.seats or 0, options) if column.seats else {}


@lru_cache(maxsize=KEPT)
def sums_table(ids: tuple[str, ...], language: str, seats: int = 0) -> Sums:
    """The sums of some columns side by side."""
    named = columns_of(ids)
    here = seats or shared_number(named)
    columns = [seated(column, here) for column in named]
    found = [amounts_of(column) for column in columns]
    every = tuple(sorted({number for column in named for number in column.playable}))
    rows = []
    for id in SUMS:
        if any(id in amounts for amounts in found):
            cells = (
                amount_text(amounts[id], column, language) if id in amounts else ""
                for amounts, column in zip(found, columns, strict=True)
            )
            rows.append(SumRow(id, site_wording(language).name("sum", id), tuple(cells)))
    heads = tuple(column.title(language) for column in columns)
    return Sums(heads, tuple(rows), every, here)


def amount_text(amount: Amount, column: Column, language: str) -> str:
    """A sum as people write it."""
    return amount_words(amount, Wording(column.book, language))


# --- what changes between two ---------------------------------------------------------------------

ALIKE = 0.4
"""Sentences that share less are not marked word by word."""
WORDS = re.compile(r"\S+\s*")

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, and whether each of them is another on the other side."""


class Side(Struct, frozen=True):
    """What one column says."""

    kind: str
    short: Marked
    sentence: Marked
    rules: tuple[str, ...]


class DiffRow(Struct, frozen=True):
    """A question on which two columns differ, or a sum."""

    id: str
    topic: str
    text: str
    one: Side
    other: Side


class Diff(Struct, frozen=True):
    """Only what changes between two columns."""

    heads: tuple[str, str]
    rows: tuple[DiffRow, ...]
    sums: tuple[SumRow, ...]
    same: int
    """How many questions have the same answer."""


def marked(one: str, other: str) -> tuple[Marked, Marked]:
    """Two texts in pieces: what only one of them has is marked.

    >>> marked("At 3 wounds", "At 5 wounds")[0]
    (('At ', False), ('3 ', True), ('wounds', False))
    """
    left, right = WORDS.findall(one), WORDS.findall(other)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if one and other and matcher.ratio() < ALIKE:
        return ((one, False),), ((other, False),)
    pieces: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for kind, a, b, c, d in matcher.get_opcodes():
        for place, words in enumerate((left[a:b], right[c:d])):
            if words:
                pieces[place].append(("".join(words), kind != "equal"))
    return tuple(pieces[0]), tuple(pieces[1])


def _changed(row: Row, *, same_game: bool) -> bool:
    one, other = row.cells
    if same_game:
        return (one.kind, one.short, one.sentence, one.cases) != (
            other.kind,
            other.short,
            other.sentence,
            other.cases,
        )
    return row.differs


@lru_cache(maxsize=KEPT)
def diff_of(ids: tuple[str, str], language: str, bare: bool = False) -> Diff:
    """What changes between two columns, question by question and sum by sum."""
    columns = columns_of(ids)
    whole = compare(columns, language, bare=bare)
    same_game = columns[0].game == columns[1].game
    rows = [row for row in whole.rows if _changed(row, same_game=same_game)]
    sums = sums_table(ids, language)
    titles = tuple(column.title for column in whole.columns)
    return Diff(
        (titles[0], titles[1]),
        tuple(_diff_row(row, language) for row in rows),
        tuple(row for row in sums.rows if len(set(row.cells)) > 1),
        len(whole.rows) - len(rows),
    )


def _diff_row(row: Row, language: str) -> DiffRow:
    one, other = row.cells
    shorts = marked(_short(one, language), _short(other, language))
    sentences = marked(one.sentence, other.sentence)
    sides = [
        Side(cell.kind, short, sentence, tuple(rule.id for rule in cell.rules))
        for cell, short, sentence in zip(row.cells, shorts, sentences, strict=True)
    ]
    return DiffRow(row.question.id, row.question.topic, row.question.text, sides[0], sides[1])


def _short(cell: Cell, language: str) -> str:
    if cell.kind == "answered":
        return cell.short
    return site_wording(language).say(f"compare.{cell.kind}")


# --- likeness -------------------------------------------------------------------------------------


class Spot(Struct, frozen=True):
    """A column on the map."""

    letter: str
    title: str
    x: float
    y: float


class PairView(Struct, frozen=True):
    """How alike two columns are."""

    letters: str
    titles: tuple[str, str]
    text: str
    share: float
    compared: int
    apart: tuple[str, ...]
    """The questions on which they are farthest apart."""
    url: str


class LikeMap(Struct, frozen=True):
    """All games and the columns of a view on one map."""

    spots: tuple[Spot, ...]
    pairs: tuple[PairView, ...]


REASONS = 3
"""So many questions are named on which two columns are farthest apart."""
MOST_SPOTS = 12


def mapped_columns(ids: Sequence[str]) -> list[Column]:
    """The columns of a view, and all games beside them."""
    every = dict.fromkeys((*ids, *games_with_books()))
    return columns_of(list(every)[:MOST_SPOTS])


@lru_cache(maxsize=KEPT)
def likeness_view(ids: tuple[str, ...], language: str) -> LikeMap | None:
    """A small map; nothing where there is only one column."""
    columns = mapped_columns(ids)
    if len(columns) < 2:
        return None
    places, pairs = likeness_map(columns, language)
    places = _apart(places)
    letters = {column.id: chr(ord("A") + number) for number, column in enumerate(columns)}
    titles = {column.id: column.title(language) for column in columns}
    return LikeMap(
        tuple(Spot(letters[id], titles[id], x, y) for id, (x, y) in places.items()),
        tuple(
            PairView(
                f"{letters[pair.one]}–{letters[pair.other]}",
                (titles[pair.one], titles[pair.other]),
                figure_text(pair.likeness, "share", language),
                round(pair.likeness * 100, 1),
                pair.compared,
                tuple(one.text for one in pair.apart[:REASONS]),
                View((pair.one, pair.other), "diff").url(),
            )
            for pair in pairs
        ),
    )


NEAR = 0.1
"""Two spots that are nearer would cover each other."""


def _apart(places: dict[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    """The same map, where no spot covers another: one that would moves towards the middle."""
    found: dict[str, tuple[float, float]] = {}
    for id, (x, y) in places.items():
        step = -NEAR if x > 0.5 else NEAR
        while any(math.dist((x, y), other) < NEAR for other in found.values()):
            x = round(x + step, 3)
        found[id] = (x, y)
    return found


def every_number(ids: Sequence[str]) -> Iterator[tuple[Column, dict[str, Amount]]]:
    """Every column with each number of players it can have, and its sums."""
    for column in columns_of(ids):
        for number in [column.seats] if column.seats else column.playable:
            one = seated(column, number)
            yield one, amounts_of(one)
