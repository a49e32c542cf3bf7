"""Numbers come from one place: the option of the arrows, and every sentence that follows it."""

import msgspec
import pytest

from bang_dice import GAME
from bang_dice.page.board import board
from bang_dice.rules.numbers import numbers
from bang_dice.state import BangOptions
from boomtown.bots import play_out
from boomtown.core import Chance, Match, Refused
from boomtown.core.errors import InvalidOption
from boomtown.rulebook.book import LANGUAGES, rulebook_of
from boomtown.rulebook.numbers import MENTION, book_of

ABOUT_THE_PILE = ("bang.setup.arrows", "bang.arrow.conserve", "bang.chief.setup")


def test_every_named_number_is_mentioned() -> None:
    named = set(numbers(BangOptions()))
    for code in LANGUAGES:
        whole = str(msgspec.to_builtins(rulebook_of("bang_dice").languages[code]))
        assert {name for name, _ in MENTION.findall(whole)} >= named, code


@pytest.mark.rule("bang.setup.arrows")
@pytest.mark.parametrize("arrows", [4, 11, 20])
def test_a_table_may_have_fewer_or_more_arrows(arrows: int) -> None:
    match = Match.unrecorded(GAME, 5, {"arrows": arrows}, chance=Chance.seeded("arrows", arrows))
    assert match.state.pile == arrows
    shown = board(match.view(None), None)
    assert (shown.pile, shown.arrows) == (arrows, arrows)
    chance = Chance.seeded("bots", arrows)
    play_out(match, [GAME.bots["sharp"](chance.another()) for _ in range(5)], chance)
    assert match.outcome is not None
    assert match.state.all_arrows() == arrows


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_follows_the_option(code: str) -> None:
    rules = book_of(GAME, BangOptions(arrows=11)).languages[code].rules
    for id in ABOUT_THE_PILE:
        assert "11" in rules[id].text or "12" in rules[id].text
        assert "{" not in rules[id].text
    usual = book_of(GAME).languages[code].rules
    assert "9" in usual["bang.setup.arrows"].text
    said = {"en": "11 arrows (12 tokens", "es": "11 (12 fichas", "ru": "11 стрел (12 жетонов"}
    assert said[code] in rules["bang.arrow.conserve"].text


@pytest.mark.parametrize("arrows", [3, 21])
def test_a_pile_that_cannot_be_played_with_is_refused(arrows: int) -> None:
    with pytest.raises((InvalidOption, Refused)):
        Match.start(GAME, 5, {"arrows": arrows})
