"""The pages outside the table as people meet them: in a browser, by keyboard, without script."""

from __future__ import annotations

import pytest

from browsers import DESK, PHONE, Visit, check

PAGES = (
    "/",
    "/games/",
    "/games/bang_dice",
    "/games/high_noon",
    "/tables/new",
    "/tables/new?game=bang_dice",
    "/me",
    "/rules/",
    "/rules/boomtown",
    "/plugins",
    "/credits",
    "/verify",
    "/api/docs",
    "/nowhere",
)


@pytest.mark.parametrize(
    ("scheme", "window", "pages"),
    [
        ("dark", PHONE, PAGES[5::5]),
        pytest.param("dark", PHONE, PAGES, marks=pytest.mark.soak),
        pytest.param("light", DESK, PAGES, marks=pytest.mark.soak),
    ],
)
def test_nothing_trips_a_screen_reader(
    visit: Visit, scheme: str, window: dict[str, int], pages: tuple[str, ...]
) -> None:
    guest = visit("/", color_scheme=scheme, viewport=window, bypass_csp=True)
    guest.forgiven.append("404")
    for path in pages:
        assert guest.goto(path).ok == (path != "/nowhere"), path
        check(guest, path)
    guest.make()
    check(guest, "before the start")


@pytest.mark.soak
def test_a_refused_table_fits_a_telephone(visit: Visit) -> None:
    guest = visit("/tables/new?game=bang_dice", viewport=PHONE, bypass_csp=True)
    guest.forgiven.append("422")
    page = guest.page
    page.check("[name=seats][value='4']", force=True)
    page.check("[name='o.ghost']")
    page.get_by_role("button", name="Make the table, get a link").click()
    page.wait_for_load_state()
    assert page.locator("#wrong-ghost").is_visible()
    check(guest, "a refused table")


@pytest.mark.soak
def test_friends_meet_by_a_link_and_see_each_other_sit_down(visit: Visit) -> None:
    host = visit("/tables/new?game=high_noon").page
    host.fill("[name=name]", "Mabel")
    host.check("[name=seats][value='3']", force=True)
    host.get_by_role("button", name="Make the table, get a link").click()
    guest = visit(host.input_value("#invite"), viewport=PHONE).page
    guest.fill("[name=name]", "Ivan")
    guest.get_by_role("button", name="Sit down").first.click()
    host.get_by_text("Ivan", exact=True).wait_for()
    host.get_by_role("button", name="Easy").click()
    guest.get_by_text("3 of 3 seats taken").wait_for()
    host.get_by_role("button", name="Start the match").click()
    guest.wait_for_selector("body.table")


def test_everything_works_without_script(visit: Visit) -> None:
    page = visit("/tables/new?game=high_noon", java_script_enabled=False).page
    page.check("[name=seats][value='2']", force=True)
    page.get_by_role("button", name="Make the table, get a link").click()
    page.get_by_role("button", name="Easy").click()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_selector("body.table")
    page.goto("/rules/high_noon")
    whole = page.locator(".clause").count()
    page.fill("#q", "whisky")
    page.locator(".find button").click()
    page.wait_for_url("**q=whisky**")
    page.wait_for_load_state()
    assert 0 < page.locator(".clause:visible").count() < whole
    page.locator(".foot-form [value=dark]").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.soak
def test_rules_are_found_as_you_type(visit: Visit) -> None:
    page = visit("/rules/bang_dice").page
    page.fill("#q", "dynamite lock")
    page.wait_for_url("**q=dynamite+lock")
    found = page.locator("#rulebook > .clause:visible")
    assert 0 < found.count() < 20
    assert page.locator("[data-found]").inner_text().startswith(f"{found.count()} of ")
    page.fill("#q", "xyzzy qwfpgj")
    page.locator("[data-none]").wait_for()
