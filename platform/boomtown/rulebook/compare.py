"""Games side by side, clause by clause: a row is a question, a cell a game's answer to it.

Columns are games with their variants (``boomtown.rulebook.columns``). Two answers are the same if
their values are; within a row the same answer has the same ``shape``. Without an answer, the
question does not arise in the game, and the rulebook says why; or the rulebook has not answered it.
Only the first makes a difference.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from boomtown.rulebook.book import (
    AT,
    BASE,
    FIRST_LANGUAGE,
    TEXT,
    WITHOUT,
    Case,
    Rulebook,
    Value,
    platform_rulebook,
)
from boomtown.rulebook.columns import Column, variant_name
from boomtown.rulebook.questions import Mechanic, Question, questions, vocabulary
from boomtown.rulebook.stems import stems_of
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.values import value_words
from boomtown.rulebook.wording import Wording

Show = Literal["all", "differences", "gaps", "not_arising", "unanswered"]
SHOW: tuple[Show, ...] = ("all", "differences", "gaps", "not_arising", "unanswered")
"""Every row; those that differ; those with a gap of either kind, or of one kind."""

ABOUT = {"players.three": 3}
"""Questions about one number of players: they do not arise in a column with another."""

Kind = Literal["answered", "not_arising", "unanswered"]
"""Answered, does not arise in this game, or not answered by its rulebook."""

Verdict = Literal[
    "all_same",
    "all_different",
    "partly_same",
    "others_same",
    "others_different",
    "one_answer",
    "arises_once",
    "no_answer",
    "arises_nowhere",
]
"""What a row comes to. The others are those who answer, where not all columns do."""

Presence = Literal["base", "module", "none"]
"""A mechanic is part of the base rules, comes with a module, or is not there."""


HYPHEN = re.compile(r"(?<=\w)[-\u2011](?=\w)")
"""Endings that need not be in the text: "ghosts" finds the Ghost, "tied" finds ties."""
CSV_ROW = ("topic", "id", "question", "differs", "verdict", "verdict in words")
CSV_CELL = ("status", "value", "answer", "sentence", "rules", "rulings", "mark", "variants")


class Cited(Struct, frozen=True):
    """A rule that an answer names."""

    id: str
    title: str
    module: str
    module_name: str
    """What the module is called; empty for the base game."""
    ruling: bool
    """Whether it was decided by us."""


class Change(Struct, frozen=True):
    """What a variant that is not part of a column would make of its answer."""

    variant: str
    name: str
    kind: Kind
    short: str
    sentence: str
    rules: list[Cited]


class Cell(Struct, frozen=True):
    """One column's answer to one question."""

    kind: Kind
    short: str = ""
    sentence: str = ""
    """The answer in a sentence, or why the question does not arise."""
    rules: list[Cited] = []
    key: str = ""
    """The value in one word."""
    value: Value | None = None
    cases: list[Case] = []
    """On what conditions the value is another one."""
    shape: int | None = None
    """The same number in a row means the same answer; None where there is none."""
    changed: bool = False
    """Whether a variant makes the answer what it is."""
    language: str = FIRST_LANGUAGE
    changes: list[Change] = []
    derived: bool = False
    """Whether it follows from how the game is declared, and nobody wrote it."""


class Row(Struct, frozen=True):
    """A question, and every column's answer."""

    question: Question
    cells: list[Cell]
    verdict: Verdict
    agree: list[list[int]]
    """Which columns give the same answer, by their numbers; only groups of two or more."""
    differs: bool
    """Whether two answers differ, or the question arises in one column and not in another."""
    not_arising: int
    """In how many columns the question does not arise."""
    unanswered: int
    """In how many columns it is not answered."""
    words: str = ""
    """The verdict in a few words."""

    @property
    def gaps(self) -> int:
        """In how many columns there is no answer."""
        return self.not_arising + self.unanswered


