"""The curve of a review as a plot, whose turning points are links to the replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from boomtown.core.game import WHOLE
from boomtown.core.seats import Seat
from boomtown.lab.reviews.figures import Curve
from boomtown.lab.svg import FAINT, SEAT_COLOURS, SETTINGS, written

CHART = "chances"
DASHES = ("-", "--", "-.", ":")
"""Colours alone tell nobody apart."""
SIZE = (7.2, 3.4)
LEGEND_COLUMNS = 4


def draw(
    curve: Curve,
    label: Callable[[Sequence[Seat]], str],
    url: Callable[[int], str],
    axis: tuple[str, str],
) -> str:
    """A line for each side: those who win together have one. ``axis`` names both directions."""
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    mpl.use("agg")
    with mpl.rc_context(SETTINGS):  # type: ignore[arg-type]  # its own type knows every name
        canvas = Canvas(figsize=SIZE, layout="constrained")
        axes = canvas.subplots()
        lines = [point.line for point in curve.points]
        for number, seats in enumerate(curve.together()):
            seat, colour = seats[0], SEAT_COLOURS[seats[0] % len(SEAT_COLOURS)]
            worth = {point.line: point.worth[seat] / WHOLE for point in curve.points}
            dashes = DASHES[number % len(DASHES)]
            axes.plot(
                *(lines, list(worth.values())),
                color=colour,
                linewidth=1.8,
                linestyle=dashes,
                label=label(seats),
            )
            turned = [one.line for one in curve.turnings]
            marks = axes.scatter(
                *(turned, [worth[line] for line in turned]), s=36, color=colour, zorder=3
            )
            marks.set_urls([url(line) for line in turned])
        axes.set_ylim(-0.02, 1.02)
        axes.grid(axis="y", color=FAINT, linewidth=0.5, alpha=0.6)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")
        axes.set_xlabel(axis[0])
        axes.set_ylabel(axis[1])
        canvas.legend(
            frameon=False, loc="outside upper left", fontsize="small", ncols=LEGEND_COLUMNS
        )
        return written(canvas, CHART)
