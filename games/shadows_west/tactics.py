"""What a position is worth: shots, fights, danger and the way to a goal.

Worth is counted in the points that a gang is built with. Nothing here decides what is allowed;
everything is seen from the public table.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct, structs

from shadows_west import fire, sight, spacing
from shadows_west.content import (
    BLAST,
    CORRIDOR_RANGE,
    LEADER_POINTS,
    RANK_POINTS,
    STEP,
    SUCCESS,
    THROW_RANGE,
    WEAPONS,
)
from shadows_west.footing import first_solid, near, solid_lines
from shadows_west.geometry import ceil_sqrt
from shadows_west.paths import MoveOrder, trace
from shadows_west.ready import ReadyMove
from shadows_west.rules.dice import dice_of
from shadows_west.rules.fighting import fight_pool
from shadows_west.rules.weapons import CORRIDOR, modes, usable
from shadows_west.state import Figure, Kind, Table, Token, West
from shadows_west.targets import MODEL, Target, fight_odds, odds, sighted, targets
from shadows_west.terrain import Ground, ground
from shadows_west.zones import zone_of

CELL = 150
"""The width of a square of the coarse map on which ways are found."""
OBSTRUCTED = 5 * CELL
"""What it costs more to get over a wall or up a rock."""

LOOT_WORTH = 18
CAPTIVE_WORTH = 12
SHAKEN_SHARE, DOWNED_SHARE, DEAD_SHARE = 0.25, 0.6, 1.0
"""How much of its worth a gang loses with a model that is hurt."""
MELEE_SHARE = 0.45
"""What is left of a shot into a fight: the other side picks the target half of the time."""
BLAST_FAILS = 0.75
"""How often somebody in the middle of a blast is hurt."""


def worth(figure: Figure) -> float:
    """What a gang would lose with this figure."""
    if figure.kind is not Kind.MODEL:
        return 0.0
    arms = sum(WEAPONS[weapon.kind].points for weapon in figure.weapons)
    lead = 2 * LEADER_POINTS if figure.leader else 0
    return RANK_POINTS[figure.rank] + arms + lead + (LOOT_WORTH if figure.loot else 0)


def passes(sides: int, target: int = SUCCESS) -> float:
    """How often one die shows at least so much."""
    return max(0.0, (sides - target + 1) / sides)


# --- shots ---------------------------------------------------------------------------------------


class Shot(Struct):
    """A shot, what it is worth, and how it is answered."""

    value: float
    weapon: str = ""
    target: str = ""
    mode: str = ""

    @property
    def answer(self) -> dict[str, str]:
        """As the choice wants it."""
        return {"weapon": self.weapon, "target": self.target, "mode": self.mode}


def hurt(table: Table, target: Target, shooter: Figure) -> float:
    """What an aimed shot takes from the enemy."""
    figure = table.figures.get(target.id)
    if figure is None or target.kind != MODEL or target.odds is None:
        return 0.0
    one = target.odds
    share = one.shaken * SHAKEN_SHARE + one.downed * DOWNED_SHARE + one.casualty * DEAD_SHARE
    value = worth(figure) * share / 1000
    if target.spotting:
        value *= passes(shooter.die)
    if target.engaged:
        value *= MELEE_SHARE
    return value


def swept(table: Table, shooter: Figure, target: str) -> float:
    """What a fire corridor takes from the enemies, less what it takes from friends."""
    line = fire.corridor(table, shooter, table.figures[target], CORRIDOR_RANGE)
    total = 0.0
    for ids, share in ((line.under, 1.0), (line.threatened, passes(shooter.die))):
        for id in ids:
            figure = table.figures[id]
            lost = worth(figure) * (1 - passes(figure.die)) * DOWNED_SHARE * share
            total += -1.5 * lost if figure.seat == shooter.seat else lost
    return total


def best_shot(table: Table, shooter: Figure, fired: list[str], *, at: str | None = None) -> Shot:
    """The best shot that a model has now; worth nothing if it has none."""
    best = Shot(0.0)
    if not shooter.standing or spacing.engaged(table, shooter):
        return best
    arms = usable(shooter, fired)
    if not arms:
        return best
    seen = sighted(table, shooter)
    if not any(one.unseen is None and one.kind == MODEL for one in seen):
        return best
    for weapon in arms:
        kind = WEAPONS[weapon.kind]
        for mode in modes(weapon):
            corridor = mode == CORRIDOR
            found = targets(table, shooter, weapon.kind, corridor=corridor, at=at, seen=seen)
            for target in found:
                if target.refusal is not None or target.kind != MODEL:
                    continue
                if corridor:
                    value = swept(table, shooter, target.id)
                else:
                    value = hurt(table, target, shooter) * (1 + 0.8 * (kind.shots - 1))
                if value > best.value:
                    best = Shot(value, weapon.id, target.id, mode)
    return best


def best_throw(table: Table, thrower: Figure) -> Shot:
    """The enemy at whose feet a stick does most harm."""
    best = Shot(0.0)
    if not thrower.sticks or spacing.engaged(table, thrower):
        return best
    for enemy in table.enemies(thrower.seat):
        if not spacing.within_point(thrower, enemy.x, enemy.y, enemy.z, THROW_RANGE):
            continue
        if not sight.sees(table, thrower, enemy):
            continue
        value = blast_value(table, thrower, enemy.x, enemy.y, enemy.z) * passes(thrower.die)
        if value > best.value:
            best = Shot(value, target=enemy.id)
    return best


def blast_value(table: Table, thrower: Figure, x: int, y: int, z: int) -> float:
    """What an explosion takes from enemies, less what it takes from friends."""
    reached = fire.blast(table, x, y, z, BLAST)
    total = 0.0
    for ids, share in ((reached.full, 1.0), (reached.partly, 0.5)):
        for id in ids:
            figure = table.figures[id]
            lost = worth(figure) * BLAST_FAILS * DOWNED_SHARE * share
            total += -1.5 * lost if figure.seat == thrower.seat else lost
    return total


# --- fights --------------------------------------------------------------------------------------


def fight_value(table: Table, fighter: Figure, other: Figure, *, charging: bool = False) -> float:
    """What a fight takes from the enemy, less what it may cost."""
    if other.kind is not Kind.MODEL:
        return -1.0
    if other.downed:
        return worth(other)
    mine = dice_of(fight_pool(table, fighter, other, charging=charging))
    theirs = dice_of(fight_pool(table, other, fighter))
    chances = fight_odds(mine, fighter.die, theirs, other.die)
    gain = chances.win * worth(other) * _struck(other)
    loss = chances.lose * worth(fighter) * _struck(fighter)
    return (gain - loss) / 1000


def _struck(figure: Figure) -> float:
    """The share of its worth that a strike takes, on average."""
    one = odds(3, 8, figure.die, 0, "shaken" if figure.shaken else MODEL)
    if not one.hit:
        return 0.0
    share = one.shaken * SHAKEN_SHARE + one.downed * DOWNED_SHARE + one.casualty * DEAD_SHARE
    return share / one.hit


# --- danger --------------------------------------------------------------------------------------

SHORT_RISK, MEDIUM_RISK, LONG_RISK = 0.20, 0.13, 0.07
COVER_SHARE = 0.6
LOOKOUT_SHARE = 1.6
CHARGE_RISK = 0.12
CAUTION = 0.4
"""How much a danger counts that may not come: everybody has only so many shots."""


def danger(table: Table, figure: Figure) -> float:
    """What standing here may cost before the next activation."""
    risk = 0.0
    for enemy in table.enemies(figure.seat):
        far = spacing.gap(enemy, figure)
        if far <= enemy.allowance and abs(enemy.z - figure.z) < STEP:
            risk += CHARGE_RISK
        arms = [WEAPONS[weapon.kind] for weapon in enemy.weapons if not weapon.jammed]
        reach = [arm for arm in arms if far <= arm.long]
        if not reach or not sight.view_open(table, enemy, figure):
            continue
        band = min(
            SHORT_RISK if far < arm.short else MEDIUM_RISK if far < arm.medium else LONG_RISK
            for arm in reach
        )
        covered = bool(sight.cover(table, enemy, figure))
        ready = (
            1.6 if enemy.token is Token.LOOKOUT and sight.in_front(enemy, figure.x, figure.y) else 1
        )
        risk += band * (COVER_SHARE if covered else 1) * ready
    return CAUTION * worth(figure) * min(risk, 1.5)


# --- goals ---------------------------------------------------------------------------------------


class Goal(Struct, frozen=True):
    """A place to get to, and what an inch towards it is worth."""

    x: int
    y: int
    pull: float
    near: int = 0
    """So near is near enough."""


def goals(west: West, figure: Figure) -> Iterator[Goal]:
    """Where a model would like to be, for the scenario and for its weapons."""
    table = west.table
    seat = figure.seat
    land = ground(table)
    held = table.figures.get(figure.holds or "")
    if figure.loot is not None and west.scenario == "bank_job":
        yield Goal(*_nearest_edge(land.size, figure, ""), 4.0)
        return
    if held is not None and held.kind is Kind.FOLK and west.scenario == "innocents":
        yield Goal(*_nearest_edge(land.size, figure, west.gangs[figure.seat or 0].zone), 4.0)
        return
    if west.scenario == "bank_job":
        for marker in table.markers.values():
            loose = marker.kind == "loot" and not marker.gone
            if loose and _chosen(table, figure, marker.x, marker.y):
                yield Goal(marker.x, marker.y, 2.5)
    if west.scenario == "innocents":
        for folk in table.present():
            free = folk.kind is Kind.FOLK and folk.held_by is None
            if free and _chosen(table, figure, folk.x, folk.y):
                yield Goal(folk.x, folk.y, 2.0)
    if west.scenario == "hold":
        if len(west.gangs) > 2:
            yield Goal(*land.centre, 1.6, 350)
        else:
            x0, y0, x1, y1 = land.hold
            yield Goal((x0 + x1) // 2, (y0 + y1) // 2, 1.6, 300)
    arms = [WEAPONS[weapon.kind] for weapon in figure.weapons]
    reach = max((arm.medium or arm.long for arm in arms), default=100)
    enemy = min(table.enemies(seat), key=lambda one: spacing.gap(figure, one), default=None)
    if enemy is not None:
        yield Goal(enemy.x, enemy.y, 0.7, reach * 3 // 4)


def _chosen(table: Table, figure: Figure, x: int, y: int) -> bool:
    """Whether this model is one of the two of its gang that are nearest to a place."""

    def far(one: Figure) -> int:
        return (one.x - x) ** 2 + (one.y - y) ** 2

    free = [one for one in table.standing(figure.seat) if one.loot is None and one.holds is None]
    return figure in sorted(free, key=far)[:2]


def _nearest_edge(size: int, figure: Figure, zone: str) -> tuple[int, int]:
    """The nearest point of the border, or of a gang's own part of it."""
    ends = [(figure.x, 0), (figure.x, size), (0, figure.y), (size, figure.y)]
    if zone:
        x0, y0, x1, y1 = zone_of(size, zone)
        x, y = min(max(figure.x, x0), x1), min(max(figure.y, y0), y1)
        sides = {"s": (x, 0), "n": (x, size), "w": (0, y), "e": (size, y)}
        ends = [sides[letter] for letter in zone]
    return min(ends, key=lambda end: (end[0] - figure.x) ** 2 + (end[1] - figure.y) ** 2)


