"""Dynamite, powder and their chains (specification, sections 3.16 and 3.19)."""

from collections.abc import Sequence

import pytest

from boomtown.core import Match
from boomtown.testing import refused, say
from shadows_west.content.ranks import Rank
from shadows_west.rules.activation import possible_kinds
from shadows_west.rules.blasts import (
    Explode,
    Throw,
    ThrowAction,
    ThrowChoice,
    explode_marker,
    scatter,
)
from shadows_west.rules.sharp_shots import SharpShot, sharp_weapons
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import Gone, West
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
    tnt,
    told,
    town,
    who,
)

KEG = Piece("keg", "explosive", disc=(2080, 1500, 79), h=100)


def thrower(dice: Sequence[int], to: tuple[int, int] = (1800, 1000)) -> Match[West]:
    """a1 throws at a point; nobody is near."""
    west = town([fig("a1", 1000, 1000, rank="veteran", sticks=1, face="E"), fig("b1", 3000, 3000)])
    match = play(west, ThrowAction("a1"), dice=dice)
    say(match, (A, [*to, 0]))
    return match


# --- worked examples -----------------------------------------------------------------------------


@pytest.mark.rule("shadows.tnt.blast")
def test_ex63_on_target() -> None:
    figures = [
        fig("a1", 1000, 1000, rank="veteran", sticks=1, face="E"),
        fig("b1", 2100, 1000),
        fig("b2", 1800, 1301),
        fig("b3", 1800, 651),
    ]
    match = play(town(figures), ThrowAction("a1"), dice=[5, 4, 5])
    say(match, (A, [1800, 1000, 0]))
    assert told(match, "shadows.tnt.test.on_target")[0]["sides"] == 8
    [save] = told(match, "shadows.shoot.save.failed")
    assert (save["who"], save["target"], save["short"]) == ("b1", 7, 3)
    assert [dodge["who"] for dodge in told(match, "shadows.tnt.blast.passed")] == ["b2"]
    assert [health(match, id) for id in ("b1", "b2", "b3")] == ["downed", "unhurt", "unhurt"]
    assert (who(match, "a1").sticks, dice_left(match)) == (0, [])


@pytest.mark.rule("shadows.tnt.chain")
def test_ex66_chain() -> None:
    sticks = [tnt("m1", 1000, 1000), tnt("m2", 1330, 1000), tnt("m3", 1680, 1000)]
    west = town(
        [fig("a1", 400, 1000, weapons=["rifle"], face="E"), fig("b1", 3000, 3000)], markers=sticks
    )
    match = play(west, ShootAction("a1"), dice=[5, 2, 2])
    say(match, (A, "a1.w1 m1"))
    assert told(match, "shadows.shoot.roll.test")[0]["parts"] == ["base+3", "short+1", "small-1"]
    gone = {id: marker.gone for id, marker in match.state.table.markers.items()}
    assert gone == {"m1": True, "m2": True, "m3": False}
    assert [blast["piece"] for blast in told(match, "shadows.tnt.blast")] == ["m1", "m2"]


@pytest.mark.rule("shadows.tnt.throw")
def test_ex67_through_a_window() -> None:
    west = town(
        [fig("a1", 1350, 1100, rank="veteran", sticks=1, face="E"), fig("b1", 3400, 3400)],
        map="redemption",
    )
    match = play(west, ThrowAction("a1"), dice=[6])
    say(match, (A, [1700, 1100, 0]))
    assert keys(match)[-1] == "shadows.tnt.blast.stick"
    assert (health(match, "a1"), dice_left(match)) == ("unhurt", [])


@pytest.mark.rule("shadows.terrain.explosive_blast")
def test_ex73_explosive_terrain() -> None:
    figures = [
        fig("a1", 1400, 1500, weapons=["rifle"], face="E"),
        fig("c1", 2080, 1779),
        fig("c2", 2080, 1220),
        fig("c3", 2408, 1500),
    ]
    match = play(town(figures, [KEG]), ShootAction("a1"), dice=[5, 5, 2, 2, 5, 6, 1, 6])
    say(match, (A, "a1.w1 keg"))
    [save] = told(match, "shadows.terrain.explosive_save.failed")
    assert (save["target"], save["die"], save["sides"]) == (6, 5, 8)
    assert match.state.table.exploded == ["keg"]
    # c1 is 279 from the centre, fully in reach; c2 with 280 partly; c3 with 328 not at all.
    assert [dodge["who"] for dodge in told(match, "shadows.tnt.blast.failed")] == ["c2"]
    assert [save["who"] for save in told(match, "shadows.shoot.save.failed")] == ["c1", "c2"]
    assert dice_left(match) == []


