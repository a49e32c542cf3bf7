"""The server dies in mid-match, and comes back."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from browsers import Player, Visit
from sites import Server


@pytest.mark.soak
def test_a_killed_server_loses_nothing_and_the_page_finds_it_again(
    visit: Visit, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        server = Server(tmp_path)
        stack.callback(lambda: server.stop())
        guest = visit(at=server)
        guest.forgiven += ["WebSocket", "ERR_CONNECTION", "Failed to load resource"]
        for number in range(10):
            guest.play()
            guest.live()
            player = Player(guest, f"killed {number}")
            player.play_on(3)
            if player.wait():
                break
        question, before = player.question, guest.log()
        assert len(before) > 3
        server.kill()
        net = guest.page.locator("#net.bad")
        net.wait_for()
        assert net.inner_text() == "Reconnecting …"
        assert guest.page.locator("#prompt").is_visible()
        server = Server(tmp_path, port=server.port)
        guest.page.locator("#net.good").wait_for()
        assert guest.page.locator("#net").inner_text() == "Back online"
        guest.page.locator("#net").wait_for(state="hidden")
        assert player.question == question
        assert guest.log() == before
        guest.page.reload()
        assert guest.log() == before
        player.play_on(2)
        assert guest.log()[: len(before)] == before
