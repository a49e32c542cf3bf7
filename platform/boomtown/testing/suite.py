"""The conformance suite as a test class, for the tests of a game.

class TestConformance(GameConformance):
    game = GAME
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from boomtown.core.game import Game
from boomtown.testing.conformance import CHECKS, MATCHES, Suite


class GameConformance:
    """Derive from it, name the game, and every check becomes a test."""

    game: ClassVar[Game[Any, Any]]
    matches: ClassVar[int] = MATCHES
    seed: ClassVar[str] = "conformance"
    seats: ClassVar[list[int] | None] = None

    @pytest.mark.parametrize("check", CHECKS)
    def test_conforms(self, check: str) -> None:
        suite = Suite.of(self.game, self.matches, self.seed, self.seats)
        findings = suite.run(check)
        assert not findings, "\n".join(finding.problem for finding in findings)
