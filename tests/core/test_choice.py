"""Choices: each kind reads, judges, offers and describes by the same law."""

import itertools
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boomtown.core import (
    Alternatives,
    Answer,
    Chance,
    Choice,
    Combination,
    Composed,
    GameFault,
    InvalidAnswer,
    Number,
    OneOf,
    Ordered,
    Path,
    Point,
    Ready,
    Reasons,
    Refusal,
    Several,
    Split,
)
from boomtown.core.choice import OFFER_LIMIT
from boomtown.core.record import plain

NO = Refusal("toy.no", value=1)
BOX = (0, 0, 100, 80)

EVERY_KIND: list[Choice] = [
    OneOf(["a", "b", 3], refused={"b": NO}, noun="thing"),
    Several(["a", "b", "c"], refused={"c": NO}, least=1),
    Several(range(20), least=2, most=19),
    Ordered(["x", "y", "z"]),
    Ordered(range(9)),
    Number(2, 9, refused={4: NO}),
    Number(-5, 10_000),
    Split(3, ["a", "b"], caps={"a": 1}),
    Split(12, [0, 1, 2, 3, 4], least=0),
    Point(BOX),
    Path([10, 10], 30, BOX),
    Combination({"who": OneOf([1, 2]), "how": Several(["hard", "soft"])}),
    Combination({str(n): OneOf(range(5)) for n in range(6)}),
    Alternatives({"go": Path([0, 0], 10, BOX), "stay": OneOf(["yes"])}, refused={"fly": NO}),
]


def repr_of(value: object) -> str:
    """A name for a test that is the same in every process."""
    return type(value).__name__


@pytest.mark.parametrize("choice", EVERY_KIND, ids=lambda choice: choice.kind)
class TestEveryKind:
    def test_what_is_offered_is_taken(self, choice: Choice) -> None:
        offers = choice.offers()
        assert 0 < len(offers) <= OFFER_LIMIT
        for offer in offers:
            assert choice.refusal(choice.read(offer)) is None

    def test_offers_are_different_and_survive_json(self, choice: Choice) -> None:
        offers = choice.offers()
        texts = [json.dumps(plain(offer)) for offer in offers]
        assert len(set(texts)) == len(texts)
        assert [choice.read(json.loads(text)) for text in texts] == list(offers)

    def test_the_default_is_an_answer(self, choice: Choice) -> None:
        assert choice.refusal(choice.read(choice.default())) is None

    def test_it_describes_itself_as_json(self, choice: Choice) -> None:
        described = json.loads(msgspec.json.encode(choice.describe()))
        assert described["kind"] == choice.kind
        assert "default" in described

    @pytest.mark.parametrize(
        "raw", [None, 1.5, float("nan"), b"x", object(), {"?": 1.5}, [[None]], 2**80], ids=repr_of
    )
    def test_what_cannot_be_read_is_refused_with_a_reason(self, choice: Choice, raw: Any) -> None:
        with pytest.raises(InvalidAnswer):
            choice.read(raw)


@pytest.mark.parametrize(
    ("choice", "answer", "rule"),
    [
        (EVERY_KIND[0], "b", "toy.no"),
        (EVERY_KIND[0], "q", "boomtown.choice.offered"),
        (EVERY_KIND[0], 7, "boomtown.choice.offered"),
        (EVERY_KIND[1], ["a", "c"], "toy.no"),
        (EVERY_KIND[1], [], "boomtown.choice.count"),
        (EVERY_KIND[1], ["a", "a"], "boomtown.choice.twice"),
        (EVERY_KIND[3], ["x", "q"], "boomtown.choice.offered"),
        (EVERY_KIND[5], 4, "toy.no"),
        (EVERY_KIND[5], 10, "boomtown.choice.range"),
        (EVERY_KIND[7], {"a": 2, "b": 1}, "boomtown.choice.cap"),
        (EVERY_KIND[7], {"a": 1, "b": 1}, "boomtown.choice.total"),
        (EVERY_KIND[7], {"a": -1, "b": 4}, "boomtown.choice.cap"),
        (EVERY_KIND[7], {"q": 3}, "boomtown.choice.offered"),
        (EVERY_KIND[9], [101, 5], "boomtown.choice.inside"),
        (EVERY_KIND[10], [[10, 41]], "boomtown.choice.reach"),
        (EVERY_KIND[10], [[10, 11], [10, 10]] * 7, "boomtown.choice.steps"),
        (EVERY_KIND[10], [[10, -1]], "boomtown.choice.inside"),
        (EVERY_KIND[11], {"who": 3, "how": []}, "boomtown.choice.offered"),
        (EVERY_KIND[13], {"go": [[0, 11]]}, "boomtown.choice.reach"),
    ],
)
def test_the_refusal_names_the_rule(choice: Choice, answer: Answer, rule: str) -> None:
    refusal = choice.refusal(choice.read(answer))
    assert refusal is not None
    assert refusal.rule == rule


