"""Shadows of the West under the hand: taps that find their place, and what can be looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browsers import PHONE, Visit
from town_browsers import Gunman

MOVE, SHOOT = "shadows.move.distance", "shadows.shoot.sequence"
CARDS, WHO, DECLARE = "shadows.cards.play", "shadows.act.turn", "shadows.act.declare"


def shot(gunman: Gunman, name: str) -> None:
    """A picture, for whoever wants to look: BOOMTOWN_PICTURES names a folder."""
    folder = os.environ.get("BOOMTOWN_PICTURES")
    if not folder:
        return
    page = gunman.page
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=str(Path(folder) / f"{name}-{width}-{scheme}.png"))
    page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.soak
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


def test_a_reason_goes_with_its_question_and_with_whatever_is_pressed(visit: Visit) -> None:
    annie = Gunman(visit(), map="mission")
    annie.until(DECLARE)
    page, why = annie.page, annie.page.locator("#why")
    page.locator("#prompt .act.no").first.click(force=True)
    expect(why).to_have_count(1)
    page.locator(".bench [data-lay=reach]").dispatch_event("click")
    expect(why).to_have_count(0)
    page.locator("#prompt .act.no").first.click(force=True)
    page.evaluate("document.activeElement.blur()")  # as while something is shown
    expect(why).to_have_count(1)
    annie.answer()
    expect(why).to_have_count(0)


def test_what_may_be_chosen_comes_first_two_models_are_counted_and_notation_waits(
    visit: Visit,
) -> None:
    annie = Gunman(visit(), map="mission")
    annie.until(WHO)
    page, send = annie.page, annie.page.locator("#send")
    page.locator(".option", has=page.locator('[data-thing="mode:double"]')).locator(
        "> .act"
    ).click()
    expect(send).to_have_attribute("aria-disabled", "true")
    expect(send).to_contain_text("0 of 2 chosen")
    models = page.locator("#prompt .act.rank:visible")
    models.nth(1).click()
    models.nth(0).click()
    first, second = models.nth(1).locator("input"), models.nth(0).locator("input")
    expect(first).to_have_value("1")
    expect(second).to_have_value("2")
    expect(send).not_to_have_attribute("aria-disabled", "true")
    models.nth(1).click()
    expect(second).to_have_value("1")
    page.keyboard.press("Escape")
    annie.until(DECLARE)
    kinds = page.locator("#prompt .act").evaluate_all(
        "acts => acts.filter(a => a.dataset.thing).map(a => a.classList.contains('no'))"
    )
    assert kinds == sorted(kinds)
    assert not page.locator("#prompt .acts .act.main").count(), "it looks chosen"
    annie.until(MOVE)
    expect(page.locator("[data-own]")).to_be_hidden()
    annie.note("stay")
    expect(page.locator("[data-own]")).to_have_value("stay")


SHOWN = """async () => {
  const { at } = await import("/static/tables/stage.js");
  const { callOut } = await import("/static/tables/effects.js");
  const words = "B1 the Gang boss is Shaken and rolls D8 from now on.";
  callOut(document.querySelector(".rail .model"), words);
  return Boolean(at("figure:a1").closest(".map"));
}"""


def test_what_happens_to_a_figure_is_called_out_at_the_map_and_seen_whole(visit: Visit) -> None:
    annie = Gunman(visit(), map="mission")
    annie.until(CARDS)
    assert annie.page.evaluate(SHOWN), "it is shown at a row of the list"
    box = annie.page.locator(".callout").bounding_box()
    assert box is not None
    assert box["x"] >= 0


def in_the_open(visit: Visit) -> tuple[Gunman, int, int]:
    """Somebody whose model may move and has room, and a quarter of such a Move."""
    annie = Gunman(visit(), map="mission")
    annie.until(MOVE)
    while (way := annie.long_way()) is None:  # chance has put somebody where there is no room
        annie.answer()
        annie.until(MOVE)
    return annie, *way


def test_the_map_is_looked_at_walked_by_a_cursor_and_keeps_a_draft(visit: Visit) -> None:
    annie, dx, dy = in_the_open(visit)
    any_two_points(annie)
    a_cursor(annie)
    a_draft(annie, dx, dy)


def any_two_points(annie: Gunman) -> None:
    """Any figure can be looked at, and whether it is seen from another one."""
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


@pytest.mark.soak
def test_weapons_scenario_and_map_stand_in_the_builder(visit: Visit) -> None:
    annie = Gunman(visit())
    page = annie.page
    page.get_by_role("button", name="Begin with the usual list").click()
    page.wait_for_selector(".roster .hired li:nth-child(6)")
    assert page.locator(".stakes article").count() == 2
    sixgun = page.locator(".hired li:first-child .chip.go").filter(has_text="sixgun")
    assert "12″" in sixgun.inner_text()
    assert "D6" in sixgun.inner_text()
    shot(annie, "builder")
    before = annie.written
    page.locator(".hired li:last-child [data-do=hands]").first.click()
    annie.visitor.wait_until(lambda: annie.written != before, "somebody is let go")
    page.locator(".roster [data-do=back]").click()
    annie.visitor.wait_until(lambda: annie.written == before, "that is taken back")


def a_draft(annie: Gunman, dx: int, dy: int) -> None:
    """It survives a reload, and is taken back step by step."""
    page = annie.page
    x, y = annie.figure(annie.acting)
    annie.tap(x + dx, y + dy)
    first = annie.written
    annie.tap(x + 2 * dx, y + 2 * dy)
    drawn = annie.written
    assert drawn.startswith("walk")
    assert drawn != first
    page.reload()
    annie.visitor.live()
    annie.visitor.wait_until(lambda: annie.written == drawn, "the draft is gone")
    page.wait_for_selector("#over .ghost", state="attached")
    page.keyboard.press("Backspace")
    annie.visitor.wait_until(lambda: annie.written == first, "one step is taken back")


def a_cursor(annie: Gunman) -> None:
    """The map is tapped without a mouse; what is drawn so is taken back."""
    page = annie.page
    page.keyboard.press("c")
    page.wait_for_selector("#cursor .cursor")
    inwards = "ArrowUp" if annie.figure(annie.acting)[1] < annie.size // 2 else "ArrowDown"
    for _ in range(4):
        page.keyboard.press(inwards)
    annie.press("Enter")
    assert annie.written.startswith("walk")
    assert page.locator("#over .ghost").count() == 1
    page.keyboard.press("Escape")
    page.wait_for_selector("#cursor .cursor", state="detached")
    page.keyboard.press("Backspace")
    annie.visitor.wait_until(lambda: not annie.written, "the way of the cursor stays")


PEEK = """async (draft) => {
  const { body } = document;
  const token = document.querySelector("[name=csrf_token]").value;
  const reply = await fetch(`/t/${body.dataset.code}/preview`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(draft),
  });
  return (await reply.json()).data;
}"""


TAKEN = """([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest("[data-fig]"))"""


class Clicks:
    """Somebody who counts what he presses."""

    def __init__(self, gunman: Gunman) -> None:
        self.gunman, self.page, self.count = gunman, gunman.page, 1  # "Play now" was the first

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count += 1

    def tap(self, x: int, y: int) -> None:
        self.page.mouse.click(*self.gunman.place(x, y))
        self.count += 1


def sure(one: dict[str, Any]) -> bool:
    """Whether a shot is allowed, also from a pixel farther away."""
    return one["refusal"] is None and one["gap"] + 40 <= one["bounds"][1]


def shot_in_reach(gunman: Gunman) -> tuple[str, tuple[int, int]] | None:
    """A model of one's own and a place where it would have a shot, found without a click."""
    page = gunman.page
    ids = page.eval_on_selector_all("#figs .fig.A", "all => all.map((one) => one.dataset.fig)")
    for id in ids:
        x, y = gunman.figure(id)
        for dx, dy in ((300, 0), (-300, 0), (0, 350), (0, -350), (250, 250), (-250, -250)):
            to = [x + dx, y + dy]
            inside = all(60 <= part <= gunman.size - 60 for part in to)
            if not inside or page.evaluate(TAKEN, list(gunman.place(to[0], to[1]))):
                continue
            found = page.evaluate(PEEK, {"do": "move", "figure": id, "to": to})
            shots = ((found or {}).get("aim") or {}).get("shots") or []
            if found.get("legal") and any(map(sure, shots)):
                return id, (to[0], to[1])
    return None


def to_the_first_shot(annie: Gunman) -> int | None:
    """The clicks from "Play now" to the first shot; None if nobody is in sight at this table."""
    clicks, page, wait = Clicks(annie), annie.page, annie.visitor.wait_until
    page.wait_for_selector("[data-do=quick]")
    clicks.press("[data-do=quick] >> nth=3")  # the Desperados have a buffalo gun
    wait(lambda: annie.key == CARDS, "the first card is not asked for")
    clicks.press("#prompt .act:visible")
    wait(lambda: annie.key == WHO, "nobody is to act")
    found = shot_in_reach(annie)
    if found is None:
        return None
    id, place = found
    clicks.tap(*annie.figure(id))
    page.wait_for_selector("#prompt .inner input:checked", state="attached")
    clicks.tap(*place)
    page.wait_for_selector("[data-do=go]")
    shot(annie, "plan")
    assert annie.main == "Move", "the main button sends the plan as well"
    clicks.press("#send")
    wait(lambda: annie.key == DECLARE and not annie.page.locator("[data-do=go]").count(), "no Move")
    able = '#prompt button[data-thing="action:shoot"]:not([aria-disabled=true])'
    page.wait_for_selector(able)
    clicks.press(able)
    wait(lambda: annie.key == SHOOT, "no target is asked for")
    page.wait_for_selector("[data-draft] .odds")
    clicks.press("#send")
    wait(lambda: any("aims at" in line for line in annie.visitor.log()), "no shot")
    return clicks.count


@pytest.mark.soak
def test_from_play_now_to_the_first_shot_in_eight_clicks(visit: Visit) -> None:
    """A ready-made gang at once, a card, a model, its way, and fire."""
    for _ in range(4):  # somebody sees an enemy at nearly every table
        clicks = to_the_first_shot(Gunman(visit(), map="gulch", townsfolk="true"))
        if clicks is not None:
            assert clicks <= 8
            return
    raise AssertionError("nobody saw anybody at four tables")


@pytest.mark.rule("shadows.folk.place")
def test_a_place_is_tapped_on_a_telephone_and_its_numbers_wait_behind_help(visit: Visit) -> None:
    annie = Gunman(visit(viewport=PHONE, has_touch=True, is_mobile=True), townsfolk="true")
    annie.until("shadows.folk.place")
    page = annie.page
    page.wait_for_selector("[data-draft] > *")
    numbers = page.locator("#prompt .coordinates")
    expect(numbers).to_be_hidden()
    expect(page.locator("#part-prompt[inert]")).to_have_count(0)
    annie.turn_to(1800, 1800)
    annie.tap(1800, 1800)
    expect(numbers.locator('input[name="a.x"]')).not_to_have_value("800")
    page.locator('#prompt [data-press="unfold"]').tap()
    expect(numbers).to_be_visible()
