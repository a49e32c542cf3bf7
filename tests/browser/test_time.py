"""Clocks, and what happens to somebody who does not answer or goes away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browsers import MINE, Player, Visit

WINDOW = "form#prompt .of-power"


def test_the_clock_runs_visibly(visit: Visit) -> None:
    guest = visit()
    guest.play(clock="quick")
    guest.live()
    assert Player(guest, "clock").wait()
    left = guest.page.locator(".clock .left")
    before = left.inner_text()
    guest.wait_until(lambda: left.inner_text() != before, "the clock stands still")
    assert guest.page.get_by_text("in the bank").is_visible()


@pytest.mark.soak
def test_a_request_that_nobody_answers_closes_by_itself(visit: Visit) -> None:
    guest = visit()
    options = {"o.special_roles": "special", "o.window_seconds": "2", "clock": "quick"}
    asked = ""
    for number in range(10):
        guest.play(seats="5", **options)
        guest.live()
        player = Player(guest, f"window {number}")
        while player.wait():
            asked = player.question[0]
            if guest.page.locator(WINDOW).count():
                break
            player.answer()
        if not player.over:
            break
    guest.page.wait_for_selector(f"form#prompt[data-number='{asked}']", state="detached")
    assert player.wait() or player.over


@pytest.mark.soak
def test_a_bot_stands_in_for_whoever_leaves(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make()
    guest.goto(host.page.input_value("#invite"))
    guest.page.fill("#sit [name=name]", "Ivan")
    guest.page.get_by_role("button", name="Sit down").first.click()
    for taken in (3, 4):
        host.page.get_by_role("button", name="Easy").first.click()
        host.page.get_by_text(f"{taken} of 4 seats taken").wait_for()
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, guest):
        one.page.wait_for_selector("body.table.scripted")
        one.live()
    guest.page.locator("body").press("?")
    guest.page.get_by_role("button", name="Leave the table").click()
    guest.page.wait_for_url("**/")
    host.page.get_by_text("Ivan leaves the table; a bot stands in.").wait_for(state="attached")
    player = Player(host, "left alone")
    player.play_on(4)
    guest.page.locator("#mine .btn").first.click()
    guest.page.wait_for_selector("body.table.scripted")
    if guest.page.locator("#prompt.ending").count():
        return
    guest.page.get_by_role("button", name="I am back").click()
    guest.page.wait_for_selector("body.table.scripted")
    host.page.get_by_text("Ivan is back.").wait_for(state="attached")
    expect(guest.page.get_by_role("button", name="I am back")).to_have_count(0)
    back = Player(guest, "back")
    for _ in range(400):
        if back.mine or back.over:
            break
        if player.mine:
            player.answer()
        else:
            host.page.wait_for_timeout(20)
    if back.mine:
        assert guest.page.locator(MINE).count()
        back.answer()