@pytest.mark.rule("shadows.tnt.blast_mounted")
def test_ex80_blast_on_a_rider() -> None:
    figures = [fig("a1", 300, 300), fig("b1", 2000, 2000, mounted=True)]
    match = play(town(figures), Explode(2000, 2100, 0, 300, by=A), dice=[5, 1, 5])
    assert health(match, "b1") == "shaken"
    assert (who(match, "b1").mounted, at(match, "b1")) == (False, (2000, 2000, 0))
    assert (who(match, "b1.h").gone, points(match)) == (Gone.CASUALTY, [0, 0])
    assert told(match, "shadows.shoot.save.passed")[0]["cause"] == "unhorsed"
    partly = play(town(figures), Explode(2000, 2350, 0, 300, by=A), dice=[5])
    assert (health(partly, "b1"), who(partly, "b1").mounted) == ("unhurt", True)


@pytest.mark.rule("shadows.tnt.blast_mounted")
@pytest.mark.parametrize(("die", "fate"), [(1, "casualty"), (6, "bolted")])
def test_a_horse_saves_also_when_its_rider_has_fallen(die: int, fate: str) -> None:
    """The rider is Downed by a 3, the horse runs off, and saves all the same."""
    figures = [fig("a1", 300, 300), fig("b1", 2000, 2000, mounted=True, rank="hero")]
    west = town(figures)
    west.table.figures["b1.h"].rank = Rank.HERO
    match = play(west, Explode(2000, 2100, 0, 300, by=A), dice=[3, die + 1])
    assert health(match, "b1") == "downed"
    assert who(match, "b1.h").gone == fate
    assert dice_left(match) == []
    assert told(match, "shadows.shoot.save.failed")[0]["who"] == "b1"


# --- throwing ------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.tnt.throw")
def test_a_throw_needs_a_visible_point_within_8_inches() -> None:
    wall = Piece("hut", "block", rect=(1200, 1200, 1300, 1600), h=300)
    west = town([fig("a1", 1000, 1000, sticks=1, face="E"), fig("b1", 3000, 3000)], [wall])
    match = play(west, ThrowAction("a1"))
    assert match.choice(A).refusal([1849, 1000, 0]) is None
    assert refused(match, A, [1850, 1000, 0]) == "shadows.tnt.throw"
    assert refused(match, A, [1400, 1400, 0]) == "shadows.tnt.throw"
    assert refused(match, A, [900, 1000, 0]) == "shadows.tnt.throw"
    assert refused(match, A, [1400, 1000, 50]) == "shadows.tnt.throw"
    assert refused(match, A, "b1") == "shadows.tnt.throw"
    assert refused(match, A, [1, 2]) == ""
    assert refused(match, A, [1, 2, True]) == "z"
    assert refused(match, A, "zz") == "boomtown.choice.offered"


@pytest.mark.rule("shadows.tnt.throw")
def test_a_figure_may_be_named_and_needs_only_to_be_seen() -> None:
    fence = Piece("fence", "linear", line=((1600, 900), (1600, 1100)), h=110)
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1700, 1000)], [fence])
    match = play(west, ThrowAction("a1"), dice=[5, 6])
    assert match.choice(A).offers() == ["b1", "lost"]
    assert refused(match, A, [1700, 1000, 0]) == "shadows.tnt.throw"
    say(match, (A, "b1"))
    assert health(match, "b1") == "shaken"


@pytest.mark.rule("shadows.tnt.throw")
def test_an_absent_thrower_keeps_the_stick() -> None:
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1700, 1000)])
    match = play(west, ThrowAction("a1"))
    match.time_out(A)
    assert (who(match, "a1").sticks, question(match)) == (1, "Rest")


