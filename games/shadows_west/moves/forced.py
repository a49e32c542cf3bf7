"""Forced movement: pushes, falls, fleeing townsfolk, called horses, captives (section 4.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import isqrt
from typing import Final

from msgspec import Struct, structs

from shadows_west.content import CONTACT, FOLK_MOVE, HORSE, KEEP_AWAY, ON_FOOT, STEP
from shadows_west.geometry.exact import Point, Ratio, less
from shadows_west.geometry.polygons import inside, poly_distance2
from shadows_west.geometry.segments import point_segment_d2
from shadows_west.measuring.spacing import SAME_LEVEL, Disc, walled_off
from shadows_west.state import Figure, Table
from shadows_west.terrain.edges import Port, ports, spots
from shadows_west.terrain.footing import (
    Near,
    Obstacle,
    Spot,
    along,
    first_solid,
    loses_footing,
    near,
    obstacle,
    solid_lines,
    walk_cost,
)
from shadows_west.terrain.ground import ground, surface_z
from shadows_west.terrain.pieces import LINE_HALF
from shadows_west.terrain.standing import (
    at_distance,
    clear_of_figures,
    clear_of_terrain,
    heights_at,
    may_stand,
    ring,
    scaled,
    turned,
)

WIDER: Final = 50
"""How much farther off a faller is placed each time that no spot is free."""
FARTHEST: Final = 1200
HEADINGS: Final = 9
"""Straight on, and 22.5, 45, 67.5 and 90 degrees to either side (shadows.geo.flee)."""
REACH: Final = 600
"""How far around a figure terrain is looked at: more than any push or fall goes."""


class Push(Struct, frozen=True):
    """Where a pushed or falling figure comes to rest."""

    x: int
    y: int
    z: int
    fall: int = 0
    """The height that it fell; only more than 2" calls for a save (shadows.move.fall)."""
    hit: str | None = None
    """The figure it landed on (shadows.move.fall_on_model)."""
    length: int = 0
    """How far it was pushed, in plan."""


class Flight(Struct, frozen=True):
    """Where a townsperson gets to."""

    x: int
    y: int
    z: int
    left: bool = False
    """Whether it reached the border and left the table for good."""


def fall_save(height: int) -> int | None:
    """The save of a fall: 5+, one worse for every further 2"; None up to 2" (shadows.move.fall)."""
    return None if height <= STEP else 5 + (height - STEP) // STEP


def _others(table: Table, *but: str | None) -> list[Obstacle]:
    return [obstacle(figure) for figure in table.present() if figure.id not in but]


# --- falling --------------------------------------------------------------------------------------


def fall_place(
    table: Table, figure: Figure, x: int, y: int, z: int, dx: int, dy: int
) -> tuple[Spot, str | None]:
    """Where somebody who falls to a place lies in the end, and on whom he fell."""
    around = near(ground(table), x, y, REACH)
    others = _others(table, figure.id, figure.holds)
    return settle(around, others, x, y, z, dx, dy)


def settle(
    around: Near, others: Sequence[Obstacle], x: int, y: int, z: int, dx: int, dy: int
) -> tuple[Spot, str | None]:
    """Off the figure or piece that one falls on, in that direction (shadows.geo.fall_place)."""
    r, height = ON_FOOT.radius, ON_FOOT.height
    under = [
        other for other in others if clear_of_figures((other,), x, y, z, r, height) is not None
    ]
    if under:
        hit = min(under, key=lambda other: (x - other.x) ** 2 + (y - other.y) ** 2)
        return away_from(around, others, hit, dx, dy), hit.id
    if may_stand(around, others, x, y, z, r) is None:
        return (x, y, z), None
    return _off_piece(around, others, x, y, z, dx, dy), None