@pytest.mark.parametrize(
    ("choice", "answer", "key"),
    [
        (Several(["a", "b", "c"], least=1, most=2), [], "boomtown.choice.count"),
        (Several(["a", "b", "c"], least=2, most=2), ["a"], "boomtown.choice.count.exact"),
        (Split(3, ["a", "b"], least=1), {}, "boomtown.choice.total"),
        (Split(3, ["a", "b"]), {"a": 1}, "boomtown.choice.total.exact"),
    ],
)
def test_an_exact_number_is_told_as_one(choice: Choice, answer: Answer, key: str) -> None:
    refusal = choice.refusal(choice.read(answer))
    assert refusal is not None
    assert refusal.key == key


@pytest.mark.parametrize(
    ("choice", "raw", "field"),
    [
        (EVERY_KIND[1], ["a", 1.5], "1"),
        (EVERY_KIND[7], {"a": "two"}, "a"),
        (EVERY_KIND[9], [1, 2, 3], ""),
        (EVERY_KIND[9], [1, 2.5], "y"),
        (EVERY_KIND[10], [[1, 2], [3, None]], "1.y"),
        (EVERY_KIND[11], {"who": 1}, "how"),
        (EVERY_KIND[11], {"who": 1, "how": [], "why": 1}, "why"),
        (EVERY_KIND[11], {"who": 1, "how": [1.5]}, "how.0"),
        (EVERY_KIND[13], {"sit": 1}, "sit"),
        (EVERY_KIND[13], {"go": [[0, "n"]]}, "go.0.y"),
        (EVERY_KIND[13], {}, ""),
        (EVERY_KIND[0], True, ""),
        (EVERY_KIND[0], "x" * 1000, ""),
        (EVERY_KIND[3], ["x"] * 5000, ""),
    ],
)
def test_an_unreadable_answer_names_the_field(choice: Choice, raw: Any, field: str) -> None:
    with pytest.raises(InvalidAnswer) as caught:
        choice.read(raw)
    assert caught.value.field == field


def test_an_alternative_that_is_refused_says_why() -> None:
    choice = Alternatives({"fly": OneOf(["up"]), "stay": OneOf(["yes"])}, refused={"fly": NO})
    assert choice.refusal({"fly": "up"}) == NO
    assert list(choice.offers()) == [{"stay": "yes"}]
    choice = Alternatives({"stay": OneOf(["yes"])}, refused={"fly": NO})
    assert choice.refusal(choice.read({"fly": "up"})) == NO, "even if it does not stand there"


def test_the_order_of_several_does_not_matter_but_that_of_ordered_does() -> None:
    assert Several(["a", "b", "c"]).read(["c", "a"]) == ["a", "c"]
    assert Ordered(["a", "b", "c"]).read(["c", "a"]) == ["c", "a"]


def test_a_preset_is_the_default() -> None:
    assert OneOf(["a", "b"], preset="b").default() == "b"


class Couples(Combination):
    """A combination whose parts may not be the same."""

    def together(self, answer: dict[str, Answer]) -> Refusal | None:
        return NO if answer["one"] == answer["two"] else None


def test_parts_may_forbid_each_other() -> None:
    choice = Couples({"one": OneOf([1, 2, 3]), "two": OneOf([1, 2, 3])})
    assert choice.refusal(choice.read({"one": 2, "two": 2})) == NO
    assert len(choice.offers()) == 6
    assert choice.default()["one"] != choice.default()["two"]


@given(st.integers(0, 6), st.integers(0, 3), st.integers(0, 6))
def test_several_offers_every_set_within_the_limits(size: int, least: int, most: int) -> None:
    offers = {frozenset(offer) for offer in Several(range(size), least=least, most=most).offers()}
    every = itertools.chain.from_iterable(
        itertools.combinations(range(size), length) for length in range(least, most + 1)
    )
    assert offers == {frozenset(chosen) for chosen in every}


@given(st.integers(0, 5), st.integers(0, 5))
def test_ordered_offers_every_arrangement(size: int, least: int) -> None:
    offers = sorted(Ordered(range(size), least=least).offers())
    every = [
        list(chosen)
        for length in range(least, size + 1)
        for chosen in itertools.permutations(range(size), length)
    ]
    if len(every) <= OFFER_LIMIT:
        assert offers == sorted(every)
    else:
        assert all(offer in every for offer in offers)


@given(st.integers(0, 6), st.lists(st.integers(0, 4), max_size=4), st.integers(0, 6))
def test_split_offers_every_way_to_divide(amount: int, caps: list[int], least: int) -> None:
    targets = [f"t{index}" for index in range(len(caps))]
    least = min(least, amount)
    choice = Split(amount, targets, caps=dict(zip(targets, caps, strict=True)), least=least)
    every = [
        {target: n for target, n in zip(targets, ns, strict=True) if n}
        for ns in itertools.product(*(range(cap + 1) for cap in caps))
        if least <= sum(ns) <= amount
    ]
    key = repr
    if len(every) <= OFFER_LIMIT:
        assert sorted(choice.offers(), key=key) == sorted(every, key=key)
    assert all(choice.refusal(offer) is None for offer in choice.offers())