class TopicCount(Struct, frozen=True):
    """The questions of a topic: how many differ, and how many have gaps, of which kind."""

    topic: str
    questions: int
    differ: int
    partly: int
    """How many of those that differ have answers that are the same, too."""
    gaps: int
    not_arising: int
    unanswered: int


class Heading(Struct, frozen=True):
    """A column as the table names it."""

    id: str
    game: str
    variants: list[str]
    names: list[str]
    """What the variants are called."""
    title: str


class Comparison(Struct, frozen=True):
    """The rows that were asked for, and the counts of all topics."""

    language: str
    columns: list[Heading]
    topic: str | None
    show: Show
    bare: bool
    """Whether modules are left out: those that are usual, and what others would change."""
    find: str
    rows: list[Row]
    counts: list[TopicCount]


class MatrixCell(Struct, frozen=True):
    """Where a game has a mechanic."""

    kind: Presence
    modules: list[str]
    """The modules that bring it, where the base rules do not."""
    rules: list[str]


class MatrixRow(Struct, frozen=True):
    """A mechanic, and which column has it."""

    mechanic: Mechanic
    cells: list[MatrixCell]


def compare(
    columns: Sequence[Column],
    language: str = FIRST_LANGUAGE,
    topic: str | None = None,
    show: Show = "all",
    find: str = "",
    *,
    bare: bool = False,
) -> Comparison:
    """Question by question, in reading order. Counts are of everything, whatever is shown."""
    headings = [
        Heading(
            column.id,
            column.game,
            list(column.variants),
            column.names(language),
            column.title(language),
        )
        for column in columns
    ]
    wording = Wording(platform_rulebook(), language)
    read = [column.bare for column in columns] if bare else columns
    asked = [_row(question, read, bare, language) for question in questions(language)]
    rows = [replace(row, words=_words(row, headings, wording)) for row in asked]
    counts = [_count(name, rows) for name in TOPICS]
    whole = Comparison(language, headings, None, "all", bare, "", rows, counts)
    return narrowed(whole, topic, show, find)


def narrowed(
    whole: Comparison, topic: str | None = None, show: Show = "all", find: str = ""
) -> Comparison:
    """The rows of a comparison that are asked for."""
    rows = [
        row
        for row in whole.rows
        if topic in (None, row.question.topic)
        and shown(row, show)
        and (not find or has_words(row_words(row, whole), find, whole.language))
    ]
    return replace(whole, topic=topic, show=show, find=find, rows=rows)


def matrix(columns: Sequence[Column], language: str = FIRST_LANGUAGE) -> list[MatrixRow]:
    """Which game has which mechanic, from what its rules are tagged with."""
    tagged = [_tagged(column) for column in columns]
    return [
        MatrixRow(mechanic, [_presence(rules.get(mechanic.id, {})) for rules in tagged])
        for mechanic in vocabulary((column.book for column in columns), language)
    ]


def shown(row: Row, show: Show) -> bool:
    """Whether a row is among those asked for."""
    kept = {
        "all": True,
        "differences": row.differs,
        "gaps": row.gaps > 0,
        "not_arising": row.not_arising > 0,
        "unanswered": row.unanswered > 0,
    }
    return kept[show]


def row_words(row: Row, whole: Comparison) -> frozenset[str]:
    """The stems of all that a row of a comparison shows, and of its topic."""
    topic = Wording(platform_rulebook(), whole.language).thing("topic", row.question.topic)
    parts = [row.question.text, topic]
    for cell, column in zip(row.cells, whole.columns, strict=True):
        parts += [cell.short, cell.sentence, *_cited_words(cell.rules)]
        parts += column.names if cell.changed else []
        for change in cell.changes:
            parts += [change.name, change.short, change.sentence, *_cited_words(change.rules)]
    text = " ".join(parts)
    joined = HYPHEN.sub("", text)
    return frozenset((*stems_of(text, whole.language), *stems_of(joined, whole.language)))


