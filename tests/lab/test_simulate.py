"""Simulations: the same seed, the same matches, whoever plays them."""

import pytest

from boomtown.core import Outcome, Seat
from boomtown.lab.intervals import wilson
from boomtown.lab.simulate import COUNTED, Setting, play_one, simulate, winners_of
from boomtown.plugins import find_game
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


def test_questions_are_counted_however_many_processes_play() -> None:
    alone = simulate(GAME, 3, COUNTED + 10, "count", processes=1).questions
    assert alone == simulate(GAME, 3, COUNTED + 10, "count", processes=2).questions
    assert alone.all.questions > alone.among.questions - 1 > alone.alone.questions
    assert alone.all.single == alone.among.single == alone.single["noon.trick.window"] > 0
    assert alone.alone.single == 0, "whoever plays among bots is spared"


@pytest.mark.rule("boomtown.table.spared")
@pytest.mark.parametrize("roles", ["special", "mixed"])
def test_with_all_modules_of_old_saloon_hardly_a_question_leaves_nothing_to_choose(
    roles: str,
) -> None:
    modules = {"saloon_dice": True, "chief": True, "new_characters": True, "ghost": True}
    options = {**modules, "special_roles": roles}
    found = simulate(find_game("bang_dice"), 8, 8, "saloon", options=options, processes=1).questions
    assert found.all.share > 0.4, "so many questions have one legal answer"
    assert found.alone.share < 0.05, "so many of them a person among bots is asked"
    assert found.among.share < 0.05, "and as few somebody among people"


def test_winners_are_counted_by_side_or_by_seat() -> None:
    assert winners_of(Outcome("r", (Seat(0), Seat(2)))) == ["seat A", "seat C"]
    assert winners_of(Outcome("r", (Seat(0), Seat(2)), "outlaws")) == ["outlaws"]
    assert winners_of(Outcome("r", ())) == ["nobody"]


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (527, 1000, 0.496, 0.558)],
)
def test_wilson_intervals(hits: int, tries: int, low: float, high: float) -> None:
    assert wilson(hits, tries) == pytest.approx((low, high), abs=0.001)
