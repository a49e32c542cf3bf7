"""Horses and riders (specification, section 3.15)."""

import pytest

from boomtown.testing import refused, say
from shadows_west.measuring.spacing import gap
from shadows_west.rules.damage import Save
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.shooting.targets import targets
from shadows_west.state import Gone
from shadows_west.terrain.maps import Piece
from town import A, at, dice_left, fig, health, keys, play, points, question, told, town, who

FAR = fig("b1", 3400, 3400)
ROCK = Piece("rock", "block", rect=(800, 800, 1000, 1200), h=300, top=True)


@pytest.mark.rule("shadows.mount.horse_lost")
def test_ex62_shot_horse() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1728, 1000, rank="hero", mounted=True)]
    match = play(town(figures), ShootAction("a1"), dice=[5, 2, 2, 4, 5])
    say(match, (A, "a1.w1 b1.h"))
    assert (who(match, "b1.h").gone, points(match)) == (Gone.CASUALTY, [0, 0])
    assert (who(match, "b1").mounted, at(match, "b1")) == (False, (1728, 1000, 0))
    assert health(match, "b1") == "unhurt"
    saves = [
        (save["who"], save["sides"])
        for entry in ("failed", "passed")
        for save in told(match, f"shadows.shoot.save.{entry}")
    ]
    assert saves == [("b1.h", 6), ("b1", 10)]
    assert who(match, "b1").horse is None


@pytest.mark.rule("shadows.concept.large")
def test_riders_and_horses_are_large_targets_and_nobody_else_is() -> None:
    figures = [fig("a1", 1000, 1000, mounted=True), fig("a2", 1300, 1000), fig("a2.h", 1500, 1000)]
    west = town([*figures, fig("t1", 2000, 1000), FAR])
    large = [figure.id for figure in west.table.present() if figure.large]
    assert large == ["a1", "a2.h"]


@pytest.mark.rule("shadows.mount.base")
def test_a_rider_is_large_moves_6_inches_and_does_not_climb() -> None:
    figures = [fig("a1", 1079, 1000, mounted=True), FAR]
    match = play(town(figures, [ROCK]), MoveAction("a1"))
    assert who(match, "a1").large
    assert refused(match, A, "climb 951 1000 300") == "shadows.mount.base"
    assert refused(match, A, "walk 1680 1000") == "shadows.geo.cost"
    say(match, (A, "walk 1679 1000"))
    assert at(match, "a1") == (1679, 1000, 0)


@pytest.mark.rule("shadows.mount.up_down")
@pytest.mark.rule("shadows.mount.allowance")
def test_mounting_and_riding_on() -> None:
    west = town([fig("a1", 1000, 1000), fig("a1.h", 1128, 1000), FAR])
    match = play(west, MoveAction("a1"))
    say(match, (A, "mount 1128 1000; walk 1728 1000"))
    assert (who(match, "a1").mounted, at(match, "a1")) == (True, (1728, 1000, 0))
    assert who(match, "a1.h").gone is Gone.RIDDEN


@pytest.mark.rule("shadows.mount.up_down")
def test_dismounting_and_walking_on() -> None:
    west = town([fig("a1", 1000, 1000, mounted=True), FAR])
    match = play(west, MoveAction("a1"))
    assert refused(match, A, "dismount 1128 1000; walk 1529 1000") == "shadows.geo.cost"
    say(match, (A, "dismount 1128 1000; walk 1528 1000"))
    assert (who(match, "a1").mounted, at(match, "a1")) == (False, (1528, 1000, 0))
    assert (who(match, "a1.h").gone, at(match, "a1.h")) == (Gone.NO, (1000, 1000, 0))


@pytest.mark.rule("shadows.mount.waiting")
def test_a_horse_bolts_at_the_touch_of_a_stranger() -> None:
    figures = [fig("a1", 1000, 1000), fig("a2", 2000, 2000), fig("a2.h", 1300, 1000), FAR]
    match = play(town(figures), MoveAction("a1"))
    say(match, (A, "walk 1172 1000"))
    assert (who(match, "a2.h").gone, who(match, "a2").horse) == (Gone.BOLTED, None)
    near = play(town(figures), MoveAction("a1"))
    say(near, (A, "walk 1169 1000"))
    assert who(near, "a2.h").gone is Gone.NO


