"""Numbers come from one place: how many wounds kill is agreed on, and everything follows it."""

import re

import msgspec
import pytest

from boomtown.core import Chance, Match
from boomtown.rulebook.book import LANGUAGES
from boomtown.rulebook.numbers import SENTENCES, book_of, numbers_of
from boomtown.testing import Play, Suite
from boomtown.web.street.game_pages import game_page
from cash_n_guns import GAME
from cash_n_guns.bot.outlook import Outlook
from cash_n_guns.page.board import board
from cash_n_guns.rules.moments import deadly
from cash_n_guns.state import CashOptions, Gang
from hideout import A, B, C, D, gangster, stages, table

HOW_MANY = range(1, 6)


@pytest.mark.rule("cash.elim.limit")
def test_so_many_wounds_kill_as_the_table_has_agreed() -> None:
    for wounds in HOW_MANY:
        match = table(wounds=wounds, C={"w": wounds - 1})
        stages(match, "BCCC", "CAAA")
        assert gangster(match, "C").out
        spared = table(wounds=wounds + 1, C={"w": wounds - 1})
        stages(spared, "BCCC", "CAAA")
        assert not gangster(spared, "C").out


@pytest.mark.rule("cash.power.unbreakable")
def test_the_unbreakable_bears_two_more_than_others() -> None:
    for wounds in HOW_MANY:
        gang = table(wounds=wounds, B={"power": "unbreakable"}).state
        assert [deadly(gang, seat) for seat in (A, B)] == [wounds, wounds + 2]


def test_the_option_reaches_the_state_and_the_usual_number_leaves_no_trace_in_it() -> None:
    def dealt(**options: object) -> Match[Gang]:
        return Match.unrecorded(GAME, 4, options, chance=Chance.seeded("wounds"))

    assert dealt(wounds=5).state.deadly == 5
    assert dealt(wounds=3).hash() == dealt().hash() != dealt(wounds=5).hash()


def test_the_board_shows_as_many_wounds_as_kill() -> None:
    shown = board(table(wounds=2, B={"power": "unbreakable"}).view(A), None)
    assert shown.me is not None
    assert [shown.me.cap, *(plate.cap for plate in shown.plates)] == [2, 4, 2, 2]


def test_the_bot_fears_the_last_wound_wherever_it_is() -> None:
    for wounds in HOW_MANY:
        gang = table(wounds=wounds, C={"w": wounds - 1}, D={"power": "unbreakable"}).state
        outlook = Outlook(gang, A)
        assert outlook.wounded(C, 1) == outlook.fortune(C)
        assert outlook.wounded(D, 1) < outlook.fortune(D)
        assert outlook.stands(C) <= outlook.stands(B)


@pytest.mark.parametrize("check", ["ends", "save and load", "bots", "languages"])
def test_matches_with_few_and_many_wounds(check: str) -> None:
    plays = [Play(5, {"wounds": wounds, "powers": True}, f"{wounds}") for wounds in (1, 5)]
    assert Suite(GAME, plays).run(check) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_follows_the_option(language: str) -> None:
    for wounds, unbreakable in ((1, 3), (4, 6)):
        told = book_of(GAME, CashOptions(wounds=wounds)).languages[language]
        mentioned = re.findall(r"\d+", told.rules["cash.elim.limit"].text)
        assert mentioned == [str(wounds), str(unbreakable)]
        assert re.findall(r"\d+", told.rules["cash.power.unbreakable"].text) == [
            str(unbreakable),
            str(wounds),
        ]
        assert str(wounds) in told.answers["out.when"].short


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mention_of_a_number_is_left_in_any_text(language: str) -> None:
    """But for sentences, which get their numbers when they are said."""
    names = dict(numbers_of(GAME))
    told = msgspec.to_builtins(book_of(GAME).languages[language])
    read = [part for name, part in told.items() if name not in SENTENCES]
    texts = f"{read} {game_page(GAME, language)}"
    assert not [name for name in re.findall(r"\{(\w+)[:}]", texts) if name in names]
