"""A bot that looks ahead: it plays better, repeats itself from a seed, and never peeks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from copy import deepcopy as copy
from typing import Any

import pytest

from boomtown.bots import RandomBot, answer_of, make_bot, play_out
from boomtown.bots.search import SearchBot, Settings, Weighed, best_of, together
from boomtown.bots.search.bot import Candidate, lead
from boomtown.bots.search.tree import Tree
from boomtown.bots.search.weighing import Weight
from boomtown.core import Answer, Bot, Chance, Match, Question, Seat, View, quick_policy
from boomtown.plugins import find_game
from boomtown_game_high_noon import GAME as HIGH_NOON

QUICK = Settings(playouts=40)
GAMES = [
    ("high_noon", 3, {}, None),
    ("bang_dice", 5, {}, "sharp"),
    ("cash_n_guns", 4, {"powers": True}, "cool"),
]


class Stubborn:
    """Always the last offer."""

    def answer(self, view: View[Any], ask: Question, imagine: Callable[[], Match[Any]]) -> Answer:
        return ask.choice.offers()[-1]


def begun(game: str, seats: int, options: dict[str, object], answers: int) -> Match[Any]:
    """A match after some answers."""
    bot = RandomBot(Chance.seeded("begun", game))
    match = Match.unrecorded(find_game(game), seats, options, chance=Chance.seeded(game))
    for _ in range(answers):
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
    return match


def searcher(match: Match[Any], kind: str | None, settings: Settings = QUICK) -> SearchBot:
    """A bot with a seed that is always the same."""
    heuristic = None if kind is None else make_bot(match.game, kind, Chance.seeded("heuristic"))
    return SearchBot(Chance.seeded("search"), heuristic, settings)


def test_looking_ahead_beats_random_players() -> None:
    """Seed "ahead": 40 matches of two seats."""
    won = lost = 0
    for number in range(40):
        chance = Chance.seeded("ahead", number)
        match = Match.unrecorded(HIGH_NOON, 2, {"rounds": 6}, chance=chance.another())
        bots: list[Bot] = [SearchBot(chance.another(), None, QUICK), RandomBot(chance.another())]
        play_out(match, bots, chance)
        assert match.outcome is not None
        won += match.outcome.winners == (Seat(0),)
        lost += match.outcome.winners == (Seat(1),)
    assert won > 1.5 * lost, (won, lost)


@pytest.mark.parametrize(("game", "seats", "options", "kind"), GAMES)
def test_the_same_seed_thinks_the_same(
    game: str, seats: int, options: dict[str, object], kind: str | None
) -> None:
    match = begun(game, seats, options, 3 * seats)
    seat = match.asked()[0]
    first, second = (
        answer_of(searcher(match, kind), match, seat, Chance.seeded("worlds")) for _ in range(2)
    )
    assert first == second
    assert match.choice(seat).refusal(match.choice(seat).read(first)) is None


@pytest.mark.parametrize(("game", "seats", "options", "kind"), GAMES)
def test_it_answers_the_same_whatever_is_hidden(
    game: str, seats: int, options: dict[str, object], kind: str | None
) -> None:
    """Tables that look the same from a seat, with the same seed."""
    match = begun(game, seats, options, 3 * seats)
    seat = match.asked()[0]
    answers = []
    for number in range(4):
        world = match.clone()
        world.redraw(seat, Chance.seeded("hidden", number))
        answers.append(answer_of(searcher(match, kind), world, seat, Chance.seeded("worlds")))
    assert answers == [answers[0]] * 4


def test_a_game_may_have_it_among_its_bots() -> None:
    game = dataclasses.replace(
        HIGH_NOON, bots={"ahead": lambda chance: SearchBot(chance, None, QUICK)}
    )
    match = Match.unrecorded(game, 3, {"rounds": 2}, chance=Chance.seeded("kinds"))
    play_out(match, [make_bot(game, "ahead", Chance.seeded(1)) for _ in range(3)], Chance.seeded(2))
    assert match.outcome is not None


def test_the_heuristics_answer_is_left_only_where_another_is_clearly_better() -> None:
    match = begun("high_noon", 3, {}, 0)
    seat = match.asked()[0]
    settings = Settings(playouts=60, gate=1e9)
    bot = SearchBot(Chance.seeded(1), Stubborn(), settings)
    assert answer_of(bot, match, seat, Chance.seeded(2)) == match.choice(seat).offers()[-1]


def test_when_the_time_is_up_the_best_so_far_is_given() -> None:
    match = begun("high_noon", 3, {}, 0)
    seat = match.asked()[0]
    ticks = iter(range(1000))
    bot = SearchBot(
        Chance.seeded(1), None, Settings(playouts=10**9, seconds=5), lambda: float(next(ticks))
    )
    assert answer_of(bot, match, seat, Chance.seeded(2)) in match.choice(seat).offers()
    assert next(ticks) == 6, "one look at the clock before, and one after every answer tried"


def test_one_possible_answer_takes_no_thought() -> None:
    match = begun("high_noon", 3, {}, 6)
    seat = match.asked()[0]
    ask = match.question(seat)
    assert ask is not None
    [only] = ask.choice.offers()

    def imagine() -> Match[Any]:
        raise AssertionError("nothing is to be found out")

    assert SearchBot(Chance.seeded(1)).answer(match.view(seat), ask, imagine) == only


def test_a_lead_counts_only_tables_that_both_were_tried_on() -> None:
    one, other = (Candidate(answer) for answer in "ab")
    one.worth, other.worth = [10, 20, 30], [0, 20]
    assert lead(one, other) == (5, 5)


def test_searches_with_other_dice_can_be_put_together() -> None:
    """Neither of them is sure alone; an answer that one has given up is not taken."""
    settings = Settings(gate=2.0, least=4)
    one = Weighed([Weight("own", 4, 8), Weight("new", 4, 12, gap=4, squares=10)], True)
    two = Weighed([Weight("own", 4, 8), Weight("new", 4, 14, gap=6, squares=10)], True)
    given_up = Weighed([Weight("own", 4, 8), Weight("new", 0, 0, out=True)], True)
    assert best_of(one, settings) == "own"
    assert best_of(two, settings) == "new"
    assert best_of(together([copy(one), copy(two)]), settings) == "new"
    assert best_of(together([copy(two), copy(given_up)]), settings) == "own"


def test_what_was_learned_in_a_turn_is_kept_until_it_ends() -> None:
    match = begun("cash_n_guns", 4, {}, 0)
    bot = searcher(match, "deputy")
    trees = {}
    while match.state.round == 1:
        seat = match.asked()[0]
        if seat == 0 and len(match.choice(seat).offers()) > 1:
            match.answer(seat, answer_of(bot, match, seat, Chance.seeded("worlds", match.number)))
            trees[id(bot.memory.tree)] = bot.memory.tree
        else:
            match.answer(seat, RandomBot(Chance.seeded(match.number)).pick(match.choice(seat)))
    assert len(trees) == 1, "several questions in one round, one tree"
    kept = bot.memory.tree
    while match.asked() != [Seat(0)]:
        seat = match.asked()[0]
        match.answer(seat, RandomBot(Chance.seeded(match.number)).pick(match.choice(seat)))
    answer_of(bot, match, Seat(0), Chance.seeded("next"))
    assert bot.memory.tree is not kept


def test_nobody_in_the_tree_replies_to_an_answer_that_cannot_be_seen() -> None:
    """The first question is sealed: the others answer alike, whatever was tried."""
    match, tree = begun("high_noon", 3, {}, 0), Tree()
    assert len(match.asked()) == 3
    replies = set()
    for number in range(30):
        world = match.imagine(Seat(0), Chance.seeded("world", number))
        given: dict[Any, Any] = {}
        tables, luck = [], Chance.seeded("luck", number)
        for answer in match.choice(Seat(0)).offers():
            table = world.clone(quiet=True)
            table.take(Seat(0), answer)
            policy = quick_policy(match.game)
            way, _ = tree.descend(table, policy, luck.fork(), Settings(), given)
            tables.append((way, [0, 0, 0]))
        first = {(seat, tried.answer) for way, _ in tables for _, tried, seat in way[:1]}
        assert len(first) == 1
        replies |= first
        tree.learn(tables)
    assert len(replies) > 1, "they try several"
