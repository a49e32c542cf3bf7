"""People who meet at a table: links, seats, talk, a match, and another one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from browsers import OVER, Player, Visit, Visitor


def sit_down(visitor: Visitor, name: str) -> None:
    """Picks a name and takes the first free seat."""
    visitor.page.fill("#sit [name=name]", name)
    visitor.page.get_by_role("button", name="Sit down").first.click()
    visitor.page.get_by_role("button", name="Stand up").wait_for()


def say(visitor: Visitor, text: str) -> None:
    """Says something, by keyboard."""
    visitor.page.locator("body").press("t")
    visitor.page.keyboard.type(text)
    visitor.page.keyboard.press("Enter")


def play_together(players: list[Player]) -> None:
    """Everybody answers when asked, until the match is over."""
    for _ in range(2000):
        asked = next((player for player in players if player.mine), None)
        if asked is not None:
            asked.answer()
        elif all(player.over for player in players):
            return
        else:
            players[0].page.wait_for_timeout(20)
    raise AssertionError("the match goes on and on")


def test_friends_meet_by_a_link_play_talk_and_play_again(visit: Visit) -> None:
    host = visit("/tables/new?game=high_noon", permissions=["clipboard-read", "clipboard-write"])
    host.page.fill("[name=name]", "Mabel")
    host.page.check("[name=seats][value='3']", force=True)
    host.page.fill("[name='o.rounds']", "2")
    host.page.get_by_role("button", name="Make the table, get a link").click()
    copy = host.page.get_by_role("button", name="Copy")
    copy.wait_for()
    host.page.wait_for_selector("html.scripts")  # before that a press does nothing
    copy.click()
    expect(host.page.locator("#said")).to_have_text("Copied")
    link = host.page.evaluate("navigator.clipboard.readText()")
    host.page.evaluate("document.querySelector('#said').textContent = ''")
    host.page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    copy.click()  # as on a page without HTTPS
    expect(host.page.locator("#said")).to_have_text("Copied")

    guest, third = visit(link), visit(link)
    sit_down(guest, "Ivan")
    sit_down(third, "Rattlesnake Bill")
    third.forgiven += ["status of 409"]  # the page of somebody who was asked to leave
    host.page.get_by_role("button", name="Rattlesnake Bill").click()
    third.page.get_by_text("The host has asked you to leave this table.").wait_for()
    host.page.get_by_role("button", name="Let back in").click()
    host.page.get_by_text("They cannot sit down").wait_for(state="detached")
    third.goto(host.page.locator("#invite").input_value())
    sit_down(third, "Bill")
    third.page.get_by_role("button", name="Stand up").click()
    third.page.get_by_role("button", name="Sit down").first.wait_for()
    host.page.get_by_text("2 of 3 seats taken").wait_for()

    host.page.get_by_role("button", name="Easy").click()
    host.page.get_by_text("3 of 3 seats taken").wait_for()
    assert guest.page.get_by_role("button", name="Start the match").count() == 0
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, guest, third):
        one.page.wait_for_selector("body.table.scripted")
    assert third.page.get_by_text("You are watching").first.is_visible()
    assert third.page.locator("form#prompt").count() == 0

    say(guest, "Howdy, sheriff")
    for one in (host, third):
        line = one.page.locator("#chat li", has_text="Howdy, sheriff")
        line.wait_for(state="attached")
        assert one.page.locator("#unread").is_visible()
    host.page.locator("body").press("?")
    host.page.get_by_label("Mute Ivan").check()
    say(guest, "Anybody there?")
    third.page.locator("#chat li", has_text="Anybody there?").wait_for(state="attached")
    heard = host.page.locator("#chat li", has_text="Anybody there?")
    heard.wait_for(state="attached")
    assert heard.is_hidden()
    host.page.locator("body").press("t")
    assert heard.is_hidden()
    say(third, "I can hear you")
    host.page.get_by_text("I can hear you").wait_for()
    for one in (host, guest):
        one.page.keyboard.press("Escape")

    play_together([Player(host, "Mabel"), Player(guest, "Ivan")])
    third.page.wait_for_selector(OVER)
    assert third.page.locator("#prompt form").count() == 0, "a spectator cannot ask for a rematch"
    host.page.get_by_role("button", name="Rematch, same table").click()
    host.page.get_by_text("2 of 3 seats taken").wait_for()
    guest.page.get_by_role("button", name="To the new table").click()
    for one in (host, guest):
        one.page.wait_for_selector("body.table.scripted")
    assert guest.page.url == host.page.url
    expect(third.page.get_by_role("link", name="To the new table")).to_be_visible()


@pytest.mark.soak
def test_a_stranger_who_looks_on_is_heard(visit: Visit) -> None:
    host, stranger = visit(), visit()
    host.play(listed="true")
    host.live()
    stranger.goto(host.page.url)
    stranger.live()
    say(stranger, "Good morning")
    host.page.locator("#chat li", has_text="Good morning").wait_for(state="attached")
    stranger.page.locator("#chat li", has_text="Good morning").wait_for(state="attached")
    say(stranger, "And good night")
    host.page.locator("#chat li", has_text="And good night").wait_for(state="attached")


@pytest.mark.soak
def test_both_may_ask_for_the_rematch_at_the_same_time(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make("high_noon", seats="2")
    guest.goto(host.page.input_value("#invite"))
    sit_down(guest, "Ivan")
    host.page.get_by_role("button", name="Start the match").click()
    for one in (host, guest):
        one.page.wait_for_selector("body.table.scripted")
        one.live()
    play_together([Player(host, "both: host"), Player(guest, "both: guest")])
    stale = guest.page.url
    first = host.post(f"{host.page.url}/rematch")
    second = guest.post(f"{stale}/rematch")
    assert first == second
    host.goto(first)
    host.page.wait_for_selector("body.table")


@pytest.mark.soak
def test_a_page_that_connects_only_after_the_start_moves_on_as_well(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.make("high_noon", seats="2")
    held: list[Route] = []
    guest.goto(host.page.input_value("#invite"))
    guest.page.route("**/seating.js*", lambda route: held.append(route))
    sit_down(guest, "Ivan")
    host.page.get_by_role("button", name="Start the match").click()
    host.page.wait_for_selector("body.table.scripted")
    held[-1].continue_()
    guest.page.wait_for_selector("body.table.scripted")
