"""Games side by side: what the comparison page shows, computed from rulebooks, steps and measures.

A view is what the address says: columns (``c``), a topic, which rows, and whether modules are left
out. Whatever is the same for everybody who reads a language is made once and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct

from boomtown.core.game import Game
from boomtown.lab.facets import FACETS, Facet, measures_of
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook.book import BASE, FIRST_LANGUAGE, TEXT, Rulebook, rulebook_of
from boomtown.rulebook.compare import (
    SHOW,
    Cell,
    Column,
    Comparison,
    MatrixRow,
    Row,
    Show,
    TopicCount,
    UnknownColumn,
    compare,
    matrix,
    read_column,
    verdict_text,
)
from boomtown.rulebook.flow import DECIDERS, Phase, flow_of, options_of
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import Wording
from boomtown.web.gamepages import page_text
from boomtown.web.rulepages import rule_url
from boomtown.web.words import site_wording

ADDRESS = "/compare"
MOST_COLUMNS = 6
USUAL_COLUMNS = 4
"""So many games stand there before anybody has chosen."""
ALL = "all"
PARTS = ("matrix", "flow", "facets", "sources")
"""What can be read beside the topics, each on a page of its own, too."""
LONGEST_VERDICT = 44
KEPT = 128
"""How many comparisons are remembered."""


class View(Struct, frozen=True):
    """What somebody wants to see; its address leads back to it."""

    columns: tuple[str, ...]
    topic: str
    """A topic, ``all`` of them, or one of the parts."""
    show: Show
    bare: bool
    """Whether what modules change is left out."""

    def url(self, form: str = "", **changes: Any) -> str:
        """The address of this view, or of one that differs in something."""
        shown = {name: changes.get(name, getattr(self, name)) for name in self.__struct_fields__}
        fields = [("c", column) for column in shown["columns"]]
        fields += [("topic", shown["topic"])] if shown["topic"] else []
        fields += [("show", shown["show"])] if shown["show"] != "all" else []
        fields += [("bare", "1")] if shown["bare"] else []
        return f"{ADDRESS}{form}?{urlencode(fields)}"


# --- columns --------------------------------------------------------------------------------------


class ColumnChip(Struct, frozen=True):
    """A column that can be chosen."""

    id: str
    title: str
    on: bool


class GameChips(Struct, frozen=True):
    """A game with its variants, all to be chosen."""

    id: str
    title: str
    on: bool
    variants: tuple[ColumnChip, ...]


class Head(Struct, frozen=True):
    """The head of a column."""

    id: str
    game: str
    title: str
    """The game."""
    variant: str
    """What is different in this column; empty for the game as it is."""
    full: str


def games_with_books() -> dict[str, Game[Any, Any]]:
    """The games that can be compared."""
    return {game.id: game for game in installed_games()}


def books() -> dict[str, Rulebook]:
    """Their rulebooks."""
    return {id: rulebook_of(game.package) for id, game in games_with_books().items()}


def wanted_columns(named: Iterable[str]) -> tuple[str, ...]:
    """The columns that an address names, as they are written; without any, the games."""
    known, found = books(), dict[str, None]()
    for name in named:
        try:
            # A plus sign that nobody has encoded arrives as a space.
            found[read_column(name.replace(" ", "+"), known).id] = None
        except UnknownColumn:
            continue  # an old link to a game that is gone shows the others
    return tuple(found)[:MOST_COLUMNS] or tuple(known)[:USUAL_COLUMNS]


def columns_of(ids: Iterable[str]) -> list[Column]:
    """Columns from how they are written."""
    known = books()
    return [read_column(id, known) for id in ids]


def chips(view: View, language: str) -> list[GameChips]:
    """Everything that can be a column: each game, and each of its variants by itself.

    A column with several variants can be reached by its address, and then is a chip, too.
    """
    found = []
    for game, book in books().items():
        singles = [read_column(f"{game}+{name}", {game: book}) for name in book.variants]
        known = {column.id for column in singles} | {game}
        named = columns_of(id for id in view.columns if id not in known)
        found.append(
            GameChips(
                game,
                Wording(book, language).title,
                game in view.columns,
                tuple(
                    ColumnChip(column.id, variant_of(column, language), column.id in view.columns)
                    for column in (*singles, *(one for one in named if one.game == game))
                ),
            )
        )
    return found


def variant_of(column: Column, language: str) -> str:
    """What is different in a column."""
    whole, title = column.title(language), Wording(column.book, language).title
    return whole.removeprefix(title).strip(" ()")


def head_of(column: Column, language: str) -> Head:
    """The head of a column."""
    title = Wording(column.book, language).title
    variant = variant_of(column, language)
    return Head(column.id, column.game, title, variant, column.title(language))


# --- clauses --------------------------------------------------------------------------------------


class Mark(Struct, frozen=True):
    """A rule that an answer names."""

    id: str
    title: str
    url: str
    ruling: bool
    module: str
    """Its name; empty for the base game."""


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
        _marks((rule.id for rule in cell.rules), column, language),
        head.variant if cell.changed else "",
        () if view.bare else tuple(_changes(question, column, view, language)),
        cell.language,
    )


def _marks(ids: Iterable[str], column: Column, language: str) -> tuple[Mark, ...]:
    return tuple(_mark(id, column.game, language) for id in ids)


@lru_cache(maxsize=4096)
def _mark(id: str, game: str, language: str) -> Mark:
    book, url = books()[game], rule_url(game, id)
    if id not in book.languages[FIRST_LANGUAGE].rules:  # a rule of the site
        return Mark(id, id, url, False, "")
    rule, wording = book.rule(id, language), Wording(book, language)
    module = "" if rule.module == BASE else wording.thing("module", rule.module)
    return Mark(id, rule.title, url, bool(rule.ruling), module)


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
        marks = _marks(then.rules, column, language)
        yield Change(variant_of(named, language), said, then.none or then.sentence, marks)


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


class Matrix(Struct, frozen=True):
    """The matrix of mechanics."""

    rows: tuple[MechanicRow, ...]
    """Those that some column has."""
    nobody: tuple[str, ...]
    """The names of the others."""


@lru_cache(maxsize=KEPT)
def mechanics_of(ids: tuple[str, ...], show: Show, language: str) -> Matrix:
    """Which column has which mechanic."""
    columns = columns_of(ids)
    heads = [head_of(column, language) for column in columns]
    rows, nobody = [], []
    for row in matrix(columns, language):
        kinds = {cell.kind for cell in row.cells}
        if kinds == {"none"}:
            nobody.append(row.mechanic.name)
        elif show == "all" or (len(kinds) > 1 if show == "differences" else "none" in kinds):
            rows.append(_mechanic(row, columns, heads, language))
    return Matrix(tuple(rows), tuple(nobody))


def _mechanic(
    row: MatrixRow, columns: Sequence[Column], heads: Sequence[Head], language: str
) -> MechanicRow:
    say = site_wording(language).say
    cells = []
    for cell, column, head in zip(row.cells, columns, heads, strict=True):
        wording = Wording(column.book, language)
        if cell.kind == "module":
            words = ", ".join(wording.thing("module", module) for module in cell.modules)
        else:
            words = say("compare.base_rules" if cell.kind == "base" else "compare.no_rules")
        mark = _mark(cell.rules[0], column.game, language) if cell.rules else None
        cells.append(Presence(head.full, cell.kind, words, mark))
    mechanic = row.mechanic
    return MechanicRow(mechanic.id, mechanic.name, mechanic.text, mechanic.language, tuple(cells))


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
        _mark(flow.rule, game.id, language),
        tuple(_phase(phase, game.id, language) for phase in flow.phases),
        _marks(flow.rarer, column, language),
        flow.seats,
        flow.rounds,
        flow.matches,
    )


def _phase(phase: Phase, game: str, language: str) -> PhaseView:
    assert phase.decides in DECIDERS
    return PhaseView(
        _mark(phase.rule, game, language),
        phase.decides,
        phase.chance,
        None if phase.usual else round(phase.share * 100),
        phase.again,
        phase.depth,
    )


# --- measured facets ------------------------------------------------------------------------------


class Bar(Struct, frozen=True):
    """One game's figure, drawn: places in per cent of the track."""

    title: str
    place: int
    """Which of the games it is."""
    facet: Facet | None
    """None where the facet does not arise, or was not measured."""
    value: str = ""
    low: str = ""
    high: str = ""
    n: str = ""
    at: float = 0
    start: float = 0
    width: float = 0


