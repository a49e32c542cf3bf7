"""The bench in a browser: force a die, edit a value, change seat, play on, keep what was done."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import WSGIRequestHandler, make_server

from boomtown.testing import run_examples
from boomtown_game_high_noon import GAME
from browsers import PHONE, Visit, check, check_day_and_night
from sites import app_in


class Quiet(WSGIRequestHandler):
    """Tells nobody of every request."""

    def log(self, type: str, message: str, *args: Any) -> None:
        pass


@pytest.fixture
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """The site of an author, served from here: it has no sockets and no house to open."""
    with app_in(tmp_path_factory.mktemp("workshop"), development=True) as app:
        server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield SimpleNamespace(url=f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
        serving.join()
        server.server_close()


def value(page: Page, path: str) -> str:
    """A value of the state, as the tree shows it."""
    link = page.locator(f".tree a[href$='?path={path}#edit']")
    return link.locator("xpath=..").locator("> .truth code").inner_text()


def edit(page: Page, path: str, text: str) -> None:
    page.click(f".tree a[href$='?path={path}#edit']")
    expect(page.locator("#f-path")).to_have_value(path)
    page.fill("#f-value", text)
    page.press("#f-value", "Enter")


def test_an_author_forces_a_die_edits_changes_seat_plays_on_and_keeps_it(
    visit: Visit, workshop: SimpleNamespace
) -> None:
    author = visit("/bench", at=workshop)
    author.forgiven += ["422", "/dev/socket"]  # one is provoked, the other needs a real server
    page = author.page
    page.select_option("#lay-new select", "high_noon")
    page.fill("#lay-new [name=seats]", "2")
    page.click("#lay-new button")
    page.click("nav.seen a:has-text('Annie')")

    page.fill("#f-dice", "6 5")
    page.press("#f-dice", "Enter")
    expect(page.locator(".status .where")).to_have_text("Frame 1 of 1")
    edit(page, "gunslingers.1.lives", "many")
    expect(page.get_by_role("alert")).to_contain_text("gunslingers.1.lives: Expected `int`")
    expect(page.locator(".status .where")).to_have_text("Frame 1 of 1")
    edit(page, "gunslingers.1.lives", "3")
    edit(page, "gunslingers.1.trick.value", "shout")
    expect(page.locator(".status .where")).to_have_text("Frame 3 of 3")

    page.wait_for_selector("body.scripted")
    page.locator("#prompt .act.lit:has-text('Bill')").press("Enter")
    expect(page.locator(".status .where")).to_have_text("Frame 4 of 4")
    page.click("nav.seen a:has-text('Bill')")
    page.click("#prompt .act:has-text('Take aim')")
    expect(page.locator(".chance .drawn li").first).to_contain_text("5 1 of 6 by hand")
    assert value(page, "gunslingers.1.lives") == "3"
    page.click("#prompt .act:has-text('Pass')")
    expect(page.locator(".status .where")).to_have_text("Frame 6 of 6")
    assert value(page, "gunslingers.1.lives") == "1"
    check_day_and_night(author, "the bench")

    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".status .where")).to_have_text("Frame 5 of 6")
    page.keyboard.press("ArrowRight")
    page.fill("#f-title", "Two hits")
    page.press("#f-title", "Enter")
    example, test = page.inner_text("#example"), page.inner_text("#test")
    check(author, "what is kept of the bench")
    assert str(run_examples(GAME, example)) == "1 passed, 0 failed"
    written: dict[str, Any] = {}
    exec(test, written)
    written["test_two_hits"]()


@pytest.mark.soak
@pytest.mark.parametrize("game", ["bang_dice", "cash_n_guns", "shadows_west", "high_noon"])
def test_the_bench_of_every_game_fits_a_phone_and_reads_well(
    visit: Visit, workshop: SimpleNamespace, game: str
) -> None:
    author = visit("/bench", at=workshop, viewport=PHONE)
    author.forgiven.append("/dev/socket")
    author.page.select_option("#lay-new select", game)
    author.page.click("#lay-new button")
    author.page.wait_for_selector("body.scripted")
    check_day_and_night(author, f"the bench of {game}")
