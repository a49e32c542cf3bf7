"""Whatever is visible and cannot be chosen is refused by a rule of this game."""

from boomtown.core import Match, Seat
from boomtown.testing import say
from boomtown.testing.whynot import unexplained
from shadows_west.rules.activation import Activate, Declare
from shadows_west.rules.fighting import FightAction
from shadows_west.rules.npc import NpcPhase
from shadows_west.rules.sharp_shots import SharpShot
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import West
from town import A, B, fig, loot, play, town

MELEE = (
    fig("a1", 1000, 1000),
    fig("a2", 1300, 1000, mounted=True),
    fig("b1", 1098, 1000),
    fig("b2", 1000, 1098, downed=True),
    fig("b3", 2000, 1000),
    fig("b5", 902, 1000),
    fig("b4.h", 1000, 870),
    fig("t1", 2500, 1000),
)


def why(match: Match[West], seat: Seat, answer: object) -> str:
    """The whole key of a refusal."""
    choice = match.choice(seat)
    refusal = choice.refusal(choice.read(answer))
    return "" if refusal is None else refusal.key


def explained(match: Match[West]) -> bool:
    """Whether everything visible is refused with a reason, or allowed."""
    return not [found for seat in match.asked() for found in unexplained(match, seat)]


def test_a_fight_says_why_it_is_not_with_the_others() -> None:
    match = play(town(MELEE), FightAction("a1"))
    assert why(match, A, "b1") == ""
    assert why(match, A, "a2") == "shadows.fight.defender.own"
    assert why(match, A, "b2") == "shadows.fight.downed"
    assert why(match, A, "b3") == "shadows.fight.defender.apart"
    assert why(match, A, "b4.h") == "shadows.mount.fight"
    assert why(match, A, "t1") == "shadows.fight.defender.apart"
    assert explained(match)


def test_an_activation_says_why_it_is_not_the_others() -> None:
    match = play(town([*MELEE, fig("a3", 500, 500, activated=True)]), Activate(A))
    assert why(match, A, {"single": "a3"}) == "shadows.concept.spent"
    assert why(match, A, {"single": "b1"}) == "shadows.act.turn.other"
    assert why(match, A, {"double": ["a1", "t1"]}) == "shadows.act.turn.other"
    assert explained(match)


def test_a_shot_says_why_a_thing_is_no_target() -> None:
    match = play(town([fig("a1", 0, 0), fig("b1", 0, 500)], markers=[loot("l1", 0, 300)]),
                 ShootAction("a1"))  # fmt: skip
    assert why(match, A, "a1.w1 l1") == "shadows.shoot.sequence.target"
    assert why(match, A, "a1.w1 a1") == "shadows.shoot.sequence.target"
    assert explained(match)


def test_a_reaction_says_why_others_do_not_react() -> None:
    figures = [
        fig("a1", 1000, 1000),
        fig("b1", 1000, 1500, token="lookout"),
        fig("b2", 1000, 1600),
    ]
    match = play(town(figures), Declare(A, "a1", 2, False))
    say(match, (A, "move"))
    assert why(match, B, {"b2": "shoot"}) == "shadows.react.trigger"
    assert why(match, B, {"a1": "shoot"}) == "shadows.react.trigger.other"
    assert explained(match)


def test_a_sharp_shot_says_why_it_is_not_with_the_other_weapons() -> None:
    guns = ["pistol", "rifle", "sawn_off", "rifle"]
    figures = [fig("a1", 0, 1000, weapons=guns), fig("b1", 0, 2500, sticks=1)]
    match = play(town(figures), SharpShot("a1", "b1"))
    assert why(match, A, "a1.w2") == ""
    assert why(match, A, "a1.w1") == "shadows.shoot.out_of_range"
    assert why(match, A, "a1.w3") == "shadows.tnt.sharp_shot.corridor"
    assert why(match, A, "b1.w1") == "shadows.tnt.sharp_shot.other"
    assert explained(match)


def test_who_orders_townsfolk_names_nobody_else() -> None:
    folk = [fig("t1", 1500, 1500), fig("t2", 2000, 2000)]
    match = play(town([fig("a1", 0, 0), fig("b1", 3000, 3000), *folk]), NpcPhase(), dice=[6, 1])
    assert why(match, A, ["t1", "a1"]) == "shadows.npc.active.other"
    assert explained(match)
