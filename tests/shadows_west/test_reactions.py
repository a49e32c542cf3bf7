"""Reactions (specification, section 3.12)."""

from typing import Any

import pytest

from boomtown.core import Match
from boomtown.testing import refused
from shadows_west.content.ranks import Rank
from shadows_west.page.board import board
from shadows_west.rules.activation import Act, Activate, EndActivation
from shadows_west.rules.reactions import Reactions, lookouts, reaction_kinds
from shadows_west.state import Figure, Quiet, Token, West
from showdown import acts, does
from town import A, B, C, at, dice_left, fig, health, keys, load, loot, play, question, told, town
from town import who as model


def against(*figures: Figure, left: int = 1, dice: tuple[int, ...] = ()) -> Match[West]:
    """A's a1 acts, with so many actions left."""
    west = town(list(figures))
    west.acting = ["a1"]
    return play(west, Act("a1", left), dice=dice)


def looking(id: str, x: int, y: int, face: str = "W", **more: object) -> Figure:
    return fig(id, x, y, face=face, token="lookout", **more)  # type: ignore[arg-type]


# --- who reacts ----------------------------------------------------------------------------------


@pytest.mark.rule("shadows.react.trigger")
def test_a_passive_lookout_that_sees_the_active_model_may_react() -> None:
    figures = [
        fig("a1", 1000, 1000, face="E"),
        looking("a2", 1200, 1200),
        looking("b1", 1600, 1000),
        looking("b2", 1600, 1200, face="E"),
        fig("b3", 1600, 800, face="W"),
        looking("b4", 1600, 600, downed=True),
        looking("c1", 1600, 1400),
    ]
    west = town(figures)
    assert lookouts(west, west.table.figures["a1"]) == {B: ["b1"], C: ["c1"]}
    match = play(west, Act("a1", 1))
    does(match, "move")
    assert match.asked() == [B, C]
    assert match.question(B).args == {"who": "a1", "kind": "move"}  # type: ignore[union-attr]
    for id in ("b2", "b3", "b4"):
        assert refused(match, B, {id: "move"}) == "shadows.react.trigger"


@pytest.mark.rule("shadows.react.trigger")
@pytest.mark.parametrize("kind", ["move", "shoot", "lookout"])
def test_every_declared_action_can_be_reacted_to(kind: str) -> None:
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000))
    does(match, kind)
    assert question(match) == "DeclareReactions"


@pytest.mark.rule("shadows.ui.react")
def test_nobody_is_asked_if_nobody_could_react() -> None:
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000, face="E"))
    does(match, "move")
    assert question(match) == "PickMove"


@pytest.mark.rule("shadows.ui.react")
def test_declining_may_hold_for_the_whole_activation() -> None:
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000), left=2)
    does(match, "move")
    match.answer(B, {"pass": "activation"})
    match.answer(A, "")
    does(match, "move")
    assert question(match) == "PickMove", "B is not asked again"
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000), left=2)
    does(match, "move")
    match.time_out(B)
    match.answer(A, "")
    does(match, "move")
    assert match.asked() == [B], "an absent player declines once"


@pytest.mark.rule("shadows.ui.react")
def test_declining_may_hold_until_one_says_otherwise() -> None:
    west = town([fig("a1", 1000, 1000), looking("b1", 1600, 1000)])
    match = play(west, Act("a1", 1), EndActivation(["a1"]), Act("a1", 1), Activate(B))
    does(match, "move")
    match.answer(B, {"pass": "always"})
    match.answer(A, "")
    does(match, "move")
    assert question(match) == "PickMove", "another activation, and B is not asked"
    match.answer(A, "")
    assert question(match) == "ChooseMode"
    match.answer(B, {"listen": "listen"})
    assert not match.state.gangs[B].quiet
    assert question(match) == "ChooseMode", "it has cost nothing"
    assert refused(match, B, {"listen": "listen"}) == "listen"


