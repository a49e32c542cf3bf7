"""Secrets: one mechanism for views, imagined tables and the leak check."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from boomtown.core import Chance, HiddenValue, Match, Seat, Secret
from boomtown.core.secret import exchange, secrets_in
from toys import HONEST

ANNIE, BILL, CASS = Seat(0), Seat(1), Seat(2)


class Hand(Struct):
    cards: list[Secret[str]]
    note: str = ""


class Nested(Struct):
    plain: int
    hands: dict[str, Hand]
    top: Secret[int] | None
    pair: tuple[Secret[int], int]
    deck: tuple[Secret[str], ...]


def nested() -> Nested:
    return Nested(
        1,
        {"a": Hand([Secret("x", "c"), Secret("y", "c")]), "b": Hand([])},
        Secret(7, "n"),
        (Secret(8, "n"), 3),
        (Secret("z", "c"),),
    )


def test_secrets_are_found_wherever_they_are() -> None:
    assert [secret.value for secret in secrets_in(nested())] == ["x", "y", 7, 8, "z"]
    without = nested()
    without.top = None
    assert len(secrets_in([without, without])) == 8


def test_a_secret_is_hidden_until_somebody_is_let_in() -> None:
    secret = Secret("ace", "deck")
    assert not any(secret.known_to(seat) for seat in (ANNIE, BILL, None))
    dealt = Secret.dealt("ace", "deck", to=[BILL])
    assert [dealt.known_to(seat) for seat in (ANNIE, BILL, None)] == [False, True, False]


def test_a_masked_secret_holds_nothing() -> None:
    secret = Secret.dealt("ace", "deck", to=[BILL])
    seen = secret.seen_by(ANNIE)
    assert not seen.known
    assert b"ace" not in msgspec.json.encode(seen)
    with pytest.raises(HiddenValue, match="deck"):
        _ = seen.value
    assert secret.seen_by(BILL).value == secret.value == "ace"


def test_a_view_shows_a_seat_its_own_and_nobody_elses() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("view"))
    view = match.view(ANNIE)
    assert [hand.known for hand in view.state.hands] == [True, False, False]
    assert not any(card.known for card in view.state.box)
    assert view.state.hands[ANNIE].seats == 0, "who else knows is nobody's business"
    spectator = match.view(None)
    assert not any(hand.known for hand in spectator.state.hands)


def told_to(match: Match[Any], seat: Seat | None) -> list[Any]:
    """The values that have been made known to a seat."""
    return [told.value for told in match.disclosed if told.told_to(seat)]


def test_showing_revealing_and_concealing() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("show"))
    card = match.state.hands[ANNIE]
    match.show(card, BILL)
    assert [card.known_to(seat) for seat in (ANNIE, BILL, CASS, None)] == [True, True, False, False]
    assert told_to(match, BILL) == [card.value]
    assert told_to(match, ANNIE) == []
    match.reveal(card)
    assert card.known_to(None)
    assert told_to(match, None) == [card.value]
    match.reveal(card)
    assert told_to(match, None) == [card.value], "telling it again is no news"
    match.conceal(card)
    assert not any(card.known_to(seat) for seat in (ANNIE, BILL, CASS, None))


@given(st.integers(0, 10_000), st.sampled_from([ANNIE, BILL, CASS, None]))
def test_an_exchange_keeps_what_is_known_and_what_there_is(seed: int, seat: Seat | None) -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded(seed))
    before = [(secret.held, secret.known_to(seat)) for secret in secrets_in(match.state)]
    exchange(secrets_in(match.state), seat, Chance.seeded(seed, "exchange"))
    after = [secret.held for secret in secrets_in(match.state)]
    assert sorted(map(repr, after)) == sorted(repr(held) for held, _ in before)
    for (held, known), now in zip(before, after, strict=True):
        assert now == held or not known


def test_every_arrangement_is_as_likely_as_the_others() -> None:
    """Three cards that Annie does not know can lie in six ways."""
    counts: dict[str, int] = {}
    chance = Chance.seeded("arrangements")
    for _ in range(6000):
        cards: list[Secret[object]] = [Secret(value, "c") for value in "xyz"]
        exchange(cards, ANNIE, chance)
        order = "".join(str(card.value) for card in cards)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


def test_an_imagined_table_has_its_own_dice_and_forgets_sealed_answers() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("imagine"))
    match.answer(ANNIE, 1)
    match.answer(BILL, 2)
    imagined = match.imagine(BILL, Chance.seeded("bot"))
    assert imagined.chance.key != match.chance.key
    assert imagined.asked() == [ANNIE, CASS]
    assert match.asked() == [CASS]
    assert imagined.state.hands[BILL].value == match.state.hands[BILL].value
