"""Random actions in a crowded town: nothing breaks, and the table always makes sense."""

import pytest

from boomtown.core import Chance, Match, Seat, Step
from shadows_west.content.gangs import WEAPONS
from shadows_west.content.ranks import Rank
from shadows_west.measuring.spacing import overlaps
from shadows_west.rules.activation import action
from shadows_west.rules.blasts import ThrowAction
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.sharp_shots import SharpShot
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import Figure, Gone, Kind, West
from shadows_west.terrain.footing import near
from shadows_west.terrain.ground import ground, surfaces_at
from shadows_west.terrain.standing import may_stand
from town import fig, loot, play, question, tnt, town

MAPS = ("redemption", "gulch", "mission")
CENTRES = {"redemption": (1700, 1900), "gulch": (1750, 2200), "mission": (1800, 1600)}
ACTIONS = ("move", "move", "move", "shoot", "throw", "fight", "react", "sharp")


def crowd(chance: Chance, map: str) -> West:
    """Three gangs, townsfolk, horses, loot and dynamite, all within a few inches."""
    west = town(map=map, seats=3, scenario=chance.pick(["shootout", "bank_job", "innocents"]))
    cx, cy = CENTRES[map]
    placed: list[Figure] = []
    for id in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "t1", "t2", "t3", "a3.h"):
        for _ in range(60):
            x, y = cx - 450 + chance.below(900), cy - 450 + chance.below(900)
            z = chance.pick(surfaces_at(ground(west.table), x, y) or [0])
            one = _somebody(chance, id, x, y, z)
            free = not any(overlaps(one, other) for other in placed)
            around = near(ground(west.table), x, y, 200)
            base = one.base
            on_foot = base.radius < 79
            if free and may_stand(around, (), x, y, z, base.radius, on_foot=on_foot) is None:
                placed.append(one)
                break
    markers = [loot("l1", cx, cy), tnt("m1", cx + 200, cy + 100), tnt("m2", cx - 200, cy)]
    crowded = town(placed, map=map, seats=3, scenario=west.scenario, markers=markers)
    for gang, zone in zip(crowded.gangs, ("sw", "ne", "nw"), strict=True):
        gang.zone = zone
    return crowded


def _somebody(chance: Chance, id: str, x: int, y: int, z: int) -> Figure:
    turn = (chance.below(2001) - 1000, 1 + chance.below(1000))
    weapons = [chance.pick(sorted(WEAPONS)) for _ in range(2)]
    rank = chance.pick([rank.value for rank in Rank])
    one = fig(id, x, y, z, rank=rank, weapons=weapons, face=turn)
    if one.kind is Kind.MODEL:
        one.sticks = chance.below(2)
        one.downed = chance.below(8) == 0
        one.shaken = chance.below(4) == 0
        one.mounted = id.endswith("1") and z == 0 and not one.downed
    return one


def step_for(chance: Chance, match: Match[West]) -> Step | None:
    """Something that a model might do now."""
    table = match.state.table
    models = list(table.models())
    if not models:
        return None
    one = chance.pick(models)
    kind = chance.pick(ACTIONS)
    others = [other for other in models if other.seat != one.seat]
    if kind in ("react", "sharp") and others:
        trigger = chance.pick(others)
        reactions: list[Step] = [
            MoveAction(one.id, trigger.id),
            ShootAction(one.id, trigger.id),
            ThrowAction(one.id, trigger.id),
            SharpShot(one.id, trigger.id),
        ]
        return MoveAction(one.id) if one.downed else chance.pick(reactions)
    return MoveAction(one.id) if one.downed or kind in ("react", "sharp") else action(kind, one.id)


def check(match: Match[West]) -> None:
    """Everybody stands somewhere, nobody in anybody, and all bonds hold both ways."""
    table = match.state.table
    size = ground(table).size
    present = list(table.present())
    for one in present:
        assert 0 <= one.x <= size, one
        assert 0 <= one.y <= size, one
        assert (one.fx, one.fy) != (0, 0), one
        assert max(abs(one.fx), abs(one.fy)) <= 1000, one
        assert one.z in surfaces_at(ground(table), one.x, one.y), one
        assert one.sticks >= 0, one
        assert not (one.mounted and one.downed), one
        for other in present:
            if other.id > one.id:
                assert not overlaps(one, other), (one, other)
    for one in table.figures.values():
        if one.holds is not None:
            assert one.on_table, one
            assert table.figures[one.holds].held_by == one.id, one
            assert table.figures[one.holds].on_table, one
        if one.held_by is not None:
            assert table.figures[one.held_by].holds == one.id, one
        if one.kind is Kind.MODEL and one.on_table and one.horse is not None:
            assert (table.figures[one.horse].gone is Gone.RIDDEN) == one.mounted, one
            assert one.mounted or table.figures[one.horse].on_table, one
        if one.loot is not None:
            assert table.markers[one.loot].gone, one
            assert not one.downed, one


def rampage(seed: object, map: str, actions: int) -> Match[West]:
    """So many random actions, one after another."""
    chance = Chance.seeded("crowd", seed, map)
    match = play(crowd(chance, map), chance=chance.another())
    for _ in range(actions):
        step = step_for(chance, match)
        if step is None:
            break
        match.state.fired.clear()
        for marker in match.state.table.markers.values():
            marker.fresh = False
        # The test's own resting question gives way to the next action.
        match._choices.clear()
        match.then(step)
        match.advance()
        while question(match) != "Rest":
            seat = match.asked()[0]
            answer_at_random(match, seat, chance)
        check(match)
    return match


def answer_at_random(match: Match[West], seat: Seat, chance: Chance) -> None:
    """One of the offers, mostly one that does something."""
    if chance.below(20) == 0:
        match.time_out(seat)
        return
    offers = list(match.choice(seat).offers())
    bold = [offer for offer in offers if isinstance(offer, dict) and offer.get("charge")]
    match.answer(seat, chance.pick(bold if bold and chance.below(2) else offers))


@pytest.mark.parametrize("map", MAPS)
def test_a_crowded_town_makes_sense_after_every_action(map: str) -> None:
    told: set[str] = set()
    for seed in range(2):
        told |= {entry.rule for entry in rampage(seed, map, 25).log}
    assert "shadows.move.distance" in told


@pytest.mark.soak
@pytest.mark.parametrize("map", MAPS)
def test_many_crowded_towns_make_sense(map: str) -> None:
    told: set[str] = set()
    for seed in range(150):
        told |= {entry.key for entry in rampage(seed, map, 40).log}
    for rule in ("shoot.melee", "fight.shove", "tnt.blast", "move.disengage.passed", "folk.freed"):
        assert f"shadows.{rule}" in told, rule
