"""Forced movement: pushes, falls, captives (section 4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from shadows_west.content import KEEP_AWAY, ON_FOOT, STEP
from shadows_west.geometry.exact import Ratio, less
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
    near,
    obstacle,
)
from shadows_west.terrain.ground import ground, surface_z
from shadows_west.terrain.pieces import LINE_HALF
from shadows_west.terrain.standing import (
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


def fall_save(height: int) -> int | None:
    """The save of a fall: 5+, one worse for every further 2"; None up to 2" (shadows.move.fall)."""
    return None if height <= STEP else 5 + (height - STEP) // STEP


def everybody(table: Table, *but: str | None) -> list[Obstacle]:
    """All figures on the table but some, as something to bump into."""
    return [obstacle(figure) for figure in table.present() if figure.id not in but]


# --- falling --------------------------------------------------------------------------------------


def fall_place(
    table: Table, figure: Figure, x: int, y: int, z: int, dx: int, dy: int
) -> tuple[Spot, str | None]:
    """Where somebody who falls to a place lies in the end, and on whom he fell."""
    around = near(ground(table), x, y, REACH)
    others = everybody(table, figure.id, figure.holds)
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
    others = everybody(table, figure.id)
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


# --- captives -------------------------------------------------------------------------------------


def beside(
    table: Table, figure: Figure, who: Figure, dx: int, dy: int, place: Spot | None = None
) -> Spot | None:
    """The first free place for somebody in contact with a figure, beginning in a direction."""
    x, y, z = place or (figure.x, figure.y, figure.z)
    around = near(ground(table), x, y, REACH)
    others = everybody(table, figure.id, who.id)
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
    others = everybody(table, captor.id, captive.id)
    dx, dy = captive.x - captor.x, captive.y - captor.y
    base = captor.base
    centre = Obstacle(captor.id, x, y, z, base.radius, base.height)
    return away_from(around, [*others, centre], centre, dx, dy)
