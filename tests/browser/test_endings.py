"""The ending as people see it: after everything else, in one list, with nothing under a button."""

from __future__ import annotations

import time
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from browsers import ANIMATED, DESK, PHONE, Visit, Visitor
from clients import call
from sites import Server

LONGER = [("bang_dice", 8), ("shadows_west", 2)]
COVERED = """() => {
  const told = document.querySelector(".ending .told").getBoundingClientRect();
  const covered = [];
  for (const row of document.querySelectorAll(".ending :is(h2, .sub, .result, .sums li, .score)")) {
    const box = row.getBoundingClientRect();
    const scrolls = row.closest(".told") !== null;
    const top = scrolls ? Math.max(box.top, told.top) : box.top;
    const bottom = scrolls ? Math.min(box.bottom, told.bottom) : box.bottom;
    if (bottom - top < 4) continue;
    for (const [x, y] of [[box.left + 3, top + 2], [(box.left + box.right) / 2, (top + bottom) / 2],
                          [box.right - 3, bottom - 2]]) {
      const there = document.elementFromPoint(x, y);
      if (there?.closest("button, a.plain, a.act, form")) covered.push(row.textContent.trim());
    }
    if (box.left < 0 || box.right > innerWidth) covered.push(`wide: ${row.textContent.trim()}`);
  }
  return covered;
}"""
"""What of the ending lies under a button, or beside the screen."""

ORDER = """() => {
  window.seen = [];
  new MutationObserver(() => {
    const { body } = document;
    const ending = document.querySelector("#prompt.ending") !== null;
    const banner = document.querySelector(".banner") !== null;
    const counting = body.classList.contains("counting");
    const shown = document.querySelectorAll(".ending .shown").length;
    const now = banner ? "banner" : ending ? (counting ? `counting ${shown}` : "ending") : "";
    if (now && window.seen.at(-1) !== now) window.seen.push(now);
  }).observe(document.body, {attributes: true, childList: true, subtree: true});
}"""
"""Writes down in which order a page shows the last beat, the ceremony and the ending."""


SKIP = """() => document.querySelector("#prompt.ending") ||
  document.querySelector("#reel [data-press=turn]:not([hidden])")?.click()"""
"""Skips what comes before the end, and nothing of it."""


LAST_ROUND = 8
"""Of Cash 'n Guns."""


class Friend:
    """A program that plays for a friend, while a bot stands in for the guest."""

    def __init__(
        self, server: Server, guest: Visitor, game: str, seats: int, **options: object
    ) -> None:
        self.guest = guest
        table = {"game": game, "seats": seats, "name": "Host", "options": options}
        made = call(f"{server.url}/api/tables", table)
        code, host = made["code"], made["token"]
        self.page = f"/t/{code}"
        self.address = f"{server.url}/api/tables/{code}"
        guest.post(f"{self.page}/sit", seat="0")
        self.token = call(f"{self.address}/seats", {"name": "Friend", "seat": 1}, host)["token"]
        for seat in range(2, seats):
            call(f"{self.address}/bots", {"seat": seat, "kind": "random"}, host)
        call(f"{self.address}/start", {}, host)
        guest.post(f"{self.page}/leave")

    def come(self) -> None:
        """The guest looks on from now on."""
        self.guest.goto(self.page)
        self.guest.live()

    def answer(self) -> dict[str, Any]:
        """Answers something, if asked; what there was to see before."""
        seen: dict[str, Any] = call(f"{self.address}/view", token=self.token)
        if seen["question"] is None:
            time.sleep(0.01)
            return seen
        try:
            offered = call(f"{self.address}/offers", token=self.token)
            told = {"number": offered["number"], "answer": offered["offers"][-1]}
            call(f"{self.address}/answer", told, self.token)
        except HTTPError as error:
            error.close()
            if error.code != 409:  # the table has moved on meanwhile
                raise
        return seen


def ended(visit: Visit, server: Server, game: str, seats: int) -> Visitor:
    """Somebody who comes when a match is over."""
    guest = visit()
    friend = Friend(server, guest, game, seats)
    while friend.answer()["view"]["outcome"] is None:
        pass
    friend.come()
    return guest


