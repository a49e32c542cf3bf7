"""Games side by side: what the comparison page shows, computed from rulebooks, steps and measures.

A view is what the address says: columns (``c``), a topic, which rows, whether modules are left
out, and words to find (``q``). Whatever is the same for everybody who reads a language is made
once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from msgspec import Struct

from boomtown.plugins import find_game
from boomtown.rulebook.book import FIRST_LANGUAGE, Case, plain_value
from boomtown.rulebook.columns import Column
from boomtown.rulebook.compare import (
    SHOW,
    Cell,
    Comparison,
    Row,
    TopicCount,
    compare,
    has_words,
    narrowed,
    row_words,
    shown,
)
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.values import value_words
from boomtown.rulebook.wording import Wording
from boomtown.testing.probes import watched
from boomtown.web.compare.charts import Facets, facets_of
from boomtown.web.compare.columns import (
    KEPT,
    MOST_COLUMNS,
    GameChips,
    Head,
    Mark,
    View,
    chips,
    columns_of,
    head_of,
    marks_of,
    usual_columns,
    wanted_columns,
)
from boomtown.web.compare.parts import Lane, Matrix, Sources, lanes, mechanics_of, sources_of
from boomtown.web.compare.sides import Diff, LikeMap, Sums, diff_of, likeness_view, sums_table
from boomtown.web.words import site_wording

ALL = "all"
OVERVIEW = "overview"
DIFF = "diff"
PARTS = (OVERVIEW, "sums", "matrix", "flow", "facets", "likeness", "sources", DIFF)
"""What can be read beside the topics, each on a page of its own, too."""
BESIDE = ("matrix", "flow", "facets", "sources")
"""What stands below a topic, too."""
FIRST_TOPICS = ("elimination", "hidden information")
"""What is worth reading first, if the games differ in it."""
TWO = 2
"""So many columns have a difference."""
LONGEST_VERDICT = 44
LONGEST_WORDS = 80
"""So many letters can be looked for."""


# --- clauses --------------------------------------------------------------------------------------


class ChangeView(Struct, frozen=True):
    """What a module makes of an answer."""

    module: str
    kind: str
    short: str
    sentence: str
    marks: tuple[Mark, ...]


class CellView(Struct, frozen=True):
    """An answer as the table shows it."""

    head: str
    kind: str
    shape: int | None
    short: str
    sentence: str
    marks: tuple[Mark, ...]
    changed: str
    """The variants of the column that make the answer what it is."""
    changes: tuple[ChangeView, ...]
    """What modules that are not part of the column would make of it."""
    lang: str
    cases: tuple[tuple[str, str], ...]
    """On what conditions it is another one, and which."""
    watched: bool
    """Whether matches are watched for anything that contradicts it."""
    derived: bool
    """Whether it follows from how the game is declared."""


class RowView(Struct, frozen=True):
    """A question, and what each column says."""

    id: str
    topic: str
    text: str
    lang: str
    verdict: str
    verdict_text: str
    not_arising: int
    unanswered: int
    cells: tuple[CellView, ...]


class Clause(Struct, frozen=True):
    """A row, the words in it, and how it is shown."""

    row: Row
    words: frozenset[str]
    view: RowView


class TopicView(Struct, frozen=True):
    """The rows of a topic."""

    topic: str
    anchor: str
    title: str
    count: TopicCount
    rows: tuple[RowView, ...]


class TopicLink(Struct, frozen=True):
    """A topic in the contents."""

    topic: str
    title: str
    url: str
    here: bool
    count: TopicCount


@lru_cache(maxsize=KEPT)
def compared(ids: tuple[str, ...], bare: bool, language: str) -> Comparison:
    """Everything that can be said of some columns."""
    return compare(columns_of(ids), language, bare=bare)


def filtered(view: View, language: str) -> Comparison:
    """The rows that a view shows."""
    topic = view.topic if view.topic in TOPICS and not view.find else None
    whole = compared(view.columns, view.bare, language)
    return narrowed(whole, topic, view.show, view.find)


def first_topic(view: View) -> str:
    """Where to begin: a topic worth reading, or else the one on which most rows differ."""
    whole = compared(view.columns, view.bare, FIRST_LANGUAGE)
    counts = {count.topic: count.differ for count in whole.counts}
    most = max(counts, key=lambda topic: counts[topic])
    return next((topic for topic in FIRST_TOPICS if counts[topic]), most)


def topic_title(topic: str, language: str) -> str:
    """A topic as a heading."""
    name = site_wording(language).name("topic", topic)
    return name[:1].upper() + name[1:]


def anchor_of(topic: str) -> str:
    """Where a topic stands on the page."""
    return "topic-" + topic.replace(" ", "-")


def topic_links(view: View, language: str) -> list[TopicLink]:
    """The contents."""
    return [
        TopicLink(
            count.topic,
            topic_title(count.topic, language),
            view.url(topic=count.topic, find=""),
            count.topic == view.topic and not view.find,
            count,
        )
        for count in compared(view.columns, view.bare, language).counts
        if count.questions
    ]


@lru_cache(maxsize=KEPT)
def clauses(ids: tuple[str, ...], bare: bool, language: str) -> dict[str, Clause]:
    """Every row of some columns, by its question."""
    columns, whole = columns_of(ids), compared(ids, bare, language)
    heads = [head_of(column, language) for column in columns]
    return {
        row.question.id: Clause(row, row_words(row, whole), _row(row, columns, heads, language))
        for row in whole.rows
    }


def topics(view: View, language: str) -> list[TopicView]:
    """The clauses that a view shows, topic by topic. Words are looked for in all topics."""
    if view.topic in PARTS[1:] and not view.find:
        return []
    first = first_topic(view) if view.topic == OVERVIEW else view.topic
    rows = [
        clause.view
        for clause in clauses(view.columns, view.bare, language).values()
        if shown(clause.row, view.show) and has_words(clause.words, view.find, language)
    ]
    return [
        TopicView(
            count.topic,
            anchor_of(count.topic),
            topic_title(count.topic, language),
            count,
            tuple(row for row in rows if row.topic == count.topic),
        )
        for count in compared(view.columns, view.bare, language).counts
        if count.questions and (view.find or first in (ALL, count.topic))
    ]


def _row(row: Row, columns: Sequence[Column], heads: Sequence[Head], language: str) -> RowView:
    question = row.question
    cells = [
        _cell(question.id, cell, head, column, language)
        for cell, head, column in zip(row.cells, heads, columns, strict=True)
    ]
    return RowView(
        question.id,
        question.topic,
        question.text,
        question.language,
        row.verdict,
        _verdict(row, language),
        row.not_arising,
        row.unanswered,
        tuple(cells),
    )


def _verdict(row: Row, language: str) -> str:
    """What a row comes to: who agrees, or where the names are too long, how many do."""
    if row.verdict != "partly_same" or len(row.words) <= LONGEST_VERDICT:
        return row.words
    most = max(len(group) for group in row.agree)
    say = site_wording(language).say
    return say("compare.some_agree", n=most, of=len(row.cells) - row.gaps)


CONDITIONS = ("character", "role", "power", "scenario")
"""Names of these kinds can be conditions."""


def _case(case: Case, column: Column, language: str) -> tuple[str, str]:
    """A condition and its value, in words."""
    wording, named = Wording(column.book, language), []
    for kind, name in case.conditions.items():
        if kind == "phase":
            named.append(column.book.rule(name, language).title)
            continue
        told = (wording.thing(noun, name) for noun in CONDITIONS)
        named.append(next((text for text in told if text != name), name))
    value = plain_value(case.value)
    return ", ".join(named), value_words([] if value is None else value, language)


@cache
def watched_in(game: str) -> frozenset[str]:
    """The questions on which play could contradict a game's answers."""
    return frozenset(watched(find_game(game)))


