"""Kegs, sticks that lie there, and sticks that are thrown or laid: what goes off, and who is there.

Everything is seen from the public table; worth is that of ``Mind``.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from boomtown.core import Answer
from shadows_west.bot.chances import passes
from shadows_west.bot.losses import toll
from shadows_west.bot.stakes import Mind
from shadows_west.content import BLAST, EXPLOSIVE_BLAST, KEEP_AWAY, ON_FOOT, STEP, THROW_RANGE
from shadows_west.measuring import sight, spacing
from shadows_west.moves.orders import MoveOrder
from shadows_west.moves.paths import judge
from shadows_west.moves.ready import ReadyMove
from shadows_west.rules.blasts import BLAST_SAVE, throw_refusal
from shadows_west.shooting import fire
from shadows_west.state import Figure, Kind, Table, Token
from shadows_west.terrain.footing import along
from shadows_west.terrain.ground import surfaces_at

OWN_LOSS = 1.4
"""How much more a loss of one's own counts, where it is one's own doing."""
OTHERS = 1.0
"""What a townsperson or a waiting horse in a blast is worth."""
SCATTERED = 0.3
"""What is left of a throw that bounces."""
SPOILT = 0.35
"""How often somebody on Lookout shoots the stick in the hand."""
BESIDE = 0.12
"""How often powder goes off beside whoever stands there, by somebody else's doing."""
REACH = ON_FOOT.radius + KEEP_AWAY - 5
"""How far before its feet a model lays a stick."""
LAY_WITHIN = 700
"""So far away an enemy can be for a stick to be laid before him, in one Move there and back."""
ASIDE, CLEAR = 20, 150
"""How far behind where it began it ends, and how far from the enemy the stick lies."""
APART = 500
"""Between two enemies who are nearer to each other, one stick reaches both."""
LAY = "move.lay_back"

# --- explosions ----------------------------------------------------------------------------------


def place_of(mind: Mind, table: Table, id: str) -> tuple[int, int, int, int]:
    """Where a stick or a keg is, and how far its explosion reaches."""
    marker = table.markers.get(id)
    if marker is not None:
        return marker.x, marker.y, marker.z, BLAST
    keg = mind.land.explosive(id)
    return keg.x, keg.y, keg.z, EXPLOSIVE_BLAST + keg.radius


def lying(mind: Mind, table: Table) -> list[str]:
    """Everything on the table that can explode."""
    sticks = [one.id for one in table.markers.values() if one.kind == "tnt" and not one.gone]
    return [keg.id for keg in mind.land.explosives] + sticks


def blast_value(mind: Mind, table: Table, x: int, y: int, z: int, reach: int) -> float:
    """What an explosion takes from enemies, less what it takes from friends; with its chain."""
    times: dict[str, float] = {}
    waiting, gone = [(x, y, z, reach)], set[str]()
    while waiting:
        found = fire.blast(table, *waiting.pop())
        for id in found.full:
            times[id] = times.get(id, 0.0) + 1.0
        for id in found.partly:
            times[id] = times.get(id, 0.0) + 1.0 - passes(table.figures[id].die)
        for id in (*found.markers, *found.explosives):
            if id not in gone:
                gone.add(id)
                waiting.append(place_of(mind, table, id))
    return sum(_lost(mind, table.figures[id], often) for id, often in times.items())


def _lost(mind: Mind, figure: Figure, often: float) -> float:
    if figure.kind is not Kind.MODEL:
        return OTHERS if figure.seat not in (None, mind.seat) else -OTHERS
    share = min(1.0, often * toll(figure.die, BLAST_SAVE, figure.shaken))
    lost = mind.worth(figure) * share
    return -OWN_LOSS * lost if figure.seat == mind.seat else lost


def worthwhile(mind: Mind, table: Table) -> dict[str, float]:
    """The kegs and sticks that it pays to shoot at, and what their explosion is worth."""
    values = {id: blast_value(mind, table, *place_of(mind, table, id)) for id in lying(mind, table)}
    return {id: value for id, value in values.items() if value > 0}


def powder_about(mind: Mind) -> dict[str, float]:
    """The same for the table as it stands, worked out once."""
    if mind.notes.powder is None:
        mind.notes.powder = worthwhile(mind, mind.table)
    return mind.notes.powder


