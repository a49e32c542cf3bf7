"""A gang with browsers, for tests: people at a table of Cash 'n Guns, each with a window.

gang = Gang(gangsters(visit, ["Ana", "Bea", "Cal", "Dee"]), clock="quick")
gang.choose(0, "bang")            # the first of them answers, and everybody sees it
"""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Locator

from browsers import Player, Visit, Visitor, allowed
from clients import call
from sites import Server

TAKE = "cash.share.must_take"
GREEDY = "46" * 32
"""Four with powers: the first of them, who is the oldest, is the Greedy, and in the first round
a painting, a bill of 20,000, three of 10,000 and three of 5,000 lie there."""


class Gang:
    """Some people at one table, and somebody who looks on."""

    def __init__(
        self, people: list[Visitor], watcher: Visitor | None = None, **fields: str
    ) -> None:
        self.people = people
        self.watcher = watcher
        host = people[0]
        seats = str(len(people))
        self.code = host.lay("cash_n_guns", seats=seats, listed="true", **fields)
        for number, visitor in enumerate(people):
            visitor.post(f"/t/{self.code}/sit", seat=str(number), contribution="luck")
        host.post(f"/t/{self.code}/start")
        for visitor in self.everybody():
            visitor.goto(f"/t/{self.code}")
        for visitor in self.everybody():
            visitor.live()

    def everybody(self) -> list[Visitor]:
        """All windows."""
        return [*self.people, *([self.watcher] if self.watcher is not None else [])]

    def asked(self) -> list[int]:
        """The seats that must decide."""
        return [
            seat
            for seat, visitor in enumerate(self.people)
            if visitor.page.locator("body.mine form#prompt").count()
        ]

    def key(self) -> str:
        """The question that is open, by the window of whoever is asked."""
        for visitor in self.people:
            form = visitor.page.locator("form#prompt")
            if form.count():
                return form.get_attribute("data-key") or ""
        return ""

    def choose(self, seat: int, answer: Any) -> None:
        """One of them presses a button; the others have seen that something happened."""
        visitor = self.people[seat]
        before = [len(one.frames) for one in self.everybody()]
        visitor.page.locator(f"#prompt button[name=a][value='{json.dumps(answer)}']").click()
        for one, known in zip(self.everybody(), before, strict=True):
            one.wait_until(lambda: len(one.frames) > known, f"{answer} never arrived")  # noqa: B023


class Gangster(Player):
    """A player who can also take one share or two."""

    def _choose(self, here: Any, kind: str) -> None:
        if kind != "alternatives":
            super()._choose(here, kind)
            return
        options = here.locator(".option > .act")
        picked = self.chance.below(options.count())
        self.hand.press(self, options.nth(picked), picked + 1)
        inner = here.locator(".option").nth(picked).locator(".inner")
        if inner.locator("fieldset.part").count():
            self._two(inner)
        else:
            self._one_of(inner)

    def _two(self, inner: Locator) -> None:
        """Two different cards: there may be only one of each."""
        digits = allowed(inner.locator(".part").first.locator(".act"))
        self.chance.shuffle(digits)
        for name, digit in zip(("first", "second"), digits, strict=False):
            part = inner.locator(f'.part[data-part="{name}"]')
            self.hand.press(self, part.locator(".act").nth(digit - 1), digit)
            part.and_(self.page.locator("[hidden]")).wait_for(state="attached")


class Accomplices:
    """One person with a window; the others of the gang are programs, and never fire.

    The person is the oldest, so the desk is theirs, and they share first.
    """

    ANSWERS = {
        "cash.bullet.choose": "click",
        "cash.holdup.aim": "nobody",
        "cash.courage.choose": "stand",
    }

    def __init__(
        self, server: Server, guest: Visitor, seed: str, clock: str = "off", **options: object
    ) -> None:
        self.guest = guest
        table = {
            "game": "cash_n_guns",
            "seats": 4,
            "clock": clock,
            "listed": True,
            "name": "Host",
            "options": {"powers": True, "oldest": 1, **options},
        }
        made = call(f"{server.url}/api/tables", table)
        self.code, host = made["code"], made["token"]
        self.address = f"{server.url}/api/tables/{self.code}"
        server.load(self.code, seed)
        guest.post(f"/t/{self.code}/sit", seat="0")
        self.tokens = [
            call(f"{self.address}/seats", {"name": f"P{seat}"}, host)["token"]
            for seat in range(1, 4)
        ]
        call(f"{self.address}/start", {}, host)
        guest.goto(f"/t/{self.code}")
        guest.live()

    def until(self, key: str) -> None:
        """Nobody fires, nobody is ordered about and nobody ducks, until a question is asked."""
        player = Player(self.guest, key)
        form = self.guest.page.locator("form#prompt")
        while player.wait() and (asked := player.question[1]) != key:
            number = player.question[0]
            answer = self.ANSWERS.get(asked, "nobody")
            button = form.locator(f"button[name=a][value='{json.dumps(answer)}']")
            button.evaluate("one => one.click()")  # a small screen does not list what the board has
            player.settle(number)
            for token in self.tokens:
                self.do_as_told(token)

    def do_as_told(self, token: str) -> None:
        """One of the others answers, if asked."""
        question = call(f"{self.address}/view", token=token)["question"]
        if question is not None:
            told = {"number": question["number"], "answer": self.ANSWERS[question["key"]]}
            call(f"{self.address}/answer", told, token)


def against_bots(server: Server, guest: Visitor, seed: str) -> str:
    """The oldest of eight with powers, against bots; the code of the table."""
    code = guest.lay(
        "cash_n_guns", seats="8", listed="true", **{"o.powers": "true", "o.oldest": "1"}
    )
    server.load(code, seed)
    guest.post(f"/t/{code}/stand")
    guest.post(f"/t/{code}/sit", seat="0")
    for seat in range(1, 8):
        guest.post(f"/t/{code}/bot", seat=str(seat), kind="random")
    guest.post(f"/t/{code}/start")
    guest.goto(f"/t/{code}")
    guest.live()
    return code


def gangsters(visit: Visit, names: list[str], **how: Any) -> list[Visitor]:
    """People with names, each in a browser of their own."""
    people = []
    for name in names:
        visitor = visit(**how)
        visitor.post("/me", name=name)
        people.append(visitor)
    return people