@pytest.mark.rule("shadows.shoot.who")
def test_engaged_models_throw_and_shoot_where_the_table_agreed_on_it() -> None:
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1098, 1000)], close_fire=True)
    assert play(west, ThrowAction("a1")).choice(A).refusal("b1") is None
    able = {kind for kind, why in possible_kinds(west, "a1").items() if why is None}
    assert able >= {"shoot", "throw", "fight"}


@pytest.mark.rule("shadows.shoot.who")
def test_an_engaged_model_does_not_throw() -> None:
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1098, 1000)])
    assert keys(play(west, ThrowAction("a1"))) == ["shadows.act.impossible.throw"]


@pytest.mark.rule("shadows.react.options")
def test_a_reaction_throws_at_the_triggering_model() -> None:
    west = town([fig("b1", 1700, 1000, sticks=1), fig("a1", 1000, 1000)])
    match = play(west, ThrowAction("b1", at="a1"), dice=[5, 6])
    assert (health(match, "a1"), who(match, "b1").sticks) == ("shaken", 0)


@pytest.mark.rule("shadows.tnt.test")
def test_a_1_explodes_on_the_thrower() -> None:
    match = thrower([1, 7])
    assert told(match, "shadows.shoot.save.passed")[0]["who"] == "a1"


@pytest.mark.rule("shadows.tnt.test")
def test_a_4_is_a_dud() -> None:
    match = thrower([4])
    assert keys(match) == ["shadows.tnt.test.failed_4"]
    assert who(match, "a1").sticks == 0


@pytest.mark.rule("shadows.tnt.test")
@pytest.mark.parametrize(("die", "inches"), [(2, 6), (3, 6)])
def test_a_2_bounces_back_and_a_3_away(die: int, inches: int) -> None:
    west = town(
        [
            fig("a1", 1000, 1000, rank="veteran", sticks=1, face="E"),
            fig("b1", 1200, 1200),
            fig("b2", 2400, 1200),
        ]
    )
    dice = [die, inches, 7, 6] if die == 2 else [die, inches, 6]
    match = play(west, Throw("a1", 1800, 1000, 0), dice=dice)
    hurt = [
        save["who"]
        for entry in ("passed", "failed")
        for save in told(match, f"shadows.shoot.save.{entry}")
    ]
    assert hurt == (["a1", "b1"] if die == 2 else ["b2"])


@pytest.mark.rule("shadows.tnt.scatter")
def test_a_stick_never_passes_the_thrower() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 3000, 3000)])
    a1 = west.table.figures["a1"]
    assert scatter(west.table, a1, (1300, 1000, 0), 6, away=False) == (1000, 1000, 0)
    assert scatter(west.table, a1, (1300, 1000, 0), 2, away=False) == (1100, 1000, 0)
    assert scatter(west.table, a1, (1300, 1400, 0), 5, away=True) == (1600, 1800, 0)
    assert scatter(west.table, a1, (1000, 1000, 0), 5, away=True) == (1000, 1000, 0)


@pytest.mark.rule("shadows.tnt.scatter")
def test_a_stick_stops_at_walls_and_the_edge_and_drops_from_roofs() -> None:
    pieces = [
        Piece("hut", "building", rect=(2000, 800, 2400, 1200), floors=(0,), roof=300),
        Piece("rock", "block", rect=(1500, 2000, 1700, 2200), h=300, top=True),
    ]
    west = town([fig("a1", 1000, 1000), fig("b1", 3000, 3000)], pieces)
    a1 = west.table.figures["a1"]
    assert scatter(west.table, a1, (1800, 1000, 0), 6, away=True) == (1999, 1000, 0)
    a1.x, a1.y = 1000, 2100
    assert scatter(west.table, a1, (1600, 2100, 300), 3, away=True) == (1900, 2100, 0)
    a1.x, a1.y = 3000, 300
    assert scatter(west.table, a1, (3500, 300, 0), 3, away=True) == (3600, 300, 0)


# --- the sharp shot ------------------------------------------------------------------------------


@pytest.mark.rule("shadows.tnt.sharp_shot")
def test_a_missed_sharp_shot_may_jam() -> None:
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1698, 1000)])
    match = play(west, SharpShot("b1", "a1"), dice=[1, 2, 4])
    assert (who(match, "a1").sticks, who(match, "b1").weapons[0].jammed) == (1, True)


