"""Ready-made moves and ways to a point, and what no accepted move ever does (shadows.ui.move).

The properties are checked with Shapely on tables that come from a seed, which a failure prints;
`BOOMTOWN_SOAK_SEED` chooses another one.
"""

import os
from collections.abc import Iterator

import pytest
from shapely import LineString, MultiLineString, Point, Polygon, box, union_all

from boomtown.core import Chance
from shadows_west.moves.land import reach
from shadows_west.moves.march import Leg, Trip
from shadows_west.moves.orders import MoveOrder, write_order
from shadows_west.moves.paths import judge, trace
from shadows_west.moves.ready import WAYS, ReadyMove, ready_moves
from shadows_west.moves.routes import route
from shadows_west.state import Figure, Table, Weapon
from shadows_west.terrain.compiling import outline
from shadows_west.terrain.footing import near, obstacle
from shadows_west.terrain.ground import ground, surfaces_at
from shadows_west.terrain.maps import MAPS, Piece
from shadows_west.terrain.pieces import Ground
from shadows_west.terrain.standing import may_stand
from town import fig, loot, town

SEED = os.environ.get("BOOMTOWN_SOAK_SEED", "routes")
NEARLY = 1e-6
BORDER = 1e-3


def moves(table: Table, id: str, reaction_to: str | None = None) -> dict[str, list[ReadyMove]]:
    found: dict[str, list[ReadyMove]] = {}
    figure = table.figures[id]
    for move in ready_moves(table, figure, reaction_to):
        refusal = judge(table, figure, move.order, reaction_to=reaction_to)
        assert refusal is None, write_order(move.order)
        found.setdefault(move.key, []).append(move)
    return found


# --- ready-made moves -----------------------------------------------------------------------------


def test_sixteen_full_moves_on_open_ground() -> None:
    table = town([fig("a1", 1000, 1000)]).table
    found = moves(table, "a1")
    assert len(found["move.direction"]) == 16
    assert {move.args["way"] for move in found["move.direction"]} == set(WAYS)
    east = next(move for move in found["move.direction"] if move.args["way"] == "e")
    assert east.order.steps == [("walk", 1400, 1000, 0)]
    assert "move.stay" in found


def test_contact_with_everybody_in_reach() -> None:
    figures = [
        fig("a1", 1000, 1000, face="E"),
        fig("b1", 1300, 1000),
        fig("t1", 1000, 1300),
        fig("a2", 700, 1000),
        fig("a3", 1000, 700, downed=True),
    ]
    found = moves(town(figures).table, "a1")
    [charge] = found["move.charge"]
    assert charge.order == MoveOrder(
        [("walk", 1202, 1000, 0)], (1000, 0), charge=["b1"], fight="b1"
    )
    assert [move.args["who"] for move in found["move.seize"]] == ["t1"]
    assert [move.args["who"] for move in found["move.attack"]] == ["t1"]
    assert {move.args["who"] for move in found["move.beside"]} == {"a2", "a3"}
    assert [move.args["who"] for move in found["move.drag"]] == ["a3"]


def test_a_charge_over_a_fence_is_ready_made() -> None:
    fence = Piece("fence", "linear", line=((2000, 800), (2000, 1200)), h=100)
    figures = [fig("a1", 1641, 1000, face="E"), fig("b1", 2059, 1000)]
    [charge] = moves(town(figures, [fence]).table, "a1")["move.charge"]
    assert charge.order.steps[0][1:3] == (1941, 1000)


@pytest.mark.rule("shadows.folk.limits")
def test_a_captor_takes_the_stairs_but_no_edge() -> None:
    figures = [fig("a1", 2180, 2880, holds="t1"), fig("t1", 2082, 2880), fig("b1", 100, 100)]
    table = town(figures, map="redemption").table
    found = moves(table, "a1")
    assert "move.stairs_up" in found
    assert not found.keys() & {"move.climb_up", "move.climb_down", "move.drop", "move.jump"}
    order = route(table, table.figures["a1"], 2180, 2440, 300)
    assert order is not None
    assert [step[0] for step in order.steps] == ["stairs", "walk"]