@pytest.mark.rule("shadows.ui.react")
def test_whoever_goes_on_lookout_wants_to_be_asked_again() -> None:
    match = against(fig("a1", 1000, 1000), fig("b1", 1600, 1000))
    match.state.gangs[A].quiet = Quiet.ALWAYS
    does(match, "lookout")
    assert not match.state.gangs[A].quiet


@pytest.mark.rule("shadows.ui.react")
def test_the_time_to_react_is_an_option() -> None:
    west = town([fig("a1", 1000, 1000), looking("b1", 1600, 1000)], react_seconds=45)
    match = play(west, Act("a1", 1))
    does(match, "move")
    assert match.prompt().seconds == 45  # type: ignore[union-attr]


@pytest.mark.rule("shadows.ui.react", "boomtown.table.spared")
@pytest.mark.parametrize(
    ("lookout", "worth"),
    [
        (looking("b1", 1600, 1000), True),
        (looking("b1", 2400, 1700), False),
        (looking("b1", 1300, 1000, weapons=[]), True),
        (looking("b1", 1600, 1000, weapons=[]), False),
    ],
    ids=["a shot", "out of reach", "a charge", "nothing but a walk"],
)
def test_people_are_asked_where_a_shot_a_throw_or_a_charge_is_possible(
    lookout: Figure, worth: bool
) -> None:
    match = against(fig("a1", 1000, 1000), lookout)
    does(match, "move")
    assert question(match) == "DeclareReactions", "the rules ask, and bots answer"
    assert match.spares(B, alone=False) == ([] if worth else [{"pass": "once"}])
    assert match.routine(B) == [{"pass": "once"}], "one key declines"


@pytest.mark.rule("shadows.ui.react")
def test_nobody_is_asked_about_townsfolk() -> None:
    match = play(town([fig("t1", 1000, 1000), looking("b1", 1600, 1000)]), Reactions("move", "t1"))
    assert question(match) == "DeclareReactions"
    assert match.spares(B, alone=False) == [{"pass": "once"}]


def test_whoever_may_react_sees_how_far_and_how_likely_and_the_line() -> None:
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000), looking("b2", 2400, 1700))
    does(match, "move")
    shown = board(match.view(B), match.question(B))
    assert shown.ask is not None
    near, far = shown.ask.hints["figure:b1"], shown.ask.hints["figure:b2"]
    odds: dict[str, Any] = near.args
    assert near.key == "board.hint.react"
    assert 0 < odds["down"] <= odds["hit"] <= 100
    assert odds["gap"] == 502, "from base to base"
    assert (far.key, set(far.args)) == ("board.hint.react.far", {"gap"})
    assert len(shown.sights) == 2
    assert board(match.view(A), None).sights == []


@pytest.mark.rule("shadows.react.one_per_gang")
def test_one_model_of_each_gang_reacts() -> None:
    match = against(
        fig("a1", 1000, 1000), looking("b1", 1600, 1000), looking("b2", 1600, 1200), dice=(2, 3, 4)
    )
    does(match, "move")
    assert refused(match, B, {"b1": "move", "b2": "move"}) == ""
    match.answer(B, {"b2": "shoot"})
    match.answer(B, "b2.w1 a1")
    assert question(match) == "PickMove"
    assert model(match, "b1").token is Token.LOOKOUT
    assert model(match, "b2").token is Token.DONE


@pytest.mark.rule("shadows.react.one_per_gang")
def test_two_gangs_may_agree_on_any_number_of_reactions() -> None:
    figures = [
        fig("a1", 1000, 1000), looking("b1", 1600, 1000), looking("b2", 1600, 1200),
        looking("b3", 1600, 1400),
    ]  # fmt: skip
    west = town(figures, reactions="any")
    west.acting = ["a1"]
    match = play(west, Act("a1", 1), dice=(2, 3, 4, 2, 3, 4))
    does(match, "move")
    match.answer(B, {"b2": "shoot"})
    assert refused(match, B, {"b2": "shoot"}) == "shadows.react.trigger"
    assert model(match, "b2").token is Token.LOOKOUT, "nothing is resolved before all are named"
    match.answer(B, {"b1": "shoot"})
    match.answer(B, {"pass": "once"})
    assert question(match) == "PickShot"
    match.answer(B, "b2.w1 a1")
    match.answer(B, "b1.w1 a1")
    assert "shadows.react.order" not in keys(match), "one gang needs no dice for the order"
    assert [model(match, id).token for id in ("b1", "b2", "b3")] == [
        Token.DONE,
        Token.DONE,
        Token.LOOKOUT,
    ]


