"""What one person may not do to another: stop the clock alone, or read on after signing out."""

from __future__ import annotations

import pytest

from browsers import PHONE, Visit
from sites import Server


def test_a_pause_is_asked_for_agreed_to_and_ended(visit: Visit) -> None:
    ann, bill = visit(), visit(viewport=PHONE)
    ann.introduce("Ann")
    bill.introduce("Bill")
    code = ann.lay("high_noon", seats="2", listed="true", clock="standard")
    bill.post(f"/t/{code}/sit", seat="1")
    ann.post(f"/t/{code}/start")
    for one in (ann, bill):
        one.goto(f"/t/{code}")
        one.live()
    ann.page.get_by_role("button", name="Pause").click()
    ann.page.get_by_text("Waiting for: Bill.").wait_for()
    assert bill.overflow() == 0
    bill.page.get_by_role("button", name="Agree").click()
    for one in (ann, bill):
        one.page.get_by_text("Ann has a pause.").wait_for()
        assert one.overflow() == 0
    bill.page.get_by_role("button", name="Go on").click()
    for one in (ann, bill):
        one.page.get_by_role("button", name="Pause").wait_for()


@pytest.mark.soak
def test_a_device_that_was_signed_out_says_so_and_stays_quiet(
    visit: Visit, slow_server: Server
) -> None:
    here, there = visit(at=slow_server), visit(at=slow_server)
    here.introduce("Ann")
    code = here.play(listed="true")
    here.live()
    here.page.goto("/me")
    here.page.get_by_role("button", name="Make a private link").click()
    there.goto(here.page.locator("#device-link").input_value())
    there.page.locator("main form button").first.click()
    there.page.wait_for_url("**/")
    sockets: list[str] = []
    there.page.on("websocket", lambda socket: sockets.append(socket.url))
    there.goto(f"/t/{code}")
    there.live()
    # A second tab of the first device gets the new cookie with the others, and goes on.
    tab = here.new_page()
    tab.goto(f"/t/{code}")
    tab.wait_for_selector("body.scripted", state="attached")
    here.page.goto("/me")
    here.page.get_by_role("button", name="Sign out the others").click()
    there.page.get_by_text("You were signed out on this device.").wait_for()
    assert len(sockets) == 2, "it tries once more, and no more"
    there.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    there.page.evaluate("dispatchEvent(new Event('online'))")
    tab.locator("#net").wait_for(state="hidden")
    assert "signed out" not in tab.locator("#net").inner_text()
    assert len(sockets) == 2
