"""A small study in a browser: watched, drawn, a match opened from its plot, and shared."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browsers import PHONE, Visit, check


def test_a_study_is_played_to_its_plot_and_shared(visit: Visit) -> None:
    annie = visit("/lab")
    page = annie.page
    page.click("text=High Noon")
    page.select_option("[name=bots]", "random")
    page.fill("[name=matches]", "20")
    page.click("text=Start the study")
    expect(page.locator(".lab-progress[data-state=done]")).to_be_visible()
    expect(page.locator("#progress-text")).to_have_text("20 of 20 matches")
    plot = page.locator("[data-chart=share-seat]")
    expect(plot.locator("svg a")).not_to_have_count(0)
    check(annie, "a study")
    study = page.url
    assert page.locator("#link").input_value() == study
    plot.locator("svg a").first.click()
    expect(page.locator("#scrub")).to_be_visible()
    expect(page.locator(".badge")).to_contain_text("stored nowhere")
    page.click("text=Link to this moment")
    moment = page.url
    # Whoever gets the links sees the same, on a phone and without ever having been here.
    visitor = visit(moment, viewport=PHONE, color_scheme="dark")
    bill = visitor.page
    expect(bill.locator(".where b")).to_have_text(page.locator(".where b").inner_text())
    bill.goto(study)
    expect(bill.locator("[data-chart=length] svg")).to_be_visible()
    expect(bill.locator("text=Stop")).to_have_count(0)
    assert visitor.overflow() <= 0
    pictures_and_tables(visit(study, java_script_enabled=False).page)


def pictures_and_tables(page: Page) -> None:
    """What a study says without script."""
    page.locator("#table-share-seat summary").click()
    expect(page.locator("#table-share-seat tbody tr")).to_have_count(4)
    expect(page.locator("noscript img, .lab-chart img").first).to_be_visible()


@pytest.mark.soak
def test_a_study_is_begun_without_script_and_by_night(visit: Visit) -> None:
    page = visit("/lab?game=high_noon", java_script_enabled=False).page
    page.fill("[name=matches]", "10")
    page.select_option("[name=bots]", "random")
    page.click("text=Start the study")
    expect(page.locator("#progress-text")).to_contain_text("of 10 matches")
    while page.locator(".lab-progress[data-state=done]").count() == 0:
        page.wait_for_timeout(300)
        page.reload()
    pictures_and_tables(page)
    check(visit(page.url, viewport=PHONE, color_scheme="dark"), "a study by night")
