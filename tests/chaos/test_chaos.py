"""Short runs of ``make chaos``: a few faults under play, and nothing may be wrong after it."""

from __future__ import annotations

from pathlib import Path

import pytest

from chaos.faults import EMBEDDED
from chaos.parties import SETTINGS, Setting
from chaos.run import Run
from chaos.towns import EmbeddedTown

SAME = {"server", "house"}
"""With one worker these are the same as killing it."""
KINDS = tuple(kind for kind in EMBEDDED if kind not in SAME)
FEW = ("worker", "full")
"""A death and a disk without room; what else can happen is for the long runs."""
ALL_GAMES = SETTINGS[:4]
TWO_GAMES = [SETTINGS[0], SETTINGS[3]]
"""With every way to play: by a socket, by the API, by forms."""


@pytest.mark.parametrize(
    ("kinds", "settings"),
    [(FEW, TWO_GAMES), pytest.param(KINDS, ALL_GAMES, marks=pytest.mark.soak)],
)
def test_faults_under_play_lose_nothing(
    tmp_path: Path, kinds: tuple[str, ...], settings: list[Setting]
) -> None:
    run = Run(EmbeddedTown(tmp_path), "in the tests", settings)
    verdict = run.faults(len(kinds), minutes=3, kinds=kinds)
    assert verdict.wrong == [], "\n".join(verdict.lines())
    assert sum(verdict.faults.values()) == len(kinds)
    assert verdict.told.acknowledged > 0
