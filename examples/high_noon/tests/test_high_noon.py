"""High Noon as its rulebook reads."""

from importlib.resources import files

import pytest

from boomtown.core import PASS, Match, Seat
from boomtown.testing import LoadedChance, refused, run_examples, say, told
from boomtown.testing.suite import GameConformance
from boomtown_game_high_noon import GAME
from boomtown_game_high_noon.rules import AIM, DUCK
from boomtown_game_high_noon.state import Noon, Trick

ANNIE, BILL, CASS = Seat(0), Seat(1), Seat(2)


class TestConformance(GameConformance):
    game = GAME


def street(*dice: int, tricks: str = "star whisky shout", **options: int) -> Match[Noon]:
    """A match with loaded dice and these tricks in front of the players."""
    dealt = [Trick(name) for name in tricks.split()]
    rest = [trick for trick in Trick for _ in range(3)]
    for trick in dealt:
        rest.remove(trick)
    chance = LoadedChance(dice, shuffles=[[*rest, *reversed(dealt)]])
    return Match.unrecorded(GAME, len(dealt), dict(options), chance=chance)


def lives(match: Match[Noon]) -> list[int]:
    return [one.lives for one in match.state.gunslingers]


@pytest.mark.rule("noon.setup.seats")
def test_two_to_six_can_play() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5, 6]


@pytest.mark.rule("noon.setup.lives")
def test_everybody_begins_with_the_lives_agreed_on() -> None:
    assert lives(street()) == [3, 3, 3]
    assert lives(street(lives=5)) == [5, 5, 5]


@pytest.mark.rule("noon.setup.trick")
def test_a_trick_is_seen_by_its_owner_alone() -> None:
    view = street().view(BILL)
    assert [one.trick.known for one in view.state.gunslingers] == [False, True, False]
    assert view.state.gunslingers[BILL].trick.value is Trick.WHISKY
    assert len(view.state.box) == 6
    assert not any(trick.known for trick in view.state.box)


@pytest.mark.rule("noon.stand.sealed")
def test_all_stands_are_revealed_together() -> None:
    match = street()
    say(match, (ANNIE, DUCK), (BILL, DUCK))
    assert told(match) == ["noon.round.order"]
    say(match, (BILL, AIM), (CASS, DUCK))
    assert match.state.gunslingers[BILL].steady, "the last word before the reveal counts"


@pytest.mark.rule("noon.stand.sealed")
def test_nobody_shoots_at_themselves() -> None:
    assert refused(street(), ANNIE, ANNIE) == "noon.stand.sealed"


@pytest.mark.rule("noon.stand.aim")
def test_nobody_aims_twice_before_shooting() -> None:
    match = street()
    say(match, (ANNIE, AIM), (BILL, DUCK), (CASS, DUCK))
    assert refused(match, ANNIE, AIM) == "noon.stand.aim"


@pytest.mark.rule("noon.stand.aim", "noon.shot.dice")
def test_taking_aim_gives_a_third_die_once() -> None:
    match = street(1, 1, 1, 1, 1)
    say(match, (ANNIE, AIM), (BILL, DUCK), (CASS, DUCK))
    say(match, (ANNIE, BILL), (BILL, DUCK), (CASS, DUCK))
    say(match, (ANNIE, BILL), (BILL, DUCK), (CASS, DUCK))
    dice = [entry.args["dice"] for entry in match.log if entry.rule == "noon.shot.dice"]
    assert dice == [[1, 1, 1], [1, 1]]


@pytest.mark.rule("noon.shot.dice")
def test_only_a_six_hits_who_ducks() -> None:
    match = street(5, 4)
    say(match, (ANNIE, BILL), (BILL, DUCK), (CASS, DUCK))
    assert lives(match) == [3, 3, 3]
    match = street(5, 6)
    say(match, (ANNIE, BILL), (BILL, DUCK), (CASS, DUCK), (BILL, PASS), (CASS, PASS))
    assert lives(match) == [3, 2, 3]


