"""Greenhorn, deputy and marshal in every game, in the tempers that a game offers."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from boomtown.bots import UnknownBot, answer_of, bot_kinds, can_play, make_bot, offered_kinds
from boomtown.bots.greenhorn import WHIMS, Greenhorn
from boomtown.bots.kinds import LEVELS, tempered
from boomtown.bots.search import SearchBot
from boomtown.core import Answer, Chance, Entry, Imagine, Listener, Match, Question, View
from boomtown.plugins import find_game, installed_games
from boomtown_game_high_noon import GAME as HIGH_NOON


class Last(Listener):
    """Always the last offer; it wants to be told everything."""

    def __init__(self, chance: Chance) -> None:
        self.heard: list[Entry] = []

    def hear(self, told: Any) -> None:
        self.heard = list(told)

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        return ask.choice.offers()[-1]


class First(Last):
    """Always the first."""

    def answer(self, view: View[Any], ask: Question, imagine: Imagine) -> Answer:
        return ask.choice.offers()[0]


OWN = dataclasses.replace(
    HIGH_NOON, bots={"clever": Last, "other": First}, tempers={"bold": First}, menu=("other",)
)


def asked() -> tuple[Match[Any], Any]:
    """A table at which somebody has several answers."""
    match = Match.unrecorded(HIGH_NOON, 3, chance=Chance.seeded("levels"))
    seat = match.asked()[0]
    assert len(match.choice(seat).offers()) > 1
    return match, seat


def test_every_game_has_the_three_levels() -> None:
    for game in installed_games():
        assert offered_kinds(game)[:3] == LEVELS
        for kind in (*offered_kinds(game), "random", *game.bots):
            assert can_play(game, kind)
            make_bot(game, kind, Chance.seeded(1))
    with pytest.raises(UnknownBot, match="there are: greenhorn, deputy, marshal, random"):
        make_bot(HIGH_NOON, "genius", Chance.seeded(1))


def test_kinds_of_stored_tables_keep_their_players() -> None:
    for id, kind in [("cash_n_guns", "cool"), ("bang_dice", "sharp"), ("shadows_west", "gunhand")]:
        game = find_game(id)
        assert type(make_bot(game, kind, Chance.seeded(1))) is game.bots[kind]


def test_a_games_first_bot_is_its_deputy() -> None:
    assert list(bot_kinds(OWN)) == [*LEVELS, "random", "clever", "other"]
    assert offered_kinds(OWN) == (*LEVELS, "other")
    assert type(make_bot(OWN, "deputy", Chance.seeded(1))) is Last
    named = dataclasses.replace(OWN, bots={"clever": Last, "deputy": First})
    assert type(make_bot(named, "deputy", Chance.seeded(1))) is First


def test_without_a_bot_of_its_own_a_game_is_searched() -> None:
    assert isinstance(make_bot(HIGH_NOON, "deputy", Chance.seeded(1)), SearchBot)
    assert isinstance(make_bot(HIGH_NOON, "marshal", Chance.seeded(1)), SearchBot)
    assert isinstance(make_bot(HIGH_NOON, "greenhorn", Chance.seeded(1)), Greenhorn)


def test_a_temper_is_the_deputy_in_another_mood_at_every_level() -> None:
    match, seat = asked()
    offers = match.choice(seat).offers()
    deputy = make_bot(OWN, "deputy.bold", Chance.seeded(1))
    assert answer_of(deputy, match, seat, Chance.seeded(2)) == offers[0]
    for kind, there in [
        ("greenhorn.bold", True),
        ("marshal.bold", True),
        ("deputy.grim", False),
        ("clever.bold", False),
        ("random.bold", False),
        ("deputy.", False),
        (".bold", False),
    ]:
        assert can_play(OWN, kind) is there, kind
    assert {tempered(OWN, "deputy", lot) for lot in range(3)} == {"deputy.bold"}
    assert tempered(OWN, "clever", 1) == "clever"
    assert tempered(HIGH_NOON, "deputy", 1) == "deputy"


def test_a_greenhorn_follows_whims_by_lot_alone() -> None:
    match, seat = asked()
    last = match.choice(seat).offers()[-1]
    odd = 0
    for number in range(400):
        bot = make_bot(OWN, "greenhorn", Chance.seeded("whims", number))
        odd += answer_of(bot, match, seat, Chance.seeded(1)) != last
    share = 1 - 1 / len(match.choice(seat).offers())
    assert 0.7 * WHIMS * 4 * share < odd < 1.3 * WHIMS * 4 * share


@pytest.mark.parametrize("kind", ["greenhorn", "marshal"])
def test_a_deputy_that_listens_hears_inside_every_level(kind: str) -> None:
    match, seat = asked()
    for _ in range(3):
        match.answer(match.asked()[0], match.choice(match.asked()[0]).offers()[0])
    seat = match.asked()[0]
    heard: list[Last] = []

    def like(chance: Chance) -> Last:
        heard.append(Last(chance))
        return heard[-1]

    bot = make_bot(dataclasses.replace(OWN, bots={"own": like}), kind, Chance.seeded(1))
    answer_of(bot, match, seat, Chance.seeded(2))
    assert heard[-1].heard == match.history()


def test_a_marshal_has_as_long_as_the_table_says() -> None:
    marshal = make_bot(HIGH_NOON, "marshal", Chance.seeded(1), seconds=0.25)
    assert isinstance(marshal, SearchBot)
    assert marshal.settings.seconds == 0.25
    repeatable = make_bot(HIGH_NOON, "marshal", Chance.seeded(1))
    assert isinstance(repeatable, SearchBot)
    assert repeatable.settings.seconds is None