def test_stairs_openings_edges_and_loot_are_listed() -> None:
    table = town([fig("a1", 2180, 2750)], map="redemption", markers=[loot("m1", 2100, 2750)]).table
    found = moves(table, "a1")
    assert "move.stairs_up" not in found  # 81 to the stairs' touch, but the foot is 130 away
    assert found["move.loot"][0].order.do == [[0, "loot"]]
    table = town([fig("a1", 2180, 2880)], map="redemption").table
    assert [move.args["piece"] for move in moves(table, "a1")["move.stairs_up"]] == [
        "saloon_stairs"
    ]
    table = town([fig("a1", 1800, 2100)], map="redemption").table
    assert moves(table, "a1")["move.door"][0].args["piece"] == "saloon"
    table = town([fig("a1", 1400, 2000)], map="redemption").table
    assert moves(table, "a1")["move.climb_up"][0].args["height"] == 300
    table = town([fig("a1", 1400, 2099, 300)], map="redemption").table
    found = moves(table, "a1")
    assert {"move.drop", "move.climb_down"} <= set(found)


def test_jumps_are_listed() -> None:
    pieces = [
        Piece("one", "block", rect=(1000, 1000, 1400, 1400), h=400, top=True),
        Piece("two", "block", rect=(300, 1000, 700, 1400), h=400, top=True),
    ]
    [jump] = moves(town([fig("a1", 1049, 1200, 400)], pieces).table, "a1")["move.jump"]
    assert jump.args["piece"] == "two"


def test_jams_horses_and_the_border_are_listed() -> None:
    model = fig("a1", 1000, 300)
    model.weapons = [Weapon("a1.w1", "pistol", jammed=True)]
    table = town([model, fig("a1.h", 1128, 300)]).table
    found = moves(table, "a1")
    assert {"move.unjam", "move.mount", "move.ride", "move.exit"} <= set(found)
    table = town([fig("a1", 1000, 1000, mounted=True)]).table
    assert "move.dismount" in moves(table, "a1")
    table = town([fig("a1", 1000, 1000), fig("a1.h", 1300, 1000)]).table
    assert {"move.own_horse", "move.call"} <= set(moves(table, "a1"))


def test_a_reaction_charges_its_trigger_only() -> None:
    figures = [fig("a1", 1000, 1000, face="E"), fig("b1", 1300, 1000), fig("b2", 1000, 1300)]
    found = moves(town(figures).table, "a1", reaction_to="b2")
    assert [move.args["who"] for move in found["move.charge"]] == ["b2"]


def test_the_downed_crawl_and_turn() -> None:
    table = town([fig("a1", 1000, 1000, downed=True), fig("b1", 2000, 1000)]).table
    found = moves(table, "a1")
    assert set(found) <= {"move.direction", "move.stay", "move.turn"}


# --- ways -----------------------------------------------------------------------------------------


def test_a_straight_way() -> None:
    table = town([fig("a1", 1000, 1000)]).table
    order = route(table, table.figures["a1"], 1300, 1200)
    assert order is not None
    assert order.steps == [("walk", 1300, 1200, 0)]
    assert route(table, table.figures["a1"], 1500, 1000) is None


def test_a_way_round_a_corner() -> None:
    block = Piece("block", "block", rect=(1060, 1000, 1140, 1500), h=300)
    table = town([fig("a1", 1000, 1030)], [block]).table
    order = route(table, table.figures["a1"], 1200, 1030)
    assert order is not None
    assert len(order.steps) >= 2
    trip = trace(table, table.figures["a1"], order)
    assert (trip.refusal, trip.end) == (None, (1200, 1030, 0))


def test_a_way_through_a_door_that_is_not_straight_ahead() -> None:
    table = town([fig("a1", 1730, 2140)], map="redemption").table
    order = route(table, table.figures["a1"], 1700, 2260)
    assert order is not None
    assert trace(table, table.figures["a1"], order).end == (1700, 2260, 0)


def test_a_way_up_and_a_way_down() -> None:
    table = town([fig("a1", 2180, 2870)], map="redemption").table
    order = route(table, table.figures["a1"], 2180, 2450, 300)
    assert order is not None
    assert [step[0] for step in order.steps] == ["stairs", "walk"]
    table = town([fig("a1", 1400, 2000)], map="redemption").table
    order = route(table, table.figures["a1"], 1400, 2110, 300)
    assert order is not None
    assert "climb" in [step[0] for step in order.steps]


def test_a_tap_on_an_enemy_is_a_charge() -> None:
    table = town([fig("a1", 1000, 1000, face="E"), fig("b1", 1300, 1000)]).table
    order = route(table, table.figures["a1"], 1290, 1010)
    assert order is not None
    assert order.charge == ["b1"]


