"""What can be taken back, and what cannot."""

from __future__ import annotations

import pytest

from browsers import MINE, REFUSED, Player, Visit
from sites import Server


@pytest.mark.soak
def test_a_choice_is_taken_back_before_anything_is_learned(
    visit: Visit, slow_server: Server
) -> None:
    guest = visit(at=slow_server)
    guest.play(**{"o.characters": "choose"})
    guest.live()
    player = Player(guest, "undo")
    player.wait()
    assert player.question[1] == "bang.setup.choose"
    asked = guest.page.locator("#prompt .acts").inner_text()
    guest.page.keyboard.press("1")
    guest.page.wait_for_selector("body:not(.mine) [data-press=undo]")
    guest.page.keyboard.press("u")
    guest.page.wait_for_selector(MINE, state="attached")
    assert guest.page.locator("#prompt .acts").inner_text() == asked
    guest.page.keyboard.press("2")
    guest.page.wait_for_selector("body:not(.mine) #prompt", state="attached")


@pytest.mark.soak
def test_dice_are_never_taken_back(visit: Visit) -> None:
    guest = visit()
    for number in range(10):
        guest.play()
        guest.live()
        player = Player(guest, f"never {number}")
        if player.wait_for("bang.roll.reroll"):
            break
    question = player.question
    guest.page.keyboard.press("u")
    guest.page.wait_for_selector(REFUSED)
    assert "dice were thrown" in guest.page.locator(REFUSED).inner_text()
    assert player.question == question
    # A page that asks all the same is told the rule.
    guest.page.locator("[data-press=undo]").evaluate("one => one.removeAttribute('aria-disabled')")
    guest.page.keyboard.press("u")
    guest.page.locator(f"{REFUSED} a[href$='#boomtown.undo.learned']").wait_for()
    assert player.question == question
    player.hand.send(player)
    guest.page.wait_for_selector(f"form#prompt[data-number='{question[0]}']", state="detached")
