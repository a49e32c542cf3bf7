"""What is prepared or dismissed quickly comes out as when everything is looked at.

Every case comes from a seed; the long way is written out here, or is the function that explains.
"""

from collections.abc import Iterator
from functools import partial

import pytest

from boomtown.core import Chance
from shadows_west.content import CONTACT, FOLK_MOVE, HORSE, KEEP_AWAY, MOUNTED, ON_FOOT
from shadows_west.geometry.exact import SIXTEEN, Point
from shadows_west.geometry.segments import segment_segment_d2, segments_nearer
from shadows_west.measuring.obstacles import HIDES, obstacles_of, walls_hide
from shadows_west.measuring.rays import Ray, bodies_between, in_box, rays_between
from shadows_west.measuring.sight import view_open
from shadows_west.measuring.spacing import Body
from shadows_west.moves import runs
from shadows_west.moves.keep_away import enemy_fault
from shadows_west.moves.land import NEAR, SHORTEST, Land, last_k
from shadows_west.moves.march import Leg
from shadows_west.moves.orders import write_order
from shadows_west.moves.paths import outcome, trace
from shadows_west.moves.ready import any_ready, ready_deeds, ready_moves
from shadows_west.moves.straight import BACK, Way, _before, farthest
from shadows_west.rules.shots import may_shoot, shot_choice
from shadows_west.state import Figure, Table, Weapon
from shadows_west.terrain.footing import (
    CELL,
    Obstacle,
    Spot,
    along,
    boxed,
    keeps_footing,
    loses_footing,
    near,
    obstacle,
    solid_lines,
)
from shadows_west.terrain.ground import ground, surfaces_at
from shadows_west.terrain.maps import MAPS
from shadows_west.terrain.standing import may_stand, scaled
from town import crowd, fig, town


def cases(name: str, count: int) -> Iterator[Chance]:
    return (Chance.seeded("quick", name, case) for case in range(count))


def between(chance: Chance, low: int, high: int) -> int:
    return low + chance.below(high - low + 1)


@pytest.mark.rule("shadows.geo.los_rays")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_a_view_is_open_if_one_ray_of_all_is_stopped_by_nothing(map: str) -> None:
    def clear(table: Table, a: Body, b: Body, ray: Ray) -> bool:
        everything = [*obstacles_of(ground(table)).sight, *bodies_between(table, a, b)]
        return all(one.id in (a.id, b.id) or one.test(one.data, *ray) is None for one in everything)

    def looked_for(table: Table, a: Body, b: Body) -> bool:
        return any(
            clear(table, one, other, ray)
            for one, other in ((a, b), (b, a))
            if one.base.eye is not None
            for ray in rays_between(
                one.x, one.y, one.z + one.base.eye, other.x, other.y, other.z, other.base
            )
        )

    answers: list[bool] = []
    for chance in cases(f"views {map}", 3):
        table = crowd(chance, map)
        everybody: list[Body] = [*table.present(), *ground(table).explosives]
        for a in table.present():
            b = chance.pick(everybody)
            if a.id != b.id:
                answers.append(view_open(table, a, b))
                assert answers[-1] is looked_for(table, a, b), (a, b)
                assert answers[-1] is view_open(table, b, a), (a, b)
    assert any(answers)
    assert not all(answers)


@pytest.mark.rule("shadows.geo.los_rays")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_what_one_thing_alone_hides_no_ray_reaches(map: str) -> None:
    land = ground(Table(map))
    known = obstacles_of(land)
    answers: list[bool] = []
    for chance in cases(f"screens {map}", 400):
        base, other = (chance.pick((ON_FOOT, ON_FOOT, MOUNTED)) for _ in range(2))
        ax, bx = sorted(between(chance, 0, 3600) for _ in range(2))
        ay, by = between(chance, 0, 3600), between(chance, 0, 3600)
        az, bz = (chance.pick((0, 0, 0, 150, 300)) for _ in range(2))
        wide = max(base.body, other.body)
        low = min(az + base.samples[0], bz + other.samples[0])
        high = max(az, bz) + max(base.samples[-1], other.samples[-1])
        box = (ax - wide, min(ay, by) - wide, bx + wide, max(ay, by) + wide)
        around = known.views.near(*box)
        answers.append(around.hide(ax, ay, bx, by, wide, low, high, ""))
        if answers[-1]:
            rays = [
                *rays_between(ax, ay, az + (base.eye or 0), bx, by, bz, other),
                *rays_between(bx, by, bz + (other.eye or 0), ax, ay, az, base),
            ]
            for ray in rays:
                assert any(one.test(one.data, *ray) is not None for one in known.sight), ray
    assert any(answers)
    assert not all(answers)


