"""Unexpected events (specification, section 3.18)."""

import pytest

from boomtown.core import Match, Step
from boomtown.testing import refused
from shadows_west.measuring.sight import sees
from shadows_west.rules.events import Event, empty_pieces, models_near
from shadows_west.rules.reactions import lookouts
from shadows_west.rules.victory import EndOfTurn
from shadows_west.state import Figure, Gone, Token, West
from shadows_west.terrain.maps import Piece
from showdown import does
from town import A, dice_left, fig, health, keys, play, points, question, told, town
from town import who as model

CRITTER, CIVILIANS, DUST, OMEN, HERO, LUCKY = range(1, 7)
SHACK = Piece("shack", "building", rect=(1000, 1000, 1400, 1400), roof=250)
SCRUB = Piece("scrub", "area", poly=((2000, 2000), (2400, 2000), (2400, 2400), (2000, 2400)))


def event(
    *figures: Figure,
    dice: tuple[int, ...],
    picks: tuple[str, ...] = (),
    after: tuple[Step, ...] = (),
    **more: object,
) -> Match[West]:
    west = town(list(figures), **more)  # type: ignore[arg-type]
    return play(west, Event(), *after, dice=dice, picks=picks)


@pytest.mark.rule("shadows.event.trigger")
def test_one_die_says_what_happens() -> None:
    match = event(fig("a1", 100, 100), fig("b1", 3000, 3000), dice=(DUST,))
    assert told(match, "shadows.event.trigger") == [{"die": 3, "event": "dust_storm"}]


@pytest.mark.rule("shadows.event.critter")
def test_a_critter_bites_any_model_even_a_downed_one() -> None:
    figures = [fig("a1", 100, 100, downed=True), fig("b1", 3000, 3000), fig("t1", 1000, 1000)]
    match = event(*figures, dice=(CRITTER, 4), picks=("a1",))
    assert health(match, "a1") == "downed shaken"
    assert points(match) == [0, 0]


@pytest.mark.rule("shadows.event.ignore_npc")
def test_townsfolk_and_horses_are_never_picked() -> None:
    figures = [fig("a1", 100, 100), fig("a1.h", 400, 100), fig("t1", 1000, 1000)]
    figures += [fig("b1", 3000, 3000, gone=Gone.CASUALTY)]
    match = event(*figures, dice=(CRITTER, 5), picks=("a1",))
    assert told(match, "shadows.event.critter") == [{"who": "a1"}]


@pytest.mark.rule("shadows.event.civilians")
def test_armed_civilians_shoot_every_standing_model_near_an_empty_piece() -> None:
    figures = [
        fig("a1", 1200, 2048, rank="hero"),
        fig("a2", 1200, 1600),
        fig("a3", 1700, 1200, downed=True),
        fig("b1", 1200, 2050),
        fig("t1", 1500, 1200),
    ]
    # a2, then a1; each two dice and a save
    match = event(
        *figures, dice=(CIVILIANS, 5, 6, 3, 4, 5, 6), picks=("shack",), pieces=[SHACK, SCRUB]
    )
    shots = told(match, "shadows.event.civilians.shot")
    assert [shot["who"] for shot in shots] == ["a2", "a1"], "within 6 inches, nearest first"
    assert health(match, "a2") == "downed", "two successes: 6+, failed by 3"
    assert health(match, "a1") == "unhurt"
    assert points(match) == [0, 0]
    assert dice_left(match) == [], "no re-roll beside the 6"


@pytest.mark.rule("shadows.event.civilians")
def test_the_piece_must_hold_no_model() -> None:
    west = town([fig("a1", 1200, 1200), fig("b1", 3000, 3000)], pieces=[SHACK, SCRUB])
    assert empty_pieces(west.table) == ["scrub"]
    west.table.figures["a1"].z = 250
    assert empty_pieces(west.table) == ["scrub", "shack"], "on the roof is not inside; by id"
    west.table.figures["b1"].x = west.table.figures["b1"].y = 2100
    west.table.figures["b1"].downed = True
    assert empty_pieces(west.table) == ["shack"], "a Downed model is inside, too"
    assert models_near(west.table, "shack") == ["a1"]


@pytest.mark.rule("shadows.event.civilians")
@pytest.mark.rule("shadows.dice.order")
def test_the_nearest_by_its_base_is_shot_first_and_then_by_id() -> None:
    figures = [fig("a1", 1300, 1600), fig("a2", 1100, 1600), fig("b1", 1600, 1210, mounted=True)]
    west = town(figures, pieces=[SHACK])
    # Measured from the edge of its base the rider is nearest, at 121; the others are at 151.
    assert models_near(west.table, "shack") == ["b1", "a1", "a2"]


@pytest.mark.rule("shadows.event.none")
def test_without_anybody_it_could_happen_to_nothing_happens() -> None:
    figures = [fig("a1", 1200, 1200), fig("b1", 2200, 2200)]
    match = event(*figures, dice=(CIVILIANS,), pieces=[SHACK, SCRUB])
    assert keys(match) == ["shadows.event.trigger", "shadows.event.none"]
    match = event(fig("a1", 1200, 1200, downed=True), dice=(OMEN,))
    assert "shadows.event.none" in keys(match)