def test_a_tap_beside_something_solid_ends_beside_it() -> None:
    block = Piece("block", "block", rect=(1200, 800, 1400, 1200), h=300)
    table = town([fig("a1", 1000, 1000)], [block]).table
    order = route(table, table.figures["a1"], 1170, 1000)
    assert order is not None
    assert order.steps[-1][1] <= 1152


def test_a_way_past_an_enemy_keeps_its_distance() -> None:
    table = town([fig("a1", 1000, 1000), fig("b1", 1150, 1210)]).table
    order = route(table, table.figures["a1"], 1340, 1020)
    assert order is not None
    assert judge(table, table.figures["a1"], order) is None


def test_the_lit_area_is_where_one_can_walk() -> None:
    table = town([fig("a1", 1000, 1000)]).table
    [outline_] = reach(table, table.figures["a1"])
    assert (1400, 1000) in outline_
    assert Polygon(outline_).area > 400_000


# --- properties -----------------------------------------------------------------------------------


def crowded(chance: Chance) -> Table:
    """A map with figures of three gangs and townsfolk on random free spots, some very close."""
    map = chance.pick(sorted(MAPS))
    table = town([], map=map).table
    terrain = ground(table)
    figures: list[Figure] = []
    centre = (600 + chance.below(2400), 600 + chance.below(2400))
    for id in ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "t1", "t2"):
        for _ in range(200):
            wide = 500 + chance.below(1000)
            x = centre[0] - wide + chance.below(2 * wide)
            y = centre[1] - wide + chance.below(2 * wide)
            if not (0 <= x <= terrain.size and 0 <= y <= terrain.size):
                continue
            heights = surfaces_at(terrain, x, y)
            z = heights[chance.below(len(heights))] if heights else 0
            around = near(terrain, x, y, 200)
            others = [obstacle(one) for one in figures]
            mounted = id[0] != "t" and z == 0 and chance.below(6) == 0
            figure = fig(id, x, y, z, face="NESW"[chance.below(4)], mounted=mounted)
            base = figure.base
            if (
                may_stand(around, others, x, y, z, base.radius, base.height, on_foot=not mounted)
                is None
            ):
                figure.downed = id[0] != "t" and not mounted and chance.below(6) == 0
                figures.append(figure)
                break
    return town(figures, map=map).table


def walls_of(terrain: Ground, low: int, high: int, *, on_foot: bool) -> MultiLineString:
    """The solid lines for somebody between two heights, straight from the pieces of the map."""
    lines = []
    for piece in terrain.pieces:
        if piece.kind == "block" and piece.h - low >= 200:
            lines.append(LineString([*outline(piece), outline(piece)[0]]))
        if piece.kind != "building" or piece.rect is None:
            continue
        x0, y0, x1, y1 = piece.rect
        sides = {
            "S": ((x0, y0), (x1, y0)),
            "N": ((x0, y1), (x1, y1)),
            "W": ((x0, y0), (x0, y1)),
            "E": ((x1, y0), (x1, y1)),
        }
        floors = piece.floors or (0,)
        for floor, z in enumerate(floors):
            top = (*floors, piece.roof)[floor + 1]
            if top <= high or z >= high + 200:
                continue
            for side, (a, b) in sides.items():
                line = LineString([a, b])
                for where, centre, _, storey in piece.open if on_foot else ():
                    if (where, storey) == (side, floor):
                        at = LineString([a, b]).interpolate(centre)
                        gap = box(at.x - 63, at.y - 63, at.x + 63, at.y + 63)
                        line = line.difference(gap)
                lines += getattr(line, "geoms", [line])
    return MultiLineString([line for line in lines if not line.is_empty])


def check_leg(table: Table, leg: Leg) -> None:
    """A walk keeps clear of everything solid, on the table."""
    terrain = ground(table)
    (ax, ay, az), (bx, by, bz) = leg.start, leg.end
    radius = 79 if leg.mounted else 49
    assert 0 <= bx <= terrain.size
    assert 0 <= by <= terrain.size
    if leg.mode == "walk":
        solid = walls_of(terrain, min(az, bz), max(az, bz), on_foot=not leg.mounted)
        if not solid.is_empty:
            clearance = solid.distance(LineString([(ax, ay), (bx, by)]))
            assert clearance >= radius - 1 - NEARLY, (leg, clearance)


