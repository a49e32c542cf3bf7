"""What bots use of a game is counted from rules, answers and lines of the log."""

from typing import Any

import pytest

from boomtown.core import (
    Alternatives,
    Choice,
    Combination,
    InvalidOption,
    Number,
    OneOf,
    Ordered,
    Refusal,
    Several,
)
from boomtown.lab.usage import items_of, offered_by, usage
from boomtown_game_high_noon import GAME

WHY = Refusal("noon.stand.aim")
DRINK = OneOf(["whisky", "water"], refused={"water": WHY}, noun="drink")


@pytest.mark.parametrize(
    ("choice", "answer", "chosen", "offered"),
    [
        (DRINK, "whisky", ["drink whisky"], ["drink whisky"]),
        (OneOf([1, 2, "nobody"], noun="aim"), 2, ["aim #"], ["aim #", "aim #", "aim nobody"]),
        (Several(["a", "b"], noun="card"), [], ["card -"], ["card a", "card b", "card -"]),
        (Ordered(["a", "b"], least=2, noun="card"), ["b", "a"], None, ["card a", "card b"]),
        (Number(least=0, most=5), 3, ["number #"], []),
        (
            Alternatives(options={"drink": DRINK, "sleep": OneOf(["bed"])}, noun="do"),
            {"drink": "whisky"},
            ["do drink", "drink whisky"],
            ["do drink", "drink whisky", "do sleep", " bed"],
        ),
        (
            Combination(parts={"one": DRINK, "many": Number(least=1, most=3)}),
            {"one": "whisky", "many": 2},
            ["drink whisky", "number #"],
            ["drink whisky"],
        ),
    ],
)
def test_answers_are_taken_apart_by_their_choices(
    choice: Choice, answer: Any, chosen: list[str] | None, offered: list[str]
) -> None:
    found = [" ".join(item) for item in items_of(choice, choice.read(answer))]
    assert found == (chosen or ["card b", "card a"])
    assert [" ".join(item) for item in offered_by(choice)] == offered


def test_whatever_the_rulebook_has_is_counted_and_what_nobody_used_is_zero() -> None:
    found = usage(GAME, 6, "used", seats=[2, 3])
    assert found.bots == "random"
    assert found.rules["noon.round.order"].matches == 6
    assert "noon.setup.seats" in found.unused_rules(), "no step cites it"
    stands = found.answers["noon.stand.sealed"]["stand"]
    asked = stands["duck"].offered
    assert sum(one.times for one in stands.values()) == asked > 0, "everybody chose one of them"
    assert 0 < stands["aim"].offered < asked, "who has aimed is not offered it again"
    assert set(found.things["trick"]) == {"star", "whisky", "shout"}
    unused = {name for noun, name in found.unused_things() if noun == "trick"}
    told = {name for name, count in found.things["trick"].items() if count.times}
    assert unused | told == {"star", "whisky", "shout"}
    assert not unused & told


def test_the_same_seed_counts_the_same() -> None:
    assert usage(GAME, 3, "again", seats=[2]) == usage(GAME, 3, "again", seats=[2])
    assert usage(GAME, 3, "again", seats=[2]) != usage(GAME, 3, "other", seats=[2])


def test_progress_is_told_and_options_are_checked() -> None:
    told: list[int] = []
    found = usage(GAME, 4, "few", options={"rounds": 3}, seats=[2], progress=told.append)
    assert told == [1] * 4
    assert (
        found.rules["noon.round.order"].times
        < usage(GAME, 4, "few", seats=[2]).rules["noon.round.order"].times
    )
    with pytest.raises(InvalidOption):
        usage(GAME, 1, "none", options={"hats": 1})
