"""The bench in a browser: force a die, edit a value, change seat, play on, keep what was done."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from boomtown.testing import run_examples
from boomtown_game_high_noon import GAME
from browsers import PHONE, Visit, check, check_day_and_night
from sites import app_in, on_a_port


@pytest.fixture
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The site of an author, served from here: it has no sockets and no house to open."""
    data = tmp_path_factory.mktemp("workshop")
    with app_in(data, development=True) as app, on_a_port(app) as url:
        yield SimpleNamespace(url=url)


def value(page: Page, path: str) -> str:
    """A value of the state, as the tree shows it."""
    link = page.locator(f".tree a[href$='?path={path}#edit']")
    return link.locator("xpath=..").locator("> .truth code").inner_text()


def edit(page: Page, path: str, text: str) -> None:
    page.click(f".tree a[href$='?path={path}#edit']")
    expect(page.locator("#f-path")).to_have_value(path)
    page.fill("#f-value", text)
    page.press("#f-value", "Enter")


def sit(page: Page, name: str) -> None:
    page.click(f"nav.seen a:has-text('{name}')")
    expect(page.locator("nav.seen [aria-current]")).to_contain_text(name)


def at_frame(page: Page, number: int, last: int) -> None:
    """Waits for a page: what is pressed before it is there is pressed on the one before."""
    expect(page.locator(".status .where")).to_have_text(f"Frame {number} of {last}")


def test_an_author_forces_a_die_edits_changes_seat_plays_on_and_keeps_it(
    workshop: SimpleNamespace, visit: Visit
) -> None:
    author = visit("/bench", at=workshop)
    author.forgiven.append("/dev/socket")  # which needs a real server
    page = author.page
    page.select_option("#lay-new select", "high_noon")
    page.fill("#lay-new [name=seats]", "2")
    page.click("#lay-new button")
    at_frame(page, 0, 0)
    sit(page, "Annie")

    page.fill("#f-dice", "6 5")
    page.press("#f-dice", "Enter")
    at_frame(page, 1, 1)
    edit(page, "gunslingers.1.lives", "3")
    at_frame(page, 2, 2)
    edit(page, "gunslingers.1.trick.value", "shout")
    at_frame(page, 3, 3)

    page.wait_for_selector("body.scripted")
    page.locator("#prompt .act.lit:has-text('Bill')").press("Enter")
    at_frame(page, 4, 4)
    sit(page, "Bill")
    page.click("#prompt .act:has-text('Take aim')")
    at_frame(page, 5, 5)
    expect(page.locator(".chance .drawn li").first).to_contain_text("5 1 of 6 by hand")
    assert value(page, "gunslingers.1.lives") == "3"
    page.click("#prompt .act:has-text('Pass')")
    at_frame(page, 6, 6)
    assert value(page, "gunslingers.1.lives") == "1"
    check(author, "the bench")

    page.wait_for_selector("body.scripted")
    page.locator("#frames").focus()
    page.keyboard.press("ArrowLeft")
    at_frame(page, 5, 6)
    page.wait_for_selector("body.scripted")
    page.locator("#frames").focus()
    page.keyboard.press("ArrowRight")
    at_frame(page, 6, 6)
    page.fill("#f-title", "Two hits")
    page.press("#f-title", "Enter")
    expect(page.locator("h1")).to_have_text("Two hits")
    example, test = page.inner_text("#example"), page.inner_text("#test")
    assert str(run_examples(GAME, example)) == "1 passed, 0 failed"
    written: dict[str, Any] = {}
    exec(test, written)
    written["test_two_hits"]()


@pytest.mark.soak
@pytest.mark.parametrize("game", ["bang_dice", "cash_n_guns", "shadows_west", "high_noon"])
def test_the_bench_of_every_game_fits_a_phone_and_reads_well(
    workshop: SimpleNamespace, visit: Visit, game: str
) -> None:
    author = visit("/bench", at=workshop, viewport=PHONE)
    author.forgiven.append("/dev/socket")
    author.page.select_option("#lay-new select", game)
    author.page.click("#lay-new button")
    author.page.wait_for_selector("body.scripted")
    check_day_and_night(author, f"the bench of {game}")
    author.page.fill("#f-title", "As it begins")
    author.page.press("#f-title", "Enter")
    expect(author.page.locator("h1")).to_have_text("As it begins")
    check(author, f"what is kept of the bench of {game}")
