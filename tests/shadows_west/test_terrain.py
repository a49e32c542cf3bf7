"""Terrain and the three maps (specification, sections 4.2 and 5.5)."""

from itertools import combinations, pairwise

import pytest
from shapely import LineString, Polygon, box, union_all

from shadows_west.content import FOLK_FROM_CENTRE, MOUNTED
from shadows_west.state import Table
from shadows_west.terrain.compiling import outline
from shadows_west.terrain.ground import (
    below,
    buildings_inside,
    ground,
    inside_piece,
    piece_distance2,
    register,
    surface_z,
    surfaces_at,
)
from shadows_west.terrain.maps import MAPS, Piece
from shadows_west.terrain.pieces import Edge, Ground


def terrain(name: str = "redemption", **more: bool) -> Ground:
    return ground(Table(name, **more))  # type: ignore[arg-type]  # flags only


def edges(here: Ground, surface: str, z: int) -> list[Edge]:
    return [edge for edge in here.edges if edge.surface == surface and edge.z == z]


@pytest.mark.rule("shadows.geo.walls")
def test_a_building_has_walls_from_floor_to_floor() -> None:
    here = terrain()
    south = [wall for wall in here.walls if wall.id == "saloon.S"]
    assert [(wall.ax, wall.ay, wall.bx, wall.by, wall.z0, wall.z1) for wall in south] == [
        (1300, 2200, 2300, 2200, 0, 300),
        (1300, 2200, 2300, 2200, 300, 600),
    ]
    assert len([wall for wall in here.walls if wall.building == "saloon"]) == 8


@pytest.mark.rule("shadows.geo.walls")
def test_openings_are_126_u_wide_and_as_high_as_doors_and_windows_are() -> None:
    below, above = (wall for wall in terrain().walls if wall.id == "saloon.S")
    assert below.openings == (
        (117, 243, 60, 180, "window"),
        (437, 563, 0, 200, "door"),
        (757, 883, 60, 180, "window"),
    )
    assert [(low, high) for *_, low, high, _ in above.openings] == [
        (360, 480),
        (300, 500),
        (360, 480),
    ]
    assert below.solid == (
        (1300, 2200, 1417, 2200),
        (1543, 2200, 1737, 2200),
        (1863, 2200, 2057, 2200),
        (2183, 2200, 2300, 2200),
    )


@pytest.mark.rule("shadows.geo.walls")
def test_offsets_run_from_the_west_or_south_end() -> None:
    here = terrain("mission")
    west = next(wall for wall in here.walls if wall.id == "chapel.W")
    assert (west.ax, west.ay, west.bx, west.by) == (1450, 2000, 1450, 2900)
    assert west.solid[0] == (1450, 2000, 1450, 2187)


@pytest.mark.rule("shadows.geo.slabs")
def test_upper_floors_roofs_and_platforms_are_slabs() -> None:
    assert [(slab.id, slab.z) for slab in terrain().slabs if slab.id in ("saloon", "balcony")] == [
        ("saloon", 300),
        ("saloon", 600),
        ("balcony", 300),
    ]
    assert [slab.z for slab in terrain().slabs if slab.id == "bank"] == [300]


@pytest.mark.rule("shadows.geo.surface")
def test_the_surface_under_a_point_is_the_highest_one_that_is_not_above_it() -> None:
    here = terrain()
    assert surface_z(here, 1800, 2600, 1000) == 600
    assert surface_z(here, 1800, 2600, 599) == 300
    assert surface_z(here, 1800, 2600, 0) == 0
    assert surface_z(here, 1400, 2053, 300) == 300
    assert surface_z(here, 1400, 2050, 300) == 300, "the border belongs to it"
    assert surface_z(here, 1400, 2049, 300) == 0
    assert surface_z(here, 1300, 1480, 200) == 150
    assert surface_z(here, 1800, 1800, 200) == 0, "nobody stands on a wagon"


@pytest.mark.rule("shadows.geo.surface")
def test_one_can_stand_on_every_surface_of_a_point_but_not_in_a_block() -> None:
    assert surfaces_at(terrain(), 1800, 2600) == [0, 300, 600]
    assert surfaces_at(terrain(), 100, 100) == [0]
    assert surfaces_at(terrain("gulch"), 1800, 2580) == [400]
    assert surfaces_at(terrain("gulch"), 2700, 2300) == []


