"""The comparison in a browser: filtered at once, shared by a link, read by keyboard, on paper."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from browsers import DESK, PHONE, Visit, check

THREE = "c=bang_dice&c=cash_n_guns&c=high_noon"
PLACES = (
    f"/compare?{THREE}&topic=elimination",
    "/compare?c=bang_dice&c=bang_dice%2Bghost&topic=hidden+information&show=differences",
    "/compare?c=bang_dice@text_es&c=bang_dice@text_ru&topic=sources",
    f"/compare?{THREE}&topic=matrix",
    f"/compare?{THREE}&topic=flow",
    f"/compare?{THREE}&topic=facets",
    f"/compare?{THREE}&topic=sums&n=5",
    f"/compare?{THREE}&topic=likeness",
    "/compare?c=bang_dice&c=bang_dice%2Bghost&topic=diff",
)
LOOKS = (("light", DESK), ("dark", PHONE))


def chip(page: Page, name: str, value: str) -> Any:
    return page.locator(f".chip:has([name={name}][value='{value}'])")


def marks(page: Page, question: str) -> list[str]:
    """The marks of a row, column by column."""
    found: list[str] = page.locator(f"[id='{question}'] .ans .mark").evaluate_all(
        "all => all.map(one => one.classList[1])"
    )
    return found


@pytest.mark.soak
def test_three_games_on_elimination_and_on_hidden_information(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}&topic=elimination").page
    expect(page.locator("h2").first).to_have_text("Elimination")
    expect(page.get_by_role("columnheader")).to_have_count(4 + 4)
    assert marks(page, "out.when") == ["g-0", "g-1", "g-0"]
    row = page.locator("[id='out.when']")
    expect(row.get_by_role("rowheader")).to_contain_text("BANG! The Dice Game and High Noon agree")
    page.locator(".topics a", has_text="Hidden information").click()
    expect(page.locator("h2").first).to_have_text("Hidden information")
    expect(page.locator(".topics [aria-current]")).to_contain_text("Hidden information")
    expect(page.locator("[id='hidden.what'] .ans").nth(0)).to_contain_text("The roles")


def test_differences_alone_and_a_link_that_shows_the_same(visit: Visit) -> None:
    guest = visit(f"/compare?{THREE}&topic=elimination")
    page = guest.page
    a_rule_is_read_in_place_by_keyboard(page)
    check(guest, "the comparison")
    rows = page.locator("#topic-elimination .crow:not(.hd)")
    whole = rows.count()
    chip(page, "show", "differences").click()
    expect(page.locator("[id='out.play']")).to_have_count(0)
    differing = rows.count()
    assert 0 < differing < whole
    expect(page.locator("[data-compare-status]")).to_contain_text("rows differ")
    chip(page, "c", "high_noon").click()
    expect(page.get_by_role("columnheader").filter(has_text="High Noon")).to_have_count(0)
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("[data-copy-link]").click()
    expect(page.locator("#said")).to_have_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    shown = page.locator("#topic-elimination").inner_text()
    friend = visit(link).page
    assert friend.locator("#topic-elimination").inner_text() == shown
    expect(friend.locator("[name=show][value=differences]")).to_be_checked()
    expect(friend.locator("[name=c][value=high_noon]")).not_to_be_checked()
    page.go_back()
    expect(page.get_by_role("columnheader").filter(has_text="High Noon").first).to_be_visible()
    questions_are_found_as_one_types(friend)


@pytest.mark.soak
def test_a_module_as_a_column_of_its_own(visit: Visit) -> None:
    page = visit("/compare?c=bang_dice&topic=elimination").page
    expect(page.locator(".notice")).to_contain_text("One column alone")
    page.locator(".variants summary").click()
    chip(page, "c", "bang_dice+ghost").click()
    expect(page.locator(".notice")).to_have_count(0)
    assert marks(page, "out.play") == ["g-0", "g-1"]
    expect(page.locator(".lane")).to_have_count(2)


@pytest.mark.soak
def test_there_is_room_for_six_columns(visit: Visit) -> None:
    three = "&".join(f"c=bang_dice%2B{name}" for name in ("ghost", "chief", "special_roles"))
    page = visit(f"/compare?topic=dice&c=bang_dice&c=cash_n_guns&{three}").page
    expect(page.locator("[name=c][value=shadows_west]")).to_be_enabled()
    chip(page, "c", "high_noon").click()
    expect(page.locator(".notice")).to_contain_text("No more than 6 columns")
    expect(page.locator("[name=c][value=shadows_west]")).to_be_disabled()
    chip(page, "c", "high_noon").click()
    expect(page.locator("[name=c][value=shadows_west]")).to_be_enabled()


@pytest.mark.soak
def test_to_take_every_column_away_is_answered(visit: Visit) -> None:
    page = visit("/compare?topic=dice&c=bang_dice").page
    chip(page, "c", "bang_dice").click()
    expect(page.locator(".notice")).to_contain_text("No column is chosen")


@pytest.mark.soak
def test_the_contents_follow_a_jump(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}").page
    current = page.locator(".topics [aria-current]")
    expect(current).to_have_text("Overview")
    page.locator(".topics a", has_text="Mechanics matrix").click()
    expect(current).to_have_text("Mechanics matrix")


@pytest.mark.soak
def test_without_script_the_form_does_it(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}&topic=elimination", java_script_enabled=False).page
    chip(page, "show", "gaps").click()
    page.locator("[data-go]").click()
    assert "show=gaps" in page.url
    assert "topic=elimination" in page.url
    expect(page.locator("#topic-elimination .gap").first).to_be_visible()


def words(page: Page) -> Locator:
    """Where one types what a question is about."""
    return page.get_by_role("searchbox", name="Find a question")


def questions_are_found_as_one_types(page: Page) -> None:
    here, elsewhere = page.locator("[id='out.when']"), page.locator("[id='dice.use']")
    words(page).press_sequentially("dice")
    expect(elsewhere).to_be_visible()
    expect(here).to_have_count(0)
    expect(page.locator("[data-compare-status]")).to_contain_text("“dice”")
    assert "q=dice" in page.url
    words(page).fill("")
    expect(here).to_be_visible()
    expect(elsewhere).to_have_count(0)


@pytest.mark.soak
def test_another_topic_forgets_the_words(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}&topic=dice&q=dead", viewport=PHONE).page
    page.select_option("select[name=topic]", "loot")
    expect(page.locator("#topic-loot")).to_be_visible()
    expect(page.locator("[id='out.win']")).to_have_count(0)
    expect(words(page)).to_have_value("")


@pytest.mark.soak
def test_without_script_words_are_sent_with_the_form(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}&topic=dice", java_script_enabled=False).page
    words(page).fill("dead")
    page.keyboard.press("Enter")
    expect(page.locator("[id='out.win']")).to_be_visible()
    assert "q=dead" in page.url


@pytest.mark.soak
def test_a_rule_id_is_broken_only_after_a_dot(visit: Visit) -> None:
    page = visit("/compare?topic=all", viewport={"width": 1100, "height": 800}).page
    broken = page.locator(".a .rid code").evaluate_all(
        """all => all.filter(one => {
             const range = document.createRange();
             return [...one.childNodes].some(part => {
               if (part.nodeType !== Node.TEXT_NODE) return false;
               range.selectNodeContents(part);
               return range.getClientRects().length > 1;
             });
           }).map(one => one.textContent)"""
    )
    assert broken == []


@pytest.mark.soak
def test_a_link_to_a_part_works_on_a_telephone(visit: Visit) -> None:
    guest = visit(viewport=PHONE)
    page = guest.page
    for place in ("matrix", "flow", "facets", "sources", "overview"):
        page.goto("about:blank")  # a link is opened, nobody jumps within the page
        guest.goto(f"/compare#{place}")
        heading = page.locator(f"#h-{place}")
        expect(heading).to_be_in_viewport()
        top = heading.evaluate("one => one.getBoundingClientRect().top")
        assert top > page.locator(".top").evaluate("one => one.getBoundingClientRect().bottom")


def a_rule_is_read_in_place_by_keyboard(page: Page) -> None:
    link = page.locator("[id='out.when'] a[data-rule][href$='#cash.elim.limit']").first
    link.focus()
    page.keyboard.press("Enter")
    box = page.locator("#in-place")
    expect(box).to_contain_text("too many wounds", ignore_case=True)
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(link).to_be_focused()
    page.locator("[name=show][value=all]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=show][value=differences]")).to_be_focused()
    expect(page.locator("[id='out.play']")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[id='out.play']")).to_have_count(1)


@pytest.mark.soak
def test_one_topic_a_page_on_a_telephone(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}&topic=elimination", viewport=PHONE).page
    expect(page.locator("#matrix")).to_be_hidden()
    expect(page.locator(".crow.hd").first).not_to_be_in_viewport(ratio=0.5)
    page.select_option("select[name=topic]", "flow")
    expect(page.locator(".lane").first).to_be_visible()
    expect(page.locator(".clauses")).to_have_count(0)
    tops = page.locator(".lane").evaluate_all("all => all.map(one => one.offsetTop)")
    assert tops == sorted(set(tops)), "lanes are stacked"


@pytest.mark.soak
def test_on_paper_nothing_can_be_pressed_and_everything_is_open(visit: Visit) -> None:
    page = visit(f"/compare?{THREE}&topic=all").page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    for gone in (".top", ".foot", ".filters", ".topics", "[data-copy-link]"):
        assert page.locator(f"{gone}:visible").count() == 0, gone
    assert page.locator(".crow:not(.hd):visible").count() > 100
    assert len(page.pdf()) > 50_000
    page = visit(f"/compare?{THREE}&topic=facets").page
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator("#facets table:visible").count() == 1


@pytest.mark.soak
def test_the_street_leads_to_the_question_of_the_day(visit: Visit) -> None:
    page = visit("/").page
    page.get_by_role("link", name="Compare the rules").first.click()
    expect(page.locator(".crow:target")).to_be_in_viewport()


@pytest.mark.soak
@pytest.mark.parametrize(("scheme", "window"), LOOKS)
def test_nothing_trips_a_screen_reader(visit: Visit, scheme: str, window: dict[str, Any]) -> None:
    guest = visit(color_scheme=scheme, viewport=window, bypass_csp=True)
    for path in PLACES:
        assert guest.goto(path).ok, path
        guest.page.wait_for_selector("html.scripts")
        guest.page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        check(guest, path)


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["es-ES", "ru-RU"])
def test_other_languages_fit(visit: Visit, locale: str) -> None:
    guest = visit(locale=locale, bypass_csp=True)
    for path in (PLACES[0], PLACES[4]):
        guest.goto(path)
        check(guest, f"{path} {locale}")
        guest.resize(PHONE)
        assert guest.overflow() <= 0, f"{path} {locale} on a telephone"
        guest.resize(DESK)
