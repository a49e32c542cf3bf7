"""A review in a browser: asked for, watched while it is made, read, and left for the replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browsers import DESK, PHONE, Visit, check, check_day_and_night
from played import noon
from replays import match_of
from sites import Server, app_in, site_of


@pytest.mark.soak
def test_a_review_is_made_while_one_watches_and_opens_the_replay(
    visit: Visit, tmp_path: Path
) -> None:
    with app_in(tmp_path) as app:
        room, _ = noon(site_of(app))
        id = match_of(room)
    town = Server(tmp_path, BOOMTOWN_LAB_PROCESSES="1")
    try:
        bill = visit(f"/matches/{id}/review", at=town, viewport=DESK)
        page = bill.page
        page.click("text=Make the review")
        expect(page.locator(".lab-progress[data-state=done]")).to_be_visible()
        expect(page.locator("[data-chart=chances] svg")).to_be_visible()
        check_day_and_night(bill, "a review")
        page.locator("#table-chances summary").click()
        page.locator("#table-chances tbody tr").nth(3).locator("a").click()
        expect(page.locator("#scrub")).to_be_visible()
        expect(page.locator("#part-branch")).to_be_visible()
        phone = visit(f"/matches/{id}/review", at=town, viewport=PHONE)
        expect(phone.page.locator("[data-chart=chances] svg")).to_be_visible()
        check(phone, "a review on the phone")
    finally:
        town.stop()
