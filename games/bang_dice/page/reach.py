"""Lines round the table to whoever is within reach."""

from __future__ import annotations

from math import atan2, cos, sin

from msgspec import Struct

from bang_dice.page.seats import Plate, Side
from boomtown.core import Seat
from boomtown.core.ring import RING

CENTRE_X, CENTRE_Y, RADIUS_X, RADIUS_Y = 500, 457, 385, 371
START_X, START_Y = 100, 830
"""Where lines leave the viewer's own place, so far to either side of the middle."""


class Reach(Struct):
    """A line round the table to somebody within reach."""

    seat: Seat
    line: str
    """The data of an SVG path in a square of 1000 by 1000."""
    x: str
    y: str
    """Where its label stands, in percent."""
    away: int
    past: list[Seat]
    """Empty chairs that it passes."""


def reach_of(plates: list[Plate], targets: set[Seat]) -> list[Reach]:
    """Lines from the viewer to everybody within reach, each the nearer way round."""
    lines = []
    for plate in plates[1:]:
        if plate.seat not in targets or plate.side is None:
            continue
        if plate.side is not Side.RIGHT:
            lines.append(line_to(plates, plate, plates[1 : plate.place], 1))
        if plate.side is not Side.LEFT:
            lines.append(line_to(plates, plate, plates[: plate.place : -1], -1))
    return lines


def line_to(plates: list[Plate], plate: Plate, between: list[Plate], way: int) -> Reach:
    """Along the rim, chair by chair; ``way`` is 1 to the left and -1 to the right."""
    places = RING[len(plates)]
    points = [(CENTRE_X - way * START_X, START_Y)]
    points += [places[chair.place] for chair in [*between, plate]]
    sweep = 1 if way == 1 else 0
    steps = "".join(f"A{RADIUS_X} {RADIUS_Y} 0 0 {sweep} {x} {y}" for x, y in points[1:])
    x, y = on_the_rim(points[-2], points[-1])
    return Reach(
        seat=plate.seat,
        line=f"M{points[0][0]} {points[0][1]}{steps}",
        x=f"{x / 10:.1f}%",
        y=f"{y / 10:.1f}%",
        away=plate.away,
        past=[chair.seat for chair in between if chair.shown.out],
    )


def on_the_rim(one: tuple[int, int], other: tuple[int, int]) -> tuple[float, float]:
    """Half way between two chairs."""
    x = (one[0] + other[0]) / 2 - CENTRE_X
    y = (one[1] + other[1]) / 2 - CENTRE_Y
    angle = atan2(y / RADIUS_Y, x / RADIUS_X)
    return CENTRE_X + RADIUS_X * cos(angle), CENTRE_Y + RADIUS_Y * sin(angle)