def away_from(around: Near, others: Sequence[Obstacle], hit: Obstacle, dx: int, dy: int) -> Spot:
    """The first free spot with a gap of 1" from a figure, beginning in a direction."""
    for extra in range(0, FARTHEST, WIDER):
        both = ON_FOOT.radius + hit.radius + KEEP_AWAY + extra
        for px, py in ring(hit.x, hit.y, both, dx, dy):
            spot = _landing(around, others, hit.x, hit.y, px, py, hit.z)
            if spot is not None:
                return spot
    return hit.x, hit.y, hit.z


def _landing(
    around: Near, others: Sequence[Obstacle], x: int, y: int, px: int, py: int, z: int
) -> Spot | None:
    """A free spot on the surface at or below a height, not behind a wall."""
    ground = around.ground
    if not (0 <= px <= ground.size and 0 <= py <= ground.size):
        return None
    pz = surface_z(ground, px, py, z)
    if may_stand(around, others, px, py, pz, ON_FOOT.radius) is not None:
        return None
    if walled_off(ground, Disc(x, y, z), Disc(px, py, z)):
        return None
    return px, py, pz


def _off_piece(
    around: Near, others: Sequence[Obstacle], x: int, y: int, z: int, dx: int, dy: int
) -> Spot:
    """The first free spot that touches the piece on which one may not end."""
    for extra in range(0, FARTHEST, WIDER):
        for vx, vy in turned(*scaled(dx, dy)):
            for k in range(1, FARTHEST):
                px, py = along(x, y, vx, vy, k)
                pz = surface_z(around.ground, px, py, z)
                if clear_of_terrain(around, px, py, pz, ON_FOOT.radius) is None:
                    break
            px, py = along(x, y, vx, vy, k + extra)
            spot = _landing(around, others, x, y, px, py, z)
            if spot is not None:
                return spot
    return x, y, z


def downed_edge(table: Table, figure: Figure) -> Push | None:
    """The fall of a model Downed within 1" of an edge, or None (shadows.geo.downed_edge)."""
    around = near(ground(table), figure.x, figure.y, REACH)
    nearest: tuple[int, int] | None = None
    over: tuple[Spot, Port] | None = None
    for port in ports(around):
        if port.kind not in ("open", "rail") or port.z != figure.z:
            continue
        num, den = point_segment_d2(figure.x, figure.y, *port.touch)
        reach = figure.radius + KEEP_AWAY
        if num > reach * reach * den or (nearest and num * nearest[1] >= nearest[0] * den):
            continue
        spot = _over(around, port, figure)
        if spot is not None:
            nearest, over = (num, den), (spot, port)
    if over is None:
        return None
    (x, y, z), port = over
    spot, hit = fall_place(table, figure, x, y, z, port.nx, port.ny)
    return Push(*spot, figure.z - z, hit)


def _over(around: Near, port: Port, figure: Figure) -> Spot | None:
    """Straight over an edge, the base touching its line; None if it is no drop of 2"."""
    for _, (x, y) in spots(port, figure.x, figure.y, figure.radius, inner=False, most=0):
        if not (0 <= x <= around.ground.size and 0 <= y <= around.ground.size):
            continue
        if any(block.h > figure.z and inside(block.poly, x, y) for block in around.blocks):
            continue  # a higher block rises from the edge
        if walled_off(around.ground, figure, Disc(x, y, figure.z)):
            continue  # the edge is on the other side of a wall
        z = surface_z(around.ground, x, y, figure.z)
        if figure.z - z >= STEP:
            return x, y, z
    return None


# --- pushing --------------------------------------------------------------------------------------


