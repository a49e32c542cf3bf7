"""Everything on the pages of the comparison as flat rows, for CSV, JSON and the API.

Every part is a list of rows with the same fields, one figure or answer a row, so that a spreadsheet
and a program read the same. ``docs/api.md`` says what each field means.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from boomtown.lab.facets import Facet, Measures, Setting
from boomtown.rulebook.columns import Column
from boomtown.rulebook.compare import Row, matrix
from boomtown.rulebook.queries import likenesses
from boomtown.web.compare.charts import command_for, kept_of, played_variants
from boomtown.web.compare.columns import View, columns_of
from boomtown.web.compare.compare_pages import filtered
from boomtown.web.compare.parts import lanes, sources_of
from boomtown.web.compare.profiles import Choice, profiles_of
from boomtown.web.compare.sides import (
    Marked,
    amount_text,
    diff_of,
    every_number,
    mapped_columns,
)
from boomtown.web.words import site_wording

Field: TypeAlias = str | int | float | bool | None
Flat: TypeAlias = dict[str, Field]
CLAUSES, PROFILES = "clauses", "profiles"


def rows_of(part: str, view: View, choice: Choice, language: str) -> list[Flat]:
    """The rows of a part; clauses are those that the view shows."""
    if part == PROFILES:
        return list(_profiles(choice, language))
    return list(PARTS_AS_ROWS.get(part, _clauses)(view, language))


def as_csv(rows: Sequence[Flat]) -> str:
    """Rows for a spreadsheet; numbers as they are, nothing for what is not there."""
    text = io.StringIO()
    fields = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(text, list(fields), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_json(part: str, view: View, language: str, rows: Sequence[Flat]) -> bytes:
    """The same for programs."""
    told = {"part": part, "language": language, "columns": view.columns, "rows": rows}
    return msgspec.json.format(msgspec.json.encode(told), indent=2)


def _clauses(view: View, language: str) -> Iterator[Flat]:
    found = filtered(view, language)
    for row in found.rows:
        for column, cell in zip(found.columns, row.cells, strict=True):
            yield {
                **_asked(row),
                "column": column.id,
                "status": cell.kind,
                "value": cell.key,
                "answer": cell.short,
                "sentence": cell.sentence,
                "rules": " ".join(rule.id for rule in cell.rules),
                "mark": "" if cell.shape is None else chr(ord("A") + cell.shape),
                "derived": cell.derived,
            }


def _asked(row: Row) -> Flat:
    question = row.question
    return {
        "topic": question.topic,
        "question": question.id,
        "text": question.text,
        "differs": row.differs,
        "verdict": row.verdict,
    }


def _matrix(view: View, language: str) -> Iterator[Flat]:
    columns = columns_of(view.columns)
    for row in matrix(columns, language):
        for column, cell in zip(columns, row.cells, strict=True):
            yield {
                "mechanic": row.mechanic.id,
                "name": row.mechanic.name,
                "column": column.id,
                "presence": cell.kind,
                "modules": " ".join(cell.modules),
                "rules": " ".join(cell.rules),
            }


def _flow(view: View, language: str) -> Iterator[Flat]:
    for lane in lanes(view.columns, language):
        for place, phase in enumerate(lane.phases, start=1):
            yield {
                "game": lane.game,
                "variant": lane.variant,
                "round": lane.what.id,
                "place": place,
                "depth": phase.depth,
                "rule": phase.mark.id,
                "title": phase.mark.title,
                "decides": phase.decides,
                "chance": phase.chance,
                "percent": 100 if phase.share is None else phase.share,
                "again": phase.again,
                "seats": lane.seats,
                "rounds": lane.rounds,
                "matches": lane.matches,
            }


def _facets(view: View, language: str) -> Iterator[Flat]:
    for column in columns_of(view.columns):
        column = column.bare if view.bare else column
        kept = kept_of(column.game)
        for setting in kept.settings if kept else ():
            mine = set(setting.variants) == set(played_variants(column))
            if kept and mine and column.seats in (None, setting.seats):
                for facet in setting.facets:
                    yield _measured(column, kept, setting, facet, "")
                for rung in setting.ladder:
                    values = (rung.value, rung.low, rung.high, rung.n)
                    facet = Facet("ladder", "share", "interval", *values)
                    yield _measured(column, kept, setting, facet, rung.kind)


def _measured(column: Column, kept: Measures, setting: Setting, facet: Facet, kind: str) -> Flat:
    mixed = facet.id in ("luck", "ladder")
    variant = "+".join(setting.variants) or "base"
    return {
        "column": column.id,
        "game": kept.game,
        "version": kept.version,
        "variants": " ".join(setting.variants),
        "seats": setting.seats,
        "facet": facet.id,
        "kind": kind,
        "unit": facet.unit,
        "spread": facet.spread,
        "value": facet.value,
        "low": facet.low,
        "high": facet.high,
        "n": facet.n,
        "matches": setting.mixed if mixed else setting.matches,
        "bots": " ".join(kept.ladder) if mixed else kept.bot,
        "seed": kept.seed,
        "thinking": kept.thinking.seconds,
        "thinking_answers": kept.thinking.answers,
        "first": setting.first.rule if setting.first else "",
        "command": f"{command_for(kept)} --seats {setting.seats} --variant {variant}",
    }


def _likeness(view: View, language: str) -> Iterator[Flat]:
    for pair in likenesses(mapped_columns(view.columns), language):
        yield {
            "one": pair.one,
            "other": pair.other,
            "likeness": pair.likeness,
            "compared": pair.compared,
            "alike": " ".join(pair.alike),
            "apart": " ".join(f"{one.question}={one.distance}" for one in pair.apart),
        }


def _sums(view: View, language: str) -> Iterator[Flat]:
    for column, amounts in every_number(view.columns):
        for id, amount in amounts.items():
            bounds: tuple[Field, Field] = (None, None)
            if isinstance(amount, int):
                bounds = (amount, amount)
            elif isinstance(amount, tuple):
                bounds = amount
            yield {
                "column": column.id,
                "seats": column.seats,
                "sum": id,
                "name": site_wording(language).name("sum", id),
                "low": bounds[0],
                "high": bounds[1],
                "text": amount_text(amount, column, language),
            }


def _diff(view: View, language: str) -> Iterator[Flat]:
    if len(view.columns) != 2:
        return
    one, other = view.columns
    found = diff_of((one, other), language, view.bare)
    for row in found.sums:
        yield {
            "question": f"sum.{row.id}",
            "text": row.name,
            "one": row.cells[0],
            "other": row.cells[1],
        }
    for clause in found.rows:
        yield {
            "question": clause.id,
            "text": clause.text,
            "one": _plain(clause.one.short),
            "other": _plain(clause.other.short),
            "one_sentence": _plain(clause.one.sentence),
            "other_sentence": _plain(clause.other.sentence),
        }


def _plain(text: Marked) -> str:
    return "".join(piece for piece, _ in text)


def _sources(view: View, language: str) -> Iterator[Flat]:
    for game in sources_of(view.columns, language):
        for one in game.differences:
            for source, said in one.texts:
                yield {
                    "game": game.game,
                    "about": one.about,
                    "source": source,
                    "says": said,
                    "decided": one.decided,
                    "rules": " ".join(mark.id for mark in one.marks),
                }


def _profiles(choice: Choice, language: str) -> Iterator[Flat]:
    for one in profiles_of(choice, language):
        facts: Flat = {fact.id: f"{fact.text} {fact.interval}".rstrip() for fact in one.facts}
        yield {
            "game": one.game,
            "column": one.column,
            "title": one.title,
            "fits": one.fits,
            "score": round(one.score, 3),
            "reasons": " | ".join(f"{ground.holds}: {ground.text}" for ground in one.grounds),
            **facts,
        }


PARTS_AS_ROWS: dict[str, Callable[[View, str], Iterator[Flat]]] = {
    CLAUSES: _clauses,
    "matrix": _matrix,
    "flow": _flow,
    "facets": _facets,
    "likeness": _likeness,
    "sums": _sums,
    "diff": _diff,
    "sources": _sources,
}
EXPORTED: tuple[str, ...] = (*PARTS_AS_ROWS, PROFILES)
