"""Long runs: `make soak`. A failure prints the seed of the match."""

import os

import pytest

from boomtown.testing import CHECKS, Suite
from boomtown_game_high_noon import GAME

MATCHES = 2_000
PARTS = 10


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_two_thousand_matches_of_the_example_conform(part: int) -> None:
    seed = os.environ.get("BOOMTOWN_SOAK_SEED", "soak")
    suite = Suite.of(GAME, MATCHES // PARTS, f"{seed} {part}")
    found = [finding for check in CHECKS for finding in suite.run(check)]
    assert not found, found
