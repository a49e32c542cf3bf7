"""Advice: the answers ranked from what a seat may know, with what they are worth and why."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest

from boomtown.bots import RandomBot
from boomtown.bots.advice import Advice, Reason, _beside, advise, budget_of, highest_level
from boomtown.bots.search import Settings, key_of
from boomtown.bots.search.bot import Candidate
from boomtown.core import Answer, Chance, Imagine, Match, Question, Seat, View
from boomtown.core.game import WHOLE
from boomtown.plugins import find_game
from boomtown_game_high_noon import GAME as HIGH_NOON

SEED = b"advice".ljust(32, b"\0")
QUICK = Settings(playouts=40)
GAMES = [("high_noon", 3, {}), ("bang_dice", 5, {}), ("cash_n_guns", 4, {"powers": True})]


def begun(game: str, seats: int, options: dict[str, object], answers: int) -> Match[Any]:
    """A match after some answers."""
    bot = RandomBot(Chance.seeded("begun", game))
    match = Match.unrecorded(find_game(game), seats, options, chance=Chance.seeded(game))
    while match.number < answers or len(match.choice(match.asked()[0]).offers()) < 2:
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
    return match


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_the_answers_are_legal_ranked_and_the_same_for_a_seed(
    game: str, seats: int, options: dict[str, object]
) -> None:
    match = begun(game, seats, options, 2 * seats)
    seat = match.asked()[0]
    found = advise(match, seat, SEED, QUICK)
    assert found == advise(match, seat, SEED, QUICK)
    assert len(found) > 1
    assert len({key_of(one.answer) for one in found}) == len(found)
    for one in found:
        assert match.choice(seat).refusal(match.choice(seat).read(one.answer)) is None
        assert 0 <= one.value <= WHOLE
        assert 0 <= one.share <= WHOLE
        assert one.tables > 0
    assert [one.value for one in found[1:]] == sorted(
        (one.value for one in found[1:]), reverse=True
    )
    assert sum(one.share for one in found) >= WHOLE - len(found), "some answer is best everywhere"
    assert found[0].gain == -found[1].gain
    assert msgspec.convert(msgspec.to_builtins(found), list[Advice]) == found


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_advice_does_not_depend_on_what_the_seat_cannot_know(
    game: str, seats: int, options: dict[str, object]
) -> None:
    match = begun(game, seats, options, 2 * seats)
    seat = match.asked()[0]
    expected = advise(match, seat, SEED, QUICK)
    differs = False
    for number in range(2):
        world = match.clone()
        world.redraw(seat, Chance.seeded("hidden", number))
        differs = differs or world.state != match.state
        assert advise(world, seat, SEED, QUICK) == expected
    assert differs or game == "high_noon", "the worlds are the same"


def test_whoever_is_asked_at_the_same_time_is_advised_too() -> None:
    """The answers are sealed; what another has answered already changes nothing."""
    match = begun("high_noon", 3, {}, 0)
    assert len(match.asked()) == 3
    before = advise(match, Seat(2), SEED, QUICK)
    for offer in match.choice(Seat(0)).offers():
        world = match.clone()
        world.answer(Seat(0), offer)
        assert advise(world, Seat(2), SEED, QUICK) == before


def test_an_answer_that_must_be_tried_is_among_them() -> None:
    match = begun("bang_dice", 5, {}, 4)
    seat = match.asked()[0]
    narrow = Settings(playouts=32, width=2)
    without = {key_of(one.answer) for one in advise(match, seat, SEED, narrow)}
    given = next(one for one in match.choice(seat).offers() if key_of(one) not in without)
    found = advise(match, seat, SEED, narrow, also=[given])
    assert key_of(given) in {key_of(one.answer) for one in found}


def test_a_blunder_is_clearly_behind() -> None:
    """Whoever is behind in the last round must shoot, whatever the usual bot does."""

    class Coward:
        """Always ducks."""

        def __init__(self, chance: Chance) -> None:
            pass

        def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
            return "duck"

    game = dataclasses.replace(HIGH_NOON, bots={"coward": Coward})
    match = Match.unrecorded(game, 2, {"rounds": 1}, chance=Chance.seeded("blunder"))
    match.state.gunslingers[0].lives = 1
    match.state.gunslingers[1].lives = 2
    first, *others = advise(match, Seat(0), SEED, Settings(playouts=120))
    assert (first.answer, first.reason) == (1, Reason.CLEAR)
    assert {one.answer: one.reason for one in others} == {
        "duck": Reason.BEHIND,
        "aim": Reason.BEHIND,
    }
    assert first.gain > 1000
    assert others[0].value < first.value - 1000


def test_a_few_tables_that_agree_on_a_little_show_nothing_clearly() -> None:
    """A hundredth on each of eight tables was "clearly better" (aid.reason.first.clear)."""
    best = Candidate("shoot")
    best.worth = list(range(5000, 5008))
    for gap, reason in ((100, Reason.CLOSE), (3000, Reason.BEHIND)):
        other = Candidate("duck")
        other.worth = [one - gap for one in best.worth]
        found = _beside(other, best, {id(other): 0}, gate=2.0)
        assert (found.reason, found.gain) == (reason, -gap)


def test_one_possible_answer_is_said_to_be_the_only_one() -> None:
    match = begun("high_noon", 3, {}, 0)
    while len(match.choice(match.asked()[0]).offers()) > 1:
        match.answer(match.asked()[0], match.choice(match.asked()[0]).offers()[0])
    [only] = advise(match, match.asked()[0], SEED)
    assert (only.reason, only.tables) == (Reason.ONLY, 0)
    waiting = next(seat for seat in match.all_seats if seat not in match.asked())
    assert advise(match, waiting, SEED) == []


def test_the_highest_level_at_a_table_advises() -> None:
    assert highest_level(["greenhorn", "deputy.bold", "random"]) == "deputy"
    assert highest_level(["marshal.bold", "greenhorn"]) == "marshal"
    assert highest_level([]) == highest_level(["random"]) == "marshal"
    assert budget_of("marshal").seconds is None
    assert budget_of("marshal", 0.5).seconds == 0.5
    assert budget_of("deputy").playouts < budget_of("marshal").playouts
