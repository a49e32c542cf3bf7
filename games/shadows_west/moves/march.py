"""A Move while it is being followed, and what it comes to."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final

from msgspec import Struct

from boomtown.core import Refusal
from shadows_west.content import HORSE, MOUNTED, ON_FOOT, WIDEST_JUMP, Base
from shadows_west.measuring.spacing import Disc
from shadows_west.moves.orders import MoveOrder
from shadows_west.state import ON_TABLE, Figure, Table
from shadows_west.terrain.footing import Near, Obstacle, Spot, along, near, obstacle
from shadows_west.terrain.ground import ground

FALLING_ROOM: Final = 200
"""How far beyond its allowance a Move can still meet terrain."""


class Leg(Struct):
    """One step of a Move, as it will come out."""

    mode: str
    start: Spot
    end: Spot
    cost: int
    total: int
    """The cost of all steps so far."""
    mounted: bool = False
    """Whether the model rides when the step is over."""
    fall: int = 0
    """The height of the drop."""
    save: int | None = None
    """What the faller has to throw (shadows.move.fall)."""
    hit: str | None = None
    """Whom it falls on (shadows.move.fall_on_model)."""
    ends: bool = False
    """Whether the Move is over after this step: a tall climb, or a jump that falls short."""
    cactus: list[tuple[str, int, int]] = []
    """The patches that are entered, and where (shadows.terrain.cactus)."""
    bolts: list[str] = []
    """The riderless horses that gallop off at the touch (shadows.mount.waiting)."""


class Deed(Struct):
    """Something that is done at the end of a step, with its place."""

    step: int
    verb: str
    what: str = ""
    """The figure, marker or weapon that it is done with."""
    x: int = 0
    y: int = 0
    z: int = 0
    free: bool = False
    """Of ``hold``: no place was free in contact, so the captive or friend is let go."""


class Trip(Struct):
    """What an order comes to."""

    legs: list[Leg]
    cost: int
    allowance: int
    end: Spot
    face: tuple[int, int]
    mounted: bool
    charged: list[str]
    fight: str | None
    """Whom the charger fights at once; an attacked townsperson as well."""
    left: list[str]
    """The standing enemies whose contact is left: a disengage test (shadows.move.disengage)."""
    deeds: list[Deed]
    """In the order in which they are done. ``hold`` stands there whenever somebody is held."""
    exits: bool = False
    refusal: Refusal | None = None
    failed: int | None = None
    """The index of the step that cannot be done; None if it is the order as a whole."""
    at: Spot | None = None
    """Where it fails."""


class March:
    """A Move while it is being followed."""

    def __init__(
        self,
        table: Table,
        figure: Figure,
        order: MoveOrder,
        allowance: int | None = None,
        reaction_to: str | None = None,
    ) -> None:
        self.table = table
        self.figure = figure
        self.order = order
        self.given = allowance
        self.reaction_to = reaction_to
        self.ground = ground(table)
        reach = max(table.move(mounted=bool(figure.horse)), allowance or 0) + FALLING_ROOM
        if any(step[0] == "jump" for step in order.steps):
            reach += WIDEST_JUMP
        self.around: Near = near(self.ground, figure.x, figure.y, reach)
        self.x, self.y, self.z = figure.x, figure.y, figure.z
        self.mounted = figure.mounted
        self.holds = figure.holds
        self.loot = figure.loot
        self.sticks = figure.sticks
        self.spent = 0
        self.horse: Spot | None = None
        """Where the horse stands that has been left on the way."""
        self.placed: list[Obstacle] = []
        """Whoever has been let go, or put down beside it, where they are now."""
        self.taken: set[str] = set()
        """Markers that have been picked up on the way."""
        self.trip = Trip(
            legs=[],
            cost=0,
            allowance=self.allowance(),
            end=(figure.x, figure.y, figure.z),
            face=order.face or (figure.fx, figure.fy),
            mounted=figure.mounted,
            charged=list(order.charge),
            fight=order.fight,
            left=[],
            deeds=[],
        )

    @property
    def base(self) -> Base:
        """The base it moves on now."""
        return MOUNTED if self.mounted else ON_FOOT

    def allowance(self) -> int:
        """That of the state after mounting or dismounting (shadows.mount.allowance)."""
        if self.mounted == self.figure.mounted:
            return self.table.allowance(self.figure) if self.given is None else self.given
        return self.table.move(mounted=self.mounted)

    def disc(self) -> Disc:
        """Where it is now."""
        return Disc(self.x, self.y, self.z, self.base.radius)

    def others(self, at: Spot | None = None, reach: int = 0) -> list[Obstacle]:
        """Everybody it could stand in: not itself, its captive, nor a horse it rides or scared.

        With a place, only those less than so far from it to either side.
        """
        gone = {self.figure.id, self.holds}
        for leg in self.trip.legs:
            gone.update(leg.bolts)
        if self.mounted or self.horse is not None:
            gone.add(self.figure.horse)
        x, y, _ = at or (0, 0, 0)
        found = [
            obstacle(one)
            for one in self.table.figures.values()
            if one.gone is ON_TABLE
            and (at is None or (-reach < one.x - x < reach and -reach < one.y - y < reach))
            and one.id not in gone
        ]
        if self.horse is not None:
            found.append(Obstacle(self.figure.horse or "", *self.horse, HORSE.radius, HORSE.height))
        if not self.placed:
            return found
        placed = {one.id for one in self.placed}
        return [one for one in found if one.id not in placed] + self.placed

    def fail(self, step: int | None, at: Spot | None, refusal: Refusal) -> Refusal:
        """Note where an order goes wrong."""
        self.trip.failed, self.trip.at = step, at
        return refusal

    def advance(self, mode: str, end: Spot, cost: int) -> Leg:
        """Take a step."""
        start = (self.x, self.y, self.z)
        self.x, self.y, self.z = end
        self.spent += cost
        leg = Leg(mode, start, end, cost, self.spent, self.mounted)
        self.trip.legs.append(leg)
        return leg


def own_horse(march: March) -> Figure | None:
    """The horse that waits for the model somewhere on the table."""
    horse = march.table.figures.get(march.figure.horse or "")
    return horse if horse is not None and horse.on_table else None


def note(march: March, step: int, verb: str, what: str = "", at: Spot | None = None) -> None:
    """Write down what is done at the end of a step, here or at another place."""
    x, y, z = at or (march.x, march.y, march.z)
    march.trip.deeds.append(Deed(step, verb, what, x, y, z))


def last_good(
    ax: int, ay: int, bx: int, by: int, good: Callable[[int, int], bool]
) -> tuple[int, int]:
    """The last point of a line up to which all is well, to the nearest u."""
    dx, dy = bx - ax, by - ay
    least, most = 0, max(1, isqrt(dx * dx + dy * dy))
    while most - least > 1:
        middle = (least + most) // 2
        if good(*along(ax, ay, dx, dy, middle)):
            least = middle
        else:
            most = middle
    return along(ax, ay, dx, dy, least)
