"""Quiet matches: nothing is written down, and everything goes the same way."""

from dataclasses import replace
from typing import Any

import pytest

from boomtown.bots import RandomBot
from boomtown.core import Ask, Chance, Game, GameFault, Match, Seat, Several
from boomtown.core.playout import play_randomly
from boomtown.plugins import installed_games
from flows import ANNIE, FLOW, End, Notes
from toys import HONEST, broken

GAMES = list(installed_games())


def played(match: Match[Any], most: int = 120) -> list[str]:
    """The hashes of random play, judged like anybody's."""
    bot, hashes = RandomBot(Chance.seeded("played")), [match.hash()]
    while match.outcome is None and match.number < most:
        seat = match.asked()[0]
        match.answer(seat, bot.pick(match.choice(seat)))
        hashes.append(match.hash())
    return hashes


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_quiet_match_of_every_game_has_the_same_hashes(game: Game[Any, Any]) -> None:
    loud = Match.unrecorded(game, game.seats[-1], chance=Chance.seeded("quiet"))
    quiet, copied = loud.clone(quiet=True), loud.copier()()
    hashes = played(loud)
    assert played(quiet) == hashes
    assert played(copied) == hashes
    assert len(loud.log) > 10
    assert (len(quiet.log), quiet.disclosed, quiet.way_back) == (0, [], [])


def test_a_copy_of_a_quiet_match_is_quiet_and_an_imagined_one_too() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("quiet"))
    imagined = match.imagine(Seat(0), Chance.seeded("dream"))
    assert imagined.quiet
    assert imagined.clone().quiet
    assert not match.clone().quiet
    told = match.imagine(Seat(0), Chance.seeded("dream"), quiet=False)
    assert not told.quiet
    assert told.hash() == imagined.hash()
    assert list(told.log) == list(match.log)


def test_only_a_quiet_match_takes_an_answer_unjudged() -> None:
    match = Match.unrecorded(HONEST, 2, chance=Chance.seeded("take"))
    before = match.hash()
    with pytest.raises(ValueError, match="only a quiet match"):
        match.take(Seat(0), 1)
    assert match.hash() == before


class Scribble(Ask):
    """Writes into its answer, as careless steps do."""

    rule = "flow.pick"

    def choice(self, match: Match[Notes], seat: Seat) -> Several:
        return Several(["a", "b"], least=2)

    def answered(self, match: Match[Notes], answer: list[str]) -> None:
        answer.append("scribble")
        match.then(End())


def test_a_step_that_writes_into_its_answer_does_not_spoil_the_offers() -> None:
    game = replace(FLOW, opening=lambda: Scribble(ANNIE), steps=(*FLOW.steps, Scribble))
    match = Match.unrecorded(game, 1, chance=Chance.seeded("ink")).clone(quiet=True)
    [offer] = match.choice(ANNIE).offers()
    match.take(ANNIE, offer)
    assert offer == ["a", "b"]


def test_a_playout_ends_with_an_outcome_and_counts_its_answers() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("out"))
    table = match.imagine(Seat(0), Chance.seeded("dream"))
    answers = play_randomly(table, Chance.seeded("answers"))
    assert table.outcome is not None
    assert answers == table.number - match.number > 0


def test_a_playout_without_end_is_noticed() -> None:
    endless = Match.unrecorded(broken("endless"), 2, chance=Chance.seeded(1))
    with pytest.raises(GameFault, match="no end after 200 answers"):
        play_randomly(endless.clone(quiet=True), Chance.seeded(2))
