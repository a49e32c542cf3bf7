"""Tables in words: any game can be played there, and one without a board always is."""

from __future__ import annotations

import pytest

from browsers import PHONE, Finger, Player, Visit


@pytest.mark.soak
def test_bang_is_played_as_text(visit: Visit) -> None:
    guest = visit()
    guest.play()
    guest.page.get_by_role("link", name="Table as text").first.click()
    guest.page.wait_for_url("**/text")
    guest.live()
    player = Player(guest, "text")
    assert guest.page.locator("#part-board.words").is_visible()
    assert guest.page.locator(".room").count() == 0
    player.play_on(6)
    assert guest.page.locator("#part-board.words").is_visible(), "news came as a picture"
    assert guest.page.locator(".plates .seat").count() == 4
    guest.page.get_by_role("link", name="Table as a picture").first.click()
    guest.page.wait_for_selector("#part-board .room")


@pytest.mark.soak
def test_a_game_without_a_board_is_played_to_its_end(visit: Visit) -> None:
    guest = visit("/games/high_noon")
    guest.page.locator("form[action='/games/high_noon/play'] button").first.click()
    guest.page.wait_for_selector("body.table.high_noon")
    guest.live()
    player = Player(guest, "high noon")
    player.play_to_the_end()
    assert player.answered > 1
    assert guest.page.locator("#part-board.words").is_visible()
    guest.page.get_by_role("button", name="Rematch, same table").click()
    guest.page.wait_for_selector("form#prompt")


@pytest.mark.soak
def test_a_table_in_words_fits_a_telephone(visit: Visit) -> None:
    guest = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    guest.play("high_noon")
    guest.live()
    player = Player(guest, "words on a telephone", Finger())
    player.play_on(2)
    assert guest.overflow() <= 0
    guest.play()
    guest.page.locator("label:has(#tab-more)").tap()
    assert guest.page.locator(".keylist").is_hidden(), "a telephone has no keys"
    guest.page.get_by_role("link", name="Table as text").tap()
    guest.page.wait_for_url("**/text")
    guest.live()
    Player(guest, "more words on a telephone", Finger()).play_on(2)
    assert guest.overflow() <= 0
    guest.page.locator("label:has(#tab-more)").tap()
    guest.page.get_by_role("link", name="Table as a picture").tap()
    guest.page.wait_for_selector("#part-board .room")
