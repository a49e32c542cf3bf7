"""A short run of ``make chaos``: a few faults under play, and nothing may be wrong after it."""

from __future__ import annotations

from pathlib import Path

from chaos.faults import EMBEDDED
from chaos.parties import SETTINGS
from chaos.run import Run
from chaos.towns import EmbeddedTown

SAME = {"server", "house"}
"""With one worker these are the same as killing it."""
KINDS = tuple(kind for kind in EMBEDDED if kind not in SAME)
FAULTS = len(KINDS)
ALL_GAMES = SETTINGS[:4]


def test_faults_under_play_lose_nothing(tmp_path: Path) -> None:
    run = Run(EmbeddedTown(tmp_path), "in the tests", ALL_GAMES)
    verdict = run.faults(FAULTS, minutes=3, kinds=KINDS)
    assert verdict.wrong == [], "\n".join(verdict.lines())
    assert sum(verdict.faults.values()) == FAULTS
    assert verdict.told.acknowledged > 0