def push(table: Table, figure: Figure, dx: int, dy: int, n: int) -> Push:
    """Push a figure n u in a direction (shadows.geo.push, shadows.geo.push_fall).

    A rider is thrown from the saddle and pushed as a model on foot (shadows.fight.shove_mounted).
    """
    around = near(ground(table), figure.x, figure.y, REACH + n)
    others = _others(table, figure.id)
    x, y, z = figure.x, figure.y, figure.z
    begun = dict(_bumps(around, others, x, y, z))
    length = 0
    for k in range(1, n + 1):
        px, py = along(figure.x, figure.y, dx, dy, k)
        # Who stands a hair too near to a wall may be pushed along it, but not into it.
        met = _bumps(around, others, px, py, z)
        if any(what not in begun or less(far2, begun[what]) for what, far2 in met):
            break
        if any(block.h > z and inside(block.poly, px, py) for block in around.blocks):
            break
        x, y, length = px, py, k
    below = surface_z(around.ground, x, y, z)
    if below == z:
        return Push(x, y, z, length=length)
    spot, hit = settle(around, others, x, y, below, dx, dy)
    return Push(*spot, z - below, hit, length)


def _bumps(
    around: Near, others: Iterable[Obstacle], x: int, y: int, z: int
) -> Iterator[tuple[object, Ratio]]:
    """What stops a push at a place, with its squared distance: figures, walls, pieces, the border.

    Each side of the table and each stretch of a wall or fence is something of its own.
    """
    r, size = ON_FOOT.radius, around.ground.size
    for side, far in enumerate((x, y, size - x, size - y)):
        if far < r:
            yield side, (far * far, 1)
    for other in others:
        if clear_of_figures((other,), x, y, z, r, ON_FOOT.height) is not None:
            yield other.id, ((x - other.x) ** 2 + (y - other.y) ** 2, 1)
    lines = [
        (part, r)
        for wall in around.walls
        if wall.z0 < z + STEP and wall.z1 > z
        for part in wall.solid
    ]
    lines += [(part, r + LINE_HALF) for one in around.linears if one.h > z for part in one.segments]
    for part, reach in lines:
        num, den = point_segment_d2(x, y, *part)
        if num < reach * reach * den:
            yield part, (num, den)
    rising = [(piece.id, piece.h, piece.poly) for piece in around.explosives]
    rising += [(block.id, block.h, block.poly) for block in around.blocks]
    for id, h, poly in rising:
        if h > z:
            num, den = poly_distance2(poly, x, y)
            if num < r * r * den:
                yield id, (num, den)


def _closer(x: int, y: int, ax: int, ay: int, bx: int, by: int, r: int) -> bool:
    num, den = point_segment_d2(x, y, ax, ay, bx, by)
    return num < r * r * den


# --- fleeing and horses ---------------------------------------------------------------------------


def _last(least: int, most: int, good: Callable[[int], bool]) -> int:
    """The last k that is good, where all before it are; ``least`` is known to be."""
    if good(most):
        return most
    while most - least > 1:
        middle = (least + most) // 2
        if good(middle):
            least = middle
        else:
            most = middle
    return least


def flee(table: Table, folk: Figure, dx: int, dy: int) -> Flight | None:
    """Where a townsperson runs to in a direction; None if every way is blocked at once.

    It goes round solid terrain by turning up to 90 degrees, stops 1" from figures it would run
    into, and leaves the table at its border (shadows.geo.flee, shadows.folk.terrain, .stop).
    """
    around = near(ground(table), folk.x, folk.y, FOLK_MOVE + KEEP_AWAY + HORSE.radius)
    direction = scaled(dx, dy)
    best: tuple[int, Point] | None = None
    for heading in islice(turned(*direction), HEADINGS):
        whole = _last(0, FOLK_MOVE, partial(_folk_cost, around, folk, heading))
        length = _last(0, whole, partial(_open_way, around, folk, heading))
        if best is None or length > best[0]:
            best = length, heading
        if length == whole:
            best = length, heading
            break
    if best is None or along(folk.x, folk.y, *best[1], best[0]) == (folk.x, folk.y):
        return None
    return _run(table, around, folk, best[1], best[0])


def _folk_cost(around: Near, folk: Figure, heading: Point, k: int) -> bool:
    px, py = along(folk.x, folk.y, *heading, k)
    return walk_cost(around, folk.x, folk.y, px, py, aloft=folk.z > 0) <= FOLK_MOVE


