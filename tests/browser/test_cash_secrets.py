"""Before a reveal nothing that reaches a browser differs by what somebody has chosen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browsers import Visit, Visitor
from hideout_browsers import Gang, gangsters
from sites import Server

pytestmark = pytest.mark.xdist_group("sealed choices")
SEED = "5e" * 32
NAMES = ["Ana", "Bea", "Cal", "Dee"]
ANA = 0
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


@pytest.fixture(scope="module")
def people(long_visit: Visit) -> list[Visitor]:
    return gangsters(long_visit, NAMES)


@pytest.fixture(scope="module")
def watcher(long_visit: Visit) -> Visitor:
    return long_visit("/")


Heard = dict[str, dict[str, list[str]]]
"""What everybody but Ana was sent, until all but one had answered a question, or to the end."""
TO_THE_END = ""


def play(gang: Gang, until: str, different: Plan, *, twice: bool = False) -> Heard:
    """Everybody answers in the same order; of the last question all answers but one are given."""
    told: Heard = {}
    for key in PLAN:
        gang.people[ANA].wait_until(lambda: gang.key() == key, f"{key} is never asked")  # noqa: B023
        *first, last = gang.asked()
        for seat in first:
            answer = {**PLAN, **different}[key] if seat == ANA else PLAN[key]
            gang.choose(seat, answer)
            if seat == ANA and twice and key == until:
                gang.change(seat, PLAN[key])
                gang.change(seat, answer)
        told[key] = heard(gang)
        if key == until:
            return told
        gang.choose(last, PLAN[key])
    gang.people[1].wait_until(lambda: gang.key() == "cash.bullet.choose", "no second round")
    told[TO_THE_END] = heard(gang)
    return told


@pytest.fixture(scope="module")
def plain(server: Server, people: list[Visitor], watcher: Visitor) -> Heard:
    """A round as planned."""
    gang = Gang(server, people, watcher, seed=SEED)
    told = play(gang, TO_THE_END, {})
    assert gang.frames(people[ANA]), "Ana herself sees what she has chosen"
    return told


def heard(gang: Gang) -> dict[str, list[str]]:
    """What everybody but Ana was sent."""
    names = [*NAMES, "watcher"]
    told = dict(zip(names, map(gang.frames, gang.everybody()), strict=True))
    del told["Ana"]
    return told


@pytest.mark.parametrize(("question", "other"), WORLDS)
def test_two_worlds_that_differ_in_a_sealed_choice_look_the_same_to_everybody_else(
    server: Server,
    people: list[Visitor],
    watcher: Visitor,
    plain: Heard,
    question: str,
    other: Any,
) -> None:
    gang = Gang(server, people, watcher, seed=SEED)
    before = plain[question]
    after = play(gang, question, {question: other}, twice=True)[question]
    assert {name: len(frames) for name, frames in before.items()} == {
        name: len(frames) for name, frames in after.items()
    }
    assert before == after
    assert all(frames for frames in before.values())


def test_a_bullet_card_that_is_never_turned_up_is_never_told(
    server: Server, people: list[Visitor], watcher: Visitor, plain: Heard
) -> None:
    """Ana ducks: to the end of the round nobody can tell a Bang! from a Click."""
    gang = Gang(server, people, watcher, seed=SEED)
    told = play(gang, TO_THE_END, {"cash.bullet.choose": "bang"})
    assert told[TO_THE_END] == plain[TO_THE_END]
    moments = [json.loads(frame)["moment"] for frame in told[TO_THE_END]["watcher"]]
    assert moments == sorted(moments)


def test_a_choice_that_is_revealed_does_differ(
    server: Server, people: list[Visitor], watcher: Visitor, plain: Heard
) -> None:
    """The comparison above would notice a difference."""
    gang = Gang(server, people, watcher, seed=SEED)
    order = "cash.privilege.order"
    assert play(gang, order, {"cash.holdup.aim": 1})[order] != plain[order]
