"""Worked examples of damage, fights and reactions, each test named after its example."""

from collections.abc import Sequence

import pytest

from boomtown.core import Match, Seat
from boomtown.testing import refused, say
from shadows_west.measuring import spacing
from shadows_west.rules.activation import Act
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import Figure, Gone, Token, West
from shadows_west.terrain.maps import Piece
from showdown import activated, does
from town import (
    A,
    B,
    C,
    at,
    dice_left,
    fence,
    fig,
    health,
    load,
    loot,
    offers,
    play,
    points,
    question,
    tokens,
    told,
    town,
    who,
)

FENCE = fence(2000)

# --- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.shoot.save_always")
@pytest.mark.parametrize(("die", "result"), [(6, "shaken"), (4, "downed"), (3, "casualty")])
def test_ex35_impossible_save(die: int, result: str) -> None:
    west = town([fig("a1", 1000, 1000, rank="veteran"), fig("b1", 1398, 1000)])
    match = play(west, ShootAction("a1"), dice=[5, 5, 5, 5, die])
    say(match, (A, "a1.w1 b1"))
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["target"], save["sides"], save["short"]) == (8, 6, 8 - die)
    assert (health(match, "b1"), dice_left(match)) == (result, [])


@pytest.mark.rule("shadows.damage.bands")
@pytest.mark.rule("shadows.damage.shaken")
def test_ex36_damage_band() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1698, 1000, rank="veteran")])
    match = play(west, ShootAction("a1"), dice=[5, 5, 2, 4])
    say(match, (A, "a1.w1 b1"))
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["target"], save["sides"], save["short"]) == (6, 8, 2)
    assert (health(match, "b1"), dice_left(match)) == ("shaken", [])


# --- fights --------------------------------------------------------------------------------------


def charged(
    figures: Sequence[Figure], model: str, order: str, pieces: Sequence[Piece] = ()
) -> list[int]:
    """The dice of charger and defender, all of which show 2: nothing happens."""
    match = play(town(figures, pieces), MoveAction(model), dice=[2] * 7)
    seat = match.state.table.figures[model].seat
    assert seat is not None
    say(match, (seat, order))
    assert question(match) == "Rest"
    return [roll["dice"] for roll in told(match, "shadows.fight.roll.test")]


@pytest.mark.rule("shadows.fight.fortified_height")
@pytest.mark.rule("shadows.fight.height")
def test_ex51_fortified_by_height() -> None:
    rider = [fig("a1", 1000, 1000), fig("b1", 1328, 1000, mounted=True)]
    assert charged(rider, "a1", "walk 1200 1000; charge b1; fight b1") == [3, 3]
    assert charged(rider, "b1", "walk 1128 1000; charge a1; fight a1") == [4, 3]

    def block(high: int) -> list[Piece]:
        return [Piece("block", "block", rect=(1289, 900, 1500, 1100), h=high, top=True)]

    low = [fig("a1", 1000, 1000), fig("b2", 1338, 1000, 60)]
    assert charged(low, "a1", "walk 1200 1000; charge b2; fight b2", block(60)) == [3, 3]
    high = [fig("a1", 1000, 1000), fig("b3", 1338, 1000, 150)]
    match = play(town(high, block(150)), MoveAction("a1"))
    assert refused(match, A, "walk 1200 1000; charge b3") == "shadows.move.charge"
    beside = [fig("a1", 1200, 1000), fig("b3", 1338, 1000, 150)]
    match = play(town(beside, block(150)), Act("a1", 1))
    assert refused(match, A, "fight") == "shadows.fight.defender"


@pytest.mark.rule("shadows.fight.shove_mounted")
@pytest.mark.rule("shadows.fight.shove_big")
def test_ex78_shoving_a_rider() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1128, 1000, mounted=True)])
    match = play(west, FightAction("a1"), dice=[5, 5, 5, 2, 2, 2])
    assert told(match, "shadows.fight.win") == [{"who": "a1", "other": "b1", "margin": 3}]
    say(match, (A, "shove"))
    assert told(match, "shadows.fight.shove")[0]["length"] == 100
    assert at(match, "b1") == (1228, 1000, 0)
    assert (who(match, "b1").mounted, health(match, "b1")) == (False, "unhurt")
    assert who(match, "b1.h").gone is Gone.BOLTED
    assert (points(match), dice_left(match)) == ([0, 0], [])


@pytest.mark.rule("shadows.geo.contact")
@pytest.mark.rule("shadows.move.obstacle_contact")
def test_ex79_sides_of_a_fence() -> None:
    figures = [fig("a1", 2059, 1150), fig("a2", 1941, 1000), fig("b1", 2059, 1000)]
    beside = play(town(figures, [FENCE]), Act("a1", 1))
    assert spacing.gap(who(beside, "a1"), who(beside, "b1")) == 52
    assert refused(beside, A, "fight") == "shadows.fight.defender"
    assert refused(beside, A, "shoot") is None, "it is not engaged"
    across = play(town(figures, [FENCE]), Act("a2", 1))
    assert "fight" in offers(across)
    assert refused(across, A, "shoot") == "shadows.shoot.who"


