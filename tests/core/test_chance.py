"""Chance: one stream, committed, fair, and the same everywhere."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boomtown.core import Chance, LoadedChance, commitment_to, fresh_seed, seed_from
from boomtown.core.chance import mixed_key


def test_the_stream_is_sha256_in_counter_mode() -> None:
    chance = Chance(b"k" * 32)
    blocks = b"".join(hashlib.sha256(b"k" * 32 + i.to_bytes(8, "big")).digest() for i in range(3))
    assert [chance.below(256) for _ in range(96)] == list(blocks)


def test_the_stream_never_changes() -> None:
    """These numbers are in every match file: another value here breaks all of them."""
    chance = Chance.seeded("golden")
    assert [chance.die() for _ in range(12)] == [5, 5, 4, 5, 3, 5, 4, 5, 5, 4, 1, 3]
    deck = list(range(10))
    chance.shuffle(deck)
    assert deck == [7, 6, 2, 5, 9, 1, 3, 0, 4, 8]
    assert chance.below(10**9) == 593_538_511


@given(st.integers(1, 2000), st.integers(0, 100))
def test_numbers_stay_below_their_limit(limit: int, seed: int) -> None:
    chance = Chance.seeded(seed)
    assert all(0 <= chance.below(limit) < limit for _ in range(20))


@pytest.mark.parametrize("sides", [3, 6, 10, 200, 300])
def test_every_side_comes_up_equally_often(sides: int) -> None:
    chance = Chance.seeded("fair", sides)
    tries = 200 * sides
    counts = Counter(chance.die(sides) for _ in range(tries))
    chi_square = sum((counts[side] - 200) ** 2 / 200 for side in range(1, sides + 1))
    assert chi_square < sides + 5 * (2 * sides) ** 0.5


def test_a_stream_goes_on_from_where_it_was() -> None:
    chance = Chance.seeded("resume")
    for used in range(100):
        again = Chance(chance.key, chance.drawn)
        assert chance.drawn == used
        assert again.below(256) == chance.below(256)


def test_another_stream_is_its_own() -> None:
    chance = Chance.seeded("parent")
    one, two = chance.another(), chance.another()
    draws = [[stream.below(256) for _ in range(8)] for stream in (one, two, chance)]
    assert len({tuple(draw) for draw in draws}) == 3


def test_the_seed_is_committed_and_mixed_with_what_players_add() -> None:
    seed = fresh_seed()
    assert len(seed) == 32
    assert commitment_to(seed) == hashlib.sha256(seed).hexdigest()
    keys = {
        mixed_key(seed),
        mixed_key(seed, ["annie"]),
        mixed_key(seed, ["annie", "bill"]),
        mixed_key(seed, ["anniebill"]),
        mixed_key(seed_from("x"), ["annie"]),
    }
    assert len(keys) == 5


def test_loaded_chance_does_what_the_test_says() -> None:
    chance = LoadedChance(dice=[6, "arrow"], picks=["b"], shuffles=[[3, 1]])
    deck = [1, 2, 3]
    assert chance.die() == 6
    assert chance.roll(["beer", "arrow"]) == "arrow"
    assert chance.pick(["a", "b"]) == "b"
    chance.shuffle(deck)
    assert deck == [3, 1, 2]
    assert chance.drawn == 4


def test_loaded_chance_fails_where_the_test_forgot_something() -> None:
    with pytest.raises(LookupError, match="no die left"):
        LoadedChance().die()
    with pytest.raises(LookupError, match="7 is none of"):
        LoadedChance(dice=[7]).die()
    with pytest.raises(LookupError, match="no shuffle left"):
        LoadedChance().shuffle([1, 2])
    with pytest.raises(LookupError, match="9 is none of"):
        LoadedChance(shuffles=[[9]]).shuffle([1, 2])


def test_loaded_chance_may_fall_back_on_real_chance() -> None:
    chance = LoadedChance(dice=[1], rest=Chance.seeded("rest"))
    assert chance.die() == 1
    assert 1 <= chance.fork().die() <= 6
    deck = [1, 2, 3]
    chance.shuffle(deck)
    assert sorted(deck) == [1, 2, 3]


def test_nothing_to_choose_from_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing to choose from"):
        Chance.seeded(1).below(0)