@pytest.mark.rule("shadows.mount.call")
def test_a_called_horse_comes_into_contact() -> None:
    west = town([fig("a1", 1000, 1000), fig("a1.h", 2000, 1000), FAR])
    match = play(west, MoveAction("a1"))
    say(match, (A, "walk 1200 1000; do 1 call"))
    assert at(match, "a1.h") == (1328, 1000, 0)
    assert "shadows.mount.call" in keys(match)


@pytest.mark.rule("shadows.mount.call")
def test_a_called_horse_stops_1_inch_from_others() -> None:
    west = town([fig("a1", 1000, 1000), fig("a1.h", 2000, 1000), fig("b1", 1500, 1000)])
    match = play(west, MoveAction("a1"))
    say(match, (A, "do 0 call"))
    assert at(match, "a1.h") == (1728, 1000, 0)


@pytest.mark.rule("shadows.mount.call")
@pytest.mark.parametrize("order", ["do 0 call", "walk 1200 1000; face -1000 0; do 1 call"])
def test_a_called_horse_stops_1_inch_from_a_captive_wherever_it_is_put(order: str) -> None:
    figures = [
        fig("a1", 1000, 1000, holds="t1"),
        fig("t1", 1098, 1000, held_by="a1"),
        fig("a1.h", 2000, 1000),
    ]
    match = play(town([*figures, FAR]), MoveAction("a1"))
    say(match, (A, order))
    assert gap(who(match, "a1.h"), who(match, "t1")) == 100


@pytest.mark.rule("shadows.mount.call")
def test_a_called_horse_does_not_stop_on_whom_its_rider_has_seized() -> None:
    figures = [fig("a1", 1000, 1000), fig("t1", 1098, 1000), fig("a1.h", 2000, 1000)]
    match = play(town([*figures, FAR]), MoveAction("a1"))
    say(match, (A, "walk 1000 1002; face -1000 0; do 1 seize t1; do 1 call"))
    assert who(match, "t1").held_by == "a1"
    assert gap(who(match, "a1.h"), who(match, "t1")) == 100


# --- the leap ------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.mount.leap")
@pytest.mark.parametrize(
    ("die", "after", "mounted", "place"),
    [(5, "unhurt", True, (1700, 1000, 0)), (4, "shaken", False, (972, 1000, 0))],
)
def test_a_leap_into_the_saddle(
    die: int, after: str, mounted: bool, place: tuple[int, int, int]
) -> None:
    west = town([fig("a1", 951, 1000, 300), fig("a1.h", 1100, 1000), FAR], [ROCK])
    match = play(west, MoveAction("a1"), dice=[die])
    say(match, (A, "leap 1100 1000 0; walk 1700 1000 0"))
    assert (health(match, "a1"), who(match, "a1").mounted) == (after, mounted)
    if mounted:
        assert at(match, "a1") == place
    else:
        assert at(match, "a1")[2] == 0
        assert who(match, "a1.h").gone is Gone.NO


@pytest.mark.rule("shadows.mount.leap")
def test_a_leap_from_2_inches_needs_no_save() -> None:
    low = Piece("rock", "block", rect=(800, 800, 1000, 1200), h=200, top=True)
    west = town([fig("a1", 951, 1000, 200), fig("a1.h", 1100, 1000), FAR], [low])
    match = play(west, MoveAction("a1"))
    say(match, (A, "leap 1100 1000 0"))
    assert (who(match, "a1").mounted, at(match, "a1")) == (True, (1100, 1000, 0))


THORNS = Piece("thorns", "cactus", disc=(1450, 1000, 250))