def beside_powder(mind: Mind, table: Table, figure: Figure) -> float:
    """The share of its worth that a model risks by standing where something may explode."""
    risk = 0.0
    for id in lying(mind, table):
        x, y, z, reach = place_of(mind, table, id)
        if spacing.within_point(figure, x, y, z, reach):
            risk += BESIDE * toll(figure.die, BLAST_SAVE, figure.shaken)
    return risk


# --- throws --------------------------------------------------------------------------------------


def best_throw(mind: Mind, thrower: Figure) -> tuple[float, Answer]:
    """Where a stick does most harm, all that can go wrong with it counted."""
    best: tuple[float, Answer] = (0.0, None)
    if not thrower.sticks or not thrower.standing or spacing.engaged(mind.table, thrower):
        return best
    table = mind.table
    in_hand = blast_value(mind, table, thrower.x, thrower.y, thrower.z, BLAST)
    watched = any(
        enemy.token is Token.LOOKOUT and sight.sees(table, enemy, thrower)
        for enemy in table.enemies(mind.seat)
    )
    for answer, (x, y, z) in _points(mind, thrower):
        there = blast_value(mind, table, x, y, z, BLAST)
        if there <= 0:
            continue
        value = there * (passes(thrower.die) + 2 * SCATTERED / thrower.die)
        value += in_hand / thrower.die
        if watched:
            value += SPOILT * (in_hand - value)
        if value > best[0]:
            best = value, answer
    return best


def _points(mind: Mind, thrower: Figure) -> Iterator[tuple[Answer, tuple[int, int, int]]]:
    """Enemies, kegs, and the middle between two enemies: in sight, and not too far."""
    table = mind.table
    near_by = [
        enemy
        for enemy in table.models()
        if enemy.seat != mind.seat
        and spacing.within_point(thrower, enemy.x, enemy.y, enemy.z, THROW_RANGE)
    ]
    seen = [enemy for enemy in near_by if throw_refusal(table, thrower, enemy.id) is None]
    for enemy in seen:
        yield enemy.id, (enemy.x, enemy.y, enemy.z)
    spots = [place_of(mind, table, id)[:3] for id in lying(mind, table)]
    spots += [
        ((one.x + other.x) // 2, (one.y + other.y) // 2, one.z)
        for number, one in enumerate(near_by)
        for other in near_by[number + 1 :]
        if one.z == other.z and abs(one.x - other.x) + abs(one.y - other.y) < 2 * APART
    ]
    for x, y, z in spots:
        if (
            spacing.within_point(thrower, x, y, z, THROW_RANGE)
            and z in surfaces_at(mind.land, x, y)
            and sight.sees_point(table, thrower, x, y, z)
        ):
            yield [x, y, z], (x, y, z)


# --- laying --------------------------------------------------------------------------------------


def lay_moves(mind: Mind, figure: Figure) -> list[ReadyMove]:
    """Up to an enemy, a stick before his feet, and back again; each of them is legal."""
    if not figure.sticks or figure.mounted or not figure.standing or mind.met(figure):
        return []
    found = []
    for enemy in mind.table.enemies(mind.seat):
        far = isqrt((enemy.x - figure.x) ** 2 + (enemy.y - figure.y) ** 2)
        if far > LAY_WITHIN or abs(enemy.z - figure.z) >= STEP:
            continue
        forth = (mind.table.allowance(figure) - ASIDE) // 2
        order = _there_and_back(figure, enemy, min(forth, far - REACH - CLEAR))
        if order is not None and judge(mind.table, figure, order) is None:
            found.append(ReadyMove(LAY, {"who": enemy.id}, order))
    return found


def _there_and_back(figure: Figure, enemy: Figure, forth: int) -> MoveOrder | None:
    """The order, if the stick lies far enough from where the model ends."""
    dx, dy, z = enemy.x - figure.x, enemy.y - figure.y, figure.z
    if forth + REACH + ASIDE <= BLAST + figure.radius:
        return None
    x, y = along(figure.x, figure.y, dx, dy, forth)
    back = along(figure.x, figure.y, -dx, -dy, ASIDE)
    at = along(figure.x, figure.y, dx, dy, forth + REACH)
    steps = [("walk", x, y, z), ("walk", *back, z)]
    return MoveOrder(steps, None, [[1, "place", *at, z]])
