"""What stands below the clauses: the matrix of mechanics, turn flow and printed sources."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from boomtown.core.game import Game
from boomtown.lab.flow import DECIDERS, Phase, flow_of, options_of
from boomtown.plugins import find_game
from boomtown.rulebook.columns import Column
from boomtown.rulebook.compare import MatrixRow, matrix
from boomtown.rulebook.questions import questions
from boomtown.rulebook.wording import Wording
from boomtown.web.compare.columns import (
    KEPT,
    Head,
    Mark,
    View,
    columns_of,
    head_of,
    mark_of,
    marks_of,
)
from boomtown.web.street.game_pages import page_text
from boomtown.web.words import site_wording

# --- mechanics ------------------------------------------------------------------------------------


class Presence(Struct, frozen=True):
    """Where a column has a mechanic."""

    head: str
    kind: str
    words: str
    rule: Mark | None


class MechanicRow(Struct, frozen=True):
    """A mechanic, and who has it."""

    id: str
    name: str
    text: str
    lang: str
    cells: tuple[Presence, ...]
    asked: str
    """Where the question about it stands; empty if there is none."""


class Matrix(Struct, frozen=True):
    """The matrix of mechanics."""

    rows: tuple[MechanicRow, ...]
    """Those that some column has."""
    nobody: tuple[str, ...]
    """The names of the others."""


@lru_cache(maxsize=KEPT)
def mechanics_of(ids: tuple[str, ...], language: str) -> Matrix:
    """Which column has which mechanic."""
    columns = columns_of(ids)
    heads = [head_of(column, language) for column in columns]
    asked = {
        question.mechanic: f"{View(ids, question.topic).url()}#{question.id}"
        for question in questions()
    }
    rows, nobody = [], []
    for row in matrix(columns, language):
        kinds = {cell.kind for cell in row.cells}
        if kinds == {"none"}:
            nobody.append(row.mechanic.name)
        else:
            rows.append(_mechanic(row, columns, heads, language, asked.get(row.mechanic.id, "")))
    return Matrix(tuple(rows), tuple(nobody))


def _mechanic(
    row: MatrixRow, columns: Sequence[Column], heads: Sequence[Head], language: str, asked: str
) -> MechanicRow:
    say = site_wording(language).say
    cells = []
    for cell, column, head in zip(row.cells, columns, heads, strict=True):
        wording = Wording(column.book, language)
        if cell.kind == "module":
            words = ", ".join(wording.thing("module", module) for module in cell.modules)
        else:
            words = say("compare.base_rules" if cell.kind == "base" else "compare.no_rules")
        mark = mark_of(cell.rules[0], column.game, language) if cell.rules else None
        cells.append(Presence(head.full, cell.kind, words, mark))
    mechanic = row.mechanic
    return MechanicRow(
        mechanic.id, mechanic.name, mechanic.text, mechanic.language, tuple(cells), asked
    )


# --- turn flow ------------------------------------------------------------------------------------


class PhaseView(Struct, frozen=True):
    """A step of a round."""

    mark: Mark
    decides: str
    chance: bool
    share: int | None
    """In how many of a hundred rounds; None for a step that every round has."""
    again: bool
    depth: int


class Lane(Struct, frozen=True):
    """One round of a game."""

    game: str
    title: str
    variant: str
    what: Mark
    phases: tuple[PhaseView, ...]
    rarer: tuple[Mark, ...]
    seats: int
    rounds: int
    matches: int


@lru_cache(maxsize=KEPT)
def lanes(ids: tuple[str, ...], language: str) -> tuple[Lane, ...]:
    """A lane for each column that is played differently."""
    found: dict[tuple[str, tuple[str, ...]], Lane] = {}
    for column in columns_of(ids):
        game = find_game(column.game)
        played = tuple(name for name in column.variants if options_of(game, [name]))
        if (game.id, played) not in found:
            found[game.id, played] = _lane(game, Column(column.game, column.book, played), language)
    return tuple(found.values())


def _lane(game: Game[Any, Any], column: Column, language: str) -> Lane:
    flow = flow_of(game, column.variants)
    head = head_of(column, language)
    return Lane(
        game.id,
        head.title,
        head.variant,
        mark_of(flow.rule, game.id, language),
        tuple(_phase(phase, game.id, language) for phase in flow.phases),
        marks_of(flow.rarer, column, language),
        flow.seats,
        flow.rounds,
        flow.matches,
    )


def _phase(phase: Phase, game: str, language: str) -> PhaseView:
    assert phase.decides in DECIDERS
    return PhaseView(
        mark_of(phase.rule, game, language),
        phase.decides,
        phase.chance,
        None if phase.usual else round(phase.share * 100),
        phase.again,
        phase.depth,
    )


# --- printed sources ------------------------------------------------------------------------------


class Source(Struct, frozen=True):
    """A difference between the printed sources of a game."""

    about: str
    texts: tuple[tuple[str, str], ...]
    decided: str
    marks: tuple[Mark, ...]
    lang: str


class Sources(Struct, frozen=True):
    """All of a game."""

    game: str
    title: str
    differences: tuple[Source, ...]


@lru_cache(maxsize=KEPT)
def sources_of(ids: tuple[str, ...], language: str) -> tuple[Sources, ...]:
    """Where the printed sources of these games differ, and what was decided."""
    found: dict[str, Sources] = {}
    for column in columns_of(ids):
        if column.game in found:
            continue
        text = page_text(column.book.package, language)
        names = text.sources if text else {}
        differences = tuple(
            Source(
                one.about,
                tuple((names.get(source, source), said) for source, said in one.texts.items()),
                one.decided,
                marks_of(one.rules, column, language),
                one.language,
            )
            for one in column.book.differences(language)
        )
        title = Wording(column.book, language).title
        found[column.game] = Sources(column.game, title, differences)
    return tuple(one for one in found.values() if one.differences)
