"""Activations and Lookout (specification, sections 3.7 and 3.12)."""

import pytest

from boomtown.core import Match
from boomtown.testing import refused
from shadows_west.rules.activation import Activate, EndActivation, possible_kinds
from shadows_west.rules.damage import lose_lookout, shake
from shadows_west.rules.recovery import RecoveryPhase
from shadows_west.state import Figure, Token, West
from showdown import acts, does
from town import A, B, at, fig, keys, load, play, question, tnt, told, town, who

FAR = (3000, 3000)


def active(*figures: Figure, dice: tuple[int, ...] = (), **more: object) -> Match[West]:
    """It is A's activation; an enemy stands far away and looks elsewhere."""
    west = town([*figures, fig("b9", *FAR, face="N")], **more)  # type: ignore[arg-type]
    return play(west, Activate(A), dice=dice)


def walk(match: Match[West], x: int, y: int) -> None:
    match.answer(match.asked()[0], f"walk {x} {y}")


# --- who acts ------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.act.turn")
@pytest.mark.rule("shadows.concept.spent")
def test_only_models_that_are_not_spent_can_be_activated() -> None:
    match = active(
        fig("a1", 1000, 1000, token="done"),
        fig("a2", 1200, 1000, token="lookout", activated=True),
        fig("a3", 1400, 1000),
        fig("a4", 1600, 1000, downed=True),
        fig("b1", 3000, 3000),
    )
    assert refused(match, A, {"single": "a1"}) == "shadows.concept.spent"
    assert refused(match, A, {"single": "a2"}) == "shadows.lookout.same_turn"
    assert refused(match, A, {"double": ["a3", "a1"]}) == "shadows.concept.spent"
    assert refused(match, A, {"single": "b1"}) == "shadows.act.turn"
    assert refused(match, A, {"single": "a3"}) is None
    assert refused(match, A, {"single": "a4"}) is None


@pytest.mark.rule("shadows.act.pass")
def test_who_has_only_spent_models_must_pass() -> None:
    match = active(fig("a1", 1000, 1000, token="done"))
    assert question(match) == "Rest"
    assert told(match, "shadows.act.pass") == [{"seat": A}]


@pytest.mark.rule("shadows.act.pass")
def test_passing_is_allowed_only_if_all_unspent_models_are_on_lookout() -> None:
    match = active(fig("a1", 1000, 1000, token="lookout"), fig("a2", 1200, 1000, token="done"))
    match.answer(A, {"pass": "pass"})
    assert question(match) == "Rest"
    assert who(match, "a1").token is Token.LOOKOUT
    assert not who(match, "a1").spent, "it has not been activated"
    match = active(fig("a1", 1000, 1000, token="lookout"), fig("a2", 1200, 1000))
    assert refused(match, A, {"pass": "pass"}) == "shadows.act.pass"


@pytest.mark.rule("shadows.act.pass")
def test_an_absent_player_passes_if_he_may_or_does_nothing_with_his_first_model() -> None:
    match = active(fig("a1", 1000, 1000, token="lookout"))
    match.time_out(A)
    assert question(match) == "Rest"
    match = active(fig("a1", 1000, 1000), fig("a2", 1200, 1000))
    match.time_out(A)
    match.time_out(A)
    assert question(match) == "Rest"
    assert who(match, "a1").token is Token.DONE
    assert not who(match, "a2").spent


@pytest.mark.rule("shadows.act.single")
@pytest.mark.rule("shadows.act.discrete")
def test_a_single_activation_has_two_actions_in_any_combination() -> None:
    """EX17: move and move, each of up to 4 inches."""
    match = active(fig("a1", 1000, 1000))
    acts(match, "single", "a1")
    does(match, "move")
    assert refused(match, A, "walk 1000 1800") is not None
    walk(match, 1000, 1400)
    does(match, "move")
    walk(match, 1000, 1800)
    assert question(match) == "Rest"
    assert at(match, "a1") == (1000, 1800, 0)
    assert who(match, "a1").token is Token.DONE


@pytest.mark.rule("shadows.act.weapon_once")
def test_a_weapon_is_used_once_in_an_activation() -> None:
    """EX17: w1 and then w2, but never w1 twice."""
    figures = [fig("a1", 1000, 1000, weapons=["pistol", "rifle"]), fig("b1", 1700, 1000)]
    match = active(*figures, dice=(2, 3, 4))
    acts(match, "single", "a1")
    does(match, "shoot")
    match.answer(A, "a1.w1 b1")
    load(match, 2, 3, 4, 4)
    does(match, "shoot")
    assert refused(match, A, "a1.w1 b1") == "shadows.act.weapon_once"
    match.answer(A, "a1.w2 b1")
    assert question(match) == "Rest"
    match = active(fig("a1", 1000, 1000), fig("b1", 1700, 1000), dice=(2, 3, 4))
    acts(match, "single", "a1")
    does(match, "shoot")
    match.answer(A, "a1.w1 b1")
    assert refused(match, A, "shoot") == "shadows.act.weapon_once"


