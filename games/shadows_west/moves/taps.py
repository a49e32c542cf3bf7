"""What a tap on the table means for whoever moves: as near as one gets, and why no nearer.

``routes`` finds a legal way or none. Here a way is looked for however long it is and cut where the
movement ends, high ground is climbed as far as that goes, and a place on which nobody can stand is
replaced by the nearest one (shadows.ui.move).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from msgspec import Struct

from boomtown.core import Refusal
from shadows_west.content import MOST_STEPS, STEP
from shadows_west.measuring.sight import sees
from shadows_west.measuring.spacing import contact
from shadows_west.moves.keep_away import too_close
from shadows_west.moves.land import Land, fans, last_k, walk_way, walks
from shadows_west.moves.march import Trip
from shadows_west.moves.orders import MoveOrder, Step
from shadows_west.moves.paths import judge, trace
from shadows_west.moves.places import apart
from shadows_west.moves.routes import SNAP, links, route, to_figure
from shadows_west.state import Figure, Kind, Table
from shadows_west.terrain.footing import Spot, along
from shadows_west.terrain.ground import ground, surfaces_at
from shadows_west.terrain.standing import may_stand, scaled, turned

RINGS: Final = (15, 30, 45, 60, 90, 130, 180, 240, 320, 420)
"""How far from a tapped point a place to stand is looked for, one ring after the other."""
DETOUR: Final = 800
"""How much longer than the straight line a way may be that is only looked at."""
BACK: Final = 12
"""By how much a way is shortened until it may end there."""
MOST_JUDGED: Final = 90


class Tap(Struct):
    """What a tap comes to."""

    order: MoveOrder
    """The whole order; the one that there was before if nothing could be added to it."""
    refusal: Refusal | None = None
    """Why it does not lead to what was tapped; None if it does."""


class Tapping:
    """A tap on the table while a Move is drawn."""

    def __init__(
        self, table: Table, figure: Figure, begun: MoveOrder, there: Table, trip: Trip
    ) -> None:
        self.table, self.figure, self.begun = table, figure, begun
        self.there, self.here = there, there.figures[figure.id]
        """The table as it is when what has been drawn is done."""
        self.left = max(0, trip.allowance - trip.cost)
        self.trip = trip
        self.reaction_to: str | None = None

    def at(self, x: int, y: int, z: int | None = None) -> Tap:
        """A tapped point."""
        over = self._over()
        if over is not None:
            return Tap(self.begun, over)
        return self._direct(route(self.there, self.here, x, y, z)) or self._towards(x, y, z)

    def on(self, other: Figure) -> Tap:
        """A tapped figure: contact, which with an enemy is a charge."""
        over = self._over()
        if over is not None:
            return Tap(self.begun, over)
        found = self._direct(to_figure(self.there, self.here, other))
        if found is not None:
            return found
        refusal = self._no_contact(other)
        if contact(self.there, self.here, other):
            return Tap(self.begun, refusal)
        near = self._towards(other.x, other.y, other.z)
        return Tap(near.order, refusal or near.refusal)

    def _direct(self, more: MoveOrder | None) -> Tap | None:
        """A way that leads all the way, if it may be added to the order."""
        if more is None or not more.steps:
            return None
        order = self._joined(more)
        return None if self._refused(order) else Tap(order)

    def _over(self) -> Refusal | None:
        """Why nothing can be added to the order any more."""
        last = self.trip.legs[-1] if self.trip.legs else None
        if last is None or not last.ends:
            return None
        rule = "shadows.move.tall_climb" if last.mode == "climb" else "shadows.move.jump"
        return Refusal(rule, "over")

    def _joined(self, more: MoveOrder) -> MoveOrder:
        begun = self.begun
        return MoveOrder(
            [*begun.steps, *more.steps][:MOST_STEPS],
            more.face or begun.face,
            begun.do,
            [*begun.charge, *(id for id in more.charge if id not in begun.charge)],
            more.fight or (begun.fight if begun.fight in begun.charge else None),
        )

    def _refused(self, order: MoveOrder) -> bool:
        found = judge(self.table, self.figure, order, reaction_to=self.reaction_to)
        return found is not None

    # --- as near as one gets ----------------------------------------------------------------------

    def _towards(self, x: int, y: int, z: int | None) -> Tap:
        """The way there however long, cut; else the place in reach that is nearest to it."""
        far = apart((self.here.x, self.here.y, 0), (x, y, 0)) + DETOUR
        land = Land(self.there, self.here, allowance=far)
        heights = surfaces_at(ground(self.table), x, y) or [0] if z is None else [z]
        best: tuple[int, int, list[Step]] | None = None
        for height in heights:
            goal = _place_near(land, x, y, height)
            if goal is not None:
                for cost, steps in _ways(land, goal):
                    off = apart(goal, (x, y, 0))
                    if best is None or (off > SNAP, cost) < (best[1] > SNAP, best[0]):
                        best = cost, off, steps
        if best is None:
            return Tap(self._nearest(x, y), self._no_way(land, x, y, heights))
        cost, off, steps = best
        order = self._longest(land, steps)
        refusal: Refusal | None = None
        if off > SNAP:
            refusal = self._no_standing(land, (x, y, heights[0]))
        if refusal is None and order.steps != [*self.begun.steps, *steps]:
            refusal = self._too_dear(land, steps, cost)
        return Tap(order, refusal)

    def _too_dear(self, land: Land, steps: list[Step], cost: int) -> Refusal:
        spent = self.trip.cost
        whole = self.trip.allowance
        if cost <= self.left:
            # It is short enough, and yet not allowed: the judge knows why.
            order = MoveOrder([*self.begun.steps, *steps][:MOST_STEPS])
            found = judge(self.table, self.figure, order, reaction_to=self.reaction_to)
            return found or Refusal("shadows.ui.move", "none")
        low = self.here.z
        for mode, _, _, z in steps:
            if mode == "climb" and abs(z - low) > whole:
                return Refusal("shadows.move.tall_climb", "over")
            low = z
        return Refusal("shadows.geo.cost", cost=spent + cost, allowance=whole)

    def _longest(self, land: Land, steps: list[Step]) -> MoveOrder:
        """As much of a way as is allowed; nothing more than there was if that is nothing."""
        for n, part in enumerate(_shorter(land, steps, self.left, self.here.z)):
            if n >= MOST_JUDGED:
                break
            order = self._joined(self._facing(land, part))
            if not self._refused(order):
                return order
        return self.begun

    def _facing(self, land: Land, steps: list[Step]) -> MoveOrder:
        """Whoever arrives looks at the nearest enemy."""
        return MoveOrder(steps, face=land.facing(steps[-1][1], steps[-1][2]))

    def _nearest(self, x: int, y: int) -> MoveOrder:
        """To the place in reach that is nearest to a point, if that is nearer than here."""
        land = Land(self.there, self.here, allowance=self.left)
        now = apart((self.here.x, self.here.y, 0), (x, y, 0))
        found: list[tuple[int, list[Spot], Spot]] = []
        for way, outline in fans(land):
            centre = way[-1] if way else land.start
            for px, py in outline:
                pz = land.level(centre, px, py)
                if pz is not None and apart((px, py, 0), (x, y, 0)) < now:
                    found.append((apart((px, py, 0), (x, y, 0)), way, (px, py, pz)))
        found.sort()
        for _, way, spot in islice(found, MOST_JUDGED // 3):
            order = self._joined(self._facing(land, walks([*way, spot])))
            if not self._refused(order):
                return order
        return self.begun

    # --- why no nearer ----------------------------------------------------------------------------

    def _no_contact(self, other: Figure) -> Refusal | None:
        """Why an enemy cannot be charged; of others, only that they are touched already."""
        if contact(self.there, self.here, other):
            return Refusal("shadows.move.charge", "already", who=other.id)
        if other.kind is not Kind.MODEL or other.seat == self.here.seat:
            return None
        if self.here.downed:
            return Refusal("shadows.damage.downed", "crawl", verb="charge")
        if self.reaction_to not in (None, other.id):
            return Refusal("shadows.react.contact", who=other.id)
        if not sees(self.table, self.figure, other):
            return Refusal("shadows.move.charge_unseen", who=other.id)
        return Refusal("shadows.move.charge", "short", who=other.id)

    def _no_standing(self, land: Land, spot: Spot) -> Refusal | None:
        """Why nobody can end on a place."""
        refusal = may_stand(
            land.around,
            land.march.others(),
            *spot,
            land.radius,
            land.base.height,
            on_foot=not land.march.mounted,
        )
        if refusal is not None:
            return refusal
        for enemy, _, _ in land.enemies:
            if too_close(land.around, spot, land.radius, enemy):
                return Refusal("shadows.move.keep_away", "end", who=enemy.id)
        return None

    def _no_way(self, land: Land, x: int, y: int, heights: list[int]) -> Refusal:
        """Why no way leads to a point, however long."""
        blocked = [self._no_standing(land, (x, y, z)) for z in heights]
        if blocked[0] is not None and all(one is not None for one in blocked):
            return blocked[0]
        if all(abs(z - self.here.z) >= STEP for z in heights):
            if self.here.downed:
                return Refusal("shadows.damage.downed", "crawl", verb="climb")
            if self.here.mounted:
                return Refusal("shadows.mount.base", verb="climb")
            if self.here.holds is not None:
                return Refusal("shadows.folk.limits", verb="climb")
        far = apart((self.here.x, self.here.y, 0), (x, y, 0))
        if far > self.left:
            spent, whole = self.trip.cost, self.trip.allowance
            return Refusal("shadows.geo.cost", "least", cost=spent + far, allowance=whole)
        straight = MoveOrder([("walk", x, y, self.here.z)])
        found = trace(self.there, self.here, straight, allowance=land.allowance).refusal
        if found is not None and found.rule in ("shadows.geo.path_solid", "shadows.move.keep_away"):
            return found
        return Refusal("shadows.ui.move", "none")


# --- ways of any length ---------------------------------------------------------------------------


def _place_near(land: Land, x: int, y: int, z: int) -> Spot | None:
    """The tapped place, or a free one round it at the same height, on the mover's side first."""
    size, r = land.ground.size, land.radius
    inside = (min(max(x, r), size - r), min(max(y, r), size - r), z)
    this_side = scaled(land.start[0] - x, land.start[1] - y)
    for spot in (inside, *_round(x, y, z, *this_side)):
        if land.free(spot) and land.open(spot, spot):
            return spot
    return None


