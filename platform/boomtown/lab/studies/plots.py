"""Plots of a result by matplotlib, as SVG whose points are links to matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from boomtown.lab.studies.comparing import LENGTH
from boomtown.lab.studies.figures import Figure
from boomtown.lab.studies.running import Result
from boomtown.lab.svg import FAINT, INK, SETTINGS, written

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

COLOURS = ("#a8431f", "#1f6b7a")
"""Of the study, and of what is held against it."""
MARKS = ("o", "s")
SHARES, LENGTHS, CURVE, SKILL, WHAT_IF = "share-", "length", "curve", "skill", "what-if"
WIDTH = 4.8
ROW = 0.34
"""Inches for a line of a plot of shares."""
MARGIN = 1.0
MOST_DIFFERENCES = 12
"""The most certain ones are drawn; the table has all."""


class Words(Protocol):
    """How things are called, and where a match is shown."""

    def say(self, key: str) -> str:
        """A text of the plots."""

    def name(self, group: str, name: str) -> str:
        """What one of a group is called."""

    def url(self, run: int, match: int) -> str:
        """Where a match of a run can be seen; empty for nowhere."""


def charts_of(result: Result) -> list[str]:
    """The plots that there are, in the order in which they are shown."""
    found = result.arms[0].figures
    groups = dict.fromkeys(one.group for arm in result.arms for one in arm.figures.shares)
    charts = [WHAT_IF] if any(one.name for one in result.differences) else []
    charts += [f"{SHARES}{group}" for group in groups]
    charts += [LENGTHS] if found.bars else []
    charts += [CURVE] if any(arm.figures.curve for arm in result.arms) else []
    return charts + ([SKILL] if found.skill else [])


def draw(chart: str, result: Result, words: Words) -> str:
    """One plot as an SVG element; ``KeyError`` if there is no such plot."""
    import matplotlib as mpl

    if chart not in charts_of(result):
        raise KeyError(chart)
    mpl.use("agg")
    with mpl.rc_context(SETTINGS):  # type: ignore[arg-type]  # its own type knows every name
        if chart == WHAT_IF:
            canvas = _differences(result, words)
        elif chart == LENGTHS:
            canvas = _lengths(result, words)
        elif chart == CURVE:
            canvas = _curve(result, words)
        elif chart == SKILL:
            canvas = _skill(result, words)
        else:
            canvas = _shares(chart.removeprefix(SHARES), result, words)
        return written(canvas, chart)


# --- the plots ------------------------------------------------------------------------------------


def _axes(height: float) -> tuple[Canvas, Axes]:
    from matplotlib.figure import Figure as Canvas

    canvas = Canvas(figsize=(WIDTH, height), layout="constrained")
    return canvas, canvas.subplots()


def _rows(names: Sequence[str], runs: int = 1) -> tuple[Canvas, Axes]:
    """A line for each name, from the top."""
    canvas, axes = _axes(MARGIN + ROW * len(names) * (1 if runs == 1 else 1.4))
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color=FAINT, linewidth=0.5, alpha=0.6)
    axes.set_axisbelow(True)
    return canvas, axes


def _points(
    axes: Axes,
    run: int,
    places: Sequence[tuple[float, float, float, float]],
    urls: Sequence[str],
    label: str = "",
) -> None:
    """Values with their intervals: value, low, high and how far down."""
    for _, low, high, y in places:
        axes.plot([low, high], [y, y], color=COLOURS[run], linewidth=1.6, solid_capstyle="butt")
    points = axes.scatter(
        [place[0] for place in places],
        [place[3] for place in places],
        s=42,
        color=COLOURS[run],
        marker=MARKS[run],
        zorder=3,
        label=label or None,
    )
    points.set_urls([url or None for url in urls])


def _shares(group: str, result: Result, words: Words) -> Canvas:
    by_run: list[dict[str, Figure]] = [
        {one.name: one for one in arm.figures.shares if one.group == group} for arm in result.arms
    ]
    names = list(dict.fromkeys(name for run in by_run for name in run))
    canvas, axes = _rows([words.name(group, name) for name in names], len(by_run))
    for run, figures in enumerate(by_run):
        shift = 0.0 if len(by_run) == 1 else 0.36 * run - 0.18
        found = [(names.index(name), one) for name, one in figures.items()]
        _points(
            axes,
            run,
            [(one.value, one.low, one.high, y + shift) for y, one in found],
            [_url(words, run, one.sample) for _, one in found],
            words.say(f"run.{run}") if len(by_run) > 1 else "",
        )
    _percent(axes)
    axes.set_xlabel(words.say("share"))
    _legend(axes, len(by_run))
    return canvas


def _differences(result: Result, words: Words) -> Canvas:
    told = [one for one in result.differences if one.group != LENGTH][:MOST_DIFFERENCES]
    canvas, axes = _rows([words.name(one.group, one.name) for one in told])
    for run, found in ((0, True), (1, False)):
        some = [(y, one) for y, one in enumerate(told) if one.found is found]
        if some:
            _points(
                axes,
                run,
                [(one.difference, one.low, one.high, y) for y, one in some],
                [_url(words, 1, one.sample) for _, one in some],
                words.say("found" if found else "not_found"),
            )
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value * 100:+.0f}")
    axes.set_xlabel(words.say("points"))
    _legend(axes, 2)
    return canvas


def _lengths(result: Result, words: Words) -> Canvas:
    canvas, axes = _axes(2.8)
    for run, arm in enumerate(result.arms):
        found = arm.figures
        bars = axes.bar(
            [bar.low for bar in found.bars],
            [bar.count / found.matches for bar in found.bars],
            [bar.high - bar.low + 1 for bar in found.bars],
            align="edge",
            color=COLOURS[run],
            alpha=0.75 if run == 0 else 0.5,
            edgecolor=INK,
            linewidth=0.4,
            label=words.say(f"run.{run}"),
        )
        for patch, bar in zip(bars, found.bars, strict=True):
            patch.set_url(words.url(run, bar.sample) or None)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")
    axes.set_xlabel(words.say("answers"))
    axes.set_ylabel(words.say("matches"))
    _legend(axes, len(result.arms))
    return canvas


def _curve(result: Result, words: Words) -> Canvas:
    canvas, axes = _axes(2.8)
    for run, arm in enumerate(result.arms):
        steps = arm.figures.curve
        if not steps:
            continue
        parts, left = [one.part for one in steps], [one.still_in for one in steps]
        axes.plot(parts, left, color=COLOURS[run], linewidth=1.6)
        points = axes.scatter(*(parts, left), s=30, color=COLOURS[run], marker=MARKS[run], zorder=3)
        points.set_label(words.say(f"run.{run}"))
        points.set_urls([_url(words, run, one.sample) or None for one in steps])
    axes.set_ylim(0, 1.05)
    _percent(axes)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")
    axes.set_xlabel(words.say("part"))
    axes.set_ylabel(words.say("still_in"))
    _legend(axes, len(result.arms))
    return canvas


def _skill(result: Result, words: Words) -> Canvas:
    told = [(run, arm.figures.skill) for run, arm in enumerate(result.arms)]
    found = [(run, skill) for run, skill in told if skill is not None]
    canvas, axes = _rows([words.say(f"run.{run}") for run, _ in found])
    for y, (run, skill) in enumerate(found):
        place = (skill.value, skill.low, skill.high, float(y))
        _points(axes, run, [place], [words.url(run, skill.sample)])
    axes.axvline(0.5, color=INK, linewidth=0.8, linestyle=":")
    axes.set_xlim(0, 1.02)
    _percent(axes)
    axes.set_xlabel(words.say("skill"))
    return canvas


def _url(words: Words, run: int, match: int | None) -> str:
    return "" if match is None else words.url(run, match)


def _percent(axes: Axes) -> None:
    axes.xaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")


def _legend(axes: Axes, runs: int) -> None:
    if runs > 1:
        axes.legend(frameon=False, loc="best", fontsize="small")