def _cell(question: str, cell: Cell, head: Head, column: Column, language: str) -> CellView:
    return CellView(
        head.full,
        cell.kind,
        cell.shape,
        cell.short,
        cell.sentence,
        marks_of((rule.id for rule in cell.rules), column, cell.language),
        head.variant if cell.changed else "",
        tuple(
            ChangeView(
                change.name,
                change.kind,
                change.short,
                change.sentence,
                marks_of((rule.id for rule in change.rules), column, cell.language),
            )
            for change in cell.changes
        ),
        cell.language,
        tuple(_case(case, column, language) for case in cell.cases),
        cell.kind == "answered" and question in watched_in(column.game),
        cell.derived,
    )


# --- the page -------------------------------------------------------------------------------------


class ComparePage(Struct, frozen=True, kw_only=True):
    """Everything that the page shows."""

    view: View
    heads: tuple[Head, ...]
    chips: tuple[GameChips, ...]
    links: tuple[TopicLink, ...]
    topics: tuple[TopicView, ...]
    parts: tuple[str, ...]
    """The parts beside the clauses that are shown."""
    all_parts: tuple[str, ...]
    matrix: Matrix | None
    lanes: tuple[Lane, ...]
    facets: Facets | None
    sources: tuple[Sources, ...]
    sums: Sums | None
    likeness: LikeMap | None
    diff: Diff | None
    total: TopicCount
    """The counts of all topics together."""
    found: int
    """How many questions are shown."""
    asked: int
    """How many there are in the topics that are shown."""
    left_out: tuple[Head, ...]
    """Columns for which there is no room."""
    texts: bool
    """Whether a column is a printed text."""

    @property
    def most(self) -> int:
        """How many columns there can be."""
        return MOST_COLUMNS

    @property
    def alone(self) -> bool:
        """Whether a second column is missing."""
        return len(self.heads) < 2


