"""Fights (specification, section 3.10)."""

from collections.abc import Sequence
from typing import Any

import pytest

from boomtown.core import Match
from boomtown.testing import refused, say
from shadows_west.measuring.spacing import contact, engaged
from shadows_west.rules.fighting import (
    Attack,
    FightAction,
    Shove,
    fight_pool,
    fortified,
    opponents,
    push_length,
)
from shadows_west.rules.moving import MoveAction
from shadows_west.shooting.pools import dice_of
from shadows_west.state import Figure, West
from shadows_west.terrain.maps import Piece
from town import (
    A,
    B,
    at,
    dice_left,
    fig,
    health,
    keys,
    load,
    play,
    points,
    question,
    told,
    town,
    who,
)

FENCE = Piece("fence", "linear", line=((2000, 800), (2000, 1200)), h=100)


def brawl(
    dice: Sequence[int], *, a: str = "veteran", b: str = "veteran", others: Sequence[Figure] = ()
) -> Match[West]:
    """a1 attacks b1, without any modifiers."""
    figures = [fig("a1", 1000, 1000, rank=a), fig("b1", 1098, 1000, rank=b), *others]
    return play(town(figures), FightAction("a1", "b1"), dice=dice)


def dice(match: Match[West]) -> dict[str, int]:
    """The pools of a fight."""
    return {roll["who"]: roll["dice"] for roll in told(match, "shadows.fight.roll.test")}


# --- worked examples -----------------------------------------------------------------------------


@pytest.mark.rule("shadows.move.charge")
def test_ex23_charge() -> None:
    west = town([fig("a1", 1000, 1000, face="E"), fig("b1", 1498, 1000)])
    match = play(west, MoveAction("a1"), dice=[5, 5, 2, 1, 5, 1, 1, 3])
    say(match, (A, "walk 1400 1000; charge b1; fight b1"), (A, "strike"))
    assert told(match, "shadows.move.distance") == [{"who": "a1", "cost": 400}]
    assert dice(match) == {"a1": 4, "b1": 3}
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["target"], save["short"]) == (5, 2)
    assert (health(match, "b1"), at(match, "a1")) == ("shaken", (1400, 1000, 0))
    assert contact(match.state.table, who(match, "a1"), who(match, "b1"))
    assert dice_left(match) == []


@pytest.mark.rule("shadows.move.obstacle_contact")
def test_ex24_contact_over_a_fence() -> None:
    west = town([fig("a1", 1641, 1000, face="E"), fig("b1", 2059, 1000)], [FENCE])
    match = play(west, MoveAction("a1"), dice=[5, 2, 2, 2, 2, 2, 5])
    say(match, (A, "walk 1941 1000; charge b1; fight b1"), (A, "strike"))
    assert told(match, "shadows.move.distance") == [{"who": "a1", "cost": 300}]
    assert [roll["parts"] for roll in told(match, "shadows.fight.roll.test")] == [
        ["base+3", "charge+1", "fortified-1"],
        ["base+3"],
    ]
    assert contact(match.state.table, who(match, "a1"), who(match, "b1"))


@pytest.mark.rule("shadows.fight.save")
@pytest.mark.rule("shadows.fight.roll")
def test_ex47_losing_by_two() -> None:
    match = brawl([5, 1, 2, 5, 6, 7, 6])
    assert match.asked() == [B]
    say(match, (B, "strike"))
    [save] = told(match, "shadows.shoot.save.passed")
    assert (save["who"], save["target"], save["die"], save["sides"]) == ("a1", 6, 6, 8)
    assert (health(match, "a1"), health(match, "b1")) == ("unhurt", "unhurt")
    assert engaged(match.state.table, who(match, "a1"))


@pytest.mark.rule("shadows.fight.outnumbered")
def test_ex48_outnumbered() -> None:
    figures = [
        fig("b1", 1000, 1000),
        fig("a1", 1098, 1000),
        fig("a2", 902, 1000),
        fig("a3", 1000, 1098),
        fig("c1", 1000, 1196),
    ]
    match = play(town(figures, active=B), FightAction("b1", "a1"), dice=[2, 2, 4, 4, 2])
    assert dice(match) == {"b1": 2, "a1": 3}
    assert told(match, "shadows.fight.roll.test")[0]["parts"] == ["base+3", "outnumbered-1"]


@pytest.mark.rule("shadows.fight.tie")
def test_ex49_tie() -> None:
    lost = brawl([5, 3, 1, 6, 2, 2, 5])
    say(lost, (B, "strike"))
    assert told(lost, "shadows.fight.win") == [{"who": "b1", "other": "a1", "margin": 1}]
    assert told(lost, "shadows.shoot.save.passed")[0]["target"] == 5
    nothing = brawl([5, 3, 1, 5, 2, 2])
    assert (question(nothing), keys(nothing)[-1]) == ("Rest", "shadows.fight.tie")
    won = brawl([4, 3, 1, 3, 2, 2])
    assert told(won, "shadows.fight.win") == [{"who": "a1", "other": "b1", "margin": 1}]