def _round(x: int, y: int, z: int, dx: int, dy: int) -> Iterator[Spot]:
    for far in RINGS:
        for vx, vy in turned(dx, dy):
            yield (*along(x, y, vx, vy, far), z)


def _ways(land: Land, goal: Spot) -> Iterator[tuple[int, list[Step]]]:
    """Ways to a place with their prices: on foot, or over a stair or a climb."""
    found = walk_way(land, land.start, goal, land.allowance)
    if found is not None:
        yield found[0], walks(found[1])
        return
    if land.march.mounted or land.figure.downed:
        return
    for mode, foot, head, price in links(land, goal):
        first = walk_way(land, land.start, foot, land.allowance)
        last = None if first is None else walk_way(land, head, goal, land.allowance)
        if first is not None and last is not None:
            steps = [*walks(first[1]), (mode, *head), *walks(last[1])]
            yield first[0] + price + last[0], steps


def _shorter(land: Land, steps: list[Step], left: int, z: int) -> Iterator[list[Step]]:
    """A way and what it is cut down to, the longest first."""
    prices = list(_prices(land, steps))
    yield steps
    for n in range(len(steps) - 1, -1, -1):
        mode, x, y, height = steps[n]
        before = sum(prices[:n])
        start = land.start if n == 0 else steps[n - 1][1:]
        if before > left:
            continue
        if mode != "walk":
            yield steps[: n + 1]  # a tall climb takes what is left, so that the judge decides
            continue
        for spot in _points(land, start, (x, y, height), left - before):
            yield [*steps[:n], ("walk", *spot)]


def _prices(land: Land, steps: Iterable[Step]) -> Iterator[int]:
    here = land.start
    for mode, x, y, z in steps:
        yield land.cost(here, (x, y, z)) if mode == "walk" else abs(z - here[2])
        here = (x, y, z)


def _points(land: Land, start: Spot, end: Spot, left: int) -> Iterator[Spot]:
    """Points of a walk from where the movement ends back to where it begins."""
    dx, dy = end[0] - start[0], end[1] - start[1]

    def point(k: int) -> Spot | None:
        x, y = along(start[0], start[1], dx, dy, k)
        z = land.level(start, x, y)
        return None if z is None else (x, y, z)

    def affordable(k: int) -> bool:
        spot = point(k)
        return spot is not None and land.cost(start, spot) <= left

    for k in range(last_k(apart(start, end), affordable, within=1), 0, -BACK):
        spot = point(k)
        if spot is not None:
            yield spot
