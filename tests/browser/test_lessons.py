"""A first lesson, as somebody plays it who does not know the game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from boomtown.core.game import Game
from boomtown.lessons.lesson import lessons_of
from boomtown.lessons.script import Script, script_of
from boomtown.plugins import find_game, installed_games
from browsers import PHONE, Visit, Visitor, check

LESSONS = [(game, name) for game in installed_games() for name in lessons_of(game)]


def of(game: Game[Any, Any], name: str) -> Script:
    script = script_of(game, name)
    assert script is not None
    return script


def come(visit: Visit, game: Game[Any, Any], name: str, **how: Any) -> Visitor:
    """Opens the page of the game that teaches it, and begins."""
    visitor = visit(f"/games/{game.id}/learn", **how)
    visitor.page.locator(f'form[action$="/lessons/{name}"] button').click()
    visitor.live()
    return visitor


def asked(visitor: Visitor, number: int) -> None:
    """Waits until a step is asked, and everything before it was shown."""
    page = visitor.page
    expect(page.locator(f'#part-guide[data-at="{number}"] form[action$="/show"]')).to_have_count(1)
    expect(page.locator("#part-prompt[inert]")).to_have_count(0)
    expect(page.locator("#prompt .act").first).to_be_attached()


def read(visitor: Visitor, turn: Callable[[], None]) -> str:
    """Reads all pages of a step; what the last one says."""
    page = visitor.page
    while page.locator('[data-press="page-next"]:visible').count():
        before = page.locator("#guide-told p:visible").inner_text()
        turn()
        expect(page.locator("#guide-told p:visible")).not_to_have_text(before)
    return page.locator("#guide-told p:visible").inner_text()


def heard(visitor: Visitor) -> str:
    return visitor.page.locator("#announce").inner_text()


def test_a_lesson_by_keyboard_with_a_wrong_answer_and_a_reload(visit: Visit) -> None:
    game = find_game("cash_n_guns")
    visitor = come(visit, game, "first")
    page = visitor.page
    asked(visitor, 1)
    last = read(visitor, lambda: page.keyboard.press("h"))
    assert "Load a Bang!" in last
    assert last in heard(visitor)
    expect(page.locator('.pointed[data-thing="bullet:bang"]')).to_have_count(1)
    page.keyboard.press("1")
    expect(page.locator("#prompt .refused")).to_contain_text("this time load a Bang!")
    check(visitor, "a lesson")
    for number, step in enumerate(of(game, "first").steps, start=1):
        asked(visitor, number)
        if number == 4:
            page.reload()
            visitor.live()
            asked(visitor, number)
        wanted = json.dumps(step.do.answer)
        page.keyboard.press(page.locator(f"#prompt button[value='{wanted}'] kbd").inner_text())
    expect(page.locator("#part-guide .ways .main")).to_be_visible()
    assert "the whole game" in page.locator("#guide-told").inner_text()


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-US", "es-ES", "ru-RU"])
@pytest.mark.parametrize("window", ["desk", "phone"])
@pytest.mark.parametrize(("game", "name"), LESSONS, ids=[f"{g.id}-{n}" for g, n in LESSONS])
def test_every_lesson_is_played_by_hand(
    visit: Visit, game: Game[Any, Any], name: str, window: str, locale: str
) -> None:
    how: dict[str, Any] = {"locale": locale}
    if window == "phone":
        how |= {"viewport": PHONE, "has_touch": True}
    check(visit(f"/games/{game.id}/learn", **how), "the page that teaches")
    visitor = come(visit, game, name, **how)
    page = visitor.page
    for number in range(1, len(of(game, name).steps) + 1):
        asked(visitor, number)
        read(visitor, lambda: page.locator('[data-press="page-next"]').click())
        assert visitor.overflow() <= 0
        page.locator('#part-guide form[action$="/show"] button').click()
    expect(page.locator("#part-guide .ways .main")).to_be_visible()
    check(visitor, f"the end of {game.id} {name}")
