"""Whole numbers and exact ratios on the grid of u (shadows.geo.units, shadows.geo.rounding).

Coordinates are whole numbers; a ratio is a pair of them with a positive second one, so that nothing
is ever rounded unless a rule says how.
"""

from __future__ import annotations

from functools import cmp_to_key
from math import gcd
from math import isqrt as isqrt
from typing import Final

Point = tuple[int, int]
Polygon = tuple[Point, ...]
Ratio = tuple[int, int]
Interval = tuple[Ratio, Ratio]
"""From where to where along a segment, as parameters between 0 and 1."""

ZERO: Final[Ratio] = (0, 1)
ONE: Final[Ratio] = (1, 1)

SIXTEEN: Final[tuple[Point, ...]] = (
    (1000, 0), (924, 383), (707, 707), (383, 924), (0, 1000), (-383, 924), (-707, 707), (-924, 383),
    (-1000, 0), (-924, -383), (-707, -707), (-383, -924), (0, -1000), (383, -924), (707, -707),
    (924, -383),
)  # fmt: skip
"""Sixteen directions per mille, from east and round to the left (section 4.2)."""


def trunc_div(value: int, by: int) -> int:
    """Divide by something positive, towards zero, as displacements do (shadows.geo.rounding)."""
    return value // by if value >= 0 else -(-value // by)


def ceil_sqrt(n: int) -> int:
    """The square root, rounded up: how lengths round that cost movement."""
    root = isqrt(n)
    return root if root * root == n else root + 1


def d2(ax: int, ay: int, bx: int, by: int) -> int:
    """The squared distance of two points."""
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by)


def rotate(v: Point, w: Point) -> Point:
    """Turn ``v`` by the direction ``w``, which is given per mille."""
    return (
        trunc_div(v[0] * w[0] - v[1] * w[1], 1000),
        trunc_div(v[0] * w[1] + v[1] * w[0], 1000),
    )


# --- ratios --------------------------------------------------------------------------------------


def less(a: Ratio, b: Ratio) -> bool:
    """Whether one ratio is smaller than another."""
    return a[0] * b[1] < b[0] * a[1]


def _compare(a: Ratio, b: Ratio) -> int:
    return a[0] * b[1] - b[0] * a[1]


def _compare_starts(a: Interval, b: Interval) -> int:
    return _compare(a[0], b[0])


by_size: Final = cmp_to_key(_compare)
by_start: Final = cmp_to_key(_compare_starts)


def reduced(num: int, den: int) -> Ratio:
    common = gcd(num, den)
    return num // common, den // common
