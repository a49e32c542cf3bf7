"""What was measured in play, drawn: a chart for each facet, with the figures of all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from boomtown.lab.facets import FACETS, Facet, measures_of
from boomtown.plugins import find_game
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording
from boomtown.web.compare.columns import KEPT, Mark, columns_of, marks_of

WHO_BEGINS = "order.first"
"""The question that says whom going first is about."""


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


class Beginner(Struct, frozen=True):
    """Who begins in a game, as its rulebook answers: a figure about the first may be about more."""

    title: str
    short: str
    sentence: str
    marks: tuple[Mark, ...]


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
    beginners: tuple[Beginner, ...]


@lru_cache(maxsize=KEPT)
def facets_of(ids: tuple[str, ...], language: str) -> Facets:
    """The measures of the games in these columns."""
    games = [find_game(id) for id in dict.fromkeys(column.game for column in columns_of(ids))]
    titles = {game.id: Wording(book_of(game), language).title for game in games}
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
            Wording(book_of(game), language).name("bot", kept.bot),
            kept.matches,
            kept.skill_matches,
            kept.seed,
            kept.version,
        )
        for game in games
        if (kept := measured.get(game.id))
    ]
    missing = tuple((game.id, titles[game.id]) for game in games if game.id not in measured)
    beginners = tuple(_beginners(measured, language))
    return Facets(tuple(charts), tuple(methods), missing, beginners)


def _beginners(games: Iterable[str], language: str) -> Iterator[Beginner]:
    for column in columns_of(games):
        answer = column.book.answer(WHO_BEGINS, language)
        if answer is not None:
            title, marks = column.title(language), marks_of(answer.rules, column, language)
            yield Beginner(title, answer.short, answer.none or answer.sentence, marks)


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
