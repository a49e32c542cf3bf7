"""What happened is shown in its order, beat by beat; nothing overtakes it but the player's hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsers import ANIMATED, STILL, Visit, Visitor
from hideout_browsers import Gangster
from shows import BANG, WOUND, tell

WATCH_COUNTS = """() => {
  window.counts = [];
  new MutationObserver(() => {
    const word = document.body.dataset.count, now = performance.now();
    const last = window.counts.at(-1);
    if (word === "3" && (!last || last.end)) window.counts.push({begun: now, words: ["3"]});
    else if (word && last && !last.end && last.words.at(-1) !== word) last.words.push(word);
    if (last && !last.now && last.words.length === 4) last.now = now - last.begun;
    if (!word && last && !last.end) last.end = now - last.begun;
  }).observe(document.body, {attributes: true, attributeFilter: ["data-count"]});
}"""
"""Writes down every count on the page: its words, and after how long everybody acted."""


def at_a_table(visit: Visit, **how: Any) -> Visitor:
    """Somebody who is asked for a bullet card, and sees everything step by step."""
    guest = visit(**{"speed": "step", "reduced_motion": ANIMATED} | how)
    guest.play("cash_n_guns", seats="4")
    guest.live()
    guest.page.wait_for_selector("body.mine", state="attached")
    return guest


def count(visit: Visit, seed: str, hold_ups: int) -> list[dict[str, Any]]:
    """Plays against bots that take no time at all; the counts that were seen."""
    guest = visit(reduced_motion=ANIMATED)
    guest.play("cash_n_guns", seats="4")
    guest.live()
    guest.page.evaluate(WATCH_COUNTS)
    player = Gangster(guest, seed)
    ended = "window.counts.filter(one => one.end)"
    while guest.page.evaluate(f"{ended}.length") < hold_ups and player.wait():
        player.answer()
    counts: list[dict[str, Any]] = guest.page.evaluate(ended)
    return counts


def check_counts(counts: list[dict[str, Any]], hold_ups: int) -> None:
    assert len(counts) >= hold_ups
    for one in counts:
        assert one["words"] == ["3", "2", "1", "Now!"]
        assert one["now"] >= 2500


def test_everybody_aims_to_a_count_that_nothing_cuts_short(visit: Visit) -> None:
    check_counts(count(visit, "a hold-up", 1), 1)


@pytest.mark.soak
def test_the_count_is_whole_in_eight_hold_ups(visit: Visit) -> None:
    check_counts(count(visit, "eight hold-ups", 8), 8)


def test_who_is_shot_falls_after_the_shot_and_the_end_comes_last(visit: Visit) -> None:
    page = at_a_table(visit).page
    tell(page, BANG, WOUND, looks=[("seat-2", "is-hit")], ended=True)
    expect(page.locator("#seat-1.shooting")).to_have_count(1)
    expect(page.locator("#seat-2.is-hit")).to_have_count(0)
    page.keyboard.press(" ")
    expect(page.locator("#seat-2.is-hit.struck")).to_have_count(1)
    expect(page.locator("#prompt.ending")).to_have_count(0)
    page.keyboard.press(" ")
    expect(page.locator("#prompt.ending")).to_have_count(1)
    expect(page.locator("body.showing")).to_have_count(0)


def test_beats_go_by_one_by_one_or_all_at_once_and_can_be_seen_again(visit: Visit) -> None:
    page = at_a_table(visit).page
    while_something_is_shown_the_question_waits(page)
    what_happened_since_my_last_turn_can_be_seen_again(page)


def while_something_is_shown_the_question_waits(page: Page) -> None:
    """One key leads to it."""
    tell(page, BANG, WOUND, BANG, WOUND)
    expect(page.locator("#part-prompt[inert]")).to_have_count(1)
    expect(page.locator("#reel [data-press=beat]")).to_have_text("Go on ␣")
    page.locator("#reel [data-press=beat]").click()
    expect(page.locator("#seat-2.struck")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("body.showing")).to_have_count(0)
    expect(page.locator("#part-prompt[inert]")).to_have_count(0)
    expect(page.locator("#log li[data-key='cash.effects.bang']")).to_have_count(2)


def what_happened_since_my_last_turn_can_be_seen_again(page: Page) -> None:
    tell(page, BANG, WOUND, looks=[("seat-2", "is-hit")])
    page.keyboard.press("n")
    expect(page.locator("#seat-2.is-hit")).to_have_count(1)
    page.keyboard.press("v")
    expect(page.locator("#seat-1.shooting")).to_have_count(1)
    expect(page.locator("#seat-2.is-hit")).to_have_count(0)
    page.keyboard.press(" ")
    page.keyboard.press("n")
    expect(page.locator("body.showing")).to_have_count(0)
    expect(page.locator("#seat-2.is-hit")).to_have_count(1)
    expect(page.locator("#log li[data-key='cash.effects.bang']")).to_have_count(3)


def test_whoever_is_out_may_go_on_while_something_is_shown(visit: Visit) -> None:
    guest = at_a_table(visit)
    page = guest.page
    page.locator("#prompt").evaluate("one => one.className = 'prompt out'")
    tell(page, BANG, WOUND)
    expect(page.locator("body.showing")).to_have_count(1)
    expect(page.locator("#part-prompt[inert]")).to_have_count(0)
    expect(page.locator("#part-prompt")).to_have_css("opacity", "1")


def test_without_motion_the_same_beats_are_pictures_and_words(visit: Visit) -> None:
    guest = at_a_table(visit, reduced_motion=STILL)
    page = guest.page
    tell(page, BANG, {"key": "cash.share.token", "seat": "2"})
    expect(page.locator(".caption")).to_have_text("cash.effects.bang")
    page.keyboard.press(" ")
    expect(page.locator(".flying")).to_have_count(1)
    expect(page.locator(".caption")).to_have_text("cash.share.token")
    assert page.evaluate("document.getAnimations().length") == 0
    page.keyboard.press(" ")
    expect(page.locator(".caption, .flying")).to_have_count(0)
