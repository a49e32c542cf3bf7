"""The canonical hash: the quick way and the long way to it lead to the same bytes."""

from __future__ import annotations

from typing import Any

import pytest

from boomtown.core import Chance, Game, Match
from boomtown.core.codec import canonical_hash, canonical_json, plain_json
from boomtown.plugins import installed_games


@pytest.mark.parametrize("game", installed_games(), ids=lambda game: game.id)
def test_both_ways_write_the_same(game: Game[Any, Any]) -> None:
    for seed in range(3):
        chance = Chance.seeded(f"both ways {seed}")
        seats = chance.pick(list(game.seats))
        match = Match.unrecorded(game, seats, chance=chance.another())
        while match.outcome is None and match.number < 300:
            seat = chance.pick(match.asked())
            match.answer(seat, chance.pick(match.choice(seat).offers()))
            whole = (match.state, match.agenda, match.outcome)
            assert canonical_json(whole) == plain_json(whole)


def test_the_order_of_keys_makes_no_difference() -> None:
    assert canonical_hash({"b": 1, "a": 2}) == canonical_hash({"a": 2, "b": 1})
    assert canonical_hash({2: "b", 1: "a"}) == canonical_hash({1: "a", 2: "b"})
    assert canonical_hash({1: "a"}) == canonical_hash({"1": "a"})
