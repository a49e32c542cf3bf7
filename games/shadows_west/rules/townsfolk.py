"""Townsfolk before the first turn: how many, and where (shadows.folk.place)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from boomtown.core import (
    Answer,
    Arg,
    Ask,
    Match,
    Point,
    Refusal,
    Seat,
    Step,
)
from shadows_west.content import FOLK_APART, FOLK_FROM_CENTRE, ON_FOOT
from shadows_west.measuring.spacing import Disc, within, within_point
from shadows_west.rules.deployment import GRID, stand_refusal
from shadows_west.rules.dice import half_die
from shadows_west.state import FOLK, Figure, Table, West
from shadows_west.terrain.footing import Spot, obstacle
from shadows_west.terrain.ground import ground
from shadows_west.terrain.pieces import Ground
from shadows_west.terrain.standing import clear_of_figures


class CountTownsfolk(Step):
    """D3 + 2 townsfolk, and one more for each player where they are what it is all about."""

    rule = "shadows.folk.number"

    def run(self, match: Match[West]) -> None:
        west = match.state
        innocents = west.scenario == "innocents"
        if not (west.options.townsfolk or innocents):
            return
        number = half_die(match, 6) + 2 + (match.seats if innocents else 0)
        match.tell(self.rule, count=number)
        order = west.zones
        match.then(
            *(PlaceFolk(order[index % len(order)], f"t{index + 1}") for index in range(number))
        )


def folk_refusal(land: Ground, present: Sequence[Figure], x: int, y: int, z: int) -> Refusal | None:
    """Whether a townsperson may be placed here, among others (shadows.folk.place)."""
    spot = Disc(x, y, z, ON_FOOT.radius)
    if not within_point(spot, *land.centre, z, FOLK_FROM_CENTRE):
        return Refusal("shadows.folk.place", "far", most=FOLK_FROM_CENTRE)
    return _folk_near(present, x, y, z) or stand_refusal(land, present, ON_FOOT, x, y, z)


def _folk_near(present: Iterable[Figure], x: int, y: int, z: int) -> Refusal | None:
    spot = Disc(x, y, z, ON_FOOT.radius)
    for folk in present:
        if folk.kind is FOLK and within(spot, folk, FOLK_APART):
            return Refusal("shadows.folk.place", "near", who=folk.id, least=FOLK_APART)
    return None


class FolkSpot(Point, kw_only=True):
    """A point near the middle of the table; given as x and y alone it is on the ground."""

    table: Table

    def read(self, raw: object) -> list[int]:
        if isinstance(raw, (list, tuple)) and len(raw) == 2:
            raw = [*raw, 0]
        return super().read(raw)

    def refusal(self, answer: Answer) -> Refusal | None:
        table = self.table
        return super().refusal(answer) or folk_refusal(ground(table), table.present(), *answer)

    def offers(self) -> list[list[int]]:
        """Legal points all over the middle of the table."""
        return folk_spots(self.table)


class PlaceFolk(Ask):
    """Players place the townsfolk one at a time, beginning with who won the roll-off."""

    rule = "shadows.folk.place"
    seconds = 60
    folk: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.folk}

    def choice(self, match: Match[West], seat: Seat) -> FolkSpot:
        table = match.state.table
        size = ground(table).size
        box = (0, 0, 0, size, size, highest(table))
        return FolkSpot(box=box, table=table)

    def default(self, match: Match[West], seat: Seat) -> None:
        """A random legal point, which is drawn when the answer is taken."""
        return None

    def answered(self, match: Match[West], answer: list[int] | None) -> None:
        table = match.state.table
        if answer is None:
            answer = match.chance.pick(folk_spots(table))
        x, y, z = answer
        table.figures[self.folk] = Figure(self.folk, FOLK, x=x, y=y, z=z)
        match.tell(self.rule, seat=self.seat, who=self.folk)


def highest(table: Table) -> int:
    """The height of the highest surface."""
    return max((surface.z for surface in ground(table).surfaces), default=0)


def folk_spots(table: Table) -> list[list[int]]:
    """Legal points on the ground, two inches from each other, as far as townsfolk may be placed."""
    present = table.present()
    others = [obstacle(one) for one in present]
    r, height = ON_FOOT.radius, ON_FOOT.height
    return [
        [x, y, z]
        for x, y, z in _open_to_folk(ground(table))
        if clear_of_figures(others, x, y, z, r, height) is None
        and _folk_near(present, x, y, z) is None
    ]


@lru_cache(maxsize=32)
def _open_to_folk(land: Ground) -> tuple[Spot, ...]:
    """The points that a townsperson could have if nobody else were there."""
    cx, cy = land.centre
    steps = range(-FOLK_FROM_CENTRE, FOLK_FROM_CENTRE + 1, 2 * GRID)
    spots = [
        (cx + dx, cy + dy, 0)
        for dx in steps
        for dy in steps
        if dx * dx + dy * dy <= FOLK_FROM_CENTRE * FOLK_FROM_CENTRE
    ]
    return tuple(spot for spot in spots if folk_refusal(land, (), *spot) is None)
