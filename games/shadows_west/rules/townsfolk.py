"""Townsfolk before the first turn: how many, and where (shadows.folk.place)."""

from __future__ import annotations

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
from shadows_west.state import Figure, Kind, Table, West
from shadows_west.terrain.ground import ground


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


def folk_refusal(table: Table, x: int, y: int, z: int) -> Refusal | None:
    """Whether a townsperson may be placed here (shadows.folk.place)."""
    land = ground(table)
    spot = Disc(x, y, z, ON_FOOT.radius)
    if not within_point(spot, *land.centre, z, FOLK_FROM_CENTRE):
        return Refusal("shadows.folk.place", "far", most=FOLK_FROM_CENTRE)
    for folk in table.present():
        if folk.kind is Kind.FOLK and within(spot, folk, FOLK_APART):
            return Refusal("shadows.folk.place", "near", who=folk.id, least=FOLK_APART)
    return stand_refusal(table, x, y, z, ON_FOOT.radius, ON_FOOT.height)


class FolkSpot(Point, kw_only=True):
    """A point near the middle of the table; given as x and y alone it is on the ground."""

    table: Table

    def read(self, raw: object) -> list[int]:
        if isinstance(raw, (list, tuple)) and len(raw) == 2:
            raw = [*raw, 0]
        return super().read(raw)

    def refusal(self, answer: Answer) -> Refusal | None:
        return super().refusal(answer) or folk_refusal(self.table, *answer)


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
        return FolkSpot(box=box, samples=folk_spots(table), table=table)

    def default(self, match: Match[West], seat: Seat) -> None:
        """A random legal point, which is drawn when the answer is taken."""
        return None

    def answered(self, match: Match[West], answer: list[int] | None) -> None:
        table = match.state.table
        if answer is None:
            answer = match.chance.pick(
                [spot for spot in folk_spots(table) if folk_refusal(table, *spot) is None]
            )
        x, y, z = answer
        table.figures[self.folk] = Figure(self.folk, Kind.FOLK, x=x, y=y, z=z)
        match.tell(self.rule, seat=self.seat, who=self.folk)


def highest(table: Table) -> int:
    """The height of the highest surface."""
    return max((surface.z for surface in ground(table).surfaces), default=0)


def folk_spots(table: Table) -> list[list[int]]:
    """Points on the ground, two inches from each other, as far as townsfolk may be placed."""
    cx, cy = ground(table).centre
    steps = range(-FOLK_FROM_CENTRE, FOLK_FROM_CENTRE + 1, 2 * GRID)
    return [
        [cx + dx, cy + dy, 0]
        for dx in steps
        for dy in steps
        if dx * dx + dy * dy <= FOLK_FROM_CENTRE * FOLK_FROM_CENTRE
    ]