# --- reactions -----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.react.must")
@pytest.mark.rule("shadows.react.resume")
@pytest.mark.rule("shadows.damage.downed_interrupt")
def test_ex55_the_deputy_and_the_loot() -> None:
    figures = [
        fig("c1", 1800, 300, face="S", loot="m1"),
        fig("b1", 1800, 900, face="S", rank="veteran", token="lookout"),
        fig("a1", 1200, 300, face="E", rank="veteran", token="lookout"),
    ]
    west = town(figures, markers=[loot("m1", 0, 0)], active=C)
    west.table.markers["m1"].gone = True
    match = activated(west, "c1")
    does(match, "move")
    load(match, 1, 6, 5, 6, 2, 3, 3)
    say(match, (A, {"a1": "shoot"}), (B, {"b1": "shoot"}), (B, "b1.w1 c1"))
    dice = [(line["who"], line["die"]) for line in told(match, "shadows.react.order")]
    assert dice == [("a1", 1), ("b1", 6)]
    assert spacing.gap(who(match, "b1"), who(match, "c1")) == 502
    [shot] = told(match, "shadows.shoot.roll.test")
    assert (shot["parts"], shot["sides"]) == (["base+3", "back+1"], 8)
    assert shot["successes"] == 2
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["target"], save["short"]) == (6, 3)
    assert health(match, "c1") == "downed"
    marker = match.state.table.markers["m1"]
    assert (marker.x, marker.y, marker.gone, who(match, "c1").loot) == (1800, 300, False, None)
    assert tokens(match, "b1", "a1") == [Token.DONE, Token.LOOKOUT]
    assert refused(match, C, "walk 1800 99") == "shadows.geo.cost"
    say(match, (C, "walk 1800 100"))
    assert (at(match, "c1"), question(match), dice_left(match)) == ((1800, 100, 0), "Rest", [])


@pytest.mark.rule("shadows.react.order")
@pytest.mark.parametrize(
    ("rank", "dice", "first"), [("hero", [5, 5], A), ("veteran", [5, 5, 2, 7], B)]
)
def test_ex56_order_tie(rank: str, dice: list[int], first: Seat) -> None:
    figures = [
        fig("c1", 1000, 1000, face="E"),
        fig("a1", 1600, 1000, rank=rank, token="lookout", face="W"),
        fig("b1", 1600, 1300, rank="veteran", token="lookout", face="W"),
    ]
    match = activated(town(figures, active=C), "c1", dice=dice)
    does(match, "move")
    say(match, (A, {"a1": "move"}), (B, {"b1": "move"}))
    assert (match.asked(), dice_left(match)) == ([first], [])


@pytest.mark.rule("shadows.react.contact")
@pytest.mark.rule("shadows.act.impossible")
def test_ex58_reacting_charge() -> None:
    figures = [
        fig("b1", 1000, 1000, token="lookout"),
        fig("a1", 1300, 1000),
        fig("a2", 1000, 1400, face="N"),
    ]

    def charged(*dice: int) -> Match[West]:
        match = activated(town(figures), "a1", dice=dice)
        does(match, "shoot")
        say(match, (B, {"b1": "move"}))
        assert refused(match, B, "walk 1000 1302; charge a2") == "shadows.react.contact"
        say(match, (B, "walk 1202 1000; charge a1; fight a1"))
        return match

    match = charged(2, 2, 2, 2, 4, 2, 2)
    assert told(match, "shadows.fight.roll.test")[0]["parts"] == ["base+3", "charge+1"]
    load(match, 5)
    say(match, (A, "strike"))
    assert spacing.contact(match.state.table, who(match, "a1"), who(match, "b1"))
    assert told(match, "shadows.act.impossible") == [{"who": "a1", "kind": "shoot"}]
    assert tokens(match, "b1") == [Token.DONE]
    assert question(match) == "Declare", "the Shoot action is lost, the second one is not"
    # Shoved out of contact, a1 can still shoot.
    shoved = charged(5, 5, 2, 2, 2, 2, 2)
    say(shoved, (B, "shove"))
    assert at(shoved, "a1") == (1500, 1000, 0)
    assert (question(shoved), tokens(shoved, "b1")) == ("PickShot", [Token.DONE])


@pytest.mark.rule("shadows.tnt.sharp_shot")
def test_ex65_sharp_shot() -> None:
    figures = [
        fig("a1", 1000, 1000, sticks=1),
        fig("a2", 1000, 1250),
        fig("a3", 1000, 1400),
        fig("b1", 1698, 1000, rank="veteran", token="lookout"),
    ]
    match = activated(town(figures), "a1", dice=[6, 2, 6, 6])
    does(match, "throw")
    say(match, (B, {"b1": "sharp"}))
    [test] = told(match, "shadows.tnt.sharp_shot.test")
    assert (test["parts"], test["sides"], test["shown"]) == (["base+3", "small-1"], 8, [6, 2])
    saves = [(save["who"], save["target"]) for save in told(match, "shadows.shoot.save.failed")]
    assert saves == [("a1", 7), ("a2", 7)]
    assert (who(match, "a1").sticks, dice_left(match)) == (0, [])
    assert told(match, "shadows.act.impossible") == [{"who": "a1", "kind": "throw"}]
    assert told(match, "shadows.tnt.test.on_target") == []
    assert tokens(match, "b1") == [Token.DONE]
