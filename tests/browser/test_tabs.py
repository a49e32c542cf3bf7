"""One player, several tabs, and pages that are loaded again."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute

from browsers import MINE, Player, Visit, Visitor


def asked_to_throw_again(visitor: Visitor, seed: str, **table: str) -> Player:
    """Plays until dice may be thrown again, at as many tables as it takes."""
    for number in range(10):
        visitor.play(**table)
        visitor.live()
        player = Player(visitor, f"{seed} {number}")
        if player.wait_for("bang.roll.reroll"):
            return player
    raise AssertionError("nobody ever throws again")


class Line:
    """A socket of a page, which can be held up on its way from the server."""

    def __init__(self, page: Page) -> None:
        self.held: list[str | bytes] = []
        self.holding = False
        page.route_web_socket("**/socket*", self._connect)

    def _connect(self, here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        self._here = here

        def pass_on(message: str | bytes) -> None:
            if self.holding and json.loads(message)["type"] == "table":
                self.held.append(message)
            else:
                here.send(message)

        there.on_message(pass_on)

    def release(self) -> None:
        """Everything that was held up arrives."""
        self.holding = False
        for message in self.held:
            self._here.send(message)


@pytest.mark.soak
def test_a_question_is_still_there_after_loading_again(visit: Visit) -> None:
    guest = visit()
    player = asked_to_throw_again(guest, "again")
    question, log = player.question, guest.log()
    faces = "[...document.querySelectorAll('.die')].map(die => die.dataset.face)"
    dice = guest.page.evaluate(faces)
    guest.page.reload()
    guest.page.wait_for_selector(MINE, state="attached")
    assert player.question == question
    assert guest.page.evaluate(faces) == dice
    assert guest.log() == log
    player.answer()


@pytest.mark.soak
def test_two_tabs_show_one_table_and_a_late_answer_is_refused_in_its_place(visit: Visit) -> None:
    guest = visit()
    player = asked_to_throw_again(guest, "tabs")
    number = player.question[0]
    other = guest.new_page()
    line = Line(other)
    other.goto(guest.page.url)
    other.wait_for_selector(f"{MINE}[data-number='{number}']", state="attached")

    line.holding = True
    player.answer()
    assert other.locator(f"form#prompt[data-number='{number}']").count() == 1
    other.locator("#send").click()
    refused = other.locator("#prompt .refused")
    refused.wait_for()
    assert refused.inner_text().strip()
    line.release()
    other.wait_for_selector(f"form#prompt[data-number='{number}']", state="detached")
    log = guest.page.locator("#log").get_attribute("data-count")
    if player.wait():
        log = guest.page.locator("#log").get_attribute("data-count")
    other.wait_for_selector(f"#log[data-count='{log}']", state="attached")


@pytest.mark.soak
def test_choices_survive_what_others_do_meanwhile(visit: Visit) -> None:
    guest = visit()
    asked_to_throw_again(guest, "survive", listed="true")
    free = guest.page.locator("#prompt .many input:not(:disabled)")
    free.first.check(force=True)
    friend = visit()
    friend.introduce("Mabel")
    friend.goto(guest.page.url)
    friend.live()
    friend.page.locator("body").press("t")
    friend.page.keyboard.type("Take your time")
    friend.page.keyboard.press("Enter")
    guest.page.locator("#chat li").first.wait_for(state="attached")
    assert free.first.is_checked()
