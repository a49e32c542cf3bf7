"""What a screen reader meets at a table: in every state, in any colours and language."""

from __future__ import annotations

from typing import Any

import pytest

from boomtown.web.operator.admin_key import make_admin_key
from browsers import PHONE, Finger, Player, Visit, Visitor, check, check_day_and_night
from sites import Server

LANGUAGES = {"es": "es-ES", "ru": "ru-RU"}


def reader(visit: Visit, **how: Any) -> Visitor:
    """Somebody whose pages can be examined."""
    return visit(bypass_csp=True, **how)


@pytest.mark.parametrize("states", [1, pytest.param(4, marks=pytest.mark.soak)])
def test_the_table_in_every_state(visit: Visit, states: int) -> None:
    guest = reader(visit)
    guest.play()
    guest.live()
    player = Player(guest, "states")
    seen: set[str] = set()
    while len(seen) < states and player.wait():
        key = player.question[1]
        if key not in seen:
            seen.add(key)
            check_day_and_night(guest, key)
        player.answer()
    guest.goto(f"{guest.page.url}/text")
    guest.live()
    check_day_and_night(guest, "in words")


@pytest.mark.soak
def test_the_table_while_others_play(visit: Visit, slow_server: Server) -> None:
    guest = reader(visit, at=slow_server)
    watcher = reader(visit, at=slow_server)
    for _ in range(20):
        code = guest.play(listed="true")
        if guest.page.locator(".prompt.wait").count():
            break
    guest.live()
    check_day_and_night(guest, "waiting")
    for key in ("t", "g", "?"):
        guest.page.keyboard.press("Escape")
        guest.page.keyboard.press(key)
        if key == "g":
            guest.page.locator("#rules input[type=search]").wait_for()
        check_day_and_night(guest, f"panel {key}")
    watcher.goto(f"/t/{code}")
    watcher.live()
    check_day_and_night(watcher, "watching")
    watcher.goto(f"/t/{code}/text")
    watcher.live()
    check_day_and_night(watcher, "watching in words")


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_other_languages_on_a_telephone(visit: Visit, language: str) -> None:
    guest = reader(
        visit,
        color_scheme="dark" if language == "ru" else "light",
        locale=LANGUAGES[language],
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
    )
    guest.goto("/")
    check(guest, "the street")
    guest.play(seats="8")
    guest.live()
    player = Player(guest, f"telephone {language}", Finger())
    for _ in range(3):
        if player.wait():
            check(guest, player.question[1])
            player.answer()
    for tab in ("log", "chat", "rules", "more"):
        guest.page.locator(f"label:has(#tab-{tab})").tap()
        check(guest, tab)


@pytest.mark.soak
def test_the_operators_pages(visit: Visit, server: Server) -> None:
    guest = reader(visit)
    code = guest.play(listed="true")
    guest.live()
    guest.page.locator("label:has(#tab-more)").click()
    guest.page.locator("#report textarea").fill("Somebody shouts.")
    guest.page.locator("#report button").click()
    guest.page.locator("#net.good").wait_for()
    check(guest, "a report at the table")
    operator = reader(visit)
    key = make_admin_key(server.data).decode()
    operator.goto("/admin/")
    check(operator, "the door")
    operator.page.locator("input[name=secret]").fill(key)
    operator.page.locator("main button.go").click()
    operator.page.locator("#reports-h").wait_for()
    operator.page.locator(".deeds summary").first.click()
    check(operator, "the operator's page")
    operator.goto(f"/admin/tables/{code}")
    check(operator, "a table as the operator sees it")
