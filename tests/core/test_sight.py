"""Views of one moment share what is public, and show each seat exactly what it may know."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, Struct

from boomtown.bots.random_bot import RandomBot
from boomtown.core import Chance, Match, Seat, Secret
from boomtown.core.codec import codec_of
from boomtown.core.data import reader
from boomtown.core.secret import secrets_in
from boomtown.core.sight import Sight
from boomtown.plugins import find_game
from toys import HONEST

ANNIE, BILL, CASS = Seat(0), Seat(1), Seat(2)
TABLES = [
    ("bang_dice", 5, {"special_roles": "mixed", "ghost": True}),
    ("cash_n_guns", 6, {"powers": True}),
    ("shadows_west", 2, {}),
    ("high_noon", 4, {}),
]


class Chair(Struct):
    hand: list[Secret[str]]
    points: list[int] = []


class Corner(Struct):
    """Secrets wherever they may be."""

    chairs: list[Chair]
    piles: list[list[Secret[str]]]
    tables: dict[str, Chair]
    pair: tuple[Secret[int], int]
    deck: tuple[Secret[str], ...]
    log: list[list[int]]
    top: Secret[int] | None = None
    gone: int | msgspec.UnsetType = UNSET
    owned: dict[Seat, int] = {}
    chair: Chair | None = None


def corner() -> Corner:
    mine = Secret.dealt("mine", "c", to=[ANNIE])
    shown = Secret("shown", "c", public=True)
    return Corner(
        [Chair([mine, shown, Secret("nobody's", "c")]), Chair([Secret.dealt("x", "c", [BILL])])],
        [[Secret("a", "c"), Secret.dealt("b", "c", [ANNIE, BILL])], []],
        {"bar": Chair([Secret.dealt("y", "c", [BILL])], [1])},
        (Secret.dealt(7, "n", [ANNIE]), 3),
        (Secret("z", "c"), Secret("w", "c", public=True)),
        [[1, 2], [3]],
        Secret.dealt(9, "n", [BILL]),
    )


def by_hand(state: Any, kind: type, seat: Seat | None) -> bytes:
    """What a seat sees, made the plain way: a copy of everything, and every secret looked at."""
    copy = reader(msgspec.msgpack.Decoder, kind)(msgspec.msgpack.encode(state))
    for secret in secrets_in(copy):
        if not secret.known_to(seat):
            secret.held = UNSET
        secret.seats = 0
    return msgspec.json.encode(copy)


def decisions(match: Match[Any], seed: str, most: int) -> Iterator[None]:
    """Random play, one answer after another."""
    bot = RandomBot(Chance.seeded(seed))
    while match.outcome is None and match.number < most:
        yield
        seat = bot.chance.pick(match.asked())
        match.answer(seat, bot.pick(match.choice(seat)))


@pytest.mark.parametrize("seat", [ANNIE, BILL, CASS, None])
def test_a_seat_sees_what_it_may_know_wherever_that_is(seat: Seat | None) -> None:
    state = corner()
    shown = Sight(Corner).now(state)
    assert msgspec.json.encode(shown.seen_by(seat)) == by_hand(state, Corner, seat)
    assert msgspec.json.encode(shown.json(seat)) == by_hand(state, Corner, seat)
    assert msgspec.json.encode(state) == msgspec.json.encode(corner()), "the truth is untouched"


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_every_view_of_a_match_is_what_it_would_be_by_itself(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    """Whatever was kept from moments before."""
    chance = Chance.seeded("sight", game)
    match = Match.unrecorded(find_game(game), seats, options, chance=chance)
    for _ in decisions(match, game, 150):
        lens, kind = match.lens(), match.game.state
        for seat in (*match.all_seats, None):
            alone = by_hand(match.state, kind, seat)
            assert msgspec.json.encode(lens.view(seat).state) == alone
            assert msgspec.json.encode(lens.json(seat)) == msgspec.json.encode(lens.view(seat))
        codec_of(match.game).unpack_state(msgspec.msgpack.encode(lens.view(None).state))


def test_what_is_public_and_what_has_not_changed_is_the_same_object() -> None:
    state, sight = corner(), Sight(Corner)
    before = sight.now(state)
    assert sight.now(state) is before
    annie, bill, nobody = (before.seen_by(seat) for seat in (ANNIE, BILL, None))
    assert annie.log is bill.log is nobody.log
    assert annie.chairs[BILL] is nobody.chairs[BILL] is not bill.chairs[BILL]
    assert before.seen_by(CASS) is nobody
    state.chairs[BILL].points.append(3)
    after = sight.now(state)
    assert after.seen_by(ANNIE).chairs[ANNIE] is annie.chairs[ANNIE]
    assert (after.public.chairs[BILL].points, nobody.chairs[BILL].points) == ([3], [])


def test_whoever_is_let_in_sees_it_at_the_next_look() -> None:
    match = Match.unrecorded(HONEST, 3, chance=Chance.seeded("let in"))
    card = match.state.hands[ANNIE]
    assert not match.view(BILL).state.hands[ANNIE].known
    match.show(card, BILL)
    assert match.view(BILL).state.hands[ANNIE].value == card.value
    assert not match.view(CASS).state.hands[ANNIE].known
    match.conceal(card)
    assert not any(view.state.hands[ANNIE].known for view in match.views())


def test_a_view_never_holds_on_to_the_match() -> None:
    state = corner()
    seen = Sight(Corner).now(state).seen_by(ANNIE)
    before = msgspec.json.encode(seen)
    state.chairs[ANNIE].hand[0].value = "changed"
    state.log[0].append(9)
    state.owned[BILL] = 1
    state.tables["bar"].points.clear()
    state.piles[0].pop()
    assert msgspec.json.encode(seen) == before