@pytest.mark.rule("shadows.react.one_per_gang")
def test_three_gangs_have_one_reaction_each_whatever_was_agreed() -> None:
    figures = [
        fig("a1", 1000, 1000), looking("b1", 1600, 1000), looking("b2", 1600, 1200),
        looking("c1", 3000, 3000),
    ]  # fmt: skip
    west = town(figures, reactions="any")
    west.acting = ["a1"]
    match = play(west, Act("a1", 1))
    does(match, "move")
    match.answer(B, {"b2": "move"})
    if C in match.asked():
        match.answer(C, {"pass": "once"})
    assert question(match) == "PickMove"


@pytest.mark.rule("shadows.react.declare_all")
@pytest.mark.rule("shadows.hidden.reveal")
def test_all_reactions_are_named_before_any_is_resolved() -> None:
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000), looking("c1", 1600, 1300))
    does(match, "move")
    before = len(match.log)
    match.answer(B, {"b1": "move"})
    assert len(match.log) == before
    assert refused(match, B, {"pass": "once"}) == "boomtown.answer.sealed"
    load(match, 2, 5)
    match.answer(C, {"c1": "move"})
    assert told(match, "shadows.react.declare_all") == [
        {"who": "b1", "kind": "move", "trigger": "a1"},
        {"who": "c1", "kind": "move", "trigger": "a1"},
    ]
    assert match.asked() == [C]


@pytest.mark.rule("shadows.react.order")
def test_higher_dice_react_first_and_ties_go_to_the_higher_rank() -> None:
    """EX56."""
    figures = [
        fig("a1", 1000, 1000),
        looking("b1", 1600, 1000, rank="hero"),
        looking("c1", 1600, 1300, rank="veteran"),
    ]
    match = against(*figures)
    does(match, "move")
    match.answer(B, {"b1": "move"})
    load(match, 5, 5)
    match.answer(C, {"c1": "move"})
    assert match.asked() == [B], "hero before veteran"
    figures = [
        fig("a1", 1000, 1000),
        looking("b1", 1600, 1000, rank="veteran"),
        looking("c1", 1600, 1300, rank="veteran"),
    ]
    match = against(*figures)
    does(match, "move")
    match.answer(B, {"b1": "move"})
    load(match, 5, 5, 2, 7)
    match.answer(C, {"c1": "move"})
    assert match.asked() == [C], "both roll again"
    assert dice_left(match) == []


# --- what a reaction is --------------------------------------------------------------------------


@pytest.mark.rule("shadows.react.options")
def test_a_reaction_is_a_shot_at_the_triggering_model_or_a_move() -> None:
    figures = [
        fig("a1", 1000, 1000),
        fig("a2", 1400, 1000, face="E"),
        looking("b1", 1600, 1200, rank="veteran"),
    ]
    match = against(*figures, dice=(5, 2, 3, 5))
    does(match, "move")
    match.answer(B, {"b1": "shoot"})
    assert refused(match, B, "b1.w1 a2") == "shadows.react.options"
    match.answer(B, "b1.w1 a1")
    assert "shadows.shoot.spotting.passed" not in keys(match), "without spotting"
    assert model(match, "b1").token is Token.DONE
    assert question(match) == "PickMove"


