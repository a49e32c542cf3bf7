"""Worked examples that run through several chapters, from the first card to the end of the match.

Each test is named after its example; those that belong to one chapter stand in its file.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from boomtown.core import Match
from boomtown.testing import refused, say
from shadows_west.rules.activation import Activate
from shadows_west.rules.events import Event
from shadows_west.rules.recovery import BottleCheck, Recover, RecoveryPhase
from shadows_west.rules.setup import RollForZones
from shadows_west.rules.turns import DrawPhase
from shadows_west.rules.victory import EndOfTurn
from shadows_west.shooting.targets import targets
from shadows_west.state import Figure, Gone, Token, West
from shadows_west.terrain.maps import Piece
from showdown import activated, acts, cards, crowd, does, drawn, hands, idle, order, rounds
from town import (
    A,
    B,
    C,
    at,
    dice_left,
    fig,
    health,
    keys,
    load,
    offers,
    play,
    points,
    question,
    tokens,
    told,
    town,
    who,
)

DUST, LUCKY = 3, 6
FAR = fig("b9", 3400, 3400, face="N")
GIVEN_UP = {7, 14, 18, 22, 25, 29, 32, 39, 42, 46, 53, 57, 61, 64, 68, 71, 74, 77}
NUMBERS = set(range(1, 82)) - GIVEN_UP
"""The numbers of the worked examples; some were given up and are not used again."""


def test_every_example_has_its_test() -> None:
    sources = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    named = {int(n) for source in sources for n in re.findall(r"def test_ex(\d\d)_", source)}
    assert named == NUMBERS


# --- dice and cards ------------------------------------------------------------------------------


@pytest.mark.rule("shadows.dice.rolloff")
def test_ex08_rolloff() -> None:
    match = play(town(seats=3), RollForZones(), dice=[7, 7, 3, 2, 9])
    assert match.state.zones == [B, A, C]
    rolls = [(line["seat"], line["die"]) for line in told(match, "shadows.dice.rolloff")]
    assert rolls == [(A, 7), (B, 7), (C, 3), (A, 2), (B, 9)]
    assert match.asked() == [B], "the winner picks first"


@pytest.mark.rule("shadows.turn.draw")
@pytest.mark.rule("shadows.turn.draw_counts")
def test_ex09_hands() -> None:
    full = [fig(f"{seat}{n}", 300 * n, 900, leader=n == 1) for seat in "abcd" for n in range(1, 7)]
    match = play(hands(town(full)), DrawPhase())
    assert [len(gang.hand) for gang in match.state.gangs] == [4, 4, 4, 4]
    few = [fig("a1", 300, 900, leader=True, gone=Gone.CASUALTY)]
    few += [fig(f"a{n}", 300 * n, 900, downed=n < 4) for n in range(2, 7)]
    match = play(hands(town([*few, fig("b1", 300, 3000, leader=True)])), DrawPhase())
    assert [len(gang.hand) for gang in match.state.gangs] == [3, 2]


@pytest.mark.rule("shadows.cards.identical")
@pytest.mark.rule("shadows.event.trigger")
def test_ex10_a_round_of_four() -> None:
    match = rounds(town(crowd(4)), A="10S 2H", B="JH 2H", C="10S 2H", D="6C 2H", dice=[DUST, 8, 3])
    cards(match, A="10S", B="JH", C="10S", D="6C")
    assert order(match) == "ACDB"
    said = keys(match)
    assert said.count("shadows.event.trigger") == 1
    assert said.index("shadows.event.dust") < said.index("shadows.dice.rolloff")
    rolls = [(line["seat"], line["die"]) for line in told(match, "shadows.dice.rolloff")]
    assert rolls == [(A, 8), (C, 3)]


@pytest.mark.rule("shadows.cards.black_first")
def test_ex11_black_first() -> None:
    match = rounds(town(crowd(2)), A="2C 9D", B="AH 9C")
    cards(match, A="2C", B="AH")
    assert order(match) == "AB"
    assert told(match, "shadows.dice.rolloff") == []


@pytest.mark.rule("shadows.cards.tie")
def test_ex12_same_value() -> None:
    match = rounds(town(crowd(2)), A="AS 9D", B="AC 9C", dice=[4, 6])
    cards(match, A="AS", B="AC")
    assert order(match) == "BA"
    assert told(match, "shadows.event.trigger") == []


@pytest.mark.rule("shadows.cards.joker")
def test_ex13_jokers() -> None:
    match = rounds(town(crowd(3)), A="joker 2H", B="2D 2H", C="joker 2H", dice=[DUST, 9, 1])
    cards(match, A="joker", B="2D", C="joker")
    assert order(match) == "BAC"
    said = keys(match)
    assert said.index("shadows.event.dust") < said.index("shadows.dice.rolloff")


@pytest.mark.rule("shadows.cards.reshuffle")
def test_ex15_reshuffle() -> None:
    west = hands(town([fig(f"a{n}", 300 * n, 300, leader=n == 1) for n in range(1, 7)]))
    gang = west.gangs[A]
    gang.discard = [card.value for card in gang.deck[1:]]
    gang.deck = gang.deck[:1]
    match = drawn(west, DrawPhase())
    gang = match.state.gangs[A]
    assert (len(gang.hand), len(gang.deck), len(gang.discard)) == (4, 50, 0)
    assert gang.hand[0].value == "AS", "the last card of the old deck"
    assert told(match, "shadows.cards.reshuffle") == [{"seat": A, "count": 53}]


@pytest.mark.rule("shadows.cards.lone_shooter")
def test_ex16_lone_shooter() -> None:
    figures = [fig(f"a{n}", 300 * n, 300, face="N") for n in (1, 2)]
    figures += [fig(f"b{n}", 300 * n, 3000, face="N", leader=n == 1) for n in (1, 2, 3, 4)]
    drawing = play(hands(town(figures)), DrawPhase())
    assert [len(gang.hand) for gang in drawing.state.gangs] == [1, 3]
    assert [gang.lone for gang in drawing.state.gangs] == [True, False]
    west = town(figures)
    west.gangs[A].lone = True
    match = rounds(west, A="QH", B="3S 4S 5S")
    cards(match, A="pass", B="4S")
    assert order(match) == "B"
    idle(match)
    cards(match, A="QH", B="3S")
    assert order(match) == "BA"
    idle(match)
    assert match.state.gangs[A].hand == []
    assert order(match) == "B", "A has no card in the third round"


# --- activations ---------------------------------------------------------------------------------


def two_guns(*, dice: Sequence[int] = ()) -> Match[West]:
    figures = [fig("a1", 1000, 1000, weapons=["pistol", "rifle"]), fig("b1", 1700, 1000)]
    return activated(town(figures), "a1", dice=dice)


@pytest.mark.rule("shadows.act.single")
@pytest.mark.rule("shadows.act.discrete")
@pytest.mark.rule("shadows.act.weapon_once")
def test_ex17_single_activation() -> None:
    move_shoot = two_guns(dice=[2, 3, 4])
    does(move_shoot, "move")
    say(move_shoot, (A, "walk 1100 1000"))
    does(move_shoot, "shoot")
    say(move_shoot, (A, "a1.w1 b1"))
    shoot_move = two_guns(dice=[2, 3, 4, 4])
    does(shoot_move, "shoot")
    say(shoot_move, (A, "a1.w2 b1"))
    does(shoot_move, "move")
    say(shoot_move, (A, "walk 1000 1400"))
    move_move = two_guns()
    does(move_move, "move")
    assert refused(move_move, A, "walk 1000 1800") == "shadows.geo.cost"
    say(move_move, (A, "walk 1000 1400"))
    does(move_move, "move")
    say(move_move, (A, "walk 1000 1800"))
    shoot_shoot = two_guns(dice=[2, 3, 4, 2, 3, 4, 4])
    does(shoot_shoot, "shoot")
    say(shoot_shoot, (A, "a1.w1 b1"))
    does(shoot_shoot, "shoot")
    assert refused(shoot_shoot, A, "a1.w1 b1") == "shadows.act.weapon_once"
    say(shoot_shoot, (A, "a1.w2 b1"))
    for match in (move_shoot, shoot_move, move_move, shoot_shoot):
        assert (question(match), dice_left(match)) == ("Rest", [])
        assert tokens(match, "a1") == [Token.DONE]
    assert at(move_move, "a1") == (1000, 1800, 0)


@pytest.mark.rule("shadows.lookout.after_action")
@pytest.mark.rule("shadows.lookout.take")
def test_ex19_move_then_lookout() -> None:
    match = activated(town([fig("a1", 1000, 1000), FAR]), "a1")
    does(match, "move")
    say(match, (A, "walk 1000 1400"))
    does(match, "lookout")
    assert (question(match), at(match, "a1")) == ("Rest", (1000, 1400, 0))
    assert tokens(match, "a1") == [Token.LOOKOUT]
    assert who(match, "a1").spent
    first = activated(town([fig("a1", 1000, 1000), FAR]), "a1")
    does(first, "lookout")
    assert (question(first), tokens(first, "a1")) == ("Rest", [Token.LOOKOUT])


@pytest.mark.rule("shadows.lookout.carry")
def test_ex20_lookout_kept_over_turns() -> None:
    figures = [
        fig("a1", 1000, 1000, token="lookout", activated=True),
        fig("a2", 300, 300, token="done", activated=True),
        fig("b1", 1700, 1000, token="done", activated=True),
    ]

    def next_turn() -> Match[West]:
        match = play(town(figures), RecoveryPhase(), EndOfTurn(), Activate(A))
        assert tokens(match, "a1", "a2", "b1") == [Token.LOOKOUT, Token.NONE, Token.NONE]
        acts(match, "single", "a1")
        assert question(match) == "KeepLookout"
        return match

    match = next_turn()
    say(match, (A, "drop"))
    does(match, "move")
    say(match, (A, "walk 1000 1100"))
    load(match, 2, 3, 4)
    does(match, "shoot")
    say(match, (A, "a1.w1 b1"))
    assert (question(match), tokens(match, "a1")) == ("Rest", [Token.DONE])
    kept = next_turn()
    say(kept, (A, "keep"))
    assert (question(kept), tokens(kept, "a1")) == ("Rest", [Token.LOOKOUT])
    assert who(kept, "a1").spent


HIGH_HOUSE = Piece("house", "building", rect=(900, 1300, 1300, 1700), floors=(0,), roof=600)
UP_THE_HOUSE = "walk 1000 1251; climb 1000 1349 600"


@pytest.mark.rule("shadows.move.tall_climb")
def test_ex27_tall_climb() -> None:
    figures = [fig("a1", 1000, 1000), fig("a2", 300, 300), FAR]
    match = activated(town(figures, [HIGH_HOUSE]), "a1")
    does(match, "move")
    assert refused(match, A, f"{UP_THE_HOUSE}; walk 1000 1350 600") == "shadows.move.tall_climb"
    say(match, (A, UP_THE_HOUSE))
    assert told(match, "shadows.move.distance.more")[0]["cost"] == 400
    assert at(match, "a1") == (1000, 1349, 600)
    assert question(match) == "Declare", "the second action is still there"
    assert tokens(match, "a1") == [Token.NONE]
    second = activated(town(figures, [HIGH_HOUSE]), "a1")
    does(second, "move")
    say(second, (A, "face 1000 0"))
    does(second, "move")
    say(second, (A, UP_THE_HOUSE))
    assert (question(second), tokens(second, "a1")) == ("Rest", [Token.DONE])
    both = play(town(figures, [HIGH_HOUSE]), Activate(A))
    acts(both, "double", ["a2", "a1"])
    does(both, "stop", "move")
    say(both, (A, UP_THE_HOUSE))
    assert (question(both), tokens(both, "a1")) == ("Rest", [Token.DONE])


# --- recovery and events -------------------------------------------------------------------------


def recovered(*figures: Figure, dice: Sequence[int]) -> tuple[str, int, int]:
    """What becomes of a1, and the dice of its test."""
    west = town([*figures, FAR])
    west.gangs[A].starting = 1
    match = play(west, Recover([A]), dice=dice)
    [test] = told(match, "shadows.recovery.test.test")
    assert (points(match), dice_left(match)) == ([0, 0], [])
    return health(match, "a1"), test["dice"], test["sides"]


@pytest.mark.rule("shadows.recovery.test")
@pytest.mark.rule("shadows.recovery.stand")
@pytest.mark.rule("shadows.recovery.succumb")
def test_ex59_recovery() -> None:
    veteran = fig("a1", 1000, 1000, rank="veteran", downed=True)
    assert recovered(veteran, fig("a2", 1098, 1000), dice=[5, 2, 7, 1]) == ("downed", 4, 8)
    hero = fig("a1", 1000, 1000, rank="hero", downed=True)
    assert recovered(hero, fig("a2", 2000, 1000), dice=[5, 6, 7]) == ("shaken", 3, 10)
    shaken = fig("a1", 1000, 1000, rank="veteran", downed=True, shaken=True)
    assert recovered(shaken, fig("a2", 2000, 1000), dice=[1, 2, 4]) == ("succumbed", 3, 6)


@pytest.mark.rule("shadows.bottle.when")
@pytest.mark.rule("shadows.bottle.leader")
def test_ex60_stuarts_gang() -> None:
    def checked(downed: int, *dice: int) -> Match[West]:
        figures = [fig("a1", 300, 300, rank="veteran", leader=True)]
        figures += [fig(f"a{n}", 300 * n, 300, downed=n > 7 - downed) for n in range(2, 8)]
        figures += [fig(f"a{n}", 0, 0, gone=Gone.CASUALTY) for n in (8, 9)]
        west = town([*figures, FAR])
        west.turn = 5
        return play(west, BottleCheck(A), dice=dice)

    match = checked(3, 2, 5, 1)
    assert told(match, "shadows.bottle.when") == [{"seat": A, "standing": 4, "starting": 9}]
    [test] = told(match, "shadows.bottle.result.test")
    assert (test["who"], test["dice"], test["sides"]) == ("a1", 3, 8)
    assert told(match, "shadows.bottle.result.holds") == [{"seat": A}]
    assert (match.state.gangs[A].fled, dice_left(match)) == (False, [])
    assert told(checked(2), "shadows.bottle.when") == [], "with five no check is due"


@pytest.mark.rule("shadows.event.lucky")
@pytest.mark.rule("shadows.concept.weapons")
def test_ex72_lucky() -> None:
    arms = ["pistol", "rifle", "bow"]
    figures = [fig("a1", 1000, 1000, weapons=arms), FAR]

    def found(die: int) -> Match[West]:
        return play(town(figures), Event(), dice=[LUCKY, die], picks=["a1"])

    def carried(match: Match[West]) -> list[str]:
        return [weapon.kind for weapon in who(match, "a1").weapons]

    swapped = found(5)
    assert offers(swapped) == ["a1.w1", "a1.w2", "a1.w3", "decline"]
    say(swapped, (A, "a1.w2"))
    assert carried(swapped) == ["pistol", "bow", "repeater"]
    declined = found(5)
    say(declined, (A, "decline"))
    assert carried(declined) == arms
    stick = found(6)
    assert (question(stick), who(stick, "a1").sticks, carried(stick)) == ("Rest", 1, arms)


@pytest.mark.rule("shadows.event.dust")
@pytest.mark.parametrize(("x", "seen"), [(2298, True), (2299, False)])
def test_ex76_dust_storm(x: int, seen: bool) -> None:
    figures = [
        fig("a1", 1000, 1000, weapons=["rifle"]),
        fig("b1", x, 1000, token="lookout"),
    ]
    match = play(town(figures), Event(), Activate(A), dice=[DUST])
    acts(match, "single", "a1")
    assert (refused(match, A, "shoot") is None) == seen
    if seen:
        does(match, "shoot")
        say(match, (B, {"pass": "once"}))
        load(match, 2, 2, 2)
        say(match, (A, "a1.w1 b1"))
        assert told(match, "shadows.shoot.roll.test")[0]["parts"] == ["base+3"]
    else:
        does(match, "move")
        assert question(match) == "PickMove", "nobody sees it, so nobody reacts"
        assert refused(match, A, "walk 1400 1000; charge b1") == "shadows.move.charge"
        [target] = targets(match.state.table, who(match, "a1"), "rifle")
        assert target.refusal is not None
        assert target.refusal.rule == "shadows.event.dust"


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.rule("shadows.vp.winner")
@pytest.mark.rule("shadows.bottle.all_flee")
def test_ex75_victory() -> None:
    three = town([fig("a1", 0, 0, gone=Gone.FLED), fig("b1", 300, 300), fig("c1", 600, 300)])
    three.gangs[A].fled = True
    for gang, score in zip(three.gangs, (4, 2, 2), strict=True):
        gang.points = score
    three.turn = 8
    drawn_game = play(three, EndOfTurn()).outcome
    assert drawn_game is not None
    assert (drawn_game.winners, drawn_game.ranks) == ((), (3, 1, 1))

    def two(*dice: int, downed: bool) -> Match[West]:
        """A has only Downed models left; whether B has, too."""
        figures = [fig("a1", 300, 300, downed=True), fig("b1", 3000, 3000, downed=downed)]
        west = town(figures, scenario="hold")
        west.gangs[A].starting = 4
        west.gangs[A].points = 5
        west.turn = 4
        return play(west, RecoveryPhase(), EndOfTurn(), dice=dice)

    both = two(5, 2, 2, 5, 2, 2, downed=True)
    assert [gang.fled for gang in both.state.gangs] == [True, True]
    assert both.outcome is not None
    assert (both.outcome.winners, both.outcome.rule) == ((), "shadows.bottle.all_flee")
    one = two(5, 2, 2, downed=False)
    assert [gang.fled for gang in one.state.gangs] == [True, False]
    assert one.outcome is not None
    assert (one.outcome.winners, one.outcome.scores) == ((B,), (5, 0))


@pytest.mark.rule("shadows.vp.winner")
@pytest.mark.rule("shadows.vp.end")
def test_ex81_walking_off() -> None:
    west = town([fig("a1", 1000, 300), fig("a2", 2000, 300), fig("b1", 3400, 3400)])
    west.gangs[A].points = 1
    west.turn = 4
    match = play(west, Activate(A), EndOfTurn())
    acts(match, "double", ["a1", "a2"])
    for x in (1000, 2000):
        does(match, "move")
        say(match, (A, f"walk {x} 0; do 1 exit"))
    assert [health(match, id) for id in ("a1", "a2")] == ["left", "left"]
    assert match.state.gangs[A].fled
    assert match.outcome is not None
    assert (match.outcome.winners, match.outcome.scores) == ((B,), (1, 0))
