"""OpenSpiel's games, where it is installed: random play, all legal actions listed.

``python_kuhn_poker`` is written in Python like ours, ``liars_dice`` in C++. Both are tiny beside
whole rules: they tell what driving a game from Python costs at least.
"""

from __future__ import annotations

import importlib
import importlib.util
import random  # noqa: TID251 - the peer does without Boomtown
from typing import Any

from benchmarks.figures import a_second

PYTHON, CPP = "python_kuhn_poker", "liars_dice"


class OpenSpiel:
    """One of its games."""

    def __init__(self, name: str) -> None:
        self.name = f"OpenSpiel {name}"
        importlib.import_module("open_spiel.python.games")
        self._game: Any = importlib.import_module("pyspiel").load_game(name)

    @staticmethod
    def is_here() -> bool:
        """Whether it is installed."""
        return importlib.util.find_spec("pyspiel") is not None

    def decisions(self, seconds: float, seed: str) -> float:
        """Decisions a second of CPU time."""
        rng = random.Random(seed)
        return a_second(lambda: self._play(rng), seconds)

    def _play(self, rng: random.Random) -> int:
        state, decisions = self._game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions
