"""Shadows of the West under the hand: taps that find their place, and what can be looked at."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from browsers import Visit
from town_browsers import Gunman

MOVE = "shadows.move.distance"


def shot(gunman: Gunman, name: str) -> None:
    """A picture, for whoever wants to look: BOOMTOWN_PICTURES names a folder."""
    folder = os.environ.get("BOOMTOWN_PICTURES")
    if folder:
        gunman.page.screenshot(path=str(Path(folder) / f"{name}.png"))


@pytest.mark.rule("shadows.ui.move")
def test_a_click_anywhere_draws_a_ghost_and_arms_only_what_it_means(visit: Visit) -> None:
    annie = Gunman(visit(), map="gulch")
    annie.until(MOVE)
    page, size = annie.page, annie.size
    x, y = annie.figure(annie.acting)
    for place in ((size // 2, size // 2), (40, size - 40), (x + 30, y)):
        annie.tap(*place)
        assert page.locator("#over .ghost").count() == 1
        if annie.written:
            assert annie.written.startswith(("walk", "climb", "stairs")), annie.written
            assert "Turn" not in annie.main
        else:
            assert page.locator("[data-draft] .refusal").count() == 1
            assert "Stay" not in annie.main
    shot(annie, "move")


def test_any_figure_and_any_two_points_can_be_looked_at(visit: Visit) -> None:
    annie = Gunman(visit(), map="mission")
    annie.until(MOVE)
    page = annie.page
    page.keyboard.press("i")
    enemy = page.locator("#figs .fig.B").first.get_attribute("data-fig")
    assert enemy is not None
    annie.tap(*annie.figure(enemy))
    panel = page.locator("#inspector")
    page.wait_for_selector("#inspector .gun")
    assert enemy.upper() in panel.inner_text()
    assert page.locator("#eyed-low .danger").count() == 1
    shot(annie, "inspector")
    annie.tap(*annie.figure(annie.acting))
    page.wait_for_selector("#inspector:has-text('Line of sight')")
    shot(annie, "line")
    page.keyboard.press("Escape")
    assert panel.is_hidden()
    assert annie.written == "", "looking around draws no way"
