"""Games side by side, clause by clause: a row is a question, a cell a game's answer to it.

A column is a game with the variants switched on, written ``bang_dice``, ``bang_dice+ghost`` (a
module), ``shadows_west+no_townsfolk`` (without a module that is usual) or ``bang_dice@text_ru`` (as
one printed text has it). Two answers are the same if their keys are; within a row the same answer
has the same ``shape``. Without an answer, the question does not arise in the game, and the
rulebook says why; or the rulebook has not answered it. Only the first makes a difference.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from boomtown.core.errors import BoomtownError
from boomtown.rulebook.book import (
    BASE,
    FIRST_LANGUAGE,
    TEXT,
    WITHOUT,
    Rulebook,
    platform_rulebook,
)
from boomtown.rulebook.questions import Mechanic, Question, mechanics, questions
from boomtown.rulebook.search import fits, words_of
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording

Show = Literal["all", "differences", "gaps", "not_arising", "unanswered"]
SHOW: tuple[Show, ...] = ("all", "differences", "gaps", "not_arising", "unanswered")
"""Every row; those that differ; those with a gap of either kind, or of one kind."""

Kind = Literal["answered", "not_arising", "unanswered"]
"""Answered, does not arise in this game, or not answered by its rulebook."""

Verdict = Literal["all_same", "all_different", "partly_same", "one_answer", "no_answer"]
"""What the answers of a row come to, those columns left aside that have none."""

Presence = Literal["base", "module", "none"]
"""A mechanic is part of the base rules, comes with a module, or is not there."""


BESIDE_GAPS = {"all_same": "others_same", "all_different": "others_different"}
"""What a verdict is called where not all columns answer."""
NOT_ARISING = {"one_answer": "arises_once", "no_answer": "arises_nowhere"}
"""What it is called where all who do not answer say that the question does not arise."""
CSV_ROW = ("topic", "id", "question", "differs", "verdict", "verdict in words")
CSV_CELL = ("status", "answer", "sentence", "rules", "mark")


class UnknownColumn(BoomtownError):
    """A column that cannot be compared; the message says why."""


class Column(Struct, frozen=True):
    """A game, with the variants in which it is looked at."""

    game: str
    book: Rulebook
    variants: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """How it is written: ``bang_dice+ghost@text_ru``."""
        signs = (f"@{name}" if name.startswith(TEXT) else f"+{name}" for name in self.variants)
        return "".join((self.game, *signs))

    def title(self, language: str) -> str:
        """The game and its variants, as a reader knows them."""
        wording = Wording(self.book, language)
        names = [_variant_name(name, wording) for name in self.variants]
        return f"{wording.title} ({', '.join(names)})" if names else wording.title


class Cited(Struct, frozen=True):
    """A rule that an answer names."""

    id: str
    title: str
    module: str
    ruling: bool
    """Whether it was decided by us."""


class Cell(Struct, frozen=True):
    """One column's answer to one question."""

    kind: Kind
    short: str = ""
    sentence: str = ""
    """The answer in a sentence, or why the question does not arise."""
    rules: list[Cited] = []
    key: str = ""
    shape: int | None = None
    """The same number in a row means the same answer; None where there is none."""
    changed: bool = False
    """Whether a variant makes the answer what it is."""
    language: str = FIRST_LANGUAGE


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
    title: str


class Comparison(Struct, frozen=True):
    """The rows that were asked for, and the counts of all topics."""

    language: str
    columns: list[Heading]
    topic: str | None
    show: Show
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


def read_column(text: str, books: Mapping[str, Rulebook]) -> Column:
    """A column from how it is written; ``+`` and ``@`` part the variants."""
    game, *names = text.replace("@", "+").split("+")
    if game not in books:
        raise UnknownColumn(f"no game is called {game}; there are: {', '.join(books)}")
    book = books[game]
    for name in names:
        if name not in book.variants:
            known = ", ".join(book.variants) or "none"
            raise UnknownColumn(f"{game} has no variant {name}; there are: {known}")
    return Column(game, book, tuple(name for name in book.variants if name in names))


def compare(
    columns: Sequence[Column],
    language: str = FIRST_LANGUAGE,
    topic: str | None = None,
    show: Show = "all",
    find: str = "",
) -> Comparison:
    """Question by question, in reading order. Counts are of everything, whatever is shown."""
    headings = [
        Heading(column.id, column.game, list(column.variants), column.title(language))
        for column in columns
    ]
    wording = Wording(platform_rulebook(), language)
    asked = [_row(question, columns, language) for question in questions(language)]
    rows = [replace(row, words=_words(row, headings, wording)) for row in asked]
    return Comparison(
        language,
        headings,
        topic,
        show,
        find,
        [
            row
            for row in rows
            if topic in (None, row.question.topic)
            and shown(row, show)
            and (not find or has_words(row_words(row), find))
        ],
        [_count(name, rows) for name in TOPICS],
    )


