"""Where everybody sits in the room, and the lines from guns to targets."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot

from msgspec import Struct

from boomtown.core import Seat
from boomtown.core.ring import RING, RING_ON_A_PHONE, Place
from cash_n_guns.page.seats import Aim, Plate


class Layout(Struct, frozen=True):
    """The room on a desk or on a telephone: sizes in thousandths, and its shape."""

    places: dict[int, list[Place]]
    plate: Place
    """Half of a place's width and height, with a little air."""
    own: Place
    """The same of the viewer's own place."""
    shape: float
    """Width by height."""
    lane: int
    """How far a line keeps to its left, so that two who aim at each other have a lane each."""


DESK = Layout(RING, (116, 92), (352, 112), 1.46, 11)
PHONE = Layout(RING_ON_A_PHONE, (150, 84), (490, 165), 0.82, 13)
CENTRE = (500, 450)
BEND = 0.24


# --- pointing lines --------------------------------------------------------------------------


class Wire(Struct):
    """A pointing line: from a gun to a crosshair, for a desk and for a telephone."""

    seat: Seat
    target: Seat
    wide: str
    narrow: str
    """The data of SVG paths in a square of 1000 by 1000."""
    gun: tuple[str, str, str]
    """Where the gun is on a desk, in percent, and how it is turned."""
    hit: tuple[str, str]
    narrow_hit: tuple[str, str]


def wires_of(plates: list[Plate]) -> list[Wire]:
    """A line for everybody who aims at somebody else."""
    place = {plate.seat: place for place, plate in enumerate(plates)}
    return [
        wire_of(len(plates), plate.seat, plate.target, place[plate.seat], place[plate.target])
        for plate in plates
        if plate.aim is Aim.AT and plate.target is not None
    ]


@lru_cache(maxsize=4096)
def wire_of(seats: int, seat: Seat, target: Seat, place: int, aim: int) -> Wire:
    wide, narrow = curve(DESK, seats, place, aim), curve(PHONE, seats, place, aim)
    (x, y), (bend_x, bend_y), _ = wide
    angle = degrees(atan2(bend_y - y, (bend_x - x) * DESK.shape))
    turned = f"rotate({angle:.0f})" + (" scale(1 -1)" if abs(angle) > 90 else "")
    return Wire(
        seat=seat,
        target=target,
        wide=path(wide),
        narrow=path(narrow),
        gun=(percent(x), percent(y), turned),
        hit=(percent(wide[2][0]), percent(wide[2][1])),
        narrow_hit=(percent(narrow[2][0]), percent(narrow[2][1])),
    )


Bow = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]


def curve(layout: Layout, seats: int, place: int, aim: int) -> Bow:
    """From the edge of one place to the edge of another, bent towards the middle of the table."""
    places = layout.places[seats]
    one, other = places[place], places[aim]
    length = hypot(other[0] - one[0], other[1] - one[1])
    left = (other[1] - one[1]) / length, -(other[0] - one[0]) / length
    middle = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    bend = (
        middle[0] + (CENTRE[0] - middle[0]) * BEND + left[0] * 3 * layout.lane,
        middle[1] + (CENTRE[1] - middle[1]) * BEND + left[1] * 3 * layout.lane,
    )
    shift = left[0] * layout.lane, left[1] * layout.lane
    start = edge(layout, one, bend, own=place == 0)
    end = edge(layout, other, bend, own=aim == 0)
    return (
        (start[0] + shift[0], start[1] + shift[1]),
        bend,
        (end[0] + shift[0], end[1] + shift[1]),
    )


def edge(
    layout: Layout, place: Place, towards: tuple[float, float], *, own: bool
) -> tuple[float, float]:
    """Where a line from the middle of a place leaves it."""
    width, height = layout.own if own else layout.plate
    dx, dy = towards[0] - place[0], towards[1] - place[1]
    part = min(width / abs(dx) if dx else 9.0, height / abs(dy) if dy else 9.0)
    return place[0] + dx * part, place[1] + dy * part


def path(bow: Bow) -> str:
    (x1, y1), (x2, y2), (x3, y3) = bow
    return f"M{x1:.0f} {y1:.0f}Q{x2:.0f} {y2:.0f} {x3:.0f} {y3:.0f}"


def percent(thousandths: float) -> str:
    return f"{thousandths / 10:.1f}%"
