"""What was measured in play, drawn: a chart for each facet, with the figures of all columns.

Like is compared with like: every column is shown with the number of players it names, or else with
one that all games share, and the chart says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from boomtown.core.game import Game
from boomtown.lab.facets import FACETS, PAIR, Facet, Measures, Setting, measures_of
from boomtown.plugins import find_game
from boomtown.rulebook.book import AT, TEXT
from boomtown.rulebook.columns import Column
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.search.figures import second
from boomtown.web.compare.columns import KEPT, Mark, columns_of, mark_of, marks_of

WHO_BEGINS = "order.first"
"""The question that says whom going first is about."""
TENTHS = 10
"""From so many seconds on, tenths say nothing."""
PAIRED = ("out", "first_out", "after_out")
"""What cannot arise between two."""


class Bar(Struct, frozen=True):
    """One column's figure, drawn: places in per cent of the track."""

    title: str
    place: int
    """Which of the columns it is."""
    facet: Facet | None
    """None where the facet does not arise, or was not measured."""
    value: str = ""
    low: str = ""
    high: str = ""
    n: str = ""
    at: float = 0
    start: float = 0
    width: float = 0
    why: str = ""
    """Why there is none: ``none`` (it does not arise), ``pair`` or ``unmeasured``."""


class Figure(Struct, frozen=True):
    """A figure in the table of all of them."""

    value: str
    low: str
    high: str
    n: str


class FigureRow(Struct, frozen=True):
    """A facet of a column, for every number of players."""

    title: str
    figures: tuple[Figure | None, ...]


class Chart(Struct, frozen=True):
    """A facet of all columns on one axis."""

    id: str
    half: bool
    """Whether the bars are the middle halves; else they are intervals."""
    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, str], ...]
    reference: float | None
    """What would be even, in per cent of the track."""
    rows: tuple[FigureRow, ...] = ()


class Beginner(Struct, frozen=True):
    """Who begins in a game, as its rulebook answers, and whom the figure is about."""

    title: str
    short: str
    sentence: str
    marks: tuple[Mark, ...]
    counted: Mark | None
    """The rule by which the first one was asked."""
    part: str
    """What the first one always is: then the figure is about that part, too."""


class Step(Struct, frozen=True):
    """A rung of a ladder: a kind of bot, and how often it wins."""

    bot: str
    value: str
    low: str
    high: str
    n: str
    share: float


class Steps(Struct, frozen=True):
    """The ladder of a column."""

    title: str
    steps: tuple[Step, ...]


class Method(Struct, frozen=True):
    """How a game was measured."""

    game: str
    title: str
    bot: str
    matches: int
    seed: str
    version: str
    ladder: str
    thinking: str
    answers: int
    """From how many recorded answers the time to think is; 0 where it is assumed."""
    command: str


class Facets(Struct, frozen=True):
    """Everything that was measured of some columns."""

    charts: tuple[Chart, ...]
    methods: tuple[Method, ...]
    missing: tuple[tuple[str, str], ...]
    """Id and title of the games of which nothing is kept."""
    beginners: tuple[Beginner, ...]
    ladders: tuple[Steps, ...]
    seats: tuple[int, ...]
    """All numbers of players that were measured."""
    here: int
    """The one on the charts."""


class Measured(Struct, frozen=True):
    """A column, with what was measured of it."""

    column: Column
    kept: Measures
    setting: Setting | None

    @property
    def variants(self) -> tuple[str, ...]:
        """Those that are played differently."""
        return played_variants(self.column)


def played_variants(column: Column) -> tuple[str, ...]:
    """The variants of a column without its printed text and number of players."""
    return tuple(name for name in column.variants if not name.startswith((AT, TEXT)))


