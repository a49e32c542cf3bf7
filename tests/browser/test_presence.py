"""Who is here, as the pages of a table show it: away, nudged, voted for, back, nobody left."""

from __future__ import annotations

from playwright.sync_api import expect

from browsers import PHONE, Player, Visit, Visitor


def two(visit: Visit) -> tuple[Visitor, Visitor, str]:
    """A match of Ann and Bill without time limits; both have a page open."""
    ann, bill = visit(), visit(viewport=PHONE)
    ann.introduce("Ann")
    bill.introduce("Bill")
    ann.page.clock.install()  # so that it can be put forward
    code = ann.lay("high_noon", listed="true", seats="2", clock="off")
    bill.post(f"/t/{code}/sit", seat="1")
    ann.post(f"/t/{code}/start")
    for one in (ann, bill):
        one.goto(f"/t/{code}")
        one.live()
    return ann, bill, code


def test_somebody_who_goes_is_away_for_so_long_and_may_be_voted_out_after_minutes(
    visit: Visit,
) -> None:
    ann, bill, code = two(visit)
    expect(ann.page.locator(".plates .present")).to_have_count(1)
    Player(ann, "away").answer()
    bill.goto("/")
    chip = ann.page.locator(".plates .chip.gone")
    chip.wait_for(state="attached")
    expect(chip).to_be_hidden()
    ann.page.clock.fast_forward("07:00")
    expect(chip).to_have_text("away 7 min")
    expect(ann.page.get_by_role("button", name="Nudge Bill")).to_be_visible()
    ann.forgiven.append("409")
    ann.page.get_by_role("button", name="Let a bot stand in for Bill").click()
    expect(ann.page.locator("#net")).to_contain_text("a vote is possible in")
    assert ann.overflow() == 0
    chip_leads = bill.page.locator("a.turns")
    expect(chip_leads).to_have_attribute("href", f"/t/{code}")
    chip_leads.click()
    bill.live()
    expect(ann.page.locator(".plates .present")).to_have_count(1)
    expect(ann.page.get_by_role("button", name="Let a bot stand in for Bill")).to_have_count(0)


def test_i_am_back_is_big_a_table_without_people_waits_and_goes_on(visit: Visit) -> None:
    ann, bill, code = two(visit)
    ann.post(f"/t/{code}/leave")
    bill.post(f"/t/{code}/leave")
    for one in (ann, bill):
        expect(one.page.locator("#part-status")).to_contain_text("The table waits until")
        back = one.page.get_by_role("button", name="I am back")
        box = back.bounding_box()
        assert box is not None
        assert box["height"] >= 64
        assert box["width"] >= 240
        assert one.overflow() == 0
    ann.page.get_by_role("button", name="I am back").click()
    expect(ann.page.get_by_role("button", name="I am back")).to_have_count(0)
    expect(bill.page.locator("#part-status")).not_to_contain_text("The table waits until")
    expect(bill.page.get_by_role("button", name="I am back")).to_be_visible()


def test_on_the_phone_the_language_is_chosen_in_one_place(visit: Visit) -> None:
    ann = visit(viewport=PHONE)
    for path in ("/", "/me"):
        ann.goto(path)
        expect(ann.page.locator("[name=lang]:visible")).to_have_count(3)
        expect(ann.page.locator("header [name=lang]:visible")).to_have_count(3)
        expect(ann.page.locator("header [name=lang][aria-current]:visible")).to_have_count(1)
        assert ann.overflow() == 0
    ann.page.locator("header [value=es]").click()
    expect(ann.page.locator("html")).to_have_attribute("lang", "es")