def read_view(
    columns: Iterable[str],
    topic: str = "",
    show: str = "",
    bare: str = "",
    find: str = "",
    seats: str = "",
) -> View:
    """A view from what an address says; what it does not know is left out."""
    named = list(columns)
    ids = wanted_columns(named)
    known = topic in (*TOPICS, ALL, *PARTS)
    rows = next((name for name in SHOW if name == show), SHOW[0])
    words = find.strip()[:LONGEST_WORDS]
    return View(
        ids[:MOST_COLUMNS] or usual_columns(),
        topic if known else OVERVIEW,
        rows,
        bool(bare),
        words,
        ids[MOST_COLUMNS:],
        bool(named) and not ids,
        int(seats) if seats.isascii() and seats.isdecimal() and len(seats) < 3 else 0,
    )


def compare_page(view: View, language: str) -> ComparePage:
    """The page of a view."""
    comparison = compared(view.columns, view.bare, language)
    heads = tuple(head_of(column, language) for column in columns_of(view.columns))
    sources = sources_of(view.columns, language)
    there = {"sources": bool(sources), DIFF: len(heads) == TWO}
    all_parts = tuple(part for part in PARTS if there.get(part, True))
    parts = _parts(view, all_parts)
    told = topics(view, language)
    return ComparePage(
        view=view,
        heads=heads,
        chips=tuple(chips(view, language)),
        links=tuple(topic_links(view, language)),
        topics=tuple(told),
        parts=parts,
        all_parts=all_parts,
        matrix=mechanics_of(view.columns, language) if "matrix" in parts else None,
        lanes=lanes(view.columns, language) if "flow" in parts else (),
        facets=_facets(view, language) if "facets" in parts else None,
        sources=sources if "sources" in parts else (),
        sums=sums_table(view.columns, language, view.seats) if "sums" in parts else None,
        likeness=likeness_view(view.columns, language) if "likeness" in parts else None,
        diff=_diff(view, language) if DIFF in parts else None,
        total=_total(comparison.counts),
        found=sum(len(topic.rows) for topic in told),
        asked=sum(topic.count.questions for topic in told),
        left_out=tuple(head_of(column, language) for column in columns_of(view.left_out)),
        texts=any("@text_" in id for id in view.columns),
    )


def _diff(view: View, language: str) -> Diff:
    one, other = view.columns
    return diff_of((one, other), language, view.bare)


def _facets(view: View, language: str) -> Facets:
    return facets_of(view.columns, language, view.seats, view.bare)


def _parts(view: View, known: tuple[str, ...]) -> tuple[str, ...]:
    """What is shown beside the clauses: a part by itself, or all but the overview of a topic."""
    if view.find:
        return ()
    if view.topic == OVERVIEW:
        return tuple(part for part in known if part != DIFF)
    if view.topic in PARTS:
        return tuple(part for part in known if part == view.topic)
    # All topics are a long page: whatever has a page of its own stands there.
    return () if view.topic == ALL else tuple(part for part in known if part in BESIDE)


def _total(counts: Iterable[TopicCount]) -> TopicCount:
    fields = TopicCount.__struct_fields__[1:]
    every = list(counts)
    return TopicCount(ALL, *(sum(getattr(one, name) for one in every) for name in fields))


# --- one question for the street ------------------------------------------------------------------


class Teaser(Struct, frozen=True):
    """A question that the games settle differently."""

    row: RowView
    heads: tuple[Head, ...]
    url: str


@lru_cache(maxsize=KEPT)
def teaser(number: int, language: str) -> Teaser | None:
    """One of the questions on which the games differ, by any number."""
    view = read_view((), ALL, "differences", "1")
    rows = [
        (topic, row)
        for topic in topics(view, language)
        for row in topic.rows
        if not row.not_arising and not row.unanswered
    ]
    if not rows or len(view.columns) < 2:
        return None
    topic, row = rows[number % len(rows)]
    heads = tuple(head_of(column, language) for column in columns_of(view.columns))
    url = View(view.columns, topic.topic).url()
    return Teaser(row, heads, f"{url}#{row.id}")
