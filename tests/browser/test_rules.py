"""The rulebooks in a browser: found in any language, seen on a board, read in place, printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsers import DESK, PHONE, Player, Visit, check
from played import played
from sites import Server, app_in, site_of

LOOKS = (("light", DESK), ("dark", PHONE))
PLACES = (
    "/search?q=стрела",
    "/rules/bang_dice/examples/EX01?at=2",
    "/rules/bang_dice?q=динамит взрыв",
    "/rules/cash_n_guns?tongue=ru&rule=cash.elim.limit#cash.elim.limit",
    "/rules/cash_n_guns/examples/E02?at=3",
    "/rules/high_noon/examples/E01?at=1&text=1",
)


def test_a_rule_is_found_by_a_russian_word_and_happens_on_a_board(visit: Visit) -> None:
    page = visit("/rules/bang_dice").page
    modules_are_switched_off_and_everything_comes_back(page)
    page.fill("#q", "нападают индейцы")
    rule = page.locator("[id='bang.arrow.attack']")
    expect(rule.locator("mark").first).to_have_text("нападают")
    expect(rule.locator("h3")).to_have_text("The last arrow")
    expect(page.locator("[id='bang.beer.use']")).to_have_count(0)
    assert "q=" in page.url
    rule.locator(".ex > a", has_text="EX01").click()
    expect(page.locator(".where b")).to_have_text("Step 0 of 4")
    expect(page.locator("#part-board .quiver")).to_contain_text("1 of 9")
    page.wait_for_selector("body.scripted")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".where b")).to_have_text("Step 1 of 4")
    expect(page.locator("#part-board .quiver")).to_contain_text("8 of 9")
    expect(page.locator("#rows [aria-current=step]")).to_contain_text("takes an arrow")
    page.keyboard.press("End")
    expect(page.locator(".where b")).to_have_text("Step 4 of 4")
    page.click("nav.seen a:has-text('Bill')")
    expect(page.locator("nav.seen [aria-current]")).to_contain_text("Bill")


@pytest.mark.soak
def test_an_example_is_turned_over_without_script(visit: Visit) -> None:
    page = visit("/rules/cash_n_guns", java_script_enabled=False).page
    page.locator("[id='cash.courage.duck'] .ex a").first.click()
    expect(page.locator("#part-board")).to_have_count(1)
    page.click("#go-on")
    expect(page.locator(".where b")).to_have_text("Step 4 of 12")
    expect(page.locator("#part-board")).to_contain_text("Bill")


@pytest.mark.parametrize(
    ("locale", "typed", "first", "further", "word"),
    [
        ("en-US", "friendly fire", "shadows.", "dinamyte", "dynamite"),
        pytest.param(
            *("es-ES", "tumbarse", "cash.courage.", "serveza", "cerveza"), marks=pytest.mark.soak
        ),
        pytest.param("ru-RU", "шэриф", "bang.", "блефовать", "блеф", marks=pytest.mark.soak),
    ],
)
def test_the_slash_key_searches_everything_in_each_language(
    visit: Visit, locale: str, typed: str, first: str, further: str, word: str
) -> None:
    guest = visit("/games", locale=locale)
    page = guest.page
    page.wait_for_selector(".scripts")
    page.keyboard.press("/")
    page.keyboard.type(typed)
    page.keyboard.press("Enter")
    expect(page.locator("#found .clause code").first).to_contain_text(first)
    page.wait_for_load_state()  # another page, whose scripts hear the keys
    page.keyboard.press("/")
    page.keyboard.type(further)
    expect(page.locator("#found .clause").first).to_contain_text(word, ignore_case=True)
    expect(page.locator("[data-status]")).to_contain_text(further)
    check(guest, "what was found")
    page.fill("#q", "zzzzqq")
    expect(page.locator("[data-none] a")).not_to_have_count(0)
    assert "q=zzzzqq" in page.url


def modules_are_switched_off_and_everything_comes_back(page: Page) -> None:
    whole = page.locator(".clause").count()
    page.locator(".chip:has([value=ghost])").click()
    expect(page.locator("[id='bang.ghost.who']")).to_have_count(0)
    assert page.locator(".clause").count() < whole
    page.fill("#q", "arrow")
    expect(page.locator("[data-found]")).to_contain_text("for “arrow”")
    page.fill("#q", "")
    page.locator(".chip:has([value=ghost])").click()
    expect(page.locator(".clause")).to_have_count(whole)


@pytest.mark.soak
def test_a_link_to_a_rule_opens_it(visit: Visit) -> None:
    page = visit("/rules/bang_dice/bang.chief.value").page
    rule = page.locator("[id='bang.chief.value']")
    expect(rule).to_be_in_viewport()
    expect(rule.locator(".ex details[open]")).to_have_count(1)
    assert rule.evaluate("rule => getComputedStyle(rule).boxShadow") != "none"
    page.locator("[id='bang.dyn.explode'] .rid").click()
    assert page.url.endswith("#bang.dyn.explode")
    expect(page.locator("[id='bang.dyn.explode'] .ex details[open]").first).to_be_visible()
    expect(page.locator(".book .side .toc [aria-current]")).to_have_count(1)


@pytest.mark.soak
def test_on_paper_everything_is_open_and_nothing_can_be_pressed(visit: Visit) -> None:
    page = visit("/rules/cash_n_guns").page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for gone in (".top", ".foot", ".find", ".toc", ".ex > .btn", ".neighbours", "[data-print]"):
        assert page.locator(f"{gone}:visible").count() == 0, gone
    strips = page.locator(".ex .ex-strip")
    assert strips.count() > 20
    assert page.locator(".ex .ex-strip:visible").count() == strips.count()
    assert page.locator(".clause:visible").count() == page.locator(".clause").count() > 100
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgba(0, 0, 0, 0)"
    assert len(page.pdf()) > 50_000
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".ex details[open]").count() == 0


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A site with a match that is over."""
    data = tmp_path_factory.mktemp("rules")
    with app_in(data) as app:
        room, _ = played(site_of(app))
        match = room.table.match
    server = Server(data)
    yield server, f"/matches/{match}"
    server.stop()


