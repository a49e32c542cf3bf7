"""The inch from standing enemies, and the walls that lift it (shadows.move.keep_away)."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt

from boomtown.core import Refusal
from shadows_west.content import KEEP_AWAY, LARGE_RADIUS, MOUNTED, ON_FOOT, STEP
from shadows_west.geometry.exact import ONE, ZERO, Interval, Ratio, by_start, less
from shadows_west.geometry.segments import nearer
from shadows_west.moves.march import Leg, March, last_good
from shadows_west.state import Figure
from shadows_west.terrain.footing import Near, Spot


def enemies_fault(march: March) -> Refusal | None:
    """1" from standing enemies all the way, but for those charged (shadows.geo.path_enemy)."""
    legs = march.trip.legs
    if not legs:
        return None
    exits = any(deed[1] == "exit" for deed in march.order.do)
    charged = set(march.order.charge)
    for enemy in _near_way(march):
        close = _starts_close(march, enemy)
        for n, leg in enumerate(legs):
            if enemy.id in charged:
                refusal = _through(leg, enemy)
            else:
                refusal = enemy_fault(march.around, leg, enemy, close=close)
            if refusal is not None:
                return march.fail(n, _enemy_point(leg, enemy), refusal)
        if close and enemy.id not in charged and not exits:
            radius = _radius(legs[-1])
            if too_close(march.around, legs[-1].end, radius, enemy):
                refusal = Refusal("shadows.move.keep_away", "end", who=enemy.id)
                return march.fail(len(legs) - 1, legs[-1].end, refusal)
    return None


def _near_way(march: March) -> list[Figure]:
    """The standing enemies who are not clearly too far from all steps to matter."""
    figure, legs = march.figure, march.trip.legs
    xs = [figure.x, *(leg.start[0] for leg in legs), *(leg.end[0] for leg in legs)]
    ys = [figure.y, *(leg.start[1] for leg in legs), *(leg.end[1] for leg in legs)]
    far = 2 * LARGE_RADIUS + KEEP_AWAY
    west, east, south, north = min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far
    return [
        enemy
        for enemy in march.table.enemies(figure.seat)
        if west < enemy.x < east and south < enemy.y < north
    ]


def _radius(leg: Leg) -> int:
    return MOUNTED.radius if leg.mounted else ON_FOOT.radius


def _starts_close(march: March, enemy: Figure) -> bool:
    """Whether the model starts within 1" of an enemy, before or after mounting."""
    figure = march.figure
    if too_close(march.around, (figure.x, figure.y, figure.z), figure.radius, enemy):
        return True
    first = march.trip.legs[0]
    return first.mode in ("mount", "dismount") and too_close(
        march.around, first.end, _radius(first), enemy
    )


def too_close(around: Near, at: Spot, radius: int, enemy: Figure) -> bool:
    """Whether a place is within 1" of an enemy, with no wall or 2" of height between."""
    limit = radius + enemy.radius + KEEP_AWAY
    return (
        abs(enemy.z - at[2]) < STEP
        and (at[0] - enemy.x) ** 2 + (at[1] - enemy.y) ** 2 < limit * limit
        and not behind_walls(around, at, at, enemy, limit)
    )


def enemy_fault(around: Near, leg: Leg, enemy: Figure, *, close: bool = False) -> Refusal | None:
    """Why a step comes too near to an enemy that is not charged."""
    (_, _, az), (bx, by, bz) = leg.start, leg.end
    straight = leg.mode in ("walk", "jump")
    if abs(enemy.z - bz) >= STEP and not (straight and abs(enemy.z - az) < STEP):
        return None  # shadows.move.keep_away_walls: 2" higher or lower
    if leg.mode in ("mount", "dismount") and close:
        return None
    limit = _radius(leg) + enemy.radius + KEEP_AWAY
    start = leg.start if straight else leg.end
    if close:
        return _comes_back(around, leg, enemy, limit)
    if not nearer(enemy.x, enemy.y, *start[:2], bx, by, limit):
        return None
    if behind_walls(around, start, leg.end, enemy, limit):
        return None
    return Refusal("shadows.move.keep_away", who=enemy.id)