@pytest.mark.rule("noon.round.order")
def test_the_first_shot_moves_on_with_the_rounds() -> None:
    match = street(1, 1, 1, 1, 1, 1, 1, 1)
    for _ in range(2):
        say(match, (ANNIE, BILL), (BILL, ANNIE), (CASS, DUCK))
    shooters = [entry.args["shooter"] for entry in match.log if entry.rule == "noon.shot.dice"]
    assert shooters == [ANNIE, BILL, BILL, ANNIE]


@pytest.mark.rule("noon.shot.fallen", "noon.out.fall")
def test_who_has_fallen_does_not_shoot() -> None:
    match = street(5, 1, lives=1)
    say(match, (ANNIE, BILL), (BILL, CASS), (CASS, DUCK), (BILL, PASS), (CASS, PASS))
    assert "noon.shot.fallen" in told(match)
    assert lives(match) == [1, 0, 1]
    assert match.view(None).state.gunslingers[BILL].trick.value is Trick.WHISKY


class TestTricks:
    @pytest.mark.rule("noon.trick.window")
    def test_all_but_the_shooter_are_asked_in_turn_whatever_they_hold(self) -> None:
        for tricks in ("star star shout", "shout shout shout", "whisky star star"):
            match = street(5, 5, tricks=tricks)
            say(match, (BILL, ANNIE), (ANNIE, AIM), (CASS, DUCK))
            assert match.asked() == [CASS]
            say(match, (CASS, PASS))
            assert match.asked() == [ANNIE]

    @pytest.mark.rule("noon.trick.star")
    def test_a_tin_star_stops_the_shot(self) -> None:
        match = street(5, 5, tricks="star whisky whisky")
        say(match, (BILL, ANNIE), (ANNIE, AIM), (CASS, DUCK), (CASS, PASS), (ANNIE, "use"))
        assert lives(match) == [3, 3, 3]
        assert match.state.gunslingers[ANNIE].trick.public

    @pytest.mark.rule("noon.trick.whisky")
    def test_whisky_leaves_one_hit(self) -> None:
        match = street(5, 5, tricks="whisky star star")
        say(match, (BILL, ANNIE), (ANNIE, AIM), (CASS, DUCK), (CASS, PASS), (ANNIE, "use"))
        assert lives(match) == [2, 3, 3]

    @pytest.mark.rule("noon.trick.shout")
    def test_a_shout_saves_somebody_else_a_hit(self) -> None:
        match = street(5, 5, tricks="star whisky shout")
        say(match, (BILL, ANNIE), (ANNIE, AIM), (CASS, DUCK), (CASS, "use"))
        assert lives(match) == [2, 3, 3]

    @pytest.mark.rule("noon.trick.star", "noon.trick.shout")
    def test_a_trick_that_does_not_fit_is_refused_by_its_rule(self) -> None:
        match = street(5, 5, tricks="shout whisky star")
        say(match, (BILL, ANNIE), (ANNIE, AIM), (CASS, DUCK))
        assert refused(match, CASS, "use") == "noon.trick.star"
        say(match, (CASS, PASS))
        assert refused(match, ANNIE, "use") == "noon.trick.shout"


@pytest.mark.rule("noon.hit.life", "noon.end.last")
def test_the_last_one_standing_wins() -> None:
    match = street(6, 6, tricks="star whisky", lives=2)
    say(match, (ANNIE, BILL), (BILL, DUCK), (BILL, PASS))
    assert match.outcome is not None
    assert match.outcome.rule == "noon.end.last"
    assert match.outcome.winners == (ANNIE,)
    assert match.outcome.ranks == (1, 2)


@pytest.mark.rule("noon.end.sunset")
def test_at_sunset_equals_share_the_victory() -> None:
    match = street(5, 1, rounds=1)
    say(match, (ANNIE, BILL), (BILL, AIM), (CASS, AIM), (BILL, PASS), (CASS, PASS))
    assert match.outcome is not None
    assert match.outcome.rule == "noon.end.sunset"
    assert match.outcome.winners == (ANNIE, CASS)
    assert match.outcome.ranks == (1, 3, 1)


def test_the_worked_examples() -> None:
    text = (files(GAME.package) / "examples.md").read_text(encoding="utf-8")
    assert str(run_examples(GAME, text)) == "3 passed, 0 failed"