@pytest.mark.soak
def test_a_replay_tells_why_in_place(visit: Visit, over: tuple[Server, str]) -> None:
    server, match = over
    page = visit(f"{match}?at=20&seat=open", at=server).page
    link = page.locator("#rows a[data-rule='bang.arrow.take']").first
    link.click()
    box = page.locator("#in-place")
    expect(box).to_contain_text("arrow token")
    expect(box).to_be_focused()
    expect(box.locator(".clause-ways a").first).to_have_attribute("target", "_blank")
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(link).to_be_focused()


@pytest.mark.soak
def test_a_refused_table_tells_why_in_place(visit: Visit) -> None:
    guest = visit("/tables/new?game=bang_dice")
    guest.forgiven.append("422")
    page = guest.page
    page.check("[name=seats][value='4']", force=True)
    page.check("[name='o.ghost']")
    page.get_by_role("button", name="Make the table, get a link").click()
    page.locator("#wrong-ghost a[data-rule]").click()
    expect(page.locator("#in-place")).to_contain_text("The Ghost needs at least 5 players")
    page.locator("#in-place .shut").click()
    expect(page.locator("#in-place")).to_have_count(0)


def nothing_can_be_taken_back(page: Page) -> None:
    """The table tells why."""
    undo = page.locator("#prompt [data-press=undo]")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.click(force=True)
    link = page.locator("#prompt .refused a.rule")
    expect(link).not_to_contain_text("boomtown.")
    link.click()
    expect(page.locator("#in-place h3")).to_have_text(link.inner_text().removeprefix("§ "))
    assert "/t/" in page.url


@pytest.mark.parametrize(
    "card", [".pile .loot >> nth=0", pytest.param(".token", marks=pytest.mark.soak)]
)
def test_the_table_and_a_card_on_it_lead_to_their_rules(visit: Visit, card: str) -> None:
    guest = visit()
    guest.play(game="cash_n_guns", seats="4")
    guest.live()
    assert Player(guest, "why").wait()
    page = guest.page
    nothing_can_be_taken_back(page)
    page.keyboard.press("Escape")
    expect(page.locator("#in-place")).to_have_count(0)
    page.locator(card).click()
    tip = page.locator(".tip.card:visible")
    expect(tip).to_have_count(1)
    link = tip.locator("a[data-rule]")
    title = link.inner_text().removeprefix("§ ")
    link.click()
    expect(page.locator("#rules .here h3")).to_have_text(title)


@pytest.mark.soak
def test_ones_own_last_match_stands_with_the_rules(visit: Visit) -> None:
    guest = visit()
    guest.play(game="high_noon", seats="2")
    guest.live()
    Player(guest, "last match").play_to_the_end()
    guest.goto("/rules/high_noon")
    last = guest.page.locator("[id='noon.stand.sealed'] .clause-last a")
    expect(last).to_contain_text("In your last match")
    last.click()
    expect(guest.page.locator("body.replay")).to_have_count(1)


@pytest.mark.parametrize(
    ("scheme", "window", "places"),
    [("light", DESK, PLACES), ("dark", PHONE, PLACES)],
)
@pytest.mark.soak
def test_nothing_trips_a_screen_reader(
    visit: Visit, scheme: str, window: dict[str, Any], places: tuple[str, ...]
) -> None:
    guest = visit(color_scheme=scheme, viewport=window, bypass_csp=True)
    for path in places:
        assert guest.goto(path).ok, path
        guest.page.wait_for_selector("html.scripts, body.scripted")
        check(guest, path)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("scheme", "window"), LOOKS)
@pytest.mark.parametrize("book", ["boomtown", "bang_dice", "cash_n_guns", "shadows_west"])
def test_nothing_in_a_whole_book_trips_a_screen_reader(
    visit: Visit, book: str, scheme: str, window: dict[str, Any]
) -> None:
    guest = visit(f"/rules/{book}", color_scheme=scheme, viewport=window, bypass_csp=True)
    check(guest, book)


@pytest.mark.parametrize("language", ["es", "ru"])
@pytest.mark.parametrize("game", ["bang_dice", "cash_n_guns"])
def test_a_rulebook_fits_the_narrowest_screen(visit: Visit, game: str, language: str) -> None:
    """Sources side by side and the tables of examples had been too wide for 320 pixels."""
    narrow = {"width": 320, "height": 640}
    page = visit(f"/rules/{game}?tongue={language}", viewport=narrow, locale=language).page
    assert page.evaluate("document.documentElement.scrollWidth") <= narrow["width"]