def check_end(table: Table, figure: Figure, trip: Trip) -> None:
    """The end overlaps nobody, is on the table, and near no enemy that was not charged."""
    if trip.exits or not trip.legs:
        return
    x, y, z = trip.end
    radius, height = (79, 225) if trip.mounted else (49, 125)
    assert radius <= x <= ground(table).size - radius
    assert radius <= y <= ground(table).size - radius
    moved = {figure.id, figure.horse, *(one.what for one in trip.deeds)}
    for other in table.present():
        if other.id in moved or other.id in trip.charged:
            continue
        gap = Point(x, y).distance(Point(other.x, other.y)) - radius - other.radius
        if z < other.z + other.base.height and other.z < z + height:
            assert gap >= -NEARLY, (other.id, gap)


def check_way(table: Table, figure: Figure, trip: Trip) -> None:
    """All the way 1" from standing enemies, unless they are charged, near, or behind walls."""
    terrain = ground(table)
    for enemy in table.enemies(figure.seat):
        reach = figure.radius + enemy.radius + 100
        begun = Point(figure.x, figure.y).distance(Point(enemy.x, enemy.y))
        if enemy.id in trip.charged or begun < reach:
            continue
        for leg in trip.legs:
            heights = (leg.start[2], leg.end[2])
            if leg.mode != "walk" or all(abs(enemy.z - z) >= 200 for z in heights):
                continue
            line = LineString([leg.start[:2], leg.end[:2]])
            limit = (79 if leg.mounted else 49) + enemy.radius + 100
            if line.distance(Point(enemy.x, enemy.y)) >= limit - NEARLY:
                continue
            low, high = min(*heights, enemy.z), max(*heights, enemy.z)
            solid = walls_of(terrain, low, high, on_foot=True)
            for step in range(101):
                at = line.interpolate(step / 100, normalized=True)
                sight = LineString([at, (enemy.x, enemy.y)])
                assert sight.length >= limit - 1 or solid.distance(sight) <= NEARLY, enemy.id


def check_cost(table: Table, trip: Trip) -> None:
    """The price of a walk, within the rounding of its parts; borders may count either way."""
    terrain = ground(table)
    slow = union_all([Polygon(one.poly) for one in terrain.difficult])
    bridges = union_all([Polygon(one.poly) for one in terrain.bridges])
    least = slow.buffer(-BORDER).difference(bridges.buffer(BORDER))
    most = slow.buffer(BORDER).difference(bridges.buffer(-BORDER))
    dragging = any(deed.verb == "drag" for deed in trip.deeds)
    for leg in trip.legs:
        if leg.mode == "walk":
            line = LineString([leg.start[:2], leg.end[:2]])
            assert line.length + line.intersection(least).length <= leg.cost + NEARLY
            dear = line.length if dragging else line.intersection(most).length
            assert leg.cost <= line.length + dear + 3


def wild_orders(chance: Chance, figure: Figure) -> Iterator[MoveOrder]:
    """Random walks, most of them illegal."""
    for _ in range(12):
        x, y, z = figure.x, figure.y, figure.z
        order = MoveOrder()
        for _ in range(1 + chance.below(3)):
            x, y = x - 200 + chance.below(401), y - 200 + chance.below(401)
            order.steps.append(("walk", x, y, z))
        yield order


def check_table(seed: str) -> int:
    chance = Chance.seeded(seed)
    table = crowded(chance)
    accepted = 0
    for figure in list(table.models()):
        orders = [move.order for move in ready_moves(table, figure)]
        for order in orders:
            assert judge(table, figure, order) is None, f"{seed}: {figure.id} {write_order(order)}"
        for _ in range(3):
            tapped = route(
                table,
                figure,
                min(max(figure.x - 350 + chance.below(701), 0), 3600),
                min(max(figure.y - 350 + chance.below(701), 0), 3600),
            )
            if tapped is not None:
                orders.append(tapped)
        for order in (*orders, *wild_orders(chance, figure)):
            trip = trace(table, figure, order)
            if trip.refusal is not None:
                continue
            accepted += 1
            try:
                for leg in trip.legs:
                    check_leg(table, leg)
                check_end(table, figure, trip)
                check_way(table, figure, trip)
                check_cost(table, trip)
            except AssertionError as error:
                raise AssertionError(
                    f"seed {seed!r}: {figure.id} {write_order(order)}: {error}"
                ) from None
    return accepted


@pytest.mark.parametrize("case", range(6))
def test_no_accepted_move_overlaps_or_crosses_what_is_solid(case: int) -> None:
    assert check_table(f"{SEED} {case}") > 50


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 500, 40))
def test_no_accepted_move_overlaps_or_crosses_what_is_solid_for_long(first: int) -> None:
    for case in range(first, first + 40):
        check_table(f"{SEED} {case}")
