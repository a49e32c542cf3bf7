"""Polygons: inside and outside, distances, and what a segment has of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import isqrt as isqrt
from typing import NamedTuple

from shadows_west.geometry.exact import (
    ONE,
    SIXTEEN,
    ZERO,
    Interval,
    Polygon,
    Ratio,
    by_size,
    by_start,
    less,
    reduced,
    trunc_div,
)
from shadows_west.geometry.segments import cross_param, point_segment_d2


def rectangle(x0: int, y0: int, x1: int, y1: int) -> Polygon:
    """The polygon of a rectangle."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def disc16(x: int, y: int, r: int) -> Polygon:
    """The 16-gon that stands for a terrain disc (section 4.2)."""
    return tuple((x + trunc_div(r * vx, 1000), y + trunc_div(r * vy, 1000)) for vx, vy in SIXTEEN)


def box(poly: Polygon) -> tuple[int, int, int, int]:
    """The bounding box: least x, least y, greatest x, greatest y."""
    xs = [x for x, _ in poly]
    ys = [y for _, y in poly]
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=4096)
def convex(poly: Polygon) -> bool:
    """Whether a counter-clockwise polygon nowhere turns right."""
    for i, (x, y) in enumerate(poly):
        px, py = poly[i - 1]
        ox, oy = poly[i - 2]
        if (px - ox) * (y - py) - (py - oy) * (x - px) < 0:
            return False
    return True