def comes_nearer(enemy: Figure, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether somebody who starts within 1" of an enemy does not only move off from him.

    No wall lifts that for his first step: none is between the two where it begins.
    """
    return (ax - enemy.x) * (bx - ax) + (ay - enemy.y) * (by - ay) < 0


def _comes_back(around: Near, leg: Leg, enemy: Figure, limit: int) -> Refusal | None:
    """Who starts within 1" moves off: the gap only grows, however wide it has become."""
    (ax, ay, _), (bx, by, _) = leg.start, leg.end
    straight = leg.mode in ("walk", "jump")
    away = (ax - enemy.x) * (bx - ax) + (ay - enemy.y) * (by - ay)
    before = (ax - enemy.x) ** 2 + (ay - enemy.y) ** 2
    after = (bx - enemy.x) ** 2 + (by - enemy.y) ** 2
    if after >= before and (away >= 0 or not straight):
        return None
    seen = max(limit, isqrt(max(before, after)) + 1)
    if behind_walls(around, leg.start if straight else leg.end, leg.end, enemy, seen):
        return None
    return Refusal("shadows.move.keep_away", "away", who=enemy.id)


def _through(leg: Leg, enemy: Figure) -> Refusal | None:
    """Nobody walks through the enemy he charges."""
    (ax, ay, az), (bx, by, bz) = leg.start, leg.end
    if leg.mode not in ("walk", "jump") or min(abs(enemy.z - az), abs(enemy.z - bz)) >= STEP:
        return None
    if nearer(enemy.x, enemy.y, ax, ay, bx, by, _radius(leg) + enemy.radius):
        return Refusal("shadows.geo.path_enemy", who=enemy.id)
    return None


def _enemy_point(leg: Leg, enemy: Figure) -> Spot:
    """Where a step first comes too near, to the nearest u."""
    (ax, ay, az), (bx, by, _) = leg.start, leg.end
    if leg.mode not in ("walk", "jump"):
        return leg.end
    limit = _radius(leg) + enemy.radius + KEEP_AWAY
    at = last_good(
        ax, ay, bx, by, lambda px, py: not nearer(enemy.x, enemy.y, ax, ay, px, py, limit)
    )
    return (*at, az)


def behind_walls(around: Near, start: Spot, end: Spot, enemy: Figure, limit: int) -> bool:
    """Whether a solid wall is between an enemy and every point of a line within the limit.

    Each wall throws a shadow, seen from the enemy; whatever of the line lies in no shadow has to
    keep its distance (shadows.move.keep_away_walls).
    """
    (ax, ay, az), (bx, by, bz) = start, end
    low, high = min(az, bz, enemy.z), max(az, bz, enemy.z)
    shadows: list[Interval] = []
    for part in screens(around, enemy.x, enemy.y, low, high, limit):
        shadow = _shadow(enemy.x, enemy.y, part, ax, ay, bx, by)
        if shadow is not None:
            shadows.append(shadow)
    if not shadows:
        return False
    lit = ZERO
    for low_end, high_end in sorted(shadows, key=by_start):
        if less(lit, low_end) and _part_nearer(ax, ay, bx, by, lit, low_end, enemy, limit):
            return False
        if less(lit, high_end):
            lit = high_end
    return not less(lit, ONE) or not _part_nearer(ax, ay, bx, by, lit, ONE, enemy, limit)


@lru_cache(maxsize=4096)
def screens(
    around: Near, x: int, y: int, low: int, high: int, limit: int
) -> tuple[tuple[int, int, int, int], ...]:
    """The solid parts of walls near a point that rise past both of two heights."""
    return tuple(
        part
        for wall in around.walls
        if wall.z0 <= low and wall.z1 > high
        for part in wall.solid
        if nearer(x, y, *part, limit)
    )


def _shadow(
    ex: int, ey: int, part: tuple[int, int, int, int], ax: int, ay: int, bx: int, by: int
) -> Interval | None:
    """The part of the line ab that is hidden from a point behind a piece of wall."""
    cx, cy, dx, dy = part
    turn = (cx - ex) * (dy - ey) - (cy - ey) * (dx - ex)
    if turn == 0:
        return None
    if turn < 0:
        cx, cy, dx, dy = dx, dy, cx, cy
    low, high = ZERO, ONE
    for ox, oy, vx, vy in (
        (ex, ey, cx - ex, cy - ey),  # to the left of the line to one end
        (ex, ey, ex - dx, ey - dy),  # to the right of the line to the other
        (cx, cy, cx - dx, cy - dy),  # beyond the wall
    ):
        first = vx * (ay - oy) - vy * (ax - ox)
        last = vx * (by - oy) - vy * (bx - ox)
        if first < 0 and last < 0:
            return None
        if first < 0:
            if less(low, (-first, last - first)):
                low = -first, last - first
        elif last < 0 and less((first, first - last), high):
            high = first, first - last
    return None if less(high, low) else (low, high)


def _part_nearer(
    ax: int,
    ay: int,
    bx: int,
    by: int,
    low: Ratio,
    high: Ratio,
    enemy: Figure,
    limit: int,
) -> bool:
    dx, dy = bx - ax, by - ay
    qx, qy = enemy.x - ax, enemy.y - ay
    length2 = dx * dx + dy * dy
    num, den = low
    if length2:
        nearest = qx * dx + qy * dy, length2
        if less(low, nearest):
            num, den = high if less(high, nearest) else nearest
    vx, vy = num * dx - qx * den, num * dy - qy * den
    return vx * vx + vy * vy < limit * limit * den * den
