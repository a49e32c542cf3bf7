"""On a telephone no decision hides what it depends on: every decision is looked at by geometry."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from browsers import PHONE, Finger, Player, Visit, Visitor, check
from hideout_browsers import Gangster
from town_browsers import TURN_TO

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
ONE_LINE = 66
"""Pixels: a line with room for a thumb."""

HEIGHTS = """prompt => {
  const title = prompt.querySelector("h2");
  const said = [...title.childNodes];
  const now = prompt.getBoundingClientRect().height;
  title.replaceChildren("Whose arrows go back? ".repeat(4));
  const crowded = prompt.getBoundingClientRect().height;
  title.replaceChildren(...said);
  return [now, crowded];
}"""
"""How high the prompt is, and how high it would be with a title of many lines."""

HIDDEN = """wanted => {
  const board = document.querySelector("#part-board");
  const covered = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit || !board.contains(hit)) return true;
    return one instanceof HTMLElement && !one.contains(hit) && !hit.contains(one);
  };
  return [...board.querySelectorAll(wanted)].filter(one => one.checkVisibility()).flatMap(one => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const inside = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const parts = [.3, .5, .7];
    const points = parts.flatMap(x => parts.map(y => [left + x * width, top + y * height]));
    const seen = inside && !points.some(([x, y]) => covered(one, x, y));
    return seen ? [] : [`${one.className.baseVal ?? one.className} ${one.dataset.thing ?? ""}`];
  });
}"""
"""What of the board is outside the window, or under something else."""

COVERS = """() => {
  const boxes = (wanted) => [...document.querySelectorAll(`#part-board ${wanted}`)]
    .filter(one => one.checkVisibility()).map(one => [one, one.getBoundingClientRect()]);
  return boxes(".loot").flatMap(([card, loot]) => boxes(".seat")
    .filter(([, seat]) => loot.left < seat.right - 1 && seat.left < loot.right - 1
      && loot.top < seat.bottom - 1 && seat.top < loot.bottom - 1)
    .map(([seat]) => `${seat.id} covers ${card.textContent.trim()}`));
}"""
"""Which plates lie over which shares."""

CASH = (
    ".me .self, .me .wounds, .me .stash, .me .bullet, .seat:not(.out), .loot, .token, .hit.narrow"
)
"""The own place, loot and cards; everybody else; what is shared; whom guns point at."""
BANG = ".me .life, .me .tally, .me .self, .seat:not(.out), .tray .die, .quiver"


def look(guest: Visitor, wanted: str, key: str) -> bool:
    """Everything that matters can be seen; whether the board was the place to answer."""
    hidden = guest.page.evaluate(HIDDEN, wanted)
    assert not hidden, f"{key} hides {hidden}"
    assert guest.overflow() <= 0, key
    onboard = guest.page.locator("#part-prompt.onboard")
    if not onboard.count():
        return False
    for height in onboard.evaluate(HEIGHTS):
        assert height <= ONE_LINE, f"{key} takes {height} pixels"
    return True


def play(guest: Visitor, player: Player, wanted: str, most: int) -> None:
    """Plays so many decisions, and looks before each."""
    looked = pressed = 0
    while looked < most and player.wait():
        guest.page.wait_for_selector("body:not(.showing)", state="attached")
        pressed += look(guest, wanted, player.question[1])
        player.answer()
        looked += 1
    assert pressed


@pytest.mark.parametrize("most", [3, pytest.param(400, marks=pytest.mark.soak)])
def test_a_hold_up_on_a_telephone(visit: Visit, most: int) -> None:
    guest = visit(**TOUCH)
    guest.play("cash_n_guns", seats="8", **{"o.powers": "true"} if most > 3 else {})
    guest.live()
    a_long_press_tells_and_presses_nothing(guest)
    play(guest, Gangster(guest, "thumbs up", Finger()), CASH, most)


@pytest.mark.parametrize("most", [3, pytest.param(400, marks=pytest.mark.soak)])
def test_a_saloon_on_a_telephone(visit: Visit, most: int) -> None:
    guest = visit(**TOUCH)
    guest.play(seats="8")
    guest.live()
    play(guest, Player(guest, "thumbs down", Finger()), BANG, most)


HOLD = """async selector => {
  const one = document.querySelector(selector);
  const { left, top, width, height } = one.getBoundingClientRect();
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true };
  const hit = document.elementFromPoint(at.clientX, at.clientY);
  hit.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "touch" }));
  await new Promise(resolve => setTimeout(resolve, 600));
  hit.dispatchEvent(new PointerEvent("pointerup", { ...at, pointerType: "touch" }));
  hit.dispatchEvent(new MouseEvent("click", { ...at, cancelable: true }));
}"""
"""A long press of a finger."""


def a_long_press_tells_and_presses_nothing(guest: Visitor) -> None:
    """It tells what a mouse finds by hovering."""
    page = guest.page
    page.wait_for_selector("body.mine", state="attached")
    number = page.locator("form#prompt").get_attribute("data-number")
    for place, words in (
        (".bullet.bang.target", "gives its standing target a wound"),
        (".seat .wounds", "Wounds: 0 of 3."),
        (".strip .now", "lays it face down"),
    ):
        page.evaluate(HOLD, place)
        expect(page.locator("#tip")).to_contain_text(words)
    assert page.locator("form#prompt").get_attribute("data-number") == number
    check(guest, "a long press")
    page.locator("#part-status").tap()
    expect(page.locator("#tip")).to_have_count(0)
    assert page.locator("form#prompt").get_attribute("data-number") == number


@pytest.mark.soak
def test_ones_own_targets_stay_marked_while_one_chooses(visit: Visit) -> None:
    guest = visit()
    page = guest.page
    for table in range(6):
        guest.play(seats="5")
        guest.live()
        player = Player(guest, f"targets {table}")
        while player.wait_for("bang.shot.one") and page.locator("#prompt > .part").count() < 2:
            player.answer()
        if not player.over:
            break
    page.locator("#prompt > .part:not([hidden]) .act.lit").first.click()
    expect(page.locator("#prompt > .part").first).to_be_hidden()
    expect(page.locator("#part-board .seat[data-aimed='1']")).to_have_count(1)
    expect(page.locator("#part-board .reach.aimed").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#part-board [data-aimed]")).to_have_count(0)


SHOWN = """() => {
  const { scrollTop, clientHeight, scrollHeight } = document.querySelector(".lens");
  return [scrollTop, scrollTop + clientHeight, scrollHeight];
}"""
"""The upper and the lower edge of what a window shows of its map, and the map's height."""