def remaining(land: Ground, goal: Goal, x: int, y: int) -> float:
    """How far it is to a goal in inches, round walls and rocks."""
    field = distances(land, goal.x // CELL, goal.y // CELL)
    side = land.size // CELL
    column, row = min(x // CELL, side - 1), min(y // CELL, side - 1)
    straight = ceil_sqrt((x - goal.x) ** 2 + (y - goal.y) ** 2)
    far = max(straight, field[row * side + column]) if straight > 2 * CELL else straight
    return max(0, far - goal.near) / 100


@lru_cache(maxsize=512)
def distances(land: Ground, column: int, row: int) -> tuple[int, ...]:
    """The way from every square of the table to one of them, on foot."""
    side = land.size // CELL
    column, row = min(column, side - 1), min(row, side - 1)
    far = [10**9] * (side * side)
    far[row * side + column] = 0
    queue = [(0, row * side + column)]
    steps = _steps(land)
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > far[here]:
            continue
        for there, more in steps[here]:
            if cost + more < far[there]:
                far[there] = cost + more
                heapq.heappush(queue, (cost + more, there))
    return tuple(far)


@lru_cache(maxsize=16)
def _steps(land: Ground) -> tuple[tuple[tuple[int, int], ...], ...]:
    """From each square to its neighbours, with what that costs; walls are dear."""
    side = land.size // CELL
    found: list[tuple[tuple[int, int], ...]] = []
    for here in range(side * side):
        row, column = divmod(here, side)
        x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
        lines = solid_lines(near(land, x, y, 2 * CELL), 0, 0, True)
        near_by: list[tuple[int, int]] = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if (dx or dy) and 0 <= column + dx < side and 0 <= row + dy < side:
                    length = CELL * 14 // 10 if dx and dy else CELL
                    end = (x + dx * CELL, y + dy * CELL)
                    blocked = first_solid(lines, x, y, *end, 20) is not None
                    there = (row + dy) * side + column + dx
                    near_by.append((there, length + (OBSTRUCTED if blocked else 0)))
        found.append(tuple(near_by))
    return tuple(found)


# --- moves ---------------------------------------------------------------------------------------

PROMISING = 10
"""How many moves are looked at closely."""
FALL_COST = 0.35
LEAVING = 1000.0


class Option(Struct):
    """A move, and what it is worth."""

    order: MoveOrder
    value: float


def weigh(west: West, figure: Figure, moves: list[ReadyMove], *, shots: float) -> Option:
    """The best of some moves; ``shots`` says how much a shot from its end is worth now."""
    land = ground(west.table)
    aims = [(goal, remaining(land, goal, figure.x, figure.y)) for goal in goals(west, figure)]
    rough: list[tuple[float, int]] = []
    for index, move in enumerate(moves):
        end = move.order.steps[-1] if move.order.steps else ("walk", figure.x, figure.y, figure.z)
        value = sum(goal.pull * (far - remaining(land, goal, end[1], end[2])) for goal, far in aims)
        rough.append((value + _deeds(west, figure, move), index))
    rough.sort(key=lambda pair: (-pair[0], pair[1]))
    best = Option(MoveOrder(), float("-inf"))
    for value, index in rough[:PROMISING]:
        total = value + _outlook(west, figure, moves[index], shots)
        if total > best.value:
            best = Option(moves[index].order, total)
    return best


def _deeds(west: West, figure: Figure, move: ReadyMove) -> float:
    """What is done on the way."""
    table = west.table
    kind = move.key.removeprefix("move.")
    if kind == "exit":
        carried = figure.loot if west.scenario == "bank_job" else None
        if west.scenario == "innocents" and figure.holds:
            size = ground(table).size
            x, y = move.order.steps[-1][1:3]
            x0, y0, x1, y1 = zone_of(size, west.gangs[figure.seat or 0].zone)
            carried = figure.holds if x0 <= x <= x1 and y0 <= y <= y1 else None
        return LEAVING if carried else -LEAVING
    if kind == "loot":
        return LOOT_WORTH if west.scenario == "bank_job" else 0.0
    if kind == "seize":
        return CAPTIVE_WORTH if west.scenario == "innocents" else -2.0
    if kind == "attack":
        return -5.0
    if kind == "charge":
        return fight_value(table, figure, table.figures[move.order.charge[0]], charging=True) * 1.5
    if kind == "unjam":
        working = [weapon for weapon in figure.weapons if not weapon.jammed]
        return 1.0 if working else 6.0
    if kind in ("drag", "beside", "horse", "dismount", "call"):
        return -3.0
    return 0.0


def _outlook(west: West, figure: Figure, move: ReadyMove, shots: float) -> float:
    """Danger and shots at the end of a move."""
    table = west.table
    trip = trace(table, figure, move.order)
    x, y, z = trip.end
    there = structs.replace(
        figure, x=x, y=y, z=z, fx=trip.face[0], fy=trip.face[1], mounted=trip.mounted
    )
    after = structs.replace(table, figures={**table.figures, figure.id: there})
    value = -danger(after, there)
    risky = sum(1 for leg in trip.legs if leg.save is not None) + sum(
        len(leg.cactus) for leg in trip.legs
    )
    value -= worth(figure) * FALL_COST * risky
    if trip.left:
        value -= worth(figure) * 0.2
    if shots and not move.order.charge:
        value += shots * best_shot(after, there, west.fired).value
    return value
