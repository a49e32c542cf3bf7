"""A small study in a browser: watched, drawn, a match opened from its plot, and shared."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browsers import DESK, PHONE, Visit, check
from sites import Server


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("lab"), BOOMTOWN_LAB_PROCESSES="1")
    yield server
    server.stop()


def test_a_study_is_played_to_its_plot_and_shared(visit: Visit, town: Server) -> None:
    annie = visit("/lab", at=town, viewport=DESK)
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
    visitor = visit(moment, at=town, viewport=PHONE, color_scheme="dark")
    bill = visitor.page
    expect(bill.locator(".where b")).to_have_text(page.locator(".where b").inner_text())
    bill.goto(study)
    expect(bill.locator("[data-chart=length] svg")).to_be_visible()
    expect(bill.locator("text=Stop")).to_have_count(0)
    check(visitor, "a study by night")


def test_without_script_the_plots_are_pictures_and_the_tables_say_it(
    visit: Visit, town: Server
) -> None:
    page = visit("/lab?game=high_noon", at=town, java_script_enabled=False).page
    page.fill("[name=matches]", "10")
    page.select_option("[name=bots]", "random")
    page.click("text=Start the study")
    expect(page.locator("#progress-text")).to_contain_text("of 10 matches")
    while page.locator(".lab-progress[data-state=done]").count() == 0:
        page.wait_for_timeout(300)
        page.reload()
    page.locator("#table-share-seat summary").click()
    expect(page.locator("#table-share-seat tbody tr")).to_have_count(4)
    expect(page.locator("noscript img, .lab-chart img").first).to_be_visible()
