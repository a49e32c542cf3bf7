"""Who plays whom in a tournament, and who is where when points are level."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from boomtown.core.chance import Chance
from boomtown.core.outcome import Outcome
from boomtown.core.seats import Seat
from boomtown.store.schedules import Seating, mixed_round, round_robin
from boomtown.store.standings import Played, halves_of, standings


def rounds_of(people: int, seats: int, rounds: int) -> list[Seating]:
    tables: list[Seating] = []
    for number in range(rounds):
        tables += mixed_round(range(people), seats, tables, Chance.seeded("mixed", number))
    return tables


@pytest.mark.rule("boomtown.tournament.rounds")
class TestSchedules:
    @pytest.mark.parametrize("people", range(2, 13))
    def test_everybody_meets_everybody_once_in_pairs(self, people: int) -> None:
        rounds = round_robin(people)
        assert len(rounds) == people - 1 + people % 2
        pairs = [pair for one in rounds for pair in one]
        assert Counter(map(frozenset, pairs)) == Counter(
            map(frozenset, combinations(range(people), 2))
        )
        for one in rounds:
            here = [who for pair in one for who in pair]
            assert len(here) == len({*here}) == people - people % 2
        first = Counter(pair[0] for pair in pairs)
        assert max(first.values()) - min(first[who] for who in range(people)) <= 2

    def test_nine_at_three_tables_of_three_all_meet_in_four_rounds(self) -> None:
        tables = rounds_of(9, 3, 4)
        met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
        assert set(met.values()) == {1}
        assert len(met) == 36

    @pytest.mark.parametrize(
        ("people", "seats"), [(5, 4), (7, 4), (16, 4), (24, 6), (8, 4), (3, 8)]
    )
    def test_larger_tables_mix_people_and_seats(self, people: int, seats: int) -> None:
        tables = rounds_of(people, seats, 4)
        met: Counter[frozenset[int]] = Counter()
        sat: Counter[tuple[int, int]] = Counter()
        for table in tables:
            assert len(table) == seats
            here = [who for who in table if who is not None]
            met.update(frozenset(pair) for pair in combinations(here, 2))
            sat.update((who, seat) for seat, who in enumerate(table) if who is not None)
        assert max(met.values()) - min(met.values()) <= 2
        assert max(sat.values()) <= -(-4 // seats) + 1
        assert Counter(who for who, _ in sat.elements()) == dict.fromkeys(range(people), 4)

    def test_people_are_spread_evenly(self) -> None:
        tables = mixed_round(range(9), 4, [], Chance.seeded("spread"))
        assert sorted(sum(who is not None for who in table) for table in tables) == [3, 3, 3]


@pytest.mark.rule("boomtown.tournament.points")
class TestPoints:
    def test_a_point_for_each_seat_that_one_ends_before(self) -> None:
        assert halves_of(Outcome("r", (Seat(0),)), 2) == (2, 0)
        assert halves_of(Outcome("r", ()), 2) == (1, 1)
        assert halves_of(Outcome("r", (Seat(1),), ranks=(3, 1, 2)), 3) == (0, 4, 2)
        assert halves_of(Outcome("r", (Seat(0), Seat(2))), 4) == (5, 1, 5, 1)

    @pytest.mark.rule("boomtown.tournament.missing")
    def test_whoever_did_not_come_has_nothing_and_all_others_beat_them(self) -> None:
        assert halves_of(Outcome("r", (Seat(0),)), 3, missing=(0,)) == (0, 3, 3)

    def test_ties_are_broken_by_wins_then_among_equals_then_by_opponents(self) -> None:
        def pair(one: str, other: str, halves: tuple[int, int]) -> Played:
            return Played((one, other), halves, (halves[0] > 1, halves[1] > 1))

        drawn = [pair("a", "b", (1, 1)), pair("c", "d", (2, 0)), pair("a", "d", (1, 1))]
        order = standings(["a", "b", "c", "d"], drawn)
        assert [(one.player, one.place) for one in order] == [
            ("c", 1),
            ("a", 2),
            ("d", 3),
            ("b", 4),
        ]
        assert order[0].wins == 1, "c and a have two halves each, and c has won a match"

        level = [pair("a", "b", (2, 0)), pair("b", "c", (2, 0)), pair("d", "a", (2, 0))]
        order = standings(["a", "b", "c", "d"], level)
        told = [(one.player, one.direct, one.strength, one.place) for one in order]
        assert told == [("a", 2, 4, 1), ("d", 2, 2, 2), ("b", 0, 2, 3), ("c", 0, 2, 4)]

        equal = standings(["x", "y"], [pair("x", "y", (1, 1))])
        assert [one.place for one in equal] == [1, 1], "nothing tells them apart"
