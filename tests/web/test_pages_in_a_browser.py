"""The pages outside the table as people meet them: in a browser, by keyboard, without script."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from sites import Server

PAGES = (
    "/",
    "/games/bang_dice",
    "/games/high_noon",
    "/tables/new?game=bang_dice",
    "/me",
    "/rules/",
    "/rules/boomtown",
    "/plugins",
    "/credits",
    "/nowhere",
)
LOOKS = (("light", 1280), ("dark", 390))


def chromium() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def somebody(browser: Browser, server: Server) -> Iterator[Any]:
    """Opens a page as a newcomer; every call is another person."""
    contexts = []

    def come(path: str = "/", **how: Any) -> Page:
        context = browser.new_context(base_url=server.url, locale="en-US", **how)
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield come
    for context in contexts:
        context.close()


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_nothing_trips_a_screen_reader(somebody: Any, path: str, scheme: str, width: int) -> None:
    size = {"width": width, "height": 800}
    page = somebody(path, color_scheme=scheme, viewport=size, bypass_csp=True)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_refused_table_fits_a_telephone(somebody: Any) -> None:
    size = {"width": 390, "height": 800}
    page = somebody("/tables/new?game=bang_dice", viewport=size, bypass_csp=True)
    page.check("[name=seats][value='4']", force=True)
    page.check("[name='o.ghost']")
    page.get_by_role("button", name="Make the table, get a link").click()
    assert page.locator("#wrong-ghost").is_visible()
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_friends_meet_by_a_link_and_see_each_other_sit_down(somebody: Any) -> None:
    host = somebody("/tables/new?game=high_noon")
    host.fill("[name=name]", "Mabel")
    host.check("[name=seats][value='3']", force=True)
    host.get_by_role("button", name="Make the table, get a link").click()
    guest = somebody(host.input_value("#invite"), viewport={"width": 390, "height": 800})
    guest.fill("[name=name]", "Ivan")
    guest.get_by_role("button", name="Sit down").first.click()
    host.get_by_text("Ivan", exact=True).wait_for()
    host.get_by_role("button", name="Random").click()
    guest.get_by_text("3 of 3 seats taken").wait_for()
    host.get_by_role("button", name="Start the match").click()
    guest.wait_for_selector("body.table")


def test_everything_works_without_script(somebody: Any) -> None:
    page = somebody("/tables/new?game=high_noon", java_script_enabled=False)
    page.check("[name=seats][value='2']", force=True)
    page.get_by_role("button", name="Make the table, get a link").click()
    page.get_by_role("button", name="Random").click()
    page.get_by_role("button", name="Start the match").click()
    assert page.locator("body.table").count() == 1
    page.goto("/rules/bang_dice")
    page.fill("#q", "dynamite")
    page.locator(".find button").click()
    shown = page.locator(".clause:visible").count()
    assert 0 < shown < 100
    page.locator(".foot-form [value=dark]").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_rules_are_found_as_you_type(somebody: Any) -> None:
    page = somebody("/rules/bang_dice")
    page.fill("#q", "dynamite lock")
    found = page.locator(".clause:visible")
    assert 0 < found.count() < 20
    assert page.locator("[data-found]").inner_text().startswith(f"{found.count()} of ")
    page.fill("#q", "no such words anywhere")
    assert page.locator("[data-none]").is_visible()


def test_the_street_is_walked_by_keyboard(somebody: Any) -> None:
    page = somebody("/")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to the page"
    page.get_by_role("link", name="BANG! The Dice Game").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/bang_dice")