@pytest.mark.rule("shadows.geo.edges")
def test_edges_are_rails_open_or_walls() -> None:
    here = terrain()
    assert {edge.kind for edge in edges(here, "saloon", 600)} == {"rail"}
    assert {edge.kind for edge in edges(here, "saloon", 300)} == {"wall"}
    assert {edge.kind for edge in edges(here, "stable", 400)} == {"open"}
    assert {edge.kind for edge in edges(here, "crates", 150)} == {"open"}
    walled = [edge.kind == "wall" for edge in edges(here, "balcony", 300)]
    assert walled == [False, False, False, True]


@pytest.mark.rule("shadows.geo.edges")
def test_an_edge_is_a_wall_only_where_one_rises() -> None:
    here = terrain("mission")
    east = [edge for edge in edges(here, "chapel", 400) if edge.ax == edge.bx == 2100]
    assert [(edge.kind, edge.ay, edge.by) for edge in east] == [
        ("open", 2000, 2550),
        ("wall", 2550, 2900),
    ]


@pytest.mark.rule("shadows.geo.edges")
def test_over_an_edge_one_falls_to_the_surface_below() -> None:
    here = terrain()
    south = next(edge for edge in edges(here, "saloon", 600) if edge.ay == edge.by == 2200)
    assert (south.nx > 0, south.ny < 0) == (False, True)
    assert below(here, south, 1800, 2200) == 300
    balcony = next(edge for edge in edges(here, "balcony", 300) if edge.ay == edge.by == 2050)
    assert below(here, balcony, 1400, 2050) == 0


@pytest.mark.rule("shadows.event.civilians")
def test_inside_a_building_is_below_its_roof() -> None:
    here = terrain()
    assert buildings_inside(here, 1800, 2600, 300) == ["saloon"]
    assert buildings_inside(here, 1800, 2600, 600) == []
    assert inside_piece(here, "bank", 500, 2500, 0)
    assert not inside_piece(here, "bank", 500, 2500, 300)
    assert inside_piece(here, "scrub_sw", 400, 300, 0)
    assert not inside_piece(here, "scrub_sw", 4, 300, 0)
    assert piece_distance2(here, "bank_fence", 500, 2160) == (100 * 750 * 750, 750 * 750)


@pytest.mark.rule("shadows.concept.options")
def test_unusual_terrain_can_be_left_out() -> None:
    assert {piece.id for piece in terrain().explosives} == {"store_kegs", "stable_kegs"}
    assert len(terrain().cacti) == 2
    here = terrain(unusual=False)
    assert not here.explosives
    assert not here.cacti
    assert len(here.difficult) == 2


@pytest.mark.rule("shadows.terrain.explosive_blast")
def test_a_piece_that_has_exploded_is_gone() -> None:
    here = ground(Table("redemption", exploded=["store_kegs"]))
    assert [piece.id for piece in here.explosives] == ["stable_kegs"]
    assert terrain().explosive("store_kegs").radius == 79


@pytest.mark.rule("shadows.geo.units")
def test_a_large_table_has_the_map_in_its_middle() -> None:
    small, large = terrain(), terrain(large=True)
    assert (small.size, large.size) == (3600, 4800)
    assert large.centre == (2400, 2400)
    for before, after in zip(small.walls, large.walls, strict=True):
        assert (after.ax, after.by) == (before.ax + 600, before.by + 600)
    assert large.loot[0] == (1250, 3300, 0)
    assert large.hold == (1900, 2650, 2900, 3600)
    assert large.stairs[0].b == (2780, 3100, 300)
    x, y = small.difficult[0].poly[0]
    assert large.difficult[0].poly[0] == (x + 600, y + 600)


@pytest.mark.rule("shadows.terrain.cactus")
def test_cactus_patches_and_scrub_are_difficult_and_bridges_are_not() -> None:
    here = terrain("gulch")
    assert len(here.difficult) == 1 + 3 + 3
    assert len(here.bridges) == 1


