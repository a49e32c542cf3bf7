"""While a match is played nothing jumps about: the layout shift of its page is small."""

from __future__ import annotations

import pytest

from browsers import ANIMATED, DESK, PHONE, Finger, Mouse, Player, Visit, Visitor
from hideout_browsers import Gangster
from town_browsers import Gunman

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => {
    const own = list.getEntries().filter(one => !one.hadRecentInput);
    shifts.push(...own.map(one => [one.startTime, one.value]));
  }).observe({ type: "layout-shift", buffered: true });
}"""
WATCH_SLIDES = """
window.slides = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  if (this.closest("#log, .side > *")) window.slides.push(this);
  return animate.call(this, frames, how);
};"""
MOST_SHIFT = 0.1


def worst(shifts: list[tuple[float, float]]) -> float:
    """As browsers count it: the most that shifts within five seconds, without a second's rest."""
    most = summed = 0.0
    begun = last = float("-inf")
    for at, value in shifts:
        if at - last > 1000 or at - begun > 5000:
            summed, begun = 0.0, at
        summed, last = summed + value, at
        most = max(most, summed)
    return most


PRESS_ON = """() => {
  const press = () => document.querySelector("#reel [data-press=beat][data-waits]")?.click();
  setInterval(press, 300);
}"""
"""Whoever falls looks at it for a while, then presses on."""


def play_some(guest: Visitor, game: str, hand: Finger | Mouse) -> None:
    """Some answers, each with a press: what a press moves at once is no surprise."""
    guest.context.add_init_script(f"({PRESS_ON})()")
    if game != "shadows_west":
        guest.play(game, seats="8")
        guest.live()
        player = Gangster if game == "cash_n_guns" else Player
        player(guest, f"light {game}", hand).play_on(12)
        return
    gunman = Gunman(guest, map="mission")
    for _ in range(25):
        gunman.wait()
        if isinstance(hand, Finger):
            guest.page.touchscreen.tap(200, 20)
        else:
            guest.page.mouse.click(640, 20)
        gunman.answer()
        guest.page.wait_for_timeout(300)  # nobody answers faster


@pytest.mark.soak
@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["bang_dice", "cash_n_guns", "shadows_west"])
def test_nothing_jumps_about(visit: Visit, game: str, window: dict[str, int]) -> None:
    small = window == PHONE
    guest = visit(reduced_motion=ANIMATED, viewport=window, has_touch=small, is_mobile=small)
    guest.context.add_init_script(f"({WATCH_SHIFTS})()")
    play_some(guest, game, Finger() if small else Mouse())
    shifts = guest.page.evaluate("window.shifts")
    assert shifts
    assert worst(shifts) < MOST_SHIFT


def test_a_line_of_the_log_slides_into_its_place(visit: Visit) -> None:
    guest = visit(reduced_motion=ANIMATED)
    guest.context.add_init_script(WATCH_SLIDES)
    guest.play("bang_dice")
    guest.live()
    Player(guest, "a line slides").play_on(1)
    slides = "window.slides.filter(one => one.closest('#log'))"
    guest.wait_until(lambda: guest.page.evaluate(f"{slides}.length > 0"), "no line slides")
    still = f"{slides}.every(one => getComputedStyle(one).transform === 'none')"
    guest.wait_until(lambda: guest.page.evaluate(still), "the log never comes to rest")


def test_without_motion_nothing_slides(visit: Visit) -> None:
    guest = visit()
    guest.context.add_init_script(WATCH_SLIDES)
    guest.play("bang_dice")
    guest.live()
    Player(guest, "nothing slides").play_on(2)
    assert guest.page.evaluate("window.slides.length") == 0