class Chart(Struct, frozen=True):
    """A facet of all games on one axis."""

    id: str
    half: bool
    """Whether the bars are the middle halves; else they are intervals."""
    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, str], ...]
    reference: float | None
    """What would be even, in per cent of the track."""


class Method(Struct, frozen=True):
    """How a game was measured."""

    game: str
    title: str
    seats: int
    bot: str
    matches: int
    skill_matches: int
    seed: str
    version: str


class Facets(Struct, frozen=True):
    """Everything that was measured of some games."""

    charts: tuple[Chart, ...]
    methods: tuple[Method, ...]
    missing: tuple[tuple[str, str], ...]
    """Id and title of the games of which nothing is kept."""


@lru_cache(maxsize=KEPT)
def facets_of(ids: tuple[str, ...], language: str) -> Facets:
    """The measures of the games in these columns."""
    games = [find_game(id) for id in dict.fromkeys(column.game for column in columns_of(ids))]
    titles = {game.id: Wording(rulebook_of(game.package), language).title for game in games}
    measured = {game.id: kept for game in games if (kept := measures_of(game.package))}
    charts = []
    for id in FACETS:
        figures = [(titles[game], kept.facet(id)) for game, kept in measured.items()]
        if any(facet is not None for _, facet in figures):
            charts.append(_chart(id, figures, language))
    methods = [
        Method(
            game.id,
            titles[game.id],
            kept.seats,
            Wording(rulebook_of(game.package), language).name("bot", kept.bot),
            kept.matches,
            kept.skill_matches,
            kept.seed,
            kept.version,
        )
        for game in games
        if (kept := measured.get(game.id))
    ]
    missing = tuple((game.id, titles[game.id]) for game in games if game.id not in measured)
    return Facets(tuple(charts), tuple(methods), missing)


