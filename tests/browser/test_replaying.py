"""A match seen again in a browser: by hand, by key, by itself, and without script."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsers import DESK, PHONE, Visit, check
from played import played
from sites import app_in, on_a_port, site_of

PLACES = ("?at=30&seat=A", "?at=40&seat=open", "?at=9999&text=1", "/verify")
Matches = tuple[SimpleNamespace, str, str]
LOOKS = (
    ("dark", PHONE, PLACES[:1]),
    pytest.param("dark", PHONE, PLACES[1:], marks=pytest.mark.soak),
    pytest.param("light", DESK, PLACES, marks=pytest.mark.soak),
)


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matches]:
    """A site with a match that is over, where something was taken back, and one that goes on.

    It is served from here: whoever looks back needs no socket and no bots.
    """
    data = tmp_path_factory.mktemp("matches")
    with app_in(data) as app, on_a_port(app) as url:
        over, _ = played(site_of(app), undo=True)
        running, _ = played(site_of(app), lines=30)
        paths = [f"/matches/{room.table.match}" for room in (over, running)]
        yield SimpleNamespace(url=url), paths[0], paths[1]


@pytest.fixture
def replay(visit: Visit, matches: Matches) -> Any:
    """Opens the match that is over."""

    def opened(query: str, **how: Any) -> Page:
        server, over, _ = matches
        page = visit(over + query, at=server, **how).page
        if how.get("java_script_enabled", True):
            page.wait_for_selector("body.scripted")
        return page

    return opened


def stands_at(page: Page, place: int) -> None:
    """Everything on the page is at that moment: words, handle, address and log."""
    expect(page.locator(".where b")).to_contain_text(f"Answer {place} of")
    expect(page.locator("#range")).to_have_value(str(place))
    assert f"at={place}&" in page.url
    current = page.locator("#rows [aria-current=step]")
    assert int(current.get_attribute("data-place") or "") <= place
    places = page.locator("#rows li:visible").evaluate_all(
        "all => all.map(li => +li.dataset.place)"
    )
    assert max(places) <= place


@pytest.mark.soak
def test_keys_lead_through_the_match(replay: Any) -> None:
    page = replay("?at=0&seat=A")
    last = int(page.locator("#range").get_attribute("max"))
    turns = [
        int(one)
        for one in page.locator("#where option").evaluate_all("all => all.map(o => o.value)")
    ]
    for key, place in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("]", turns[1]),
        ("]", turns[2]),
        ("[", turns[1]),
        ("End", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        stands_at(page, place)


@pytest.mark.soak
def test_hands_lead_through_the_match(replay: Any) -> None:
    page = replay("?at=20&seat=B")
    page.click("#go-on")
    stands_at(page, 21)
    page.click("#go-back")
    stands_at(page, 20)
    page.locator("#range").fill("33")
    stands_at(page, 33)
    page.locator("#rows a.moment").nth(5).click()
    stands_at(page, int(page.locator("#rows li").nth(5).get_attribute("data-place")))
    page.select_option("#where", index=4)
    stands_at(page, int(page.locator("#where").input_value()))
    page.click("#go-last")
    expect(page.locator("#go-on")).to_have_attribute("aria-disabled", "true")
    last = page.locator("#range").input_value()
    page.click("nav.seen a:has-text('All open')")
    expect(page.locator("nav.seen [aria-current]")).to_have_text("All open")
    assert f"at={last}&seat=open" in page.url


@pytest.mark.soak
def test_a_match_plays_by_itself(replay: Any) -> None:
    page = replay("?at=3&seat=watch")
    page.keyboard.press("Space")
    expect(page.locator("#go-play")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#range")).to_have_value("5")
    page.keyboard.press("Space")
    expect(page.locator("#go-play")).to_have_attribute("aria-pressed", "false")
    stopped = int(page.locator("#range").input_value())
    page.wait_for_timeout(1300)
    stands_at(page, stopped)


@pytest.mark.soak
def test_what_changes_moves_as_at_the_table(replay: Any) -> None:
    page = replay("?at=0&seat=watch", reduced_motion="no-preference")
    page.evaluate(
        """() => new MutationObserver((all) => {
          if (all.some(({ target }) => target.classList.contains("landed"))) {
            document.documentElement.dataset.tumbled = "yes";
          }
        }).observe(document.body, { subtree: true, attributeFilter: ["class"] })"""
    )
    page.keyboard.press("ArrowRight")
    expect(page.locator("html[data-tumbled]")).to_have_count(1)


@pytest.mark.soak
def test_what_was_taken_back_is_struck_only_from_then_on(replay: Any) -> None:
    page = replay("?at=0&seat=open")
    undo = page.locator("#rows li[data-strikes]")
    place = int(undo.get_attribute("data-place"))
    struck = page.locator("#rows li.struck")
    page.locator("#range").fill(str(place - 1))
    expect(page.locator(".where b")).to_contain_text(f"Answer {place - 1} of")
    expect(struck).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where b")).to_contain_text(f"Answer {place} of")
    assert struck.count() == len((undo.get_attribute("data-strikes") or "").split())


@pytest.mark.soak
def test_a_link_to_the_moment_is_copied(replay: Any) -> None:
    page = replay("?at=7&seat=C", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    stands_at(page, 8)
    page.click("#link")
    expect(page.locator("#said")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    page.goto(copied)
    stands_at(page, 8)


@pytest.mark.soak
def test_everything_works_without_script(replay: Any) -> None:
    page = replay("?at=10&seat=D", java_script_enabled=False)
    expect(page.locator("#go-play")).to_be_hidden()
    page.click("#go-on")
    expect(page.locator(".where b")).to_contain_text("Answer 11 of")
    page.select_option("#where", index=3)
    place = page.locator("#where").input_value()
    page.click("#jump button")
    expect(page.locator(".where b")).to_contain_text(f"Answer {place} of")
    page.locator("#rows a.moment").nth(4).click()
    page.click("text=Play on from here")
    assert "/t/" in page.url


@pytest.mark.parametrize(("scheme", "viewport", "places"), LOOKS)
def test_nothing_trips_a_screen_reader(
    visit: Visit,
    matches: Matches,
    scheme: str,
    viewport: dict[str, int],
    places: tuple[str, ...],
) -> None:
    server, over, _ = matches
    guest = visit(at=server, color_scheme=scheme, viewport=viewport, bypass_csp=True)
    for query in places:
        guest.goto(over + query)
        guest.page.wait_for_selector("body.scripted, body:not(.replay)")
        check(guest, query)


@pytest.mark.soak
def test_a_match_that_goes_on_can_be_looked_back_at(visit: Visit, matches: Matches) -> None:
    server, _, running = matches
    page = visit(f"{running}?seat=watch", at=server).page
    page.wait_for_selector("body.scripted")
    expect(page.locator(".where b")).to_contain_text("Question")
    last = int(page.locator("#range").input_value())
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".where b")).to_contain_text(f"Question {last - 1} of {last}")
    assert f"moment={last - 1}&seat=watch" in page.url
    assert page.locator("nav.seen a").count() == 1


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en-US", "es-ES", "ru-RU"])
def test_the_legend_stands_on_one_line(replay: Any, language: str) -> None:
    page = replay("?at=30&seat=open", locale=language)
    rows = page.locator(".legend span").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(rows) > 2
    assert len(set(rows)) == 1
