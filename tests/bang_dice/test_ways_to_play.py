"""Ways to play that the table agrees on: chosen characters, and the teaching game."""

import pytest

from bang_dice import GAME
from bang_dice.content import TEACHING_LIFE, Role
from bang_dice.rules.characters import CHARACTERS
from bang_dice.state import Town
from boomtown.core import Chance, Match, clockwise
from boomtown.testing import refused
from saloon import question


def begin(seats: int, **options: object) -> Match[Town]:
    return Match.unrecorded(GAME, seats, options, chance=Chance.seeded("ways", seats))


@pytest.mark.rule("bang.setup.choose")
@pytest.mark.parametrize("seats", GAME.seats)
def test_characters_are_chosen_in_turn_and_none_twice(seats: int) -> None:
    match = begin(seats, characters="choose")
    first = match.state.active
    order = clockwise(match.all_seats, after=first)
    order = [first, *[seat for seat in order if seat != first]]
    chosen = list(CHARACTERS)[:seats]
    for seat, character in zip(order, chosen, strict=True):
        assert match.asked() == [seat]
        match.answer(seat, character)
    assert question(match) == "BeginTurn"
    assert [match.state.cowboys[seat].character for seat in order] == chosen
    assert match.asked() == [first]


@pytest.mark.rule("bang.setup.choose")
def test_a_character_that_is_taken_or_needs_another_module_is_not_offered() -> None:
    match = begin(4, characters="choose", new_characters=True)
    seat = match.asked()[0]
    assert refused(match, seat, "jose") == "bang.setup.modules.limits"
    match.answer(seat, "molly")
    assert refused(match, match.asked()[0], "molly") == "bang.setup.choose"


@pytest.mark.rule("bang.setup.choose", "bang.setup.life")
def test_the_life_points_of_a_chosen_character_count_at_once() -> None:
    match = begin(5, characters="choose")
    sheriff = match.asked()[0]
    assert match.state.role(sheriff) is Role.SHERIFF
    match.answer(sheriff, "gringo")
    cowboy = match.state.cowboys[sheriff]
    assert (cowboy.life, cowboy.cap) == (9, 9)


@pytest.mark.rule("bang.setup.teaching")
@pytest.mark.parametrize("seats", GAME.seats)
def test_the_teaching_game_has_no_characters(seats: int) -> None:
    match = begin(seats, characters="off")
    for seat, cowboy in enumerate(match.state.cowboys):
        sheriff = match.state.role(match.all_seats[seat]) is Role.SHERIFF
        assert cowboy.character is None
        assert cowboy.life == cowboy.cap == TEACHING_LIFE + 2 * sheriff
    assert question(match) == "BeginTurn"