@pytest.mark.rule("shadows.fight.shove_ledge")
def test_ex50_shove_off_the_balcony() -> None:
    west = town([fig("a1", 1400, 2151, 300), fig("b1", 1400, 2053, 300)], map="redemption")
    match = play(west, Attack("a1", "b1"), dice=[5, 5, 2, 2, 2, 2, 5])
    say(match, (A, "shove"))
    assert at(match, "b1") == (1400, 1853, 0)
    [save] = told(match, "shadows.shoot.save.passed")
    assert (save["who"], save["cause"], save["target"]) == ("b1", "fall", 5)
    assert told(match, "shadows.move.fall") == [{"who": "b1", "height": 300}]
    assert dice_left(match) == []


@pytest.mark.rule("shadows.fight.downed")
def test_ex52_downed_enemy() -> None:
    downed = fig("b1", 1098, 1000, downed=True)
    both = [fig("a1", 1000, 1000), downed, fig("b2", 902, 1000), fig("b3", 1000, 902)]
    match = play(town(both), FightAction("a1"))
    assert refused(match, A, "b1") == "shadows.fight.downed"
    assert match.choice(A).offers() == ["b2", "b3"]
    alone = play(town([fig("a1", 1000, 1000), downed]), FightAction("a1"))
    assert (health(alone, "b1"), points(alone)) == ("casualty", [1, 0])
    assert question(alone) == "Rest"


# --- who fights ----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.fight.defender")
def test_the_defender_turns_to_face_the_attacker() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000, face="E")])
    match = play(west, FightAction("a1"), dice=[2, 2, 2, 2, 2, 2])
    assert (who(match, "b1").fx, who(match, "b1").fy) == (-98, 0)


@pytest.mark.rule("shadows.fight.defender")
def test_the_attacker_chooses_one_of_several() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1098, 1000), fig("b2", 902, 1000)]
    match = play(town(figures), FightAction("a1"))
    assert match.choice(A).offers() == ["b1", "b2"]
    assert match.choice(A).default() == "b1"
    load(match, 2, 2, 4, 4, 2)
    say(match, (A, "b2"))
    assert dice(match) == {"a1": 2, "b2": 3}


def test_without_anybody_in_contact_the_action_is_lost() -> None:
    match = play(town([fig("a1", 1000, 1000), fig("b1", 1110, 1000)]), FightAction("a1"))
    assert keys(match) == ["shadows.act.impossible.fight"]


@pytest.mark.rule("shadows.mount.fight")
def test_a_horse_is_never_the_defender() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 2000, 2000), fig("b1.h", 1128, 1000)]
    west = town(figures)
    assert opponents(west.table, west.table.figures["a1"]) == []


def test_ones_own_captive_is_not_fought() -> None:
    west = town([fig("a1", 1000, 1000, holds="t1"), fig("t1", 1098, 1000), fig("b1", 902, 1000)])
    assert [one.id for one in opponents(west.table, west.table.figures["a1"])] == ["b1"]
    assert [one.id for one in opponents(west.table, west.table.figures["b1"])] == ["a1"]


# --- dice ----------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.fight.fortified")
def test_only_a_charge_suffers_from_a_fortified_enemy() -> None:
    west = town([fig("a1", 1941, 1000), fig("b1", 2059, 1000)], [FENCE])
    a1, b1 = (west.table.figures[id] for id in ("a1", "b1"))
    assert fortified(west.table, b1, a1)
    assert fortified(west.table, a1, b1)
    assert dice_of(fight_pool(west.table, a1, b1)) == 3
    assert dice_of(fight_pool(west.table, a1, b1, charging=True)) == 3


@pytest.mark.rule("shadows.fight.fortified")
def test_a_fence_fortifies_against_somebody_above_who_does_not_touch_it() -> None:
    rock = Piece("rock", "block", rect=(1800, 900, 1940, 1100), h=60, top=True)
    west = town([fig("a1", 1900, 1000, 60), fig("b1", 2059, 1000)], [FENCE, rock])
    a1, b1 = (west.table.figures[id] for id in ("a1", "b1"))
    assert contact(west.table, a1, b1)
    assert fortified(west.table, b1, a1)
    b1.x = 2062
    assert contact(west.table, a1, b1)
    assert not fortified(west.table, b1, a1), "three hundredths off the fence"


@pytest.mark.rule("shadows.fight.fortified_height")
@pytest.mark.parametrize(("z", "higher"), [(49, False), (50, True)])
def test_higher_means_half_an_inch(z: int, higher: bool) -> None:
    block = Piece("block", "block", rect=(1049, 900, 1300, 1100), h=z, top=True)
    west = town([fig("a1", 1000, 1000), fig("b1", 1099, 1000, z)], [block])
    a1, b1 = (west.table.figures[id] for id in ("a1", "b1"))
    assert fortified(west.table, b1, a1) is higher
    assert fortified(west.table, a1, b1) is False