@pytest.mark.rule("shadows.tnt.sharp_shot")
def test_the_weapon_of_a_sharp_shot_is_chosen() -> None:
    shooter = fig("b1", 1698, 1000, weapons=["pistol", "rifle", "sawn_off"])
    west = town([fig("a1", 1000, 1000, sticks=1), shooter])
    assert sharp_weapons(west, shooter, "a1") == ["b1.w1", "b1.w2"]
    match = play(west, SharpShot("b1", "a1"))
    assert (match.asked(), match.choice(B).offers()) == ([B], ["b1.w1", "b1.w2"])
    far = play(
        town([fig("a1", 1000, 1000, sticks=1), fig("b1", 2400, 1000)]), SharpShot("b1", "a1")
    )
    assert keys(far) == ["shadows.act.impossible.shoot"]


@pytest.mark.rule("shadows.tnt.sharp_shot")
@pytest.mark.rule("shadows.shoot.multi")
@pytest.mark.parametrize(
    ("dice", "sticks", "jammed"),
    [
        ([2, 2, 2, 2], 1, False),
        ([2, 2, 5, 2, 5], 0, False),
        ([5, 2, 5], 0, False),
        ([1, 2, 4], 1, True),
    ],
)
def test_a_weapon_with_two_shots_may_try_the_stick_twice(
    dice: list[int], sticks: int, jammed: bool
) -> None:
    figures = [fig("a1", 1000, 1000, sticks=1), fig("b1", 1698, 1000, weapons=["sixgun"])]
    match = play(town(figures), SharpShot("b1", "a1"), dice=dice)
    assert (who(match, "a1").sticks, who(match, "b1").weapons[0].jammed) == (sticks, jammed)
    assert dice_left(match) == []


@pytest.mark.rule("shadows.measure.premeasure")
@pytest.mark.rule("shadows.shoot.out_of_range")
def test_without_measuring_a_throw_may_be_too_far_and_the_stick_is_kept() -> None:
    figures = [fig("a1", 1000, 1000, sticks=1, face="E"), fig("b1", 2000, 1000)]
    measured = play(town(figures), ThrowAction("a1"))
    assert measured.choice(A).offers() == ["lost"]
    assert refused(measured, A, "b1") == "shadows.tnt.throw"
    for answer in ("b1", [1900, 1000, 0]):
        match = play(town(figures, premeasure=False), ThrowAction("a1"))
        choice = match.choice(A)
        assert isinstance(choice, ThrowChoice)
        assert [ready.args for ready in choice.ready] == [{"target": "b1"}, {}]
        match.answer(A, answer)
        assert (who(match, "a1").sticks, question(match)) == (1, "Rest")
        assert told(match, "shadows.tnt.throw.far")[0]["range"] == 800


@pytest.mark.rule("shadows.measure.premeasure")
def test_without_measuring_a_sharp_shot_may_be_too_far() -> None:
    figures = [fig("a1", 1000, 1000, sticks=1), fig("b1", 2400, 1000)]
    match = play(town(figures, premeasure=False), SharpShot("b1", "a1"))
    assert keys(match) == ["shadows.tnt.sharp_shot", "shadows.shoot.out_of_range"]
    assert (who(match, "a1").sticks, question(match)) == (1, "Rest")


@pytest.mark.rule("shadows.vp.casualty")
def test_an_exploded_thrower_counts_for_the_sharp_shooter() -> None:
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1698, 1000)])
    match = play(west, SharpShot("b1", "a1"), dice=[5, 2, 2])
    assert (health(match, "a1"), points(match)) == ("casualty", [0, 1])


# --- explosions ----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.tnt.blast")
@pytest.mark.parametrize(
    ("x", "dice", "after"),
    [
        (1300, [6], "shaken"),  # the centre is 300 away: fully in reach
        (1301, [4, 6], "shaken"),  # partly, and not dodged
        (1301, [5], "unhurt"),
        (1348, [4, 6], "shaken"),
        (1349, [], "unhurt"),
    ],
)
def test_the_reach_of_a_blast(x: int, dice: list[int], after: str) -> None:
    west = town([fig("a1", 200, 200), fig("b1", x, 1000)])
    match = play(west, Explode(1000, 1000, 0, 300, by=A), dice=dice)
    assert (health(match, "b1"), dice_left(match)) == (after, [])


