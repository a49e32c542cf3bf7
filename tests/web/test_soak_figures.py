"""The figures of the soak: a slope is found where there is one, and not where there is none."""

from __future__ import annotations

import pytest
from benchmarks.siege import upper_end
from benchmarks.soak import drawing, slope_of

from boomtown.core import Chance


def memory(growth: float) -> list[tuple[float, float]]:
    """Megabytes every ten seconds for an hour, with some noise."""
    chance = Chance.seeded("memory")
    return [
        (float(at), 100 + growth * at / 3600 + chance.below(100) / 50) for at in range(0, 3600, 10)
    ]


@pytest.mark.parametrize("growth", [5.0, -5.0])
def test_what_grows_or_shrinks_is_not_flat(growth: float) -> None:
    slope = slope_of(memory(growth))
    assert not slope.flat
    assert slope.per_hour == pytest.approx(growth, abs=0.5)


def test_noise_is_flat() -> None:
    assert slope_of(memory(0)).flat


def test_steps_that_come_and_go_are_noise() -> None:
    chance = Chance.seeded("steps")
    levels = [100 + chance.below(100) / 10 for _ in range(9)]
    steps = [(float(at), levels[at // 400]) for at in range(0, 3600, 10)]
    assert slope_of(steps).flat


def test_a_histogram_tells_the_range_of_a_share() -> None:
    took = {1.0: 50.0, 2.5: 98.0, 5.0: 99.0, float("inf"): 100.0}
    assert [upper_end(took, share) for share in (0.5, 0.98, 0.99, 1)] == [1, 2.5, 5, float("inf")]


def test_each_process_has_a_line_in_the_drawing() -> None:
    drawn = drawing({"web 7": memory(0), "bots 8": memory(3)})
    assert drawn.count("<polyline") == 2
    assert "60 min" in drawn
    assert "web 7" in drawn
