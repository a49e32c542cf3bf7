"""Simulations: the same seed, the same matches, whoever plays them."""

import pytest

from boomtown.core import Outcome, Seat
from boomtown.lab.intervals import wilson
from boomtown.lab.simulate import Setting, play_one, simulate, winners_of
from boomtown_game_high_noon import GAME


def test_a_match_can_be_played_again_by_its_number() -> None:
    setting = Setting(game="high_noon", seats=3, seed="again", bots=("random",) * 3)
    assert play_one(GAME, setting, 17) == play_one(GAME, setting, 17)
    lengths = {play_one(GAME, setting, number)[1] for number in range(10)}
    assert len(lengths) > 3


def test_progress_adds_up() -> None:
    told: list[int] = []
    report = simulate(GAME, 2, 50, "progress", processes=1, progress=told.append)
    assert sum(told) == report.matches == 50
    assert len(told) > 1


def test_winners_are_counted_by_side_or_by_seat() -> None:
    assert winners_of(Outcome("r", (Seat(0), Seat(2)))) == ["seat 1", "seat 3"]
    assert winners_of(Outcome("r", (Seat(0), Seat(2)), "outlaws")) == ["outlaws"]
    assert winners_of(Outcome("r", ())) == ["nobody"]


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (527, 1000, 0.496, 0.558)],
)
def test_wilson_intervals(hits: int, tries: int, low: float, high: float) -> None:
    assert wilson(hits, tries) == pytest.approx((low, high), abs=0.001)
