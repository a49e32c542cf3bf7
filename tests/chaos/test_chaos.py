"""Short runs of ``make chaos``: a few faults under play, and nothing may be wrong after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from chaos.faults import EMBEDDED
from chaos.parties import SETTINGS
from chaos.run import Run
from chaos.towns import EmbeddedTown

SAME = {"server", "house"}
"""With one worker these are the same as killing it."""
KINDS = tuple(kind for kind in EMBEDDED if kind not in SAME)
FEW = ("worker", "full")
"""A death and a disk without room; what else can happen is for the long runs."""
ALL_GAMES = SETTINGS[:4]


@pytest.mark.parametrize("kinds", [FEW, pytest.param(KINDS, marks=pytest.mark.soak)])
def test_faults_under_play_lose_nothing(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    run = Run(EmbeddedTown(tmp_path), "in the tests", ALL_GAMES)
    verdict = run.faults(len(kinds), minutes=3, kinds=kinds)
    assert verdict.wrong == [], "\n".join(verdict.lines())
    assert sum(verdict.faults.values()) == len(kinds)
    assert verdict.told.acknowledged > 0
