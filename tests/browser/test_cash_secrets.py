"""Before a reveal nothing that reaches a browser differs by what somebody has chosen."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browsers import Visit, Visitor
from hideout_browsers import Gang, gangsters
from sites import Server

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


def play(gang: Gang, until: str, different: Plan, *, twice: bool = False) -> None:
    """Everybody answers in the same order; of the last question all answers but one are given."""
    for key in PLAN:
        gang.people[ANA].wait_until(lambda: gang.key() == key, f"{key} is never asked")  # noqa: B023
        asked = gang.asked()
        for seat in asked if key != until else asked[:-1]:
            answer = {**PLAN, **different}[key] if seat == ANA else PLAN[key]
            gang.choose(seat, answer)
            if seat == ANA and twice and key == until:
                gang.change(seat, PLAN[key])
                gang.change(seat, answer)
        if key == until:
            return


def heard(gang: Gang) -> dict[str, list[str]]:
    """What everybody but Ana was sent."""
    names = [*NAMES, "watcher"]
    told = dict(zip(names, map(gang.frames, gang.everybody()), strict=True))
    del told["Ana"]
    return told


@pytest.mark.parametrize(("question", "other"), WORLDS)
def test_two_worlds_that_differ_in_a_sealed_choice_look_the_same_to_everybody_else(
    server: Server, people: list[Visitor], watcher: Visitor, question: str, other: Any
) -> None:
    one = Gang(server, people, watcher, seed=SEED)
    play(one, question, {})
    before = heard(one)
    two = Gang(server, people, watcher, seed=SEED)
    play(two, question, {question: other}, twice=True)
    after = heard(two)
    assert {name: len(frames) for name, frames in before.items()} == {
        name: len(frames) for name, frames in after.items()
    }
    assert before == after
    assert all(frames for frames in before.values())
    mine = one.frames(people[ANA])
    assert mine, "Ana herself sees what she has chosen"


def test_a_bullet_card_that_is_never_turned_up_is_never_told(
    server: Server, people: list[Visitor], watcher: Visitor
) -> None:
    """Ana ducks: to the end of the round nobody can tell a Bang! from a Click."""
    worlds = []
    for card in ("click", "bang"):
        gang = Gang(server, people, watcher, seed=SEED)
        play(gang, "", {"cash.bullet.choose": card})
        people[1].wait_until(lambda: gang.key() == "cash.bullet.choose", "no second round")  # noqa: B023
        worlds.append(heard(gang))
    assert worlds[0] == worlds[1]
    moments = [json.loads(frame)["moment"] for frame in worlds[0]["watcher"]]
    assert moments == sorted(moments)


def test_a_choice_that_is_revealed_does_differ(
    server: Server, people: list[Visitor], watcher: Visitor
) -> None:
    """The comparison above would notice a difference."""
    worlds = []
    for aim in ("nobody", 1):
        gang = Gang(server, people, watcher, seed=SEED)
        play(gang, "cash.privilege.order", {"cash.holdup.aim": aim})
        worlds.append(heard(gang))
    assert worlds[0] != worlds[1]
