"""The deal of the day and tournaments in a browser."""

from __future__ import annotations

import pytest

from browsers import PHONE, Visit, check_day_and_night


def test_the_deal_of_the_day_begins_by_keyboard_and_its_page_reads_aloud(visit: Visit) -> None:
    guest = visit("/today", viewport=PHONE, bypass_csp=True)
    check_day_and_night(guest, "/today")
    guest.page.get_by_role("button", name="Play the deal").press("Enter")
    guest.page.wait_for_selector("body.table.scripted")
    table = guest.page.url
    guest.goto("/today")
    guest.page.get_by_role("link", name="Go on").press("Enter")
    guest.page.wait_for_selector("body.table.scripted")
    assert guest.page.url == table


@pytest.mark.soak
def test_pages_of_tournaments_can_be_read_aloud(visit: Visit) -> None:
    ann = visit("/tournaments/new?game=high_noon", bypass_csp=True)
    bill = visit("/", viewport=PHONE, bypass_csp=True)
    check_day_and_night(ann, "a new tournament")
    ann.page.locator("[name=seats][value='2']").press("Space")
    ann.page.get_by_role("button", name="Make the tournament").press("Enter")
    ann.page.get_by_label("The link").wait_for()
    check_day_and_night(ann, "before the start")
    bill.page.goto(ann.page.get_by_label("The link").input_value())
    bill.page.get_by_role("button", name="Join").press("Enter")
    bill.page.get_by_role("button", name="Withdraw").wait_for()
    ann.page.get_by_role("button", name="Start the first round").press("Enter")
    ann.page.get_by_text("Your table is ready.").wait_for()
    check_day_and_night(ann, "the first round")
    bill.page.reload()
    check_day_and_night(bill, "the first round")
    bill.page.get_by_role("link", name="Open", exact=True).first.press("Enter")
    bill.page.wait_for_selector("body.table.scripted")
    ann.goto("/tournaments")
    check_day_and_night(ann, "my tournaments")