@pytest.mark.rule("shadows.tnt.blast_reach")
def test_height_counts_and_walls_do_not_help() -> None:
    rock = Piece("rock", "block", rect=(1000, 900, 1300, 1100), h=280, top=True)
    west = town(
        [fig("a1", 200, 200), fig("b1", 1100, 1000, 280), fig("b2", 1250, 1000, 280)], [rock]
    )
    match = play(west, Explode(1000, 1000, 0, 300, by=A), dice=[6, 5])
    assert [health(match, id) for id in ("b1", "b2")] == ["shaken", "unhurt"]
    hut = Piece("hut", "building", rect=(1100, 800, 1500, 1200), floors=(0,), roof=300)
    inside = town([fig("a1", 200, 200), fig("b1", 1200, 1000)], [hut])
    assert health(play(inside, Explode(1000, 1000, 0, 300, by=A), dice=[6]), "b1") == "shaken"


@pytest.mark.rule("shadows.tnt.blast")
def test_friend_and_foe_townsfolk_and_horses_are_hit_nearest_first() -> None:
    figures = [
        fig("a1", 1100, 1000, rank="hero"),
        fig("b1", 850, 1000),
        fig("t1", 1000, 1050),
        fig("b1.h", 1000, 750),
    ]
    match = play(town(figures), Explode(1000, 1000, 0, 300, by=A), dice=[6, 7, 6, 6])
    assert health(match, "t1") == "casualty"
    assert health(match, "a1") == "unhurt"
    assert health(match, "b1") == "shaken"
    assert health(match, "b1.h") == "casualty"
    assert who(match, "b1").horse is None
    assert points(match) == [0, 0]


@pytest.mark.rule("shadows.damage.downed_hurt")
def test_a_blast_hurts_the_downed() -> None:
    west = town([fig("a1", 200, 200), fig("b1", 1100, 1000, downed=True)])
    match = play(west, Explode(1000, 1000, 0, 300, by=A), dice=[2])
    assert (health(match, "b1"), points(match)) == ("casualty", [1, 0])


@pytest.mark.rule("shadows.terrain.explosive_chain")
def test_powder_and_sticks_set_each_other_off_once() -> None:
    kegs = [KEG, Piece("powder", "explosive", disc=(2080, 1850, 79), h=100)]
    west = town([fig("a1", 200, 200), fig("b1", 3000, 3000)], kegs, markers=[tnt("m1", 2080, 1300)])
    match = play(west)
    match.then(explode_marker(match.state.table, "m1", A))
    match.advance()
    assert match.state.table.exploded == ["keg", "powder"]
    assert [blast["piece"] for blast in told(match, "shadows.tnt.blast")] == ["m1", "keg", "powder"]
    match.then(Explode(2080, 1500, 0, 279, "keg", A))
    match.advance()
    assert len(told(match, "shadows.tnt.blast")) == 3


@pytest.mark.rule("shadows.tnt.chain")
def test_a_corridor_sets_off_sticks_and_powder() -> None:
    keg = Piece("keg", "explosive", disc=(1400, 1150, 79), h=100)
    west = town(
        [fig("a1", 1000, 1000, weapons=["sawn_off"]), fig("b1", 1300, 1000)],
        [keg],
        markers=[tnt("m1", 1600, 950)],
    )
    match = play(west, ShootAction("a1"), dice=[6, 6, 6, 6])
    say(match, (A, "a1.w1 b1"))
    assert match.state.table.markers["m1"].gone
    assert match.state.table.exploded == ["keg"]


@pytest.mark.rule("shadows.vp.casualty")
def test_a_chain_counts_for_whoever_set_off_the_first() -> None:
    west = town(
        [fig("a1", 200, 200), fig("c1", 1500, 1000), fig("b1", 3000, 3000)],
        markers=[tnt("m1", 1000, 1000, seat=B), tnt("m2", 1330, 1000, seat=B)],
    )
    match = play(west)
    match.then(explode_marker(match.state.table, "m1", A))
    load(match, 2)
    match.advance()
    assert points(match) == [1, 0, 0]
