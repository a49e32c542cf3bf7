"""What everybody was: each game says it at the end, in words of its language files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from boomtown.bots.kinds import make_bot, play_out
from boomtown.core import Chance, Game, Match, Part
from boomtown.core.parts import parts_of
from boomtown.plugins import find_game, installed_games
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording


def over(game: Game[Any, Any], seats: int, **options: object) -> Match[Any]:
    """A match that was played at random."""
    chance = Chance.seeded("parts", game.id, seats)
    match = Match.unrecorded(game, seats, options, chance=chance.another())
    play_out(match, [make_bot(game, "random", chance.another())] * seats, chance)
    assert match.outcome is not None
    return match


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_parts_have_names_in_every_language(game: Game[Any, Any]) -> None:
    parts = parts_of(over(game, game.seats[0]))
    assert len(parts) == game.seats[0]
    for part in parts:
        for language in LANGUAGES:
            assert not part.noun or Wording(book_of(game), language).name(part.noun, part.name)


def test_the_sides_of_bang_are_those_that_win_together() -> None:
    match = over(find_game("bang_dice"), 6)
    assert match.outcome is not None
    parts = parts_of(match)
    won = {parts[seat].side for seat in match.outcome.winners}
    assert len(won) == 1
    if won != {""}:
        assert {seat for seat in match.all_seats if parts[seat].side in won} == set(
            match.outcome.winners
        )
    assert {part.side for part in parts if part.name in ("sheriff", "deputy")} == {"law"}
    assert {part.side for part in parts if part.name == "renegade"} == {""}


def test_of_three_everybody_plays_alone() -> None:
    assert {part.side for part in parts_of(over(find_game("bang_dice"), 3))} == {""}


def test_powers_of_cash_are_parts_where_they_are_played() -> None:
    cash = find_game("cash_n_guns")
    assert parts_of(over(cash, 4)) == (Part(),) * 4
    assert {part.noun for part in parts_of(over(cash, 4, powers=True))} == {"power"}


def test_a_game_that_counts_wrong_is_told() -> None:
    game = replace(find_game("high_noon"), parts=lambda view: [Part()])
    match = Match.unrecorded(game, 3, {}, chance=Chance.seeded("wrong"))
    with pytest.raises(ValueError, match="1 parts for 3 seats"):
        parts_of(match)
