"""The geometry of Shadows of the West with any number of models and terrain, and beside Shapely.

The peer is Shapely's STRtree, which is asked the simplest question there is about sight, in the
plan alone: does the straight line from eye to target meet any wall or block? Ours answers the
whole one: nine rays each way, heights, openings, slabs and figures in between.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

from shapely import LineString, Polygon, STRtree

from boomtown.bots import play_out
from boomtown.core import Chance, Match, Seat
from shadows_west import GAME
from shadows_west.bot.gunhand import GunhandBot
from shadows_west.content import ON_FOOT, SCENARIOS
from shadows_west.measuring.sight import view_open
from shadows_west.moves.ready import ready_moves
from shadows_west.moves.routes import route
from shadows_west.shooting.targets import sighted, targets
from shadows_west.state import Figure, Kind, Table, Weapon
from shadows_west.terrain.footing import near, obstacle
from shadows_west.terrain.ground import ground, register
from shadows_west.terrain.maps import MAPS, Piece
from shadows_west.terrain.standing import may_stand

from .figures import Sample, a_second

MODELS = (6, 12, 24, 48)
TERRAIN = (1, 2, 4)
CALLS = 60
PAIRS = 400
SECONDS = 0.3


def crowded(times: int) -> str:
    """The main street with so many times as many pieces: rocks are strewn over the rest of it."""
    base = MAPS["redemption"]
    name = f"redemption x {times}"
    chance = Chance.seeded("rocks", times)
    rocks = [
        Piece(f"rock{number}", "block", rect=(x, y, x + 90, y + 90), h=120)
        for number in range((times - 1) * len(base.pieces))
        for x, y in [(chance.below(3500), chance.below(3500))]
    ]
    register(name, [*base.pieces, *rocks], loot=base.loot, loot_sets=base.loot_sets, hold=base.hold)
    return name


def skirmish(map: str, models: int) -> Table:
    """Two gangs, mixed all over the table."""
    table = Table(map)
    chance = Chance.seeded("skirmish", map, models)
    land = ground(table)
    while len(table.figures) < models:
        x, y = 60 + chance.below(3480), 60 + chance.below(3480)
        others = [obstacle(figure) for figure in table.figures.values()]
        around = near(land, x, y, ON_FOOT.radius)
        height = ON_FOOT.height
        if may_stand(around, others, x, y, 0, ON_FOOT.radius, height, on_foot=True) is None:
            number = len(table.figures)
            id = f"{'ab'[number % 2]}{number // 2 + 1}"
            facing = (chance.below(2001) - 1000, 1000)
            table.figures[id] = Figure(
                id, Kind.MODEL, Seat(number % 2), x=x, y=y, fx=facing[0], fy=facing[1],
                weapons=[Weapon(f"{id}.w1", "rifle")],
            )  # fmt: skip
    return table


def milliseconds(work: Callable[[int], object]) -> tuple[float, float]:
    """The median and the 95th percentile of some calls."""
    spent = []
    for number in range(CALLS):
        started = time.process_time()
        work(number)
        spent.append(1000 * (time.process_time() - started))
    return median(spent), sorted(spent)[CALLS * 95 // 100]


def growth(map: str, models: int) -> list[tuple[float, float]]:
    """Offers of a move, ways to a point, targets of a shooter."""
    table = skirmish(map, models)
    figures = list(table.figures.values())
    chance = Chance.seeded("growth")

    def who(number: int) -> Figure:
        return figures[number % len(figures)]

    def way(number: int) -> object:
        figure = who(number)
        return route(table, figure, figure.x + chance.below(700) - 350, figure.y + 200)

    for figure in figures:  # what is known of a place is kept
        ready_moves(table, figure)
    return [
        milliseconds(lambda number: ready_moves(table, who(number))),
        milliseconds(way),
        milliseconds(
            lambda number: targets(table, who(number), "rifle", seen=sighted(table, who(number)))
        ),
    ]


def ready_moves_p95(_seed: str) -> float:
    """Milliseconds for the moves that are offered to one of 48 models, at the 95th percentile."""
    return growth("redemption", MODELS[-1])[0][1]


def beside_shapely() -> tuple[Sample, Sample]:
    """Sight lines a second: ours, and plain crossings by Shapely."""
    table = skirmish("redemption", 12)
    land = ground(table)
    tree = STRtree(
        [LineString([(wall.ax, wall.ay), (wall.bx, wall.by)]) for wall in land.walls]
        + [Polygon(block.poly) for block in land.blocks]
    )
    figures = list(table.figures.values())
    chance = Chance.seeded("pairs")
    pairs = [(chance.pick(figures), chance.pick(figures)) for _ in range(PAIRS)]
    pairs = [(a, b) for a, b in pairs if a is not b]

    def ours() -> int:
        for a, b in pairs:
            view_open(table, a, b)
        return len(pairs)

    def shapely() -> int:
        for a, b in pairs:
            tree.query(LineString([(a.x, a.y), (b.x, b.y)]), predicate="intersects")
        return len(pairs)

    return lambda seed: a_second(ours, SECONDS), lambda seed: a_second(shapely, SECONDS)


def between_bots(seed: str) -> float:
    """The milliseconds that a match of six against six takes, in any scenario."""
    chance = Chance.seeded("between bots", seed)
    options: dict[str, object] = {"scenario": chance.pick(SCENARIOS), "map": "random"}
    match = Match.unrecorded(GAME, 2, options, chance=chance.another())
    bots = [GunhandBot(chance.another()) for _ in match.all_seats]
    started = time.process_time()
    play_out(match, bots, chance)
    return 1000 * (time.process_time() - started)
