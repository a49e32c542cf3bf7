"""Every kind of choice can be answered by the fields of a form."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from boomtown.core import (
    Alternatives,
    Choice,
    Combination,
    Composed,
    InvalidAnswer,
    Number,
    OneOf,
    Options,
    Ordered,
    Path,
    Point,
    Ready,
    Refusal,
    Several,
    Split,
    form_of,
)
from boomtown.web.tables.forms import MOST_FIELDS, Fields, answer_from_form, options_from_form
from doors import fields_for

CHOICES: list[Choice] = [
    OneOf(["throw", 1, "1"]),
    Several([1, 2, 3], least=0),
    Ordered(["a", "b", 3], least=1),
    Number(-3, 4),
    Split(3, [0, 1, "chief"], caps={1: 1}, least=0),
    Point((0, 0, 40, 30)),
    Point((0, 0, 0, 40, 30, 9)),
    Path([10, 10], 20, (0, 0, 40, 40)),
    Combination({"who": OneOf([1, 2]), "what": Several(["x", "y"]), "n": Number(0, 2)}),
    Alternatives({"stay": OneOf(["here"]), "move": Path([0, 0], 9, (0, 0, 9, 9))}),
    Composed(ready=[Ready({"go": [1, 2]}, "go"), Ready({"go": []}, "stay")]),
    Alternatives({"own": Composed(ready=[Ready(["x", 1], "x")]), "none": OneOf(["none"])}),
]


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.kind)
def test_every_offer_survives_the_way_through_a_form(choice: Choice) -> None:
    assert choice.offers()
    for offer in choice.offers():
        sent = answer_from_form(choice, Fields(fields_for(choice, offer)))
        assert choice.read(sent) == offer
        assert choice.refusal(choice.read(sent)) is None


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.kind)
def test_a_button_may_carry_a_whole_answer(choice: Choice) -> None:
    """Whatever else stands in the form: it lets a routine question go by."""
    one, *_, other = (*choice.offers(), choice.offers()[0])
    usual = ("usual", msgspec.json.encode(one).decode())
    sent = answer_from_form(choice, Fields([*fields_for(choice, other), usual]))
    assert choice.read(sent) == one


REFUSED = {"c": Refusal("toy.word.say")}


@pytest.mark.parametrize(
    ("choice", "answer"),
    [
        (OneOf(["a"], REFUSED), "c"),
        (Several(["a", "b"], REFUSED), ["a", "c"]),
        (Ordered(["a", "b"], REFUSED), ["c", "a"]),
        (Split(2, ["a", "b"], refused=REFUSED), {"a": 1, "c": 1}),
        (Alternatives({"a": OneOf(["x"])}, REFUSED), {"c": None}),
        (Alternatives({"a": OneOf(["x"]), "c": OneOf(["x"])}, REFUSED), {"c": "x"}),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_what_a_rule_forbids_comes_through_a_form_and_is_refused_by_that_rule(
    choice: Choice, answer: object
) -> None:
    sent = answer_from_form(choice, Fields(fields_for(choice, answer)))
    for raw in (answer, sent):
        assert choice.refusal(choice.read(raw)) == REFUSED["c"]


@pytest.mark.parametrize(
    ("choice", "fields"),
    [
        (OneOf(["a"]), []),
        (OneOf(["a"]), [("a", " ")]),
        (Number(0, 3), [("a", "many")]),
        (Split(2, [0, 1]), [("a.0", "x")]),
        (Point((0, 0, 9, 9)), [("a.x", "1")]),
        (Path([0, 0], 9, (0, 0, 9, 9)), [("a", "1 zwei")]),
        (Alternatives({"stay": OneOf(["here"])}), [("a", "fly")]),
        (Combination({"who": OneOf([1])}), [("a", "1")]),
    ],
    ids=lambda value: getattr(value, "kind", ""),
)
def test_what_cannot_be_read_is_refused_by_its_field(
    choice: Choice, fields: list[tuple[str, str]]
) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        choice.read(answer_from_form(choice, Fields(fields)))
    assert caught.value.field.startswith("a")


def test_a_form_has_only_so_many_fields() -> None:
    with pytest.raises(InvalidAnswer):
        Fields([("a", "1")] * (MOST_FIELDS + 1))


class Modules(Options):
    ghost: bool = True
    mode: Literal["short", "long"] = "short"


def test_a_switch_that_is_not_sent_is_off_and_the_rest_keeps_its_default() -> None:
    form = form_of(Modules)
    assert options_from_form(form, {}) == {"ghost": False}
    sent = {"o.ghost": "true", "o.mode": "long", "o.other": "1", "seats": "4"}
    assert options_from_form(form, sent) == {"ghost": True, "mode": "long"}


def test_what_is_composed_may_be_written_in_words() -> None:
    choice = Composed(ready=[Ready({"go": [1]}, "go")])
    assert answer_from_form(choice, Fields([("a", ""), ("a", "walk 10 20")])) == "walk 10 20"
    assert answer_from_form(choice, Fields([("a", '{"go": [2]}'), ("a", "")])) == {"go": [2]}
    assert answer_from_form(choice, Fields([])) == ""