@pytest.mark.rule("shadows.terrain.cactus")
def test_mounting_and_dismounting_into_a_cactus_patch_call_for_a_save() -> None:
    rider = [fig("a1", 1150, 1000, mounted=True, face="W"), FAR]
    match = play(town(rider, [THORNS]), MoveAction("a1"), dice=[4])
    say(match, (A, "dismount 1278 1000 0"))
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["who"], save["cause"]) == ("a1", "cactus")
    assert (who(match, "a1").mounted, health(match, "a1")) == (False, "shaken")
    waiting = [fig("a1", 1150, 1000, face="W"), fig("a1.h", 1278, 1000), FAR]
    match = play(town(waiting, [THORNS]), MoveAction("a1"), dice=[5])
    say(match, (A, "mount 1278 1000 0; walk 1300 1000 0"))
    assert told(match, "shadows.shoot.save.passed")[0]["cause"] == "cactus"
    assert (at(match, "a1"), dice_left(match)) == ((1300, 1000, 0), [])
    out = [fig("a1", 1278, 1000, mounted=True, face="W"), FAR]
    match = play(town(out, [THORNS]), MoveAction("a1"))
    say(match, (A, "dismount 1406 1000 0"))
    assert at(match, "a1") == (1406, 1000, 0), "who is in it has entered it before"


@pytest.mark.rule("shadows.terrain.cactus")
@pytest.mark.parametrize(("high", "dice"), [(200, [5]), (300, [5, 5])])
def test_a_leap_into_the_saddle_of_a_horse_among_cacti_calls_for_a_save(
    high: int, dice: list[int]
) -> None:
    rock = Piece("rock", "block", rect=(800, 800, 1000, 1200), h=high, top=True)
    thorns = Piece("thorns", "cactus", disc=(1300, 1000, 250))
    figures = [fig("a1", 951, 1000, high), fig("a1.h", 1100, 1000), FAR]
    match = play(town(figures, [rock, thorns]), MoveAction("a1"), dice=dice)
    say(match, (A, "leap 1100 1000 0"))
    assert told(match, "shadows.shoot.save.passed")[-1]["cause"] == "cactus"
    assert (who(match, "a1").mounted, dice_left(match)) == (True, [])


# --- in the line of fire -------------------------------------------------------------------------


@pytest.mark.rule("shadows.mount.shoot_horse")
def test_a_waiting_horse_is_shot_without_spotting_and_is_never_the_nearest() -> None:
    figures = [
        fig("a1", 1000, 1000, face="E"),
        fig("b1", 1500, 1300),
        fig("b1.h", 1300, 1000),
        fig("b2", 1900, 700, mounted=True),
    ]
    west = town(figures)
    found = {one.id: one for one in targets(west.table, west.table.figures["a1"], "pistol")}
    assert [found[id].free for id in ("b1", "b1.h", "b2", "b2.h")] == [True, True, True, True]
    assert found["b1.h"].kind == "horse"
    own = town([fig("a1", 1000, 1000), fig("a2", 900, 900), fig("a2.h", 1300, 1000), FAR])
    refusal = targets(own.table, own.table.figures["a1"], "pistol")[2].refusal
    assert refusal is not None
    assert refusal.rule == "shadows.shoot.own_gang"


@pytest.mark.rule("shadows.mount.rider_lost")
@pytest.mark.parametrize(("die", "after"), [(2, "downed"), (1, "downed")])
def test_a_downed_rider_lies_where_the_horse_was(die: int, after: str) -> None:
    west = town([fig("a1", 300, 300), fig("b1", 1500, 1300, mounted=True)])
    match = play(west, Save("b1", 5, "shot", A), dice=[die])
    assert (health(match, "b1"), at(match, "b1"), who(match, "b1").mounted) == (
        after,
        (1500, 1300, 0),
        False,
    )
    assert who(match, "b1.h").gone is Gone.BOLTED


@pytest.mark.rule("shadows.mount.rider_lost")
def test_the_horse_of_a_killed_rider_leaves() -> None:
    west = town([fig("a1", 300, 300), fig("b1", 1500, 1300, mounted=True)])
    match = play(west, Save("b1", 9, "shot", A), dice=[1])
    assert (health(match, "b1"), who(match, "b1.h").gone) == ("casualty", Gone.BOLTED)
    assert points(match) == [1, 0]


@pytest.mark.rule("shadows.mount.area_hits")
def test_a_corridor_hits_the_rider_only() -> None:
    figures = [fig("a1", 1000, 1000, weapons=["sawn_off"]), fig("b1", 1400, 1000, mounted=True)]
    match = play(town(figures), ShootAction("a1"), dice=[6])
    say(match, (A, "a1.w1 b1"))
    assert (question(match), dice_left(match)) == ("Rest", [])