def test_segments_are_nearer_than_a_length_if_their_distance_is() -> None:
    for chance in cases("segments", 600):
        ends = [between(chance, 0, 40 if chance.below(2) else 900) for _ in range(8)]
        num, den = segment_segment_d2(*ends)
        for r in (1, 20, 48, 78):
            assert segments_nearer(*[*ends, r]) is (num < r * r * den), (ends, r)


@pytest.mark.parametrize("map", sorted(MAPS))
def test_what_hides_rays_stops_each_of_them(map: str) -> None:
    found = obstacles_of(ground(Table(map)))
    for chance in cases(f"rays {map}", 120):
        x, y, z = between(chance, 0, 3600), between(chance, 0, 3600), 110 + chance.below(400)
        dx, dy = between(chance, -900, 900), between(chance, -900, 900) * chance.below(2)
        rises = [between(chance, -300, 300) * chance.below(3) for _ in range(3)]
        box = (min(x, x + dx), min(y, y + dy), max(x, x + dx), max(y, y + dy))
        around = in_box(found.sight, *box, -1000, 1000)
        near_by = found.views.near(*box)
        sorted_out = [*near_by.walls, *near_by.others]
        assert set(in_box(sorted_out, *box, -1000, 1000)) == set(around)
        for one in around:
            if one.kind in HIDES:
                bits = HIDES[one.kind](one.data, x, y, z, dx, dy, rises)
            else:
                bits = walls_hide([one.data], x, y, z, dx, dy, rises)
            for n, dz in enumerate(rises):
                stopped = one.test(one.data, x, y, z, dx, dy, dz) is not None
                assert bool(bits >> n & 1) is stopped, (one.id, x, y, z, dx, dy, dz)


