"""On a telephone no decision hides what it depends on: every decision is looked at by geometry."""

from __future__ import annotations

from typing import Any

import pytest

from browsers import PHONE, Finger, Player, Visit, Visitor
from hideout_browsers import Gangster

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
ONE_LINE = 66
"""Pixels: a line with room for a thumb."""

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
    box = onboard.bounding_box()
    assert box is not None
    assert box["height"] <= ONE_LINE, f"{key} takes {box['height']} pixels"
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


@pytest.mark.parametrize("most", [4, pytest.param(400, marks=pytest.mark.soak)])
def test_a_hold_up_on_a_telephone(visit: Visit, most: int) -> None:
    guest = visit(**TOUCH)
    guest.play("cash_n_guns", seats="8", **{"o.powers": "true"} if most > 4 else {})
    guest.live()
    play(guest, Gangster(guest, "thumbs up", Finger()), CASH, most)


@pytest.mark.parametrize("most", [4, pytest.param(400, marks=pytest.mark.soak)])
def test_a_saloon_on_a_telephone(visit: Visit, most: int) -> None:
    guest = visit(**TOUCH)
    guest.play(seats="8")
    guest.live()
    play(guest, Player(guest, "thumbs down", Finger()), BANG, most)
