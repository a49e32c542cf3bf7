"""Distances between points and segments, and where segments cross."""

from __future__ import annotations

from math import isqrt as isqrt

from shadows_west.geometry.exact import ZERO, Point, Ratio


def point_segment_d2(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> Ratio:
    """The squared distance of a point from a segment, exactly."""
    dx, dy = bx - ax, by - ay
    qx, qy = px - ax, py - ay
    along = qx * dx + qy * dy
    if along <= 0:
        return qx * qx + qy * qy, 1
    length2 = dx * dx + dy * dy
    if along >= length2:
        return (px - bx) * (px - bx) + (py - by) * (py - by), 1
    across = dx * qy - dy * qx
    return across * across, length2


def nearer(px: int, py: int, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    """Whether a point is less than ``r`` away from a segment."""
    num, den = point_segment_d2(px, py, ax, ay, bx, by)
    return r > 0 and num < r * r * den


def segment_segment_d2(
    ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int
) -> Ratio:
    """The squared distance of segments ab and cd, exactly; 0 if they meet."""
    if segments_meet(ax, ay, bx, by, cx, cy, dx, dy):
        return ZERO
    best = point_segment_d2(ax, ay, cx, cy, dx, dy)
    for other in (
        point_segment_d2(bx, by, cx, cy, dx, dy),
        point_segment_d2(cx, cy, ax, ay, bx, by),
        point_segment_d2(dx, dy, ax, ay, bx, by),
    ):
        if other[0] * best[1] < best[0] * other[1]:
            best = other
    return best


def segments_nearer(
    ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, r: int
) -> bool:
    """Whether segments ab and cd are less than ``r`` apart.

    Most pairs lie wholly beside each other's line, which is seen before anything else. The others
    are near if an end of one is near the other, or if they cross.
    """
    ux, uy = bx - ax, by - ay
    r2 = r * r
    length2 = ux * ux + uy * uy
    wide2 = r2 * length2
    sc = ux * (cy - ay) - uy * (cx - ax)
    sd = ux * (dy - ay) - uy * (dx - ax)
    if ((sc > 0 and sd > 0) or (sc < 0 and sd < 0)) and sc * sc >= wide2 and sd * sd >= wide2:
        return False
    vx, vy = dx - cx, dy - cy
    other2 = vx * vx + vy * vy
    side2 = r2 * other2
    sa = vx * (ay - cy) - vy * (ax - cx)
    sb = vx * (by - cy) - vy * (bx - cx)
    if ((sa > 0 and sb > 0) or (sa < 0 and sb < 0)) and sa * sa >= side2 and sb * sb >= side2:
        return False
    # Each end beside the other segment is as far from it as from its line.
    if sc * sc < wide2 and 0 < (cx - ax) * ux + (cy - ay) * uy < length2:
        return True
    if sd * sd < wide2 and 0 < (dx - ax) * ux + (dy - ay) * uy < length2:
        return True
    if sa * sa < side2 and 0 < (ax - cx) * vx + (ay - cy) * vy < other2:
        return True
    if sb * sb < side2 and 0 < (bx - cx) * vx + (by - cy) * vy < other2:
        return True
    if (sc < 0 < sd or sd < 0 < sc) and (sa < 0 < sb or sb < 0 < sa):
        return r2 > 0
    return (
        (ax - cx) * (ax - cx) + (ay - cy) * (ay - cy) < r2
        or (ax - dx) * (ax - dx) + (ay - dy) * (ay - dy) < r2
        or (bx - cx) * (bx - cx) + (by - cy) * (by - cy) < r2
        or (bx - dx) * (bx - dx) + (by - dy) * (by - dy) < r2
    )


def segments_meet(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Whether segments ab and cd have a point in common."""
    if (
        max(ax, bx) < min(cx, dx)
        or max(cx, dx) < min(ax, bx)
        or max(ay, by) < min(cy, dy)
        or max(cy, dy) < min(ay, by)
    ):
        return False
    ux, uy = bx - ax, by - ay
    vx, vy = dx - cx, dy - cy
    sc = ux * (cy - ay) - uy * (cx - ax)
    sd = ux * (dy - ay) - uy * (dx - ax)
    if (sc > 0 and sd > 0) or (sc < 0 and sd < 0):
        return False
    sa = vx * (ay - cy) - vy * (ax - cx)
    sb = vx * (by - cy) - vy * (bx - cx)
    return not ((sa > 0 and sb > 0) or (sa < 0 and sb < 0))


def cross_param(a: Point, b: Point, c: Point, d: Point) -> Ratio | None:
    """Where along ab the segment cd is met; None if it is not, or if the two are parallel."""
    ux, uy = b[0] - a[0], b[1] - a[1]
    vx, vy = d[0] - c[0], d[1] - c[1]
    den = ux * vy - uy * vx
    if den == 0:
        return None
    wx, wy = c[0] - a[0], c[1] - a[1]
    num = wx * vy - wy * vx
    other = wx * uy - wy * ux
    if den < 0:
        den, num, other = -den, -num, -other
    if num < 0 or num > den or other < 0 or other > den:
        return None
    return num, den
