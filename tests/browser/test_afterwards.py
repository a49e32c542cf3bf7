"""After the end: the match is seen again, checked, and played on from."""

from __future__ import annotations

from pathlib import Path

import pytest

from boomtown.core import verify
from boomtown.plugins import find_game
from browsers import Player, Visit, check_day_and_night


@pytest.mark.soak
def test_a_match_is_seen_again_checked_and_played_on(visit: Visit, tmp_path: Path) -> None:
    guest = visit(bypass_csp=True)
    guest.forgiven.append("422")
    guest.play()
    guest.live()
    Player(guest, "afterwards").play_to_the_end()
    check_day_and_night(guest, "the end")
    guest.page.get_by_role("link", name="Watch the replay").click()
    guest.page.wait_for_selector("body.replay.scripted")
    assert guest.page.locator(".badge.good").is_visible()
    hidden = guest.page.locator("#part-board .seat use[href$='#role-hidden']")
    assert hidden.count() > 1, "before the first answer nobody else's role is known"
    guest.page.get_by_role("link", name="All open").click()
    guest.page.wait_for_selector("nav.seen a[aria-current]:has-text('All open')")
    assert hidden.count() == 0

    guest.page.locator("label:has(#show-match)").click()
    with guest.page.expect_download() as download:
        guest.page.get_by_role("link", name="Export the match").click()
    text = Path(download.value.path()).read_text()
    verify(text, find_game)
    guest.page.get_by_role("link", name="Verify it yourself").click()
    guest.page.locator(".verdict.good").wait_for()
    assert "Verified" in guest.page.locator(".verdict").inner_text()
    replay = guest.page.url.removesuffix("/verify")

    for name, sent, verdict in (("as-it-was", text, "good"), ("changed", text[:-40], "bad")):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(sent)
        guest.goto("/verify")
        guest.page.set_input_files("[name=file]", file)
        guest.page.get_by_role("button", name="Check it").click()
        guest.page.locator(f".verdict.{verdict}").wait_for()

    guest.goto(f"{replay}?at=4&seat=A")
    guest.page.get_by_role("button", name="Play on from here").click()
    guest.page.wait_for_selector("body.table:not(.replay)")
    guest.live()
    again = Player(guest, "played on")
    again.play_on(3)
    assert again.answered or again.over
