"""While a match is played nothing jumps about: the layout shift of its page is small."""

from __future__ import annotations

import pytest

from browsers import ANIMATED, DESK, PHONE, Finger, Mouse, Player, Visit
from hideout_browsers import Gangster

WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver(list => {
    const own = list.getEntries().filter(one => !one.hadRecentInput);
    shifts.push(...own.map(one => [one.startTime, one.value]));
  }).observe({ type: "layout-shift", buffered: true });
}"""
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


@pytest.mark.soak
@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(("game", "seats"), [("bang_dice", "8"), ("cash_n_guns", "8")])
def test_nothing_jumps_about(visit: Visit, game: str, seats: str, window: dict[str, int]) -> None:
    small = window == PHONE
    guest = visit(reduced_motion=ANIMATED, viewport=window, has_touch=small, is_mobile=small)
    guest.play(game, seats=seats)
    guest.live()
    guest.page.evaluate(WATCH_SHIFTS)
    hand = Finger() if small else Mouse()
    (Gangster if game == "cash_n_guns" else Player)(guest, f"light {game}", hand).play_on(12)
    shifts = guest.page.evaluate("window.shifts")
    assert shifts
    assert worst(shifts) < MOST_SHIFT