def test_a_rider_is_not_fortified_against_a_rider_or_one_above_him() -> None:
    riders = town([fig("a1", 1000, 1000, mounted=True), fig("b1", 1158, 1000, mounted=True)])
    a1, b1 = (riders.table.figures[id] for id in ("a1", "b1"))
    assert not fortified(riders.table, b1, a1)
    block = Piece("block", "block", rect=(900, 900, 1050, 1100), h=60, top=True)
    west = town([fig("a1", 1000, 1000, 60), fig("b1", 1130, 1000, mounted=True)], [block])
    a1, b1 = (west.table.figures[id] for id in ("a1", "b1"))
    assert not fortified(west.table, b1, a1)
    assert fortified(west.table, a1, b1)


@pytest.mark.rule("shadows.fight.outnumbered")
def test_three_free_enemies_take_two_dice() -> None:
    figures = [
        fig("a1", 1000, 1000),
        fig("b1", 1098, 1000),
        fig("b2", 902, 1000),
        fig("b3", 1000, 902),
    ]
    west = town(figures)
    a1 = west.table.figures["a1"]
    assert [mod.part for mod in fight_pool(west.table, a1, west.table.figures["b1"])] == [
        "base+3",
        "outnumbered-2",
    ]
    west.table.figures["b3"].downed = True
    assert dice_of(fight_pool(west.table, a1, west.table.figures["b1"])) == 2


# --- winning -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.fight.win")
def test_the_defender_may_win_and_strike() -> None:
    match = brawl([2, 2, 2, 5, 2, 2, 1], b="novice")
    say(match, (B, "strike"))
    assert health(match, "a1") == "downed"


@pytest.mark.rule("shadows.fight.shove")
def test_an_absent_winner_strikes() -> None:
    match = brawl([5, 2, 2, 2, 2, 2])
    load(match, 5)
    match.time_out(A)
    assert told(match, "shadows.shoot.save.passed")[0]["who"] == "b1"


def shoved(
    margin: int, *, pieces: Sequence[Piece] = (), others: Any = (), x: int = 1098
) -> Match[West]:
    west = town([fig("a1", x - 98, 1000), fig("b1", x, 1000), *others], pieces)
    return play(west, Shove("a1", "b1", margin))


@pytest.mark.rule("shadows.fight.shove")
@pytest.mark.parametrize(("margin", "x"), [(1, 1198), (2, 1298), (4, 1498)])
def test_a_shove_is_an_inch_per_success_without_a_save(margin: int, x: int) -> None:
    match = shoved(margin)
    assert (at(match, "b1"), health(match, "b1")) == ((x, 1000, 0), "unhurt")


@pytest.mark.rule("shadows.fight.shove_stop")
def test_a_shoved_model_stops_at_figures_walls_and_the_table_edge() -> None:
    assert at(shoved(3, others=[fig("b2", 1300, 1000)]), "b1") == (1202, 1000, 0)
    hut = Piece("hut", "block", rect=(1250, 900, 1400, 1100), h=300)
    assert at(shoved(3, pieces=[hut]), "b1") == (1201, 1000, 0)
    assert at(shoved(3, x=3500), "b1") == (3551, 1000, 0)


@pytest.mark.rule("shadows.fight.shove_big")
def test_a_larger_base_is_moved_one_inch_at_most() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1128, 1000, mounted=True)])
    assert push_length(west.table, "a1", "b1", 3) == 100
    assert push_length(west.table, "b1", "a1", 3) == 300


@pytest.mark.rule("shadows.vp.casualty")
def test_a_deadly_fall_from_a_shove_counts_for_the_shover() -> None:
    block = Piece("cliff", "block", rect=(900, 900, 1150, 1100), h=600, top=True)
    west = town([fig("a1", 1000, 1000, 600), fig("b1", 1098, 1000, 600)], [block])
    match = play(west, Shove("a1", "b1", 2), dice=[2])
    assert told(match, "shadows.shoot.save.failed")[0]["target"] == 7
    assert (health(match, "b1"), points(match)) == ("casualty", [1, 0])


@pytest.mark.rule("shadows.terrain.cactus")
def test_a_shove_into_a_cactus_patch_calls_for_a_save() -> None:
    patch = Piece("cactus", "cactus", disc=(1450, 1000, 250))
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000)], [patch])
    match = play(west, Shove("a1", "b1", 2), dice=[4])
    assert told(match, "shadows.shoot.save.failed")[0]["cause"] == "cactus"
    assert health(match, "b1") == "shaken"
    near = play(town([fig("a1", 900, 1000), fig("b1", 998, 1000)], [patch]), Shove("a1", "b1", 2))
    assert at(near, "b1") == (1198, 1000, 0)
