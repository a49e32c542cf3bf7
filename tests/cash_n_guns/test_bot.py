"""The bot keeps a cool head: it wins more than its share, and ducks when it should."""

from typing import Any

import pytest

from boomtown.bots import RandomBot, play_out
from boomtown.core import Chance, Imagine, Match, Seat
from boomtown.testing import lone
from cash_n_guns import GAME
from cash_n_guns.bot.cool import ANSWERS, CoolBot
from cash_n_guns.state import Gang
from hideout import A, B, C, D, aims, bullets, order, question, stages, table, takes


def answer(match: Match[Gang], seat: Seat) -> Any:
    """What the bot says to the question of a seat."""
    asked = match.question(seat)
    assert asked is not None
    imagine: Imagine = lambda: match.imagine(seat, Chance.seeded("imagine"))  # noqa: E731
    return CoolBot(Chance.seeded("cool")).answer(match.view(seat), asked, imagine)


def test_one_cool_bot_among_random_ones_wins_far_more_than_its_share() -> None:
    standing = lone(
        GAME, CoolBot, RandomBot, seats=6, matches=40, seed="cool", options={"powers": True}
    )
    assert standing.interval[0] > 2, standing


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_answers_every_question(seats: int) -> None:
    for number in range(4):
        chance = Chance.seeded("questions", seats, number)
        match = Match.unrecorded(GAME, seats, {"powers": True}, chance=chance.another())
        play_out(match, [CoolBot(chance.another()) for _ in match.all_seats], chance)
        assert match.outcome is not None


def test_it_knows_every_question_of_the_game() -> None:
    seen: set[str] = set()
    for number in range(40):
        chance = Chance.seeded("every question", number)
        match = Match.unrecorded(GAME, 8, {"powers": True}, chance=chance.another())
        bot = RandomBot(chance)
        while match.outcome is None:
            prompt = match.prompt()
            assert prompt is not None
            seen.add(prompt.rule)
            seat = match.asked()[0]
            match.answer(seat, bot.pick(match.choice(seat)))
    assert seen == set(ANSWERS)


def test_it_stands_if_nobody_aims_at_it_and_ducks_from_certain_death() -> None:
    match = table(round=7, hands=[0, 2], B={"w": 2, "loot": ["B20", "P", "P", "P"]})
    bullets(match, "BBBB")
    aims(match, "BDBB")
    order(match)
    assert answer(match, A) == "stand"
    assert answer(match, B) == "duck"


def test_it_fears_no_gun_that_can_only_click() -> None:
    match = table(round=6, hands=[3, 0], B={"w": 2, "loot": ["B20", "P", "P", "P"]})
    for seat in (A, C, D):
        match.state.gangsters[seat].shown = ["bang"] * 3  # type: ignore[list-item]
    bullets(match)
    aims(match, "BDBB")
    order(match)
    assert answer(match, B) == "stand"


def test_as_godfather_it_sends_the_most_dangerous_gun_away() -> None:
    match = table()
    match.state.gangsters[C].shown = ["bang"] * 3  # type: ignore[list-item]
    bullets(match)
    aims(match, "BCAA")
    assert question(match) == "GiveOrder"
    assert answer(match, A) == D


def test_it_gives_no_order_if_nobody_threatens_it() -> None:
    match = table()
    bullets(match)
    aims(match, "BCDB")
    assert answer(match, A) == "nobody"


def test_it_takes_paintings_for_a_set_and_a_kit_for_wounds() -> None:
    loot = ["B20", "P", "FA", "B5", "B5", "B5", "B5", "D1"]
    match = table(loot=loot, A={"loot": ["P", "P", "P"]}, B={"w": 2, "loot": ["B20"] * 4})
    stages(match, "CCCC", "----")
    assert answer(match, A) == "P"
    takes(match, "A:P")
    assert answer(match, B) == "FA"
    takes(match, "B:FA")
    assert answer(match, C) == "B20"


def test_the_smart_takes_a_bang_back_and_the_cunning_saves_one() -> None:
    match = table(A={"power": "smart"})
    stages(match, "BCCC", "BCDA", "SDSS")
    assert answer(match, A) == "click"
    match = table(A={"power": "cunning"}, B={"w": 2})
    bullets(match, "BCCC")
    aims(match, "BCBB")
    assert answer(match, A) == "click"


def test_the_greedy_takes_two_where_many_share_and_one_where_few_do() -> None:
    many = table("ABCDEFGH", A={"power": "greedy"})
    stages(many, "C" * 8, "-" * 8)
    assert "two" in answer(many, A)
    few = table(A={"power": "greedy"})
    stages(few, "CCCC", "----", "SDDD")
    assert "one" in answer(few, A)


def test_the_dictator_forbids_what_is_worth_a_lot_and_nothing_else() -> None:
    match = table(D={"power": "dictator"})
    stages(match, "CCCC", "----")
    cheap = match.clone()
    match.answer(A, "B20")
    assert answer(match, D) == "forbid"
    cheap.answer(A, "B5")
    assert answer(cheap, D) == "allow"


def test_the_junk_dealer_gives_junk_only() -> None:
    match = table(A={"power": "junk_dealer", "loot": ["B20", "B5"]})
    stages(match, "CCCC", "----")
    assert answer(match, A) == "B5"
    rich = table(A={"power": "junk_dealer", "loot": ["B20", "B10"]})
    stages(rich, "CCCC", "----")
    assert answer(rich, A) == "decline"


def test_the_hustler_looks_for_bangs_and_pays_with_a_click() -> None:
    match = table(draws=("bang",), A={"power": "hustler"})
    for seat in (B, C):
        match.state.gangsters[seat].shown = ["bang"] * 2  # type: ignore[list-item]
    assert answer(match, A) == D
    match.answer(A, D)
    assert answer(match, A) == "click"