def _on_table(around: Near, x: int, y: int) -> Point:
    """The point itself, or where it would be on the border."""
    size = around.ground.size
    return min(max(x, 0), size), min(max(y, 0), size)


def _open_way(around: Near, folk: Figure, heading: Point, k: int) -> bool:
    """Whether the way so far meets no solid terrain and no drop of 2"."""
    px, py = along(folk.x, folk.y, *heading, k)
    cx, cy = _on_table(around, px, py)
    z = _walked_z(around, folk, cx, cy)
    if z is None:
        return False
    low, high = min(folk.z, z), max(folk.z, z)
    lines = solid_lines(around, low, high, True)
    return first_solid(lines, folk.x, folk.y, px, py, folk.radius - 1) is None


def _walked_z(around: Near, folk: Figure, x: int, y: int) -> int | None:
    """The height at which a walk arrives: the nearest one, without a step of 2" on the way."""
    heights = heights_at(around, x, y) or [0]
    for z in sorted(heights, key=lambda z: (abs(z - folk.z), z)):
        if loses_footing(around, folk.x, folk.y, folk.z, x, y, z) is None:
            return z
    return None


def _run(table: Table, around: Near, folk: Figure, heading: Point, length: int) -> Flight:
    for other in _others(table, folk.id):
        length = _cut(folk, other, heading, length)
    for k in range(1, length + 1):
        px, py = along(folk.x, folk.y, *heading, k)
        cx, cy = _on_table(around, px, py)
        if cx in (0, around.ground.size) or cy in (0, around.ground.size):
            return Flight(cx, cy, folk.z, left=True)
    others = _others(table, folk.id)
    for k in range(length, 0, -1):
        px, py = along(folk.x, folk.y, *heading, k)
        z = _walked_z(around, folk, px, py)
        if z is not None and may_stand(around, others, px, py, z, folk.radius) is None:
            return Flight(px, py, z)
    return Flight(folk.x, folk.y, folk.z)


def _cut(folk: Figure, other: Obstacle, heading: Point, length: int) -> int:
    """A run that would touch somebody ends at its last point 1" from him (shadows.folk.stop)."""
    if abs(folk.z - other.z) >= other.height:
        return length
    both = folk.radius + other.radius
    dx, dy = folk.x - other.x, folk.y - other.y
    if dx * dx + dy * dy >= (length + both + CONTACT + 1) ** 2:
        return length  # too far away to be touched, wherever the run goes

    def gap_below(k: int, gap: int) -> bool:
        px, py = along(folk.x, folk.y, *heading, k)
        return (px - other.x) ** 2 + (py - other.y) ** 2 < (both + gap) ** 2

    if gap_below(0, CONTACT + 1):
        return length
    touched = next((k for k in range(1, length + 1) if gap_below(k, CONTACT + 1)), None)
    if touched is None:
        return length
    return next((k for k in range(touched, 0, -1) if not gap_below(k, KEEP_AWAY)), 0)


