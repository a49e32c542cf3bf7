"""Before a reveal nothing that reaches anybody's page differs by what somebody has chosen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from clients import Reader
from sites import Server

SEED = "5e" * 32
NAMES = ["Ana", "Bea", "Cal", "Dee", "watcher"]
ANA = 0
PLAYERS = 4
CSRF = re.compile(r'name=\\?"csrf_token\\?" value=\\?"[^"\\]*')
LEFT = re.compile(r'data-(?:left|gone|opens)=\\?"\d+|\d+:\d\d')
Plan = dict[str, Any]
PLAN: Plan = {
    "cash.bullet.choose": "click",
    "cash.holdup.aim": "nobody",
    "cash.privilege.order": "nobody",
    "cash.courage.choose": "duck",
}
"""What everybody does; a world differs in what Ana does at one of the questions."""
WORLDS: list[tuple[str, Any]] = [
    ("cash.bullet.choose", "bang"),
    ("cash.holdup.aim", 1),
    ("cash.courage.choose", "stand"),
]
Heard = dict[str, list[str]]
"""What the page of everybody but Ana was told."""
TO_THE_END = ""


@pytest.fixture(scope="module")
def people(server: Server) -> Iterator[list[Reader]]:
    """Four who play, and one who looks on."""
    people = [Reader(server.url, name) for name in NAMES]
    yield people
    for person in people:
        person.close()


class Gang:
    """A table where everything but Ana's choices is the same as at any other."""

    def __init__(self, server: Server, people: list[Reader]) -> None:
        self.people = people
        host = people[ANA]
        made = host.post("/tables", game="cash_n_guns", seats=str(PLAYERS), listed="true")
        self.code = made.rpartition("/")[2]
        server.load(self.code, SEED)
        for seat, person in enumerate(people[:PLAYERS]):
            person.post(f"/t/{self.code}/sit", seat=str(seat), contribution="luck")
        host.post(f"/t/{self.code}/start")
        for person in people:
            person.look(self.code)
        for person in people:
            person.settle()

    def asked(self, key: str) -> list[int]:
        """The seats that must decide something."""
        asked = [seat for seat, person in enumerate(self.people) if person.mine]
        assert asked
        assert all(f'data-key="{key}"' in self.people[seat].prompt for seat in asked)
        return asked

    def choose(self, seat: int, answer: Any) -> None:
        """One of them presses a button; everybody sees that something happened."""
        self.people[seat].answer(answer)
        for person in self.people:
            person.hear()

    def change(self, seat: int, answer: Any) -> None:
        """One of them thinks again: nobody else is told anything."""
        self.people[seat].answer(answer)
        self.people[seat].hear()

    def heard(self) -> Heard:
        """What everybody but Ana was told, without what differs from table to table."""
        return {
            name: [self._plain(frame) for frame in person.frames]
            for name, person in zip(NAMES, self.people, strict=True)
            if name != NAMES[ANA]
        }

    def _plain(self, frame: str) -> str:
        return LEFT.sub("LEFT", CSRF.sub("CSRF", frame).replace(self.code, "TABLE"))


def play(gang: Gang, until: str, different: Plan, *, twice: bool = False) -> dict[str, Heard]:
    """Everybody answers in the same order; of the last question all answers but one are given.

    What was heard is kept at every question, when all but one had answered.
    """
    told: dict[str, Heard] = {}
    for key in PLAN:
        *first, last = gang.asked(key)
        for seat in first:
            answer = {**PLAN, **different}[key] if seat == ANA else PLAN[key]
            gang.choose(seat, answer)
            if seat == ANA and twice and key == until:
                gang.change(seat, PLAN[key])
                gang.change(seat, answer)
        told[key] = gang.heard()
        if key == until:
            return told
        gang.choose(last, PLAN[key])
    gang.asked("cash.bullet.choose")
    told[TO_THE_END] = gang.heard()
    return told


@pytest.fixture(scope="module")
def plain(server: Server, people: list[Reader]) -> dict[str, Heard]:
    """A round as planned."""
    return play(Gang(server, people), TO_THE_END, {})


@pytest.mark.parametrize(("question", "other"), WORLDS)
def test_two_worlds_that_differ_in_a_sealed_choice_look_the_same_to_everybody_else(
    server: Server, people: list[Reader], plain: dict[str, Heard], question: str, other: Any
) -> None:
    before = plain[question]
    after = play(Gang(server, people), question, {question: other}, twice=True)[question]
    assert {name: len(frames) for name, frames in before.items()} == {
        name: len(frames) for name, frames in after.items()
    }
    assert before == after
    assert all(frames for frames in before.values())


def test_a_bullet_card_that_is_never_turned_up_is_never_told(
    server: Server, people: list[Reader], plain: dict[str, Heard]
) -> None:
    """Ana ducks: to the end of the round nobody can tell a Bang! from a Click."""
    told = play(Gang(server, people), TO_THE_END, {"cash.bullet.choose": "bang"})
    assert told[TO_THE_END] == plain[TO_THE_END]
    moments = [json.loads(frame)["moment"] for frame in told[TO_THE_END]["watcher"]]
    assert moments == sorted(moments)


def test_a_choice_that_is_revealed_does_differ(
    server: Server, people: list[Reader], plain: dict[str, Heard]
) -> None:
    """The comparison above would notice a difference."""
    order = "cash.privilege.order"
    assert play(Gang(server, people), order, {"cash.holdup.aim": 1})[order] != plain[order]
