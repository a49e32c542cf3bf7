"""Games side by side: what the comparison page shows, computed from rulebooks, steps and measures.

A view is what the address says: columns (``c``), a topic, which rows, and whether modules are left
out. Whatever is the same for everybody who reads a language is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from boomtown.rulebook.book import FIRST_LANGUAGE, TEXT
from boomtown.rulebook.compare import (
    SHOW,
    Cell,
    Column,
    Comparison,
    Row,
    TopicCount,
    compare,
    verdict_text,
)
from boomtown.rulebook.topics import TOPICS
from boomtown.web.comparecharts import Facets, facets_of
from boomtown.web.comparecolumns import (
    KEPT,
    GameChips,
    Head,
    Mark,
    View,
    chips,
    columns_of,
    head_of,
    marks_of,
    variant_of,
    wanted_columns,
)
from boomtown.web.compareparts import Lane, Matrix, Sources, lanes, mechanics_of, sources_of
from boomtown.web.words import site_wording

ALL = "all"
PARTS = ("matrix", "flow", "facets", "sources")
"""What can be read beside the topics, each on a page of its own, too."""
LONGEST_VERDICT = 44


# --- clauses --------------------------------------------------------------------------------------


class Change(Struct, frozen=True):
    """What a module makes of an answer."""

    module: str
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
    changes: tuple[Change, ...]
    """What modules that are not part of the column would make of it."""
    lang: str


class RowView(Struct, frozen=True):
    """A question, and what each column says."""

    id: str
    text: str
    lang: str
    verdict: str
    verdict_text: str
    gaps: int
    cells: tuple[CellView, ...]


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
def compared(ids: tuple[str, ...], language: str) -> Comparison:
    """Everything that can be said of some columns."""
    return compare(columns_of(ids), language)


def filtered(view: View, language: str) -> Comparison:
    """The rows that a view shows."""
    topic = view.topic if view.topic in TOPICS else None
    return compare(columns_of(view.columns), language, topic, view.show)


def default_topic(ids: tuple[str, ...]) -> str:
    """Where to begin: the topic on which most rows differ."""
    counts = compared(ids, FIRST_LANGUAGE).counts
    return max(counts, key=lambda count: count.differ).topic


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
            view.url(topic=count.topic),
            count.topic == view.topic,
            count,
        )
        for count in compared(view.columns, language).counts
        if count.questions
    ]


@lru_cache(maxsize=KEPT)
def topics(view: View, language: str) -> tuple[TopicView, ...]:
    """The clauses that a view shows, topic by topic."""
    if view.topic in PARTS:
        return ()
    comparison = compared(view.columns, language)
    columns = columns_of(view.columns)
    heads = [head_of(column, language) for column in columns]
    found = []
    for count in comparison.counts:
        if view.topic in (ALL, count.topic) and count.questions:
            rows = [row for row in comparison.rows if row.question.topic == count.topic]
            shown = tuple(
                _row(comparison, row, columns, heads, view, language)
                for row in rows
                if view.show == "all" or (row.differs if view.show == "differences" else row.gaps)
            )
            title, anchor = topic_title(count.topic, language), anchor_of(count.topic)
            found.append(TopicView(count.topic, anchor, title, count, shown))
    return tuple(found)


def _row(
    comparison: Comparison,
    row: Row,
    columns: Sequence[Column],
    heads: Sequence[Head],
    view: View,
    language: str,
) -> RowView:
    question = row.question
    return RowView(
        question.id,
        question.text,
        question.language,
        row.verdict,
        _verdict(comparison, row),
        row.gaps,
        tuple(
            _cell(question.id, cell, column, head, view, language)
            for cell, column, head in zip(row.cells, columns, heads, strict=True)
        ),
    )


def _verdict(comparison: Comparison, row: Row) -> str:
    """What a row comes to: who agrees, or where the names are too long, how many do."""
    told = verdict_text(comparison, row)
    if row.verdict != "agree" or len(told) <= LONGEST_VERDICT:
        return told
    most = max(len(group) for group in row.agree)
    say = site_wording(comparison.language).say
    return say("compare.some_agree", n=most, of=len(row.cells) - row.gaps)


def _cell(
    question: str, cell: Cell, column: Column, head: Head, view: View, language: str
) -> CellView:
    return CellView(
        head.full,
        cell.kind,
        cell.shape,
        cell.short,
        cell.sentence,
        marks_of((rule.id for rule in cell.rules), column, language),
        head.variant if cell.changed else "",
        () if view.bare else tuple(_changes(question, column, view, language)),
        cell.language,
    )


def _changes(question: str, column: Column, view: View, language: str) -> Iterable[Change]:
    """What each module by itself would change, unless a column beside it shows that.

    What printed texts differ in stands elsewhere.
    """
    first = column.book.languages[FIRST_LANGUAGE].answers.get(question)
    if first is None:
        return
    beside = {
        name for one in columns_of(view.columns) if one.game == column.game for name in one.variants
    }
    now = column.book.answer(question, language, column.variants)
    for name in first.variants:
        if name in beside or name.startswith(TEXT):
            continue
        then = column.book.answer(question, language, (*column.variants, name))
        if then is None or now is None or (then.key, then.none) == (now.key, now.none):
            continue
        named = Column(column.game, column.book, (name,))
        said = then.short or site_wording(language).say("compare.not_arising")
        marks = marks_of(then.rules, column, language)
        yield Change(variant_of(named, language), said, then.none or then.sentence, marks)


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
    questions: int
    differ: int
    gaps: int

    @property
    def alone(self) -> bool:
        """Whether a second column is missing."""
        return len(self.heads) < 2


def read_view(columns: Iterable[str], topic: str, show: str, bare: str) -> View:
    """A view from what an address says; what it does not know is left out."""
    ids = wanted_columns(columns)
    known = topic in (*TOPICS, ALL, *PARTS)
    rows = next((name for name in SHOW if name == show), SHOW[0])
    return View(ids, topic if known else default_topic(ids), rows, bool(bare))


def compare_page(view: View, language: str) -> ComparePage:
    """The page of a view."""
    comparison = compared(view.columns, language)
    heads = tuple(head_of(column, language) for column in columns_of(view.columns))
    sources = sources_of(view.columns, language)
    all_parts = tuple(part for part in PARTS if part != "sources" or sources)
    parts = tuple(part for part in all_parts if view.topic not in PARTS or part == view.topic)
    return ComparePage(
        view=view,
        heads=heads,
        chips=tuple(chips(view, language)),
        links=tuple(topic_links(view, language)),
        topics=topics(view, language),
        parts=parts,
        all_parts=all_parts,
        matrix=mechanics_of(view.columns, view.show, language) if "matrix" in parts else None,
        lanes=lanes(view.columns, language) if "flow" in parts else (),
        facets=facets_of(view.columns, language) if "facets" in parts else None,
        sources=sources if "sources" in parts else (),
        questions=sum(count.questions for count in comparison.counts),
        differ=sum(count.differ for count in comparison.counts),
        gaps=sum(count.gaps for count in comparison.counts),
    )


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
    rows = [(topic, row) for topic in topics(view, language) for row in topic.rows if not row.gaps]
    if not rows or len(view.columns) < 2:
        return None
    topic, row = rows[number % len(rows)]
    heads = tuple(head_of(column, language) for column in columns_of(view.columns))
    url = View(view.columns, topic.topic, "all", False).url()
    return Teaser(row, heads, f"{url}#{row.id}")