def test_a_map_of_ones_own_replaces_the_one_before() -> None:
    register("test-own", [Piece("hut", "building", rect=(0, 0, 100, 100), roof=250)])
    first = terrain("test-own")
    assert terrain("test-own") is first
    register("test-own", [])
    assert not terrain("test-own").walls


# --- the maps themselves -------------------------------------------------------------------------


@pytest.mark.parametrize("name", MAPS)
def test_every_shape_is_simple_counter_clockwise_and_on_the_table(name: str) -> None:
    chart = MAPS[name]
    table = box(0, 0, chart.size, chart.size)
    assert len({piece.id for piece in chart.pieces}) == len(chart.pieces)
    for piece in chart.pieces:
        if piece.kind == "stairs":
            assert all(table.contains(LineString([end[:2], end[:2]])) for end in (piece.a, piece.b))
        elif piece.line:
            assert LineString(piece.line).is_simple
            assert table.covers(LineString(piece.line))
            assert 0 < piece.h < 200
        else:
            shape = Polygon(outline(piece))
            assert shape.is_valid, piece.id
            assert shape.exterior.is_ccw, piece.id
            assert table.covers(shape), piece.id


@pytest.mark.parametrize("name", MAPS)
def test_pieces_that_are_in_the_way_do_not_overlap(name: str) -> None:
    solid = [p for p in MAPS[name].pieces if p.kind in ("building", "block", "explosive", "area")]
    for one, other in combinations(solid, 2):
        shared = Polygon(outline(one)).intersection(Polygon(outline(other)))
        assert shared.area == 0, (one.id, other.id)


@pytest.mark.parametrize("name", MAPS)
def test_openings_lie_in_their_walls_and_stairs_join_surfaces(name: str) -> None:
    here = terrain(name)
    for piece in here.pieces:
        for side, centre, kind, floor in piece.open:
            wall = next(
                wall
                for wall in here.walls
                if wall.id == f"{piece.id}.{side}" and wall.z0 == piece.floors[floor]
            )
            length = wall.bx - wall.ax + wall.by - wall.ay
            assert 63 <= centre <= length - 63
            assert kind in ("door", "window")
            assert all(gap[3] <= wall.z1 for gap in wall.openings)
    for wall in here.walls:
        gaps = wall.openings
        assert all(before[1] < after[0] for before, after in pairwise(gaps))
    for stairs in here.stairs:
        for x, y, z in (stairs.a, stairs.b):
            assert surface_z(here, x, y, z) == z


@pytest.mark.parametrize("name", MAPS)
def test_loot_and_the_zone_to_hold_are_on_the_map(name: str) -> None:
    here = terrain(name)
    assert set(here.loot_sets) == {2, 3, 4}
    for players, chosen in here.loot_sets.items():
        assert len(set(chosen)) == len(chosen) == players + 1
    for x, y, z in here.loot:
        assert z in surfaces_at(here, x, y)
    assert box(0, 0, here.size, here.size).covers(box(*here.hold))


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", MAPS)
def test_every_zone_has_room_for_ten_riders_outdoors(name: str, large: bool) -> None:
    here = terrain(name, large=large)
    size = here.size
    taken = union_all(
        [Polygon(outline(p)) for p in here.pieces if p.kind in ("building", "block", "explosive")]
        + [LineString(linear.line).buffer(10) for linear in here.linears]
    )
    strips = [(0, 0, size, 600), (0, size - 600, size, size), (0, 0, 600, size)]
    strips.append((size - 600, 0, size, size))
    corners = [(x, y, x + 900, y + 900) for x in (0, size - 900) for y in (0, size - 900)]
    for zone in [*strips, *corners]:
        free = box(*zone).buffer(-MOUNTED.radius).difference(taken.buffer(MOUNTED.radius))
        assert free.area > 10 * (2 * MOUNTED.radius) ** 2, zone


@pytest.mark.parametrize("name", MAPS)
def test_townsfolk_have_room_round_the_centre(name: str) -> None:
    here = terrain(name)
    disc = LineString([here.centre, here.centre]).buffer(FOLK_FROM_CENTRE)
    solid = [Polygon(outline(p)) for p in here.pieces if p.kind in ("building", "block")]
    assert disc.difference(union_all(solid)).area > 10**6
