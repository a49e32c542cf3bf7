"""Shadows of the West in browsers: gangs, places, ways and shots on the map, keys, a telephone."""

from __future__ import annotations

import re
from typing import Any

import pytest

from browsers import PHONE, Visit, check
from town_browsers import Gunman

GANG, DEPLOY = "shadows.gang.lists", "shadows.setup.deploy"
CARDS, WHO, DECLARE = "shadows.cards.play", "shadows.act.turn", "shadows.act.declare"
MOVE = "shadows.move.distance"
PIXEL = 6
"""In hundredths of an inch, where the whole table is in the window."""
ON_THE_PHONE = {"locale": "ru-RU", "viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.mark.rule("shadows.gang.points")
@pytest.mark.rule("shadows.ui.point")
def test_a_gang_is_hired_and_placed_on_the_board(visit: Visit) -> None:
    annie = Gunman(visit(), map="gulch", scenario="bank_job")
    hire(annie)
    annie.until(DEPLOY)
    deploy(annie)


def hire(annie: Gunman) -> None:
    """Too dear a gang is refused; without one of them it is taken."""
    page = annie.page
    page.get_by_role("button", name="Begin with the usual list").click()
    page.wait_for_selector(".roster .hired li:nth-child(6)")
    assert page.locator(".purse b").inner_text() == "100"
    assert "marshal: sixgun" in annie.written
    page.locator(".hired li:first-child .chip", has_text="horse").click()
    page.wait_for_selector(".purse.over")
    assert "The gang costs 106" in page.locator("[data-draft] .refusal").inner_text()
    page.locator("#send").click()
    page.wait_for_selector("#prompt .refused:not([hidden])")
    page.locator(".hired li:last-child [data-do=hands]").first.click()
    page.wait_for_selector(".purse:not(.over)")
    annie.send()
    assert page.locator(".rail .models .model.waiting.A").count() == 5


def deploy(annie: Gunman) -> None:
    """Models are placed by taps, keys and buttons."""
    page = annie.page
    south = annie.page.locator(".zone.A").get_attribute("y") != "0"
    y = 200 if south else 3400
    annie.tap(1000, y)
    id, x, north, height, *_ = annie.written.split()
    assert (id, height) == ("a1", "0")
    assert abs(int(x) - 1000) + abs(int(north) - y) <= 2 * PIXEL
    for key, step in (("ArrowRight", 1), ("Shift+ArrowRight", 10), ("Control+ArrowRight", 100)):
        before = int(annie.written.split()[1])
        annie.press(key)
        assert int(annie.written.split()[1]) == before + step
    page.locator(".pick [data-value=a3]").click()
    page.wait_for_selector(".pick [data-value=a3][aria-pressed=true]")
    annie.tap(1800, 1800)
    assert "wholly inside your zone" in page.locator("[data-draft] .refusal").inner_text()
    annie.tap(1400, y)
    annie.send()
    assert abs(annie.figure("a3")[0] - 1400) <= PIXEL


def in_the_open(visit: Visit) -> tuple[Gunman, int, int]:
    """Somebody whose model may move and has room, and a quarter of such a Move."""
    for _ in range(6):
        annie = Gunman(visit(), map="gulch", unusual_terrain="")
        annie.until(WHO)
        annie.page.locator('.rail [data-fig="a4"]').click()
        annie.send()
        annie.until(MOVE)
        if way := annie.long_way():
            return annie, *way
    raise AssertionError("there is no room anywhere")


def between_two_actions(visit: Visit) -> tuple[Gunman, int, int]:
    """The same, after a Move on the spot to which nobody has reacted."""
    for _ in range(6):
        annie, dx, dy = in_the_open(visit)
        who = annie.acting
        annie.write("stay")
        annie.until(DECLARE)
        if annie.acting == who:
            return annie, dx, dy
    raise AssertionError("somebody reacts to everything")


@pytest.mark.rule("shadows.ui.move")
def test_a_way_is_drawn_taken_back_turned_and_sent(visit: Visit) -> None:
    annie, dx, dy = in_the_open(visit)
    page, who = annie.page, annie.acting
    x, y = annie.figure(who)
    page.wait_for_selector("#over-low .reach polygon", state="attached")
    assert annie.main == "Stay where it is"
    annie.tap(x + 2 * dx, y + 2 * dy)
    assert annie.main == "Move"
    once = annie.written
    annie.tap(x + 3 * dx, y + 3 * dy)
    assert annie.written.count("walk") == 2
    page.keyboard.press("Backspace")
    annie.visitor.wait_until(lambda: annie.written == once, "the step was not taken back")
    annie.press("ArrowRight")
    assert annie.written.split("face")[0] == once.split("face")[0]
    assert annie.written != once
    turned = annie.written
    annie.tap(1800 if x < 1000 or x > 2600 else x, 1800 if y < 1000 or y > 2600 else y)
    assert page.locator("#over .ghost").count() == 1
    assert page.locator("[data-draft] .short .rule").count() == 1, "it says why it ends before that"
    page.keyboard.press("Backspace")
    annie.visitor.wait_until(lambda: annie.written == turned, "the way did not come back")
    end = [int(word) for word in annie.written.split()[1:3]]
    number = annie.number
    page.keyboard.press("Enter")
    annie.settled(number)
    annie.visitor.wait_until(lambda: list(annie.figure(who)) == end, "the model has not moved")
    assert any(f"{who.upper()} the" in line and "moves" in line for line in annie.visitor.log())


@pytest.mark.soak
def test_a_model_is_dragged_over_the_map(visit: Visit) -> None:
    annie, dx, dy = in_the_open(visit)
    x, y = annie.figure(annie.acting)
    mouse = annie.page.mouse
    mouse.move(*annie.place(x, y))
    mouse.down()
    for part in (1, 2, 3):
        mouse.move(*annie.place(x + part * dx, y + part * dy))
    annie.page.wait_for_selector("#over .ghost")
    mouse.up()
    annie.visitor.wait_until(lambda: annie.written.startswith("walk"), "no way was drawn")


@pytest.mark.soak
def test_a_tap_on_a_figure_chooses_it_and_letters_declare(visit: Visit) -> None:
    annie = Gunman(visit(), map="mission")
    annie.until(WHO)
    annie.page.locator(".rail .model", has_text="A2").click()
    assert annie.page.locator('#prompt input[data-thing="figure:a2"]').first.is_checked()
    annie.send()
    annie.wait()
    assert (annie.key, annie.acting) == (DECLARE, "a2")
    annie.page.keyboard.press("m")
    annie.visitor.wait_until(lambda: annie.key == MOVE, "no Move was declared")


@pytest.mark.soak
@pytest.mark.rule("shadows.measure.premeasure")
def test_the_ruler_levels_and_zoom(visit: Visit) -> None:
    annie = Gunman(visit(), map="redemption")
    annie.until(CARDS)
    page = annie.page
    page.keyboard.press("r")
    page.wait_for_selector("#how:not([hidden])")
    for x, y in ((600, 1900), (1200, 1900)):
        page.mouse.click(*annie.place(x, y))
    told = page.locator("#ruler .tag").first.text_content() or ""
    assert abs(float(told.rstrip("″")) * 100 - 600) <= 2 * PIXEL
    page.locator(".rail .model").nth(0).focus()
    page.keyboard.press("Enter")
    page.locator(".rail .model").nth(1).focus()
    page.keyboard.press("Enter")
    assert page.locator("#announce").inner_text().endswith("″")
    page.keyboard.press("Escape")
    assert page.locator("#ruler > *").count() == 0
    page.keyboard.press("]")
    assert page.locator("#level").inner_text() == "ground"
    for _ in range(3):
        page.keyboard.press("]")
    assert page.locator("#level").inner_text() == "up to 3″"
    assert page.locator(".storey.roof.shown").count() == 4
    wide = page.locator(".map").bounding_box()
    page.keyboard.press("+")
    page.keyboard.press("+")
    wider = page.locator(".map").bounding_box()
    assert wide is not None
    assert wider is not None
    assert wider["width"] > wide["width"] * 1.5
    page.keyboard.press("f")
    again = page.locator(".map").bounding_box()
    assert again is not None
    assert abs(again["width"] - wide["width"]) < 3


@pytest.mark.soak
def test_layers_show_reach_and_danger(visit: Visit) -> None:
    annie = Gunman(visit(), map="gulch")
    annie.until(DECLARE)
    annie.page.locator("[data-lay=danger]").click()
    annie.page.wait_for_selector("#lays .danger", state="attached")
    annie.page.locator("[data-lay=reach]").click()
    annie.page.wait_for_selector("#lays .reach polygon", state="attached")


@pytest.mark.soak
@pytest.mark.rule("shadows.hidden.views")
def test_a_spectator_sees_no_hand(visit: Visit) -> None:
    annie, watcher = Gunman(visit()), visit()
    annie.until(CARDS)
    watcher.goto(f"/t/{annie.code}")
    watcher.live()
    assert annie.page.locator(".pcard").count() == 4
    assert watcher.page.locator(".pcard").count() == 0
    assert watcher.page.locator(".rail section .model").count() >= 12


@pytest.mark.soak
def test_a_whole_match_is_played_and_seen_again(visit: Visit) -> None:
    """Annie's gang gives up, the match ends at the end of the turn, and can be seen again."""
    annie = Gunman(visit(), map="mission")
    annie.until(WHO)
    page = annie.page
    number = annie.number
    page.evaluate(
        """() => {
          const form = document.querySelector('form#prompt');
          const flee = form.querySelector('.option > .act > input[value=flee]');
          flee.checked = true;
          flee.closest('.option').querySelector('.inner input').checked = true;
          form.requestSubmit(form.querySelector('#send'));
        }"""
    )
    annie.settled(number)
    annie.visitor.wait_until(lambda: annie.over, "the match goes on", seconds=60)
    page.get_by_role("link", name="Watch the replay").click()
    page.wait_for_selector("body.replay.scripted")
    page.keyboard.press("End")
    page.wait_for_selector("#figs .fig.B")
    page.locator("[data-zoom=in]").click()
    assert page.locator(".map").is_visible()


@pytest.mark.parametrize(
    ("scheme", "how"),
    [
        pytest.param("light", {}, marks=pytest.mark.soak),
        pytest.param("dark", {"locale": "es-ES"}, marks=pytest.mark.soak),
        pytest.param("dark", ON_THE_PHONE, marks=pytest.mark.soak),
    ],
)
def test_nothing_trips_a_screen_reader(visit: Visit, scheme: str, how: dict[str, Any]) -> None:
    reader = visit(color_scheme=scheme, bypass_csp=True, **how)
    annie = Gunman(reader)
    for key in (GANG, DEPLOY, CARDS, WHO, DECLARE, MOVE):
        annie.until(key)
        annie.page.wait_for_timeout(300)
        check(reader, key)


@pytest.mark.soak
def test_a_telephone_opens_at_the_acting_figure(visit: Visit) -> None:
    annie = Gunman(visit(viewport=PHONE, has_touch=True, is_mobile=True), map="mission")
    annie.until(MOVE)
    page = annie.page
    box = page.locator(f"#fig-{annie.acting} .base").bounding_box()
    assert box is not None
    assert 0 < box["x"] < PHONE["width"]
    page.locator("label:has(#tab-rail)").click()
    assert page.locator(".rail").is_visible()
    page.locator("label:has(#tab-table)").click()
    page.locator("[data-zoom=fit]").click()
    wide = page.locator(".map").bounding_box()
    assert wide is not None
    assert wide["width"] <= PHONE["width"]


@pytest.mark.soak
@pytest.mark.rule("shadows.ui.combined")
def test_a_way_that_is_drawn_first_is_sent_with_the_declaration(visit: Visit) -> None:
    annie, dx, dy = between_two_actions(visit)
    page, who = annie.page, annie.acting
    x, y = annie.figure(who)
    annie.tap(x + 3 * dx, y + 3 * dy)
    page.wait_for_selector("#over .ghost")
    page.keyboard.press("Escape")
    page.wait_for_selector("#over .ghost", state="detached")
    annie.tap(x + 3 * dx, y + 3 * dy)
    page.locator('[data-do="go"]').click()
    annie.visitor.wait_until(lambda: annie.figure(who) != (x, y), "the model has not moved")
    assert any(re.search(rf"\b{who.upper()}\b.* moves", line) for line in annie.visitor.log())