@pytest.mark.rule("shadows.act.double")
def test_a_double_activation_gives_two_models_one_action_each_in_the_named_order() -> None:
    match = active(fig("a1", 1000, 1000), fig("a2", 1200, 1000), fig("a3", 1400, 1000))
    acts(match, "double", ["a3", "a1"])
    assert match.question(A).args == {"who": "a3", "left": 1}  # type: ignore[union-attr]
    does(match, "move")
    walk(match, 1400, 1300)
    assert match.question(A).args == {"who": "a1", "left": 1}  # type: ignore[union-attr]
    does(match, "stop")
    assert question(match) == "Rest"
    assert [who(match, id).token for id in ("a1", "a2", "a3")] == [
        Token.DONE,
        Token.NONE,
        Token.DONE,
    ]


@pytest.mark.rule("shadows.act.double")
def test_a_double_activation_needs_two_different_models() -> None:
    match = active(fig("a1", 1000, 1000), fig("a2", 1200, 1000))
    assert refused(match, A, {"double": ["a1", "a1"]}) == "boomtown.choice.twice"
    assert refused(match, A, {"double": ["a1"]}) == "boomtown.choice.count"
    match = active(fig("a1", 1000, 1000))
    assert refused(match, A, {"double": ["a1", "a1"]}) == "shadows.act.double"


@pytest.mark.rule("shadows.act.optional")
def test_actions_may_be_given_up() -> None:
    match = active(fig("a1", 1000, 1000))
    acts(match, "single", "a1")
    does(match, "move")
    walk(match, 1000, 1100)
    does(match, "stop")
    assert question(match) == "Rest"
    assert who(match, "a1").token is Token.DONE


@pytest.mark.rule("shadows.act.done")
def test_done_tokens_are_given_when_the_activation_is_complete() -> None:
    match = active(fig("a1", 1000, 1000), fig("a2", 1200, 1000))
    acts(match, "double", ["a1", "a2"])
    does(match, "stop")
    assert who(match, "a1").token is Token.NONE
    does(match, "lookout")
    assert who(match, "a1").token is Token.DONE
    assert who(match, "a2").token is Token.LOOKOUT


@pytest.mark.rule("shadows.act.resign")
def test_a_player_may_give_up_but_nobody_proposes_it() -> None:
    match = active(fig("a1", 1000, 1000))
    assert {"flee": "flee"} not in match.choice(A).offers()
    match.answer(A, {"flee": "flee"})
    assert match.state.gangs[A].fled
    assert not list(match.state.table.models(A))
    assert question(match) == "Rest"


# --- what may be declared ------------------------------------------------------------------------


@pytest.mark.rule("shadows.act.declare")
def test_an_action_is_declared_by_kind_and_each_refusal_has_its_rule() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", *FAR)])
    why = {kind: one and one.key for kind, one in possible_kinds(west, "a1").items()}
    assert why == {
        "move": None,
        "shoot": "shadows.shoot.sequence.nobody",
        "throw": "shadows.tnt.throw.no_stick",
        "fight": "shadows.fight.defender.nobody",
        "lookout": None,
    }
    west = town([fig("a1", 1000, 1000, sticks=1), fig("b1", 1098, 1000)])
    why = {kind: one and one.key for kind, one in possible_kinds(west, "a1").items()}
    assert why["fight"] is None
    assert why["shoot"] == why["throw"] == "shadows.shoot.who"
    west = town([fig("a1", 1000, 1000, weapons=[]), fig("b1", 1500, 1000)])
    assert possible_kinds(west, "a1")["shoot"].key == "shadows.shoot.who.unarmed"  # type: ignore[union-attr]
    west = town([fig("a1", 1000, 1000), fig("b1", 1500, 1000)])
    west.table.figures["a1"].weapons[0].jammed = True
    assert possible_kinds(west, "a1")["shoot"].key == "shadows.shoot.jam"  # type: ignore[union-attr]


@pytest.mark.rule("shadows.damage.downed")
def test_a_downed_model_makes_one_crawl_and_nothing_else() -> None:
    match = active(fig("a1", 1000, 1000, downed=True))
    acts(match, "single", "a1")
    assert list(match.choice(A).offers()) == ["move", "stop"]
    assert refused(match, A, "lookout") == "shadows.damage.downed"
    does(match, "move")
    assert refused(match, A, "walk 1000 1201") is not None
    walk(match, 1000, 1200)
    assert question(match) == "Rest", "one Move per activation"
    assert who(match, "a1").token is Token.DONE