def call_horse(
    table: Table,
    rider: Figure,
    others: Sequence[Obstacle],
    place: Spot | None = None,
    left_at: Spot | None = None,
) -> Spot:
    """Where a called horse stops: in contact with its rider, or before what is in its way.

    It comes in a straight line, through no opening, and keeps 1" from others (shadows.mount.call).
    The rider may have gone to a ``place``, after he left the horse somewhere.
    """
    horse = table.figures[rider.horse or ""]
    if left_at is not None:
        horse = structs.replace(horse, x=left_at[0], y=left_at[1], z=left_at[2])
    x, y, z = place or (rider.x, rider.y, rider.z)
    dx, dy = x - horse.x, y - horse.y
    far = isqrt(dx * dx + dy * dy)
    around = near(ground(table), (x + horse.x) // 2, (y + horse.y) // 2, far // 2 + REACH)
    most = far - HORSE.radius - ON_FOOT.radius
    if most <= 0:
        return horse.x, horse.y, horse.z
    # shadows.damage.downed_ignored: who lies there does not stop it.
    upright = [other for other in others if not table.figures[other.id].downed]
    limit = _last(0, most, lambda k: _horse_way(around, upright, horse, dx, dy, k))
    met = [*others, Obstacle(rider.id, x, y, z, ON_FOOT.radius, ON_FOOT.height)]
    way = [along(horse.x, horse.y, dx, dy, k) for k in range(limit, 0, -1)]
    if limit == most:
        touching = at_distance(x, y, HORSE.radius + ON_FOOT.radius, -dx, -dy)
        way = [touching, *way] if touching is not None else way
    for px, py in way:
        pz = _walked_z(around, horse, px, py)
        if (
            pz is not None
            and may_stand(around, met, px, py, pz, HORSE.radius, HORSE.height, on_foot=False)
            is None
        ):
            return px, py, pz
    return horse.x, horse.y, horse.z


def _horse_way(
    around: Near, others: Sequence[Obstacle], horse: Figure, dx: int, dy: int, k: int
) -> bool:
    px, py = along(horse.x, horse.y, dx, dy, k)
    z = _walked_z(around, horse, px, py)
    if z is None:
        return False
    lines = solid_lines(around, min(horse.z, z), max(horse.z, z), False)
    if first_solid(lines, horse.x, horse.y, px, py, HORSE.radius - 1) is not None:
        return False
    for other in others:
        if abs(other.z - horse.z) >= STEP:
            continue
        both = HORSE.radius + other.radius + KEEP_AWAY
        qx, qy = horse.x - other.x, horse.y - other.y
        if qx * qx + qy * qy < both * both:
            if qx * dx + qy * dy < 0:
                return False
        elif _closer(other.x, other.y, horse.x, horse.y, px, py, both):
            return False
    return True


# --- captives -------------------------------------------------------------------------------------


def beside(
    table: Table, figure: Figure, who: Figure, dx: int, dy: int, place: Spot | None = None
) -> Spot | None:
    """The first free place for somebody in contact with a figure, beginning in a direction."""
    x, y, z = place or (figure.x, figure.y, figure.z)
    around = near(ground(table), x, y, REACH)
    others = _others(table, figure.id, who.id)
    return contact_spot(around, others, x, y, z, figure.radius, who.radius, dx, dy)


def contact_spot(
    around: Near,
    others: Sequence[Obstacle],
    x: int,
    y: int,
    z: int,
    radius: int,
    r: int,
    dx: int,
    dy: int,
) -> Spot | None:
    """The first free place of radius r in contact with a base, in sixteen directions."""
    for px, py in ring(x, y, radius + r, dx, dy):
        spot = contact_at(around, others, x, y, z, px, py, r)
        if spot is not None:
            return spot
    return None


def contact_at(
    around: Near, others: Sequence[Obstacle], x: int, y: int, z: int, px: int, py: int, r: int
) -> Spot | None:
    """A free place on the level of a base beside it, with no wall between."""
    ground = around.ground
    if not (0 <= px <= ground.size and 0 <= py <= ground.size):
        return None
    for pz in heights_at(around, px, py):
        if (
            abs(pz - z) < SAME_LEVEL
            and may_stand(around, others, px, py, pz, r) is None
            and not walled_off(ground, Disc(x, y, z), Disc(px, py, pz))
        ):
            return px, py, pz
    return None


def freed(table: Table, captor: Figure, captive: Figure, place: Spot | None = None) -> Spot:
    """Where a freed captive is put: 1" away, beginning on its own side (shadows.folk.freed)."""
    x, y, z = place or (captor.x, captor.y, captor.z)
    around = near(ground(table), x, y, REACH)
    others = _others(table, captor.id, captive.id)
    dx, dy = captive.x - captor.x, captive.y - captor.y
    base = captor.base
    centre = Obstacle(captor.id, x, y, z, base.radius, base.height)
    return away_from(around, [*others, centre], centre, dx, dy)
