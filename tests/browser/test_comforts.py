"""Small things of the table page: languages, colours, keys, marks, sounds, rules."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route

from browsers import MINE, Player, Visit
from sites import Server


@pytest.mark.soak
def test_the_language_stays_with_the_player(visit: Visit) -> None:
    guest = visit("/")
    guest.page.locator("header .langs [value=ru]").click()
    guest.page.wait_for_selector("html[lang=ru]")
    guest.play()
    guest.live()
    assert guest.page.locator("html").get_attribute("lang") == "ru"
    assert Player(guest, "language").wait()
    chip = guest.page.locator(".status .chip.go")
    assert re.search("[а-я]", chip.inner_text())
    assert guest.page.evaluate("document.title").startswith("▶")
    guest.goto("/")
    assert guest.page.locator("html").get_attribute("lang") == "ru"
    guest.page.locator("header .langs [value=es]").click()
    guest.page.wait_for_selector("html[lang=es]")
    guest.page.locator("#mine .btn").first.click()
    guest.page.wait_for_selector("html[lang=es] body.table")


@pytest.mark.soak
def test_russian_counts_as_russians_do(visit: Visit) -> None:
    guest = visit("/", locale="ru-RU")
    assert guest.page.locator("html").get_attribute("lang") == "ru"
    guest.play()
    guest.live()
    forms = {"стрела": 0, "стрелы": 0, "стрел": 0}
    for number in range(12):
        player = Player(guest, f"russian {number}")
        while True:
            quiver = guest.page.locator(".quiver b").inner_text().lower()
            found = re.search(r"(\d+) из 9|(\d+) (стрел\w*)", quiver)
            assert found, quiver
            for label in guest.page.locator("[aria-label*='стрел']").evaluate_all(
                "all => all.map(one => one.getAttribute('aria-label'))"
            ):
                for count, form in re.findall(r"(\d+) (стрел\w*)", label):
                    assert form == russian(int(count)), label
                    forms[form] += 1
            if not player.wait():
                break
            player.answer()
        if all(forms.values()):
            return
        guest.play()
        guest.live()
    raise AssertionError(f"never seen: {forms}")


def russian(count: int) -> str:
    """How Russian says that there are so many arrows."""
    if count % 10 == 1 and count % 100 != 11:
        return "стрела"
    if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14):
        return "стрелы"
    return "стрел"


def test_colours_change_at_once_and_stay(visit: Visit) -> None:
    guest = visit("/", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    day = guest.page.evaluate(ground)
    with guest.page.expect_response("**/theme"):
        guest.page.locator(".foot-form [value=dark]").click()
    assert guest.page.locator("html").get_attribute("data-theme") == "dark"
    assert guest.page.evaluate(ground) != day
    guest.play()
    assert guest.page.locator("html").get_attribute("data-theme") == "dark"
    guest.goto("/")
    assert guest.page.locator(".foot-form [value=dark]").get_attribute("aria-pressed") == "true"


@pytest.mark.soak
def test_the_window_shows_whose_turn_it_is(visit: Visit, slow_server: Server) -> None:
    guest = visit(at=slow_server)
    icon = guest.page.locator("#favicon")
    for number in range(6):
        guest.play("high_noon", seats="2")
        guest.live()
        player = Player(guest, f"title {number}")
        guest.page.wait_for_selector(MINE, state="attached")
        assert guest.page.title().startswith("▶")
        assert "turn" in (icon.get_attribute("href") or "")
        player.answer()
        if not player.mine and not player.over:
            break
    assert not guest.page.title().startswith("▶")
    assert "turn" not in (icon.get_attribute("href") or "")


@pytest.mark.soak
def test_sounds_are_off_until_somebody_wants_them(visit: Visit) -> None:
    guest = visit()
    guest.play()
    guest.live()
    button = guest.page.locator(".tools [data-press=sounds]")
    assert button.get_attribute("aria-pressed") == "false"
    with guest.page.expect_response("**/zzfx*"):
        guest.page.keyboard.press("s")
    guest.page.wait_for_selector(".tools [data-press=sounds][aria-pressed=true]")
    player = Player(guest, "sounds")
    player.play_on(4)
    guest.page.reload()
    guest.page.wait_for_selector(".tools [data-press=sounds][aria-pressed=true]")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"


@pytest.mark.soak
def test_what_is_typed_before_the_script_has_arrived_is_found_too(visit: Visit) -> None:
    guest = visit()
    guest.play()
    guest.live()
    held: list[Route] = []
    guest.page.route("**/static/rules/rules.js*", lambda route: held.append(route))
    guest.page.keyboard.press("g")
    guest.page.locator("#rules input[type=search]").fill("dynamite")
    guest.wait_until(lambda: bool(held), "the script was never asked for")
    found = guest.page.locator("#rules .clause:visible")
    whole = found.count()
    held[0].continue_()
    guest.wait_until(lambda: 0 < found.count() < whole / 2, "the words were not looked for")
    assert guest.page.locator("#rules input[type=search]:focus").count() == 1


@pytest.mark.soak
def test_rules_are_found_without_leaving_the_table(visit: Visit) -> None:
    guest = visit()
    guest.play()
    guest.live()
    guest.page.keyboard.press("g")
    panel = guest.page.locator("#rules")
    search = panel.locator("input[type=search]")
    search.wait_for()
    search.fill("dynamite")
    panel.locator("mark").first.wait_for()
    found = panel.locator(".clause:visible")
    guest.wait_until(lambda: 0 < found.count() < 60, "nothing was looked for")
    assert "dynamite" in found.first.inner_text().lower()
    guest.page.keyboard.press("Escape")
    guest.page.keyboard.press("l")
    rule = guest.page.locator("#log a.rule").first
    wanted = rule.get_attribute("data-rule")
    rule.click()
    guest.page.wait_for_selector(f"#rules .here[id='{wanted}']")
    assert guest.page.locator("#prompt").is_visible()


@pytest.mark.soak
def test_all_keys_are_listed_and_can_be_switched_off(visit: Visit) -> None:
    guest = visit()
    guest.play()
    guest.live()
    assert Player(guest, "keys").wait()
    guest.page.keyboard.press("?")
    assert guest.page.locator(".keylist").is_visible()
    assert guest.page.locator("#all-keys").evaluate("one => one === document.activeElement")
    for key in ("U", "Esc", "G", "L", "T", "?"):
        assert guest.page.locator(
            ".keylist kbd", has_text=re.compile(f"^{re.escape(key)}$")
        ).count()
    guest.page.locator("#set-keys").uncheck()
    guest.page.keyboard.press("l")
    assert guest.page.locator(".keylist").is_visible()
    guest.page.locator("#set-keys").check()
    guest.page.keyboard.press("l")
    guest.page.locator("#log").wait_for()


@pytest.mark.soak
def test_what_cannot_be_chosen_says_why(visit: Visit) -> None:
    guest = visit()
    for number in range(10):
        guest.play()
        guest.live()
        player = Player(guest, f"why {number}")
        if player.wait_for("bang.shot.one") and guest.page.locator("#part-board .dim").count():
            break
    dim = guest.page.locator("#part-board .dim").first
    assert dim.get_attribute("aria-disabled") == "true"
    dim.click(force=True)
    why = guest.page.locator("#why")
    why.wait_for()
    assert why.locator("a.rule").count() == 1
    guest.page.keyboard.press("Escape")
    why.wait_for(state="detached")