def has_words(stems: Collection[str], find: str, language: str) -> bool:
    """Whether all that is looked for is among the stems of a row, or one of them begins so.

    A hyphen makes no difference, and neither does a plural.
    """
    wanted = stems_of(HYPHEN.sub("", find), language)
    return all(any(stem.startswith(one) for stem in stems) for one in wanted)


def as_csv(comparison: Comparison) -> str:
    """The rows for a spreadsheet: what each comes to, then the same fields for each column."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    named = [f"{column.title} [{column.id}]" for column in comparison.columns]
    heads = [f"{name} {field}" for name in named for field in CSV_CELL]
    writer.writerow([*CSV_ROW, *heads])
    for row in comparison.rows:
        question, differs = row.question, "yes" if row.differs else "no"
        asked = (question.topic, question.id, question.text)
        cells = [field for cell in row.cells for field in _spread(cell)]
        writer.writerow([*asked, differs, row.verdict, row.words, *cells])
    return text.getvalue()


def as_json(comparison: Comparison) -> bytes:
    """The whole comparison as indented JSON."""
    return msgspec.json.format(msgspec.json.encode(comparison), indent=2)


def _row(question: Question, columns: Sequence[Column], bare: bool, language: str) -> Row:
    if bare:
        cells = [_bare_cell(question.id, column, language) for column in columns]
    else:
        cells = [_with_changes(question.id, column, columns, language) for column in columns]
    groups: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        if cell.kind == "answered":
            groups.setdefault(cell.key, []).append(number)
    shapes = {number: shape for shape, group in enumerate(groups.values()) for number in group}
    kinds = Counter(cell.kind for cell in cells)
    return Row(
        question,
        [replace(cell, shape=shapes.get(number)) for number, cell in enumerate(cells)],
        _verdict(len(shapes), len(groups), kinds),
        [group for group in groups.values() if len(group) > 1],
        len(groups) > 1 or bool(groups and kinds["not_arising"]),
        kinds["not_arising"],
        kinds["unanswered"],
    )


def _verdict(answered: int, different: int, kinds: Mapping[Kind, int]) -> Verdict:
    if answered == 0:
        return "no_answer" if kinds["unanswered"] else "arises_nowhere"
    if answered == 1:
        return "arises_once" if kinds["not_arising"] and not kinds["unanswered"] else "one_answer"
    if 1 < different < answered:
        return "partly_same"
    if kinds["not_arising"] or kinds["unanswered"]:
        return "others_same" if different == 1 else "others_different"
    return "all_same" if different == 1 else "all_different"


def _words(row: Row, headings: Sequence[Heading], wording: Wording) -> str:
    if row.verdict == "partly_same":
        groups = [[headings[number].title for number in group] for group in row.agree]
        return "; ".join(wording.say("compare.partly_same", columns=names) for names in groups)
    return wording.say(f"compare.{row.verdict}")


def _cell(question: str, column: Column, language: str) -> Cell:
    if (number := ABOUT.get(question)) is not None and _played_by_others(column, number):
        say = Wording(platform_rulebook(), language).say
        return Cell("not_arising", sentence=say("compare.other_number", n=number), changed=True)
    answer = column.book.answer(question, language, column.variants)
    if answer is None:
        return Cell("unanswered")
    if answer.none:
        return Cell(
            "not_arising",
            sentence=answer.none,
            changed=answer.changed,
            language=answer.language,
            derived=answer.derived,
        )
    return Cell(
        "answered",
        answer.short or value_words(answer.value or [], language),
        answer.sentence,
        [_cited(id, column.book, language) for id in answer.rules],
        answer.key,
        answer.value,
        answer.cases,
        changed=answer.changed,
        language=answer.language,
        derived=answer.derived,
    )


def _played_by_others(column: Column, number: int) -> bool:
    """Whether a game is played by so many, but not in this column."""
    usual = replace(column, variants=()).playable
    here = column.playable if column.seats is None else [column.seats]
    return number in usual and number not in here


def _bare_cell(question: str, column: Column, language: str) -> Cell:
    """An answer without usual modules, which is no change where they are left out anyway."""
    cell = _cell(question, column, language)
    usual = tuple(name for name in column.variants if name.startswith(WITHOUT))
    return replace(cell, changed=cell != _cell(question, replace(column, variants=usual), language))


def _with_changes(question: str, column: Column, columns: Sequence[Column], language: str) -> Cell:
    """An answer with what each module or number of players by itself would change.

    Not if a column beside it shows it, or if it cannot be played so. What printed texts differ in
    stands elsewhere.
    """
    cell = _cell(question, column, language)
    first = column.book.languages[FIRST_LANGUAGE].answers.get(question)
    beside = {name for other in columns if other.game == column.game for name in other.variants}
    changes = []
    for name in first.variants if first else ():
        if name in beside or name.startswith(TEXT) or not _possible(column, name):
            continue
        then = _cell(question, replace(column, variants=(*column.variants, name)), language)
        if _told(then) != _told(cell):
            named = variant_name(name, Wording(column.book, language))
            changes.append(Change(name, named, then.kind, then.short, then.sentence, then.rules))
    return replace(cell, changes=changes)


def _possible(column: Column, variant: str) -> bool:
    """Whether a column could be played with this variant, too."""
    if variant.startswith(AT):
        return column.seats is None and int(variant.removeprefix(AT)) in column.playable
    if column.seats is None or variant.startswith(WITHOUT):
        return True
    return column.seats in replace(column, variants=(*column.variants, variant)).playable


def _told(cell: Cell) -> tuple[object, ...]:
    """What a reader sees of an answer at first sight."""
    return cell.kind, cell.key, cell.short, cell.cases


def _cited(id: str, book: Rulebook, language: str) -> Cited:
    owner = book if id in book.languages[FIRST_LANGUAGE].rules else platform_rulebook()
    rule = owner.rule(id, language)
    named = "" if rule.module == BASE else Wording(book, language).thing("module", rule.module)
    return Cited(id, rule.title, rule.module, named, bool(rule.ruling))


def _count(topic: str, rows: Sequence[Row]) -> TopicCount:
    asked = [row for row in rows if row.question.topic == topic]
    return TopicCount(
        topic,
        len(asked),
        sum(row.differs for row in asked),
        sum(row.differs and bool(row.agree) for row in asked),
        sum(row.gaps > 0 for row in asked),
        sum(row.not_arising > 0 for row in asked),
        sum(row.unanswered > 0 for row in asked),
    )


def _tagged(column: Column) -> dict[str, dict[str, str]]:
    """Each mechanic with its rules, and the module of each; what is left out does not count."""
    found: dict[str, dict[str, str]] = {}
    for id, rule in column.book.languages[FIRST_LANGUAGE].rules.items():
        if WITHOUT + rule.module not in column.variants:
            for word in rule.mechanics:
                found.setdefault(word, {})[id] = rule.module
    return found


def _presence(rules: Mapping[str, str]) -> MatrixCell:
    base = [id for id, module in rules.items() if module == BASE]
    if base:
        return MatrixCell("base", [], base)
    if rules:
        return MatrixCell("module", list(dict.fromkeys(rules.values())), list(rules))
    return MatrixCell("none", [], [])


def _spread(cell: Cell) -> tuple[str, ...]:
    mark = "" if cell.shape is None else chr(ord("A") + cell.shape)
    rules = " ".join(rule.id for rule in cell.rules)
    rulings = " ".join(rule.id for rule in cell.rules if rule.ruling)
    variants = "\n".join(
        f"{change.name}: {change.short or change.kind}. {change.sentence}"
        for change in cell.changes
    )
    return cell.kind, cell.key, cell.short, cell.sentence, rules, rulings, mark, variants


def _cited_words(rules: Sequence[Cited]) -> list[str]:
    """What is written of rules: their ids, and the modules that they belong to."""
    return [word for rule in rules for word in (rule.id, rule.module_name)]