@pytest.mark.rule("shadows.tnt.shoot_marker")
def test_a_placed_stick_can_be_shot_from_the_next_action_on() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", *FAR)], markers=[tnt("m1", 1500, 1000)])
    west.table.markers["m1"].fresh = True
    match = play(west, Activate(A))
    acts(match, "single", "a1")
    assert not match.state.table.markers["m1"].fresh, "an action begins"
    assert refused(match, A, "shoot") is None


# --- Lookout -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.lookout.take")
def test_going_on_lookout_ends_the_activation() -> None:
    """EX19, variant: Lookout as the first action."""
    match = active(fig("a1", 1000, 1000))
    acts(match, "single", "a1")
    does(match, "lookout")
    assert question(match) == "Rest"
    assert who(match, "a1").token is Token.LOOKOUT


@pytest.mark.rule("shadows.lookout.after_action")
@pytest.mark.rule("shadows.lookout.same_turn")
def test_a_model_may_move_and_then_go_on_lookout() -> None:
    """EX19."""
    match = active(fig("a1", 1000, 1000))
    acts(match, "single", "a1")
    does(match, "move")
    walk(match, 1000, 1400)
    does(match, "lookout")
    assert question(match) == "Rest"
    model = who(match, "a1")
    assert model.token is Token.LOOKOUT
    assert model.spent


@pytest.mark.rule("shadows.lookout.carry")
def test_a_lookout_of_an_earlier_turn_drops_the_token_and_acts() -> None:
    """EX20."""
    west = town([fig("a1", 1000, 1000, token="lookout"), fig("b1", 1700, 1000, token="done")])
    match = play(west, RecoveryPhase(), Activate(A))
    assert who(match, "b1").token is Token.NONE, "recovery removes Done tokens only"
    acts(match, "single", "a1")
    assert question(match) == "KeepLookout"
    match.answer(A, "drop")
    does(match, "move")
    walk(match, 1000, 1100)
    load(match, 2, 3, 4)
    does(match, "shoot")
    match.answer(A, "a1.w1 b1")
    assert question(match) == "Rest"
    assert who(match, "a1").token is Token.DONE


@pytest.mark.rule("shadows.lookout.carry")
def test_a_lookout_may_keep_its_token_and_take_no_action() -> None:
    """EX20, variant."""
    match = active(fig("a1", 1000, 1000, token="lookout"))
    acts(match, "single", "a1")
    match.answer(A, "keep")
    assert question(match) == "Rest"
    assert who(match, "a1").token is Token.LOOKOUT
    assert who(match, "a1").spent


@pytest.mark.rule("shadows.lookout.lose")
def test_a_lookout_token_becomes_done_when_the_model_is_shaken() -> None:
    match = play(town([fig("a1", 1000, 1000, token="lookout"), fig("b1", *FAR)]))
    shake(match, who(match, "a1"))
    assert who(match, "a1").token is Token.DONE
    lose_lookout(match, who(match, "b1"))
    assert who(match, "b1").token is Token.NONE


@pytest.mark.rule("shadows.lookout.lose")
def test_an_enemy_that_moves_into_contact_costs_the_token() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1300, 1000, token="lookout", face="E")]
    match = play(town(figures), Activate(A))
    acts(match, "single", "a1")
    does(match, "move")
    match.answer(A, "walk 1202 1000; charge b1")
    assert who(match, "b1").token is Token.DONE


# --- impossible actions --------------------------------------------------------------------------


@pytest.mark.rule("shadows.act.impossible")
def test_an_action_that_a_reaction_has_made_impossible_is_lost() -> None:
    """EX58: the charge of a reaction engages the shooter."""
    figures = [
        fig("b1", 1000, 1000, token="lookout", face="E"),
        fig("a1", 1300, 1000, weapons=["pistol"], face="W"),
    ]
    match = play(town(figures), Activate(A))
    acts(match, "single", "a1")
    does(match, "shoot")
    match.answer(B, {"b1": "move"})
    load(match, 5, 3, 1, 1, 5, 2, 2)
    match.answer(B, "walk 1202 1000; charge a1; fight a1")
    assert told(match, "shadows.act.impossible") == [{"who": "a1", "kind": "shoot"}]
    assert who(match, "b1").token is Token.DONE
    assert question(match) == "Declare", "the second action is still there"
    assert refused(match, A, "shoot") == "shadows.shoot.who"


def test_an_activation_is_over_for_a_model_that_is_gone() -> None:
    figures = [fig("a1", 1000, 1000), fig("a2", 1300, 1000), fig("b1", *FAR)]
    figures[0].gone = figures[0].gone.CASUALTY
    match = play(town(figures), EndActivation(["a1", "a2"]))
    assert who(match, "a1").token is Token.NONE
    assert who(match, "a2").token is Token.DONE
    assert "shadows.act.single" not in keys(match)