def test_a_map_stays_turned_to_what_matters_when_its_window_gets_lower(visit: Visit) -> None:
    """A question is unfolded, and the figures at the lower edge of the map are still in sight."""
    guest = visit(**TOUCH)
    guest.play("shadows_west")
    guest.live()
    page, tall = guest.page, ViewportSize(width=PHONE["width"], height=PHONE["height"] + 300)
    page.set_viewport_size(tall)
    page.evaluate(TURN_TO, [1800, 3500])
    page.set_viewport_size(ViewportSize(width=PHONE["width"], height=PHONE["height"]))
    page.wait_for_function(f"() => {{ const [, low, all] = ({SHOWN})(); return low >= all - 1; }}")
    page.locator(".lens").dispatch_event("wheel", {"deltaY": -10})  # somebody moves the map
    page.evaluate("() => document.querySelector('.lens').scrollTo(0, 100)")
    page.set_viewport_size(tall)
    page.wait_for_timeout(100)
    assert page.evaluate(SHOWN)[0] == 100


@pytest.mark.parametrize("seats", ["5", "6"])
def test_no_plate_lies_over_the_loot(visit: Visit, seats: str) -> None:
    guest = visit(**TOUCH)
    guest.play("cash_n_guns", seats=seats)
    guest.live()
    expect(guest.page.locator("#part-board .loot")).to_have_count(8)
    assert guest.page.evaluate(COVERS) == []
