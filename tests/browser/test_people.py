"""People find each other: by keyboard, on open pages, and whoever reads pages aloud can follow."""

from __future__ import annotations

import pytest

from browsers import PHONE, Visit, check_day_and_night

PAGES = ("/me/games", "/me/people", "/season", "/seek?game=bang_dice")


def test_two_who_seek_meet_and_the_match_begins_before_their_eyes(visit: Visit) -> None:
    ann, bill = visit("/"), visit("/seek?game=high_noon", viewport=PHONE)
    ann.page.locator('form[action="/seek"] [value=high_noon] ~ button').press("Enter")
    ann.page.get_by_role("heading", name="Looking for players").wait_for()
    code = ann.page.url
    bill.page.locator("[name=seats][value='2']").press("Space")
    bill.page.get_by_role("button", name="Seat me at the next table").press("Enter")
    for one in (ann, bill):
        one.page.wait_for_selector("body.table.scripted")
        assert one.page.url == code


@pytest.mark.soak
def test_pages_about_people_can_be_read_aloud(visit: Visit) -> None:
    guest = visit("/me/people", bypass_csp=True, viewport=PHONE)
    guest.page.get_by_role("button", name="Make a friend link").press("Enter")
    guest.page.get_by_label("Your friend link").wait_for()
    for path in PAGES:
        guest.goto(path)
        check_day_and_night(guest, path)


def test_hours_can_be_hit_by_a_thumb(visit: Visit) -> None:
    """Fields for a time have the size of other fields: browsers draw them small."""
    guest = visit(viewport=PHONE)
    guest.play("high_noon")  # who has not played is not called
    guest.goto("/me/notices")
    fields = guest.page.locator('input[type="time"], input[name="zone"]')
    heights = fields.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) >= 2
    assert min(heights) >= 44