@pytest.mark.rule("shadows.event.dust")
def test_a_dust_storm_hides_what_is_more_than_twelve_inches_away() -> None:
    """EX76."""
    figures = [
        fig("a1", 1000, 1000, face="E"),
        fig("b1", 2298, 1000, face="W", token="lookout"),
        fig("b2", 2298, 1060, face="W", token="lookout"),
    ]
    match = event(*figures, dice=(DUST,))
    table = match.state.table
    assert sees(table, model(match, "a1"), model(match, "b1"))
    assert not sees(table, model(match, "a1"), model(match, "b2"))
    assert lookouts(match.state, model(match, "a1")) == {1: ["b1"]}
    match.then(EndOfTurn())
    match.advance()
    assert not table.dust, "until the end of the turn"


@pytest.mark.rule("shadows.event.omen")
def test_a_bad_omen_takes_one_from_saves_until_the_end_of_the_turn() -> None:
    figures = [fig("a1", 100, 100), fig("a2", 300, 100, downed=True), fig("b1", 3000, 3000)]
    match = event(*figures, dice=(OMEN,), picks=("a1",))
    assert model(match, "a1").omen
    match.then(EndOfTurn())
    match.advance()
    assert not model(match, "a1").omen


@pytest.mark.rule("shadows.event.hero")
def test_the_hero_of_the_moment_acts_at_once_even_if_done() -> None:
    figures = [fig("a1", 1000, 1000, token="done", activated=True), fig("b1", 3000, 3000)]
    match = event(*figures, dice=(HERO,), picks=("a1",))
    assert match.asked() == [A]
    match.answer(A, "accept")
    does(match, "move")
    match.answer(A, "walk 1000 1400")
    does(match, "move")
    match.answer(A, "walk 1000 1800")
    assert question(match) == "Rest"
    assert model(match, "a1").token is Token.DONE


@pytest.mark.rule("shadows.event.hero")
@pytest.mark.rule("shadows.lookout.lose")
def test_a_hero_on_lookout_loses_the_token_and_may_take_it_again() -> None:
    figures = [fig("a1", 1000, 1000, token="lookout"), fig("b1", 3000, 3000)]
    match = event(*figures, dice=(HERO,), picks=("a1",))
    match.answer(A, "accept")
    assert question(match) == "Declare", "there is nothing to keep"
    assert model(match, "a1").token is Token.NONE
    does(match, "lookout")
    assert model(match, "a1").token is Token.LOOKOUT
    match = event(*figures, dice=(HERO,), picks=("a1",))
    match.answer(A, "accept")
    does(match, "stop")
    assert model(match, "a1").token is Token.DONE


@pytest.mark.rule("shadows.event.hero")
def test_an_absent_owner_lets_the_moment_pass() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 3000, 3000)]
    match = event(*figures, dice=(HERO,), picks=("a1",))
    match.time_out(A)
    assert question(match) == "Rest"
    assert not model(match, "a1").spent


@pytest.mark.rule("shadows.event.hero")
def test_the_hero_can_be_reacted_to() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1600, 1000, token="lookout", face="W")]
    match = event(*figures, dice=(HERO,), picks=("a1",))
    match.answer(A, "accept")
    does(match, "move")
    assert question(match) == "DeclareReactions"


@pytest.mark.rule("shadows.event.lucky")
@pytest.mark.parametrize(
    ("die", "found"), [(1, []), (2, ["shotgun"]), (3, ["shotgun"]), (4, ["repeater"])]
)
def test_a_lucky_model_finds_something(die: int, found: list[str]) -> None:
    figures = [fig("a1", 1000, 1000, weapons=["pistol"]), fig("b1", 3000, 3000)]
    match = event(*figures, dice=(LUCKY, die), picks=("a1",))
    assert [weapon.kind for weapon in model(match, "a1").weapons] == ["pistol", *found]
    assert question(match) == "Rest"


@pytest.mark.rule("shadows.event.lucky")
@pytest.mark.rule("shadows.concept.weapons")
def test_with_three_weapons_one_may_be_swapped() -> None:
    """EX72."""
    arms = ["pistol", "rifle", "bow"]
    figures = [fig("a1", 1000, 1000, weapons=arms), fig("b1", 3000, 3000)]
    match = event(*figures, dice=(LUCKY, 5), picks=("a1",))
    assert list(match.choice(A).offers()) == ["a1.w1", "a1.w2", "a1.w3", "decline"]
    assert refused(match, A, "b1.w1") == "shadows.event.lucky"
    match.answer(A, "a1.w2")
    assert [(one.id, one.kind) for one in model(match, "a1").weapons] == [
        ("a1.w1", "pistol"),
        ("a1.w3", "bow"),
        ("a1.w4", "repeater"),
    ]
    match = event(*figures, dice=(LUCKY, 5), picks=("a1",))
    match.time_out(A)
    assert [one.kind for one in model(match, "a1").weapons] == arms
    match = event(*figures, dice=(LUCKY, 6), picks=("a1",))
    assert model(match, "a1").sticks == 1, "a stick is always taken"
    assert match.state.gangs[A].sticks == 1
    assert question(match) == "Rest"


@pytest.mark.rule("shadows.event.lucky")
def test_engaged_models_find_nothing() -> None:
    figures = [fig("a1", 1000, 1000), fig("b1", 1098, 1000)]
    match = event(*figures, dice=(LUCKY,))
    assert "shadows.event.none" in keys(match)
