"""By ear: what happens is heard in one live region, and answers are found by their labels."""

from __future__ import annotations

import re

import pytest

from boomtown.core import Chance
from browsers import ANIMATED, Visit, Visitor, check
from shows import BANG, tell

LISTEN = """() => {
  window.heard = [];
  const region = document.querySelector("#announce");
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) for (const one of addedNodes) heard.push(one.textContent);
  }).observe(region, {childList: true});
}"""
"""A screen reader reads whatever is added to a live region, in its order."""
LOGGED = """[...document.querySelectorAll("#log li")].map(line => {
  const said = line.lastElementChild.cloneNode(true);
  if (said.querySelector("svg")) return "";
  said.querySelector(".rule").remove();
  return said.textContent.trim();
})"""
LABELLED = re.compile(r"""- '?button "((?:[^"\\]|\\.)*)\"""")
NOT_ANSWERS = ("Undo", "Always", "All answers")
AIMS = re.compile(r"(\w+) (?:now )?aims at (\w+(?: \(you\))?)\.")

OWN_HEAD = "(you) holds the gun to their own head."


class Listener:
    """Somebody who never sees the page: there is its accessibility tree and what is read out."""

    def __init__(self, visitor: Visitor, seed: str) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.chance = Chance.seeded(seed)
        self.page.evaluate(LISTEN)
        self.form = self.page.get_by_role("form").filter(has=self.page.get_by_role("heading"))

    def heard(self) -> str:
        """Everything so far."""
        return " ".join(self.page.evaluate("window.heard"))

    def own_label(self) -> str:
        """What is said at one's own place."""
        place = self.page.get_by_role("button", name=re.compile("^You, ")).first
        return place.get_attribute("aria-label") or ""

    def asked(self) -> bool:
        """Waits for a question; False if the match is over."""
        status = (
            self.page.get_by_role("region", name="Who must do what").get_by_role("status").first
        )
        self.visitor.wait_until(
            lambda: "Your decision" in status.inner_text() or "over" in status.inner_text(),
            "nothing is asked",
        )
        return "Your decision" in status.inner_text()

    def question(self) -> str:
        """All that is said of the question; nothing if there is none."""
        tree = self.page.locator("#part-prompt").aria_snapshot()
        return tree.replace("''", "'") if tree.startswith("- form") else ""

    def number(self) -> str | None:
        """Of the question: the next one may read the same."""
        form = self.page.locator("form#prompt")
        return form.get_attribute("data-number") if form.count() else None

    def answers(self) -> list[str]:
        """The labels of the buttons in the question."""
        labels = LABELLED.findall(self.question())
        return [label for label in labels if not label.startswith(NOT_ANSWERS)]

    def guns_on_me(self) -> int:
        """How many guns of this round were heard to point here: the last aim of each counts."""
        round_ = self.heard().rpartition("Round ")[2]
        aims = dict(AIMS.findall(round_)).values()
        return sum(str(target).endswith("(you)") for target in aims) + round_.count(OWN_HEAD)

    def answer(self) -> None:
        """Ducks when guns were heard; otherwise whatever has a label."""
        before, labels = self.number(), self.answers()
        ducks = [label for label in labels if label.startswith("Duck")]
        if ducks:
            guns = self.guns_on_me()
            assert ("Guns on this player" in self.own_label()) == (guns > 0), self.heard()
            chosen = ducks[0] if guns else labels[0]
        else:
            chosen = labels[self.chance.below(len(labels))]
        self.form.get_by_role("button", name=chosen, exact=True).press("Enter")
        self.visitor.wait_until(lambda: self.number() != before, f"{chosen} was never taken")


@pytest.mark.parametrize("most", [4, pytest.param(400, marks=pytest.mark.soak)])
def test_a_match_by_ear(visit: Visit, most: int) -> None:
    guest = visit()
    guest.play("cash_n_guns", seats="4")
    guest.live()
    listener = Listener(guest, "by ear")
    answered, known = 0, len(guest.page.evaluate(LOGGED))
    guest.forgiven.append("/story")  # a busy site tells the story of a match later
    while answered < most and listener.asked():
        listener.answer()
        answered += 1
    logged: list[str] = guest.page.evaluate(LOGGED)[:-known]
    assert len(logged) > 4
    guest.wait_until(
        lambda: all(line in listener.heard().replace(" (you)", "") for line in logged),
        "a line of the log was never heard",
    )
    if most > 4:
        check(guest, "the ear")


def test_a_count_is_heard_when_it_is_over_and_names_say_you(visit: Visit) -> None:
    guest = visit(speed="1", reduced_motion=ANIMATED)
    guest.play("cash_n_guns", seats="4")
    guest.live()
    guest.page.wait_for_selector("body.mine", state="attached")
    guest.page.evaluate(LISTEN)
    me = guest.page.locator("body").get_attribute("data-me") or "0"
    name = f'<b class="who {chr(65 + int(me))}">Ana</b>'
    aim = {"key": "cash.holdup.aim", "seat": "1", "words": f"Bea aims at {name}."}
    tell(guest.page, aim, BANG)
    guest.page.wait_for_selector("body[data-count='1']", state="attached")
    assert guest.page.evaluate("window.heard") == []
    guest.wait_until(lambda: len(guest.page.evaluate("window.heard")) == 2, "nothing is heard")
    assert guest.page.evaluate("window.heard[0]") == "Bea aims at Ana (you)."