def shared_seats(kept: Iterable[Measures]) -> int:
    """A number of players that as many games as possible were measured with, in their middle."""
    counts = Counter(seats for one in kept for seats in {setting.seats for setting in one.settings})
    most = sorted(seats for seats, count in counts.items() if count == max(counts.values()))
    return most[len(most) // 2] if most else 0


def measured_columns(
    ids: Iterable[str], seats: int = 0, *, bare: bool = False
) -> tuple[list[Measured], int]:
    """The columns of which something is kept, each with the setting that the charts show; and the
    number of players that those have which name none."""
    columns = [column.bare if bare else column for column in columns_of(ids)]
    kept = {one.game: known for one in columns if (known := kept_of(one.game))}
    here = seats or shared_seats(kept.values())
    found: dict[str, Measured] = {}
    for column in columns:
        if column.game not in kept:
            continue
        measures, variants = kept[column.game], played_variants(column)
        setting = measures.nearest(column.seats or here, variants)
        wanted = setting.seats if setting else column.seats or here
        shown = replace(column, variants=(*variants, f"{AT}{wanted}"))
        found.setdefault(shown.id, Measured(shown, measures, setting))
    return list(found.values()), here


def kept_of(game: str) -> Measures | None:
    """What is kept of a game."""
    return measures_of(find_game(game).package)


@lru_cache(maxsize=KEPT)
def facets_of(ids: tuple[str, ...], language: str, seats: int = 0, bare: bool = False) -> Facets:
    """The measures of these columns."""
    games = [find_game(id) for id in dict.fromkeys(column.game for column in columns_of(ids))]
    shown, here = measured_columns(ids, seats, bare=bare)
    every = sorted({setting.seats for one in shown for setting in one.kept.settings})
    charts = [
        _chart(id, shown, every, language)
        for id in FACETS
        if any(one.setting and one.setting.facet(id) for one in shown)
    ]
    known = {one.column.game for one in shown}
    titles = {game.id: Wording(book_of(game), language).title for game in games}
    return Facets(
        tuple(charts),
        tuple(_method(game, titles[game.id], language) for game in games if game.id in known),
        tuple((game.id, titles[game.id]) for game in games if game.id not in known),
        tuple(_beginners(shown, language)),
        tuple(_ladders(shown, language)),
        tuple(every),
        here,
    )


def _method(game: Game[Any, Any], title: str, language: str) -> Method:
    kept, wording = kept_of(game.id), Wording(book_of(game), language)
    assert kept is not None, "it was measured"
    return Method(
        game.id,
        title,
        wording.name("bot", kept.bot),
        kept.matches,
        kept.seed,
        kept.version,
        ", ".join(wording.name("bot", kind) for kind in kept.ladder),
        figure_text(kept.thinking.seconds, "count", language),
        kept.thinking.answers,
        command_for(kept),
    )


def command_for(kept: Measures) -> str:
    """What measures all of it again."""
    ladder = ",".join(kept.ladder)
    return (
        f"boomtown lab measure {kept.game} --matches {kept.matches} --seed {kept.seed} "
        f"--ladder {ladder}"
    )


def _beginners(shown: Iterable[Measured], language: str) -> Iterator[Beginner]:
    told: set[str] = set()
    for one in shown:
        column, first = one.column, one.setting.first if one.setting else None
        answer = column.book.answer(WHO_BEGINS, language, column.variants)
        if answer is None or column.game in told:
            continue
        told.add(column.game)
        noun, _, name = first.part.partition(":") if first else ("", "", "")
        wording = Wording(column.book, language)
        yield Beginner(
            wording.title,
            answer.short,
            answer.none or answer.sentence,
            marks_of(answer.rules, column, language),
            mark_of(first.rule, column.game, language) if first else None,
            wording.thing(noun, name) if name else "",
        )


def _ladders(shown: Iterable[Measured], language: str) -> Iterator[Steps]:
    told: set[str] = set()
    for one in shown:
        # Where a variant was not played by mixed tables, the game as it is was.
        base = one.kept.nearest(one.setting.seats) if one.setting else None
        if base is None or not base.ladder:
            continue
        wording = Wording(one.column.book, language)
        title = replace(one.column, variants=(f"{AT}{base.seats}",)).title(language)
        steps = (
            Step(
                wording.say("bot.named", bot=rung.kind),
                figure_text(rung.value, "share", language),
                figure_text(rung.low, "share", language),
                figure_text(rung.high, "share", language),
                grouped(rung.n, language),
                round(rung.value * 100, 1),
            )
            for rung in base.ladder
        )
        if title not in told:
            told.add(title)
            yield Steps(title, tuple(steps))


def _chart(id: str, shown: Sequence[Measured], seats: Sequence[int], language: str) -> Chart:
    facets = [one.setting.facet(id) if one.setting else None for one in shown]
    known = [facet for facet in facets if facet is not None]
    unit = known[0].unit
    low, high = _ends(unit, known)
    middle = (low + high) / 2

    def at(value: float) -> float:
        return round(100 * (value - low) / (high - low), 2)

    def told(value: float) -> str:
        return figure_text(value, unit, language)

    bars = []
    for place, (one, facet) in enumerate(zip(shown, facets, strict=True)):
        title = one.column.title(language)
        if facet is None:
            bars.append(Bar(title, place, None, why=_why(id, one)))
        else:
            start, end = at(facet.low), at(facet.high)
            n = grouped(facet.n, language)
            texts = (told(facet.value), told(facet.low), told(facet.high), n)
            drawn = (at(facet.value), start, round(max(end - start, 0.4), 2))
            bars.append(Bar(title, place, facet, *texts, *drawn))
    ticks = tuple((at(value), told(value)) for value in (low, middle, high))
    even = {"going_first": 0.0}.get(id)
    reference = None if even is None else at(even)
    rows = tuple(_figure_rows(id, shown, seats, language))
    return Chart(id, known[0].spread == "half", tuple(bars), ticks, reference, rows)


def _ends(unit: str, known: Sequence[Facet]) -> tuple[float, float]:
    """Where an axis begins and ends."""
    if unit == "share":
        return 0.0, 1.0
    if unit == "points":
        reach = _rounded_up(max(max(abs(one.low), abs(one.high)) for one in known) * 100) / 100
        return -reach, reach
    return 0.0, _rounded_up(max(one.high for one in known))


def _why(id: str, one: Measured) -> str:
    if one.setting is None or (id == "luck" and one.variants):
        return "unmeasured"
    return "pair" if id in PAIRED and one.setting.seats <= PAIR else "none"


def _figure_rows(
    id: str, shown: Iterable[Measured], seats: Sequence[int], language: str
) -> Iterator[FigureRow]:
    """The same facet for every number of players; a column in two numbers has one row."""
    done: set[str] = set()
    for one in shown:
        column = replace(one.column, variants=one.variants)
        if column.id in done:
            continue
        done.add(column.id)
        settings = [one.kept.setting(number, one.variants) for number in seats]
        facets = [setting.facet(id) if setting else None for setting in settings]
        yield FigureRow(
            column.title(language),
            tuple(_figure(facet, language) if facet else None for facet in facets),
        )


def _figure(facet: Facet, language: str) -> Figure:
    value, low, high = (
        figure_text(number, facet.unit, language) for number in (facet.value, facet.low, facet.high)
    )
    return Figure(value, low, high, grouped(facet.n, language))


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
    if unit == "seconds" and value >= TENTHS:
        return f"{value:.0f}{second(language)}"
    text = f"{value * 100:+.1f}" if unit == "points" else f"{value:.1f}".removesuffix(".0")
    if unit == "points" and float(text) == 0:
        text = "0"
    text = text.replace("-", "−")
    text = text.removesuffix(".0") + (second(language) if unit == "seconds" else "")
    return text if language == "en" else text.replace(".", ",")


def grouped(number: int, language: str) -> str:
    """A large number in groups of three.

    >>> grouped(204487, "en"), grouped(1000, "es")
    ('204,487', '1.000')
    """
    sign = {"en": ",", "es": "."}.get(language, "\u00a0")
    return f"{number:,}".replace(",", sign)