def _chart(id: str, figures: Sequence[tuple[str, Facet | None]], language: str) -> Chart:
    known = [facet for _, facet in figures if facet is not None]
    unit = known[0].unit
    if unit == "share":
        ends = (0.0, 1.0)
    elif unit == "points":
        reach = _rounded_up(max(max(abs(one.low), abs(one.high)) for one in known) * 100) / 100
        ends = (-reach, reach)
    else:
        ends = (0.0, _rounded_up(max(one.high for one in known)))
    low, high = ends
    middle = (low + high) / 2

    def at(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    def told(value: float) -> str:
        return figure_text(value, unit, language)

    bars = []
    for place, (title, facet) in enumerate(figures):
        if facet is None:
            bars.append(Bar(title, place, None))
        else:
            start, end = at(facet.low), at(facet.high)
            n = grouped(facet.n, language)
            texts = (told(facet.value), told(facet.low), told(facet.high), n)
            drawn = (at(facet.value), start, round(max(end - start, 0.4), 2))
            bars.append(Bar(title, place, facet, *texts, *drawn))
    ticks = tuple((at(value), told(value)) for value in (low, middle, high))
    even = {"skill": 0.5, "going_first": 0.0}.get(id)
    reference = None if even is None else at(even)
    return Chart(id, known[0].spread == "half", tuple(bars), ticks, reference)


def _rounded_up(value: float) -> float:
    """A round number that an axis can end with.

    >>> [_rounded_up(value) for value in (3, 17, 86.25, 205)]
    [4, 20, 100, 250]
    """
    steps = (1, 2, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)
    scale = 1
    while value > steps[-1] * scale:
        scale *= 10
    return next(step * scale for step in steps if step * scale >= value)


def figure_text(value: float, unit: str, language: str) -> str:
    """A figure as people write it.

    >>> figure_text(0.4786, "share", "en"), figure_text(-0.037, "points", "ru")
    ('48 %', '−3,7')
    """
    if unit == "share":
        return f"{value * 100:.0f} %"
    text = f"{value * 100:+.1f}" if unit == "points" else f"{value:.1f}".removesuffix(".0")
    if unit == "points" and float(text) == 0:
        text = "0"
    text = text.replace("-", "−")
    text = text.removesuffix(".0")
    return text if language == "en" else text.replace(".", ",")


def grouped(number: int, language: str) -> str:
    """A large number in groups of three.

    >>> grouped(204487, "en"), grouped(1000, "es")
    ('204,487', '1.000')
    """
    sign = {"en": ",", "es": "."}.get(language, "\u00a0")
    return f"{number:,}".replace(",", sign)


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
                _marks(one.rules, column, language),
                one.language,
            )
            for one in column.book.differences(language)
        )
        title = Wording(column.book, language).title
        found[column.game] = Sources(column.game, title, differences)
    return tuple(one for one in found.values() if one.differences)


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
