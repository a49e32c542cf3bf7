"""Evaluations: what a table is said to be worth is what it turns out to be."""

from statistics import mean
from typing import Any

import pytest

from boomtown.core import WHOLE, Chance, Match, play_on, quick_policy, worth_of
from boomtown.plugins import find_game


@pytest.mark.parametrize(
    ("id", "seats", "options", "matches", "better"),
    [
        ("bang_dice", 5, {}, 30, 1.5),
        ("bang_dice", 3, {}, 20, 1.1),
        ("cash_n_guns", 6, {}, 24, 1.5),
        ("shadows_west", 2, {"budget": "75", "scenario": "random"}, 8, 1.3),
    ],
)
def test_winners_were_thought_likelier_to_win_at_calm_points_half_way(
    id: str, seats: int, options: dict[str, Any], matches: int, better: float
) -> None:
    """Matches of quick policies that the weights have not seen, looked at again and again."""
    game = find_game(id)
    won: list[int] = []
    lost: list[int] = []
    for number in range(matches):
        chance = Chance.seeded("evaluation", number)
        match = Match.unrecorded(game, seats, options, chance=chance.another()).clone(quiet=True)
        judged: list[Any] = []
        while match.outcome is None:
            judged.append(worth_of(match))
            play_on(match, quick_policy(game), chance, points=1)
        assert len(judged) > 3, "there are calm points"
        for seat in range(seats):
            wins = seat in match.outcome.winners
            later = judged[len(judged) // 2 :]
            (won if wins else lost).extend(worth[seat] for worth in later)
    assert max(won) <= WHOLE
    assert mean(won) > better * mean(lost), (mean(won), mean(lost))