@pytest.mark.rule("shadows.react.options")
def test_what_cannot_be_done_is_refused_with_its_rule() -> None:
    west = town(
        [
            fig("a1", 1000, 1000),
            looking("b1", 1600, 1000, weapons=[]),
            looking("b2", 2400, 1000),
            looking("b3", 1098, 1000),
            looking("b4", 2400, 1700),
        ]
    )
    figures = west.table.figures

    def why(id: str, kind: str) -> str | None:
        refusal = reaction_kinds(west, figures[id], figures["a1"], "move")[kind]
        return None if refusal is None else refusal.key

    assert why("b1", "shoot") == "shadows.shoot.who.unarmed"
    assert why("b2", "shoot") == "shadows.react.options.unseen"
    assert why("b4", "shoot") == "shadows.react.options.reach"
    assert why("b3", "shoot") == "shadows.shoot.who"
    assert why("b1", "throw") == "shadows.tnt.throw.no_stick"
    assert why("b1", "move") is None
    figures["a1"].downed = True
    assert why("b2", "shoot") == "shadows.shoot.ignore"
    assert "sharp" not in reaction_kinds(west, figures["b2"], figures["a1"], "move")


@pytest.mark.rule("shadows.react.options")
def test_a_throw_at_the_triggering_model_is_a_reaction() -> None:
    match = against(fig("a1", 1000, 1000), looking("b1", 1600, 1000, sticks=1), dice=(5, 6))
    does(match, "move")
    match.answer(B, {"b1": "throw"})
    assert model(match, "b1").sticks == 0
    assert health(match, "a1") == "shaken", "a blast at its feet: 7+, failed by 1"
    assert model(match, "b1").token is Token.DONE


@pytest.mark.rule("shadows.tnt.sharp_shot")
def test_a_lookout_may_shoot_the_stick_in_the_hand() -> None:
    """EX65."""
    figures = [
        fig("a1", 1000, 1000, sticks=2),
        looking("b1", 1698, 1000, rank="veteran"),
    ]
    match = against(*figures, dice=(6, 2, 6))
    does(match, "throw")
    match.answer(B, {"b1": "sharp"})
    assert model(match, "a1").sticks == 1
    assert health(match, "a1") == "shaken"
    assert told(match, "shadows.act.impossible") == [{"who": "a1", "kind": "throw"}]
    assert model(match, "b1").token is Token.DONE
    assert question(match) == "Rest"


@pytest.mark.rule("shadows.react.contact")
@pytest.mark.rule("shadows.react.done")
def test_a_reacting_charge_stops_a_shot() -> None:
    """EX58."""
    match = against(
        fig("a1", 1300, 1000, face="W"),
        fig("a2", 1100, 1300),
        looking("b1", 1000, 1000, face="E"),
    )
    does(match, "shoot")
    match.answer(B, {"b1": "move"})
    assert refused(match, B, "walk 1100 1202; charge a2") is not None
    load(match, 5, 3, 1, 1, 5, 2, 2)
    match.answer(B, "walk 1202 1000; charge a1; fight a1")
    assert told(match, "shadows.act.impossible") == [{"who": "a1", "kind": "shoot"}]
    assert model(match, "b1").token is Token.DONE


@pytest.mark.rule("shadows.react.disengage")
def test_a_reacting_move_out_of_contact_needs_no_test() -> None:
    figures = [
        fig("a1", 1000, 1600, face="S"),
        fig("a2", 1098, 1000, face="W"),
        looking("b1", 1000, 1000, face="N"),
    ]
    match = against(*figures)
    does(match, "move")
    match.answer(B, {"b1": "move"})
    match.answer(B, "walk 700 1000")
    assert at(match, "b1") == (700, 1000, 0)
    assert dice_left(match) == []


@pytest.mark.rule("shadows.react.no_chain")
def test_nothing_done_as_a_reaction_is_reacted_to() -> None:
    figures = [
        fig("a1", 1000, 1000),
        looking("a2", 1000, 1300, face="E"),
        looking("b1", 1600, 1000),
        looking("c1", 1600, 1300),
    ]
    match = against(*figures)
    does(match, "move")
    match.answer(B, {"b1": "move"})
    match.answer(C, {"pass": "once"})
    assert question(match) == "PickMove", "neither a2 nor c1 is asked"
    assert match.asked() == [B]