@given(st.integers(1, 10**6))
def test_a_sample_is_spread_over_the_whole_range(size: int) -> None:
    offers = Number(0, size - 1).offers()
    assert len(offers) == min(size, OFFER_LIMIT)
    if size > 10 * OFFER_LIMIT:
        assert offers[0] < size // 10
        assert offers[-1] > size * 9 // 10


class Even(Composed):
    """A toy: an even number, as a number or in words."""

    def read(self, raw: object) -> int:
        return int(str(raw))

    def refusal(self, answer: Answer) -> Refusal | None:
        return Refusal("toys.even", number=answer) if answer % 2 else None


class TestComposed:
    choice = Even(ready=[Ready(2, "two"), Ready(3, "three", {"n": 3})])

    def test_only_ready_answers_that_are_allowed_are_offered(self) -> None:
        assert self.choice.offers() == [2]
        assert self.choice.default() == 2

    def test_every_other_answer_is_judged_whole(self) -> None:
        assert self.choice.refusal(self.choice.read("10")) is None
        assert self.choice.refusal(self.choice.read("11")) == Refusal("toys.even", number=11)

    def test_ready_answers_are_described_with_their_labels(self) -> None:
        assert self.choice.describe()["ready"] == [
            {"answer": 2, "say": "two", "args": {}},
            {"answer": 3, "say": "three", "args": {"n": 3}},
        ]


def test_reasons_are_worked_out_only_when_somebody_asks() -> None:
    asked = []

    def too_far(seat: int) -> dict[int, Refusal]:
        asked.append(seat)
        return {2: Refusal("toy.far", seat=2)}

    choice = OneOf([0, 1], refused=Reasons(too_far, 0), noun="seat")
    assert choice.offers() == [0, 1]
    assert choice.refusal(choice.read(1)) is None
    assert asked == []
    refusal = choice.refusal(choice.read(2))
    assert refusal is not None
    assert refusal.rule == "toy.far"
    described = choice.describe()["of"]
    assert described == [
        {"value": 0},
        {"value": 1},
        {"value": 2, "refused": refusal.describe()},
    ]
    assert asked == [0]


@pytest.mark.parametrize(
    ("choice", "answers"),
    [
        (OneOf([0], noun="seat"), [0, 1]),
        (Several([0], noun="seat"), [[0], [1]]),
        (Split(1, [0], noun="seat"), [{0: 1}, {1: 1}]),
        (Number(0, 3, noun="bid"), []),
        (Alternatives({"aim": OneOf([0], noun="seat")}), [{"aim": 0}, {"aim": 1}]),
        (
            Combination({"who": OneOf([0], noun="seat"), "how": OneOf(["low"], noun="way")}),
            [{"who": 0, "how": "low"}, {"who": 1, "how": "low"}],
        ),
    ],
)
def test_a_choice_can_name_everything_that_is_visible(choice: Choice, answers: object) -> None:
    assert list(choice.naming({"seat": [0, 1]})) == answers


def test_who_is_refused_a_share_is_known_by_the_reason_for_it() -> None:
    why = Refusal("toy.far")
    choice = Split(2, [0, 1], refused=Reasons(lambda: {2: why}), noun="seat")
    assert choice.refusal(choice.read({"2": 1})) == why
    assert choice.offers() == Split(2, [0, 1], noun="seat").offers()


@pytest.mark.parametrize("choice", EVERY_KIND, ids=lambda choice: choice.kind)
def test_a_pick_is_the_offer_that_chance_says(choice: Choice) -> None:
    offers = choice.offers()
    for seed in range(60):
        assert choice.pick(Chance.seeded(seed)) == offers[Chance.seeded(seed).below(len(offers))]


@pytest.mark.parametrize(
    "choice", [OneOf([]), Ordered(["a"], least=2), Combination({"x": OneOf([])})]
)
def test_nothing_can_be_picked_where_nothing_is_offered(choice: Choice) -> None:
    with pytest.raises(GameFault, match="without a legal answer"):
        choice.pick(Chance.seeded(1))


class Shy(Alternatives):
    """Alternatives of which one is never proposed."""

    def offers(self) -> list[dict[str, object]]:
        return [answer for answer in Alternatives.offers(self) if "b" not in answer]


def test_alternatives_with_offers_of_their_own_are_picked_from_those() -> None:
    choice = Shy({"a": OneOf([1]), "b": Ordered([1, 2, 3])})
    assert {str(choice.pick(Chance.seeded(seed))) for seed in range(20)} == {"{'a': 1}"}
