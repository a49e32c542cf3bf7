"""The bot knows its trade: it shoots well, charges when it pays, keeps Lookout and carries."""

import os
from typing import Any

import pytest

from boomtown.bots import RandomBot, play_out
from boomtown.core import PASS, Bot, Chance, Imagine, Match, Seat
from boomtown.lab.intervals import wilson
from shadows_west import GAME
from shadows_west.bot import GunhandBot
from shadows_west.content import SCENARIOS
from shadows_west.maps import Piece
from shadows_west.paths import read_order
from shadows_west.rules.activation import Act, Activate, Declare
from shadows_west.rules.moving import MoveAction
from shadows_west.rules.reactions import Reactions
from shadows_west.rules.shooting import ShootAction
from shadows_west.state import West
from town import A, B, fig, loot, play, town


def answer(match: Match[West], seat: Seat = A) -> Any:
    """What the bot says to the question of a seat."""
    asked = match.question(seat)
    assert asked is not None
    imagine: Imagine = lambda: match.imagine(seat, Chance.seeded("imagine"))  # noqa: E731
    return GunhandBot(Chance.seeded("gunhand")).answer(match.view(seat), asked, imagine)


def declared(west: West, model: str = "a1", left: int = 2) -> Any:
    match = play(west, Act(model, left))
    assert match.prompt() is not None
    return answer(match)


def won_against_random(scenario: str, number: int, **options: Any) -> bool:
    chance = Chance.seeded("gunhand", scenario, number)
    match = Match.unrecorded(GAME, 2, {"scenario": scenario, **options}, chance=chance.another())
    me = number % 2
    bots: list[Bot] = [
        (GunhandBot if seat == me else RandomBot)(chance.another()) for seat in match.all_seats
    ]
    play_out(match, bots, chance)
    assert match.outcome is not None
    return match.outcome.winners == (me,)


def test_it_beats_a_random_player() -> None:
    """Seed "gunhand": the whole interval lies above one half."""
    won = sum(won_against_random(SCENARIOS[n % 4], n, budget="75") for n in range(8))
    assert wilson(won, 8)[0] > 0.5, won


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_it_beats_random_players_in_every_scenario(scenario: str) -> None:
    matches = int(os.environ.get("BOOMTOWN_MATCHES", "30"))
    won = sum(won_against_random(scenario, number) for number in range(matches))
    assert wilson(won, matches)[0] > 0.6, won


def test_it_shoots_the_target_that_hurts_most() -> None:
    """The leader in the open, and not the man behind the wall who is as near."""
    west = town(
        [
            fig("a1", 1000, 1000, rank="veteran", weapons=["rifle"], face="E"),
            fig("b1", 1400, 1000, rank="hero", leader=True),
            fig("b2", 1400, 1300),
        ]
    )
    assert declared(west) == "shoot"
    shot = answer(play(west, ShootAction("a1")))
    assert shot["target"] == "b1"


def test_it_finishes_a_downed_enemy_at_its_feet() -> None:
    west = town([fig("a1", 1000, 1000), fig("b1", 1098, 1000, downed=True, leader=True)])
    assert declared(west) == "fight"


def test_it_charges_when_that_pays() -> None:
    """A hero with nothing in his hands, and a Shaken novice within reach."""
    hero = fig("a1", 1000, 1000, rank="hero", weapons=[], face="E")
    west = town([hero, fig("b1", 1300, 1000, weapons=["repeater"], shaken=True)])
    assert declared(west) == "move"
    order = read_order(answer(play(west, MoveAction("a1"))))
    assert order.charge == ["b1"]
    assert order.fight == "b1"


def test_it_takes_the_loot_and_carries_it_off() -> None:
    west = town(
        [fig("a1", 500, 1800, face="W"), fig("b1", 3300, 1800)],
        markers=[loot("loot1", 700, 1800)],
        scenario="bank_job",
    )
    assert declared(west) == "move"
    order = read_order(answer(play(west, MoveAction("a1"))))
    assert [deed[1] for deed in order.do] == ["loot"]
    west.table.figures["a1"].loot = "loot1"
    west.table.markers["loot1"].gone = True
    west.table.figures["a1"].x = 300
    order = read_order(answer(play(west, MoveAction("a1"))))
    assert [deed[1] for deed in order.do] == ["exit"]


def test_it_goes_on_lookout_when_there_is_nothing_to_do() -> None:
    """The only enemy lies Downed on the other side of the table."""
    west = town([fig("a1", 1800, 1800, face="N"), fig("b1", 1800, 3300, downed=True)])
    assert answer(play(west, Declare(A, "a1", 1, moved=True))) == "lookout"


def test_it_reacts_to_what_is_worth_a_bullet() -> None:
    watcher = fig("b1", 1800, 1200, rank="veteran", weapons=["rifle"], face="S", token="lookout")
    west = town([fig("a1", 1800, 900, rank="hero", leader=True, face="S"), watcher])
    match = play(west, Reactions("move", "a1"))
    assert answer(match, B) == {"b1": "shoot"}
    fence = Piece("fence", "linear", line=((1500, 300), (2100, 300)), h=110)
    far = town([fig("a1", 1800, 100), fig("b1", 1800, 1200, face="S", token="lookout")], [fence])
    match = play(far, Reactions("move", "a1"))
    assert list(answer(match, B)) == [PASS]


def test_it_shoots_the_stick_out_of_the_hand_of_whoever_throws() -> None:
    watcher = fig("b1", 1800, 1500, rank="veteran", face="S", token="lookout")
    west = town([fig("a1", 1800, 900, sticks=1), watcher])
    match = play(west, Reactions("throw", "a1"))
    assert answer(match, B) == {"b1": "sharp"}


def test_two_models_that_can_shoot_act_together() -> None:
    west = town(
        [
            fig("a1", 1000, 1000, weapons=["rifle"], face="E"),
            fig("a2", 1000, 1300, weapons=["rifle"], face="E"),
            fig("b1", 1500, 1150, rank="hero", leader=True),
        ]
    )
    assert list(answer(play(west, Activate(A)))) == ["double"]