def scrolled(guest: Visitor) -> None:
    """Nothing is covered, however far the list is scrolled."""
    for part in (0, 0.5, 1):
        guest.page.eval_on_selector(
            ".ending .told", f"told => told.scrollTop = {part} * told.scrollHeight"
        )
        assert guest.page.evaluate(COVERED) == []


@pytest.mark.parametrize(
    ("game", "seats"),
    [("cash_n_guns", 8), *(pytest.param(*one, marks=pytest.mark.soak) for one in LONGER)],
)
def test_nothing_of_the_ending_lies_under_a_button(
    visit: Visit, server: Server, game: str, seats: int
) -> None:
    guest = ended(visit, server, game, seats)
    told = guest.page.locator("#part-prompt :is(h1, h2, p, li, b)").first.inner_text()
    assert told.startswith(("You won", "You lost", "A draw"))
    assert (", as " in told) is (game != "cash_n_guns")  # there one is nobody but oneself
    for screen in (DESK, PHONE):
        guest.page.set_viewport_size(screen)  # type: ignore[arg-type]
        assert guest.overflow() <= 0
        scrolled(guest)
        assert guest.page.locator(".result").first.is_visible()
    if game == "cash_n_guns":
        check_sums(guest)


def check_sums(guest: Visitor) -> None:
    """Every sum is there, and all of a row are its score."""
    rows = guest.page.locator(".result").evaluate_all(
        """rows => rows.map(row => [row.querySelector(".score").textContent,
             Number(row.dataset.score),
             [...row.querySelectorAll("[data-sum]")].map(sum => [Number(sum.dataset.sum),
               Number(sum.querySelector("b").textContent.replaceAll(",", ""))])])"""
    )
    assert len(rows) == 8
    for total, score, sums in rows:
        assert int(total.replace(",", "")) == score == sum(points for points, _ in sums)
        assert all(points == shown for points, shown in sums)
    assert [score for _, score, _ in rows] == sorted((one[1] for one in rows), reverse=True)


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_the_ending_comes_after_the_last_beat_and_is_counted_up(
    visit: Visit, server: Server, window: dict[str, int]
) -> None:
    guest = visit(reduced_motion=ANIMATED, speed="step", viewport=window)
    friend = Friend(server, guest, "cash_n_guns", 4, wounds=5)  # which nobody dies of too soon
    while friend.answer()["view"]["state"]["round"] < LAST_ROUND:
        pass
    friend.come()
    guest.page.evaluate(ORDER)
    while not guest.page.locator("#prompt.ending").count():
        friend.answer()
        guest.page.evaluate(SKIP)
        guest.page.wait_for_timeout(50)
    counted = guest.page.locator(".ending [data-step].shown")
    expect(counted).to_have_count(1)
    steps = guest.page.locator(".ending [data-step]").count()
    last = guest.page.locator(".result").last
    poorest = last.locator("[data-step]").count()
    expect(last.locator("[data-step].shown")).to_have_count(min(1, poorest))
    for number in range(2, steps + 1):
        guest.page.keyboard.press(" ")
        expect(counted).to_have_count(number)
        words = guest.page.locator(".result.now [data-step].shown").last.get_attribute("data-words")
        expect(guest.page.locator(".caption")).to_have_text(words or "")
        expect(guest.page.locator(".result.now")).to_be_visible()
        expect(guest.page.locator(".result.now .score")).to_be_in_viewport()
    expect(guest.page.locator(".sign")).to_be_hidden()  # who has won is not said before
    guest.page.keyboard.press(" ")
    expect(guest.page.locator("body.counting")).to_have_count(0)
    seen: list[str] = guest.page.evaluate("window.seen")
    assert seen[-1] == "ending"
    first = next(place for place, one in enumerate(seen) if one.startswith("counting"))
    assert "banner" not in seen[first:], "something is shown after the end"
    totals = guest.page.locator(".ending .score")
    assert totals.all_inner_texts() == totals.evaluate_all("all => all.map(b => b.dataset.total)")