class Shape(NamedTuple):
    """A polygon with what is asked of it again and again."""

    poly: Polygon
    x0: int
    y0: int
    x1: int
    y1: int
    convex: bool

    def meets(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether its box meets another."""
        return self.x0 <= x1 and self.x1 >= x0 and self.y0 <= y1 and self.y1 >= y0


def shape(poly: Polygon) -> Shape:
    """A polygon, prepared."""
    return Shape(poly, *box(poly), convex(poly))


# --- polygons ------------------------------------------------------------------------------------


def inside(poly: Polygon, x: int, y: int) -> bool:
    """Whether a point lies in a polygon; its border counts as inside."""
    within = False
    ax, ay = poly[-1]
    for bx, by in poly:
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and (ax <= x <= bx or bx <= x <= ax) and (ay <= y <= by or by <= y <= ay):
            return True
        if ay <= y < by:
            within ^= turn > 0
        elif by <= y < ay:
            within ^= turn < 0
        ax, ay = bx, by
    return within


def poly_distance2(poly: Polygon, x: int, y: int) -> Ratio:
    """The squared distance of a point from a polygon; 0 inside."""
    if inside(poly, x, y):
        return ZERO
    return outline_distance2((*poly, poly[0]), x, y)


def outline_distance2(line: Polygon, x: int, y: int) -> Ratio:
    """The squared distance of a point from a line of several segments."""
    best: Ratio | None = None
    for (ax, ay), (bx, by) in pairwise(line):
        found = point_segment_d2(x, y, ax, ay, bx, by)
        if best is None or found[0] * best[1] < best[0] * found[1]:
            best = found
    if best is None:
        raise ValueError("a line needs two points")
    return best


def clip_convex(poly: Polygon, ax: int, ay: int, bx: int, by: int) -> Interval | None:
    """The part of a segment inside a convex polygon, perhaps a single point; None if none is."""
    (n0, e0), (n1, e1) = ZERO, ONE
    vx, vy = poly[-1]
    for wx, wy in poly:
        ex, ey = wx - vx, wy - vy
        first = ex * (ay - vy) - ey * (ax - vx)
        last = ex * (by - vy) - ey * (bx - vx)
        if first < 0:
            if last < 0:
                return None
            num, den = -first, last - first
            if num * e0 > n0 * den:
                n0, e0 = num, den
        elif last < 0:
            num, den = first, first - last
            if num * e1 < n1 * den:
                n1, e1 = num, den
        vx, vy = wx, wy
    if n0 * e1 > n1 * e0:
        return None
    return (n0, e0), (n1, e1)


def intervals(poly: Polygon, ax: int, ay: int, bx: int, by: int) -> list[Interval]:
    """The parts of a segment inside a polygon, in order; a mere touch is a part of length 0."""
    if convex(poly):
        part = clip_convex(poly, ax, ay, bx, by)
        return [] if part is None else [part]
    marks = _marks(poly, ax, ay, bx, by)
    found: list[Interval] = []
    for low, high in pairwise(marks):
        # The point halfway between two marks is off the border, or its whole part lies on it.
        num = low[0] * high[1] + high[0] * low[1]
        den = 2 * low[1] * high[1]
        x, y = ax * den + (bx - ax) * num, ay * den + (by - ay) * num
        if inside(tuple((px * den, py * den) for px, py in poly), x, y):
            if found and found[-1][1] == low:
                found[-1] = (found[-1][0], high)
            else:
                found.append((low, high))
        elif not (found and found[-1][1] == low) and _on_border(poly, ax, ay, bx, by, low):
            found.append((low, low))
    last = marks[-1]
    if not (found and found[-1][1] == last) and _on_border(poly, ax, ay, bx, by, last):
        found.append((last, last))
    return found


def _marks(poly: Polygon, ax: int, ay: int, bx: int, by: int) -> list[Ratio]:
    """The ends of a segment and where it meets the border, in order and reduced."""
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    marks = {ZERO, ONE}
    cx, cy = poly[-1]
    for ex, ey in poly:
        hit = cross_param((ax, ay), (bx, by), (cx, cy), (ex, ey))
        if hit is not None:
            marks.add(reduced(*hit))
        elif length2 and dx * (ey - ay) == dy * (ex - ax) and dx * (cy - ay) == dy * (cx - ax):
            for px, py in ((cx, cy), (ex, ey)):
                along = (px - ax) * dx + (py - ay) * dy
                if 0 <= along <= length2:
                    marks.add(reduced(along, length2))
        cx, cy = ex, ey
    return sorted(marks, key=by_size)


def _on_border(poly: Polygon, ax: int, ay: int, bx: int, by: int, at: Ratio) -> bool:
    num, den = at
    scaled = tuple((px * den, py * den) for px, py in poly)
    return inside(scaled, ax * den + (bx - ax) * num, ay * den + (by - ay) * num)


def fraction_inside(
    shapes: Sequence[Shape], holes: Sequence[Shape], ax: int, ay: int, bx: int, by: int
) -> Ratio:
    """Which part of a segment lies in the union of ``shapes`` without ``holes``, exactly."""
    covered = _joined(shapes, ax, ay, bx, by)
    if not covered:
        return ZERO
    if len(covered) == 1 and not holes:
        [((n0, e0), (n1, e1))] = covered
        return n1 * e0 - n0 * e1, e0 * e1
    total = _length(covered)
    if holes:
        total = _minus(total, _shared(covered, _joined(holes, ax, ay, bx, by)))
    return total


def _joined(shapes: Sequence[Shape], ax: int, ay: int, bx: int, by: int) -> list[Interval]:
    """The parts of a segment in any of some polygons, in order and without overlaps."""
    x0, x1 = (ax, bx) if ax < bx else (bx, ax)
    y0, y1 = (ay, by) if ay < by else (by, ay)
    parts: list[Interval] = []
    for one in shapes:
        poly, px0, py0, px1, py1, simple = one
        if px0 <= x1 and px1 >= x0 and py0 <= y1 and py1 >= y0:
            if simple:
                part = clip_convex(poly, ax, ay, bx, by)
                if part is not None:
                    parts.append(part)
            else:
                parts += intervals(poly, ax, ay, bx, by)
    if len(parts) < 2:
        return parts
    parts.sort(key=by_start)
    joined = [parts[0]]
    for low, high in parts[1:]:
        last = joined[-1]
        if less(last[1], low):
            joined.append((low, high))
        elif less(last[1], high):
            joined[-1] = (last[0], high)
    return joined


def _length(parts: list[Interval]) -> Ratio:
    num, den = ZERO
    for low, high in parts:
        part_num = high[0] * low[1] - low[0] * high[1]
        part_den = high[1] * low[1]
        num, den = reduced(num * part_den + part_num * den, den * part_den)
    return num, den


def _shared(some: list[Interval], others: list[Interval]) -> Ratio:
    """The length that two lists of parts have in common."""
    common: list[Interval] = []
    for low, high in some:
        for other_low, other_high in others:
            start = other_low if less(low, other_low) else low
            end = other_high if less(other_high, high) else high
            if less(start, end):
                common.append((start, end))
    return _length(common)


def _minus(a: Ratio, b: Ratio) -> Ratio:
    return reduced(a[0] * b[1] - b[0] * a[1], a[1] * b[1])
