"""From the street to the end of a match: by mouse, by keyboard alone, on a telephone."""

from __future__ import annotations

import pytest

from browsers import (
    ANIMATED,
    MINE,
    PHONE,
    Finger,
    Keyboard,
    Mouse,
    Player,
    Visit,
    Visitor,
)
from sites import Server

PLAY = "form[action='/games/bang_dice/play'] button"


def code_of(visitor: Visitor) -> str:
    """The table that is shown."""
    return visitor.page.locator("body").get_attribute("data-code") or ""


def tab_to(visitor: Visitor, selector: str, most: int = 120) -> None:
    """Walks there by the Tab key alone."""
    for _ in range(most):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"{selector} cannot be reached by the Tab key")


@pytest.mark.soak
def test_a_newcomer_sits_in_a_match_after_one_click(visit: Visit) -> None:
    guest = visit("/")
    guest.page.locator(PLAY).first.click()
    guest.page.wait_for_selector("body.table.bang_dice")
    player = Player(guest, "newcomer")
    player.wait()
    assert guest.page.locator("#part-board .seat").count() >= 2
    assert guest.page.locator("#prompt .act:visible").count() >= 1


@pytest.mark.soak
def test_a_whole_match_by_mouse_and_a_rematch_in_one_click(visit: Visit) -> None:
    guest = visit("/", reduced_motion=ANIMATED)
    guest.page.locator(PLAY).first.click()
    guest.live()
    player = Player(guest, "mouse", Mouse())
    player.play_on(3)
    guest.page.locator("label:has(#tab-more)").click()
    guest.page.select_option("#set-speed", "0")
    assert guest.page.locator("body.still").count() == 1
    player.play_to_the_end()
    before = code_of(guest)
    seats = guest.page.locator("#part-board .seat").count()
    guest.page.locator("#prompt.ending button.act.main").click()
    guest.page.wait_for_selector(f"body.table.scripted:not([data-code='{before}'])")
    assert guest.page.locator("#part-board .seat").count() == seats
    player.play_on(2)


def test_from_the_street_to_a_table_and_a_match_to_its_end_by_keyboard_alone(visit: Visit) -> None:
    guest = sit_down_by_keys(visit)
    player = Player(guest, "keyboard", Keyboard())
    assert player.wait()
    assert guest.page.locator("#part-board .seat").count() >= 2
    assert guest.page.locator("#prompt .act:visible").count() >= 1
    player.play_on(2)
    guest.play("high_noon", seats="2", **{"o.lives": "1"})
    guest.live()
    player.play_to_the_end()
    ask_for_a_rematch_by_keys(guest)


@pytest.mark.soak
def test_a_whole_match_by_keyboard_alone(visit: Visit) -> None:
    guest = sit_down_by_keys(visit)
    Player(guest, "keyboard", Keyboard()).play_to_the_end()
    ask_for_a_rematch_by_keys(guest)


def sit_down_by_keys(visit: Visit) -> Visitor:
    guest = visit("/")
    guest.page.keyboard.press("Tab")
    assert guest.page.locator(":focus").inner_text() == "Skip to the page"
    tab_to(guest, PLAY)
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector("body.table.bang_dice")
    guest.live()
    return guest


def ask_for_a_rematch_by_keys(guest: Visitor) -> None:
    before = code_of(guest)
    guest.page.keyboard.press("p")
    tab_to(guest, "#prompt.ending .act.main")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_selector(f"body.table:not([data-code='{before}'])")


@pytest.mark.soak
def test_my_role_is_shown_as_long_as_a_key_is_held(visit: Visit, slow_server: Server) -> None:
    guest = visit(at=slow_server)
    secret, log = guest.page.locator(".secret"), guest.page.locator("#log")
    for _ in range(20):
        guest.play()
        if secret.count():
            break
    guest.live()
    card = secret.locator(".card")
    assert not card.is_visible()
    tab_to(guest, ".secret")
    for key in ("Enter", " "):
        before = log.get_attribute("data-count")
        guest.page.keyboard.down(key)
        assert secret.get_attribute("aria-pressed") == "true"
        assert card.is_visible()
        assert card.inner_text().partition("\n")[0] in ("Outlaw", "Renegade", "Deputy")
        guest.page.wait_for_selector(f"#log:not([data-count='{before}']), {MINE}", state="attached")
        assert card.is_visible(), "something happened at the table, and the role was hidden"
        guest.page.keyboard.up(key)
        assert secret.get_attribute("aria-pressed") == "false"
        assert not card.is_visible()


@pytest.mark.soak
def test_escape_goes_back_one_part_of_an_answer(visit: Visit) -> None:
    guest = visit()
    part = guest.page.locator("#prompt > fieldset.part:not([hidden])")
    for number in range(10):
        guest.play()
        guest.live()
        player = Player(guest, f"escape {number}", Keyboard())
        if player.wait_for("bang.shot.one") and part.locator(".act").count() > 1:
            break
    asked, name = player.question, part.get_attribute("data-part")
    guest.page.keyboard.press("2")
    guest.page.wait_for_selector(f"[data-part='{name}'][hidden]", state="attached")
    guest.page.keyboard.press("Escape")
    guest.page.wait_for_selector(f"[data-part='{name}']:not([hidden])")
    assert part.locator(":checked").count() == 0
    assert player.question == asked
    player.answer()


@pytest.mark.soak
def test_a_whole_match_on_a_telephone(visit: Visit) -> None:
    guest = visit("/", viewport=PHONE, has_touch=True, is_mobile=True)
    guest.page.locator(PLAY).first.tap()
    guest.live()
    player = Player(guest, "telephone", Finger())
    prompt = guest.page.locator("#prompt")
    assert guest.overflow() <= 0
    if player.wait():
        for tab, panel in (("log", "#log"), ("chat", ".panel.chat"), ("table", "#part-board")):
            guest.page.locator(f"label:has(#tab-{tab})").tap()
            assert guest.page.locator(panel).is_visible()
            assert prompt.is_visible()
            box = prompt.bounding_box()
            assert box is not None
            assert box["y"] + min(box["height"], 80) <= PHONE["height"], tab
            assert guest.overflow() <= 0
    for _ in range(400):
        if not player.wait():
            break
        assert guest.overflow() <= 0
        player.answer()
    assert player.over
    assert guest.overflow() <= 0
    before = code_of(guest)
    guest.page.locator("#prompt.ending button.act.main").tap()
    guest.page.wait_for_selector(f"body.table:not([data-code='{before}'])")