def matrix(columns: Sequence[Column], language: str = FIRST_LANGUAGE) -> list[MatrixRow]:
    """Which game has which mechanic, from what its rules are tagged with."""
    tagged = [_tagged(column) for column in columns]
    return [
        MatrixRow(mechanic, [_presence(rules.get(mechanic.id, {})) for rules in tagged])
        for mechanic in mechanics(language)
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


def row_words(row: Row) -> frozenset[str]:
    """The plain words of a question, of its answers and of the rule ids that they name."""
    parts = [row.question.text]
    for cell in row.cells:
        parts += [cell.short, cell.sentence, *(rule.id for rule in cell.rules)]
    return frozenset(words_of(" ".join(parts)))


def has_words(words: Collection[str], find: str) -> bool:
    """Whether all that is looked for is among some words, or begins like one of them."""
    return all(any(fits(word, wanted) for word in words) for wanted in words_of(find))


def as_csv(comparison: Comparison) -> str:
    """The rows for a spreadsheet: what each comes to, then five fields for each column."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    heads = [f"{column.id} {field}" for column in comparison.columns for field in CSV_CELL]
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


def _row(question: Question, columns: Sequence[Column], language: str) -> Row:
    cells = [_cell(question.id, column, language) for column in columns]
    groups: dict[str, list[int]] = {}
    for number, cell in enumerate(cells):
        if cell.kind == "answered":
            groups.setdefault(_same(number, cells, columns), []).append(number)
    shapes = {number: shape for shape, group in enumerate(groups.values()) for number in group}
    kinds = Counter(cell.kind for cell in cells)
    return Row(
        question,
        [replace(cell, shape=shapes.get(number)) for number, cell in enumerate(cells)],
        _verdict(len(shapes), len(groups)),
        [group for group in groups.values() if len(group) > 1],
        len(groups) > 1 or bool(groups and kinds["not_arising"]),
        kinds["not_arising"],
        kinds["unanswered"],
    )


def _same(number: int, cells: Sequence[Cell], columns: Sequence[Column]) -> str:
    """What equal answers share: a key. What a variant adds to its own game is another answer."""
    cell, game = cells[number], columns[number].game
    others = [
        other
        for other, column in zip(cells, columns, strict=True)
        if column.game == game and other.key == cell.key and other.sentence != cell.sentence
    ]
    return f"{cell.key}: {cell.sentence}" if cell.changed and others else cell.key


def _verdict(answered: int, different: int) -> Verdict:
    if answered < 2:
        return "one_answer" if answered else "no_answer"
    if different == 1:
        return "all_same"
    return "all_different" if different == answered else "partly_same"


def _words(row: Row, headings: Sequence[Heading], wording: Wording) -> str:
    if row.verdict == "partly_same":
        groups = [[headings[number].title for number in group] for group in row.agree]
        return "; ".join(wording.say("compare.partly_same", columns=names) for names in groups)
    words: str = row.verdict
    if row.gaps:
        words = BESIDE_GAPS.get(words, words)
    if row.not_arising and not row.unanswered:
        words = NOT_ARISING.get(words, words)
    return wording.say(f"compare.{words}")


def _cell(question: str, column: Column, language: str) -> Cell:
    answer = column.book.answer(question, language, column.variants)
    if answer is None:
        return Cell("unanswered")
    if answer.none:
        changed, told = answer.changed, answer.language
        return Cell("not_arising", sentence=answer.none, changed=changed, language=told)
    return Cell(
        "answered",
        answer.short,
        answer.sentence,
        [_cited(id, column.book, language) for id in answer.rules],
        answer.key,
        changed=answer.changed,
        language=answer.language,
    )


def _cited(id: str, book: Rulebook, language: str) -> Cited:
    owner = book if id in book.languages[FIRST_LANGUAGE].rules else platform_rulebook()
    rule = owner.rule(id, language)
    return Cited(id, rule.title, rule.module, bool(rule.ruling))


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


def _spread(cell: Cell) -> tuple[str, str, str, str, str]:
    mark = "" if cell.shape is None else chr(ord("A") + cell.shape)
    rules = " ".join(rule.id for rule in cell.rules)
    return cell.kind, cell.short, cell.sentence, rules, mark


def _variant_name(variant: str, wording: Wording) -> str:
    if variant.startswith(TEXT):
        return wording.say(f"compare.{variant}")
    if variant.startswith(WITHOUT):
        module = wording.thing("module", variant.removeprefix(WITHOUT))
        return wording.say("compare.without", module=module)
    return wording.thing("module", variant)