@pytest.mark.parametrize("map", sorted(MAPS))
def test_what_is_near_a_place_is_what_meets_the_squares_around_it(map: str) -> None:
    land = ground(Table(map))
    boxes: dict[str, list[tuple[object, tuple[int, int, int, int]]]] = {
        "walls": [(one, (one.ax, one.ay, one.bx, one.by)) for one in land.walls],
        "blocks": [(one, one.box) for one in land.blocks],
        "surfaces": [(one, one.box) for one in land.surfaces],
        "edges": [(one, boxed(one.ax, one.ay, one.bx, one.by)) for one in land.edges],
        "difficult": [(one, one[1:5]) for one in land.difficult],
    }
    for chance in cases(f"near {map}", 200):
        x, y = between(chance, 0, 3600), between(chance, 0, 3600)
        reach = between(chance, 1, 900)
        cells = -(-reach // CELL)
        x0, y0 = (x // CELL - cells) * CELL, (y // CELL - cells) * CELL
        x1, y1 = (x // CELL + cells + 1) * CELL, (y // CELL + cells + 1) * CELL
        around = near(land, x, y, reach)
        for kind, pieces in boxes.items():
            expected = [
                piece
                for piece, box in pieces
                if box[0] <= x1 and box[2] >= x0 and box[1] <= y1 and box[3] >= y0
            ]
            assert list(getattr(around, kind)) == expected, (kind, x, y, reach)


@pytest.mark.parametrize("map", sorted(MAPS))
def test_who_keeps_his_footing_does_not_lose_it(map: str) -> None:
    land = ground(Table(map))
    kept = 0
    for chance in cases(f"footing {map}", 400):
        x, y = between(chance, 300, 3300), between(chance, 300, 3300)
        px, py = x + between(chance, -400, 400), y + between(chance, -400, 400)
        for z in surfaces_at(land, x, y):
            for pz in surfaces_at(land, px, py):
                way = (near(land, x, y, 600), x, y, z, px, py, pz)
                keeps = keeps_footing(*way)
                kept += keeps and z != pz
                assert keeps is (loses_footing(*way) is None), way[1:]
    assert map != "gulch" or kept, "over low steps as well"


@pytest.mark.rule("shadows.folk.stop")
def test_a_run_is_cut_where_trying_every_u_would_cut_it() -> None:
    def trying(folk: Figure, other: Obstacle, heading: Point, length: int) -> int:
        def gap_below(k: int, gap: int) -> bool:
            px, py = along(folk.x, folk.y, *heading, k)
            both = folk.radius + other.radius + gap
            return (px - other.x) ** 2 + (py - other.y) ** 2 < both * both

        if gap_below(0, CONTACT + 1):
            return length
        touched = next((k for k in range(1, length + 1) if gap_below(k, CONTACT + 1)), None)
        if touched is None:
            return length
        return next((k for k in range(touched, 0, -1) if not gap_below(k, KEEP_AWAY)), 0)

    for chance in cases("cut", 500):
        folk = fig("t1", between(chance, 500, 600), between(chance, 500, 600))
        x, y = folk.x + between(chance, -450, 450), folk.y + between(chance, -450, 450)
        other = Obstacle("a1", x, y, 0, chance.pick([49, 79]), 125)
        vx, vy = chance.pick(SIXTEEN)
        heading = (vx + between(chance, -9, 9), vy + between(chance, -9, 9))
        length = between(chance, 0, 400)
        expected = trying(folk, other, heading, length)
        assert runs._cut(folk, other, heading, length) == expected, (folk, other, heading, length)


@pytest.mark.rule("shadows.geo.flee")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_a_way_to_flee_is_as_long_as_when_all_that_is_solid_is_looked_at(map: str) -> None:
    answers: list[str] = []
    for chance in cases(f"ways {map}", 80):
        x, y = between(chance, 0, 3600), between(chance, 0, 3600)
        land = ground(Table(map))
        folk = fig("t1", x, y, chance.pick(surfaces_at(land, x, y) or [0]))
        around = near(land, x, y, FOLK_MOVE + KEEP_AWAY + HORSE.radius)
        level = solid_lines(around, folk.z, folk.z, True)
        for heading in SIXTEEN:
            long_way = partial(runs._open_way, around, folk, heading, level)
            expected = last_k(FOLK_MOVE, long_way, within=1)
            for beyond in (-1, expected - 1, expected, between(chance, 0, FOLK_MOVE)):
                found = runs._open_length(around, folk, heading, level, FOLK_MOVE, beyond)
                if expected > beyond or expected == FOLK_MOVE:
                    assert found == expected, (folk, heading, beyond)
                else:
                    assert found <= beyond, (folk, heading, beyond)
                answers.append("whole" if expected == FOLK_MOVE else "cut")
    assert set(answers) == {"whole", "cut"}


@pytest.mark.rule("shadows.geo.flee")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_a_run_ends_where_trying_every_u_finds_a_place_to_stand(map: str) -> None:
    gone_back = 0
    for chance in cases(f"runs {map}", 40):
        x, y = between(chance, 60, 3500), between(chance, 60, 3500)
        folk, other = fig("t1", x, y), fig("a1", x + between(chance, -300, 300), y + 150)
        table = Table(map, {one.id: one for one in (folk, other)})
        around = near(ground(table), x, y, FOLK_MOVE + KEEP_AWAY + HORSE.radius)
        heading = chance.pick(SIXTEEN)
        found = runs._run(table, around, folk, heading, FOLK_MOVE)
        if found.left:
            continue
        most = runs._cut(folk, obstacle(other), heading, FOLK_MOVE)
        ends = [(folk.x, folk.y, folk.z)]
        for k in range(1, most + 1):
            px, py = along(x, y, *heading, k)
            z = runs._walked_z(around, folk, px, py)
            if (
                z is not None
                and may_stand(around, [obstacle(other)], px, py, z, folk.radius) is None
            ):
                ends.append((px, py, z))
        assert (found.x, found.y, found.z) == ends[-1], (folk, other, heading)
        gone_back += len(ends) <= most
    assert gone_back


@pytest.mark.rule("shadows.ui.move")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_every_ready_made_move_is_drawn_sooner_or_later_and_no_other(map: str) -> None:
    [chance] = cases(f"draws {map}", 1)
    table = crowd(chance, map)
    figure = chance.pick(table.models())
    figure.sticks, figure.weapons = 1, [Weapon("w1", "rifle", jammed=True)]
    for trigger in (None, chance.pick(table.enemies(figure.seat)).id):
        every = {
            write_order(move.order)
            for moves in (ready_moves, ready_deeds)
            for move in moves(table, figure, trigger)
        }
        drawn = {
            write_order(any_ready(table, figure, chance, trigger).order)
            for _ in range(12 * len(every))
        }
        assert drawn == every, (figure, trigger)


@pytest.mark.rule("shadows.ui.move")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_the_farthest_place_in_a_direction_is_the_one_that_every_check_finds(map: str) -> None:
    def good(land: Land, vx: int, vy: int, k: int) -> bool:
        x, y = along(*land.start[:2], vx, vy, k)
        size = land.ground.size
        z = land.level(land.start, x, y) if 0 <= x <= size and 0 <= y <= size else None
        return (
            z is not None
            and land.cost(land.start, (x, y, z)) <= land.allowance
            and land.open(land.start, (x, y, z))
        )

    def looked_for(land: Land, vx: int, vy: int, most: int) -> Spot | None:
        for k in range(last_k(most, partial(good, land, vx, vy), within=NEAR), SHORTEST, -BACK):
            x, y = along(*land.start[:2], vx, vy, k)
            z = land.level(land.start, x, y)
            if z is not None and land.free((x, y, z)) and land.open(land.start, (x, y, z)):
                return x, y, z
        return None

    for chance in cases(f"ways {map}", 3):
        table = crowd(chance, map)
        for figure in table.models():
            land = Land(table, figure)
            if land.enemies:
                continue  # how far from them a way is looked for is no part of the check
            for vx, vy in SIXTEEN:
                expected = looked_for(land, vx, vy, land.allowance)
                assert farthest(land, vx, vy) == expected, (figure, vx, vy)
                assert farthest(Land(table, figure), vx, vy) == expected, "known of the place"


@pytest.mark.rule("shadows.ui.move")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_every_ready_made_move_is_legal_and_comes_to_what_following_it_finds(map: str) -> None:
    faced = 0
    for chance in cases(f"moves {map}", 3):
        table = crowd(chance, map)
        for figure in table.models():
            trigger = chance.pick([None, *(one.id for one in table.enemies(figure.seat))])
            for move in ready_moves(table, figure, trigger):
                trip = trace(table, figure, move.order, reaction_to=trigger)
                assert trip.refusal is None, (figure, move)
                short = outcome(table, figure, move.order)
                assert (short.legs, short.end, short.mounted, short.face) == (
                    *(trip.legs, trip.end, trip.mounted, trip.face),
                ), (figure, move)
                if move.key == "move.direction":
                    enemies = table.enemies(figure.seat)
                    x, y, _ = trip.end
                    nearest = min(enemies, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)
                    assert move.order.face == scaled(nearest.x - x, nearest.y - y), (figure, move)
                    faced += 1
    assert faced


@pytest.mark.rule("shadows.geo.path_enemy")
@pytest.mark.parametrize("map", sorted(MAPS))
def test_the_first_step_off_from_an_enemy_is_judged_as_every_step_is(map: str) -> None:
    """Enemies as near as bases allow, behind walls and round corners as well."""
    off = towards = 0
    land = ground(Table(map))
    for chance in cases(f"enemies {map}", 60):
        wall = chance.pick(land.walls)
        x, y = wall.ax + between(chance, -90, 90), wall.ay + between(chance, -90, 90)
        around = [along(x, y, *chance.pick(SIXTEEN), 98 + chance.below(100)) for _ in range(2)]
        people = [fig("a1", x, y), *(fig(f"b{n}", *at) for n, at in enumerate(around, 1))]
        table = Table(map, {one.id: one for one in people})
        me = Land(table, table.figures["a1"])
        for vx, vy in SIXTEEN:
            end = (*along(x, y, vx, vy, 1 + chance.below(400)), 0)
            faults = [
                enemy_fault(me.around, Leg("walk", me.start, end, 0, 0), enemy, close=close)
                for enemy, _, close in me.enemies
            ]
            expected = not any(faults)
            assert me.passable((), me.enemies, me.start, end) is expected, (people, end)
            off += expected
            towards += not expected
            if any(close for _, _, close in me.enemies):
                limit = min([me.allowance, *(_before(me, one, vx, vy) for one in me.enemies)])
                way = Way(me, vx, vy, me.allowance, me.enemies)
                assert limit or last_k(me.allowance, way.good, within=NEAR) <= SHORTEST, people
    assert off
    assert towards


@pytest.mark.rule("shadows.shoot.sequence")
@pytest.mark.parametrize("premeasure", [True, False])
def test_there_is_something_to_shoot_at_if_a_shot_is_on_offer(premeasure: bool) -> None:
    answers: list[bool] = []
    for chance in cases("shots", 4):
        west = town([fig("a1", 300, 300)], premeasure=premeasure)
        west.table = crowd(chance, chance.pick(sorted(MAPS)))
        ids: list[str | None] = [None, *west.table.figures]
        for shooter in west.table.standing():
            at = chance.pick(ids)
            if at == shooter.id:
                continue
            found = shot_choice(west, shooter, at=at).found.values()
            legal = any(target.refusal is None for targets in found for target in targets)
            assert may_shoot(west, shooter, at=at) is legal, (shooter, at)
            answers.append(legal)
    assert any(answers)
    assert not all(answers)
