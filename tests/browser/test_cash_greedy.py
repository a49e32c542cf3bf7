"""The Greedy in a browser: one card or two, an answer with parts inside an alternative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator

from browsers import PHONE, REFUSED, Visit, Visitor
from hideout_browsers import GREEDY, TAKE, Accomplices
from sites import Server

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


class Greed:
    """What the Greedy sees and does."""

    def __init__(self, guest: Visitor) -> None:
        self.guest = guest
        self.page = guest.page
        self.send = self.page.locator("#send")

    def option(self, name: str) -> Locator:
        return self.page.locator(f'#prompt .option > .act:has([value="{name}"])')

    def card(self, part: str, share: str) -> Locator:
        """A card in the prompt."""
        return self.page.locator(f"""#prompt .act:has([name="a.two.{part}"][value='"{share}"'])""")

    def on_the_table(self, share: str) -> Locator:
        return self.page.locator(f'#part-board [data-thing="share:{share}"]').first

    def asked(self) -> str:
        """The part that is asked now."""
        parts = self.page.locator("#prompt .part:visible")
        assert parts.count() <= 1, "one part after another"
        return parts.first.get_attribute("data-part") or "" if parts.count() else ""

    def why_not(self) -> str:
        """Why the main button cannot be pressed; nothing if it can."""
        if self.send.get_attribute("aria-disabled") != "true":
            return ""
        return self.send.locator("small").inner_text()

    def stash(self) -> dict[str, int]:
        """What the person has."""
        self.guest.wait_until(lambda: not self.page.locator("body.mine").count(), "still asked")
        items = self.page.locator(".stash .item")
        self.guest.wait_until(lambda: items.count() > 0, "nothing was taken")
        found = {}
        for item in items.all():
            thing = (item.get_attribute("data-thing") or "").removeprefix("exchange:")
            count = item.locator("small")
            found[thing] = int(count.inner_text()[1:]) if count.count() else 1
        return found


@pytest.fixture
def greedy(visit: Visit, server: Server) -> Callable[..., Greed]:
    """Somebody who is about to take the first share, or two."""

    def come(**how: Any) -> Greed:
        guest = visit(**how)
        Accomplices(server, guest, GREEDY).until(TAKE)
        return Greed(guest)

    return come


@pytest.mark.soak
@pytest.mark.rule("cash.power.greedy")
def test_two_cards_by_the_prompt(greedy: Callable[..., Greed]) -> None:
    one = greedy()
    assert one.why_not() == "Choose an answer first."
    one.option("two").click()
    assert (one.asked(), one.why_not()) == ("first", "Still to choose: First card")
    one.card("first", "P").click()
    assert (one.asked(), one.why_not()) == ("second", "Still to choose: Second card")
    one.send.click(force=True)  # it cannot be pressed, and says so
    assert one.page.locator(REFUSED).inner_text() == "Still to choose: Second card"
    one.card("second", "B20").click()
    assert (one.asked(), one.why_not()) == ("", "")
    assert one.page.locator(REFUSED).count() == 0
    assert one.page.locator(".review li").count() == 2
    one.send.click()
    assert one.stash() == {"P": 1, "B20": 1}


@pytest.mark.soak
def test_two_cards_on_the_table(greedy: Callable[..., Greed]) -> None:
    """The same card twice: there are three of it."""
    one = greedy()
    one.option("two").click()
    one.on_the_table("B10").click()
    assert one.asked() == "second"
    assert one.on_the_table("B10").get_attribute("aria-pressed") == "false"
    one.on_the_table("B10").click()
    assert one.asked() == ""
    one.send.click()
    assert one.stash() == {"B10": 2}


def test_two_cards_by_keys_alone(greedy: Callable[..., Greed]) -> None:
    """Esc goes back a part at a time, and then out of the alternative."""
    one = greedy()
    keys = one.page.keyboard
    keys.press("2")
    keys.press("1")
    assert one.asked() == "second"
    keys.press("Escape")
    assert (one.asked(), one.why_not()) == ("first", "Still to choose: First card")
    keys.press("Escape")
    assert (one.asked(), one.why_not()) == ("", "Choose an answer first.")
    assert one.page.locator("#prompt .inner:visible").count() == 0
    keys.press("2")
    for part in ("first", "second"):
        assert one.asked() == part
        digit = one.card(part, {"first": "B20", "second": "B5"}[part]).locator("kbd").inner_text()
        keys.press(digit)
    keys.press("Enter")
    assert one.stash() == {"B20": 1, "B5": 1}


@pytest.mark.soak
def test_two_cards_with_a_finger(greedy: Callable[..., Greed]) -> None:
    one = greedy(**TOUCH)
    one.page.locator(".unfold").tap()
    one.option("two").tap()
    one.card("first", "P").tap()
    back = one.page.locator("[data-press='part-back']")
    back.tap()
    assert one.asked() == "first"
    one.on_the_table("B20").tap()
    assert one.asked() == "second"
    one.card("second", "B5").tap()
    assert one.guest.overflow() <= 0
    one.send.tap()
    assert one.stash() == {"B20": 1, "B5": 1}


@pytest.mark.soak
def test_one_card_after_all(greedy: Callable[..., Greed]) -> None:
    """What was begun in the other alternative is forgotten."""
    one = greedy()
    one.option("two").click()
    one.card("first", "P").click()
    one.option("one").click()
    assert one.why_not() == "Choose an answer first."
    one.on_the_table("B20").click()
    assert one.why_not() == ""
    one.option("two").click()
    assert one.asked() == "first"
    one.option("one").click()
    one.on_the_table("B5").click()
    one.send.click()
    assert one.stash() == {"B5": 1}


@pytest.mark.soak
def test_the_same_card_twice_needs_two_of_it(greedy: Callable[..., Greed]) -> None:
    one = greedy()
    one.option("two").click()
    one.on_the_table("P").click()
    one.on_the_table("P").click()
    one.send.click()
    one.page.locator(REFUSED).wait_for()
    assert (one.asked(), one.why_not()) == ("", "Choose an answer first.")
    one.option("two").click()
    one.on_the_table("P").click()
    one.on_the_table("B5").click()
    one.send.click()
    assert one.stash() == {"P": 1, "B5": 1}


@pytest.mark.soak
def test_two_cards_without_script(visit: Visit, server: Server) -> None:
    guest = visit()
    gang = Accomplices(server, guest, GREEDY)
    gang.until(TAKE)
    plain = visit(java_script_enabled=False, storage_state=guest.context.storage_state())
    plain.goto(f"/t/{gang.code}")
    one = Greed(plain)
    one.option("two").click()
    one.card("first", "P").click()
    one.card("second", "B20").click()
    one.send.click()
    plain.page.wait_for_selector(".stash .item")
    assert one.stash() == {"P": 1, "B20": 1}
