"""Answers in words: every kind of choice can be told, with what a board adds."""

from __future__ import annotations

from typing import Any

import pytest

from boomtown.answertext import NOTHING, answer_words
from boomtown.bots import RandomBot
from boomtown.core import Chance, Help, Match, Say, Seat
from boomtown.core.choice import Choice, Number, OneOf, Ordered, Several, Split
from boomtown.plugins import find_game
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.wording import Wording


def bang(language: str = "en") -> Wording:
    return Wording(book_of(find_game("bang_dice")), language, ["Ann", "Bob", "Cid"])


@pytest.mark.parametrize(
    ("choice", "answer", "words"),
    [
        (OneOf(of=[Seat(0), Seat(1)], noun="seat"), Seat(1), "Bob"),
        (Several(of=[1, 2, 3], noun="die"), [1, 3], "Die 1, Die 3"),
        (Several(of=[1, 2, 3], noun="die"), [], NOTHING),
        (Ordered(of=[Seat(0), Seat(1)], noun="seat"), [Seat(1), Seat(0)], "Bob → Ann"),
        (Number(least=0, most=5), 3, "3"),
        (Split(amount=2, over=[Seat(0), Seat(2)], noun="seat"), {Seat(2): 2}, "Cid: 2"),
    ],
)
def test_a_choice_in_words(choice: Choice, answer: Any, words: str) -> None:
    assert answer_words(choice, answer, bang()) == words


def test_a_board_says_what_dice_show_and_what_sending_them_means() -> None:
    help = Help(title="")
    help.hints = {"die:1": Say("board.hint.face", {"face": "beer"})}
    help.submit = [Say("board.submit.stop"), Say("board.submit.throw", {"dice": 1})]
    choice = Several(of=[1, 2], noun="die")
    assert answer_words(choice, [], bang(), help) == "Stop: keep all dice"
    assert answer_words(choice, [1], bang(), help).endswith(": Die 1 (beer)")


@pytest.mark.parametrize(
    ("game", "seats"), [("bang_dice", 5), ("cash_n_guns", 4), ("high_noon", 3), ("shadows_west", 2)]
)
def test_every_answer_of_play_has_words(game: str, seats: int) -> None:
    match = Match.unrecorded(find_game(game), seats, chance=Chance.seeded("words"))
    bot = RandomBot(Chance.seeded("answers"))
    speakers = [Wording(book_of(match.game), language) for language in LANGUAGES]
    for _ in range(60):
        if match.outcome is not None:
            break
        seat = match.asked()[0]
        choice = match.choice(seat)
        answer = choice.read(bot.pick(choice))
        assert all(answer_words(choice, answer, words) for words in speakers)
        match.answer(seat, answer)
    assert [words.missing for words in speakers] == [set()] * len(speakers)