@pytest.mark.rule("shadows.react.must")
@pytest.mark.rule("shadows.react.resume")
@pytest.mark.rule("shadows.damage.downed_interrupt")
def test_the_deputy_and_the_loot() -> None:
    """EX55."""
    figures = [
        fig("c1", 1800, 300, face="S", loot="m1"),
        fig("b1", 1800, 900, face="S", rank="veteran", token="lookout"),
        fig("a1", 1200, 300, face="E", rank="veteran", token="lookout"),
    ]
    west = town(figures, markers=[loot("m1", 1800, 300)], active=C)
    west.table.markers["m1"].gone = True
    match = play(west, Activate(C))
    acts(match, "single", "c1")
    does(match, "move")
    assert match.asked() == [A, B]
    match.answer(A, {"a1": "shoot"})
    load(match, 1, 6, 5, 6, 2, 3, 3)
    match.answer(B, {"b1": "shoot"})
    assert match.asked() == [B], "b1 rolled higher"
    match.answer(B, "b1.w1 c1")
    [shot] = told(match, "shadows.shoot.roll.test")
    assert shot["dice"] == 4
    assert shot["sides"] == 8
    assert health(match, "c1") == "downed"
    marker = match.state.table.markers["m1"]
    assert (marker.x, marker.y, marker.gone) == (1800, 300, False)
    assert model(match, "b1").token is Token.DONE
    assert model(match, "a1").token is Token.LOOKOUT
    assert told(match, "shadows.react.must") == [{"who": "a1", "kind": "shoot"}]
    assert match.asked() == [C], "the Move is carried out as a crawl"
    assert refused(match, C, "walk 1800 99") is not None
    match.answer(C, "walk 1800 100")
    assert at(match, "c1") == (1800, 100, 0)
    assert question(match) == "Rest", "one Move is all that a Downed model has"


@pytest.mark.rule("shadows.damage.downed_interrupt")
def test_any_other_action_of_a_model_that_is_downed_is_lost() -> None:
    match = against(
        fig("a1", 1000, 1000),
        looking("b1", 1600, 1000, rank="veteran"),
        left=2,
        dice=(5, 6, 2, 3),
    )
    does(match, "shoot")
    match.answer(B, {"b1": "shoot"})
    match.answer(B, "b1.w1 a1")
    assert health(match, "a1") == "downed"
    assert told(match, "shadows.damage.downed_interrupt") == [{"who": "a1", "kind": "shoot"}]
    assert question(match) == "Declare", "it may still crawl"
    assert list(match.choice(A).offers()) == ["move", "stop"]


@pytest.mark.rule("shadows.react.must")
def test_a_reacting_model_that_an_earlier_reaction_has_hurt_does_not_react() -> None:
    figures = [
        fig("a1", 1000, 1000),
        looking("b1", 1400, 1000, sticks=1),
        looking("c1", 1000, 1250, face="S"),
    ]
    match = against(*figures)
    does(match, "move")
    match.answer(B, {"b1": "throw"})
    load(match, 6, 2, 5, 6, 6)
    match.answer(C, {"c1": "shoot"})
    assert health(match, "c1") == "shaken", "the blast reached it"
    assert model(match, "c1").token is Token.DONE
    assert question(match) == "PickMove"
    assert match.asked() == [A]


def test_rank_is_what_breaks_ties_even_if_shaken() -> None:
    figures = [
        fig("a1", 1000, 1000),
        looking("b1", 1600, 1000, rank="veteran"),
        looking("c1", 1600, 1300, rank="hero", shaken=True),
    ]
    match = against(*figures)
    does(match, "move")
    match.answer(B, {"b1": "move"})
    load(match, 5, 5)
    match.answer(C, {"c1": "move"})
    assert model(match, "c1").rank is Rank.HERO
    assert match.asked() == [C]
