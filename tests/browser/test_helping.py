"""Help while playing, in a browser: a hint at a time, all answers, and what a bot would do."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browsers import PHONE, Visit, check

APART = """() => {
  const at = id => document.getElementById(id).getBoundingClientRect();
  const one = at("part-aid"), other = at("part-prompt");
  return one.top >= other.bottom - 1 || one.bottom <= other.top + 1;
}"""


def test_help_while_playing_by_keys_and_on_a_telephone(visit: Visit) -> None:
    guest = visit()
    guest.play("high_noon", seats="3", bots="greenhorn")
    guest.live()
    page = guest.page
    page.wait_for_selector("body.mine", state="attached")
    hint, heard = page.locator("#part-aid .hint:not([hidden])"), page.locator("#announce")
    expect(hint).to_have_attribute("data-hint", "stand")
    expect(heard).to_contain_text("Everybody chooses at once")
    assert page.evaluate(APART), "the hint covers the question"
    page.keyboard.press("h")
    expect(hint).to_have_attribute("data-hint", "aim")
    what = page.locator("#prompt .what").first
    expect(what).to_be_hidden()
    page.keyboard.press("a")
    expect(what).to_be_visible()
    expect(page.locator("#prompt .about")).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator("#part-aid .advice li").first).to_be_visible()
    expect(heard).to_contain_text("wins about")
    check(guest, "help at a desk")
    hint.locator("[data-press=hints-off]").click()
    expect(hint).to_have_count(0)
    guest.resize(PHONE)
    guest.goto(page.url)
    guest.live()
    expect(page.locator("#part-aid")).to_be_hidden()
    expect(page.locator("#part-aid .hint")).to_have_count(0)
    page.locator("#prompt .unfold").click()
    expect(page.locator("#part-aid .advice")).to_be_visible()
    assert page.evaluate(APART)
    assert guest.overflow() <= 0
    check(guest, "help on a telephone")
    switch_on(page)
    expect(page.locator("#prompt .dot")).to_be_visible()
    expect(hint).to_have_attribute("data-hint", "stand")


def switch_on(page: Any) -> None:
    """Hints again, by the settings: the page comes anew."""
    page.locator("label:has(#tab-more)").click()
    with page.expect_navigation():
        page.locator("#set-hints").check()
